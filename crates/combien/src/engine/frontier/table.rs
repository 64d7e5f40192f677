//! One layer of a sweep: an exact map from states to the number of ways that lead to them.
//!
//! Open addressing in one array of words. A slot holds the state, then the number in as many words, low ones first, as
//! the largest number of the table needs: when a carry falls off the end, all numbers of the table get one word more.
//! So small counts take one word, large ones as many as they need, and none can wrap.
//!
//! A table that grows is moved to a larger array, which takes a second for the largest. So it can be moved in parts:
//! an insertion may have to let it [grow](Table::grow) first, and may pause before that is done.
//!
//! **Invariants.** (1) A slot is empty exactly if its first word is 0: no state has its first word zero. (2) There is an
//! empty slot: at most three quarters are taken, and a table is no larger than that takes, so its size does not depend on
//! the order in which states came. (3) From the slot where a state's hash sends it up to where it is,
//! no slot is empty.
//!
//! **Width.** A table knows the words of its states, and is no type of its own for each width. Only what adds and finds a
//! state is compiled for each; the rest exists once.

use std::ops::Range;

use crate::count::Count;
use crate::engine::words::{Words, with_width};

/// There is not enough memory left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

/// Why nothing was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    /// There is not enough memory left.
    Full,
    /// The table must [grow](Table::grow) first.
    Growing,
}

impl From<Full> for Wait {
    fn from(Full: Full) -> Wait {
        Wait::Full
    }
}

/// Bytes that may be used, and bytes that are.
///
/// Whether the tables of a sweep fit must not depend on the order in which states are added to them, because several threads
/// add in any order. So the smaller table that still exists while a table grows counts until the end of the step: the
/// `reserve` is the largest one that any table may have grown from in this step, and only ever rises within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Memory {
    pub(super) limit: usize,
    pub(super) used: usize,
    pub(super) reserve: usize,
    pub(super) peak: usize,
}

impl Memory {
    pub(super) fn new(limit: usize) -> Memory {
        Memory { limit, used: 0, reserve: 0, peak: 0 }
    }

    pub(super) fn take(&mut self, bytes: usize) -> Result<(), Full> {
        self.change(self.used.saturating_add(bytes), self.reserve)
    }

    pub(super) fn give_back(&mut self, bytes: usize) {
        self.used -= bytes;
    }

    /// A table grows from one size to another.
    pub(super) fn resize(&mut self, from: Size, to: Size) -> Result<(), Full> {
        let used = (self.used - from.bytes()).saturating_add(to.bytes());
        self.change(used, self.reserve.max(to.before().bytes()))
    }

