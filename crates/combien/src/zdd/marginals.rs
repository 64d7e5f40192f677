//! For each item, how many members have it.

use super::{Family, Store};
use crate::count::Count;
use crate::nodes;

impl Store {
    /// For each item that occurs in some member, ascending, the number of members that have it. `None` if the
    /// numbers in between would take more than this number of bytes: two for each node, at least 32 bytes
    /// each.
    ///
    /// A walk up the diagram counts the members below each node, and a walk down the ways to it; a product of
    /// two counts for each node.
    ///
    /// ```
    /// # use combien::{Count, zdd::Store};
    /// let mut store = Store::new();
    /// let all = store.powerset(0..4)?;
    /// let marginals = store.marginals(all, u64::MAX).unwrap();
    /// assert_eq!(marginals, (0..4).map(|item| (item, Count::from(8u64))).collect::<Vec<_>>());
    /// # Ok::<(), combien::zdd::Full>(())
    /// ```
    pub fn marginals(&self, family: Family, memory: u64) -> Option<Vec<(u32, Count)>> {
        let items = self.support(family);
        let mut with = vec![Count::ZERO; items.len()];
        nodes::marginals(&self.rooted(family), 0, memory, &|| true, |item, count| {
            let place = items.partition_point(|&before| before < item);
            with[place] += count;
        })?;
        Some(items.into_iter().zip(with).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracle;
    use super::*;

    #[test]
    fn marginals_of_all_families_over_three_items() {
        let (store, families) = oracle::all_over_three();
        for (sets, family) in families {
            let marginals = store.marginals(family, u64::MAX).unwrap();
            assert_eq!(marginals.iter().map(|&(item, _)| item).collect::<Vec<_>>(), store.support(family));
            for (item, count) in marginals {
                let with = sets.iter().filter(|set| set.contains(&item)).count();
                assert_eq!(count, Count::from(with as u64));
            }
        }
    }

    #[test]
    fn memory_is_bounded_before_the_work() {
        let mut store = Store::new();
        let all = store.powerset(0..300).unwrap();
        assert_eq!(store.marginals(all, 64 * 300), None);
        let marginals = store.marginals(all, 1 << 20).unwrap();
        let half = Count::from(num_bigint::BigUint::from(2u32).pow(299));
        assert!(marginals.len() == 300 && marginals.iter().all(|(_, with)| *with == half));
    }
}
