//! Searches at work together: one problem, cut into branches, on any number of threads.
//!
//! The search begins alone. When it turns out to be long it is cut, and what it has left becomes an
//! [`Agenda`]: branches, in the order of their solutions. Each thread takes the first open branch, searches
//! it for some ten milliseconds, records the result, and replaces the branch by what is left of it. So there
//! is always enough work for all threads, and no core waits for a large branch. Where a branch is cut depends
//! only on its own work. So the nodes, the solutions and their order are the same for any number of threads,
//! including one.
//!
//! Solutions that are found ahead of others wait for them. As each thread takes the first open branch, few
//! are ahead; and no thread works ahead if there is no memory.
//!
//! Threads live for a few milliseconds: as long as the caller waits for an answer. When solutions are read
//! one by one, no thread runs in between.

mod agenda;
mod ahead;
mod forecast;
mod slot;

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use agenda::{Agenda, Harvest};
pub use ahead::{opened, whole};
use forecast::Forecast;
use slot::{Slot, Step};

use super::engine::Engine;
use super::error::{Error, Question};
use super::search::Search;
use super::state::{Piece, State};
use super::team::{self, FirstCrash, own};
use super::worker::{Enumeration, View, Worker};
use crate::budget::{Pause, Work};
use crate::count::Count;
use crate::engine::fast::Kernel;
use crate::engine::{Branch, Task};
use crate::problem::{Fingerprint, Problem, Solution, Subproblem};

/// A branch is cut after this amount of work, in the units of [`spent`]: some ten milliseconds. It leaves
/// some dozens of branches, so there is soon enough work for all threads. Beginning a branch costs a few
/// microseconds.
pub(super) const UNIT: u64 = 1 << 21;

/// The engine, and the number of threads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) question: Question,
    pub(super) engine: Engine,
    /// The kernel of the engine `fast`, if one was named.
    pub(super) kernel: Option<Kernel>,
    pub(super) threads: usize,
    /// The maximum number of nodes needed: the first ones.
    pub(super) nodes: Option<u64>,
    /// The bytes that the searches and what is left to do may take, without the tables of the first search.
    pub(super) memory: u64,
    /// The bytes that each search has set up for the problem.
    pub(super) tables: usize,
    /// A branch is cut after this amount of work: [`UNIT`], except in tests that need many cuts.
    pub(super) unit: u64,
}

/// Searches at work on one problem.
pub(super) struct Crew {
    /// The engine is the one that searches.
    plan: Plan,
    /// The number of threads that are at work elsewhere and cannot be used here.
    others: Arc<AtomicUsize>,
    /// The searches; the first one is that of the thread that asks.
    slots: Vec<Slot>,
    agenda: Agenda,
    /// The first search has not been cut yet.
    is_scouting: bool,
    limit: Option<u64>,
    /// The bytes of a search at its start.
    base: usize,
    /// The solutions returned, and the work up to the last of them.
    handed: (u64, Work),
    /// The work done before the search was resumed.
    before: Work,
    /// The fingerprint of the problem, once a state was asked for.
    fingerprint: Option<Fingerprint>,
    /// Estimates how much is left, if that is needed.
    forecast: Option<Forecast>,
    /// The estimate is needed all the time, and not only at the end.
    is_watched: bool,
}

impl Crew {
    /// At the start.
    pub(super) fn new(problem: &Problem, plan: Plan) -> Result<Crew, Error> {
        let whole = Piece::Branch(Branch::whole(Subproblem::whole()));
        let mut crew = Crew::on(problem, plan, Harvest::default(), vec![whole])?;
        if let Some((ticket, branch)) = crew.agenda.take() {
            crew.slots[0].hold(ticket, branch);
            crew.is_scouting = true;
        }
        Ok(crew)
    }

    /// From the state of another search.
    pub(super) fn resume(problem: &Problem, plan: Plan, state: &State) -> Result<Crew, Error> {
        let found = state.found.to_u64().unwrap_or(u64::MAX);
        let crew = if state.has_not_begun() {
            // The plan is made as in every search that begins at the start.
            Crew::new(problem, plan)?
        } else {
            let done = Harvest { found, ..Harvest::default() };
            Crew::on(problem, plan, done, state.pieces.clone())?
        };
        let fingerprint = Some(state.problem);
        Ok(Crew { before: state.work, handed: (found, Work::default()), fingerprint, ..crew })
    }

