//! Tasks as a question drives them: how far they are, what they have found, and what they leave.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use super::engine::Engine;
use super::state::State;
use crate::budget::{Pause, Reason, Span, Work};
use crate::count::Count;
use crate::engine::{Compiling, Counting, Drawing, Search, Task, Whole};
use crate::problem::Solution;

/// A prediction is mostly right within this factor.
const ERROR_OF_PREDICTION: f64 = 1.5;

/// How a turn ended: with a pause, or because it was stopped.
pub(super) type Ended = Result<Pause, Reason>;

/// A task of a question, as far as the guard must know it.
pub(super) trait Worker: Task {
    /// The view of its progress. May take a little time.
    fn view(&mut self) -> View {
        let span = |whole: Whole| {
            let (all, error) = match whole {
                Whole::Known(all) => (all, 1.0),
                Whole::Predicted(all) => (all, ERROR_OF_PREDICTION),
            };
            let left = all.nodes.saturating_sub(self.work().nodes) as f64;
            Span { low: left / error, high: left * error }
        };
        View { fraction: self.fraction(), left: self.whole().map(span) }
    }
    /// A meter is used from now on, and each [`Worker::view`] is reported to it.
    fn watch(&mut self) {}
    /// Is the part that [`Worker::view`] reports as done measured in work? If not, it is a count of steps or
    /// of equal shares, which says little about what is left.
    fn forecasts(&self) -> bool {
        self.whole().is_some()
    }
    /// Uses this number of threads fewer than it may, as long as others are at work.
    fn leave_threads_to(&mut self, _others: Arc<AtomicUsize>) {}
    /// Uses at most this many threads from now on, if it can use several.
    fn set_threads(&mut self, _threads: usize) {}
    /// Uses at most this many bytes from now on, if it can be told.
    fn set_memory(&mut self, _memory: u64) {}
    /// The state of the search, if it can be resumed.
    fn state(&mut self) -> Option<State> {
        None
    }
    /// The number of solutions, once it is at its end.
    fn count(&self) -> Count {
        self.certain()
    }
    /// Why it is out of memory, if that is not the limit on memory.
    fn failure(&self) -> Option<Reason> {
        None
    }
    /// Is it short of memory, and may have to do some of its work again?
    fn has_forgotten(&self) -> bool {
        false
    }
    /// What it has done of a step that is not at its end: see [`Counting::under_way`].
    fn under_way(&self) -> Work {
        Work::default()
    }
}

impl Worker for Box<dyn Compiling> {}
impl Worker for Box<dyn Drawing> {}
impl Worker for Box<dyn Search> {}

impl Worker for Box<dyn Counting> {
    fn set_threads(&mut self, threads: usize) {
        (**self).set_threads(threads);
    }
    fn count(&self) -> Count {
        (**self).count().expect("an engine at its end has the count")
    }
    fn has_forgotten(&self) -> bool {
        (**self).has_forgotten()
    }
    fn under_way(&self) -> Work {
        (**self).under_way()
    }
}

/// The progress of a worker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct View {
    /// The part that is done, from 0 to 1; 0 if it is unknown.
    pub(super) fraction: f64,
    /// The work that is left, if it is known.
    pub(super) left: Option<Span>,
}

/// A task that finds one solution after the other, and halts at each.
pub(super) trait Enumeration: Worker {
    /// The engine at work, and after a solution the one that found it; never [`Engine::Auto`].
    fn engine(&self) -> Engine;
    /// Where it has halted: the solution.
    fn solution(&mut self) -> Solution;
    /// The work up to the solution that was handed out last.
    fn work_to_last(&self) -> Work {
        self.work()
    }
    /// Has each of its solutions passed the checker? The thread that finds a solution checks it.
    fn checks(&self) -> bool {
        false
    }
    /// Can it enter more nodes after it was stopped at the limit on nodes?
    fn can_go_on(&self) -> bool {
        true
    }
    /// Why it is at its end, if there may be more solutions.
    fn stopped(&self) -> Option<Reason> {
        None
    }
}
