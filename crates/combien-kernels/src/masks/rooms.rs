//! Items that may be covered several times: what is left of their bounds.
//!
//! Such an item is a bit that the options claim as they claim any other. But an option forbids it only if
//! that uses up its upper bound; and a node is dead if fewer options are left than its lower bound still
//! needs. The bits of these items are kept together, so their rooms are a short list, one word each. No
//! branch is made on them: each option covers some item that must be covered exactly once, and those branch.

use super::{Descent, Masks};
use crate::bits::{Room, forbids, ones, pairs_of_word};

/// A room as a word of the arena.
pub(super) fn pack(room: Room) -> u64 {
    u64::from(room.lo) << 32 | u64::from(room.hi)
}

fn unpack(word: u64) -> Room {
    Room { lo: (word >> 32) as u32, hi: word as u32 }
}

impl Masks {
    /// Are there items that may be covered several times?
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the search is compiled for each processor: see Lanes::work")]
    pub(super) fn has_rooms(&self) -> bool {
        !self.rooms.is_empty()
    }

    /// What an option forbids that is taken.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the search is compiled for each processor: see Lanes::work")]
    pub(super) fn take<const W: usize>(&mut self, claims: &[u64; W], colors: usize) -> [u64; W] {
        let forbids = forbids(claims, colors);
        if !self.has_rooms() {
            return forbids;
        }
        // Copies, so that the masks themselves can stay in registers: their addresses are not taken.
        let (claims, mut forbids) = (*claims, forbids);
        self.cover(colors, &claims, &mut forbids);
        forbids
    }

    /// All items are covered that are covered once: so no option is left.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the search is compiled for each processor: see Lanes::work")]
    pub(super) fn all_covered(&self) -> Descent {
        if self.has_rooms() && self.is_short(0, &[]) { Descent::Dead } else { Descent::Solution }
    }

    /// An option is taken. Removes from what it forbids the items that may be covered again. Their bits begin
    /// at `first`.
    #[cold]
    #[inline(never)]
    fn cover(&mut self, first: usize, claims: &[u64], forbids: &mut [u64]) {
        for w in first / 64..(first + self.rooms.len()).div_ceil(64) {
            for bit in ones(&[claims[w] & among(first, self.rooms.len(), w)]) {
                let room = &mut self.rooms[64 * w + bit - first];
                let Room { lo, hi } = unpack(*room);
                *room = pack(Room { lo: lo.saturating_sub(1), hi: hi - 1 });
                if hi > 1 {
                    forbids[w] &= !(1 << bit);
                }
            }
        }
    }

    /// Is there an item that needs more options than it has left? Given are the items with at least one
    /// option, two, and so on; nothing if no option is left.
    #[cold]
    #[inline(never)]
    pub(super) fn is_short(&self, first: usize, counts: &[&[u64]]) -> bool {
        (first..).zip(&self.rooms).any(|(bit, &room)| {
            let needed = unpack(room).lo as usize;
            let has = |count: &&[u64]| count[bit / 64] >> (bit % 64) & 1 == 1;
            needed > 0 && !counts.get(needed.min(counts.len().max(1)) - 1).is_some_and(has)
        })
    }

    /// The rooms of a frame, which are kept in the arena.
    #[cold]
    pub(super) fn load_rooms(&mut self, at: usize) {
        let count = self.rooms.len();
        self.rooms.copy_from_slice(&self.words[at..at + count]);
    }

    /// Keeps the rooms of a frame.
    #[cold]
    pub(super) fn save_rooms(&mut self, at: usize) {
        let count = self.rooms.len();
        self.words[at..at + count].copy_from_slice(&self.rooms);
    }
}

/// The bits of a word that belong to this number of items with bounds.
pub(super) fn among(first: usize, count: usize, word: usize) -> u64 {
    pairs_of_word(first + count, word) & !pairs_of_word(first, word)
}
