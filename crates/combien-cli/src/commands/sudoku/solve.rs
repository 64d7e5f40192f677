//! `combien sudoku solve`: the solutions of each puzzle of a list.

use combien_puzzles::sudoku::Verdict;

use super::list::{each, is_all, names};
use crate::report::failure::Failure;
use crate::report::{at_least, document};
use crate::request::sudoku::{Shown, Solve};
use crate::system::ending::Ending;

pub(in crate::commands) fn solve(request: &Solve) -> Result<Ending, Failure> {
    each(&request.list, |case| {
        if request.shown() == Shown::Redundant && matches!(case.verdict, Verdict::Unique(_)) {
            let redundant = case.solver.redundant_clues(&case.puzzle.grid, &case.watch.budget())?;
            return Ok(if redundant.is_empty() { "minimal\n".to_owned() } else { names(&redundant) + "\n" });
        }
        if request.list.json {
            return Ok(document([case.fields("puzzle")]));
        }
        Ok(match request.shown() {
            Shown::Count => {
                format!("{}\n", at_least(&case.verdict.count().into(), is_all(&case.verdict)))
            }
            Shown::Grid => drawn(&case.verdict),
            Shown::Line | Shown::Redundant => line(&case.verdict),
        })
    })
}

/// A line with just a solution means that it is the only one. Several solutions follow a word, so that none
/// is mistaken for the only one.
fn line(verdict: &Verdict) -> String {
    match verdict {
        Verdict::None => "none\n".to_owned(),
        Verdict::Unique(solution) => format!("{solution}\n"),
        Verdict::Several { examples, .. } => format!("several {} {}\n", examples[0], examples[1]),
    }
}

fn drawn(verdict: &Verdict) -> String {
    let head = match verdict {
        Verdict::None => "none\n\n".to_owned(),
        Verdict::Unique(_) => String::new(),
        Verdict::Several { count, is_all: true, .. } => format!("several: {count}, two of them\n"),
        Verdict::Several { count, .. } => format!("several: at least {count}, two of them\n"),
    };
    let grids = verdict.examples().iter().map(|grid| format!("{}\n", grid.drawn()));
    head + &grids.collect::<String>()
}
