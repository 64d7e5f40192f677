//! From the leaves to the root: computes a value at each node of a family from those of its children.
//!
//! Children have smaller ids than their parents, so ascending ids are the order of computation and nothing
//! recurses.

use std::ops::Range;
use std::slice;

use super::{Family, Node, Store};
use crate::nodes::{self, Kind, NodeId, Nodes};

/// The nodes of one family, ascending: children before parents.
///
/// A bit for each older node of the store says whether it belongs to the family. So a family in a large store
/// costs only one bit for each node.
#[derive(Clone, Debug)]
pub(super) struct Below {
    ids: Vec<Family>,
    bits: Vec<u64>,
    /// For each word of `bits`, the number of bits that are set before it.
    before: Vec<u32>,
}

impl Below {
    /// The terminals, then the nodes of the family.
    pub(super) fn new(store: &Store, family: Family) -> Below {
        let bits = reachable(store, family);
        let nodes = bits.iter().map(|marks| marks.count_ones() as usize).sum();
        let (mut ids, mut before) = (Vec::with_capacity(nodes), Vec::with_capacity(bits.len()));
        for (word, &marks) in bits.iter().enumerate() {
            before.push(ids.len() as u32);
            let mut rest = marks;
            while rest != 0 {
                ids.push(Family(word as u32 * 64 + rest.trailing_zeros()));
                rest &= rest - 1;
            }
        }
        Below { ids, bits, before }
    }

    /// The families below, ascending: ∅ and {∅} first, the family itself last (unless it is one of these).
    pub(super) fn ids(&self) -> &[Family] {
        &self.ids
    }

    /// The nodes without the terminals, ascending.
    pub(super) fn nodes(&self) -> &[Family] {
        &self.ids[2..]
    }

    /// The place of a family below in [`ids`](Below::ids).
    #[inline]
    pub(super) fn place(&self, family: Family) -> usize {
        let (word, bit) = (family.0 as usize / 64, family.0 % 64);
        let earlier = self.bits[word] & ((1 << bit) - 1);
        self.before[word] as usize + earlier.count_ones() as usize
    }
}

/// Marks the terminals and all reachable nodes.
fn reachable(store: &Store, family: Family) -> Vec<u64> {
    let mut bits = vec![0u64; family.0 as usize / 64 + 1];
    bits[0] = 0b11;
    let mut open = vec![family];
    while let Some(family) = open.pop() {
        let (word, bit) = (family.0 as usize / 64, 1 << (family.0 % 64));
        if bits[word] & bit == 0 {
            bits[word] |= bit;
            let node = store.table.node(family);
            open.extend([node.lo, node.hi]);
        }
    }
    bits
}

/// A family as any question asks it. Its places are those of [`Below`]; a node is a choice between `lo`, which
/// adds no item, and `hi`.
pub(crate) struct Rooted<'s> {
    store: &'s Store,
    root: Family,
    pub(super) below: Below,
}

impl Nodes for Rooted<'_> {
    type Item = u32;

    fn node_count(&self) -> usize {
        self.below.ids().len()
    }
    fn root(&self) -> NodeId {
        self.below.place(self.root) as NodeId
    }
    fn kind(&self, node: NodeId) -> Kind {
        if self.below.ids()[node as usize] == Family::BASE { Kind::Product } else { Kind::Choice }
    }
    fn edges(&self, node: NodeId) -> Range<usize> {
        let first = 2 * node as usize;
        // The terminals are the first two.
        first..first + if node < 2 { 0 } else { 2 }
    }
    fn items(&self, edge: usize) -> &[u32] {
        let node = self.store.table.node_ref(self.below.ids()[edge / 2]);
        if edge.is_multiple_of(2) { &[] } else { slice::from_ref(&node.var) }
    }
    fn child(&self, edge: usize) -> NodeId {
        let node = self.store.table.node(self.below.ids()[edge / 2]);
        self.below.place(if edge.is_multiple_of(2) { node.lo } else { node.hi }) as NodeId
    }
}

impl Store {
    /// Computes a value from the leaves to the root: `empty` for ∅, `base` for {∅}, and at each node what
    /// `combine` makes of the node and the values of its `lo` and `hi`. It is called once for each node,
    /// and a value is dropped after its last use.
    ///
    /// ```
    /// # use combien::zdd::{Family, Store};
    /// // The size of a largest member.
    /// let mut store = Store::new();
    /// let family = store.powerset(0..10)?;
    /// let largest = store.fold(family, None, Some(0), |_, &lo, &hi| lo.max(hi.map(|size| size + 1)));
    /// assert_eq!(largest, Some(10));
    /// # Ok::<(), combien::zdd::Full>(())
    /// ```
    pub fn fold<T>(
        &self,
        family: Family,
        empty: T,
        base: T,
        mut combine: impl FnMut(Node, &T, &T) -> T,
    ) -> T {
        let rooted = self.rooted(family);
        let below = &rooted.below;
        let mut terminals = [Some(empty), Some(base)];
        nodes::fold(&rooted, |place, values| {
            if let Some(terminal) = terminals.get_mut(place as usize) {
                return terminal.take().unwrap_or_else(|| unreachable!("each is visited once"));
            }
            let node = self.table.node(below.ids()[place as usize]);
            let [lo, hi] = [node.lo, node.hi].map(|child| values.of(below.place(child) as NodeId));
            combine(node, lo, hi)
        })
    }

    /// A family as any question asks it. Linear in its nodes, and a bit for each node of the store.
    pub(crate) fn rooted(&self, family: Family) -> Rooted<'_> {
        Rooted { store: self, root: family, below: Below::new(self, family) }
    }
}
