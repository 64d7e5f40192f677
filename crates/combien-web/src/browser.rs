//! The interface to the browser. No other module depends on the browser.

use combien::budget::Deadline;
use combien::problem::OptionId;
use combien::solve::{Meter, Progress};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::listener::{Listener, numbers};
use crate::{Session, document, edit, further, look, sudoku};

#[wasm_bindgen]
extern "C" {
    /// Milliseconds by the browser's clock.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
    /// The worker's function that passes a line of JSON on to the page, during a search.
    #[wasm_bindgen(js_namespace = globalThis, js_name = combienHears)]
    fn hears(message: &str);
}

/// The least time between two messages to the page, in milliseconds.
const BETWEEN: f64 = 60.0;

/// The time for a question about a Sudoku, in milliseconds.
const SUDOKU_PATIENCE: f64 = 20_000.0;

fn deadline(milliseconds: f64) -> Deadline {
    let end = now() + milliseconds;
    Deadline::new(move || now() >= end)
}

/// Passes on the progress of a search, not too often.
#[derive(Debug)]
struct Told {
    last: f64,
}

impl Told {
    fn new() -> Told {
        Told { last: f64::NEG_INFINITY }
    }
}

impl Meter for Told {
    fn tick(&mut self, progress: Progress) {
        let time = now();
        self.last = time;
        let left = progress.left.map(|left| json!({"low": left.low, "high": left.high}));
        let message = json!({
            "type": "progress", "time": time, "nodes": progress.nodes, "fraction": progress.fraction, "left": left,
            "solutions": progress.solutions.to_string(),
        });
        hears(&message.to_string());
    }

    fn is_due(&mut self, _: u64) -> bool {
        now() - self.last >= BETWEEN
    }
}

/// Passes on solutions, a few at a time.
#[derive(Debug)]
struct Batches {
    found: Vec<Vec<usize>>,
    last: f64,
}

impl Batches {
    fn flush(&mut self) {
        if !self.found.is_empty() {
            hears(&json!({"type": "solutions", "solutions": std::mem::take(&mut self.found)}).to_string());
            self.last = now();
        }
    }
}

impl Listener for Batches {
    fn found(&mut self, options: &[OptionId]) {
        self.found.push(numbers(options));
        if now() - self.last > BETWEEN {
            self.flush();
        }
    }

    fn told(&mut self, found: &Value) {
        hears(&found.to_string());
    }

    fn meter(&self) -> Box<dyn Meter> {
        Box::new(Told::new())
    }

    fn deadline(&self, milliseconds: f64) -> Option<Deadline> {
        Some(deadline(milliseconds))
    }
}

/// A document that is open in a worker.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Page {
    session: Option<Session>,
}

#[wasm_bindgen]
impl Page {
    /// Nothing is open yet. Panics are reported to the page before they end the worker.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Page {
        std::panic::set_hook(Box::new(|panic| {
            hears(&json!({"type": "bug", "message": panic.to_string()}).to_string());
        }));
        Page::default()
    }

    /// The contents of a document: see [`look::look`].
    pub fn look(&mut self, document: &str) -> String {
        let (seen, session) = look::look(document);
        self.session = session;
        seen.to_string()
    }

    /// Opens a document, so that questions can be asked of it: see [`Session::open`].
    pub fn open(&mut self, document: &str) -> String {
        match Session::open(document) {
            Ok(session) => {
                let said = session.about();
                self.session = Some(session);
                said.to_string()
            }
            Err(faults) => faults.to_string(),
        }
    }

    /// Asks a question of the open document: see [`Session::ask`].
    pub fn ask(&mut self, question: &str) -> String {
        let Some(session) = &mut self.session else { return document::nothing_open().to_string() };
        let mut listener = Batches { found: vec![], last: now() };
        let answer = session.ask(question, &mut listener);
        listener.flush();
        answer.to_string()
    }

    /// More solutions of the listing that is open, until this many are found or this many milliseconds have
    /// passed: see [`Session::more`].
    pub fn more(&mut self, number: u32, milliseconds: f64) -> String {
        let Some(session) = &mut self.session else { return document::nothing_open().to_string() };
        let end = now() + milliseconds;
        session.more(number.into(), || now() >= end).to_string()
    }

    /// A picture of a solution: see [`Session::show`].
    pub fn show(&self, request: &str) -> String {
        let Some(session) = &self.session else { return document::nothing_open().to_string() };
        session.show(request).to_string()
    }

    /// A text with a drawing written into it: see [`edit::edit`].
    pub fn edit(&self, request: &str) -> String {
        edit::edit(request).to_string()
    }

    /// The text of a document with its files in it: see [`edit::alone`].
    pub fn alone(&self, document: &str) -> String {
        edit::alone(document).to_string()
    }

    /// Options in words and cells: see [`Session::describe`].
    pub fn describe(&self, request: &str) -> String {
        let Some(session) = &self.session else { return document::nothing_open().to_string() };
        session.describe(request).to_string()
    }

    /// A question about a Sudoku: see [`sudoku::answer`].
    pub fn sudoku(&self, request: &str) -> String {
        sudoku::answer(request, deadline(SUDOKU_PATIENCE)).to_string()
    }

    /// A file of another program as a document: see [`further::convert`].
    pub fn convert(&self, name: &str, bytes: &[u8]) -> String {
        further::convert(name, bytes).to_string()
    }

    /// What ships: see [`look::shelf`].
    pub fn shelf(&self) -> String {
        look::shelf().to_string()
    }
}
