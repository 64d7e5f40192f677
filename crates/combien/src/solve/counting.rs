//! How many: each engine that counts, and the ladder that chooses one.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::diagram;
use super::enumeration::Enumeration;
use super::guard::{Guard, View, Worker};
use super::prospect::Prospect;
use super::state::{Question, State};
use super::team;
use super::{Choice, Engine, Error, Outcome, Report};
use crate::budget::{Budget, Reason, StopFlag};
use crate::count::Count;
use crate::engine::{Counting, Order, Pause, Task, Work};
use crate::problem::Problem;

/// The ladder first lets `fast`, or `cells` if there are bounds, search so many nodes: about a millisecond, less than the choice of an order takes.
const FIRST_TRY: u64 = 1 << 14;
/// A sweep that is predicted to have at most so many states needs no help from the search that remembers. Predictions
/// are ten times too high on dominoes and far more elsewhere, so it takes seconds at the worst.
const FEW_STATES: u128 = 1 << 27;
/// Items times entries beyond which no order is looked for: only that of the input would be tried.
const MOST_WORK_FOR_ORDER: u64 = 1 << 33;
/// To look for an order costs about so much for each pair of an item and an entry, in the units of
/// [`Contender::spent`].
const ORDER_PRICE: u64 = 10;
/// What each engine may spend in its first turn, in the units of [`Contender::spent`]: some ten milliseconds. In each
/// further turn it is twice as much.
const FIRST_TURN: u64 = 1 << 21;
/// A search that has done this part of its work gets longer turns.
const PROMISING: f64 = 0.15;
/// An enumeration that seemed to be done soon is believed until it has taken so many times what it should have taken: a
/// first child that is done at once can look like half of the work. (Lozenges in a hexagon of side 5: 18 % done by equal
/// shares, and 0.02 % in truth; the sweep has the answer in a hundredth of a second.)
const PATIENCE: u64 = 2;
/// An enumeration that would need so many more turns like the present one does not get it. A guess; turns double, so
/// that it costs nothing to be too strict.
const HOPELESS: f64 = 8.0;
/// Where engines take turns, an enumeration may take this part of the memory for the branches that it has left.
const PART_FOR_BRANCHES: u64 = 8;
/// Nor does anybody wait for an enumeration that would take [`HOPELESS`] such turns: some hours.
const LAST_TURN: u64 = 1 << 35;

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
        return ladder(problem, choice, guard);
    }
    if profile.cuts || profile.lists {
        return match Enumeration::new(problem, Question::Count, choice, &guard.budget) {
            Ok(mut search) => Ok(alone(&mut search, asked_for, &mut guard)),
            Err(Error::Stopped(reason)) => Ok(not_begun(engine, asked_for, reason)),
            Err(error) => Err(error),
        };
    }
    if !profile.counts {
        let report = diagram::compile(problem, engine, guard)?;
        return Ok(report.map(|diagram| diagram.map_or(Count::ZERO, |diagram| diagram.count())));
    }
    let set_up = Order::best_within(problem, &guard.budget)
        .map_err(Error::Stopped)
        .and_then(|order| Remembering::new(engine, problem, &order, &guard.budget));
    match set_up {
        Ok(mut worker) => Ok(alone(&mut worker, asked_for, &mut guard)),
        Err(Error::Stopped(reason)) => Ok(not_begun(engine, asked_for, reason)),
        Err(error) => Err(error),
    }
}

