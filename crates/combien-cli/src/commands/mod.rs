//! The commands. Each answers one request, and none uses another. They share `show`, `clued`, `diagrams`,
//! `documents`, `formats`, `terminal` and `permissions`.

mod apart;
mod booklet;
mod check;
mod clued;
mod convert;
mod count;
mod design;
mod diagrams;
mod documents;
mod estimate;
mod fmt;
mod formats;
mod generate;
mod marginals;
mod marks;
mod matrix;
mod permissions;
mod pieces;
mod plane;
mod puzzles;
mod rate;
mod run;
mod sample;
mod shards;
mod show;
mod solve;
mod strip;
mod sudoku;
mod symmetries;
mod terminal;
mod test;
mod trace;
mod transpose;
mod unique;
mod why;
mod zdd;

use crate::report::failure::Failure;
use crate::request::Request;
use crate::system::ending::Ending;

/// Answers a request.
pub(crate) fn answer(request: &Request) -> Result<Ending, Failure> {
    match request {
        Request::Run(request) => run::run(request),
        Request::Test(request) => test::test(request),
        Request::Count(request) => count::count(request),
        Request::CountFamily(request) => count::count_family(request),
        Request::CountPuzzles(request) => count::count_puzzles(request),
        Request::Strip(request) => strip::strip(request),
        Request::Plane(request) => plane::plane(request),
        Request::TakeApart(request) => apart::take_apart(request),
        Request::Estimate(request) => estimate::estimate(request),
        Request::Solve(request) => solve::solve(request),
        Request::Sample(request) => sample::sample(request),
        Request::Generate(request) => generate::generate(request),
        Request::Rate(request) => rate::rate(request),
        Request::Booklet(request) => booklet::booklet(request),
        Request::Sets(request) => design::sets(request),
        Request::Boards(request) => design::boards(request),
        Request::Zdd(request) => zdd::zdd(request),
        Request::Marginals(request) => marginals::marginals(request),
        Request::Why(request) => why::why(request),
        Request::Unique(request) => unique::unique(request),
        Request::Check(request) => check::check(request),
        Request::Convert(request) => convert::convert(request),
        Request::Matrix(request) => matrix::matrix(request),
        Request::Symmetries(request) => symmetries::symmetries(request),
        Request::Trace(request) => trace::trace(request),
        Request::Fmt(request) => fmt::fmt(request),
        Request::Pieces(request) => pieces::pieces(request),
        Request::Split(request) => shards::split(request),
        Request::Merge(request) => shards::merge(request),
        Request::SudokuSolve(request) => sudoku::solve(request),
        Request::SudokuGenerate(request) => sudoku::generate(request),
        Request::SudokuRate(request) => sudoku::rate(request),
        Request::SudokuHint(request) => sudoku::hint(request),
        Request::SudokuCheck(request) => sudoku::check(&request.list),
        Request::SudokuCandidates(request) => sudoku::candidates(&request.list),
        Request::SudokuMinimise(request) => sudoku::minimise(request),
        Request::Puzzles(request) => puzzles::puzzles(request),
    }
}
