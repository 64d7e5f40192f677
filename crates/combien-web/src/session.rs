//! An open document, and the listing of its solutions.

use combien::problem::OptionId;
use combien::solve::{Ending, Enumerate, Reason, Solutions};
use serde_json::{Value, json};

use crate::ask::{self, BUDGET, Listener, Question};
use crate::document::{Document, Input, diagnostic_as_json, failure, read};
use crate::look::about;
use crate::picture;

/// An open document: its problem, and the latest listing.
#[derive(Debug)]
pub struct Session {
    input: Input,
    listing: Option<Solutions<'static>>,
}

impl Session {
    pub(crate) fn of(input: Input) -> Session {
        Session { input, listing: None }
    }

    /// Opens a document. Returns its diagnostics if it has errors.
    pub fn open(document: &str) -> Result<Session, Value> {
        let document: Document = serde_json::from_str(document).map_err(|error| failure(error, None))?;
        let read = read(&document);
        let faults = || {
            let faults: Vec<Value> =
                read.diagnostics.iter().map(|fault| diagnostic_as_json(fault, &document)).collect();
            json!({"type": "faults", "diagnostics": faults})
        };
        read.input.map(Session::of).ok_or_else(faults)
    }

    /// What the problem is, and how large.
    pub fn about(&self) -> Value {
        about(&self.input)
    }

    /// Asks a question. Solutions and progress go to the listener, and the answer ends it. A list is only begun; its
    /// solutions come from [`Session::more`].
    pub fn ask(&mut self, question: &str, listener: &mut dyn Listener) -> Value {
        let question: Question = match serde_json::from_str(question) {
            Ok(question) => question,
            Err(error) => return failure(error, None),
        };
        if !matches!(question, Question::List) {
            return ask::answer(&self.input, &question, listener);
        }
        let meter = listener.meter();
        match Enumerate::of(self.input.problem()).budget(BUDGET).meter(ask::Boxed(meter)).run() {
            Ok(listing) => {
                self.listing = Some(listing);
                json!({"type": "begun"})
            }
            Err(error) => failure(error, None),
        }
    }

    /// More solutions of the listing, until this many are found or the time is over: `{"type": "more", "solutions":
    /// [[option, ...], ...], "ending": null | "complete" | REASON, "found": N}`. A single solution may take longer; the
    /// meter shows the progress.
    pub fn more(&mut self, number: u64, mut is_time: impl FnMut() -> bool) -> Value {
        let Some(listing) = &mut self.listing else { return failure("nothing is being listed", None) };
        let mut solutions: Vec<Vec<usize>> = vec![];
        while (solutions.len() as u64) < number {
            let Some(solution) = listing.next() else { break };
            solutions.push(solution.options().iter().map(|option| option.index()).collect());
            if is_time() {
                break;
            }
        }
        let ending = listing.ending().map(|ending| match ending {
            Ending::Complete => "complete".to_owned(),
            Ending::Stopped(reason) => Reason::to_string(&reason),
        });
        json!({
            "type": "more", "solutions": solutions, "ending": ending, "found": listing.found(),
            "fraction": listing.fraction_done(),
        })
    }

    /// A picture of options taken, by a request in JSON: `{"options": [...], "form": "svg"}`.
    pub fn show(&self, request: &str) -> Value {
        picture::show(&self.input, request)
    }

    /// The options of the problem with these numbers; unknown numbers are left out.
    pub(crate) fn options(input: &Input, numbers: &[usize]) -> Vec<OptionId> {
        let count = input.problem().option_count();
        numbers.iter().filter(|&&number| number < count).map(|&number| OptionId::from_index(number)).collect()
    }
}
