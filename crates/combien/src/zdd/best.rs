//! Members by weight, the best first.
//!
//! Each node knows the best weight that a way down from it can have. So the best member is found by walking
//! down; each turn not taken on the way is put aside with the best that it promises, and the next member is
//! the best promise kept. A promise is never broken, so nothing is walked in vain (Lawler's scheme; here
//! without any search at all).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::fold::Below;
use super::{Family, Store};

/// The members of a family with their weights, from the best to the worst; of members that weigh the same,
/// the order is always the same, and the very first is the first in the order of members. [`Store::heaviest`]
/// and [`Store::lightest`] make it.
///
/// Making it takes time of the order of the diagram; each member time and space of the order of its depth.
#[derive(Clone, Debug)]
pub struct ByWeight<'a> {
    store: &'a Store,
    /// 1 if heavier is better, -1 if lighter is: the sign of all weights here.
    sign: i128,
    below: Below,
    /// For each family below, what its item adds; and the best that its members add. ∅ has none.
    adds: Vec<i128>,
    best: Vec<Option<i128>>,
    aside: BinaryHeap<Turn>,
    /// How many turns were put aside so far: of equal promises, the older is kept first.
    turns: u64,
    /// All items that were taken on some way, each with the place of the one taken before it, from 1.
    taken: Vec<(u32, usize)>,
}

/// The members that begin with the items taken so far and go on with those of one family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    promise: i128,
    older: Reverse<u64>,
    family: Family,
    weight: i128,
    last: usize,
}

impl Iterator for ByWeight<'_> {
    type Item = (i128, Vec<u32>);

    fn next(&mut self) -> Option<(i128, Vec<u32>)> {
        let Turn { mut family, mut weight, mut last, .. } = self.aside.pop()?;
        while let Some(node) = self.store.root(family) {
            let with = weight + self.adds[self.below.place(family)];
            let lo = self.promise(node.lo, weight);
            let hi = self.promise(node.hi, with);
            if lo >= hi {
                let last_with = self.take(node.var, last);
                self.put_aside(node.hi, with, last_with);
                family = node.lo;
            } else {
                self.put_aside(node.lo, weight, last);
                last = self.take(node.var, last);
                (family, weight) = (node.hi, with);
            }
        }
        Some((weight * self.sign, self.items(last)))
    }
}

impl ByWeight<'_> {
    /// `weight` and the best weight of a set of this family; `None` for ∅, which is worse than anything.
    fn promise(&self, family: Family, weight: i128) -> Option<i128> {
        self.best[self.below.place(family)].map(|best| weight + best)
    }

    fn put_aside(&mut self, family: Family, weight: i128, last: usize) {
        if let Some(promise) = self.promise(family, weight) {
            self.turns += 1;
            self.aside.push(Turn { promise, older: Reverse(self.turns), family, weight, last });
        }
    }

    fn take(&mut self, item: u32, last: usize) -> usize {
        self.taken.push((item, last));
        self.taken.len()
    }

    /// The items that were taken up to the last one, ascending.
    fn items(&self, mut last: usize) -> Vec<u32> {
        let mut items = vec![];
        while let Some(place) = last.checked_sub(1) {
            let (item, before) = self.taken[place];
            items.push(item);
            last = before;
        }
        items.reverse();
        items
    }
}

/// # The best members
impl Store {
    /// The members from the heaviest to the lightest, each with its weight: the sum of the weights of its
    /// items. The best is the first, the k best are the first k.
    ///
    /// ```
    /// # use combien::zdd::Store;
    /// let mut store = Store::new();
    /// let family = store.from_sets([vec![], vec![1, 2], vec![2, 3], vec![3]])?;
    /// let weights = [0, 5, -2, 4];
    /// let best: Vec<_> = store.heaviest(family, |item| weights[item as usize]).take(2).collect();
    /// assert_eq!(best, [(4, vec![3]), (3, vec![1, 2])]);
    /// # Ok::<(), combien::zdd::Full>(())
    /// ```
    pub fn heaviest(&self, family: Family, weight: impl Fn(u32) -> i64) -> ByWeight<'_> {
        self.by_weight(family, 1, weight)
    }

    /// The members from the lightest to the heaviest, each with its weight.
    pub fn lightest(&self, family: Family, weight: impl Fn(u32) -> i64) -> ByWeight<'_> {
        self.by_weight(family, -1, weight)
    }

    /// Sums cannot overflow: fewer than 2^32 items weigh less than 2^96 together.
    fn by_weight(&self, family: Family, sign: i128, weight: impl Fn(u32) -> i64) -> ByWeight<'_> {
        let below = Below::new(self, family);
        let (mut adds, mut best) = (vec![0, 0], vec![None, Some(0)]);
        for &id in below.nodes() {
            let node = self.table.node(id);
            let add = i128::from(weight(node.var)) * sign;
            let [lo, hi]: [Option<i128>; 2] = [node.lo, node.hi].map(|child| best[below.place(child)]);
            adds.push(add);
            best.push(lo.max(hi.map(|best| best + add)));
        }
        let (aside, taken) = (BinaryHeap::new(), vec![]);
        let mut members = ByWeight { store: self, sign, below, adds, best, aside, turns: 0, taken };
        members.put_aside(family, 0, 0);
        members
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracle;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn weights_ascend_and_miss_no_member(sets in oracle::families(), weights: [i64; 10]) {
            let mut store = Store::new();
            let family = oracle::build(&mut store, &sets);
            let weight = |item: u32| weights[item as usize] >> (item * 7);
            let sum = |member: &[u32]| member.iter().map(|&item| i128::from(weight(item))).sum::<i128>();
            let light: Vec<_> = store.lightest(family, weight).collect();
            let heavy: Vec<_> = store.heaviest(family, weight).collect();
            prop_assert!(light.is_sorted_by_key(|(weight, _)| *weight));
            prop_assert!(heavy.is_sorted_by_key(|(weight, _)| Reverse(*weight)));
            for found in [&light, &heavy] {
                prop_assert!(found.iter().all(|(weight, member)| *weight == sum(member)));
                let members: oracle::Sets = found.iter().map(|(_, s)| s.iter().copied().collect()).collect();
                prop_assert_eq!((found.len(), &members), (sets.len(), &sets));
            }
        }
    }

    #[test]
    fn of_equal_members_the_first_wins() {
        let mut store = Store::new();
        let all = store.powerset(0..5).unwrap();
        assert_eq!(store.heaviest(all, |_| 0).next(), Some((0, vec![])));
        assert_eq!(store.lightest(all, |item| -i64::from(item % 2)).next(), Some((-2, vec![1, 3])));
        assert_eq!(store.heaviest(Family::EMPTY, |_| 1).next(), None);
        assert_eq!(store.lightest(Family::BASE, |_| 1).next(), Some((0, vec![])));
    }

    #[test]
    fn extreme_weights_do_not_overflow() {
        let mut store = Store::new();
        let all = store.powerset(0..3).unwrap();
        let least = 3 * i128::from(i64::MIN);
        assert_eq!(store.lightest(all, |_| i64::MIN).next(), Some((least, vec![0, 1, 2])));
        assert_eq!(store.heaviest(all, |_| i64::MIN).last(), Some((least, vec![0, 1, 2])));
    }
}
