//! The family of all solutions as a reduced diagram, from the states of the frontier.
//!
//! First top-down, as in the counting sweep, but every layer is kept: its states by number, and for each
//! state where its moves lead. Then bottom-up: a state represents the family of its completions, which is a
//! chain of nodes, one for each move. Two states with the same completions get the same family of the
//! [`Store`], so the diagram is reduced.
//!
//! **Costs.** If options have costs that are never negative and a solution may not cost more than a given
//! amount (`Allowance`), a state also has the least cost of a way to it, and moves that would cost too much
//! are not made. The diagram then has all solutions within the amount, and maybe others: a way that is dear
//! and one that is cheap may lead to the same state.
//!
//! **Variables.** Options are renumbered, by the step at which they are decided, and in input order within a
//! step: [`Diagram::options`] maps variables back. With the items in input order and options sorted, nothing
//! changes.

use std::fmt;

use super::ledger::{Full, Memory};
use super::schedule::{Layout, Schedule};
use super::stock::{Numbering, Stock};
use crate::budget::{Budget, Effort, Pause};
use crate::engine::Refusal;
use crate::engine::order::Order;
use crate::engine::words::{Words, with_words};
use crate::problem::{OptionId, Problem};
use crate::zdd::{Family, Store};

/// The construction of a diagram of all solutions. It can be paused at any state, and dropped at any time.
///
/// ```
/// use combien::budget::Budget;
/// use combien::engine::{Pause, frontier::diagram::Diagram};
/// use combien::engine::order::Order;
/// use combien::{problem::dlx, zdd::Store};
///
/// // Dominoes on a square of four cells: {1, 2} and {3, 4}.
/// let problem = dlx::parse("square", "a b c d\na b\nc d\na c\nb d\n")?.problem;
/// let mut store = Store::new();
/// let mut diagram = Diagram::new(&problem, &Order::input(&problem), &Budget::UNLIMITED)?;
/// assert_eq!(diagram.run(u64::MAX, &mut store), Pause::End);
/// let family = diagram.family().unwrap();
/// let solutions = store.members(family).map(|set| {
///     let mut numbers: Vec<_> = set.iter().map(|&var| diagram.options()[var as usize].number()).collect();
///     numbers.sort_unstable();
///     numbers
/// });
/// let mut solutions: Vec<_> = solutions.collect();
/// solutions.sort_unstable();
/// assert_eq!(solutions, [[1, 2], [3, 4]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Diagram {
    construction: Box<dyn Construction + Send>,
    options: Vec<OptionId>,
}

impl Diagram {
    /// A construction at its start, along this order, within this budget, whose memory is for the states. The
    /// store has a limit of its own. Up to some hundred thousand items the set-up takes a few tenths of a
    /// second.
    ///
    /// # Panics
    ///
    /// If the order belongs to another problem.
    pub fn new(problem: &Problem, order: &Order, budget: &Budget) -> Result<Diagram, Refusal> {
        Diagram::within(problem, order, budget, None)
    }

    /// A construction at its start for all solutions that cost no more than allowed, and maybe others.
    pub(crate) fn within(
        problem: &Problem,
        order: &Order,
        budget: &Budget,
        allowance: Option<&Allowance>,
    ) -> Result<Diagram, Refusal> {
        assert_eq!(problem.primary_count(), order.items().len(), "this is the order of another problem");
        let effort = &mut Effort::within(budget);
        let layout = Layout::new(problem, order, effort)?;
        let (construction, options) = with_words!(layout.bits, K => {
            let schedule = Schedule::<K>::new(problem, order, &layout, effort)?;
            let options = schedule.options();
            let toll = allowance.map(|allowance| Toll::new(allowance, &options));
            (Box::new(States::new(schedule, toll, effort.memory_left())) as Box<dyn Construction + Send>, options)
        })?;
        Ok(Diagram { construction, options })
    }

    /// Runs to the end, to a limit of memory (its own or that of the store), or until `states` states in all
    /// have been processed: each is processed twice, top-down and bottom-up. Nodes go to the store, which
    /// must be the same each time.
    pub fn run(&mut self, states: u64, store: &mut Store) -> Pause {
        self.construction.run(states, u64::MAX, store)
    }

