//! One solution, from whoever finds it first: the systematic search, restarts, or a solver that learns.
//!
//! Restarts find in a moment what the systematic search would never come to; but only the systematic search is sure to
//! come to an end where there is nothing. So they take turns, in nodes and not in seconds, with turns that grow longer:
//! at worst it takes twice as long as the better of the two.
//!
//! Where both have come to nothing for a while, the engine `sat` joins them: it learns from each conflict, and finds in a second
//! how to complete a Latin square that the others would never complete. If it says that there is no solution it leaves the
//! race, for that is not proved by a search that can be checked; the systematic search goes on.
//!
//! Several threads make the same race. Each does what comes first in the order of the turns and is in nobody's hands: the
//! systematic search, or one of the attempts, which know nothing of each other. What is done ahead counts when its turn
//! comes, and not before: so the winner, and the work up to it, are those of one thread, and what was done beyond is
//! forgotten. Whoever wins is known as soon as all that comes before is done; nothing waits for what comes later.
//!
//! Threads live for some milliseconds, as those of a [crew](super::crew) do.

mod ledger;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use ledger::{Done, Job, Ledger, Leg, Lessons, Runner};

use super::Engine;
use super::crew::UNIT;
use super::team::{self, FirstCrash};
use crate::budget::Budget;
use crate::engine::fast::{Attempts, Fast};
use crate::engine::{Listing, Pause, Task, UPDATES_OF_SEARCH, Work, most_nodes, pace};
use crate::problem::{Problem, Solution, Subproblem};

/// The seed if nobody asks for one.
const SEED: u64 = 1;
/// Other threads come to help after so much work, in the units of [`Engine::cost`]: a millisecond or so. Most problems are
/// solved before.
const ALONE: u64 = UNIT / 8;
/// Who has done so much since the threads began asks all of them to pause: some twenty milliseconds.
const ROUND: u64 = 2 * UNIT;

/// The learner begins in this round of turns at the earliest: after 2^17 nodes of the others.
const FIRST_LESSON: u64 = 2;
/// It begins when the others have made so many nodes for each entry of the options, which it must write as clauses first.
const NODES_PER_ENTRY: u64 = 4;
/// A node of the learner takes 10 to 30 microseconds, and one of the others 0.1 to 0.3; 2 to 3 on problems that are too wide
/// for masks. So its turns have fewer nodes, by these shifts.
const FEWER_NODES: u32 = 4;
const FEWER_NODES_IF_WIDE: u32 = 1;
/// The learner takes this part of the memory at most,
const PART_FOR_LEARNER: u64 = 4;
/// and no more than these bytes: what takes more is not for it.
const MOST_FOR_LEARNER: u64 = 64 << 20;

/// The searches.
pub(super) struct Race {
    workshop: Workshop,
    ledger: Ledger,
    threads: usize,
    /// Nobody works ahead before so much is done.
    alone: u64,
    /// Nobody wants more nodes than these.
    limit: u64,
    memory: u64,
    /// The bytes of the systematic search at its start, which every question needs.
    base: usize,
}

impl Race {
    /// At the start. With a seed, restarts begin at once.
    pub(super) fn new(problem: &Problem, systematic: Fast, seed: Option<u64>, budget: &Budget) -> Race {
        let (first, lessons) = match seed {
            Some(_) => (Runner::Restarts, Lessons::NONE),
            None => (Runner::Systematic, lessons(problem, &systematic)),
        };
        let seed = seed.unwrap_or(SEED);
        let for_learner = (budget.memory() / PART_FOR_LEARNER).min(MOST_FOR_LEARNER);
        Race {
            workshop: Workshop {
                problem: problem.clone(),
                seed,
                memory: budget.memory(),
                attempts: OnceLock::new(),
                learning: Budget { memory: Some(for_learner), ..budget.clone() },
            },
            base: systematic.bytes(),
            memory: budget.memory(),
            ledger: Ledger::new(systematic, first, lessons, for_learner as usize),
            threads: budget.threads(),
            alone: ALONE,
            limit: budget.nodes.unwrap_or(u64::MAX),
        }
    }

    /// Does it need more memory than it may take? What the systematic search takes from the start is not counted.
    pub(super) fn is_full(&self) -> bool {
        let made = self.workshop.attempts.get().and_then(Option::as_ref).map_or(0, Attempts::bytes);
        (self.ledger.bytes() + made).saturating_sub(self.base) as u64 > self.memory
    }

    /// As many threads as have room for an attempt each: it is there twice while it is made, and then grows.
    fn most_threads(&self) -> usize {
        let one = self.workshop.attempts.get().and_then(Option::as_ref).map_or(0, Attempts::bytes);
        (self.memory / 4).checked_div(one as u64).map_or(usize::MAX, |threads| threads.max(1) as usize)
    }

