//! The table of a search in a fixed order: the order of the items, and the options as words of bits.
//!
//! **Order of the items.** The next item is the one with the fewest options left, whose options are then put
//! aside (Matula and Beck, Smallest-last ordering, 1983, from the other end): on a board, cell after cell
//! along the sides and rows. For packings of many [pieces](super::pieces), it is the one that has lost the
//! largest part of its options: a frontier that moves from one corner to the other end ([`Rule`]). The items
//! of pieces come last. Each option is a child of the first of its items.
//!
//! Finding the order takes time linear in the entries, and quadratic in the items.

use crate::problem::{Bounds, ItemId, Kind, OptionId, Problem};

/// All options of an item, as the part that is left of them.
const WHOLE: u32 = 1 << 20;
/// What is added to the parts of items that are to come last.
const LAST: u32 = 1 << 30;
/// A word takes as long as a pass over masks takes for this many options.
pub(super) const LOOKS_A_WORD: u64 = 4;

/// What a search needs of the problem: the bits of all items, and the options as words of such bits.
#[derive(Debug)]
pub(super) struct Table {
    /// The number of items that must be covered exactly once. These have the first bits, in their order.
    pub(super) needed: usize,
    /// The number of words of a mask.
    pub(super) width: usize,
    /// For each of these items, where its options begin among the children, and where the last ones end.
    pub(super) starts: Vec<u32>,
    /// For each option, where its words begin, and where the last ones end.
    words_from: Vec<u32>,
    /// The words that are not zero, and their places. The last one of each option comes first: it has the
    /// item of the piece, which clashes most.
    words: Vec<(u32, u64)>,
    /// For each option, where its items with bounds begin, and where the last ones end.
    bounded_from: Vec<u32>,
    bounded: Vec<u32>,
    pub(super) bounds: Vec<Bounds>,
}

/// An option, and its first two words: the second is zero if it has only one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) option: OptionId,
    pub(super) places: [u32; 2],
    pub(super) words: [u64; 2],
}

/// Which item comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// The one with the fewest options left. With this rule Calibron 12 has 5.5 million nodes; with the
    /// other, the search did not end in twelve times the time.
    Fewest,
    /// The one that has lost the largest part of its options. The first rule begins in all corners of a
    /// board; then a hole in the last of them is seen at the end, and 107 heptominoes are not placed in 20
    /// million nodes.
    LargestLoss,
}

impl Table {
    /// The table, and the options by the first of their items; `None` if options have colors or no item that
    /// must be covered exactly once, or an item has more children than this. The items of pieces come last.
    pub(super) fn new(
        problem: &Problem,
        pieces: &[ItemId],
        rule: Rule,
        most_children: u32,
    ) -> Option<(Table, Vec<Child>)> {
        let is_once = |item| problem.kind(item) == Kind::Primary && problem.bounds(item) == Bounds::ONCE;
        let mut options = Options::of(problem, is_once);
        for piece in pieces.iter().filter(|&&piece| is_once(piece)) {
            options.part[piece.index()] += LAST;
        }
        let mut places = Places { rule, options, bit: vec![None; problem.item_count()] };
        let mut table = Table {
            needed: places.options.items.len(),
            width: 0,
            starts: vec![0],
            words_from: vec![0],
            words: vec![],
            bounded_from: vec![0],
            bounded: vec![],
            bounds: vec![],
        };
        let mut tried = vec![];
        for bit in 0..table.needed {
            places.give(problem, bit, most_children, &mut tried)?;
            table.starts.push(tried.len() as u32);
        }
        if tried.len() < problem.searched_options().count() {
            return None;
        }
        let mut bits = table.needed;
        let mut counter = vec![None; problem.item_count()];
        for item in problem.items().filter(|&item| !is_once(item)) {
            match problem.bounds(item) {
                Bounds { lo: 0, hi: 1 } => {
                    places.bit[item.index()] = Some(bits);
                    bits += 1;
                }
                bounds => {
                    counter[item.index()] = Some(table.bounds.len() as u32);
                    table.bounds.push(bounds);
                }
            }
        }
        table.width = bits.div_ceil(64);
        let mut set: Vec<usize> = vec![];
        for option in problem.options() {
            let entries = problem.option(option);
            if entries.iter().any(|entry| entry.color.is_some()) {
                return None;
            }
            set.clear();
            set.extend(entries.iter().filter_map(|entry| places.bit[entry.item.index()]));
            set.sort_unstable();
            let from = table.words.len();
            for group in set.chunk_by(|a, b| a / 64 == b / 64) {
                let word = group.iter().fold(0, |word, bit| word | 1 << (bit % 64));
                table.words.push(((group[0] / 64) as u32, word));
            }
            if set.len() > 1 {
                table.words[from..].rotate_right(1);
            }
            table.words_from.push(u32::try_from(table.words.len()).ok()?);
            table.bounded.extend(entries.iter().filter_map(|entry| counter[entry.item.index()]));
            table.bounded_from.push(table.bounded.len() as u32);
        }
        let child = |option| {
            let [first, second] =
                [0, 1].map(|word| table.words_of(option).get(word).copied().unwrap_or((0, 0)));
            Child { option, places: [first.0, second.0], words: [first.1, second.1] }
        };
        let tried = tried.into_iter().map(child).collect();
        Some((table, tried))
    }

