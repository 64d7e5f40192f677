//! Which options occur below each node of a diagram.

use super::diagram::{Diagram, NodeId};
use super::matrix::options_in;
use crate::problem::OptionId;

/// Sets of options, one for each node so far, as bits.
#[derive(Clone, Debug)]
pub(super) struct Supports {
    /// The words of a set.
    width: usize,
    nodes: usize,
    words: Vec<u64>,
}

/// An option stands twice where it may stand only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Twice(pub(super) OptionId);

impl Supports {
    /// No sets yet, of this many options.
    pub(super) fn new(options: usize) -> Supports {
        Supports { width: options.div_ceil(64), nodes: 0, words: vec![] }
    }

    /// The sets of all nodes of a diagram. No option may have a higher number than this. A node takes an eighth of a byte
    /// for each option.
    pub(super) fn of(diagram: &Diagram, options: usize) -> Supports {
        let mut supports = Supports::new(options);
        for node in 0..diagram.node_count() as NodeId {
            supports.push();
            for edge in diagram.edges(node) {
                for &option in diagram.options(edge) {
                    supports.insert(node, option);
                }
                supports.add(node, diagram.child(edge));
            }
        }
        supports
    }

    /// The bytes with the set of one more node.
    pub(super) fn bytes_with_next(&self) -> usize {
        let (capacity, needed) = (self.words.capacity(), self.words.len() + self.width);
        let grown = if needed <= capacity { 0 } else { needed.max(2 * capacity) };
        (capacity + grown) * size_of::<u64>()
    }

    /// Adds the set of the next node of a choice, if it is sound: a branch has no option twice, and the first option of
    /// each is in no other branch. So no set of options is in two branches.
    pub(super) fn push_choice(&mut self, edges: &[(Vec<OptionId>, NodeId)]) -> Result<(), Twice> {
        let node = self.push();
        let mut firsts = vec![0; self.width];
        for first in edges.iter().filter_map(|(options, _)| options.first()) {
            if has(&firsts, *first) {
                return Err(Twice(*first));
            }
            set(&mut firsts, *first);
        }
        for (options, child) in edges {
            let mut branch = self.of_node(*child).to_vec();
            for &option in options {
                if has(&branch, option) {
                    return Err(Twice(option));
                }
                set(&mut branch, option);
            }
            for (word, (branch, firsts)) in branch.iter().zip(&firsts).enumerate() {
                let own = options.first().filter(|first| first.index() / 64 == word);
                let others = branch & firsts & !own.map_or(0, |first| 1 << (first.index() % 64));
                if others != 0 {
                    return Err(Twice(OptionId::from_index(64 * word + others.trailing_zeros() as usize)));
                }
            }
            let all = &mut self.words[node * self.width..];
            all.iter_mut().zip(&branch).for_each(|(all, branch)| *all |= branch);
        }
        Ok(())
    }

    /// Adds the set of the next node of a product, if it is sound: no option is in two parts.
    pub(super) fn push_product(&mut self, parts: &[NodeId]) -> Result<(), Twice> {
        let node = self.push();
        for &part in parts {
            for word in 0..self.width {
                let part = self.words[part as usize * self.width + word];
                let all = &mut self.words[node * self.width + word];
                if *all & part != 0 {
                    return Err(Twice(OptionId::from_index(
                        64 * word + (*all & part).trailing_zeros() as usize,
                    )));
                }
                *all |= part;
            }
        }
        Ok(())
    }

    /// Adds an empty set.
    pub(super) fn push(&mut self) -> usize {
        self.words.resize(self.words.len() + self.width, 0);
        self.nodes += 1;
        self.nodes - 1
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
        let options = words.flat_map(|(word, bits)| options_in(word as u32, bits));
        options.map(|option| OptionId::from_index(option as usize)).collect()
    }

    pub(super) fn has(&self, node: NodeId, option: OptionId) -> bool {
        has(self.of_node(node), option)
    }

    fn of_node(&self, node: NodeId) -> &[u64] {
        &self.words[node as usize * self.width..][..self.width]
    }

    fn insert(&mut self, node: NodeId, option: OptionId) {
        set(&mut self.words[node as usize * self.width..], option);
    }

    fn add(&mut self, node: NodeId, child: NodeId) {
        for word in 0..self.width {
            self.words[node as usize * self.width + word] |= self.words[child as usize * self.width + word];
        }
    }
}

fn has(set: &[u64], option: OptionId) -> bool {
    set[option.index() / 64] >> (option.index() % 64) & 1 == 1
}

fn set(set: &mut [u64], option: OptionId) {
    set[option.index() / 64] |= 1 << (option.index() % 64);
}
