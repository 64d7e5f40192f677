//! Makes a frame of a node that has options for every item, with narrower masks if they can be.

#![expect(clippy::inline_always, reason = "the search is compiled for each processor: see Lanes::work")]

use super::rooms::among;
use super::squeeze::{above, squeeze, squeeze_row};
use super::widths::supported;
use super::{Frame, Masks};
use crate::bits::{pairs_of_word, swap_pairs};
use crate::lanes::{Lanes, Task};
use crate::passes::{List, Tally, any};

impl Masks {
    /// Makes a frame, with narrower masks if they can be.
    #[inline(always)]
    pub(super) fn push<K: Lanes, const W: usize>(
        &mut self,
        k: K,
        list: List,
        colors: usize,
        need: &[u64; W],
        tally: &Tally<W, 4>,
    ) {
        let Tally([one, two, three, four]) = tally;
        let mut least = [0; W];
        for w in 0..W {
            least[w] = need[w] & !three[w];
        }
        if !any(&least) {
            for w in 0..W {
                least[w] = need[w] & !four[w];
            }
        }
        let (mut width, mut pairs) = (W, colors);
        let mut live = *two;
        if W > 1 {
            let mut bits = 0;
            for w in 0..W {
                if colors > 0 {
                    let pairs = pairs_of_word(colors, w);
                    live[w] = (two[w] & !pairs) | (one[w] & swap_pairs(one[w]) & pairs);
                }
                if self.has_rooms() {
                    live[w] |= among(colors, self.rooms.len(), w);
                }
                bits += live[w].count_ones() as usize;
            }
            width = supported(bits.div_ceil(64).max(1));
        }
        let at = list.at + width * list.stride;
        let behind = at + 2 * width;
        if width < W {
            // Copies, so that the masks themselves can stay in registers: their addresses are not taken.
            let (live, need, least) = (live, *need, least);
            let narrow = Narrow { search: self, list, live: &live, colors, width, masks: [&need, &least] };
            pairs = k.within(narrow);
        } else {
            self.words[at..at + W].copy_from_slice(need);
            self.words[at + W..at + 2 * W].copy_from_slice(&least);
        }
        if self.has_rooms() {
            self.save_rooms(behind);
        }
        self.frames.push(Frame {
            width,
            colors: pairs,
            list,
            need: at,
            item: (0, 0),
            children: List { at: behind + self.rooms.len(), stride: 0, len: 0 },
            next: 0,
            checked: 0,
            alive: 0,
            passes: self.passes.len(),
            kept: self.kept_end,
            forced: self.forced_end,
        });
    }
}

/// The task to make masks narrower. A list becomes narrower a few times on a path at most, so this is
/// compiled once for each processor and takes the width as a value.
struct Narrow<'a> {
    search: &'a mut Masks,
    list: List,
    /// The bits that stay.
    live: &'a [u64],
    /// This many bits are pairs of colored items.
    colors: usize,
    /// The words of a mask afterwards.
    width: usize,
    /// Two masks that are to be written behind the list.
    masks: [&'a [u64]; 2],
}

impl Task for Narrow<'_> {
    type Output = usize;

    /// Removes the dead bits from all masks of a list, in place. Returns the number of bits that are pairs
    /// afterwards.
    #[inline(always)]
    fn run<K: Lanes>(self, k: K) -> usize {
        let Narrow { search, list, live, colors, width, masks } = self;
        let (mut bits, mut pairs) = (0, 0);
        for (w, &live) in live.iter().enumerate() {
            // Live bits fill one word and then the next, and come from words that are not before it: so no
            // row is written that is still to be read.
            let (to, shift) = (bits / 64, bits % 64);
            let high = above(live, 64 - shift);
            for (bits, to, shift) in [(live & !high, to, shift), (high, to + 1, 0)] {
                squeeze_row(k, &mut search.words, list, (w, bits), (to, shift));
            }
            bits += live.count_ones() as usize;
            pairs += (live & pairs_of_word(colors, w)).count_ones() as usize;
        }
        debug_assert!(bits <= 64 * width);
        let at = list.at + width * list.stride;
        for (i, mask) in masks.into_iter().enumerate() {
            let at = at + i * width;
            squeeze(k, mask, live, &mut search.words[at..at + width]);
        }
        pairs
    }
}
