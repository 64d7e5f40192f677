//! Files of other programs, as documents of the page; and documents as such files.

use std::collections::BTreeSet;

use combien::diagnostic::Diagnostic;
use combien_burrtools::Puzzle;
use combien_formats::{Format, ReadError, UnknownFormat, mps};
use combien_lang::{identifier, puzzle};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::document::{Answer, failed, failure, settled};
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
            name => name.parse().map(Target::Problem).map_err(|unknown: UnknownFormat| unknown.to_string()),
        }
    }
}

/// A file of another program as a document: `{"type": "converted", "kind": "tiling" | "json", "text": ...,
/// "note": ...}`. Read are puzzles of BurrTools, with all their problems, and programs in the MPS format. The
/// name says which it is.
pub fn convert(name: &str, bytes: &[u8]) -> Value {
    settled(if name.to_lowercase().ends_with(".mps") {
        from_mps(name, bytes)
    } else {
        from_burrtools(name, bytes).map_err(|fault| refused(&fault))
    })
}

/// What is wrong with a file, with its line: the page does not show the file.
fn refused(fault: &Diagnostic) -> Value {
    let place = fault.labels.first().map(|label| format!("{}: ", label.place));
    failure(format!("{}{}", place.unwrap_or_default(), fault.message), fault.hint.as_deref())
}

fn from_mps(name: &str, bytes: &[u8]) -> Answer {
    let text = std::str::from_utf8(bytes).map_err(|_| failure("this is not a text in UTF-8", None))?;
    let document = mps::parse(name, text).map_err(|ReadError(faults)| {
        faults.first().map_or_else(|| failure("this is no integer program", None), refused)
    })?;
    let note = document.warnings.first().map(|warning| warning.message.as_str());
    let text = Format::Json.written(&document.problem).map_err(failed)?;
    Ok(converted("json", &String::from_utf8_lossy(&text), note))
}

fn converted(kind: &str, text: &str, note: Option<&str>) -> Value {
    json!({"type": "converted", "kind": kind, "text": text, "note": note})
}

/// All problems of a puzzle, under different names. Those that cannot be read are left out, if any can, and
/// the note says so.
fn from_burrtools(name: &str, bytes: &[u8]) -> Result<Value, Diagnostic> {
    let all = combien_burrtools::read_all(name, bytes, MOST_PROBLEMS + 1)?;
    let (mut text, mut names, mut faults) = (String::new(), BTreeSet::new(), vec![]);
    if all.len() > MOST_PROBLEMS {
        faults.push(wrong(format!("only the first {MOST_PROBLEMS} problems are opened")));
    }
    for read in all.into_iter().take(MOST_PROBLEMS) {
        match read.and_then(|read| written(&read, &mut names)) {
            Ok(written) => text += &written,
            Err(fault) => faults.push(fault),
        }
    }
    match (faults.pop(), text.is_empty()) {
        (Some(fault), true) => Err(fault),
        (None, true) => Err(wrong("the puzzle has no problem".to_owned())),
        (fault, false) => Ok(converted("tiling", &text, fault.as_ref().map(|fault| fault.message.as_str()))),
    }
}

/// A problem as a text, under a name that is not taken yet.
fn written(read: &Puzzle, names: &mut BTreeSet<String>) -> Result<String, Diagnostic> {
    let Puzzle { name, tiling, .. } = read;
    if tiling.groups().is_none() {
        let message =
            format!("problem {name}: its colors say where pieces may lie, and a drawing cannot say that");
        return Err(wrong(message));
    }
    let word = identifier(name);
    let numbered = (2..).map(|number| format!("{word}_{number}"));
    let free = std::iter::once(word.clone()).chain(numbered).find(|name| !names.contains(name));
    let free = free.unwrap_or(word);
    let text = puzzle(&free, tiling, &[]).map_err(|error| wrong(format!("problem {name}: {error}")))?;
    names.insert(free);
    Ok(text)
}

fn wrong(message: String) -> Diagnostic {
    crate::document::message("unread", message, None)
}

/// The document in a format of other programs: `{"type": "written", "text": ..., "lost": ["the costs ...",
/// ...]}`, or `"bytes"` in place of the text. What is kept or forbidden by hand is part of a problem, and not
/// of a puzzle of BurrTools.
pub(super) fn write(marked: &Marked, target: Target) -> Answer {
    if marked.is_filtered() {
        return Err(failure("no format of other programs can say what `where` says", None));
    }
    if let Target::Problem(format) = target {
        let unfit = |error| failure(error, Some("JSON holds any problem"));
        let bytes = format.written(marked.problem()).map_err(unfit)?;
        let (text, lost) = (String::from_utf8_lossy(&bytes), format.lost(marked.problem()));
        return Ok(json!({"type": "written", "text": text, "lost": lost}));
    }
    let none = || failure("only a board with pieces can be a puzzle of BurrTools", None);
    let (tiling, _) = marked.input.tiling().ok_or_else(none)?;
    let (text, lost) = combien_burrtools::written(marked.input.title(), tiling).map_err(failed)?;
    let bytes = combien_burrtools::packed(&text).map_err(failed)?;
    let mut lost = lost.sentences();
    if marked.is_marked() {
        lost.push("what you keep and forbid is left out".to_owned());
    }
    Ok(json!({"type": "written", "bytes": bytes, "lost": lost}))
}
