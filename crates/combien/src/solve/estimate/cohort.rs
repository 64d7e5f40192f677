//! The size of a tree, by a cohort of nodes that goes down it side by side.
//!
//! A probe (see [`super`]) multiplies the numbers of children on one path. Where most paths end early and few
//! go deep, its result is almost always far too small and very rarely huge. A cohort does the same for many
//! nodes at once: it goes down depth by depth, and where a depth has more nodes than the cohort is wide, it
//! keeps a random choice of them and gives those more weight. The weight grows by the average number of
//! children of many nodes, not by a product along one path, and a path that ends is replaced by others that
//! go on. This is stochastic enumeration (Rubinstein 2013; Vaisman and Kroese 2017), and before that Aldous
//! and Vazirani's "go with the winners" (1994).
//!
//! It is right on average for every tree: each node is kept with a probability, and its weight is divided by
//! it. Nodes are chosen by systematic sampling along the tree, so that neighbours, which are alike, are not
//! chosen together. A cohort that may not be narrowed is the search itself.
//!
//! Below each node that was kept, the search runs for [`AT_ONCE`] nodes before what is left is put back: to
//! begin a branch costs about as much as that.

use std::collections::BTreeMap;
use std::vec;

use super::Magnitude;
use crate::budget::{Pause, Work};
use crate::engine::Branch;
use crate::random::SplitMix64;
use crate::solve::search::Search;

/// The nodes that the search enters below a node of the cohort.
const AT_ONCE: u64 = 16;

/// A node of the cohort: the branch below it, and the number of nodes that it represents.
pub(in crate::solve) type Member = (Branch, Magnitude);

/// A cohort on its way down.
#[derive(Clone, Debug)]
pub(in crate::solve) struct Cohort {
    width: usize,
    /// The members that wait, by the number of options taken.
    levels: BTreeMap<usize, Vec<Member>>,
    /// The members of the current depth.
    level: vec::IntoIter<Member>,
    /// The options that all members have taken.
    held: usize,
    pub(in crate::solve) nodes: Magnitude,
    pub(in crate::solve) solutions: Magnitude,
    /// The solutions that were met.
    pub(in crate::solve) hits: u64,
    /// The work of the search.
    pub(in crate::solve) work: Work,
    /// The options taken by all members that were expanded.
    pub(in crate::solve) taken: u64,
}

impl Cohort {
    /// With room for `width` nodes of each depth.
    pub(in crate::solve) fn new(width: usize, members: impl IntoIterator<Item = Member>) -> Cohort {
        let mut cohort = Cohort {
            width,
            levels: BTreeMap::new(),
            level: vec![].into_iter(),
            held: 0,
            nodes: Magnitude::ZERO,
            solutions: Magnitude::ZERO,
            hits: 0,
            work: Work::default(),
            taken: 0,
        };
        members.into_iter().for_each(|member| cohort.add(member));
        cohort
    }

    fn add(&mut self, member: Member) {
        self.held += member.0.subproblem.taken().len();
        self.levels.entry(member.0.subproblem.taken().len()).or_default().push(member);
    }

    /// Expands one member, and enters at most this number of nodes in all. Returns false if there is no
    /// member left.
    pub(in crate::solve) fn step(&mut self, search: &mut Search, most: u64, random: &mut SplitMix64) -> bool {
        let Some((branch, weight)) = self.next(random) else { return false };
        self.held -= branch.subproblem.taken().len();
        self.taken += branch.subproblem.taken().len() as u64;
        search.begin(&branch);
        let (pause, found) = search.tally(AT_ONCE.min(most - self.work.nodes));
        let Work { nodes, .. } = search.work();
        self.work += search.work();
        self.nodes = self.nodes + weight.times(nodes as f64);
        if found > 0 {
            self.hits += found;
            self.solutions = self.solutions + weight.times(found as f64);
        }
        if pause == Pause::Bound {
            search.rest().into_iter().for_each(|inner| self.add((inner, weight)));
        }
        true
    }

    /// The total number of options taken by the waiting members.
    pub(in crate::solve) fn held(&self) -> usize {
        self.held
    }

    fn next(&mut self, random: &mut SplitMix64) -> Option<Member> {
        loop {
            if let Some(member) = self.level.next() {
                return Some(member);
            }
            let (depth, level) = self.levels.pop_first()?;
            self.held -= depth * level.len();
            let level = select(level, self.width, random);
            self.held += depth * level.len();
            self.level = level.into_iter();
        }
    }
}

/// At most `width` of the members, chosen at random, with new weights: the expectation of each does not
/// change. The chance of a member is in proportion to its weight; the heaviest are certain.
fn select(members: Vec<Member>, width: usize, random: &mut SplitMix64) -> Vec<Member> {
    if members.len() <= width {
        return members;
    }
    let heaviest = members.iter().map(|member| member.1.ln()).fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = members.iter().map(|member| (member.1.ln() - heaviest).exp()).collect();
    // Members at least as heavy as the remaining weight per remaining place are certain.
    let mut sorted = weights.clone();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let mut rest: f64 = sorted.iter().sum();
    let mut places = width;
    for weight in &sorted {
        if places == 1 || weight * (places as f64) < rest {
            break;
        }
        rest -= weight;
        places -= 1;
    }
    let step = rest / places as f64;
    let mut at = random.part();
    let mut chosen = Vec::with_capacity(width + 1);
    for ((branch, weight), relative) in members.into_iter().zip(weights) {
        let chance = (relative / step).min(1.0);
        at += chance;
        if at >= 1.0 {
            at -= 1.0;
            chosen.push((branch, weight.times(1.0 / chance)));
        }
    }
    chosen
}
