//! How many solutions have which sums of weights.

use super::diagram::{Diagram, Kind};
use crate::polynomial::{Kept, Polynomial, Shelf};
use crate::problem::OptionId;

impl Diagram {
    /// The generating polynomial of the solutions, in as many variables as each option has weights. `None` if
    /// the polynomials of the nodes would take more than this number of bytes. A product of polynomials for
    /// each part of a product.
    pub fn distribution<W: AsRef<[i64]>>(
        &self,
        variables: usize,
        weights: &dyn Fn(OptionId) -> W,
        memory: u64,
    ) -> Option<Polynomial> {
        self.distribution_while(variables, weights, memory, &|| true)
    }

    /// The generating polynomial of the solutions, in as many variables as each option has weights. `None` if
    /// the polynomials of the nodes would take more than this number of bytes, or if `go_on`, which is asked
    /// at each node, says no.
    pub(crate) fn distribution_while<W: AsRef<[i64]>>(
        &self,
        variables: usize,
        weights: &dyn Fn(OptionId) -> W,
        memory: u64,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Polynomial> {
        let shelf = Shelf::new(memory, go_on);
        let mut values = self.fold(|node, below: &[Kept]| {
            let edges = self.edges(node).map(|edge| (self.options(edge), &*below[self.child(edge) as usize]));
            let value = match self.kind(node) {
                Kind::Choice => edges.fold(Polynomial::ZERO, |mut sum, (options, child)| {
                    let mut exponents = vec![0; variables];
                    for &option in options {
                        exponents
                            .iter_mut()
                            .zip(weights(option).as_ref())
                            .for_each(|(sum, &more)| *sum += i128::from(more));
                    }
                    sum.add_shifted(child, &exponents);
                    sum
                }),
                Kind::Product => {
                    edges.fold(Polynomial::one(variables), |product, (_, child)| product.times(child))
                }
            };
            shelf.put(value)
        });
        let root = values.swap_remove(self.root() as usize);
        shelf.take(root)
    }
}
