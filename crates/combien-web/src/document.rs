//! The document to solve, and how it is read.

use std::collections::BTreeMap;
use std::io;

use combien::diagnostic::{Diagnostic, Place, Severity, boundary_before, nearest};
use combien::problem::{OptionId, Problem};
use combien_formats::{Format, ReadError};
use combien_lang::elaborate::LoadError;
use combien_lang::{Loaded, Script, load, load_and_ask};
use combien_puzzles::{Classic, Fault, Named, named};
use combien_tiling::{Encoding, Tiling};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// An option that is kept or forbidden. A text may change after it was marked, so the option is known by its
/// number and by what it is; if the two disagree, what it is decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The number of the option, from 0.
    pub option: usize,
    /// The option in words.
    pub words: String,
}

/// The marks of a document.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Marks {
    /// Options that are in the solution.
    #[serde(default)]
    pub taken: Vec<Mark>,
    /// Options that are not.
    #[serde(default)]
    pub forbidden: Vec<Mark>,
}

/// A text, what it is, and which of its problems is meant.
#[derive(Clone, Debug, Deserialize)]
pub struct Document {
    /// What the text is.
    pub kind: Kind,
    /// What messages call it.
    #[serde(default = "unnamed")]
    pub name: String,
    /// The text.
    pub text: String,
    /// The requested problem, if the text has several: its name, with arguments for a member of a family.
    #[serde(default)]
    pub problem: Option<String>,
    /// Texts that it may include, by their paths.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// What is kept and forbidden by hand.
    #[serde(default)]
    pub marks: Marks,
}

fn unnamed() -> String {
    "puzzle".to_owned()
}

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The tiling language.
    Tiling,
    /// The name of a classic puzzle and its arguments: `queens 8`.
    Puzzle,
    /// Items and options in Knuth's format.
    Dlx,
    /// Items and options as JSON.
    Json,
    /// An incidence matrix of a spreadsheet.
    Csv,
}

/// A problem, and what it is about.
#[derive(Debug)]
pub enum Input {
    /// Items and options, no more.
    Plain(Problem),
    /// The encoding of a tiling, and its name.
    Tiling(String, Box<Tiling>, Box<Encoding>),
    /// A classic puzzle.
    Classic(Box<Classic>),
}

impl Input {
    /// What it is, and how large.
    pub(crate) fn about(&self) -> Value {
        let problem = self.problem();
        let board = self.tiling().map(|(tiling, _)| tiling.board());
        let grid = board.map(|board| match board.lattice() {
            lattice if lattice.tessellation().is_some() => "lattice",
            lattice => lattice.name(),
        });
        json!({
            "type": "open", "title": self.title(), "options": problem.option_count(), "items": problem.item_count(),
            "grid": grid, "cells": board.map(|board| board.cells().len()),
        })
    }

    /// The options of the problem with these numbers; unknown numbers are left out.
    pub(crate) fn options(&self, numbers: &[usize]) -> Vec<OptionId> {
        let count = self.problem().option_count();
        numbers.iter().filter(|&&number| number < count).map(|&number| OptionId::from_index(number)).collect()
    }

    /// Its items and options.
    pub fn problem(&self) -> &Problem {
        match self {
            Input::Plain(problem) => problem,
            Input::Tiling(_, _, encoding) => &encoding.problem,
            Input::Classic(classic) => classic.problem(),
        }
    }

    /// The tiling and its encoding, if it is one.
    pub fn tiling(&self) -> Option<(&Tiling, &Encoding)> {
        match self {
            Input::Tiling(_, tiling, encoding) => Some((tiling, encoding)),
            Input::Plain(_) | Input::Classic(_) => None,
        }
    }

    /// What it is called.
    pub fn title(&self) -> &str {
        match self {
            Input::Plain(_) => "",
            Input::Tiling(name, ..) => name,
            Input::Classic(classic) => classic.title(),
        }
    }
}

