//! How many: each engine that counts, and the ladder that chooses one.

mod contender;
mod pairs;
mod sweep;
mod trial;
mod turns;

use contender::Contender;
pub(super) use sweep::count as by_sweep;
pub use sweep::{SweepJournal, Sweeping};
use trial::{Beside, Trial};
use turns::{Reach, SetUp, Turns};

use super::choice::Choice;
use super::engine::Engine;
use super::error::Error;
use super::guard::Guard;
use super::report::Report;
use super::worker::Worker;
use super::{diagram, reasons};
use crate::budget::{Budget, Pause, Reason, Work};
use crate::count::Count;
use crate::engine::order::OrderSearch;
use crate::engine::{Order, alike};
use crate::problem::Problem;

/// After this number of nodes of `fast`, it finds out whether the options are the edges of a planar graph.
/// Most problems have a larger option, and then it costs nothing; for a planar graph of a hundred cells it
/// costs as much as some hundred nodes.
const PLANAR_TRY: u64 = 1 << 11;
/// Engines take turns when the enumeration has spent this: about a millisecond. Before, only a sweep is tried
/// beside it.
const ALONE: u64 = 1 << 17;
/// What is left of an enumeration is at most this many times what it has spent, as far as others believe it:
/// more cannot be told.
const MOST_LEFT: u64 = 1 << 20;
/// To look for an order may take this part of what the enumeration still seems to need,
const PART_FOR_ORDER: u64 = 16;
/// and this many times what it has spent, because what it needs is hardly known in the beginning. With four
/// times, the enumeration of a long strip took longer than its sweep.
const TIMES_FOR_ORDER: u64 = 16;
/// An enumeration that seems to need more than this, some milliseconds, is worth a look for symmetries,
const WORTH_SYMMETRIES: u64 = 1 << 20;
/// if it has spent this for each entry of the options, and still seems to need this: a look takes 2^5 to 2^7.
const SPENT_BEFORE_SYMMETRIES: u64 = 1 << 7;
const LEFT_FOR_SYMMETRIES: u64 = 1 << 10;
/// Items times entries beyond which the engines that remember are set up only if the states of a sweep fit
/// into one word, or the order splits: elsewhere their tables are much larger than the problem, for nothing.
const MOST_WORK_IN_TURNS: u64 = 1 << 33;
const BITS_OF_A_WORD: u32 = 64;
/// Where engines take turns, an enumeration may take this part of the memory for the branches that it has
/// left.
const PART_FOR_BRANCHES: u64 = 8;
/// The count of matchings of a planar graph may take this part of the memory.
const PART_FOR_PLANAR: u64 = 4;
/// The count by classes of states may take this part of the memory, where there are many symmetries.
const PART_FOR_ALIKE: u64 = 4;
/// It counts at once if it needs no more than this, in the units of [`Contender::spent`]: some milliseconds.
const SOON: u64 = 1 << 21;
/// Why this engine counts.
const PLANAR: &str = "the options are the edges of a planar graph";

const PAIRS: &str = "a solution has at most two options, and the second was looked up";

/// Counts with the engine that is asked for.
pub(super) fn count(
    problem: &Problem,
    choice: &Choice,
    mut guard: Guard<'_>,
) -> Result<Report<Count>, Error> {
    let asked_for = "it was asked for".to_owned();
    let engine = choice.engine();
    engine.can_take(problem)?;
    let profile = engine.profile();
    if engine == Engine::Auto {
        return match ladder(problem, choice, guard) {
            Err(Error::Stopped(reason)) => Ok(Report::not_begun(engine.for_search(), asked_for, reason)),
            report => report,
        };
    }
    let set_up = if profile.cuts || profile.lists {
        Contender::listing(problem, choice, &guard.budget)
    } else if !profile.counts {
        let report = diagram::compile(problem, engine, guard)?;
        return Ok(report.map(|diagram| diagram.map_or(Count::ZERO, |diagram| diagram.count())));
    } else {
        let order =
            if profile.uses_order { Order::best_within(problem, &guard.budget) } else { Ok(Order::none()) };
        let remembering = |order| Contender::remembering(engine, problem, &order, &guard.budget);
        order.map_err(Error::Stopped).and_then(remembering)
    };
    match set_up {
        Ok(mut worker) => Ok(alone(engine, &mut *worker, asked_for, &mut guard)),
        Err(Error::Stopped(reason)) => Ok(Report::not_begun(engine, asked_for, reason)),
        Err(error) => Err(error),
    }
}

