//! The remaining problem after some options are taken, packed into words.
//!
//! **A state** has a field for each item; zero means that the item is finished, or that no remaining option
//! has it.
//! - A primary item that is covered exactly once: 1 if it is free.
//! - A secondary item: 1 if it is free, one more than its color once that is fixed.
//! - An item with other bounds: how often it must still be covered, how often it may be covered, and the
//!   first option that is still open: earlier options with this item are decided.
//!
//! Items are numbered as in certificates: primary ones first, each kind in the order of the problem.

use crate::bits::ones;
use crate::budget::{Effort, Reason};
use crate::problem::{Entry, Kind, Problem};

/// The remaining problem, in words.
pub(super) type State = Box<[u64]>;

/// A field within one word.
#[derive(Clone, Copy, Debug, Default)]
struct Field {
    word: usize,
    shift: u32,
    mask: u64,
}

impl Field {
    fn get(self, state: &[u64]) -> u64 {
        state[self.word] >> self.shift & self.mask
    }

    fn set(self, state: &mut [u64], value: u64) {
        state[self.word] = state[self.word] & !(self.mask << self.shift) | value << self.shift;
    }

    fn add_to(self, mask: &mut [u64]) {
        mask[self.word] |= self.mask << self.shift;
    }
}

/// The fields of an item.
#[derive(Clone, Copy, Debug)]
enum Fields {
    /// One bit: free or not.
    Plain(Field),
    /// A secondary item that some option gives a color.
    Colored(Field),
    /// An item with bounds. If it may be covered any number of times, its `room` stays 1.
    Bounded { need: Field, room: Field, next: Field, is_endless: bool },
}

/// An item of an option that needs more than a test of one bit.
#[derive(Clone, Copy, Debug)]
struct Special {
    item: u32,
    /// The value that the option gives a colored item: 0 if it covers it without a color, otherwise one more
    /// than the color.
    value: u64,
}

/// An option that can be in a cover.
#[derive(Debug)]
struct Taken {
    /// The plain items.
    mask: State,
    special: Box<[Special]>,
    /// All items, by number.
    items: Box<[u32]>,
}

/// A problem as proofs see it.
#[derive(Debug)]
pub(super) struct Model {
    /// How many items are primary: they come first.
    pub(super) primary: u32,
    pub(super) items: u32,
    fields: Vec<Fields>,
    options: Vec<Taken>,
    /// The options that have an item, among those that can be in a cover, ascending; and the same as sets.
    pub(super) options_of: Vec<Vec<u32>>,
    sets: Vec<Vec<(u32, u64)>>,
    /// The options that can be in a cover.
    pub(super) used: Fitting,
    /// Have some items bounds or colors?
    has_special: bool,
    first: State,
}

/// A set of options: those that fit a state.
pub(super) type Fitting = Box<[u64]>;

