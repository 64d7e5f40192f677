//! States and their numbers as bytes: for files and for runs on disk.
//!
//! An entry is the distance of its state from the one before, then its number of ways. Both are numbers of
//! any length: first how many bytes there are, in groups of seven bits, low ones first and the high bit set
//! in all but the last; then the bytes, low ones first, without leading zeros. Distances wrap at the width of
//! a state, so the order of states is free; if it ascends, distances are short: a state of dominoes on 24 by
//! 24 cells takes two or three bytes in place of eight.

/// Writes entries one after the other.
#[derive(Clone, Debug)]
pub(super) struct Packer {
    before: Vec<u64>,
}

impl Packer {
    /// For states of this number of words. The first distance is the state itself.
    pub(super) fn new(words: usize) -> Packer {
        Packer { before: vec![0; words] }
    }

    /// Appends an entry.
    pub(super) fn pack(&mut self, state: &[u64], number: &[u64], bytes: &mut Vec<u8>) {
        let mut borrow = false;
        for (before, &word) in self.before.iter_mut().zip(state) {
            let (partial, first) = word.overflowing_sub(*before);
            let (distance, second) = partial.overflowing_sub(borrow.into());
            (*before, borrow) = (distance, first | second);
        }
        put(&self.before, bytes);
        self.before.copy_from_slice(state);
        put(number, bytes);
    }
}

/// A number without its leading zeros.
pub(super) fn trimmed(number: &[u64]) -> &[u64] {
    &number[..number.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1)]
}

fn put(number: &[u64], bytes: &mut Vec<u8>) {
    let number = trimmed(number);
    let zeros = number.last().map_or(0, |high| high.leading_zeros() as usize / 8);
    let mut left = 8 * number.len() - zeros;
    let mut length = left;
    while length >= 0x80 {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    for word in number {
        let part = left.min(8);
        bytes.extend_from_slice(&word.to_le_bytes()[..part]);
        left -= part;
    }
}

/// What is read is no entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoEntry;

/// Reads entries one after the other.
#[derive(Clone, Debug)]
pub(super) struct Unpacker {
    pub(super) state: Vec<u64>,
    pub(super) number: Vec<u64>,
}

/// A length takes at most this many bytes, so a number has at most 2^21 of them.
const LONGEST_LENGTH: usize = 3;

impl Unpacker {
    /// For states of this number of words.
    pub(super) fn new(words: usize) -> Unpacker {
        Unpacker { state: vec![0; words], number: vec![] }
    }

    /// Reads the entry with which these bytes begin. Returns how many bytes it takes, or `None` if the bytes
    /// end within it; then nothing is changed.
    pub(super) fn unpack(&mut self, bytes: &[u8]) -> Result<Option<usize>, NoEntry> {
        let Some(distance) = field(bytes)? else { return Ok(None) };
        let Some(number) = field(&bytes[distance.end..])? else { return Ok(None) };
        let number = distance.end + number.start..distance.end + number.end;
        if distance.len() > 8 * self.state.len() {
            return Err(NoEntry);
        }
        let mut carry = false;
        for (place, word) in self.state.iter_mut().enumerate() {
            let (partial, first) = word.overflowing_add(word_at(&bytes[distance.clone()], place));
            let (state, second) = partial.overflowing_add(carry.into());
            (*word, carry) = (state, first | second);
        }
        self.number.clear();
        self.number.extend((0..number.len().div_ceil(8)).map(|place| word_at(&bytes[number.clone()], place)));
        Ok(Some(number.end))
    }
}

/// The bytes of the number with which these bytes begin.
fn field(bytes: &[u8]) -> Result<Option<std::ops::Range<usize>>, NoEntry> {
    let mut length = 0;
    for (place, &byte) in bytes.iter().enumerate().take(LONGEST_LENGTH) {
        length |= usize::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            let start = place + 1;
            return Ok((length <= bytes.len() - start).then_some(start..start + length));
        }
    }
    if bytes.len() < LONGEST_LENGTH { Ok(None) } else { Err(NoEntry) }
}

#[inline]
fn word_at(bytes: &[u8], place: usize) -> u64 {
    let rest = bytes.get(8 * place..).unwrap_or_default();
    match rest.first_chunk() {
        Some(&word) => u64::from_le_bytes(word),
        None => rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// In any order, of any width, and cut anywhere.
        #[test]
        fn what_is_packed_is_unpacked(
            entries in prop::collection::vec((any::<[u64; 3]>(), prop::collection::vec(any::<u64>(), 0..20), 0u32..64), 0..20),
            end in 0.0..1.0f64,
        ) {
            let (mut packer, mut bytes) = (Packer::new(3), vec![]);
            for (state, number, shift) in &entries {
                packer.pack(&state.map(|word| word >> shift), number, &mut bytes);
            }
            let (mut unpacker, mut at) = (Unpacker::new(3), 0);
            for (state, number, shift) in &entries {
                let whole = unpacker.clone().unpack(&bytes[at..]).unwrap().unwrap();
                let part = (whole as f64 * end) as usize;
                prop_assert_eq!(unpacker.unpack(&bytes[at..at + part]), Ok(None));
                at += unpacker.unpack(&bytes[at..]).unwrap().unwrap();
                prop_assert_eq!(&unpacker.state, &state.map(|word| word >> shift));
                prop_assert_eq!(&unpacker.number, trimmed(number));
            }
            prop_assert_eq!(at, bytes.len());
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let mut unpacker = Unpacker::new(1);
            if let Ok(Some(taken)) = unpacker.unpack(&bytes) {
                prop_assert!(taken <= bytes.len());
            }
        }
    }

    #[test]
    fn states_in_order_take_few_bytes() {
        let (mut packer, mut bytes) = (Packer::new(1), vec![]);
        (0..1000u64).for_each(|state| packer.pack(&[1 + 200 * state], &[5], &mut bytes));
        assert_eq!(bytes.len(), 4000);
        assert_eq!(Unpacker::new(1).unpack(&[0xff, 0xff, 0xff, 0]), Err(NoEntry));
        assert_eq!(Unpacker::new(1).unpack(&[9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), Err(NoEntry));
    }
}
