//! `sudoku`: lists of puzzles.

use std::ops::RangeInclusive;

use combien_puzzles::sudoku::techniques::Rating;
use combien_puzzles::sudoku::{BoxShape, Symmetry};

use super::table::{Command, Does, asked, command, part};
use super::values::{plural, side};
use super::{Pace, Request, conflicts};

/// A search for two solutions shows whether there is exactly one.
const TELLING: u64 = 2;

pub(super) const COMMAND: Command = Command {
    name: "sudoku",
    about: "Solve and make Sudoku puzzles",
    after: "\
Examples:
  combien sudoku solve examples/sudoku.txt
  combien sudoku generate -n 10 --seed 7 | combien sudoku solve --grid",
    usage: None,
    does: Does::Have(&[
        command!("solve", Solve => Request::SudokuSolve),
        command!("generate", Generate => Request::SudokuGenerate),
        command!("rate", Rate => Request::SudokuRate),
        command!("hint", Hint => Request::SudokuHint),
        command!("check", Check => Request::SudokuCheck),
        command!("candidates", Candidates => Request::SudokuCandidates),
        command!("minimise", Minimise => Request::SudokuMinimise),
    ]),
};

/// What the help of a command for lists says: a text, the exit codes, and examples.
macro_rules! lists {
    ($text:literal, $examples:literal) => {
        concat!(
            $text,
            "\
Exit codes:
  0  each puzzle has one solution
  1  some puzzle has none or several
  2  some line is faulty
  3  stopped by the time limit or a signal, with what is done printed

",
            $examples
        )
    };
}

