//! Orders built item by item: next comes the one that widens the frontier least.

use super::graph::{FAR, Graph};
use crate::problem::{ItemId, OptionId};

/// The greedy order along `levels`: at each step, among the primary items at most `slack` above the lowest level left,
/// the one that brings the fewest new items into the frontier; then the lowest, then the one that waits there longest.
///
/// With all levels equal this is the plain greedy order; with distances from an end of the board as levels it sweeps
/// from there. Takes time in proportion to the steps times the entries, at worst.
pub(super) fn greedy(graph: &Graph<'_>, levels: &[i64], slack: i64) -> Vec<ItemId> {
    let mut frontier = Frontier::new(graph);
    let mut left: Vec<ItemId> = graph.problem.primary_items().collect();
    let mut order = Vec::with_capacity(left.len());
    while let Some(lowest) = left.iter().map(|item| levels[item.index()]).min() {
        let mut best: Option<((i64, i64, i64), usize)> = None;
        for (place, &item) in left.iter().enumerate() {
            let level = levels[item.index()];
            if level > lowest + slack {
                continue;
            }
            let most = best.map_or(FAR, |((growth, ..), _)| growth);
            let price = (frontier.growth(item, most), level, frontier.waiting_since(item));
            if best.is_none_or(|(least, _)| price < least) {
                best = Some((price, place));
            }
        }
        let Some((_, place)) = best else { break };
        // `remove`, not `swap_remove`: ties go to the item that was declared first.
        let item = left.remove(place);
        frontier.advance(item);
        order.push(item);
    }
    order
}

/// The frontier behind the items that the order has so far.
struct Frontier<'a> {
    graph: &'a Graph<'a>,
    decided: Vec<bool>,
    done: Vec<bool>,
    /// The step at which each item of the frontier came into it.
    since: Vec<Option<i64>>,
    steps: i64,
    /// The last item whose growth was asked for that met this one: meets are counted once.
    met_by: Vec<Option<(ItemId, i64)>>,
}

impl<'a> Frontier<'a> {
    fn new(graph: &'a Graph<'a>) -> Frontier<'a> {
        let items = graph.problem.item_count();
        Frontier {
            graph,
            decided: vec![false; graph.problem.option_count()],
            done: vec![false; items],
            since: vec![None; items],
            steps: 0,
            met_by: vec![None; items],
        }
    }

    fn undecided(&self, item: ItemId) -> impl Iterator<Item = OptionId> {
        self.graph.options(item).iter().copied().filter(|option| !self.decided[option.index()])
    }

    /// By how much the frontier would grow; any number above `most` if by more than that.
    fn growth(&mut self, item: ItemId, most: i64) -> i64 {
        let mut growth = -i64::from(self.since[item.index()].is_some());
        let stamp = Some((item, self.steps));
        for &option in self.graph.options(item) {
            if self.decided[option.index()] {
                continue;
            }
            for entry in self.graph.problem.option(option) {
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

    fn advance(&mut self, item: ItemId) {
        let newly_decided: Vec<OptionId> = self.undecided(item).collect();
        self.done[item.index()] = true;
        for option in newly_decided {
            self.decided[option.index()] = true;
            for entry in self.graph.problem.option(option) {
                self.since[entry.item.index()].get_or_insert(self.steps);
            }
        }
        self.steps += 1;
    }
}
