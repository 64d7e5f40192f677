//! The schedule of a sweep: what each step may do to a packed state.
//!
//! **Layout of a state.** Bit 0 is always set, so that no state is the empty word. Each item that lives at
//! some time has a field, wide enough for its [code](crate::engine::codes), in which nothing else is kept
//! while it lives; fields of items that never live at the same time share their bits.
//!
//! **Bounds.** An item that may be covered several times has a number as its code, and a step for each option
//! that is decided at it, with two moves: to take the option or to leave it. At its last step a single move
//! tests whether it is covered often enough. An item that may be covered once, but does not have to be, has
//! one more move: to leave it.
//!
//! **Invariant.** A state before step p is zero outside bit 0 and the fields of the items that live there.
//! Moves preserve this: the items that an option sets live after the step, and items that die at a step are
//! cleared there.

use super::room::Room;
use crate::budget::{Effort, Reason};
use crate::engine::codes::{Codes, Counter};
use crate::engine::order::Order;
use crate::engine::order::lives::{Life, Lives, NEVER};
use crate::engine::words::Words;
use crate::problem::{Digest, Fingerprint, ItemId, Kind, OptionId, Problem};

/// Where an item's code is kept while it lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Field {
    at: u32,
    bits: u32,
}

/// Where each item's code is kept, and how many bits a state takes.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    codes: Codes,
    lives: Lives,
    fields: Vec<Option<Field>>,
    pub(super) bits: u32,
}

impl Layout {
    /// Fields are allocated step by step, each in the lowest free bits; bit 0 is never free.
    pub(super) fn new(problem: &Problem, order: &Order, effort: &mut Effort<'_>) -> Result<Layout, Reason> {
        let lives = Lives::new(problem, order.items());
        effort.spend(problem.entry_count())?;
        let codes = Codes::new(problem);
        effort.spend(problem.entry_count())?;
        let mut layout = Layout { codes, lives, fields: vec![None; problem.item_count()], bits: 1 };
        let steps = layout.lives.steps;
        let (mut born, mut dying) = (vec![vec![]; steps], vec![vec![]; steps]);
        for item in problem.items() {
            effort.spend(1)?;
            if let Some(Life { first, last }) = layout.lives.life(item) {
                born[first as usize].push(item);
                dying[last as usize].push(item);
            }
        }
        let mut room = Room::from(1);
        for (born, dying) in born.into_iter().zip(dying) {
            // The item of the step is free while its options are tried, and dead afterwards, so its bits can
            // be reused. The secondary items that die here still restrict what may be taken.
            let (primary, secondary): (Vec<_>, Vec<_>) =
                dying.into_iter().partition(|&item| problem.kind(item) == Kind::Primary);
            effort.spend(1 + born.len() + primary.len() + secondary.len())?;
            layout.release(&mut room, &primary);
            for item in born {
                layout.take(&mut room, item);
            }
            layout.release(&mut room, &secondary);
        }
        Ok(layout)
    }

    fn take(&mut self, room: &mut Room, item: ItemId) {
        let bits = self.codes.bits(item);
        if bits == 0 {
            return; // its number does not matter
        }
        let at = room.take(bits);
        self.bits = self.bits.max(at + bits);
        self.fields[item.index()] = Some(Field { at, bits });
    }

    fn release(&self, room: &mut Room, items: &[ItemId]) {
        for Field { at, bits } in items.iter().filter_map(|item| self.fields[item.index()]) {
            room.release(at, bits);
        }
    }

    /// The number of steps.
    pub(super) fn steps(&self) -> usize {
        self.lives.steps
    }

    /// The fields of all items that live before each step, and after the last one.
    pub(super) fn living_before_each(
        &self,
        width: usize,
        problem: &Problem,
        effort: &mut Effort<'_>,
    ) -> Result<Vec<Vec<u64>>, Reason> {
        let mut living = vec![start(width); self.steps() + 1];
        for item in problem.items() {
            let Some(Life { first, last }) = self.lives.life(item) else { continue };
            effort.spend(width * (last - first) as usize)?;
            let Some(Field { at, bits }) = self.fields[item.index()] else { continue };
            for all in &mut living[first as usize + 1..=last as usize] {
                (at..at + bits).for_each(|bit| all[bit as usize / 64] |= 1 << (bit % 64));
            }
        }
        Ok(living)
    }

    /// A fingerprint of the way to pack states: the same for the same way. Linear in the size of the problem.
    pub(super) fn fingerprint(&self) -> Fingerprint {
        let mut digest = Digest::default();
        for field in &self.fields {
            let Field { at, bits } = field.unwrap_or(Field { at: 0, bits: 0 });
            digest.add(&[at.to_le_bytes(), bits.to_le_bytes()].concat());
        }
        for decided in &self.lives.decided {
            digest.add(&decided.to_le_bytes());
        }
        digest.fingerprint()
    }

