//! A message about a text: what is wrong, where, and how to correct it.
//!
//! One struct serves the terminal, JSON, an editor and a page. It contains the text that it points at, so
//! that no other data is required to render it. Nothing is rendered here.

use std::fmt;
use std::io;
use std::ops::Range;
use std::sync::Arc;

/// A text that messages point at: a whole file, or the one line of it that matters.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// The file's name as the user wrote it, or a name such as `<stdin>`.
    pub name: String,
    /// The text.
    pub text: String,
    /// The number of the text's first line in its file, from 1.
    pub first_line: usize,
}

impl Source {
    /// A whole file.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Source> {
        Arc::new(Source { name: name.into(), text: text.into(), first_line: 1 })
    }

    /// One line of a file, by its number.
    #[doc(hidden)]
    pub fn line(name: impl Into<String>, text: impl Into<String>, number: usize) -> Arc<Source> {
        Arc::new(Source { name: name.into(), text: text.into(), first_line: number })
    }
}

/// A stretch of bytes of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The text that the place is in.
    pub source: Arc<Source>,
    /// Its bytes.
    pub span: Range<usize>,
}

impl Place {
    /// A place in a source.
    #[doc(hidden)]
    pub fn new(source: &Arc<Source>, span: Range<usize>) -> Place {
        Place { source: source.clone(), span }
    }

    /// Line and column of its first character, both from 1; a column counts characters.
    #[doc(hidden)]
    pub fn line_and_column(&self) -> (usize, usize) {
        let before = &self.source.text[..self.span.start.min(self.source.text.len())];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + self.source.first_line;
        (line, before[line_start..].chars().count() + 1)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.line_and_column();
        write!(f, "{}:{line}:{column}", self.source.name)
    }
}

/// Its severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The answer is valid, but the input may be a mistake.
    Warning,
    /// There is no answer.
    Error,
}

/// A place with a few words on what is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub place: Place,
    /// What is there; may be empty.
    pub text: String,
}

/// What is wrong, where, and how to correct it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// A short name for this kind of message, the same in every version: `unknown-item`.
    pub code: &'static str,
    /// One sentence in the user's words.
    pub message: String,
    /// The place that it is about first, then related ones. Empty only for a message about no text at all.
    pub labels: Vec<Label>,
    /// A hint: how to correct it.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// An error about a place.
    #[doc(hidden)]
    pub fn error(code: &'static str, message: impl Into<String>, place: Place) -> Diagnostic {
        let labels = vec![Label { place, text: String::new() }];
        Diagnostic { severity: Severity::Error, code, message: message.into(), labels, hint: None }
    }

    /// A warning about a place.
    #[doc(hidden)]
    pub fn warning(code: &'static str, message: impl Into<String>, place: Place) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message, place) }
    }

    /// This diagnostic with a few words at its first place.
    #[must_use]
    #[doc(hidden)]
    pub fn labelled(mut self, text: impl Into<String>) -> Diagnostic {
        if let Some(label) = self.labels.first_mut() {
            label.text = text.into();
        }
        self
    }

    /// This diagnostic with one more place, and a few words there.
    #[must_use]
    #[doc(hidden)]
    pub fn related(mut self, place: Place, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { place, text: text.into() });
        self
    }

    /// This diagnostic with a hint.
    #[must_use]
    #[doc(hidden)]
    pub fn hinted(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// Is it an error?
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// A kind of error in a text. Its `Display` is the message, one sentence.
#[doc(hidden)]
pub trait Explained: fmt::Display {
    /// Its severity.
    fn severity(&self) -> Severity {
        Severity::Error
    }
    /// The code of the message, and a hint.
    fn code_and_hint(&self) -> (&'static str, Option<String>);
}

/// An error in a text, with its place. Readers return these, so the caller can distinguish kinds, and show
/// each as a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault<K> {
    /// What.
    pub kind: K,
    /// Where.
    pub place: Place,
}

impl<K: Explained> Fault<K> {
    /// The fault as a message that points at its place.
    pub fn diagnostic(&self) -> Diagnostic {
        let (code, hint) = self.kind.code_and_hint();
        let place = self.place.clone();
        let labels = vec![Label { place, text: String::new() }];
        Diagnostic { severity: self.kind.severity(), code, message: self.kind.to_string(), labels, hint }
    }
}

impl<K: Explained> fmt::Display for Fault<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostic().fmt(f)
    }
}

