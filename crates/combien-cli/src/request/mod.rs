//! What is asked for: one checked value, without a word of how it was written. `args` makes it, `commands` answers it.
//!
//! What does not go together is refused before there is a request, so that no command looks at two flags to see whether
//! they agree. Some of these values derive the names that they have on the command line; nothing else here knows of it.

mod commands;
mod problem;
mod search;
pub(crate) mod sudoku;

pub(crate) use commands::*;
pub(crate) use problem::{Content, Format, Named, Puzzle, Source, is_no_tiling_file};
pub(crate) use search::{Group, Keep, Kind, Method, Orbits, Pace, Search, UpTo, Which};

/// One command, ready to be answered.
pub(crate) enum Request {
    Run(Run),
    Test(Test),
    Count(Count),
    Estimate(Estimate),
    Solve(Solve),
    Sample(Sample),
    Generate(Generate),
    Zdd(Zdd),
    Why(Why),
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
