//! `combien sudoku minimise`: puzzles without the clues that they do not need.

use combien::puzzle::sudoku::Grid;
use serde_json::json;

use super::args::MinimiseArgs;
use super::list::{List, each, refusal};
use super::rate::add;
use super::seed_of;
use crate::failure::{Ending, Failure};

pub(crate) fn minimise(args: &MinimiseArgs) -> Result<Ending, Failure> {
    let seed = seed_of(args.seed, &args.list.pace);
    each(List { args: &args.list, limit: 2, json: args.form.json }, |case| {
        let go_on = || !case.watch.is_asked_to_stop();
        let minimal = case.solver.minimise_while(&case.puzzle.grid, seed, go_on)?;
        if args.form.json {
            let mut document = case.document("minimal");
            let line = minimal.as_ref().map(ToString::to_string);
            let clues = minimal.as_ref().map(Grid::clue_count);
            let more = json!({ "seed": seed.to_string(), "minimal": line, "minimal_clues": clues });
            add(&mut document, more);
            return Ok(format!("{document}\n"));
        }
        Ok(match minimal {
            Some(minimal) if args.form.grid => format!("{}\n", minimal.drawn()),
            Some(minimal) => format!("{minimal}\n"),
            None => refusal(&case.verdict, "minimal puzzle"),
        })
    })
}
