//! What can be wrong with a problem as JSON.

use combien::diagnostic::{self, Explained, Severity, did_you_mean, each_on_a_line};
use combien::problem::{BuildError, NoDecimal};

/// One thing that is wrong with a text, and where: one line of it.
pub type Fault = diagnostic::Fault<FaultKind>;

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// The text is not JSON, or not of this form: what was expected, or found.
    Json(String),
    /// An unknown version of the format.
    Schema(u64),
    /// An unknown kind of item.
    Kind(String),
    /// Bounds on a secondary item.
    SecondaryBounds,
    /// A cost that is no decimal number, or does not fit.
    Cost(NoDecimal),
    /// An error of the builder. For an unknown item, with the most similar known name, if there is one.
    Build(BuildError, Option<String>),
    /// A warning: an option without primary items is kept out of the search.
    KeptOut,
    /// A warning: no option has this primary item, which must be covered.
    BareItem(String),
    /// Reading stopped after this many faults.
    TooManyFaults(usize),
}

impl Explained for FaultKind {
    fn severity(&self) -> Severity {
        match self {
            FaultKind::KeptOut | FaultKind::BareItem(_) => Severity::Warning,
            _ => Severity::Error,
        }
    }

    fn code_and_hint(&self) -> (&'static str, Option<String>) {
        let (code, hint) = match self {
            FaultKind::Json(_) => {
                let form = r#"a problem is {"schema": 1, "items": [{"name": "a"}], "options": [{"items": ["a"]}]}, or a list of lists: [[0, 2], [1]]"#;
                ("json", form)
            }
            FaultKind::Schema(_) => ("schema", "this version of combien reads schema 1"),
            FaultKind::Kind(_) => ("kind", "an item is `primary` or `secondary`"),
            FaultKind::SecondaryBounds => (
                "secondary-bounds",
                "a secondary item is covered at most once, or in one color; leave the bounds out",
            ),
            FaultKind::Cost(_) => ("bad-cost", "write digits: `3`, `-4`, `2.5`, or a text with them"),
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
        BuildError::EmptyName => ("empty-name", Some("give the item a name")),
        BuildError::DuplicateItem { .. } => ("duplicate-item", Some("name each item once")),
        BuildError::UnknownItem { .. } => {
            return ("unknown-item", Some(did_you_mean(near, "declare it in the list `items`")));
        }
        BuildError::ItemTwice { .. } => ("item-twice", Some("an option is a set: name each item once")),
        BuildError::ColoredPrimary { .. } => {
            ("colored-primary", Some("only items of kind `secondary` have colors"))
        }
        BuildError::EmptyColor { .. } => ("empty-color", Some("leave the color out, or name it")),
        BuildError::CostTooLarge { .. } => {
            ("cost-too-large", Some("use smaller numbers, or fewer decimal places"))
        }
        BuildError::TooMany { .. } => ("too-large", Some("split the problem")),
        _ => (
            "bounds",
            Some("bounds are the least number of times and the greatest, which is not 0: `[1, 2]`"),
        ),
    };
    (code, hint.map(str::to_owned))
}

combien::errors!(FaultKind {
    Json(message) => "{message}";
    Schema(schema) => "this is a problem of schema {schema}, which is not known";
    Kind(kind) => "there is no kind of item `{kind}`";
    SecondaryBounds => "a secondary item has no bounds";
    Cost(error) => "{error}";
    Build(error, _) => "{error}";
    KeptOut => "this option has no primary item and is kept out of the search";
    BareItem(item) => "no option has item `{item}`, so there is no solution";
    TooManyFaults(count) => "stopped reading after {count} errors";
});

/// The text is not a problem. All errors, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError(pub Vec<Fault>);

combien::errors!(ReadError(faults) => "{}", each_on_a_line(faults));
