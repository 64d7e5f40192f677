//! `combien sudoku`: solves, makes, rates and mends Sudoku puzzles by the list.

pub(crate) mod args;
mod check;
mod feed;
mod generate;
mod list;
mod minimise;
mod rate;
mod solve;

use args::{SudokuArgs, SudokuCommand};

use crate::failure::{Ending, Failure};

pub(crate) fn sudoku(args: &SudokuArgs) -> Result<Ending, Failure> {
    match &args.command {
        SudokuCommand::Solve(args) => solve::solve(args),
        SudokuCommand::Generate(args) => generate::generate(args),
        SudokuCommand::Rate(args) => rate::rate(args),
        SudokuCommand::Hint(args) => rate::hint(args),
        SudokuCommand::Check(args) => check::check(args),
        SudokuCommand::Minimise(args) => minimise::minimise(args),
    }
}