    /// The most children that an item has.
    pub(super) fn most_children(&self) -> usize {
        self.starts.windows(2).map(|ends| ends[1] - ends[0]).max().unwrap_or(0) as usize
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        let of_words = self.words.capacity() * size_of::<(u32, u64)>();
        of_words + 4 * (self.words_from.capacity() + self.bounded_from.capacity() + self.bounded.capacity())
    }

    pub(super) fn words_of(&self, option: OptionId) -> &[(u32, u64)] {
        &self.words[self.words_from[option.index()] as usize..self.words_from[option.index() + 1] as usize]
    }

    /// The items with bounds that an option has.
    pub(super) fn bounded_of(&self, option: OptionId) -> &[u32] {
        let (from, to) = (self.bounded_from[option.index()], self.bounded_from[option.index() + 1]);
        &self.bounded[from as usize..to as usize]
    }

    /// Can the option be taken where this is covered?
    pub(super) fn fits(&self, option: OptionId, covered: &[u64], counts: &[u32], looks: &mut u64) -> bool {
        let words = self.words_of(option);
        let clash = words.iter().position(|&(place, word)| covered[place as usize] & word != 0);
        *looks += LOOKS_A_WORD * clash.map_or(words.len(), |place| place + 1) as u64;
        let has_room = |&item: &u32| counts[item as usize] < self.bounds[item as usize].hi;
        clash.is_none() && self.bounded_of(option).iter().all(has_room)
    }
}

/// The options of some items, while these get their places.
struct Options {
    /// The items.
    items: Vec<ItemId>,
    /// For each item of the problem, where its options begin in the list, and where the last ones end.
    from: Vec<u32>,
    list: Vec<OptionId>,
    /// How many options each item has left; `u32::MAX` if it is none of these, or has a place.
    left: Vec<u32>,
    /// Which part of its options that is.
    part: Vec<u32>,
    is_left: Vec<bool>,
}

impl Options {
    fn of(problem: &Problem, is_one: impl Fn(ItemId) -> bool) -> Options {
        let mut left = vec![u32::MAX; problem.item_count()];
        let items: Vec<ItemId> = problem.items().filter(|&item| is_one(item)).collect();
        for item in &items {
            left[item.index()] = 0;
        }
        let mut is_left = vec![false; problem.option_count()];
        for option in problem.searched_options() {
            is_left[option.index()] = true;
            for entry in problem.option(option) {
                let left = &mut left[entry.item.index()];
                *left = left.saturating_add(1);
            }
        }
        let mut from = vec![0];
        for &count in &left {
            from.push(from[from.len() - 1] + if count < u32::MAX { count } else { 0 });
        }
        let mut next = from.clone();
        let mut list = vec![OptionId::from_index(0); from[from.len() - 1] as usize];
        for option in problem.searched_options() {
            for entry in problem.option(option) {
                let item = entry.item.index();
                if left[item] < u32::MAX {
                    list[next[item] as usize] = option;
                    next[item] += 1;
                }
            }
        }
        // What is none of these items comes after all of them, pieces too.
        let part = left.iter().map(|&left| if left < u32::MAX { WHOLE } else { u32::MAX }).collect();
        Options { items, from, list, left, part, is_left }
    }
}

/// The items in their order, as far as it is known.
struct Places {
    rule: Rule,
    options: Options,
    /// The bit of each item that has one.
    bit: Vec<Option<usize>>,
}

impl Places {
    /// Gives the next bit to the item that the rule names, the one with the fewest options of equal ones, and
    /// puts those left aside as its children. `None` if these are more than `most`.
    fn give(&mut self, problem: &Problem, bit: usize, most: u32, children: &mut Vec<OptionId>) -> Option<()> {
        let Options { from, list, left, part, is_left, .. } = &mut self.options;
        let rule = self.rule;
        let rank = |item: usize| match rule {
            Rule::Fewest => (part[item] / LAST, left[item]),
            Rule::LargestLoss => (part[item], left[item]),
        };
        let item = (0..left.len()).min_by_key(|&item| rank(item))?;
        if left[item] > most {
            return None;
        }
        (self.bit[item], left[item], part[item]) = (Some(bit), u32::MAX, u32::MAX);
        for &option in &list[from[item] as usize..from[item + 1] as usize] {
            if !std::mem::take(&mut is_left[option.index()]) {
                continue;
            }
            children.push(option);
            for entry in problem.option(option) {
                let other = entry.item.index();
                if left[other] < u32::MAX {
                    left[other] -= 1;
                    let all = u64::from(from[other + 1] - from[other]);
                    let now = (u64::from(left[other]) * u64::from(WHOLE) / all) as u32;
                    part[other] = part[other] / LAST * LAST + now;
                }
            }
        }
        Some(())
    }
}
