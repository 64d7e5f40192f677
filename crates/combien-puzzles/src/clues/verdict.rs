//! How many solutions a puzzle has.

use combien::budget::Budget;

/// How many solutions a puzzle has, and which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<S> {
    /// None.
    None,
    /// One.
    Unique(S),
    /// More than one.
    Several {
        /// The solutions that were found.
        count: u64,
        /// Are these all? If not, the search ended at its limit, and there may be more.
        is_all: bool,
        /// The first two.
        examples: Box<[S; 2]>,
    },
}

impl<S> Verdict<S> {
    /// The number of solutions that is certain.
    pub fn count(&self) -> u64 {
        match self {
            Verdict::None => 0,
            Verdict::Unique(_) => 1,
            Verdict::Several { count, .. } => *count,
        }
    }

    /// The solutions that are shown: at most two.
    pub fn examples(&self) -> &[S] {
        match self {
            Verdict::None => &[],
            Verdict::Unique(solution) => std::slice::from_ref(solution),
            Verdict::Several { examples, .. } => &examples[..],
        }
    }

    /// This verdict with its solutions in other terms.
    pub fn map<T>(self, mut solution: impl FnMut(S) -> T) -> Verdict<T> {
        match self {
            Verdict::None => Verdict::None,
            Verdict::Unique(one) => Verdict::Unique(solution(one)),
            Verdict::Several { count, is_all, examples } => {
                Verdict::Several { count, is_all, examples: Box::new(examples.map(solution)) }
            }
        }
    }
}

/// A search was stopped before it was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The solutions that are certain nevertheless.
    pub certain: u64,
}

impl Stopped {
    /// An error if the budget is spent: this many solutions are certain then.
    pub(crate) fn check(budget: &Budget, certain: u64) -> Result<(), Stopped> {
        budget.check().map_err(|_| Stopped { certain })
    }
}

combien::errors!(Stopped { .. } => "stopped before the end, as was asked");
