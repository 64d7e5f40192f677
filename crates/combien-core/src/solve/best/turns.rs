//! Branch and bound, and other engines that take turns with it.

use std::collections::BTreeSet;

use super::list::{Lister, Turn};
use super::{PART_FOR_COVERS, Ranking, Wanted, answer, bytes_of, of_diagram, sort, stopped, verify};
use crate::budget::{Budget, Reason};
use crate::engine::cells::best::Best as Search;
use crate::engine::{Compiled, Compiling, Listing, Order, Pause, Task, Work};
use crate::problem::{Problem, Solution};
use crate::solve::guard::{Guard, Worker};
use crate::solve::{Diagram, Engine, Error, Outcome, Report};

/// What an engine may spend in its first turn, in the units of [`Engine::cost`](crate::engine::Engine::cost).
const FIRST_TURN: u64 = 1 << 20;
/// The list and the diagram may each spend this part of what the search has spent: on wide problems a unit of theirs takes many
/// times as long.
const PART_OF_OTHERS: u64 = 16;
/// What it costs to set them up for each entry, in the same units.
const ENTRY_PRICE: u64 = 1 << 10;
/// Items times entries beyond which no order is looked for, and so no diagram is tried.
const MOST_WORK_FOR_ORDER: u64 = 1 << 31;
/// The relaxation may take this part of the memory.
const PART_FOR_RELAXATION: u64 = 4;

/// Why an engine that takes turns with others is named when all of them are stopped.
const IN_TURNS: &str = "it took turns with a list of all solutions and a diagram";

/// What work costs, in units that are the same for all engines.
pub(super) fn spent(engine: Engine, work: Work) -> u64 {
    engine.get().map_or(u64::MAX, |by| by.cost(work))
}

/// What the work of branch and bound costs in these units: its updates are looks at net costs, too, which are twice as dear as removals.
fn spent_searching(work: Work) -> u64 {
    10 * work.nodes + work.updates
}

/// A search for the best covers, and what it has found.
pub(super) struct Ranker<'p> {
    problem: &'p Problem,
    wanted: Wanted,
    search: Search,
    /// If all are wanted: those found so far.
    covers: Vec<(i128, Solution)>,
    /// If only their number is wanted.
    number: u64,
    /// What `covers` takes.
    bytes: u64,
    /// What a list has found beside it.
    others: BTreeSet<(i128, Solution)>,
}

/// A diagram that is being recorded, and the engine that does it.
type Recording = (Engine, Box<dyn Compiling>);

impl Worker for Search {}

impl<'p> Ranker<'p> {
    /// At its start, within this many bytes of memory.
    pub(super) fn new(problem: &'p Problem, wanted: Wanted, memory: u64) -> Result<Ranker<'p>, Error> {
        let search = Search::new(problem, wanted.is_max(), wanted.count, memory / PART_FOR_RELAXATION);
        let mut search = search.map_err(|large| Error::refused(Engine::Cells, large.into()))?;
        if let Some(within) = wanted.within {
            search.allow(within);
        }
        let (covers, others) = (vec![], BTreeSet::new());
        Ok(Ranker { problem, wanted, search, covers, number: 0, bytes: 0, others })
    }
}

impl Ranker<'_> {
    /// Searches until a number of nodes in all.
    fn turn(&mut self, bound: u64, guard: &mut Guard<'_>) -> Turn {
        let memory = guard.budget.memory();
        loop {
            match guard.drive(&mut self.search, bound) {
                Ok(Pause::End) => return Turn::End,
                Ok(Pause::Bound) => return Turn::Bound,
                Ok(Pause::Memory) => return Turn::Stopped(Reason::Memory(memory)),
                Err(reason) => return Turn::Stopped(reason),
                Ok(Pause::Solution) if self.wanted.only_number => {
                    verify(self.problem, &[(self.search.cost_here(), Listing::solution(&mut self.search))]);
                    self.number += 1;
                }
                Ok(Pause::Solution) if self.wanted.count.is_none() => {
                    let solution = Listing::solution(&mut self.search);
                    self.bytes += bytes_of(&solution);
                    self.covers.push((self.search.cost_here(), solution));
                }
                Ok(Pause::Solution) => {
                    // Covers have about as many options each.
                    let ranking = self.search.ranking();
                    self.bytes =
                        ranking.first().map_or(0, |(_, solution)| bytes_of(solution)) * ranking.len() as u64;
                }
            }
            if self.bytes > memory / PART_FOR_COVERS {
                return Turn::Stopped(Reason::Memory(memory));
            }
        }
    }

    /// The covers found, best first.
    fn covers(&mut self) -> Vec<(i128, Solution)> {
        let sign = self.wanted.sign();
        if let Some(count) = self.wanted.count {
            let ranking = self.search.ranking().union(&self.others).take(count);
            return ranking.map(|(cost, solution)| (sign * cost, solution.clone())).collect();
        }
        let mut covers = std::mem::take(&mut self.covers);
        sort(&mut covers, self.wanted.is_max());
        covers
    }

    fn report(&mut self, why: String, turn: Turn, guard: &Guard<'_>) -> Report<Ranking> {
        let covers = self.covers();
        let found = if self.wanted.only_number { self.number } else { covers.len() as u64 };
        let work = self.search.work();
        match turn {
            Turn::Stopped(reason) => {
                verify(self.problem, &covers);
                let fraction = guard.fraction(self.search.fraction());
                let certain = Ranking { covers, found: found.into(), bound: self.search.bound() };
                stopped(certain, Engine::Cells, why, work, fraction, reason)
            }
            Turn::End | Turn::Bound if self.wanted.only_number => {
                let ranking = Ranking { found: found.into(), ..Ranking::default() };
                Report { outcome: Outcome::Answer(ranking), engine: Engine::Cells, why, work, fraction: 1.0 }
            }
            Turn::End | Turn::Bound => answer(self.problem, covers, Engine::Cells, why, work),
        }
    }

