//! Names and their numbers, both ways.

use std::hash::{BuildHasher, Hasher, RandomState};

use indexmap::IndexSet;

/// Distinct names, numbered from 0 in the order in which they came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Names(IndexSet<Box<str>, Key>);

/// The key of the hashes of names. It is a random number, so that nobody can make a file of names that all
/// have the same hash.
#[derive(Clone, Copy, Debug)]
struct Key(u64);

impl Default for Key {
    fn default() -> Key {
        Key(RandomState::new().hash_one(0u8) | 1)
    }
}

impl BuildHasher for Key {
    type Hasher = Folded;

    fn build_hasher(&self) -> Folded {
        Folded { key: self.0, hash: 0 }
    }
}

/// Takes in eight bytes at a time. Names are short: the hash of the standard library takes several times as
/// long, and to read a small problem takes longer than to solve it.
struct Folded {
    key: u64,
    hash: u64,
}

impl Folded {
    fn take(&mut self, word: u64) {
        let product = u128::from(self.hash ^ word ^ self.key) * u128::from(self.key);
        self.hash = product as u64 ^ (product >> 64) as u64;
    }
}

impl Hasher for Folded {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for &word in words {
            self.take(u64::from_le_bytes(word));
        }
        self.take(rest.iter().fold(bytes.len() as u64, |word, &byte| word << 8 | u64::from(byte)));
    }

    /// The end of a text; its length is in the hash.
    fn write_u8(&mut self, _: u8) {}

    fn finish(&self) -> u64 {
        self.hash
    }
}

impl Names {
    /// The number of a name, new or old, and whether it is new.
    pub(super) fn intern(&mut self, name: &str) -> (u32, bool) {
        if let Some(number) = self.0.get_index_of(name) {
            return (number as u32, false);
        }
        (self.0.insert_full(name.into()).0 as u32, true)
    }

    pub(super) fn number(&self, name: &str) -> Option<u32> {
        self.0.get_index_of(name).map(|number| number as u32)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Forgets all names but the first ones.
    pub(super) fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    pub(super) fn name(&self, number: u32) -> &str {
        &self.0[number as usize]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(AsRef::as_ref)
    }
}
