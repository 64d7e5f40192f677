//! Families of sets as zero-suppressed decision diagrams (TAOCP 7.1.4).
//!
//! A *family* is a set of sets of *items*, which are numbers below `u32::MAX`. A [`Store`] holds families as
//! a diagram whose nodes are shared by all of them. A node `(v, lo, hi)` stands for
//!
//! ```text
//! { s : s in lo }  and  { s + {v} : s in hi },
//! ```
//!
//! where the sets of `lo` and `hi` have only items after `v`. There are two terminals: ∅, the family without
//! members, and {∅}, whose only member is the empty set. Two rules make the diagram of a family unique: no
//! node has `hi` = ∅ (it would be `lo`: *zero-suppression*), and no node is there twice. So two families of
//! one store are equal exactly if their handles are.
//!
//! A store is a value: there may be several, and dropping one frees all its memory. It grows up to a
//! limit on its nodes, and [`Store::keep`] frees those that are needed no more. An operation that would exceed the limit returns [`Full`] and leaves the store valid.
//! Nothing here recurses on the depth of a diagram, so a million levels are fine.
//!
//! ```
//! use combien::zdd::{Family, Full, Store};
//!
//! let mut store = Store::new();
//! // {{1}, {2}, {1, 2}}
//! let two = store.node(2, Family::EMPTY, Family::BASE)?;
//! let two_or_not = store.node(2, Family::BASE, Family::BASE)?;
//! let family = store.node(1, two, two_or_not)?;
//! assert_eq!(store.count(family).to_string(), "3");
//! assert_eq!(store.size(family), 3);
//! # Ok::<(), Full>(())
//! ```
//!
//! What a store can do, by the file that does it:
//!
//! | | |
//! | --- | --- |
//! | `table`, `cache`, `apply`, `rules` | nodes that are unique, results that are remembered, the machine and its rules |
//! | `algebra`, `build`, `select` | families from families, from sets, by predicates |
//! | `fold`, `measure` | values from the leaves to the root: counts, sizes |
//! | `marginals`, `distribution` | how many members have an item; how many have which sums of weights |
//! | `members`, `sample`, `best` | members in their order, by number, at random, by weight |
//! | `text`, `graphillion`, `dot` | written down, and read back |

mod algebra;
mod apply;
mod best;
mod build;
mod cache;
mod distribution;
mod dot;
mod fold;
mod graphillion;
mod lines;
mod listing;
mod marginals;
mod measure;
mod members;
#[cfg(test)]
mod oracle;
mod rules;
mod sample;
mod select;
mod table;
mod text;

use apply::Machine;
pub use best::ByWeight;
pub use lines::{Fault, ReadError, Reason};
pub use members::{Members, Show, Walk};
pub use sample::{Numbered, Samples};
use table::Table;

/// A family of sets that some [`Store`] holds. Two families of one store are equal exactly if these handles
/// are.
///
/// A handle is valid only for the store that created it. Another store may panic, or treat it as another
/// family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Family(u32);

impl Family {
    /// ∅: the family without members. The same in every store.
    pub const EMPTY: Family = Family(0);
    /// {∅}: the family whose only member is the empty set. The same in every store.
    pub const BASE: Family = Family(1);

    /// Is it ∅ or {∅}, the families without a node?
    pub fn is_terminal(self) -> bool {
        self <= Family::BASE
    }
}

/// A node: the family `lo`, and the members of `hi` with the item `var` added to each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The item, smaller than any in `lo` or `hi`.
    pub var: u32,
    /// The members without the item.
    pub lo: Family,
    /// The members with the item, without it.
    pub hi: Family,
}

/// The store has reached its limit on nodes, and one more was needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full {
    /// The limit.
    pub limit: usize,
}

errors!(Full { limit } => "the store of families is full: its limit is {limit} nodes");

/// A store of families of sets.
#[derive(Clone, Debug)]
pub struct Store {
    table: Table,
    machine: Machine,
}

impl Store {
    /// The maximum number of nodes of any store. They would take about 100 gigabytes.
    pub const MOST_NODES: usize = u32::MAX as usize - 1;

    /// An empty store, without a limit of its own: it grows up to [`MOST_NODES`](Store::MOST_NODES).
    pub fn new() -> Store {
        Store::with_limit(Store::MOST_NODES)
    }

    /// An empty store with this limit on nodes, not counting the two terminals.
    pub fn with_limit(nodes: usize) -> Store {
        Store { table: Table::with_limit(nodes.min(Store::MOST_NODES)), machine: Machine::new() }
    }

    /// The members of `lo`, and those of `hi` with the item `var` added to each. If `hi` is ∅, this is `lo`.
    ///
    /// # Panics
    ///
    /// Panics if `var` is not smaller than the items of `lo` and `hi`, or is `u32::MAX`.
    pub fn node(&mut self, var: u32, lo: Family, hi: Family) -> Result<Family, Full> {
        let below = self.table.node(lo).var.min(self.table.node(hi).var);
        assert!(var < below, "item {var} does not come before {below}, an item of its children");
        self.table.unique(Node { var, lo, hi })
    }

