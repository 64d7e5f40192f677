//! `combien why`: why a problem has no solution.

use std::io::Write;

use combien::why::{Answer, Obstacle, Subject};
use serde_json::{Value, json};

use super::show::Show;
use crate::report::failure::Failure;
use crate::report::output::{self, Output};
use crate::report::reasons;
use crate::report::{document, ended};
use crate::request::{Drawn, Why};
use crate::session::Session;
use crate::system::ending::Ending;

/// More lines than this nobody reads in a terminal.
const MOST_LINES: usize = 20;

pub(super) fn why(request: &Why) -> Result<Ending, Failure> {
    let session = Session::open(&request.problem, request.search, request.json)?;
    if let Some(path) = &request.proof {
        session.refuse_own_file(path)?;
    }
    let answer = session.why()?;
    if let (Some(path), Answer::None(obstacle)) = (&request.proof, &answer) {
        output::deliver(path, &obstacle.certificate(session.problem()))?;
    }
    if request.json { told_as_json(request, &session, &answer) } else { told(&session, &answer) }
}

fn told(session: &Session<'_>, answer: &Answer) -> Result<Ending, Failure> {
    let mut output = Output::new();
    let subject = session.input.subject();
    match answer {
        Answer::None(obstacle) => {
            writeln!(output, "no solution: {}", subject.sentence(obstacle))?;
            let lines = details(&subject, obstacle);
            for line in lines.iter().take(MOST_LINES) {
                writeln!(output, "{line}")?;
            }
            if let Some(more) = lines.len().checked_sub(MOST_LINES).filter(|&more| more > 0) {
                writeln!(output, "  and {more} more: --json lists them all")?;
            }
            if let Some(drawing) = subject.drawing(obstacle) {
                write!(output, "\n{drawing}")?;
            }
            output.finish()?;
            Ok(Ending::Answered)
        }
        Answer::Solvable(solution) => {
            let drawn = Drawn { picture: None, ascii: false };
            let show = Show::new(&drawn, false, &session.input)?;
            output.deliver(&show.drawn("there is a solution; the first that was found:", solution))?;
            output.finish()?;
            Ok(Ending::NoSolution)
        }
        Answer::Stopped(reason) => {
            let stop = session.watch.stop_by(*reason);
            anstream::eprintln!("{}: it is not known whether there is a solution", stop.line);
            Ok(Ending::Stopped)
        }
    }
}

/// What a sentence has no room for, and no drawing shows: steps that are forced, and weights of items that are no cells.
fn details(subject: &Subject<'_>, obstacle: &Obstacle) -> Vec<String> {
    match obstacle {
        Obstacle::Dead(dead) => {
            let step = |&(item, option): &_| {
                format!("  {} leaves only {}", subject.item_words(item), subject.option_words(option))
            };
            dead.forced.iter().map(step).collect()
        }
        Obstacle::Core(core) => {
            core.items.iter().map(|&item| format!("  {}", subject.item_words(item))).collect()
        }
        _ => match obstacle.weights() {
            Some(weights) if subject.drawing(obstacle).is_none() => weights
                .of()
                .iter()
                .map(|&(item, weight)| {
                    format!("  {} on {}", subject.weight_words(weights, weight), subject.item_words(item))
                })
                .collect(),
            _ => vec![],
        },
    }
}

fn told_as_json(request: &Why, session: &Session<'_>, answer: &Answer) -> Result<Ending, Failure> {
    let subject = session.input.subject();
    let (ending, stopped, said) = match answer {
        Answer::None(obstacle) => {
            let mut said = json!({"solvable": false});
            crate::report::add(&mut said, reasons::as_json(&subject, obstacle));
            crate::report::add(&mut said, json!({"proof": request.proof}));
            (Ending::Answered, None, said)
        }
        Answer::Solvable(solution) => {
            let options: Vec<Value> =
                solution.options().iter().map(|option| json!(option.number())).collect();
            (Ending::NoSolution, None, json!({"solvable": true, "solution": options}))
        }
        Answer::Stopped(reason) => {
            (Ending::Stopped, Some(session.watch.describe(*reason)), json!({"solvable": null}))
        }
    };
    let mut output = Output::new();
    output.deliver(&document([session.head("why"), session.size(), ended(stopped.as_deref()), said]))?;
    output.finish()?;
    Ok(ending)
}
