//! For each option, how many solutions have it.

use super::diagram::{Diagram, Kind, NodeId};
use crate::count::Count;

impl Diagram {
    /// For each of this number of options, how many solutions have it. `None` if the numbers in between would
    /// take more than this number of bytes: two for each node, at least 32 bytes each.
    ///
    /// A walk up the diagram counts the solutions below each node, and a walk down the sets of what is
    /// outside it: for a part of a product, those of the other parts. Some products of counts for each
    /// edge (the derivatives of Darwiche, *A differential approach to inference in Bayesian networks*,
    /// 2003).
    pub fn marginals(&self, options: usize, memory: u64) -> Option<Vec<Count>> {
        self.marginals_while(options, memory, &|| true)
    }

    /// For each of this number of options, how many solutions have it. `None` if the numbers in between would
    /// take more than this number of bytes, or if `go_on`, which is asked at each node, says no.
    pub(crate) fn marginals_while(
        &self,
        options: usize,
        memory: u64,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Vec<Count>> {
        let fits = |numbers: usize, each: usize| {
            (numbers as u64).saturating_mul((size_of::<Count>() + each) as u64) <= memory
        };
        if !fits(2 * self.node_count() + options, 0) {
            return None;
        }
        let counts = self.counts();
        // No number of solutions below a node that is reached, of sets outside it, or with an option exceeds
        // that of all solutions.
        if !fits(2 * self.node_count() + options, counts[self.root() as usize].heap_bytes()) {
            return None;
        }
        let mut outside = vec![Count::ZERO; self.node_count()];
        let mut with = vec![Count::ZERO; options];
        outside[self.root() as usize] = Count::ONE;
        for node in (0..self.node_count() as NodeId).rev() {
            if !go_on() {
                return None;
            }
            let own = std::mem::replace(&mut outside[node as usize], Count::ZERO);
            if own.is_zero() {
                continue;
            }
            match self.kind(node) {
                Kind::Choice => {
                    for edge in self.edges(node) {
                        let child = self.child(edge) as usize;
                        let here = &own * &counts[child];
                        self.options(edge).iter().for_each(|option| with[option.index()] += &here);
                        outside[child] += &own;
                    }
                }
                Kind::Product => {
                    // The product of the parts before a part, times that of the parts after it.
                    let mut after = vec![Count::ONE];
                    for child in self.children(node).collect::<Vec<_>>().into_iter().rev() {
                        let next =
                            after.last().map_or(Count::ONE, |product| product * &counts[child as usize]);
                        after.push(next);
                    }
                    after.pop();
                    let mut before = own;
                    for child in self.children(node) {
                        let Some(product) = after.pop() else { break };
                        outside[child as usize] += &(&before * &product);
                        before = &before * &counts[child as usize];
                    }
                }
            }
        }
        Some(with)
    }
}
