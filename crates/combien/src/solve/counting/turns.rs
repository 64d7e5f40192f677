//! Engines that take turns until one of them has the answer.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::contender::{Contender, PATIENCE, PROMISING};
use super::{answer, is_thin, stopped};
use crate::budget::{Pause, Reason, StopFlag};
use crate::count::Count;
use crate::engine::Order;
use crate::engine::order::Cost;
use crate::solve::engine::Engine;
use crate::solve::guard::Guard;
use crate::solve::report::Report;
use crate::solve::worker::Ended;
use crate::solve::{reasons, team};

/// What each engine may spend in its first turn, in the units of [`Contender::spent`]: about a millisecond.
/// In each further turn it is twice as much.
const FIRST_TURN: u64 = 1 << 18;
/// While the size of an enumeration is known, each of the others may spend a part of it. What remembers and
/// is better is mostly better by far, so a little is enough to find out; and if it is not, little is lost.
/// How much it is, the bound on its states tells: see [`Reach`]. Where there are many symmetries, the count
/// by classes is hardly ever beaten.
const PART_BEYOND: f64 = 1.0 / 64.0;
const PART_UNLIKELY: f64 = 1.0 / 16.0;
const PART_FAR: f64 = 1.0 / 6.0;
const PART_NEAR: f64 = 1.0 / 4.0;
const PART_FOR_ALIKE: f64 = 1.0 / 3.0;
/// An engine that seems to need more than this many times as much hardly ever is done before.
pub(super) const FAR_MORE: u64 = 1 << 6;
/// While nothing is known, and the frontier is not thin, the sweep and the search that remembers have this
/// part of its turns.
const PART_BESIDE_ALIKE: u64 = 16;
/// What a state of a sweep takes, in the same units.
pub(super) const UNITS_OF_A_STATE: u128 = 30;
/// A sweep may still be faster if the bound on its states exceeds what it may spend by this factor:
/// benches/kinds.py, and the table in notes/ladder.md.
const NEAR: u128 = 1 << 4;
const FAR: u128 = 1 << 10;
/// While the work of a sweep is known, the others may spend this part of it. A sweep whose layers are all
/// alike is hardly ever beaten (notes/counting.md), and both of the others together should cost less than a
/// tenth.
const PART_BESIDE_SWEEP: f64 = 1.0 / 24.0;
/// The nodes of the first step, which tells what a node costs.
const FEW_NODES: u64 = 1 << 8;
/// Nor does anybody wait for an enumeration that would take [`HOPELESS`] such turns: some hours.
const LAST_TURN: u64 = 1 << 35;

/// One turn, in which each engine has its share.
#[derive(Clone, Copy)]
struct Turn {
    /// What each may have spent in the end, if nothing is known about it.
    length: u64,
    /// The engine that is known to be done soonest, and what it spends in all. It waits until the others
    /// have had a chance.
    horizon: Option<(Engine, u64)>,
    /// The part of it that each of the others may spend then, if it cannot tell how much it needs.
    parts: Parts,
    /// The length of a turn from which on that engine is waited for.
    wait: u64,
    /// Does an engine take part that uses symmetries, and is hardly ever beaten where the frontier is not
    /// thin?
    is_symmetric: bool,
    /// What the one of those that are promising seems to spend in all that seems to spend least.
    least: u64,
}

impl Turn {
    /// What a worker may have spent after this turn.
    fn share(self, worker: &Contender) -> u64 {
        let usual = worker.share(self.length, self.least);
        let usual = match worker.engine {
            Engine::Frontier | Engine::Memo if self.is_symmetric => usual / PART_BESIDE_ALIKE,
            _ => usual,
        };
        match self.horizon {
            None => usual,
            Some((_, all)) if worker.is_known() => usual.min(all),
            Some((engine, all)) if worker.engine != engine => {
                // One that is well on its way, and seems to need at most half as much, goes on.
                let seems = worker.expected();
                let goes_on = worker.outlook() > PROMISING && seems <= all / 2;
                // One that seems to need far more is given little, whatever its bound says.
                let part = self.parts.of(worker.engine, all);
                let part = if seems / FAR_MORE > all { part.min(share_of(all, PART_UNLIKELY)) } else { part };
                usual.min(if goes_on { seems } else { part })
            }
            Some(_) if self.length < self.wait => 0,
            Some((_, all)) => all.saturating_mul(PATIENCE),
        }
    }

