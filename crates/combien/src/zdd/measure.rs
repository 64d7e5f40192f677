//! How large a family is: its members, its nodes, its members of each size.

use super::fold::Below;
use super::{Family, Store};
use crate::count::Count;

impl Store {
    /// How many members a family has: exact at any size. One addition a node.
    ///
    /// ```
    /// # use combien::zdd::Store;
    /// let mut store = Store::new();
    /// let all = store.powerset(0..200)?;
    /// assert_eq!(store.count(all).to_string(), "1606938044258990275541962092341162602522202993782792835301376");
    /// # Ok::<(), combien::zdd::Full>(())
    /// ```
    pub fn count(&self, family: Family) -> Count {
        self.fold(family, Count::ZERO, Count::ONE, |_, lo, hi| lo + hi)
    }

    /// How many nodes the diagram of a family has, the terminals not counted.
    pub fn size(&self, family: Family) -> usize {
        Below::new(self, family).nodes().len()
    }

    /// How many members have 0, 1, 2, ... items: the list ends with the size of a largest member. It is empty for ∅.
    ///
    /// ```
    /// # use combien::{Count, zdd::Store};
    /// let mut store = Store::new();
    /// let all = store.powerset(0..4)?;
    /// assert_eq!(store.count_by_size(all), [1u64, 4, 6, 4, 1].map(Count::from));
    /// # Ok::<(), combien::zdd::Full>(())
    /// ```
    pub fn count_by_size(&self, family: Family) -> Vec<Count> {
        self.fold(family, vec![], vec![Count::ONE], |_, lo, hi| {
            let mut sizes = lo.clone();
            sizes.resize(lo.len().max(hi.len() + 1), Count::ZERO);
            for (sum, more) in sizes[1..].iter_mut().zip(hi) {
                *sum += more;
            }
            sizes
        })
    }

    /// The items that occur in some member, ascending.
    pub fn support(&self, family: Family) -> Vec<u32> {
        let below = Below::new(self, family);
        let mut items: Vec<_> = below.nodes().iter().map(|&node| self.table.node(node).var).collect();
        items.sort_unstable();
        items.dedup();
        items
    }
}