    /// The node at the root of a family; `None` for ∅ and {∅}.
    pub fn root(&self, family: Family) -> Option<Node> {
        (!family.is_terminal()).then(|| self.table.node(family))
    }

    /// The number of nodes in the store, for all its families together.
    pub fn node_count(&self) -> usize {
        self.table.len()
    }

    /// How many nodes the store may hold.
    pub fn limit(&self) -> usize {
        self.table.limit()
    }

    /// Sets the limit on nodes. Existing nodes stay.
    pub fn set_limit(&mut self, nodes: usize) {
        self.table.set_limit(nodes.min(Store::MOST_NODES));
    }

    /// The most nodes with which a store takes at most this many bytes, beside the results that it remembers;
    /// and later this many more for each node.
    pub(crate) fn nodes_within(bytes: usize, beside: usize) -> usize {
        Table::nodes_within(bytes, beside)
    }

    /// What it takes to count the members of a family, for each node of the store, beside the counts
    /// themselves.
    pub(crate) const BYTES_TO_COUNT: usize = 13;

    /// From now on remembers at most this many results of operations (rounded down to a power of two, and at
    /// least one), 16 bytes each; forgets those it has. A store starts with a bound of 2^24, which is 256
    /// megabytes, of which it takes only what it needs.
    ///
    /// With too small a bound, operations compute results repeatedly and can take exponentially longer.
    pub fn bound_cache(&mut self, results: usize) {
        self.machine.bound_cache(results);
    }

    /// Forgets the results of all operations, and gives back their memory.
    pub fn clear_cache(&mut self) {
        self.machine.clear_cache();
    }

    /// Keeps these families alone, and frees the nodes that none of them needs; returns how many these were. The
    /// handles in `families` are changed to the new ones; all other handles become invalid, as if they were of
    /// another store. Results of operations are forgotten.
    ///
    /// Where nodes are held by weak pointers, as in the paper on `combine`, the collector of the language frees them.
    /// Here the caller says what is needed: handles are numbers, which nobody counts.
    ///
    /// It takes time in proportion to the nodes, and four bytes for each meanwhile.
    ///
    /// ```
    /// use combien::zdd::{Full, Store};
    ///
    /// let mut store = Store::new();
    /// let (all, few) = (store.powerset(0..100)?, store.powerset(90..100)?);
    /// let mut kept = [store.difference(all, few)?];
    /// store.keep(&mut kept);
    /// assert_eq!(store.node_count(), store.size(kept[0]));
    /// # Ok::<(), Full>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a handle is not of this store.
    pub fn keep(&mut self, families: &mut [Family]) -> usize {
        let before = self.node_count();
        self.table.keep(families);
        self.machine.clear_cache();
        before - self.node_count()
    }

    /// The bytes that the store holds: nodes with their table (20 to 34 bytes each), and remembered results.
    pub fn memory(&self) -> usize {
        self.table.memory() + self.machine.memory()
    }

    /// The number of steps of all operations so far: results that were neither trivial nor cached.
    pub fn steps(&self) -> u64 {
        self.machine.steps()
    }

