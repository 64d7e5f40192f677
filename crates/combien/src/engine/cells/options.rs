//! The items of each option, and the colors that it gives them.

use std::ops::Range;

use crate::problem::Problem;

/// The color of an entry without one.
pub(super) const PLAIN: u32 = 0;

/// The entries of all options. Options that are kept out of the search have none.
#[derive(Clone, Debug)]
pub(super) struct Options {
    items: Vec<u32>,
    /// Empty if the problem has no colors.
    colors: Vec<u32>,
    /// Where those of each option begin, and one end more.
    firsts: Vec<u32>,
}

impl Options {
    /// `ranks` has the new number of each item of the problem.
    pub(super) fn new(problem: &Problem, ranks: &[u32]) -> Options {
        let has_colors = problem.colors().len() > 0;
        let mut items = Vec::with_capacity(problem.entry_count());
        let mut colors = vec![];
        let mut firsts = Vec::with_capacity(problem.option_count() + 1);
        for option in problem.options() {
            firsts.push(items.len() as u32);
            if problem.is_kept_out(option) {
                continue;
            }
            for entry in problem.option(option) {
                items.push(ranks[entry.item.index()]);
                if has_colors {
                    colors.push(entry.color.map_or(PLAIN, |color| color.index() as u32 + 1));
                }
            }
        }
        firsts.push(items.len() as u32);
        Options { items, colors, firsts }
    }

    /// How many options there are.
    pub(super) fn len(&self) -> usize {
        self.firsts.len() - 1
    }

    #[inline]
    fn range(&self, option: usize) -> Range<usize> {
        self.firsts[option] as usize..self.firsts[option + 1] as usize
    }

    /// The items of an option.
    #[inline]
    pub(super) fn items(&self, option: usize) -> &[u32] {
        &self.items[self.range(option)]
    }

    /// The items of an option, and their colors.
    pub(super) fn entries_of(&self, option: usize) -> impl Iterator<Item = (usize, u32)> {
        let color = |entry: usize| self.colors.get(entry).copied().unwrap_or(PLAIN);
        self.range(option).map(move |entry| (self.items[entry] as usize, color(entry)))
    }

    /// Tells all options in order, with each of their items.
    #[inline]
    pub(super) fn each_entry(&self, mut tell: impl FnMut(usize, usize)) {
        for option in 0..self.len() {
            self.items(option).iter().for_each(|&item| tell(option, item as usize));
        }
    }

    /// The color that an option gives an item. Linear in the entries of the option.
    pub(super) fn color(&self, option: usize, item: usize) -> u32 {
        if self.colors.is_empty() {
            return PLAIN;
        }
        self.entries_of(option).find(|&(other, _)| other == item).map_or(PLAIN, |(_, color)| color)
    }
}
