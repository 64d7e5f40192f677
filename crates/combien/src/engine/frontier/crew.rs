//! The threads that work a layer off together, phase by phase: they process states, or write tables to disk.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, RwLock};

use super::outbox::Outbox;
use super::shards::{Shards, own};
use super::spilled::Spilled;
use super::stage::{EFFORT, SLOTS, Scheduling, Stage};
use super::{Pause, Work};
use crate::budget::Reason;

/// What may still be done.
#[derive(Default)]
pub(super) struct Bounds {
    states: AtomicU64,
    effort: AtomicU64,
    /// Is this a phase in which tables are written?
    is_writing: AtomicBool,
}

/// Takes as much as there is, up to this.
pub(super) fn take(left: &AtomicU64, most: u64) -> u64 {
    let take = |left: u64| Some(left - most.min(left));
    left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).map_or(0, |left| most.min(left))
}

/// What the threads share.
pub(super) struct Crew<'c> {
    pub(super) schedule: &'c dyn Scheduling,
    pub(super) shards: &'c Shards,
    pub(super) stage: &'c RwLock<Option<Stage>>,
    pub(super) bounds: &'c Bounds,
    pub(super) outboxes: &'c [Mutex<Outbox>],
    pub(super) threads: usize,
}

/// What one thread does between two phases.
impl Crew<'_> {
    /// Begins a phase within bounds. Returns how many threads it is worth.
    pub(super) fn begin(&self, step: usize, states: u64, effort: u64) -> usize {
        let Bounds { states: left, effort: effort_left, is_writing } = self.bounds;
        left.store(states, Ordering::Relaxed);
        effort_left.store(effort, Ordering::Relaxed);
        let mut stage = own(self.stage.write());
        if let Some(spilled) = &self.shards.spilled {
            if stage.is_none() {
                self.shards.plan_first(spilled, step);
            }
            is_writing.store(spilled.is_writing(), Ordering::Relaxed);
            if spilled.is_writing() {
                return self.threads;
            }
        }
        let stage = stage.get_or_insert_with(|| Stage::new(step, self.shards));
        stage.threads().clamp(1, self.threads)
    }

    /// The work of a phase.
    pub(super) fn gather(&self) -> Work {
        let mut sum = Work::default();
        for outbox in self.outboxes {
            let work = std::mem::take(&mut own(outbox.lock()).work);
            sum.nodes += work.nodes;
            sum.updates += work.updates;
        }
        sum
    }

    /// What is left of the effort.
    pub(super) fn effort(&self) -> u64 {
        self.bounds.effort.load(Ordering::Relaxed)
    }

    /// Ends a phase. Returns whether the layer is done; if not, there was a bound, or there are tables to write.
    pub(super) fn end(&self, step: usize) -> Result<bool, Pause> {
        if let Some(spilled) = &self.shards.spilled {
            if spilled.disk.failure().is_some() {
                return Err(Pause::Memory);
            }
            if self.shards.is_full() {
                self.shards.plan(spilled, step);
            }
        } else if self.shards.is_full() {
            return Err(Pause::Memory);
        }
        let mut stage = own(self.stage.write());
        if self.is_writing() || !stage.as_mut().is_some_and(Stage::is_done) {
            return Ok(false);
        }
        let bytes = stage.take().map_or(0, |stage| stage.bytes());
        self.shards.finish(step, bytes).map(|()| true).map_err(|_| Pause::Memory)
    }

    /// Was or will be something written?
    pub(super) fn is_writing(&self) -> bool {
        let is_next = || self.shards.spilled.as_ref().is_some_and(Spilled::is_writing);
        self.bounds.is_writing.load(Ordering::Relaxed) || is_next()
    }
}

/// What each thread does within a phase.
impl Crew<'_> {
    pub(super) fn work(&self, thread: usize) {
        let mut outbox = own(self.outboxes[thread].lock());
        let done = self.work_with(&mut outbox);
        outbox.flush_all(thread, self.shards);
        if let (Err(reason), Some(spilled)) = (done, &self.shards.spilled) {
            spilled.disk.fail(reason);
            // So the others stop soon.
            self.bounds.effort.store(0, Ordering::Relaxed);
        }
    }

    fn work_with(&self, outbox: &mut Outbox) -> Result<(), Reason> {
        let stage = own(self.stage.read());
        match (&self.shards.spilled, &*stage) {
            (Some(spilled), _) if self.bounds.is_writing.load(Ordering::Relaxed) => {
                self.shards.write(spilled, &self.bounds.effort)
            }
            (_, Some(stage)) => stage.work(self, outbox),
            (_, None) => Ok(()),
        }
    }

    /// Takes the next states, some hundred of this effort each, but no more than allowed.
    pub(super) fn take(&self, effort_of_state: u64) -> u64 {
        let effort = self.effort().min(EFFORT);
        if effort == 0 || self.shards.is_full() {
            return 0;
        }
        take(&self.bounds.states, (effort / effort_of_state).clamp(1, SLOTS))
    }

    /// Records that this number of states was taken, and what was done with them.
    pub(super) fn done(&self, taken: u64, states: u64, effort: u64, outbox: &mut Outbox) {
        self.bounds.states.fetch_add(taken - states, Ordering::Relaxed);
        take(&self.bounds.effort, effort);
        outbox.work.nodes += states;
    }
}
