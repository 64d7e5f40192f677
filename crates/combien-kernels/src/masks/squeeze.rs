//! Moves the live bits together: masks become narrower as the list of options becomes shorter.

#![expect(clippy::inline_always, reason = "the search is compiled for each processor: see Lanes::work")]

use crate::lanes::Lanes;
use crate::passes::List;

/// The bits of a word except its lowest `count`.
#[inline(always)]
pub(super) fn above(word: u64, count: usize) -> u64 {
    if word.count_ones() as usize <= count {
        return 0;
    }
    // The longest run of bits, from the lowest on, that has no more.
    let mut run = 0;
    for step in [32, 16, 8, 4, 2, 1] {
        let longer = (1 << (run + step)) - 1;
        if (word & longer).count_ones() as usize <= count {
            run += step;
        }
    }
    word & !((1 << run) - 1)
}

/// Moves some bits of one word of all masks of a list together and into another word, from a bit on; the bits
/// of that word from there on are overwritten.
#[inline(always)]
pub(super) fn squeeze_row<K: Lanes>(
    k: K,
    words: &mut [u64],
    list: List,
    (from, bits): (usize, u64),
    (to, shift): (usize, usize),
) {
    if bits == 0 {
        return;
    }
    let (from, to) = (list.at + from * list.stride, list.at + to * list.stride);
    let words = &mut words[..from.max(to) + list.len];
    let below = (1 << shift) - 1;
    for index in 0..list.len {
        let moved = k.extract(words[from + index], bits) << shift;
        words[to + index] = words[to + index] & below | moved;
    }
}

/// The live bits of a mask, moved together, to a mask that has room for them.
#[inline(always)]
pub(super) fn squeeze<K: Lanes>(k: K, mask: &[u64], live: &[u64], squeezed: &mut [u64]) {
    squeezed.fill(0);
    let mut bits = 0;
    for (&word, &live) in mask.iter().zip(live) {
        let word = k.extract(word, live);
        let (at, shift) = (bits / 64, bits % 64);
        if at < squeezed.len() {
            squeezed[at] |= word << shift;
        }
        if shift > 0 && at + 1 < squeezed.len() {
            squeezed[at + 1] |= word >> (64 - shift);
        }
        bits += live.count_ones() as usize;
    }
}
