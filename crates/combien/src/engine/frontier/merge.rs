//! Sorted runs on disk, read side by side: equal states come out once, with the sum of their numbers.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io;
use std::ops::Range;

use super::disk::Disk;
use super::entries::{Packer, Unpacker, trimmed};
use super::spill::Spilled;
use super::table::{Table, add_to};
use crate::budget::Reason;

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
    pub(super) fn add(&mut self, table: &Table, disk: &Disk) -> Result<(), Reason> {
        let mut run = Run::new(self, table.size().width);
        for slot in sorted(table) {
            if let Some((state, number)) = table.state(slot as usize) {
                run.push(state, number, disk)?;
            }
        }
        run.finish(disk)
    }

    /// Merges runs until few are left.
    fn merge_some(&mut self, width: usize, disk: &Disk, buffer: usize) -> Result<(), Reason> {
        let nothing = Table::new(width);
        while self.places.len() > MOST_RUNS {
            let mut merged = Runs::new(self.stream ^ 1);
            for places in self.places.chunks(MOST_RUNS) {
                let part = Runs { places: places.to_vec(), ..*self };
                let mut merge = Merge::new(&part, &nothing, disk, buffer)?;
                let mut run = Run::new(&mut merged, width);
                while merge.next(&nothing, disk)? {
                    run.push(&merge.state, &merge.sum, disk)?;
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
    pub(super) fn each(&self, width: usize, disk: &Disk, tell: &mut Tell<'_>) -> io::Result<()> {
        for place in &self.places {
            let reader = Reader::new(self.stream, place.clone(), width, disk, BUFFER.end);
            reader.map_err(io::Error::other)?.each(disk, tell)?;
        }
        Ok(())
    }
}

/// Who is told a state and its number.
pub(super) type Tell<'t> = dyn FnMut(&[u64], &[u64]) -> io::Result<()> + 't;
/// A state, and its number.
type Entry<'e> = (&'e [u64], &'e [u64]);

/// The slots of a table that have a state, in the order of the states: by their highest words first. These
/// are nearly all that is looked at, so they stand beside the slots.
fn sorted(table: &Table) -> Vec<u32> {
    let state = |slot: u32| table.state(slot as usize).map_or(&[][..], |(state, _)| state);
    let keyed = |slot: usize| Some((*table.state(slot)?.0.last()?, slot as u32));
    let mut slots: Vec<(u64, u32)> = Vec::with_capacity(table.len());
    slots.extend((0..table.slots()).filter_map(keyed));
    slots.sort_unstable_by(|&(a, one), &(b, other)| {
        a.cmp(&b).then_with(|| state(one).iter().rev().cmp(state(other).iter().rev()))
    });
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
    fn new(runs: &'r mut Runs, width: usize) -> Run<'r> {
        let start = runs.length();
        Run { runs, packer: Packer::new(width), bytes: vec![], place: start..start }
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
type Key = Vec<u64>;

fn write_key(key: &mut Key, state: &[u64]) {
    key.clear();
    key.extend(state.iter().rev());
}

fn key(state: &[u64]) -> Key {
    state.iter().rev().copied().collect()
}

/// A run that is being read, at an entry.
#[derive(Clone, Debug)]
struct Reader {
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

impl Reader {
    /// At the first entry.
    fn new(stream: u64, rest: Range<u64>, width: usize, disk: &Disk, most: usize) -> Result<Reader, Reason> {
        let entry = Unpacker::new(width);
        let mut reader = Reader { stream, rest, buffer: vec![], next: 0, most, entry, is_done: false };
        reader.advance(disk)?;
        Ok(reader)
    }

    fn advance(&mut self, disk: &Disk) -> Result<(), Reason> {
        loop {
            let rest = &self.buffer[self.next..];
            // The bytes were changed on the disk.
            let damaged = Reason::Scratch(io::ErrorKind::InvalidData);
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
    fn each(mut self, disk: &Disk, tell: &mut Tell<'_>) -> io::Result<()> {
        while !self.is_done {
            tell(&self.entry.state, &self.entry.number)?;
            self.advance(disk).map_err(io::Error::other)?;
        }
        Ok(())
    }
}

/// Runs, and the sorted slots of a table, read side by side.
#[derive(Debug)]
struct Merge {
    readers: Vec<Reader>,
    slots: std::vec::IntoIter<u32>,
    slot: u32,
    /// The state at which each reader is, and the table after them, as long as they have one.
    heads: BinaryHeap<Reverse<(Key, usize)>>,
    /// The state that was read last, and its number.
    state: Vec<u64>,
    sum: Vec<u64>,
}

impl Merge {
    fn new(runs: &Runs, table: &Table, disk: &Disk, buffer: usize) -> Result<Merge, Reason> {
        let new =
            |place: &Range<u64>| Reader::new(runs.stream, place.clone(), table.size().width, disk, buffer);
        let readers = runs.places.iter().map(new).collect::<Result<Vec<_>, _>>()?;
        let head = |(place, reader): (usize, &Reader)| Reverse((key(&reader.entry.state), place));
        let heads = readers.iter().enumerate().map(head).collect();
        let slots = sorted(table).into_iter();
        let mut merge = Merge { readers, slots, slot: 0, heads, state: vec![], sum: vec![] };
        if let Some(state) = merge.next_slot(table) {
            merge.heads.push(Reverse((key(state), merge.readers.len())));
        }
        Ok(merge)
    }

    fn next_slot<'t>(&mut self, table: &'t Table) -> Option<&'t [u64]> {
        self.slot = self.slots.next()?;
        Some(table.state(self.slot as usize)?.0)
    }

    /// Goes to the next state, if there is one.
    fn next(&mut self, table: &Table, disk: &Disk) -> Result<bool, Reason> {
        let Some(Reverse((key, _))) = self.heads.peek() else { return Ok(false) };
        let key = key.clone();
        self.sum.clear();
        while let Some(Reverse((other, from))) = self.heads.peek()
            && *other == key
        {
            // A head that goes on is sifted down, and keeps its key's memory.
            let next = if let Some(reader) = self.readers.get_mut(*from) {
                add(&mut self.sum, &reader.entry.number);
                reader.advance(disk)?;
                (!reader.is_done).then_some(&reader.entry.state[..])
            } else {
                if let Some((_, number)) = table.state(self.slot as usize) {
                    add(&mut self.sum, number);
                }
                self.next_slot(table)
            };
            match (self.heads.peek_mut(), next) {
                (Some(mut head), Some(state)) => write_key(&mut head.0.0, state),
                (Some(head), None) => _ = PeekMut::pop(head),
                (None, _) => {}
            }
        }
        self.state.clear();
        self.state.extend(key.iter().rev());
        Ok(true)
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

/// The states of a shard in a layer, one after the other, from a table and from runs.
#[derive(Debug)]
pub(super) struct Cursor {
    table: Table,
    runs: Runs,
    merge: Option<Merge>,
}

impl Cursor {
    pub(super) fn new(table: Table, runs: Runs) -> Cursor {
        Cursor { table, runs, merge: None }
    }

    /// Begins to read, if it has not begun: with buffers that take this part of the memory in all.
    pub(super) fn open(&mut self, spilled: &Spilled, part: usize) -> Result<(), Reason> {
        if self.merge.is_none() {
            let buffer = |runs: usize| (spilled.limit / part / runs).clamp(BUFFER.start, BUFFER.end);
            self.runs.merge_some(self.table.size().width, &spilled.disk, buffer(MOST_RUNS))?;
            let buffer = buffer(self.runs.places.len());
            self.merge = Some(Merge::new(&self.runs, &self.table, &spilled.disk, buffer)?);
        }
        Ok(())
    }

    /// Is no state left?
    pub(super) fn is_done(&self) -> bool {
        self.merge.as_ref().is_some_and(|merge| merge.heads.is_empty())
    }

    /// The next state, and its number, if it is open.
    pub(super) fn next(&mut self, disk: &Disk) -> Result<Option<Entry<'_>>, Reason> {
        let Some(merge) = &mut self.merge else { return Ok(None) };
        let is_there = merge.next(&self.table, disk)?;
        Ok(is_there.then_some((&merge.state[..], &merge.sum[..])))
    }

    /// Tells what is left; a state may come several times.
    pub(super) fn each(&self, disk: &Disk, tell: &mut Tell<'_>) -> io::Result<()> {
        let Some(merge) = &self.merge else {
            self.table.states(0..self.table.slots()).try_for_each(|(state, number)| tell(state, number))?;
            return self.runs.each(self.table.size().width, disk, tell);
        };
        let mut of_slot = |slot: u32| match self.table.state(slot as usize) {
            Some((state, number)) => tell(state, number),
            None => Ok(()),
        };
        if merge.heads.iter().any(|Reverse((_, from))| *from == merge.readers.len()) {
            of_slot(merge.slot)?;
        }
        merge.slots.as_slice().iter().try_for_each(|&slot| of_slot(slot))?;
        merge.readers.iter().try_for_each(|reader| reader.clone().each(disk, tell))
    }

    /// Gives memory and disk back.
    pub(super) fn close(self, spilled: &Spilled) -> Result<(), Reason> {
        spilled.give_back(self.table.bytes());
        self.runs.remove(&spilled.disk)
    }
}
