//! The command line: its syntax, and the request that it stands for.
//!
//! Each command has a struct of its arguments. [`Words::request`] turns it into a checked [`Request`], which knows
//! nothing of flags. `conflicts` has the refused combinations that the parser cannot express.

use std::time::Duration;

use clap::Parser;

use crate::report::failure::Failure;
use crate::request::Request;

mod booklet;
mod conflicts;
mod counts;
mod design;
pub(crate) mod help;
mod making;
mod marginals;
mod parts;
mod problems;
mod rating;
mod reasons;
mod scripts;
mod solutions;
mod sudoku;
mod table;
mod values;

use booklet::BookletArgs;
use counts::CountArgs;
use design::DesignArgs;
use making::{GenerateArgs, PiecesArgs, PuzzleArgs};
use marginals::MarginalsArgs;
use parts::SearchArgs;
use problems::{
    CheckArgs, ConvertArgs, EstimateArgs, MatrixArgs, MergeArgs, SplitArgs, SymmetriesArgs, TraceArgs,
};
use rating::RateArgs;
use reasons::{UniqueArgs, WhyArgs};
use scripts::{FmtArgs, RunArgs, TestArgs};
use solutions::{SampleArgs, SolveArgs, ZddArgs};
use sudoku::SudokuArgs;
use table::commands;

/// How many, which ones, drawn and checked: exact covers and tilings.
#[derive(Debug, Parser)]
#[command(name = "combien", version, about, after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Files:
  NAME.cmb   a tiling file: patterns, pieces, problems, and what to do with them
  NAME.dlx   an exact cover problem in Knuth's text format: items, then options
  NAME.json  an exact cover problem as JSON, as written by `combien convert`
  NAME.shard part of a search, as written by `combien split`
  -          standard input; --format says which of these it contains
  'puzzle:NAME ARGUMENTS'   a classic puzzle; `combien puzzle --list` shows all

Examples:
  combien run examples/scott.cmb          run a tiling file
  combien test examples/*.cmb             check assertions of tiling files
  combien count examples/toy.dlx          how many solutions? just the number
  combien solve examples/toy.dlx --all    every solution, each checked
  combien solve examples/toy.dlx | combien check examples/toy.dlx -
  combien sudoku solve examples/sudoku.txt
  combien puzzle queens 8
  combien matrix examples/lesson.dlx      the rows and columns that a search works on
  combien generate 'puzzle:queens 8'      a puzzle with one solution
  combien why examples/why.cmb --problem chessboard
  combien unique examples/toy.dlx         is there exactly one solution?
  combien help                            all commands, and all topics of the book
  combien help torus                      a page of the book: tilings of a torus

Exit codes:
  0   answered
  1   no solution, or a wrong one; a failed assertion; files that `fmt --check` would change
  2   bad usage or input
  3   stopped by a limit or a signal; what is certain is printed
  4   two engines disagree
  70  internal error";

commands! {
    Command:
    /// Run tiling files
    Run(RunArgs) = "run",
    /// Check the assertions of tiling files
    Test(TestArgs) = "test",
    /// Count the solutions of a problem
    Count(CountArgs) = "count",
    /// Estimate the size of a search before it runs
    Estimate(EstimateArgs) = "estimate",
    /// Find solutions of a problem
    Solve(SolveArgs) = "solve",
    /// Draw random solutions of a problem, each equally likely
    Sample(SampleArgs) = "sample",
    /// Make puzzles from a problem: clues that leave exactly one solution
    Generate(GenerateArgs) = "generate",
    /// Say how hard a puzzle is for a person, step by step
    Rate(RateArgs) = "rate",
    /// Put puzzles on a page for paper, with their solutions at the back
    Booklet(BookletArgs) = "booklet",
    /// Find sets of pieces for a board, and boards for a set of pieces
    Design(DesignArgs).command = "design",
    /// Build all solutions of a problem as a decision diagram
    Zdd(ZddArgs) = "zdd",
    /// Say in how many solutions each option is: what is certain, what is impossible, how likely the rest is
    Marginals(MarginalsArgs) = "marginals",
    /// Say why a problem has no solution
    Why(WhyArgs) = "why",
    /// Say whether a problem has exactly one solution
    Unique(UniqueArgs) = "unique",
    /// Check a file, or solutions of its problem
    Check(CheckArgs) = "check",
    /// Write a problem in another format
    Convert(ConvertArgs) = "convert",
    /// Show the matrix of a problem: options as rows, items as columns
    Matrix(MatrixArgs) = "matrix",
    /// Show the symmetries of a problem
    Symmetries(SymmetriesArgs) = "symmetries",
    /// Write a page that plays a search step by step
    Trace(TraceArgs) = "trace",
    /// Format tiling files
    Fmt(FmtArgs) = "fmt",
    /// Show the pieces that ship, for `include <NAME>`
    Pieces(PiecesArgs) = "pieces",
    /// Split a search into files for several machines
    Split(SplitArgs) = "split",
    /// Combine the results of the shards of a search
    Merge(MergeArgs) = "merge",
    /// Solve and make Sudoku puzzles
    Sudoku(SudokuArgs).command = "sudoku",
    /// Solve, count or write a classic puzzle by its name
    Puzzle(PuzzleArgs) = "puzzle",
}

/// The arguments of one command.
pub(crate) trait Words {
    /// The request; an error if the arguments contradict each other.
    fn request(&self) -> Result<Request, Failure>;

    /// Are messages to be JSON?
    fn is_json(&self) -> bool {
        false
    }

    /// The limits of the search, if it has any.
    fn search(&self) -> Option<&SearchArgs> {
        None
    }

    /// The limit on time.
    fn time(&self) -> Option<Duration> {
        self.search()?.time
    }

    /// These arguments, of whatever command.
    fn words(&self) -> &dyn Words
    where
        Self: Sized,
    {
        self
    }
}

#[cfg(test)]
mod tests;
