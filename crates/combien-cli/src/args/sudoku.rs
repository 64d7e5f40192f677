//! `sudoku`: lists of puzzles.

use std::time::Duration;

use clap::ArgGroup;
use combien_puzzles::sudoku::techniques::Rating;
use combien_puzzles::sudoku::{BoxShape, Symmetry};

use super::parts::PaceArgs;
use super::table::commands;
use super::values::{plural, rating, side, symmetry, whole};
use super::{Words, conflicts};
use crate::report::failure::Failure;
use crate::request::Request;
use crate::request::sudoku::{Generate, Hint, List, Minimise, Rate, Shown, Solve, Sudoku};

/// A search for two solutions shows whether there is exactly one.
const TELLING: u64 = 2;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  combien sudoku solve examples/sudoku.txt
  combien sudoku generate -n 10 --seed 7 | combien sudoku solve --grid")]
pub(crate) struct SudokuArgs {
    #[command(subcommand)]
    pub(crate) command: SudokuCommand,
}

commands! {
    SudokuCommand:
    /// Solve puzzles, and say whether each has exactly one solution
    Solve(SolveArgs) = "solve",
    /// Make minimal puzzles, each with exactly one solution
    Generate(GenerateArgs) = "generate",
    /// Rate how hard puzzles are for people, and list the techniques needed
    Rate(RateArgs) = "rate",
    /// Give the next step of a puzzle, and the reason
    Hint(HintArgs) = "hint",
    /// Count the solutions of puzzles, and list redundant clues
    Check(CheckArgs) = "check",
    /// List the digits that each cell has in some solution: the true candidates
    Candidates(CandidatesArgs) = "candidates",
    /// Remove clues until none can be removed
    Minimise(MinimiseArgs) = "minimise",
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A puzzle is a line of 81 cells, or a grid: 9 lines of 9. An empty cell is `.`, `0`, `*` or `_`; digits are 1 to 9, then
A to Z. Spaces, `|`, `-` and `+` separate; blank lines and what follows a `#` are skipped.

Prints one line for each puzzle: its solution; or `none`; or `several` and the first two. A faulty line is reported on standard error and skipped.

Exit codes:
  0  each puzzle has one solution
  1  some puzzle has none or several
  2  some line is faulty
  3  stopped by the time limit or a signal, with what is done printed

Examples:
  combien sudoku solve examples/sudoku.txt
  combien sudoku solve --grid examples/sudoku.txt
  combien sudoku solve --count --limit 1000 < puzzles.txt
  combien sudoku solve --redundant examples/sudoku.txt
  combien sudoku solve --json --box 2x3 small.txt
  combien sudoku solve --rules examples/puzzles/miracle.txt examples/puzzles/miracle_clues.txt
  combien sudoku solve --stats large.txt > solutions.txt", group = ArgGroup::new("shown").multiple(false))]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) list: ListArgs,
    /// The maximum number of solutions to look for in each puzzle
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = plural)]
    pub(crate) limit: u64,
    /// Print the number of solutions; `>= K` at the limit
    #[arg(long, group = "shown")]
    pub(crate) count: bool,
    /// Print the clues that could each be removed, such as `R1C2`; or `minimal`
    #[arg(long, group = "shown")]
    pub(crate) redundant: bool,
    #[command(flatten)]
    pub(crate) form: FormArgs,
}

impl Words for SolveArgs {
    fn request(&self) -> Result<Request, Failure> {
        // The parser lets only one of them through.
        let shown = match self {
            SolveArgs { redundant: true, .. } => Shown::Redundant,
            SolveArgs { count: true, .. } => Shown::Count,
            SolveArgs { form: FormArgs { grid: true, .. }, .. } => Shown::Grid,
            _ => Shown::Line,
        };
        let list = self.list.list(self.limit, self.form.json);
        Ok(Request::Sudoku(Sudoku::Solve(Solve { list, shown })))
    }

    fn is_json(&self) -> bool {
        self.form.json
    }