    /// An engine that will finish in this turn comes first. One whose time is known waits for the others.
    fn comes_late(self, worker: &Contender) -> bool {
        match self.horizon {
            Some((engine, _)) => worker.engine == engine,
            None => {
                worker.is_hopeless(self.length) || worker.expected() > worker.share(self.length, self.least)
            }
        }
    }
}

/// How near the bound on the states of a sweep is to what it may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reach {
    /// It certainly takes less.
    Certain,
    /// It takes less if the bound is a dozen times too high, which is usual on boards.
    Near,
    /// It takes less if the bound is a thousand times too high.
    Far,
    /// Hardly ever takes less.
    Beyond,
}

impl Reach {
    pub(super) fn of(cost: Cost, work: u64) -> Reach {
        match cost.states.saturating_mul(UNITS_OF_A_STATE) / u128::from(work.max(1)) {
            0 => Reach::Certain,
            times if times < NEAR => Reach::Near,
            times if times < FAR => Reach::Far,
            _ => Reach::Beyond,
        }
    }
}

/// Which part of a known work others may spend beside it.
#[derive(Clone, Copy)]
struct Parts {
    others: f64,
    sweep: f64,
    memo: f64,
    alike: f64,
}

impl Parts {
    fn beside_sweep() -> Parts {
        let part = PART_BESIDE_SWEEP;
        Parts { others: part, sweep: part, memo: part, alike: part }
    }

    /// Beside an enumeration that spends `all`.
    fn beside_enumeration(order: &Order, all: u64) -> Parts {
        let sweep = match Reach::of(order.cost(), all) {
            Reach::Certain => 1.0,
            Reach::Near => PART_NEAR,
            Reach::Far => PART_FAR,
            Reach::Beyond => PART_BEYOND,
        };
        // Nodes of this search take several times as long, and it is seldom better than both of the others.
        let memo = match Reach::of(order.tree().cost(), all) {
            Reach::Certain | Reach::Near => PART_NEAR,
            Reach::Far | Reach::Beyond => PART_BEYOND,
        };
        Parts { others: PART_NEAR, sweep, memo, alike: PART_FOR_ALIKE }
    }

    fn of(self, engine: Engine, all: u64) -> u64 {
        let part = match engine {
            Engine::Frontier => self.sweep,
            Engine::Memo => self.memo,
            Engine::Alike => self.alike,
            _ => self.others,
        };
        share_of(all, part)
    }
}

fn share_of(all: u64, part: f64) -> u64 {
    (all as f64 * part) as u64
}

/// Sets an engine up; gives none if it cannot be, or if somebody asks to stop.
pub(super) type SetUp<'a> = dyn Fn(&Guard<'_>) -> Option<Contender> + 'a;

/// Engines that take turns.
pub(super) struct Turns<'a> {
    pub(super) workers: Vec<Contender>,
    /// Who comes in when one of them is out of memory, or begins to forget.
    pub(super) spare: Option<&'a SetUp<'a>>,
    order: &'a Order,
}

