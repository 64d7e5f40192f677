//! States: what options that were chosen leave to be done.
//!
//! An option *fits* a state if each of its items allows it. The **number** of a state is the number of sets of options
//! that fit and, taken one after the other, leave no item in need. The number of the first state is the number of covers.

use std::iter;

use crate::problem::{Entry, Problem};
use crate::refusal::{Result, wrong};

/// An item may be covered so often that there are no more options than may cover it.
const ENDLESS: u32 = u32::MAX;

/// What a state says of an item.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Cell {
    /// How often a primary item is covered; if it may be covered endlessly, no more than it must be. A secondary item: 0 if
    /// it is free, 1 if it is covered without a color, and one more than the number of its color otherwise.
    covered: u32,
    /// From which option on a primary item may be covered: those before that have it are decided. 0 for an item that is
    /// covered exactly once, for no second option with it fits.
    next: u32,
}

/// A state: what it says of each item. Two that say the same are equal.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct State(Box<[Cell]>);

/// The states to which a line of a certificate leads.
pub(crate) type Reached<'s> = Box<dyn Iterator<Item = State> + 's>;

/// What the states of a problem allow.
pub(crate) struct States<'p> {
    pub(crate) problem: &'p Problem,
    /// How often each primary item may be covered: its upper bound, or `ENDLESS`.
    hi: Vec<u32>,
    /// The options that have each item, of those that covers may have.
    options_of: Vec<Vec<usize>>,
    /// The options that can be chosen.
    is_used: Vec<bool>,
}

impl<'p> States<'p> {
    pub(crate) fn new(problem: &'p Problem) -> States<'p> {
        let mut options_of = vec![vec![]; problem.items.len()];
        let is_used: Vec<bool> = (0..problem.options.len()).map(|option| problem.is_used(option)).collect();
        for option in (0..problem.options.len()).filter(|&option| is_used[option]) {
            problem.options[option].iter().for_each(|entry| options_of[entry.item].push(option));
        }
        let hi = problem.items.iter().zip(&options_of).map(|(item, options)| {
            let is_endless = item.hi as usize >= options.len() && (item.lo, item.hi) != (1, 1);
            if is_endless { ENDLESS } else { item.hi }
        });
        States { problem, hi: hi.collect(), options_of, is_used }
    }

    /// About the memory that a state takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Cell>() * self.hi.len() + 64
    }

    /// The state in which these options are chosen, and no others; they ascend. Each must fit.
    pub(crate) fn after(&self, options: &[usize]) -> Result<State> {
        let mut state = State(vec![Cell::default(); self.hi.len()].into());
        for (place, &option) in options.iter().enumerate() {
            let number = option + 1;
            let is_new = place == 0 || options[place - 1] < option;
            if !is_new || self.is_used.get(option) != Some(&true) {
                return wrong(format!("option {number} is none that can be chosen, or is chosen twice"));
            }
            let entries = &self.problem.options[option];
            if let Some(entry) = entries.iter().find(|entry| !self.allows(&state, option, entry)) {
                let name = &self.problem.items[entry.item].name;
                return wrong(format!("option {number} does not fit: item `{name}` is covered already"));
            }
            self.choose(&mut state, option);
        }
        Ok(state)
    }

    /// The first state of covers that have these options, which can be chosen no more.
    pub(crate) fn take(&mut self, options: &[usize]) -> Result<State> {
        let state = self.after(options)?;
        for &option in options {
            self.is_used[option] = false;
        }
        Ok(state)
    }

    /// Do these options, which ascend, cover each item as its bounds say?
    pub(crate) fn check_cover(&self, options: &[usize]) -> Result<()> {
        let state = self.after(options)?;
        let lacking = (0..self.problem.primary).find(|&item| self.need(&state, item) > 0);
        let Some(item) = lacking else { return Ok(()) };
        wrong(format!("item `{}` is not covered often enough", self.problem.items[item].name))
    }

    /// Does the item of this entry of an option allow the option?
    fn allows(&self, state: &State, option: usize, entry: &Entry) -> bool {
        let Cell { covered, next } = state.0[entry.item];
        if entry.item < self.problem.primary {
            covered < self.hi[entry.item] && option >= next as usize
        } else {
            covered == 0 || (entry.color > 0 && covered == entry.color + 1)
        }
    }

    fn fits(&self, state: &State, option: usize) -> bool {
        self.is_used[option]
            && self.problem.options[option].iter().all(|entry| self.allows(state, option, entry))
    }

