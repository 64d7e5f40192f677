//! Solutions drawn at random from a diagram.
//!
//! Each choice is drawn independently, each branch with a probability proportional to its number of
//! solutions. The probability of a solution is the product of these fractions, in which all counts except
//! that of the root cancel. So each solution is equally likely.

use std::borrow::Borrow;

use super::Diagram;
use crate::count::Count;
use crate::nodes::{self, Kind, NodeId, Nodes};
use crate::problem::Solution;
use crate::random::SplitMix64;

/// Solutions drawn at random. [`Diagram::samples`] makes it.
///
/// It keeps the count of each node.
#[derive(Clone, Debug)]
pub struct Samples<D> {
    diagram: D,
    counts: Vec<Count>,
    random: SplitMix64,
}

impl Diagram {
    /// Solutions drawn at random, each equally likely at each draw, without end. The iterator is empty if
    /// there are no solutions. The same seed gives the same solutions everywhere.
    pub fn samples(&self, seed: u64) -> Samples<&Diagram> {
        Samples::new(self, seed)
    }
}

impl<D: Borrow<Diagram>> Samples<D> {
    /// Draws from a diagram, borrowed or in an `Arc`. Linear in its size.
    pub fn new(diagram: D, seed: u64) -> Samples<D> {
        Samples { counts: nodes::counts(diagram.borrow()), diagram, random: SplitMix64::new(seed) }
    }

    /// A branch of a choice, as likely as it has solutions.
    fn draw(&mut self, node: NodeId) -> usize {
        let mut number = self.random.below(&self.counts[node as usize]);
        let diagram = self.diagram.borrow();
        for edge in diagram.edges(node) {
            match number.checked_sub(&self.counts[diagram.child(edge) as usize]) {
                Some(rest) => number = rest,
                None => return edge,
            }
        }
        unreachable!("the number is below the sum of these counts")
    }
}

impl<D: Borrow<Diagram>> Iterator for Samples<D> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        if self.counts[self.diagram.borrow().root() as usize].is_zero() {
            return None;
        }
        let (mut left, mut options) = (vec![self.diagram.borrow().root()], vec![]);
        while let Some(node) = left.pop() {
            match self.diagram.borrow().kind(node) {
                Kind::Choice => {
                    let branch = self.draw(node);
                    let diagram = self.diagram.borrow();
                    options.extend_from_slice(diagram.items(branch));
                    left.push(diagram.child(branch));
                }
                Kind::Product => left.extend(self.diagram.borrow().children(node)),
            }
        }
        Some(options.into_iter().collect())
    }
}
