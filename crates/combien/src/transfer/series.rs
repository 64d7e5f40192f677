//! Generating functions that are quotients of polynomials: found, proved, and what they say of each n.

use std::collections::VecDeque;
use std::ops::Range;

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, Signed, Zero};

use super::modular::{self, Remainders, power, primes, residue, shortest, sum_of_products};
use super::slices::Move;
use super::{Automaton, Stage, Tell, TransferError};
use crate::budget::{Budget, Reason};
use crate::count::Count;
use crate::random::SplitMix64;

/// The generating function of numbers a(0), a(1), a(2), ... as a quotient p(x)/q(x) in lowest terms, with
/// integer coefficients and q(0) = 1.
///
/// So the numbers have a linear recurrence with constant coefficients, and its order is minimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// The coefficients of p, that of 1 first, the last one not 0; of zero there are none.
    pub(super) numerator: Vec<BigInt>,
    /// The coefficients of q, that of 1 first, the last one not 0.
    pub(super) denominator: Vec<BigInt>,
    /// No number a(n) has more bits than this times n / [`STRIDE`] + 1, rounded down.
    pub(super) bits: u64,
}

/// The least number of terms behind those that determine a recurrence. They only say when to stop to look for
/// one: what is found is proved afterwards.
const MORE_TERMS: usize = 20;
/// The number of terms that a recurrence is looked for in at first.
const FEW_TERMS: usize = 64;

/// The length of the walks that are counted to bound the numbers: longer ones bound them closer.
const STRIDE: u64 = 64;

impl Series {
    /// The series of the numbers of walks from the first state to an accepting one. A walk of length n is
    /// counted by a(n + `offset`); the numbers before are 0.
    ///
    /// Takes about d s words of d log(d) bits each for a recurrence of order d and s transitions, and d^2
    /// steps for each prime of 61 bits that the coefficients need.
    pub fn of(automaton: &Automaton, offset: usize, budget: &Budget) -> Result<Series, TransferError> {
        Series::telling(automaton, offset, budget, &|_| {})
    }

    /// As [`Series::of`], and tells how far it has come.
    #[doc(hidden)]
    pub fn telling(
        automaton: &Automaton,
        offset: usize,
        budget: &Budget,
        tell: Tell<'_>,
    ) -> Result<Series, TransferError> {
        let mut series = Series::unreduced(automaton, usize::MAX, budget, tell)?.in_lowest_terms(budget)?;
        if !series.numerator.is_empty() {
            series.numerator.splice(0..0, vec![BigInt::ZERO; offset]);
        }
        Ok(series)
    }

    /// The series with the denominator of the vectors `A^n f`, which need not be in lowest terms. Their
    /// recurrence must not be longer than this.
    pub(super) fn unreduced(
        automaton: &Automaton,
        longest: usize,
        budget: &Budget,
        tell: Tell<'_>,
    ) -> Result<Series, TransferError> {
        let states = automaton.states();
        // A sum of the vector's entries by random weights has, but for bad luck, the recurrence of the
        // vector.
        for seed in 0.. {
            let mut random = SplitMix64::new(seed);
            let weights: Vec<u64> = (0..states).map(|_| random.word() >> 32).collect();
            let terms = |prime, number| automaton.terms(&weights, prime, number, budget, tell);
            let (denominator, order) = recurrence(2 * states + 2, FEW_TERMS, 0, longest, terms, tell)?;
            let Some(first) = automaton.proved(&denominator, order, budget, tell)? else { continue };
            let numerator = times(&denominator, &first, order);
            let bits = automaton.bits(STRIDE, budget)?;
            return Ok(Series { numerator: trimmed(numerator), denominator, bits });
        }
        unreachable!("some weights of 64 bits are good ones")
    }

