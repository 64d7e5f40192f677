//! Output: results as text or as documents, error messages, and the escaping of control characters.

pub(crate) mod book;
pub(crate) mod counted;
pub(crate) mod diagnostics;
pub(crate) mod escape;
pub(crate) mod failure;
pub(crate) mod gallery;
pub(crate) mod lines;
pub(crate) mod listed;
pub(crate) mod output;
pub(crate) mod pictures;
pub(crate) mod reasons;
pub(crate) mod reduced;
pub(crate) mod times;

use combien::Count;
use serde_json::{Value, json};

/// What stopped a search.
pub(crate) struct Stop {
    /// In a few words, for documents.
    pub(crate) reason: String,
    /// The reason and the progress so far, for people.
    pub(crate) line: String,
}

/// A document on one line, with the fields of all parts in order.
pub(crate) fn document(parts: impl IntoIterator<Item = Value>) -> String {
    let mut document = json!({});
    parts.into_iter().for_each(|part| add(&mut document, part));
    format!("{document}\n")
}

/// Adds the fields of another document.
pub(crate) fn add(document: &mut Value, more: Value) {
    if let (Value::Object(document), Value::Object(more)) = (document, more) {
        document.extend(more);
    }
}

/// Whether it was stopped, and by what, as fields of a document.
pub(crate) fn ended(reason: Option<&str>) -> Value {
    let outcome = if reason.is_none() { "answer" } else { "stopped" };
    json!({"outcome": outcome, "reason": reason})
}

/// `1234` if the number is exact, otherwise `>= 1234`.
pub(crate) fn at_least(number: &Count, is_exact: bool) -> String {
    format!("{}{number}", if is_exact { "" } else { ">= " })
}

/// `1 symmetry`, `8 symmetries`.
pub(crate) fn symmetries(order: &Count) -> String {
    format!("{order} {}", if *order == Count::ONE { "symmetry" } else { "symmetries" })
}
