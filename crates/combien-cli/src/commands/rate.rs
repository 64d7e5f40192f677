//! `combien rate`: how hard a puzzle is for a person.

use combien::diagnostic::counted;
use combien_puzzles::rating::{Path, Step};
use combien_tiling::why::Subject;
use serde_json::{Value, json};

use super::clued::{Clued, rating_as_json};
use crate::input::Input;
use crate::report::add;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::request::{Rate, RatingShown};
use crate::session::Session;
use crate::system::catalogue::told;
use crate::system::ending::Ending;

pub(super) fn rate(request: &Rate) -> Result<Ending, Failure> {
    let session = Session::open(&request.problem, request.search, request.json)?;
    let puzzle = Clued::of(&request.clues, &session.input)?;
    let report = Report { request, session: &session };
    let (found, stopped) = Clued::two(puzzle.as_ref(), &session)?;
    match (found.len(), stopped) {
        (0, None) => return report.none("it has no solution"),
        (2.., _) => return report.none("it has more than one solution"),
        (_, Some(reason)) => {
            let stop = session.watch.stop_by(reason);
            return report.stopped(
                &stop.reason,
                &format!("{}: it is not known whether there is one solution", stop.line),
            );
        }
        (_, None) => {}
    }
    let open = puzzle.as_ref().and_then(|puzzle| puzzle.open.as_ref());
    let subject = open.unwrap_or(&session.input).subject();
    let mut clues = puzzle.as_ref().map_or_else(Vec::new, |puzzle| puzzle.clues.clone());
    if let Input::Tiling { tiling, encoding, .. } = &session.input {
        clues.extend(tiling.given(encoding));
    }
    let path = session.metered(|mut progress| {
        Path::told(subject, &clues, &session.budget(), &mut |steps| {
            if let Some(progress) = &mut progress {
                progress.say(|| format!("{} found", counted(steps, "step")));
            }
        })
    });
    if let Ok(path) = path {
        return report.rated(&path, subject);
    }
    let stop = session.watch.stop_by(session.stop_of_solver());
    report.stopped(&stop.reason, &format!("{}: the puzzle is not rated", stop.line))
}

/// Prints what was found.
struct Report<'a> {
    request: &'a Rate,
    session: &'a Session<'a>,
}

impl Report<'_> {
    /// It is no puzzle.
    fn none(&self, reason: &str) -> Result<Ending, Failure> {
        if self.request.json {
            self.session.tell("rate", None, json!({"unique": false, "rating": null}))?;
        } else {
            Output::new().tell(&format!("no rating: {reason}\n"))?;
        }
        Ok(Ending::NoSolution)
    }

    fn stopped(&self, reason: &str, line: &str) -> Result<Ending, Failure> {
        if self.request.json {
            self.session.tell("rate", Some(reason), json!({"unique": null, "rating": null}))?;
        } else {
            told!("{line}");
        }
        Ok(Ending::Stopped)
    }

    fn rated(&self, path: &Path, subject: Subject<'_>) -> Result<Ending, Failure> {
        let line = |step: &Step| format!("{}: {}", step.technique(), step.words(subject));
        if self.request.json {
            let mut said = json!({"unique": true});
            add(&mut said, rating_as_json(path));
            let steps = match self.request.shown() {
                RatingShown::Rating => &[],
                RatingShown::Steps => path.steps(),
                RatingShown::Hint => &path.steps()[..path.steps().len().min(1)],
            };
            if self.request.shown() != RatingShown::Rating {
                let steps: Vec<Value> = steps.iter().map(|step| step_as_json(step, subject)).collect();
                add(&mut said, json!({"steps": steps}));
            }
            self.session.tell("rate", None, said)?;
            return Ok(Ending::Answered);
        }
        Output::new().tell(&match self.request.shown() {
            RatingShown::Rating => headline(path) + "\n",
            RatingShown::Steps => {
                let steps = path.steps().iter().map(|step| format!("  {}\n", line(step)));
                headline(path) + "\n" + &steps.collect::<String>()
            }
            RatingShown::Hint => match path.steps().first() {
                Some(step) => line(step) + "\n",
                None if path.is_complete() => "nothing is left to place\n".to_owned(),
                None => "beyond: no technique finds a step\n".to_owned(),
            },
        })?;
        Ok(Ending::Answered)
    }
}

/// `2.0 dead corner: 9 forced cell, 3 dead corner; effort 15.0`.
fn headline(path: &Path) -> String {
    let used = path.tally().into_iter().map(|(name, steps)| format!("{steps} {name}"));
    let used = used.collect::<Vec<_>>().join(", ");
    match (path.is_complete(), path.hardest()) {
        (true, Some(hardest)) => format!("{hardest}: {used}; effort {}", path.effort()),
        (true, None) => "0.0 nothing is left to place".to_owned(),
        (false, None) => "beyond: no technique finds a step".to_owned(),
        (false, Some(_)) => format!("beyond: no technique finds more after {used}"),
    }
}

fn step_as_json(step: &Step, subject: Subject<'_>) -> Value {
    let options: Vec<usize> = step.options().iter().map(|option| option.number()).collect();
    json!({
        "technique": step.technique().name(), "rating": step.technique().rating().to_string(),
        "places": step.places(), "options": options, "text": step.words(subject),
    })
}
