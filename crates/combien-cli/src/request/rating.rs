//! `rate`: how hard a puzzle is.

use super::table::asked;
use super::{Search, Source, conflicts};
use crate::report::failure::Failure;

asked! {
    /// Say how hard a puzzle is for a person, step by step.
    Rate {
        problem: Source as Source,
        /// Options that are given: by number or name, `4,7..9`; by items, 'r1 c5', if one option has them all; in a tiling also by where a piece
        /// lies, 'F at 3x2 as Rot90'
        clues: Vec<String> ["OPTIONS" long("take")],
        /// Consider only solutions without these options
        _forbid: Vec<String> ["OPTIONS"],
        /// Print every step
        steps: bool [],
        /// Print only the next step, and no rating
        hint: bool [without(["steps"])],
        search: Search as Search,
        /// Print one JSON document
        json: bool [],
    }
    "\
The puzzle is solved as a person would: each time with the easiest technique that finds something. Its rating is that of the hardest
technique, its effort the sum over all steps.

  1.0  forced cell    only one placement covers a cell (in other problems: one option covers an item)
  1.2  forced piece   a piece fits in one place
  2.0  dead corner    a placement would leave a cell that nothing covers, or a piece without a place
  2.5  area           a placement would cut off a part that no pieces have the right size for
  3.0  parity         a placement would leave more dark cells than the other pieces can cover
  4.0  look-ahead     a placement forces others until there is a dead end; 0.1 more for each, up to 7.0

A puzzle that needs more is `beyond`. That is an answer, and the exit code is 0. It is 1 if the puzzle does not have exactly one solution, for
then it has no rating. For Sudoku there is `combien sudoku rate`.

Examples:
  combien generate examples/scott.cmb --problem scott --seed 1 --to cmb | combien rate --format cmb -
  combien rate examples/queens8.dlx --take 'r1 c1' --take 'r3 c4' --steps
  combien rate puzzle.cmb --hint"
}

impl Rate {
    pub(super) fn check(&self) -> Result<(), Failure> {
        conflicts::refuse_shard(&self.problem)
    }

    pub(crate) fn shown(&self) -> RatingShown {
        match (self.steps, self.hint) {
            (true, _) => RatingShown::Steps,
            (_, true) => RatingShown::Hint,
            _ => RatingShown::Rating,
        }
    }
}

/// What is shown of the way to the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RatingShown {
    /// Only its rating.
    Rating,
    /// All steps.
    Steps,
    /// Only the first step.
    Hint,
}
