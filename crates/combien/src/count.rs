//! Exact natural numbers of any size, cheap while they are small.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};
use std::str::FromStr;

use num_bigint::BigUint;

/// An exact natural number of any size. It never wraps.
///
/// ```
/// use combien::Count;
/// let squares = Count::from(u128::MAX) * Count::from(2u64);
/// assert_eq!(squares.to_string(), "680564733841876926926749214863536422910");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Count(Repr);

/// Invariant: `Big` holds only numbers beyond `u128::MAX`, so that equal numbers have equal representations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Repr {
    Word(u128),
    Big(BigUint),
}

/// Zero.
impl Default for Count {
    fn default() -> Count {
        Count::ZERO
    }
}

impl Count {
    /// None.
    pub const ZERO: Count = Count(Repr::Word(0));
    /// One.
    pub const ONE: Count = Count(Repr::Word(1));

    /// Is it zero?
    pub fn is_zero(&self) -> bool {
        *self == Count::ZERO
    }

    /// The number as a `u64`, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        match self.0 {
            Repr::Word(word) => u64::try_from(word).ok(),
            Repr::Big(_) => None,
        }
    }

    /// The difference, or `None` if it is negative.
    pub fn checked_sub(&self, other: &Count) -> Option<Count> {
        if let (Repr::Word(a), Repr::Word(b)) = (&self.0, &other.0) {
            return a.checked_sub(*b).map(Count::from);
        }
        (self >= other).then(|| Count::from(self.to_biguint() - other.to_biguint()))
    }

    /// The quotient and the remainder.
    ///
    /// # Panics
    ///
    /// Panics if the divisor is zero.
    pub fn divided_by(&self, divisor: &Count) -> (Count, Count) {
        if let (Repr::Word(a), Repr::Word(b)) = (&self.0, &divisor.0) {
            return (Count::from(a / b), Count::from(a % b));
        }
        let (big, divisor) = (self.to_biguint(), divisor.to_biguint());
        (Count::from(&big / &divisor), Count::from(&big % &divisor))
    }

    /// The quotient as a floating-point number; not a number if the divisor is zero. The relative error is at
    /// most 2^-50, if the quotient is not too large or too small for the type.
    pub fn ratio(&self, divisor: &Count) -> f64 {
        // The leading 64 bits, and how many follow.
        let leading = |count: &Count| match &count.0 {
            Repr::Word(word) => (*word as f64, 0),
            Repr::Big(big) => {
                let dropped = big.bits().saturating_sub(64);
                let digits = (big >> dropped).to_u64_digits();
                (digits.first().copied().unwrap_or(0) as f64, dropped as i32)
            }
        };
        let ((a, more), (b, fewer)) = (leading(self), leading(divisor));
        a / b * f64::from(more - fewer).exp2()
    }

    /// The bytes that it uses on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        match &self.0 {
            Repr::Word(_) => 0,
            Repr::Big(big) => big.bits().div_ceil(64) as usize * size_of::<u64>(),
        }
    }

    /// The number with these digits in base 2^64, lowest first.
    pub(crate) fn from_words(words: &[u64]) -> Count {
        let halves = words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
        match *words {
            [] => Count::ZERO,
            [low] => Count::from(low),
            [low, high] => Count::from(u128::from(high) << 64 | u128::from(low)),
            _ => Count::from(BigUint::new(halves.collect())),
        }
    }

    /// The number as a big integer of the `num-bigint` crate.
    pub fn to_biguint(&self) -> BigUint {
        match &self.0 {
            Repr::Word(word) => BigUint::from(*word),
            Repr::Big(big) => big.clone(),
        }
    }
}

impl From<u64> for Count {
    fn from(word: u64) -> Count {
        Count(Repr::Word(word.into()))
    }
}

impl From<u128> for Count {
    fn from(word: u128) -> Count {
        Count(Repr::Word(word))
    }
}

impl From<BigUint> for Count {
    fn from(big: BigUint) -> Count {
        Count(u128::try_from(&big).map_or(Repr::Big(big), Repr::Word))
    }
}

