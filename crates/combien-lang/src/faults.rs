//! Refusals, and limits of messages: suggestions, and the maximum number of errors.

use std::sync::Arc;

use combien::diagnostic::{self, Diagnostic, Place, Source};

/// Something that a script is not permitted to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denied {
    /// What is refused, and why.
    pub message: String,
    /// How the user can permit it, if that is possible.
    pub hint: Option<String>,
}

combien::errors!(Denied { message, .. } => "{message}");

/// After this number of errors the rest of a file is not checked, because a text of megabytes may have
/// millions.
pub const MOST_ERRORS: usize = 1000;

/// Reports that there are too many errors.
pub(crate) fn too_many(source: &Arc<Source>, at: usize) -> Diagnostic {
    let message = format!("there are more than {MOST_ERRORS} errors: what follows is not looked at");
    Diagnostic::error("too-many-errors", message, Place::new(source, at..at))
}

/// Are these too many?
pub(crate) fn are_too_many(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.len() >= MOST_ERRORS
        && diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count() >= MOST_ERRORS
}

/// No word that somebody means is longer, and a comparison takes as long as both words multiplied.
const LONGEST: usize = 100;

/// The candidate that is most like `name`, if any is near enough to be a slip of the fingers.
pub(crate) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let is_short = |word: &str| word.len() <= LONGEST;
    if !is_short(name) {
        return None;
    }
    diagnostic::nearest(name, candidates.into_iter().filter(|candidate| is_short(candidate)))
}