    /// The series as a quotient in lowest terms. Its order is that of the shortest recurrence modulo a prime,
    /// so no recurrence over the integers is shorter; and by a lemma of Fatou (1906) the quotient in lowest
    /// terms has integer coefficients.
    pub(super) fn in_lowest_terms(self, budget: &Budget) -> Result<Series, TransferError> {
        let most = 2 * self.order() + 2;
        let terms = |prime, number| {
            budget.check()?;
            Ok(self.residues(number, prime))
        };
        // A prime misleads only if it divides a determinant that is not 0, so from some prime on none does.
        for skipped in 0.. {
            // Few terms may obey a shorter recurrence, whatever the prime: a(0) = 1, and then 70 zeros. So
            // all are taken after the first attempt.
            let first = if skipped == 0 { FEW_TERMS } else { most };
            let (denominator, order) = recurrence(most, first, skipped, usize::MAX, terms, &|_| {})?;
            let numerator = trimmed(times(&denominator, &self.terms(0..order, budget)?, order));
            let sides = [product(&numerator, &self.denominator), product(&self.numerator, &denominator)];
            let [one, other] = sides.map(trimmed);
            if one == other {
                return Ok(Series { numerator, denominator, ..self });
            }
        }
        unreachable!("a number that is not 0 has finitely many divisors")
    }

    /// The coefficients of p, that of 1 first.
    pub fn numerator(&self) -> &[BigInt] {
        &self.numerator
    }

    /// The coefficients of q, that of 1 first, which is 1.
    pub fn denominator(&self) -> &[BigInt] {
        &self.denominator
    }

    /// The recurrence `a(n) = -q1 a(n-1) - q2 a(n-2) - ...` holds for this n and all greater ones.
    pub fn order(&self) -> usize {
        self.numerator.len().max(self.denominator.len() - 1)
    }

    /// The numbers a(n) of a range of n, by the recurrence, from a(0) on.
    ///
    /// # Errors
    ///
    /// If the budget is spent, or the numbers that are kept need more than its memory.
    pub fn terms(&self, range: Range<usize>, budget: &Budget) -> Result<Vec<BigInt>, TransferError> {
        self.terms_telling(range, budget, &|_| {})
    }

    /// As [`Series::terms`], and tells how many numbers are known.
    #[doc(hidden)]
    pub fn terms_telling(
        &self,
        range: Range<usize>,
        budget: &Budget,
        tell: Tell<'_>,
    ) -> Result<Vec<BigInt>, TransferError> {
        let (mut terms, mut bits): (VecDeque<BigInt>, u64) = (VecDeque::new(), 0);
        for n in 0..range.end {
            budget.check()?;
            tell(Stage::Numbers(n));
            let earlier = self.denominator[1..].iter().zip(terms.iter().rev());
            let sum: BigInt = earlier.map(|(coefficient, term)| coefficient * term).sum();
            let term = self.numerator.get(n).cloned().unwrap_or_default() - sum;
            bits += term.bits();
            terms.push_back(term);
            // Terms before the range are kept as long as the recurrence needs them.
            let first = n + 1 - terms.len();
            if first < range.start && terms.len() >= self.denominator.len() {
                bits -= terms.pop_front().unwrap_or_default().bits();
            }
            if bits / 8 + terms.len() as u64 * 32 > budget.memory() {
                return Err(Reason::Memory(budget.memory()).into());
            }
        }
        let before = terms.len().saturating_sub(range.len());
        Ok(terms.into_iter().skip(before).collect())
    }

    /// The first numbers modulo a number.
    fn residues(&self, number: usize, modulus: u64) -> Vec<u64> {
        let [numerator, denominator] = self.modulo(modulus);
        let minus: Vec<u64> =
            denominator[1..].iter().map(|&q| if q == 0 { 0 } else { modulus - q }).collect();
        let mut terms: Vec<u64> = Vec::with_capacity(number);
        for n in 0..number {
            let earlier = minus.iter().copied().zip(terms.iter().rev().copied());
            let first = numerator.get(n).map(|&p| (p, 1));
            terms.push(sum_of_products(earlier.chain(first), modulus));
        }
        terms
    }

    fn modulo(&self, modulus: u64) -> [Vec<u64>; 2] {
        [&self.numerator, &self.denominator]
            .map(|polynomial| polynomial.iter().map(|number| residue(number, modulus)).collect())
    }

