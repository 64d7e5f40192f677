//! The operations on families, those of one item among them.
//!
//! In the algebra, an item v is the family {{v}}, so operations on one item are operations with that family.
//!
//! Each operation stores its intermediate results in the cache of the store. As long as the cache is not at
//! its bound, an operation that descends in both families at once (∪ ∩ \ ⊕) takes time and space of at most
//! the product of their sizes, most often of their sum; ⊔ ⊓ ⊞ / ↗ ↘ and those made of them can take
//! exponentially more.

use std::collections::HashSet;

use super::apply::cofactors;
use super::rules::Op;
use super::{Family, Full, Store};

/// # The algebra
///
/// These return a family of the same store, or [`Full`], after which the store is as good as before.
impl Store {
    /// F ∪ G = { s : s ∈ F or s ∈ G }
    pub fn union(&mut self, f: Family, g: Family) -> Result<Family, Full> {
        self.apply(Op::Union, f, g)
    }

    /// F ∩ G = { s : s ∈ F and s ∈ G }
    pub fn intersection(&mut self, f: Family, g: Family) -> Result<Family, Full> {
        self.apply(Op::Intersection, f, g)
    }

    /// F \ G = { s : s ∈ F and s ∉ G }
    pub fn difference(&mut self, f: Family, g: Family) -> Result<Family, Full> {
        self.apply(Op::Difference, f, g)
    }

    /// F ⊕ G: the sets that are in exactly one of the two.
    pub fn symmetric_difference(&mut self, f: Family, g: Family) -> Result<Family, Full> {
        self.apply(Op::SymmetricDifference, f, g)
    }

    /// F ⊔ G = { s ∪ t : s ∈ F, t ∈ G }, also called their product.
    ///
    /// ```
    /// # use combien::zdd::Store;
    /// let mut store = Store::new();
    /// let f = store.from_sets([vec![1], vec![2]])?;
    /// let g = store.from_sets([vec![2], vec![3]])?;
    /// let join = store.join(f, g)?;
    /// assert_eq!(store.show(join).to_string(), "{{2}, {2, 3}, {1, 3}, {1, 2}}");
    /// # Ok::<(), combien::zdd::Full>(())
    /// ```
    pub fn join(&mut self, f: Family, g: Family) -> Result<Family, Full> {
        self.apply(Op::Join, f, g)
    }

    /// F ⊓ G = { s ∩ t : s ∈ F, t ∈ G }
    pub fn meet(&mut self, f: Family, g: Family) -> Result<Family, Full> {
        self.apply(Op::Meet, f, g)
    }

    /// F ⊞ G = { s ⊕ t : s ∈ F, t ∈ G }
    pub fn delta(&mut self, f: Family, g: Family) -> Result<Family, Full> {
        self.apply(Op::Delta, f, g)
    }

    /// F / G = { s : s ∪ t ∈ F and s ∩ t = ∅ for all t ∈ G }; ∅ if G is ∅, where this would be every set.
    ///
    /// ```
    /// # use combien::zdd::Store;
    /// let mut store = Store::new();
    /// let f = store.from_sets([vec![1, 2], vec![1, 3], vec![2, 4], vec![3, 4], vec![4]])?;
    /// let g = store.from_sets([vec![1], vec![4]])?;
    /// let (quotient, remainder) = (store.quotient(f, g)?, store.remainder(f, g)?);
    /// assert_eq!(store.show(quotient).to_string(), "{{3}, {2}}");
    /// assert_eq!(store.show(remainder).to_string(), "{{4}}");
    /// # Ok::<(), combien::zdd::Full>(())
    /// ```
    pub fn quotient(&mut self, f: Family, g: Family) -> Result<Family, Full> {
        self.apply(Op::Quotient, f, g)
    }

    /// F mod G = F \ (G ⊔ (F / G))
    pub fn remainder(&mut self, f: Family, g: Family) -> Result<Family, Full> {
        let quotient = self.quotient(f, g)?;
        let product = self.join(g, quotient)?;
        self.difference(f, product)
    }

