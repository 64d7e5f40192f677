//! The ledger that records a diagram: each residual problem that was solved becomes a node of it.
//!
//! No node may be dropped, because it may be a child of others: when the memory is full, the recording ends.

use std::collections::HashMap;

use super::cache::Found;
use super::cache::table_bytes;
use super::ledger::{Drafting, Ledger};
use crate::engine::words::{HandOn, Words};
use crate::problem::OptionId;
use crate::products::{Diagram, Kind, NONE, NodeId, ONE};

#[derive(Clone, Debug)]
pub(super) struct Recorder<const K: usize> {
    known: HashMap<Words<K>, NodeId, HandOn>,
    diagram: Diagram,
    /// The options of the problem, by their numbers in the search.
    ids: Vec<OptionId>,
    limit: usize,
}

/// A node in the making.
///
/// A branch is entered when it is taken, with [`NONE`] as its child until the child is known.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    kind: Kind,
    edges: Vec<(Vec<u32>, NodeId)>,
}

impl Draft {
    /// Drops the branches without a solution; all, if a part has none.
    fn prune(&mut self) {
        match self.kind {
            Kind::Choice => self.edges.retain(|&(_, child)| child != NONE),
            Kind::Product if self.edges.iter().any(|&(_, child)| child == NONE) => self.edges.clear(),
            Kind::Product => {}
        }
    }
}

impl Drafting for Draft {
    type Entry = NodeId;

    const NONE: NodeId = NONE;
    const ONE: NodeId = ONE;

    fn sum() -> Draft {
        Draft { kind: Kind::Choice, edges: vec![] }
    }
    fn product() -> Draft {
        Draft { kind: Kind::Product, edges: vec![] }
    }
    fn branch(&mut self, taken: &[u32]) {
        self.edges.push((taken.to_vec(), NONE));
    }
    fn add(&mut self, &entry: &NodeId) {
        if let Some((_, child)) = self.edges.last_mut() {
            *child = entry;
        }
    }
    fn multiply(&mut self, &entry: &NodeId) -> bool {
        self.edges.push((vec![], entry));
        entry != NONE
    }
}

impl<const K: usize> Recorder<K> {
    pub(super) fn new(ids: Vec<OptionId>, limit: usize) -> Recorder<K> {
        Recorder { known: HashMap::default(), diagram: Diagram::new(), ids, limit }
    }

    /// The diagram below a node, with the options that were forced from the start in all of its solutions.
    pub(super) fn finish(mut self, root: NodeId, from_start: &[u32]) -> Diagram {
        if root == NONE || from_start.is_empty() {
            return self.diagram.with_root(root);
        }
        let forced = from_start.iter().map(|&option| self.ids[option as usize]);
        let root = self.diagram.push(Kind::Choice, [(forced, root)]);
        self.diagram.with_root(root)
    }

    /// May the diagram get one more node? While tables grow, they exist twice.
    fn has_room(&self, draft: &Draft) -> bool {
        let capacity = self.known.capacity();
        let grown = if self.known.len() < capacity { 0 } else { table_bytes::<K, NodeId>(capacity + 1) };
        let table = table_bytes::<K, NodeId>(capacity) + grown;
        let options = draft.edges.iter().map(|(options, _)| options.len()).sum();
        let bytes = self.diagram.bytes_with(draft.edges.len(), options);
        bytes.is_some_and(|bytes| table + bytes <= self.limit)
    }
}

impl<const K: usize> Ledger<K> for Recorder<K> {
    type Entry = NodeId;
    type Draft = Draft;

    fn recall(&mut self, key: &Words<K>) -> Found<NodeId> {
        self.known.get(key).map_or(Found::New, |&node| Found::Known(node))
    }
    fn close(&mut self, key: Words<K>, mut draft: Draft) -> Option<NodeId> {
        draft.prune();
        if !self.has_room(&draft) {
            return None;
        }
        let ids = &self.ids;
        let edges = draft.edges.iter();
        let edges =
            edges.map(|(options, child)| (options.iter().map(|&option| ids[option as usize]), *child));
        let node = if draft.edges.is_empty() { NONE } else { self.diagram.push(draft.kind, edges) };
        self.known.insert(key, node);
        Some(node)
    }
    fn forgotten(&self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use crate::budget::{Budget, Pause};
    use crate::engine::{Compiled, Order};
    use crate::problem::dlx::parse;

    /// Dominoes on two squares of four cells: a product of two choices.
    #[test]
    fn parts_become_a_product() {
        let square = |a, b, c, d| format!("{a} {b}\n{c} {d}\n{a} {c}\n{b} {d}\n");
        let text = format!("a b c d e f g h\n{}{}", square('a', 'b', 'c', 'd'), square('e', 'f', 'g', 'h'));
        let problem = parse("squares", &text).unwrap().problem;
        let order = Order::best(&problem);
        let mut recording = super::super::recording(&problem, &order, &Budget::UNLIMITED).unwrap();
        assert_eq!(recording.run(u64::MAX), Pause::End);
        let Some(Compiled::Products(diagram)) = recording.finish() else { panic!("no products") };
        assert_eq!((diagram.count().to_string(), diagram.size(), diagram.products()), ("4".to_owned(), 3, 1));
        let numbers = |option: &crate::problem::OptionId| option.number();
        let covers = diagram.solutions().map(|cover| cover.options().iter().map(numbers).collect::<Vec<_>>());
        assert_eq!(covers.collect::<Vec<_>>(), [[1, 2, 5, 6], [3, 4, 5, 6], [1, 2, 7, 8], [3, 4, 7, 8]]);
        assert!(diagram.samples(42).take(10).eq(diagram.samples(42).take(10)));
    }
}
