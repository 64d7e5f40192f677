//! What answers a question reports to, and within which limits.

use combien::budget::Deadline;
use combien::problem::OptionId;
use combien::solve::{Budget, Meter, Progress};
use serde_json::{Value, json};

/// A worker has at most four gigabytes, and the limit does not count all of its memory.
pub(crate) const BUDGET: Budget =
    Budget { nodes: None, memory: Some(1 << 30), threads: None, stop: None, deadline: None };

/// Receives solutions and progress while a question is being answered.
pub trait Listener {
    /// A solution, by its options.
    fn found(&mut self, options: &[OptionId]);
    /// Something that was found on the way to the answer, as JSON.
    fn told(&mut self, found: &Value) {
        let _ = found;
    }
    /// Who is told how far a search has come.
    fn meter(&self) -> Box<dyn Meter>;
    /// The end of this many milliseconds from now, by the listener's clock, if it has one.
    fn deadline(&self, milliseconds: f64) -> Option<Deadline> {
        let _ = milliseconds;
        None
    }
}

/// Implements the trait for a boxed meter, that of the listener.
pub(crate) struct Boxed(pub(crate) Box<dyn Meter>);

impl Meter for Boxed {
    fn tick(&mut self, progress: Progress) {
        self.0.tick(progress);
    }

    fn is_due(&mut self, nodes: u64) -> bool {
        self.0.is_due(nodes)
    }
}

/// Options as the page knows them, from 0.
pub(crate) fn numbers(options: &[OptionId]) -> Vec<usize> {
    options.iter().map(|option| option.index()).collect()
}

/// A search that was stopped: what is certain, and why.
pub(crate) fn stopped(certain: &dyn ToString, reason: &dyn ToString) -> Value {
    json!({"type": "stopped", "certain": certain.to_string(), "reason": reason.to_string()})
}
