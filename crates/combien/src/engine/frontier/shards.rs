//! The layers that are left: their states, in one table for each layer, or divided by their hashes into
//! shards.
//!
//! A shard has a table for each layer, and a lock. There is one shard, or enough of them that threads seldom
//! wait for each other. On [disk](super::spilled), a shard also has runs for each layer.
//!
//! **Memory.** What counts is the [`Ledger`]: what undivided tables would take. It is charged before a table
//! grows. The tables of many shards are filled a little more, so that together they take no more.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};

use super::disk::Disk;
use super::entries::trimmed;
use super::ledger::{Full, Ledger, Memory};
use super::merge::{Cursor, Runs};
use super::spill::Spilled;
use super::table::{Size, Table};
use crate::budget::Reason;
use crate::count::Count;
use crate::engine::team::own;
use crate::engine::words::{Words, hash, with_width};

/// How many shards there are if there are several: many more than threads, so that two seldom want the same.
pub(super) const SHARDS: usize = 1 << SHARD_BITS;
const SHARD_BITS: u32 = 5;
/// The shard of a state, of many: the high bits of its hash, because tables use the low ones.
#[inline]
pub(super) fn shard(state: &[u64]) -> usize {
    (hash(state) >> (u64::BITS - SHARD_BITS)) as usize
}

/// Who is told the entries of layers: the layer, the state and its number.
pub(super) type Tell<'t> = dyn FnMut(usize, &[u64], &[u64]) -> io::Result<()> + 't;

/// The layers that are left.
pub(super) struct Shards {
    width: usize,
    pub(super) each: Vec<Mutex<Shard>>,
    /// How many states each shard has in each layer.
    lens: Vec<Vec<AtomicUsize>>,
    ledger: Mutex<Ledger>,
    /// There was no room for something.
    pub(super) is_full: AtomicBool,
    /// Is everything added, even if there is not enough memory? Then the caller finds room for it.
    pub(super) keeps_all: bool,
    pub(super) spilled: Option<Spilled>,
}

/// The tables of a shard, one for each layer, and the runs if it is on disk.
pub(super) struct Shard {
    pub(super) tables: Vec<Table>,
    pub(super) runs: Vec<Runs>,
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
    /// One or [`SHARDS`] of them, without states.
    pub(super) fn new(count: usize, ledger: Ledger, spilled: Option<Spilled>) -> Shards {
        let (width, layers) = (ledger.size(0).width, ledger.layers());
        let table = if count == 1 { Table::new(width) } else { Table::dense(width) };
        let runs =
            |shard: usize| (0..layers).map(|layer| Runs::new(2 * (layer * SHARDS + shard) as u64)).collect();
        let new = |shard: usize| Shard {
            tables: vec![table.clone(); layers],
            runs: if spilled.is_some() { runs(shard) } else { vec![] },
        };
        let lens = |_| (0..layers).map(|_| AtomicUsize::new(0)).collect();
        Shards {
            width,
            each: (0..count).map(new).map(Mutex::new).collect(),
            lens: (0..count).map(lens).collect(),
            ledger: Mutex::new(ledger),
            is_full: AtomicBool::new(false),
            keeps_all: false,
            spilled,
        }
    }

    /// The words of a state.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// How many shards there are.
    pub(super) fn count(&self) -> usize {
        self.each.len()
    }

    pub(super) fn layers(&self) -> usize {
        self.lens[0].len()
    }

    /// Moves the states to this many shards, in memory or on disk.
    pub(super) fn moved(&mut self, count: usize, spilled: Option<Spilled>) -> Result<(), Reason> {
        let (layers, limit, from_disk) = (self.layers(), self.memory().limit, self.spilled.is_some());
        // In memory, what undivided tables take stays the same.
        let ledger = own(self.ledger.get_mut()).clone();
        let ledger = if from_disk { Ledger::new(layers, self.width, usize::MAX) } else { ledger };
        let mut new = Shards { keeps_all: self.keeps_all, ..Shards::new(count, ledger, spilled) };
        let mut entry = vec![];
        for number in 0..self.count() {
            for layer in 0..layers {
                let (table, runs) = self.take(layer, number);
                if let Some(spilled) = self.spilled.as_ref().filter(|_| !runs.is_empty()) {
                    let mut cursor = Cursor::new(table, runs);
                    cursor.open(spilled, 2)?;
                    while let Some((state, number)) = cursor.next(&spilled.disk)? {
                        new.put(layer, state, trimmed(number), &mut entry);
                    }
                    cursor.close(spilled)?;
                    continue;
                }
                for (state, number) in table.states(0..table.slots()) {
                    new.put(layer, state, trimmed(number), &mut entry);
                }
                drop(table);
                new.make_room(0)?;
            }
        }
        if from_disk || new.spilled.is_some() {
            // All of it is taken, or was.
            let memory = &mut own(new.ledger.get_mut()).memory;
            *memory = Memory { limit, reserve: 0, peak: limit, ..*memory };
        }
        *self = new;
        Ok(())
    }

    /// Takes the states of a layer and a shard out.
    pub(super) fn take(&self, layer: usize, number: usize) -> (Table, Runs) {
        let mut shard = own(self.each[number].lock());
        self.lens[number][layer].store(0, Ordering::Relaxed);
        let runs = shard.runs.get_mut(layer).map(std::mem::take).unwrap_or_default();
        (shard.tables[layer].take(), runs)
    }

