//! Counting with the help of symmetries: what can be completed in equally many ways is counted once.
//!
//! After some choices, the options that can still be chosen decide in how many ways the rest can be covered.
//! A *state* is such a set of options, with the number of ways to reach it. States are *alike* if an
//! automorphism of the problem takes one set to the other; then both have equally many completions, so they
//! are one state here, and their numbers are added. Of each state an item is chosen, and each of its options
//! leads to a state in which more items are covered. Nothing depends on which item that is, so it is one
//! whose options fall into few orbits.
//!
//! It is a sweep in which symmetry takes the place of an order of the items. The Latin squares of order 10
//! were counted so, row by row, as regular bipartite graphs up to isomorphism ("Latin squares of order 10",
//! Electronic Journal of Combinatorics 2, 1995); here states and isomorphisms are found from the problem
//! alone, by the search for automorphisms.
//!
//! **Cost.** Some hundred microseconds for each option that is tried in a state, to find out which state it
//! leads to. So it is worth while only where a large group leaves few states: for designs, factorisations,
//! Latin squares, and covers of sets whose elements are interchangeable. Boards, whose groups are small, are
//! not for it.

mod rules;

use std::collections::{BTreeMap, HashMap};

use crate::automorphisms::{Classes, Found, Generated, Kept, Sets, Symmetry, automorphisms};
use crate::budget::{Budget, Effort, Outcome, Pause, Reason, Work};
use crate::count::Count;
use crate::engine::task::shown_by_work;
use crate::engine::{Begun, Counting, Engine, Order, Profile, Refusal, Task, pace};
use crate::problem::{OptionId, Problem, Solution};
use rules::{Live, Open, Rules, Settled};

/// The vertices that are refined between two checks of the budget: some milliseconds.
const VERTICES_BETWEEN_LOOKS: u64 = 1 << 14;

/// Problems with fewer automorphisms have too many states that are not alike.
const LEAST_ORDER: u64 = 1 << 16;

/// The work of the search for automorphisms that finds out whether they are many, in entries that are looked
/// at: some dozens of milliseconds.
const MOST_ENTRIES: u64 = 1 << 23;

/// The most nodes of that search: each looks at all entries some times.
const MOST_NODES: u64 = 1 << 12;

/// The engine `alike`.
pub(crate) struct ByClasses;

impl Engine for ByClasses {
    fn profile(&self) -> Profile {
        Profile {
            name: "alike",
            summary: "counts partial solutions that symmetries take to each other once: designs, Latin squares",
            counts: true,
            is_uneven: true,
            ..Profile::default()
        }
    }

    fn cost(&self, work: Work) -> u64 {
        work.updates.saturating_mul(7)
    }

    fn count(&self, problem: &Problem, _order: &Order, budget: &Budget) -> Begun<dyn Counting> {
        Ok(Box::new(Alike::new(problem, budget)?))
    }
}

/// Does the problem have enough automorphisms for this engine to be the fastest? Takes some dozens of
/// milliseconds at most. Returns false if it is stopped.
pub(crate) fn is_promising(problem: &Problem, budget: &Budget) -> bool {
    if problem.has_bounds() || problem.option_count() > rules::MOST_OPTIONS {
        return false;
    }
    let nodes = MOST_NODES.min(MOST_ENTRIES / (problem.entry_count() as u64).max(1));
    // Generators take memory; twins among the options may have as many as there are options, and each takes
    // time to be made.
    let memory = Some(budget.memory().min(MOST_ENTRIES));
    let within = Budget { nodes: Some(nodes), memory, ..budget.clone() };
    let enough = |found: &Generated| found.order >= Count::from(LEAST_ORDER);
    match automorphisms(problem, &within) {
        Outcome::Answer(found) => enough(&found),
        Outcome::Stopped { certain, .. } => enough(&certain),
    }
}

/// A count by classes of states.
pub(crate) struct Alike {
    rules: Rules,
    sets: Sets,
    /// By the number of covered items, so that all that lead to a state are processed before it is.
    layers: BTreeMap<usize, Layer>,
    /// The state that is processed.
    present: Option<Present>,
    /// The ways to whole solutions so far.
    found: Count,
    work: Work,
    /// The part of the items that are covered in the present layer.
    fraction: f64,
    bytes: usize,
    most_bytes: usize,
    budget: Budget,
}

/// A state of which some options are still to be tried, and the number of ways to it with each of them.
struct Present {
    open: Open,
    options: Vec<(OptionId, Count)>,
}

/// The states with one number of covered items.
#[derive(Default)]
struct Layer {
    classes: Classes,
    /// One state of each class, in the order of their numbers.
    states: Vec<State>,
    /// The class of each set that was met, so that it need not be compared again.
    known: HashMap<Live, u32>,
    /// The bytes of the states and of `known`.
    bytes: usize,
}

