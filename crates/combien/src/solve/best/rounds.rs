//! Sweeps that leave out what is too dear.
//!
//! As in [branch and bound](crate::engine::cells::best), items have prices, so that the *net* cost of an
//! option is never negative, and a cover costs at least the sum of all prices and of the net costs of its
//! options. A sweep along the frontier builds a diagram of the covers up to a given cost. It knows the least
//! net cost of a way to each state, and makes no move that would cost more than is allowed. Of many partial
//! covers with the same frontier, only one state is left: that is what a search cannot do.
//!
//! **Rounds.** The first round allows the bound, rounded up; the next one as much as leaves some options; and
//! each one after it as much as takes about [`GROWTH`] times the work of the last, as far as the last two
//! tell. A round has only the options that it allows, and an order of its own, so its frontier is often much
//! thinner than that of the problem. When a round is done, all covers up to its cost are in its diagram. The
//! last round is the one that has as many of them as are wanted, or allows as much as the question, or has
//! refused nothing.
//!
//! **Nodes.** States, each twice: on the way down, and on the way up.

use std::collections::BTreeSet;

use super::{ENTRY_PRICE, Wanted};
use crate::budget::{Budget, Pause, Reason, Work};
use crate::engine::cells::best::{Prices, SCALE};
use crate::engine::frontier::{Allowance, Construction};
use crate::engine::{Compiled, Compiling, Order, Refusal, Task};
use crate::problem::{OptionId, Problem, Solution};
use crate::reduce::Component;
use crate::solve::diagram::Diagram;
use crate::solve::engine::Engine;
use crate::solve::worker::Worker;

/// A round takes about this many times the work of the last one.
const GROWTH: f64 = 4.0;
/// What a round allows beyond the last one is at least this part, and at most this multiple, of what the last
/// one did.
const STEPS: std::ops::RangeInclusive<f64> = 0.125..=2.0;
/// The second round leaves at least this number of options.
const FEW_OPTIONS: usize = 64;
/// A round with up to one more option for this number of options is swept along the same order.
const LIKENESS: usize = 4;

/// For each of these items, a state takes as long again: it has more words, and seldom meets another one.
const ITEMS_A_PRICE: u64 = 256;

/// A round at work.
struct Round {
    part: Component,
    construction: Construction,
}

/// The rounds for one question. Costs are in the sense in which low is better.
pub(super) struct Rounds<'p> {
    problem: &'p Problem,
    wanted: Wanted,
    prices: Prices,
    /// Its memory is that of a round.
    budget: Budget,
    /// Why the next round cannot begin, or the last one not end.
    failure: Option<Refusal>,
    /// What this round allows.
    limit: i128,
    /// No cover that costs more is wanted.
    highest: Option<i128>,
    /// What the round before allowed, and its work.
    before: Option<(i128, u64)>,
    round: Option<Round>,
    /// The order of the last round that looked for one, and how many options it had.
    order: Option<(Order, usize)>,
    /// The work of the rounds that are done, and what it has cost to set up all of them.
    done: Work,
    set_up: u64,
    /// All covers that cost less are known.
    proved: i128,
    /// The best covers of the last round that is done, in the sense in which low is better. They may be
    /// dearer than the round allowed.
    pub(super) covers: BTreeSet<(i128, Solution)>,
    /// If all covers are wanted, the diagram of the only round, once it is done.
    diagram: Option<Diagram>,
}

