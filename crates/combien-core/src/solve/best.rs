//! The covers of least or greatest cost.

use std::collections::BTreeSet;

use super::guard::{Guard, Worker};
use super::{Diagram, Engine, Error, Outcome, Report};
use crate::budget::{Budget, Reason};
use crate::check::check;
use crate::count::Count;
use crate::engine::cells::best::Best as Search;
use crate::engine::{self, Compiled, Compiling, Listing, Order, Pause, Task, Work};
use crate::pareto::{self, Costs};
use crate::problem::{Decimal, OptionId, Problem, Solution};

/// What an engine may spend in its first turn, in the units of [`Engine::cost`](crate::engine::Engine::cost).
const FIRST_TURN: u64 = 1 << 20;
/// The list and the diagram may each spend this part of what the search has spent: on wide problems a unit of theirs takes many
/// times as long.
const PART_OF_OTHERS: u64 = 16;
/// What it costs to set them up for each entry, in the same units.
const ENTRY_PRICE: u64 = 1 << 10;
/// Items times entries beyond which no order is looked for, and so no diagram is tried.
const MOST_WORK_FOR_ORDER: u64 = 1 << 31;
/// The search and the list may each take this part of the memory for covers.
const PART_FOR_COVERS: u64 = 8;
/// Limits on costs are at most this: sums of costs are far below, and products of it with the units of prices fit.
const MOST_COST: i128 = 1 << 100;
/// The relaxation may take this part of the memory.
const PART_FOR_RELAXATION: u64 = 4;

/// What is best: the least cost or the greatest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The least cost.
    #[default]
    Min,
    /// The greatest cost.
    Max,
}

impl Goal {
    /// A limit on costs in the units of a problem's costs: a cost that is within the limit is within this too. Digits beyond those of
    /// the costs are dropped.
    ///
    /// ```
    /// use combien::{problem::dlx, solve::Goal};
    ///
    /// let problem = dlx::parse("t", "a\na |2.5\n")?.problem;
    /// assert_eq!(Goal::Min.limit(&problem, "2.59".parse()?), 25);
    /// assert_eq!(Goal::Max.limit(&problem, "2.51".parse()?), 26);
    /// assert_eq!(Goal::Min.limit(&problem, 3.into()), 30);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn limit(self, problem: &Problem, cost: Decimal) -> i128 {
        let (units, places) = (i128::from(cost.units()), problem.cost_places());
        if cost.places() <= places {
            return units * 10i128.pow(places - cost.places());
        }
        let divisor = 10i128.pow(cost.places() - places);
        match self {
            Goal::Min => units.div_euclid(divisor),
            Goal::Max => -(-units).div_euclid(divisor),
        }
    }
}

/// The best covers of a problem, or the best found so far, each with its cost. [`Best`](super::Best) finds them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranking {
    /// The costs, in units of 10 to the power `-`[`cost_places`](Problem::cost_places), and the covers: the best first, and of equal
    /// ones the one with the first options.
    pub covers: Vec<(i128, Solution)>,
    /// How many covers were found; they are listed, unless only their number was asked for.
    pub found: Count,
    /// No cover costs less than this, or none more if the greatest cost is wanted. If the ranking is complete, it is the cost of the
    /// best cover. `None` if nothing is known.
    pub bound: Option<i128>,
}

impl Ranking {
    /// How far the best cover may be from what is possible, in units of cost: 0 if it is the best there is. `None` if there is no
    /// cover yet, or no bound.
    pub fn gap(&self) -> Option<i128> {
        let (best, _) = self.covers.first()?;
        Some((best - self.bound?).abs())
    }
}

/// Sorts covers: the best first, and of equal costs the first options.
pub(super) fn sort(covers: &mut Vec<(i128, Solution)>, is_max: bool) {
    let sign = if is_max { -1 } else { 1 };
    let sorted: BTreeSet<(i128, Solution)> = crate::sorting::gathered(
        std::mem::take(covers).into_iter().map(|(cost, solution)| (sign * cost, solution)),
    );
    covers.extend(sorted.into_iter().map(|(cost, solution)| (sign * cost, solution)));
}

/// What is asked of a ranking.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wanted {
    /// Only the number of covers.
    pub(super) only_number: bool,
    pub(super) goal: Goal,
    /// `None` for all of them.
    pub(super) count: Option<usize>,
    pub(super) within: Option<i128>,
}

impl Wanted {
    fn is_max(self) -> bool {
        self.goal == Goal::Max
    }

    fn sign(self) -> i128 {
        if self.is_max() { -1 } else { 1 }
    }
}

impl Worker for Search {}

