//! `rate`: how hard a puzzle is.

use super::parts::{GivenArgs, ProblemArgs, SearchArgs};
use super::{Words, conflicts};
use crate::report::failure::Failure;
use crate::request::{Rate, RatingShown, Request};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
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
  combien rate puzzle.cmb --hint")]
pub(crate) struct RateArgs {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Options that are given: by number or name, `4,7..9`; by items, 'r1 c5', if one option has them all; in a tiling also by where a piece
    /// lies, 'F at 3x2 as Rot90'
    #[arg(long, value_name = "OPTIONS")]
    take: Vec<String>,
    /// Consider only solutions without these options
    #[arg(long, value_name = "OPTIONS")]
    forbid: Vec<String>,
    /// Print every step
    #[arg(long)]
    steps: bool,
    /// Print only the next step, and no rating
    #[arg(long, conflicts_with = "steps")]
    hint: bool,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl Words for RateArgs {
    fn request(&self) -> Result<Request, Failure> {
        let problem = GivenArgs { take: vec![], forbid: self.forbid.clone() }.of(self.problem.source()?);
        conflicts::refuse_shard(&problem)?;
        let shown = match (self.steps, self.hint) {
            (true, _) => RatingShown::Steps,
            (_, true) => RatingShown::Hint,
            _ => RatingShown::Rating,
        };
        Ok(Request::Rate(Rate {
            problem,
            clues: self.take.clone(),
            shown,
            search: self.search.search(),
            json: self.json,
        }))
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn search(&self) -> Option<&SearchArgs> {
        Some(&self.search)
    }
}