    /// The invariants of the table: order, zero-suppression, no node twice, children before parents.
    #[cfg(test)]
    pub(crate) fn check_invariants(&self) {
        self.table.check_invariants();
    }
}

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_found_again() {
        let mut store = Store::new();
        let a = store.node(7, Family::EMPTY, Family::BASE).unwrap();
        assert_eq!(store.node(7, Family::EMPTY, Family::BASE), Ok(a));
        assert_eq!(store.node(3, a, Family::EMPTY), Ok(a));
        assert_eq!(store.root(a), Some(Node { var: 7, lo: Family::EMPTY, hi: Family::BASE }));
        assert_eq!((store.root(Family::EMPTY), store.root(Family::BASE)), (None, None));
        assert_eq!(store.node_count(), 1);
        store.check_invariants();
    }

    #[test]
    #[should_panic(expected = "item 7 does not come before 7")]
    fn items_ascend() {
        let mut store = Store::new();
        let a = store.node(7, Family::EMPTY, Family::BASE).unwrap();
        let _ = store.node(7, a, Family::BASE);
    }

    #[test]
    #[should_panic(expected = "does not come before")]
    fn the_largest_number_is_not_an_item() {
        let _ = Store::new().node(u32::MAX, Family::EMPTY, Family::BASE);
    }

    #[test]
    fn a_full_store_keeps_what_it_has() {
        let mut store = Store::with_limit(2);
        let a = store.node(9, Family::BASE, Family::BASE).unwrap();
        let b = store.node(8, a, a).unwrap();
        assert_eq!(store.node(7, b, b), Err(Full { limit: 2 }));
        assert_eq!(store.node(8, a, a), Ok(b));
        assert_eq!(store.count(b).to_u64(), Some(4));
        store.check_invariants();
    }

    /// Families made of random ones, some of which are kept: they mean what they did, and operations go on.
    #[test]
    fn what_is_kept_stays_and_all_else_is_freed() {
        let mut store = Store::new();
        let mut random = crate::random::SplitMix64::new(1);
        let mut families = vec![Family::EMPTY, Family::BASE];
        for _ in 0..200 {
            let [a, b] = [0, 1].map(|_| families[random.word() as usize % families.len()]);
            let item = store.node((random.word() % 20) as u32, Family::EMPTY, Family::BASE).unwrap();
            let joined = store.join(a, item).unwrap();
            families.push(store.union(joined, b).unwrap());
        }
        let meant = |store: &Store, family| store.members(family).collect::<Vec<_>>();
        let mut kept: Vec<Family> = families.iter().copied().step_by(7).take(9).collect();
        let before: Vec<_> = kept.iter().map(|&family| meant(&store, family)).collect();
        let (nodes, memory) = (store.node_count(), store.memory());
        let freed = store.keep(&mut kept);
        store.check_invariants();
        assert!(freed > 0 && freed + store.node_count() == nodes && store.memory() < memory);
        assert_eq!(kept.iter().map(|&family| meant(&store, family)).collect::<Vec<_>>(), before);
        assert_eq!(kept[0], Family::EMPTY);
        let union = kept.iter().try_fold(Family::EMPTY, |all, &family| store.union(all, family)).unwrap();
        assert!(before.iter().flatten().all(|member| store.contains(union, member.iter().copied())));
        store.keep(&mut []);
        assert_eq!(store.node_count(), 0);
        store.check_invariants();
    }

    #[test]
    fn memory_is_what_the_arrays_take() {
        let mut store = Store::new();
        let empty = store.memory();
        for start in 0..1000 {
            let family = store.powerset(start..start + 100).unwrap();
            store.join(family, family).unwrap();
        }
        let (full, nodes) = (store.memory(), store.node_count());
        store.clear_cache();
        assert!(store.memory() < full && store.memory() - empty <= nodes * 40);
    }

    #[test]
    fn many_nodes_stay_unique() {
        let mut store = Store::new();
        let first: Vec<_> =
            (0..100_000).map(|var| store.node(var, Family::EMPTY, Family::BASE).unwrap()).collect();
        let again: Vec<_> =
            (0..100_000).map(|var| store.node(var, Family::EMPTY, Family::BASE).unwrap()).collect();
        assert_eq!(first, again);
        assert_eq!(store.node_count(), 100_000);
        store.check_invariants();
    }

    #[test]
    fn counts_are_exact_at_any_size() {
        let mut store = Store::new();
        let all = store.powerset(0..1000).unwrap();
        assert_eq!(store.count(all).to_biguint(), num_bigint::BigUint::from(1u8) << 1000);
        let halves = store.count_by_size(all);
        assert_eq!(halves.len(), 1001);
        assert_eq!(halves.into_iter().sum::<crate::count::Count>(), store.count(all));
    }

    /// Functions that read a diagram, on a million levels: a chain of `hi` and a chain of `lo`.
    #[test]
    fn depth_is_no_limit() {
        const DEPTH: u32 = 1_000_000;
        let mut store = Store::new();
        let all = store.powerset(0..DEPTH).unwrap();
        let singles =
            (0..DEPTH).rev().try_fold(Family::EMPTY, |rest, item| store.node(item, rest, Family::BASE));
        let singles = singles.unwrap();
        assert_eq!((store.size(all), store.size(singles)), (DEPTH as usize, DEPTH as usize));
        assert_eq!(store.count(singles).to_u64(), Some(u64::from(DEPTH)));
        assert_eq!(store.count_by_size(singles), [0, u64::from(DEPTH)].map(crate::count::Count::from));
        assert_eq!(store.union(singles, all), Ok(all));
        assert_eq!(store.members(singles).count(), DEPTH as usize);
        assert_eq!((store.min(all), store.min(singles)), (Some(vec![]), Some(vec![DEPTH - 1])));
        assert_eq!(store.max(all).unwrap().len(), DEPTH as usize);
        assert!(store.contains(all, 0..DEPTH) && store.contains(singles, [DEPTH / 2]));
        let sample = store.samples(singles, 1).next().unwrap();
        assert!(store.contains(singles, sample));
        assert_eq!(store.heaviest(all, |item| i64::from(item % 2)).next().unwrap().0, i128::from(DEPTH / 2));
        let (before, is_member, after) = store.split(singles, [DEPTH / 4]).unwrap();
        let sizes = [before, after].map(|part| store.size(part) as u32);
        assert_eq!((sizes, is_member), ([DEPTH - DEPTH / 4 - 1, DEPTH / 4], true));
        let mut text = vec![];
        store.write(all, &mut text).unwrap();
        assert_eq!(store.read(&text[..]).unwrap(), all);
        let mut fresh = Store::new();
        let copy = fresh.copy(&store, all).unwrap();
        assert_eq!(fresh.size(copy), DEPTH as usize);
    }
}
