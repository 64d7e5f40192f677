//! Options as sets of bits.
//!
//! Two options clash if one *claims* a bit that the other *forbids*. A plain item is one bit, claimed and
//! forbidden alike. A colored item is a number of pairs of bits: an option that gives it a color writes the
//! color's code in binary, claims one bit of each pair for each binary digit, and forbids the other; an
//! option that has it without a color claims and forbids both. So two colors clash in every digit in which
//! their codes differ, and equal colors never; and what an option forbids follows from what it claims, by
//! swapping the bits of each pair.

use std::iter::successors;

/// The widest masks, in words.
pub const MOST_WORDS: usize = 16;

/// The first bit of each pair.
const FIRST: u64 = 0x5555_5555_5555_5555;

/// What is left of the bounds of an item that may be covered several times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// At least this number of options must still cover it.
    pub lo: u32,
    /// At most this number of options may still cover it; at least 1.
    pub hi: u32,
}

/// Options as bits: the pairs of all colored items, then the items that may be covered several times, then
/// those that are covered once, then the other secondary items.
///
/// If there are items of the second kind, then each option must claim an item that is to be covered exactly
/// once.
#[derive(Clone, Debug)]
pub struct Bits {
    /// The words of a mask.
    pub width: usize,
    /// The number of bits, from the lowest on, that are pairs of colored items.
    pub colors: usize,
    /// The items that may be covered several times, in the order of their bits.
    pub rooms: Vec<Room>,
    /// The items that must be covered exactly once.
    pub need: Vec<u64>,
    /// What the options claim, one mask after the other.
    pub claims: Vec<u64>,
}

impl Bits {
    /// The number of options.
    pub fn len(&self) -> usize {
        self.claims.len() / self.width
    }

    /// Are there no options?
    pub fn is_empty(&self) -> bool {
        self.claims.is_empty()
    }

    /// What the option of that place forbids.
    pub fn forbids(&self, place: usize) -> Vec<u64> {
        let mut forbids = self.claims[place * self.width..(place + 1) * self.width].to_vec();
        swap_all_pairs(&mut forbids, self.colors);
        forbids
    }

    /// The new position of each bit, if the bits of `order` move to `first` and the following ones, and the
    /// others keep their order.
    pub(crate) fn renumbering(&self, first: usize, order: &[usize]) -> Vec<usize> {
        let mut renumbering = vec![usize::MAX; 64 * self.width];
        for (to, &bit) in (first..).zip(order) {
            renumbering[bit] = to;
        }
        let others = renumbering.iter_mut().filter(|to| **to == usize::MAX);
        for (to, other) in (0..first).chain(first + order.len()..).zip(others) {
            *other = to;
        }
        renumbering
    }

    /// These options in another order, given by their indices, with the items that are covered once in
    /// another order, given by their bits.
    #[must_use]
    pub fn renumbered(&self, items: &[usize], options: &[usize]) -> Bits {
        let renumbering = self.renumbering(self.colors + self.rooms.len(), items);
        let mask = |place: usize| &self.claims[place * self.width..(place + 1) * self.width];
        Bits {
            claims: options.iter().flat_map(|&place| moved(mask(place), &renumbering)).collect(),
            need: moved(&self.need, &renumbering),
            rooms: self.rooms.clone(),
            ..*self
        }
    }
}

/// The bits of one word that are pairs, if this many bits in all are.
pub(crate) fn pairs_of_word(colors: usize, word: usize) -> u64 {
    match colors.saturating_sub(64 * word) {
        0 => 0,
        bits @ 1..64 => (1 << bits) - 1,
        _ => !0,
    }
}

/// A word with the two bits of each pair swapped.
pub(crate) fn swap_pairs(word: u64) -> u64 {
    (word & FIRST) << 1 | (word >> 1 & FIRST)
}

/// Exchanges what an option claims and what it forbids.
pub(crate) fn swap_all_pairs(mask: &mut [u64], colors: usize) {
    for (w, word) in mask.iter_mut().enumerate().take(colors.div_ceil(64)) {
        let pairs = pairs_of_word(colors, w);
        *word = (*word & !pairs) | (swap_pairs(*word) & pairs);
    }
}

/// What an option forbids, from what it claims.
pub(crate) fn forbids<const W: usize>(claims: &[u64; W], colors: usize) -> [u64; W] {
    let mut forbids = *claims;
    swap_all_pairs(&mut forbids, colors);
    forbids
}

/// The places of a mask's bits, ascending.
pub fn ones(mask: &[u64]) -> impl Iterator<Item = usize> {
    mask.iter().enumerate().flat_map(|(w, &word)| {
        let rest = successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
        rest.take_while(|&rest| rest != 0).map(move |rest| 64 * w + rest.trailing_zeros() as usize)
    })
}

/// A mask with each bit moved to its new position.
pub(crate) fn moved(mask: &[u64], renumbering: &[usize]) -> Vec<u64> {
    let mut moved = vec![0; mask.len()];
    for bit in ones(mask) {
        let to = renumbering[bit];
        moved[to / 64] |= 1 << (to % 64);
    }
    moved
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn swapping_pairs_twice_changes_nothing(mask in any::<[u64; 3]>(), pairs in 0usize..=96) {
            let twice = forbids(&forbids(&mask, 2 * pairs), 2 * pairs);
            prop_assert_eq!(twice, mask);
            for bit in 0..192 {
                let from = if bit < 2 * pairs { bit ^ 1 } else { bit };
                let has = |mask: &[u64; 3], bit: usize| mask[bit / 64] >> (bit % 64) & 1;
                prop_assert_eq!(has(&forbids(&mask, 2 * pairs), bit), has(&mask, from));
            }
        }
    }

    #[test]
    fn bits_are_renumbered_one_to_one_and_in_order() {
        let bits = Bits { width: 2, colors: 4, rooms: vec![], need: vec![0; 2], claims: vec![] };
        let order: Vec<usize> = [3, 0, 4, 1, 2].iter().map(|rank| bits.colors + rank).collect();
        let renumbering = bits.renumbering(0, &order);
        assert!(order.iter().enumerate().all(|(to, &bit)| renumbering[bit] == to));
        let mut all = renumbering.clone();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..64 * bits.width));
    }
}
