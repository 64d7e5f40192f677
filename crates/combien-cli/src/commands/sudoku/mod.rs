//! `combien sudoku`: solves, makes, rates and minimises lists of Sudoku puzzles.

mod candidates;
mod check;
mod feed;
mod generate;
mod list;
mod minimise;
mod rate;
mod solve;

pub(super) use self::candidates::candidates;
pub(super) use self::check::check;
pub(super) use self::generate::generate;
pub(super) use self::minimise::minimise;
pub(super) use self::rate::{hint, rate};
pub(super) use self::solve::solve;