    /// The fields of all items that live before a step.
    #[cfg(test)]
    pub(super) fn living<const K: usize>(&self, problem: &Problem, step: u32) -> Words<K> {
        let lives = |item: &ItemId| self.lives.life(*item).is_some_and(|l| l.first < step && step <= l.last);
        problem.items().filter(lives).fold(Words::EMPTY, |fields, item| fields.or(&self.mask(item)))
    }

    /// No two fields overlap while both live, and none contains bit 0; at a step all secondary items that it
    /// may touch are live.
    #[cfg(test)]
    pub(super) fn check_invariants(&self, problem: &Problem) {
        self.lives.check_invariants(problem);
        for item in problem.items() {
            let (Some(life), Some(field)) = (self.lives.life(item), self.fields[item.index()]) else {
                assert_eq!(self.fields[item.index()], None);
                assert!(self.lives.life(item).is_none() || self.codes.bits(item) == 0);
                continue;
            };
            assert!(field.at > 0 && field.at + field.bits <= self.bits);
            for other in problem.items().filter(|&other| other != item) {
                let met = self.fields[other.index()]
                    .is_some_and(|o| o.at < field.at + field.bits && field.at < o.at + o.bits);
                let apart =
                    self.lives.life(other).is_some_and(|o| life.last <= o.first || o.last <= life.first);
                assert!(!met || apart, "items {} and {} share bits", item.index(), other.index());
            }
        }
    }

    fn mask<const K: usize>(&self, item: ItemId) -> Words<K> {
        self.fields[item.index()].map_or(Words::EMPTY, |field| Words::field(field.at, field.bits))
    }
}

/// Before the first step nothing is covered: the state in this number of words.
pub(super) fn start(width: usize) -> Vec<u64> {
    let mut state = vec![0; width];
    state[0] = 1;
    state
}

/// An option as a move on a state.
#[derive(Clone, Debug)]
pub(super) struct Move<const K: usize> {
    /// The items that must be free.
    blocked_by: Words<K>,
    /// The new codes of the items that still live after the step.
    sets: Words<K>,
    /// Further conditions, if there are any: most moves have none.
    demands: Option<Box<Demands<K>>>,
    /// The option taken; `None` if an option is left out, or an item is finished.
    pub(super) option: Option<OptionId>,
}

/// The conditions of a move on a state, in addition to free items.
#[derive(Clone, Debug, Default)]
struct Demands<const K: usize> {
    /// The items that must be free or have this color: their fields, and that color there.
    colored: Vec<(Words<K>, Words<K>)>,
    /// The conditions on the items that may be covered several times.
    counted: Vec<Tally>,
}

impl<const K: usize> Demands<K> {
    /// `None` if there are no conditions.
    fn boxed(self) -> Option<Box<Demands<K>>> {
        (!self.colored.is_empty() || !self.counted.is_empty()).then(|| Box::new(self))
    }

    // Out of line: without conditions, the code that tries moves must stay small (notes/counting.md).
    #[inline(never)]
    fn are_met(&self, state: &Words<K>) -> bool {
        self.colored.iter().all(|(field, color)| {
            let found = state.and(field);
            found == Words::EMPTY || found == *color
        }) && self.counted.iter().all(|tally| tally.is_possible(state))
    }

    #[inline(never)]
    fn apply(&self, state: &mut Words<K>) {
        for tally in &self.counted {
            tally.apply(state);
        }
    }
}

/// The condition of a move on an item that may be covered several times, and its effect on the item's number.
#[derive(Clone, Copy, Debug)]
struct Tally {
    field: Field,
    counter: Counter,
    /// Is it covered once more? Otherwise it must be covered often enough.
    is_covered: bool,
}

impl Tally {
    fn is_possible<const K: usize>(&self, state: &Words<K>) -> bool {
        let times = state.get(self.field.at, self.field.bits) as u32;
        if self.is_covered { self.counter.next(times).is_some() } else { self.counter.is_enough(times) }
    }

    fn apply<const K: usize>(&self, state: &mut Words<K>) {
        let Field { at, bits } = self.field;
        let times = state.get(at, bits) as u32;
        if self.is_covered
            && let Some(next) = self.counter.next(times)
        {
            *state = state.without(&Words::field(at, bits));
            state.put(at, next.into());
        }
    }
}

impl<const K: usize> Move<K> {
    #[inline]
    pub(super) fn is_possible(&self, state: &Words<K>) -> bool {
        !state.meets(&self.blocked_by) && self.demands.as_ref().is_none_or(|demands| demands.are_met(state))
    }

    /// A move that takes no option, with this condition.
    fn without_option(tally: Option<Tally>) -> Move<K> {
        let demands = Demands { counted: tally.into_iter().collect(), ..Demands::default() };
        Move { blocked_by: Words::EMPTY, sets: Words::EMPTY, demands: demands.boxed(), option: None }
    }
}

/// One step: its item is covered now, if it is not yet; or an option is taken or left.
#[derive(Clone, Debug)]
struct Step<const K: usize> {
    /// The field of the step's item; empty if it may be covered several times.
    item: Words<K>,
    /// The fields of all items that die here.
    dying: Words<K>,
    moves: Vec<Move<K>>,
}

