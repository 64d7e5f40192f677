//! Arithmetic modulo primes of 61 bits: shortest recurrences, and integers from their residues.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::ToPrimitive;

/// The primes below 2^61, the greatest first.
pub(super) fn primes() -> impl Iterator<Item = u64> {
    (0u64..).map(|step| (1 << 61) - 1 - 2 * step).filter(|&n| is_prime(n))
}

/// Miller and Rabin's test with the bases that suffice below 3 * 10^24 (Sorenson and Webster, 2015), for
/// odd numbers above them.
fn is_prime(n: u64) -> bool {
    const BASES: [u64; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];
    let twos = (n - 1).trailing_zeros();
    BASES.iter().all(|&base| !n.is_multiple_of(base))
        && BASES.iter().all(|&base| {
            let mut power = power(base, (n - 1) >> twos, n);
            power == 1
                || (0..twos).any(|_| {
                    let is_minus_one = power == n - 1;
                    power = product(power, power, n);
                    is_minus_one
                })
        })
}

/// The number modulo a modulus. A division of 128 bits takes some thirty times as long as a multiplication, and
/// the primes used here are 2^61 - k for a small k, so 2^61 is k: a number h 2^61 + l is h k + l.
fn reduced(mut number: u128, modulus: u64) -> u64 {
    const MASK: u128 = (1 << 61) - 1;
    let k = (1u64 << 61).wrapping_sub(modulus);
    // With such a k, three or four rounds leave 61 bits, which are less than two times the modulus.
    if k >= 1 << 30 {
        return (number % u128::from(modulus)) as u64;
    }
    while number > MASK {
        number = (number >> 61) * u128::from(k) + (number & MASK);
    }
    let number = number as u64;
    if number >= modulus { number - modulus } else { number }
}

pub(super) fn product(a: u64, b: u64, modulus: u64) -> u64 {
    reduced(u128::from(a) * u128::from(b), modulus)
}

pub(super) fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut power = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = product(power, base, modulus);
        }
        base = product(base, base, modulus);
        exponent >>= 1;
    }
    power
}

/// The inverse modulo a prime; 0 of 0.
fn inverse(number: u64, prime: u64) -> u64 {
    power(number, prime - 2, prime)
}

/// The sum of the products of pairs of residues.
pub(super) fn sum_of_products(mut pairs: impl Iterator<Item = (u64, u64)>, modulus: u64) -> u64 {
    // Below 2^61, a residue and 32 products are below 2^128; else a residue and one product are.
    let batch = if modulus < 1 << 61 { 32 } else { 1 };
    let mut sum = 0u64;
    loop {
        let (mut met, mut all) = (0, u128::from(sum));
        for (a, b) in pairs.by_ref().take(batch) {
            all += u128::from(a) * u128::from(b);
            met += 1;
        }
        sum = reduced(all, modulus);
        if met < batch {
            return sum;
        }
    }
}

/// The residue of an integer.
pub(super) fn residue(number: &BigInt, modulus: u64) -> u64 {
    let size = (number.magnitude() % modulus).to_u64().unwrap_or_default();
    if number.sign() == Sign::Minus && size > 0 { modulus - size } else { size }
}

/// The shortest linear recurrence of some terms modulo a prime (Berlekamp 1968, Massey 1969): 1, c1, c2, and
/// so on, such that `a(n) + c1 a(n-1) + c2 a(n-2) + ... = 0` from the term on whose number is its order, the
/// second value. The last coefficients may be 0. Quadratic in the number of terms.
pub(super) fn shortest(terms: &[u64], prime: u64) -> (Vec<u64>, usize) {
    let (mut now, mut before) = (vec![1], vec![1]);
    let (mut order, mut since, mut last) = (0, 1, 1);
    for n in 0..terms.len() {
        let wrong = sum_of_products(now.iter().copied().zip(terms[..=n].iter().rev().copied()), prime);
        if wrong == 0 {
            since += 1;
            continue;
        }
        let (kept, factor) = (now.clone(), product(prime - wrong, inverse(last, prime), prime));
        now.resize(now.len().max(before.len() + since), 0);
        for (coefficient, &old) in now[since..].iter_mut().zip(&before) {
            *coefficient = (*coefficient + product(factor, old, prime)) % prime;
        }
        if 2 * order <= n {
            (order, before, last, since) = (n + 1 - order, kept, wrong, 1);
        } else {
            since += 1;
        }
    }
    now.truncate(order + 1);
    (now, order)
}

