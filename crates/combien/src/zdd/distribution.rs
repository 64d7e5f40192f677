//! How many members have which sums of weights.

use super::{Family, Store};
use crate::polynomial::{Polynomial, Shelf};

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
        self.distribution_while(family, variables, weights, memory, &|| true)
    }

    /// The generating polynomial of a family, in as many variables as each item has weights. `None` if the
    /// polynomials that are needed at a time would take more than this number of bytes, or if `go_on`, which
    /// is asked at each node, says no.
    pub(crate) fn distribution_while<W: AsRef<[i64]>>(
        &self,
        family: Family,
        variables: usize,
        weights: impl Fn(u32) -> W,
        memory: u64,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Polynomial> {
        let shelf = Shelf::new(memory, go_on);
        let (empty, base) = (shelf.put(Polynomial::ZERO), shelf.put(Polynomial::one(variables)));
        let root = self.fold(family, empty, base, |node, lo, hi| {
            let weights = weights(node.var);
            let exponents: Vec<i128> = weights.as_ref().iter().map(|&weight| weight.into()).collect();
            let mut sum = Polynomial::clone(lo);
            sum.add_shifted(hi, &exponents);
            shelf.put(sum)
        });
        shelf.take(root)
    }
}
