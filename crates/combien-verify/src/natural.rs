//! Natural numbers of any size: digits to the base 10^18, low ones first, no zero on top.

use std::fmt;

/// The base of the digits.
const BASE: u64 = 1_000_000_000_000_000_000;

/// A natural number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Natural(Vec<u64>);

impl Natural {
    /// Zero: no digits.
    pub const ZERO: Natural = Natural(vec![]);

    /// One.
    pub fn one() -> Natural {
        Natural(vec![1])
    }

    /// The number with these decimal digits: at least one, and no zeros before others.
    pub fn read(digits: &str) -> Option<Natural> {
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        if digits == "0" || digits.is_empty() || !is_plain {
            return (digits == "0").then_some(Natural::ZERO);
        }
        digits
            .as_bytes()
            .rchunks(18)
            .map(|chunk| str::from_utf8(chunk).ok()?.parse().ok())
            .collect::<Option<_>>()
            .map(Natural)
    }

    /// Adds another number.
    pub fn add(&mut self, other: &Natural) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let mut carry = 0;
        for (place, digit) in self.0.iter_mut().enumerate() {
            // Below 2 * 10^18 + 1, which is below 2^61.
            let sum = *digit + other.0.get(place).copied().unwrap_or(0) + carry;
            (*digit, carry) = (sum % BASE, sum / BASE);
        }
        if carry > 0 {
            self.0.push(carry);
        }
    }

    /// The product of two numbers.
    #[must_use]
    pub fn times(&self, other: &Natural) -> Natural {
        let mut product = vec![0; self.0.len() + other.0.len()];
        for (low, &digit) in self.0.iter().enumerate() {
            let mut carry = 0;
            for (place, sum) in product[low..].iter_mut().enumerate() {
                let factor = other.0.get(place).copied().unwrap_or(0);
                // Below (10^18)^2 + 2 * 10^18, which is below 2^120.
                let all = u128::from(*sum) + u128::from(digit) * u128::from(factor) + carry;
                (*sum, carry) = ((all % u128::from(BASE)) as u64, all / u128::from(BASE));
            }
        }
        while product.last() == Some(&0) {
            product.pop();
        }
        Natural(product)
    }

    /// The bytes that its digits take.
    pub fn bytes(&self) -> usize {
        8 * self.0.len()
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((top, rest)) = self.0.split_last() else { return f.write_str("0") };
        write!(f, "{top}")?;
        rest.iter().rev().try_for_each(|digit| write!(f, "{digit:018}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number that fits a machine word.
    fn natural(number: u64) -> Natural {
        let digits = [number % BASE, number / BASE];
        let length = digits.iter().rposition(|&digit| digit > 0).map_or(0, |top| top + 1);
        Natural(digits[..length].to_vec())
    }

    #[test]
    fn numbers_are_written_in_decimal() {
        for number in [0, 1, 17, BASE - 1, BASE, BASE + 5, u64::MAX] {
            assert_eq!(natural(number).to_string(), number.to_string());
        }
    }

    /// 30! and its thirtyfold sum, as any table of factorials has them.
    #[test]
    fn sums_and_products_carry() {
        let factorial = (1..=30u64).fold(Natural::one(), |product, n| product.times(&natural(n)));
        assert_eq!(factorial.to_string(), "265252859812191058636308480000000");
        let mut sum = Natural::ZERO;
        (0..30).for_each(|_| sum.add(&factorial));
        assert_eq!(sum, factorial.times(&natural(30)));
        assert_eq!(factorial.times(&Natural::ZERO), Natural::ZERO);
        let mut nines = natural(BASE - 1);
        nines.add(&Natural::one());
        assert_eq!(nines, natural(BASE));
    }

    /// Against the machine's own numbers of 128 bits.
    #[test]
    fn products_agree_with_the_machine() {
        let mut word = 88_172_645_463_325_252u64;
        let mut next = || {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            word >> (word % 64)
        };
        for _ in 0..10_000 {
            let (a, b) = (next(), next());
            let product = natural(a).times(&natural(b));
            assert_eq!(product.to_string(), (u128::from(a) * u128::from(b)).to_string());
        }
    }
}
