//! Coverings by their length and by the copies of some pieces that they have.

use std::ops::Range;

use num_bigint::{BigInt, BigUint, Sign};

use super::series::trimmed;
use super::{Automaton, Series, Tell, TransferError};
use crate::budget::{Budget, Reason};

/// No quotient with more coefficients is looked for.
pub(super) const MOST_COEFFICIENTS: usize = 20_000;
/// Bits of a coefficient, at first. Later numbers are multiples of this one, too.
const FEW_BITS: u64 = 64;

/// The generating function of polynomials a(0), a(1), a(2), ... in y as a quotient in lowest terms, whose
/// coefficients are polynomials in y with integer coefficients. The coefficient of y^k in a(n) is the number
/// of coverings of n slices that have k counted copies.
///
/// A polynomial is kept as its value for y = 2^shift. Its coefficients can be read off that number, like
/// digits, if none has more bits than the shift less one; a digit may be negative. So the polynomials obey
/// the same algorithms as numbers do (Kronecker 1882), and what holds for the numbers holds for the
/// polynomials: it is an equation between polynomials whose coefficients are bounded, and for this y no other
/// polynomial with such coefficients is 0.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByCopies {
    /// The series for y = 2^shift; but its bound on bits is for y = 1.
    packed: Series,
    /// A multiple of 64.
    shift: u64,
    /// The most copies in a slice.
    copies: u64,
}

impl ByCopies {
    /// The series of the walks from the first state to an accepting one, by the counted copies that their
    /// transitions place. A walk of length n is counted by a(n + `offset`); the polynomials before are 0.
    ///
    /// Takes as long as the series of a number y with the bits of a coefficient: about d w times that for y =
    /// 1, for a recurrence of order d and w copies in a slice.
    ///
    /// # Errors
    ///
    /// Those of [`Series::of`], and [`TransferError::TooManyCoefficients`].
    pub fn of(
        automaton: &Automaton,
        offset: usize,
        budget: &Budget,
        tell: Tell<'_>,
    ) -> Result<ByCopies, TransferError> {
        // Beside x^k, no power of y above k w is in the determinant of 1 - x A, for w copies in a slice. Nor
        // is one in a divisor: the terms that exceed this most, of two factors, have a product that exceeds
        // it, too.
        let copies = u64::from(automaton.most_copies().max(1));
        let longest = (2 * MOST_COEFFICIENTS as u64 / copies).isqrt() as usize;
        let mut shift = FEW_BITS;
        loop {
            let automaton = Automaton { shift, ..automaton.clone() };
            let vectors = Series::unreduced(&automaton, longest, budget, tell)?;
            let packed = vectors.clone().in_lowest_terms(budget)?;
            let walks = automaton.bits(vectors.order() as u64, budget)?;
            let bits = needed(&vectors, &packed, walks, shift);
            if bits <= shift {
                let mut found = ByCopies { packed, shift, copies };
                if !found.packed.numerator.is_empty() {
                    found.packed.numerator.splice(0..0, vec![BigInt::ZERO; offset]);
                }
                return Ok(found);
            }
            // If the bits were too few, what was read off is wrong, and so may this number be.
            shift = bits.max(shift + shift / 2).next_multiple_of(FEW_BITS);
        }
    }

    /// The coefficients of the numerator, that of x^0 first; each is a polynomial, by its coefficients, that
    /// of y^0 first.
    pub fn numerator(&self) -> Vec<Vec<BigInt>> {
        self.packed.numerator().iter().map(|number| unpacked(number, self.shift)).collect()
    }

    /// The coefficients of the denominator, that of x^0 first, which is 1.
    pub fn denominator(&self) -> Vec<Vec<BigInt>> {
        self.packed.denominator().iter().map(|number| unpacked(number, self.shift)).collect()
    }

    /// The recurrence holds for this n and all greater ones.
    pub fn order(&self) -> usize {
        self.packed.order()
    }

    /// The series for y = 1, of the numbers of all coverings.
    pub fn total(&self, budget: &Budget) -> Result<Series, TransferError> {
        let sums = |polynomials: Vec<Vec<BigInt>>| polynomials.iter().map(|of| of.iter().sum()).collect();
        let [numerator, denominator] = [self.numerator(), self.denominator()].map(sums).map(trimmed);
        Series { numerator, denominator, bits: self.packed.bits }.in_lowest_terms(budget)
    }

    /// The polynomials a(n) of a range of n, from a(0) on: the numbers of coverings with no copy, one, two
    /// and so on; none for a polynomial that is 0.
    ///
    /// # Errors
    ///
    /// If the budget is spent, or the numbers that are kept need more than its memory.
    pub fn terms(&self, range: Range<usize>, budget: &Budget) -> Result<Vec<Vec<BigInt>>, TransferError> {
        self.terms_telling(range, budget, &|_| {})
    }

