//! One layer of a sweep: an exact map from states to the number of ways that lead to them.
//!
//! Open addressing in one array of words. A slot holds the state, then the number in as many words, low ones
//! first, as the largest number of the table needs: when a carry falls off the end, all numbers of the table
//! get one word more. So small counts take one word, large ones as many as they need, and none can wrap.
//!
//! A table does not grow by itself: where there is no room, nothing is added, and the caller hears what size
//! it takes. So memory is charged before it is allocated. Large layers are divided into tables that are moved
//! in some milliseconds.
//!
//! **Invariants.** (1) A slot is empty exactly if its first word is 0: no state has its first word zero. (2)
//! There is an empty slot: at most three quarters are taken, and a table is no larger than that takes, so its
//! size does not depend on the order in which states came. (3) From the slot where a state's hash sends it up
//! to where it is, no slot is empty.
//!
//! **Width.** A table knows the words of its states, and is no type of its own for each width. Only what adds
//! and finds a state is compiled for each; the rest exists once.

use std::ops::Range;

use crate::count::Count;
use crate::engine::words::{Words, with_width};

/// Writes a number that may be shorter: all numbers of a layer count as equally long.
#[inline]
pub(super) fn write(words: &mut [u64], number: &[u64]) {
    debug_assert!(number.len() <= words.len(), "no word is lost");
    // Most numbers have a word or two: to copy and to fill them by calls would take longer.
    for (place, word) in words.iter_mut().enumerate() {
        *word = number.get(place).copied().unwrap_or(0);
    }
}

/// The size of a table: its slots, and the words of a state and of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) slots: usize,
    pub(super) width: usize,
    pub(super) limbs: usize,
}

impl Size {
    /// No slots.
    pub(super) const fn none(width: usize) -> Size {
        Size { slots: 0, width, limbs: 1 }
    }

    pub(super) fn bytes(self) -> usize {
        self.slots.saturating_mul((self.width + self.limbs) * size_of::<u64>())
    }

    /// The largest size from which a table grows to this one.
    pub(super) fn before(self) -> Size {
        let Size { slots, width, limbs } = self;
        match (slots > FEWEST, limbs > 1) {
            (_, true) => Size { limbs: limbs - 1, ..self },
            (true, false) => Size { slots: slots / 2, ..self },
            (false, false) => Size::none(width),
        }
    }

    /// The size with room for this many states.
    pub(super) fn with_room_for(self, states: usize) -> Size {
        let mut slots = self.slots.max(FEWEST);
        while states * 4 > slots * 3 {
            slots *= 2;
        }
        Size { slots, ..self }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The slots, a power of two of them or none.
    words: Vec<u64>,
    slots: usize,
    taken: usize,
    /// Words of a state, and of a number.
    width: usize,
    limbs: usize,
    /// Of 16 slots, this many may be taken.
    most: usize,
}

/// Of 16 slots, this many may be taken.
const USUAL: usize = 12;
/// Of 16 slots of a shard's table this many may be taken: more than in an undivided one. So by chance the
/// table of some shard has more than its part, and does not grow before an undivided one would.
const DENSE: usize = 13;
/// Slots of a table with anything in it.
const FEWEST: usize = 16;

impl Table {
    /// For states of this number of words.
    pub(super) const fn new(width: usize) -> Table {
        Table { words: vec![], slots: 0, taken: 0, width, limbs: 1, most: USUAL }
    }

    /// The table of a shard: filled a little more.
    pub(super) fn dense(width: usize) -> Table {
        Table { most: DENSE, ..Table::new(width) }
    }

    /// Leaves it empty.
    pub(super) fn take(&mut self) -> Table {
        let empty = Table { most: self.most, ..Table::new(self.width) };
        std::mem::replace(self, empty)
    }

    /// How many states it has.
    pub(super) fn len(&self) -> usize {
        self.taken
    }

    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    pub(super) fn size(&self) -> Size {
        Size { slots: self.slots, width: self.width, limbs: self.limbs }
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.len() * size_of::<u64>()
    }

    /// The states in these slots, with their numbers.
    pub(super) fn states(&self, slots: Range<usize>) -> impl Iterator<Item = (&[u64], &[u64])> {
        let stride = self.width + self.limbs;
        let entries = self.words[slots.start * stride..slots.end * stride].chunks_exact(stride);
        entries.filter(|entry| entry[0] != 0).map(|entry| entry.split_at(self.width))
    }

