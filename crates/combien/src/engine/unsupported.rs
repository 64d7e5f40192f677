//! Why a search was not set up.

use std::fmt;

use super::words::TooWide;
use crate::budget::Reason;
use crate::problem::{ItemId, OptionId};

/// The problem has more entries than 32-bit numbers can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The nodes that the search would need.
    pub nodes: usize,
    /// The maximum number of nodes.
    pub limit: usize,
}

/// Why an engine cannot take a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsupported {
    /// It has too many entries.
    TooLarge(TooLarge),
    /// The states are too large to remember.
    TooWide(TooWide),
    /// It has items with bounds, and the engine does not support them.
    Bounds,
    /// It is not one of perfect matchings of a planar graph, and the engine counts nothing else.
    NotMatching(NotMatching),
}

/// Why a problem is not one of perfect matchings of a planar graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotMatching {
    /// This option has more than two items.
    ThreeItems(OptionId),
    /// Options give this item different colors.
    Colors(ItemId),
    /// The graph, whose edges are the options, is not planar.
    NotPlanar,
    /// Some items do not have to be covered by an option of two items, and they do not lie on one face of the
    /// graph.
    Alone,
}

impl fmt::Display for NotMatching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotMatching::ThreeItems(option) => {
                write!(f, "option {} has more than two items", option.number())
            }
            NotMatching::Colors(item) => write!(f, "item {} has colors", item.index() + 1),
            NotMatching::NotPlanar => f.write_str("the graph whose edges are the options is not planar"),
            NotMatching::Alone => f.write_str(
                "the items that may be covered alone, or not at all, do not lie on one face of the graph",
            ),
        }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::TooLarge(TooLarge { nodes, limit }) => write!(f, "{nodes} nodes of at most {limit}"),
            Unsupported::TooWide(too_wide) => too_wide.fmt(f),
            Unsupported::Bounds => f.write_str("the engine cannot keep to bounds on items"),
            Unsupported::NotMatching(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for Unsupported {}

impl From<TooLarge> for Unsupported {
    fn from(too_large: TooLarge) -> Unsupported {
        Unsupported::TooLarge(too_large)
    }
}

impl From<NotMatching> for Unsupported {
    fn from(why: NotMatching) -> Unsupported {
        Unsupported::NotMatching(why)
    }
}

impl From<TooWide> for Unsupported {
    fn from(too_wide: TooWide) -> Unsupported {
        Unsupported::TooWide(too_wide)
    }
}

/// Why an engine was not set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// It cannot take the problem.
    Unsupported(Unsupported),
    /// The budget was exhausted before the set-up was done.
    Stopped(Reason),
    /// The engine is not in this build: it needs this feature.
    NotBuilt(&'static str),
    /// The engine does not answer this question; see its [`Profile`](super::Profile).
    Unable,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unsupported(unsupported) => unsupported.fmt(f),
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
            Refusal::Unsupported(unsupported) => Some(unsupported),
            Refusal::Stopped(reason) => Some(reason),
            Refusal::NotBuilt(_) | Refusal::Unable => None,
        }
    }
}

impl<U: Into<Unsupported>> From<U> for Refusal {
    fn from(unsupported: U) -> Refusal {
        Refusal::Unsupported(unsupported.into())
    }
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Refusal {
        Refusal::Stopped(reason)
    }
}
