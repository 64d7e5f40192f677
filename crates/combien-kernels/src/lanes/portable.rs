//! One lane: plain Rust, and the oracle of the other ways.

#![expect(clippy::inline_always, reason = "these are instructions, and the search is built of them")]

use super::{Lanes, Task};

/// One word at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Lanes for Portable {
    type Vector = u64;
    /// All ones, or zero.
    type Mask = u64;
    const COUNT: usize = 1;

    #[inline(always)]
    fn splat(self, word: u64) -> u64 {
        word
    }
    #[inline(always)]
    fn load(self, words: &[u64], at: usize) -> u64 {
        words[at]
    }
    #[inline(always)]
    fn store(self, words: &mut [u64], at: usize, vector: u64) {
        words[at] = vector;
    }
    #[inline(always)]
    fn and(self, a: u64, b: u64) -> u64 {
        a & b
    }
    #[inline(always)]
    fn or(self, a: u64, b: u64) -> u64 {
        a | b
    }
    #[inline(always)]
    fn xor(self, a: u64, b: u64) -> u64 {
        a ^ b
    }
    #[inline(always)]
    fn zeros(self, vector: u64) -> u64 {
        u64::from(vector == 0).wrapping_neg()
    }
    #[inline(always)]
    fn bits(self, mask: u64) -> u32 {
        mask as u32 & 1
    }
    #[inline(always)]
    fn only(self, vector: u64, mask: u64) -> u64 {
        vector & mask
    }
    #[inline(always)]
    fn pack(self, vector: u64, _mask: u64) -> u64 {
        vector
    }
    #[inline(always)]
    fn swap(self, vector: u64, _distance: usize) -> u64 {
        vector
    }
    #[inline(always)]
    fn deal(self, a: u64, b: u64, _distance: usize) -> (u64, u64) {
        (a, b)
    }
    #[inline(always)]
    fn first(self, vector: u64) -> u64 {
        vector
    }
    /// Halves the gaps between wanted bits six times (Hacker's Delight, section 7-4: compress).
    #[inline(always)]
    fn extract(self, word: u64, places: u64) -> u64 {
        let (mut word, mut places) = (word & places, places);
        let mut zeros_below = !places << 1;
        for step in 0..6 {
            // Bit i is set where the number of unwanted bits below i has bit `step`.
            let mut odd = zeros_below ^ (zeros_below << 1);
            odd ^= odd << 2;
            odd ^= odd << 4;
            odd ^= odd << 8;
            odd ^= odd << 16;
            odd ^= odd << 32;
            let moving = odd & places;
            places = (places ^ moving) | (moving >> (1 << step));
            let moved = word & moving;
            word = (word ^ moved) | (moved >> (1 << step));
            zeros_below &= !odd;
        }
        word
    }
    // A browser compiles each function by itself: of one that had all widths it would run slow code for a
    // second.
    #[inline(never)]
    fn within<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}
