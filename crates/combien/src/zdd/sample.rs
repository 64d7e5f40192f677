//! Members by their number, and members at random.

use std::borrow::Borrow;

use super::fold::Below;
use super::{Family, Store};
use crate::count::Count;
use crate::nodes;
use crate::random::SplitMix64;

/// The members of a family by their numbers, from 0, in the order of members. A store is borrowed or owned:
/// [`Store::numbered`] borrows it, and [`Numbered::new`] takes an `Arc` as well.
///
/// It keeps the count of each family below, so its size is that of the diagram times that of the counts.
#[derive(Clone, Debug)]
pub struct Numbered<S> {
    store: S,
    family: Family,
    below: Below,
    counts: Vec<Count>,
}

impl<S: Borrow<Store>> Numbered<S> {
    /// Numbers the members of a family of this store. Linear in the nodes.
    pub fn new(store: S, family: Family) -> Numbered<S> {
        let rooted = store.borrow().rooted(family);
        let (counts, below) = (nodes::counts(&rooted), rooted.below);
        Numbered { store, family, below, counts }
    }

    /// How many members there are.
    pub fn count(&self) -> &Count {
        &self.counts[self.below.place(self.family)]
    }

    /// The member of this number; `None` if there are not this many.
    pub fn member(&self, number: &Count) -> Option<Vec<u32>> {
        if number >= self.count() {
            return None;
        }
        let (mut number, mut family, mut items) = (number.clone(), self.family, vec![]);
        while let Some(node) = self.store.borrow().root(family) {
            let before_hi = &self.counts[self.below.place(node.lo)];
            family = match number.checked_sub(before_hi) {
                None => node.lo,
                Some(rest) => {
                    number = rest;
                    items.push(node.var);
                    node.hi
                }
            };
        }
        Some(items)
    }
}

/// Members drawn at random, each equally likely at each draw, without end; none if there are none.
/// [`Store::samples`] makes it.
#[derive(Clone, Debug)]
pub struct Samples<S> {
    numbered: Numbered<S>,
    random: SplitMix64,
}

impl<S: Borrow<Store>> Samples<S> {
    /// Draws from a family of this store. Linear in the nodes.
    pub fn new(store: S, family: Family, seed: u64) -> Samples<S> {
        Samples { numbered: Numbered::new(store, family), random: SplitMix64::new(seed) }
    }
}

impl<S: Borrow<Store>> Iterator for Samples<S> {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        let count = self.numbered.count();
        if count.is_zero() {
            return None;
        }
        self.numbered.member(&self.random.below(count))
    }
}

/// # Numbers and chance
impl Store {
    /// The members by their numbers.
    ///
    /// ```
    /// # use combien::{Count, zdd::Store};
    /// let mut store = Store::new();
    /// let all = store.powerset(0..100)?;
    /// let numbered = store.numbered(all);
    /// assert_eq!(numbered.member(&Count::from(5u64)), Some(vec![97, 99]));
    /// assert_eq!(numbered.member(numbered.count()), None);
    /// # Ok::<(), combien::zdd::Full>(())
    /// ```
    pub fn numbered(&self, family: Family) -> Numbered<&Store> {
        Numbered::new(self, family)
    }

    /// Members drawn at random: exactly uniform at any count, the same from the same seed on every machine.
    ///
    /// ```
    /// # use combien::zdd::Store;
    /// let mut store = Store::new();
    /// let all = store.powerset(0..100)?;
    /// let drawn: Vec<_> = store.samples(all, 42).take(10).collect();
    /// assert_eq!(drawn, store.samples(all, 42).take(10).collect::<Vec<_>>());
    /// # Ok::<(), combien::zdd::Full>(())
    /// ```
    pub fn samples(&self, family: Family, seed: u64) -> Samples<&Store> {
        Samples::new(self, family, seed)
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracle;
    use super::*;

    #[test]
    fn numbers_follow_the_order_of_members() {
        let (store, families) = oracle::all_over_three();
        for (sets, family) in families {
            let numbered = store.numbered(family);
            let by_number = (0..sets.len() as u64).map(|number| numbered.member(&number.into()).unwrap());
            assert!(by_number.eq(store.members(family)));
            assert_eq!(numbered.member(numbered.count()), None);
        }
    }

    /// Chi-square with 20 degrees of freedom: beyond 45.3 in one of a thousand fair samples. The diagram is
    /// lopsided, so that a coin flipped at each node would be far from uniform.
    #[test]
    fn samples_are_uniform() {
        let mut store = Store::new();
        let small = store.powerset(10..14).unwrap();
        let singles = store.from_sets([vec![1], vec![2], vec![3], vec![4], vec![5]]).unwrap();
        let family = store.union(small, singles).unwrap();
        let members: Vec<_> = store.members(family).collect();
        assert_eq!(members.len(), 21);
        let mut drawn = vec![0; members.len()];
        for sample in store.samples(family, 2026).take(21_000) {
            drawn[members.iter().position(|member| *member == sample).unwrap()] += 1;
        }
        let chi_square: f64 = drawn.iter().map(|&times| f64::from(times - 1000).powi(2) / 1000.0).sum();
        assert!(chi_square < 45.3, "{chi_square}: {drawn:?}");
    }

    #[test]
    fn samples_are_the_same_everywhere() {
        let mut store = Store::new();
        let all = store.powerset(0..200).unwrap();
        let sizes: Vec<_> = store.samples(all, 7).take(4).map(|sample| sample.len()).collect();
        // From another implementation of the same generator.
        assert_eq!(sizes, [104, 98, 87, 104]);
        assert_eq!(store.samples(Family::EMPTY, 7).next(), None);
        assert_eq!(store.samples(Family::BASE, 7).next(), Some(vec![]));
    }
}
