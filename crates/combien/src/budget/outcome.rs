//! The end of any question: an answer, or what is certain without one.

use super::Reason;

/// How a question ended, if it ended without an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// The answer, final and exact.
    Answer(T),
    /// A limit was reached, or the search was told to stop, before the answer was known.
    Stopped {
        /// What is certain nevertheless. For a count, a lower bound. For a first solution, or for whether
        /// there is one, always `None`: a solution would have been the answer.
        certain: T,
        /// What stopped it.
        reason: Reason,
    },
}

impl<T> Outcome<T> {
    /// What is certain: the answer, or what is known without it.
    pub fn certain(&self) -> &T {
        match self {
            Outcome::Answer(certain) | Outcome::Stopped { certain, .. } => certain,
        }
    }

    /// What stopped it, if it was stopped.
    pub fn reason(&self) -> Option<Reason> {
        match self {
            Outcome::Answer(_) => None,
            Outcome::Stopped { reason, .. } => Some(*reason),
        }
    }
}
