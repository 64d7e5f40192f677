//! Orders built item by item: next comes the one that widens the frontier least.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::graph::{FAR, Graph};
use crate::problem::ItemId;

/// The greedy order along levels in the making: at each step, among the primary items at most `slack` above
/// the lowest level left, the one that brings the fewest new items into the frontier; then the lowest, then
/// the one that waits there longest, then the first that was declared.
///
/// With all levels equal this is the plain greedy order; with distances from an end of the board as levels it
/// sweeps from there. An item comes into the frontier once, and then its neighbours bring one item less. So
/// the whole order takes n log n time in the neighbours of all items.
pub(super) struct Greedy {
    slack: i64,
    /// The items of each level, ascending, as candidates; the least comes next.
    tiers: Vec<Tier>,
    /// All tiers before this one are empty.
    lowest: usize,
    tier_of: Vec<u32>,
    frontier: Frontier,
    order: Vec<ItemId>,
    /// Items and neighbours looked at.
    pub(super) work: u64,
}

/// The items of a level. Candidates that are out of date are dropped when they come up: a new one is added
/// for each change.
struct Tier {
    level: i64,
    candidates: BinaryHeap<Reverse<Candidate>>,
}

/// By how much an item widens the frontier, since when it waits there, and the item.
type Candidate = (i64, i64, ItemId);

impl Greedy {
    pub(super) fn new(graph: &Graph<'_>, levels: &[i64], slack: i64) -> Greedy {
        let mut distinct: Vec<i64> = graph.items().map(|item| levels[item.index()]).collect();
        distinct.sort_unstable();
        distinct.dedup();
        let tier = |&level: &i64| Tier { level, candidates: BinaryHeap::new() };
        let mut tiers: Vec<Tier> = distinct.iter().map(tier).collect();
        let mut tier_of = vec![0; levels.len()];
        let frontier = Frontier::new(graph, levels.len());
        for item in graph.items() {
            let tier = distinct.partition_point(|&level| level < levels[item.index()]);
            tier_of[item.index()] = tier as u32;
            tiers[tier].candidates.push(Reverse(frontier.candidate(item)));
        }
        let work = levels.len() as u64;
        Greedy { slack, tiers, lowest: 0, tier_of, frontier, order: vec![], work }
    }

    /// Puts the next item into the order; returns `false` if none is left.
    pub(super) fn step(&mut self, graph: &Graph<'_>) -> bool {
        let Greedy { tiers, frontier, work, .. } = self;
        while let Some(tier) = tiers.get_mut(self.lowest)
            && tier.best(frontier, work).is_none()
        {
            self.lowest += 1;
        }
        let Some(lowest) = tiers.get(self.lowest) else { return false };
        let highest = lowest.level + self.slack;
        let near = tiers[self.lowest..].iter_mut().take_while(|tier| tier.level <= highest);
        let best = near.filter_map(|tier| {
            let (growth, since, item) = tier.best(frontier, work)?;
            Some((growth, tier.level, since, item))
        });
        let Some((.., item)) = best.min() else { return false };
        *work += frontier.advance(graph, item);
        for item in std::mem::take(&mut frontier.changed) {
            let tier = &mut tiers[self.tier_of[item.index()] as usize];
            tier.candidates.push(Reverse(frontier.candidate(item)));
        }
        self.order.push(item);
        true
    }

    /// The order, once no item is left.
    pub(super) fn finish(self) -> Vec<ItemId> {
        self.order
    }
}

impl Tier {
    /// The best candidate, if an item is left.
    fn best(&mut self, frontier: &Frontier, work: &mut u64) -> Option<Candidate> {
        loop {
            let Reverse(candidate) = *self.candidates.peek()?;
            let item = candidate.2;
            if !frontier.done[item.index()] && candidate == frontier.candidate(item) {
                return Some(candidate);
            }
            *work += 1;
            self.candidates.pop();
        }
    }
}

/// The frontier behind the items that the order has so far.
///
/// **Invariant.** The growth of an item is the number of its neighbours that have never been in the frontier,
/// less one if it is there itself.
struct Frontier {
    done: Vec<bool>,
    growth: Vec<i64>,
    /// The step at which each item came into the frontier.
    since: Vec<Option<i64>>,
    steps: i64,
    /// The items that are left and whose place among the candidates has changed, each once.
    changed: Vec<ItemId>,
    /// The last step that changed each.
    changed_at: Vec<i64>,
}

impl Frontier {
    fn new(graph: &Graph<'_>, items: usize) -> Frontier {
        let growth = |item| graph.neighbours(ItemId::from_index(item)).len() as i64;
        Frontier {
            done: vec![false; items],
            growth: (0..items).map(growth).collect(),
            since: vec![None; items],
            steps: 0,
            changed: vec![],
            changed_at: vec![-1; items],
        }
    }

    fn candidate(&self, item: ItemId) -> Candidate {
        (self.growth[item.index()], self.since[item.index()].unwrap_or(FAR), item)
    }

    /// Decides the options of an item, whose other items come into the frontier. Returns how many neighbours
    /// were looked at.
    fn advance(&mut self, graph: &Graph<'_>, item: ItemId) -> u64 {
        let mut work = 1;
        self.done[item.index()] = true;
        for &met in std::iter::once(&item).chain(graph.neighbours(item)) {
            work += 1;
            if self.since[met.index()].is_some() {
                continue;
            }
            self.since[met.index()] = Some(self.steps);
            work += graph.neighbours(met).len() as u64;
            self.lower(graph, met);
            graph.neighbours(met).iter().for_each(|&neighbour| self.lower(graph, neighbour));
        }
        self.steps += 1;
        work
    }

    /// Lowers the growth of an item by one.
    fn lower(&mut self, graph: &Graph<'_>, item: ItemId) {
        if !graph.is_primary(item) || self.done[item.index()] {
            return;
        }
        self.growth[item.index()] -= 1;
        if std::mem::replace(&mut self.changed_at[item.index()], self.steps) != self.steps {
            self.changed.push(item);
        }
    }
}