/// Chooses an engine by trying. What is small, or seems to be done soon, is enumerated. Then an order of the items is found, and the enumeration,
/// the sweep over the frontier and the search that remembers take turns with growing budgets until one of them has the
/// answer. So the choice costs at most a small multiple of what the best of them takes, and it is the same on every
/// machine, for work is counted and not timed.
fn ladder(problem: &Problem, choice: &Choice, mut guard: Guard<'_>) -> Result<Report<Count>, Error> {
    let mut fast = Listed::new(problem, choice, &guard.budget)?;
    let pairs = problem.primary_count() as u64 * problem.entry_count() as u64;
    let mut bound = FIRST_TRY;
    let mut enough = pairs.min(MOST_WORK_FOR_ORDER) * ORDER_PRICE;
    let mut promise = None;
    loop {
        if bound > FIRST_TRY {
            fast.explore(problem);
        }
        if bound > FIRST_TRY && fast.is_promising() {
            enough = enough.max(*promise.get_or_insert_with(|| fast.expected().saturating_mul(PATIENCE)));
        }
        if bound > FIRST_TRY && fast.spent() >= enough {
            break;
        }
        match guard.drive(&mut fast, bound) {
            Ok(Pause::End) => {
                let kept = if problem.has_bounds() { ", and it keeps to bounds" } else { "" };
                let why = format!("the whole search has {} nodes{kept}", fast.work().nodes);
                return Ok(answer(&fast, why));
            }
            Err(reason) => {
                let fraction = guard.fraction(0.0);
                let report = stopped(&fast, "its search had only begun".to_owned(), reason);
                return Ok(Report { fraction, ..report });
            }
            // Engines that remember may need less; they cannot have what it holds, so it begins anew.
            Ok(Pause::Memory) => {
                fast = Listed::new(problem, choice, &guard.budget)?;
                break;
            }
            Ok(Pause::Bound | Pause::Solution) => bound *= 2,
        }
    }
    if pairs > MOST_WORK_FOR_ORDER {
        let why = "the problem is too large to look for an order of its items".to_owned();
        return Ok(alone(&mut fast, why, &mut guard));
    }
    let order = match Order::best_within(problem, &guard.budget) {
        Ok(order) => order,
        Err(reason) => {
            return Ok(stopped(&fast, "an order of the items was being looked for".to_owned(), reason));
        }
    };
    // The enumeration needs little, and the two engines that remember share the rest.
    let for_branches = guard.budget.memory() / PART_FOR_BRANCHES;
    let memory = (guard.budget.memory() - for_branches) / 2;
    // One that was given up half set up is missed by nobody: whoever is driven next stops at once.
    let set_up = |engine, guard: &Guard<'_>| -> Option<Box<dyn Contender>> {
        let budget = Budget { memory: Some(memory), ..guard.budget.clone() };
        Some(Box::new(Remembering::new(engine, problem, &order, &budget).ok()?))
    };
    let sweep = set_up(Engine::Frontier, &guard);
    let memo = |guard: &Guard<'_>| set_up(Engine::Memo, guard);
    let mut turns = Turns { workers: vec![], spare: None, order: &order };
    match sweep {
        Some(sweep) if order.cost().states <= FEW_STATES => {
            turns.workers.push(sweep);
            turns.spare = Some(&memo);
        }
        sweep => {
            turns.workers.extend(memo(&guard));
            turns.workers.extend(sweep);
        }
    }
    if turns.workers.is_empty() {
        let why = if problem.has_bounds() {
            "no other engine that keeps to bounds can hold what it would have to remember".to_owned()
        } else {
            "no other engine can hold what it would have to remember".to_owned()
        };
        return Ok(alone(&mut fast, why, &mut guard));
    }
    fast.search.set_memory(for_branches);
    turns.workers.push(Box::new(fast));
    Ok(turns.run(&mut guard))
}

/// Sets an engine up; gives none if it cannot be, or if somebody asks to stop.
type SetUp<'a> = dyn Fn(&Guard<'_>) -> Option<Box<dyn Contender>> + 'a;

/// Engines that take turns.
struct Turns<'a> {
    workers: Vec<Box<dyn Contender>>,
    /// Who comes in when one of them is out of memory.
    spare: Option<&'a SetUp<'a>>,
    order: &'a Order,
}