    /// F ↗ G = { s ∈ F : s ⊆ t for no t ∈ G }
    pub fn nonsubsets(&mut self, f: Family, g: Family) -> Result<Family, Full> {
        self.apply(Op::NonSubsets, f, g)
    }

    /// F ↘ G = { s ∈ F : s ⊇ t for no t ∈ G }
    pub fn nonsupersets(&mut self, f: Family, g: Family) -> Result<Family, Full> {
        self.apply(Op::NonSupersets, f, g)
    }

    /// F↑ = { s ∈ F : s ⊂ t for no t ∈ F }
    pub fn maximal(&mut self, family: Family) -> Result<Family, Full> {
        self.apply(Op::Maximal, family, Family::EMPTY)
    }

    /// F↓ = { s ∈ F : s ⊃ t for no t ∈ F }
    pub fn minimal(&mut self, family: Family) -> Result<Family, Full> {
        self.apply(Op::Minimal, family, Family::EMPTY)
    }

    /// { s ∈ F : v ∉ s }: the members without the item.
    pub fn subset0(&mut self, family: Family, item: u32) -> Result<Family, Full> {
        let item = self.singleton([item])?;
        self.nonsupersets(family, item)
    }

    /// { s \ {v} : s ∈ F, v ∈ s }: the members with the item, without it.
    pub fn subset1(&mut self, family: Family, item: u32) -> Result<Family, Full> {
        let item = self.singleton([item])?;
        self.quotient(family, item)
    }

    /// { s ⊕ {v} : s ∈ F }: each member without the item gets it, each with it loses it.
    pub fn change(&mut self, family: Family, item: u32) -> Result<Family, Full> {
        let item = self.singleton([item])?;
        self.delta(family, item)
    }

    /// { s ∈ F : v ∈ s }: the members with the item.
    pub fn including(&mut self, family: Family, item: u32) -> Result<Family, Full> {
        let without = self.subset0(family, item)?;
        self.difference(family, without)
    }

    /// F ∪ {S}
    pub fn insert(&mut self, family: Family, set: impl IntoIterator<Item = u32>) -> Result<Family, Full> {
        let member = self.singleton(set)?;
        self.union(family, member)
    }

    /// F \ {S}
    pub fn remove(&mut self, family: Family, set: impl IntoIterator<Item = u32>) -> Result<Family, Full> {
        let member = self.singleton(set)?;
        self.difference(family, member)
    }

    /// Is every member of `f` a member of `g`? Adds no node to the store, and stops at the first doubt.
    pub fn is_subset(&self, f: Family, g: Family) -> bool {
        self.all_pairs(f, g, |f, g| match (f, g) {
            (Family::EMPTY, _) => Some(true),
            (_, Family::EMPTY) => Some(false),
            _ => (f == g).then_some(true),
        })
    }

    /// Have the two no member in common? Adds no node to the store, and stops at the first one found.
    pub fn is_disjoint(&self, f: Family, g: Family) -> bool {
        self.all_pairs(f, g, |f, g| match (f, g) {
            (Family::EMPTY, _) | (_, Family::EMPTY) => Some(true),
            _ => (f == g).then_some(false),
        })
    }

    /// Does it hold for a pair of families? `holds` answers, or returns `None` if it must hold both for the
    /// members without the first item and for those with it.
    fn all_pairs(&self, f: Family, g: Family, holds: impl Fn(Family, Family) -> Option<bool>) -> bool {
        let mut open = vec![(f, g)];
        let mut seen = HashSet::new();
        while let Some((f, g)) = open.pop() {
            match holds(f, g) {
                Some(false) => return false,
                None if seen.insert((f, g)) => {
                    let (top_f, top_g) = (self.table.node(f), self.table.node(g));
                    let item = top_f.var.min(top_g.var);
                    let ([f0, f1], [g0, g1]) = (cofactors(f, top_f, item), cofactors(g, top_g, item));
                    open.extend([(f1, g1), (f0, g0)]);
                }
                _ => {}
            }
        }
        true
    }

