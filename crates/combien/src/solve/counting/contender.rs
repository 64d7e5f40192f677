//! What counts, and how long each still takes as far as it can tell.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use crate::budget::{Budget, Pause, Reason, Span, Work};
use crate::count::Count;
use crate::engine::{Counting, Order, Task};
use crate::problem::Problem;
use crate::solve::choice::Choice;
use crate::solve::engine::Engine;
use crate::solve::enumeration::Enumeration;
use crate::solve::error::{Error, Question};
use crate::solve::guard::{View, Worker};
use crate::solve::prospect::Prospect;
use crate::solve::state::State;

/// A search that has done this part of its work gets longer turns.
pub(super) const PROMISING: f64 = 0.15;
/// An enumeration that seemed to be done soon is believed until it has taken this many times what it should
/// have taken: a first child that is done at once can look like half of the work. (Lozenges in a hexagon of
/// side 5: 18 % done by equal shares, and 0.02 % in truth; the sweep has the answer in a hundredth of a
/// second.)
pub(super) const PATIENCE: u64 = 2;
/// An enumeration that would need more turns like the present one than this does not get one. A guess; turns
/// double, so that it costs nothing to be too strict.
pub(super) const HOPELESS: f64 = 8.0;

/// Equal shares are believed when this number of estimates, each after half as much work again, agree within
/// this factor,
const AGREEING: usize = 4;
const AGREEMENT: u64 = 2;
/// and when they say no more than this many times what it has spent. It waits for the others then, so if the
/// estimate is far too high, what they spend in vain is a multiple of that.
const FORESIGHT: u64 = 1 << 10;
/// A prediction is mostly right within this factor.
const ERROR_OF_PREDICTION: f64 = 1.5;

/// A worker that counts, and takes turns with others.
pub(super) trait Contender: Worker {
    fn engine(&self) -> Engine;

    /// The count, once it is at its end.
    fn count(&self) -> Count;

    /// Why it is out of memory, if that is not the limit on memory.
    fn failure(&self) -> Option<Reason> {
        None
    }

    /// Uses at most this many threads from now on, if it can use several.
    fn set_threads(&mut self, _threads: usize) {}

    /// Is it short of memory, and may have to do some of its work again?
    fn has_forgotten(&self) -> bool {
        false
    }

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

    /// What it will have spent in the end: as it has said, or if it goes on as it has.
    fn expected(&self) -> u64 {
        let known = self.forecast().or_else(|| self.prediction()).map(|work| self.engine().cost(work));
        known.unwrap_or_else(|| if_it_goes_on(self.finished(), self.outlook()).max(self.spent()))
    }

    /// What it had spent when it last told how far it is.
    fn finished(&self) -> u64 {
        self.spent()
    }

    /// What it has spent, in the units of [`Engine::cost`].
    fn spent(&self) -> u64 {
        self.engine().cost(self.work())
    }

    /// What it will have spent in the end, if that is known without waiting for it, and until it has taken
    /// far more: an enumeration whose tree has been probed, or a sweep whose first layers tell.
    fn horizon(&self) -> Option<u64> {
        None
    }

    /// Will it certainly not be done within some dozens of such turns? Only a search that does not remember
    /// can tell, and one that knows its work.
    fn is_hopeless(&self, turn: u64) -> bool {
        self.forecast().is_some() && self.expected() as f64 > HOPELESS * turn as f64
    }

    /// What it may have spent after a turn, if somebody who is neither promising nor hopeless may have spent
    /// `turn`. Of those that are promising, one that seems to spend no more than `least` in all gets more.
    fn share(&self, turn: u64, least: u64) -> u64 {
        match (self.is_hopeless(turn), self.is_promising() && self.expected() <= least) {
            (true, _) => 0,
            (false, true) => turn.saturating_mul(4),
            (false, false) => turn,
        }
    }

    /// The work, in nodes, up to which it has spent this amount, if further nodes cost what those before did.
    fn budget(&self, spent: u64) -> u64 {
        let (done, so_far) = (self.work().nodes, self.spent());
        let of_a_node = self.engine().cost(Work { nodes: 1, updates: 0 });
        let price = so_far.checked_div(done).unwrap_or(of_a_node);
        done + spent.saturating_sub(so_far) / price.max(1)
    }
}

