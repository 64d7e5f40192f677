//! How an answer is looked for: with which engine, within which bounds, and which solutions are meant.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::ValueEnum;
use combien::engine::fast::Kernel;
use combien::solve::{Budget, Engine};

/// What bounds a search, and whether its progress is shown. The limit on time is that of the whole command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search {
    /// Nodes of its tree.
    pub(crate) nodes: Option<u64>,
    /// Bytes that engines may remember.
    pub(crate) memory: u64,
    pub(crate) threads: Option<NonZeroUsize>,
    /// Show no progress on standard error.
    pub(crate) quiet: bool,
}

impl Default for Search {
    /// Bounded by time and memory alone, by one thread, and in silence.
    fn default() -> Search {
        Search { nodes: None, memory: Budget::MEMORY, threads: None, quiet: true }
    }
}

/// What is said on standard error of puzzles by the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Say at the end how many puzzles there were, and how fast, even where nobody watches.
    pub(crate) stats: bool,
    /// Only errors.
    pub(crate) quiet: bool,
}

/// Which solutions of a problem are meant: all, looked for with some `M`, or those that symmetries tell apart.
#[derive(Clone, Debug)]
pub(crate) enum Which<M> {
    /// All.
    All(M),
    /// One of each orbit.
    Orbits(Orbits),
    /// Those that each permutation in this file takes to themselves.
    KeptBy(String),
}

/// How all solutions are looked for.
#[derive(Clone, Debug)]
pub(crate) struct Method {
    pub(crate) engine: Engine,
    /// How the engine `fast` works.
    pub(crate) kernel: Option<Kernel>,
    /// Reduce the problem first.
    pub(crate) is_reduced: bool,
    /// With restarts, by this seed.
    pub(crate) restarts: Option<u64>,
    /// Keep where the search stands.
    pub(crate) keep: Option<Keep>,
}

/// Where the state of a long search is saved.
#[derive(Clone, Debug)]
pub(crate) struct Keep {
    /// The file; never standard output.
    pub(crate) path: String,
    /// So often.
    pub(crate) every: Duration,
}

/// Solutions up to symmetry.
#[derive(Clone, Debug)]
pub(crate) struct Orbits {
    pub(crate) group: Group,
    /// Restrict to symmetric solutions, or to the others.
    pub(crate) kind: Option<Kind>,
}

/// Which symmetries.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) up_to: UpTo,
    /// The file with permutations that generate them, instead of those that are found.
    pub(crate) generators: Option<String>,
}

/// What solutions may differ by, and be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UpTo {
    /// For a tiling, the symmetries of board and pieces; for another problem, its automorphisms
    Symmetry,
    /// All permutations of options and items that leave the problem unchanged
    Automorphism,
}

/// Which solutions are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// A symmetry other than the identity maps it to itself
    Symmetric,
    /// Only the identity maps it to itself
    Asymmetric,
}