    fn on(problem: &Problem, plan: Plan, done: Harvest, pieces: Vec<Piece>) -> Result<Crew, Error> {
        let search = match plan.kernel {
            Some(kernel) if plan.engine == Engine::Fast => Search::by_kernel(kernel, problem)?,
            _ => Search::by(plan.engine, problem)?,
        };
        let limit = plan.nodes.filter(|_| plan.threads > 1);
        let is_ordered = plan.threads > 1 && plan.question == Question::Each;
        Ok(Crew {
            plan: Plan { engine: search.engine(), threads: plan.threads.max(1), ..plan },
            others: Arc::default(),
            base: search.bytes(),
            slots: vec![Slot::new(problem, search, plan.question, plan.unit, plan.memory)],
            agenda: Agenda::new(done, pieces, is_ordered, limit),
            is_scouting: false,
            limit,
            handed: (0, Work::default()),
            before: Work::default(),
            fingerprint: None,
            forecast: None,
            is_watched: false,
        })
    }

    /// Does the engine search in a fixed order of the items, from the start?
    pub(super) fn is_in_fixed_order(&self) -> bool {
        self.slots[0].search.is_in_fixed_order()
    }

    /// Does only the thread that asks work?
    fn is_alone(&self) -> bool {
        self.is_scouting || self.plan.threads == 1
    }

    /// The bytes of what it keeps. The first search, which every question needs, counts only with what it has
    /// grown since its start; each further search counts in full.
    fn bytes(&self) -> usize {
        let grown: usize = self.slots.iter().map(|slot| slot.search.bytes()).sum();
        let searches = grown + self.plan.tables * (self.slots.len() - 1);
        let forecast = self.forecast.as_ref().map_or(0, Forecast::bytes);
        self.agenda.bytes() + searches.saturating_sub(self.base) + forecast
    }

    /// The number of threads for which there is memory, if each search takes as much as the largest of them.
    fn most_threads(&self) -> usize {
        let largest = self.plan.tables + self.slots.iter().map(|slot| slot.search.bytes()).max().unwrap_or(0);
        let room = self.plan.memory.saturating_sub(self.agenda.bytes() as u64);
        usize::try_from(room).unwrap_or(usize::MAX).checked_div(largest).unwrap_or(usize::MAX)
    }

    /// The solutions found so far; with a limit, only those that count.
    pub(super) fn found(&self) -> u64 {
        match self.limit {
            Some(_) if !self.is_scouting => self.agenda.front.found,
            _ => {
                let in_hand = |slot: &Slot| slot.unit.as_ref().map_or(0, |unit| unit.harvest.found);
                self.agenda.found() + self.slots.iter().map(in_hand).sum::<u64>()
            }
        }
    }

    /// Continues in this thread up to this amount of work in all, or to the next solution or inspection.
    fn go_alone(&mut self, work: u64) -> Step {
        let slot = &mut self.slots[0];
        if slot.unit.is_none() {
            let (ticket, branch) = self.agenda.take().expect("what is not done is open, and nobody waits");
            slot.begin(ticket, branch);
        }
        let done = self.agenda.front.work;
        let step = slot.step(work.saturating_sub(done.nodes));
        match step {
            Step::On | Step::Halted => {}
            Step::Solution => {
                let unit = slot.unit.as_mut().expect("it has a branch in hand");
                let (work, solution) = unit.harvest.solutions.pop_back().expect("it has found a solution");
                self.agenda.put_solution(done + work, solution);
            }
            Step::Over => {
                if self.is_scouting {
                    slot.search.settle();
                    self.is_scouting = false;
                }
                if let Some((ticket, harvest, rest)) = slot.finish() {
                    self.agenda.put(ticket, harvest, rest);
                }
            }
        }
        step
    }

