//! Sorted runs on disk, read side by side: equal states come out once, with the sum of their numbers.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::disk::Disk;
use super::entries::{Packer, Unpacker, trimmed};
use super::table::{Memory, Table, add_to};
use crate::budget::Reason;
use crate::engine::words::Words;

/// At most this many runs are read side by side; more are merged first.
const MOST_RUNS: usize = 1 << 7;
/// Bytes that are written at a time.
const PIECE: usize = 1 << 18;
/// The fewest bytes that are read at a time, and the most.
const BUFFER: Range<usize> = 1 << 12..1 << 18;

/// Sorted runs, one after the other in a stream.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    stream: u64,
    places: Vec<Range<u64>>,
}

impl Runs {
    /// No runs yet, in this stream. The next number is for the same runs when they have been merged.
    pub(super) fn new(stream: u64) -> Runs {
        Runs { stream, places: vec![] }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    fn length(&self) -> u64 {
        self.places.last().map_or(0, |place| place.end)
    }

    /// Adds a run of the states of a table.
    pub(super) fn add<const K: usize>(&mut self, table: &Table<K>, disk: &Disk) -> Result<(), Reason> {
        let mut run = Run::new::<K>(self);
        for slot in sorted(table) {
            if let Some((state, number)) = table.slot(slot as usize) {
                run.push(&state.0, number, disk)?;
            }
        }
        run.finish(disk)
    }

    /// Merges runs until few are left.
    fn merge_some<const K: usize>(&mut self, disk: &Disk, buffer: usize) -> Result<(), Reason> {
        while self.places.len() > MOST_RUNS {
            let mut merged = Runs::new(self.stream ^ 1);
            for places in self.places.chunks(MOST_RUNS) {
                let part = Runs { places: places.to_vec(), ..*self };
                let mut merge = Merge::<K>::new(&part, &Table::new(), disk, buffer)?;
                let mut run = Run::new::<K>(&mut merged);
                while let Some(state) = merge.next(&Table::new(), disk)? {
                    run.push(&state.0, &merge.sum, disk)?;
                }
                run.finish(disk)?;
            }
            std::mem::replace(self, merged).remove(disk)?;
        }
        Ok(())
    }

    pub(super) fn remove(self, disk: &Disk) -> Result<(), Reason> {
        if self.is_empty() { Ok(()) } else { disk.remove(self.stream, self.length()) }
    }

    /// Tells all entries; a state may come several times.
    pub(super) fn each<const K: usize, E: From<Reason>>(
        &self,
        disk: &Disk,
        tell: &mut impl FnMut(&Words<K>, &[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        for place in &self.places {
            Reader::<K>::new(self.stream, place.clone(), disk, BUFFER.end)?.each(disk, tell)?;
        }
        Ok(())
    }
}

/// The slots of a table that have a state, in the order of the states.
fn sorted<const K: usize>(table: &Table<K>) -> Vec<u32> {
    let keyed = |slot: usize| Some((Key::of(&table.slot(slot)?.0), slot as u32));
    let mut slots: Vec<(Key<K>, u32)> = Vec::with_capacity(table.len());
    slots.extend((0..table.slots()).filter_map(keyed));
    slots.sort_unstable();
    slots.into_iter().map(|(_, slot)| slot).collect()
}

/// A run that is being written.
struct Run<'r> {
    runs: &'r mut Runs,
    packer: Packer,
    bytes: Vec<u8>,
    place: Range<u64>,
}

impl<'r> Run<'r> {
    fn new<const K: usize>(runs: &'r mut Runs) -> Run<'r> {
        let start = runs.length();
        Run { runs, packer: Packer::new(K), bytes: vec![], place: start..start }
    }

    fn push(&mut self, state: &[u64], number: &[u64], disk: &Disk) -> Result<(), Reason> {
        self.packer.pack(state, number, &mut self.bytes);
        if self.bytes.len() >= PIECE { self.flush(disk) } else { Ok(()) }
    }

    fn flush(&mut self, disk: &Disk) -> Result<(), Reason> {
        if !self.bytes.is_empty() {
            disk.append(self.runs.stream, &self.bytes)?;
        }
        self.place.end += self.bytes.len() as u64;
        self.bytes.clear();
        Ok(())
    }

    fn finish(mut self, disk: &Disk) -> Result<(), Reason> {
        self.flush(disk)?;
        if !self.place.is_empty() {
            self.runs.places.push(self.place);
        }
        Ok(())
    }
}

/// A state in the order of runs: by its highest word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key<const K: usize>([u64; K]);

impl<const K: usize> Key<K> {
    fn of(state: &Words<K>) -> Key<K> {
        Key(std::array::from_fn(|word| state.0[K - 1 - word]))
    }

    fn state(&self) -> Words<K> {
        Words(std::array::from_fn(|word| self.0[K - 1 - word]))
    }
}

/// A run that is being read, at an entry.
#[derive(Clone, Debug)]
struct Reader<const K: usize> {
    stream: u64,
    /// What has not been read.
    rest: Range<u64>,
    buffer: Vec<u8>,
    /// Where the next entry begins in the buffer.
    next: usize,
    most: usize,
    entry: Unpacker,
    is_done: bool,
}

impl<const K: usize> Reader<K> {
    /// At the first entry.
    fn new(stream: u64, rest: Range<u64>, disk: &Disk, most: usize) -> Result<Reader<K>, Reason> {
        let entry = Unpacker::new(K);
        let mut reader = Reader { stream, rest, buffer: vec![], next: 0, most, entry, is_done: false };
        reader.advance(disk)?;
        Ok(reader)
    }

    fn state(&self) -> Words<K> {
        Words(std::array::from_fn(|word| self.entry.state[word]))
    }

    fn advance(&mut self, disk: &Disk) -> Result<(), Reason> {
        loop {
            let rest = &self.buffer[self.next..];
            // Whoever keeps the bytes has changed them.
            let damaged = Reason::Scratch(std::io::ErrorKind::InvalidData);
            match self.entry.unpack(rest).map_err(|_| damaged)? {
                Some(length) => {
                    self.next += length;
                    return Ok(());
                }
                None if self.rest.is_empty() => {
                    self.is_done = true;
                    return if rest.is_empty() { Ok(()) } else { Err(damaged) };
                }
                None => self.fill(disk)?,
            }
        }
    }

    fn fill(&mut self, disk: &Disk) -> Result<(), Reason> {
        self.buffer.drain(..self.next);
        self.next = 0;
        let have = self.buffer.len();
        // A long entry may need more than the usual buffer.
        let more =
            self.most.max(have).min(usize::try_from(self.rest.end - self.rest.start).unwrap_or(usize::MAX));
        self.buffer.resize(have + more, 0);
        disk.read(self.stream, self.rest.start, &mut self.buffer[have..])?;
        self.rest.start += more as u64;
        Ok(())
    }

    /// Tells this entry and all after it.
    fn each<E: From<Reason>>(
        mut self,
        disk: &Disk,
        tell: &mut impl FnMut(&Words<K>, &[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        while !self.is_done {
            tell(&self.state(), &self.entry.number)?;
            self.advance(disk)?;
        }
        Ok(())
    }
}

/// Runs, and the sorted slots of a table, read side by side.
#[derive(Debug)]
struct Merge<const K: usize> {
    readers: Vec<Reader<K>>,
    slots: std::vec::IntoIter<u32>,
    slot: u32,
    /// The state at which each reader is, and the table after them, as long as they have one.
    heads: BinaryHeap<Reverse<(Key<K>, usize)>>,
    /// The number of the state that was read last.
    sum: Vec<u64>,
}

impl<const K: usize> Merge<K> {
    fn new(runs: &Runs, table: &Table<K>, disk: &Disk, buffer: usize) -> Result<Merge<K>, Reason> {
        let new = |place: &Range<u64>| Reader::new(runs.stream, place.clone(), disk, buffer);
        let readers = runs.places.iter().map(new).collect::<Result<Vec<_>, _>>()?;
        let head = |(place, reader): (usize, &Reader<K>)| Reverse((Key::of(&reader.state()), place));
        let heads = readers.iter().enumerate().map(head).collect();
        let slots = sorted(table).into_iter();
        let mut merge = Merge { readers, slots, slot: 0, heads, sum: vec![] };
        merge.next_slot(table);
        Ok(merge)
    }

    fn next_slot(&mut self, table: &Table<K>) {
        if let Some(slot) = self.slots.next()
            && let Some((state, _)) = table.slot(slot as usize)
        {
            self.slot = slot;
            self.heads.push(Reverse((Key::of(&state), self.readers.len())));
        }
    }

    /// The next state; its number is `sum` then.
    fn next(&mut self, table: &Table<K>, disk: &Disk) -> Result<Option<Words<K>>, Reason> {
        let Some(&Reverse((key, _))) = self.heads.peek() else { return Ok(None) };
        self.sum.clear();
        while let Some(&Reverse((other, from))) = self.heads.peek()
            && other == key
        {
            self.heads.pop();
            if let Some(reader) = self.readers.get_mut(from) {
                add(&mut self.sum, &reader.entry.number);
                reader.advance(disk)?;
                if !reader.is_done {
                    self.heads.push(Reverse((Key::of(&reader.state()), from)));
                }
            } else {
                if let Some((_, number)) = table.slot(self.slot as usize) {
                    add(&mut self.sum, number);
                }
                self.next_slot(table);
            }
        }
        Ok(Some(key.state()))
    }
}

/// Adds numbers of any length.
fn add(sum: &mut Vec<u64>, number: &[u64]) {
    let number = trimmed(number);
    if sum.len() < number.len() {
        sum.resize(number.len(), 0);
    }
    if add_to(sum, number) {
        sum.push(1);
    }
}

/// The states of a part of a layer, one after the other, from a table and from runs.
#[derive(Debug)]
pub(super) struct Cursor<const K: usize> {
    table: Table<K>,
    runs: Runs,
    way: Way<K>,
}

#[derive(Debug)]
enum Way<const K: usize> {
    /// There are no runs: the next slot, and how many states are left.
    Slots(usize, usize),
    Merge(Merge<K>),
}

impl<const K: usize> Cursor<K> {
    /// Reads with this many bytes of buffers in all.
    pub(super) fn new(
        table: Table<K>,
        mut runs: Runs,
        disk: &Disk,
        buffers: usize,
    ) -> Result<Cursor<K>, Reason> {
        let way = if runs.is_empty() {
            Way::Slots(0, table.len())
        } else {
            let buffer = |runs: usize| (buffers / runs).clamp(BUFFER.start, BUFFER.end);
            runs.merge_some::<K>(disk, buffer(MOST_RUNS))?;
            Way::Merge(Merge::new(&runs, &table, disk, buffer(runs.places.len()))?)
        };
        Ok(Cursor { table, runs, way })
    }

    /// Is no state left?
    pub(super) fn is_done(&self) -> bool {
        match &self.way {
            Way::Slots(_, left) => *left == 0,
            Way::Merge(merge) => merge.heads.is_empty(),
        }
    }

    /// The next state, and its number.
    pub(super) fn next(&mut self, disk: &Disk) -> Result<Option<(Words<K>, &[u64])>, Reason> {
        match &mut self.way {
            Way::Slots(slot, left) => {
                while *left > 0 {
                    *slot += 1;
                    if let Some(entry) = self.table.slot(*slot - 1) {
                        *left -= 1;
                        return Ok(Some(entry));
                    }
                }
                Ok(None)
            }
            Way::Merge(merge) => {
                let state = merge.next(&self.table, disk)?;
                Ok(state.map(|state| (state, &merge.sum[..])))
            }
        }
    }

    /// Tells what is left; a state may come several times.
    pub(super) fn each<E: From<Reason>>(
        &self,
        disk: &Disk,
        tell: &mut impl FnMut(&Words<K>, &[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut of_slot = |slot: usize| match self.table.slot(slot) {
            Some((state, number)) => tell(&state, number),
            None => Ok(()),
        };
        match &self.way {
            Way::Slots(slot, _) => (*slot..self.table.slots()).try_for_each(of_slot),
            Way::Merge(merge) => {
                if merge.heads.iter().any(|&Reverse((_, from))| from == merge.readers.len()) {
                    of_slot(merge.slot as usize)?;
                }
                merge.slots.as_slice().iter().try_for_each(|&slot| of_slot(slot as usize))?;
                merge.readers.iter().try_for_each(|reader| reader.clone().each(disk, tell))
            }
        }
    }

    /// Gives memory and disk back.
    pub(super) fn close(mut self, memory: &mut Memory, disk: &Disk) -> Result<(), Reason> {
        self.table.clear(memory);
        self.runs.remove(disk)
    }
}