    /// Runs to the end, to a limit of memory, until `states` states in all have been processed, or, even
    /// within a state, until this effort is spent: words of states and arcs read or written, some nanoseconds
    /// each.
    pub(crate) fn run_within(&mut self, states: u64, effort: u64, store: &mut Store) -> Pause {
        self.construction.run(states, effort, store)
    }

    /// Sets the maximum number of bytes of its states from now on.
    pub(crate) fn set_memory(&mut self, bytes: usize) {
        self.construction.memory().limit = bytes;
    }

    /// The bytes of its states.
    pub fn memory(&mut self) -> usize {
        self.construction.memory().used
    }

    /// Was a move too dear so far? If not, the family has all solutions.
    pub(crate) fn has_refused(&self) -> bool {
        self.construction.has_refused()
    }

    /// The family of all solutions, as sets of variables, once the construction is at its end.
    pub fn family(&self) -> Option<Family> {
        self.construction.family()
    }

    /// The option that each variable of the diagram stands for.
    pub fn options(&self) -> &[OptionId] {
        &self.options
    }

    /// States processed so far, top-down and bottom-up.
    pub fn work(&self) -> u64 {
        self.construction.work()
    }

    /// How many layers are done, top-down and bottom-up, and how many there are.
    pub(crate) fn steps(&self) -> (usize, usize) {
        self.construction.steps()
    }
}

impl fmt::Debug for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (work, steps) = (self.work(), self.steps());
        f.debug_struct("Diagram").field("work", &work).field("steps", &steps).finish_non_exhaustive()
    }
}

/// What a solution may cost, in any unit.
#[derive(Clone, Debug)]
pub(crate) struct Allowance {
    /// What each option costs; never negative.
    pub(crate) costs: Vec<i128>,
    /// What the options of a solution may cost together; not negative.
    pub(crate) most: i128,
}

/// What a solution may cost, in words: sums of two costs fit.
#[derive(Clone, Debug)]
struct Toll {
    /// What the option of each variable costs.
    costs: Vec<u64>,
    most: u64,
}

impl Toll {
    /// Costs are rounded down, so nothing that is allowed costs too much.
    fn new(allowance: &Allowance, options: &[OptionId]) -> Toll {
        const BITS: u32 = 62;
        let most = allowance.most.max(0);
        let unit = (i128::BITS - most.leading_zeros()).saturating_sub(BITS);
        // An option that costs more than is allowed is too dear by however much.
        let cost = |option: &OptionId| (allowance.costs[option.index()].min(most + 1) >> unit) as u64;
        Toll { costs: options.iter().map(cost).collect(), most: (most >> unit) as u64 }
    }

    /// What a way costs that takes this option, too, if that is allowed.
    fn pay(&self, paid: u64, var: u32) -> Option<u64> {
        Some(paid + self.costs[var as usize]).filter(|&paid| paid <= self.most)
    }
}

/// A construction for any size of states.
trait Construction {
    fn run(&mut self, states: u64, effort: u64, store: &mut Store) -> Pause;
    fn memory(&mut self) -> &mut Memory;
    fn family(&self) -> Option<Family>;
    fn has_refused(&self) -> bool;
    fn work(&self) -> u64;
    fn steps(&self) -> (usize, usize);
}

/// The states before a step, numbered in the order in which they were reached.
#[derive(Clone, Debug)]
struct Layer<const K: usize> {
    states: Numbering<K>,
    /// The least cost of a way to each state; empty if solutions may cost anything.
    paid: Stock<u64>,
    /// The moves of all states, one state after the other, and where those of each end; known after it is
    /// processed.
    arcs: Stock<Arc>,
    ends: Stock<u32>,
    /// The number of states, after they have been freed.
    count: usize,
    /// The completions of each state, the last state first; known when all layers below are done.
    families: Stock<Family>,
}

/// A move from a state to one of a later layer. One that takes no option, with [`NO_VAR`], is the last of its
/// state.
#[derive(Clone, Copy, Debug)]
struct Arc {
    var: u32,
    step: u32,
    state: u32,
}