    fn apply(&mut self, op: Op, f: Family, g: Family) -> Result<Family, Full> {
        self.machine.apply(&mut self.table, op, f, g)
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracle::{self, Sets};
    use super::*;
    use proptest::prelude::*;

    type Binary = fn(&mut Store, Family, Family) -> Result<Family, Full>;

    type BinaryMeaning = fn(&Sets, &Sets) -> Sets;

    const BINARY: [(&str, Binary, BinaryMeaning); 10] = [
        ("union", Store::union, |f, g| f | g),
        ("intersection", Store::intersection, |f, g| f & g),
        ("difference", Store::difference, |f, g| f - g),
        ("symmetric difference", Store::symmetric_difference, |f, g| f ^ g),
        ("join", Store::join, |f, g| oracle::pairwise(f, g, |s, t| s | t)),
        ("meet", Store::meet, |f, g| oracle::pairwise(f, g, |s, t| s & t)),
        ("delta", Store::delta, |f, g| oracle::pairwise(f, g, |s, t| s ^ t)),
        ("quotient", Store::quotient, oracle::quotient),
        ("nonsubsets", Store::nonsubsets, |f, g| oracle::such_that(f, |s| !g.iter().any(|t| s.is_subset(t)))),
        ("nonsupersets", Store::nonsupersets, |f, g| {
            oracle::such_that(f, |s| !g.iter().any(|t| t.is_subset(s)))
        }),
    ];

    type Unary = fn(&mut Store, Family, u32) -> Result<Family, Full>;

    type UnaryMeaning = fn(&Sets, u32) -> Sets;

    const OF_ONE_ITEM: [(&str, Unary, UnaryMeaning); 6] = [
        ("subset0", Store::subset0, |f, v| oracle::such_that(f, |s| !s.contains(&v))),
        ("subset1", Store::subset1, |f, v| {
            f.iter().filter(|s| s.contains(&v)).map(|s| s - &[v].into()).collect()
        }),
        ("change", Store::change, |f, v| f.iter().map(|s| s ^ &[v].into()).collect()),
        ("including", Store::including, |f, v| oracle::such_that(f, |s| s.contains(&v))),
        (
            "maximal",
            |store, f, _| store.maximal(f),
            |f, _| oracle::such_that(f, |s| !f.iter().any(|t| s != t && s.is_subset(t))),
        ),
        (
            "minimal",
            |store, f, _| store.minimal(f),
            |f, _| oracle::such_that(f, |s| !f.iter().any(|t| s != t && t.is_subset(s))),
        ),
    ];

    /// All pairs of families over three items, with every operation: the results are looked up, so that each
    /// is known to be the very handle of the family.
    #[test]
    fn operations_on_all_families_over_three_items() {
        let (mut store, families) = oracle::all_over_three();
        let handle: std::collections::BTreeMap<_, _> = families.iter().map(|(sets, f)| (sets, *f)).collect();
        for (f_sets, f) in &families {
            for (g_sets, g) in &families {
                for (name, operation, meaning) in BINARY {
                    let result = operation(&mut store, *f, *g).unwrap();
                    assert_eq!(
                        result,
                        handle[&meaning(f_sets, g_sets)],
                        "{name} of {f_sets:?} and {g_sets:?}"
                    );
                }
                assert_eq!(store.is_subset(*f, *g), f_sets.is_subset(g_sets), "{f_sets:?} {g_sets:?}");
                assert_eq!(store.is_disjoint(*f, *g), f_sets.is_disjoint(g_sets), "{f_sets:?} {g_sets:?}");
            }
            for (name, operation, meaning) in OF_ONE_ITEM {
                for item in [3, 7, 8] {
                    let result = operation(&mut store, *f, item).unwrap();
                    assert_eq!(result, handle[&meaning(f_sets, item)], "{name} by {item} of {f_sets:?}");
                }
            }
        }
        store.check_invariants();
    }

    proptest! {
        #[test]
        fn operations_on_families(f in oracle::families(), g in oracle::families(), item in 0u32..10) {
            let mut store = Store::new();
            let (f_family, g_family) = (oracle::build(&mut store, &f), oracle::build(&mut store, &g));
            for (name, operation, meaning) in BINARY {
                let result = operation(&mut store, f_family, g_family).unwrap();
                prop_assert_eq!(oracle::read(&store, result), meaning(&f, &g), "{}", name);
            }
            for (name, operation, meaning) in OF_ONE_ITEM {
                let result = operation(&mut store, f_family, item).unwrap();
                prop_assert_eq!(oracle::read(&store, result), meaning(&f, item), "{}", name);
            }
            let remainder = store.remainder(f_family, g_family).unwrap();
            let product = oracle::pairwise(&g, &oracle::quotient(&f, &g), |s, t| s | t);
            prop_assert_eq!(oracle::read(&store, remainder), &f - &product);
            prop_assert_eq!(store.is_subset(f_family, g_family), f.is_subset(&g));
            prop_assert_eq!(store.is_disjoint(f_family, g_family), f.is_disjoint(&g));
            store.check_invariants();
        }

        /// A very small cache changes no result.
        #[test]
        fn the_cache_changes_nothing(f in oracle::families(), g in oracle::families(), entries in 0usize..4) {
            let mut store = Store::new();
            let (f, g) = (oracle::build(&mut store, &f), oracle::build(&mut store, &g));
            let with_cache = BINARY.map(|(_, operation, _)| operation(&mut store, f, g).unwrap());
            store.bound_cache(entries);
            let without = BINARY.map(|(_, operation, _)| operation(&mut store, f, g).unwrap());
            prop_assert_eq!(with_cache, without);
        }

        #[test]
        fn a_full_store_stays_sound(f in oracle::families(), g in oracle::families(), room in 0usize..40) {
            let mut store = Store::new();
            let (f_family, g_family) = (oracle::build(&mut store, &f), oracle::build(&mut store, &g));
            store.set_limit(store.node_count() + room);
            for (name, operation, meaning) in BINARY {
                match operation(&mut store, f_family, g_family) {
                    Ok(result) => prop_assert_eq!(oracle::read(&store, result), meaning(&f, &g), "{}", name),
                    Err(Full { limit }) => prop_assert_eq!(limit, store.node_count()),
                }
            }
            store.check_invariants();
            store.set_limit(Store::MOST_NODES);
            for (name, operation, meaning) in BINARY {
                let result = operation(&mut store, f_family, g_family).unwrap();
                prop_assert_eq!(oracle::read(&store, result), meaning(&f, &g), "{}", name);
            }
        }
    }

    #[test]
    fn removing_one_member_leaves_the_others() {
        let mut store = Store::new();
        let family = store.from_sets([vec![1], vec![1, 2]]).unwrap();
        let rest = store.remove(family, [1]).unwrap();
        assert_eq!(store.show(rest).to_string(), "{{1, 2}}");
        assert_eq!(store.remove(rest, [1]), Ok(rest));
        assert_eq!(store.insert(rest, [1]), Ok(family));
    }

    /// A function that recurses to the depth of a diagram would overflow the stack here. (Functions that only
    /// read a diagram are tested on a million levels.)
    #[test]
    fn depth_is_no_limit() {
        const DEPTH: u32 = 200_000;
        let mut store = Store::new();
        let evens = store.powerset((0..DEPTH).step_by(2)).unwrap();
        let odds = store.powerset((0..DEPTH).skip(1).step_by(2)).unwrap();
        let all = store.powerset(0..DEPTH).unwrap();
        for (_, operation, _) in &BINARY[..4] {
            operation(&mut store, evens, odds).unwrap();
        }
        assert_eq!(store.join(evens, odds), Ok(all));
        assert_eq!(store.meet(evens, odds), Ok(Family::BASE));
        assert_eq!(store.delta(evens, odds), Ok(all));
        assert_eq!(store.quotient(all, odds), Ok(evens));
        assert_eq!(store.remainder(all, odds), Ok(Family::EMPTY));
        assert_eq!(store.nonsubsets(evens, all), Ok(Family::EMPTY));
        assert_eq!(store.nonsupersets(odds, all), Ok(Family::EMPTY));
        assert_eq!(store.minimal(all), Ok(Family::BASE));
        let whole = store.singleton(0..DEPTH).unwrap();
        assert_eq!(store.maximal(all), Ok(whole));
        assert!(store.is_subset(evens, all) && !store.is_subset(all, odds));
        assert_eq!(store.size(all), DEPTH as usize);
    }
}