impl Add for &Count {
    type Output = Count;
    fn add(self, other: &Count) -> Count {
        if let (Repr::Word(a), Repr::Word(b)) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            return Count(Repr::Word(sum));
        }
        Count::from(self.to_biguint() + other.to_biguint())
    }
}

impl Mul for &Count {
    type Output = Count;
    fn mul(self, other: &Count) -> Count {
        if let (Repr::Word(a), Repr::Word(b)) = (&self.0, &other.0)
            && let Some(product) = a.checked_mul(*b)
        {
            return Count(Repr::Word(product));
        }
        Count::from(self.to_biguint() * other.to_biguint())
    }
}

impl Add for Count {
    type Output = Count;
    fn add(self, other: Count) -> Count {
        &self + &other
    }
}

impl Mul for Count {
    type Output = Count;
    fn mul(self, other: Count) -> Count {
        &self * &other
    }
}

impl AddAssign<&Count> for Count {
    fn add_assign(&mut self, other: &Count) {
        *self = &*self + other;
    }
}

impl Sum for Count {
    fn sum<I: Iterator<Item = Count>>(counts: I) -> Count {
        counts.fold(Count::ZERO, |sum, count| &sum + &count)
    }
}

impl PartialOrd for Count {
    fn partial_cmp(&self, other: &Count) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Count {
    fn cmp(&self, other: &Count) -> std::cmp::Ordering {
        match (&self.0, &other.0) {
            (Repr::Word(a), Repr::Word(b)) => a.cmp(b),
            (Repr::Word(_), Repr::Big(_)) => std::cmp::Ordering::Less,
            (Repr::Big(_), Repr::Word(_)) => std::cmp::Ordering::Greater,
            (Repr::Big(a), Repr::Big(b)) => a.cmp(b),
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Word(word) => word.fmt(f),
            Repr::Big(big) => big.fmt(f),
        }
    }
}

impl FromStr for Count {
    type Err = num_bigint::ParseBigIntError;
    fn from_str(digits: &str) -> Result<Count, Self::Err> {
        digits.parse::<BigUint>().map(Count::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Around the border of `u128` every operation agrees with plain big integers.
        #[test]
        fn agrees_with_big_integers(a: u128, b: u128, shift in 0u32..128) {
            let (a, b) = (Count::from(a >> shift), Count::from(b));
            let (x, y) = (a.to_biguint(), b.to_biguint());
            prop_assert_eq!((&a + &b).to_biguint(), &x + &y);
            prop_assert_eq!((&a * &b).to_biguint(), &x * &y);
            prop_assert_eq!(a.cmp(&b), x.cmp(&y));
            prop_assert_eq!((&a + &b).checked_sub(&a), Some(b.clone()));
            prop_assert_eq!(a.checked_sub(&(&a + &b)), b.is_zero().then_some(Count::ZERO));
            prop_assert_eq!((&a * &b).cmp(&b), (&x * &y).cmp(&y));
            prop_assume!(!b.is_zero());
            let ratio = (&a * &Count::from(u128::MAX)).ratio(&(&b * &Count::from(u128::MAX)));
            prop_assert!((ratio - a.ratio(&b)).abs() <= ratio * 1e-14);
            prop_assert_eq!(a.divided_by(&b), (Count::from(&x / &y), Count::from(&x % &y)));
            prop_assert_eq!((&a * &b).to_string().parse::<Count>().unwrap(), &a * &b);
        }
    }

    #[test]
    fn words_are_digits() {
        assert_eq!(Count::from_words(&[]), Count::ZERO);
        assert_eq!(Count::from_words(&[7, 0, 0]), Count::from(7u64));
        assert_eq!(Count::from_words(&[0, 1, 0]), Count::from(1u128 << 64));
        assert_eq!(Count::from_words(&[0, 0, 1]), Count::from(u128::MAX) + Count::ONE);
    }

    #[test]
    fn sums_and_narrows() {
        let total: Count = (1..=10u64).map(Count::from).sum();
        assert_eq!(total.to_u64(), Some(55));
        assert_eq!((Count::from(u128::MAX) + Count::ONE).to_u64(), None);
        assert!(Count::ZERO.is_zero() && !Count::ONE.is_zero());
    }
}
