//! `count --verify`: the same count by an engine of another kind.

use combien::Count;
use combien::solve::{Engine, Error, Outcome, Reason};
use serde_json::{Value, json};

use crate::report::failure::Failure;
use crate::session::Session;
use crate::system::ending::Ending;

/// The result of a second engine.
pub(super) enum Verdict {
    /// It counts the same number.
    Same { engine: Engine },
    /// Another number, so one of the two is wrong.
    Differs { engine: Engine, count: Count },
    /// None: it was stopped, or no other engine accepts the problem.
    Open { why: String },
}

/// Counts again with an engine of another kind than the first, and without reduction.
pub(super) fn verify(session: &Session<'_>, first: Engine, count: &Count) -> Result<Verdict, Failure> {
    let profile = first.profile();
    let others: &[Engine] = match first {
        Engine::Memo => &[Engine::Frontier, Engine::Fast],
        Engine::Pfaffian => &[Engine::Frontier, Engine::Memo],
        _ if profile.cuts || profile.lists => &[Engine::Memo, Engine::Frontier],
        _ => &[Engine::Memo, Engine::Fast, Engine::Links],
    };
    for &engine in others {
        let report = match session.count(engine) {
            Ok(report) => report,
            Err(Error::TooWide { .. } | Error::TooLarge { .. } | Error::Bounds { .. }) => continue,
            Err(error) => return Err(Failure::of(error)),
        };
        return Ok(match report.outcome {
            Outcome::Answer(other) if other == *count => Verdict::Same { engine },
            Outcome::Answer(other) => Verdict::Differs { engine, count: other },
            // A lower bound above the count is wrong, even if the search was stopped.
            Outcome::Stopped { certain, .. } if certain > *count => {
                Verdict::Differs { engine, count: certain }
            }
            Outcome::Stopped { reason: Reason::Memory(_), .. } => continue,
            Outcome::Stopped { reason, .. } => Verdict::Open { why: session.watch.describe(reason) },
        });
    }
    Ok(Verdict::Open { why: "no engine of another kind can take this problem".to_owned() })
}

impl Verdict {
    pub(super) fn ending(&self) -> Ending {
        match self {
            Verdict::Same { .. } => Ending::Answered,
            Verdict::Differs { .. } => Ending::Disagreement,
            Verdict::Open { .. } => Ending::Stopped,
        }
    }

    pub(super) fn as_json(&self) -> Value {
        match self {
            Verdict::Same { engine } => json!({"by": engine.name(), "same": true}),
            Verdict::Differs { engine, count } => {
                json!({"by": engine.name(), "same": false, "count": count.to_string()})
            }
            Verdict::Open { why } => json!({"by": null, "why": why}),
        }
    }

    /// The message for people, with the count of the first engine.
    pub(super) fn line(&self, first: Engine, count: &Count) -> String {
        match self {
            Verdict::Same { engine } => format!("verified: {engine} counts the same"),
            Verdict::Differs { engine, count: other } => {
                format!("the engines disagree: {first} counts {count}, {engine} {other}; please report it")
            }
            Verdict::Open { why } => format!("not verified: {why}"),
        }
    }
}
