//! What `combien run --json` prints: a document for each action of a file, and before it one for each
//! solution that it shows.

use combien::diagnostic::Place;
use combien::solve::Outcome;
use combien_lang::run::{Verdict, solution_line};
use combien_lang::{ActionKind, Finding, Output, Script, UpTo};
use serde_json::{Value, json};

use crate::report::document;

/// The document of the current action, as far as it is known.
pub(super) struct Documents<'a> {
    script: &'a Script,
    /// The action prints its solutions as documents itself.
    writes_lines: bool,
    /// What is printed next is the drawing of a solution, which is a document already.
    is_drawing: bool,
    action: &'static str,
    problem: Option<&'a str>,
    answer: Answer,
}

/// What an action says besides its solutions.
#[derive(Default)]
struct Answer {
    count: Option<String>,
    is_exact: Option<bool>,
    up_to: Option<String>,
    holds: Option<bool>,
    solutions: u64,
    text: String,
    notes: Vec<String>,
    files: Vec<String>,
}

impl<'a> Documents<'a> {
    pub(super) fn of(script: &'a Script) -> Documents<'a> {
        Documents {
            script,
            writes_lines: false,
            is_drawing: false,
            action: "",
            problem: None,
            answer: Answer::default(),
        }
    }

    /// Takes a text that the action prints. What it returns is printed.
    pub(super) fn print<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        if std::mem::take(&mut self.is_drawing) {
            return None;
        }
        if self.writes_lines && text.starts_with('{') {
            return Some(text);
        }
        self.answer.text += text;
        None
    }

    pub(super) fn note(&mut self, text: &str) {
        self.answer.notes.push(text.to_owned());
    }

    pub(super) fn wrote(&mut self, path: &str) {
        self.answer.files.push(path.to_owned());
    }

    /// Takes a result. What it returns is printed. A reason is told in words.
    pub(super) fn found(
        &mut self,
        place: &Place,
        finding: Finding<'_>,
        describe: impl Fn(combien::solve::Reason) -> String,
    ) -> Option<String> {
        match finding {
            Finding::Begun(kind) => self.begin(kind),
            Finding::Counted { up_to, outcome, .. } => {
                self.answer.count = Some(outcome.certain().to_string());
                self.answer.is_exact = Some(matches!(outcome, Outcome::Answer(_)));
                self.answer.up_to = match up_to {
                    UpTo::Nothing => None,
                    UpTo::Symmetry => Some("symmetry".to_owned()),
                    UpTo::Rotation => Some("rotation".to_owned()),
                    UpTo::Within(cost) => Some(format!("within {cost}")),
                };
            }
            Finding::Solution { problem, encoding, solution, is_drawn } => {
                self.answer.solutions += 1;
                self.is_drawing = is_drawn;
                let named = &self.script.problems[problem];
                let line = || solution_line(named, encoding, solution, self.answer.solutions);
                return (!self.writes_lines).then(line);
            }
            Finding::Asserted(verdict) => {
                self.answer.holds = match verdict {
                    Verdict::Held => Some(true),
                    Verdict::Failed(_) => Some(false),
                    Verdict::Open(_) => None,
                };
            }
            Finding::Ended(stopped) => return Some(self.end(place, stopped.map(describe).as_deref())),
            _ => {}
        }
        None
    }

    fn begin(&mut self, kind: &ActionKind) {
        let asked = kind.asked();
        self.action = kind.name();
        self.problem = asked.map(|asked| self.script.problems[asked.problem].name.as_str());
        self.writes_lines = asked.is_some_and(|asked| asked.output == Output::Json(None));
        self.is_drawing = false;
        self.answer = Answer::default();
    }

    fn end(&mut self, place: &Place, stopped: Option<&str>) -> String {
        let (line, column) = place.line_and_column();
        let Answer { count, is_exact, up_to, holds, solutions, text, notes, files } =
            std::mem::take(&mut self.answer);
        let head: Value = json!({
            "schema": 1, "type": "action", "action": self.action, "problem": self.problem,
            "file": place.source.name, "line": line, "column": column,
        });
        document([
            head,
            crate::report::ended(stopped),
            json!({
                "count": count, "exact": is_exact, "up_to": up_to, "holds": holds, "solutions": solutions,
                "text": text, "notes": notes, "files": files,
            }),
        ])
    }
}