impl Model {
    pub(super) fn new(problem: &Problem, effort: &mut Effort<'_>) -> Result<Model, Reason> {
        let numbers = numbers(problem);
        let mut options_of = vec![vec![]; problem.item_count()];
        let mut has_color = vec![false; problem.item_count()];
        for option in problem.searched_options() {
            effort.spend(problem.option(option).len())?;
            for entry in problem.option(option) {
                let item = numbers[entry.item.index()] as usize;
                options_of[item].push(option.index() as u32);
                has_color[item] |= entry.color.is_some();
            }
        }
        let mut layout = Layout::default();
        let mut start = vec![];
        let mut items: Vec<_> = problem.items().collect();
        items.sort_by_key(|item| numbers[item.index()]);
        let fields: Vec<Fields> = items
            .iter()
            .enumerate()
            .map(|(number, &item)| {
                let bounds = problem.bounds(item);
                if problem.kind(item) == Kind::Secondary || bounds.allow(1) && bounds.lo == bounds.hi {
                    let field =
                        layout.field(if has_color[number] { problem.colors().len() as u64 + 1 } else { 1 });
                    start.push((field, 1));
                    return if has_color[number] { Fields::Colored(field) } else { Fields::Plain(field) };
                }
                let is_endless = bounds.hi as usize >= options_of[number].len();
                let [need, room] = [bounds.lo, if is_endless { 1 } else { bounds.hi }].map(u64::from);
                let fields = Fields::Bounded {
                    need: layout.field(need),
                    room: layout.field(room),
                    next: layout.field(problem.option_count() as u64),
                    is_endless,
                };
                if let Fields::Bounded { need: need_field, room: room_field, .. } = fields {
                    start.extend([(need_field, need), (room_field, room)]);
                }
                fields
            })
            .collect();
        let mut first = vec![0; layout.words()].into_boxed_slice();
        for (field, value) in start {
            field.set(&mut first, value);
        }
        // The masks of a wide problem may take gigabytes.
        let most = 2 * effort.most_numbers();
        if problem.option_count().saturating_mul(first.len()) > most {
            return Err(Reason::Memory(8 * most as u64));
        }
        let mut options = vec![];
        for option in problem.options() {
            effort.spend(problem.option(option).len() + first.len())?;
            options.push(taken(problem.option(option), &numbers, &fields, first.len()));
        }
        let mut used = vec![0; problem.option_count().div_ceil(64)].into_boxed_slice();
        problem.searched_options().for_each(|option| used[option.index() / 64] |= 1 << (option.index() % 64));
        let (primary, items) = (problem.primary_count() as u32, problem.item_count() as u32);
        let sets = options_of.iter().map(|options| set_of(options)).collect();
        let has_special = options.iter().any(|option| !option.special.is_empty());
        Ok(Model { primary, items, fields, options, options_of, sets, used, has_special, first })
    }

    /// Takes options, ascending, before anything else: states begin with them, and no other option is one of
    /// them. Returns false if they do not agree, or if no cover can have one of them.
    pub(super) fn begin_with(&mut self, taken: &[u32]) -> bool {
        for &option in taken {
            let (word, bit) = (option as usize / 64, 1 << (option % 64));
            if self.used[word] & bit == 0 || !self.fits(&self.first, option) {
                return false;
            }
            self.used[word] &= !bit;
            let mut first = self.first.clone();
            self.take(&mut first, option);
            self.first = first;
        }
        self.options_of.iter_mut().for_each(|all| all.retain(|option| taken.binary_search(option).is_err()));
        self.sets = self.options_of.iter().map(|options| set_of(options)).collect();
        true
    }

    /// Keeps the options of a set that fit. Only these items have changed since all of them fitted.
    pub(super) fn keep_fitting(
        &self,
        fitting: &mut Fitting,
        state: &[u64],
        changed: impl Iterator<Item = u32>,
    ) {
        for item in changed {
            let is_done = match self.fields[item as usize] {
                Fields::Plain(field) | Fields::Colored(field) => field.get(state) == 0,
                Fields::Bounded { room, .. } => room.get(state) == 0,
            };
            if is_done {
                self.sets[item as usize].iter().for_each(|&(word, bits)| fitting[word as usize] &= !bits);
            }
        }
        if self.has_special {
            for word in 0..fitting.len() {
                for option in ones(word as u32, fitting[word]).filter(|&option| !self.fits(state, option)) {
                    fitting[word] &= !(1 << (option % 64));
                }
            }
        }
    }

    /// The options of a set that have an item, ascending.
    pub(super) fn with_item(&self, fitting: &Fitting, item: u32) -> impl Iterator<Item = u32> {
        let sets = self.sets[item as usize].iter();
        sets.flat_map(|&(word, bits)| ones(word, bits & fitting[word as usize]))
    }

    /// How many of these options each item has.
    pub(super) fn count(&self, fitting: &Fitting, left: &mut [u32]) {
        left.fill(0);
        for option in all_in(fitting) {
            self.items_of(option).iter().for_each(|&item| left[item as usize] += 1);
        }
    }

