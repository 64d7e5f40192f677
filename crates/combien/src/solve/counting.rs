//! How many: each engine that counts, and the ladder that chooses one.

use super::diagram;
use super::guard::{Guard, Guarded, Halt, Worker};
use super::limits::Reason;
use super::{Engine, Error, Outcome, Report};
use crate::count::Count;
use crate::engine::frontier::{self, Frontier};
use crate::engine::links::{self, Links};
use crate::engine::memo::{self, Memo};
use crate::engine::order::Order;
use crate::engine::{TooWide, Work};
use crate::problem::Problem;

/// The ladder first lets `links` search so many nodes: some milliseconds, less than the choice of an order takes.
const FIRST_TRY: u64 = 10_000;
/// A sweep that is predicted to have at most so many states is simply made. Predictions are ten times too high on
/// dominoes and far more elsewhere, so it takes seconds at the worst.
const FEW_STATES: u128 = 1 << 27;
/// Items times entries beyond which no order is looked for: it would take seconds in which nobody can stop it.
const MOST_WORK_FOR_ORDER: u64 = 1 << 33;
/// What each engine may spend in its first turn, in the units of [`Counting::spent`]: some ten milliseconds. In each
/// further turn it is twice as much.
const FIRST_TURN: u64 = 1 << 21;

/// A search that has done this part of its work gets longer turns.
const PROMISING: f64 = 0.2;

/// Counts with the engine that is asked for.
pub(super) fn count(problem: &Problem, engine: Engine, mut guard: Guard<'_>) -> Result<Report<Count>, Error> {
    let asked_for = "it was asked for".to_owned();
    let memory = guard.limits.memory();
    let mut worker: Box<dyn Counting> = match engine {
        Engine::Auto => return ladder(problem, guard),
        Engine::Links => Box::new(Enumeration::new(problem)?),
        Engine::Frontier => Box::new(Sweep::new(problem, &Order::best(problem), memory)?),
        Engine::Memo => Box::new(Remembering::new(problem, &Order::best(problem), memory)?),
        Engine::Zdd | Engine::Intersect => {
            let report = diagram::compile(problem, engine, guard)?;
            return Ok(report.map(|diagram| diagram.map_or(Count::ZERO, |diagram| diagram.count())));
        }
    };
    Ok(alone(&mut *worker, asked_for, &mut guard))
}

/// Chooses an engine by trying: what is small is enumerated; where the frontier is thin it is swept; else the sweep and
/// the search that remembers take turns with growing budgets, until one of them has the answer. So the choice costs at most a small multiple of
/// what the best of them takes, and it is the same on every machine, for work is counted and not timed.
fn ladder(problem: &Problem, mut guard: Guard<'_>) -> Result<Report<Count>, Error> {
    let mut links = Enumeration::new(problem)?;
    match guard.drive(&mut links, FIRST_TRY) {
        Guarded::End => {
            let why = format!("the whole search has {} nodes", links.done());
            return Ok(answer(&links, why));
        }
        Guarded::Stopped(reason) => {
            return Ok(stopped(&links, "its search had only begun".to_owned(), reason));
        }
        Guarded::Budget | Guarded::Solution | Guarded::Memory => {}
    }
    if problem.primary_count() as u64 * problem.entry_count() as u64 > MOST_WORK_FOR_ORDER {
        let why = "the problem is too large to look for an order of its items".to_owned();
        return Ok(alone(&mut links, why, &mut guard));
    }
    let order = Order::best(problem);
    // Two engines remember, and each has half of the memory.
    let memory = guard.limits.memory() / 2;
    let is_thin = order.cost().states <= FEW_STATES;
    if is_thin && let Ok(mut sweep) = Sweep::new(problem, &order, memory) {
        guard.hand_over(links.done());
        match guard.drive(&mut sweep, u64::MAX) {
            Guarded::End => {
                return Ok(answer(&sweep, format!("the frontier is thin; order of items: {order}")));
            }
            Guarded::Stopped(reason) => {
                return Ok(stopped(&sweep, format!("the frontier is thin; order of items: {order}"), reason));
            }
            Guarded::Memory | Guarded::Budget | Guarded::Solution => {}
        }
    }
    let mut workers: Vec<Box<dyn Counting>> = vec![];
    if let Ok(memo) = Remembering::new(problem, &order, memory) {
        workers.push(Box::new(memo));
    }
    // A thin frontier has been swept, as far as the memory went.
    if !is_thin && let Ok(sweep) = Sweep::new(problem, &order, memory) {
        workers.push(Box::new(sweep));
    }
    if workers.is_empty() {
        let why = "no other engine can hold what it would have to remember".to_owned();
        return Ok(alone(&mut links, why, &mut guard));
    }
    Ok(in_turns(workers, &mut guard))
}

