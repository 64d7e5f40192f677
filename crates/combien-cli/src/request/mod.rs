//! Requests: checked values that know nothing of the command line. `args` makes them, `commands` answers them.
//!
//! Flags that exclude each other are refused before a request is made, so no command has to compare flags. Some of
//! these values derive their names on the command line; nothing else here depends on it.

mod commands;
pub(crate) mod design;
mod outside;
mod problem;
mod search;
pub(crate) mod sudoku;

pub(crate) use commands::*;
pub(crate) use outside::Outside;
pub(crate) use problem::{Content, Format, Given, Named, Puzzle, Source, is_no_tiling_file};
pub(crate) use search::{ByCost, Front, Group, Keep, Kind, Method, Orbits, Pace, Search, Spill, UpTo, Which};

/// One command, ready to be answered.
pub(crate) enum Request {
    Run(Run),
    Test(Test),
    Count(Count),
    CountFamily(CountFamily),
    Estimate(Estimate),
    Solve(Solve),
    Sample(Sample),
    Generate(Generate),
    Rate(Rate),
    Booklet(Booklet),
    Design(design::Design),
    Zdd(Zdd),
    Marginals(Marginals),
    Why(Why),
    Unique(Unique),
    CheckFile(CheckFile),
    CheckSolutions(CheckSolutions),
    Convert(Convert),
    Matrix(Matrix),
    Symmetries(Symmetries),
    Trace(Trace),
    Fmt(Fmt),
    Pieces(Pieces),
    Split(Split),
    Merge(Merge),
    Sudoku(sudoku::Sudoku),
    Puzzles(Puzzles),
}
