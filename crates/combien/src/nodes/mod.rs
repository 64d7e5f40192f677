//! What is asked of any decision diagram, with products or without: one text for each question.
//!
//! A node stands for a family of sets and has edges, each with some items and a child. A **choice** has one
//! branch or another: it is the union, over its edges, of { items ∪ s : s in child }. A **product** has
//! separately solved parts: { s ∪ t ∪ ... : s in the first child, t in the second, ... }. So a choice
//! without edges is ∅, and a product without edges is {∅}.
//!
//! Each set of a node is made in one way only. That is why counts are sums and products of counts.

mod fold;
mod marginals;
mod selection;

pub(crate) use fold::{count, count_by_size, counts, distribution, fold};
pub(crate) use marginals::marginals;
pub(crate) use selection::{best, front};

use std::ops::Range;

/// The place of a node in its diagram.
pub(crate) type NodeId = u32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Choice,
    Product,
}

/// The nodes of a diagram.
///
/// **Invariants.** Children come before their parents: ascending places are an order from the leaves to the
/// root, so nothing recurses. The edges of a product have no items.
pub(crate) trait Nodes {
    /// What sets consist of.
    type Item: Copy;

    /// The number of nodes, with the terminals, and with those that are not reached from the root.
    fn node_count(&self) -> usize;

    fn root(&self) -> NodeId;

    fn kind(&self, node: NodeId) -> Kind;

    /// The places of the edges of a node.
    fn edges(&self, node: NodeId) -> Range<usize>;

    /// The items of an edge.
    fn items(&self, edge: usize) -> &[Self::Item];

    fn child(&self, edge: usize) -> NodeId;

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.edges(node).map(|edge| self.child(edge))
    }

    /// All nodes, children first.
    fn all(&self) -> Range<NodeId> {
        0..self.node_count() as NodeId
    }
}
