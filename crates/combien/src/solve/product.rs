//! The solutions of a reduced problem one after the other: each combination of solutions of its components.
//!
//! It works like an odometer. The first component is the slowest; whenever another one has ended, it starts
//! again. Its solutions are kept in a list while there is memory, and otherwise found again. So memory is
//! bounded for any number of solutions.

use std::sync::Arc;

use super::choice::Choice;
use super::engine::Engine;
use super::error::Error;
use super::listing;
use super::solutions::{Ending, Solutions};
use super::worker::{Enumeration, Worker};
use crate::budget::{Budget, Pause, Reason, Work};
use crate::count::Count;
use crate::engine::Task;
use crate::problem::{OptionId, Solution};
use crate::reduce::{Component, Reduction};

/// The nodes between two checks of the budget.
const BETWEEN_LOOKS: u64 = 1 << 10;

/// The maximum number of options in the lists of all components: 16 MB.
pub(super) const ROOM: usize = 1 << 22;
/// The maximum share of the memory for the lists. The rest is for the searches, in proportion to the sizes of
/// the components.
const PART_FOR_LISTS: u64 = 4;
/// The overhead of a solution in a list, measured in options: its place, and the overhead of the allocator.
const BESIDE: usize = 12;

/// Combinations of the solutions of components.
pub(super) struct Product {
    taken: Arc<[OptionId]>,
    choice: Choice,
    engine: Engine,
    budget: Budget,
    parts: Vec<Part>,
    /// The parts that wait for a first solution, the next one last. At the start these are all, the smallest
    /// part first: a part without solutions should be found early.
    waiting: Vec<usize>,
    /// If no part waits: this part and all later ones have ended for the combination that was shown last.
    turn: usize,
    /// Has the present combination been shown?
    is_shown: bool,
    /// All combinations were shown, or this stopped it.
    is_over: bool,
    stopped: Option<Reason>,
    /// The memory for all searches, and the options of all components.
    for_searches: u64,
    options: usize,
    work: Work,
    found: u64,
}

fn size(component: &Component) -> usize {
    component.problem().option_count()
}

/// The state of a component.
enum Step {
    Solution,
    /// It has ended, and will start again.
    End,
    Paused,
    Stopped(Reason),
}

impl Product {
    /// All components at their start, with room for this number of options in their lists.
    pub(super) fn new(
        reduction: &Reduction,
        choice: Choice,
        budget: &Budget,
        room: usize,
    ) -> Result<Product, Error> {
        let options: usize = reduction.components().iter().map(size).sum();
        let for_lists = budget.memory() / PART_FOR_LISTS;
        let most = usize::try_from(for_lists).unwrap_or(usize::MAX) / size_of::<OptionId>();
        let room = room.min(most);
        let mut product = Product {
            taken: reduction.shared_taken(),
            engine: choice.engine().for_search(),
            choice,
            // Components are searched in small turns: too small for several threads.
            budget: Budget { threads: None, ..budget.clone() },
            parts: vec![],
            waiting: (0..reduction.components().len()).collect(),
            turn: 0,
            is_shown: false,
            is_over: reduction.is_impossible(),
            stopped: None,
            for_searches: budget.memory() - for_lists,
            options,
            work: Work::default(),
            found: 0,
        };
        for component in reduction.components() {
            let search = product.open(component)?;
            // The first component starts only once.
            let room = if product.parts.is_empty() { 0 } else { room / reduction.components().len() };
            product.engine = search.engine();
            product.parts.push(Part::new(component, search, room));
        }
        Ok(product)
    }

    /// The solutions of a component, starting with the first one. An engine that builds a diagram does all
    /// its work here.
    fn open(&mut self, component: &Component) -> Result<Solutions<'static>, Error> {
        let part = u128::from(self.for_searches) * size(component) as u128 / self.options.max(1) as u128;
        let memory = Some(u64::try_from(part).unwrap_or(u64::MAX));
        let budget = Budget { memory, ..self.budget.after(self.work.nodes) };
        let search = listing::each(component.problem(), &self.choice, budget, None, None, None, true)?;
        self.work += search.work();
        Ok(search)
    }

    /// Moves one part, within this amount of work in all.
    fn step(&mut self, place: usize, work: u64) -> Step {
        let part = &mut self.parts[place];
        let before = part.search.work();
        let step = part.advance(work.saturating_sub(self.work.nodes));
        let (after, is_listed) = (part.search.work(), part.listed.is_some());
        // If weights show that the part has no cover, what was done for it does not count: `after` is 0 then.
        self.work = self.work + after - before;
        match step {
            Step::End if place > 0 && !is_listed => {
                let search = self.open(&self.parts[place].component.clone());
                self.parts[place].search = search.expect("it could be opened the first time");
                Step::End
            }
            Step::Stopped(reason) => Step::Stopped(self.budget.blame(reason)),
            step => step,
        }
    }
}

