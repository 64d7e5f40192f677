//! `combien sudoku`: solves, makes, rates and minimises lists of Sudoku puzzles.

mod candidates;
mod check;
mod feed;
mod generate;
mod list;
mod minimise;
mod rate;
mod solve;

use crate::report::failure::Failure;
use crate::request::sudoku::Sudoku;
use crate::system::ending::Ending;

pub(super) fn sudoku(request: &Sudoku) -> Result<Ending, Failure> {
    match request {
        Sudoku::Solve(request) => solve::solve(request),
        Sudoku::Generate(request) => generate::generate(request),
        Sudoku::Rate(request) => rate::rate(request),
        Sudoku::Hint(request) => rate::hint(request),
        Sudoku::Check(request) => check::check(&request.list),
        Sudoku::Candidates(request) => candidates::candidates(&request.list),
        Sudoku::Minimise(request) => minimise::minimise(request),
    }
}
