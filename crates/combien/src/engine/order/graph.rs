//! Which options have an item, and how far items are from each other.

use std::collections::VecDeque;

use crate::problem::{ItemId, Kind, OptionId, Problem};

/// A problem as a graph: two items are neighbours if an option has both.
pub(super) struct Graph<'a> {
    pub(super) problem: &'a Problem,
    /// The options of each item, one item after the other.
    options: Vec<OptionId>,
    starts: Vec<u32>,
    /// Primary items with more than half of the others as neighbours, as the pieces of a puzzle are: they are near to
    /// everything and say nothing about where things are.
    pub(super) hubs: Vec<bool>,
}

/// Farther than any item that can be reached.
pub(super) const FAR: i64 = 1 << 32;

impl<'a> Graph<'a> {
    pub(super) fn new(problem: &'a Problem) -> Graph<'a> {
        let mut lists = vec![vec![]; problem.item_count()];
        for option in problem.searched_options() {
            problem.option(option).iter().for_each(|entry| lists[entry.item.index()].push(option));
        }
        let ends = lists.iter().scan(0, |end, list: &Vec<OptionId>| {
            *end += list.len() as u32;
            Some(*end)
        });
        let starts = std::iter::once(0).chain(ends).collect();
        let mut graph = Graph { problem, options: lists.concat(), starts, hubs: vec![] };
        graph.hubs = graph.find_hubs();
        graph
    }

    pub(super) fn options(&self, item: ItemId) -> &[OptionId] {
        &self.options[self.starts[item.index()] as usize..self.starts[item.index() + 1] as usize]
    }

    fn find_hubs(&self) -> Vec<bool> {
        let primary = self.problem.primary_count();
        let mut last_seen_by = vec![None; self.problem.item_count()];
        let mut is_hub = |item| {
            let mut neighbours = 0;
            for entry in self.options(item).iter().flat_map(|&option| self.problem.option(option)) {
                if self.is_primary(entry.item) && last_seen_by[entry.item.index()] != Some(item) {
                    last_seen_by[entry.item.index()] = Some(item);
                    neighbours += 1;
                }
            }
            neighbours * 2 > primary
        };
        self.problem.items().map(&mut is_hub).collect()
    }

    pub(super) fn is_primary(&self, item: ItemId) -> bool {
        self.problem.kind(item) == Kind::Primary
    }

    /// The primary items that are no hubs, in order.
    pub(super) fn places(&self) -> impl Iterator<Item = ItemId> {
        self.problem.primary_items().filter(|item| !self.hubs[item.index()])
    }

    /// The primary items in the order in which a breadth-first walk from `start` meets them, those with few options
    /// first among the neighbours of one; then those that cannot be reached, from the first of them on.
    pub(super) fn cuthill_mckee(&self, start: ItemId) -> Vec<ItemId> {
        let mut walk = Walk::new(self.problem);
        let mut order = vec![];
        for start in std::iter::once(start).chain(self.problem.primary_items()) {
            walk.meet(start, 0);
            while let Some((item, _)) = walk.queue.pop_front() {
                order.push(item);
                let met = walk.queue.len();
                self.meet_neighbours(&mut walk, item, 0);
                walk.queue.make_contiguous()[met..].sort_by_key(|&(item, _)| self.options(item).len());
            }
        }
        order
    }

    /// How far each item is from `start`, going round the hubs; they are as far as the farthest item.
    pub(super) fn distances(&self, start: ItemId) -> Vec<i64> {
        let mut walk = Walk::new(self.problem);
        let mut distances = vec![FAR; self.problem.item_count()];
        let mut farthest = 0;
        walk.meet(start, 0);
        while let Some((item, distance)) = walk.queue.pop_front() {
            if item == start || !self.hubs[item.index()] {
                distances[item.index()] = distance;
                farthest = distance;
                self.meet_neighbours(&mut walk, item, distance + 1);
            }
        }
        for (distance, _) in distances.iter_mut().zip(&self.hubs).filter(|&(_, &hub)| hub) {
            *distance = farthest;
        }
        distances
    }

    fn meet_neighbours(&self, walk: &mut Walk, item: ItemId, distance: i64) {
        for &option in self.options(item) {
            if !std::mem::replace(&mut walk.option_met[option.index()], true) {
                for entry in self.problem.option(option).iter().filter(|entry| self.is_primary(entry.item)) {
                    walk.meet(entry.item, distance);
                }
            }
        }
    }
}

/// A breadth-first walk: what was met, and what is to be visited. No option is looked at twice.
struct Walk {
    met: Vec<bool>,
    option_met: Vec<bool>,
    queue: VecDeque<(ItemId, i64)>,
}

impl Walk {
    fn new(problem: &Problem) -> Walk {
        Walk {
            met: vec![false; problem.item_count()],
            option_met: vec![false; problem.option_count()],
            queue: VecDeque::new(),
        }
    }

    fn meet(&mut self, item: ItemId, distance: i64) {
        if !std::mem::replace(&mut self.met[item.index()], true) {
            self.queue.push_back((item, distance));
        }
    }
}