impl<'p> Rounds<'p> {
    /// At their start. The memory of the budget is that of a round; the work done before counts, too.
    pub(super) fn new(
        problem: &'p Problem,
        wanted: Wanted,
        prices: Prices,
        budget: Budget,
        done: Work,
    ) -> Rounds<'p> {
        let bound = prices.base.div_euclid(SCALE) + i128::from(prices.base.rem_euclid(SCALE) > 0);
        let highest = wanted.within.map(|within| wanted.sign() * within);
        // If all up to a cost are wanted, one round has them.
        let limit = if wanted.count.is_none() { highest.unwrap_or(bound) } else { bound };
        let proved = bound.min(limit);
        Rounds {
            problem,
            wanted,
            prices,
            budget,
            failure: None,
            limit,
            highest,
            before: None,
            round: None,
            order: None,
            done,
            set_up: 0,
            proved,
            covers: BTreeSet::new(),
            diagram: None,
        }
    }

    /// From now on covers that cost more than this are not wanted.
    pub(super) fn allow(&mut self, highest: i128) {
        self.highest = Some(self.highest.map_or(highest, |before| before.min(highest)));
    }

    /// All covers that cost less than this have been found, as far as they are wanted.
    pub(super) fn proved(&self) -> i128 {
        self.proved
    }

    /// The diagram of the covers that are wanted, and maybe of dearer ones, if no number of them is wanted
    /// and it is done.
    pub(super) fn diagram(&self) -> Option<&Diagram> {
        self.diagram.as_ref()
    }

    /// Why the engine cannot go on, unless it was stopped.
    pub(super) fn refusal(&mut self) -> Option<Refusal> {
        self.failure.take().filter(|refusal| !matches!(refusal, Refusal::Stopped(_)))
    }

    /// What they have cost, in the units of all engines.
    pub(super) fn spent(&self) -> u64 {
        let price = 1 + self.problem.primary_count() as u64 / ITEMS_A_PRICE;
        self.set_up.saturating_add(price.saturating_mul(Engine::Zdd.cost(self.work())))
    }

    /// What may be added to the sum of all prices, in their units.
    fn most(&self) -> i128 {
        self.limit * SCALE - self.prices.base
    }

    fn nets(&self) -> impl Iterator<Item = (OptionId, i128)> {
        self.problem.searched_options().map(|option| (option, self.prices.net[option.index()]))
    }

    /// Begins a round.
    fn begin(&mut self) -> Result<(), Refusal> {
        let budget = &self.budget;
        if let Some(highest) = self.highest {
            self.limit = self.limit.min(highest);
        }
        let most = self.most();
        let is_cheap = |(option, net): (OptionId, i128)| (net <= most).then_some(option);
        let part = Component::with_options(self.problem, self.nets().filter_map(is_cheap).collect());
        let options = part.originals().len();
        let is_alike = |&(_, before): &(Order, usize)| options <= before + before / LIKENESS;
        let order = if let Some((order, before)) = self.order.take().filter(is_alike) {
            self.order = Some((order.clone(), before));
            order
        } else {
            let order = Order::best_within(part.problem(), budget).map_err(Refusal::Stopped)?;
            self.set_up += (part.problem().entry_count() as u64).saturating_mul(ENTRY_PRICE);
            self.order = Some((order.clone(), options));
            order
        };
        let costs = part.originals().iter().map(|option| self.prices.net[option.index()]).collect();
        let construction =
            Construction::new(part.problem(), &order, budget, Some(&Allowance { costs, most }))?;
        self.round = Some(Round { part, construction });
        Ok(())
    }

    /// Ends a round. Returns whether it was the last.
    fn end(&mut self) -> Result<bool, Reason> {
        let Some(Round { part, construction }) = self.round.take() else { return Ok(true) };
        let work = construction.work();
        self.done += work;
        let has_refused = construction.has_refused() || self.nets().any(|(_, net)| net > self.most());
        let Some(Compiled::Stored { store, family, options }) = Box::new(construction).finish() else {
            return Ok(true);
        };
        let options = options.into_iter().map(|option| part.original(option)).collect();
        let diagram = Diagram::new(Compiled::Stored { store, family, options });
        let Some(count) = self.wanted.count else {
            self.diagram = Some(diagram);
            return Ok(true);
        };
        let best = diagram.few_best(
            self.wanted.is_max(),
            count,
            |option| self.problem.cost(option),
            &self.budget,
        )?;
        let (sign, highest) =
            (self.wanted.sign(), self.wanted.within.map(|within| self.wanted.sign() * within));
        let costs = best.into_iter().map(|(cost, cover)| (sign * cost, cover));
        self.covers = costs.filter(|(cost, _)| highest.is_none_or(|highest| *cost <= highest)).collect();
        self.proved = self.limit + 1;
        let is_full =
            self.covers.len() == count && self.covers.last().is_none_or(|(cost, _)| *cost <= self.limit);
        let is_last = is_full || !has_refused || self.highest.is_some_and(|highest| self.limit >= highest);
        if !is_last {
            let next = self.next_limit(work.nodes);
            self.before = Some((self.limit, work.nodes));
            self.limit = next;
        }
        Ok(is_last)
    }

    /// What the next round allows, after one that took this number of nodes.
    fn next_limit(&self, nodes: u64) -> i128 {
        let Some((limit, nodes_before)) = self.before else {
            // As much as leaves some options.
            let mut nets: Vec<i128> = self.nets().map(|(_, net)| net).collect();
            nets.sort_unstable();
            let some = FEW_OPTIONS.max(self.problem.primary_count() * 5 / 4);
            let most = nets.get(some).or(nets.last()).copied().unwrap_or(0);
            return (self.prices.base + most).div_euclid(SCALE).max(self.limit + 1);
        };
        let grown = (nodes as f64 / nodes_before.max(1) as f64).ln();
        let steps = if grown > 0.0 {
            (GROWTH.ln() / grown).clamp(*STEPS.start(), *STEPS.end())
        } else {
            *STEPS.end()
        };
        self.limit + (((self.limit - limit) as f64 * steps) as i128).max(1)
    }
}

impl Worker for Rounds<'_> {
    /// Of the limits on memory, the one that was set is named, and not the part of it that a round may take.
    fn failure(&self) -> Option<Reason> {
        match self.failure {
            Some(Refusal::Stopped(reason)) if !matches!(reason, Reason::Memory(_)) => Some(reason),
            _ => None,
        }
    }
}

impl Task for Rounds<'_> {
    fn run(&mut self, nodes: u64) -> Pause {
        if self.highest.is_some_and(|highest| highest < self.proved) {
            return Pause::End;
        }
        let Some(round) = &mut self.round else {
            return match self.begin() {
                Ok(()) => Pause::Bound,
                Err(refusal) => {
                    self.failure = Some(refusal);
                    Pause::Memory
                }
            };
        };
        match round.construction.run(nodes.saturating_sub(self.done.nodes)) {
            Pause::End => match self.end() {
                Ok(true) => Pause::End,
                Ok(false) => Pause::Bound,
                Err(reason) => {
                    self.failure = Some(Refusal::Stopped(reason));
                    Pause::Memory
                }
            },
            pause => pause,
        }
    }

    fn work(&self) -> Work {
        self.done + self.round.as_ref().map_or(Work::default(), |round| round.construction.work())
    }

    /// Another round may follow, so what is done of this one tells nothing.
    fn fraction(&self) -> f64 {
        0.0
    }
}
