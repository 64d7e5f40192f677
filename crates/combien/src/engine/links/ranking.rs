//! Finds the item that branches without looking at all items, if there are many.
//!
//! Choosing an item by looking at each active one costs almost nothing for some hundred items, and nearly all
//! the time for a hundred thousand. Here items are in blocks of 64. Each block knows its best item, and a
//! tournament of the blocks knows the best of all. Only blocks whose items may have changed are looked at
//! again. Covering an item changes the items with which it has an option in common. Their blocks are known
//! from the start, so the operations on links need no extra work. The choice is the same as when all items
//! are looked at.
//!
//! **Invariants.** (1) Bit `i` of `active[b]` says whether the primary item with head `64 b + i + 1` is
//! active. (2) The leaf of a block that is not dirty has the best key of its active items. (3) An inner node
//! has the better key of its two children, except on the way from a dirty block to the root.

use crate::problem::{ItemId, Kind, OptionId, Problem};

/// With fewer items, looking at all of them is as fast.
const FEWEST: usize = 1 << 10;
/// Items of a block.
const BLOCK: usize = 64;
/// The maximum time to find the blocks of the neighbors of all items, for each entry of the problem.
const MOST_STEPS: usize = 1 << 8;
/// The maximum number of these blocks for each entry.
const MOST_NEIGHBORS: usize = 4;

/// How hard an item is to cover, the least first, and last the head of the item: so among equals the leftmost
/// is the best.
pub(super) type Key = (u32, u32, u32, u32);

/// The key of no item.
pub(super) const NONE: Key = (u32::MAX, u32::MAX, u32::MAX, u32::MAX);

#[derive(Clone, Debug)]
pub(super) struct Ranking {
    active: Vec<u64>,
    /// A binary tree: node i has the children 2 i and 2 i + 1, the root is node 1, the leaves are the second
    /// half.
    keys: Vec<Key>,
    /// The blocks that must be looked at again, and a mark for each.
    dirty: Vec<u32>,
    is_dirty: Vec<bool>,
    /// The blocks of the neighbors of each item, and where those of each end.
    neighbors: Vec<u32>,
    ends: Vec<usize>,
    looks: u64,
}

impl Ranking {
    /// The ranking of a problem whose primary items are all active; `None` if it has few items, or options so
    /// large that finding all neighbors would cost more than it saves.
    pub(super) fn new(problem: &Problem) -> Option<Ranking> {
        if problem.primary_count() < FEWEST {
            return None;
        }
        let items = problem.item_count();
        let steps: usize = problem.searched_options().map(|option| problem.option(option).len().pow(2)).sum();
        if steps > MOST_STEPS * (problem.entry_count() + items) {
            return None;
        }
        let (neighbors, ends) = neighbors(problem)?;
        let blocks = items.div_ceil(BLOCK);
        let mut ranking = Ranking {
            active: vec![0; blocks],
            keys: vec![NONE; 2 * blocks.next_power_of_two()],
            dirty: (0..blocks as u32).collect(),
            is_dirty: vec![true; blocks],
            neighbors,
            ends,
            looks: 0,
        };
        for item in problem.items().filter(|&item| problem.kind(item) == Kind::Primary) {
            ranking.set_active(item.index() as u32 + 1, true);
        }
        Some(ranking)
    }

    pub(super) fn set_active(&mut self, head: u32, is_active: bool) {
        let (block, bit) = place(head);
        let bit = 1 << bit;
        if is_active {
            self.active[block] |= bit;
        } else {
            self.active[block] &= !bit;
        }
    }

    /// Notes that an item, or the options that have it, were covered, hidden, or put back.
    pub(super) fn touch(&mut self, head: u32) {
        let start = self.ends[head as usize - 1];
        for &block in &self.neighbors[start..self.ends[head as usize]] {
            if !self.is_dirty[block as usize] {
                self.is_dirty[block as usize] = true;
                self.dirty.push(block);
            }
        }
    }

    /// The best key of all active items.
    pub(super) fn best(&mut self, key: impl Fn(u32) -> Key) -> Key {
        let leaves = self.keys.len() / 2;
        let is_most = self.dirty.len() > leaves / 8;
        while let Some(block) = self.dirty.pop() {
            let block = block as usize;
            self.is_dirty[block] = false;
            let mut bits = self.active[block];
            self.looks += u64::from(bits.count_ones());
            let mut best = NONE;
            while bits != 0 {
                best = best.min(key((block * BLOCK) as u32 + bits.trailing_zeros() + 1));
                bits &= bits - 1;
            }
            let mut node = leaves + block;
            self.keys[node] = best;
            while node > 1 && !is_most {
                node /= 2;
                self.looks += 1;
                self.keys[node] = self.keys[2 * node].min(self.keys[2 * node + 1]);
            }
        }
        if is_most {
            for node in (1..leaves).rev() {
                self.keys[node] = self.keys[2 * node].min(self.keys[2 * node + 1]);
            }
            self.looks += leaves as u64;
        }
        self.keys[1]
    }

    /// Items and nodes of the tree looked at so far.
    #[cfg(test)]
    pub(super) fn looks(&self) -> u64 {
        self.looks
    }
}

/// The block of an item, and its place there.
fn place(head: u32) -> (usize, u32) {
    ((head as usize - 1) / BLOCK, (head - 1) % BLOCK as u32)
}

/// For each item, the blocks of the primary items with which it has an option in common, and its own; `None`
/// if these are too many.
fn neighbors(problem: &Problem) -> Option<(Vec<u32>, Vec<usize>)> {
    let items = problem.item_count();
    let most = MOST_NEIGHBORS * (problem.entry_count() + items);
    // The options of each item.
    let mut ends = vec![0; items + 1];
    for option in problem.searched_options() {
        problem.option(option).iter().for_each(|entry| ends[entry.item.index() + 1] += 1);
    }
    for item in 0..items {
        ends[item + 1] += ends[item];
    }
    let mut options = vec![0; ends[items]];
    let mut next = ends.clone();
    for option in problem.searched_options() {
        for entry in problem.option(option) {
            let place = &mut next[entry.item.index()];
            options[*place] = option.index();
            *place += 1;
        }
    }
    let mut met = vec![usize::MAX; items.div_ceil(BLOCK)];
    let (mut neighbors, mut all) = (vec![], vec![0]);
    for item in 0..items {
        let others = options[ends[item]..ends[item + 1]]
            .iter()
            .flat_map(|&option| problem.option(OptionId::from_index(option)))
            .map(|entry| entry.item)
            .filter(|&other| problem.kind(other) == Kind::Primary)
            .map(ItemId::index);
        for other in [item].into_iter().chain(others) {
            let block = other / BLOCK;
            if met[block] != item {
                met[block] = item;
                neighbors.push(block as u32);
            }
        }
        if neighbors.len() > most {
            return None;
        }
        all.push(neighbors.len());
    }
    Some((neighbors, all))
}
