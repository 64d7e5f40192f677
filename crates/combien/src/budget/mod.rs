//! Limits of any work: nodes, solutions, memory, threads, stop flag and deadline.
//!
//! The library never stops by itself: it has no clock and handles no signal. The caller passes a [`Budget`].
//! Every long computation checks it every few milliseconds: a search between two nodes ([`Pause`]), a set-up
//! by the effort that it counts. Work is counted, never timed, so the same limits stop at the same place on
//! every machine.

mod meter;
mod outcome;
mod work;

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub use meter::{Meter, Progress, Span};
pub use outcome::Outcome;
pub use work::{Pause, Work};

use crate::diagnostic::counted;

/// Limits of the work for one question.
///
/// ```
/// use combien::budget::{Budget, Deadline, Reason};
/// use std::time::{Duration, Instant};
///
/// // The library has no clock: here is one.
/// let end = Instant::now() + Duration::from_secs(3600);
/// let budget = Budget { deadline: Some(Deadline::new(move || Instant::now() >= end)), ..Budget::UNLIMITED };
/// assert_eq!(budget.check(), Ok(()));
/// let over = Budget { deadline: Some(Deadline::new(|| true)), ..Budget::UNLIMITED };
/// assert_eq!(over.check(), Err(Reason::Deadline));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// The maximum number of nodes of the search tree.
    pub nodes: Option<u64>,
    /// The maximum number of bytes for the tables of an engine, for waiting branches and for waiting
    /// solutions; [`Budget::MEMORY`] by default. The problem itself is not counted, nor are the first
    /// four megabytes of what an engine sets up for it.
    pub memory: Option<u64>,
    /// The maximum number of threads; one by default. Answers are the same for any number, and so is the
    /// order of solutions. Searches by the engines `fast` and `links` use them, and so do `pfaffian`,
    /// counts by `frontier`, `memo` if it counts alone without a limit on nodes, restarts and engines
    /// that take turns; other engines use one thread.
    pub threads: Option<NonZeroUsize>,
    /// Stop soon after this flag is raised.
    pub stop: Option<StopFlag>,
    /// Stop soon after this deadline has passed.
    pub deadline: Option<Deadline>,
}

impl Budget {
    /// The default limit on memory: two gigabytes.
    pub const MEMORY: u64 = 2 << 30;

    /// No limit except that on memory, which is [`Budget::MEMORY`]. For no limit on memory either, set
    /// `memory: Some(u64::MAX)`.
    pub const UNLIMITED: Budget =
        Budget { nodes: None, memory: None, threads: None, stop: None, deadline: None };

    /// The number of bytes that an engine may use.
    pub fn memory(&self) -> u64 {
        self.memory.unwrap_or(Budget::MEMORY)
    }

    /// The number of bytes that an engine may use, or `usize::MAX` if it is larger.
    pub(crate) fn memory_size(&self) -> usize {
        usize::try_from(self.memory()).unwrap_or(usize::MAX)
    }

    /// The number of threads that a search may use.
    pub fn threads(&self) -> usize {
        self.threads.map_or(1, NonZeroUsize::get)
    }

    /// Returns an error if the stop flag is raised or the deadline has passed.
    pub fn check(&self) -> Result<(), Reason> {
        if self.stop.as_ref().is_some_and(StopFlag::is_raised) {
            return Err(Reason::Asked);
        }
        match &self.deadline {
            Some(deadline) if deadline.has_passed() => Err(Reason::Deadline),
            _ => Ok(()),
        }
    }

    /// The remaining budget after this many nodes, for another part of the same question.
    pub(crate) fn after(&self, nodes: u64) -> Budget {
        let left = self.nodes.map(|most| most.saturating_sub(nodes));
        Budget { nodes: left, ..self.clone() }
    }

    /// The reason that stopped a part of the question, with the limit of the whole question instead of the
    /// remaining one.
    #[doc(hidden)]
    pub fn blame(&self, reason: Reason) -> Reason {
        match (reason, self.nodes) {
            (Reason::Nodes(_), Some(nodes)) => Reason::Nodes(nodes),
            (Reason::Memory(_), _) => Reason::Memory(self.memory()),
            (reason, _) => reason,
        }
    }

    /// With this limit on memory only, in bytes.
    pub fn of_memory(bytes: u64) -> Budget {
        Budget { memory: Some(bytes), ..Budget::UNLIMITED }
    }

    /// With this flag only.
    pub fn until(stop: StopFlag) -> Budget {
        Budget { stop: Some(stop), ..Budget::UNLIMITED }
    }
}

/// A flag that requests a stop. Clones share the flag. Any thread or signal handler may raise it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not raised.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Requests a stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Was a stop requested?
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A point in time by the caller's clock. It is checked every few milliseconds, from any thread of the
/// search.
#[derive(Clone)]
pub struct Deadline(Arc<dyn Fn() -> bool + Send + Sync>);

impl Deadline {
    /// A deadline, from a function that says whether it has passed.
    pub fn new(has_passed: impl Fn() -> bool + Send + Sync + 'static) -> Deadline {
        Deadline(Arc::new(has_passed))
    }

    /// Has it passed?
    pub fn has_passed(&self) -> bool {
        (self.0)()
    }
}

impl fmt::Debug for Deadline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deadline").field("has_passed", &self.has_passed()).finish()
    }
}

