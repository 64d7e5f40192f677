//! The nodes of a family in an order that depends only on the family, not on its store. So written families
//! are always the same, also for equal families of different stores.

use super::fold::Below;
use super::{Family, Store};

/// A node as it is written: its children by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) number: usize,
    pub(super) var: u32,
    pub(super) lo: usize,
    pub(super) hi: usize,
}

/// The nodes of a family, from the last item to the first, and of one item by the numbers of their children.
/// ∅ has the number 0 and {∅} the number 1; the first node has 2, and the root of the family the highest.
pub(super) fn listing(store: &Store, family: Family) -> Vec<Line> {
    let below = Below::new(store, family);
    let mut by_item = below.nodes().to_vec();
    by_item.sort_by_key(|&id| std::cmp::Reverse(store.table.node(id).var));
    let mut numbers: Vec<usize> = (0..below.ids().len()).collect();
    let mut lines: Vec<Line> = Vec::with_capacity(by_item.len());
    for level in by_item.chunk_by(|&a, &b| store.table.node(a).var == store.table.node(b).var) {
        let children = |id| {
            let node = store.table.node(id);
            (numbers[below.place(node.lo)], numbers[below.place(node.hi)], id)
        };
        let mut nodes: Vec<_> = level.iter().map(|&id| children(id)).collect();
        nodes.sort();
        let var = store.table.node(level[0]).var;
        for (lo, hi, id) in nodes {
            let number = lines.len() + 2;
            numbers[below.place(id)] = number;
            lines.push(Line { number, var, lo, hi });
        }
    }
    lines
}
