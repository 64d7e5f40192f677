//! The progress of a search whose solutions are filtered.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::budget::{Meter, Progress};

/// Passes the progress of a search on, with the number of solutions that were accepted in place of those that were found.
#[derive(Debug)]
pub struct Accepted<'a, M> {
    meter: M,
    accepted: &'a AtomicU64,
}

impl<'a, M: Meter> Accepted<'a, M> {
    /// A meter in front of another one. Whoever filters adds to the number.
    pub fn new(meter: M, accepted: &'a AtomicU64) -> Accepted<'a, M> {
        Accepted { meter, accepted }
    }
}

impl<M: Meter> Meter for Accepted<'_, M> {
    fn tick(&mut self, progress: Progress) {
        self.meter.tick(Progress { solutions: self.accepted.load(Ordering::Relaxed), ..progress });
    }

    fn is_due(&mut self, nodes: u64) -> bool {
        self.meter.is_due(nodes)
    }

    fn is_there(&self) -> bool {
        self.meter.is_there()
    }
}