    fn change(&mut self, used: usize, reserve: usize) -> Result<(), Full> {
        let all = used.saturating_add(reserve);
        if all > self.limit {
            return Err(Full);
        }
        (self.used, self.reserve, self.peak) = (used, reserve, self.peak.max(all));
        Ok(())
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
    fn before(self) -> Size {
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
    /// While it grows: the table from which states still have to be moved.
    old: Option<Box<Old>>,
}

/// A table that is being moved, and the first slot that has not been.
#[derive(Clone, Debug)]
struct Old {
    table: Table,
    next: usize,
}

/// Of 16 slots, this many may be taken.
const USUAL: usize = 12;
/// Of 16 slots of a shard's table this many may be taken: more than in an undivided one. So by chance the table of some shard has
/// more than its part, and does not grow before an undivided one would.
const DENSE: usize = 13;
/// Slots of a table with anything in it.
const FEWEST: usize = 16;
/// A table with at most this many slots is moved at once.
const MOVED_AT_ONCE: usize = 1 << 10;

impl Table {
    /// For states of this number of words.
    pub(super) const fn new(width: usize) -> Table {
        Table { words: vec![], slots: 0, taken: 0, width, limbs: 1, most: USUAL, old: None }
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

    /// The same for a state of `K` words.
    #[inline]
    pub(super) fn slot<const K: usize>(&self, slot: usize) -> Option<(Words<K>, &[u64])> {
        let stride = K + self.limbs;
        let at = slot * stride;
        let (state, number) = self.words[at..at + stride].split_at(K);
        let state = Words(std::array::from_fn(|word| state[word]));
        (state.0[0] != 0).then_some((state, number))
    }

    /// The sum of all numbers.
    pub(super) fn total(&self) -> Count {
        self.states(0..self.slots).map(|(_, number)| Count::from_words(number)).sum()
    }

    /// Adds to the number of a state. If there is not enough memory, or the table must grow first, nothing is added.
    #[inline]
    pub(super) fn add<const K: usize>(
        &mut self,
        state: &Words<K>,
        number: &[u64],
        memory: &mut Memory,
    ) -> Result<(), Wait> {
        debug_assert!(self.old.is_none(), "a table is not used while it grows");
        debug_assert_eq!(self.width, K);
        if number.len() > self.limbs || self.slots == 0 {
            self.resize(self.slots.max(FEWEST), number.len(), memory)?;
        }
        let at = self.find(state) * (K + self.limbs);
        let slot = &mut self.words[at..at + K + self.limbs];
        if slot[0] == 0 {
            if self.taken * 16 >= self.slots * self.most {
                self.resize(self.slots * 2, self.limbs, memory)?;
                return self.add_state(&state.0, number, memory);
            }
            slot[..K].copy_from_slice(&state.0);
            slot[K..K + number.len()].copy_from_slice(number);
            self.taken += 1;
        } else if add_to(&mut slot[K..], number) {
            self.carry(at, number, memory)?;
            return self.add_state(&state.0, number, memory);
        }
        Ok(())
    }

    /// The same where it is not known how many words a state has.
    #[inline(never)]
    pub(super) fn add_state(
        &mut self,
        state: &[u64],
        number: &[u64],
        memory: &mut Memory,
    ) -> Result<(), Wait> {
        with_width!(self.width, K => self.add(&Words::<K>::from_slice(state), number, memory))
    }

    /// The same, and grows at once if it must. The memory has no limit.
    pub(super) fn put(&mut self, state: &[u64], number: &[u64], memory: &mut Memory) {
        while self.add_state(state, number, memory).is_err() {
            self.grow(usize::MAX);
        }
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

    /// A carry has just fallen off the end of the number of the state at this word: takes back what was added, and makes room for
    /// more.
    #[cold]
    fn carry(&mut self, at: usize, number: &[u64], memory: &mut Memory) -> Result<(), Wait> {
        subtract_from(&mut self.words[at + self.width..at + self.width + self.limbs], number);
        self.resize(self.slots, self.limbs + 1, memory)
    }

    /// Begins to grow, and is done at once if it is small.
    #[cold]
    fn resize(&mut self, slots: usize, limbs: usize, memory: &mut Memory) -> Result<(), Wait> {
        memory.resize(self.size(), Size { slots, limbs, ..self.size() })?;
        let words = vec![0; slots * (self.width + limbs)];
        let new = Table { words, slots, limbs, old: None, ..*self };
        let table = std::mem::replace(self, new);
        let is_small = table.slots <= MOVED_AT_ONCE;
        self.old = Some(Box::new(Old { table, next: 0 }));
        if is_small && self.grow(usize::MAX) { Ok(()) } else { Err(Wait::Growing) }
    }

    /// The slots that still have to be moved; 0 if it does not grow.
    pub(super) fn slots_to_move(&self) -> usize {
        self.old.as_ref().map_or(0, |old| old.table.slots - old.next)
    }

    /// If it grows, moves the states of this many more slots. Returns whether it is done.
    pub(super) fn grow(&mut self, slots: usize) -> bool {
        let Some(mut old) = self.old.take() else { return true };
        let end = old.table.slots.min(old.next.saturating_add(slots));
        with_width!(self.width, K => self.take_over::<K>(&old.table, old.next..end));
        old.next = end;
        let is_done = end == old.table.slots;
        if !is_done {
            self.old = Some(old);
        }
        is_done
    }

    fn take_over<const K: usize>(&mut self, old: &Table, slots: Range<usize>) {
        for slot in slots {
            if let Some((state, number)) = old.slot::<K>(slot) {
                let at = self.find(&state) * (K + self.limbs);
                self.words[at..at + K].copy_from_slice(&state.0);
                self.words[at + K..at + K + number.len()].copy_from_slice(number);
            }
        }
    }

    /// Grows at once to this size, which is not smaller.
    pub(super) fn widen(&mut self, size: Size, memory: &mut Memory) {
        if size != self.size() && self.resize(size.slots, size.limbs, memory) == Err(Wait::Growing) {
            self.grow(usize::MAX);
        }
    }

    /// Forgets everything and gives its memory back.
    pub(super) fn clear(&mut self, memory: &mut Memory) {
        memory.give_back(self.bytes());
        self.take();
    }

    #[cfg(test)]
    pub(super) fn check_invariants<const K: usize>(&self) {
        assert_eq!(self.states(0..self.slots).count(), self.taken);
        assert!(self.taken < self.slots || self.slots == 0, "no slot is empty");
        for (slot, state) in (0..self.slots).filter_map(|slot| Some((slot, self.slot::<K>(slot)?.0))) {
            assert_eq!(self.find(&state), slot, "a state cannot be found where it is");
        }
    }
}

/// Adds, with at least as many words on the left. Returns whether there is a carry.
#[inline]
pub(super) fn add_to(sum: &mut [u64], number: &[u64]) -> bool {
    let mut carry = false;
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
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    const AMPLE: usize = 1 << 20;

    proptest! {
        /// Compared with a sorted map of counts, with numbers of all sizes.
        #[test]
        fn adds_as_a_map_of_counts(additions in prop::collection::vec((1u64..20, 0u64..3, any::<u128>()), 0..100)) {
            let (mut table, mut memory) = (Table::new(2), Memory::new(AMPLE));
            let mut expected = BTreeMap::new();
            for (low, high, number) in additions {
                let number = number | 1;
                let words = [number as u64, (number >> 64) as u64];
                let significant = if words[1] == 0 { 1 } else { 2 };
                table.add(&Words([low, high]), &words[..significant], &mut memory).unwrap();
                table.check_invariants::<2>();
                *expected.entry((low, high)).or_insert(Count::ZERO) += &Count::from(number);
            }
            let found: BTreeMap<_, _> = table
                .states(0..table.slots())
                .map(|(state, number)| ((state[0], state[1]), Count::from_words(number)))
                .collect();
            prop_assert_eq!(&found, &expected);
            prop_assert_eq!(table.total(), expected.into_values().sum());
            prop_assert_eq!(memory.used, table.bytes());
            table.clear(&mut memory);
            prop_assert_eq!(memory.used, 0);
        }
    }

    #[test]
    fn a_carry_makes_the_numbers_longer() {
        let (mut table, mut memory) = (Table::new(1), Memory::new(AMPLE));
        for _ in 0..3 {
            table.add(&Words([5]), &[u64::MAX, u64::MAX], &mut memory).unwrap();
        }
        assert_eq!(table.total(), Count::from(u128::MAX) * Count::from(3u64));
    }

    #[test]
    fn a_large_table_grows_in_parts() {
        let (mut table, mut memory) = (Table::new(1), Memory::new(AMPLE));
        let (mut grown, mut parts) = (0, 0);
        // The second time, each number gets a carry, and the table longer numbers: once.
        for state in (1..5000).chain(1..5000) {
            while let Err(wait) = table.add(&Words([state]), &[u64::MAX], &mut memory) {
                assert_eq!(wait, Wait::Growing);
                grown += 1;
                while !table.grow(100) {
                    parts += 1;
                }
            }
        }
        table.check_invariants::<1>();
        // From 2048 slots, from 4096, and from 8192.
        assert_eq!((table.len(), grown, parts), (4999, 3, 20 + 40 + 81));
        assert_eq!(table.total(), Count::from(u64::MAX) * Count::from(2 * 4999u64));
        assert_eq!(memory.used, table.bytes());
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
                let (mut table, mut memory) = (Table::new(1), Memory::new(AMPLE));
                for &state in &additions {
                    // Some of the sums have a carry.
                    let number = if state % 100 == 7 { u64::MAX } else { state };
                    table.put(&[state], &[number], &mut memory);
                }
                let limbs = if states < 7 { 1 } else { 2 };
                assert_eq!(table.size(), Size { limbs, ..Size::none(1) }.with_room_for(states as usize));
                assert_eq!(*expected.get_or_insert(memory), memory, "{states} states");
            }
        }
    }

    #[test]
    fn without_memory_nothing_is_added() {
        let room = FEWEST * 2 * size_of::<u64>();
        let (mut table, mut memory) = (Table::new(1), Memory::new(room));
        table.add(&Words([5]), &[u64::MAX], &mut memory).unwrap();
        assert_eq!(memory.peak, room);
        assert_eq!(table.add(&Words([5]), &[2], &mut memory), Err(Wait::Full));
        assert_eq!((table.total().to_u64(), memory.used), (Some(u64::MAX), room));
        table.add(&Words([7]), &[1], &mut memory).unwrap();
        assert_eq!(table.add(&Words([7]), &[1, 1], &mut memory), Err(Wait::Full));
        assert_eq!(table.len(), 2);
        table.check_invariants::<1>();
    }
}
