//! Sets of options that never change, as words of bits: those of an item, and those that clash with an option.
//!
//! A set has one word for each 64 options in a row of which it has some, so it is never longer than a list.
//! What is left of it is found by one operation for each word, and deep in the tree most of a list is gone.
//!
//! To take an option removes all that clash with it. They stand in several items, and often in two of them,
//! so the union is shorter than its parts. It is made when an option is taken for the second time: in a short
//! search most are taken once.

use std::ops::Range;

use super::options::{Options, PLAIN};

/// The unions of all options have at most this number of words: 12 megabytes.
const MOST_WORDS: usize = 1 << 20;

/// Some of 64 options in a row. Halves, because a problem may have one for each entry, and this takes twelve
/// bytes where a number of 64 bits would make it sixteen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Word {
    at: u32,
    low: u32,
    high: u32,
}

impl Word {
    #[inline]
    fn new(at: usize, options: u64) -> Word {
        Word { at: at as u32, low: options as u32, high: (options >> 32) as u32 }
    }

    /// Which 64 options: those from 64 times this number on.
    #[inline]
    pub(super) fn at(self) -> usize {
        self.at as usize
    }

    /// A bit for each.
    #[inline]
    pub(super) fn options(self) -> u64 {
        u64::from(self.low) | u64::from(self.high) << 32
    }
}

/// The options of this word that have a bit, ascending.
#[inline]
pub(super) fn ones(at: usize, mut options: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (options != 0).then(|| at * 64 + options.trailing_zeros() as usize);
        options &= options.wrapping_sub(1);
        first
    })
}

/// The options of each item, and the unions that were made.
#[derive(Clone, Debug)]
pub(super) struct Words {
    /// Those of all items, and where those of each begin, and one end more.
    of_items: Vec<Word>,
    starts: Vec<u32>,
    unions: Vec<Word>,
    clashes: Vec<Clashes>,
    /// The words of a union that is being made; all 0 between two of them.
    sum: Vec<u64>,
}

/// What is known of the options that clash with one.
#[derive(Clone, Copy, Debug, Default)]
enum Clashes {
    #[default]
    Unasked,
    Asked,
    /// Their place among the unions.
    Known {
        start: u32,
        end: u32,
    },
}

impl Words {
    /// The options of each item. Linear in the entries.
    pub(super) fn new(options: &Options, items: usize) -> Words {
        let mut starts = vec![0; items + 1];
        let mut last = vec![u32::MAX; items];
        options.each_entry(|option, item| {
            let at = option as u32 / 64;
            if std::mem::replace(&mut last[item], at) != at {
                starts[item + 1] += 1;
            }
        });
        for item in 0..items {
            starts[item + 1] += starts[item];
        }
        let mut of_items = vec![Word::default(); starts[items] as usize];
        let mut ends = starts.clone();
        last.fill(u32::MAX);
        options.each_entry(|option, item| {
            let (at, bit) = (option as u32 / 64, 1 << (option % 64));
            ends[item] += u32::from(std::mem::replace(&mut last[item], at) != at);
            let word = &mut of_items[ends[item] as usize - 1];
            *word = Word::new(at as usize, word.options() | bit);
        });
        Words { of_items, starts, unions: vec![], clashes: vec![], sum: vec![] }
    }

    /// Those of an item.
    #[inline]
    pub(super) fn of_item(&self, item: usize) -> &[Word] {
        &self.of_items[self.starts[item] as usize..self.starts[item + 1] as usize]
    }

    /// Those that clash with an option if no item has room for both; `None` if they are not known.
    #[inline]
    pub(super) fn clashing(&mut self, option: usize, options: &Options) -> Option<&[Word]> {
        let known = match self.clashes.get(option) {
            Some(&Clashes::Known { start, end }) => start as usize..end as usize,
            _ => self.unite(option, options)?,
        };
        Some(&self.unions[known])
    }

    #[cold]
    fn unite(&mut self, option: usize, options: &Options) -> Option<Range<usize>> {
        if self.clashes.is_empty() {
            self.clashes = vec![Clashes::default(); options.len()];
            self.sum = vec![0; options.len().div_ceil(64)];
        }
        if let Clashes::Unasked = self.clashes[option] {
            self.clashes[option] = Clashes::Asked;
            return None;
        }
        if self.unions.len() + self.sum.len() > MOST_WORDS {
            return None;
        }
        let start = self.unions.len();
        for (item, color) in options.entries_of(option) {
            for word in &self.of_items[self.starts[item] as usize..self.starts[item + 1] as usize] {
                let mut clashing = word.options();
                if color != PLAIN {
                    let agree =
                        ones(word.at(), clashing).filter(|&other| options.color(other, item) == color);
                    clashing &= !agree.fold(0, |agree, other| agree | 1 << (other % 64));
                }
                if clashing != 0 && self.sum[word.at()] == 0 {
                    self.unions.push(Word::new(word.at(), 0));
                }
                self.sum[word.at()] |= clashing;
            }
        }
        for word in &mut self.unions[start..] {
            *word = Word::new(word.at(), std::mem::take(&mut self.sum[word.at()]));
        }
        let known = start..self.unions.len();
        self.clashes[option] = Clashes::Known { start: known.start as u32, end: known.end as u32 };
        Some(known)
    }

    /// The bytes of the unions.
    pub(super) fn bytes(&self) -> usize {
        self.unions.capacity() * size_of::<Word>() + self.clashes.len() * size_of::<Clashes>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;
    use crate::problem::{OptionId, Problem};
    use crate::random::SplitMix64;

    /// 150 options of some of eight items, two of them with colors.
    fn random(seed: u64) -> Problem {
        let mut random = SplitMix64::new(seed);
        let mut text = "a b c d e f | x y\n".to_owned();
        for _ in 0..150 {
            let word = random.word();
            let items = ["a", "b", "c", "d", "e", "f"].into_iter().enumerate();
            let plain = items
                .filter(|(bit, _)| (word >> (2 * bit)).is_multiple_of(4))
                .map(|(_, item)| item.to_owned());
            let colors = ["x", "x:0", "x:1", "y:0", "y:1", "y:2"];
            let colored = (0..2).filter_map(|item| {
                let color = (word >> (20 + 4 * item) & 3) as usize;
                (color < 3).then(|| colors[3 * item + color].to_owned())
            });
            let names: Vec<String> = plain.chain(colored).collect();
            text += &if names.is_empty() { "a".to_owned() } else { names.join(" ") };
            text += "\n";
        }
        parse("t.dlx", &text).unwrap().problem
    }

    #[test]
    fn a_union_has_the_options_that_clash() {
        for seed in 0..20 {
            let problem = random(seed);
            let ranks: Vec<u32> = (0..problem.item_count() as u32).collect();
            let options = Options::new(&problem, &ranks);
            let mut words = Words::new(&options, ranks.len());
            for one in problem.searched_options() {
                assert!(words.clashing(one.index(), &options).is_none(), "it was asked about once");
                let united = words.clashing(one.index(), &options).unwrap();
                let mut found: Vec<usize> =
                    united.iter().flat_map(|word| ones(word.at(), word.options())).collect();
                found.sort_unstable();
                let entries = problem.option(one);
                let clashes = |other: &OptionId| {
                    problem.option(*other).iter().any(|a| entries.iter().any(|&b| !a.agrees_with(b)))
                };
                let expected = problem.searched_options().filter(clashes).map(OptionId::index);
                assert_eq!(found, expected.collect::<Vec<_>>(), "seed {seed}, option {}", one.number());
            }
        }
    }
}
