//! States: what options that were chosen leave to be done.
//!
//! A state says which options still *fit*: each of their items allows them; which primary items are in need;
//! and how often those are covered that need not be covered exactly once. Nothing else can matter: the
//! **number** of a state is the number of sets of options that fit and, taken one after the other, leave no
//! item in need. The number of the first state is the number of covers.

use std::collections::BTreeMap;
use std::iter;

use crate::lines::{Result, numbered, wrong};
use crate::problem::{Entry, Problem};

/// A state: a bit for each option that fits; behind them, one for each item in need; and for each primary
/// item that need not be covered exactly once a word, how often it is. If it may be covered endlessly, that
/// is no more than it must be.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct State(Box<[u128]>);

impl State {
    fn has(&self, bit: usize) -> bool {
        self.0[bit / 128] >> (bit % 128) & 1 == 1
    }

    fn remove(&mut self, bit: usize) {
        self.0[bit / 128] &= !(1 << (bit % 128));
    }
}

/// What is done with each state that is reached.
pub(crate) type Reach<'f> = &'f mut dyn FnMut(&mut State) -> Result<()>;

/// What the states of a problem allow.
pub(crate) struct States<'p> {
    problem: &'p Problem,
    /// The options that have each item, of those that covers may have: the words in which they have bits,
    /// and these.
    options_of: Vec<Vec<(usize, u128)>>,
    /// The first bit of items in need.
    needs: usize,
    /// The word of each primary item that need not be covered exactly once, behind all bits; and the
    /// greatest number there.
    counters: BTreeMap<usize, (usize, u128)>,
    /// The state in which nothing is chosen.
    first: State,
}