    /// Continues in all threads for some milliseconds.
    fn go_together(&mut self) {
        let threads = self.plan.threads.saturating_sub(self.others.load(Ordering::Relaxed));
        let threads = threads.min(self.most_threads()).max(1);
        while self.slots.len() < threads {
            self.slots.push(self.slots[0].twin());
        }
        // If there are fewer threads than searches, those with a branch in hand come first.
        self.slots.sort_by_key(|slot| slot.unit.is_none());
        let holders = self.slots[..threads].iter().filter(|slot| slot.unit.is_some()).count();
        let nodes = i64::try_from(self.pace()).unwrap_or(i64::MAX);
        let beginnings = self.beginnings();
        let round = Round {
            agenda: Mutex::new((&mut self.agenda, holders)),
            bell: Condvar::new(),
            is_over: AtomicBool::new(false),
            nodes: AtomicI64::new(nodes),
            beginnings: AtomicI64::new(beginnings),
            crash: FirstCrash::default(),
        };
        let (own, others) = self.slots[..threads].split_at_mut(1);
        let shared = &round;
        let helpers = others.iter_mut().map(|slot| move || shared.work(slot));
        // If the system provides no more threads, the existing ones do the work.
        let there = team::work(helpers, || round.work(&mut own[0]), || round.end());
        round.crash.raise();
        if there < threads {
            self.plan.threads = there;
            for mut slot in self.slots.drain(self.plan.threads..) {
                if let Some((harvest, left)) = slot.so_far(false)
                    && let Some(unit) = slot.unit.take()
                {
                    self.agenda.put(unit.ticket, harvest, left);
                }
            }
        }
    }

    /// The number of branches that may be begun in a run: those that take as long as two full branches for
    /// each thread. To begin a branch, a search looks at the whole problem; if branches are short, that
    /// takes most of the time.
    fn beginnings(&self) -> i64 {
        let entries = self.slots[0].search.problem().entry_count() as u64;
        let most = (2 * self.plan.unit / entries.max(1)).max(1) * self.plan.threads as u64;
        i64::try_from(most).unwrap_or(i64::MAX)
    }

    /// Searches the branch that contains the limit, up to the limit, and nothing after it.
    fn go_to_cut(&mut self, branch: Branch, nodes: u64) {
        for slot in &mut self.slots {
            slot.unit = None;
        }
        let slot = &mut self.slots[0];
        slot.begin(0, branch);
        while matches!(slot.step(nodes), Step::On | Step::Solution) {}
        if let Some((_, harvest, _)) = slot.finish() {
            self.agenda.end_at_cut(harvest);
        }
    }

    /// The part of a branch that the thread with this ticket has done.
    fn done_by(&self, ticket: u64) -> f64 {
        let holds = |slot: &&Slot| slot.unit.as_ref().is_some_and(|unit| unit.ticket == ticket);
        self.slots.iter().find(holds).map_or(0.0, |slot| slot.search.fraction())
    }

    /// Sends a cohort into all that is left.
    fn send_out(&mut self, forecast: &mut Forecast, done: f64) {
        let in_hand: Vec<(u64, Vec<Branch>)> = (self.slots.iter_mut())
            .filter_map(|slot| Some((slot.unit.as_ref()?.ticket, slot.search.rest())))
            .collect();
        let of = |ticket| in_hand.iter().find(|(other, _)| *other == ticket).map(|(_, rest)| &rest[..]);
        forecast.set_out(done, self.agenda.open(of));
    }

    /// The state of the search.
    pub(super) fn state(&mut self) -> State {
        let mut in_hand = vec![];
        for slot in &mut self.slots {
            if let Some(ticket) = slot.unit.as_ref().map(|unit| unit.ticket) {
                in_hand.extend(slot.so_far(self.is_scouting).map(|so_far| (ticket, so_far)));
            }
        }
        let work = self.before + self.work();
        let found = match self.plan.question {
            Question::Each => self.handed.0,
            Question::Count => self.found(),
        };
        let of = |ticket| {
            let place = in_hand.iter().position(|&(other, _)| other == ticket)?;
            Some(in_hand.swap_remove(place).1)
        };
        let pieces = self.agenda.pieces(of);
        let problem = self.slots[0].search.problem();
        let problem = *self.fingerprint.get_or_insert_with(|| problem.fingerprint());
        let (question, engine) = (self.plan.question, self.plan.engine);
        State { problem, question, engine, work, found: found.into(), pieces, shown: 0.0 }
    }
}

