//! All layers, divided by the hashes of states into shards, so that several threads can add to them.
//!
//! A shard has a table for each layer, and a lock. Threads add many states at once to a shard, so they seldom meet.
//!
//! **Memory.** What counts is what undivided tables would take: it depends on how many states each layer has, and not on
//! the order in which they came, nor on how they are divided. The tables of the shards are filled a little
//! more, so that together they take no more.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use super::layers::Tell;
use super::table::{Full, Memory, Size, Table};
use crate::engine::words::{Words, hash, with_width};

/// How many shards there are: many more than threads, so that two seldom want the same.
pub(super) const SHARDS: usize = 1 << SHARD_BITS;
const SHARD_BITS: u32 = 5;

/// The shard of a state: the high bits of its hash, because tables use the low ones.
#[inline]
pub(super) fn shard(state: &[u64]) -> usize {
    (hash(state) >> (u64::BITS - SHARD_BITS)) as usize
}

/// The layers that are left.
pub(super) struct Shards {
    width: usize,
    each: Vec<Mutex<Shard>>,
    /// How many states each shard has in each layer.
    lens: Vec<Vec<AtomicUsize>>,
    ledger: Mutex<Ledger>,
    is_full: AtomicBool,
    /// Is everything added, even if there is not enough memory? Then the caller finds room for it.
    keeps_all: bool,
}

/// The tables of a shard, one for each layer. The shard has no limit of its own; the [`Ledger`] has one.
struct Shard {
    tables: Vec<Table>,
    memory: Memory,
}

/// What undivided tables would take.
struct Ledger {
    memory: Memory,
    /// The size of each layer.
    sizes: Vec<Size>,
    /// The last layer with a state.
    last: usize,
}

/// What a lock guards. Nobody has panicked while they held one, or the team would have too.
pub(super) fn own<T>(guarded: Result<T, PoisonError<T>>) -> T {
    guarded.unwrap_or_else(PoisonError::into_inner)
}

/// Locks what another thread has for some microseconds at most: to sleep would take longer.
pub(super) fn lock<T>(guarded: &Mutex<T>) -> MutexGuard<'_, T> {
    for _ in 0..1 << 10 {
        match guarded.try_lock() {
            Ok(guard) => return guard,
            Err(TryLockError::Poisoned(error)) => return error.into_inner(),
            Err(TryLockError::WouldBlock) => std::hint::spin_loop(),
        }
    }
    own(guarded.lock())
}

impl Shards {
    /// The bytes of the smallest tables, for this many steps, numbers being short.
    pub(super) fn fewest_bytes(steps: usize, width: usize) -> usize {
        let smallest = Size { limbs: 4, ..Size::none(width).with_room_for(1) };
        steps.saturating_mul(SHARDS).saturating_mul(smallest.bytes() + size_of::<Table>())
    }

    /// Divides the tables from this step on, and leaves them empty.
    pub(super) fn divide(tables: &mut [Table], step: usize, memory: Memory, keeps_all: bool) -> Shards {
        let width = tables[step].size().width;
        let new =
            || Shard { tables: vec![Table::dense(width); tables.len()], memory: Memory::new(usize::MAX) };
        let mut shards: Vec<_> = (0..SHARDS).map(|_| new()).collect();
        let mut ledger = Ledger { memory, sizes: vec![Size::none(width); tables.len()], last: step };
        for (layer, table) in tables.iter_mut().enumerate().skip(step).filter(|(_, table)| table.len() > 0) {
            for (state, number) in table.states(0..table.slots()) {
                let Shard { tables, memory } = &mut shards[shard(state)];
                tables[layer].put(state, number, memory);
            }
            (ledger.sizes[layer], ledger.last) = (table.size(), layer);
            table.take();
        }
        let lens = |shard: &Shard| shard.tables.iter().map(|table| AtomicUsize::new(table.len())).collect();
        let lens = shards.iter().map(lens).collect();
        let each = shards.into_iter().map(Mutex::new).collect();
        Shards { width, each, lens, ledger: Mutex::new(ledger), is_full: AtomicBool::new(false), keeps_all }
    }

    /// Puts the states from this step on into undivided tables.
    /// Returns what they take.
    pub(super) fn join(self, tables: &mut [Table], step: usize) -> Memory {
        let Ledger { sizes, last, memory: charged } = own(self.ledger.into_inner());
        let mut memory = Memory::new(usize::MAX);
        let mut shards: Vec<_> = self.each.into_iter().map(|shard| own(shard.into_inner())).collect();
        for layer in step..=last {
            for shard in &mut shards {
                let divided = shard.tables[layer].take();
                for (state, number) in divided.states(0..divided.slots()) {
                    tables[layer].put(state, number, &mut memory);
                }
            }
            debug_assert_eq!(tables[layer].size(), sizes[layer], "layer {layer}");
        }
        charged
    }