/// The ranking, by the engine that is asked for.
pub(super) fn rank(
    problem: &Problem,
    engine: Engine,
    wanted: Wanted,
    mut guard: Guard<'_>,
) -> Result<Report<Ranking>, Error> {
    engine.can_take(problem)?;
    let wanted = Wanted { within: wanted.within.map(|cost| cost.clamp(-MOST_COST, MOST_COST)), ..wanted };
    let asked_for = "it was asked for".to_owned();
    match engine {
        Engine::Auto | Engine::Cells => {
            let memory = guard.budget.memory() / PART_FOR_RELAXATION;
            let search = Search::new(problem, wanted.is_max(), wanted.count, memory);
            let search = search.map_err(|large| Error::refused(Engine::Cells, large.into()))?;
            let mut ranking = Ranker {
                problem,
                wanted,
                search,
                covers: vec![],
                number: 0,
                bytes: 0,
                others: BTreeSet::new(),
            };
            if let Some(within) = wanted.within {
                ranking.search.allow(within);
            }
            Ok(if engine == Engine::Auto {
                ranking.in_turns(&mut guard)
            } else {
                ranking.alone(asked_for, &mut guard)
            })
        }
        engine if engine.get().is_some_and(|by| by.profile().compiles) => {
            let budget = guard.budget.clone();
            let report = super::diagram::compile(problem, engine, guard)?;
            Ok(match report.outcome {
                Outcome::Answer(Some(diagram)) => {
                    of_diagram(problem, engine, &diagram, wanted, &budget, report.why, report.work)
                }
                Outcome::Answer(None) => unreachable!("an answer has the diagram"),
                Outcome::Stopped { reason, .. } => {
                    stopped(Ranking::default(), engine, report.why, report.work, report.fraction, reason)
                }
            })
        }
        engine => Err(Error::Unsupported { engine, question: "find solutions of least cost" }),
    }
}

/// The ranking of a diagram.
fn of_diagram(
    problem: &Problem,
    engine: Engine,
    diagram: &Diagram,
    wanted: Wanted,
    budget: &Budget,
    why: String,
    work: Work,
) -> Report<Ranking> {
    if wanted.only_number {
        return match number_within(problem, diagram, wanted, budget) {
            Ok(found) => {
                let ranking = Ranking { found, ..Ranking::default() };
                Report { outcome: Outcome::Answer(ranking), engine, why, work, fraction: 1.0 }
            }
            Err(reason) => stopped(Ranking::default(), engine, why, work, 1.0, reason),
        };
    }
    let most =
        diagram.count().to_u64().map_or(usize::MAX, |count| usize::try_from(count).unwrap_or(usize::MAX));
    let count = wanted.count.unwrap_or(usize::MAX).min(most);
    // How many are within a cost is not known beforehand: twice as many each time.
    let mut tried = if wanted.within.is_some() { count.min(16) } else { count };
    loop {
        let found = diagram.few_best(wanted.is_max(), tried, |option| problem.cost(option), budget);
        let mut covers = match found {
            Ok(covers) => covers,
            Err(reason) => return stopped(Ranking::default(), engine, why, work, 1.0, reason),
        };
        let is_within = |cost: i128| wanted.within.is_none_or(|within| wanted.sign() * (cost - within) <= 0);
        if tried < count && covers.last().is_some_and(|(cost, _)| is_within(*cost)) {
            tried = tried.saturating_mul(2).min(count);
            continue;
        }
        covers.retain(|(cost, _)| is_within(*cost));
        return answer(problem, covers, engine, why, work);
    }
}

/// How many covers of a diagram are within a cost.
fn number_within(
    problem: &Problem,
    diagram: &Diagram,
    wanted: Wanted,
    budget: &Budget,
) -> Result<Count, Reason> {
    let Some(within) = wanted.within else { return Ok(diagram.count()) };
    let costs = diagram.distribution(1, |option| [problem.cost(option)], budget)?;
    let mut found = Count::ZERO;
    for (cost, count) in costs.terms() {
        if wanted.sign() * (cost[0] - within) <= 0 {
            found += count;
        }
    }
    Ok(found)
}

/// Verifies the covers.
fn answer(
    problem: &Problem,
    covers: Vec<(i128, Solution)>,
    engine: Engine,
    why: String,
    work: Work,
) -> Report<Ranking> {
    verify(problem, &covers);
    let (bound, found) = (covers.first().map(|(cost, _)| *cost), Count::from(covers.len() as u64));
    Report { outcome: Outcome::Answer(Ranking { covers, found, bound }), engine, why, work, fraction: 1.0 }
}

fn stopped(
    certain: Ranking,
    engine: Engine,
    why: String,
    work: Work,
    fraction: f64,
    reason: Reason,
) -> Report<Ranking> {
    Report { outcome: Outcome::Stopped { certain, reason }, engine, why, work, fraction }
}

fn verify(problem: &Problem, covers: &[(i128, Solution)]) {
    for (cost, solution) in covers {
        check_cover(problem, solution);
        assert_eq!(*cost, problem.cost_of(solution.options()), "the cost of a solution is wrong");
    }
}

/// A wrong solution is a bug.
pub(super) fn check_cover(problem: &Problem, solution: &Solution) {
    if let Err(violations) = check(problem, solution.options()) {
        panic!("a wrong solution was found: {}", violations[0]);
    }
}

