//! Branch and bound, and other engines that take turns with it.

use std::collections::BTreeSet;

use super::list::Lister;
use super::rounds::Rounds;
use super::{ENTRY_PRICE, PART_FOR_COVERS, Ranking, Wanted, answer, of_diagram};
use crate::budget::{Budget, Pause, Reason, Work};
use crate::count::Count;
use crate::engine::cells::best::{Best as Search, Tree};
use crate::engine::{Compiling, Listing, Order, Task};
use crate::problem::{Problem, Solution};
use crate::solve::covers::{bytes_of, sort, verify};
use crate::solve::diagram::Diagram;
use crate::solve::engine::Engine;
use crate::solve::error::Error;
use crate::solve::guard::Guard;
use crate::solve::report::Report;
use crate::solve::worker::{Ended, Worker};

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
pub(super) const IN_TURNS: &str =
    "it took turns with a list of all solutions, a diagram, and sweeps within a cost";

/// A search for the best covers, and what it has found.
pub(super) struct Ranker<'p> {
    problem: &'p Problem,
    wanted: Wanted,
    pub(super) search: Search,
    /// If all are wanted: those found so far.
    covers: Vec<(i128, Solution)>,
    /// If only their number is wanted.
    number: u64,
    /// What `covers` takes, and may take.
    bytes: u64,
    most_bytes: u64,
    /// What a list and rounds have found beside it, in the sense in which low is better.
    others: BTreeSet<(i128, Solution)>,
}

/// A diagram that is being recorded, and the engine that does it.
type Recording = (Engine, Box<dyn Compiling>);

/// What takes turns with the search, as far as it has begun and goes on.
#[derive(Default)]
pub(super) struct Beside<'p> {
    pub(super) list: Option<Lister>,
    diagram: Option<Recording>,
    rounds: Option<Rounds<'p>>,
    pub(super) tree: Option<Tree>,
    has_list: bool,
    has_rounds: bool,
}

impl Beside<'_> {
    /// The nodes of the recording, of the sweeps and of the tree.
    pub(super) fn nodes(&self) -> u64 {
        let of_diagram = self.diagram.as_ref().map_or(0, |(_, task)| task.work().nodes);
        let of_tree = self.tree.as_ref().map_or(0, |tree| tree.work().nodes);
        of_diagram + of_tree + self.rounds.as_ref().map_or(0, |rounds| rounds.work().nodes)
    }
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

/// Lets a task work until it has spent this much.
pub(super) fn turn<W: Worker>(
    task: &mut W,
    spent: impl Fn(&W) -> u64,
    bound: u64,
    guard: &mut Guard<'_>,
) -> Ended {
    while spent(task) < bound {
        let step = task.work().nodes.saturating_add(task.pace());
        match guard.drive(task, step)? {
            Pause::End => return Ok(Pause::End),
            Pause::Memory => return Err(task.failure().unwrap_or(Reason::Memory(guard.budget.memory()))),
            Pause::Bound | Pause::Solution => {}
        }
    }
    Ok(Pause::Bound)
}

impl Task for Ranker<'_> {
    fn run(&mut self, nodes: u64) -> Pause {
        while self.bytes <= self.most_bytes {
            match self.search.run(nodes) {
                Pause::Solution => self.take(),
                pause => return pause,
            }
        }
        Pause::Memory
    }
    fn work(&self) -> Work {
        self.search.work()
    }
    fn certain(&self) -> Count {
        self.search.certain()
    }
    fn fraction(&self) -> f64 {
        self.search.fraction()
    }
    fn pace(&self) -> u64 {
        self.search.pace()
    }
}