/// Chooses an engine by trying. What is small, or seems to be done soon, is enumerated. Beside it an order of
/// the items is looked for, with a part of what the enumeration still needs, and symmetries. Then the
/// enumeration, the sweep over the frontier, the search that remembers and the count by classes take turns
/// until one of them has the answer. Random paths tell meanwhile how large the tree of the enumeration is.
/// Once that is known, the others may spend a part of what it takes, and then it is done. So the choice costs
/// at most a small multiple of what the best of them takes, and it is the same on every machine, for work is
/// counted and not timed.
fn ladder(problem: &Problem, choice: &Choice, mut guard: Guard<'_>) -> Result<Report<Count>, Error> {
    if let Some(count) = pairs::count(problem, &guard.budget) {
        return Ok(Report::answered(count, Engine::Fast, PAIRS, Work::default()));
    }
    let mut fast = Contender::listing(problem, choice, &guard.budget)?;
    let mut bound = PLANAR_TRY;
    let (mut orders, mut planar, mut is_symmetric) = (None, None, None);
    let mut trial = Trial::default();
    // What the search for an order may spend in all.
    let mut for_order;
    loop {
        if bound > PLANAR_TRY {
            fast.explore(problem);
            let spent = fast.spent();
            let left = fast.expected().saturating_sub(spent).min(spent.saturating_mul(MOST_LEFT));
            let part = left / PART_FOR_ORDER;
            for_order =
                part.min(spent.saturating_mul(TIMES_FOR_ORDER)).min(trial.worth_an_order(spent, left));
            let search = orders.get_or_insert_with(|| OrderSearch::new(problem));
            let is_done = search.run_within(for_order, &guard.budget) == Ok(true);
            let beside = Beside { spent, left, is_known: fast.horizon().is_some() };
            let nodes = fast.work().nodes;
            let tried = |guard: &mut Guard<'_>| trial.run(problem, search, beside, guard);
            if let Some(report) = guard.beside(nodes, tried) {
                return Ok(report);
            }
            fast.set_memory(guard.budget.memory() - trial.memory(&guard.budget));
            let has_had_its_part = search.work() >= part && Reach::of(search.cost(), left) < Reach::Beyond;
            if spent >= ALONE && (is_done || has_had_its_part) && !trial.is_promising(left) {
                break;
            }
            let entries = problem.entry_count() as u64;
            let is_worth = spent >= entries.saturating_mul(SPENT_BEFORE_SYMMETRIES)
                && left >= WORTH_SYMMETRIES.max(entries.saturating_mul(LEFT_FOR_SYMMETRIES));
            if is_worth && *is_symmetric.get_or_insert_with(|| alike::is_promising(problem, &guard.budget)) {
                break;
            }
        }
        match guard.drive(&mut *fast, bound) {
            Ok(Pause::End) => {
                let why = format!("the whole search has {} nodes", fast.work().nodes);
                return Ok(answer(fast.engine, &*fast, why, &guard));
            }
            Err(reason) => {
                return Ok(stopped(
                    fast.engine,
                    &*fast,
                    "its search had only begun",
                    reason,
                    guard.fraction(0.0),
                ));
            }
            // Engines that remember may need less; they cannot have what it holds, so it begins anew.
            Ok(Pause::Memory) => {
                fast = Contender::listing(problem, choice, &guard.budget)?;
                for_order = u64::MAX;
                break;
            }
            Ok(Pause::Bound | Pause::Solution) => {
                if bound == PLANAR_TRY {
                    let memory = guard.budget.memory() / PART_FOR_PLANAR;
                    planar = Contender::of_planar(problem, &guard.budget, memory);
                    if let Some(planar) = &mut planar
                        && planar.expected() <= SOON
                    {
                        return Ok(alone(planar.engine, &mut **planar, PLANAR.to_owned(), &mut guard));
                    }
                }
                bound *= 2;
            }
        }
    }
    // What the trial holds is free for the others.
    drop(trial);
    fast.set_memory(guard.budget.memory());
    let order = match order_of(problem, orders, for_order, &guard.budget) {
        Ok(order) => order,
        Err(reason) => {
            let why = "an order of the items was being looked for";
            return Ok(stopped(fast.engine, &*fast, why, reason, fast.fraction()));
        }
    };
    let pairs = problem.primary_count() as u64 * problem.entry_count() as u64;
    if pairs > MOST_WORK_IN_TURNS && order.cost().width >= BITS_OF_A_WORD && !order.splits() {
        if let Some(mut planar) = planar {
            return Ok(alone(planar.engine, &mut *planar, PLANAR.to_owned(), &mut guard));
        }
        let why = "the problem is large, and no order of its items makes the frontier narrow".to_owned();
        return Ok(alone(fast.engine, &mut *fast, why, &mut guard));
    }
    // The order may have been found before it was time to look for symmetries.
    let is_symmetric =
        is_symmetric.unwrap_or_else(|| !is_thin(&order) && alike::is_promising(problem, &guard.budget));
    Ok(in_turns(problem, &order, fast, planar, is_symmetric, guard))
}

