//! How fast numbers with a linear recurrence grow: the least positive root of a polynomial, within bounds.

use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, Zero};

use super::{Series, TransferError};
use crate::budget::Budget;
use crate::count::Count;

/// The growth rate of the numbers of a [`Series`]: the limit superior of the n-th root of a(n).
#[derive(Clone, Debug, PartialEq)]
pub struct Growth {
    /// The pole of the series lies between these two multiples of 2^-`bits`, or at both if they are equal.
    low: BigInt,
    high: BigInt,
    bits: u64,
    /// The constant C such that a(n) is about C times the growth rate to the power n, for those n that leave
    /// the remainder `class.0` modulo `class.1`; the other numbers are 0. `None` if the numbers are not of
    /// this kind, or C is not known to nine digits.
    ///
    /// C is a floating-point number, and supposes that no other pole is as near to 0, which is not checked.
    pub constant: Option<f64>,
    /// See `constant`.
    pub class: (usize, usize),
}

/// Roots that are nearer to each other than 2^-MOST_BITS are not told apart.
const MOST_BITS: u64 = 64;
/// The width of the bounds of a root is at most the root times 2^(1-PRECISION).
const PRECISION: u64 = 96;

impl Growth {
    /// The growth rate in decimal, rounded down and rounded up, with this number of places.
    pub fn bounds(&self, places: usize) -> [String; 2] {
        let scaled = BigInt::from(10u8).pow(places as u32) << self.bits;
        let below = &scaled / &self.high;
        let above = (&scaled + &self.low - BigInt::one()) / &self.low;
        [below, above].map(|number| {
            let digits = format!("{number:0>width$}", width = places + 1);
            let (whole, rest) = digits.split_at(digits.len() - places);
            format!("{whole}.{rest}")
        })
    }
}

/// The two bounds with 15 places.
impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [below, above] = self.bounds(15);
        if below == above { f.write_str(&below) } else { write!(f, "{below} to {above}") }
    }
}

impl Series {
    /// How fast the numbers grow, if they are not negative; `None` if they are 0 from some n on, or if the
    /// least two positive roots of q cannot be told apart.
    ///
    /// The radius of convergence of a series without negative coefficients is one of its poles (Pringsheim),
    /// so it is the least positive root of q. Descartes' rule of signs tells whether an interval has no root
    /// or just one; any other is cut into halves (Collins and Akritas, 1976). All numbers in this are
    /// exact. Takes about d^2 additions of integers for each interval, for a recurrence of order d.
    pub fn growth(&self, budget: &Budget) -> Result<Option<Growth>, TransferError> {
        let Some((low, high, bits)) = least_root(self.denominator(), budget)? else { return Ok(None) };
        let mut growth = Growth { low, high, bits, constant: None, class: (0, 1) };
        if let Some(class) = self.class() {
            let [one, other] =
                [&growth.low, &growth.high].map(|root| self.residue_at(root, bits) * class.1 as f64);
            growth.class = class;
            growth.constant = ((one - other).abs() <= one.abs() * 1e-9).then_some(one);
        }
        Ok(Some(growth))
    }

    /// The remainder and the modulus of those n that have numbers other than 0, if q is a polynomial in a
    /// power of x, and p too, up to a power of x.
    fn class(&self) -> Option<(usize, usize)> {
        let places = |of: &[BigInt]| -> Vec<usize> {
            of.iter().enumerate().filter(|(_, number)| !number.is_zero()).map(|(place, _)| place).collect()
        };
        let modulus = places(self.denominator()).into_iter().fold(0, gcd);
        let numerator = places(self.numerator());
        let remainder = numerator.first()? % modulus;
        numerator.iter().all(|place| place % modulus == remainder).then_some((remainder, modulus))
    }

