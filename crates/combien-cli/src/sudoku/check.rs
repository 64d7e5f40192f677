//! `combien sudoku check`: is a puzzle fit to be set? One solution, and no clue too many.

use combien::puzzle::sudoku::{Grid, Verdict};
use serde_json::json;

use super::args::CheckArgs;
use super::list::{Case, List, each, is_all, names};
use crate::failure::{Ending, Failure};
use crate::show::add;

pub(crate) fn check(args: &CheckArgs) -> Result<Ending, Failure> {
    each(List { args: &args.list, limit: args.limit, json: args.json }, |case| {
        let redundant = match case.verdict {
            Verdict::Unique(_) => {
                let go_on = || !case.watch.is_asked_to_stop();
                Some(case.solver.redundant_clues(&case.puzzle.grid, go_on)?)
            }
            _ => None,
        };
        if args.json {
            let cells = redundant.as_deref().map(|cells| cells.iter().map(|&cell| names(&[cell])));
            let mut document = case.document("check");
            let minimal = redundant.as_ref().map(Vec::is_empty);
            add(&mut document, json!({ "redundant": cells.map(Vec::from_iter), "minimal": minimal }));
            return Ok(format!("{document}\n"));
        }
        let grids = case.verdict.examples().iter().map(Grid::to_string).map(|grid| format!("{grid}\n"));
        Ok(headline(&case, redundant.as_deref()) + &grids.collect::<String>())
    })
}

/// `puzzles.txt:3: 1 solution, 24 clues, minimal`.
fn headline(case: &Case<'_, '_>, redundant: Option<&[(usize, usize)]>) -> String {
    let solutions = match case.verdict.count() {
        0 => "no solution".to_owned(),
        1 => "1 solution".to_owned(),
        count if is_all(&case.verdict) => format!("{count} solutions"),
        count => format!("at least {count} solutions"),
    };
    let clues = match case.puzzle.grid.clue_count() {
        1 => "1 clue".to_owned(),
        count => format!("{count} clues"),
    };
    let minimal = match redundant {
        None => String::new(),
        Some([]) => ", minimal".to_owned(),
        Some(cells) => format!(", not minimal: without {}", each_alone(cells)),
    };
    format!("{}:{}: {solutions}, {clues}{minimal}\n", case.file, case.puzzle.line)
}

/// `R1C2`, `any one of R1C2 R4C7`.
fn each_alone(cells: &[(usize, usize)]) -> String {
    let many = if cells.len() == 1 { "" } else { "any one of " };
    format!("{many}{} it has the same", names(cells))
}
