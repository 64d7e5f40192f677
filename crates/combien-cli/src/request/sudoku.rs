//! What `combien sudoku` is asked for.

use std::ops::RangeInclusive;

use combien::puzzle::sudoku::techniques::Rating;
use combien::puzzle::sudoku::{BoxShape, Symmetry};

use super::Pace;

/// A command for Sudoku puzzles by the list, or for new ones.
pub(crate) enum Sudoku {
    Solve(Solve),
    Generate(Generate),
    Rate(Rate),
    Hint(Hint),
    Check(List),
    Minimise(Minimise),
}

/// Which puzzles, and how far each is solved.
pub(crate) struct List {
    /// Standard input if there is none.
    pub(crate) files: Vec<String>,
    pub(crate) shape: BoxShape,
    pub(crate) pace: Pace,
    /// The maximum number of solutions to look for in each puzzle.
    pub(crate) limit: u64,
    pub(crate) json: bool,
}

/// Solve puzzles.
pub(crate) struct Solve {
    pub(crate) list: List,
    /// What is shown of each, if not a JSON document.
    pub(crate) shown: Shown,
}

/// What is shown of a puzzle that was solved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown {
    /// Its solution, in a line.
    Line,
    /// Its solution, drawn.
    Grid,
    /// How many solutions it has.
    Count,
    /// The clues that it does not need.
    Redundant,
}

/// Make puzzles.
pub(crate) struct Generate {
    pub(crate) number: u64,
    pub(crate) seed: Option<u64>,
    /// Only ratings that some technique has, and only if that was asked for.
    pub(crate) band: Option<RangeInclusive<Rating>>,
    pub(crate) symmetric: Option<Symmetry>,
    pub(crate) shape: BoxShape,
    pub(crate) grid: bool,
    pub(crate) pace: Pace,
    pub(crate) json: bool,
}

/// Rate puzzles.
pub(crate) struct Rate {
    pub(crate) list: List,
    /// Say all steps.
    pub(crate) steps: bool,
}

/// Tell the next step of puzzles.
pub(crate) struct Hint {
    pub(crate) list: List,
    /// Go on to a step that puts a digit.
    pub(crate) digit: bool,
}

/// Take clues away.
pub(crate) struct Minimise {
    pub(crate) list: List,
    pub(crate) symmetric: Option<Symmetry>,
    pub(crate) seed: Option<u64>,
    pub(crate) grid: bool,
}