impl Turns<'_> {
    /// Lets each work in turn until one is at its end, or those that remember are out of memory and the others hopeless.
    fn run(mut self, guard: &mut Guard<'_>) -> Report<Count> {
        let names: Vec<&str> = self.workers.iter().map(|worker| worker.engine().name()).collect();
        let names = names.join(" and ");
        let mut turn = FIRST_TURN;
        // Under a limit on nodes, what is done ahead might be what is not to be done at all.
        let is_together = guard.budget.threads() > 1 && guard.budget.nodes.is_none();
        loop {
            self.workers.iter_mut().for_each(|worker| worker.think(turn));
            // Whoever will be done in this turn comes first.
            self.workers
                .sort_by_key(|worker| worker.is_hopeless(turn) || worker.expected() > worker.share(turn));
            let ahead = if is_together { self.work_ahead(turn, guard) } else { vec![] };
            let mut ahead = ahead.into_iter();
            let mut place = 0;
            while place < self.workers.len() {
                let ended = ahead.next();
                let worker = &mut *self.workers[place];
                let budget = worker.budget(worker.share(turn));
                let ended = match ended.flatten() {
                    Some(ended) => ended,
                    None if budget <= worker.work().nodes => {
                        place += 1;
                        continue;
                    }
                    None => {
                        guard.take_turns(elsewhere(&self.workers, place));
                        guard.drive(&mut *self.workers[place], budget)
                    }
                };
                let worker = &mut *self.workers[place];
                match ended {
                    Ok(Pause::End) => return answer(worker, why(worker.engine(), self.order, &names)),
                    Err(reason) => return nobody_done(&self.workers, reason, guard),
                    Ok(Pause::Bound | Pause::Solution) => place += 1,
                    Ok(Pause::Memory) => {
                        let out = self.workers.remove(place);
                        self.workers.extend(self.spare.take().and_then(|spare| spare(guard)));
                        if self.workers.iter().all(|worker| worker.is_hopeless(LAST_TURN)) {
                            self.workers.push(out);
                            return nobody_done(&self.workers, Reason::Memory(guard.budget.memory()), guard);
                        }
                    }
                }
            }
            turn = turn.saturating_mul(2);
        }
    }

    /// Lets all workers take their turns at once, with as many threads as there may be: how each ended, if it had a
    /// turn. The turns are what they are one after the other, and whoever comes first in that order wins; so the engine
    /// that answers is the same for any number of threads.
    fn work_ahead(&mut self, turn: u64, guard: &mut Guard<'_>) -> Vec<Option<Ended>> {
        let ended: Vec<Mutex<Option<Ended>>> = self.workers.iter().map(|_| Mutex::default()).collect();
        // Whoever comes to its end stops those after it.
        let stops: Vec<StopFlag> = self.workers.iter().map(|_| StopFlag::new()).collect();
        let at_work = Arc::new(AtomicUsize::new(0));
        let mut waiting = vec![];
        let mut crew = None;
        let all: u64 = self.workers.iter().map(|worker| worker.work().nodes).sum();
        for (place, worker) in self.workers.iter_mut().enumerate() {
            let budget = worker.budget(worker.share(turn));
            if budget <= worker.work().nodes {
                continue;
            }
            worker.leave_threads_to(at_work.clone());
            match worker.engine() {
                engine if engine.profile().cuts => crew = Some((place, worker, budget)),
                _ => waiting.push((place, worker, budget)),
            }
        }
        let drive = |guard: &mut Guard<'_>, (place, worker, budget): Turn<'_>| {
            guard.obey(Some(stops[place].clone()));
            let end = guard.drive(&mut **worker, budget);
            guard.obey(None);
            if end == Ok(Pause::End) {
                stops[place + 1..].iter().for_each(StopFlag::raise);
            }
            *ended[place].lock().unwrap_or_else(PoisonError::into_inner) = Some(end);
        };
        waiting.reverse();
        let helpers = (guard.budget.threads() - 1).min(waiting.len());
        let (budget, waiting) = (guard.budget.clone(), Mutex::new(waiting));
        let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop();
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
        ended.into_iter().map(|end| end.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
    }
}

/// A worker's place among all, the worker, and the work up to which it may work.
type Turn<'w> = (usize, &'w mut Box<dyn Contender>, u64);

/// How a turn ended.
type Ended = Result<Pause, Reason>;

/// Why it was this engine that had the answer.
fn why(engine: Engine, order: &Order, names: &str) -> String {
    match engine {
        Engine::Frontier if order.cost().states <= FEW_STATES => {
            format!("the frontier is thin; order of items: {order}")
        }
        _ => format!("it was done first of {names}, which worked in turns"),
    }
}