    /// Nothing is taken but what everything begins with.
    pub(super) fn first(&self) -> State {
        self.first.clone()
    }

    /// The items of an option.
    pub(super) fn items_of(&self, option: u32) -> &[u32] {
        &self.options[option as usize].items
    }

    /// Can the option be taken?
    pub(super) fn fits(&self, state: &[u64], option: u32) -> bool {
        let taken = &self.options[option as usize];
        taken.mask.iter().zip(state).all(|(mask, word)| word & mask == *mask)
            && taken.special.iter().all(|special| match self.fields[special.item as usize] {
                Fields::Plain(_) => true,
                Fields::Colored(field) => match field.get(state) {
                    0 => false,
                    1 => true,
                    value => value == special.value,
                },
                Fields::Bounded { room, next, .. } => {
                    room.get(state) > 0 && u64::from(option) >= next.get(state)
                }
            })
    }

    /// The work of the question whether an option fits. Words are read quickly.
    pub(super) fn price(&self, option: u32) -> usize {
        let taken = &self.options[option as usize];
        1 + taken.mask.len() / 8 + taken.special.len()
    }

    /// Takes an option that fits.
    pub(super) fn take(&self, state: &mut [u64], option: u32) {
        let taken = &self.options[option as usize];
        state.iter_mut().zip(&taken.mask).for_each(|(word, mask)| *word &= !mask);
        for special in &taken.special {
            match self.fields[special.item as usize] {
                Fields::Plain(_) => {}
                Fields::Colored(field) => field.set(state, special.value),
                Fields::Bounded { need, room, is_endless, .. } => {
                    need.set(state, need.get(state).saturating_sub(1));
                    if !is_endless {
                        room.set(state, room.get(state) - 1);
                    }
                }
            }
        }
    }

    /// Marks all options of an item before this one as decided.
    pub(super) fn decide(&self, state: &mut [u64], item: u32, before: u32) {
        if let Fields::Bounded { next, .. } = self.fields[item as usize] {
            next.set(state, before.into());
        }
    }

    /// Marks an item as finished.
    pub(super) fn clear(&self, state: &mut [u64], item: u32) {
        match self.fields[item as usize] {
            Fields::Plain(field) | Fields::Colored(field) => field.set(state, 0),
            Fields::Bounded { need, room, next, .. } => {
                for field in [need, room, next] {
                    field.set(state, 0);
                }
            }
        }
    }

    /// How often a primary item must still be covered.
    pub(super) fn need(&self, state: &[u64], item: u32) -> u64 {
        match self.fields[item as usize] {
            Fields::Plain(field) => field.get(state),
            Fields::Colored(_) => 0,
            Fields::Bounded { need, .. } => need.get(state),
        }
    }

    /// Is the primary item not finished?
    pub(super) fn is_open(&self, state: &[u64], item: u32) -> bool {
        match self.fields[item as usize] {
            Fields::Plain(field) | Fields::Colored(field) => field.get(state) > 0,
            Fields::Bounded { need, room, .. } => need.get(state) > 0 || room.get(state) > 0,
        }
    }

    /// Is one of these not finished?
    pub(super) fn is_any_open(&self, state: &[u64], items: &[u32]) -> bool {
        items.iter().any(|&item| self.is_open(state, item))
    }

    /// Is it covered exactly once?
    pub(super) fn is_plain(&self, item: u32) -> bool {
        matches!(self.fields[item as usize], Fields::Plain(_))
    }

    /// Does it have other bounds?
    pub(super) fn is_bounded(&self, item: u32) -> bool {
        matches!(self.fields[item as usize], Fields::Bounded { .. })
    }