/// All steps, followed by an empty one whose item no option covers.
#[derive(Clone, Debug)]
pub(super) struct Schedule<const K: usize> {
    steps: Vec<Step<K>>,
}

impl<const K: usize> Schedule<K> {
    pub(super) fn new(
        problem: &Problem,
        order: &Order,
        layout: &Layout,
        effort: &mut Effort<'_>,
    ) -> Result<Schedule<K>, Reason> {
        let nothing = || Step { item: Words::EMPTY, dying: Words::EMPTY, moves: vec![] };
        let mut steps = vec![];
        for _ in 0..layout.lives.steps {
            effort.spend(2 * K)?;
            steps.push(nothing());
        }
        for item in problem.items() {
            effort.spend(K)?;
            if let Some(Life { last, .. }) = layout.lives.life(item) {
                let step = &mut steps[last as usize];
                step.dying = step.dying.or(&layout.mask(item));
            }
        }
        let mut is_choice = vec![true; steps.len()];
        for &item in order.items() {
            effort.spend(K)?;
            if layout.codes.counter(item).is_none() {
                let step = layout.lives.rank[item.index()] as usize;
                steps[step].item = layout.mask(item);
                is_choice[step] = false;
            }
        }
        for option in problem.searched_options() {
            effort.keep(size_of::<Move<K>>())?;
            effort.spend((2 + problem.option(option).len()) * K)?;
            let step = layout.lives.decided[option.index()];
            let moves = &mut steps[step as usize].moves;
            moves.push(layout.option_as_move(problem, option, step));
            if is_choice[step as usize] {
                moves.push(Move::without_option(None));
            }
        }
        for &item in order.items() {
            effort.spend(K)?;
            steps[layout.lives.rank[item.index()] as usize].moves.extend(layout.leave(problem, item));
        }
        steps.push(nothing());
        Ok(Schedule { steps })
    }

    /// Before the first step nothing is covered.
    pub(super) fn start() -> Words<K> {
        Words::field(0, 1)
    }

    /// The number of steps.
    pub(super) fn len(&self) -> usize {
        self.steps.len() - 1
    }

    /// The options, by the steps at which they are decided.
    pub(super) fn options(&self) -> Vec<OptionId> {
        let mut options = vec![];
        for step in &self.steps {
            options.extend(step.moves.iter().filter_map(|chosen| chosen.option));
        }
        options
    }

    pub(super) fn moves(&self, step: usize) -> &[Move<K>] {
        &self.steps[step].moves
    }

    /// Is the item of this step covered in a state before it?
    #[inline]
    pub(super) fn is_covered(&self, state: &Words<K>, step: usize) -> bool {
        state.meets(&self.steps[step].item)
    }

    /// The state that a move leads to from one before `step`, and the next step at which there is something
    /// to decide: steps whose item is covered by then are skipped.
    #[inline]
    pub(super) fn apply(&self, chosen: &Move<K>, state: &Words<K>, step: usize) -> (Words<K>, usize) {
        let mut next = state.without(&self.steps[step].dying).or(&chosen.sets);
        // After clearing what dies: an item that is born here may reuse its bits.
        if let Some(demands) = &chosen.demands {
            demands.apply(&mut next);
        }
        let mut step = step + 1;
        while self.is_covered(&next, step) {
            next = next.without(&self.steps[step].dying);
            step += 1;
        }
        (next, step)
    }
}

impl Layout {
    /// The move that leaves an item unchanged at its last step, if that is allowed.
    fn leave<const K: usize>(&self, problem: &Problem, item: ItemId) -> Option<Move<K>> {
        let tally = match (self.codes.counter(item), self.fields[item.index()]) {
            (Some(counter), Some(field)) => Some(Tally { field, counter, is_covered: false }),
            // No option has it, or it does not matter how many do.
            _ if problem.bounds(item).lo == 0 => None,
            _ => return None,
        };
        Some(Move::without_option(tally))
    }

    fn option_as_move<const K: usize>(&self, problem: &Problem, option: OptionId, step: u32) -> Move<K> {
        let (mut blocked_by, mut sets, mut demands) = (Words::EMPTY, Words::EMPTY, Demands::default());
        for &entry in problem.option(option) {
            let Some(field @ Field { at, .. }) = self.fields[entry.item.index()] else { continue };
            debug_assert!(self.lives.decided[option.index()] != NEVER);
            if let Some(counter) = self.codes.counter(entry.item) {
                demands.counted.push(Tally { field, counter, is_covered: true });
                continue;
            }
            if self.lives.rank[entry.item.index()] == step {
                continue; // the item of this step: free, or the step would have been passed
            }
            let (field, mut value) = (self.mask(entry.item), Words::EMPTY);
            value.put(at, self.codes.code(entry));
            match entry.color {
                Some(_) => demands.colored.push((field, value)),
                None => blocked_by = blocked_by.or(&field),
            }
            if self.lives.of[entry.item.index()].last > step {
                sets = sets.or(&value);
            }
        }
        Move { blocked_by, sets, demands: demands.boxed(), option: Some(option) }
    }
}
