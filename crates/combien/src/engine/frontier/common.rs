//! What all threads of a sweep share: the schedule, the layers, and what may still be done.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::expand::{EFFORT, SLOTS, Scheduling};
use super::outbox::Outbox;
use super::shards::Shards;

/// What may still be done.
#[derive(Default)]
pub(super) struct Bounds {
    pub(super) states: AtomicU64,
    pub(super) effort: AtomicU64,
    /// Is this a phase in which tables are written?
    pub(super) is_writing: AtomicBool,
}

/// Takes as much as there is, up to this.
pub(super) fn take(left: &AtomicU64, most: u64) -> u64 {
    let take = |left: u64| Some(left - most.min(left));
    left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).map_or(0, |left| most.min(left))
}

/// What the threads share, besides the layer that is being processed.
#[derive(Clone, Copy)]
pub(super) struct Common<'c> {
    pub(super) schedule: &'c dyn Scheduling,
    pub(super) shards: &'c Shards,
    pub(super) bounds: &'c Bounds,
    pub(super) threads: usize,
}

impl Common<'_> {
    /// What is left of the effort.
    pub(super) fn effort(&self) -> u64 {
        self.bounds.effort.load(Ordering::Relaxed)
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
