//! Sets of items and of options that can be cleared in constant time.

use crate::problem::{Color, Entry, OptionId};

/// The items of one option, with their colors there.
pub(super) struct ItemMarks {
    /// For each item the round in which it was last marked, and in what color. An older round means: not
    /// marked.
    marks: Vec<(u64, Option<Color>)>,
    round: u64,
}

impl ItemMarks {
    pub(super) fn new(items: usize) -> ItemMarks {
        ItemMarks { marks: vec![(0, None); items], round: 0 }
    }

    /// Marks exactly these entries.
    pub(super) fn mark(&mut self, entries: impl Iterator<Item = Entry>) {
        self.round += 1;
        entries.for_each(|entry| self.marks[entry.item.index()] = (self.round, entry.color));
    }

    /// Is its item marked, and does the entry not agree with the mark?
    pub(super) fn clashes(&self, entry: Entry) -> bool {
        let (round, color) = self.marks[entry.item.index()];
        round == self.round && !entry.agrees_with(Entry { item: entry.item, color })
    }

    /// Is the item marked, without a color?
    pub(super) fn is_plain(&self, entry: Entry) -> bool {
        self.marks[entry.item.index()] == (self.round, None)
    }
}

/// A set of options.
pub(super) struct OptionMarks {
    marks: Vec<u64>,
    round: u64,
}

impl OptionMarks {
    pub(super) fn new(options: usize) -> OptionMarks {
        OptionMarks { marks: vec![0; options], round: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.round += 1;
    }

    /// Adds an option; is it new?
    pub(super) fn set(&mut self, option: OptionId) -> bool {
        std::mem::replace(&mut self.marks[option.index()], self.round) != self.round
    }
}