/// The result of reading, with diagnostics.
#[derive(Debug)]
pub struct Read {
    /// The problem; `None` if there are errors or the text has no problem.
    pub input: Option<Input>,
    /// Everything that is wrong or strange.
    pub diagnostics: Vec<Diagnostic>,
    /// The names of the problems of a text of the tiling language.
    pub problems: Vec<String>,
}

impl Read {
    fn faulty(diagnostics: Vec<Diagnostic>) -> Read {
        Read { input: None, diagnostics, problems: vec![] }
    }
}

/// Reads a document.
pub fn read(document: &Document) -> Read {
    match document.kind {
        Kind::Tiling => read_tiling(document),
        Kind::Puzzle => read_puzzle(document),
        Kind::Dlx => read_plain(document, Format::Dlx),
        Kind::Json => read_plain(document, Format::Json),
        Kind::Csv => read_plain(document, Format::Csv),
    }
}

/// A problem of items and options.
fn read_plain(document: &Document, format: Format) -> Read {
    match format.read(&document.name, document.text.as_bytes()) {
        Ok(Ok(read)) => {
            let (input, diagnostics) = (Some(Input::Plain(read.problem)), read.warnings);
            Read { input, diagnostics, problems: vec![] }
        }
        Ok(Err(ReadError(faults))) => Read::faulty(faults),
        Err(error) => Read::faulty(vec![message("unreadable", error.to_string(), None)]),
    }
}

/// A message about no place.
pub(crate) fn message(code: &'static str, message: String, hint: Option<String>) -> Diagnostic {
    Diagnostic { severity: Severity::Error, code, message, labels: vec![], hint }
}

/// The files of a document; the first one is its text.
pub(crate) fn files(document: &Document) -> impl Fn(&str, Option<&str>) -> io::Result<Loaded> {
    |path: &str, from: Option<&str>| {
        if from.is_none() {
            return Ok(Loaded::new(document.name.clone(), document.text.clone()));
        }
        let text = document.files.get(path).ok_or(io::Error::from(io::ErrorKind::NotFound))?;
        Ok(Loaded::new(path, text.clone()))
    }
}

/// The script of a text of the tiling language, with the requested problem.
fn script(document: &Document) -> Result<(Script, Option<usize>), LoadError> {
    let files = files(document);
    match document.problem.as_deref().filter(|name| name.contains('<')) {
        Some(member) => {
            load_and_ask(&document.name, &files, Loaded::new("the problem that is asked for", member))
                .map(|(script, place)| (script, Some(place)))
        }
        None => load(&document.name, &files).map(|script| (script, None)),
    }
}

fn read_tiling(document: &Document) -> Read {
    let (script, place) = match script(document) {
        Ok(loaded) => loaded,
        Err(LoadError::Diagnostics(diagnostics)) => return Read::faulty(diagnostics),
        Err(LoadError::Io(error)) => {
            return Read::faulty(vec![message("unreadable", error.to_string(), None)]);
        }
    };
    let problems: Vec<String> = script.problem_names().into_iter().map(str::to_owned).collect();
    let mut diagnostics = script.warnings.clone();
    let named = match (place, &document.problem) {
        (Some(place), _) => Some(&script.problems[place]),
        (None, Some(name)) => {
            let named = script.problem(name);
            if named.is_none() {
                let near = nearest(name, problems.iter().map(String::as_str));
                let hint = near.map(|near| format!("did you mean `{near}`?"));
                diagnostics.push(message(
                    "no-problem",
                    format!("the text defines no problem `{name}`"),
                    hint,
                ));
            }
            named
        }
        (None, None) => script.problems.last().and_then(|last| script.problem(&last.name)),
    };
    let Some(named) = named else { return Read { input: None, diagnostics, problems } };
    match named.tiling.encode_unfiltered() {
        Ok(encoding) => {
            let input = Input::Tiling(named.name.clone(), Box::new(named.tiling.clone()), Box::new(encoding));
            Read { input: Some(input), diagnostics, problems }
        }
        Err(error) => {
            diagnostics.push(Diagnostic::error("too-large", error.to_string(), named.place.clone()));
            Read { input: None, diagnostics, problems }
        }
    }
}

