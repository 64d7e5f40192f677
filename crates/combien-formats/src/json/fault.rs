//! What can be wrong with a problem as JSON.

use combien::diagnostic::did_you_mean;
use combien::problem::BuildError;

use crate::foreign::Wrong;

/// The text is not JSON, or not of this form: what was expected, or found.
pub(super) fn malformed(message: impl Into<String>) -> Wrong {
    let form = r#"a problem is {"schema": 1, "items": [{"name": "a"}], "options": [{"items": ["a"]}]}, or a list of lists: [[0, 2], [1]]"#;
    Wrong::new("json", message, form)
}

/// An error of the builder. For an unknown item, with the most similar known name, if there is one.
pub(super) fn of_builder(error: &BuildError, near: Option<&str>) -> Wrong {
    let (code, hint) = match error {
        BuildError::EmptyName => ("empty-name", "give the item a name"),
        BuildError::DuplicateItem { .. } => ("duplicate-item", "name each item once"),
        BuildError::UnknownItem { .. } => {
            let hint = did_you_mean(near, "declare it in the list `items`");
            return Wrong::new("unknown-item", error.to_string(), hint);
        }
        BuildError::ItemTwice { .. } => ("item-twice", "an option is a set: name each item once"),
        BuildError::ColoredPrimary { .. } => {
            ("colored-primary", "only items of kind `secondary` have colors")
        }
        BuildError::EmptyColor { .. } => ("empty-color", "leave the color out, or name it"),
        BuildError::CostTooLarge { .. } => ("cost-too-large", "use smaller numbers, or fewer decimal places"),
        BuildError::TooMany { .. } => ("too-large", "split the problem"),
        _ => ("bounds", "bounds are the least number of times and the greatest, which is not 0: `[1, 2]`"),
    };
    Wrong::new(code, error.to_string(), hint)
}
