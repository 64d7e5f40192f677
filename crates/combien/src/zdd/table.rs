//! The unique table: every node once, found by what it holds.
//!
//! Nodes lie in one array, twelve bytes each, and are only ever appended: the id of a node is its place.
//! Beside it, `slots` is an open-addressing table of ids with linear probing; it holds no keys, a probe
//! compares with the node itself. At most half of the slots are taken, because each taken slot that is probed
//! costs a look at the node array, which is rarely in the processor's cache. A large array of nodes grows by
//! half: by an eighth, a construction took 10 % longer. So a node costs 20 to 34 bytes in all.
//!
//! **Invariants.** (1) The terminals are the nodes 0 and 1; their item is [`TERMINAL`], which is after every
//! item. (2) A node's item is smaller than those of its children. (3) No node has `hi` = ∅. (4) No two nodes
//! are equal. (5) The children of a node have smaller ids: ascending ids are an order from the leaves to the
//! root. (6) Each node but the terminals stands in exactly one slot, and no free slot lies between that and
//! its home. [`Table::unique`] keeps all of them; nothing else writes.

use super::{Family, Full, Node};

/// What stands for the item of a terminal: after every item.
pub(super) const TERMINAL: u32 = u32::MAX;

/// The slots of an empty table.
const FEWEST: usize = 1 << 10;
/// An array of this many nodes is large: it grows by a part of itself, one in [`STEP`].
const LARGE: usize = 1 << 16;
const STEP: usize = 2;

/// No id of a node that stands in a slot: the slot is free.
const FREE: u32 = 0;

#[derive(Clone, Debug)]
pub(super) struct Table {
    nodes: Vec<Node>,
    slots: Vec<u32>,
    /// No node is added to this many, the terminals not counted.
    limit: usize,
}

impl Table {
    pub(super) fn with_limit(limit: usize) -> Table {
        let terminal = |family| Node { var: TERMINAL, lo: family, hi: family };
        Table {
            nodes: vec![terminal(Family::EMPTY), terminal(Family::BASE)],
            slots: vec![FREE; FEWEST],
            limit,
        }
    }

    #[inline]
    pub(super) fn node(&self, family: Family) -> Node {
        self.nodes[family.0 as usize]
    }

    pub(super) fn node_ref(&self, family: Family) -> &Node {
        &self.nodes[family.0 as usize]
    }

    /// The nodes that are not terminals.
    pub(super) fn len(&self) -> usize {
        self.nodes.len() - 2
    }

    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// The most nodes that take at most this many bytes, and this many more for each node.
    pub(super) fn nodes_within(bytes: usize, beside: usize) -> usize {
        let each = size_of::<Node>() * (STEP + 1) / STEP + beside;
        let fit = |slots: usize| Some((bytes.checked_sub(slots * size_of::<u32>())? / each).min(slots / 2));
        (FEWEST.ilog2()..=32).filter_map(|power| fit(1 << power)).max().unwrap_or(0)
    }

