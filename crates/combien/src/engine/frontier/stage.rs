//! The layer that is being processed: its states are dealt out to the threads, some hundred at a time.
//!
//! States in tables are dealt out by their slots. Where a shard has runs on disk, one thread at a time reads
//! it, with its table.

use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::common::Common;
use super::disk::Disk;
use super::entries::trimmed;
use super::expand::SLOTS;
use super::merge::{Cursor, Tell};
use super::outbox::Outbox;
use super::shards::Shards;
use super::table::Table;
use crate::budget::Reason;
use crate::engine::team::own;

/// The part of the memory for reading what is on disk.
const FOR_READING: usize = 8;

/// The cost of trying a move, in words read or written.
const fn move_effort(width: usize) -> u64 {
    width as u64 + 1
}

/// A layer that is being processed.
///
/// **Invariant.** Between two phases, `next` is the first slot that has not been processed, and `left` the
/// number of states from there on; `cursors` are at the first state that has not been processed.
pub(super) struct Stage {
    step: usize,
    /// The words of a number, at least.
    limbs: usize,
    /// What is in tables, and the sum of the slots up to the end of each.
    tables: Vec<Table>,
    ends: Vec<usize>,
    next: AtomicUsize,
    left: AtomicUsize,
    /// What is on disk, shard by shard.
    cursors: Mutex<Vec<Cursor>>,
}

impl Stage {
    pub(super) fn new(step: usize, shards: &Shards) -> Stage {
        let (mut tables, mut cursors) = (vec![], vec![]);
        for number in 0..shards.count() {
            let (table, runs) = shards.take(step, number);
            if !runs.is_empty() {
                cursors.push(Cursor::new(table, runs));
            } else if table.len() > 0 {
                tables.push(table);
            }
        }
        let mut slots = 0;
        let end = |table: &Table| {
            slots += table.slots();
            slots
        };
        let limbs = tables.iter().map(|table| table.size().limbs).max();
        Stage {
            step,
            limbs: shards.limbs_of(step).max(limbs.unwrap_or(1)),
            ends: tables.iter().map(end).collect(),
            next: AtomicUsize::new(0),
            left: AtomicUsize::new(tables.iter().map(Table::len).sum()),
            tables,
            cursors: Mutex::new(cursors),
        }
    }

    fn slots(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// How many threads it is worth.
    pub(super) fn threads(&mut self) -> usize {
        let slots = self.slots();
        let next = self.next.get_mut();
        *next = (*next).min(slots);
        (slots - *next).div_ceil(SLOTS as usize) + own(self.cursors.get_mut()).len()
    }

    /// Has it been processed?
    pub(super) fn is_done(&mut self) -> bool {
        *self.left.get_mut() == 0 && own(self.cursors.get_mut()).is_empty()
    }

    /// The bytes of its tables.
    pub(super) fn bytes(&self) -> usize {
        self.tables.iter().map(Table::bytes).sum()
    }

    /// Tells what has not been processed; a state may come several times.
    pub(super) fn each(&self, shards: &Shards, tell: &mut Tell<'_>) -> io::Result<()> {
        let next = self.next.load(Ordering::Relaxed);
        for (table, end) in self.tables.iter().zip(&self.ends) {
            let mut left = table.states(passed(table, *end, next)..table.slots());
            left.try_for_each(|(state, number)| tell(state, number))?;
        }
        let cursors = own(self.cursors.lock());
        shards.disk().map_or(Ok(()), |disk| cursors.iter().try_for_each(|cursor| cursor.each(disk, tell)))
    }

    /// Puts what has not been processed back to the others. Nothing is on disk yet.
    pub(super) fn put_back(self, shards: &Shards) {
        let (next, mut entry) = (self.next.into_inner(), vec![]);
        for (table, end) in self.tables.into_iter().zip(self.ends) {
            for (state, number) in table.states(passed(&table, end, next)..table.slots()) {
                shards.put(self.step, state, number, &mut entry);
            }
        }
    }

    /// The work of one thread: takes states until there are none, or until a bound.
    pub(super) fn work(&self, common: Common<'_>, outbox: &mut Outbox) -> Result<(), Reason> {
        outbox.set_limbs(self.limbs, common.shards);
        let moves = common.schedule.moves_of(self.step) as u64;
        let effort_of_state = 1 + moves * move_effort(common.schedule.width());
        while self.expand_slots(common, effort_of_state, outbox) {}
        while let Some(spilled) = &common.shards.spilled
            && let Some(mut cursor) = { own(self.cursors.lock()).pop() }
        {
            cursor.open(spilled, FOR_READING * common.threads)?;
            if !self.read(&mut cursor, &spilled.disk, common, effort_of_state, outbox)? {
                own(self.cursors.lock()).push(cursor);
                break;
            }
            cursor.close(spilled)?;
        }
        Ok(())
    }

    /// Applies each possible move to the states in the next slots. Returns whether there were any.
    fn expand_slots(&self, common: Common<'_>, effort_of_state: u64, outbox: &mut Outbox) -> bool {
        // A slot has at most one state.
        let taken = common.take(effort_of_state);
        let start = self.next.fetch_add(taken as usize, Ordering::Relaxed);
        let end = self.slots().min(start.saturating_add(taken as usize));
        let (mut states, mut slot) = (0, start);
        while slot < end {
            let place = self.ends.partition_point(|&end| end <= slot);
            let (table, until) = (&self.tables[place], end.min(self.ends[place]));
            let first = self.ends[place] - table.slots();
            let slots = table.words(slot - first..until - first);
            states += common.schedule.expand(self.step, slots, common.shards, outbox);
            slot = until;
        }
        let effort = end.saturating_sub(start) as u64 + states * (effort_of_state - 1);
        common.done(taken, states, effort, outbox);
        self.left.fetch_sub(states as usize, Ordering::Relaxed);
        start < end
    }

    /// Applies each possible move to the states of a shard on disk. Returns whether none is left.
    fn read(
        &self,
        cursor: &mut Cursor,
        disk: &Disk,
        common: Common<'_>,
        effort_of_state: u64,
        outbox: &mut Outbox,
    ) -> Result<bool, Reason> {
        // States as they are in a table.
        let (width, mut limbs, mut batch) = (common.shards.width(), 1, vec![]);
        while !cursor.is_done() {
            let taken = common.take(effort_of_state);
            if taken == 0 {
                return Ok(false);
            }
            let mut states = 0;
            while states < taken
                && let Some((state, number)) = cursor.next(disk)?
            {
                let number = trimmed(number);
                if number.len() > limbs {
                    common.schedule.expand(self.step, (&batch, width + limbs), common.shards, outbox);
                    batch.clear();
                    limbs = number.len();
                    outbox.set_limbs(limbs, common.shards);
                }
                batch.extend_from_slice(state);
                batch.extend_from_slice(number);
                batch.resize(batch.len() + limbs - number.len(), 0);
                states += 1;
            }
            common.schedule.expand(self.step, (&batch, width + limbs), common.shards, outbox);
            batch.clear();
            common.done(taken, states, states * effort_of_state, outbox);
        }
        Ok(true)
    }
}

/// How many slots of a table, which is the last one up to slot `end` of all, come before slot `next`.
fn passed(table: &Table, end: usize, next: usize) -> usize {
    (next + table.slots()).saturating_sub(end).min(table.slots())
}
