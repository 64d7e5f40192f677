//! Options as sets of bits.
//!
//! Two options clash where what one *claims* meets what the other *forbids*. A plain item is one bit, claimed and
//! forbidden alike. A colored item is a number of pairs of bits: an entry with a color writes the color's code in
//! binary, claims one bit of each pair for each binary digit, and forbids the other; an entry without a color claims
//! and forbids both. So two colors clash in every digit in which their codes differ, and equal colors never; and what
//! an option forbids follows from what it claims, by swapping the bits of each pair.
//!
//! Layout: first the pairs of all colored items; then, each in the order of the problem, the primary items, and the
//! other secondary items. Secondary items about which no two options can clash have no bits.

use std::iter::successors;

use crate::problem::{Color, Entry, ItemId, Kind, OptionId, Problem};

/// The widest masks, in words.
pub(super) const MOST_WORDS: usize = 16;
/// The most words that the masks of all options may take: 64 megabytes.
const MOST_SPACE: usize = 1 << 23;

/// The first bit of each pair.
const FIRST: u64 = 0x5555_5555_5555_5555;

/// Options as bits.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    /// The words of a mask.
    pub(super) width: usize,
    /// So many bits, from the lowest on, are pairs of colored items.
    pub(super) colors: usize,
    /// The items that must be covered.
    pub(super) need: Vec<u64>,
    /// What the options claim, one mask after the other.
    pub(super) claims: Vec<u64>,
    /// The options.
    pub(super) options: Vec<OptionId>,
}

/// Where the bits of an item are.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// Nowhere: nothing can clash about it.
    None,
    /// A bit of its own.
    Bit(usize),
    /// Pairs, from the first bit on; and where the item's colors begin in the list of all colors.
    Pairs { first: usize, pairs: u32, colors: usize },
}

impl Bits {
    /// Options as bits, with the primary items that they are to cover; none if the masks were too wide or too many.
    /// Linear, but for the sorting of colors.
    pub(super) fn of(
        problem: &Problem,
        options: Vec<OptionId>,
        is_needed: impl Fn(ItemId) -> bool,
    ) -> Option<Bits> {
        let uses = Uses::of(problem, &options);
        let (places, colors, bits) = uses.places(problem, is_needed);
        let width = bits.div_ceil(64).max(1);
        if width > MOST_WORDS || width * options.len() > MOST_SPACE {
            return None;
        }
        let mut need = vec![0; width];
        for item in problem.primary_items() {
            if let Place::Bit(bit) = places[item.index()] {
                need[bit / 64] |= 1 << (bit % 64);
            }
        }
        let mut claims = vec![0; width * options.len()];
        for (mask, &option) in claims.chunks_exact_mut(width).zip(&options) {
            for &entry in problem.option(option) {
                uses.claim(mask, entry, places[entry.item.index()]);
            }
        }
        Some(Bits { width, colors, need, claims, options })
    }
}

impl Bits {
    /// Where each bit goes, if the bits of `order` go to those from `first` on, and the others keep their order.
    pub(super) fn renumbering(&self, first: usize, order: &[usize]) -> Vec<usize> {
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

    /// The same options in another order, of primary items in another order, given by their bits.
    pub(super) fn renumbered(&self, items: &[usize], options: &[usize]) -> Bits {
        let renumbering = self.renumbering(self.colors, items);
        let mask = |place: usize| &self.claims[place * self.width..(place + 1) * self.width];
        Bits {
            claims: options.iter().flat_map(|&place| moved(mask(place), &renumbering)).collect(),
            options: options.iter().map(|&place| self.options[place]).collect(),
            need: moved(&self.need, &renumbering),
            ..*self
        }
    }
}

/// How options use items.
struct Uses {
    /// How many options have each item, in any color or none.
    count: Vec<u32>,
    /// How many have it without a color.
    plain: Vec<u32>,
    /// All pairs of item and color that occur, ascending.
    colors: Vec<(ItemId, Color)>,
}

impl Uses {
    fn of(problem: &Problem, options: &[OptionId]) -> Uses {
        let items = problem.item_count();
        let mut uses = Uses { count: vec![0; items], plain: vec![0; items], colors: vec![] };
        for &option in options {
            for &Entry { item, color } in problem.option(option) {
                uses.count[item.index()] += 1;
                match color {
                    None => uses.plain[item.index()] += 1,
                    Some(color) => uses.colors.push((item, color)),
                }
            }
        }
        uses.colors.sort_unstable();
        uses.colors.dedup();
        uses
    }

    /// The place of each item, how many bits are pairs, and how many bits there are.
    fn places(&self, problem: &Problem, is_needed: impl Fn(ItemId) -> bool) -> (Vec<Place>, usize, usize) {
        let mut places = vec![Place::None; problem.item_count()];
        let mut bits = 0;
        let mut at = 0;
        for group in self.colors.chunk_by(|a, b| a.0 == b.0) {
            let item = group[0].0.index();
            if group.len() > 1 || self.plain[item] > 0 {
                let pairs = (group.len() as u32).next_power_of_two().trailing_zeros().max(1);
                places[item] = Place::Pairs { first: bits, pairs, colors: at };
                bits += 2 * pairs as usize;
            }
            at += group.len();
        }
        let pairs = bits;
        for wanted in [Kind::Primary, Kind::Secondary] {
            for item in problem.items().filter(|&item| problem.kind(item) == wanted) {
                let index = item.index();
                let is_colored = self.plain[index] < self.count[index];
                let has_bit = match wanted {
                    Kind::Primary => is_needed(item),
                    Kind::Secondary => !is_colored && self.count[index] > 1,
                };
                if has_bit {
                    places[index] = Place::Bit(bits);
                    bits += 1;
                }
            }
        }
        (places, pairs, bits)
    }