impl Task for Product {
    fn run(&mut self, work: u64) -> Pause {
        while !self.is_over {
            let waits = self.waiting.last().copied();
            if waits.is_none() && !std::mem::replace(&mut self.is_shown, true) {
                self.turn = self.parts.len();
                self.found += 1;
                return Pause::Solution;
            }
            let Some(place) = waits.or_else(|| self.turn.checked_sub(1)) else {
                self.is_over = true;
                break;
            };
            match (self.step(place, work), waits) {
                (Step::Solution, Some(_)) => _ = self.waiting.pop(),
                (Step::Solution, None) => {
                    self.waiting.extend(place + 1..self.parts.len());
                    self.is_shown = false;
                }
                // The part has no solution at all: only at the very start does a part wait that has not shown
                // a solution yet.
                (Step::End, Some(_)) => self.is_over = true,
                (Step::End, None) => self.turn = place,
                (Step::Paused, _) => return Pause::Bound,
                (Step::Stopped(reason), _) => (self.is_over, self.stopped) = (true, Some(reason)),
            }
        }
        Pause::End
    }
    fn work(&self) -> Work {
        self.work
    }
    fn certain(&self) -> Count {
        self.found.into()
    }
    /// Each component checks the budget itself.
    fn pace(&self) -> u64 {
        BETWEEN_LOOKS
    }
    fn fraction(&self) -> f64 {
        self.parts.first().map_or(1.0, |part| part.search.fraction_done())
    }
}

impl Worker for Product {}

impl Enumeration for Product {
    fn engine(&self) -> Engine {
        self.engine
    }
    /// The present combination, in options of the original problem.
    fn solution(&mut self) -> Solution {
        let parts = self.parts.iter().flat_map(|part| &part.present);
        self.taken.iter().chain(parts).copied().collect()
    }
    fn can_go_on(&self) -> bool {
        false
    }
    fn stopped(&self) -> Option<Reason> {
        self.stopped
    }
}

/// A component that goes through its solutions again and again.
struct Part {
    component: Component,
    search: Solutions<'static>,
    /// Its solutions so far, while there is room for them.
    list: Option<Vec<Vec<OptionId>>>,
    room: usize,
    /// After its first pass, if the list contains all of them: the index of the next one.
    listed: Option<usize>,
    /// Its part of the present combination.
    present: Vec<OptionId>,
}

impl Part {
    fn new(component: &Component, search: Solutions<'static>, room: usize) -> Part {
        let list = (room > 0).then(Vec::new);
        Part { component: component.clone(), search, list, room, listed: None, present: vec![] }
    }

    /// Moves to its next solution, within this number of further nodes.
    fn advance(&mut self, nodes: u64) -> Step {
        if let (Some(next), Some(list)) = (&mut self.listed, &self.list) {
            let Some(solution) = list.get(*next) else {
                *next = 0;
                return Step::End;
            };
            *next += 1;
            self.present.clone_from(solution);
            return Step::Solution;
        }
        self.search.go_on_for(nodes);
        let Some(solution) = self.search.next() else { return self.halted() };
        let originals = solution.options().iter().map(|&option| self.component.original(option));
        self.present = originals.collect();
        self.keep();
        Step::Solution
    }

    fn halted(&mut self) -> Step {
        match self.search.ending() {
            Some(Ending::Stopped(Reason::Nodes(_))) if self.search.can_go_on() => Step::Paused,
            // The caller of the product checks the flag too.
            Some(Ending::Stopped(Reason::Asked | Reason::Deadline)) => Step::Paused,
            Some(Ending::Stopped(reason)) => Step::Stopped(reason),
            Some(Ending::Complete) | None => {
                self.listed = self.list.is_some().then_some(0);
                Step::End
            }
        }
    }

    /// Puts the present solution into the list; where there is no room, there will be no list.
    fn keep(&mut self) {
        let needed = self.present.len() + BESIDE;
        if needed > self.room {
            self.list = None;
        }
        if let Some(list) = &mut self.list {
            self.room -= needed;
            list.push(self.present.clone());
        }
    }
}