    /// The number a(n) modulo a number that is not 0, by the algorithm of Bostan and Mori (2021): the
    /// quotient is multiplied by q(-x)/q(-x), so that its denominator is one in x^2, and n is halved. Takes
    /// d^2 log(n) products for a recurrence of order d.
    ///
    /// # Panics
    ///
    /// Panics if the modulus is 0.
    pub fn term_modulo(&self, n: u64, modulus: u64) -> u64 {
        let ([mut p, mut q], mut n) = (self.modulo(modulus), n);
        let halved = |one: &[u64], other: &[u64], parity: usize| -> Vec<u64> {
            let length = (one.len() + other.len()).saturating_sub(1);
            let coefficient = |sum: usize| {
                let places = (sum + 1).saturating_sub(other.len())..one.len().min(sum + 1);
                sum_of_products(places.map(|place| (one[place], other[sum - place])), modulus)
            };
            (parity..length).step_by(2).map(coefficient).collect()
        };
        while n > 0 && !p.is_empty() {
            let alternating =
                |(place, &q): (usize, &u64)| if place % 2 == 1 && q > 0 { modulus - q } else { q };
            let reflected: Vec<u64> = q.iter().enumerate().map(alternating).collect();
            p = halved(&p, &reflected, n as usize & 1);
            q = halved(&q, &reflected, 0);
            n >>= 1;
        }
        p.first().map_or(0, |&first| first % modulus)
    }

    /// No number up to a(n) has more bits.
    pub(super) fn bits_of(&self, n: u64) -> u64 {
        (n / STRIDE + 1).saturating_mul(self.bits)
    }

    /// The number a(n), exact: from its residues modulo primes, as many as a number of that size needs.
    pub fn term(&self, n: u64, budget: &Budget) -> Result<Count, TransferError> {
        let mut number = Remainders::new(1);
        let needed = self.bits_of(n);
        if needed / 8 > budget.memory() {
            return Err(Reason::Memory(budget.memory()).into());
        }
        for prime in primes() {
            budget.check()?;
            number.add(&[self.term_modulo(n, prime)], prime);
            if number.bits() > needed {
                break;
            }
        }
        Ok(number.natural().pop().unwrap_or_default().into())
    }

    /// The series of the primitive coverings: those that are not put together from two shorter ones. For a
    /// series F with a(0) = 1 it is `1 - 1/F`, whose own a(0) is 0. Returns `None` if a(0) is another number.
    ///
    /// The slices must form a period of one, without a head. For a strip the coverings are *fault-free*: no
    /// straight line between two slices cuts the strip without cutting a piece.
    #[must_use]
    pub fn primitive(&self) -> Option<Series> {
        if !self.numerator.first().is_some_and(One::is_one) {
            return None;
        }
        let length = self.numerator.len().max(self.denominator.len());
        let at = |of: &[BigInt], place: usize| of.get(place).cloned().unwrap_or_default();
        let difference = (0..length).map(|place| at(&self.numerator, place) - at(&self.denominator, place));
        let (numerator, denominator) = (trimmed(difference.collect()), self.numerator.clone());
        Some(Series { numerator, denominator, bits: self.bits })
    }
}

/// Arithmetic of the numbers, for sums over motions.
impl Series {
    /// The number a(0), and then only zeros.
    pub(super) fn constant(number: u32) -> Series {
        Series { numerator: trimmed(vec![number.into()]), denominator: vec![BigInt::one()], bits: 32 }
    }

    /// The numbers a(n) + b(n).
    pub(super) fn plus(&self, other: &Series, budget: &Budget) -> Result<Series, TransferError> {
        let one = product(&self.numerator, &other.denominator);
        let two = product(&other.numerator, &self.denominator);
        let (long, short) = if one.len() < two.len() { (two, one) } else { (one, two) };
        let mut numerator = long;
        numerator.iter_mut().zip(short).for_each(|(sum, more)| *sum += more);
        let denominator = product(&self.denominator, &other.denominator);
        let bits = self.bits.max(other.bits) + 1;
        Series { numerator: trimmed(numerator), denominator, bits }.in_lowest_terms(budget)
    }