impl<'a> Turns<'a> {
    pub(super) fn new(order: &'a Order) -> Turns<'a> {
        Turns { workers: vec![], spare: None, order }
    }

    /// Lets each work in turn until one is at its end, or those that remember are out of memory and the
    /// others hopeless.
    pub(super) fn run(mut self, guard: &mut Guard<'_>) -> Report<Count> {
        let mut names: Vec<&str> = self.workers.iter().map(|worker| worker.engine.name()).collect();
        let mut length = FIRST_TURN;
        // Under a limit on nodes, what is done ahead might be what is not to be done at all.
        let is_together = guard.budget.threads() > 1 && guard.budget.nodes.is_none();
        loop {
            if guard.look_after(length)
                && let Some(weights) = guard.weights()
            {
                return reasons::none(weights, Engine::Fast);
            }
            self.workers.iter_mut().for_each(|worker| worker.think(length));
            let turn = self.turn(length);
            self.workers.sort_by_key(|worker| turn.comes_late(worker));
            let ahead = if is_together { self.work_ahead(turn, guard) } else { vec![] };
            let mut ahead = ahead.into_iter();
            let mut place = 0;
            while place < self.workers.len() {
                let ended = ahead.next();
                let worker = &mut self.workers[place];
                let share = turn.share(worker);
                let ended = match ended.flatten() {
                    Some(ended) => ended,
                    None if worker.budget(share) <= worker.work().nodes => {
                        place += 1;
                        continue;
                    }
                    None => {
                        guard.take_turns(elsewhere(&self.workers, place));
                        spend(&mut self.workers[place], share, guard)
                    }
                };
                let worker = &mut self.workers[place];
                match ended {
                    Ok(Pause::End) => {
                        let why = why(worker.engine, self.order, &names.join(" and "));
                        return answer(worker.engine, &**worker, why, guard);
                    }
                    Err(reason) => return nobody_done(&self.workers, reason, guard),
                    Ok(Pause::Bound | Pause::Solution) => place += 1,
                    Ok(Pause::Memory) => {
                        let out = self.workers.remove(place);
                        names.extend(self.bring_spare(guard));
                        if self.workers.iter().all(|worker| worker.is_hopeless(LAST_TURN)) {
                            self.workers.push(out);
                            return nobody_done(&self.workers, Reason::Memory(guard.budget.memory()), guard);
                        }
                    }
                }
            }
            if self.spare.is_some() && self.workers.iter().any(|worker| worker.has_forgotten()) {
                names.extend(self.bring_spare(guard));
            }
            length = length.saturating_mul(2);
        }
    }

    /// Lets the spare come in, if there is one. Returns its name.
    fn bring_spare(&mut self, guard: &Guard<'_>) -> Option<&'static str> {
        let spare = self.spare.take().and_then(|spare| spare(guard))?;
        let name = spare.engine.name();
        self.workers.push(spare);
        Some(name)
    }

    /// A turn of this length, by what is known of the engines.
    fn turn(&self, length: u64) -> Turn {
        let known = |worker: &Contender| Some((worker.engine, worker.horizon()?));
        let horizon = self.workers.iter().filter_map(known).min_by_key(|&(_, all)| all);
        let all = horizon.map_or(u64::MAX, |(_, all)| all);
        let parts = match horizon {
            Some((engine, _)) if !engine.profile().cuts => Parts::beside_sweep(),
            _ => Parts::beside_enumeration(self.order, all),
        };
        let most = self.workers.iter().map(|worker| parts.of(worker.engine, all)).max().unwrap_or(0);
        let told = self.workers.iter().filter(|worker| worker.is_known()).map(Contender::expected);
        let promising = self.workers.iter().filter(|worker| worker.is_promising());
        let least = promising.map(Contender::expected).min().unwrap_or(u64::MAX);
        let wait = told.filter(|&needed| needed < all).fold(most, u64::max);
        let is_symmetric =
            !is_thin(self.order) && self.workers.iter().any(|worker| worker.engine == Engine::Alike);
        Turn { length, horizon, parts, wait, is_symmetric, least }
    }

    /// Lets all workers take their turns at once, with as many threads as there may be: how each ended, if it
    /// had a turn. The turns have the same results as one after the other, and the first to finish in
    /// that order wins; so the engine that answers is the same for any number of threads.
    fn work_ahead(&mut self, turn: Turn, guard: &mut Guard<'_>) -> Vec<Option<Ended>> {
        let ended: Vec<Mutex<Option<Ended>>> = self.workers.iter().map(|_| Mutex::default()).collect();
        // An engine that finishes stops the later ones.
        let stops: Vec<StopFlag> = self.workers.iter().map(|_| StopFlag::new()).collect();
        let at_work = Arc::new(AtomicUsize::new(0));
        let mut waiting = vec![];
        let mut crew = None;
        let all: u64 = self.workers.iter().map(|worker| worker.work().nodes).sum();
        for (place, worker) in self.workers.iter_mut().enumerate() {
            let share = turn.share(worker);
            if worker.budget(share) <= worker.work().nodes {
                continue;
            }
            worker.leave_threads_to(at_work.clone());
            match worker.engine {
                engine if engine.profile().cuts => crew = Some((place, worker, share)),
                _ => waiting.push((place, worker, share)),
            }
        }
        let drive = |guard: &mut Guard<'_>, (place, worker, share): Seat<'_>| {
            guard.obey(Some(stops[place].clone()));
            let end = spend(worker, share, guard);
            guard.obey(None);
            if end == Ok(Pause::End) {
                stops[place + 1..].iter().for_each(StopFlag::raise);
            }
            *team::own(ended[place].lock()) = Some(end);
        };
        waiting.reverse();
        // Each has a thread. Those that are left go to the enumeration, or else to an engine that can use
        // them.
        let left = if crew.is_some() { 0 } else { guard.budget.threads().saturating_sub(waiting.len()) };
        for (_, worker, _) in &mut waiting {
            worker.set_threads(1 + left);
        }
        let helpers = (guard.budget.threads() - 1).min(waiting.len());
        let (budget, waiting) = (guard.budget.clone(), Mutex::new(waiting));
        let next = || team::own(waiting.lock()).pop();
        at_work.store(helpers, Ordering::Relaxed);
        let of_crew = crew.as_ref().map_or(0, |(_, worker, _)| worker.work().nodes);
        guard.take_turns(all - of_crew);
        let is_gone = || _ = at_work.fetch_sub(1, Ordering::Relaxed);
        let help = || {
            while let Some(turn) = next() {
                drive(&mut Guard::new(budget.clone(), None), turn);
            }
            is_gone();
        };
        let own = || {
            if let Some(turn) = crew {
                drive(guard, turn);
            }
            while let Some(turn) = next() {
                drive(guard, turn);
            }
        };
        team::work((0..helpers).map(|_| help), own, is_gone);
        ended.into_iter().map(|end| team::own(end.into_inner())).collect()
    }
}

/// A worker's place among all, the worker, and what it may have spent in the end.
type Seat<'w> = (usize, &'w mut Contender, u64);

/// Lets a worker work until it has spent its share. What further states of a sweep cost is known only as it
/// goes on, so that takes several steps, each at most a fourth of all before. Nodes of an enumeration cost
/// much the same, and where several threads pause is not exact.
pub(super) fn spend(worker: &mut Contender, share: u64, guard: &mut Guard<'_>) -> Ended {
    loop {
        let (budget, done) = (worker.budget(share), worker.work().nodes);
        if budget <= done {
            return Ok(Pause::Bound);
        }
        let is_even = worker.engine.profile().cuts;
        let bound = if is_even { budget } else { budget.min(done + FEW_NODES.max(done / 4)) };
        match guard.drive(&mut **worker, bound) {
            Ok(Pause::Bound) if !is_even => {}
            ended => return ended,
        }
    }
}

/// Why it was this engine that had the answer.
pub(super) fn why(engine: Engine, order: &Order, names: &str) -> String {
    match engine {
        Engine::Frontier if is_thin(order) => {
            format!("the frontier is thin; order of items: {order}")
        }
        Engine::Memo if order.splits() => {
            format!(
                "the problem falls into parts along an order of its items: at most {} different ones",
                order.tree().cost().states
            )
        }
        _ => format!("it was done first of {names}, which worked in turns"),
    }
}

/// The work of all workers but the one at this place.
fn elsewhere(workers: &[Contender], place: usize) -> u64 {
    let others = workers.iter().enumerate().filter(|&(other, _)| other != place);
    others.map(|(_, worker)| worker.work().nodes).sum()
}

/// Several engines were stopped. The greatest lower bound is the result.
fn nobody_done(workers: &[Contender], reason: Reason, guard: &Guard<'_>) -> Report<Count> {
    let most = workers.iter().max_by_key(|worker| worker.certain());
    let speaker = most.unwrap_or(&workers[0]);
    stopped(speaker.engine, &**speaker, "no engine was done", reason, guard.fraction(0.0))
}

#[cfg(test)]
mod tests {
    use crate::problem::Problem;
    use crate::solve::counting::Total;
    use crate::solve::{Count, Engine};

    /// Dominoes on a torus: no planar graph, and the frontier is not thin enough to be taken without a trial.
    #[test]
    fn a_sweep_whose_work_is_known_has_little_company() {
        let place = |row: usize, column: usize| row % 11 * 12 + column % 12;
        let cells = (0..11).flat_map(|row| (0..12).map(move |column| (row, column)));
        let options = cells.flat_map(|(row, column)| {
            [(row + 1, column), (row, column + 1)].map(|(r, c)| vec![place(row, column), place(r, c)])
        });
        let problem = Problem::from_lists(132, None, options).unwrap();
        let mut total = Total::default();
        let report = Count::of(&problem).meter(&mut total).run().unwrap();
        assert_eq!(report.engine, Engine::Frontier);
        // The nodes of the enumeration are cheap, and few beside those of the sweep.
        let most = report.work.nodes + report.work.nodes / 5;
        assert!((report.work.nodes / 2..most).contains(&total.0), "{} for {:?}", total.0, report.work);
    }
}