impl Worker for Ranker<'_> {}

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
        let (covers, others, most_bytes) = (vec![], BTreeSet::new(), memory / PART_FOR_COVERS);
        Ok(Ranker { problem, wanted, search, covers, number: 0, bytes: 0, most_bytes, others })
    }

    /// What the search has spent, in the units of all engines: its updates are looks at net costs, too, which
    /// are twice as dear as removals.
    fn spent(&self) -> u64 {
        let Work { nodes, updates } = self.search.work();
        let factor = if self.problem.entry_count() > CACHED { 3 } else { 1 };
        factor * (10 * nodes + updates)
    }

    /// Keeps the cover here, or counts it.
    fn take(&mut self) {
        if self.wanted.count.is_some() {
            // The search keeps the best. Covers have about as many options each.
            let ranking = self.search.ranking();
            self.bytes = ranking.first().map_or(0, |(_, solution)| bytes_of(solution)) * ranking.len() as u64;
            return;
        }
        let (cost, solution) = (self.search.cost_here(), Listing::solution(&mut self.search));
        if self.wanted.only_number {
            verify(self.problem, &[(cost, solution)]);
            self.number += 1;
        } else {
            self.bytes += bytes_of(&solution);
            self.covers.push((cost, solution));
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

    fn report(&mut self, why: &str, ended: Ended, guard: &Guard<'_>) -> Report<Ranking> {
        let work = self.search.work();
        self.report_of(Engine::Cells, work, why, ended, guard)
    }

    /// What all have found, as a report of this engine.
    pub(super) fn report_of(
        &mut self,
        engine: Engine,
        work: Work,
        why: &str,
        ended: Ended,
        guard: &Guard<'_>,
    ) -> Report<Ranking> {
        let covers = self.covers();
        let found = Count::from(if self.wanted.only_number { self.number } else { covers.len() as u64 });
        match ended {
            Err(reason) => {
                verify(self.problem, &covers);
                let fraction = guard.fraction(self.search.fraction());
                let certain = Ranking { covers, found, bound: self.search.bound() };
                Report::stopped((certain, reason), engine, why, work, fraction)
            }
            Ok(_) if self.wanted.only_number => {
                Report::answered(Ranking { found, ..Ranking::default() }, engine, why, work)
            }
            Ok(_) => answer(self.problem, covers, engine, why.to_owned(), work),
        }
    }

    /// Branch and bound alone.
    pub(super) fn alone(&mut self, why: &str, guard: &mut Guard<'_>) -> Report<Ranking> {
        let ended = turn(self, Ranker::spent, u64::MAX, guard);
        self.report(why, ended, guard)
    }

    /// [Sweeps within a cost](super::rounds) alone, once the items have prices. Where prices take long, the
    /// diagram of all solutions takes turns with them, and may be done before: a long and narrow board
    /// has few states and a large relaxation.
    pub(super) fn by_rounds(&mut self, why: &str, guard: &mut Guard<'_>) -> Result<Report<Ranking>, Error> {
        let (mut beside, mut bound) = (Beside::default(), FIRST_TURN);
        while self.search.bound().is_none() {
            let step = self.work().nodes + self.pace();
            let mut stopped = guard.drive(self, step).err();
            if self.spent() >= bound && stopped.is_none() {
                if bound == FIRST_TURN {
                    beside.diagram = self.recording(&[Engine::Zdd], guard);
                }
                match self.record(&mut beside, bound, guard) {
                    Ok(Some(report)) => return Ok(report),
                    Ok(None) => bound *= 2,
                    Err(reason) => stopped = Some(reason),
                }
            }
            if let Some(reason) = stopped {
                let work = self.search.work();
                return Ok(self.report_of(Engine::Zdd, work, why, Err(reason), guard));
            }
        }
        drop(beside);
        let memory = guard.budget.memory();
        let budget = Budget { memory: Some(memory - memory / PART_FOR_RELAXATION), ..guard.budget.clone() };
        let mut rounds = self.rounds(budget, self.search.work());
        let all = |rounds: &mut Rounds<'_>| turn(rounds, Rounds::spent, u64::MAX, guard);
        let ended = rounds.as_mut().map_or(Ok(Pause::End), all);
        match rounds.as_mut().and_then(Rounds::refusal) {
            Some(refusal) => Err(Error::refused(Engine::Zdd, refusal)),
            None => Ok(self.end_rounds(rounds, why, ended, guard)),
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
        why: &str,
        ended: Ended,
        guard: &Guard<'_>,
    ) -> Report<Ranking> {
        let Some(mut rounds) = rounds else { return self.report(why, ended, guard) };
        let proved = rounds.proved();
        self.learn(&mut rounds.covers, Some(proved));
        let work = rounds.work();
        let Some(diagram) = rounds.diagram() else {
            return self.report_of(Engine::Zdd, work, why, ended, guard);
        };
        of_diagram(self.problem, Engine::Zdd, diagram, self.wanted, &guard.budget, why.to_owned(), work)
    }

    /// The search; and if that takes long, also a list of all covers, the recording of a diagram and sweeps
    /// within a cost, in turns.
    pub(super) fn in_turns(&mut self, guard: &mut Guard<'_>) -> Report<Ranking> {
        let (mut beside, mut bound) = (Beside::default(), FIRST_TURN);
        loop {
            guard.take_turns(beside.nodes());
            let ended = turn(self, Ranker::spent, bound, guard);
            if ended != Ok(Pause::Bound) {
                let why = match (ended, beside.has_list) {
                    (Err(_), true) => IN_TURNS,
                    (_, true) => "branch and bound was done before the others",
                    (_, false) => "branch and bound was soon done",
                };
                return self.end(&mut beside, why, ended, guard);
            }
            if let Some(report) = self.grow(&mut beside, bound, guard) {
                return report;
            }
            self.set_up(&mut beside, bound, guard);
            let done = self.list(&mut beside, bound, guard);
            let done = done.or_else(|| match self.record(&mut beside, bound / PART_OF_OTHERS, guard) {
                Ok(report) => report,
                Err(reason) => Some(self.end(&mut beside, IN_TURNS, Err(reason), guard)),
            });
            if let Some(report) = done.or_else(|| self.sweep(&mut beside, bound, guard)) {
                return report;
            }
            // All go on where they were, so short turns cost nothing, and the one that is done first has
            // waited less.
            bound += bound / 4;
        }
    }

    /// The report of the search, with what the list has found.
    fn end(
        &mut self,
        beside: &mut Beside<'_>,
        why: &str,
        ended: Ended,
        guard: &Guard<'_>,
    ) -> Report<Ranking> {
        self.adopt(beside.list.take());
        self.report(why, ended, guard)
    }

    /// Sets up what takes turns from now on, when the search has spent this much.
    fn set_up(&self, beside: &mut Beside<'p>, bound: u64, guard: &Guard<'_>) {
        // To set up the others, an order of the items is found, which looks at all entries often.
        let price = (self.problem.entry_count() as u64).saturating_mul(ENTRY_PRICE);
        let memory = guard.budget.memory();
        if !beside.has_list && bound >= price {
            let has_bounds = self.problem.has_bounds();
            let engines = if has_bounds { &[Engine::Zdd][..] } else { &[Engine::Memo, Engine::Zdd] };
            beside.list = Lister::new(self.problem, self.wanted, memory);
            (beside.diagram, beside.has_list) = (self.recording(engines, guard), true);
        }
        if !beside.has_rounds && bound >= price.max(FIRST_TURN_OF_ROUNDS) && self.search.bound().is_some() {
            if !takes_long_to_order(self.problem) {
                let budget = Budget { memory: Some(memory / PART_FOR_ROUNDS), ..guard.budget.clone() };
                beside.rounds = self.rounds(budget, Work::default());
            }
            beside.has_rounds = true;
        }
    }

    /// The turn of the list. Returns the ranking if all is done.
    fn list(
        &mut self,
        beside: &mut Beside<'p>,
        bound: u64,
        guard: &mut Guard<'_>,
    ) -> Option<Report<Ranking>> {
        guard.take_turns(self.search.work().nodes + beside.nodes());
        let list = beside.list.as_mut()?;
        let mut ended = turn(list, Lister::spent, bound / PART_OF_OTHERS, guard);
        if let (Ok(Pause::Bound), Some(left)) = (ended, list.left())
            && left.saturating_mul(price_of_list(self.problem)) <= SHARES * bound
        {
            let all = list.spent().saturating_add(2 * left);
            ended = turn(list, Lister::spent, all, guard);
        }
        match ended {
            Ok(Pause::End) => return beside.list.take().map(|list| list.report(self.problem)),
            Ok(_) => self.share(list),
            // What it has is kept, and it goes no further.
            Err(Reason::Memory(_) | Reason::Nodes(_)) => self.adopt(beside.list.take()),
            Err(reason) => return Some(self.end(beside, IN_TURNS, Err(reason), guard)),
        }
        None
    }

    /// Records the diagram until this much is spent, or gives it up. Returns the ranking if it is done.
    fn record(
        &mut self,
        beside: &mut Beside<'p>,
        bound: u64,
        guard: &mut Guard<'_>,
    ) -> Result<Option<Report<Ranking>>, Reason> {
        let Some((engine, mut task)) = beside.diagram.take() else { return Ok(None) };
        guard.take_turns(self.search.work().nodes + beside.nodes());
        match turn(&mut task, |task| engine.cost(task.work()), bound, guard) {
            Ok(Pause::End) => {}
            Ok(_) => {
                beside.diagram = Some((engine, task));
                return Ok(None);
            }
            Err(Reason::Memory(_) | Reason::Nodes(_)) => return Ok(None),
            Err(reason) => return Err(reason),
        }
        let work = task.work();
        let Some(compiled) = task.finish() else { return Ok(None) };
        let why = "its diagram was done before branch and bound".to_owned();
        let diagram = Diagram::new(compiled);
        let report = of_diagram(self.problem, engine, &diagram, self.wanted, &guard.budget, why, work);
        match report.outcome.reason() {
            None => Ok(Some(report)),
            Some(Reason::Memory(_)) => Ok(None),
            Some(reason) => Err(reason),
        }
    }

    /// The turn of the sweeps. Returns the ranking if all is done.
    fn sweep(
        &mut self,
        beside: &mut Beside<'p>,
        bound: u64,
        guard: &mut Guard<'_>,
    ) -> Option<Report<Ranking>> {
        let mut rounds = beside.rounds.take()?;
        if let Some(highest) = self.search.allowed() {
            rounds.allow(highest);
        }
        guard.take_turns(self.search.work().nodes + beside.nodes());
        let ended = turn(&mut rounds, Rounds::spent, bound, guard);
        let why = match ended {
            Ok(Pause::End) => "sweeps that leave out what is too dear were done before branch and bound",
            Ok(_) => {
                let proved = rounds.proved();
                self.learn(&mut rounds.covers, Some(proved));
                beside.rounds = Some(rounds);
                return None;
            }
            Err(Reason::Memory(_) | Reason::Nodes(_)) => {
                let proved = rounds.proved();
                self.learn(&mut rounds.covers, Some(proved));
                return None;
            }
            Err(_) => IN_TURNS,
        };
        self.adopt(beside.list.take());
        Some(self.end_rounds(Some(rounds), why, ended, guard))
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

    /// Takes over what another engine has found, and that no cover that is wanted costs less than this.
    pub(super) fn learn(&mut self, covers: &mut BTreeSet<(i128, Solution)>, proved: Option<i128>) {
        let Some(wanted) = self.wanted.count else { return };
        self.others.append(covers);
        while self.others.len() > wanted {
            self.others.pop_last();
        }
        if self.others.len() == wanted
            && let Some((worst, _)) = self.others.last()
        {
            self.search.allow(self.wanted.sign() * (worst - 1));
        }
        let Some(proved) = proved else { return };
        let best =
            self.search.ranking().first().into_iter().chain(self.others.first()).map(|(cost, _)| *cost).min();
        self.search.prove(best.map_or(proved, |best| best.min(proved)));
    }

    /// Takes over what a list has found.
    pub(super) fn adopt(&mut self, list: Option<Lister>) {
        if let Some(mut list) = list.filter(|_| self.wanted.count.is_some()) {
            self.others.append(&mut list.covers);
        }
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
            .find_map(|&engine| Some((engine, engine.get().compile(problem, &order, &budget).ok()?)))
    }
}
