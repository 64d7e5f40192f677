//! What can be wrong with a file in Knuth's text format.

use std::io;

use crate::diagnostic::{self, Explained, Severity, counted, did_you_mean, each_on_a_line};
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
            return ("unknown-item", Some(did_you_mean(near, "declare it on the line of items")));
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

errors!(FaultKind {
    NoItems => "the file names no items";
    SecondBar => "a second `|` on the line of items";
    ColonInName => "the name of an item cannot have a `:`";
    BoundedSecondary => "a secondary item cannot have bounds";
    LowerWithoutUpper => "a lower bound without an upper bound";
    NoNumber(text) if text.is_empty() => "a bound without digits";
    NoNumber(text) => "`{text}` is no bound: only digits make a number";
    TouchingBar => "a `|` next to a name, without bounds before it";
    BarInName => "the name of an item cannot have a `|`";
    Cost(error) => "{error}";
    BarInOption => "an option cannot have a `|`";
    ColonInColor => "the name of a color cannot have a `:`";
    NotUtf8 => "this line is not UTF-8 text";
    Build(error, _) => "{error}";
    KeptOut => "this option has no primary item and is kept out of the search";
    BareItem(item) => "no option has item `{item}`, so there is no solution";
    TooFewOptions { item, options, lo } =>
        "item `{item}` must be covered {} and has only {}, so there is no solution",
        counted(lo, "time"), counted(options, "option");
    TooManyFaults(count) => "stopped reading after {count} errors";
});

/// Why a problem could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// Reading failed.
    Io(io::Error),
    /// The text is not a problem. All errors, in the order of the text.
    Faults(Vec<Fault>),
}

errors!(ReadError {
    Io(error) from io::Error => "{error}";
    Faults(faults) => "{}", each_on_a_line(faults);
});
