//! Why a search was not set up.

use std::fmt;

use super::words::TooWide;
use crate::budget::Reason;

/// The problem has more entries than 32-bit numbers can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The nodes that the search would need.
    pub nodes: usize,
    /// The nodes it can have.
    pub limit: usize,
}

/// Why an engine cannot take a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unfit {
    /// It has too many entries.
    TooLarge(TooLarge),
    /// There is too much to remember of a state.
    TooWide(TooWide),
    /// It has items with bounds, and the engine cannot keep to them.
    Bounds,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::TooLarge(TooLarge { nodes, limit }) => write!(f, "{nodes} nodes of at most {limit}"),
            Unfit::TooWide(too_wide) => too_wide.fmt(f),
            Unfit::Bounds => f.write_str("the engine cannot keep to bounds on items"),
        }
    }
}

impl std::error::Error for Unfit {}

impl From<TooLarge> for Unfit {
    fn from(too_large: TooLarge) -> Unfit {
        Unfit::TooLarge(too_large)
    }
}

impl From<TooWide> for Unfit {
    fn from(too_wide: TooWide) -> Unfit {
        Unfit::TooWide(too_wide)
    }
}

/// Why an engine was not set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// It cannot take the problem.
    Unfit(Unfit),
    /// The budget was spent before the set-up was done.
    Stopped(Reason),
    /// The engine is not in this build: it needs this feature.
    NotBuilt(&'static str),
    /// The engine does not answer this question; see its [`Profile`](super::Profile).
    Unable,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unfit(unfit) => unfit.fmt(f),
            Refusal::Stopped(reason) => reason.fmt(f),
            Refusal::NotBuilt(feature) => {
                write!(f, "the engine is not in this build: it needs the feature `{feature}`")
            }
            Refusal::Unable => f.write_str("the engine does not answer this question"),
        }
    }
}

impl std::error::Error for Refusal {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Refusal::Unfit(unfit) => Some(unfit),
            Refusal::Stopped(reason) => Some(reason),
            Refusal::NotBuilt(_) | Refusal::Unable => None,
        }
    }
}

impl<U: Into<Unfit>> From<U> for Refusal {
    fn from(unfit: U) -> Refusal {
        Refusal::Unfit(unfit.into())
    }
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Refusal {
        Refusal::Stopped(reason)
    }
}
