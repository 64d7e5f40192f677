//! All solutions of a problem as a decision diagram with product nodes: to count, to list, to draw at random.
//!
//! A node stands for a family of sets of options, and has edges, each with some options and a child. There
//! are two kinds. A **choice** has one branch or another: it is the union, over its edges, of { options ∪ s :
//! s in child }. A **product** has separately solved parts: { s ∪ t ∪ ... : s in the first child, t in the
//! second, ... }. So a choice without edges is ∅, `NONE`, and a product without edges is {∅}, `ONE`.
//!
//! Each set of a family is made in one way only: the branches of a choice cover the same item by different
//! options, and no option is in two parts of a product. That is why counts are sums and products of counts. A
//! diagram from a file may also have a branch without options, such as the second one of a decision whether
//! an option is taken.
//!
//! Nodes are shared where residual problems are the same; they are not reduced beyond that.

use std::ops::Range;

use crate::count::Count;
use crate::problem::OptionId;

/// The place of a node in its diagram.
pub(crate) type NodeId = u32;

/// The node that has no solution.
pub(crate) const NONE: NodeId = 0;
/// The node whose only solution is the empty set.
pub(crate) const ONE: NodeId = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Choice,
    Product,
}

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

    /// The number of nodes, with the terminals, and with those that are not reached.
    pub(super) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn root(&self) -> NodeId {
        self.root
    }

    pub(super) fn kind(&self, node: NodeId) -> Kind {
        self.nodes[node as usize].kind
    }

    /// The places of the edges of a node.
    pub(super) fn edges(&self, node: NodeId) -> Range<u32> {
        let start = if node == 0 { 0 } else { self.nodes[node as usize - 1].edges_end };
        start..self.nodes[node as usize].edges_end
    }

    pub(super) fn child(&self, edge: u32) -> NodeId {
        self.edges[edge as usize].child
    }

    /// The options of an edge.
    pub(super) fn options(&self, edge: u32) -> &[OptionId] {
        let start = if edge == 0 { 0 } else { self.edges[edge as usize - 1].options_end };
        &self.options[start as usize..self.edges[edge as usize].options_end as usize]
    }

    /// The children of a node.
    pub(super) fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.edges(node).map(|edge| self.child(edge))
    }

    /// A value for each node, made from those of the nodes before it.
    pub(super) fn fold<T>(&self, combine: impl Fn(NodeId, &[T]) -> T) -> Vec<T> {
        let mut values = Vec::with_capacity(self.nodes.len());
        for node in 0..self.nodes.len() as NodeId {
            values.push(combine(node, &values));
        }
        values
    }

    /// The number of solutions below each node.
    pub(super) fn counts(&self) -> Vec<Count> {
        self.fold(|node, counts: &[Count]| {
            let below = self.children(node).map(|child| &counts[child as usize]);
            match self.kind(node) {
                Kind::Choice => below.fold(Count::ZERO, |sum, count| &sum + count),
                Kind::Product => below.fold(Count::ONE, |product, count| &product * count),
            }
        })
    }

    /// Which nodes can be reached from the root.
    pub(super) fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        reached[self.root as usize] = true;
        for node in (0..self.nodes.len() as NodeId).rev() {
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
        self.counts().swap_remove(self.root as usize)
    }

    /// How many solutions take this many options, for each number from 0: the list ends with the most that
    /// one takes.
    pub fn count_by_size(&self) -> Vec<Count> {
        let by_size = self.fold(|node, below: &[Vec<Count>]| {
            let edges =
                self.edges(node).map(|edge| (self.options(edge).len(), &below[self.child(edge) as usize]));
            match self.kind(node) {
                Kind::Choice => edges.fold(vec![], |mut sum, (options, sizes)| {
                    add_shifted(&mut sum, options, sizes, &Count::ONE);
                    sum
                }),
                Kind::Product => edges.fold(vec![Count::ONE], |product, (_, sizes)| {
                    let mut next = vec![];
                    for (options, times) in product.iter().enumerate() {
                        add_shifted(&mut next, options, sizes, times);
                    }
                    next
                }),
            }
        });
        by_size[self.root as usize].clone()
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
        for node in 0..self.nodes.len() as NodeId {
            for edge in self.edges(node) {
                assert!((ONE..node).contains(&self.child(edge)), "the child of edge {edge} of node {node}");
                let is_bare = self.options(edge).is_empty();
                assert!(is_bare || self.kind(node) == Kind::Choice, "options of edge {edge}, node {node}");
            }
        }
    }
}

/// Adds this many times the counts by size of sets that get this many options more.
fn add_shifted(sum: &mut Vec<Count>, options: usize, sizes: &[Count], times: &Count) {
    sum.resize(sum.len().max(options + sizes.len()), Count::ZERO);
    for (sum, size) in sum[options..].iter_mut().zip(sizes) {
        *sum += &(size * times);
    }
}

/// The bytes of a vector while it gets this many more: it doubles, and exists twice while it does.
pub(super) fn bytes_with<T>(vec: &Vec<T>, more: usize) -> usize {
    let (capacity, needed) = (vec.capacity(), vec.len() + more);
    let grown = if needed <= capacity { 0 } else { needed.max(2 * capacity) };
    (capacity + grown) * size_of::<T>()
}
