//! One solution, from whoever finds it first: the systematic search, or restarts.
//!
//! Restarts find in a moment what the systematic search would never come to; but only the systematic search is sure to
//! come to an end where there is nothing. So they take turns, in nodes and not in seconds, with turns that grow longer:
//! at worst it takes twice as long as the better of the two.
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

use ledger::{Done, Job, Ledger, Leg, Runner};

use super::Engine;
use super::crew::UNIT;
use super::team::{self, FirstCrash};
use crate::budget::Budget;
use crate::engine::fast::{Attempts, Fast};
use crate::engine::{Pause, Task, UPDATES_OF_SEARCH, Work, most_nodes, pace};
use crate::problem::{Problem, Solution, Subproblem};

/// The seed if nobody asks for one.
const SEED: u64 = 1;
/// Other threads come to help after so much work, in the units of [`Engine::cost`]: a millisecond or so. Most problems are
/// solved before.
const ALONE: u64 = UNIT / 8;
/// Who has done so much since the threads began asks all of them to pause: some twenty milliseconds.
const ROUND: u64 = 2 * UNIT;

/// The two searches.
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
        let first = if seed.is_some() { Runner::Restarts } else { Runner::Systematic };
        let seed = seed.unwrap_or(SEED);
        Race {
            workshop: Workshop {
                problem: problem.clone(),
                seed,
                memory: budget.memory(),
                attempts: OnceLock::new(),
            },
            base: systematic.bytes(),
            memory: budget.memory(),
            ledger: Ledger::new(systematic, first),
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
            let Some(task) = self.ledger.take(nodes, most) else { return };
            self.ledger.put(self.workshop.step(task, &|| true));
            if self.is_full() {
                return;
            }
        }
    }

    /// At a solution, the solution.
    pub(super) fn solution(&mut self) -> Solution {
        self.ledger.solution()
    }
}

impl Task for Race {
    /// Runs to a solution, to the certainty that there is none, or until so many nodes in all have been entered.
    /// Several threads pause earlier too, or later but within the limit.
    fn run(&mut self, nodes: u64) -> Pause {
        loop {
            if let Some(outcome) = self.ledger.outcome() {
                return outcome;
            }
            if self.is_full() {
                return Pause::Memory;
            }
            if self.work().nodes >= nodes {
                return Pause::Bound;
            }
            if !self.is_alone() {
                let most = self.most_threads();
                let Race { workshop, ledger, threads, limit, memory, base, .. } = self;
                let step = |task, is_wanted: &dyn Fn() -> bool| workshop.step(task, is_wanted);
                let bounds = Bounds { nodes, limit: *limit, memory: *memory, base: *base };
                let (wanted, there) =
                    ((*threads).min(most), together((*threads).min(most), ledger, bounds, &step));
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
        }
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
fn together(threads: usize, ledger: &mut Ledger, bounds: Bounds, step: &Step<'_>) -> usize {
    let missing = bounds.nodes.saturating_sub(ledger.work().nodes);
    let desk = Desk { ledger, nodes: missing, workers: threads, is_over: false };
    // Somebody who wants more nodes than the limit has raised it.
    let bounds = Bounds { limit: bounds.limit.max(bounds.nodes), ..bounds };
    let round = Round {
        desk: Mutex::new(desk),
        bounds,
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
            let most = pace(desk.ledger.total(), UPDATES_OF_SEARCH).min(desk.nodes);
            let most = most.min(most_nodes(self.bounds.memory, desk.ledger.growth()));
            let Some(task) = desk.ledger.take(self.bounds.limit, most) else { return };
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
                    desk.is_over |= own >= ROUND || desk.nodes == 0 || is_decided;
                    desk.is_over |= bytes > self.bounds.memory;
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
