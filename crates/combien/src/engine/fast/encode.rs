//! The options of a problem as masks of bits, for the kernels ([`Bits`] says how options clash).
//!
//! Layout: first the pairs of all colored items; then, each in the order of the problem, the items that may
//! be covered several times, the items that must be covered exactly once, and those that may be covered at
//! most once. Of the last, those on which no two options can clash have no bits; nor have items with bounds
//! that every choice keeps.

use combien_kernels::{Bits, MOST_WORDS, Room};

use crate::problem::{Bounds, Color, Entry, ItemId, Kind, OptionId, Problem};

/// Limits on masks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The maximum number of words of a mask.
    pub(super) width: usize,
    /// The maximum number of words of all masks together.
    pub(super) space: usize,
}

impl Limits {
    /// The largest masks that the kernels support, in 64 megabytes.
    pub(super) const MOST: Limits = Limits { width: MOST_WORDS, space: 1 << 23 };
}

/// Options as masks, and which options they are.
#[derive(Clone, Debug)]
pub(super) struct Encoded {
    /// The masks.
    pub(super) bits: Bits,
    /// The options, ascending, in the order of their masks.
    pub(super) options: Vec<OptionId>,
}

/// Where the bits of an item are.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// Nowhere: no options can clash on it.
    None,
    /// A bit of its own.
    Bit(usize),
    /// Pairs, from the first bit on; and where the item's colors begin in the list of all colors.
    Pairs { first: usize, pairs: u32, colors: usize },
}

impl Encoded {
    /// Encodes these options, with the primary items that they must cover. Returns `None` if the masks would
    /// exceed the limits, or if items have bounds and an option has no item that must be covered exactly
    /// once. Linear, except for the sorting of colors.
    pub(super) fn of(
        problem: &Problem,
        options: Vec<OptionId>,
        is_needed: impl Fn(ItemId) -> bool,
        limits: Limits,
    ) -> Option<Encoded> {
        if !options.iter().all(|&option| can_branch(problem, option)) {
            return None;
        }
        let uses = Uses::of(problem, &options);
        let Layout { places, colors, rooms, bits } = uses.layout(problem, is_needed);
        let width = bits.div_ceil(64).max(1);
        if width > limits.width || width * options.len() > limits.space {
            return None;
        }
        let mut need = vec![0; width];
        for item in problem.primary_items() {
            if let (Place::Bit(bit), Bounds::ONCE) = (places[item.index()], problem.bounds(item)) {
                need[bit / 64] |= 1 << (bit % 64);
            }
        }
        let mut claims = vec![0; width * options.len()];
        for (mask, &option) in claims.chunks_exact_mut(width).zip(&options) {
            for &entry in problem.option(option) {
                uses.claim(mask, entry, places[entry.item.index()]);
            }
        }
        Some(Encoded { bits: Bits { width, colors, rooms, need, claims }, options })
    }

    pub(super) fn bytes(&self) -> usize {
        self.bits.claims.capacity() * size_of::<u64>() + self.options.capacity() * size_of::<OptionId>()
    }

    /// The places of options among the masks; `None` if one of them has none.
    pub(super) fn places(&self, options: &[OptionId]) -> Option<Vec<usize>> {
        // Most problems have a mask for every option, and then its place is its number.
        let place = |option: &OptionId| match self.options.get(option.index()) {
            Some(there) if there == option => Some(option.index()),
            _ => self.options.binary_search(option).ok(),
        };
        options.iter().map(place).collect()
    }
}

/// Does the option have an item that must be covered exactly once? The search over masks branches on no
/// others.
fn can_branch(problem: &Problem, option: OptionId) -> bool {
    let is_once = |item| problem.kind(item) == Kind::Primary && problem.bounds(item) == Bounds::ONCE;
    !problem.has_bounds() || problem.option(option).iter().any(|entry| is_once(entry.item))
}