    /// As [`ByCopies::terms`], and tells how many polynomials are known.
    pub fn terms_telling(
        &self,
        range: Range<usize>,
        budget: &Budget,
        tell: Tell<'_>,
    ) -> Result<Vec<Vec<BigInt>>, TransferError> {
        // None of the numbers is negative, but their highest bit must not be taken for a sign.
        let (end, bits) = (range.end as u64, self.packed.bits_of(range.end as u64));
        if bits.saturating_mul(end).saturating_mul(self.copies) / 8 > budget.memory() {
            return Err(Reason::Memory(budget.memory()).into());
        }
        let shift = (bits + 1).next_multiple_of(FEW_BITS);
        let repacked = |polynomials: Vec<Vec<BigInt>>| -> Vec<BigInt> {
            polynomials.iter().map(|polynomial| packed(polynomial, shift)).collect()
        };
        let [numerator, denominator] = [self.numerator(), self.denominator()].map(repacked);
        let series = Series { numerator, denominator, bits: self.packed.bits };
        Ok(series.terms_telling(range, budget, tell)?.iter().map(|number| unpacked(number, shift)).collect())
    }

    /// The series of the primitive coverings: those that are not put together from two shorter ones. `None`
    /// if a(0) is not 1. The slices must form a period of one, without a head.
    #[must_use]
    pub fn primitive(&self) -> Option<ByCopies> {
        // The shift leaves one bit for a sum of two coefficients.
        Some(ByCopies { packed: self.packed.primitive()?, ..*self })
    }
}

/// The bits of the coefficients of all polynomials that must be told from 0, and a sign: if the shift has as
/// many, what was found for the numbers holds for the polynomials.
///
/// Let Q be the denominator of the vectors, P the numerator, and p/q the quotient in lowest terms. Shown to
/// be 0 are: sums of Q's coefficients times entries of vectors, which are less than 2^walks each; and p Q - P
/// q, where P's coefficients are such sums, too. So the sums of the sizes of all coefficients, which are no
/// less than any coefficient of a product, are below 2^(Q + walks + order) and so on.
fn needed(vectors: &Series, lowest: &Series, walks: u64, shift: u64) -> u64 {
    let bits = |polynomials: &[BigInt]| {
        let all = polynomials.iter().flat_map(|number| unpacked(number, shift));
        all.fold(BigUint::default(), |sum, coefficient| sum + coefficient.magnitude()).bits()
    };
    let [large, small] = [vectors.denominator(), lowest.denominator()].map(bits);
    let order = u64::from(usize::BITS - vectors.order().leading_zeros());
    // The bits of P q, of p Q, of their difference, and of the sign.
    (large + walks + order + small).max(bits(lowest.numerator()) + large) + 2
}

/// The value of a polynomial for y = 2^shift.
fn packed(polynomial: &[BigInt], shift: u64) -> BigInt {
    polynomial.iter().rev().fold(BigInt::ZERO, |sum, coefficient| (sum << shift) + coefficient)
}

/// The polynomial that has this value for y = 2^shift, and no coefficient above 2^(shift - 1) in size.
fn unpacked(value: &BigInt, shift: u64) -> Vec<BigInt> {
    let digits = value.magnitude().to_u32_digits();
    let mut polynomial = vec![];
    let mut carry = false;
    for digit in digits.chunks(shift as usize / 32) {
        let mut coefficient = BigInt::from_biguint(Sign::Plus, BigUint::from_slice(digit)) + u8::from(carry);
        carry = coefficient.bits() >= shift;
        if carry {
            coefficient -= BigInt::from(1u8) << shift;
        }
        polynomial.push(coefficient);
    }
    polynomial.extend(carry.then(|| BigInt::from(1u8)));
    if value.sign() == Sign::Minus {
        polynomial = polynomial.into_iter().map(|coefficient| -coefficient).collect();
    }
    trimmed(polynomial)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    #[test]
    fn polynomials_are_read_off_numbers() {
        let mut random = SplitMix64::new(1);
        for shift in [64, 128] {
            for length in 0..40 {
                let mut number = || BigInt::from(random.word() as i64 >> (random.word() % 64));
                let mut polynomial: Vec<BigInt> = (0..length).map(|_| number()).collect();
                polynomial.extend((length > 0).then(|| BigInt::from(-1)));
                assert_eq!(unpacked(&packed(&polynomial, shift), shift), polynomial);
            }
        }
    }
}
