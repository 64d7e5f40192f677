//! How a number of solutions is printed.

use combien::Count;
use serde_json::{Value, json};

use super::failure::Failure;
use super::output::Output;
use super::{Stop, at_least, document, ended};
use crate::system::catalogue::told;
use crate::system::ending::Ending;

/// A number of solutions, and what is printed with it.
pub(crate) struct Counted<'a> {
    /// The number that is certain; the exact one if nothing stopped the search.
    pub(crate) count: &'a Count,
    pub(crate) stopped: Option<Stop>,
    /// Fields of the document before and after the number.
    pub(crate) before: Vec<Value>,
    pub(crate) behind: Value,
    /// Lines for people.
    pub(crate) remarks: Vec<String>,
}

impl Counted<'_> {
    /// Prints it: the number on standard output and remarks on standard error, or one document.
    pub(crate) fn deliver(self, json: bool) -> Result<Ending, Failure> {
        let Counted { count, stopped, before, behind, remarks } = self;
        if json {
            let ended = ended(stopped.as_ref().map(|stop| &*stop.reason));
            let number = json!({"count": count.to_string(), "exact": stopped.is_none()});
            Output::new().tell(&document(before.into_iter().chain([ended, number, behind])))?;
        } else {
            Output::new().tell(&format!("{}\n", at_least(count, stopped.is_none())))?;
            for line in remarks.iter().chain(stopped.as_ref().map(|stop| &stop.line)) {
                told!("{line}");
            }
        }
        Ok(if stopped.is_none() { Ending::Answered } else { Ending::Stopped })
    }
}