/// The variable of no option.
const NO_VAR: u32 = u32::MAX;

/// The cost of finding a node in a store, which is mostly waiting for memory.
const NODE_EFFORT: u64 = 8;

/// A construction with states of `K` words.
///
/// **Invariants.** On the way down, layers before `step` have their arcs, and no longer need their states. In
/// layer `step`, the states with an end have all their arcs, and the next one has the arcs of the `tried`
/// moves. On the way up, layers after `step` have all their families, and no longer need their arcs.
struct States<const K: usize> {
    schedule: Schedule<K>,
    toll: Option<Toll>,
    layers: Vec<Layer<K>>,
    /// The first variable of each step.
    vars: Vec<u32>,
    step: usize,
    tried: usize,
    upward: bool,
    has_refused: bool,
    memory: Memory,
    full: bool,
    work: u64,
}

impl<const K: usize> States<K> {
    fn new(schedule: Schedule<K>, toll: Option<Toll>, limit: usize) -> States<K> {
        let mut vars = vec![0];
        for step in 0..schedule.len() {
            let options = schedule.moves(step).iter().filter(|chosen| chosen.option.is_some());
            vars.push(vars[step] + options.count() as u32);
        }
        let mut states = States {
            layers: (0..=schedule.len()).map(|_| Layer::new()).collect(),
            vars,
            step: 0,
            tried: 0,
            upward: false,
            has_refused: false,
            memory: Memory::new(limit),
            full: false,
            work: 0,
            toll,
            schedule,
        };
        let paid = states.toll.as_ref().map(|_| 0);
        states.full = states.layers[0].reach(Schedule::start(), paid, &mut states.memory).is_err();
        states
    }

    /// Finds where the moves of the states of all layers lead.
    fn go_down(&mut self, limit: u64, effort: &mut u64) -> Result<(), Pause> {
        while self.step < self.schedule.len() {
            while self.layers[self.step].ends.len() < self.layers[self.step].states.len() {
                if self.work >= limit || *effort == 0 {
                    return Err(Pause::Bound);
                }
                match self.expand(effort) {
                    Ok(true) => (self.work, self.tried) = (self.work + 1, 0),
                    Ok(false) => return Err(Pause::Bound),
                    Err(Full) => {
                        self.work += 1;
                        self.full = true;
                        return Err(Pause::Memory);
                    }
                }
            }
            self.layers[self.step].forget_states(&mut self.memory);
            self.step += 1;
        }
        Ok(())
    }

    /// Finds where the moves of the next state lead, from where it stopped the last time. Returns whether all
    /// are done.
    fn expand(&mut self, effort: &mut u64) -> Result<bool, Full> {
        let (current, later) = self.layers.split_at_mut(self.step + 1);
        let layer = &mut current[self.step];
        let state = layer.states.state(layer.ends.len());
        let toll = self.toll.as_ref().map(|toll| (toll, layer.paid.get(layer.ends.len())));
        let moves = &self.schedule.moves(self.step)[self.tried..];
        let most = usize::try_from(*effort / (K as u64 + 1)).unwrap_or(usize::MAX).max(1);
        let affordable = &moves[..moves.len().min(most)];
        *effort = effort.saturating_sub((affordable.len() * (K + 1)) as u64 + 1);
        for (var, chosen) in (self.vars[self.step] + self.tried as u32..).zip(affordable) {
            if chosen.is_possible(&state) {
                let var = if chosen.option.is_some() { var } else { NO_VAR };
                let mut paid = None;
                if let Some((toll, before)) = toll {
                    paid = if var == NO_VAR { Some(before) } else { toll.pay(before, var) };
                    if paid.is_none() {
                        self.has_refused = true;
                        continue;
                    }
                }
                let (next, step) = self.schedule.apply(chosen, &state, self.step);
                let state = later[step - self.step - 1].reach(next, paid, &mut self.memory)?;
                layer.arcs.push(Arc { var, step: step as u32, state }, &mut self.memory)?;
            }
        }
        self.tried += affordable.len();
        let is_done = affordable.len() == moves.len();
        if is_done {
            layer.ends.push(layer.arcs.len() as u32, &mut self.memory)?;
        }
        Ok(is_done)
    }

