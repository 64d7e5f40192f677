//! Branch and bound, and other engines that take turns with it.

use std::collections::BTreeSet;

use super::list::{Lister, Turn};
use super::rounds::Rounds;
use super::{ENTRY_PRICE, PART_FOR_COVERS, Ranking, Wanted, answer, of_diagram, spent};
use crate::budget::{Budget, Pause, Reason, Work};
use crate::engine::cells::best::Best as Search;
use crate::engine::{Compiled, Compiling, Listing, Order, Task};
use crate::problem::{Problem, Solution};
use crate::solve::covers::{bytes_of, sort, verify};
use crate::solve::diagram::Diagram;
use crate::solve::engine::Engine;
use crate::solve::error::Error;
use crate::solve::guard::Guard;
use crate::solve::report::Report;
use crate::solve::worker::Worker;

/// What an engine may spend in its first turn, in the units of [`Engine::cost`](crate::engine::Engine::cost).
const FIRST_TURN: u64 = 1 << 20;
/// The list and the diagram may each spend this part of what the search has spent: on wide problems a unit of
/// theirs takes many times as long.
const PART_OF_OTHERS: u64 = 16;
/// How many engines take turns. A list that expects to be done within what all of them have spent together
/// goes on until then: that doubles the time at most.
const SHARES: u64 = 4;
/// What the search spends before the rounds begin: some fifty milliseconds.
const FIRST_TURN_OF_ROUNDS: u64 = 1 << 24;
/// With more entries than that, what the search looks at is mostly not in the processor's cache: it takes
/// three times as long.
const CACHED: usize = 1 << 15;
/// Items times entries beyond which no order is looked for, and so no diagram is tried.
const MOST_WORK_FOR_ORDER: u64 = 1 << 31;
/// A diagram that is recorded beside the search, and a round beside both, may each take this part of the
/// memory.
const PART_FOR_DIAGRAM: u64 = 4;
const PART_FOR_ROUNDS: u64 = 2;
/// The relaxation may take this part of the memory.
const PART_FOR_RELAXATION: u64 = 4;

/// Why an engine that takes turns with others is named when all of them are stopped.
const IN_TURNS: &str = "it took turns with a list of all solutions, a diagram, and sweeps within a cost";
/// Why the rounds are named when they are done.
const BY_ROUNDS: &str = "sweeps that leave out what is too dear were done before branch and bound";

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
    /// What a list and rounds have found beside it, in the sense in which low is better.
    others: BTreeSet<(i128, Solution)>,
}

/// A diagram that is being recorded, and the engine that does it.
type Recording = (Engine, Box<dyn Compiling>);

/// The nodes of a recording.
fn of_recording(recording: Option<&Recording>) -> u64 {
    recording.map_or(0, |(_, task)| task.work().nodes)
}

/// The nodes of sweeps.
fn of_sweeps(rounds: Option<&Rounds<'_>>) -> u64 {
    rounds.map_or(0, |rounds| rounds.work().nodes)
}

/// How long a unit of the list takes, in units of the search: about as long where all is in the processor's
/// cache.
fn price_of_list(problem: &Problem) -> u64 {
    if problem.entry_count() > CACHED { PART_OF_OTHERS } else { 1 }
}

/// Is the problem so large that no order of its items is looked for?
fn takes_long_to_order(problem: &Problem) -> bool {
    problem.item_count() as u64 * problem.entry_count() as u64 > MOST_WORK_FOR_ORDER
}

impl Worker for Search {}

