//! Generating polynomials: how many members of a family have which sums of weights.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::count::Count;

/// A sum of monomials in some variables, with natural coefficients and whole exponents, which may be
/// negative.
///
/// The polynomial of a family of sets has a monomial for each set: the exponent of a variable is the sum of
/// the weights of the set in that variable. So the coefficient of x^a y^b is the number of sets with the sums
/// a and b (Flajolet and Sedgewick, *Analytic Combinatorics*, chapter III).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial {
    /// By exponents, ascending; no coefficient is 0.
    terms: Vec<(Box<[i128]>, Count)>,
}

impl Polynomial {
    /// Zero: the polynomial of ∅.
    pub(crate) const ZERO: Polynomial = Polynomial { terms: vec![] };

    /// One, in this number of variables: the polynomial of {∅}.
    pub fn one(variables: usize) -> Polynomial {
        Polynomial { terms: vec![(vec![0; variables].into(), Count::ONE)] }
    }

    /// The terms: exponents and coefficients, in ascending order of the exponents. No coefficient is 0.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = (&[i128], &Count)> {
        self.terms.iter().map(|(exponents, count)| (&**exponents, count))
    }

    /// The sum of all coefficients: how many sets there are.
    pub fn total(&self) -> Count {
        self.terms.iter().map(|(_, count)| count.clone()).sum()
    }

    /// Adds another one times a monomial with these exponents.
    pub(crate) fn add_shifted(&mut self, other: &Polynomial, exponents: &[i128]) {
        let shifted = |of: &[i128]| -> Box<[i128]> {
            of.iter().zip(exponents).map(|(&exponent, &more)| exponent + more).collect()
        };
        // A shift keeps the order, so two sorted lists are merged.
        let mut own = std::mem::take(&mut self.terms).into_iter().peekable();
        for (exponents, count) in &other.terms {
            let exponents = shifted(exponents);
            while let Some(term) = own.next_if(|(before, _)| *before < exponents) {
                self.terms.push(term);
            }
            match own.next_if(|(same, _)| *same == exponents) {
                Some((_, more)) => self.terms.push((exponents, &more + count)),
                None => self.terms.push((exponents, count.clone())),
            }
        }
        self.terms.extend(own);
    }

    /// The product with another one.
    pub(crate) fn times(&self, other: &Polynomial) -> Polynomial {
        let mut product: BTreeMap<Box<[i128]>, Count> = BTreeMap::new();
        for (a, count) in &self.terms {
            for (b, times) in &other.terms {
                let exponents = a.iter().zip(b).map(|(a, b)| a + b).collect();
                *product.entry(exponents).or_insert(Count::ZERO) += &(count * times);
            }
        }
        Polynomial { terms: product.into_iter().collect() }
    }

    /// The bytes that it takes.
    fn bytes(&self) -> u64 {
        let term = |(exponents, count): &(Box<[i128]>, Count)| {
            size_of::<(Box<[i128]>, Count)>() + size_of_val(&**exponents) + count.heap_bytes()
        };
        self.terms.iter().map(term).sum::<usize>() as u64
    }
}

/// Polynomials that are there at a time, within a limit on their memory, as long as the work is to go on.
pub(crate) struct Shelf<'a> {
    bytes: Rc<Cell<u64>>,
    most: u64,
    go_on: &'a dyn Fn() -> bool,
}

/// A polynomial on a shelf.
#[derive(Debug)]
pub(crate) struct Kept {
    polynomial: Polynomial,
    bytes: u64,
    all: Rc<Cell<u64>>,
}

impl<'a> Shelf<'a> {
    pub(crate) fn new(most: u64, go_on: &'a dyn Fn() -> bool) -> Shelf<'a> {
        Shelf { bytes: Rc::default(), most, go_on }
    }

    /// Puts a polynomial there. If the shelf is full, or the work is to end, it becomes zero, and the shelf
    /// stays full, so that what is computed from it ends soon.
    pub(crate) fn put(&self, polynomial: Polynomial) -> Kept {
        let bytes = polynomial.bytes();
        if self.is_full() || self.bytes.get() + bytes > self.most || !(self.go_on)() {
            self.bytes.set(u64::MAX);
            return Kept { polynomial: Polynomial::ZERO, bytes: 0, all: self.bytes.clone() };
        }
        self.bytes.set(self.bytes.get() + bytes);
        Kept { polynomial, bytes, all: self.bytes.clone() }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.bytes.get() == u64::MAX
    }

    /// Takes a polynomial from there; `None` if the shelf was full at some time.
    pub(crate) fn take(&self, mut kept: Kept) -> Option<Polynomial> {
        let polynomial = std::mem::take(&mut kept.polynomial);
        (!self.is_full()).then_some(polynomial)
    }
}

impl std::ops::Deref for Kept {
    type Target = Polynomial;
    fn deref(&self) -> &Polynomial {
        &self.polynomial
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if self.all.get() != u64::MAX {
            self.all.set(self.all.get() - self.bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The polynomial of a list of sets of weights, by its definition.
    fn of(sums: &[[i64; 2]]) -> Polynomial {
        let mut terms: BTreeMap<Box<[i128]>, Count> = BTreeMap::new();
        for sum in sums {
            *terms.entry(sum.map(i128::from).into()).or_insert(Count::ZERO) += &Count::ONE;
        }
        Polynomial { terms: terms.into_iter().collect() }
    }

    proptest! {
        #[test]
        fn sums_and_products_are_those_of_lists(
            a in proptest::collection::vec([-3i64..3, -3i64..3], 0..12),
            b in proptest::collection::vec([-3i64..3, -3i64..3], 0..12),
            shift in [-3i64..3, -3i64..3],
        ) {
            let shifted = b.iter().map(|&[x, y]| [x + shift[0], y + shift[1]]);
            let mut sum = of(&a);
            sum.add_shifted(&of(&b), &shift.map(i128::from));
            prop_assert_eq!(&sum, &of(&a.iter().copied().chain(shifted).collect::<Vec<_>>()));
            let pairs: Vec<_> = a.iter().flat_map(|&[x, y]| b.iter().map(move |&[v, w]| [x + v, y + w])).collect();
            prop_assert_eq!(of(&a).times(&of(&b)), of(&pairs));
            prop_assert_eq!(of(&a).times(&Polynomial::one(2)), of(&a));
            prop_assert_eq!(of(&a).total(), Count::from(a.len() as u64));
        }
    }

    #[test]
    fn a_full_shelf_stays_full() {
        let shelf = Shelf::new(200, &|| true);
        let first = shelf.put(of(&[[1, 2]]));
        assert!(shelf.bytes.get() > 0 && !shelf.is_full());
        drop(first);
        assert_eq!(shelf.bytes.get(), 0);
        let kept: Vec<_> = (0..10).map(|_| shelf.put(of(&[[1, 2]]))).collect();
        assert!(shelf.is_full());
        assert_eq!(kept.last().map(|last| last.terms().len()), Some(0));
        drop(kept);
        assert_eq!(shelf.take(shelf.put(Polynomial::one(1))), None);
        let stopped = Shelf::new(u64::MAX, &|| false);
        assert_eq!(stopped.take(stopped.put(Polynomial::one(1))), None);
    }
}
