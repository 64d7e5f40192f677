//! What may have been meant.

use combien::diagnostic;

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
