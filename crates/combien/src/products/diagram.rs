//! All solutions of a problem as a decision diagram with product nodes: to count, to list, to draw at random.
//!
//! Nodes are as in [`nodes`]: choices and products, whose items are options. The choice without edges is
//! `NONE`, and the product without edges is `ONE`. Each set is made in one way only: the branches of a
//! choice cover the same item by different options, and no option is in two parts of a product. A diagram
//! from a file may also have a branch without options, such as the second one of a decision whether an
//! option is taken.
//!
//! Nodes are shared where residual problems are the same; they are not reduced beyond that.

use std::ops::Range;

use crate::count::Count;
use crate::nodes::{self, Kind, NodeId, Nodes};
use crate::problem::OptionId;

/// The node that has no solution.
pub(crate) const NONE: NodeId = 0;
/// The node whose only solution is the empty set.
pub(crate) const ONE: NodeId = 1;

/// A node; its edges begin where those of the node before it end.
#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    edges_end: u32,
}

/// An edge; its options begin where those of the edge before it end.
#[derive(Clone, Copy, Debug)]
struct Edge {
    child: NodeId,
    options_end: u32,
}

/// The family of all solutions of a problem. The engine `memo`
/// makes it.
///
/// **Invariants.** Children come before their parents. `NONE` is never a child, so each path leads to a
/// solution. The edges of a product have no options.
#[derive(Clone, Debug)]
pub struct Diagram {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    options: Vec<OptionId>,
    root: NodeId,
}

impl Diagram {
    /// The terminals alone.
    pub(crate) fn new() -> Diagram {
        let terminals = [Kind::Choice, Kind::Product].map(|kind| Node { kind, edges_end: 0 });
        Diagram { nodes: terminals.to_vec(), edges: vec![], options: vec![], root: NONE }
    }

    /// A new node with these edges: their options and children.
    pub(crate) fn push(
        &mut self,
        kind: Kind,
        edges: impl IntoIterator<Item = (impl IntoIterator<Item = OptionId>, NodeId)>,
    ) -> NodeId {
        for (options, child) in edges {
            self.options.extend(options);
            self.edges.push(Edge { child, options_end: self.options.len() as u32 });
        }
        self.nodes.push(Node { kind, edges_end: self.edges.len() as u32 });
        self.nodes.len() as NodeId - 1
    }

    /// This diagram with another root.
    pub(crate) fn with_root(self, root: NodeId) -> Diagram {
        let diagram = Diagram { root, ..self };
        if cfg!(debug_assertions) {
            diagram.check_invariants();
        }
        diagram
    }

    /// The bytes that it may take while it gets a node with this many edges and options; `None` if their
    /// places would not fit in their words.
    pub(crate) fn bytes_with(&self, edges: usize, options: usize) -> Option<usize> {
        let most = self.nodes.len().max(self.edges.len() + edges).max(self.options.len() + options);
        let bytes = bytes_with(&self.nodes, 1) + bytes_with(&self.edges, edges);
        (most < u32::MAX as usize).then(|| bytes + bytes_with(&self.options, options))
    }

    /// The bytes that its nodes, edges and options take.
    pub fn memory(&self) -> usize {
        self.bytes_with(0, 0).unwrap_or(usize::MAX)
    }

    /// Which nodes can be reached from the root.
    pub(super) fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        reached[self.root as usize] = true;
        for node in self.all().rev() {
            if reached[node as usize] {
                self.children(node).for_each(|child| reached[child as usize] = true);
            }
        }
        reached
    }

    /// The nodes of a kind that the family has, the terminals not counted.
    fn count_nodes(&self, is_counted: impl Fn(Kind) -> bool) -> usize {
        let reached = self.reached();
        let inner = ONE + 1..self.nodes.len() as NodeId;
        inner.filter(|&node| reached[node as usize] && is_counted(self.kind(node))).count()
    }

    /// How many solutions. Linear in the edges.
    pub fn count(&self) -> Count {
        nodes::count(self)
    }

    /// How many solutions take this many options, for each number from 0: the list ends with the most that
    /// one takes.
    pub fn count_by_size(&self) -> Vec<Count> {
        nodes::count_by_size(self)
    }

    /// How many nodes the diagram has, the terminals not counted.
    pub fn size(&self) -> usize {
        self.count_nodes(|_| true)
    }

    /// How many of its nodes are products.
    pub fn products(&self) -> usize {
        self.count_nodes(|kind| kind == Kind::Product)
    }

    /// Checks the invariants stated at the type.
    fn check_invariants(&self) {
        for node in self.all() {
            for edge in self.edges(node) {
                assert!((ONE..node).contains(&self.child(edge)), "the child of edge {edge} of node {node}");
                let is_bare = self.items(edge).is_empty();
                assert!(is_bare || self.kind(node) == Kind::Choice, "options of edge {edge}, node {node}");
            }
        }
    }
}

impl Nodes for Diagram {
    type Item = OptionId;

    fn node_count(&self) -> usize {
        self.nodes.len()
    }
    fn root(&self) -> NodeId {
        self.root
    }
    fn kind(&self, node: NodeId) -> Kind {
        self.nodes[node as usize].kind
    }
    fn edges(&self, node: NodeId) -> Range<usize> {
        let start = if node == 0 { 0 } else { self.nodes[node as usize - 1].edges_end };
        start as usize..self.nodes[node as usize].edges_end as usize
    }
    fn items(&self, edge: usize) -> &[OptionId] {
        let start = if edge == 0 { 0 } else { self.edges[edge - 1].options_end };
        &self.options[start as usize..self.edges[edge].options_end as usize]
    }
    fn child(&self, edge: usize) -> NodeId {
        self.edges[edge].child
    }
}

/// The bytes of a vector while it gets this many more: it doubles, and exists twice while it does.
pub(super) fn bytes_with<T>(vec: &Vec<T>, more: usize) -> usize {
    let (capacity, needed) = (vec.capacity(), vec.len() + more);
    let grown = if needed <= capacity { 0 } else { needed.max(2 * capacity) };
    (capacity + grown) * size_of::<T>()
}
