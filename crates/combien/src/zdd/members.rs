//! The members of a family, one after the other.
//!
//! **The order of members**, here and wherever members are numbered or compared: of two sets, the one that
//! lacks the smallest item in which they differ comes first. It is the order of the sets read as binary
//! numbers, with the smallest item as the highest digit: ∅, {2}, {1}, {1, 2}. In the diagram it means `lo`
//! before `hi`.

use std::fmt;

use super::build::ascending;
use super::{Family, Store};

/// The members of a family in their order, each a list of items, ascending. [`Store::members`] makes it.
///
/// It stores only the path to one member, and may be dropped at any time. A member costs time of the order of
/// the depth of the diagram.
#[derive(Clone, Debug)]
pub struct Members<'a> {
    store: &'a Store,
    walk: Walk,
}

impl Iterator for Members<'_> {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        self.walk.next(self.store).map(<[u32]>::to_vec)
    }
}

/// A walk through the members of a family that does not borrow the store, which may grow between two steps.
/// It is for callers that own the store.
///
/// ```
/// # use combien::zdd::{Store, Walk};
/// let mut store = Store::new();
/// let all = store.powerset([1, 2])?;
/// let mut walk = Walk::new(all);
/// assert_eq!(walk.next(&store), Some(&[][..]));
/// assert_eq!(walk.next(&store), Some(&[2][..]));
/// # Ok::<(), combien::zdd::Full>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk {
    /// The start of the first step.
    start: Option<Family>,
    /// The nodes on the path whose `hi` has not been visited, with the length of the path there.
    turns: Vec<(Family, usize)>,
    /// The items of the path.
    items: Vec<u32>,
}

impl Walk {
    /// Starts a walk before the first member of a family.
    pub fn new(family: Family) -> Walk {
        Walk { start: (family != Family::EMPTY).then_some(family), turns: vec![], items: vec![] }
    }

    /// The next member; the store must be that of the family.
    pub fn next(&mut self, store: &Store) -> Option<&[u32]> {
        let mut family = self.start.take().or_else(|| self.turn(store))?;
        while let Some(node) = store.root(family) {
            family = if node.lo == Family::EMPTY {
                self.items.push(node.var);
                node.hi
            } else {
                self.turns.push((family, self.items.len()));
                node.lo
            };
        }
        Some(&self.items)
    }

    /// Goes back to the last node whose `hi` has not been visited, and takes it.
    fn turn(&mut self, store: &Store) -> Option<Family> {
        let (family, items) = self.turns.pop()?;
        let node = store.table.node(family);
        self.items.truncate(items);
        self.items.push(node.var);
        Some(node.hi)
    }
}

/// A family written out: `{{}, {2}, {1, 2}}`. [`Store::show`] makes it.
#[derive(Clone, Copy, Debug)]
pub struct Show<'a> {
    store: &'a Store,
    family: Family,
}

impl fmt::Display for Show<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (place, member) in self.store.members(self.family).enumerate() {
            f.write_str(if place == 0 { "{" } else { ", {" })?;
            for (place, item) in member.iter().enumerate() {
                write!(f, "{}{item}", if place == 0 { "" } else { ", " })?;
            }
            f.write_str("}")?;
        }
        f.write_str("}")
    }
}

/// # Members
///
/// Of two members, the one that lacks the smallest item in which they differ comes first: ∅, {2}, {1}, {1,
/// 2}.
impl Store {
    /// The members, in their order.
    ///
    /// ```
    /// # use combien::zdd::Store;
    /// let mut store = Store::new();
    /// let all = store.powerset([1, 2])?;
    /// assert_eq!(store.members(all).collect::<Vec<_>>(), [vec![], vec![2], vec![1], vec![1, 2]]);
    /// // Whether there is one, or all are, as one asks of any iterator; each member may have to be looked at.
    /// assert!(store.members(all).any(|member| member.len() == 1));
    /// # Ok::<(), combien::zdd::Full>(())
    /// ```
    pub fn members(&self, family: Family) -> Members<'_> {
        Members { store: self, walk: Walk::new(family) }
    }

    /// The family written out, member by member: `{{}, {2}, {1, 2}}`.
    pub fn show(&self, family: Family) -> Show<'_> {
        Show { store: self, family }
    }

    /// The first member, as a list of items, ascending; `None` for ∅.
    pub fn min(&self, family: Family) -> Option<Vec<u32>> {
        self.members(family).next()
    }

    /// The last member; `None` for ∅.
    pub fn max(&self, mut family: Family) -> Option<Vec<u32>> {
        let mut items = vec![];
        while let Some(node) = self.root(family) {
            items.push(node.var);
            family = node.hi;
        }
        (family == Family::BASE).then_some(items)
    }

    /// Some member, always the same: the first. [`samples`](Store::samples) chooses at random.
    pub fn choose(&self, family: Family) -> Option<Vec<u32>> {
        self.min(family)
    }

    /// Is the set of these items, in any order, a member? Takes time of the order of the depth of the
    /// diagram.
    pub fn contains(&self, mut family: Family, set: impl IntoIterator<Item = u32>) -> bool {
        let mut rest = ascending(set).into_iter().peekable();
        while let Some(node) = self.root(family) {
            family = if rest.next_if_eq(&node.var).is_some() { node.hi } else { node.lo };
        }
        family == Family::BASE && rest.next().is_none()
    }
}
