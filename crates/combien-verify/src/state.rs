//! States: what options that were chosen leave to be done.
//!
//! A state says of each item
//! - which is primary and covered exactly once: whether it is covered;
//! - which is secondary: whether it is covered, and in what color;
//! - which is primary and has other bounds: how often it still must be covered (`need`), how often it still may be (`room`),
//!   and from which option on (`next`): those before that have it are decided.
//!
//! An option *fits* a state if each of its items allows it. The **number** of a state is the number of sets of options
//! that fit and, taken one after the other, leave no item in need. The number of the first state is the number of covers.

use crate::problem::{Entry, Problem};

/// A state: the items' fields, packed into words.
pub(crate) type State = Box<[u64]>;

/// Where a field is in a state.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: usize,
    shift: u32,
    mask: u64,
}

impl Field {
    fn of(self, state: &State) -> u64 {
        state[self.word] >> self.shift & self.mask
    }

    fn set(self, state: &mut State, value: u64) {
        state[self.word] = state[self.word] & !(self.mask << self.shift) | value << self.shift;
    }
}

/// The fields of an item.
#[derive(Clone, Copy, Debug)]
enum Fields {
    /// One bit: 1 if it is covered, once and for all.
    Plain(Field),
    /// A secondary item that has colors: 0 if it is free, 1 if it is covered without a color, and one more than its color
    /// else.
    Colored(Field),
    /// `room` stays 1 if it cannot run out: there are no more options than may cover the item.
    Bounded { need: Field, room: Field, next: Field, is_endless: bool },
}

/// How the states of a problem are packed, and what they allow.
pub(crate) struct States<'p> {
    pub(crate) problem: &'p Problem,
    fields: Vec<Fields>,
    /// The item that each bit of a state belongs to.
    item_of_bit: Vec<usize>,
    /// The options that have each item, of those that covers may have.
    pub(crate) options_of: Vec<Vec<usize>>,
    /// Of each option, the bits of its plain items, and its other entries.
    options: Vec<(State, Vec<Entry>)>,
    words: usize,
}