    /// Adds to the number of a state. The entry is memory to be used.
    pub(super) fn put(&self, layer: usize, state: &[u64], number: &[u64], entry: &mut Vec<u64>) {
        entry.clear();
        entry.push(layer as u64);
        entry.extend_from_slice(state);
        entry.extend_from_slice(number);
        self.add(if self.count() == 1 { 0 } else { shard(state) }, entry, entry.len());
    }

    /// Adds entries to a shard: the layer, the state, and the number, in this many words together.
    pub(super) fn add(&self, shard: usize, entries: &[u64], stride: usize) {
        if !self.is_full() || self.keeps_all || self.spilled.is_some() {
            with_width!(self.width, K => self.add_words::<K>(shard, entries, stride));
        }
    }

    fn add_words<const K: usize>(&self, number: usize, entries: &[u64], stride: usize) {
        let tables = &mut lock(&self.each[number]).tables;
        let lens = &self.lens[number];
        let mut last = entries[0] as usize;
        for entry in entries.chunks_exact(stride) {
            let layer = entry[0] as usize;
            if layer != last {
                lens[last].store(tables[last].len(), Ordering::Relaxed);
                last = layer;
            }
            let table = &mut tables[layer];
            let state = Words::<K>::from_slice(&entry[1..=K]);
            while let Err(size) = table.add(&state, &entry[1 + K..]) {
                if self.charge(layer, number, table, size).is_err() {
                    return;
                }
                table.resize(size);
            }
        }
        lens[last].store(tables[last].len(), Ordering::Relaxed);
    }

    /// Charges what it takes that a table grows to this size.
    #[cold]
    #[inline(never)]
    fn charge(&self, layer: usize, number: usize, table: &Table, size: Size) -> Result<(), Full> {
        if let Some(spilled) = &self.spilled {
            if spilled.take(size.bytes() - table.bytes()).is_err() {
                self.is_full.store(true, Ordering::Relaxed);
            }
            return Ok(());
        }
        // With more slots it has room for one state more.
        let states = table.len() + usize::from(size.slots > table.slots());
        self.lens[number][layer].store(states, Ordering::Relaxed);
        let charged = own(self.ledger.lock()).charge(layer, self.len(layer), size.limbs);
        if charged.is_err() {
            self.is_full.store(true, Ordering::Relaxed);
        }
        if self.keeps_all { Ok(()) } else { charged }
    }

    /// The states of a layer.
    pub(super) fn len(&self, layer: usize) -> usize {
        self.lens.iter().map(|lens| lens[layer].load(Ordering::Relaxed)).sum()
    }

    /// Have all layers from one on few states?
    fn are_few(&self, layer: usize, few: usize) -> bool {
        let last = own(self.ledger.lock()).last;
        self.len(layer) < few && (layer..=last).map(|layer| self.len(layer)).sum::<usize>() < few
    }

    /// Should there be one shard for the layers from this one on?
    pub(super) fn should_join(&self, step: usize, few: usize) -> bool {
        match &self.spilled {
            Some(spilled) => step + 1 == self.layers() || self.is_small(spilled, step),
            None => self.are_few(step, few),
        }
    }

    /// Is there not enough memory for what was added?
    pub(super) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// A layer has been processed, with tables of this size: charges exactly what the layers after it take
    /// now. If that is too much for any order of additions, it is for all.
    pub(super) fn finish(&self, layer: usize, bytes: usize) -> Result<(), Full> {
        if let Some(spilled) = &self.spilled {
            spilled.give_back(bytes);
            return Ok(());
        }
        let mut ledger = own(self.ledger.lock());
        for later in layer + 1..=ledger.last {
            ledger.charge(later, self.len(later), 1)?;
        }
        ledger.finish(layer);
        Ok(())
    }

    /// The words of a number in a layer, if it were not divided.
    pub(super) fn limbs_of(&self, layer: usize) -> usize {
        own(self.ledger.lock()).size(layer).limbs
    }

    /// What undivided tables take.
    pub(super) fn memory(&self) -> Memory {
        own(self.ledger.lock()).memory
    }

    pub(super) fn ledger(&mut self) -> &mut Ledger {
        own(self.ledger.get_mut())
    }

    /// The layers with states and the words of their numbers; none if that does not matter.
    pub(super) fn limbs(&self) -> Vec<(usize, usize)> {
        if self.spilled.is_some() { vec![] } else { own(self.ledger.lock()).limbs() }
    }

    /// The sum of all numbers of a layer that is in memory.
    pub(super) fn total(&self, layer: usize) -> Count {
        self.each.iter().map(|shard| own(shard.lock()).tables[layer].total()).sum()
    }

    pub(super) fn disk(&self) -> Option<&Disk> {
        self.spilled.as_ref().map(|spilled| &*spilled.disk)
    }

    /// Tells all states; one may come several times.
    pub(super) fn each(&self, tell: &mut Tell<'_>) -> io::Result<()> {
        for shard in &self.each {
            let shard = own(shard.lock());
            for (layer, table) in shard.tables.iter().enumerate() {
                table.states(0..table.slots()).try_for_each(|(state, number)| tell(layer, state, number))?;
            }
            if let Some(disk) = self.disk() {
                for (layer, runs) in shard.runs.iter().enumerate() {
                    runs.each(self.width, disk, &mut |state, number| tell(layer, state, number))?;
                }
            }
        }
        Ok(())
    }
}
