//! One solution, from the first runner that finds it: the systematic search, restarts, or a search that
//! learns.
//!
//! Restarts quickly find solutions that the systematic search would never reach. But only the systematic
//! search is sure to end when there is no solution. So they take turns, in nodes and not in seconds, with
//! turns that grow longer: at worst it takes twice as long as the better of the two.
//!
//! If both have found nothing for a while, the engine `sat` joins them. It learns from each conflict, and
//! completes in a second a Latin square that the others would never complete. If it reports that there is no
//! solution, it leaves the race, because its search cannot be checked; the systematic search continues.
//!
//! Several threads make the same race. Each takes the first task, in the order of the turns, that no other
//! thread has: the systematic search, or one of the attempts, which are independent of each other. Work done
//! ahead counts only when its turn comes. So the winner, and the work up to it, are the same as with one
//! thread, and any work beyond is discarded. The winner is known as soon as everything before it is done;
//! nothing waits for later turns.
//!
//! Threads live for some milliseconds, as those of a [crew](super::crew) do.

mod ledger;
mod turns;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};

use ledger::{Done, Job, Ledger, Leg};
use turns::{HEAD_START, Lessons, Runner, Turns};

use super::crew::UNIT;
use super::engine::Engine;
use super::team::{self, FirstCrash, own};
use super::worker::{Enumeration, Worker};
use crate::budget::{Budget, Pause, Work};
use crate::engine::fast::{Attempts, Fast};
use crate::engine::{Listing, Search as _, Task, UPDATES_OF_SEARCH, most_nodes, pace};
use crate::problem::{Problem, Solution, Subproblem};

/// The default seed.
const SEED: u64 = 1;
/// Other threads join after this amount of work, in the units of [`Engine::cost`]: a millisecond or so. Most
/// problems are solved before.
const ALONE: u64 = UNIT / 8;
/// A thread that has done this amount of work since the threads began asks all of them to pause: some twenty
/// milliseconds.
const ROUND: u64 = 2 * UNIT;

/// The learner begins in this round of turns at the earliest: after 2^17 nodes of the others, or after 2^15
/// if masks are too large, for these nodes cost more.
const FIRST_LESSON: u64 = 2;
const FIRST_LESSON_IF_WIDE: u64 = 1;
/// It begins when the others have entered this number of nodes for each entry of the options, because it
/// must first copy them.
const NODES_PER_ENTRY: u64 = 4;
/// A node of the learner takes 10 to 30 microseconds, and one of the others 0.1 to 0.3; 2 to 3 where masks
/// are too large. So its turns have fewer nodes, by these shifts. In the second case both of the others have
/// turns, and it has as many nodes as each of them: a quasigroup with holes is found by the learner or not at
/// all.
const FEWER_NODES: u32 = 4;
const FEWER_NODES_IF_WIDE: u32 = 0;
/// The maximum share of the memory for the learner,
const PART_FOR_LEARNER: u64 = 4;
/// and the maximum number of bytes: larger problems are not given to it.
const MOST_FOR_LEARNER: u64 = 64 << 20;

/// The searches.
pub(super) struct Race {
    workshop: Workshop,
    ledger: Ledger,
    threads: usize,
    /// No thread works ahead before this amount of work is done.
    alone: u64,
    /// The maximum number of nodes needed.
    limit: u64,
    memory: u64,
    /// The bytes of the systematic search at its start, which every question needs.
    base: usize,
}