    /// The tables of each shard, one for each layer.
    pub(super) fn into_tables(self) -> impl Iterator<Item = Vec<Table>> {
        self.each.into_iter().map(|shard| own(shard.into_inner()).tables)
    }

    /// Tells the states from a layer on.
    pub(super) fn each(&self, layer: usize, tell: &mut Tell<'_>) -> io::Result<()> {
        for shard in &self.each {
            for (layer, table) in lock(shard).tables.iter().enumerate().skip(layer) {
                table.states(0..table.slots()).try_for_each(|(state, number)| tell(layer, state, number))?;
            }
        }
        Ok(())
    }

    /// The layers with states from one on, and the words of their numbers.
    pub(super) fn limbs(&self, layer: usize) -> Vec<(usize, usize)> {
        let ledger = own(self.ledger.lock());
        let sizes = ledger.sizes.iter().enumerate().skip(layer);
        sizes.filter(|(_, size)| size.slots > 0).map(|(layer, size)| (layer, size.limbs)).collect()
    }

    /// Adds entries to a shard: the layer, the state, and the number, in this many words together.
    pub(super) fn add(&self, shard: usize, entries: &[u64], stride: usize) {
        with_width!(self.width, K => self.add_words::<K>(shard, entries, stride));
    }

    fn add_words<const K: usize>(&self, shard: usize, entries: &[u64], stride: usize) {
        let mut guard = lock(&self.each[shard]);
        let lens = &self.lens[shard];
        for entry in entries.chunks_exact(stride) {
            let state = Words::<K>::from_slice(&entry[1..=K]);
            let layer = entry[0] as usize;
            let before = guard.memory.used;
            let table = guard.add(layer, &state, &entry[1 + K..]);
            lens[layer].store(table.len(), Ordering::Relaxed);
            let limbs = table.size().limbs;
            if guard.memory.used != before {
                self.charge(layer, limbs);
            }
        }
    }

    /// The states of a layer.
    pub(super) fn len(&self, layer: usize) -> usize {
        self.lens.iter().map(|lens| lens[layer].load(Ordering::Relaxed)).sum()
    }

    /// The states of all layers from one on.
    pub(super) fn len_from(&self, layer: usize) -> usize {
        (layer..=own(self.ledger.lock()).last).map(|layer| self.len(layer)).sum()
    }

    /// Charges what an undivided table would take.
    #[cold]
    fn charge(&self, layer: usize, limbs: usize) {
        let mut ledger = own(self.ledger.lock());
        if ledger.charge(layer, self.len(layer), limbs).is_err() {
            self.is_full.store(true, Ordering::Relaxed);
        }
    }

    /// Is there not enough memory for what was added?
    pub(super) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Is what is added lost?
    pub(super) fn drops(&self) -> bool {
        self.is_full() && !self.keeps_all
    }

    /// Charges exactly what the layers after this step take now. If that is too much for any order of additions, it is
    /// for all.
    pub(super) fn settle(&self, step: usize) -> Result<(), Full> {
        let mut ledger = own(self.ledger.lock());
        for layer in step + 1..=ledger.last {
            ledger.charge(layer, self.len(layer), 1)?;
        }
        if self.is_full() { Err(Full) } else { Ok(()) }
    }

    /// Takes the tables of a layer out, to be processed, and the words of its numbers.
    pub(super) fn take(&self, layer: usize) -> (Vec<Table>, usize) {
        let take = |shard: &Mutex<Shard>| lock(shard).tables[layer].take();
        (self.each.iter().map(take).collect(), own(self.ledger.lock()).sizes[layer].limbs)
    }

    /// A layer has been processed.
    pub(super) fn finish(&self, layer: usize) {
        let mut ledger = own(self.ledger.lock());
        let bytes = ledger.sizes[layer].bytes();
        ledger.memory.give_back(bytes);
        ledger.memory.reserve = 0;
    }

    /// What undivided tables take.
    pub(super) fn memory(&self) -> Memory {
        own(self.ledger.lock()).memory
    }
}

impl Shard {
    #[inline]
    fn add<const K: usize>(&mut self, layer: usize, state: &Words<K>, number: &[u64]) -> &Table {
        let table = &mut self.tables[layer];
        while table.add(state, number, &mut self.memory).is_err() {
            table.grow(usize::MAX);
        }
        table
    }
}

impl Ledger {
    /// A layer has this many states, and numbers of at least this many words.
    fn charge(&mut self, layer: usize, states: usize, limbs: usize) -> Result<(), Full> {
        let old = self.sizes[layer];
        let new = Size { limbs: limbs.max(old.limbs), ..old };
        let new = if states == 0 { old } else { new.with_room_for(states) };
        if new != old {
            self.memory.resize(old, new)?;
            self.sizes[layer] = new;
            self.last = self.last.max(layer);
        }
        Ok(())
    }
}