/// Integers from their residues modulo more and more primes (Chinese remainders, step by step).
pub(super) struct Remainders {
    values: Vec<BigUint>,
    /// The product of the primes.
    modulus: BigUint,
}

impl Remainders {
    pub(super) fn new(length: usize) -> Remainders {
        Remainders { values: vec![BigUint::default(); length], modulus: BigUint::from(1u8) }
    }

    /// The bits of the product of the primes.
    pub(super) fn bits(&self) -> u64 {
        self.modulus.bits()
    }

    /// Takes the residues modulo a further prime. Returns whether the integers of least size were these
    /// already.
    pub(super) fn add(&mut self, residues: &[u64], prime: u64) -> bool {
        let of = |number: &BigUint| (number % prime).to_u64().unwrap_or_default();
        let (inverse, mut is_known) = (inverse(of(&self.modulus), prime), true);
        for (value, residue) in self.values.iter_mut().zip(residues) {
            let times = product(residue + prime - of(value), inverse, prime);
            is_known &= times == 0 || times == prime - 1;
            *value += &self.modulus * times;
        }
        self.modulus *= prime;
        is_known
    }

    /// The natural numbers below the product of the primes.
    pub(super) fn natural(self) -> Vec<BigUint> {
        self.values
    }

    /// The integers of least size.
    pub(super) fn integers(self) -> Vec<BigInt> {
        let modulus = BigInt::from(self.modulus);
        let integer = |value: BigUint| {
            let value = BigInt::from(value);
            if &value * 2 > modulus { value - &modulus } else { value }
        };
        self.values.into_iter().map(integer).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The greatest primes below 2^61, as the list of the Prime Pages has them: 2^61 - k for these k.
    #[test]
    fn the_first_primes_are_those_of_a_table() {
        let found: Vec<u64> = primes().take(10).map(|prime| (1 << 61) - prime).collect();
        assert_eq!(found, [1, 31, 45, 229, 259, 283, 339, 391, 403, 465]);
    }

    #[test]
    fn integers_come_back() {
        let numbers = [-3i128, 0, 17, i128::from(i64::MIN) * 1_000_003, i128::MAX / 5];
        let mut remainders = Remainders::new(numbers.len());
        let known: Vec<bool> = primes()
            .take(4)
            .map(|prime| {
                let residues: Vec<u64> =
                    numbers.iter().map(|&number| residue(&BigInt::from(number), prime)).collect();
                remainders.add(&residues, prime)
            })
            .collect();
        assert_eq!(known, [false, false, false, true]);
        assert_eq!(remainders.integers(), numbers.map(BigInt::from));
    }

    /// Fibonacci's numbers, and numbers of which a recurrence knows only from the third one on.
    #[test]
    fn the_shortest_recurrence_is_found() {
        let prime = primes().next().unwrap();
        let minus = prime - 1;
        assert_eq!(shortest(&[0, 1, 1, 2, 3, 5, 8, 13], prime), (vec![1, minus, minus], 2));
        assert_eq!(shortest(&[7, 5, 1, 2, 4, 8, 16, 32], prime), (vec![1, prime - 2, 0, 0], 3));
        assert_eq!(shortest(&[0; 5], prime), (vec![1], 0));
    }

    /// The remainders of the machine's own division.
    #[test]
    fn remainders_without_division_are_right() {
        let mut random = crate::random::SplitMix64::new(1);
        let moduli =
            primes().take(20).chain([1 << 61, (1 << 61) - (1 << 30), (1 << 61) + 1, 1, 10, u64::MAX]);
        for modulus in moduli {
            let some = (0..200).map(|_| u128::from(random.word()) << 64 | u128::from(random.word()));
            let near =
                (0..4).flat_map(|times| [-1, 0, 1].map(|step| (times * i128::from(modulus) + step) as u128));
            for number in some.chain(near).chain([u128::MAX, 0]) {
                assert_eq!(
                    u128::from(reduced(number, modulus)),
                    number % u128::from(modulus),
                    "{number} {modulus}"
                );
            }
        }
    }
}
