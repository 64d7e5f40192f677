//! Opens a node: chooses the item that branches, and lists its options.

#![expect(clippy::inline_always, reason = "the search is compiled for each processor: see Lanes::work")]

use super::{Frame, Masks};
use crate::Budget;
use crate::lanes::{Lanes, Task};
use crate::passes::{List, any, fewest, gather, lowest, read, tally};

impl Masks {
    /// Chooses the item that branches, and lists its options.
    #[inline(always)]
    pub(super) fn open<K: Lanes, const W: usize>(&mut self, k: K, frame: &mut Frame, budget: &mut Budget) {
        let Frame { list, need, children, .. } = *frame;
        let mut least = read::<W>(&self.words, need + W);
        if !any(&least) {
            k.within(Fewest::<W> { words: &mut self.words, list, need });
            least = read::<W>(&self.words, need + W);
            budget.scanned += list.len as u64;
        }
        let item = lowest(&least);
        let to = List { at: children.at, stride: List::stride_for(list.len), len: 0 };
        self.reserve(to.at, W, to.stride);
        let len = gather(k, &mut self.words, list, to, W, item);
        frame.item = item;
        // They are few, and what lies behind them in the arena begins where they end.
        let stride = List::stride_for(len).min(to.stride);
        for w in 1..W {
            let row = to.at + w * to.stride;
            self.words.copy_within(row..row + stride, to.at + w * stride);
        }
        frame.children = List { stride, len, ..to };
    }
}

/// The task to count all options, where every item has more than the counters tell, and to write the items
/// with the fewest behind those that are to be covered.
struct Fewest<'a, const W: usize> {
    words: &'a mut [u64],
    list: List,
    need: usize,
}

impl<const W: usize> Task for Fewest<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<K: Lanes>(self, k: K) {
        let Fewest { words, list, need } = self;
        let least = fewest(k, words, list, &read::<W>(words, need));
        words[need + W..need + 2 * W].copy_from_slice(&least);
    }
}

/// The task to write the counts of a list behind it.
pub(super) struct Count<'a> {
    pub(super) search: &'a mut Masks,
    pub(super) list: List,
    pub(super) width: usize,
}

impl Task for Count<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Lanes>(self, k: K) {
        let Count { search, list, width } = self;
        let (lists, counts) = search.words.split_at_mut(list.at + width * list.stride);
        tally(k, lists, list, &mut counts[..4 * width]);
    }
}