/// What is spent in the end, if this was spent for this part of all.
fn if_it_goes_on(spent: u64, part: f64) -> u64 {
    (spent as f64 / part.max(f64::MIN_POSITIVE)).min(u64::MAX as f64) as u64
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
pub(super) struct Listed {
    pub(super) search: Enumeration,
    prospect: Option<Prospect>,
    /// What it said that it would spend, when it first knew.
    promise: Option<u64>,
    /// What equal shares said that it would spend in all, whenever it had spent half as much again, the last
    /// one last; and what it had spent then.
    said: [u64; AGREEING],
    said_at: u64,
}

impl Listed {
    pub(super) fn new(problem: &Problem, choice: &Choice, budget: &Budget) -> Result<Listed, Error> {
        let search = Enumeration::new(problem, Question::Count, choice, budget)?;
        Ok(Listed { search, prospect: None, promise: None, said: [0; AGREEING], said_at: 0 })
    }

    /// Begins to find out how large the tree is, or goes on with it.
    pub(super) fn explore(&mut self, problem: &Problem) {
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
        if self.spent() > self.said_at + self.said_at / 2 && self.outlook() > 0.0 {
            self.said.rotate_left(1);
            (self.said[AGREEING - 1], self.said_at) = (self.expected(), self.spent());
            let [least, most] = [u64::min, u64::max].map(|of| self.said.into_iter().fold(self.said[0], of));
            let agree =
                most <= least.saturating_mul(AGREEMENT) && most <= self.said_at.saturating_mul(FORESIGHT);
            self.promise = self.promise.or(agree.then_some(most));
        }
        if self.promise.is_some() || self.is_promising() {
            return;
        }
        if let Some(prospect) = &mut self.prospect {
            prospect.look(spent);
            if self.promise.is_none() && prospect.nodes().is_some() {
                self.promise = Some(self.expected());
            }
        }
    }
    fn horizon(&self) -> Option<u64> {
        self.promise.filter(|&all| self.spent() < all.saturating_mul(PATIENCE))
    }
    /// The larger of what equal shares say and what cohorts say, until there are more nodes than they have
    /// said.
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
pub(super) struct Remembering {
    engine: Engine,
    task: Box<dyn Counting>,
}

impl Remembering {
    pub(super) fn new(
        engine: Engine,
        problem: &Problem,
        order: &Order,
        budget: &Budget,
    ) -> Result<Remembering, Error> {
        let refused = |refusal| Error::refused(engine, refusal);
        match engine.get().map(|by| by.count(problem, order, budget)) {
            Some(task) => Ok(Remembering { engine, task: task.map_err(refused)? }),
            None => unreachable!("it stands for another one"),
        }
    }

    /// The count of matchings of a planar graph, if it is one, and this memory is enough.
    pub(super) fn of_planar(problem: &Problem, budget: &Budget, memory: u64) -> Option<Remembering> {
        let budget = Budget { memory: Some(memory), ..budget.clone() };
        let order = Order::input(problem);
        let mut planar = Remembering::new(Engine::Pfaffian, problem, &order, &budget).ok()?;
        (planar.run(0) != Pause::Memory).then_some(planar)
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
    fn forecast(&self) -> Option<Work> {
        self.task.forecast()
    }
    fn prediction(&self) -> Option<Work> {
        self.task.prediction()
    }
}

/// The view of a task that may know its work.
pub(super) fn view_of(task: &dyn Task) -> View {
    let left = |all: Work, error: f64| {
        let left = all.nodes.saturating_sub(task.work().nodes) as f64;
        Span { low: left / error, high: left * error }
    };
    let known = task.forecast().map(|all| left(all, 1.0));
    let left = known.or_else(|| task.prediction().map(|all| left(all, ERROR_OF_PREDICTION)));
    View { fraction: task.fraction(), left }
}

impl Worker for Remembering {
    fn view(&mut self) -> View {
        view_of(self)
    }
    fn forecasts(&self) -> bool {
        self.forecast().or_else(|| self.prediction()).is_some()
    }
}

impl Contender for Remembering {
    fn engine(&self) -> Engine {
        self.engine
    }
    fn spent(&self) -> u64 {
        let (done, step) = (self.work(), self.task.under_way());
        self.engine.cost(Work { updates: done.updates.saturating_add(step.updates), ..done })
    }
    fn finished(&self) -> u64 {
        let (done, step) = (self.work(), self.task.under_way());
        self.engine.cost(Work { nodes: done.nodes - step.nodes, ..done })
    }
    fn horizon(&self) -> Option<u64> {
        let all = self.prediction().map(|work| self.engine.cost(work))?;
        Some(all).filter(|&all| self.spent() < all.saturating_mul(PATIENCE))
    }
    fn count(&self) -> Count {
        self.task.count().expect("an engine at its end has the count")
    }
    fn set_threads(&mut self, threads: usize) {
        self.task.set_threads(threads);
    }
    fn has_forgotten(&self) -> bool {
        self.task.has_forgotten()
    }
}