impl Race {
    /// At the start. With a seed, restarts begin at once.
    pub(super) fn new(problem: &Problem, systematic: Fast, seed: Option<u64>, budget: &Budget) -> Race {
        let doublings = Attempts::doublings(problem);
        let (first, lessons) = match seed {
            Some(_) => (Runner::Restarts, Lessons::NONE),
            None => (Runner::Systematic, lessons(problem, &systematic)),
        };
        let turns = Turns { first, has_restarts: true, doublings, lessons };
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
            ledger: Ledger::new(systematic, turns, for_learner as usize),
            threads: budget.threads(),
            alone: ALONE,
            limit: budget.nodes.unwrap_or(u64::MAX),
        }
    }

    /// Does it need more memory than it may take? The memory of the systematic search at its start is not
    /// counted.
    pub(super) fn is_full(&self) -> bool {
        let made = self.workshop.attempts.get().and_then(Option::as_ref).map_or(0, Attempts::bytes);
        (self.ledger.bytes() + made).saturating_sub(self.base) as u64 > self.memory
    }

    /// The number of threads for which there is memory, with an attempt each. An attempt exists twice while
    /// it is built, and then grows.
    fn most_threads(&self) -> usize {
        let one = self.workshop.attempts.get().and_then(Option::as_ref).map_or(0, Attempts::bytes);
        (self.memory / 4).checked_div(one as u64).map_or(usize::MAX, |threads| threads.max(1) as usize)
    }

    /// Does only the thread that asks work?
    fn is_alone(&self) -> bool {
        self.threads == 1 || Engine::Fast.cost(self.ledger.total()) < self.alone
    }

    /// Continues in this thread up to this number of nodes, or to where other threads join.
    fn go_alone(&mut self, nodes: u64) {
        while self.is_alone() {
            let most = if self.threads == 1 { u64::MAX } else { self.pace() };
            let most = most.min(most_nodes(self.memory, self.ledger.growth()));
            let Some(task) = self.ledger.take(nodes, most) else { return };
            self.ledger.put(self.workshop.step(task, &|| true));
            if self.is_full() || self.workshop.is_stopped() {
                return;
            }
        }
    }
}

/// When the learner has its turns.
fn lessons(problem: &Problem, systematic: &Fast) -> Lessons {
    let entries = (problem.entry_count() as u64).saturating_mul(NODES_PER_ENTRY);
    let first_turn = HEAD_START << Attempts::doublings(problem);
    let rounds = (entries / first_turn).checked_ilog2().map_or(0, |doubled| u64::from(doubled) + 1);
    let (first, fewer) = if systematic.is_wide() {
        (FIRST_LESSON_IF_WIDE, FEWER_NODES_IF_WIDE)
    } else {
        (FIRST_LESSON, FEWER_NODES)
    };
    Lessons { from: rounds.max(first), fewer, most: u64::MAX }
}

impl Task for Race {
    /// Runs until a solution is found, or it is certain that there is none, or this number of nodes in all
    /// has been entered. Several threads may also pause earlier, or later but within the limit.
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
        // The nodes of one round for each thread, estimated from the rounds before.
        let nodes = total.nodes.saturating_mul(ROUND) / Engine::Fast.cost(total).max(1);
        nodes.max(1).saturating_mul(self.threads as u64)
    }

    /// The part of the systematic search that is done; for restarts nothing is known.
    fn fraction(&self) -> f64 {
        self.ledger.fraction_done()
    }
}

impl Worker for Race {}

impl Enumeration for Race {
    fn engine(&self) -> Engine {
        match self.ledger.winner() {
            Some(Runner::Learner) => Engine::Sat,
            _ => Engine::Fast,
        }
    }
    fn solution(&mut self) -> Solution {
        self.ledger.solution()
    }
}

/// The data with which tasks are done: threads share it without waiting for each other.
struct Workshop {
    problem: Problem,
    seed: u64,
    memory: u64,
    /// The data from which attempts are built, created at the first use. `None` if the problem is too large
    /// for them, or the memory too small: an attempt exists twice while it is built.
    attempts: OnceLock<Option<Attempts>>,
    /// The learner looks at the flag and the clock by itself.
    learning: Budget,
}

