//! How large a family is: its members, its nodes, its members of each size.

use super::fold::Below;
use super::{Family, Store};
use crate::count::Count;
use crate::nodes;

impl Store {
    /// The number of members of a family, exact at any size. One addition for each node.
    ///
    /// ```
    /// # use combien::zdd::Store;
    /// let mut store = Store::new();
    /// let all = store.powerset(0..200)?;
    /// assert_eq!(store.count(all).to_string(), "1606938044258990275541962092341162602522202993782792835301376");
    /// # Ok::<(), combien::zdd::Full>(())
    /// ```
    pub fn count(&self, family: Family) -> Count {
        nodes::count(&self.rooted(family))
    }

    /// The number of nodes of a family's diagram, without the terminals.
    pub fn size(&self, family: Family) -> usize {
        Below::new(self, family).nodes().len()
    }

    /// The numbers of members with 0, 1, 2, ... items: the list ends with the size of a largest member. It is
    /// empty for ∅.
    ///
    /// ```
    /// # use combien::{Count, zdd::Store};
    /// let mut store = Store::new();
    /// let all = store.powerset(0..4)?;
    /// assert_eq!(store.count_by_size(all), [1u64, 4, 6, 4, 1].map(Count::from));
    /// # Ok::<(), combien::zdd::Full>(())
    /// ```
    pub fn count_by_size(&self, family: Family) -> Vec<Count> {
        nodes::count_by_size(&self.rooted(family))
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

#[cfg(test)]
mod tests {
    use super::super::oracle;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn measures_of_all_families_over_three_items() {
        let (store, families) = oracle::all_over_three();
        for (sets, family) in families {
            assert_eq!(store.count(family), Count::from(sets.len() as u64));
            let largest = sets.iter().map(BTreeSet::len).max();
            let of_size = |size| sets.iter().filter(|set| set.len() == size).count() as u64;
            let sizes = (0..largest.map_or(0, |largest| largest + 1)).map(|size| Count::from(of_size(size)));
            assert!(store.count_by_size(family).into_iter().eq(sizes));
            let items: BTreeSet<_> = sets.iter().flatten().copied().collect();
            assert!(store.support(family).into_iter().eq(items));
            assert_eq!(store.size(family), size_by_definition(&sets));
        }
    }

    /// A node for each item v and each family that some beginning (items before v) leaves of the members, if
    /// some of these have v.
    fn size_by_definition(sets: &oracle::Sets) -> usize {
        let mut nodes = BTreeSet::new();
        for item in [3, 7, 8] {
            let beginning = |set: &BTreeSet<u32>| -> BTreeSet<u32> { set.range(..item).copied().collect() };
            for begin in sets.iter().map(beginning) {
                let with = sets.iter().filter(|set| beginning(set) == begin);
                let left: oracle::Sets = with.map(|set| set.range(item..).copied().collect()).collect();
                if left.iter().any(|set| set.contains(&item)) {
                    nodes.insert((item, left));
                }
            }
        }
        nodes.len()
    }
}