/// Wrong solutions of a front, or wrong sums of their costs, are a bug.
pub(super) fn check_front(problem: &Problem, front: &[(Costs, Solution)], costs: impl Fn(OptionId) -> Costs) {
    for (sums, solution) in front {
        check_cover(problem, solution);
        let sum = solution.options().iter().map(|&option| costs(option)).fold([0, 0], pareto::plus);
        assert_eq!(*sums, sum, "the costs of a solution are wrong");
    }
}

/// The bytes that a cover takes among others.
fn bytes_of(solution: &Solution) -> u64 {
    (solution.options().len() * 4 + 96) as u64
}

/// Why an engine that takes turns with others is named when all of them are stopped.
const IN_TURNS: &str = "it took turns with a list of all solutions and a diagram";

/// What work costs, in units that are the same for all engines.
fn spent(engine: Engine, work: Work) -> u64 {
    engine.get().map_or(u64::MAX, |by| by.cost(work))
}

/// What the work of branch and bound costs in these units: its updates are looks at net costs, too, which are twice as dear as removals.
fn spent_searching(work: Work) -> u64 {
    10 * work.nodes + work.updates
}

/// The list of all covers, of which the best are kept: where there are few covers, nothing is faster.
struct Lister {
    search: Box<dyn engine::Search>,
    wanted: Wanted,
    /// The best, with their costs in the sense in which low is better.
    covers: BTreeSet<(i128, Solution)>,
    number: u64,
    bytes: u64,
}

impl Worker for Box<dyn engine::Search> {}

impl Lister {
    /// At its start. `None` if the engine cannot take the problem.
    fn new(problem: &Problem, wanted: Wanted) -> Option<Lister> {
        let by = if problem.has_bounds() { Engine::Cells } else { Engine::Fast };
        let search = by.get()?.search(problem).ok()?;
        Some(Lister { search, wanted, covers: BTreeSet::new(), number: 0, bytes: 0 })
    }

    /// Lists until this much is spent.
    fn turn(&mut self, bound: u64, guard: &mut Guard<'_>) -> Turn {
        let memory = guard.budget.memory();
        while spent(Engine::Fast, self.search.work()) < bound {
            let step = self.search.work().nodes + self.search.pace();
            loop {
                match guard.drive(&mut self.search, step) {
                    Ok(Pause::End) => return Turn::End,
                    Ok(Pause::Bound) => break,
                    Ok(Pause::Memory) => return Turn::Stopped(Reason::Memory(memory)),
                    Err(reason) => return Turn::Stopped(reason),
                    Ok(Pause::Solution) => self.take(),
                }
                if self.bytes > memory / PART_FOR_COVERS {
                    return Turn::Stopped(Reason::Memory(memory));
                }
            }
        }
        Turn::Bound
    }

    /// Keeps the cover here, if it is among the best.
    fn take(&mut self) {
        let sign = self.wanted.sign();
        let solution = self.search.solution();
        let cost = sign * self.search.problem().cost_of(solution.options());
        if self.wanted.within.is_some_and(|within| cost > sign * within) {
            return;
        }
        self.number += 1;
        let most = if self.wanted.only_number { 0 } else { self.wanted.count.unwrap_or(usize::MAX) };
        if self.covers.len() >= most && self.covers.last().is_none_or(|worst| worst.0 <= cost) {
            return;
        }
        self.bytes += bytes_of(&solution);
        self.covers.insert((cost, solution));
        if self.covers.len() > most
            && let Some((_, worst)) = self.covers.pop_last()
        {
            self.bytes -= bytes_of(&worst);
        }
    }

    fn report(self, problem: &Problem) -> Report<Ranking> {
        let sign = self.wanted.sign();
        let why = "it listed all solutions before branch and bound was done".to_owned();
        let (work, engine) =
            (self.search.work(), if problem.has_bounds() { Engine::Cells } else { Engine::Fast });
        if self.wanted.only_number {
            let ranking = Ranking { found: self.number.into(), ..Ranking::default() };
            return Report { outcome: Outcome::Answer(ranking), engine, why, work, fraction: 1.0 };
        }
        let covers = self.covers.into_iter().map(|(cost, solution)| (sign * cost, solution)).collect();
        answer(problem, covers, engine, why, work)
    }
}

/// A search for the best covers, and what it has found.
struct Ranker<'p> {
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

/// How a turn of the search ended.
#[derive(Clone, Copy)]
enum Turn {
    End,
    Bound,
    Stopped(Reason),
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

    fn alone(&mut self, why: String, guard: &mut Guard<'_>) -> Report<Ranking> {
        let turn = self.turn(u64::MAX, guard);
        self.report(why, turn, guard)
    }

    /// The search; and if that takes long, also a list of all covers and the recording of a diagram, in turns that cost the same.
    fn in_turns(&mut self, guard: &mut Guard<'_>) -> Report<Ranking> {
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
