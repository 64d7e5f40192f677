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
    /// all items and say nothing about positions.
    ///
    /// Known of the first items only, until [`Graph::look_at_next`] has looked at all.
    pub(super) hubs: Vec<bool>,
    /// The item that met each one last.
    last_met_by: Vec<Option<ItemId>>,
}

/// Farther than any item that can be reached.
pub(super) const FAR: i64 = 1 << 32;

impl<'a> Graph<'a> {
    /// The graph, whose hubs are not known yet. Linear in the entries.
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
        let last_met_by = vec![None; problem.item_count()];
        Graph { problem, options: lists.concat(), starts, hubs: vec![], last_met_by }
    }

    pub(super) fn options(&self, item: ItemId) -> &[OptionId] {
        &self.options[self.starts[item.index()] as usize..self.starts[item.index() + 1] as usize]
    }

    /// Finds out whether the next item is a hub, and returns how many entries it looked at; `None` if all are known.
    pub(super) fn look_at_next(&mut self) -> Option<u64> {
        if self.hubs.len() == self.problem.item_count() {
            return None;
        }
        let item = ItemId::from_index(self.hubs.len());
        let (mut neighbours, mut looked_at) = (0, 1);
        let options = self.starts[item.index()] as usize..self.starts[item.index() + 1] as usize;
        for &option in &self.options[options] {
            let entries = self.problem.option(option);
            looked_at += entries.len() as u64;
            for entry in entries.iter().filter(|entry| self.problem.kind(entry.item) == Kind::Primary) {
                let met_by = &mut self.last_met_by[entry.item.index()];
                neighbours += usize::from(met_by.replace(item) != Some(item));
            }
        }
        self.hubs.push(neighbours * 2 > self.problem.primary_count());
        Some(looked_at)
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

/// A breadth-first walk: the items reached, and those to be visited. No option is looked at twice.
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
