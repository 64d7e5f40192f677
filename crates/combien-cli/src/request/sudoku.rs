//! The requests of `combien sudoku`.

use std::ops::RangeInclusive;

use combien_puzzles::sudoku::techniques::Rating;
use combien_puzzles::sudoku::{BoxShape, Symmetry};

use super::Pace;

/// A command for lists of Sudoku puzzles, or for new ones.
pub(crate) enum Sudoku {
    Solve(Solve),
    Generate(Generate),
    Rate(Rate),
    Hint(Hint),
    Check(List),
    Candidates(List),
    Minimise(Minimise),
}

/// Which puzzles, and how many solutions of each to look for.
pub(crate) struct List {
    /// An empty list means standard input.
    pub(crate) files: Vec<String>,
    pub(crate) shape: BoxShape,
    /// The file of further rules.
    pub(crate) rules: Option<String>,
    pub(crate) pace: Pace,
    /// The maximum number of solutions to look for in each puzzle.
    pub(crate) limit: u64,
    pub(crate) json: bool,
}

/// Solve puzzles.
pub(crate) struct Solve {
    pub(crate) list: List,
    /// How each is printed, unless as a JSON document.
    pub(crate) shown: Shown,
}

/// How a solved puzzle is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown {
    /// Its solution, on one line.
    Line,
    /// Its solution, drawn.
    Grid,
    /// How many solutions it has.
    Count,
    /// Its redundant clues.
    Redundant,
}

/// Make puzzles.
pub(crate) struct Generate {
    pub(crate) number: u64,
    pub(crate) seed: Option<u64>,
    /// The wanted ratings, each of which some technique has; `None` means any.
    pub(crate) band: Option<RangeInclusive<Rating>>,
    pub(crate) symmetric: Option<Symmetry>,
    pub(crate) shape: BoxShape,
    /// The file of further rules.
    pub(crate) rules: Option<String>,
    pub(crate) grid: bool,
    pub(crate) pace: Pace,
    pub(crate) json: bool,
}

/// Rate puzzles.
pub(crate) struct Rate {
    pub(crate) list: List,
    /// Print all steps.
    pub(crate) steps: bool,
}

/// Print the next step of each puzzle.
pub(crate) struct Hint {
    pub(crate) list: List,
    /// Continue until a step places a digit.
    pub(crate) digit: bool,
}

/// Remove clues.
pub(crate) struct Minimise {
    pub(crate) list: List,
    pub(crate) symmetric: Option<Symmetry>,
    pub(crate) seed: Option<u64>,
    pub(crate) grid: bool,
}
