//! The orbits of solutions that a listing has met, if the group is large.
//!
//! The least image of a solution under a large group takes long to find: milliseconds for a Steiner triple system of 13 points. To
//! find out that its orbit was met before takes a tenth of that: it is compared with the known solutions that have the same look
//! ([`Sets`]). So the least image is needed once for each orbit only.
//!
//! As for [conjugacy classes](super::conjugacy), the group must be that of all automorphisms that keep its orbits of options and items.

use std::collections::HashMap;

use super::automorphisms::{Kept, Known, Sets, find};
use super::limits::for_tables;
use super::{GroupError, Symmetries};
use crate::count::Count;
use crate::problem::{ItemId, OptionId, Problem, Solution};
use crate::solve::{Budget, Outcome, Reason};

/// Groups with at least this many elements. For smaller ones least images are found soon, and nothing is stored.
const LEAST_ORDER: u64 = 1 << 13;

/// The most nodes of the search that finds out whether the group is of the kind that is needed.
const MOST_NODES: u64 = 1 << 16;

/// The number of vertices that are refined in the time of a node of a search for solutions: measured on Latin squares, roughly.
const VERTICES_OF_NODE: u64 = 16;

/// The orbits that were met.
pub(super) struct Met<'a> {
    sets: Sets<'a>,
    by_look: HashMap<Vec<u64>, Vec<Orbit<'a>>>,
    bytes: usize,
    most_bytes: usize,
    /// How often a partition was refined.
    refined: u64,
}

/// An orbit, by one of its solutions.
pub(super) struct Orbit<'a> {
    known: Known<'a>,
    /// Its least solution, if that was needed.
    pub(super) least: Option<Solution>,
}

impl Orbit<'_> {
    /// The number of elements of the group that map a solution of it to itself.
    pub(super) fn stabilizer_order(&self) -> &Count {
        self.known.order()
    }
}

/// What is known of the orbit of a solution.
pub(super) enum Meeting<'m, 'a> {
    /// It was met before.
    Again(&'m Orbit<'a>),
    /// It is new.
    First(&'m mut Orbit<'a>),
    /// There is not enough memory to know it.
    Unknown,
}

impl<'a> Met<'a> {
    /// Nothing was met. Returns `None` if the group is small, or not of the kind that is needed.
    pub(super) fn new(
        problem: &'a Problem,
        group: &Symmetries,
        budget: &'a Budget,
    ) -> Result<Option<Met<'a>>, GroupError> {
        // The page has no room for this code.
        if cfg!(target_family = "wasm") || group.order() < Count::from(LEAST_ORDER) {
            return Ok(None);
        }
        let options = numbers(&group.orbits_within(budget)?, OptionId::index);
        let items = numbers(&group.item_orbits_within(budget)?, ItemId::index);
        let marks = Kept { items: &items, options: &options, permutation: None };
        let within = Budget { nodes: Some(MOST_NODES), ..budget.clone() };
        match find(problem, marks, &within) {
            Outcome::Answer(found) if found.order == group.order() => {}
            Outcome::Answer(_) | Outcome::Stopped { reason: Reason::Nodes(_), .. } => return Ok(None),
            Outcome::Stopped { reason, .. } => return Err(reason.into()),
        }
        let sets = Sets::new(problem, marks, group.identity(), budget);
        // Groups and images take the rest of what is for tables.
        let most_bytes = usize::try_from(for_tables(budget) / 2).unwrap_or(usize::MAX);
        Ok(Some(Met { sets, by_look: HashMap::new(), bytes: 0, most_bytes, refined: 0 }))
    }

    /// The work so far, in nodes of a search for solutions that take about as long.
    pub(super) fn work(&self) -> u64 {
        self.refined * self.sets.vertices() as u64 / VERTICES_OF_NODE
    }

    /// Looks up the orbit of a solution.
    pub(super) fn meet(&mut self, solution: &Solution) -> Result<Meeting<'_, 'a>, GroupError> {
        let looked = self.sets.look(solution)?;
        self.refined += 1;
        let orbits = self.by_look.entry(looked.look.clone()).or_default();
        let mut again = None;
        for (place, orbit) in orbits.iter().enumerate() {
            let (is_like, nodes) = orbit.known.is_like(&looked)?;
            self.refined += nodes;
            if is_like {
                again = Some(place);
                break;
            }
        }
        if let Some(place) = again {
            return Ok(Meeting::Again(&orbits[place]));
        }
        if self.bytes > self.most_bytes {
            return Ok(Meeting::Unknown);
        }
        self.bytes += size_of_val(looked.look.as_slice()) + size_of_val(solution.options());
        let known = self.sets.know(looked)?;
        self.bytes += known.bytes();
        self.refined += known.nodes();
        orbits.push(Orbit { known, least: None });
        Ok(orbits.last_mut().map_or(Meeting::Unknown, Meeting::First))
    }
}

/// The orbits by the numbers of their least members.
fn numbers<T: Copy>(orbits: &[T], index: impl Fn(T) -> usize) -> Vec<u32> {
    orbits.iter().map(|&least| index(least) as u32).collect()
}