/// `queens 8`: the name of a puzzle and its arguments. Files are those of the document.
fn read_puzzle(document: &Document) -> Read {
    let words: Vec<&str> = document.text.split_whitespace().collect();
    let Some((name, arguments)) = words.split_first() else {
        let hint = Some("write one such as `queens 8`".to_owned());
        return Read::faulty(vec![message("no-puzzle", "no puzzle is named".to_owned(), hint)]);
    };
    let file = |path: &str| document.files.get(path).cloned().ok_or(io::ErrorKind::NotFound.into());
    let input = match named(name, arguments, file) {
        Ok(Named::Classic(classic)) => Ok(Input::Classic(classic)),
        Ok(Named::Tiling(title, tiling)) => match tiling.encode() {
            Ok(encoding) => Ok(Input::Tiling(title, tiling, Box::new(encoding))),
            Err(error) => Err(Fault::Mismatch(error.to_string())),
        },
        Err(fault) => Err(fault),
    };
    match input {
        Ok(input) => Read { input: Some(input), diagnostics: vec![], problems: vec![] },
        Err(Fault::Text(diagnostic)) => Read::faulty(vec![*diagnostic]),
        Err(fault) => Read::faulty(vec![message("puzzle", fault.to_string(), fault.hint())]),
    }
}

/// A message as JSON. Labels in other texts than the document have the name of that text as `file`, and no
/// place.
pub fn diagnostic_as_json(diagnostic: &Diagnostic, document: &Document) -> Value {
    let labels = diagnostic.labels.iter().map(|label| match place_in(&label.place, document) {
        Some((from, to)) => json!({"from": from, "to": to, "text": label.text}),
        None => json!({"file": label.place.source.name, "text": label.text}),
    });
    json!({
        "severity": match diagnostic.severity { Severity::Error => "error", Severity::Warning => "warning" },
        "code": diagnostic.code, "message": diagnostic.message, "hint": diagnostic.hint,
        "labels": labels.collect::<Vec<_>>(),
    })
}

/// A place in the text of the document, in UTF-16 units.
fn place_in(place: &Place, document: &Document) -> Option<(usize, usize)> {
    if place.source.name != document.name {
        return None;
    }
    // A source may be one line of a text, or lack the byte order mark at its beginning.
    let before: usize =
        document.text.split_inclusive('\n').take(place.source.first_line - 1).map(str::len).sum();
    let mark = if before == 0 {
        document.text.len() - combien::diagnostic::without_bom(&document.text).len()
    } else {
        0
    };
    let at = |byte: usize| units_before(&document.text, before + mark + byte);
    Some((at(place.span.start), at(place.span.end)))
}

/// The UTF-16 units before a byte of a text.
pub(crate) fn units_before(text: &str, byte: usize) -> usize {
    text[..boundary_before(text, byte)].encode_utf16().count()
}

/// An answer, or a refusal, which the page receives in its place.
pub(crate) type Answer = Result<Value, Value>;

/// What the page receives.
pub(crate) fn settled(answer: Answer) -> Value {
    answer.unwrap_or_else(|refusal| refusal)
}

/// The answer to a question before anything is open.
pub(crate) fn nothing_open() -> Value {
    failure("no document is open", None)
}

/// A refusal for the reason of an error.
pub(crate) fn failed(error: impl std::fmt::Display) -> Value {
    failure(error, None)
}

/// An answer that is none.
pub(crate) fn failure(message: impl std::fmt::Display, hint: Option<&str>) -> Value {
    json!({"type": "error", "message": message.to_string(), "hint": hint})
}