/// Lets engines work in turn until one of them is at its end, or all are out of memory.
fn in_turns(mut workers: Vec<Box<dyn Counting>>, guard: &mut Guard<'_>) -> Report<Count> {
    let names: Vec<&str> = workers.iter().map(|worker| worker.engine().name()).collect();
    let why = match names[..] {
        [name] => format!("only {name} can pack what it has to remember"),
        _ => format!("it was done first of {}, which worked in turns", names.join(" and ")),
    };
    let mut turn = FIRST_TURN;
    loop {
        let mut place = 0;
        while place < workers.len() {
            let worker = &mut *workers[place];
            let share = if worker.is_promising() { 4 } else { 1 };
            let budget = worker.budget(share * turn);
            match guard.drive(worker, budget) {
                Guarded::End => return answer(worker, why),
                Guarded::Stopped(reason) => return nobody_done(&workers, reason),
                Guarded::Memory if workers.len() == 1 => {
                    return nobody_done(&workers, Reason::Memory(guard.limits.memory()));
                }
                Guarded::Memory => {
                    workers.remove(place);
                }
                Guarded::Budget | Guarded::Solution => place += 1,
            }
        }
        turn = turn.saturating_mul(2);
    }
}

/// Several engines were stopped: whoever is certain of most speaks for all.
fn nobody_done(workers: &[Box<dyn Counting>], reason: Reason) -> Report<Count> {
    let most = workers.iter().max_by_key(|worker| worker.certain());
    let speaker = most.map_or(&*workers[0], |worker| &**worker);
    stopped(speaker, "no engine was done".to_owned(), reason)
}

/// Lets one engine work to its end.
fn alone(worker: &mut dyn Counting, why: String, guard: &mut Guard<'_>) -> Report<Count> {
    let memory = guard.limits.memory();
    loop {
        match guard.drive(worker, u64::MAX) {
            Guarded::End => return answer(worker, why),
            Guarded::Memory => return stopped(worker, why, Reason::Memory(memory)),
            Guarded::Stopped(reason) => return stopped(worker, why, reason),
            Guarded::Budget | Guarded::Solution => {}
        }
    }
}

fn answer(worker: &dyn Counting, why: String) -> Report<Count> {
    let outcome = Outcome::Answer(worker.count());
    Report { outcome, engine: worker.engine(), why, work: worker.work(), fraction: 1.0 }
}

fn stopped(worker: &dyn Counting, why: String, reason: Reason) -> Report<Count> {
    let outcome = Outcome::Stopped { certain: worker.certain(), reason };
    Report { outcome, engine: worker.engine(), why, work: worker.work(), fraction: worker.fraction() }
}

/// A worker that counts.
trait Counting: Worker {
    fn engine(&self) -> Engine;
    /// The count, once it is at its end.
    fn count(&self) -> Count;
    /// What is certain before.
    fn certain(&self) -> Count;
    /// Its work, in the words of all engines.
    fn work(&self) -> Work;
    /// What a node and an update cost, each in units of some nanoseconds. Measured on Scott's problem, queens and
    /// dominoes; twice or half as much changes no choice on the bench list.
    fn prices(&self) -> (u64, u64);

    /// May it be done soon?
    fn is_promising(&self) -> bool;

    /// What it has spent.
    fn spent(&self) -> u64 {
        let (node, update) = self.prices();
        self.work().nodes * node + self.work().updates * update
    }

    /// The work, in nodes, up to which it has spent so much, if further nodes cost as much as those before.
    fn budget(&self, spent: u64) -> u64 {
        let (done, so_far) = (self.done(), self.spent());
        let price = so_far.checked_div(done).unwrap_or(self.prices().0);
        done + (spent.saturating_sub(so_far) / price.max(1)).max(1)
    }
}

/// Enumeration by dancing links.
struct Enumeration {
    search: Links,
    found: u64,
}

