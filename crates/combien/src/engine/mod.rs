//! The algorithms, one folder each. Engines know the [problem](crate::problem), [counts](crate::count) and
//! [families](crate::zdd), and nothing else; only `fast` knows another.
//!
//! | engine | what it does |
//! | --- | --- |
//! | [`links`] | enumerates by dancing links, as the book tells it |
//! | [`fast`] | enumerates with machine words; problems too large for them begin with `links` |
//! | [`frontier`] | counts layer by layer over the frontier of an order of the items |
//! | [`memo`] | counts by a search that remembers what it has counted, or records a diagram with products |
//! | [`intersect`] | builds the family of all solutions by intersecting those of the items |
//!
//! Those that count share the choice of an [`order`], and the packing of states into machine words.

mod codes;
pub mod fast;
pub mod frontier;
pub mod intersect;
pub mod links;
pub mod memo;
pub mod order;
mod patience;
mod words;

pub use words::TooWide;

/// The work that an engine has done, counted as Knuth counts it: the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Nodes of the search tree entered, each solution included.
    pub nodes: u64,
    /// Updates: removals of a node from the list of its item, and of an item from the list of active items.
    pub updates: u64,
}