impl Task for Crew {
    fn run(&mut self, work: u64) -> Pause {
        let mut beginnings = self.beginnings();
        loop {
            if !self.agenda.front.solutions.is_empty() {
                return Pause::Solution;
            }
            if self.agenda.is_done() {
                return Pause::End;
            }
            if self.bytes() as u64 > self.plan.memory {
                // A forecast is less important than an answer.
                if self.forecast.take().is_none() {
                    return Pause::Memory;
                }
                continue;
            }
            if let Some((branch, nodes)) = self.agenda.cut() {
                self.go_to_cut(branch, nodes);
                continue;
            }
            // A branch that a thread has may end without another node; an open one has at least one node.
            let is_spent = self.work().nodes >= work;
            if is_spent && self.slots[0].unit.is_none() {
                return Pause::Bound;
            }
            if self.is_alone() {
                if self.slots[0].unit.is_none() {
                    if beginnings == 0 {
                        return Pause::Bound;
                    }
                    beginnings -= 1;
                }
                if self.go_alone(work) == Step::Halted {
                    return Pause::Bound;
                }
            } else if is_spent {
                return Pause::Bound;
            } else {
                self.go_together();
                if self.agenda.front.solutions.is_empty() && !self.agenda.is_done() {
                    return Pause::Bound;
                }
            }
        }
    }

    /// With a limit, only the work that counts.
    fn work(&self) -> Work {
        let done = if self.limit.is_some() { self.agenda.front.work } else { self.agenda.work() };
        match self.limit {
            Some(_) if !self.is_scouting => done,
            _ => done + self.slots.iter().map(Slot::work).sum(),
        }
    }

    fn certain(&self) -> Count {
        self.found().into()
    }

    fn fraction(&self) -> f64 {
        if self.limit.is_some() && !self.is_scouting {
            // Work that other threads have done ahead does not count.
            return self.agenda.front.share.clamp(0.0, 1.0);
        }
        (1.0 - self.agenda.left(|ticket| self.done_by(ticket))).clamp(0.0, 1.0)
    }

    fn pace(&self) -> u64 {
        if self.is_alone() {
            return self.slots[0].search.pace_within(self.plan.memory);
        }
        // The nodes of two branches for each thread, estimated from the branches before.
        let work = self.agenda.work();
        let nodes = work.nodes.saturating_mul(2 * self.plan.unit) / self.plan.engine.cost(work).max(1);
        nodes.max(1) * self.plan.threads as u64
    }
}

impl Worker for Crew {
    fn view(&mut self) -> View {
        // What is left beyond a limit is no longer known, and would be taken for nothing.
        if self.agenda.is_cut() {
            return View { fraction: 0.0, left: None };
        }
        let search = &self.slots[0].search;
        let has_room = (self.bytes() + search.bytes()) as u64 <= self.plan.memory;
        let forecast = self.forecast.take().or_else(|| has_room.then(|| Forecast::new(search.clone())));
        let Some(mut forecast) = forecast else { return View { fraction: 0.0, left: None } };
        let in_hand = self.agenda.work() + self.slots.iter().map(Slot::work).sum();
        while forecast.is_due(in_hand, self.plan.threads, self.is_watched) {
            if !forecast.is_under_way() {
                let done = self.before.nodes + in_hand.nodes;
                self.send_out(&mut forecast, done as f64);
            }
            forecast.go_on();
        }
        let done = (self.before.nodes + self.work().nodes) as f64;
        let mut left = forecast.left(done);
        if self.is_scouting && self.plan.engine == Engine::Fast {
            left = left.map(forecast::Left::before_a_change_of_order);
        }
        self.forecast = Some(forecast);
        let fraction = left.map_or(0.0, |left| done / (done + left.careful));
        View { fraction, left: left.and_then(|left| left.span) }
    }