    /// Says of each item whether all options of a set that have it give it the same color.
    pub(super) fn have_one_color(&self, fitting: &Fitting) -> Vec<bool> {
        // The value that the options seen give an item: 0 if they do not agree, or one of them gives it no
        // color.
        let mut values = vec![None; self.items as usize];
        for special in all_in(fitting).flat_map(|option| &self.options[option as usize].special) {
            let value = values[special.item as usize].get_or_insert(special.value);
            if *value != special.value {
                *value = 0;
            }
        }
        values.into_iter().map(|value| value.is_some_and(|value| value > 0)).collect()
    }

    /// The bits of some items.
    pub(super) fn mask(&self, items: impl Iterator<Item = u32>) -> State {
        let mut mask = vec![0; self.first.len()].into_boxed_slice();
        for item in items {
            match self.fields[item as usize] {
                Fields::Plain(field) | Fields::Colored(field) => field.add_to(&mut mask),
                Fields::Bounded { need, room, next, .. } => {
                    for field in [need, room, next] {
                        field.add_to(&mut mask);
                    }
                }
            }
        }
        mask
    }

    /// A number that increases with each option taken and each item finished: each state comes after those
    /// from which it is reached.
    pub(super) fn rank(&self, state: &[u64]) -> u64 {
        let steps = self.fields[..self.primary as usize].iter().map(|fields| match fields {
            Fields::Plain(field) | Fields::Colored(field) => 1 - field.get(state).min(1),
            Fields::Bounded { room, .. } if room.get(state) == 0 => self.options.len() as u64 + 1,
            Fields::Bounded { next, .. } => next.get(state),
        });
        steps.sum()
    }
}

/// The number of each item in a certificate, from 0.
pub(super) fn numbers(problem: &Problem) -> Vec<u32> {
    let mut next = [0, problem.primary_count() as u32];
    let number = |item| {
        let next = &mut next[usize::from(problem.kind(item) == Kind::Secondary)];
        *next += 1;
        *next - 1
    };
    problem.items().map(number).collect()
}

/// The options of a set, ascending.
pub(super) fn all_in(set: &Fitting) -> impl Iterator<Item = u32> {
    set.iter().enumerate().flat_map(|(word, &bits)| ones(word as u32, bits))
}

/// Ascending options, as the words of the set that are not empty.
fn set_of(options: &[u32]) -> Vec<(u32, u64)> {
    let mut set: Vec<(u32, u64)> = vec![];
    for &option in options {
        match set.last_mut() {
            Some((word, bits)) if *word == option / 64 => *bits |= 1 << (option % 64),
            _ => set.push((option / 64, 1 << (option % 64))),
        }
    }
    set
}

fn taken(entries: &[Entry], numbers: &[u32], fields: &[Fields], words: usize) -> Taken {
    let mut mask = vec![0; words].into_boxed_slice();
    let mut special = vec![];
    for entry in entries {
        let item = numbers[entry.item.index()];
        match fields[item as usize] {
            Fields::Plain(field) => field.add_to(&mut mask),
            _ => {
                special
                    .push(Special { item, value: entry.color.map_or(0, |color| color.index() as u64 + 2) });
            }
        }
    }
    let items = entries.iter().map(|entry| numbers[entry.item.index()]).collect();
    Taken { mask, special: special.into(), items }
}

/// The position of the next field.
#[derive(Debug, Default)]
struct Layout {
    bits: u32,
}

impl Layout {
    /// A field for numbers up to this one.
    fn field(&mut self, most: u64) -> Field {
        let width = (u64::BITS - most.leading_zeros()).max(1);
        if self.bits % u64::BITS + width > u64::BITS {
            self.bits = self.bits.next_multiple_of(u64::BITS);
        }
        let start = self.bits;
        self.bits += width;
        Field {
            word: (start / u64::BITS) as usize,
            shift: start % u64::BITS,
            mask: u64::MAX >> (u64::BITS - width),
        }
    }

    fn words(&self) -> usize {
        self.bits.div_ceil(u64::BITS) as usize
    }
}