/// The best order of the items that is found with this much work in all, from a search that may have begun.
fn order_of(
    problem: &Problem,
    begun: Option<OrderSearch<'_>>,
    work: u64,
    budget: &Budget,
) -> Result<Order, Reason> {
    let mut search = begun.unwrap_or_else(|| OrderSearch::new(problem));
    search.run_within(work, budget)?;
    Ok(search.finish())
}

/// Lets engines work in turns, and the enumeration beside those that can be set up.
fn in_turns(
    problem: &Problem,
    order: &Order,
    mut fast: Contender,
    planar: Option<Contender>,
    is_symmetric: bool,
    mut guard: Guard<'_>,
) -> Report<Count> {
    // The enumeration needs little, and the two engines that remember share the rest.
    let for_branches = guard.budget.memory() / PART_FOR_BRANCHES;
    let for_planar = if planar.is_some() { guard.budget.memory() / PART_FOR_PLANAR } else { 0 };
    let for_alike = if is_symmetric { guard.budget.memory() / PART_FOR_ALIKE } else { 0 };
    let memory = (guard.budget.memory() - for_branches - for_planar - for_alike) / 2;
    // An engine that was stopped during its set-up is simply dropped. The next one stops at once.
    let set_up_within = |engine, guard: &Guard<'_>, memory| -> Option<Contender> {
        // Each has one thread of those that may be used. Several threads in `memo` would enter other nodes
        // first; then the work of a turn, and with it the engine that answers, would depend on time.
        // A sweep may get more in its turn.
        let budget = Budget { memory: Some(memory), threads: None, ..guard.budget.clone() };
        Contender::remembering(engine, problem, order, &budget).ok()
    };
    let set_up = |engine, guard: &Guard<'_>| set_up_within(engine, guard, memory);
    let sweep = |guard: &Guard<'_>| set_up(Engine::Frontier, guard);
    let memo = |guard: &Guard<'_>| set_up(Engine::Memo, guard);
    let mut turns = Turns::new(order);
    // One whose work is known to be little needs no help from the other.
    let (first, second): (&SetUp<'_>, &SetUp<'_>) =
        if is_thin(order) && !order.splits() { (&sweep, &memo) } else { (&memo, &sweep) };
    match first(&guard) {
        Some(first) if is_thin(order) || order.splits() => {
            turns.workers.push(first);
            turns.spare = Some(second);
        }
        first => {
            turns.workers.extend(first);
            turns.workers.extend(second(&guard));
        }
    }
    if let Some(planar) = planar {
        turns.workers.push(planar);
    }
    if is_symmetric {
        turns.workers.extend(set_up_within(Engine::Alike, &guard, for_alike));
    }
    if turns.workers.is_empty() {
        let why = if problem.has_bounds() {
            "no other engine that keeps to bounds can hold what it would have to remember".to_owned()
        } else {
            "no other engine can hold what it would have to remember".to_owned()
        };
        return alone(fast.engine, &mut *fast, why, &mut guard);
    }
    fast.explore(problem);
    fast.set_memory(for_branches);
    turns.workers.push(fast);
    turns.run(&mut guard)
}

/// Is a sweep along it predicted to be cheap?
fn is_thin(order: &Order) -> bool {
    order.cost().is_low()
}

/// Lets one engine work to its end, or until it is stopped; the journal is kept there.
fn alone(engine: Engine, worker: &mut dyn Worker, why: String, guard: &mut Guard<'_>) -> Report<Count> {
    let memory = guard.budget.memory();
    loop {
        let reason = match guard.drive(worker, u64::MAX) {
            Ok(Pause::End) => None,
            Ok(Pause::Memory) => Some(worker.failure().unwrap_or(Reason::Memory(memory))),
            Err(reason) => Some(reason),
            Ok(Pause::Bound | Pause::Solution) => continue,
        };
        if guard.has_journal() {
            let state = worker.state();
            guard.keep(state);
        }
        return match reason {
            None => answer(engine, worker, why, guard),
            Some(reason) => stopped(engine, worker, why, reason, guard.fraction(worker.fraction())),
        };
    }
}

fn answer(engine: Engine, worker: &dyn Worker, why: String, guard: &Guard<'_>) -> Report<Count> {
    if let Some(weights) = guard.weights() {
        return reasons::none(weights, engine);
    }
    Report::answered(worker.count(), engine, why, worker.work())
}

fn stopped(
    engine: Engine,
    worker: &dyn Worker,
    why: impl Into<String>,
    reason: Reason,
    fraction: f64,
) -> Report<Count> {
    Report::stopped((worker.certain(), reason), engine, why, worker.work(), fraction)
}

/// The nodes of all engines together.
#[cfg(test)]
#[derive(Default)]
struct Total(u64);

#[cfg(test)]
impl crate::budget::Meter for Total {
    fn tick(&mut self, progress: crate::budget::Progress) {
        self.0 = progress.nodes;
    }
}
