//! Solutions drawn at random from a diagram.
//!
//! Each choice is drawn apart, its branches as likely as they have solutions. So a solution is drawn with the product of
//! these fractions, in which all counts but that of the root cancel: each is equally likely.

use super::diagram::{Diagram, Kind, NodeId};
use crate::count::Count;
use crate::problem::Solution;
use crate::random::SplitMix64;

/// Solutions drawn at random. [`Diagram::samples`] makes it.
///
/// It keeps the count of each node.
#[derive(Clone, Debug)]
pub struct Samples<'a> {
    diagram: &'a Diagram,
    counts: Vec<Count>,
    random: SplitMix64,
}

impl<'a> Samples<'a> {
    pub(super) fn new(diagram: &'a Diagram, seed: u64) -> Samples<'a> {
        Samples { diagram, counts: diagram.counts(), random: SplitMix64::new(seed) }
    }

    /// A branch of a choice, as likely as it has solutions.
    fn draw(&mut self, node: NodeId) -> u32 {
        let mut number = self.random.below(&self.counts[node as usize]);
        for edge in self.diagram.edges(node) {
            match number.checked_sub(&self.counts[self.diagram.child(edge) as usize]) {
                Some(rest) => number = rest,
                None => return edge,
            }
        }
        unreachable!("the number is below the sum of these counts")
    }
}

impl Iterator for Samples<'_> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        let diagram = self.diagram;
        if self.counts[diagram.root() as usize].is_zero() {
            return None;
        }
        let (mut left, mut options) = (vec![diagram.root()], vec![]);
        while let Some(node) = left.pop() {
            match diagram.kind(node) {
                Kind::Choice => {
                    let branch = self.draw(node);
                    options.extend_from_slice(diagram.options(branch));
                    left.push(diagram.child(branch));
                }
                Kind::Product => left.extend(diagram.children(node)),
            }
        }
        Some(options.into_iter().collect())
    }
}
