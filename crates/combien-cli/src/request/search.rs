//! How to search: which engine, which limits, and which solutions are meant.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::ValueEnum;
use combien::problem::Decimal;
use combien::solve::{Budget, Engine, Goal};
use combien_tiling::OrbitKind;

use super::outside::Outside;

/// The limits of a search, and whether to show its progress. The time limit is set for the whole command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search {
    /// The maximum number of nodes.
    pub(crate) nodes: Option<u64>,
    /// The bytes that engines may use.
    pub(crate) memory: u64,
    pub(crate) threads: Option<NonZeroUsize>,
    /// Show no progress on standard error.
    pub(crate) quiet: bool,
}

impl Default for Search {
    /// Only time and memory are limited; one thread; no progress.
    fn default() -> Search {
        Search { nodes: None, memory: Budget::MEMORY, threads: None, quiet: true }
    }
}

/// What to print on standard error about a list of puzzles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Print the number of puzzles and the speed at the end, even if standard error is not a terminal.
    pub(crate) stats: bool,
    /// Only errors.
    pub(crate) quiet: bool,
}

/// Which solutions of a problem are meant: all, found with a method `M`, or a choice that depends on
/// symmetries.
#[derive(Clone, Debug)]
pub(crate) enum Which<M> {
    /// All.
    All(M),
    /// One of each orbit.
    Orbits(Orbits),
    /// The best by cost, or those within a cost.
    ByCost(ByCost),
    /// Those that each permutation in this file maps to themselves.
    KeptBy(String),
}

/// Solutions by their cost.
#[derive(Clone, Debug)]
pub(crate) struct ByCost {
    pub(crate) goal: Goal,
    /// The number of solutions; `None` for all.
    pub(crate) count: Option<usize>,
    /// The limit on costs.
    pub(crate) within: Option<Decimal>,
    pub(crate) engine: Engine,
    /// The solver outside of this program that is asked for the best one.
    pub(crate) outside: Option<Outside>,
}

/// The Pareto front of two costs.
#[derive(Clone, Debug)]
pub(crate) struct Front {
    /// Two names, each as for `By`; or with `most:` before it, if high is better.
    pub(crate) names: String,
    pub(crate) engine: Engine,
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
    pub(crate) kind: Option<OrbitKind>,
}

/// Which symmetries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) up_to: UpTo,
    /// The file with permutations that generate them, instead of those that are found.
    pub(crate) generators: Option<String>,
    /// Sets of items that each of them maps to itself.
    pub(crate) keeping: Vec<String>,
}

/// Which differences between solutions do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UpTo {
    /// For a tiling, the symmetries of board and pieces; for another problem, its automorphisms
    Symmetry,
    /// For a tiling, the rotations and translations among them: mirror images are different
    Rotation,
    /// All permutations of options and items that leave the problem unchanged
    Automorphism,
}