    /// The state in a slot, with its number, if there is one.
    pub(super) fn state(&self, slot: usize) -> Option<(&[u64], &[u64])> {
        self.states(slot..slot + 1).next()
    }

    /// The words of these slots, and how many a slot has.
    pub(super) fn words(&self, slots: Range<usize>) -> (&[u64], usize) {
        let stride = self.width + self.limbs;
        (&self.words[slots.start * stride..slots.end * stride], stride)
    }

    /// The sum of all numbers.
    pub(super) fn total(&self) -> Count {
        self.states(0..self.slots).map(|(_, number)| Count::from_words(number)).sum()
    }

    /// Adds to the number of a state. If the table has no room for that, nothing is added: it must first have
    /// this size.
    #[inline]
    pub(super) fn add<const K: usize>(&mut self, state: &Words<K>, number: &[u64]) -> Result<(), Size> {
        debug_assert_eq!(self.width, K);
        if number.len() > self.limbs || self.slots == 0 {
            let (slots, limbs) = (self.slots.max(FEWEST), self.limbs.max(number.len()));
            return Err(Size { slots, width: K, limbs });
        }
        let at = self.find(state) * (K + self.limbs);
        let slot = &mut self.words[at..at + K + self.limbs];
        if slot[0] == 0 {
            if self.taken * 16 >= self.slots * self.most {
                return Err(Size { slots: self.slots * 2, ..self.size() });
            }
            slot[..K].copy_from_slice(&state.0);
            write(&mut slot[K..], number);
            self.taken += 1;
        } else if add_to(&mut slot[K..], number) {
            subtract_from(&mut slot[K..], number);
            return Err(Size { limbs: self.limbs + 1, ..self.size() });
        }
        Ok(())
    }

    /// The slot of a state, or the empty one where it would be.
    #[inline]
    fn find<const K: usize>(&self, state: &Words<K>) -> usize {
        let (last, stride) = (self.slots - 1, K + self.limbs);
        let mut slot = state.hash() as usize & last;
        loop {
            let words = &self.words[slot * stride..slot * stride + K];
            if words[0] == 0 || *words == state.0 {
                return slot;
            }
            slot = (slot + 1) & last;
        }
    }

    /// Makes it larger, to this size.
    #[cold]
    pub(super) fn resize(&mut self, size: Size) {
        let Size { slots, limbs, .. } = size;
        let words = vec![0; slots * (self.width + limbs)];
        let old = std::mem::replace(self, Table { words, slots, limbs, ..*self });
        with_width!(self.width, K => self.take_over::<K>(&old));
    }

    fn take_over<const K: usize>(&mut self, old: &Table) {
        for (state, number) in old.states(0..old.slots) {
            let at = self.find(&Words::<K>::from_slice(state)) * (K + self.limbs);
            self.words[at..at + K].copy_from_slice(state);
            write(&mut self.words[at + K..at + K + self.limbs], number);
        }
    }

    #[cfg(test)]
    pub(super) fn check_invariants<const K: usize>(&self) {
        assert_eq!(self.states(0..self.slots).count(), self.taken);
        assert!(self.taken < self.slots || self.slots == 0, "no slot is empty");
        for slot in 0..self.slots {
            if let Some((state, _)) = self.state(slot) {
                assert_eq!(
                    self.find(&Words::<K>::from_slice(state)),
                    slot,
                    "a state cannot be found where it is"
                );
            }
        }
    }
}

/// Adds, with at least as many words on the left. Returns whether there is a carry.
#[inline]
pub(super) fn add_to(sum: &mut [u64], number: &[u64]) -> bool {
    let mut carry = false;
    if let ([word], [one]) = (&mut *sum, number) {
        (*word, carry) = word.overflowing_add(*one);
        return carry;
    }
    let (low, high) = sum.split_at_mut(number.len());
    for (word, &other) in low.iter_mut().zip(number) {
        let (partial, first) = word.overflowing_add(other);
        let (total, second) = partial.overflowing_add(carry.into());
        (*word, carry) = (total, first | second);
    }
    for word in high {
        if !carry {
            break;
        }
        (*word, carry) = word.overflowing_add(1);
    }
    carry
}

/// Undoes [`add_to`], ignoring the last carry.
#[cold]
fn subtract_from(sum: &mut [u64], number: &[u64]) {
    let mut borrow = false;
    for (place, word) in sum.iter_mut().enumerate() {
        let (partial, first) = word.overflowing_sub(number.get(place).copied().unwrap_or(0));
        let (total, second) = partial.overflowing_sub(borrow.into());
        (*word, borrow) = (total, first | second);
    }
}

#[cfg(test)]
mod tests {
    use super::super::ledger::Ledger;
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// Adds, and grows if it must. Returns the sizes that it had in between.
    fn put<const K: usize>(table: &mut Table, state: [u64; K], number: &[u64]) -> usize {
        let mut grown = 0;
        while let Err(size) = table.add(&Words(state), number) {
            table.resize(size);
            grown += 1;
        }
        grown
    }