impl<K: Explained + fmt::Debug> std::error::Error for Fault<K> {}

/// Faults, or diagnostics, one on each line.
#[doc(hidden)]
pub fn each_on_a_line(faults: &[impl fmt::Display]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// One line, for logs and error chains: `file:3:7: unknown item "q"`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(label) = self.labels.first() {
            write!(f, "{}: ", label.place)?;
        }
        f.write_str(&self.message)
    }
}

/// A value that is shown by a function: `std::fmt::from_fn`, which needs Rust 1.93.
#[doc(hidden)]
pub fn shown(write: impl Fn(&mut fmt::Formatter<'_>) -> fmt::Result) -> impl fmt::Display {
    struct Shown<F>(F);
    impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for Shown<F> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            (self.0)(f)
        }
    }
    Shown(write)
}

/// The last boundary between characters at or before a byte: `str::floor_char_boundary`, which needs Rust
/// 1.91.
#[doc(hidden)]
pub fn boundary_before(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The first boundary between characters at or after a byte, and the end if there is none:
/// `str::ceil_char_boundary`, which needs Rust 1.91.
#[doc(hidden)]
pub fn boundary_after(text: &str, byte: usize) -> usize {
    (byte..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

/// A number and what it counts: `1 solution`, `2 solutions`. The plural is made with an `s`.
///
/// ```
/// use combien::diagnostic::counted;
/// assert_eq!((counted(1, "solution"), counted(0, "node")), ("1 solution".to_owned(), "0 nodes".to_owned()));
/// ```
#[doc(hidden)]
pub fn counted(number: impl fmt::Display, noun: &str) -> String {
    let number = number.to_string();
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// The text without a byte order mark before it. Some editors write one at the start of a file; it is no part
/// of the text, and columns are counted without it.
#[doc(hidden)]
pub fn without_bom(text: &str) -> &str {
    text.strip_prefix(BOM).unwrap_or(text)
}

/// The byte order mark.
const BOM: char = '\u{feff}';

/// What an I/O error says, the common ones in words that are the same on every system.
#[doc(hidden)]
pub fn io_reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        io::ErrorKind::NotADirectory => "a part of the path is no directory".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::InvalidData => "it is not UTF-8 text".to_owned(),
        _ => error.to_string(),
    }
}

/// The candidate that is most similar to `name`, if any is similar enough to be a typing mistake.
#[doc(hidden)]
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A third of the letters, chosen by feel: `pentomino` finds `pentominoes`, `x` finds nothing.
    let most = name.chars().count().div_ceil(3);
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= most && distance < candidate.chars().count())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The hint for a name that is unknown: the one that was perhaps meant, or what else is known.
pub fn did_you_mean(near: Option<&str>, otherwise: impl Into<String>) -> String {
    near.map_or_else(|| otherwise.into(), |near| format!("did you mean `{near}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let source = Source::new("f.cmb", "été\nab é c\n");
        let at = source.text.find('c').unwrap();
        assert_eq!(Place::new(&source, at..at + 1).line_and_column(), (2, 6));
        assert_eq!(Place::new(&source, 0..1).line_and_column(), (1, 1));
        let line = Source::line("f.dlx", "a b", 7);
        assert_eq!(Place::new(&line, 2..3).to_string(), "f.dlx:7:3");
    }

    #[test]
    fn nearest_accepts_only_small_typos() {
        let names = ["domino", "pentominoes", "camel"];
        assert_eq!(nearest("pentomino", names), Some("pentominoes"));
        assert_eq!(nearest("camle", names), Some("camel"));
        assert_eq!(nearest("x", names), None);
        assert_eq!(nearest("a", ["b"]), None);
    }
}
