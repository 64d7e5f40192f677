//! A number from its residues modulo many primes: Chinese remainders, in a mixed radix (Garner, 1959).

use crate::count::Count;

/// The digits of a number to the bases of the primes that are known so far, low ones first. Any number below
/// their product has exactly one list of digits.
#[derive(Debug)]
pub(super) struct MixedRadix {
    primes: Vec<u32>,
    digits: Vec<u32>,
    /// The number has no more bits than the product of the primes and this.
    missing_bits: f64,
    /// The number of primes whose product exceeds the number, if no bits are missing.
    enough: usize,
}

impl MixedRadix {
    /// The digits of a number with this maximum number of bits, before any digit is known.
    pub(super) fn of_bits(bits: f64) -> MixedRadix {
        MixedRadix { primes: vec![], digits: vec![], missing_bits: bits, enough: 0 }
    }

    /// Are there enough primes, and one more to check the others?
    pub(super) fn is_complete(&self) -> bool {
        self.missing_bits < 0.0 && self.primes.len() > self.enough
    }

    /// Adds a residue modulo another prime. Linear in the number of primes.
    pub(super) fn push(&mut self, residue: u32, prime: u32) {
        let p = u64::from(prime);
        let (mut value, mut place) = (0u64, 1u64);
        for (&digit, &base) in self.digits.iter().zip(&self.primes) {
            value = (value + u64::from(digit) * place) % p;
            place = place * u64::from(base) % p;
        }
        let missing = (u64::from(residue) + p - value) % p;
        self.digits.push((missing * power(place, p - 2, p) % p) as u32);
        self.primes.push(prime);
        if self.missing_bits >= 0.0 {
            self.missing_bits -= bits_of(prime);
            self.enough += 1;
        }
    }

    /// Are the digits beyond the size of the number zero? They are if all residues are right, and hardly ever
    /// otherwise.
    pub(super) fn is_sound(&self) -> bool {
        self.digits.iter().skip(self.enough).all(|&digit| digit == 0)
    }

    /// The number. Quadratic in the number of primes.
    pub(super) fn number(&self) -> Count {
        let mut words: Vec<u64> = vec![];
        for (&digit, &base) in self.digits.iter().zip(&self.primes).rev() {
            let mut carry = u128::from(digit);
            for word in &mut words {
                carry += u128::from(*word) * u128::from(base);
                *word = carry as u64;
                carry >>= 64;
            }
            if carry > 0 {
                words.push(carry as u64);
            }
        }
        Count::from_words(&words)
    }
}

/// Logarithms are wrong by less than this part: a sum of at most 2^32 of them, each rounded to 53 bits.
pub(super) const SLACK: f64 = 1e-6;

/// The bits of a prime, rather too few.
pub(super) fn bits_of(prime: u32) -> f64 {
    f64::from(prime).log2() * (1.0 - SLACK)
}

fn power(mut base: u64, mut exponent: u64, p: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % p;
        }
        base = base * base % p;
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::pfaffian::field::{LIMIT, primes_below};
    use num_bigint::BigUint;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_number_comes_back_from_its_residues(words in prop::collection::vec(any::<u32>(), 0..20)) {
            let number = BigUint::new(words.clone());
            let mut digits = MixedRadix::of_bits(number.bits() as f64);
            for prime in primes_below(LIMIT) {
                if digits.is_complete() {
                    break;
                }
                let residue = &number % prime;
                digits.push(residue.to_u32_digits().first().copied().unwrap_or(0), prime);
            }
            prop_assert_eq!(digits.number().to_biguint(), number.clone());
            prop_assert!(digits.is_sound());
            let (enough, spare) = digits.primes.split_at(digits.enough);
            prop_assert_eq!(spare.len(), 1);
            prop_assert!(number.clone() < enough.iter().map(|&prime| BigUint::from(prime)).product::<BigUint>());
            // A wrong residue is noticed.
            let spare = digits.enough;
            digits.digits[spare] = 1;
            prop_assert!(!digits.is_sound());
        }
    }
}