impl<'p> States<'p> {
    pub(crate) fn new(problem: &'p Problem) -> States<'p> {
        let mut options_of = vec![vec![]; problem.items.len()];
        let mut has_color = vec![false; problem.items.len()];
        problem.options.iter().flatten().for_each(|entry| has_color[entry.item] |= entry.color > 0);
        for option in (0..problem.options.len()).filter(|&option| problem.is_used(option)) {
            problem.options[option].iter().for_each(|entry| options_of[entry.item].push(option));
        }
        let mut states =
            States { problem, fields: vec![], item_of_bit: vec![], options_of, options: vec![], words: 0 };
        for (number, item) in problem.items.iter().enumerate() {
            let is_endless = item.hi >= states.options_of[number].len() as u64;
            let fields = if has_color[number] {
                Fields::Colored(states.field(number, problem.colors.len() as u64 + 1))
            } else if !item.is_primary || (item.lo, item.hi) == (1, 1) {
                Fields::Plain(states.field(number, 1))
            } else {
                Fields::Bounded {
                    need: states.field(number, item.lo),
                    room: states.field(number, if is_endless { 1 } else { item.hi }),
                    next: states.field(number, problem.options.len() as u64),
                    is_endless,
                }
            };
            states.fields.push(fields);
        }
        states.words = states.item_of_bit.len() / 64;
        for option in &problem.options {
            let mut mask = vec![0; states.words].into_boxed_slice();
            let mut others = vec![];
            for &entry in option {
                match states.fields[entry.item] {
                    Fields::Plain(covered) => covered.set(&mut mask, 1),
                    _ => others.push(entry),
                }
            }
            states.options.push((mask, others));
        }
        states
    }

    /// A new field for numbers up to this one, within one word.
    fn field(&mut self, item: usize, most: u64) -> Field {
        let bits = (64 - most.leading_zeros()).max(1);
        let used = self.words as u32;
        let start = if used % 64 + bits > 64 { used.next_multiple_of(64) } else { used };
        self.words = (start + bits) as usize;
        self.item_of_bit.resize(self.words.next_multiple_of(64), 0);
        self.item_of_bit[start as usize..self.words].fill(item);
        Field { word: start as usize / 64, shift: start % 64, mask: u64::MAX >> (64 - bits) }
    }

    /// Nothing is chosen.
    pub(crate) fn first(&self) -> State {
        let mut state = vec![0; self.words].into_boxed_slice();
        for (item, fields) in self.problem.items.iter().zip(&self.fields) {
            if let Fields::Bounded { need, room, is_endless, .. } = fields {
                need.set(&mut state, item.lo);
                room.set(&mut state, if *is_endless { 1 } else { item.hi });
            }
        }
        state
    }

    /// Do all items of the option allow it?
    pub(crate) fn fits(&self, state: &State, option: usize) -> bool {
        let (plain, others) = &self.options[option];
        plain.iter().zip(state).all(|(plain, word)| plain & word == 0)
            && others.iter().all(|entry| match self.fields[entry.item] {
                Fields::Plain(covered) => covered.of(state) == 0,
                Fields::Colored(field) => match field.of(state) {
                    0 => true,
                    value => entry.color > 0 && value == entry.color as u64 + 1,
                },
                Fields::Bounded { room, next, .. } => room.of(state) > 0 && option as u64 >= next.of(state),
            })
    }

    /// The options that fit and have this item, in their order.
    pub(crate) fn fitting<'s>(&'s self, state: &'s State, item: usize) -> impl Iterator<Item = usize> + 's {
        self.options_of[item].iter().copied().filter(|&option| self.fits(state, option))
    }

    /// Chooses an option that fits.
    pub(crate) fn choose(&self, state: &mut State, option: usize) {
        for entry in &self.problem.options[option] {
            match self.fields[entry.item] {
                Fields::Plain(covered) => covered.set(state, 1),
                Fields::Colored(field) => field.set(state, entry.color as u64 + 1),
                Fields::Bounded { need, room, is_endless, .. } => {
                    need.set(state, need.of(state).saturating_sub(1));
                    if !is_endless {
                        room.set(state, room.of(state) - 1);
                    }
                }
            }
        }
    }

    /// Says that all options before this one that have the item are decided. Nothing is to be said of an item that is
    /// covered once: no second option with it fits.
    pub(crate) fn decide(&self, state: &mut State, item: usize, before: usize) {
        if let Fields::Bounded { next, .. } = self.fields[item] {
            next.set(state, before as u64);
        }
    }

    /// How often an item still must be covered.
    pub(crate) fn need(&self, state: &State, item: usize) -> u64 {
        match self.fields[item] {
            Fields::Plain(covered) if item < self.problem.primary => 1 - covered.of(state),
            Fields::Plain(_) | Fields::Colored(_) => 0,
            Fields::Bounded { need, .. } => need.of(state),
        }
    }

    /// Must the primary item still be covered, or may it?
    pub(crate) fn is_open(&self, state: &State, item: usize) -> bool {
        self.need(state, item) > 0
            || (matches!(self.fields[item], Fields::Bounded { .. })
                && self.fitting(state, item).next().is_some())
    }

    /// Is it a primary item to be covered exactly once?
    pub(crate) fn is_once(&self, item: usize) -> bool {
        matches!(self.fields[item], Fields::Plain(_))
    }

    /// The words of each state.
    pub(crate) fn word_count(&self) -> usize {
        self.words
    }

    /// Takes a primary item out of the state: it is covered often enough, and no option with it fits.
    pub(crate) fn close(&self, state: &mut State, item: usize) {
        match self.fields[item] {
            Fields::Plain(covered) => covered.set(state, 1),
            Fields::Colored(_) => {}
            Fields::Bounded { need, next, .. } => {
                need.set(state, 0);
                next.set(state, self.problem.options.len() as u64);
            }
        }
    }

    /// Have the two states the same number for certain? They have if they differ only in items that need nothing and that
    /// no option which fits has, in either of them: the same options fit then.
    pub(crate) fn are_alike(&self, one: &State, other: &State) -> bool {
        for word in 0..one.len() {
            let mut bits = one[word] ^ other[word];
            while bits != 0 {
                let item = self.item_of_bit[64 * word + bits.trailing_zeros() as usize];
                let is_idle =
                    |state| self.need(state, item) == 0 && self.fitting(state, item).next().is_none();
                if !is_idle(one) || !is_idle(other) {
                    return false;
                }
                bits &= bits - 1;
                while bits != 0 && self.item_of_bit[64 * word + bits.trailing_zeros() as usize] == item {
                    bits &= bits - 1;
                }
            }
        }
        true
    }

    /// The parts into which a state falls: sets of open primary items, each ascending, by their first items. No option
    /// that fits has items of two parts, nor have two options from different parts that fit an item in common, but
    /// secondary ones whose color is fixed: on those they agree.
    pub(crate) fn parts(&self, state: &State) -> Vec<Vec<usize>> {
        let mut above: Vec<usize> = (0..self.problem.items.len()).collect();
        for option in 0..self.problem.options.len() {
            if !self.problem.is_used(option) || !self.fits(state, option) {
                continue;
            }
            let connects = |entry: &&Entry| match self.fields[entry.item] {
                Fields::Colored(field) => field.of(state) == 0,
                _ => true,
            };
            let mut items = self.problem.options[option].iter().filter(connects).map(|entry| entry.item);
            let Some(first) = items.next() else { continue };
            for item in items {
                let (one, two) = (top(&mut above, first), top(&mut above, item));
                above[one] = two;
            }
        }
        let mut place_of = vec![None; above.len()];
        let mut parts: Vec<Vec<usize>> = vec![];
        for item in (0..self.problem.primary).filter(|&item| self.is_open(state, item)) {
            let top = top(&mut above, item);
            let place = *place_of[top].get_or_insert_with(|| {
                parts.push(vec![]);
                parts.len() - 1
            });
            parts[place].push(item);
        }
        parts
    }
}

/// The item that stands for the part of this one. Paths are halved on the way.
fn top(above: &mut [usize], mut item: usize) -> usize {
    while above[item] != item {
        above[item] = above[above[item]];
        item = above[item];
    }
    item
}
