//! What a thread has found and not yet added: where the moves of some hundred states lead, by
//! [shard](super::shards).
//!
//! It is added for a shard when there is enough of it, so that a lock is a small part of the cost, and the
//! tables of a shard are near when they are needed.

use super::Work;
use super::shards::{SHARDS, Shards, shard};
use super::table::{Size, Table, write};
use crate::engine::words::Words;

/// The words for a shard: some dozens of entries.
const WORDS: usize = 1 << 8;

/// What the threads need for themselves is not counted; so it must be a small part of the memory.
const PART_OF_MEMORY: usize = 16;

/// Is this limit of memory large against what many shards need that is not counted? The smallest tables
/// matter if all layers have states at a time.
pub(super) fn fits(layers: usize, width: usize, limit: usize, all_have_states: bool) -> bool {
    let smallest = Size { limbs: 4, ..Size::none(width).with_room_for(1) };
    let table = size_of::<Table>() + if all_have_states { smallest.bytes() } else { 0 };
    let tables = layers.saturating_mul(SHARDS).saturating_mul(table);
    tables.saturating_add(2 * Outbox::bytes(SHARDS)) <= limit / PART_OF_MEMORY
}

/// Entries for each shard: the layer, the state, and the number, all in the same number of words.
///
/// **Invariant.** Between two phases it is empty.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    /// For each shard an array of this length, and how many words of it are used.
    words: Vec<u64>,
    room: usize,
    used: Vec<usize>,
    /// The words of an entry.
    stride: usize,
    pub(super) work: Work,
}

impl Outbox {
    /// The bytes that a thread needs.
    pub(super) const fn bytes(shards: usize) -> usize {
        shards * WORDS * size_of::<u64>()
    }

    /// From now on, numbers take this many words.
    pub(super) fn set_limbs(&mut self, limbs: usize, shards: &Shards) {
        let stride = 1 + shards.width() + limbs;
        if (self.stride, self.used.len()) == (stride, shards.count()) {
            return;
        }
        self.flush_all(0, shards);
        (self.stride, self.room) = (stride, WORDS.max(stride));
        self.words.resize(shards.count() * self.room, 0);
        self.used.resize(shards.count(), 0);
    }

    /// A state and its number, which is no longer than all.
    #[inline]
    pub(super) fn push<const K: usize>(
        &mut self,
        layer: usize,
        state: &Words<K>,
        number: &[u64],
        shards: &Shards,
    ) {
        let shard = if self.used.len() == 1 { 0 } else { shard(&state.0) };
        if self.used[shard] + self.stride > self.room {
            self.flush(shard, shards);
        }
        let at = shard * self.room + self.used[shard];
        let entry = &mut self.words[at..at + self.stride];
        entry[0] = layer as u64;
        entry[1..=K].copy_from_slice(&state.0);
        write(&mut entry[1 + K..], number);
        self.used[shard] += self.stride;
        self.work.updates += 1;
    }

    #[inline(never)]
    fn flush(&mut self, shard: usize, shards: &Shards) {
        let (start, used) = (shard * self.room, std::mem::take(&mut self.used[shard]));
        if used > 0 {
            shards.add(shard, &self.words[start..start + used], self.stride);
        }
    }

    /// Threads that are done at the same time begin with different shards.
    pub(super) fn flush_all(&mut self, thread: usize, shards: &Shards) {
        let count = self.used.len();
        for shard in 0..count {
            self.flush((thread * count / 2 + shard) % count, shards);
        }
    }
}
