//! Parts of a family: by a predicate, or before and after a set in the order of members.

use super::build::{InOrder, ascending};
use super::members::Walk;
use super::{Family, Full, Store};

/// # Parts
impl Store {
    /// { s ∈ F : P(s) }, for any predicate on lists of items, ascending.
    ///
    /// The predicate is asked about each member, in the order of members. For "has this item" and "is within
    /// one of these", the algebra is faster: see [`including`](Store::including),
    /// [`subset0`](Store::subset0), [`nonsubsets`](Store::nonsubsets).
    ///
    /// ```
    /// # use combien::zdd::Store;
    /// let mut store = Store::new();
    /// let all = store.powerset(1..=3)?;
    /// let even = store.filter(all, |member| member.iter().sum::<u32>() % 2 == 0)?;
    /// assert_eq!(store.show(even).to_string(), "{{}, {2}, {1, 3}, {1, 2, 3}}");
    /// # Ok::<(), combien::zdd::Full>(())
    /// ```
    pub fn filter(
        &mut self,
        family: Family,
        mut predicate: impl FnMut(&[u32]) -> bool,
    ) -> Result<Family, Full> {
        let (mut walk, mut chosen) = (Walk::new(family), InOrder::new());
        while let Some(member) = walk.next(self) {
            if predicate(member) {
                chosen.push(self, member)?;
            }
        }
        chosen.finish(self)
    }

    /// ({ s ∈ F : P(s) }, { s ∈ F : not P(s) }), at the cost of [`filter`](Store::filter).
    pub fn partition(
        &mut self,
        family: Family,
        predicate: impl FnMut(&[u32]) -> bool,
    ) -> Result<(Family, Family), Full> {
        let chosen = self.filter(family, predicate)?;
        Ok((chosen, self.difference(family, chosen)?))
    }

    /// The members that come before a set in the order of members, whether the set is one of them, and the
    /// members that come after it. Takes time of the order of the depth of the diagram.
    ///
    /// ```
    /// # use combien::zdd::Store;
    /// let mut store = Store::new();
    /// let family = store.from_sets([vec![], vec![2], vec![1], vec![1, 2]])?;
    /// let (before, is_member, after) = store.split(family, [1])?;
    /// assert_eq!(store.show(before).to_string(), "{{}, {2}}");
    /// assert!(is_member);
    /// assert_eq!(store.show(after).to_string(), "{{1, 2}}");
    /// # Ok::<(), combien::zdd::Full>(())
    /// ```
    pub fn split(
        &mut self,
        family: Family,
        pivot: impl IntoIterator<Item = u32>,
    ) -> Result<(Family, bool, Family), Full> {
        let mut rest = ascending(pivot).into_iter().peekable();
        // Down along the pivot as far as some member agrees with it ...
        let (mut here, mut path) = (family, vec![]);
        while let Some(node) = self.root(here)
            && rest.peek().is_none_or(|&item| item >= node.var)
        {
            let has_item = rest.next_if_eq(&node.var).is_some();
            path.push((node, has_item));
            here = if has_item { node.hi } else { node.lo };
        }
        // ... where the rest is the pivot, or lacks an item of the pivot ...
        let is_member = here == Family::BASE && rest.peek().is_none();
        let (mut before, mut after) = (Family::EMPTY, Family::EMPTY);
        if !is_member {
            before = here;
        }
        // ... and up again: beside an item of the pivot are members before it, beside another one members
        // after it.
        for (node, has_item) in path.into_iter().rev() {
            if has_item {
                before = self.node(node.var, node.lo, before)?;
                after = self.node(node.var, Family::EMPTY, after)?;
            } else {
                after = self.node(node.var, after, node.hi)?;
            }
        }
        Ok((before, is_member, after))
    }

    /// Copies a family from another store.
    ///
    /// Stores only grow; to keep one family and free the rest, copy it into a new store and drop the old one.
    pub fn copy(&mut self, from: &Store, family: Family) -> Result<Family, Full> {
        from.fold(family, Ok(Family::EMPTY), Ok(Family::BASE), |node, lo, hi| {
            self.node(node.var, (*lo)?, (*hi)?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracle;
    use super::*;

    #[test]
    fn parts_of_all_families_over_three_items() {
        let (mut store, families) = oracle::all_over_three();
        let order: Vec<_> = store.members(families[255].1).collect();
        assert_eq!(order.len(), 8);
        for (sets, family) in families {
            let members: Vec<_> = store.members(family).collect();
            assert_eq!(store.count(family).to_u64(), Some(sets.len() as u64));
            assert_eq!(
                (store.min(family), store.max(family)),
                (members.first().cloned(), members.last().cloned())
            );
            assert_eq!(store.choose(family), store.min(family));
            for (place, pivot) in order.iter().enumerate() {
                let (before, is_member, after) = store.split(family, pivot.iter().copied()).unwrap();
                let is_before = |member: &Vec<u32>| order[..place].contains(member);
                let (expected_before, mut expected_after): (Vec<_>, Vec<_>) =
                    members.iter().cloned().partition(is_before);
                expected_after.retain(|member| member != pivot);
                assert_eq!(store.members(before).collect::<Vec<_>>(), expected_before);
                assert_eq!(store.members(after).collect::<Vec<_>>(), expected_after);
                assert_eq!(is_member, members.contains(pivot));
                assert_eq!(store.contains(family, pivot.iter().copied()), is_member);
            }
            let (even, odd) = store.partition(family, |member| member.len() % 2 == 0).unwrap();
            assert!(store.members(even).all(|member| member.len() % 2 == 0));
            assert!(store.members(odd).all(|member| member.len() % 2 == 1));
            assert_eq!(store.union(even, odd), Ok(family));
        }
        store.check_invariants();
    }

    #[test]
    fn the_pivot_need_not_be_a_member_nor_its_items_known() {
        let mut store = Store::new();
        let family = store.from_sets([vec![2], vec![2, 4], vec![4]]).unwrap();
        for (pivot, before, after) in [
            (vec![], "{}", "{{4}, {2}, {2, 4}}"),
            (vec![1], "{{4}, {2}, {2, 4}}", "{}"),
            (vec![3], "{{4}}", "{{2}, {2, 4}}"),
            (vec![2, 3], "{{4}, {2}, {2, 4}}", "{}"),
            (vec![5], "{}", "{{4}, {2}, {2, 4}}"),
            (vec![9, 2], "{{4}, {2}}", "{{2, 4}}"),
        ] {
            let (less, is_member, more) = store.split(family, pivot.iter().copied()).unwrap();
            assert_eq!((store.show(less).to_string().as_str(), is_member), (before, false), "{pivot:?}");
            assert_eq!(store.show(more).to_string(), after, "{pivot:?}");
        }
    }

    #[test]
    fn a_copy_has_what_the_family_needs_and_no_more() {
        let mut old = Store::new();
        let _other = old.powerset(0..100).unwrap();
        let family = old.from_sets([vec![1, 5], vec![2], vec![]]).unwrap();
        let mut new = Store::with_limit(old.size(family));
        let copy = new.copy(&old, family).unwrap();
        assert!(new.members(copy).eq(old.members(family)));
        assert_eq!(new.node_count(), new.size(copy));
        assert_eq!(Store::with_limit(2).copy(&old, family), Err(Full { limit: 2 }));
    }
}
