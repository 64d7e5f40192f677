//! Why a search was not set up.

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

errors!(NotMatching {
    ThreeItems(option) => "option {} has more than two items", option.number();
    Colors(item) => "item {} has colors", item.index() + 1;
    NotPlanar => "the graph whose edges are the options is not planar";
    Alone => "the items that may be covered alone, or not at all, do not lie on one face of the graph";
});

errors!(Unsupported {
    TooLarge(TooLarge { nodes, limit }) from TooLarge => "{nodes} nodes of at most {limit}";
    TooWide(too_wide) from TooWide => "{too_wide}";
    Bounds => "the engine cannot keep to bounds on items";
    NotMatching(why) from NotMatching => "{why}";
});

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

errors!(Refusal {
    Unsupported(unsupported) source unsupported => "{unsupported}";
    Stopped(reason) source reason from Reason => "{reason}";
    NotBuilt(feature) => "the engine is not in this build: it needs the feature `{feature}`";
    Unable => "the engine does not answer this question";
});

impl<U: Into<Unsupported>> From<U> for Refusal {
    fn from(unsupported: U) -> Refusal {
        Refusal::Unsupported(unsupported.into())
    }
}