impl Enumeration {
    fn new(problem: &Problem) -> Result<Enumeration, Error> {
        Ok(Enumeration { search: Links::new(problem)?, found: 0 })
    }
}

impl Worker for Enumeration {
    fn run(&mut self, work: u64) -> Halt {
        loop {
            match self.search.run(work) {
                links::Pause::Solution => self.found += 1,
                links::Pause::Nodes => return Halt::Paused,
                links::Pause::End => return Halt::End,
            }
        }
    }
    fn done(&self) -> u64 {
        self.search.work().nodes
    }
    fn solutions(&self) -> u64 {
        self.found
    }
    fn fraction(&self) -> f64 {
        self.search.fraction_done()
    }
}

impl Counting for Enumeration {
    fn engine(&self) -> Engine {
        Engine::Links
    }
    fn prices(&self) -> (u64, u64) {
        (4, 1)
    }
    fn is_promising(&self) -> bool {
        self.fraction() > PROMISING
    }
    fn count(&self) -> Count {
        self.found.into()
    }
    fn certain(&self) -> Count {
        self.found.into()
    }
    fn work(&self) -> Work {
        self.search.work()
    }
}

/// A sweep over the frontier.
struct Sweep(Frontier);

impl Sweep {
    fn new(problem: &Problem, order: &Order, memory: u64) -> Result<Sweep, Error> {
        let memory = usize::try_from(memory).unwrap_or(usize::MAX);
        let too_wide = |TooWide { bits, limit }| Error::TooWide { engine: Engine::Frontier, bits, limit };
        Ok(Sweep(Frontier::new(problem, order, memory).map_err(too_wide)?))
    }
}

impl Worker for Sweep {
    fn run(&mut self, work: u64) -> Halt {
        match self.0.run(work) {
            frontier::Pause::States => Halt::Paused,
            frontier::Pause::Memory => Halt::Memory,
            frontier::Pause::End => Halt::End,
        }
    }
    fn done(&self) -> u64 {
        self.0.work().states
    }
    fn solutions(&self) -> u64 {
        0
    }
    fn fraction(&self) -> f64 {
        let (step, steps) = self.0.steps();
        step as f64 / steps.max(1) as f64
    }
}

impl Counting for Sweep {
    fn engine(&self) -> Engine {
        Engine::Frontier
    }
    fn prices(&self) -> (u64, u64) {
        (20, 30)
    }
    fn is_promising(&self) -> bool {
        // Its layers differ a thousandfold: how many are done says nothing.
        false
    }
    fn count(&self) -> Count {
        self.0.count().expect("an engine at its end has the count")
    }
    fn certain(&self) -> Count {
        Count::ZERO
    }
    fn work(&self) -> Work {
        let work = self.0.work();
        Work { nodes: work.states, updates: work.moves }
    }
}

/// A search that remembers.
struct Remembering(Memo);

impl Remembering {
    fn new(problem: &Problem, order: &Order, memory: u64) -> Result<Remembering, Error> {
        let memory = usize::try_from(memory).unwrap_or(usize::MAX);
        let too_wide = |TooWide { bits, limit }| Error::TooWide { engine: Engine::Memo, bits, limit };
        Ok(Remembering(Memo::new(problem, order, memory).map_err(too_wide)?))
    }
}

impl Worker for Remembering {
    fn run(&mut self, work: u64) -> Halt {
        match self.0.run(work) {
            memo::Pause::Nodes => Halt::Paused,
            memo::Pause::Memory => Halt::Memory,
            memo::Pause::End => Halt::End,
        }
    }
    fn done(&self) -> u64 {
        self.0.work().nodes
    }
    fn solutions(&self) -> u64 {
        self.0.certain().to_u64().unwrap_or(u64::MAX)
    }
    fn fraction(&self) -> f64 {
        self.0.fraction_done()
    }
}

impl Counting for Remembering {
    fn engine(&self) -> Engine {
        Engine::Memo
    }
    fn prices(&self) -> (u64, u64) {
        (400, 1)
    }
    fn is_promising(&self) -> bool {
        self.fraction() > PROMISING
    }
    fn count(&self) -> Count {
        self.0.count().expect("an engine at its end has the count")
    }
    fn certain(&self) -> Count {
        self.0.certain()
    }
    fn work(&self) -> Work {
        let work = self.0.work();
        Work { nodes: work.nodes, updates: work.updates }
    }
}
