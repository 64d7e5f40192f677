//! What families mean: sets of sets, and the operations by their definitions. For tests only.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::{Family, Store};

pub(super) type Sets = BTreeSet<BTreeSet<u32>>;

pub(super) fn build(store: &mut Store, sets: &Sets) -> Family {
    store.from_sets(sets.clone()).unwrap()
}

pub(super) fn read(store: &Store, family: Family) -> Sets {
    store.members(family).map(|member| member.into_iter().collect()).collect()
}

/// Up to thirty sets of items below ten.
pub(super) fn families() -> impl Strategy<Value = Sets> {
    prop::collection::btree_set(prop::collection::btree_set(0u32..10, 0..7), 0..30)
}

/// The 256 families over the items 3, 7 and 8, in one store.
pub(super) fn all_over_three() -> (Store, Vec<(Sets, Family)>) {
    let sets: Vec<BTreeSet<u32>> = (0..8)
        .map(|set| {
            [3, 7, 8]
                .into_iter()
                .enumerate()
                .filter(move |(bit, _)| set >> bit & 1 == 1)
                .map(|(_, item)| item)
        })
        .map(Iterator::collect)
        .collect();
    let mut store = Store::new();
    let families = (0..256).map(|family| {
        let members = sets.iter().enumerate().filter(|(bit, _)| family >> bit & 1 == 1);
        let sets: Sets = members.map(|(_, set)| set.clone()).collect();
        let family = build(&mut store, &sets);
        (sets, family)
    });
    let families = families.collect();
    (store, families)
}

pub(super) fn such_that(f: &Sets, predicate: impl Fn(&BTreeSet<u32>) -> bool) -> Sets {
    f.iter().filter(|set| predicate(set)).cloned().collect()
}

pub(super) fn pairwise(
    f: &Sets,
    g: &Sets,
    of: impl Fn(&BTreeSet<u32>, &BTreeSet<u32>) -> BTreeSet<u32>,
) -> Sets {
    f.iter().flat_map(|s| g.iter().map(|t| of(s, t)).collect::<Vec<_>>()).collect()
}

/// Each candidate is what a member of `f` has beside the first member of `g`.
pub(super) fn quotient(f: &Sets, g: &Sets) -> Sets {
    let Some(first) = g.first() else { return Sets::new() };
    let candidates = f.iter().map(|set| set - first);
    candidates.filter(|s| g.iter().all(|t| s.is_disjoint(t) && f.contains(&(s | t)))).collect()
}
