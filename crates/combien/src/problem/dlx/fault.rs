//! What can be wrong with a file in Knuth's text format.

use std::error::Error;
use std::fmt;
use std::io;

use crate::diagnostic::{self, Explained, Severity, counted, each_on_a_line};
use crate::problem::{BuildError, NoDecimal};

/// One thing that is wrong with a file, and where: one line of it.
pub type Fault = diagnostic::Fault<FaultKind>;

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
    /// Bounds of a secondary item.
    BoundedSecondary,
    /// A lower bound without an upper one: `2:|a`.
    LowerWithoutUpper,
    /// Bounds that are not numbers.
    NoNumber(String),
    /// A `|` next to a name, with nothing on its other side: `|a` or `a|`.
    TouchingBar,
    /// A name on the line of items with a second `|`.
    BarInName,
    /// A cost that is no number or does not fit: what stands after a `|` in an option.
    Cost(NoDecimal),
    /// A `|` inside an option.
    BarInOption,
    /// A color with a second colon.
    ColonInColor,
    /// A line that is not UTF-8.
    NotUtf8,
    /// An error of the builder. For an unknown item, with the most similar known name, if there is one.
    Build(BuildError, Option<String>),
    /// A warning: an option without primary items is kept out of the search.
    KeptOut,
    /// A warning: no option has this primary item, which must be covered.
    BareItem(String),
    /// A warning: fewer options than its lower bound have this primary item.
    TooFewOptions {
        /// The item.
        item: String,
        /// How many options have it.
        options: u32,
        /// How often it must be covered.
        lo: u32,
    },
    /// Reading stopped after this many faults.
    TooManyFaults(usize),
}

impl Explained for FaultKind {
    fn severity(&self) -> Severity {
        match self {
            FaultKind::KeptOut | FaultKind::BareItem(_) | FaultKind::TooFewOptions { .. } => {
                Severity::Warning
            }
            _ => Severity::Error,
        }
    }

    fn code_and_hint(&self) -> (&'static str, Option<String>) {
        let (code, hint) = match self {
            FaultKind::NoItems => (
                "no-items",
                "the first line that is neither blank nor a comment names the items; a line that starts with `|` \
                 is a comment",
            ),
            FaultKind::SecondBar => {
                ("second-bar", "one `|` separates the primary items from the secondary ones")
            }
            FaultKind::ColonInName => {
                ("colon-in-name", "colors belong in options: `item:color`; bounds are written `1:3|item`")
            }
            FaultKind::BoundedSecondary => {
                ("bounded-secondary", "only primary items, those before the separate `|`, have bounds")
            }
            FaultKind::LowerWithoutUpper => (
                "lower-without-upper",
                "write `lo:hi|name`; for no upper bound, a large one: `2:1000000|name`",
            ),
            FaultKind::NoNumber(_) => {
                ("bad-bounds", "write `3|name` for exactly three times, `1:3|name` for one to three")
            }
            FaultKind::TouchingBar => (
                "touching-bar",
                "the `|` that parts primary from secondary items stands alone; bounds stand before the name: `1:3|name`",
            ),
            FaultKind::BarInName => ("bar-in-name", "write `lo:hi|name` with one `|`"),
            FaultKind::Cost(_) => ("bad-cost", "a cost follows the items, with `|` before it: `a b |3`"),
            FaultKind::BarInOption => (
                "bar-in-option",
                "`|` stands alone on the line of items, and in an option before a cost: `a b |3`",
            ),
            FaultKind::ColonInColor => ("colon-in-color", "write `item:color` with one colon"),
            FaultKind::NotUtf8 => ("not-utf8", "save the file as UTF-8 text"),
            FaultKind::KeptOut => ("kept-out", "such an option is in no solution; give it a primary item"),
            FaultKind::BareItem(_) => ("bare-item", "was an option left out, or is the item secondary?"),
            FaultKind::TooFewOptions { .. } => {
                ("too-few-options", "an option is chosen at most once; was one left out?")
            }
            FaultKind::TooManyFaults(_) => ("too-many-errors", "mend these first"),
            FaultKind::Build(error, near) => return build_code_and_hint(error, near.as_deref()),
        };
        (code, Some(hint.to_owned()))
    }
}

fn build_code_and_hint(error: &BuildError, near: Option<&str>) -> (&'static str, Option<String>) {
    let (code, hint) = match error {
        BuildError::EmptyName => ("empty-name", "write a name before the `:`"),
        BuildError::DuplicateItem { .. } => ("duplicate-item", "name each item once"),
        BuildError::UpperBoundZero { .. } => {
            ("upper-bound-zero", "leave out the item, and the options that have it")
        }
        BuildError::LowerExceedsUpper { .. } => {
            ("lower-exceeds-upper", "the lower bound stands first: `1:3|name`")
        }
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
        // These cannot come from a text, whose colors and columns are names.
        BuildError::UnknownColor { .. } => ("unknown-color", "take the color from the builder"),
        BuildError::MorePrimaryThanColumns { .. } => {
            ("more-primary-than-columns", "name fewer, or add columns")
        }
        BuildError::RaggedRow { .. } => ("ragged-row", "make all rows equally long"),
        BuildError::UnknownOption { .. } => ("unknown-option", "give a cost to an option of the problem"),
        BuildError::CostTooLarge { .. } => ("cost-too-large", "use smaller numbers, or fewer decimal places"),
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
            FaultKind::BoundedSecondary => f.write_str("a secondary item cannot have bounds"),
            FaultKind::LowerWithoutUpper => f.write_str("a lower bound without an upper bound"),
            FaultKind::NoNumber(text) if text.is_empty() => f.write_str("a bound without digits"),
            FaultKind::NoNumber(text) => write!(f, "`{text}` is no bound: only digits make a number"),
            FaultKind::TouchingBar => f.write_str("a `|` next to a name, without bounds before it"),
            FaultKind::BarInName => f.write_str("the name of an item cannot have a `|`"),
            FaultKind::Cost(error) => error.fmt(f),
            FaultKind::BarInOption => f.write_str("an option cannot have a `|`"),
            FaultKind::ColonInColor => f.write_str("the name of a color cannot have a `:`"),
            FaultKind::NotUtf8 => f.write_str("this line is not UTF-8 text"),
            FaultKind::Build(error, _) => error.fmt(f),
            FaultKind::KeptOut => {
                f.write_str("this option has no primary item and is kept out of the search")
            }
            FaultKind::BareItem(item) => write!(f, "no option has item `{item}`, so there is no solution"),
            FaultKind::TooFewOptions { item, options, lo } => write!(
                f,
                "item `{item}` must be covered {} and has only {}, so there is no solution",
                counted(lo, "time"),
                counted(options, "option")
            ),
            FaultKind::TooManyFaults(count) => write!(f, "stopped reading after {count} errors"),
        }
    }
}

/// Why a problem could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// Reading failed.
    Io(io::Error),
    /// The text is not a problem. All errors, in the order of the text.
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
            ReadError::Faults(faults) => each_on_a_line(faults, f),
        }
    }
}

impl Error for ReadError {}