    pub(super) fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// The bytes of both arrays.
    pub(super) fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.slots.capacity() * size_of::<u32>()
    }

    /// The one family with this node at its root: an old one if there is, else a new one, for which there
    /// must be room. If `hi` is ∅, this is `lo` (zero-suppression).
    #[inline]
    pub(super) fn unique(&mut self, node: Node) -> Result<Family, Full> {
        debug_assert!(node.var < self.node(node.lo).var && node.var < self.node(node.hi).var);
        if node.hi == Family::EMPTY {
            return Ok(node.lo);
        }
        let mut slot = self.home(node);
        loop {
            match self.slots[slot] {
                FREE => return self.append(node, slot),
                id if self.nodes[id as usize] == node => return Ok(Family(id)),
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }

    fn append(&mut self, node: Node, slot: usize) -> Result<Family, Full> {
        if self.len() >= self.limit {
            return Err(Full { limit: self.limit });
        }
        let id = self.nodes.len() as u32;
        if self.nodes.len() == self.nodes.capacity() && id as usize >= LARGE {
            self.nodes.reserve_exact(self.nodes.len() / STEP);
        }
        self.nodes.push(node);
        self.slots[slot] = id;
        if self.len() * 2 > self.slots.len() {
            self.double_slots();
        }
        Ok(Family(id))
    }

    /// Removes the nodes that are not below these families, which get their new ids. The others keep their order, so
    /// children still come first.
    pub(super) fn keep(&mut self, families: &mut [Family]) {
        // First whether a node is below one of them, then its new id.
        let mut ids = vec![FREE; self.nodes.len()];
        for family in families.iter() {
            ids[family.0 as usize] = 1;
        }
        // The parents of a node come after it, so all of them have been seen when its turn comes.
        for id in (2..self.nodes.len()).rev() {
            if ids[id] != FREE {
                let Node { lo, hi, .. } = self.nodes[id];
                (ids[lo.0 as usize], ids[hi.0 as usize]) = (1, 1);
            }
        }
        (ids[0], ids[1]) = (0, 1);
        let mut kept = 2;
        for id in 2..self.nodes.len() {
            if ids[id] != FREE {
                let Node { var, lo, hi } = self.nodes[id];
                let new = |family: Family| Family(ids[family.0 as usize]);
                self.nodes[kept] = Node { var, lo: new(lo), hi: new(hi) };
                ids[id] = kept as u32;
                kept += 1;
            }
        }
        self.nodes.truncate(kept);
        self.nodes.shrink_to_fit();
        for family in families.iter_mut() {
            *family = Family(ids[family.0 as usize]);
        }
        self.fill_slots((self.len() * 2).next_power_of_two().max(FEWEST));
    }

    fn double_slots(&mut self) {
        self.fill_slots(self.slots.len() * 2);
    }

    /// The slots are dropped before they are made anew, so that both never take space at once.
    fn fill_slots(&mut self, slots: usize) {
        self.slots = Vec::new();
        self.slots.resize(slots, FREE);
        for (id, &node) in self.nodes.iter().enumerate().skip(2) {
            let mut slot = self.home(node);
            while self.slots[slot] != FREE {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = id as u32;
        }
    }

    /// The slot at which the search for a node starts.
    #[inline]
    fn home(&self, node: Node) -> usize {
        (scatter(node.lo.0, node.hi.0, node.var) as usize) & (self.slots.len() - 1)
    }

    /// All invariants.
    #[cfg(test)]
    pub(super) fn check_invariants(&self) {
        assert!(self.len() * 2 <= self.slots.len());
        assert!(self.nodes[..2].iter().all(|node| node.var == TERMINAL));
        let mut seen = std::collections::HashSet::new();
        for (id, &node) in self.nodes.iter().enumerate().skip(2) {
            assert!(node.var < self.node(node.lo).var && node.var < self.node(node.hi).var, "order at {id}");
            assert!((node.lo.0 as usize) < id && (node.hi.0 as usize) < id, "a child of {id} comes after it");
            assert_ne!(node.hi, Family::EMPTY, "node {id} should have been suppressed");
            assert!(seen.insert((node.var, node.lo, node.hi)), "node {id} stands twice in the array");
            let probes = (0..self.slots.len()).map(|step| (self.home(node) + step) & (self.slots.len() - 1));
            let found =
                probes.map(|slot| self.slots[slot]).find(|&other| other == id as u32 || other == FREE);
            assert_eq!(found, Some(id as u32), "node {id} cannot be found");
        }
        assert_eq!(self.slots.iter().filter(|&&id| id != FREE).count(), self.len());
    }
}

/// Mixes three words well enough for a table whose size is a power of two: multiply, then fold the high half
/// down.
#[inline]
pub(super) fn scatter(a: u32, b: u32, c: u32) -> u64 {
    // Odd constants, the first the golden ratio's, the second from SplitMix64: any would do.
    let mixed = (u64::from(a) << 32 | u64::from(b)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ u64::from(c).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let folded = (mixed ^ mixed >> 32).wrapping_mul(0x94d0_49bb_1331_11eb);
    folded ^ folded >> 32
}
