//! What can be wrong with a file in Knuth's text format.

use std::error::Error;
use std::fmt;
use std::io;

use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::problem::BuildError;

/// One thing that is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What.
    pub kind: FaultKind,
    /// Where: one line of the file.
    pub place: Place,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// The file ends before the line of items.
    NoItems,
    /// The line of items has the token `|` a second time.
    SecondBar,
    /// A name on the line of items has a `:`.
    ColonInName,
    /// A bound `2|a` or `1:3|a`, which is of a later version of the format.
    Bounds,
    /// A cost `|5`, which is of a later version of the format.
    Cost,
    /// A `|` inside an option.
    BarInOption,
    /// A color with a second colon.
    ColonInColor,
    /// A line that is not UTF-8.
    NotUtf8,
    /// What the builder refuses. For an unknown item, the name of the nearest known one, if there is one.
    Build(BuildError, Option<String>),
    /// A warning: an option without primary items is kept out of the search.
    KeptOut,
    /// A warning: no option has this primary item.
    BareItem(String),
    /// Reading stopped after this many faults.
    TooManyFaults(usize),
}

impl Fault {
    /// The fault as a message that points at its place.
    pub fn diagnostic(&self) -> Diagnostic {
        let (code, hint) = self.kind.code_and_hint();
        let diagnostic = match self.severity() {
            Severity::Error => Diagnostic::error(code, self.kind.to_string(), self.place.clone()),
            Severity::Warning => Diagnostic::warning(code, self.kind.to_string(), self.place.clone()),
        };
        match hint {
            Some(hint) => diagnostic.hinted(hint),
            None => diagnostic,
        }
    }

    fn severity(&self) -> Severity {
        match self.kind {
            FaultKind::KeptOut | FaultKind::BareItem(_) => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

impl FaultKind {
    fn code_and_hint(&self) -> (&'static str, Option<String>) {
        let (code, hint) = match self {
            FaultKind::NoItems => (
                "no-items",
                "the first line that is neither blank nor a comment names the items; a line that starts with `|` \
                 is a comment",
            ),
            FaultKind::SecondBar => ("second-bar", "one `|` parts the primary items from the secondary ones"),
            FaultKind::ColonInName => ("colon-in-name", "colors belong in options: `item:color`"),
            FaultKind::Bounds => {
                ("bounds", "each primary item is covered exactly once; write the name alone")
            }
            FaultKind::Cost => ("cost", "leave the cost out to count or list solutions"),
            FaultKind::BarInOption => ("bar-in-option", "`|` stands on the line of items only"),
            FaultKind::ColonInColor => ("colon-in-color", "write `item:color` with one colon"),
            FaultKind::NotUtf8 => ("not-utf8", "save the file as UTF-8 text"),
            FaultKind::KeptOut => ("kept-out", "such an option is in no solution; give it a primary item"),
            FaultKind::BareItem(_) => ("bare-item", "was an option left out, or is the item secondary?"),
            FaultKind::TooManyFaults(_) => ("too-many-errors", "mend these first"),
            FaultKind::Build(error, near) => return build_code_and_hint(error, near.as_deref()),
        };
        (code, Some(hint.to_owned()))
    }
}

fn build_code_and_hint(error: &BuildError, near: Option<&str>) -> (&'static str, Option<String>) {
    let (code, hint) = match error {
        BuildError::EmptyName => ("empty-name", "a name stands before the `:`"),
        BuildError::DuplicateItem { .. } => ("duplicate-item", "name each item once"),
        BuildError::UnknownItem { .. } => {
            let hint = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => "declare it on the line of items".to_owned(),
            };
            return ("unknown-item", Some(hint));
        }
        BuildError::ItemTwice { .. } => ("item-twice", "an option is a set: name each item once"),
        BuildError::ColoredPrimary { .. } => {
            ("colored-primary", "only secondary items, those after the `|`, have colors")
        }
        BuildError::EmptyColor { .. } => ("empty-color", "write the color after the colon, or no colon"),
        BuildError::RaggedRow { .. } => ("ragged-row", "make all rows equally long"),
        BuildError::TooMany { .. } => ("too-large", "split the problem"),
    };
    (code, Some(hint.to_owned()))
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::NoItems => f.write_str("the file names no items"),
            FaultKind::SecondBar => f.write_str("a second `|` on the line of items"),
            FaultKind::ColonInName => f.write_str("the name of an item cannot have a `:`"),
            FaultKind::Bounds => f.write_str("bounds on items are not available yet"),
            FaultKind::Cost => f.write_str("costs of options are not available yet"),
            FaultKind::BarInOption => f.write_str("an option cannot have a `|`"),
            FaultKind::ColonInColor => f.write_str("the name of a color cannot have a `:`"),
            FaultKind::NotUtf8 => f.write_str("this line is not UTF-8 text"),
            FaultKind::Build(error, _) => error.fmt(f),
            FaultKind::KeptOut => {
                f.write_str("this option has no primary item and is kept out of the search")
            }
            FaultKind::BareItem(item) => write!(f, "no option has item `{item}`, so there is no solution"),
            FaultKind::TooManyFaults(count) => write!(f, "stopped reading after {count} errors"),
        }
    }
}

/// Why a problem could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The text could not be had.
    Io(io::Error),
    /// The text is not a problem: everything found wrong with it, in its order.
    Faults(Vec<Fault>),
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        ReadError::Io(error)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(error) => error.fmt(f),
            ReadError::Faults(faults) => {
                for (place, fault) in faults.iter().enumerate() {
                    let newline = if place == 0 { "" } else { "\n" };
                    write!(f, "{newline}{}", fault.diagnostic())?;
                }
                Ok(())
            }
        }
    }
}

impl Error for ReadError {}