impl<'p> Ranker<'p> {
    /// At its start, within this many bytes of memory. The engine is the one that was asked for.
    pub(super) fn new(
        problem: &'p Problem,
        engine: Engine,
        wanted: Wanted,
        memory: u64,
    ) -> Result<Ranker<'p>, Error> {
        let search = Search::new(problem, wanted.is_max(), wanted.count, memory / PART_FOR_RELAXATION);
        let mut search = search.map_err(|large| Error::refused(engine, large.into()))?;
        if let Some(within) = wanted.within {
            search.allow(within);
        }
        let (covers, others) = (vec![], BTreeSet::new());
        Ok(Ranker { problem, wanted, search, covers, number: 0, bytes: 0, others })
    }

    /// What the search has spent, in the units of all engines: its updates are looks at net costs, too, which
    /// are twice as dear as removals.
    fn spent(&self) -> u64 {
        let Work { nodes, updates } = self.search.work();
        let factor = if self.problem.entry_count() > CACHED { 3 } else { 1 };
        factor * (10 * nodes + updates)
    }

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
        let work = self.search.work();
        self.report_of(Engine::Cells, work, why, turn, guard)
    }

    /// What all have found, as a report of this engine.
    fn report_of(
        &mut self,
        engine: Engine,
        work: Work,
        why: String,
        turn: Turn,
        guard: &Guard<'_>,
    ) -> Report<Ranking> {
        let covers = self.covers();
        let found = if self.wanted.only_number { self.number } else { covers.len() as u64 };
        match turn {
            Turn::Stopped(reason) => {
                verify(self.problem, &covers);
                let fraction = guard.fraction(self.search.fraction());
                let certain = Ranking { covers, found: found.into(), bound: self.search.bound() };
                Report::stopped((certain, reason), engine, why, work, fraction)
            }
            Turn::End | Turn::Bound if self.wanted.only_number => {
                let ranking = Ranking { found: found.into(), ..Ranking::default() };
                Report::answered(ranking, engine, why, work)
            }
            Turn::End | Turn::Bound => answer(self.problem, covers, engine, why, work),
        }
    }

    /// Branch and bound alone.
    pub(super) fn alone(&mut self, why: String, guard: &mut Guard<'_>) -> Report<Ranking> {
        let turn = self.turn(u64::MAX, guard);
        self.report(why, turn, guard)
    }

    /// [Sweeps within a cost](super::rounds) alone, once the items have prices. Where prices take long, the
    /// diagram of all solutions takes turns with them, and may be done before: a long and narrow board
    /// has few states and a large relaxation.
    pub(super) fn by_rounds(&mut self, why: String, guard: &mut Guard<'_>) -> Result<Report<Ranking>, Error> {
        let (mut diagram, mut bound) = (None, FIRST_TURN);
        while self.search.bound().is_none() {
            let step = self.search.work().nodes + self.search.pace();
            let mut ended = guard.drive(&mut self.search, step).err();
            if self.spent() >= bound && ended.is_none() {
                if bound == FIRST_TURN {
                    diagram = self.recording(&[Engine::Zdd], guard);
                }
                match self.record(&mut diagram, bound, 0, guard) {
                    Ok(Some(report)) => return Ok(report),
                    Ok(None) => bound *= 2,
                    Err(reason) => ended = Some(reason),
                }
            }
            if let Some(reason) = ended {
                let work = self.search.work();
                return Ok(self.report_of(Engine::Zdd, work, why, Turn::Stopped(reason), guard));
            }
        }
        drop(diagram);
        let memory = guard.budget.memory();
        let budget = Budget { memory: Some(memory - memory / PART_FOR_RELAXATION), ..guard.budget.clone() };
        let mut rounds = self.rounds(budget, self.search.work());
        let turn = rounds.as_mut().map_or(Turn::End, |rounds| rounds.turn(u64::MAX, guard));
        match rounds.as_mut().and_then(Rounds::refusal) {
            Some(refusal) => Err(Error::refused(Engine::Zdd, refusal)),
            None => Ok(self.end_rounds(rounds, why, turn, guard)),
        }
    }

    /// The rounds at their start, after this work, if there may be more than one or if the only one has a
    /// limit. `None` as long as the items have no prices.
    fn rounds(&self, budget: Budget, done: Work) -> Option<Rounds<'p>> {
        let has_limit = self.wanted.count.is_some() || self.wanted.within.is_some();
        let prices = self.search.prices().filter(|_| has_limit)?;
        Some(Rounds::new(self.problem, self.wanted, prices, budget, done))
    }

    /// What all have found, after the rounds.
    fn end_rounds(
        &mut self,
        rounds: Option<Rounds<'_>>,
        why: String,
        turn: Turn,
        guard: &Guard<'_>,
    ) -> Report<Ranking> {
        let Some(mut rounds) = rounds else { return self.report(why, turn, guard) };
        self.learn(&mut rounds);
        let work = rounds.work();
        match rounds.diagram() {
            Some(diagram) => {
                of_diagram(self.problem, Engine::Zdd, diagram, self.wanted, &guard.budget, why, work)
            }
            None => self.report_of(Engine::Zdd, work, why, turn, guard),
        }
    }

    /// The search; and if that takes long, also a list of all covers, the recording of a diagram and sweeps
    /// within a cost, in turns.
    pub(super) fn in_turns(&mut self, guard: &mut Guard<'_>) -> Report<Ranking> {
        // To set up the others, an order of the items is found, which looks at all entries often.
        let price = (self.problem.entry_count() as u64).saturating_mul(ENTRY_PRICE);
        let (mut list, mut diagram, mut rounds) = (None, None, None);
        let (mut bound, mut has_others, mut has_rounds) = (FIRST_TURN, false, false);
        loop {
            let of_rounds = of_sweeps(rounds.as_ref());
            while self.spent() < bound {
                guard.take_turns(of_recording(diagram.as_ref()) + of_rounds);
                let step = self.search.work().nodes + self.search.pace();
                match self.turn(step, guard) {
                    Turn::Bound => {}
                    turn => {
                        let why = match (turn, has_others) {
                            (Turn::Stopped(_), true) => IN_TURNS,
                            (_, true) => "branch and bound was done before the others",
                            (_, false) => "branch and bound was soon done",
                        };
                        self.adopt(list);
                        return self.report(why.to_owned(), turn, guard);
                    }
                }
            }
            if !has_others && bound >= price {
                let has_bounds = self.problem.has_bounds();
                let engines = if has_bounds { &[Engine::Zdd][..] } else { &[Engine::Memo, Engine::Zdd] };
                (list, diagram) = (Lister::new(self.problem, self.wanted), self.recording(engines, guard));
                has_others = true;
            }
            if !has_rounds && bound >= price.max(FIRST_TURN_OF_ROUNDS) && self.search.bound().is_some() {
                if !takes_long_to_order(self.problem) {
                    let memory = guard.budget.memory() / PART_FOR_ROUNDS;
                    rounds =
                        self.rounds(Budget { memory: Some(memory), ..guard.budget.clone() }, Work::default());
                }
                has_rounds = true;
            }
            let part = bound / PART_OF_OTHERS;
            if let Some(lister) = &mut list {
                guard.take_turns(self.search.work().nodes + of_recording(diagram.as_ref()) + of_rounds);
                let mut turn = lister.turn(part, guard);
                if let (Turn::Bound, Some(left)) = (turn, lister.left())
                    && left.saturating_mul(price_of_list(self.problem)) <= SHARES * bound
                {
                    turn = lister.turn(lister.spent().saturating_add(2 * left), guard);
                }
                match turn {
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
            match self.record(&mut diagram, part, of_rounds, guard) {
                Ok(None) => {}
                Ok(Some(report)) => return report,
                Err(reason) => {
                    self.adopt(list);
                    return self.report(IN_TURNS.to_owned(), Turn::Stopped(reason), guard);
                }
            }
            if let Some(sweeps) = &mut rounds {
                if let Some(highest) = self.search.allowed() {
                    sweeps.allow(highest);
                }
                guard.take_turns(self.search.work().nodes + of_recording(diagram.as_ref()));
                match sweeps.turn(bound, guard) {
                    Turn::Bound => self.learn(sweeps),
                    Turn::Stopped(Reason::Memory(_) | Reason::Nodes(_)) => {
                        self.learn(sweeps);
                        rounds = None;
                    }
                    turn => {
                        self.adopt(list);
                        let why = if matches!(turn, Turn::End) { BY_ROUNDS } else { IN_TURNS };
                        return self.end_rounds(rounds, why.to_owned(), turn, guard);
                    }
                }
            }
            // All go on where they were, so short turns cost nothing, and the one that is done first has
            // waited less.
            bound += bound / 4;
        }
    }

    /// Records the diagram until this much is spent, or gives it up. Returns the ranking if it is done.
    fn record(
        &mut self,
        diagram: &mut Option<Recording>,
        bound: u64,
        of_rounds: u64,
        guard: &mut Guard<'_>,
    ) -> Result<Option<Report<Ranking>>, Reason> {
        while let Some((engine, task)) = diagram
            && spent(*engine, task.work()) < bound
        {
            guard.take_turns(self.search.work().nodes + of_rounds);
            let step = task.work().nodes + task.pace();
            match guard.drive(task, step) {
                Ok(Pause::End) => {
                    let (engine, work) = (*engine, task.work());
                    if let Some(compiled) = diagram.take().and_then(|(_, task)| task.finish()) {
                        let why = "its diagram was done before branch and bound".to_owned();
                        let report = self.ranked(engine, compiled, &guard.budget, why, work);
                        match report.outcome.reason() {
                            None => return Ok(Some(report)),
                            Some(Reason::Memory(_)) => {}
                            Some(reason) => return Err(reason),
                        }
                    }
                }
                Ok(Pause::Bound | Pause::Solution) => {}
                Ok(Pause::Memory) | Err(Reason::Nodes(_)) => *diagram = None,
                Err(reason) => return Err(reason),
            }
        }
        Ok(None)
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

    /// Takes over what the rounds have found and proved.
    fn learn(&mut self, rounds: &mut Rounds<'_>) {
        let Some(wanted) = self.wanted.count else { return };
        self.others.append(&mut rounds.covers);
        while self.others.len() > wanted {
            self.others.pop_last();
        }
        if self.others.len() == wanted
            && let Some((worst, _)) = self.others.last()
        {
            self.search.allow(self.wanted.sign() * (worst - 1));
        }
        let best =
            self.search.ranking().first().into_iter().chain(self.others.first()).map(|(cost, _)| *cost).min();
        self.search.prove(best.map_or(rounds.proved(), |best| best.min(rounds.proved())));
    }

    /// Takes over what a list has found.
    fn adopt(&mut self, list: Option<Lister>) {
        if let Some(mut list) = list.filter(|_| self.wanted.count.is_some()) {
            self.others.append(&mut list.covers);
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

    /// The recording of a diagram at its start, by the first of these engines that can take the problem.
    fn recording(&self, engines: &[Engine], guard: &Guard<'_>) -> Option<Recording> {
        let problem = self.problem;
        if takes_long_to_order(problem) {
            return None;
        }
        let order = Order::best_within(problem, &guard.budget).ok()?;
        let budget =
            Budget { memory: Some(guard.budget.memory() / PART_FOR_DIAGRAM), ..guard.budget.clone() };
        engines
            .iter()
            .find_map(|&engine| Some((engine, engine.get()?.compile(problem, &order, &budget).ok()?)))
    }
}
