//! Random numbers from a seed, the same on every machine: for families, engines and puzzles. They depend only
//! on counts.

use num_bigint::BigUint;

use crate::count::Count;

/// `SplitMix64` (Steele, Lea and Flood, 2014): a counter, mixed. Its state is one word, so every seed is
/// good. It passes the usual test batteries. It is not cryptographic.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

/// The step of the counter.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl SplitMix64 {
    /// The generator of a seed.
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// The generator after this many words from a seed.
    pub fn at(seed: u64, words: u64) -> SplitMix64 {
        SplitMix64(seed.wrapping_add(words.wrapping_mul(STEP)))
    }

    /// The seed of a generator that goes on as this one does.
    pub fn seed(&self) -> u64 {
        self.0
    }

    /// The next word of 64 bits, each equally likely.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`, each equally likely; `bound` is not zero.
    ///
    /// Draws numbers with the bits of `bound` until one is below it: at most two draws on average. Unlike a
    /// remainder, this favors no number.
    pub fn below(&mut self, bound: &Count) -> Count {
        let bits = bound.to_biguint().bits();
        loop {
            let mut digits: Vec<u32> = (0..bits.div_ceil(32)).map(|_| (self.word() >> 32) as u32).collect();
            if let (Some(highest), 1..) = (digits.last_mut(), bits % 32) {
                *highest >>= 32 - bits % 32;
            }
            let number = Count::from(BigUint::new(digits));
            if number < *bound {
                return number;
            }
        }
    }

    /// A position in a list of `length`, each equally likely; `length` is not zero. Like
    /// [`SplitMix64::below`], for a `usize`.
    pub fn place(&mut self, length: usize) -> usize {
        let bits = (length as u64).next_power_of_two() - 1;
        loop {
            let place = (self.word() >> 32 & bits) as usize;
            if place < length {
                return place;
            }
        }
    }

    /// A number of at least 0 and below 1.
    pub(crate) fn part(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts a list into a random order, each equally likely (Fisher and Yates; TAOCP 3.4.2, Algorithm P).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for length in (2..=list.len()).rev() {
            list.swap(length - 1, self.place(length));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers from the seed 1234567, as in the public tables of reference values for this
    /// generator.
    #[test]
    fn is_the_published_generator() {
        let mut random = SplitMix64::new(1_234_567);
        let words = [(); 3].map(|()| random.word());
        assert_eq!(words, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn below_reaches_every_number_and_no_other() {
        let mut random = SplitMix64::new(1);
        for bound in [1u64, 2, 3, 7, 8, 9] {
            let bound_count = Count::from(bound);
            let drawn: std::collections::BTreeSet<_> =
                (0..200).map(|_| random.below(&bound_count).to_u64().unwrap()).collect();
            assert!(drawn.into_iter().eq(0..bound), "{bound}");
        }
        let huge = Count::from(u128::MAX) * Count::from(u128::MAX);
        assert!((0..100).all(|_| random.below(&huge) < huge));
    }

    #[test]
    fn every_order_is_shuffled_to() {
        let mut random = SplitMix64::new(2);
        let mut orders = std::collections::BTreeMap::new();
        for _ in 0..2400 {
            let mut list = [0, 1, 2, 3];
            random.shuffle(&mut list);
            *orders.entry(list).or_insert(0) += 1;
        }
        // A hundred each; off by forty in any one is four standard deviations.
        assert!(orders.len() == 24 && orders.values().all(|times| (60..=140).contains(times)), "{orders:?}");
    }
}
