//! The questions that every diagram answers, of diagrams with products.

use super::Diagram;
use crate::count::Count;
use crate::nodes;
use crate::polynomial::Polynomial;
use crate::problem::{OptionId, Solution};

impl Diagram {
    /// For each of this number of options, how many solutions have it. `None` if the numbers in between would
    /// take more than this number of bytes: two for each node, at least 32 bytes each.
    ///
    /// A walk up the diagram counts the solutions below each node, and a walk down the sets of what is
    /// outside it: for a part of a product, those of the other parts. Some products of counts for each
    /// edge (the derivatives of Darwiche, *A differential approach to inference in Bayesian networks*,
    /// 2003).
    pub fn marginals(&self, options: usize, memory: u64) -> Option<Vec<Count>> {
        let mut with = vec![Count::ZERO; options];
        nodes::marginals(self, options, memory, &|| true, |option, count| with[option.index()] += count)?;
        Some(with)
    }

    /// The generating polynomial of the solutions, in as many variables as each option has weights. `None` if
    /// the polynomials of the nodes would take more than this number of bytes. A product of polynomials for
    /// each part of a product.
    pub fn distribution<W: AsRef<[i64]>>(
        &self,
        variables: usize,
        weights: &dyn Fn(OptionId) -> W,
        memory: u64,
    ) -> Option<Polynomial> {
        nodes::distribution(self, variables, weights, memory, &|| true)
    }

    /// The best solution and its weight, which is the sum of the weights of its options: the heaviest, or the
    /// lightest if `heaviest` is false. Of several that weigh the same, it is always the same one. `None`
    /// if there is no solution. Linear in the edges.
    ///
    /// ```
    /// # use combien::{budget::Budget, products::Diagram};
    /// let text = "zdnnf 1 4\n2 choice 1 >1 2 >1\n3 choice 3 >1 4 >1\n4 product >2 >3\nroot 4\n";
    /// let diagram = Diagram::read(text.as_bytes(), 4, &Budget::UNLIMITED)?;
    /// let weight = |option: combien::problem::OptionId| [5, 7, -1, -2][option.index()];
    /// let (heaviest, solution) = diagram.best(true, weight).unwrap();
    /// assert_eq!((heaviest, solution.options().len()), (6, 2));
    /// assert_eq!(diagram.best(false, weight).unwrap().0, 3);
    /// # Ok::<(), combien::products::ReadError>(())
    /// ```
    pub fn best(&self, heaviest: bool, weight: impl Fn(OptionId) -> i64) -> Option<(i128, Solution)> {
        let (weight, options) = nodes::best(self, (heaviest, 1), weight, u64::MAX, &|| true)?.pop()?;
        Some((weight, options.into_iter().collect()))
    }
}
