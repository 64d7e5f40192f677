//! How many members have which sums of weights.

use super::{Family, Store};
use crate::nodes;
use crate::polynomial::Polynomial;

impl Store {
    /// The generating polynomial of a family, in as many variables as each item has weights. `None` if the
    /// polynomials of the nodes that are needed at a time would take more than this number of bytes. A
    /// sum of two polynomials for each node.
    ///
    /// ```
    /// # use combien::zdd::Store;
    /// let mut store = Store::new();
    /// let all = store.powerset(0..4)?;
    /// // The sums of the subsets of {0, 1, 2, 3}.
    /// let polynomial = store.distribution(all, 1, |item| vec![i64::from(item)], 1 << 20).unwrap();
    /// let counts: Vec<_> = polynomial.terms().map(|(exponents, count)| (exponents[0], count.to_u64().unwrap())).collect();
    /// assert_eq!(counts, [(0, 2), (1, 2), (2, 2), (3, 4), (4, 2), (5, 2), (6, 2)]);
    /// # Ok::<(), combien::zdd::Full>(())
    /// ```
    pub fn distribution<W: AsRef<[i64]>>(
        &self,
        family: Family,
        variables: usize,
        weights: impl Fn(u32) -> W,
        memory: u64,
    ) -> Option<Polynomial> {
        nodes::distribution(&self.rooted(family), variables, weights, memory, &|| true)
    }
}
