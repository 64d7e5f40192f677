//! The options of each item, while options are removed.

use crate::problem::{Bounds, Entry, ItemId, Kind, OptionId, Problem};

/// The lists of all items in one arena.
///
/// Removing an option marks it and decrements the counts of its items. The lists themselves are cleaned when
/// they are next read. So a removal is linear in its entries, and each list is cleaned at most once for each
/// removal from it.
///
/// Invariant: `live[i]` is the number of remaining options of item i. Its list has all of these, in input
/// order, and perhaps some that are removed.
pub(super) struct Lists<'a> {
    pub(super) problem: &'a Problem,
    options: Vec<OptionId>,
    starts: Vec<u32>,
    ends: Vec<u32>,
    live: Vec<u32>,
    is_there: Vec<bool>,
    /// Is the item still part of the problem?
    is_open: Vec<bool>,
    /// Whether each item may be covered several times. Empty for a problem without bounds.
    takes_several: Vec<bool>,
}

impl<'a> Lists<'a> {
    /// All options except those that are kept out. Linear in the entries.
    pub(super) fn new(problem: &'a Problem) -> Lists<'a> {
        let mut live = vec![0; problem.item_count()];
        let entries =
            || problem.searched_options().flat_map(|o| problem.option(o).iter().map(move |e| (o, e)));
        entries().for_each(|(_, entry)| live[entry.item.index()] += 1);
        let mut start = 0;
        let mut starts = vec![];
        for &length in &live {
            starts.push(start);
            start += length;
        }
        let mut ends = starts.clone();
        let mut options = vec![OptionId::from_index(0); start as usize];
        for (option, entry) in entries() {
            let end = &mut ends[entry.item.index()];
            options[*end as usize] = option;
            *end += 1;
        }
        let mut is_there = vec![true; problem.option_count()];
        problem.kept_out().iter().for_each(|option| is_there[option.index()] = false);
        let is_open = vec![true; problem.item_count()];
        let has_bounds = problem.has_bounds();
        let takes_several =
            problem.items().filter(|_| has_bounds).map(|item| problem.bounds(item).hi > 1).collect();
        Lists { problem, options, starts, ends, live, is_there, is_open, takes_several }
    }

    pub(super) fn is_there(&self, option: OptionId) -> bool {
        self.is_there[option.index()]
    }

    pub(super) fn is_open(&self, item: ItemId) -> bool {
        self.is_open[item.index()]
    }

    /// Removes an item from the problem. Its list does not change.
    pub(super) fn close(&mut self, item: ItemId) {
        self.is_open[item.index()] = false;
    }

    /// The number of options of the item.
    pub(super) fn live(&self, item: ItemId) -> usize {
        self.live[item.index()] as usize
    }

    /// Is this an open item that must be covered exactly once?
    pub(super) fn is_to_be_covered(&self, item: ItemId) -> bool {
        self.is_open(item)
            && self.problem.kind(item) == Kind::Primary
            && (self.takes_several.is_empty() || self.problem.bounds(item) == Bounds::ONCE)
    }

    /// Do two options with this item clash if they do not agree on a color?
    pub(super) fn is_exclusive(&self, item: ItemId) -> bool {
        !self.takes_several.get(item.index()).copied().unwrap_or(false)
    }

    /// The entries of an option on which others may clash with it.
    pub(super) fn exclusive_entries(&self, option: OptionId) -> impl Iterator<Item = Entry> {
        self.open_entries(option).filter(|entry| self.is_exclusive(entry.item))
    }

    /// Is this an open item with too few options?
    pub(super) fn is_bare(&self, item: ItemId) -> bool {
        self.is_open(item) && self.live(item) < self.problem.bounds(item).lo as usize
    }

    /// The entries of an option whose items are open.
    pub(super) fn open_entries(&self, option: OptionId) -> impl Iterator<Item = Entry> {
        self.problem.option(option).iter().copied().filter(|entry| self.is_open(entry.item))
    }

    /// The options of an item, in input order.
    pub(super) fn options(&mut self, item: ItemId) -> &[OptionId] {
        let index = item.index();
        let (start, end) = (self.starts[index] as usize, self.ends[index] as usize);
        if end - start > self.live[index] as usize {
            let mut kept = start;
            for place in start..end {
                let option = self.options[place];
                if self.is_there[option.index()] {
                    self.options[kept] = option;
                    kept += 1;
                }
            }
            self.ends[index] = kept as u32;
        }
        &self.options[start..self.ends[index] as usize]
    }

    /// Removes an option, which must still be there.
    pub(super) fn remove(&mut self, option: OptionId) {
        debug_assert!(self.is_there(option));
        self.is_there[option.index()] = false;
        for entry in self.problem.option(option) {
            self.live[entry.item.index()] -= 1;
        }
    }

    #[cfg(test)]
    pub(super) fn check_invariants(&mut self) {
        for item in self.problem.items() {
            let has = |&option: &OptionId| self.problem.option(option).iter().any(|entry| entry.item == item);
            let expected: Vec<_> =
                self.problem.options().filter(|option| self.is_there(*option) && has(option)).collect();
            assert_eq!(expected.len(), self.live(item));
            assert_eq!(self.options(item), expected);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;

    #[test]
    fn lists_lose_what_is_removed() {
        let problem = parse("t", "a b | x\na x\na b\nb x:1\nx\n").unwrap().problem;
        let mut lists = Lists::new(&problem);
        lists.check_invariants();
        for option in problem.searched_options() {
            lists.remove(option);
            lists.check_invariants();
        }
    }
}