asked! {
    /// Solve puzzles, and say whether each has exactly one solution.
    Solve {
        list: List as List,
        /// The maximum number of solutions to look for in each puzzle
        _limit: u64 [(plural) "K" default("2")],
        /// Print the number of solutions; `>= K` at the limit
        count: bool [group("shown")],
        /// Print the clues that could each be removed, such as `R1C2`; or `minimal`
        redundant: bool [group("shown")],
        /// Draw grids
        grid: bool [group("shown")],
        /// Print one JSON document on each line: one for each puzzle, and one for the end
        _json: bool [group("shown")],
    }
    lists!("\
A puzzle is a line of 81 cells, or a grid: 9 lines of 9. An empty cell is `.`, `0`, `*` or `_`; digits are 1 to 9, then
A to Z. Spaces, `|`, `-` and `+` separate; blank lines and what follows a `#` are skipped.

Prints one line for each puzzle: its solution; or `none`; or `several` and the first two. A faulty line is reported on standard error and skipped.

", "\
Examples:
  combien sudoku solve examples/sudoku.txt
  combien sudoku solve --grid examples/sudoku.txt
  combien sudoku solve --count --limit 1000 < puzzles.txt
  combien sudoku solve --redundant examples/sudoku.txt
  combien sudoku solve --json --box 2x3 small.txt
  combien sudoku solve --rules examples/puzzles/miracle.txt examples/puzzles/miracle_clues.txt
  combien sudoku solve --stats large.txt > solutions.txt")
}

impl Solve {
    /// The parser lets only one of them through.
    pub(crate) fn shown(&self) -> Shown {
        match self {
            Solve { redundant: true, .. } => Shown::Redundant,
            Solve { count: true, .. } => Shown::Count,
            Solve { grid: true, .. } => Shown::Grid,
            _ => Shown::Line,
        }
    }
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

asked! {
    /// Make minimal puzzles, each with exactly one solution.
    Generate {
        /// The number of puzzles to make
        number: u64 ["K" short('n') default("1")],
        band: Option<RangeInclusive<Rating>> as Band,
        /// Only puzzles whose clues lie symmetrically; half-turn by default, or quarter-turn,
        /// mirror, flip, diagonal, antidiagonal, mirrors, diagonals, full
        symmetric: Option<Symmetry> ["MOTION" alone("half-turn")],
        /// The seed; by default it is random and printed on standard error
        seed: Option<u64> ["S"],
        frame: Frame as Frame,
        /// Draw grids
        grid: bool [group("shown")],
        /// Print one JSON document on each line: one for each puzzle, and one for the end
        json: bool [group("shown")],
        pace: Pace as Pace,
    }
    "\
A puzzle is minimal if without any one of its clues it has several solutions. The same seed makes the same puzzles.

With --symmetric, the cells with clues are symmetric and the puzzle is still minimal. This may take many tries.

With --from or --to, puzzles are made until enough have a rating in that range, both ends included. Some ranges have few
puzzles or none: set a limit with --time.

Examples:
  combien sudoku generate
  combien sudoku generate -n 1000 --seed 7 > puzzles.txt
  combien sudoku generate --box 2x3 --seed 1 --grid
  combien sudoku generate --symmetric --grid
  combien sudoku generate --symmetric=mirrors -n 3
  combien sudoku generate -n 5 --from 3.0 --to 4.6 --time 1m"
}

asked! {
    /// Rate how hard puzzles are for people, and list the techniques needed.
    Rate {
        list: List as List,
        /// Print all steps
        steps: bool [],
        /// Print one JSON document on each line: one for each puzzle, and one for the end
        _json: bool [],
    }
    lists!("\
The rating is that of the hardest technique that is needed, if each step uses the easiest one that works; `beyond` if
the techniques are not enough. The techniques and their numbers are in docs/explanation/sudoku.md.

", "\
Examples:
  combien sudoku rate examples/sudoku.txt
  combien sudoku rate --steps examples/sudoku.txt
  combien sudoku generate -n 100 --seed 7 | combien sudoku rate | sort")
}

asked! {
    /// Give the next step of a puzzle, and the reason.
    Hint {
        list: List as List,
        /// Continue until a step places a digit, because a puzzle cannot record which candidates are gone
        digit: bool [],
        /// Print one JSON document on each line: one for each puzzle, and one for the end
        _json: bool [],
    }
    lists!("", "\
Examples:
  combien sudoku hint examples/sudoku.txt
  combien sudoku hint --digit examples/sudoku.txt")
}

asked! {
    /// Count the solutions of puzzles, and list redundant clues.
    Check {
        list: List as List,
        /// The maximum number of solutions to count in each puzzle
        _limit: u64 [(plural) "K" default("1000")],
        /// Print one JSON document on each line: one for each puzzle, and one for the end
        _json: bool [],
    }
    lists!("\
Prints a line for each puzzle with its place, the numbers of solutions and of clues, and the clues that could each be
removed; then its solution, or two.

", "\
Examples:
  combien sudoku check examples/sudoku.txt
  combien sudoku check --limit 100000 puzzles.txt")
}

asked! {
    /// List the digits that each cell has in some solution: the true candidates.
    Candidates {
        list: List as List,
        /// Print one JSON document on each line: one for each puzzle, and one for the end
        _json: bool [],
    }
    lists!("\
Draws a grid for each puzzle, in which each cell has all of its true candidates: the digits that it has in some solution. A digit that is
not there can be ruled out; a cell with one digit is settled. A puzzle without a solution has `none`.

", "\
Examples:
  combien sudoku candidates puzzles.txt
  combien sudoku candidates --rules examples/puzzles/killer.txt empty.txt")
}

asked! {
    /// Remove clues until none can be removed.
    Minimise {
        list: List as List,
        /// Keep the cells with clues symmetric, under a half turn by default; they must be symmetric to begin with
        symmetric: Option<Symmetry> ["MOTION" alone("half-turn")],
        /// The seed; by default it is random and printed on standard error
        seed: Option<u64> ["S"],
        /// Draw grids
        grid: bool [group("shown")],
        /// Print one JSON document on each line: one for each puzzle, and one for the end
        _json: bool [group("shown")],
    }
    lists!("\
Clues are tried in random order; the same seed gives the same puzzles.

With --symmetric, clues are removed together with their images. If a clue that is left could be removed alone, the line
says so after a `#`. A puzzle that is not symmetric is reported, and counts like one without a solution.

", "\
Examples:
  combien sudoku minimise examples/sudoku.txt
  combien sudoku minimise --seed 7 --grid examples/sudoku.txt")
}

/// The wanted ratings, each of which some technique has; `None` means any.
struct Band;

part! {
    Band => Option<RangeInclusive<Rating>> {
        /// Only puzzles with at least this rating
        from: Option<Rating> ["RATING"],
        /// Only puzzles with at most this rating
        to: Option<Rating> ["RATING"],
    } |words| {
        conflicts::band(words.one("from"), words.one("to"))
    }
}

/// Which puzzles, and how many solutions of each to look for.
pub(crate) struct List {
    /// An empty list means standard input.
    pub(crate) files: Vec<String>,
    pub(crate) frame: Frame,
    pub(crate) pace: Pace,
    /// The maximum number of solutions to look for in each puzzle.
    pub(crate) limit: u64,
    pub(crate) json: bool,
}

part! {
    List => List {
        /// Files of puzzles, or puzzles of one line such as `53..7....6...`; `-`, or nothing, is standard input
        files: Vec<String> ["FILE" place(true)],
        frame: Frame as Frame,
        pace: Pace as Pace,
    } |words| {
        let (files, limit) = (words.all("files"), words.one("limit").unwrap_or(TELLING));
        Ok(List { files, frame: Frame::of(words)?, pace: Pace::of(words)?, limit, json: words.has("json") })
    }
}

asked! {
    /// The sizes of a grid, and its further rules.
    Frame {
        /// The side of the grid, at most 36; its boxes are as square as possible [default: 9]
        side: Option<BoxShape> [(side) "N" without(["box_shape"])],
        /// The boxes: rows by columns of cells [default: 3x3]
        box_shape: Option<BoxShape> ["RxC" long("box")],
        /// A file of further rules, one on each line, such as `cage 15 R1C1 R1C2 R2C1` or `anti-knight`: `combien puzzle --list sudoku-with` lists them
        rules: Option<String> ["FILE"],
    }
}

impl Frame {
    pub(crate) fn shape(&self) -> BoxShape {
        self.side.or(self.box_shape).unwrap_or(BoxShape::STANDARD)
    }
}
