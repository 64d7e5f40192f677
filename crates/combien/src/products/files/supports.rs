//! Which options occur below each node of a diagram.

use crate::bits::ones;
use crate::nodes::{NodeId, Nodes};
use crate::problem::OptionId;
use crate::products::Diagram;

/// Sets of options, one for each node so far, as bits.
#[derive(Clone, Debug)]
pub(super) struct Supports {
    /// The words of a set.
    width: usize,
    words: Vec<u64>,
    nodes: usize,
}

impl Supports {
    /// No sets yet, of this many options.
    pub(super) fn new(options: usize) -> Supports {
        Supports { width: options.div_ceil(64), words: vec![], nodes: 0 }
    }

    /// The sets of all nodes of a diagram. No option may have a higher number than this. A node takes an
    /// eighth of a byte for each option.
    pub(super) fn of(diagram: &Diagram, options: usize) -> Supports {
        let mut supports = Supports::new(options);
        for node in diagram.all() {
            let mut own = supports.empty();
            for edge in diagram.edges(node) {
                diagram.items(edge).iter().for_each(|&option| set(&mut own, option));
                let below = supports.of_node(diagram.child(edge));
                own.iter_mut().zip(below).for_each(|(own, below)| *own |= below);
            }
            supports.push(&own);
        }
        supports
    }

    /// The bytes with the set of one more node.
    pub(super) fn bytes_with_next(&self) -> usize {
        let (capacity, needed) = (self.words.capacity(), self.words.len() + self.width);
        let grown = if needed <= capacity { 0 } else { needed.max(2 * capacity) };
        (capacity + grown) * size_of::<u64>()
    }

    /// The empty set, of no node.
    pub(super) fn empty(&self) -> Vec<u64> {
        vec![0; self.width]
    }

    /// Adds the set of the next node.
    pub(super) fn push(&mut self, set: &[u64]) {
        self.words.extend_from_slice(set);
        self.nodes += 1;
    }

    /// How many sets there are.
    pub(super) fn len(&self) -> usize {
        self.nodes
    }

    /// The options of a node that are neither of the others nor below the child of an edge, ascending.
    pub(super) fn gap(&self, node: NodeId, taken: &[OptionId], child: NodeId) -> Vec<OptionId> {
        let mut gap: Vec<u64> = self.of_node(node).to_vec();
        gap.iter_mut().zip(self.of_node(child)).for_each(|(gap, child)| *gap &= !child);
        for option in taken {
            gap[option.index() / 64] &= !(1 << (option.index() % 64));
        }
        let words = gap.into_iter().enumerate();
        let options = words.flat_map(|(word, bits)| ones(word as u32, bits));
        options.map(|option| OptionId::from_index(option as usize)).collect()
    }

    pub(super) fn has(&self, node: NodeId, option: OptionId) -> bool {
        has(self.of_node(node), option)
    }

    pub(super) fn of_node(&self, node: NodeId) -> &[u64] {
        &self.words[node as usize * self.width..][..self.width]
    }
}

pub(super) fn has(set: &[u64], option: OptionId) -> bool {
    set[option.index() / 64] >> (option.index() % 64) & 1 == 1
}

pub(super) fn set(set: &mut [u64], option: OptionId) {
    set[option.index() / 64] |= 1 << (option.index() % 64);
}

/// The first option of a set, if it is not empty.
pub(super) fn first(mut words: impl Iterator<Item = u64>) -> Option<OptionId> {
    let (mut place, mut bits) = (0, 0);
    while bits == 0 {
        bits = words.next()?;
        place += 64;
    }
    Some(OptionId::from_index(place - 64 + bits.trailing_zeros() as usize))
}