    fn watch(&mut self) {
        self.is_watched = true;
    }

    fn forecasts(&self) -> bool {
        true
    }

    fn set_memory(&mut self, memory: u64) {
        self.plan.memory = memory;
    }

    fn leave_threads_to(&mut self, others: Arc<AtomicUsize>) {
        self.others = others;
    }

    fn state(&mut self) -> Option<State> {
        // Several threads that share a limit on nodes do not keep what is beyond it.
        (!self.agenda.is_cut()).then(|| Crew::state(self))
    }
}

impl Enumeration for Crew {
    fn engine(&self) -> Engine {
        self.plan.engine
    }
    fn solution(&mut self) -> Solution {
        let (work, solution) = self.agenda.hand_out().expect("it has halted at a solution");
        self.handed = (self.handed.0 + 1, work);
        solution
    }
    /// Does not depend on the number of threads.
    fn work_to_last(&self) -> Work {
        self.handed.1
    }
    fn checks(&self) -> bool {
        true
    }
}

/// Some milliseconds of work by all threads.
struct Round<'a> {
    /// The agenda, and how many threads have a branch.
    agenda: Mutex<(&'a mut Agenda, usize)>,
    /// Signals that there may be new work, or that the round is over.
    bell: Condvar,
    is_over: AtomicBool,
    /// The nodes that are left to do in this round.
    nodes: AtomicI64,
    /// The number of branches that may still be begun in this round.
    beginnings: AtomicI64,
    crash: FirstCrash,
}

impl<'a> Round<'a> {
    /// Works until the round is over, or nothing is left to do.
    fn work(&self, slot: &mut Slot) {
        while !self.is_over.load(Ordering::Relaxed) {
            if slot.unit.is_none() {
                if !self.take_a_branch(slot) {
                    return;
                }
                if self.beginnings.fetch_sub(1, Ordering::Relaxed) <= 1 {
                    self.end();
                }
            }
            let before = slot.work().nodes;
            let step = team::caught(|| {
                // Up to the next inspection: solutions found on the way are in the harvest.
                let step = loop {
                    let step = slot.step(u64::MAX);
                    if step != Step::Solution {
                        break step;
                    }
                };
                (step, slot.work().nodes, if step == Step::Over { slot.finish() } else { None })
            });
            match step {
                Err(payload) => {
                    let branch = slot.unit.take().map(|unit| unit.branch.subproblem);
                    self.crash.keep(&*payload, branch.unwrap_or_default());
                    return self.end();
                }
                Ok((_, after, finished)) => {
                    let nodes = i64::try_from(after.saturating_sub(before)).unwrap_or(i64::MAX);
                    if self.nodes.fetch_sub(nodes, Ordering::Relaxed) <= nodes {
                        self.end();
                    }
                    if let Some((ticket, harvest, rest)) = finished {
                        let mut guard = self.agenda();
                        let (agenda, holders) = &mut *guard;
                        agenda.put(ticket, harvest, rest);
                        *holders -= 1;
                        drop(guard);
                        self.bell.notify_all();
                    }
                }
            }
        }
    }

    /// Takes the first open branch, and waits if there is none. Returns false if there will be none.
    fn take_a_branch(&self, slot: &mut Slot) -> bool {
        let mut guard = self.agenda();
        loop {
            let (agenda, holders) = &mut *guard;
            if let Some((ticket, branch)) = agenda.take() {
                *holders += 1;
                drop(guard);
                slot.begin(ticket, branch);
                return true;
            }
            if self.is_over.load(Ordering::Relaxed) || *holders == 0 {
                drop(guard);
                self.bell.notify_all();
                return false;
            }
            guard = own(self.bell.wait(guard));
        }
    }

    fn agenda(&self) -> MutexGuard<'_, (&'a mut Agenda, usize)> {
        own(self.agenda.lock())
    }

    /// Asks all threads to pause.
    fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
        // With the lock held, each other thread either has not begun to wait, or receives the signal.
        drop(self.agenda());
        self.bell.notify_all();
    }
}

#[cfg(test)]
mod tests;