/// The work of all workers but the one at this place.
fn elsewhere(workers: &[Box<dyn Contender>], place: usize) -> u64 {
    let others = workers.iter().enumerate().filter(|&(other, _)| other != place);
    others.map(|(_, worker)| worker.work().nodes).sum()
}

/// Several engines were stopped: whoever is certain of most speaks for all.
fn nobody_done(workers: &[Box<dyn Contender>], reason: Reason, guard: &Guard<'_>) -> Report<Count> {
    let most = workers.iter().max_by_key(|worker| worker.certain());
    let speaker = most.map_or(&*workers[0], |worker| &**worker);
    let fraction = guard.fraction(0.0);
    Report { fraction, ..stopped(speaker, "no engine was done".to_owned(), reason) }
}

/// Lets one engine work to its end, or until it is stopped; the journal is kept there.
fn alone(worker: &mut dyn Contender, why: String, guard: &mut Guard<'_>) -> Report<Count> {
    let memory = guard.budget.memory();
    loop {
        let reason = match guard.drive(worker, u64::MAX) {
            Ok(Pause::End) => None,
            Ok(Pause::Memory) => Some(Reason::Memory(memory)),
            Err(reason) => Some(reason),
            Ok(Pause::Bound | Pause::Solution) => continue,
        };
        let state = worker.state();
        guard.keep(state);
        return match reason {
            None => answer(worker, why),
            Some(reason) => {
                let fraction = guard.fraction(worker.fraction());
                Report { fraction, ..stopped(worker, why, reason) }
            }
        };
    }
}

fn answer(worker: &dyn Contender, why: String) -> Report<Count> {
    let outcome = Outcome::Answer(worker.count());
    Report { outcome, engine: worker.engine(), why, work: worker.work(), fraction: 1.0 }
}

fn stopped(worker: &dyn Contender, why: String, reason: Reason) -> Report<Count> {
    let outcome = Outcome::Stopped { certain: worker.certain(), reason };
    Report { outcome, engine: worker.engine(), why, work: worker.work(), fraction: worker.fraction() }
}

/// What to say of an engine that was stopped while it was set up: nothing is certain.
fn not_begun(engine: Engine, why: String, reason: Reason) -> Report<Count> {
    let outcome = Outcome::Stopped { certain: Count::ZERO, reason };
    Report { outcome, engine, why, work: Work::default(), fraction: 0.0 }
}

/// A worker that counts, and takes turns with others.
trait Contender: Worker {
    fn engine(&self) -> Engine;

    /// The count, once it is at its end.
    fn count(&self) -> Count;

    /// Finds out more about how long it will take, before its next turn.
    fn think(&mut self, _turn: u64) {}

    /// The part of its work that lies behind, as far as it can tell.
    fn outlook(&self) -> f64 {
        self.fraction()
    }

    /// May it be done soon?
    fn is_promising(&self) -> bool {
        !self.engine().profile().is_uneven && self.outlook() > PROMISING
    }

    /// What it will have spent in the end, if it goes on as it has.
    fn expected(&self) -> u64 {
        (self.spent() as f64 / self.outlook().max(f64::MIN_POSITIVE)).min(u64::MAX as f64) as u64
    }

    /// What it has spent, in the units of [`Engine::cost`].
    fn spent(&self) -> u64 {
        self.engine().cost(self.work())
    }

    /// Will it certainly not be done within some dozens of such turns? Only a search that does not remember can tell.
    fn is_hopeless(&self, _turn: u64) -> bool {
        false
    }

    /// What it may have spent after a turn, if somebody who is neither promising nor hopeless may have spent so much.
    fn share(&self, turn: u64) -> u64 {
        match (self.is_hopeless(turn), self.is_promising()) {
            (true, _) => 0,
            (false, true) => turn.saturating_mul(4),
            (false, false) => turn,
        }
    }

