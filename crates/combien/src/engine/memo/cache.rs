//! Earlier counts, in two generations, so that they stay within the memory limit.
//!
//! New numbers go to the young generation. When it cannot grow without exceeding the limit, the old
//! generation is dropped and the young one becomes old. An entry that is looked up again moves to the young
//! generation and survives.

use std::collections::HashMap;

use crate::count::Count;
use crate::engine::words::{HandOn, Words};

type Generation<const K: usize> = HashMap<Words<K>, Count, HandOn>;

/// What a ledger knows of a residual problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found<E> {
    /// It has been solved.
    Known(E),
    /// Another search that shares the ledger is solving it.
    Open,
    /// Nothing.
    New,
}

#[derive(Clone, Debug)]
pub(super) struct Cache<const K: usize> {
    young: Generation<K>,
    old: Generation<K>,
    /// Bytes of the numbers that are too large for their entry.
    young_heap: usize,
    limit: usize,
    pub(super) forgotten: u64,
}

impl<const K: usize> Cache<K> {
    pub(super) fn new(limit: usize) -> Cache<K> {
        Cache { young: HashMap::default(), old: HashMap::default(), young_heap: 0, limit, forgotten: 0 }
    }

    pub(super) fn get(&mut self, key: &Words<K>) -> Option<Count> {
        if let Some(count) = self.young.get(key) {
            return Some(count.clone());
        }
        let count = self.old.remove(key)?;
        self.insert(*key, count.clone());
        Some(count)
    }

    pub(super) fn insert(&mut self, key: Words<K>, count: Count) {
        if !self.has_room() {
            self.forgotten += self.old.len() as u64;
            self.old = std::mem::take(&mut self.young);
            self.young_heap = 0;
        }
        if self.has_room() {
            self.young_heap += count.heap_bytes();
            self.young.insert(key, count);
        }
    }

    /// May the young generation get one more entry? Each generation may take half of the limit. While a
    /// generation grows, it exists twice.
    fn has_room(&self) -> bool {
        let capacity = self.young.capacity();
        let grown = if self.young.len() < capacity { 0 } else { table_bytes::<K, Count>(capacity + 1) };
        let tables = table_bytes::<K, Count>(capacity) + grown;
        tables + self.young_heap <= self.limit / 2
    }
}

/// The bytes of a hash map with room for this many: a power of two of slots, seven eighths of them taken at
/// most, and a byte beside each.
pub(super) fn table_bytes<const K: usize, V>(capacity: usize) -> usize {
    let slots = (capacity * 8 / 7).next_power_of_two().max(4);
    if capacity == 0 { 0 } else { slots * (size_of::<(Words<K>, V)>() + 1) }
}

/// The most bytes of a hash map from the first to this number of entries: while it grows, it exists twice.
pub(super) fn peak_bytes<const K: usize>(entries: usize) -> usize {
    let (mut small, mut capacity) = (0, 3);
    while capacity < entries {
        (small, capacity) = (capacity, if capacity < 7 { 7 } else { 2 * capacity });
    }
    table_bytes::<K, Count>(small) + table_bytes::<K, Count>(capacity.min(entries))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_in_use_survive_and_the_rest_is_dropped() {
        let limit = 1 << 16;
        let mut cache = Cache::<1>::new(limit);
        for number in 0..100_000u64 {
            cache.insert(Words([number]), Count::from(number));
            assert_eq!(cache.get(&Words([0])), Some(Count::ZERO), "asked for at {number}");
            let bytes = table_bytes::<1, Count>(cache.young.capacity())
                + table_bytes::<1, Count>(cache.old.capacity());
            assert!(bytes <= limit);
        }
        assert_eq!(cache.get(&Words([1])), None);
        assert_eq!(cache.get(&Words([99_999])), Some(Count::from(99_999u64)));
        assert!(cache.forgotten > 90_000);
    }

    #[test]
    fn without_memory_nothing_is_kept() {
        let mut cache = Cache::<1>::new(0);
        cache.insert(Words([1]), Count::ONE);
        assert_eq!(cache.get(&Words([1])), None);
    }

    #[test]
    fn large_numbers_take_their_room() {
        let limit = 1 << 12;
        let mut cache = Cache::<1>::new(limit);
        let large = (0..200).fold(Count::ONE, |product, _| product * Count::from(u64::MAX));
        for number in 0..10 {
            cache.insert(Words([number]), large.clone());
        }
        assert!(cache.young_heap <= limit / 2 + large.heap_bytes() && cache.forgotten > 0);
    }
}