impl<'p> States<'p> {
    pub(crate) fn new(problem: &'p Problem) -> States<'p> {
        let needs = problem.options.len().next_multiple_of(128);
        let mut first = vec![0; needs / 128 + problem.items.len().div_ceil(128)];
        let mut options_of: Vec<Vec<(usize, u128)>> = vec![vec![]; problem.items.len()];
        for option in (0..problem.options.len()).filter(|&option| problem.is_used(option)) {
            let (place, bit) = (option / 128, 1 << (option % 128));
            first[place] |= bit;
            for entry in &problem.options[option] {
                match options_of[entry.item].last_mut() {
                    Some((last, bits)) if *last == place => *bits |= bit,
                    _ => options_of[entry.item].push((place, bit)),
                }
            }
        }
        let mut counters = BTreeMap::new();
        for (number, item) in problem.items.iter().enumerate() {
            first[(needs + number) / 128] |= u128::from(item.lo > 0) << (number % 128);
            if item.is_primary && (item.lo, item.hi) != (1, 1) {
                let options: u32 = options_of[number].iter().map(|(_, bits)| bits.count_ones()).sum();
                let is_endless = item.hi >= options;
                let most = if is_endless { item.lo } else { item.hi };
                counters.insert(number, (first.len(), most.into()));
                first.push(0);
            }
        }
        States { problem, options_of, needs, counters, first: State(first.into()) }
    }

    /// A primary item, by its number from 1.
    pub(crate) fn item(&self, name: &str) -> Result<usize> {
        numbered(name, self.problem.primary, "primary item")
    }

    /// About the memory that a state takes.
    pub(crate) fn bytes(&self) -> usize {
        16 * self.first.0.len() + 32
    }

    /// The state in which these options are chosen, and no others; they ascend. Each must fit.
    pub(crate) fn after(&self, chosen: &[usize]) -> Result<State> {
        let (mut state, options) = (self.first.clone(), &self.problem.options);
        for (place, &option) in chosen.iter().enumerate() {
            let (number, before) = (option + 1, &chosen[..place]);
            let is_new = before.last().is_none_or(|&last| last < option);
            if !is_new || option >= options.len() || !self.first.has(option) {
                return wrong(format!("option {number} is none that can be chosen, or is chosen twice"));
            }
            let is_full = |entry: &&Entry| {
                let same = before.iter().flat_map(|&other| &options[other]).filter(|o| o.item == entry.item);
                let rivals = same.filter(|other| entry.color == 0 || other != entry).count();
                rivals >= self.problem.items[entry.item].hi as usize
            };
            if !state.has(option) {
                let entry = options[option].iter().find(is_full).ok_or("an option does not fit")?;
                let name = &self.problem.items[entry.item].name;
                return wrong(format!("option {number} does not fit: item `{name}` is covered already"));
            }
            self.choose(&mut state, option);
        }
        Ok(state)
    }

    /// Do these options, which ascend, cover each item as its bounds say?
    pub(crate) fn check_cover(&self, options: &[usize]) -> Result<()> {
        let state = self.after(options)?;
        let lacking = self.problem.items.iter().zip(0..).find(|&(_, item)| self.need(&state, item) > 0);
        lacking.map_or(Ok(()), |(item, _)| wrong(format!("item `{}` is not covered often enough", item.name)))
    }

    /// The options that fit and have this item, in their order.
    pub(crate) fn fitting(&self, state: &State, item: usize) -> impl Iterator<Item = usize> {
        let words = self.options_of[item].iter().map(|&(place, bits)| (place, bits & state.0[place]));
        words.flat_map(|(place, bits)| {
            let rest = iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)));
            rest.take_while(|&bits| bits > 0).map(move |bits| 128 * place + bits.trailing_zeros() as usize)
        })
    }

    /// How many they are.
    pub(crate) fn count(&self, state: &State, item: usize) -> u32 {
        self.options_of[item].iter().map(|&(place, bits)| (bits & state.0[place]).count_ones()).sum()
    }

    /// The only option that fits and has this item, if it must be covered exactly once.
    pub(crate) fn forced(&self, state: &State, item: usize) -> Option<usize> {
        let is_forced = !self.counters.contains_key(&item) && self.count(state, item) == 1;
        self.fitting(state, item).next().filter(|_| is_forced)
    }

    /// Chooses an option that fits. It does not fit again, and neither does any other that one of its items
    /// no longer allows.
    pub(crate) fn choose(&self, state: &mut State, option: usize) {
        state.remove(option);
        for entry in &self.problem.options[option] {
            let (number, item) = (entry.item, &self.problem.items[entry.item]);
            let covered = self.counters.get(&number).map_or(1, |&(place, most)| {
                state.0[place] = most.min(state.0[place] + 1);
                state.0[place]
            });
            if covered >= item.lo.into() {
                state.remove(self.needs + number);
            }
            if entry.color > 0 {
                let agrees = |&other: &usize| self.problem.options[other].contains(entry);
                let others: Vec<usize> = self.fitting(state, number).filter(|other| !agrees(other)).collect();
                for other in others {
                    state.remove(other);
                }
            } else if covered == item.hi.into() {
                self.close(state, number);
            }
        }
    }

    /// This item is not in need, and no option that has it fits.
    fn close(&self, state: &mut State, item: usize) {
        state.remove(self.needs + item);
        self.options_of[item].iter().for_each(|&(place, bits)| state.0[place] &= !bits);
    }

    /// How often an item still must be covered.
    pub(crate) fn need(&self, state: &State, item: usize) -> u32 {
        let covered = self.counters.get(&item).map_or(0, |&(place, _)| state.0[place] as u32);
        if state.has(self.needs + item) { self.problem.items[item].lo - covered } else { 0 }
    }

    /// Must the primary item still be covered, or may it?
    fn is_open(&self, state: &State, item: usize) -> bool {
        self.need(state, item) > 0 || self.count(state, item) > 0
    }

    /// The first of these items; there is none if the state is settled and has no bits.
    pub(crate) fn first_open(&self, state: &State) -> Option<usize> {
        let is_cover = state.0.iter().all(|&word| word == 0);
        (0..self.problem.primary).find(|&item| !is_cover && self.is_open(state, item))
    }

    /// Forgets how often items are covered that need nothing and that no option has which fits: the number of
    /// the state is the same. States are alike if they are equal then.
    pub(crate) fn settle(&self, state: &mut State) {
        for (&item, &(place, _)) in &self.counters {
            state.0[place] *= u128::from(self.is_open(state, item));
        }
    }

    /// States whose numbers add up to that of this one. Covers are told apart by the first option that has
    /// the item: one state for each option that fits; and one more, if the item need not be covered
    /// again, for no further option.
    pub(crate) fn summands(&self, mut state: State, item: usize, reach: Reach<'_>) -> Result<()> {
        if !self.is_open(&state, item) {
            return wrong(format!("item {} is covered already", item + 1));
        }
        let mut child = state.clone();
        for option in self.fitting(&state, item).collect::<Vec<_>>() {
            child.0.clone_from(&state.0);
            self.choose(&mut child, option);
            reach(&mut child)?;
            state.remove(option);
        }
        if self.need(&state, item) == 0 { reach(&mut state) } else { Ok(()) }
    }

    /// Do all options that fit give this item the same color?
    fn has_one_color(&self, state: &State, item: usize) -> bool {
        let entries = self.fitting(state, item).flat_map(|option| &self.problem.options[option]);
        let mut colors = entries.filter(|entry| entry.item == item).map(|entry| entry.color);
        let first = colors.next().unwrap_or(0);
        first > 0 && colors.all(|color| color == first)
    }

    /// States whose product is the number of this one: one for each part into which its open items fall. No
    /// option that fits has items of two parts, nor have two options from different parts that fit an
    /// item in common, but secondary ones to which all that fit give the same color.
    pub(crate) fn factors(&self, state: &State, reach: Reach<'_>) -> Result<()> {
        let (options, primary) = (&self.problem.options, self.problem.primary);
        let links: Vec<bool> =
            (0..self.problem.items.len()).map(|item| !self.has_one_color(state, item)).collect();
        let (mut part_of, mut parts) = (vec![0; links.len()], 0);
        for first in (0..primary).filter(|&item| self.is_open(state, item)) {
            parts += usize::from(part_of[first] == 0);
            let mut waiting = vec![first];
            while let Some(item) = waiting.pop() {
                if part_of[item] == 0 {
                    part_of[item] = parts;
                    let items = self.fitting(state, item).flat_map(|option| &options[option]);
                    waiting.extend(items.map(|entry| entry.item).filter(|&item| links[item]));
                }
            }
        }
        if parts < 2 {
            return wrong("the state does not fall into parts");
        }
        (1..=parts).try_for_each(|part| {
            let mut state = state.clone();
            let others = (0..primary).filter(|&item| part_of[item] > 0 && part_of[item] != part);
            others.for_each(|item| self.close(&mut state, item));
            reach(&mut state)
        })
    }
}