/// What stopped the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The limit on nodes, which is this number.
    Nodes(u64),
    /// The limit on solutions, which is this number.
    Solutions(u64),
    /// The limit on memory, which is this number of bytes.
    Memory(u64),
    /// The limit on scratch space, which is this number of bytes.
    Disk(u64),
    /// The scratch space cannot be written or read, for this reason.
    Scratch(std::io::ErrorKind),
    /// The stop flag.
    Asked,
    /// The deadline.
    Deadline,
}

errors!(Reason {
    Nodes(nodes) => "stopped at the limit of {}", counted(nodes, "node");
    Solutions(number) => "stopped at the limit of {}", counted(number, "solution");
    Memory(bytes @ ..0x10_0000) => "stopped at the limit of {} of memory", counted(bytes, "byte");
    Memory(bytes) => "stopped at the limit of {} MB of memory", bytes >> 20;
    Disk(bytes @ ..0x10_0000) => "stopped at the limit of {} of scratch space", counted(bytes, "byte");
    Disk(bytes) => "stopped at the limit of {} MB of scratch space", bytes >> 20;
    Scratch(kind) => "stopped because the scratch space failed: {kind}";
    Asked => "stopped on request";
    Deadline => "stopped at the deadline";
});

/// Work between two checks of a budget: about a millisecond.
///
/// A unit is an item or entry that is read, or a word that is written: about ten nanoseconds.
const BETWEEN_LOOKS: u64 = 1 << 16;

/// The bytes of a set-up that do not count as memory.
const FREE_BYTES: u64 = 4 << 20;

/// The work of a short computation that cannot be paused, such as the set-up of a search, and the memory that
/// it keeps. It takes at most a second, and is dropped if the budget requires it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Effort<'b> {
    budget: &'b Budget,
    /// The work until the next check.
    left: u64,
    /// The work until the end.
    most: u64,
    /// The bytes that it keeps.
    kept: u64,
}

impl<'b> Effort<'b> {
    /// Within what a budget allows.
    pub fn within(budget: &'b Budget) -> Effort<'b> {
        Effort::up_to(u64::MAX, budget)
    }

    /// Within what a budget allows, and a maximum of work in all.
    pub fn up_to(most: u64, budget: &'b Budget) -> Effort<'b> {
        Effort { budget, left: BETWEEN_LOOKS, most, kept: 0 }
    }

    /// The length of a table of numbers of eight bytes that takes half of the memory.
    pub(crate) fn most_numbers(&self) -> usize {
        self.budget.memory_size() / 16
    }

    /// Counts memory of this size that is kept. Returns an error if it cannot fit: it is called before large
    /// tables are made.
    pub(crate) fn keep(&mut self, bytes: usize) -> Result<(), Reason> {
        self.kept = self.kept.saturating_add(bytes as u64);
        if self.counted() <= self.budget.memory() {
            Ok(())
        } else {
            Err(Reason::Memory(self.budget.memory()))
        }
    }

    fn counted(&self) -> u64 {
        self.kept.saturating_sub(FREE_BYTES)
    }

    /// The memory that is left beside what is kept.
    pub(crate) fn memory_left(&self) -> usize {
        usize::try_from(self.budget.memory() - self.counted()).unwrap_or(usize::MAX)
    }

    /// Counts this much work. Returns an error if the computation must stop.
    pub fn spend(&mut self, work: usize) -> Result<(), Reason> {
        self.most = self.most.checked_sub(work as u64).ok_or(Reason::Nodes(self.most))?;
        if let Some(left) = self.left.checked_sub(work as u64) {
            self.left = left;
            return Ok(());
        }
        self.left = BETWEEN_LOOKS;
        self.budget.check()
    }
}

/// The result of a set-up without a limit.
#[cfg(test)]
pub(crate) fn at_once<T>(set_up: impl FnOnce(&mut Effort<'_>) -> T) -> T {
    set_up(&mut Effort::within(&Budget::UNLIMITED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_counts_beyond_the_first_megabytes() {
        let budget = Budget::of_memory(1000);
        let mut effort = Effort::within(&budget);
        assert_eq!((effort.keep(FREE_BYTES as usize), effort.memory_left()), (Ok(()), 1000));
        assert_eq!((effort.keep(700), effort.memory_left()), (Ok(()), 300));
        assert_eq!(effort.keep(301), Err(Reason::Memory(1000)));
    }

    #[test]
    fn an_effort_ends_soon_after_the_flag_is_raised() {
        let stop = StopFlag::new();
        let budget = Budget::until(stop.clone());
        let mut effort = Effort::within(&budget);
        for _ in 0..10 * BETWEEN_LOOKS {
            assert_eq!(effort.spend(1), Ok(()));
        }
        stop.raise();
        let spent = (0..2 * BETWEEN_LOOKS).take_while(|_| effort.spend(1).is_ok()).count();
        assert!(spent as u64 <= BETWEEN_LOOKS, "{spent}");
        assert_eq!(Effort::within(&budget).spend(usize::MAX), Err(Reason::Asked));
        let mut little = Effort::up_to(10, &Budget::UNLIMITED);
        assert_eq!([4, 6, 1].map(|work| little.spend(work).is_ok()), [true, true, false]);
    }
}