    /// Does only the thread that asks work?
    fn is_alone(&self) -> bool {
        self.threads == 1 || Engine::Fast.cost(self.ledger.total()) < self.alone
    }

    /// Goes on in this thread up to so many nodes, or to where others come to help.
    fn go_alone(&mut self, nodes: u64) {
        while self.is_alone() {
            let most = if self.threads == 1 { u64::MAX } else { self.pace() };
            let most = most.min(most_nodes(self.memory, self.ledger.growth()));
            let Some(task) = self.ledger.take(nodes, most, self.limit) else { return };
            self.ledger.put(self.workshop.step(task, &|| true));
            if self.is_full() || self.workshop.is_stopped() {
                return;
            }
        }
    }

    /// At a solution, the solution.
    pub(super) fn solution(&mut self) -> Solution {
        self.ledger.solution()
    }

    /// The engine that has found the solution, or that would be sure that there is none.
    pub(super) fn engine(&self) -> Engine {
        match self.ledger.winner() {
            Some(Runner::Learner) => Engine::Sat,
            _ => Engine::Fast,
        }
    }
}

/// When the learner has its turns.
fn lessons(problem: &Problem, systematic: &Fast) -> Lessons {
    let entries = (problem.entry_count() as u64).saturating_mul(NODES_PER_ENTRY);
    let rounds = (entries / ledger::HEAD_START).checked_ilog2().map_or(0, |doubled| u64::from(doubled) + 1);
    let fewer = if systematic.is_wide() { FEWER_NODES_IF_WIDE } else { FEWER_NODES };
    Lessons { from: rounds.max(FIRST_LESSON), fewer, most: u64::MAX }
}

impl Task for Race {
    /// Runs to a solution, to the certainty that there is none, or until so many nodes in all have been entered.
    /// Several threads pause earlier too, or later but within the limit; so does one while the learner has a leg.
    fn run(&mut self, nodes: u64) -> Pause {
        loop {
            if let Some(outcome) = self.ledger.outcome() {
                return outcome;
            }
            if self.is_full() {
                return Pause::Memory;
            }
            if self.work().nodes >= nodes || self.workshop.is_stopped() {
                return Pause::Bound;
            }
            if !self.is_alone() {
                let most = self.most_threads();
                let Race { workshop, ledger, threads, limit, memory, base, .. } = self;
                let step = |task, is_wanted: &dyn Fn() -> bool| workshop.step(task, is_wanted);
                let bounds = Bounds { nodes, limit: *limit, memory: *memory, base: *base };
                let wanted = (*threads).min(most);
                let there = together(wanted, ledger, bounds, &workshop.learning, &step);
                if there < wanted {
                    *threads = there;
                }
                return self.ledger.outcome().unwrap_or(Pause::Bound);
            }
            self.go_alone(nodes);
        }
    }

    /// The work of both, as far as it counts.
    fn work(&self) -> Work {
        self.ledger.work()
    }

    /// Nodes to the next look at the stop flag.
    fn pace(&self) -> u64 {
        let total = self.ledger.total();
        if self.is_alone() {
            return pace(total, UPDATES_OF_SEARCH);
        }
        // As many nodes as a round for each, as far as can be told from those before.
        let nodes = total.nodes.saturating_mul(ROUND) / Engine::Fast.cost(total).max(1);
        nodes.max(1).saturating_mul(self.threads as u64)
    }

    /// The part of the systematic search that lies behind; of restarts nothing can be said.
    fn fraction(&self) -> f64 {
        self.ledger.fraction_done()
    }
}

/// Where tasks are done: what threads share without asking each other.
struct Workshop {
    problem: Problem,
    seed: u64,
    memory: u64,
    /// What attempts are made of, when they are first wanted; none if the problem is too large for them, or the memory
    /// too small: one is there twice while it is made.
    attempts: OnceLock<Option<Attempts>>,
    /// The learner looks at the flag and the clock by itself.
    learning: Budget,
}

impl Workshop {
    /// Does a task. An attempt that is not wanted any more need not be made.
    fn step(&self, task: Leg, is_wanted: &dyn Fn() -> bool) -> Done {
        let Leg { job, most } = task;
        match job {
            Job::Systematic(mut search) => {
                let pause = search.run(most);
                Done { job: Job::Systematic(search), pause }
            }
            Job::Attempt(number, attempt) => {
                let Some(all) = self.attempts() else {
                    return Done { job: Job::Impossible, pause: Pause::Bound };
                };
                let mut attempt = attempt.or_else(|| all.begin_while(number, is_wanted).map(Box::new));
                let pause = attempt.as_mut().map_or(Pause::Bound, |attempt| attempt.run(most));
                Done { job: Job::Attempt(number, attempt), pause }
            }
            Job::Impossible => Done { job: Job::Impossible, pause: Pause::Bound },
            Job::Learner(search) => {
                let mut search = search.or_else(|| self.learner());
                let pause = search.as_mut().map_or(Pause::Bound, |search| search.run(most));
                Done { job: Job::Learner(search), pause }
            }
        }
    }