/// Where all items are.
struct Layout {
    places: Vec<Place>,
    /// The number of bits that are pairs.
    colors: usize,
    /// The items that may be covered several times.
    rooms: Vec<Room>,
    bits: usize,
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
        // Most pairs occur often. To sort each once, it is marked, if there is room for all pairs.
        let palette = problem.colors().len();
        let all = items.saturating_mul(palette);
        let mut is_known = vec![false; if all <= problem.entry_count() { all } else { 0 }];
        for &option in options {
            for &Entry { item, color } in problem.option(option) {
                uses.count[item.index()] += 1;
                match color {
                    None => uses.plain[item.index()] += 1,
                    Some(color) => {
                        let is_known = is_known.get_mut(item.index() * palette + color.index());
                        if !is_known.is_some_and(|is_known| std::mem::replace(is_known, true)) {
                            uses.colors.push((item, color));
                        }
                    }
                }
            }
        }
        uses.colors.sort();
        uses.colors.dedup();
        uses
    }

    /// The place of each item.
    fn layout(&self, problem: &Problem, is_needed: impl Fn(ItemId) -> bool) -> Layout {
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
        let colors = bits;
        let mut rooms = vec![];
        for (item, Bounds { lo, hi }) in problem.bounded_items() {
            if hi > 1 && (lo > 0 || hi < self.count[item.index()]) {
                places[item.index()] = Place::Bit(bits);
                rooms.push(Room { lo, hi });
                bits += 1;
            }
        }
        for is_once in [true, false] {
            for item in problem.items() {
                let index = item.index();
                let is_colored = self.plain[index] < self.count[index];
                let has_bit = match (problem.kind(item), problem.bounds(item)) {
                    (Kind::Primary, Bounds::ONCE) => is_once && is_needed(item),
                    (_, Bounds { hi: 1, .. }) => !is_once && !is_colored && self.count[index] > 1,
                    _ => false,
                };
                if has_bit {
                    places[index] = Place::Bit(bits);
                    bits += 1;
                }
            }
        }
        Layout { places, colors, rooms, bits }
    }

    /// Adds what an entry claims.
    fn claim(&self, mask: &mut [u64], entry: Entry, place: Place) {
        let mut set = |bit: usize| mask[bit / 64] |= 1 << (bit % 64);
        match place {
            Place::None => {}
            Place::Bit(bit) => set(bit),
            Place::Pairs { first, pairs, colors } => {
                let end = self.colors.len().min(colors + (1 << pairs));
                let known = &self.colors[colors..end];
                let code =
                    entry.color.map(|color| known.partition_point(|&known| known < (entry.item, color)));
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
        /// The claimed part of the items to be covered is exactly what the option has of them.
        #[test]
        fn masks_clash_where_options_do(problem in problems()) {
            let encoded = Encoded::of(&problem, problem.options().collect(), |_| true, Limits::MOST).unwrap();
            let Encoded { bits, options } = encoded;
            prop_assert!(bits.colors.is_multiple_of(2) && bits.colors <= 64 * bits.width);
            let masks: Vec<&[u64]> = bits.claims.chunks_exact(bits.width).collect();
            for (place, a) in options.iter().enumerate() {
                let forbids = bits.forbids(place);
                for (b, other) in options.iter().zip(&masks) {
                    let (a, b) = (problem.option(*a), problem.option(*b));
                    let agree = a.iter().all(|x| b.iter().all(|y| x.agrees_with(*y)));
                    let meet = forbids.iter().zip(*other).any(|(x, y)| x & y != 0);
                    prop_assert_eq!(agree, !meet);
                }
                let covered: u32 = masks[place].iter().zip(&bits.need).map(|(x, y)| (x & y).count_ones()).sum();
                let primary = |entry: &&Entry| problem.kind(entry.item) == Kind::Primary;
                prop_assert_eq!(covered as usize, problem.option(*a).iter().filter(primary).count());
            }
        }
    }

    /// A problem with this many primary items is too wide.
    #[test]
    fn masks_have_a_maximum_width() {
        for (items, fits) in [(64 * MOST_WORDS, true), (64 * MOST_WORDS + 1, false)] {
            let mut builder = Builder::new();
            for item in 0..items {
                let item = builder.primary(&format!("i{item}")).unwrap();
                builder.option([item]).unwrap();
            }
            let problem = builder.build();
            let encoded = Encoded::of(&problem, problem.options().collect(), |_| true, Limits::MOST);
            assert_eq!(encoded.map(|encoded| encoded.bits.width), fits.then_some(MOST_WORDS));
        }
    }
}
