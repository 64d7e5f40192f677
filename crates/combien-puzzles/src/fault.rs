//! Why a puzzle cannot be built.

use std::io;
use std::ops::{Range, RangeInclusive};

use super::classic::MOST_OPTIONS;
use combien::diagnostic::{Diagnostic, Place, Source, did_you_mean, io_reason};
use combien::problem::BuildError;

/// Why a puzzle cannot be built.
#[derive(Debug)]
#[non_exhaustive]
pub enum Fault {
    /// There is no puzzle of this name.
    UnknownPuzzle {
        /// The name.
        name: String,
        /// The name that was meant, perhaps.
        nearest: Option<&'static str>,
    },
    /// Too few arguments, or too many.
    Arguments {
        /// How the puzzle is asked for: `queens N`.
        usage: String,
        /// How many arguments were given.
        given: usize,
    },
    /// An argument that is not what its place asks for.
    Malformed {
        /// The parameter.
        parameter: &'static str,
        /// The argument.
        given: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// A number that is too small or too large.
    Range {
        /// The parameter.
        parameter: &'static str,
        /// The number.
        given: usize,
        /// What it may be.
        allowed: RangeInclusive<usize>,
    },
    /// Numbers that do not fit each other.
    Mismatch(String),
    /// A file that could not be read.
    Unreadable {
        /// The file.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// Something is wrong in a file.
    Text(Box<Diagnostic>),
    /// The puzzle would have more than a million options, or ten million entries of these.
    TooLarge,
    /// The names that a file gives cannot be those of items.
    Build(BuildError),
}

impl Fault {
    /// What could be done about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Fault::UnknownPuzzle { nearest, .. } => {
                Some(did_you_mean(*nearest, "`combien puzzle --list` shows all"))
            }
            Fault::Arguments { usage, .. } => Some(format!("write: {usage}")),
            Fault::TooLarge => Some("take a smaller one".to_owned()),
            _ => None,
        }
    }

    /// An error at a line of a text, from 0.
    pub(super) fn at_line(text: &Text, line: usize, code: &'static str, message: impl Into<String>) -> Fault {
        let length = text.content.lines().nth(line).map_or(0, str::len);
        Fault::in_line(text, line, 0..length, code, message).into()
    }

    /// An error at bytes of a line of a text, from 0. A hint may be added.
    pub(super) fn in_line(
        text: &Text,
        line: usize,
        span: Range<usize>,
        code: &'static str,
        message: impl Into<String>,
    ) -> Diagnostic {
        let words = text.content.lines().nth(line).unwrap_or_default();
        Diagnostic::error(code, message, Place::new(&Source::line(&text.name, words, line + 1), span))
    }
}

combien::errors!(Fault {
    UnknownPuzzle { name, .. } => "there is no puzzle `{name}`";
    Arguments { usage, .. } if !usage.contains(' ') => "`{usage}` takes no arguments";
    Arguments { given: 0, .. } => "the puzzle needs arguments";
    Arguments { given: 1, .. } => "one argument is not what the puzzle takes";
    Arguments { given, .. } => "{given} arguments are not what the puzzle takes";
    Malformed { parameter, given, wanted } => "{parameter} is {wanted}, not `{given}`";
    Range { parameter, given, allowed } =>
        "{parameter} is from {} to {}, not {given}", allowed.start(), allowed.end();
    Mismatch(message) => "{message}";
    Unreadable { file, error } => "`{file}` cannot be read: {}", io_reason(error);
    Text(diagnostic) => "{}", diagnostic.message;
    TooLarge => "the puzzle has more than {MOST_OPTIONS} options, or very long ones";
    Build(error) from BuildError => "{error}";
});

impl From<Diagnostic> for Fault {
    fn from(diagnostic: Diagnostic) -> Fault {
        Fault::Text(Box::new(diagnostic))
    }
}

/// The text of a file, with its name for messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The file's name.
    pub name: String,
    /// What it holds.
    pub content: String,
}

impl Text {
    /// A text with the name of its file.
    pub fn new(name: impl Into<String>, content: impl Into<String>) -> Text {
        Text { name: name.into(), content: content.into() }
    }

    /// The words of each line that has some, with the number of the line from 0. What follows a `#` is
    /// skipped.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, Vec<&str>)> {
        let words = |line: &str| line.find('#').unwrap_or(line.len());
        let lines = self.content.lines().enumerate();
        let worded =
            lines.map(move |(number, line)| (number, line[..words(line)].split_whitespace().collect()));
        worded.filter(|(_, words): &(usize, Vec<&str>)| !words.is_empty())
    }
}

/// Refuses numbers that are not within a range.
pub(super) fn within(
    parameter: &'static str,
    given: usize,
    allowed: RangeInclusive<usize>,
) -> Result<(), Fault> {
    if allowed.contains(&given) { Ok(()) } else { Err(Fault::Range { parameter, given, allowed }) }
}
