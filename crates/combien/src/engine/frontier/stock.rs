//! The lists of a construction, in pieces that are charged when they are allocated and never moved.
//!
//! A vector that doubles exists twice while it does, and may then be half empty. If nearly all memory is
//! taken by vectors, a limit that must hold has to count each entry three times. Here a list consists of many
//! small arrays, so it takes only the memory of its entries, except for the last array.

use super::ledger::{Full, Memory};
use crate::engine::words::Words;

/// The entries of the first array. Each further one has twice as many, up to [`MOST`].
const FIRST: usize = 16;
/// The entries of a large array.
const MOST: usize = FIRST << DOUBLINGS;
const DOUBLINGS: usize = 8;
/// The entries of all arrays that are smaller than that.
const SMALL: usize = MOST - FIRST;

/// A list that only grows, by arrays that stay where they are.
#[derive(Clone, Debug)]
pub(super) struct Stock<T> {
    arrays: Vec<Vec<T>>,
    len: usize,
}

impl<T: Copy> Stock<T> {
    pub(super) const fn new() -> Stock<T> {
        Stock { arrays: vec![], len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The array of an entry, and its place there.
    fn place(index: usize) -> (usize, usize) {
        if index >= SMALL {
            return (DOUBLINGS + (index - SMALL) / MOST, (index - SMALL) % MOST);
        }
        let array = (index / FIRST + 1).ilog2() as usize;
        (array, index - ((FIRST << array) - FIRST))
    }

    /// The bytes of an array, with its place in the list of arrays, which may be half empty.
    fn bytes_of(array: usize) -> usize {
        (FIRST << array.min(DOUBLINGS)) * size_of::<T>() + 2 * size_of::<Vec<T>>()
    }

    pub(super) fn push(&mut self, entry: T, memory: &mut Memory) -> Result<(), Full> {
        let (array, _) = Stock::<T>::place(self.len);
        if array == self.arrays.len() {
            memory.take(Stock::<T>::bytes_of(array))?;
            self.arrays.push(Vec::with_capacity(FIRST << array.min(DOUBLINGS)));
        }
        self.arrays[array].push(entry);
        self.len += 1;
        Ok(())
    }

    pub(super) fn get(&self, index: usize) -> T {
        let (array, place) = Stock::<T>::place(index);
        self.arrays[array][place]
    }

    /// Replaces an entry by a smaller one.
    pub(super) fn lower(&mut self, index: usize, entry: T)
    where
        T: Ord,
    {
        let (array, place) = Stock::<T>::place(index);
        let old = &mut self.arrays[array][place];
        *old = entry.min(*old);
    }

    /// Forgets everything and gives its memory back.
    pub(super) fn clear(&mut self, memory: &mut Memory) {
        memory.give_back((0..self.arrays.len()).map(Stock::<T>::bytes_of).sum());
        *self = Stock::new();
    }
}

/// The slot is free.
const FREE: u32 = u32::MAX;
/// Slots of a numbering with anything in it.
const FEWEST: usize = 16;

/// States by number, in the order in which they were reached, and numbers by state.
///
/// Open addressing over the numbers: no state is stored twice, and a larger table is made after the smaller
/// one was dropped. A number is less than the number of slots, so the upper bits of a slot are free: they
/// hold bits of the hash. Only if these agree, a probe reads the state, which is rarely in the processor's
/// cache. At most half of the slots are taken.
#[derive(Clone, Debug)]
pub(super) struct Numbering<const K: usize> {
    states: Stock<Words<K>>,
    slots: Vec<u32>,
}

impl<const K: usize> Numbering<K> {
    pub(super) const fn new() -> Numbering<K> {
        Numbering { states: Stock::new(), slots: vec![] }
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    pub(super) fn state(&self, number: usize) -> Words<K> {
        self.states.get(number)
    }

    /// The number of a state, a new one if it is new.
    pub(super) fn number(&mut self, state: Words<K>, memory: &mut Memory) -> Result<u32, Full> {
        if 2 * (self.len() + 1) > self.slots.len() {
            self.double(memory)?;
        }
        let hash = state.hash();
        let last = self.slots.len() - 1;
        let (mut slot, numbers, tag) = (hash as usize & last, last as u32, tag(hash, last));
        loop {
            let entry = self.slots[slot];
            if entry == FREE {
                break;
            }
            if entry & !numbers == tag {
                let number = entry & numbers;
                if self.state(number as usize) == state {
                    return Ok(number);
                }
            }
            slot = (slot + 1) & last;
        }
        let number = self.len() as u32;
        self.states.push(state, memory)?;
        self.slots[slot] = tag | number;
        Ok(number)
    }

    #[cold]
    fn double(&mut self, memory: &mut Memory) -> Result<(), Full> {
        let (old, new) = (self.slots.len(), (2 * self.slots.len()).max(FEWEST));
        memory.take((new - old) * size_of::<u32>())?;
        self.slots = vec![];
        self.slots = vec![FREE; new];
        let last = new - 1;
        for number in 0..self.len() {
            // All states differ, so any free slot is right.
            let hash = self.state(number).hash();
            let mut slot = hash as usize & last;
            while self.slots[slot] != FREE {
                slot = (slot + 1) & last;
            }
            self.slots[slot] = tag(hash, last) | number as u32;
        }
        Ok(())
    }

    /// Forgets everything and gives its memory back.
    pub(super) fn clear(&mut self, memory: &mut Memory) {
        memory.give_back(self.slots.len() * size_of::<u32>());
        self.slots = vec![];
        self.states.clear(memory);
    }
}

/// Bits of a hash, where numbers up to the last slot have none.
fn tag(hash: u64, last: usize) -> u32 {
    (hash >> 32) as u32 & !(last as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_and_their_memory_is_given_back() {
        let (mut stock, mut memory) = (Stock::new(), Memory::new(usize::MAX));
        for number in 0..20_000u32 {
            stock.push(number, &mut memory).unwrap();
            let held = 4 * stock.len();
            // Never more than twice as much, or one large array.
            assert!(memory.used >= held && memory.used <= (2 * held).min(held + 4 * MOST) + 2000);
        }
        assert!((0..20_000).all(|number| stock.get(number) == number as u32));
        stock.clear(&mut memory);
        assert_eq!((stock.len(), memory.used), (0, 0));
    }

    /// Compared with a map of the standard library.
    #[test]
    fn states_are_numbered_as_they_are_met() {
        let (mut numbering, mut memory) = (Numbering::<2>::new(), Memory::new(usize::MAX));
        let mut random = crate::random::SplitMix64::new(1);
        let mut expected = std::collections::HashMap::new();
        for _ in 0..20_000 {
            let state = [random.place(60) as u64 + 1, random.place(60) as u64];
            let next = expected.len() as u32;
            let number = *expected.entry(state).or_insert(next);
            assert_eq!(numbering.number(Words(state), &mut memory), Ok(number));
            assert_eq!(numbering.state(number as usize).0, state);
        }
        assert_eq!(numbering.len(), expected.len());
        numbering.clear(&mut memory);
        assert_eq!(memory.used, 0);
    }

    #[test]
    fn without_memory_nothing_is_numbered() {
        let mut numbering = Numbering::<1>::new();
        for limit in 0..FEWEST * 4 {
            assert_eq!(numbering.number(Words([1]), &mut Memory::new(limit)), Err(Full));
        }
        assert_eq!(numbering.len(), 0);
    }
}