    /// The learner; none if the library is built without it, or it is to stop before it is set up.
    fn learner(&self) -> Option<Box<dyn Listing>> {
        Engine::Sat.get()?.list(&self.problem, &self.learning).ok()
    }

    /// Has the learner been told to stop? It would do nothing more, and to wait for it would take forever.
    fn is_stopped(&self) -> bool {
        self.learning.check().is_err()
    }

    fn attempts(&self) -> Option<&Attempts> {
        let has_room = |attempts: &Attempts| attempts.bytes() as u64 <= self.memory / 4;
        self.attempts.get_or_init(|| Attempts::new(&self.problem, self.seed).filter(has_room)).as_ref()
    }
}

/// Some milliseconds of work together.
struct Round<'a> {
    desk: Mutex<Desk<'a>>,
    bounds: Bounds,
    /// Asked after each task: when it stops the learner, the round is over.
    budget: &'a Budget,
    step: &'a Step<'a>,
    /// The race is over.
    is_decided: AtomicBool,
    crash: FirstCrash,
}

/// What bounds a round.
#[derive(Clone, Copy)]
struct Bounds {
    /// So many nodes of the race in all are wanted now,
    nodes: u64,
    /// and no more than these ever.
    limit: u64,
    /// All searches may take so many bytes, beside these.
    memory: u64,
    base: usize,
}

/// How a thread does a task, as long as somebody wants it.
type Step<'a> = dyn Fn(Leg, &dyn Fn() -> bool) -> Done + Sync + 'a;

/// Where threads put down what they have done, and take what is next.
struct Desk<'a> {
    ledger: &'a mut Ledger,
    /// So many nodes are left to do in this round.
    nodes: u64,
    /// The threads at work.
    workers: usize,
    is_over: bool,
}

/// Goes on in so many threads, for some milliseconds or about as many nodes as are missing from so many. How many threads
/// there were: the system may have no more.
fn together(threads: usize, ledger: &mut Ledger, bounds: Bounds, budget: &Budget, step: &Step<'_>) -> usize {
    let missing = bounds.nodes.saturating_sub(ledger.work().nodes);
    let desk = Desk { ledger, nodes: missing, workers: threads, is_over: false };
    // Somebody who wants more nodes than the limit has raised it.
    let bounds = Bounds { limit: bounds.limit.max(bounds.nodes), ..bounds };
    let round = Round {
        desk: Mutex::new(desk),
        bounds,
        budget,
        step,
        is_decided: AtomicBool::new(false),
        crash: FirstCrash::default(),
    };
    let there = team::work((1..threads).map(|_| || round.work()), || round.work(), || {});
    round.crash.raise();
    there
}

impl<'a> Round<'a> {
    /// Works until the round is over, or nothing is left to do for this thread.
    fn work(&self) {
        let mut own = 0;
        let mut desk = self.desk();
        while !desk.is_over {
            let bytes = desk.ledger.bytes().saturating_sub(self.bounds.base) as u64;
            if desk.workers > 1 && bytes > self.bounds.memory / 2 {
                // Who works ahead takes memory for an attempt that may not be wanted.
                desk.workers -= 1;
                return;
            }
            // While the learner has a leg the others go on, for it is not put down before.
            let wanted = if desk.ledger.is_learning() { u64::MAX } else { desk.nodes };
            let most = pace(desk.ledger.total(), UPDATES_OF_SEARCH).min(wanted);
            let most = most.min(most_nodes(self.bounds.memory, desk.ledger.growth()));
            let Some(task) = desk.ledger.take(self.bounds.limit, most, self.bounds.limit) else { return };
            drop(desk);
            let done = team::caught(|| (self.step)(task, &|| !self.is_decided.load(Ordering::Relaxed)));
            desk = self.desk();
            match done {
                Err(payload) => {
                    desk.is_over = true;
                    self.crash.keep(&*payload, Subproblem::whole());
                }
                Ok(done) => {
                    let work = desk.ledger.put(done);
                    own += Engine::Fast.cost(work);
                    desk.nodes = desk.nodes.saturating_sub(work.nodes);
                    let is_decided = desk.ledger.outcome().is_some();
                    self.is_decided.store(is_decided, Ordering::Relaxed);
                    let bytes = desk.ledger.bytes().saturating_sub(self.bounds.base) as u64;
                    let is_enough = own >= ROUND || desk.nodes == 0;
                    desk.is_over |= is_decided || is_enough && !desk.ledger.is_learning();
                    desk.is_over |= bytes > self.bounds.memory || self.budget.check().is_err();
                }
            }
        }
    }

    fn desk(&self) -> MutexGuard<'_, Desk<'a>> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