    /// The number a(n) becomes that of `2 * n - back`, and the other numbers are 0. A number whose place
    /// would be negative must be 0.
    pub(super) fn stretched(&self, back: usize) -> Series {
        let spread = |polynomial: &[BigInt]| {
            let pairs = polynomial.iter().flat_map(|number| [number.clone(), BigInt::ZERO]);
            trimmed(pairs.collect())
        };
        let numerator = spread(&self.numerator).into_iter().skip(back).collect();
        Series { numerator, denominator: spread(&self.denominator), bits: self.bits }
    }

    /// The numbers, each mapped in this way, which must be linear.
    pub(super) fn mapped(mut self, bits: u64, map: impl Fn(&BigInt) -> BigInt) -> Series {
        self.numerator = self.numerator.iter().map(map).collect();
        Series { bits, ..self }
    }
}

impl Automaton {
    /// The bits of the greatest number of walks from one state that are no longer than this. A longer walk is
    /// put together from such ones, and the bits of a product are at most the sum of those of its factors.
    pub(super) fn bits(&self, length: u64, budget: &Budget) -> Result<u64, TransferError> {
        let mut walks = vec![BigUint::one(); self.states()];
        let mut bits = 1;
        for _ in 0..length {
            budget.check()?;
            let count = |moves: &Vec<Move>| moves.iter().map(|step| &walks[step.to] * step.ways).sum();
            walks = self.moves.iter().map(count).collect();
            bits = bits.max(walks.iter().map(BigUint::bits).max().unwrap_or(0));
        }
        Ok(bits)
    }

    /// The sums of the entries of `A^n f` by weights, modulo a prime, for the first n.
    fn terms(
        &self,
        weights: &[u64],
        prime: u64,
        number: usize,
        budget: &Budget,
        tell: Tell<'_>,
    ) -> Result<Vec<u64>, TransferError> {
        let powers: Vec<u64> =
            (0..=self.most_copies()).map(|copies| power(2, u64::from(copies) * self.shift, prime)).collect();
        let weight = |step: &Move| modular::product(step.ways % prime, powers[step.copies as usize], prime);
        let moves: Vec<Vec<(usize, u64)>> = self
            .moves
            .iter()
            .map(|moves| moves.iter().map(|step| (step.to, weight(step))).collect())
            .collect();
        let mut vector: Vec<u64> = self.accepting.iter().map(|&is_accepting| is_accepting.into()).collect();
        let mut terms = Vec::with_capacity(number);
        for _ in 0..number {
            budget.check()?;
            tell(Stage::Terms(terms.len()));
            terms.push(sum_of_products(weights.iter().copied().zip(vector.iter().copied()), prime));
            let entry = |moves: &Vec<(usize, u64)>| {
                sum_of_products(moves.iter().map(|&(to, weight)| (weight, vector[to])), prime)
            };
            vector = moves.iter().map(entry).collect();
        }
        Ok(terms)
    }

    /// Do the vectors `A^n f` have this recurrence? Then the numbers of walks from the first state, up to the
    /// order.
    fn proved(
        &self,
        recurrence: &[BigInt],
        order: usize,
        budget: &Budget,
        tell: Tell<'_>,
    ) -> Result<Option<Vec<BigInt>>, TransferError> {
        let mut vector: Vec<BigUint> =
            self.accepting.iter().map(|&is_accepting| u8::from(is_accepting).into()).collect();
        let mut sums = vec![BigInt::ZERO; self.states()];
        let mut terms = vec![];
        for n in 0..=order {
            budget.check()?;
            tell(Stage::Vectors(n));
            if let Some(coefficient) = recurrence.get(order - n) {
                let bits: u64 = vector.iter().map(BigUint::bits).sum();
                if bits / 4 > budget.memory() {
                    return Err(Reason::Memory(budget.memory()).into());
                }
                for (sum, entry) in sums.iter_mut().zip(&vector) {
                    *sum += BigInt::from_biguint(Sign::Plus, entry * coefficient.magnitude())
                        * coefficient.signum();
                }
            }
            if n < order {
                terms.push(BigInt::from(vector[self.start].clone()));
                let weighted =
                    |step: &Move| (&vector[step.to] * step.ways) << (u64::from(step.copies) * self.shift);
                vector = self.moves.iter().map(|moves| moves.iter().map(weighted).sum()).collect();
            }
        }
        Ok(sums.iter().all(Zero::is_zero).then_some(terms))
    }
}

