//! What a question is about, if it is asked of problems and of tilings.

use std::sync::Arc;

use combien_tiling::why::Subject;
use combien_tiling::{self as tiling, Encoding};

/// A problem, or a tiling and its problem, for a thread of its own.
pub(crate) enum Whole {
    Problem(combien::Problem),
    Tiling(Arc<tiling::Tiling>, Arc<Encoding>),
}

impl Whole {
    pub(crate) fn subject(&self) -> Subject<'_> {
        match self {
            Whole::Problem(problem) => Subject::of(problem),
            Whole::Tiling(tiling, encoding) => Subject::of_tiling(tiling, encoding),
        }
    }

    pub(crate) fn predicate(&self) -> Option<&tiling::Predicate> {
        match self {
            Whole::Problem(_) => None,
            Whole::Tiling(tiling, _) => tiling.predicate(),
        }
    }
}
