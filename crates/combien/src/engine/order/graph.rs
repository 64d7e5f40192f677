//! Which items share an option, and how far they are from each other.

use std::collections::VecDeque;

use crate::engine::lists::Lists;
use crate::problem::{ItemId, Kind, OptionId, Problem};

/// More neighbours of all items than this are not stored: 256 MB. No order makes such a problem narrow.
const MOST_NEIGHBOURS: usize = 1 << 26;
/// The tables for each item take as much as this many neighbours.
const PER_ITEM: usize = 8;

/// A problem as a graph: two items are neighbours if an option has both.
///
/// It is linear in the pairs of items of each option to build, item by item. Nothing but
/// [`Graph::look_at_next`] may be used before that is done.
pub(super) struct Graph<'a> {
    problem: &'a Problem,
    /// The options of each item, until the graph is built.
    options: Lists,
    option_counts: Vec<u32>,
    /// The neighbours of each item, one item after the other, in the order in which its options have them.
    neighbours: Vec<ItemId>,
    starts: Vec<usize>,
    /// More neighbours of all items than this are not stored.
    most: usize,
    /// The item that met each one last.
    last_met_by: Vec<Option<ItemId>>,
    /// The part of each item: parts share no option. They are numbered by their first primary items.
    parts: Vec<u32>,
    /// In an order that has the parts one after the other, the place after the last item of each.
    part_ends: Vec<usize>,
    /// Primary items with more than half of the others of their part as neighbours, as the pieces of a
    /// puzzle are: they are near to all items and say nothing about positions.
    hubs: Vec<bool>,
}

/// Farther than any item that can be reached.
pub(super) const FAR: i64 = 1 << 32;

/// What was found out about an item.
pub(super) enum Look {
    /// Its neighbours, with this amount of work.
    At(u64),
    /// There was none left: the graph is built.
    Done,
    /// There are too many neighbours.
    TooMany,
}

impl<'a> Graph<'a> {
    /// The graph at the start of its construction, if its tables fit into this many bytes. Linear in the
    /// entries.
    pub(super) fn new(problem: &'a Problem, bytes: usize) -> Option<Graph<'a>> {
        let least = problem.entry_count().saturating_add(PER_ITEM * problem.item_count());
        let most = MOST_NEIGHBOURS.min((bytes / size_of::<ItemId>()).checked_sub(least)?);
        let searched = (0..problem.option_count()).map(OptionId::from_index);
        let searched = searched.filter(|&option| !problem.is_kept_out(option));
        let entries = searched.flat_map(|option| {
            problem.option(option).iter().map(move |entry| (entry.item.index() as u32, option.index() as u32))
        });
        let options = Lists::new(problem.item_count(), entries);
        Some(Graph {
            problem,
            most,
            option_counts: (0..problem.item_count() as u32)
                .map(|item| options.of(item).len() as u32)
                .collect(),
            options,
            neighbours: vec![],
            starts: vec![0],
            last_met_by: vec![None; problem.item_count()],
            parts: vec![],
            part_ends: vec![],
            hubs: vec![],
        })
    }

    /// Finds the neighbours of the next item.
    pub(super) fn look_at_next(&mut self) -> Look {
        let item = ItemId::from_index(self.starts.len() - 1);
        if item.index() == self.problem.item_count() {
            self.options = Lists::default();
            self.find_parts();
            self.find_hubs();
            return Look::Done;
        }
        let mut looked_at = 1;
        self.last_met_by[item.index()] = Some(item);
        for &option in self.options.of(item.index() as u32) {
            let entries = self.problem.option(OptionId::from_index(option as usize));
            looked_at += entries.len() as u64;
            for entry in entries {
                if self.last_met_by[entry.item.index()].replace(item) != Some(item) {
                    self.neighbours.push(entry.item);
                }
            }
        }
        self.starts.push(self.neighbours.len());
        if self.neighbours.len() > self.most { Look::TooMany } else { Look::At(looked_at) }
    }

    fn find_parts(&mut self) {
        self.parts = vec![u32::MAX; self.problem.item_count()];
        let mut queue = vec![];
        for first in self.problem.primary_items() {
            if self.parts[first.index()] != u32::MAX {
                continue;
            }
            let part = self.part_ends.len() as u32;
            let mut end = self.part_ends.last().copied().unwrap_or(0);
            self.parts[first.index()] = part;
            queue.push(first);
            while let Some(item) = queue.pop() {
                end += usize::from(self.is_primary(item));
                for &other in &self.neighbours[self.starts[item.index()]..self.starts[item.index() + 1]] {
                    if std::mem::replace(&mut self.parts[other.index()], part) == u32::MAX {
                        queue.push(other);
                    }
                }
            }
            self.part_ends.push(end);
        }
    }

    fn find_hubs(&mut self) {
        let mut start = 0;
        let sizes = self.part_ends.iter().map(|&end| end - std::mem::replace(&mut start, end));
        let sizes: Vec<usize> = sizes.collect();
        self.hubs = vec![false; self.problem.item_count()];
        for item in self.problem.primary_items() {
            let neighbours = self.neighbours(item).iter().filter(|&&other| self.is_primary(other)).count();
            let with_itself = neighbours + usize::from(self.option_counts[item.index()] > 0);
            self.hubs[item.index()] = with_itself * 2 > sizes[self.parts[item.index()] as usize];
        }
    }

    pub(super) fn neighbours(&self, item: ItemId) -> &[ItemId] {
        &self.neighbours[self.starts[item.index()]..self.starts[item.index() + 1]]
    }

    pub(super) fn is_primary(&self, item: ItemId) -> bool {
        self.problem.kind(item) == Kind::Primary
    }

    /// The primary items.
    pub(super) fn items(&self) -> impl Iterator<Item = ItemId> + use<'a> {
        self.problem.primary_items()
    }

