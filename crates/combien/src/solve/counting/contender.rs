//! An engine that counts beside others, and its account: what it has spent, and what it believes is left.

use std::ops::{Deref, DerefMut};

use crate::budget::{Budget, Pause, Work};
use crate::engine::{Order, Whole};
use crate::problem::Problem;
use crate::solve::choice::Choice;
use crate::solve::engine::Engine;
use crate::solve::enumeration;
use crate::solve::error::{Error, Question};
use crate::solve::prospect::Prospect;
use crate::solve::worker::Worker;

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

/// A task that counts, and takes turns with others. Amounts are in the units of [`Engine::cost`].
pub(super) struct Contender {
    pub(super) engine: Engine,
    task: Box<dyn Worker>,
    /// How large the tree of an enumeration is.
    prospect: Option<Prospect>,
    /// What an enumeration said that it would spend, when it first knew.
    promise: Option<u64>,
    /// What equal shares said that it would spend in all, whenever it had spent half as much again, the last
    /// one last; and what it had spent then.
    said: [u64; AGREEING],
    said_at: u64,
}

impl Deref for Contender {
    type Target = dyn Worker;

    fn deref(&self) -> &Self::Target {
        &*self.task
    }
}

impl DerefMut for Contender {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.task
    }
}

impl Contender {
    fn new(engine: Engine, task: Box<dyn Worker>) -> Contender {
        Contender { engine, task, prospect: None, promise: None, said: [0; AGREEING], said_at: 0 }
    }

    /// The enumeration of all solutions.
    pub(super) fn listing(problem: &Problem, choice: &Choice, budget: &Budget) -> Result<Contender, Error> {
        let search = enumeration::begin(problem, Question::Count, choice, budget)?;
        Ok(Contender::new(search.engine(), search))
    }

    /// An engine that counts without listing, and so has much to remember.
    pub(super) fn remembering(
        engine: Engine,
        problem: &Problem,
        order: &Order,
        budget: &Budget,
    ) -> Result<Contender, Error> {
        let refused = |refusal| Error::refused(engine, refusal);
        let task = engine.get().count(problem, order, budget).map_err(refused)?;
        Ok(Contender::new(engine, Box::new(task)))
    }

    /// The count of matchings of a planar graph, if it is one, and this memory is enough.
    pub(super) fn of_planar(problem: &Problem, budget: &Budget, memory: u64) -> Option<Contender> {
        let budget = Budget { memory: Some(memory), ..budget.clone() };
        let mut planar = Contender::remembering(Engine::Pfaffian, problem, &Order::none(), &budget).ok()?;
        (planar.run(0) != Pause::Memory).then_some(planar)
    }

    fn is_enumeration(&self) -> bool {
        self.engine.profile().cuts
    }

    /// Begins to find out how large the tree of the enumeration is, or goes on with it.
    pub(super) fn explore(&mut self, problem: &Problem) {
        self.prospect.get_or_insert_with(|| Prospect::new(self.engine, problem));
        self.think(0);
    }

    /// Finds out more about how long an enumeration will take, before its next turn.
    pub(super) fn think(&mut self, turn: u64) {
        if !self.is_enumeration() {
            return;
        }
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
            if prospect.nodes().is_some() {
                self.promise = Some(self.expected());
            }
        }
    }

    /// The part of its work that lies behind, as far as it can tell: for an enumeration the larger of what
    /// equal shares say and what cohorts say, until there are more nodes than they have said.
    pub(super) fn outlook(&self) -> f64 {
        let (done, fraction) = (self.work().nodes as f64, self.fraction());
        let nodes = self.prospect.as_ref().and_then(Prospect::nodes);
        nodes.filter(|&nodes| done <= nodes).map_or(fraction, |nodes| fraction.max(done / nodes))
    }

    /// May it be done soon?
    pub(super) fn is_promising(&self) -> bool {
        !self.engine.profile().is_uneven && self.outlook() > PROMISING
    }

    /// What it will have spent in the end: as it has said, or if it goes on as it has.
    pub(super) fn expected(&self) -> u64 {
        if let Some(Whole::Known(all) | Whole::Predicted(all)) = self.whole() {
            return self.engine.cost(all);
        }
        // What it had spent when it last told how far it is.
        let (done, step) = (self.work(), self.under_way());
        let finished = self.engine.cost(Work { nodes: done.nodes - step.nodes, ..done });
        let all = (finished as f64 / self.outlook().max(f64::MIN_POSITIVE)).min(u64::MAX as f64);
        (all as u64).max(self.spent())
    }

    /// Is it known in advance what it takes?
    pub(super) fn is_known(&self) -> bool {
        matches!(self.whole(), Some(Whole::Known(_)))
    }

    /// What it has spent.
    pub(super) fn spent(&self) -> u64 {
        let (done, step) = (self.work(), self.under_way());
        self.engine.cost(Work { updates: done.updates.saturating_add(step.updates), ..done })
    }

    /// What it will have spent in the end, if that is known without waiting for it, and until it has taken
    /// far more: an enumeration whose tree has been probed, or a sweep whose first layers tell.
    pub(super) fn horizon(&self) -> Option<u64> {
        let predicted = || match self.whole()? {
            Whole::Predicted(all) => Some(self.engine.cost(all)),
            Whole::Known(_) => None,
        };
        self.promise.or_else(predicted).filter(|&all| self.spent() < all.saturating_mul(PATIENCE))
    }

    /// Will it certainly not be done within some dozens of such turns? Only a search that does not remember
    /// can tell, and one that knows its work.
    pub(super) fn is_hopeless(&self, turn: u64) -> bool {
        if self.is_enumeration() {
            return self.spent() as f64 > HOPELESS * self.outlook() * turn as f64;
        }
        self.is_known() && self.expected() as f64 > HOPELESS * turn as f64
    }

    /// What it may have spent after a turn, if somebody who is neither promising nor hopeless may have spent
    /// `turn`. Of those that are promising, one that seems to spend no more than `least` in all gets more.
    pub(super) fn share(&self, turn: u64, least: u64) -> u64 {
        match (self.is_hopeless(turn), self.is_promising() && self.expected() <= least) {
            (true, _) => 0,
            (false, true) => turn.saturating_mul(4),
            (false, false) => turn,
        }
    }

    /// The work, in nodes, up to which it has spent this amount, if further nodes cost what those before did.
    pub(super) fn budget(&self, spent: u64) -> u64 {
        let (done, so_far) = (self.work().nodes, self.spent());
        let of_a_node = self.engine.cost(Work { nodes: 1, updates: 0 });
        let price = so_far.checked_div(done).unwrap_or(of_a_node);
        done + spent.saturating_sub(so_far) / price.max(1)
    }
}
