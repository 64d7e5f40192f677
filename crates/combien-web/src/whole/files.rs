//! Files of other programs, as documents of the page; and documents as such files.

use combien::diagnostic::Diagnostic;
use combien::problem::{Format, Problem, csv, mps};
use combien_lang::puzzle;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::document::{Input, failure};
use crate::marks::Marked;

/// The maximum number of problems of a puzzle of BurrTools that are opened together.
const MOST_PROBLEMS: usize = 50;

/// A format of files that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Target {
    /// Of problems.
    Problem(Format),
    /// Of BurrTools.
    Xmpuzzle,
}

impl TryFrom<String> for Target {
    type Error = String;

    fn try_from(name: String) -> Result<Target, String> {
        match name.as_str() {
            "xmpuzzle" => Ok(Target::Xmpuzzle),
            name => name
                .parse()
                .map(Target::Problem)
                .map_err(|unknown: combien::problem::UnknownFormat| unknown.to_string()),
        }
    }
}

/// A file of another program as a document: `{"type": "converted", "kind": "tiling" | "json", "text": ..., "note": ...}`. Read are puzzles of
/// BurrTools, with all their problems, and programs in the MPS format. The name says which it is.
pub fn convert(name: &str, bytes: &[u8]) -> Value {
    if name.to_lowercase().ends_with(".mps") {
        return from_mps(name, bytes);
    }
    from_burrtools(name, bytes).unwrap_or_else(|fault| refused(&fault))
}

/// What is wrong with a file, with its line: the page does not show the file.
fn refused(fault: &Diagnostic) -> Value {
    let place = fault.labels.first().map(|label| format!("{}: ", label.place));
    failure(format!("{}{}", place.unwrap_or_default(), fault.message), fault.hint.as_deref())
}

fn from_mps(name: &str, bytes: &[u8]) -> Value {
    let Ok(text) = std::str::from_utf8(bytes) else { return failure("this is not a text in UTF-8", None) };
    match mps::parse(name, text) {
        Ok(document) => {
            let note = document.warnings.first().map(|warning| warning.message.as_str());
            match Format::Json.written(&document.problem) {
                Ok(text) => converted("json", &String::from_utf8_lossy(&text), note),
                Err(error) => failure(error, None),
            }
        }
        Err(csv::ReadError(faults)) => {
            faults.first().map_or_else(|| failure("this is no integer program", None), refused)
        }
    }
}

fn converted(kind: &str, text: &str, note: Option<&str>) -> Value {
    json!({"type": "converted", "kind": kind, "text": text, "note": note})
}

/// All problems of a puzzle. Those that cannot be read are left out, if any can.
fn from_burrtools(name: &str, bytes: &[u8]) -> Result<Value, Diagnostic> {
    let all = combien_burrtools::problems(name, bytes)?;
    let (mut text, mut fault) = (String::new(), None);
    for number in 1..=all.len().min(MOST_PROBLEMS) {
        let read = combien_burrtools::read(name, bytes, Some(&number.to_string()));
        let written = read.and_then(|read| {
            let written = puzzle(&identifier(&read.name, number), &read.tiling, &[]);
            written.map_err(|error| Diagnostic { labels: vec![], ..unwritten(&error.to_string()) })
        });
        match written {
            Ok(written) => text += &written,
            Err(wrong) => fault = Some(wrong),
        }
    }
    match fault {
        Some(fault) if text.is_empty() => Err(fault),
        fault => Ok(converted("tiling", &text, fault.as_ref().map(|fault| fault.message.as_str()))),
    }
}

fn unwritten(message: &str) -> Diagnostic {
    crate::document::message("unwritten", message.to_owned(), None)
}

/// A name as the language has it; that of an unnamed problem is its number.
fn identifier(name: &str, number: usize) -> String {
    let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        name
    } else {
        format!("problem_{number}")
    }
}

/// The document in a format of other programs: `{"type": "written", "bytes": [...], "lost": ["the costs ...", ...]}`. What is kept or
/// forbidden by hand is part of a problem, and not of a puzzle of BurrTools.
pub(super) fn write(marked: &Marked, target: Target) -> Value {
    let problem: &Problem = marked.problem();
    let (bytes, lost) = match (target, &marked.input) {
        (Target::Problem(format), _) => match format.written(problem) {
            Ok(bytes) => (bytes, format.lost(problem)),
            Err(error) => return failure(error, Some("JSON holds any problem")),
        },
        (Target::Xmpuzzle, Input::Tiling(name, tiling, _)) => {
            match combien_burrtools::written(name, tiling) {
                Ok((text, lost)) => match combien_burrtools::packed(&text) {
                    Ok(bytes) => (bytes, lost.sentences()),
                    Err(error) => return failure(error, None),
                },
                Err(error) => return failure(error, None),
            }
        }
        (Target::Xmpuzzle, Input::Plain(_) | Input::Classic(_)) => {
            return failure("only a board with pieces can be a puzzle of BurrTools", None);
        }
    };
    json!({"type": "written", "bytes": bytes, "lost": lost})
}