    pub(super) fn alone(&mut self, why: String, guard: &mut Guard<'_>) -> Report<Ranking> {
        let turn = self.turn(u64::MAX, guard);
        self.report(why, turn, guard)
    }

    /// The search; and if that takes long, also a list of all covers and the recording of a diagram, in turns that cost the same.
    pub(super) fn in_turns(&mut self, guard: &mut Guard<'_>) -> Report<Ranking> {
        // To set up the others, an order of the items is found, which looks at all entries often.
        let price = (self.problem.entry_count() as u64).saturating_mul(ENTRY_PRICE);
        let (mut list, mut diagram) = (None, None);
        let (mut bound, mut has_others) = (FIRST_TURN, false);
        loop {
            while spent_searching(self.search.work()) < bound {
                let of_others = diagram.as_ref().map_or(0, |(_, task): &Recording| task.work().nodes);
                guard.take_turns(of_others);
                let step = self.search.work().nodes + self.search.pace();
                match self.turn(step, guard) {
                    Turn::Bound => {}
                    turn => {
                        let why = match (turn, has_others) {
                            (Turn::Stopped(_), true) => IN_TURNS,
                            (_, true) => "branch and bound was done before a list and a diagram",
                            (_, false) => "branch and bound was soon done",
                        };
                        self.adopt(list);
                        return self.report(why.to_owned(), turn, guard);
                    }
                }
            }
            if !has_others && bound >= price {
                (list, diagram) = (Lister::new(self.problem, self.wanted), self.recording(guard));
                has_others = true;
            }
            let part = bound / PART_OF_OTHERS;
            if let Some(lister) = &mut list {
                let of_diagram = diagram.as_ref().map_or(0, |(_, task)| task.work().nodes);
                guard.take_turns(self.search.work().nodes + of_diagram);
                match lister.turn(part, guard) {
                    Turn::Bound => self.share(lister),
                    Turn::End => {
                        if let Some(list) = list.take() {
                            return list.report(self.problem);
                        }
                    }
                    // What it has is kept, and it goes no further.
                    Turn::Stopped(Reason::Memory(_) | Reason::Nodes(_)) => self.adopt(list.take()),
                    turn @ Turn::Stopped(_) => {
                        self.adopt(list);
                        return self.report(IN_TURNS.to_owned(), turn, guard);
                    }
                }
            }
            while let Some((engine, task)) = &mut diagram
                && spent(*engine, task.work()) < part
            {
                guard.take_turns(self.search.work().nodes);
                let step = task.work().nodes + task.pace();
                match guard.drive(task, step) {
                    Ok(Pause::End) => {
                        let (engine, work) = (*engine, task.work());
                        let compiled = diagram.take().and_then(|(_, task)| task.finish());
                        if let Some(compiled) = compiled {
                            let why = "its diagram was done before branch and bound".to_owned();
                            let report = self.ranked(engine, compiled, &guard.budget, why, work);
                            match report.outcome.reason() {
                                None => return report,
                                Some(Reason::Memory(_)) => {}
                                Some(reason) => {
                                    self.adopt(list);
                                    return self.report(IN_TURNS.to_owned(), Turn::Stopped(reason), guard);
                                }
                            }
                        }
                    }
                    Ok(Pause::Bound | Pause::Solution) => {}
                    Ok(Pause::Memory) | Err(Reason::Nodes(_)) => diagram = None,
                    Err(reason) => {
                        self.adopt(list);
                        return self.report(IN_TURNS.to_owned(), Turn::Stopped(reason), guard);
                    }
                }
            }
            bound *= 2;
        }
    }

    /// Tells the search what the list has found: only what costs less is still of interest.
    fn share(&mut self, list: &Lister) {
        let Some(wanted) = self.wanted.count else { return };
        if list.covers.len() == wanted
            && let Some((worst, _)) = list.covers.last()
        {
            self.search.allow(self.wanted.sign() * (worst - 1));
        }
    }

    /// Takes over what a list has found.
    fn adopt(&mut self, list: Option<Lister>) {
        if let Some(list) = list.filter(|_| self.wanted.count.is_some()) {
            self.others = list.covers;
        }
    }

    fn ranked(
        &self,
        engine: Engine,
        compiled: Compiled,
        budget: &Budget,
        why: String,
        work: Work,
    ) -> Report<Ranking> {
        of_diagram(self.problem, engine, &Diagram::new(compiled), self.wanted, budget, why, work)
    }

    /// The recording of a diagram at its start, if an engine can take the problem.
    fn recording(&self, guard: &Guard<'_>) -> Option<Recording> {
        let problem = self.problem;
        if problem.item_count() as u64 * problem.entry_count() as u64 > MOST_WORK_FOR_ORDER {
            return None;
        }
        let order = Order::best_within(problem, &guard.budget).ok()?;
        let budget = Budget { memory: Some(guard.budget.memory() / 2), ..guard.budget.clone() };
        let engines = if problem.has_bounds() { &[Engine::Zdd][..] } else { &[Engine::Memo, Engine::Zdd] };
        engines
            .iter()
            .find_map(|&engine| Some((engine, engine.get()?.compile(problem, &order, &budget).ok()?)))
    }
}
