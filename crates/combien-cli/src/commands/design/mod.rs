//! `combien design`: sets of pieces for a board, and boards for a set of pieces.

mod boards;
mod sets;

use combien::Count;
use combien::diagnostic::counted;
use combien::solve::Outcome;
use combien_tiling::Tiling;
use combien_tiling::design;

use crate::input::{self, Input};
use crate::report::at_least;
use crate::report::failure::Failure;
use crate::request::Source;
use crate::request::design::{DesignForm, Wanted};

pub(super) use self::boards::boards;
pub(super) use self::sets::sets;

/// The board and the pieces of a problem.
fn tiling_of(problem: &Source, form: DesignForm) -> Result<Tiling, Failure> {
    match input::read(problem, form == DesignForm::Json)? {
        Input::Tiling { tiling, .. } => Ok(*tiling),
        Input::Plain(_) | Input::Shard(..) | Input::Classic(_) => {
            let message = "this problem has no board and no pieces";
            Err(Failure::hinted(message, "name a tiling: a problem in a .cmb or .xmpuzzle file"))
        }
    }
}

fn wanted(wanted: &Wanted) -> design::Wanted {
    let range = wanted.solutions.range();
    let end = |number: usize| if number == usize::MAX { u64::MAX } else { number as u64 };
    design::Wanted {
        solutions: end(*range.start())..=end(*range.end()),
        up_to_symmetry: wanted.up_to.is_some(),
    }
}

/// `3 solutions up to symmetry`, `at least 5 solutions`.
fn solutions(outcome: &Outcome<Count>, wanted: &Wanted) -> String {
    let count = outcome.certain();
    let noun = if *count == Count::ONE { "solution" } else { "solutions" };
    let alike = if wanted.up_to.is_some() { " up to symmetry" } else { "" };
    format!("{} {noun}{alike}", at_least(count, outcome.reason().is_none()))
}

/// What was wanted: `exactly 1 solution`, `2 to 5 solutions up to symmetry`, `at least 1 solution`.
fn range(wanted: &Wanted) -> String {
    let range = wanted.solutions.range();
    let alike = if wanted.up_to.is_some() { " up to symmetry" } else { "" };
    let words = match (*range.start(), *range.end()) {
        (low, usize::MAX) => format!("at least {}", counted(low, "solution")),
        (low, high) if low == high => format!("exactly {}", counted(low, "solution")),
        (low, high) => format!("{low} to {}", counted(high, "solution")),
    };
    words + alike
}

/// `12 sets`, for a number that may be very large.
fn numbered(number: u128, noun: &str) -> String {
    match u64::try_from(number) {
        Ok(number) => counted(number, noun),
        Err(_) => format!("{number} {noun}s"),
    }
}
