//! Orders built item by item: next comes the one that widens the frontier least.

use super::graph::{FAR, Graph};
use crate::problem::{ItemId, Problem};

/// The greedy order along `levels` in the making: at each step, among the primary items at most `slack` above the lowest
/// level left, the one that brings the fewest new items into the frontier; then the lowest, then the one that waits there
/// longest.
///
/// With all levels equal this is the plain greedy order; with distances from an end of the board as levels it sweeps
/// from there. A step looks at all entries at worst, and there are as many steps as items.
pub(super) struct Greedy {
    levels: Vec<i64>,
    slack: i64,
    frontier: Frontier,
    left: Vec<ItemId>,
    order: Vec<ItemId>,
    /// Items and entries looked at.
    pub(super) work: u64,
}

impl Greedy {
    pub(super) fn new(problem: &Problem, levels: Vec<i64>, slack: i64) -> Greedy {
        let left: Vec<ItemId> = problem.primary_items().collect();
        let order = Vec::with_capacity(left.len());
        Greedy { levels, slack, frontier: Frontier::new(problem), left, order, work: 0 }
    }

    /// Puts the next item into the order; returns `false` if none is left.
    pub(super) fn step(&mut self, graph: &Graph<'_>) -> bool {
        let Some(lowest) = self.left.iter().map(|item| self.levels[item.index()]).min() else { return false };
        let mut best: Option<((i64, i64, i64), usize)> = None;
        for (place, &item) in self.left.iter().enumerate() {
            let level = self.levels[item.index()];
            if level > lowest + self.slack {
                continue;
            }
            let most = best.map_or(FAR, |((growth, ..), _)| growth);
            let growth = self.frontier.growth(graph, item, most, &mut self.work);
            let price = (growth, level, self.frontier.waiting_since(item));
            if best.is_none_or(|(least, _)| price < least) {
                best = Some((price, place));
            }
        }
        self.work += self.left.len() as u64;
        let Some((_, place)) = best else { return false };
        // `remove`, not `swap_remove`: ties go to the item that was declared first.
        let item = self.left.remove(place);
        self.frontier.advance(graph, item);
        self.order.push(item);
        true
    }

    /// The order, once no item is left.
    pub(super) fn finish(self) -> Vec<ItemId> {
        self.order
    }
}

/// The frontier behind the items that the order has so far.
struct Frontier {
    decided: Vec<bool>,
    done: Vec<bool>,
    /// The step at which each item of the frontier came into it.
    since: Vec<Option<i64>>,
    steps: i64,
    /// The last item whose growth was computed that met this one, so that it is counted once.
    met_by: Vec<Option<(ItemId, i64)>>,
}

impl Frontier {
    fn new(problem: &Problem) -> Frontier {
        let items = problem.item_count();
        Frontier {
            decided: vec![false; problem.option_count()],
            done: vec![false; items],
            since: vec![None; items],
            steps: 0,
            met_by: vec![None; items],
        }
    }

    /// By how much the frontier would grow; any number above `most` if by more than that.
    fn growth(&mut self, graph: &Graph<'_>, item: ItemId, most: i64, work: &mut u64) -> i64 {
        let mut growth = -i64::from(self.since[item.index()].is_some());
        let stamp = Some((item, self.steps));
        for &option in graph.options(item) {
            if self.decided[option.index()] {
                continue;
            }
            let entries = graph.problem.option(option);
            *work += entries.len() as u64;
            for entry in entries {
                let other = entry.item.index();
                let is_new = !self.done[other] && self.since[other].is_none() && entry.item != item;
                if is_new && self.met_by[other] != stamp {
                    self.met_by[other] = stamp;
                    growth += 1;
                }
            }
            if growth > most {
                break;
            }
        }
        growth
    }

    fn waiting_since(&self, item: ItemId) -> i64 {
        self.since[item.index()].unwrap_or(FAR)
    }

    fn advance(&mut self, graph: &Graph<'_>, item: ItemId) {
        self.done[item.index()] = true;
        for &option in graph.options(item) {
            if !std::mem::replace(&mut self.decided[option.index()], true) {
                for entry in graph.problem.option(option) {
                    self.since[entry.item.index()].get_or_insert(self.steps);
                }
            }
        }
        self.steps += 1;
    }
}
