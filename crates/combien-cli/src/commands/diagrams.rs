//! What the commands share that build a diagram of all solutions.

use combien::solve::{Budget, Diagram, Reason};
use serde_json::json;

use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::report::{Stop, document};
use crate::session::Session;
use crate::system::catalogue::told;
use crate::system::ending::Ending;

/// Says that a diagram is not finished.
pub(super) fn unfinished(stop: &Stop, json: bool, output: &mut Output) -> Result<Ending, Failure> {
    stopped(stop, "the diagram is not finished", json, output)
}

/// Says that the numbers of a diagram are not known, and why.
pub(super) fn unknown(
    reason: Reason,
    session: &Session<'_>,
    json: bool,
    output: &mut Output,
) -> Result<Ending, Failure> {
    let (reason, what) = match reason {
        // The limit that was given, of which the diagram has a part.
        Reason::Memory(_) => (
            Reason::Memory(session.budget().memory()),
            "the diagram is finished, but its numbers do not fit beside it",
        ),
        other => (other, "the diagram is finished, but its numbers are not"),
    };
    stopped(&session.watch.stop_by(reason), what, json, output)
}

/// The budget for the numbers of a diagram, with the memory that the diagram leaves.
pub(super) fn budget_beside(diagram: &Diagram, session: &Session<'_>) -> Budget {
    diagram.beside(session.budget())
}

/// Says that something is not done, and why it was stopped.
pub(super) fn stopped(stop: &Stop, what: &str, json: bool, output: &mut Output) -> Result<Ending, Failure> {
    if json {
        let stopped = json!({"schema": 1, "outcome": "stopped", "reason": stop.line});
        output.deliver(&document([stopped]))?;
        output.finish()?;
    } else {
        told!("{}: {what}", stop.line);
    }
    Ok(Ending::Stopped)
}