    fn time(&self) -> Option<Duration> {
        self.list.pace.time
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
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
  combien sudoku generate -n 5 --from 3.0 --to 4.6 --time 1m", group = ArgGroup::new("shown").multiple(false))]
pub(crate) struct GenerateArgs {
    /// The number of puzzles to make
    #[arg(short = 'n', long, value_name = "K", default_value_t = 1, value_parser = whole)]
    pub(crate) number: u64,
    /// Only puzzles with at least this rating
    #[arg(long, value_name = "RATING", value_parser = rating)]
    pub(crate) from: Option<Rating>,
    /// Only puzzles with at most this rating
    #[arg(long, value_name = "RATING", value_parser = rating)]
    pub(crate) to: Option<Rating>,
    /// Only puzzles whose clues lie symmetrically; half-turn by default, or quarter-turn,
    /// mirror, flip, diagonal, antidiagonal, mirrors, diagonals, full
    #[arg(long, value_name = "MOTION", num_args = 0..=1, require_equals = true, default_missing_value = "half-turn",
          value_parser = symmetry)]
    pub(crate) symmetric: Option<Symmetry>,
    /// The seed; by default it is random and printed on standard error
    #[arg(long, value_name = "S", value_parser = whole)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) shape: ShapeArgs,
    #[command(flatten)]
    pub(crate) form: FormArgs,
    #[command(flatten)]
    pub(crate) pace: PaceArgs,
}

impl Words for GenerateArgs {
    fn request(&self) -> Result<Request, Failure> {
        Ok(Request::Sudoku(Sudoku::Generate(Generate {
            number: self.number,
            seed: self.seed,
            band: conflicts::band(self.from, self.to)?,
            symmetric: self.symmetric,
            shape: self.shape.shape(),
            rules: self.shape.rules.clone(),
            grid: self.form.grid,
            pace: self.pace.pace(),
            json: self.form.json,
        })))
    }

    fn is_json(&self) -> bool {
        self.form.json
    }

