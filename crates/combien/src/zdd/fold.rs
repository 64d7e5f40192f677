//! From the leaves to the root: computes a value at each node of a family from those of its children.
//!
//! Children have smaller ids than their parents, so ascending ids are the order of computation and nothing
//! recurses.

use super::{Family, Node, Store};

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
        let below = Below::new(self, family);
        let mut uses = self.parents(&below);
        uses[below.place(family)] = uses[below.place(family)].saturating_add(1);
        // The values that are still needed, with an index: far fewer than nodes.
        let mut values: Vec<Option<T>> = vec![Some(empty), Some(base)];
        let mut free: Vec<u32> = vec![];
        let mut at: Vec<u32> = Vec::with_capacity(uses.len());
        at.extend([0, 1]);
        for &id in below.nodes() {
            let node = self.table.node(id);
            let children = [below.place(node.lo), below.place(node.hi)];
            let [Some(lo), Some(hi)] = children.map(|child| &values[at[child] as usize]) else {
                unreachable!("a value was dropped before its last use")
            };
            let value = combine(node, lo, hi);
            for child in children {
                // A number of uses that was too large to count never reaches zero.
                uses[child] -= u32::from(uses[child] != u32::MAX);
                if uses[child] == 0 {
                    values[at[child] as usize] = None;
                    free.push(at[child]);
                }
            }
            if let Some(place) = free.pop() {
                values[place as usize] = Some(value);
                at.push(place);
            } else {
                at.push(values.len() as u32);
                values.push(Some(value));
            }
        }
        let root = at[below.place(family)] as usize;
        values[root].take().unwrap_or_else(|| unreachable!("the root has a use of its own"))
    }

    /// Computes the values of all families below, in their order, from the leaves to the root.
    pub(super) fn fold_all<T>(
        &self,
        below: &Below,
        empty: T,
        base: T,
        mut combine: impl FnMut(Node, &T, &T) -> T,
    ) -> Vec<T> {
        let mut values = Vec::with_capacity(below.ids().len());
        values.extend([empty, base]);
        for &id in below.nodes() {
            let node = self.table.node(id);
            let value = combine(node, &values[below.place(node.lo)], &values[below.place(node.hi)]);
            values.push(value);
        }
        values
    }

    /// For each family below, how many arcs of the diagram lead to it; the largest number also means all
    /// larger ones.
    fn parents(&self, below: &Below) -> Vec<u32> {
        let mut parents = vec![0u32; below.ids().len()];
        for &id in below.nodes() {
            let node = self.table.node(id);
            for child in [node.lo, node.hi] {
                let count = &mut parents[below.place(child)];
                *count = count.saturating_add(1);
            }
        }
        parents
    }
}