/// The shortest recurrence of integers that are known modulo primes, with its order. `most` terms are enough
/// for any prime; the first primes may be skipped. The integers must have a recurrence whose coefficients are
/// integers; if it is longer than `longest`, an error is returned.
fn recurrence(
    most: usize,
    first: usize,
    skipped: usize,
    longest: usize,
    terms: impl Fn(u64, usize) -> Result<Vec<u64>, TransferError>,
    tell: Tell<'_>,
) -> Result<(Vec<BigInt>, usize), TransferError> {
    let (mut number, mut order) = (most.min(first), 0);
    let mut coefficients = Remainders::new(1);
    for (known, prime) in primes().skip(skipped).enumerate() {
        tell(Stage::Primes(known));
        let (found, its_order) = loop {
            let (found, order) = shortest(&terms(prime, number)?, prime);
            if 2 * order + MORE_TERMS <= number || number >= most {
                break (found, order);
            }
            number = most.min(2 * number);
        };
        if its_order < order {
            // An unlucky prime: it divides a determinant.
            continue;
        }
        if its_order > longest {
            return Err(TransferError::TooManyCoefficients);
        }
        if its_order > order {
            // All primes before were unlucky, or this is the first one.
            (order, number) = (its_order, most.min(2 * its_order + MORE_TERMS));
            coefficients = Remainders::new(order + 1);
        }
        let padded: Vec<u64> = (0..=order).map(|place| found.get(place).copied().unwrap_or(0)).collect();
        if coefficients.add(&padded, prime) {
            break;
        }
    }
    Ok((trimmed(coefficients.integers()), order))
}

/// Without zeros at the end.
pub(super) fn trimmed(mut polynomial: Vec<BigInt>) -> Vec<BigInt> {
    let length = polynomial.iter().rposition(|number| !number.is_zero()).map_or(0, |last| last + 1);
    polynomial.truncate(length);
    polynomial
}

/// The first coefficients of a product.
fn times(one: &[BigInt], other: &[BigInt], length: usize) -> Vec<BigInt> {
    let coefficient = |sum: usize| {
        let places = (sum + 1).saturating_sub(other.len())..one.len().min(sum + 1);
        places.map(|place| &one[place] * &other[sum - place]).sum()
    };
    (0..length).map(coefficient).collect()
}

fn product(one: &[BigInt], other: &[BigInt]) -> Vec<BigInt> {
    times(one, other, (one.len() + other.len()).saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polynomial(coefficients: &[i32]) -> Vec<BigInt> {
        coefficients.iter().map(|&number| number.into()).collect()
    }

    /// Its first 64 numbers obey a shorter recurrence.
    #[test]
    fn a_long_piece_alone_has_a_long_recurrence() {
        let mut denominator = polynomial(&[1; 71]);
        denominator[1..70].fill(0.into());
        denominator[70] = (-1).into();
        let series = Series { numerator: polynomial(&[1]), denominator: denominator.clone(), bits: 1 };
        let found = series.in_lowest_terms(&Budget::default()).unwrap();
        assert_eq!((found.numerator, found.denominator), (polynomial(&[1]), denominator));
    }

    /// Fibonacci's quotient times (1 - 2x)(1 + x^3), and 2^n times 1 + x + x^2.
    #[test]
    fn common_factors_are_cancelled() {
        for (common, p, q) in [
            (&[1, -2, 0, 1, -2][..], &[1][..], &[1, -1, -1][..]),
            (&[1, 1, 1], &[1], &[1, -2]),
            (&[1, 0, -7], &[], &[1]),
            (&[1], &[0, 0, 5, 1], &[1, -3, 0, 2]),
        ] {
            let [p, q, common] = [p, q, common].map(polynomial);
            let [numerator, denominator] = [&p, &q].map(|of| product(of, &common));
            let series = Series { numerator, denominator, bits: 1 };
            let series = series.in_lowest_terms(&Budget::UNLIMITED).unwrap();
            assert_eq!((series.numerator, series.denominator), (p, q));
        }
    }
}