    fn time(&self) -> Option<Duration> {
        self.pace.time
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The rating is that of the hardest technique that is needed, if each step uses the easiest one that works; `beyond` if
the techniques are not enough. The techniques and their numbers are in docs/explanation/sudoku.md.

Exit codes:
  0  each puzzle has one solution
  1  some puzzle has none or several
  2  some line is faulty
  3  stopped by the time limit or a signal, with what is done printed

Examples:
  combien sudoku rate examples/sudoku.txt
  combien sudoku rate --steps examples/sudoku.txt
  combien sudoku generate -n 100 --seed 7 | combien sudoku rate | sort")]
pub(crate) struct RateArgs {
    #[command(flatten)]
    pub(crate) list: ListArgs,
    /// Print all steps
    #[arg(long)]
    pub(crate) steps: bool,
    /// Print one JSON document on each line: one for each puzzle, and one for the end
    #[arg(long)]
    pub(crate) json: bool,
}

impl Words for RateArgs {
    fn request(&self) -> Result<Request, Failure> {
        let list = self.list.list(TELLING, self.json);
        Ok(Request::Sudoku(Sudoku::Rate(Rate { list, steps: self.steps })))
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn time(&self) -> Option<Duration> {
        self.list.pace.time
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  each puzzle has one solution
  1  some puzzle has none or several
  2  some line is faulty
  3  stopped by the time limit or a signal, with what is done printed

Examples:
  combien sudoku hint examples/sudoku.txt
  combien sudoku hint --digit examples/sudoku.txt")]
pub(crate) struct HintArgs {
    #[command(flatten)]
    pub(crate) list: ListArgs,
    /// Continue until a step places a digit, because a puzzle cannot record which candidates are gone
    #[arg(long)]
    pub(crate) digit: bool,
    /// Print one JSON document on each line: one for each puzzle, and one for the end
    #[arg(long)]
    pub(crate) json: bool,
}

impl Words for HintArgs {
    fn request(&self) -> Result<Request, Failure> {
        let list = self.list.list(TELLING, self.json);
        Ok(Request::Sudoku(Sudoku::Hint(Hint { list, digit: self.digit })))
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn time(&self) -> Option<Duration> {
        self.list.pace.time
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Prints a line for each puzzle with its place, the numbers of solutions and of clues, and the clues that could each be
removed; then its solution, or two.

Exit codes:
  0  each puzzle has one solution
  1  some puzzle has none or several
  2  some line is faulty
  3  stopped by the time limit or a signal, with what is done printed

Examples:
  combien sudoku check examples/sudoku.txt
  combien sudoku check --limit 100000 puzzles.txt")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) list: ListArgs,
    /// The maximum number of solutions to count in each puzzle
    #[arg(long, value_name = "K", default_value_t = 1000, value_parser = plural)]
    pub(crate) limit: u64,
    /// Print one JSON document on each line: one for each puzzle, and one for the end
    #[arg(long)]
    pub(crate) json: bool,
}

impl Words for CheckArgs {
    fn request(&self) -> Result<Request, Failure> {
        Ok(Request::Sudoku(Sudoku::Check(self.list.list(self.limit, self.json))))
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn time(&self) -> Option<Duration> {
        self.list.pace.time
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Draws a grid for each puzzle, in which each cell has all of its true candidates: the digits that it has in some solution. A digit that is
not there can be ruled out; a cell with one digit is settled. A puzzle without a solution has `none`.

Exit codes:
  0  each puzzle has one solution
  1  some puzzle has none or several
  2  some line is faulty
  3  stopped by the time limit or a signal, with what is done printed

Examples:
  combien sudoku candidates puzzles.txt
  combien sudoku candidates --rules examples/puzzles/killer.txt empty.txt")]
pub(crate) struct CandidatesArgs {
    #[command(flatten)]
    pub(crate) list: ListArgs,
    /// Print one JSON document on each line: one for each puzzle, and one for the end
    #[arg(long)]
    pub(crate) json: bool,
}

impl Words for CandidatesArgs {
    fn request(&self) -> Result<Request, Failure> {
        Ok(Request::Sudoku(Sudoku::Candidates(self.list.list(TELLING, self.json))))
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn time(&self) -> Option<Duration> {
        self.list.pace.time
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Clues are tried in random order; the same seed gives the same puzzles.

With --symmetric, clues are removed together with their images. If a clue that is left could be removed alone, the line
says so after a `#`. A puzzle that is not symmetric is reported, and counts like one without a solution.

Exit codes:
  0  each puzzle has one solution
  1  some puzzle has none or several
  2  some line is faulty
  3  stopped by the time limit or a signal, with what is done printed

Examples:
  combien sudoku minimise examples/sudoku.txt
  combien sudoku minimise --seed 7 --grid examples/sudoku.txt", group = ArgGroup::new("shown").multiple(false))]
pub(crate) struct MinimiseArgs {
    #[command(flatten)]
    pub(crate) list: ListArgs,
    /// Keep the cells with clues symmetric, under a half turn by default; they must be symmetric to begin with
    #[arg(long, value_name = "MOTION", num_args = 0..=1, require_equals = true, default_missing_value = "half-turn",
          value_parser = symmetry)]
    pub(crate) symmetric: Option<Symmetry>,
    /// The seed; by default it is random and printed on standard error
    #[arg(long, value_name = "S", value_parser = whole)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) form: FormArgs,
}

impl Words for MinimiseArgs {
    fn request(&self) -> Result<Request, Failure> {
        let list = self.list.list(TELLING, self.form.json);
        let (symmetric, seed, grid) = (self.symmetric, self.seed, self.form.grid);
        Ok(Request::Sudoku(Sudoku::Minimise(Minimise { list, symmetric, seed, grid })))
    }

    fn is_json(&self) -> bool {
        self.form.json
    }

    fn time(&self) -> Option<Duration> {
        self.list.pace.time
    }
}

/// Which puzzles.
#[derive(Debug, clap::Args)]
pub(crate) struct ListArgs {
    /// Files of puzzles, one after the other; `-`, or no file, is standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<String>,
    #[command(flatten)]
    pub(crate) shape: ShapeArgs,
    #[command(flatten)]
    pub(crate) pace: PaceArgs,
}

impl ListArgs {
    /// Each puzzle is solved up to this number of solutions.
    fn list(&self, limit: u64, json: bool) -> List {
        let (shape, rules) = (self.shape.shape(), self.shape.rules.clone());
        List { files: self.files.clone(), shape, rules, pace: self.pace.pace(), limit, json }
    }
}

/// The sizes of a grid.
#[derive(Debug, clap::Args)]
pub(crate) struct ShapeArgs {
    /// The side of the grid, at most 36; its boxes are as square as possible [default: 9]
    #[arg(long, value_name = "N", value_parser = side, conflicts_with = "box_shape")]
    side: Option<BoxShape>,
    /// The boxes: rows by columns of cells [default: 3x3]
    #[arg(long = "box", value_name = "RxC")]
    box_shape: Option<BoxShape>,
    /// A file of further rules, one on each line, such as `cage 15 R1C1 R1C2 R2C1` or `anti-knight`: `combien puzzle --list sudoku-with` lists them
    #[arg(long, value_name = "FILE")]
    rules: Option<String>,
}

impl ShapeArgs {
    fn shape(&self) -> BoxShape {
        self.side.or(self.box_shape).unwrap_or(BoxShape::STANDARD)
    }
}

/// How grids are printed, if not on one line each.
#[derive(Debug, clap::Args)]
pub(crate) struct FormArgs {
    /// Draw grids
    #[arg(long, group = "shown")]
    pub(crate) grid: bool,
    /// Print one JSON document on each line: one for each puzzle, and one for the end
    #[arg(long, group = "shown")]
    pub(crate) json: bool,
}
