//! `combien sudoku solve`: the solutions of each puzzle of a list.

use combien::puzzle::sudoku::Verdict;

use super::args::SolveArgs;
use super::list::{List, each, is_all, names};
use crate::failure::{Ending, Failure};

pub(crate) fn solve(args: &SolveArgs) -> Result<Ending, Failure> {
    each(List { args: &args.list, limit: args.limit, json: args.form.json }, |case| {
        if args.redundant && matches!(case.verdict, Verdict::Unique(_)) {
            let go_on = || !case.watch.is_asked_to_stop();
            let redundant = case.solver.redundant_clues(&case.puzzle.grid, go_on)?;
            return Ok(if redundant.is_empty() { "minimal\n".to_owned() } else { names(&redundant) + "\n" });
        }
        Ok(if args.form.json {
            format!("{}\n", case.document("puzzle"))
        } else if args.count {
            format!("{}{}\n", if is_all(&case.verdict) { "" } else { ">= " }, case.verdict.count())
        } else if args.form.grid {
            drawn(&case.verdict)
        } else {
            line(&case.verdict)
        })
    })
}

/// A solution alone is the only one; others stand behind a word, so that nobody takes one of several for it.
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
