//! Arithmetic modulo several primes at once: each number is a row of residues, one for each prime.
//!
//! Residues are kept in Montgomery's form (1985): `x` represents `x / 2^32`. A product is reduced without a
//! division, and up to eight products are added before they are reduced at all: with primes below 2^30 a sum
//! of eight fits into 63 bits. The loops over the residues have a fixed length, and compilers turn them into
//! vector instructions.

/// The number of primes in a batch.
pub(super) const LANES: usize = 8;
/// How many products are added before they are reduced: see [`Field::subtract`].
pub(super) const PRODUCTS: usize = 8;
/// All primes are below this.
pub(super) const LIMIT: u32 = 1 << 30;

/// A number modulo each prime of a [`Field`], in Montgomery's form.
pub(super) type Residues = [u32; LANES];

/// Integers modulo each of some primes.
#[derive(Clone, Debug)]
pub(super) struct Field {
    primes: Residues,
    /// The inverse of each prime modulo 2^32.
    inverses: Residues,
    /// 2^64 modulo each prime.
    squares: Residues,
    one: Residues,
}

impl Field {
    pub(super) fn new(primes: Residues) -> Field {
        let inverses = primes.map(|p| {
            // Newton: the number of bits that are right doubles each time, from three on.
            (0..4).fold(p, |x, _| x.wrapping_mul(2u32.wrapping_sub(p.wrapping_mul(x))))
        });
        let one = primes.map(|p| ((1u64 << 32) % u64::from(p)) as u32);
        let squares = std::array::from_fn(|l| {
            let one = u64::from(one[l]);
            (one * one % u64::from(primes[l])) as u32
        });
        Field { primes, inverses, squares, one }
    }

    pub(super) fn primes(&self) -> &Residues {
        &self.primes
    }

    pub(super) fn one(&self) -> Residues {
        self.one
    }

    /// An integer.
    pub(super) fn of(&self, number: i64) -> Residues {
        let plain = self.primes.map(|p| number.rem_euclid(i64::from(p)) as u32);
        self.times(&plain, &self.squares)
    }

    /// The residues themselves, no longer in Montgomery's form.
    pub(super) fn plain(&self, x: &Residues) -> Residues {
        self.times(x, &[1; LANES])
    }

    // Plain loops, here and below: `std::array::from_fn` is not always unrolled, and took a third of the
    // time.

    #[inline]
    pub(super) fn times(&self, x: &Residues, y: &Residues) -> Residues {
        let mut result = [0; LANES];
        for l in 0..LANES {
            let product = u64::from(x[l]) * u64::from(y[l]);
            let multiple = (product as u32).wrapping_mul(self.inverses[l]);
            let high = ((u64::from(multiple) * u64::from(self.primes[l])) >> 32) as u32;
            let reduced = (product >> 32) as u32 + self.primes[l] - high;
            result[l] = reduced.min(reduced.wrapping_sub(self.primes[l]));
        }
        result
    }

    #[inline]
    pub(super) fn plus(&self, x: &Residues, y: &Residues) -> Residues {
        let mut result = [0; LANES];
        for l in 0..LANES {
            let sum = x[l] + y[l];
            result[l] = sum.min(sum.wrapping_sub(self.primes[l]));
        }
        result
    }

    #[inline]
    pub(super) fn minus(&self, x: &Residues) -> Residues {
        let mut result = [0; LANES];
        for l in 0..LANES {
            let difference = self.primes[l] - x[l];
            result[l] = difference.min(difference.wrapping_sub(self.primes[l]));
        }
        result
    }

    /// The inverses, by Fermat's theorem; that of zero is zero.
    pub(super) fn inverse(&self, x: &Residues) -> Residues {
        let (mut power, mut result) = (*x, self.one);
        // All lanes go on together; each takes the factors that its own exponent has.
        for bit in 0..LIMIT.trailing_zeros() {
            let with = self.times(&result, &power);
            for l in 0..LANES {
                let mask = 0u32.wrapping_sub((self.primes[l] - 2) >> bit & 1);
                result[l] = with[l] & mask | result[l] & !mask;
            }
            power = self.times(&power, &power);
        }
        result
    }

    /// From each number of a row subtracts the product of the factors with what stands below each other in as
    /// many other rows.
    ///
    /// A sum of [`PRODUCTS`] products is below 2^63, and its upper half below 2 p, so that all that is
    /// subtracted lies between
    /// - p and 2 p.
    #[inline]
    pub(super) fn subtract<const K: usize>(
        &self,
        row: &mut [Residues],
        factors: &[Residues; K],
        others: [&[Residues]; K],
    ) {
        const { assert!(K <= PRODUCTS) }
        for (at, number) in row.iter_mut().enumerate() {
            let mut sum = [0u64; LANES];
            for k in 0..K {
                for l in 0..LANES {
                    sum[l] += u64::from(factors[k][l]) * u64::from(others[k][at][l]);
                }
            }
            for l in 0..LANES {
                let p = self.primes[l];
                let multiple = (sum[l] as u32).wrapping_mul(self.inverses[l]);
                let high = ((u64::from(multiple) * u64::from(p)) >> 32) as u32;
                let difference = number[l] + 2 * p + high - (sum[l] >> 32) as u32;
                let below = difference.min(difference.wrapping_sub(2 * p));
                number[l] = below.min(below.wrapping_sub(p));
            }
        }
    }
}

/// The odd primes below this number, the largest first.
pub(super) fn primes_below(limit: u32) -> impl Iterator<Item = u32> {
    (3..limit).rev().filter(|&n| is_prime(n))
}

/// Miller and Rabin: the bases 2, 7 and 61 leave no doubt below 2^32 (Jaeschke, 1993).
fn is_prime(n: u32) -> bool {
    if n.is_multiple_of(2) {
        return n == 2;
    }
    let n = u64::from(n);
    let (odd, twos) = ((n - 1) >> (n - 1).trailing_zeros(), (n - 1).trailing_zeros());
    let is_witness = |base: u64| {
        let (mut power, mut exponent, mut x) = (base % n, odd, 1);
        while exponent > 0 {
            if exponent & 1 == 1 {
                x = x * power % n;
            }
            power = power * power % n;
            exponent >>= 1;
        }
        let mut is_composite = x != 1;
        for _ in 0..twos {
            is_composite &= x != n - 1;
            x = x * x % n;
        }
        is_composite
    };
    n > 1 && [2, 7, 61].iter().all(|&base| base % n == 0 || !is_witness(base))
}