    /// Builds the families of all states, the last layer first.
    fn go_up(&mut self, limit: u64, effort: &mut u64, store: &mut Store) -> Result<(), Pause> {
        loop {
            while self.layers[self.step].families.len() < self.layers[self.step].count {
                if self.work >= limit || *effort == 0 {
                    return Err(Pause::Bound);
                }
                // It can continue when the store may have more nodes.
                let family = self.completions(effort, store).map_err(|_| Pause::Memory)?;
                let pushed = self.layers[self.step].families.push(family, &mut self.memory);
                if pushed.is_err() {
                    self.full = true;
                    return Err(Pause::Memory);
                }
                self.work += 1;
            }
            self.layers[self.step].forget_arcs(&mut self.memory);
            if self.step == 0 {
                return Ok(());
            }
            self.step -= 1;
        }
    }

    /// The family of the completions of the last state that has none yet: a chain of its moves, from the last
    /// to the first.
    fn completions(&self, effort: &mut u64, store: &mut Store) -> Result<Family, crate::zdd::Full> {
        let layer = &self.layers[self.step];
        let state = layer.count - layer.families.len() - 1;
        let start = if state == 0 { 0 } else { layer.ends.get(state - 1) as usize };
        let arcs = start..layer.ends.get(state) as usize;
        *effort = effort.saturating_sub(NODE_EFFORT * arcs.len() as u64 + 1);
        arcs.rev().map(|arc| layer.arcs.get(arc)).try_fold(Family::EMPTY, |lo, arc| {
            let hi = self.layers[arc.step as usize].family(arc.state);
            if arc.var == NO_VAR { Ok(hi) } else { store.node(arc.var, lo, hi) }
        })
    }
}

impl<const K: usize> Layer<K> {
    fn new() -> Layer<K> {
        let (states, arcs, ends) = (Numbering::new(), Stock::new(), Stock::new());
        Layer { states, paid: Stock::new(), arcs, ends, count: 0, families: Stock::new() }
    }

    /// The number of a state to which a way leads, and what the way costs if that matters.
    fn reach(&mut self, state: Words<K>, paid: Option<u64>, memory: &mut Memory) -> Result<u32, Full> {
        let number = self.states.number(state, memory)?;
        if let Some(paid) = paid {
            if number as usize == self.paid.len() {
                self.paid.push(paid, memory)?;
            } else {
                self.paid.lower(number as usize, paid);
            }
        }
        Ok(number)
    }

    fn family(&self, state: u32) -> Family {
        self.families.get(self.count - 1 - state as usize)
    }

    fn forget_states(&mut self, memory: &mut Memory) {
        self.count = self.states.len();
        self.states.clear(memory);
        self.paid.clear(memory);
    }

    fn forget_arcs(&mut self, memory: &mut Memory) {
        self.arcs.clear(memory);
        self.ends.clear(memory);
    }
}

impl<const K: usize> Construction for States<K> {
    fn run(&mut self, states: u64, mut effort: u64, store: &mut Store) -> Pause {
        if self.full {
            return Pause::Memory;
        }
        if !self.upward {
            if let Err(pause) = self.go_down(states, &mut effort) {
                return pause;
            }
            // After the last step there is at most one state, and it is complete.
            let last = &mut self.layers[self.step];
            last.forget_states(&mut self.memory);
            for _ in 0..last.count {
                if last.families.push(Family::BASE, &mut self.memory).is_err() {
                    self.full = true;
                    return Pause::Memory;
                }
            }
            self.upward = true;
        }
        self.go_up(states, &mut effort, store).err().unwrap_or(Pause::End)
    }

    fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    fn family(&self) -> Option<Family> {
        let root = &self.layers[0];
        (self.upward && self.step == 0 && root.families.len() == root.count).then(|| root.family(0))
    }

    fn has_refused(&self) -> bool {
        self.has_refused
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn steps(&self) -> (usize, usize) {
        let steps = 2 * self.schedule.len();
        (if self.upward { steps - self.step } else { self.step }, steps)
    }
}

#[cfg(test)]
mod tests;