    proptest! {
        /// Compared with a sorted map of counts, with numbers of all sizes.
        #[test]
        fn adds_as_a_map_of_counts(additions in prop::collection::vec((1u64..20, 0u64..3, any::<u128>()), 0..100)) {
            let mut table = Table::new(2);
            let mut expected = BTreeMap::new();
            for (low, high, number) in additions {
                let number = number | 1;
                let words = [number as u64, (number >> 64) as u64];
                let significant = if words[1] == 0 { 1 } else { 2 };
                put(&mut table, [low, high], &words[..significant]);
                table.check_invariants::<2>();
                *expected.entry((low, high)).or_insert(Count::ZERO) += &Count::from(number);
            }
            let found: BTreeMap<_, _> = table
                .states(0..table.slots())
                .map(|(state, number)| ((state[0], state[1]), Count::from_words(number)))
                .collect();
            prop_assert_eq!(&found, &expected);
            prop_assert_eq!(table.total(), expected.into_values().sum());
            prop_assert_eq!(table.size().bytes(), table.bytes());
        }
    }

    #[test]
    fn a_carry_makes_the_numbers_longer() {
        let mut table = Table::new(1);
        for _ in 0..3 {
            put(&mut table, [5], &[u64::MAX, u64::MAX]);
        }
        assert_eq!(table.total(), Count::from(u128::MAX) * Count::from(3u64));
    }

    #[test]
    fn a_table_grows_only_when_it_is_told_to() {
        let (mut table, mut grown) = (Table::new(1), 0);
        // The second time, each number gets a carry, and the table longer numbers: once.
        for state in (1..5000).chain(1..5000) {
            grown += put(&mut table, [state], &[u64::MAX]);
        }
        table.check_invariants::<1>();
        // From none to 16 slots and to 8192, and once for longer numbers.
        assert_eq!((table.len(), table.slots(), grown), (4999, 8192, 1 + 9 + 1));
        assert_eq!(table.total(), Count::from(u64::MAX) * Count::from(2 * 4999u64));
        let (size, bytes) = (table.size(), table.bytes());
        assert_eq!(table.add(&Words([1]), &[1, 1, 1]), Err(Size { limbs: 3, ..size }));
        assert_eq!((table.size(), table.bytes()), (size, bytes));
    }

    /// Sizes and memory are those of the states, whatever came first and how often.
    #[test]
    fn the_order_of_additions_changes_neither_size_nor_memory() {
        let mut random = crate::random::SplitMix64::new(3);
        for states in [1u64, 12, 13, 24, 25, 700, 768, 769] {
            let mut additions: Vec<_> = (1..=states).chain(1..=states).collect();
            let mut expected = None;
            for _ in 0..20 {
                for place in (1..additions.len()).rev() {
                    additions.swap(place, random.place(place + 1));
                }
                let (mut table, mut ledger) = (Table::new(1), Ledger::new(1, 1, usize::MAX));
                for &state in &additions {
                    // Some of the sums have a carry.
                    let number = if state % 100 == 7 { u64::MAX } else { state };
                    put(&mut table, [state], &[number]);
                    ledger.charge(0, table.len(), table.size().limbs).unwrap();
                }
                let limbs = if states < 7 { 1 } else { 2 };
                assert_eq!(table.size(), Size { limbs, ..Size::none(1) }.with_room_for(states as usize));
                assert_eq!(ledger.size(0), table.size());
                assert_eq!(*expected.get_or_insert(ledger.memory), ledger.memory, "{states} states");
            }
        }
    }
}
