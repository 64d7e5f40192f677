//! The progress of a search whose solutions are filtered.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use combien::budget::{Meter, Progress};

/// Passes the progress of a search on, with the number of solutions that were accepted in place of those that
/// were found.
#[derive(Debug)]
#[doc(hidden)]
pub struct Accepted<M> {
    meter: M,
    accepted: Arc<AtomicU64>,
}

impl<M: Meter> Accepted<M> {
    /// A meter in front of another one. The caller that filters adds to the number.
    pub fn new(meter: M, accepted: &Arc<AtomicU64>) -> Accepted<M> {
        Accepted { meter, accepted: accepted.clone() }
    }
}

impl<M: Meter> Meter for Accepted<M> {
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