    /// The work, in nodes, up to which it has spent so much, if further nodes cost as much as those before.
    fn budget(&self, spent: u64) -> u64 {
        let (done, so_far) = (self.work().nodes, self.spent());
        let of_a_node = self.engine().cost(Work { nodes: 1, updates: 0 });
        let price = so_far.checked_div(done).unwrap_or(of_a_node);
        done + spent.saturating_sub(so_far) / price.max(1)
    }
}

impl Contender for Enumeration {
    fn engine(&self) -> Engine {
        self.engine()
    }
    fn count(&self) -> Count {
        self.found().into()
    }
}

/// An enumeration that takes turns, and how large its tree is.
struct Listed {
    search: Enumeration,
    prospect: Option<Prospect>,
}

impl Listed {
    fn new(problem: &Problem, choice: &Choice, budget: &Budget) -> Result<Listed, Error> {
        let search = Enumeration::new(problem, Question::Count, choice, budget)?;
        Ok(Listed { search, prospect: None })
    }

    /// Begins to find out how large the tree is, or goes on with it.
    fn explore(&mut self, problem: &Problem) {
        if self.prospect.is_none() {
            self.prospect = Prospect::new(self.search.engine(), problem).ok();
        }
        self.think(0);
    }
}

impl Task for Listed {
    fn run(&mut self, nodes: u64) -> Pause {
        self.search.run(nodes)
    }
    fn work(&self) -> Work {
        Task::work(&self.search)
    }
    fn fraction(&self) -> f64 {
        self.search.fraction()
    }
    fn certain(&self) -> Count {
        self.search.certain()
    }
    fn pace(&self) -> u64 {
        self.search.pace()
    }
}

impl Worker for Listed {
    fn view(&mut self) -> View {
        self.search.view()
    }
    fn watch(&mut self) {
        self.search.watch();
    }
    fn forecasts(&self) -> bool {
        self.search.forecasts()
    }
    fn leave_threads_to(&mut self, others: Arc<AtomicUsize>) {
        self.search.leave_threads_to(others);
    }
    fn state(&mut self) -> Option<State> {
        self.search.state()
    }
}

impl Contender for Listed {
    fn engine(&self) -> Engine {
        self.search.engine()
    }
    fn think(&mut self, turn: u64) {
        let spent = self.spent().max(turn);
        if self.is_promising() {
            return;
        }
        if let Some(prospect) = &mut self.prospect {
            prospect.look(spent);
        }
    }
    /// The larger of what equal shares say and what cohorts say, until there are more nodes than they have said.
    fn outlook(&self) -> f64 {
        let (done, fraction) = (self.work().nodes as f64, self.fraction());
        let nodes = self.prospect.as_ref().and_then(Prospect::nodes);
        nodes.filter(|&nodes| done <= nodes).map_or(fraction, |nodes| fraction.max(done / nodes))
    }
    fn is_hopeless(&self, turn: u64) -> bool {
        self.spent() as f64 > HOPELESS * self.outlook() * turn as f64
    }
    fn count(&self) -> Count {
        self.search.count()
    }
}

/// An engine that counts without listing, and so has much to remember.
struct Remembering {
    engine: Engine,
    task: Box<dyn Counting>,
}

impl Remembering {
    fn new(engine: Engine, problem: &Problem, order: &Order, budget: &Budget) -> Result<Remembering, Error> {
        let refused = |refusal| Error::refused(engine, refusal);
        match engine.get().map(|by| by.count(problem, order, budget)) {
            Some(task) => Ok(Remembering { engine, task: task.map_err(refused)? }),
            None => unreachable!("it stands for another one"),
        }
    }
}

impl Task for Remembering {
    fn run(&mut self, nodes: u64) -> Pause {
        self.task.run(nodes)
    }
    fn work(&self) -> Work {
        self.task.work()
    }
    fn fraction(&self) -> f64 {
        self.task.fraction()
    }
    fn certain(&self) -> Count {
        self.task.certain()
    }
    fn pace(&self) -> u64 {
        self.task.pace()
    }
}

impl Worker for Remembering {}

impl Contender for Remembering {
    fn engine(&self) -> Engine {
        self.engine
    }
    fn count(&self) -> Count {
        self.task.count().expect("an engine at its end has the count")
    }
}