    /// Near a pole r: what a(n) r^n tends to, -p(r)/(r q'(r)).
    fn residue_at(&self, root: &BigInt, bits: u64) -> f64 {
        let derivative: Vec<BigInt> =
            self.denominator().iter().enumerate().skip(1).map(|(place, number)| number * place).collect();
        let (p, q) = (value(self.numerator(), root, bits), value(&derivative, root, bits));
        let scale = |polynomial: &[BigInt]| bits * (polynomial.len() as u64 - 1);
        let above = p.clone() << (scale(&derivative) + bits);
        let below = (&q * root) << scale(self.numerator());
        let size = |number: BigInt| Count::from(number.into_parts().1);
        let sign = if p.sign() == q.sign() { -1.0 } else { 1.0 };
        sign * size(above).ratio(&size(below))
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A polynomial of degree d at a multiple of 2^-bits, times 2^(d bits).
fn value(polynomial: &[BigInt], at: &BigInt, bits: u64) -> BigInt {
    let mut scale = BigUint::one();
    let mut sum = BigInt::ZERO;
    for coefficient in polynomial.iter().rev() {
        sum = sum * at + coefficient * BigInt::from_biguint(Sign::Plus, scale.clone());
        scale <<= bits;
    }
    sum
}

/// The polynomial with x + 1 in place of x.
fn shift(polynomial: &mut [BigInt]) {
    for low in 0..polynomial.len() {
        for place in (low..polynomial.len().saturating_sub(1)).rev() {
            let (left, right) = polynomial.split_at_mut(place + 1);
            left[place] += &right[0];
        }
    }
}

/// How often the signs change of (1 + x)^d p(1/(1 + x)): the number of roots between 0 and 1, or more by an
/// even number (Descartes).
fn sign_changes(polynomial: &[BigInt]) -> usize {
    let mut reversed: Vec<BigInt> = polynomial.iter().rev().cloned().collect();
    shift(&mut reversed);
    let signs: Vec<Sign> = reversed.iter().map(BigInt::sign).filter(|&sign| sign != Sign::NoSign).collect();
    signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// The least root in (0, 1] of a polynomial that is 1 at 0, between two multiples of 2^-bits: low, high,
/// bits. `None` if there is none, or if it cannot be told from another one.
fn least_root(
    polynomial: &[BigInt],
    budget: &Budget,
) -> Result<Option<(BigInt, BigInt, u64)>, TransferError> {
    // Intervals from place * 2^-bits to the next one, the leftmost last, each with the polynomial that is
    // stretched so that the interval lies from 0 to 1. There is no root left of the last one.
    let mut left = vec![(polynomial.to_vec(), BigInt::ZERO, 0u64)];
    while let Some((mut stretched, place, bits)) = left.pop() {
        budget.check()?;
        let end: BigInt = &place + 1;
        match sign_changes(&stretched) {
            0 if stretched.iter().sum::<BigInt>().is_zero() => return Ok(Some((end.clone(), end, bits))),
            0 => {}
            1 => return Ok(Some(narrowed(polynomial, place, end, bits))),
            _ if bits == MOST_BITS => return Ok(None),
            _ => {
                let degree = stretched.len() - 1;
                for (power, coefficient) in stretched.iter_mut().enumerate() {
                    *coefficient <<= degree - power;
                }
                let mut right = stretched.clone();
                shift(&mut right);
                left.push((right, &place * 2 + 1, bits + 1));
                left.push((stretched, place * 2, bits + 1));
            }
        }
    }
    Ok(None)
}

/// Narrower bounds of the only root between two, by bisection. The polynomial is positive below the root.
fn narrowed(polynomial: &[BigInt], low: BigInt, high: BigInt, bits: u64) -> (BigInt, BigInt, u64) {
    let (mut low, mut high, mut bits) = (low, high, bits);
    while low.bits() < PRECISION {
        let middle = &low + &high;
        (low, high, bits) = (low * 2, high * 2, bits + 1);
        match value(polynomial, &middle, bits).sign() {
            Sign::Plus => low = middle,
            Sign::NoSign => return (middle.clone(), middle, bits),
            Sign::Minus => high = middle,
        }
    }
    (low, high, bits)
}
