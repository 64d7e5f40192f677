//! A judge that stands alone, for a search in which no error can be returned.

use std::sync::{Arc, OnceLock};

use super::{Judge, TooHard};
use crate::tiling::{Encoding, Tiling};
use combien::problem::Solution;

/// Lets solutions of one encoding pass, for a filtered generator (`combien_puzzles::clues`). Its clones share
/// what stopped it.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Sieve {
    parts: Arc<(Judge, Encoding)>,
    undecided: Arc<OnceLock<TooHard>>,
}

impl Sieve {
    /// Does this solution satisfy the predicate? `None` if it takes too long to decide, which
    /// [`Sieve::undecided`] then tells.
    pub fn passes(&self, solution: &Solution) -> Option<bool> {
        let (judge, encoding) = &*self.parts;
        match judge.accepts(encoding, solution) {
            Ok(is_accepted) => Some(is_accepted),
            Err(too_hard) => {
                // The first one is told.
                let _ = self.undecided.set(too_hard);
                None
            }
        }
    }

    /// What could not be decided, if anything.
    pub fn undecided(&self) -> Option<TooHard> {
        self.undecided.get().copied()
    }
}

#[doc(hidden)]
impl Tiling {
    /// What lets solutions of this encoding pass, that of [`Tiling::encode_unfiltered`]; `None` if the tiling
    /// has no [predicate](Tiling::predicate).
    pub fn sieve(&self, encoding: &Encoding) -> Option<Sieve> {
        let judge = self.judge()?;
        Some(Sieve { parts: Arc::new((judge, encoding.clone())), undecided: Arc::default() })
    }
}
