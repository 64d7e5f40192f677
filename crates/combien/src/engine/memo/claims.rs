//! A ledger of counts that several searches share: entries never change once they are written, and none is
//! dropped.
//!
//! A residual problem is *claimed* by the search that comes to it first. Nobody else solves it; the entry
//! appears when it is solved. The table is cut into shards by the hash of the key, each behind a lock of its
//! own, which is held for one look.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use super::cache::{Found, peak_bytes};
use crate::count::Count;
use crate::engine::team::own;
use crate::engine::words::{HandOn, Words};

/// The number of shards, a power of two: with two threads, one look in a thousand meets a lock that is held.
const SHARDS: usize = 256;
/// The bits of a hash that choose the shard: a hash map uses those below and above.
const SHARD_SHIFT: u32 = 40;
/// A search reports its claims after making this number of them.
const BETWEEN_REPORTS: usize = 64;

/// The entries of solved residual problems, and `None` for those that are claimed only.
type Shard<const K: usize> = HashMap<Words<K>, Option<Count>, HandOn>;

/// What all searches share.
#[derive(Debug)]
pub(super) struct Claims<const K: usize> {
    shards: Vec<Mutex<Shard<K>>>,
    /// The claims that searches have told of, and the bytes of numbers that are too large for their entries.
    claimed: AtomicUsize,
    heap: AtomicUsize,
    limit: usize,
}

impl<const K: usize> Claims<K> {
    pub(super) fn new(limit: usize) -> Claims<K> {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Claims { shards, claimed: AtomicUsize::new(0), heap: AtomicUsize::new(0), limit }
    }

    fn shard(&self, key: &Words<K>) -> MutexGuard<'_, Shard<K>> {
        let place = (key.hash() >> SHARD_SHIFT) as usize % SHARDS;
        own(self.shards[place].lock())
    }

    /// Is there more than a [`Cache`](super::cache::Cache) with the same limit is sure to keep? Its young
    /// generation alone may take half of the limit; so as long as this is false, one search alone would
    /// not have dropped an entry either.
    pub(super) fn is_full(&self) -> bool {
        let heap = self.heap.load(Ordering::Relaxed);
        peak_bytes::<K>(self.claimed.load(Ordering::Relaxed)) + heap > self.limit / 2
    }
}

/// The view that one search has of the claims.
#[derive(Debug)]
pub(super) struct Share<const K: usize> {
    claims: Arc<Claims<K>>,
    /// What it has not told of.
    claimed: usize,
    heap: usize,
}

impl<const K: usize> Share<K> {
    pub(super) fn new(claims: Arc<Claims<K>>) -> Share<K> {
        Share { claims, claimed: 0, heap: 0 }
    }

    /// Tells of the claims made since the last time.
    pub(super) fn report(&mut self) {
        self.claims.claimed.fetch_add(std::mem::take(&mut self.claimed), Ordering::Relaxed);
        self.claims.heap.fetch_add(std::mem::take(&mut self.heap), Ordering::Relaxed);
    }

    pub(super) fn recall(&mut self, key: &Words<K>) -> Found<Count> {
        match self.claims.shard(key).entry(*key) {
            Entry::Occupied(entry) => entry.get().clone().map_or(Found::Open, Found::Known),
            Entry::Vacant(place) => {
                place.insert(None);
                self.claimed += 1;
                Found::New
            }
        }
    }

    pub(super) fn look(&self, key: &Words<K>) -> Option<Count> {
        self.claims.shard(key).get(key).cloned().flatten()
    }

    pub(super) fn close(&mut self, key: Words<K>, count: &Count) {
        self.heap += count.heap_bytes();
        self.claims.shard(&key).insert(key, Some(count.clone()));
        if self.claimed >= BETWEEN_REPORTS {
            self.report();
        }
    }
}
