//! `combien sudoku check`: does a puzzle have exactly one solution and no redundant clue?

use combien::diagnostic::counted;
use combien_puzzles::sudoku::{Grid, Verdict};
use serde_json::json;

use super::list::{Case, each, is_all, names};
use crate::report::document;
use crate::report::failure::Failure;
use crate::request::sudoku::List;
use crate::system::ending::Ending;

pub(in crate::commands) fn check(list: &List) -> Result<Ending, Failure> {
    each(list, |case| {
        let redundant = match case.verdict {
            Verdict::Unique(_) => Some(case.solver.redundant_clues(&case.puzzle.grid, &case.watch.budget())?),
            _ => None,
        };
        if list.json {
            let cells = redundant.as_deref().map(|cells| cells.iter().map(|&cell| names(&[cell])));
            let minimal = redundant.as_ref().map(Vec::is_empty);
            let more = json!({ "redundant": cells.map(Vec::from_iter), "minimal": minimal });
            return Ok(document([case.fields("check"), more]));
        }
        let grids = case.verdict.examples().iter().map(Grid::to_string).map(|grid| format!("{grid}\n"));
        Ok(headline(&case, redundant.as_deref()) + &grids.collect::<String>())
    })
}

/// `puzzles.txt:3: 1 solution, 24 clues, minimal`.
fn headline(case: &Case<'_>, redundant: Option<&[(usize, usize)]>) -> String {
    let solutions = match case.verdict.count() {
        0 => "no solution".to_owned(),
        count if is_all(&case.verdict) => counted(count, "solution"),
        count => format!("at least {count} solutions"),
    };
    let clues = counted(case.puzzle.grid.clue_count(), "clue");
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