    /// Entries of the graph: what a walk over all of it looks at.
    pub(super) fn size(&self) -> u64 {
        (self.starts.len() + self.neighbours.len()) as u64
    }

    /// In an order that has the parts one after the other, the place after the last item of each.
    pub(super) fn part_ends(&self) -> &[usize] {
        &self.part_ends
    }

    /// An order with the parts one after the other. The frontier is nowhere wider than in the given order,
    /// because it is empty between two parts.
    pub(super) fn grouped(&self, items: &[ItemId]) -> Vec<ItemId> {
        let mut next: Vec<usize> = std::iter::once(0).chain(self.part_ends.iter().copied()).collect();
        let mut grouped = items.to_vec();
        for &item in items {
            let place = &mut next[self.parts[item.index()] as usize];
            grouped[*place] = item;
            *place += 1;
        }
        grouped
    }

    /// Of the primary items of each part that are no hubs, the first of those with the greatest number; parts
    /// without such items have none.
    pub(super) fn farthest(&self, numbers: &[i64]) -> Vec<ItemId> {
        let mut found: Vec<Option<ItemId>> = vec![None; self.part_ends.len()];
        for item in self.items().filter(|item| !self.hubs[item.index()]) {
            let best = &mut found[self.parts[item.index()] as usize];
            if best.is_none_or(|best| numbers[item.index()] > numbers[best.index()]) {
                *best = Some(item);
            }
        }
        found.into_iter().flatten().collect()
    }

    /// The primary items in the order in which breadth-first walks from these meet them, those with few
    /// options first among the neighbours of one; then those that cannot be reached, from the first of
    /// them on.
    pub(super) fn cuthill_mckee(&self, starts: &[ItemId]) -> Vec<ItemId> {
        let mut walk = Walk::new(self.problem);
        let mut order = vec![];
        for start in starts.iter().copied().chain(self.items()) {
            walk.meet(start, 0);
            while let Some((item, _)) = walk.queue.pop_front() {
                order.push(item);
                let met = walk.queue.len();
                self.meet_neighbours(&mut walk, item, 0);
                walk.queue.make_contiguous()[met..]
                    .sort_by_key(|&(item, _)| self.option_counts[item.index()]);
            }
        }
        order
    }

    /// How far each item is from the nearest of these, going round the hubs; they are as far as the farthest
    /// item.
    pub(super) fn distances(&self, starts: &[ItemId]) -> Vec<i64> {
        let mut walk = Walk::new(self.problem);
        let mut distances = vec![FAR; self.problem.item_count()];
        let mut farthest = 0;
        for &start in starts {
            walk.meet(start, 0);
        }
        while let Some((item, distance)) = walk.queue.pop_front() {
            if distance == 0 || !self.hubs[item.index()] {
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
        for &other in self.neighbours(item).iter().filter(|&&other| self.is_primary(other)) {
            walk.meet(other, distance);
        }
    }
}

/// A breadth-first walk: the items reached, and those to be visited.
struct Walk {
    met: Vec<bool>,
    queue: VecDeque<(ItemId, i64)>,
}

impl Walk {
    fn new(problem: &Problem) -> Walk {
        Walk { met: vec![false; problem.item_count()], queue: VecDeque::new() }
    }

    fn meet(&mut self, item: ItemId, distance: i64) {
        if !std::mem::replace(&mut self.met[item.index()], true) {
            self.queue.push_back((item, distance));
        }
    }
}
