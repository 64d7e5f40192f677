//! The command line of `combien sudoku`.

use std::time::Duration;

use clap::{ArgGroup, Subcommand};
use combien::puzzle::sudoku::techniques::Rating;
use combien::puzzle::sudoku::{BoxShape, Symmetry};

use crate::args::PaceArgs;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  combien sudoku solve examples/sudoku.txt
  combien sudoku generate -n 10 --seed 7 | combien sudoku solve --grid")]
pub(crate) struct SudokuArgs {
    #[command(subcommand)]
    pub(crate) command: SudokuCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SudokuCommand {
    /// Solve puzzles, and tell whether each has just one solution
    Solve(SolveArgs),
    /// Make minimal puzzles, each with just one solution
    Generate(GenerateArgs),
    /// Tell how hard puzzles are for people, and by which techniques they are solved
    Rate(RateArgs),
    /// Tell the next step of a puzzle, and why
    Hint(HintArgs),
    /// Tell how many solutions puzzles have, and which clues they do not need
    Check(CheckArgs),
    /// Take clues away until none can go
    Minimise(MinimiseArgs),
}

impl SudokuCommand {
    /// The limit on time.
    pub(crate) fn time(&self) -> Option<Duration> {
        let pace = match self {
            SudokuCommand::Generate(args) => &args.pace,
            SudokuCommand::Solve(args) => &args.list.pace,
            SudokuCommand::Rate(args) => &args.list.pace,
            SudokuCommand::Hint(args) => &args.list.pace,
            SudokuCommand::Check(args) => &args.list.pace,
            SudokuCommand::Minimise(args) => &args.list.pace,
        };
        pace.time
    }

    pub(crate) fn is_json(&self) -> bool {
        match self {
            SudokuCommand::Solve(args) => args.form.json,
            SudokuCommand::Generate(args) => args.form.json,
            SudokuCommand::Rate(args) => args.json,
            SudokuCommand::Hint(args) => args.json,
            SudokuCommand::Check(args) => args.json,
            SudokuCommand::Minimise(args) => args.form.json,
        }
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A puzzle is a line of 81 cells, or a grid: 9 lines of 9. An empty cell is `.`, `0`, `*` or `_`; digits are 1 to 9, then
A to Z. Spaces, `|`, `-` and `+` separate; blank lines and what follows a `#` are skipped.

For each puzzle one line: its solution; or `none`; or `several` and the first two. A faulty line is said on standard
error and left out.

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
  combien sudoku solve --stats large.txt > solutions.txt", group = ArgGroup::new("shown").multiple(false))]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) list: ListArgs,
    /// Look for so many solutions of a puzzle at most
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = crate::args::plural)]
    pub(crate) limit: u64,
    /// Print the number of solutions; `>= K` at the limit
    #[arg(long, group = "shown")]
    pub(crate) count: bool,
    /// Print the clues that could each be left out, `R1C2`; or `minimal`
    #[arg(long, group = "shown")]
    pub(crate) redundant: bool,
    #[command(flatten)]
    pub(crate) form: FormArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A puzzle is minimal if without any one of its clues it has several solutions. The same seed makes the same puzzles.

With --symmetric, motions of the grid take cells with clues to cells with clues, and still no clue is one too many. It may
take many tries.

With --from or --to, puzzles are made until enough have a rating between these, both included, as `rate` tells it. Some
bands have few puzzles or none: give it a --time.

Examples:
  combien sudoku generate
  combien sudoku generate -n 1000 --seed 7 > puzzles.txt
  combien sudoku generate --box 2x3 --seed 1 --grid
  combien sudoku generate --symmetric --grid
  combien sudoku generate --symmetric=mirrors -n 3
  combien sudoku generate -n 5 --from 3.0 --to 4.6 --time 1m", group = ArgGroup::new("shown").multiple(false))]
pub(crate) struct GenerateArgs {
    /// Make so many puzzles
    #[arg(short = 'n', long, value_name = "K", default_value_t = 1, value_parser = crate::args::whole)]
    pub(crate) number: u64,
    /// Only puzzles of this rating at least
    #[arg(long, value_name = "RATING", value_parser = rating)]
    pub(crate) from: Option<Rating>,
    /// Only puzzles of this rating at most
    #[arg(long, value_name = "RATING", value_parser = rating)]
    pub(crate) to: Option<Rating>,
    /// Only puzzles whose cells with clues are symmetric, by half a turn if nothing else is said: half-turn,
    /// quarter-turn, mirror, flip, diagonal, antidiagonal, mirrors, diagonals, full
    #[arg(long, value_name = "MOTION", num_args = 0..=1, require_equals = true, default_missing_value = "half-turn",
          value_parser = symmetry)]
    pub(crate) symmetric: Option<Symmetry>,
    /// The seed; if left out it is chosen at random, and said on standard error
    #[arg(long, value_name = "S", value_parser = crate::args::whole)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) shape: ShapeArgs,
    #[command(flatten)]
    pub(crate) form: FormArgs,
    #[command(flatten)]
    pub(crate) pace: PaceArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The rating is that of the hardest technique that is needed, if each step takes the easiest that finds one; `beyond` if
