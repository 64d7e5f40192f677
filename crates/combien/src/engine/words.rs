//! Sets of bits in a fixed number of machine words: the exact keys of states.

use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A set of bits in `K` words. Two are equal if and only if they hold the same bits: no fingerprints are
/// used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words<const K: usize>(pub(super) [u64; K]);

/// The maximum number of bits for which [`with_words`] finds a type.
pub(super) const MOST_BITS: u32 = 64 * 64;

/// States of the problem would need more bits than an engine can pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooWide {
    /// The bits that a state would need.
    pub bits: u32,
    /// The maximum number of bits.
    pub limit: u32,
}

errors!(TooWide { bits, limit } => "a state would need {bits} bits of at most {limit}");

/// Evaluates an expression with a constant `$k`, a number of words with room for this many bits; beyond
/// [`MOST_BITS`] it is [`TooWide`]. Up to 256 bits each number of words has its own code; larger ones
/// are rounded up.
macro_rules! with_words {
    ($bits:expr, $k:ident => $value:expr) => {
        match $bits {
            0..=64 => Ok({
                const $k: usize = 1;
                $value
            }),
            65..=128 => Ok({
                const $k: usize = 2;
                $value
            }),
            129..=192 => Ok({
                const $k: usize = 3;
                $value
            }),
            193..=256 => Ok({
                const $k: usize = 4;
                $value
            }),
            257..=512 => Ok({
                const $k: usize = 8;
                $value
            }),
            513..=1024 => Ok({
                const $k: usize = 16;
                $value
            }),
            1025..=$crate::engine::words::MOST_BITS => Ok({
                const $k: usize = 64;
                $value
            }),
            bits => Err($crate::engine::words::TooWide { bits, limit: $crate::engine::words::MOST_BITS }),
        }
    };
}
pub(super) use with_words;

/// Evaluates an expression with a constant `$k`, where a number of words is one that [`with_words`] has
/// found.
macro_rules! with_width {
    ($width:expr, $k:ident => $value:expr) => {
        match $crate::engine::words::with_words!(64 * $width as u32, $k => $value) {
            Ok(value) => value,
            Err(too_wide) => unreachable!("{too_wide}"),
        }
    };
}
pub(super) use with_width;

impl<const K: usize> Words<K> {
    pub(super) const EMPTY: Words<K> = Words([0; K]);

    /// Puts a code, this many bits above bit `at`, where nothing is yet.
    pub(super) fn put(&mut self, at: u32, code: u64) {
        let (word, bit) = (at as usize / 64, at % 64);
        self.0[word] |= code << bit;
        if bit > 0 && code >> (64 - bit) > 0 {
            self.0[word + 1] |= code >> (64 - bit);
        }
    }

    /// The code, this many bits wide and fewer than a word, above bit `at`.
    pub(super) fn get(&self, at: u32, bits: u32) -> u64 {
        let (word, bit) = (at as usize / 64, at % 64);
        let high = self.0.get(word + 1).filter(|_| bit > 0).map_or(0, |next| next << (64 - bit));
        (self.0[word] >> bit | high) & !(u64::MAX << bits)
    }

    /// The set with one bit more.
    pub(super) fn with(mut self, bit: u32) -> Words<K> {
        self.0[bit as usize / 64] |= 1 << (bit % 64);
        self
    }

    /// The bits of as many words, or fewer.
    pub(super) fn from_slice(words: &[u64]) -> Words<K> {
        Words(std::array::from_fn(|word| words.get(word).copied().unwrap_or(0)))
    }

    /// The bits, ascending.
    pub(super) fn bits(&self) -> Bits<'_> {
        Bits { words: &self.0, start: 0, left: 0 }
    }

    /// The lowest bit.
    pub(super) fn first(&self) -> Option<u32> {
        self.bits().next()
    }

    /// How many bits there are.
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The bits of a field that starts at bit `at`.
    pub(super) fn field(at: u32, bits: u32) -> Words<K> {
        let mut field = Words::EMPTY;
        for bit in at..at + bits {
            field = field.with(bit);
        }
        field
    }

    pub(super) fn meets(&self, other: &Words<K>) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub(super) fn and(&self, other: &Words<K>) -> Words<K> {
        Words(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    pub(super) fn or(&self, other: &Words<K>) -> Words<K> {
        Words(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    pub(super) fn without(&self, other: &Words<K>) -> Words<K> {
        Words(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// A hash, the same on every machine; good in its low bits and in its high ones.
    pub(super) fn hash(&self) -> u64 {
        hash(&self.0)
    }
}

/// The hash of a set in any number of words.
#[inline]
pub(super) fn hash(words: &[u64]) -> u64 {
    words.iter().fold(0, |hash: u64, word| fold(hash.rotate_left(23) ^ word))
}

/// The bits of some words, ascending: one type for any number of words.
#[derive(Clone, Debug)]
pub(super) struct Bits<'w> {
    /// The words that have not been begun, and the bit with which they start.
    words: &'w [u64],
    start: u32,
    /// The bits that are left of the word before.
    left: u64,
}

impl Iterator for Bits<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        while self.left == 0 {
            let (&word, words) = self.words.split_first()?;
            (self.left, self.words, self.start) = (word, words, self.start + 64);
        }
        let bit = self.left.trailing_zeros();
        self.left &= self.left - 1;
        Some(self.start - 64 + bit)
    }
}

/// Both halves of a product with the golden ratio, each of which the other spoils least.
fn fold(word: u64) -> u64 {
    let product = u128::from(word) * 0x9E37_79B9_7F4A_7C15;
    product as u64 ^ (product >> 64) as u64
}

impl<const K: usize> Hash for Words<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(Words::hash(self));
    }
}

/// Hands on the hash that [`Words`] computed.
#[derive(Clone, Debug, Default)]
pub(super) struct Handed(u64);

/// For hash maps with [`Words`] as keys.
pub(super) type HandOn = BuildHasherDefault<Handed>;

impl Hasher for Handed {
    fn write(&mut self, _: &[u8]) {
        unreachable!("words hash to a single u64");
    }
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_may_cross_from_word_to_word() {
        let mut words = Words::<2>::EMPTY;
        words.put(62, 0b1011);
        assert_eq!(words.0, [0b11 << 62, 0b10]);
        assert_eq!(
            [words.get(62, 4), words.get(61, 3), words.get(63, 2), words.get(0, 5)],
            [0b1011, 0b110, 0b01, 0]
        );
        assert_eq!(words.get(65, 3), 0b1);
        let field = Words::<2>::field(62, 4);
        assert!(words.meets(&field) && words.without(&field) == Words::EMPTY && words.and(&field) == words);
        assert_eq!(field.bits().collect::<Vec<_>>(), [62, 63, 64, 65]);
        assert_eq!(Words::<2>::field(62, 2).or(&Words::field(64, 2)), field);
    }

    #[test]
    fn every_number_of_bits_has_room_or_is_refused() {
        for bits in [0, 1, 64, 65, 200, 257, 1000, 1025, MOST_BITS] {
            assert!(with_words!(bits, K => K * 64 >= bits as usize).unwrap(), "{bits} bits");
        }
        let too_wide = with_words!(MOST_BITS + 1, K => K).unwrap_err();
        assert_eq!(too_wide.to_string(), "a state would need 4097 bits of at most 4096");
    }
}