impl Workshop {
    /// Does a task. An attempt that is no longer needed is not built.
    fn step(&self, task: Leg, is_wanted: &dyn Fn() -> bool) -> Done {
        let Leg { job, most } = task;
        match job {
            Job::Systematic(mut search) => {
                let pause = search.run(most);
                Done { job: Job::Systematic(search), pause }
            }
            Job::Attempt(number, attempt, arena) => {
                let Some(all) = self.attempts() else {
                    return Done { job: Job::Impossible, pause: Pause::Bound };
                };
                let begin = || all.begin_while(number, arena, is_wanted).map(Box::new);
                let mut attempt = attempt.or_else(begin);
                let pause = attempt.as_mut().map_or(Pause::Bound, |attempt| attempt.run(most));
                Done { job: Job::Attempt(number, attempt, vec![]), pause }
            }
            Job::Impossible => Done { job: Job::Impossible, pause: Pause::Bound },
            Job::Learner(search) => {
                let mut search = search.or_else(|| self.learner());
                let pause = search.as_mut().map_or(Pause::Bound, |search| search.run(most));
                Done { job: Job::Learner(search), pause }
            }
        }
    }

    /// The learner; `None` if the library is built without it, or if it is told to stop before it is set up.
    fn learner(&self) -> Option<Box<dyn Listing>> {
        Engine::Sat.get().list(&self.problem, &self.learning).ok()
    }

    /// Has the learner been told to stop? It then does nothing more, and waiting for it would never end.
    fn is_stopped(&self) -> bool {
        self.learning.check().is_err()
    }

    fn attempts(&self) -> Option<&Attempts> {
        let has_room = |attempts: &Attempts| attempts.bytes() as u64 <= self.memory / 4;
        self.attempts.get_or_init(|| Attempts::new(&self.problem, self.seed).filter(has_room)).as_ref()
    }
}

/// Some milliseconds of work by all threads.
struct Round<'a> {
    desk: Mutex<Desk<'a>>,
    bounds: Bounds,
    /// Called after each task: when it stops the learner, the round is over.
    budget: &'a Budget,
    step: &'a Step<'a>,
    /// The race is over.
    is_decided: AtomicBool,
    crash: FirstCrash,
}

/// The limits of a round.
#[derive(Clone, Copy)]
struct Bounds {
    /// The number of nodes of the whole race that are needed now,
    nodes: u64,
    /// and the maximum that is ever needed.
    limit: u64,
    /// The maximum number of bytes for all searches, in addition to `base`.
    memory: u64,
    base: usize,
}

/// How a thread does a task, as long as the task is needed.
type Step<'a> = dyn Fn(Leg, &dyn Fn() -> bool) -> Done + Sync + 'a;

/// Where threads record what they have done, and take the next task.
struct Desk<'a> {
    ledger: &'a mut Ledger,
    /// The number of nodes left to do in this round.
    nodes: u64,
    /// The threads at work.
    workers: usize,
    is_over: bool,
}

/// Continues in this number of threads, for some milliseconds or about as many nodes as are missing from the
/// given number. Returns the number of threads that ran: the system may not provide more.
fn together(threads: usize, ledger: &mut Ledger, bounds: Bounds, budget: &Budget, step: &Step<'_>) -> usize {
    let missing = bounds.nodes.saturating_sub(ledger.work().nodes);
    let desk = Desk { ledger, nodes: missing, workers: threads, is_over: false };
    // A caller that asks for more nodes than the limit has raised the limit.
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
            if bytes > self.bounds.memory / 2 {
                desk.ledger.free_idle();
            }
            if desk.workers > 1 && bytes > self.bounds.memory / 2 {
                // Working ahead takes memory for an attempt that may not be needed.
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
                    let is_enough = own >= ROUND || desk.nodes == 0;
                    desk.is_over |= is_decided || is_enough;
                    desk.is_over |= bytes > self.bounds.memory || self.budget.check().is_err();
                }
            }
        }
    }

    fn desk(&self) -> MutexGuard<'_, Desk<'a>> {
        own(self.desk.lock())
    }
}

#[cfg(test)]
mod tests;
