//! `combien sudoku rate` and `hint`: how people's techniques solve a puzzle.

use combien::budget::Budget;
use combien_puzzles::sudoku::techniques::{Candidate, Candidates, Path, Step, Technique};
use combien_puzzles::sudoku::{Stopped, Verdict};
use serde_json::{Value, json};

use super::list::{each, refusal};
use crate::report::failure::Failure;
use crate::report::{add, document};
use crate::request::sudoku::{Hint, Rate};
use crate::system::ending::Ending;

pub(in crate::commands) fn rate(request: &Rate) -> Result<Ending, Failure> {
    each(&request.list, |case| {
        let path = match case.verdict {
            Verdict::Unique(_) => {
                Some(Path::under(case.solver.sudoku(), &case.puzzle.grid, &case.watch.budget())?)
            }
            _ => None,
        };
        if request.list.json {
            let more = path.as_ref().map_or(json!({}), |path| path_as_json(path, request.steps));
            return Ok(document([case.fields("rating"), more]));
        }
        let Some(path) = path else { return Ok(refusal(&case.verdict, "rating")) };
        let steps = path.steps().iter().filter(|_| request.steps).map(|step| format!("  {}\n", line(step)));
        Ok(headline(&path) + &steps.collect::<String>())
    })
}

pub(in crate::commands) fn hint(request: &Hint) -> Result<Ending, Failure> {
    each(&request.list, |case| {
        let candidates = Candidates::under(case.solver.sudoku(), &case.puzzle.grid);
        let is_full = candidates.is_full();
        let steps = match case.verdict {
            Verdict::Unique(_) => next_steps(candidates, request.digit, &case.watch.budget())?,
            _ => vec![],
        };
        if request.list.json {
            let more = json!({ "steps": steps.iter().map(as_json).collect::<Vec<_>>() });
            return Ok(document([case.fields("hint"), more]));
        }
        Ok(match case.verdict {
            Verdict::Unique(_) if is_full => "full: every cell has its digit\n".to_owned(),
            Verdict::Unique(_) if steps.is_empty() => "beyond: no technique finds a step\n".to_owned(),
            Verdict::Unique(_) => {
                let is_stuck = request.digit && steps.iter().all(|step| step.puts().is_none());
                let end = if is_stuck { "beyond: no technique finds more\n" } else { "" };
                steps.iter().map(|step| line(step) + "\n").chain([end.to_owned()]).collect()
            }
            _ => refusal(&case.verdict, "next step"),
        })
    })
}

/// The next step. With `to_digit`: the steps up to the first that places a digit, or all that were found.
fn next_steps(mut candidates: Candidates, to_digit: bool, budget: &Budget) -> Result<Vec<Step>, Stopped> {
    let mut steps = vec![];
    while let Some(step) = candidates.next_step(budget)? {
        candidates.take(&step);
        let is_last = !to_digit || step.puts().is_some();
        steps.push(step);
        if is_last {
            break;
        }
    }
    Ok(steps)
}

/// `4.6 XY-wing: 30 hidden single in a box, 2 XY-wing`.
fn headline(path: &Path) -> String {
    let used = path.tally().into_iter().map(|(technique, count)| format!("{count} {}", technique.name()));
    let used: Vec<_> = used.collect();
    let open = path.end().shape().cells() - path.end().grid().clue_count();
    match (path.is_complete(), path.hardest()) {
        (true, None) => "0.0 full\n".to_owned(),
        (true, Some(hardest)) => format!("{hardest}: {}\n", used.join(", ")),
        (false, None) => "beyond: no technique finds a step\n".to_owned(),
        (false, Some(_)) => {
            let cells = if open == 1 { "cell is" } else { "cells are" };
            format!("beyond: {open} {cells} left after {}\n", used.join(", "))
        }
    }
}

/// `4.6 XY-wing: R1C2 is 4 or R5C7 is 4: ...`.
fn line(step: &Step) -> String {
    format!("{}: {step}", step.technique())
}

fn path_as_json(path: &Path, with_steps: bool) -> Value {
    let counts = path.tally().into_iter().map(|(technique, count)| {
        json!({ "technique": technique.name(), "rating": technique.rating().to_string(), "steps": count })
    });
    let mut document = json!({
        "rating": path.rating().map(|rating| rating.to_string()),
        "hardest": path.hardest().map(Technique::name),
        "beyond": !path.is_complete(), "techniques": counts.collect::<Vec<_>>(),
    });
    if with_steps {
        add(&mut document, json!({ "steps": path.steps().iter().map(as_json).collect::<Vec<_>>() }));
    }
    document
}

fn as_json(step: &Step) -> Value {
    let names = |candidates: &[Candidate]| candidates.iter().map(Candidate::to_string).collect::<Vec<_>>();
    json!({
        "technique": step.technique().name(), "rating": step.technique().rating().to_string(),
        "rests_on": names(step.rests_on()), "puts": step.puts().map(|candidate| candidate.to_string()),
        "removes": names(step.removes()), "text": step.to_string(),
    })
}
