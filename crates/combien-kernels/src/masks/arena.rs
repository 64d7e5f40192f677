//! The arena of a search, which grows.

#![expect(clippy::inline_always, reason = "the search is compiled for each processor: see Lanes::work")]

use super::Masks;

/// An arena with fewer words is small: below a megabyte.
const SMALL: usize = 1 << 17;

impl Masks {
    /// Gives its memory back, for the next search. This one cannot be used any longer.
    pub fn take_arena(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.words)
    }

    /// Makes room for a list, and a little more.
    #[inline(always)]
    pub(super) fn reserve(&mut self, at: usize, width: usize, stride: usize) {
        let end = at + width * stride + 4 * width + self.rooms.len() + 64;
        if end > self.words.len() {
            self.grow(end);
        }
    }

    /// Makes the arena larger: doubles it if it is small, otherwise in small steps, so that a limit on memory
    /// can be used fully. Room is reserved twofold: it takes no memory before it is used, and each move
    /// has both arenas in memory.
    #[cold]
    fn grow(&mut self, end: usize) {
        let words = if end < SMALL { 2 * end } else { end + end / 16 };
        if words > self.words.capacity() {
            let room = words.max(2 * self.words.capacity());
            self.words.reserve_exact(room - self.words.len());
        }
        self.words.resize(words, 0);
    }
}
