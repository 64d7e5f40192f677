//! An open document, and the listing of its solutions.

use combien::engine::links::Links;
use combien::solve::{Ending, Enumerate, Reason, Solutions};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::ask::{self, Question};
use crate::document::{Answer, Document, diagnostic_as_json, failed, failure, read, settled};
use crate::further;
use crate::listener::{BUDGET, Boxed, Listener, numbers};
use crate::marks::{self, Marked};
use crate::parts::{self, Parts};
use crate::picture;
use crate::walk;

/// An open document: its problem, and the latest listing.
#[derive(Debug)]
pub struct Session {
    marked: Marked,
    listing: Option<Solutions<'static>>,
    /// How many of its solutions were handed out.
    found: u64,
    parts: Option<Parts>,
    walk: Option<Links>,
}

impl Session {
    pub(crate) fn of(marked: Marked) -> Session {
        Session { marked, listing: None, found: 0, parts: None, walk: None }
    }

    /// Opens a document. Returns its diagnostics if it has errors.
    pub fn open(document: &str) -> Result<Session, Value> {
        let document: Document = serde_json::from_str(document).map_err(failed)?;
        let read = read(&document);
        let faults = || {
            let faults: Vec<Value> =
                read.diagnostics.iter().map(|fault| diagnostic_as_json(fault, &document)).collect();
            json!({"type": "faults", "diagnostics": faults})
        };
        read.input.map(|input| Session::of(Marked::new(input, &document.marks))).ok_or_else(faults)
    }

    /// What the problem is, and how large.
    pub fn about(&self) -> Value {
        self.marked.input.about()
    }

    /// Asks a question. Solutions and progress go to the listener, and the answer ends it. A list is only
    /// begun; its solutions come from [`Session::more`].
    pub fn ask(&mut self, question: &str, listener: &mut dyn Listener) -> Value {
        let further = further::answer(&self.marked, question, listener);
        settled(further.unwrap_or_else(|| self.asked(question, listener)))
    }

    fn asked(&mut self, question: &str, listener: &mut dyn Listener) -> Answer {
        let question: Question = serde_json::from_str(question).map_err(failed)?;
        let problem = self.marked.problem();
        let meter = Boxed(listener.meter());
        let listing = match question {
            Question::List => Enumerate::of(problem).budget(BUDGET).meter(meter),
            Question::Split { parts } => {
                let split = Parts::of(problem, parts);
                let answer = split.as_json();
                self.parts = Some(split);
                return Ok(answer);
            }
            Question::Part { number, list } => {
                let state = self.parts.as_ref().and_then(|parts| parts.state(number));
                let state = state.ok_or_else(parts::no_part)?;
                let question = Enumerate::of(problem).budget(BUDGET).resume(state);
                match (list, self.marked.through()) {
                    (true, _) => question.meter(meter),
                    (false, Some(through)) => {
                        return ask::count_listed(through, question.without_forecast(), meter);
                    }
                    (false, None) => return parts::count(problem, state, meter),
                }
            }
            Question::Walk { again, frames, nodes } => {
                if again || self.walk.is_none() {
                    let search = Links::new(problem);
                    self.walk = Some(search.map_err(|_| failure("the search needs too large lists", None))?);
                }
                let search = self.walk.as_mut().ok_or_else(|| failure("no search is looked at", None))?;
                return walk::walked(&self.marked, search, frames, nodes);
            }
            _ => return ask::answer(&self.marked, &question, listener),
        };
        (self.listing, self.found) = (Some(listing.run().map_err(failed)?), 0);
        Ok(json!({"type": "begun"}))
    }

    /// More solutions of the listing, until this many are found or the time is over: `{"type": "more",
    /// "solutions": [[option, ...], ...], "ending": null | "complete" | REASON, "found": N}`. A single
    /// solution may take longer; the meter shows the progress.
    pub fn more(&mut self, number: u64, is_time: impl FnMut() -> bool) -> Value {
        settled(self.listed(number, is_time))
    }

    fn listed(&mut self, number: u64, mut is_time: impl FnMut() -> bool) -> Answer {
        let listing = self.listing.as_mut().ok_or_else(|| failure("nothing is being listed", None))?;
        let mut solutions: Vec<Vec<usize>> = vec![];
        while (solutions.len() as u64) < number {
            let Some(solution) = listing.next() else { break };
            if self.marked.means(&solution)? {
                solutions.push(numbers(solution.options()));
            }
            if is_time() {
                break;
            }
        }
        let ending = listing.ending().map(|ending| match ending {
            Ending::Complete => "complete".to_owned(),
            Ending::Stopped(reason) => Reason::to_string(&reason),
        });
        self.found += solutions.len() as u64;
        Ok(json!({
            "type": "more", "solutions": solutions, "ending": ending, "found": self.found,
            "fraction": listing.fraction_done(),
        }))
    }

    /// A picture of options taken, by a request in JSON: `{"options": [...], "form": "svg"}`.
    pub fn show(&self, request: &str) -> Value {
        settled(picture::show(&self.marked.input, request))
    }

    /// Options in words, with their cells: `{"options": [...]}`; or the placements on just these cells of the
    /// drawing: `{"cells": [[column, row, layer], ...]}`.
    pub fn describe(&self, request: &str) -> Value {
        #[derive(Deserialize)]
        struct Request {
            #[serde(default)]
            options: Vec<usize>,
            #[serde(default)]
            cells: Vec<[i32; 3]>,
        }
        match serde_json::from_str::<Request>(request) {
            Ok(Request { cells, .. }) if !cells.is_empty() => marks::find(&self.marked.input, &cells),
            Ok(Request { options, .. }) => marks::describe(&self.marked.input, &options),
            Err(error) => failed(error),
        }
    }
}