the techniques do not suffice. The techniques and their numbers are in docs/sudoku.md.

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
    /// Print a JSON document a line: one for each puzzle, and one for the end
    #[arg(long)]
    pub(crate) json: bool,
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
    /// Go on until a step puts a digit: a puzzle cannot say which candidates are gone already
    #[arg(long)]
    pub(crate) digit: bool,
    /// Print a JSON document a line: one for each puzzle, and one for the end
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
For each puzzle a line with its place, how many solutions it has, how many clues, and which of these could each be left
out; then its solution, or two.

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
    /// Count so many solutions of a puzzle at most
    #[arg(long, value_name = "K", default_value_t = 1000, value_parser = crate::args::plural)]
    pub(crate) limit: u64,
    /// Print a JSON document a line: one for each puzzle, and one for the end
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Clues are tried in random order; the same seed gives the same puzzles.

With --symmetric, clues go together with those that the motion makes of them. If some of what is left could go alone, the
line says so behind a `#`. A puzzle that is not symmetric is told, and counts as one that has no solution.

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
    /// Keep the cells with clues symmetric, by half a turn if nothing else is said; they must be so to begin with
    #[arg(long, value_name = "MOTION", num_args = 0..=1, require_equals = true, default_missing_value = "half-turn",
          value_parser = symmetry)]
    pub(crate) symmetric: Option<Symmetry>,
    /// The seed; if left out it is chosen at random, and said on standard error
    #[arg(long, value_name = "S", value_parser = crate::args::whole)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) form: FormArgs,
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

/// The sizes of a grid.
#[derive(Debug, clap::Args)]
pub(crate) struct ShapeArgs {
    /// The side of the grid, at most 36; its boxes are as square as can be [default: 9]
    #[arg(long, value_name = "N", value_parser = side, conflicts_with = "box_shape")]
    side: Option<BoxShape>,
    /// The boxes: so many rows by so many columns of cells [default: 3x3]
    #[arg(long = "box", value_name = "RxC")]
    box_shape: Option<BoxShape>,
}

impl ShapeArgs {
    pub(crate) fn shape(&self) -> BoxShape {
        self.side.or(self.box_shape).unwrap_or(BoxShape::STANDARD)
    }
}

fn side(text: &str) -> Result<BoxShape, String> {
    let side = text.parse().map_err(|_| "write a number from 1 to 36".to_owned())?;
    BoxShape::of_side(side).map_err(|error| error.to_string())
}

fn symmetry(text: &str) -> Result<Symmetry, String> {
    let named = Symmetry::ALL.into_iter().find(|symmetry| symmetry.name() == text);
    named.ok_or_else(|| format!("write one of: {}", Symmetry::ALL.map(Symmetry::name).join(", ")))
}

/// `4`, `4.6`.
fn rating(text: &str) -> Result<Rating, String> {
    let (whole, tenths) = text.split_once('.').unwrap_or((text, "0"));
    let digits = format!("{whole}{tenths}");
    let is_number =
        tenths.len() == 1 && !whole.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let tenths = is_number.then(|| digits.parse().ok()).flatten();
    let tenths = tenths.ok_or("write a number such as 4 or 4.6")?;
    Ok(Rating { tenths })
}

/// How grids are printed, if not a line each.
#[derive(Debug, clap::Args)]
pub(crate) struct FormArgs {
    /// Draw grids
    #[arg(long, group = "shown")]
    pub(crate) grid: bool,
    /// Print a JSON document a line: one for each puzzle, and one for the end
    #[arg(long, group = "shown")]
    pub(crate) json: bool,
}
