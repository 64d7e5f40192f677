//! The orbits of solutions, or of parts of them, that a listing has met, if the group is large.
//!
//! The least image of a solution under a large group takes long to find: milliseconds for a Steiner triple
//! system of 13 points. To find out that its orbit was met before takes a tenth of that: it is compared with
//! the known solutions that have the same look ([`Sets`]). So the least image is needed once for each orbit
//! only.
//!
//! As for [conjugacy classes](super::conjugacy), the group must be that of all automorphisms that keep its
//! orbits of options and items.

use super::limits::for_tables;
use super::{GroupError, Symmetries};
use crate::automorphisms::{Classes, Found, Kept, Sets, Symmetry, find};
use crate::count::Count;
use crate::problem::{ItemId, OptionId, Problem, Solution};
use crate::solve::{Budget, Outcome, Reason};

/// Groups with at least this many elements. For smaller ones least images are found soon, and nothing is
/// stored.
const LEAST_ORDER: u64 = 1 << 13;

/// The most nodes of the search that finds out whether the group is of the kind that is needed.
const MOST_NODES: u64 = 1 << 16;

/// The number of vertices that are refined in the time of a node of a search for solutions: measured on Latin
/// squares, roughly.
const VERTICES_OF_NODE: u64 = 16;

/// The orbits that were met.
pub(super) struct Met {
    sets: Sets,
    classes: Classes,
    most_bytes: usize,
    /// The refinements that were done elsewhere.
    elsewhere: u64,
}

/// What is known of the orbit of a set of options.
pub(super) enum Meeting {
    /// It was met before.
    Again,
    /// It is new; these elements of the group map the set to itself.
    First(Symmetry),
    /// It is new, and there is not enough memory to remember it.
    Unknown,
}

impl Met {
    /// Nothing was met. Returns `None` if the group is small, or not of the kind that is needed.
    pub(super) fn new(
        problem: &Problem,
        group: &Symmetries,
        budget: &Budget,
    ) -> Result<Option<Met>, GroupError> {
        if group.order() < Count::from(LEAST_ORDER) {
            return Ok(None);
        }
        Met::of_any(problem, group, budget)
    }

    /// Nothing was met, of a group of any size. Returns `None` if the group is not of the kind that is
    /// needed.
    pub(super) fn of_any(
        problem: &Problem,
        group: &Symmetries,
        budget: &Budget,
    ) -> Result<Option<Met>, GroupError> {
        let options = numbers(&group.orbits_within(budget)?, OptionId::index);
        let items = numbers(&group.item_orbits_within(budget)?, ItemId::index);
        let marks = Kept { items: &items, options: &options, permutation: None };
        let within = Budget { nodes: Some(MOST_NODES), ..budget.clone() };
        match find(problem, marks, &within) {
            Outcome::Answer(found) if found.order == group.order() => {}
            Outcome::Answer(_) | Outcome::Stopped { reason: Reason::Nodes(_), .. } => return Ok(None),
            Outcome::Stopped { reason, .. } => return Err(reason.into()),
        }
        let sets = Sets::new(problem, marks, budget)?;
        // Solutions have one such part, and partial solutions another; groups and images take the rest of
        // what is for tables.
        let most_bytes = usize::try_from(for_tables(budget) / 4).unwrap_or(usize::MAX);
        Ok(Some(Met { sets, classes: Classes::default(), most_bytes, elsewhere: 0 }))
    }

    /// The work so far, in nodes of a search for solutions that take about as long.
    pub(super) fn work(&self) -> u64 {
        self.refined() * self.sets.vertices() as u64 / VERTICES_OF_NODE
    }

    fn refined(&self) -> u64 {
        self.classes.refined() + self.elsewhere
    }

    /// Nothing was met, of the same problem and group.
    pub(super) fn empty(&self) -> Met {
        Met {
            sets: self.sets.clone(),
            classes: Classes::default(),
            most_bytes: self.most_bytes,
            elsewhere: 0,
        }
    }

    /// Remembers no orbits beyond this many bytes.
    #[cfg(test)]
    pub(super) fn limit(&mut self, bytes: usize) {
        self.most_bytes = bytes;
    }

    /// Adds the work that was done elsewhere.
    pub(super) fn add_work(&mut self, other: &Met) {
        self.elsewhere += other.refined();
    }

    /// Was the orbit of a set of options met before?
    pub(super) fn has(&mut self, set: &Solution) -> Result<bool, GroupError> {
        Ok(matches!(self.classes.find(&self.sets, set)?, Found::Class(_)))
    }

    /// Looks up the orbit of a set of options, and remembers it.
    pub(super) fn meet(&mut self, set: &Solution) -> Result<Meeting, GroupError> {
        Ok(match self.classes.find(&self.sets, set)? {
            Found::Class(_) => Meeting::Again,
            Found::New(_) if self.classes.bytes() > self.most_bytes => Meeting::Unknown,
            Found::New(new) => Meeting::First(self.classes.add(&self.sets, new)?),
        })
    }
}

/// The orbits by the numbers of their least members.
pub(super) fn numbers<T: Copy>(orbits: &[T], index: impl Fn(T) -> usize) -> Vec<u32> {
    orbits.iter().map(|&least| index(least) as u32).collect()
}