    /// Adds what an entry claims.
    fn claim(&self, mask: &mut [u64], entry: Entry, place: Place) {
        let mut set = |bit: usize| mask[bit / 64] |= 1 << (bit % 64);
        match place {
            Place::None => {}
            Place::Bit(bit) => set(bit),
            Place::Pairs { first, pairs, colors } => {
                let code = entry
                    .color
                    .map(|color| self.colors[colors..].partition_point(|&known| known < (entry.item, color)));
                for digit in 0..pairs as usize {
                    let pair = first + 2 * digit;
                    if code.is_none_or(|code| code >> digit & 1 == 0) {
                        set(pair);
                    }
                    if code.is_none_or(|code| code >> digit & 1 == 1) {
                        set(pair + 1);
                    }
                }
            }
        }
    }
}

/// The bits of one word that are pairs, if so many bits in all are.
pub(super) fn pairs_of_word(colors: usize, word: usize) -> u64 {
    match colors.saturating_sub(64 * word) {
        0 => 0,
        bits @ 1..64 => (1 << bits) - 1,
        _ => !0,
    }
}

/// A word with the two bits of each pair swapped.
pub(super) fn swap_pairs(word: u64) -> u64 {
    (word & FIRST) << 1 | (word >> 1 & FIRST)
}

/// What an option forbids, in place of what it claims, and the reverse.
pub(super) fn swap_all_pairs(mask: &mut [u64], colors: usize) {
    for (w, word) in mask.iter_mut().enumerate().take(colors.div_ceil(64)) {
        let pairs = pairs_of_word(colors, w);
        *word = (*word & !pairs) | (swap_pairs(*word) & pairs);
    }
}

/// What an option forbids, from what it claims.
pub(super) fn forbids<const W: usize>(claims: &[u64; W], colors: usize) -> [u64; W] {
    let mut forbids = *claims;
    swap_all_pairs(&mut forbids, colors);
    forbids
}

/// The places of a mask's bits, ascending.
pub(super) fn ones(mask: &[u64]) -> impl Iterator<Item = usize> {
    mask.iter().enumerate().flat_map(|(w, &word)| {
        let rest = successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
        rest.take_while(|&rest| rest != 0).map(move |rest| 64 * w + rest.trailing_zeros() as usize)
    })
}

/// A mask with each bit moved to where the renumbering says.
pub(super) fn moved(mask: &[u64], renumbering: &[usize]) -> Vec<u64> {
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
    use crate::problem::Builder;

    /// Options over two primary and four secondary items, the last of which may have no color or one of nine.
    fn problems() -> impl Strategy<Value = Problem> {
        let entries = (1u8..4, prop::collection::vec(prop::option::of(0u8..=9), 4));
        prop::collection::vec(entries, 1..24).prop_map(|options| {
            let mut builder = Builder::new();
            let primary = ["p", "q"].map(|name| builder.primary(name).unwrap());
            let secondary = ["w", "x", "y", "z"].map(|name| builder.secondary(name).unwrap());
            for (which, colors) in options {
                let mut entries: Vec<Entry> =
                    (0..2).filter(|bit| which >> bit & 1 == 1).map(|bit| primary[bit].into()).collect();
                for (palette, (item, color)) in (0..).zip(secondary.into_iter().zip(colors)) {
                    // The items have no color, up to one, up to four, up to nine.
                    let most = [0, 1, 4, 9][palette];
                    entries.extend(color.map(|color| match color.min(most) {
                        0 => item.into(),
                        color => item.colored(builder.color(&format!("c{color}"))),
                    }));
                }
                builder.option(entries).unwrap();
            }
            builder.build()
        })
    }

    proptest! {
        /// And what is claimed of the items to be covered is what the option has of them.
        #[test]
        fn masks_clash_where_options_do(problem in problems()) {
            let bits = Bits::of(&problem, problem.options().collect(), |_| true).unwrap();
            prop_assert!(bits.colors.is_multiple_of(2) && bits.colors <= 64 * bits.width);
            let masks: Vec<&[u64]> = bits.claims.chunks_exact(bits.width).collect();
            for (a, mask) in bits.options.iter().zip(&masks) {
                let mut forbids = mask.to_vec();
                swap_all_pairs(&mut forbids, bits.colors);
                for (b, other) in bits.options.iter().zip(&masks) {
                    let (a, b) = (problem.option(*a), problem.option(*b));
                    let agree = a.iter().all(|x| b.iter().all(|y| x.agrees_with(*y)));
                    let meet = forbids.iter().zip(*other).any(|(x, y)| x & y != 0);
                    prop_assert_eq!(agree, !meet);
                }
                let covered: u32 = mask.iter().zip(&bits.need).map(|(x, y)| (x & y).count_ones()).sum();
                let primary = |entry: &&Entry| problem.kind(entry.item) == Kind::Primary;
                prop_assert_eq!(covered as usize, problem.option(*a).iter().filter(primary).count());
            }
        }

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

    /// A problem with so many primary items is too wide.
    #[test]
    fn masks_have_a_greatest_width() {
        for (items, fits) in [(64 * MOST_WORDS, true), (64 * MOST_WORDS + 1, false)] {
            let mut builder = Builder::new();
            for item in 0..items {
                let item = builder.primary(&format!("i{item}")).unwrap();
                builder.option([item]).unwrap();
            }
            let problem = builder.build();
            let bits = Bits::of(&problem, problem.options().collect(), |_| true);
            assert_eq!(bits.map(|bits| bits.width), fits.then_some(MOST_WORDS));
        }
    }
}
