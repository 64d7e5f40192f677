//! Requests: what is asked, checked. The settings of each command are a table of its file, from which `args`
//! makes the command line and its help. `commands` answers requests.
//!
//! Settings that exclude each other are refused by their rows, or by `conflicts` before a request is made, so
//! no command has to compare settings.

mod apart;
mod booklet;
mod conflicts;
pub(crate) mod counting;
pub(crate) mod counts;
pub(crate) mod design;
mod making;
mod marginals;
mod numbers;
mod outside;
mod parts;
mod plane;
mod problem;
mod problems;
mod rating;
mod reasons;
mod scripts;
mod search;
mod solutions;
mod strip;
pub(crate) mod sudoku;
pub(crate) mod table;
mod values;

pub(crate) use apart::TakeApart;
pub(crate) use booklet::Booklet;
pub(crate) use counting::Counting;
pub(crate) use counts::{By, Count, CountAll, CountFamily, CountPuzzles, Form, Method, Rows};
pub(crate) use making::{Generate, Pieces, Puzzles};
pub(crate) use marginals::Marginals;
pub(crate) use numbers::Numbers;
pub(crate) use outside::Outside;
pub(crate) use parts::{Color, Drawn};
pub(crate) use plane::{Moves, Plane};
pub(crate) use problem::{Content, Format, Given, Named, Puzzle, Source, is_no_tiling_file};
pub(crate) use problems::{
    Check, Convert, Estimate, Hits, Matrix, Merge, Player, Split, Symmetries, Target, Trace,
};
pub(crate) use rating::{Rate, RatingShown};
pub(crate) use reasons::{Unique, Why};
pub(crate) use scripts::{ANY_PROGRAM, Fmt, Permitted, Run, Test};
pub(crate) use search::{ByCost, Front, Group, Keep, Orbits, Pace, Search, UpTo, Which};
pub(crate) use solutions::{Sample, Solve, Zdd};
pub(crate) use strip::Strip;
#[cfg(test)]
pub(crate) use values::{duration, size};

use counts::CountArgs;
use design::{Boards, Sets};
use making::PuzzleArgs;
use solutions::SolveArgs;
use table::{Command, command};

/// One command, ready to be answered, by the name of its type.
macro_rules! requests {
    ($($Name:ident $(($Type:ty))?)+) => {
        pub(crate) enum Request {
            $($Name(requests!(@ $Name $($Type)?)),)+
        }
    };
    (@ $Name:ident $Type:ty) => { $Type };
    (@ $Name:ident) => { $Name };
}

requests! {
    Run Test Count CountFamily CountPuzzles Strip Plane TakeApart Estimate Solve Sample Generate Rate Booklet Sets Boards Zdd Marginals Why Unique
    Check Convert Matrix Symmetries Trace Fmt Pieces Split Merge Puzzles
    SudokuSolve(sudoku::Solve) SudokuGenerate(sudoku::Generate) SudokuRate(sudoku::Rate) SudokuHint(sudoku::Hint)
    SudokuCheck(sudoku::Check) SudokuCandidates(sudoku::Candidates) SudokuMinimise(sudoku::Minimise)
}

/// All commands, in the order of the help.
pub(crate) const COMMANDS: &[Command] = &[
    command!("run", Run.check => Request::Run),
    command!("test", Test.check => Request::Test),
    command!("count", CountArgs.request),
    command!("strip", Strip.check => Request::Strip),
    command!("plane", Plane.check => Request::Plane),
    command!("take-apart", TakeApart.check => Request::TakeApart),
    command!("estimate", Estimate => Request::Estimate),
    command!("solve", SolveArgs.request),
    command!("sample", Sample.check => Request::Sample),
    command!("generate", Generate.check => Request::Generate),
    command!("rate", Rate.check => Request::Rate),
    command!("booklet", Booklet.check => Request::Booklet),
    design::COMMAND,
    command!("zdd", Zdd.check => Request::Zdd),
    command!("marginals", Marginals.check => Request::Marginals),
    command!("why", Why.check => Request::Why),
    command!("unique", Unique.check => Request::Unique),
    command!("check", Check.check => Request::Check),
    command!("convert", Convert.check => Request::Convert),
    command!("matrix", Matrix.check => Request::Matrix),
    command!("symmetries", Symmetries => Request::Symmetries),
    command!("trace", Trace => Request::Trace),
    command!("fmt", Fmt.check => Request::Fmt),
    command!("pieces", Pieces => Request::Pieces),
    Command {
        usage: Some("combien split [OPTIONS] -n <N> --out <DIR> <FILE>"),
        ..command!("split", Split.check => Request::Split)
    },
    command!("merge", Merge => Request::Merge),
    sudoku::COMMAND,
    command!("puzzle", PuzzleArgs.request),
];
