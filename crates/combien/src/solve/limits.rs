//! What bounds a search, and what it tells on its way.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::diagnostic::counted;

/// Bounds on a search. Work is counted, never timed: the same limits stop at the same place on every machine.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// At most so many nodes of the search tree.
    pub nodes: Option<u64>,
    /// At most so many solutions.
    pub solutions: Option<u64>,
    /// The maximum number of bytes for what an engine remembers, branches that are left and solutions that wait;
    /// [`Limits::MEMORY`] if nothing is said. The problem, and what is set up for it once, are not counted.
    pub memory: Option<u64>,
    /// At most so many threads at once; one if nothing is said. Answers are the same for any number, and so is the order
    /// of solutions. Searches by [`Engine::Fast`](super::Engine::Fast) and [`Engine::Links`](super::Engine::Links) use
    /// them, and so do restarts; other engines work alone.
    pub threads: Option<NonZeroUsize>,
    /// Stop soon after this flag is raised.
    pub stop: Option<StopFlag>,
}

impl Limits {
    /// The memory that engines may take if nothing is said: two gigabytes.
    pub const MEMORY: u64 = 2 << 30;

    /// No limits but that of memory, which is [`Limits::MEMORY`]. To have no limit of memory either, say
    /// `memory: Some(u64::MAX)`.
    pub const NONE: Limits = Limits { nodes: None, solutions: None, memory: None, threads: None, stop: None };
}

impl Limits {
    /// The memory that an engine may take.
    pub fn memory(&self) -> u64 {
        self.memory.unwrap_or(Limits::MEMORY)
    }

    /// The threads that a search may use.
    pub fn threads(&self) -> usize {
        self.threads.map_or(1, NonZeroUsize::get)
    }
}

/// A flag that asks a search to stop. Clones are the same flag; any thread, or a signal handler, may raise it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag, not raised.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Asks to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has somebody asked to stop?
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The limit of so many nodes.
    Nodes(u64),
    /// The limit of so many solutions.
    Solutions(u64),
    /// The limit of so many bytes of memory.
    Memory(u64),
    /// The stop flag.
    Asked,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Nodes(nodes) => write!(f, "stopped at the limit of {}", counted(nodes, "node")),
            Reason::Solutions(number) => write!(f, "stopped at the limit of {}", counted(number, "solution")),
            Reason::Memory(bytes @ ..0x10_0000) => {
                write!(f, "stopped at the limit of {} of memory", counted(bytes, "byte"))
            }
            Reason::Memory(bytes) => write!(f, "stopped at the limit of {} MB of memory", bytes >> 20),
            Reason::Asked => f.write_str("stopped on request"),
        }
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Nodes of the search tree entered.
    pub nodes: u64,
    /// Solutions found.
    pub solutions: u64,
    /// The part of the search tree that lies behind, from 0 to 1, as the engine estimates it; 0 as long as it cannot tell. It
    /// never falls, and a search that is resumed begins with the figure of the one before.
    pub fraction: f64,
    /// The nodes that are left, in the tree or within the limits, if the engine can tell. It is a range in which the truth
    /// lies in nine cases of ten, measured by random probes, so it is not the rest of the fraction, and it may rise.
    pub left: Option<Span>,
}

/// A range in which a number probably lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// From here on,
    pub low: f64,
    /// and up to here.
    pub high: f64,
}

impl Span {
    /// The nodes that are left, if there are also limits.
    pub(super) fn within(self, limits: &Limits, done: u64) -> Span {
        let most = limits.nodes.map_or(f64::INFINITY, |nodes| nodes.saturating_sub(done) as f64);
        // The last solution that is wanted may be the next.
        let low = if limits.solutions.is_some() { 0.0 } else { self.low };
        Span { low: low.min(most), high: self.high.min(most) }
    }
}

/// Somebody who wants to know how far a search has come. Told after 1,024 nodes, then after an eighth more each time, and
/// every 65,536 nodes at last, in the thread of the search.
pub trait Meter {
    /// So far.
    fn tick(&mut self, progress: Progress);
}