struct State {
    open: Open,
    ways: Count,
    symmetry: Symmetry,
}

impl Layer {
    fn bytes(&self) -> usize {
        self.bytes + self.classes.bytes()
    }
}

impl Alike {
    /// Sets it up. Takes time and memory quadratic in the options: at most half of the memory.
    pub(crate) fn new(problem: &Problem, budget: &Budget) -> Result<Alike, Refusal> {
        let rules = Rules::new(problem, budget)?;
        let sets = Sets::new(problem, Kept::default(), budget)?;
        let mut alike = Alike {
            layers: BTreeMap::new(),
            present: None,
            found: Count::ZERO,
            work: Work::default(),
            fraction: 0.0,
            bytes: rules.bytes(),
            most_bytes: budget.memory_size(),
            budget: budget.clone(),
            rules,
            sets,
        };
        let begin = alike.rules.begin(&mut Effort::within(budget))?;
        alike.reach(&begin, &Count::ONE)?;
        Ok(alike)
    }

    /// Adds this number of ways to the state that an option leads to.
    fn reach(&mut self, settled: &Settled, ways: &Count) -> Result<(), Reason> {
        match settled {
            Settled::Open(open) => self.add(open, ways)?,
            Settled::Done => self.found += ways,
            Settled::Dead => {}
        }
        Ok(())
    }

    /// Adds the number of ways to a state to those of its class.
    fn add(&mut self, open: &Open, ways: &Count) -> Result<(), Reason> {
        let layer = self.layers.entry(open.covered).or_default();
        if let Some(&class) = layer.known.get(&open.live) {
            layer.states[class as usize].ways += ways;
            return Ok(());
        }
        let set: Solution = rules::options_of(&open.live).collect();
        let before = (layer.bytes(), layer.classes.refined());
        let class = match layer.classes.find(&self.sets, &set)? {
            Found::Class(class) => {
                layer.states[class as usize].ways += ways;
                class
            }
            Found::New(new) => {
                let symmetry = layer.classes.add(&self.sets, new)?;
                layer.bytes += size_of::<State>() + size_of_val(&*open.live);
                layer.states.push(State { open: open.clone(), ways: ways.clone(), symmetry });
                layer.states.len() as u32 - 1
            }
        };
        layer.bytes += size_of::<(Live, u32)>() + size_of_val(&*open.live);
        layer.known.insert(open.live.clone(), class);
        self.bytes += layer.bytes() - before.0;
        self.work.updates += (layer.classes.refined() - before.1) * self.sets.vertices() as u64;
        Ok(())
    }

    /// Begins with a state: the options of one of its items are to be tried, one of each orbit.
    fn enter(&mut self, state: State) {
        self.work.nodes += 1;
        let options = self.rules.fewest_unlike(&state.open, &state.symmetry.orbits).into_iter();
        let options = options.map(|(option, orbit)| (option, &state.ways * &Count::from(orbit)));
        self.present = Some(Present { options: options.collect(), open: state.open });
    }

    /// Tries what is left of the present state. What was begun when it is stopped is tried again later.
    fn try_options(&mut self, present: &mut Present) -> Result<(), Reason> {
        while let Some((option, ways)) = present.options.last() {
            if self.bytes > self.most_bytes {
                return Err(Reason::Memory(self.budget.memory()));
            }
            let settled = self.rules.take(&present.open, *option, &mut Effort::within(&self.budget))?;
            self.reach(&settled, ways)?;
            present.options.pop();
        }
        Ok(())
    }
}

impl Task for Alike {
    fn run(&mut self, nodes: u64) -> Pause {
        loop {
            if let Some(mut present) = self.present.take()
                && let Err(reason) = self.try_options(&mut present)
            {
                self.present = Some(present);
                return if matches!(reason, Reason::Memory(_)) { Pause::Memory } else { Pause::Bound };
            }
            if self.bytes > self.most_bytes {
                return Pause::Memory;
            }
            if self.work.nodes >= nodes {
                return Pause::Bound;
            }
            let Some(mut first) = self.layers.first_entry() else { return Pause::End };
            self.fraction = *first.key() as f64 / self.rules.items().max(1) as f64;
            if let Some(state) = first.get_mut().states.pop() {
                self.enter(state);
            } else {
                self.bytes -= first.remove().bytes();
            }
        }
    }

    fn work(&self) -> Work {
        self.work
    }

    fn fraction(&self) -> f64 {
        self.fraction
    }

    fn certain(&self) -> Count {
        self.found.clone()
    }

    fn pace(&self) -> u64 {
        pace(self.work, VERTICES_BETWEEN_LOOKS)
    }
}

impl Counting for Alike {
    fn count(&self) -> Option<Count> {
        (self.present.is_none() && self.layers.is_empty()).then(|| self.found.clone())
    }
}

shown_by_work!(Alike);

#[cfg(test)]
mod tests;
