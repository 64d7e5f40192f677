//! How a list of solutions ended, printed after the last solution.

use combien::diagnostic::counted;
use serde_json::{Value, json};

use super::failure::Failure;
use super::output::Output;
use super::{Stop, document, ended};
use crate::system::catalogue::told;
use crate::system::ending::Ending;

/// How a list of solutions ended.
pub(crate) struct Listed<'a> {
    pub(crate) found: u64,
    /// What stopped it, unless the requested number of solutions was reached.
    pub(crate) stopped: Option<Stop>,
    /// There are no others.
    pub(crate) is_complete: bool,
    /// More fields of the document.
    pub(crate) more: Vec<Value>,
    /// For people: that there are no others, of which kind the solutions are, and where they are.
    pub(crate) no_more: Option<(&'a str, &'a str)>,
}

impl Listed<'_> {
    /// Prints it: a document, or messages for people, most of them on standard error.
    pub(crate) fn deliver(self, output: &mut Output, json: bool) -> Result<Ending, Failure> {
        let Listed { found, stopped, is_complete, more, no_more } = self;
        if json {
            let ended = ended(stopped.as_ref().map(|stop| &*stop.reason));
            let solutions = json!({"solutions": found.to_string(), "complete": is_complete});
            let head = [json!({"schema": 1, "type": "end"}), ended, solutions];
            output.deliver(&document(head.into_iter().chain(more)))?;
        } else if found == 0 && is_complete {
            output.deliver("no solution\n")?;
        }
        output.finish()?;
        if let Some(stop) = stopped {
            if !json {
                told!("{}: there may be more", stop.line);
            }
            return Ok(Ending::Stopped);
        }
        if let (Some((kind, place)), true) = (no_more, found > 0 && !json) {
            told!("{}{kind}, and no more{place}", counted(found, "solution"));
        }
        Ok(if found == 0 { Ending::NoSolution } else { Ending::Answered })
    }
}