    /// The options that fit and have this item, in their order.
    pub(crate) fn fitting(&self, state: &State, item: usize) -> impl Iterator<Item = usize> {
        self.options_of[item].iter().copied().filter(move |&option| self.fits(state, option))
    }

    /// Chooses an option that fits.
    pub(crate) fn choose(&self, state: &mut State, option: usize) {
        for entry in &self.problem.options[option] {
            let Cell { covered, .. } = &mut state.0[entry.item];
            *covered = if entry.item >= self.problem.primary {
                entry.color + 1
            } else if self.hi[entry.item] == ENDLESS {
                self.problem.items[entry.item].lo.min(*covered + 1)
            } else {
                *covered + 1
            };
        }
    }

    /// How often an item still must be covered.
    pub(crate) fn need(&self, state: &State, item: usize) -> u32 {
        self.problem.items[item].lo.saturating_sub(state.0[item].covered)
    }

    /// Must the primary item still be covered, or may it?
    pub(crate) fn is_open(&self, state: &State, item: usize) -> bool {
        let may_be = || state.0[item].covered < self.hi[item] && self.fitting(state, item).next().is_some();
        self.need(state, item) > 0 || may_be()
    }

    /// Is this primary item to be covered exactly once?
    pub(crate) fn is_once(&self, item: usize) -> bool {
        (self.problem.items[item].lo, self.hi[item]) == (1, 1)
    }

    /// The state without these primary items: no option with one of them fits any more.
    fn without(&self, state: &State, items: impl Iterator<Item = usize>) -> State {
        let mut state = state.clone();
        items.for_each(|item| state.0[item].covered = self.hi[item]);
        state
    }

    /// Have the two states the same number for certain? They have if they differ only in items that need nothing and that
    /// no option which fits has, in either of them: the same options fit then.
    pub(crate) fn are_alike(&self, one: &State, other: &State) -> bool {
        let is_idle = |state, item| self.need(state, item) == 0 && self.fitting(state, item).next().is_none();
        let mut differing = (0..self.hi.len()).filter(|&item| one.0[item] != other.0[item]);
        differing.all(|item| is_idle(one, item) && is_idle(other, item))
    }

    /// States whose numbers add up to that of this one. Covers are told apart by the first option that has the item: one
    /// state for each option that fits; and one more, if the item need not be covered again, for no further option.
    pub(crate) fn summands<'s>(&'s self, state: &'s State, item: usize) -> Result<Reached<'s>> {
        if !self.is_open(state, item) {
            return wrong(format!("item {} is covered already", item + 1));
        }
        let chosen = self.fitting(state, item).map(move |option| {
            let mut child = state.clone();
            self.choose(&mut child, option);
            if !self.is_once(item) {
                child.0[item].next = option as u32 + 1;
            }
            child
        });
        let without = (self.need(state, item) == 0).then(|| self.without(state, iter::once(item)));
        Ok(Box::new(chosen.chain(without)))
    }

    /// States whose product is the number of this one: one for each part into which its open items fall. No option that fits
    /// has items of two parts, nor have two options from different parts that fit an item in common, but secondary ones
    /// whose color is fixed: on those they agree.
    pub(crate) fn factors<'s>(&'s self, state: &'s State) -> Result<Reached<'s>> {
        // The first item of a part stands for it: from each item, one comes to it by going on to the item `above`.
        let mut above: Vec<usize> = (0..self.hi.len()).collect();
        for option in (0..self.is_used.len()).filter(|&option| self.fits(state, option)) {
            let items = self.problem.options[option].iter().map(|entry| entry.item);
            // A secondary item that is covered, and by which this option fits, has its color.
            let mut linked = items.filter(|&item| item < self.problem.primary || state.0[item].covered == 0);
            let Some(first) = linked.next() else { continue };
            for item in linked {
                let (one, other) = (top(&mut above, first), top(&mut above, item));
                above[one.max(other)] = one.min(other);
            }
        }
        let open = (0..self.problem.primary).filter(|&item| self.is_open(state, item));
        let part_of: Vec<(usize, usize)> = open.map(|item| (item, top(&mut above, item))).collect();
        let parts: Vec<usize> =
            part_of.iter().filter(|(item, part)| item == part).map(|&(_, part)| part).collect();
        if parts.len() < 2 {
            return wrong("the state does not fall into parts");
        }
        Ok(Box::new(parts.into_iter().map(move |part| {
            let others = part_of.iter().filter(|&&(_, other)| other != part);
            self.without(state, others.map(|&(item, _)| item))
        })))
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
