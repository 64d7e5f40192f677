//! The threads that work a layer off together, phase by phase: they process states, or write tables to disk.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, RwLock};

use super::common::{Bounds, Common};
use super::outbox::Outbox;
use super::spill::Spilled;
use super::stage::Stage;
use super::{Pause, Work};
use crate::budget::Reason;
use crate::engine::team::own;

/// What the threads share.
pub(super) struct Crew<'c> {
    pub(super) common: Common<'c>,
    pub(super) stage: &'c RwLock<Option<Stage>>,
    pub(super) outboxes: &'c [Mutex<Outbox>],
}

/// What one thread does between two phases.
impl Crew<'_> {
    /// Begins a phase within bounds. Returns how many threads it is worth.
    pub(super) fn begin(&self, step: usize, states: u64, effort: u64) -> usize {
        let Bounds { states: left, effort: effort_left, is_writing } = self.common.bounds;
        left.store(states, Ordering::Relaxed);
        effort_left.store(effort, Ordering::Relaxed);
        let mut stage = own(self.stage.write());
        if let Some(spilled) = &self.common.shards.spilled {
            if stage.is_none() {
                self.common.shards.plan_first(spilled, step);
            }
            is_writing.store(spilled.is_writing(), Ordering::Relaxed);
            if spilled.is_writing() {
                return self.common.threads;
            }
        }
        let stage = stage.get_or_insert_with(|| Stage::new(step, self.common.shards));
        stage.threads().clamp(1, self.common.threads)
    }

    /// The work of a phase.
    pub(super) fn gather(&self) -> Work {
        self.outboxes.iter().map(|outbox| std::mem::take(&mut own(outbox.lock()).work)).sum()
    }

    /// Ends a phase. Returns whether the layer is done; if not, there was a bound, or there are tables to
    /// write.
    pub(super) fn end(&self, step: usize) -> Result<bool, Pause> {
        if let Some(spilled) = &self.common.shards.spilled {
            if spilled.disk.failure().is_some() {
                return Err(Pause::Memory);
            }
            if self.common.shards.is_full() {
                self.common.shards.plan(spilled, step);
            }
        } else if self.common.shards.is_full() {
            return Err(Pause::Memory);
        }
        let mut stage = own(self.stage.write());
        if self.is_writing() || !stage.as_mut().is_some_and(Stage::is_done) {
            return Ok(false);
        }
        let bytes = stage.take().map_or(0, |stage| stage.bytes());
        self.common.shards.finish(step, bytes).map(|()| true).map_err(|_| Pause::Memory)
    }

    /// Was or will be something written?
    pub(super) fn is_writing(&self) -> bool {
        let is_next = || self.common.shards.spilled.as_ref().is_some_and(Spilled::is_writing);
        self.common.bounds.is_writing.load(Ordering::Relaxed) || is_next()
    }
}

/// What each thread does within a phase.
impl Crew<'_> {
    pub(super) fn work(&self, thread: usize) {
        let mut outbox = own(self.outboxes[thread].lock());
        let done = self.work_with(&mut outbox);
        outbox.flush_all(thread, self.common.shards);
        if let (Err(reason), Some(spilled)) = (done, &self.common.shards.spilled) {
            spilled.disk.fail(reason);
            // So the others stop soon.
            self.common.bounds.effort.store(0, Ordering::Relaxed);
        }
    }

    fn work_with(&self, outbox: &mut Outbox) -> Result<(), Reason> {
        let stage = own(self.stage.read());
        match (&self.common.shards.spilled, &*stage) {
            (Some(spilled), _) if self.common.bounds.is_writing.load(Ordering::Relaxed) => {
                self.common.shards.write(spilled, &self.common.bounds.effort)
            }
            (_, Some(stage)) => stage.work(self.common, outbox),
            (_, None) => Ok(()),
        }
    }
}
