//! Families from lists of their members.

use std::cmp::Ordering;

use super::{Family, Full, Store};

/// # Families from sets
///
/// A set is given as its items, in any order; a repeated item counts once. Panics if an item is `u32::MAX`,
/// which is not allowed anywhere.
impl Store {
    /// {S}: the family whose only member is the set of these items.
    pub fn singleton(&mut self, set: impl IntoIterator<Item = u32>) -> Result<Family, Full> {
        self.chain(set, |_| Family::EMPTY)
    }

    /// { s : s ⊆ S }: all sets of these items.
    pub fn powerset(&mut self, set: impl IntoIterator<Item = u32>) -> Result<Family, Full> {
        self.chain(set, |rest| rest)
    }

    /// The family of these sets. Sorts them, and creates only nodes that the family needs.
    pub fn from_sets<S: IntoIterator<Item = u32>>(
        &mut self,
        sets: impl IntoIterator<Item = S>,
    ) -> Result<Family, Full> {
        let mut sets: Vec<_> = sets.into_iter().map(ascending).collect();
        sets.sort_by(|a, b| order(a, b));
        let mut family = InOrder::new();
        for set in sets {
            family.push(self, &set)?;
        }
        family.finish(self)
    }

    /// A node for each of the items, from the last to the first, with the result for the later items as `hi`.
    fn chain(
        &mut self,
        set: impl IntoIterator<Item = u32>,
        lo: impl Fn(Family) -> Family,
    ) -> Result<Family, Full> {
        ascending(set).into_iter().try_rfold(Family::BASE, |rest, item| self.node(item, lo(rest), rest))
    }
}

/// The items of a set, ascending.
pub(super) fn ascending(set: impl IntoIterator<Item = u32>) -> Vec<u32> {
    let mut items: Vec<_> = set.into_iter().collect();
    items.sort_unstable();
    items.dedup();
    items
}

/// The order of members (see `members.rs`): where two ascending lists differ, the one that ends comes first,
/// otherwise the one with the larger item, because it lacks the smaller one.
fn order(a: &[u32], b: &[u32]) -> Ordering {
    let same = common(a, b);
    match (a.get(same), b.get(same)) {
        (Some(item_a), Some(item_b)) => item_b.cmp(item_a),
        (item_a, item_b) => item_a.cmp(&item_b),
    }
}

/// The length of the common beginning of two lists.
fn common(a: &[u32], b: &[u32]) -> usize {
    a.iter().zip(b).take_while(|(item_a, item_b)| item_a == item_b).count()
}

/// A family under construction, from its members in order. Every node is created when its last member is
/// known, so no node is created in vain.
///
/// **Invariant.** `path` is the last member. `parts[depth]` has the members so far that begin with
/// `path[..depth]`, without these items, but for those that begin with `path[..depth + 1]`: more of them may
/// come, and they are in the parts further on. Within a part first items descend, so the next node is always
/// above what the part has.
#[derive(Debug)]
pub(super) struct InOrder {
    path: Vec<u32>,
    parts: Vec<Family>,
}

impl InOrder {
    pub(super) fn new() -> InOrder {
        InOrder { path: vec![], parts: vec![Family::EMPTY] }
    }

    /// Adds a member that does not come before any other.
    pub(super) fn push(&mut self, store: &mut Store, member: &[u32]) -> Result<(), Full> {
        debug_assert!(order(&self.path, member).is_le(), "{:?} is followed by {member:?}", self.path);
        let same = common(&self.path, member);
        self.close(store, same)?;
        self.path.extend_from_slice(&member[same..]);
        self.parts.resize(member.len() + 1, Family::EMPTY);
        self.parts[member.len()] = Family::BASE;
        Ok(())
    }

    /// The family.
    pub(super) fn finish(mut self, store: &mut Store) -> Result<Family, Full> {
        self.close(store, 0)?;
        Ok(self.parts[0])
    }

    /// Makes the nodes of the path's items beyond this depth, from the last one: no more members have them.
    fn close(&mut self, store: &mut Store, depth: usize) -> Result<(), Full> {
        for at in (depth..self.path.len()).rev() {
            self.parts[at] = store.node(self.path[at], self.parts[at], self.parts[at + 1])?;
        }
        self.path.truncate(depth);
        self.parts.truncate(depth + 1);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracle;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_family_has_its_sets_and_needs_its_nodes(
            sets in prop::collection::vec(prop::collection::vec(0u32..12, 0..8), 0..40)
        ) {
            let mut store = Store::new();
            let family = store.from_sets(sets.clone()).unwrap();
            let expected: oracle::Sets = sets.iter().map(|set| set.iter().copied().collect()).collect();
            prop_assert_eq!(oracle::read(&store, family), expected);
            prop_assert_eq!(store.node_count(), store.size(family));
            let mut union = Family::EMPTY;
            for set in sets {
                union = store.insert(union, set).unwrap();
            }
            prop_assert_eq!(union, family);
        }
    }

    #[test]
    fn single_sets_and_all_sets() {
        let mut store = Store::new();
        assert_eq!(store.singleton([]), Ok(Family::BASE));
        assert_eq!(store.powerset([]), Ok(Family::BASE));
        assert_eq!(store.from_sets(Vec::<Vec<u32>>::new()), Ok(Family::EMPTY));
        let single = store.singleton([5, 1, 5]).unwrap();
        assert_eq!(store.show(single).to_string(), "{{1, 5}}");
        let all = store.powerset([5, 1, 5]).unwrap();
        assert_eq!(store.show(all).to_string(), "{{}, {5}, {1}, {1, 5}}");
    }

    #[test]
    fn a_family_that_does_not_fit_is_refused() {
        let mut store = Store::with_limit(3);
        assert_eq!(store.from_sets([vec![1, 2], vec![3, 4]]), Err(Full { limit: 3 }));
        assert!(store.from_sets([vec![3, 4]]).is_ok());
        store.check_invariants();
    }
}
