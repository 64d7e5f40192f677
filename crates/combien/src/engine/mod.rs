//! The algorithms, one folder each. Engines know the [problem](crate::problem) and nothing else, not even each other.

pub mod intersect;
pub mod links;

/// The work that an engine has done, counted as Knuth counts it: the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Nodes of the search tree entered, each solution included.
    pub nodes: u64,
    /// Updates: removals of a node from the list of its item, and of an item from the list of active items.
    pub updates: u64,
}
