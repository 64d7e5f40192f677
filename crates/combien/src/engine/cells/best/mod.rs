//! Branch and bound: covers of least cost, by a search that passes over what cannot be among them.
//!
//! **Bound.** Each item pays a price when it is covered, and no option costs less than its items pay
//! ([`prices`]). What remains of an option's cost is its *net* cost, which is never negative. So the cost of
//! a cover is the sum of all prices and of the net costs of its options; and as soon as the net costs of the
//! options taken exceed what is allowed, the node is left. An option whose own net cost exceeds it is
//! removed, which may force others. Knuth calls prices taxes (TAOCP 7.2.2.1, Algorithm C$); here they come
//! from the [linear relaxation](relaxation), so that nothing is left to gain where a partial cover is whole.
//!
//! **Rounds.** A first cover comes late if everything is allowed before it. So the first round allows no more
//! than the bound, and the next ones 1, 2, 4, ... units of cost more. Where the relaxation is whole, the
//! first one finds the best cover. As soon as one of them takes many nodes, a round allows as much as leaves
//! some options, and each one after it twice as many, up to the last, which allows all. A round that is done
//! proves that all cheaper covers are known.
//!
//! **During the search** an item whose options have all become dearer pays the difference: the net cost of
//! the cheapest is taken from all of them and added to the bound. That is undone when the node is left.
//!
//! **Order.** The branching item is the one with the fewest options left, after all forced options are taken;
//! its cheapest option is tried first, and of equals the first.
//!
//! A [`Tree`] solves the relaxation at each node instead.
//!
//! **Nodes.** A pivot of the relaxation is a node; then, as in `cells`, each option that was tried.

mod cliques;
mod columns;
mod lines;
mod pairs;
mod partition;
mod prices;
mod reduction;
mod relaxation;
mod simplex;
mod stage;
mod tree;

use std::collections::BTreeSet;

pub(crate) use prices::{Prices, SCALE};
use relaxation::Relaxation;
pub(crate) use tree::Tree;

use super::sets::{Mark, Sets};
use super::{NONE, option};
use crate::budget::{Pause, Work};
use crate::count::Count;
use crate::engine::task::{Listing, Task};
use crate::engine::{TooLarge, fraction_done};
use crate::problem::{Problem, Solution};

/// Prices are adapted at each node until this number of nodes, and afterwards only where that has helped.
const LEARNING: u64 = 256;

/// A rung of the ladder is left after this number of nodes, and four more for each item.
const RUNG: u64 = 1 << 10;
/// The first round that counts options leaves at least this number of them.
const FIRST_OPTIONS: usize = 64;

/// A node that branches.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The place of its children in the list of all children, and their number.
    first: usize,
    degree: u32,
    /// The child being tried, from 0.
    rank: u32,
    is_open: bool,
    state: State,
    /// The highest cost allowed when its options were compared with it.
    allowed: Option<i128>,
}

/// A point to which the search goes back.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    mark: Mark,
    /// The options taken whose net costs are paid.
    paid_for: usize,
    /// The net costs paid, and what prices were raised.
    paid: i128,
    /// The length of the trail of net costs.
    changes: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Relax,
    Enter,
    Next,
    Halt,
}

/// How a round allows more than the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The bound, rounded up; then 1, 2, 4, ... units of cost more, as long as rounds take few nodes.
    Ladder(u32),
    /// As much as leaves this number of options; then twice as many.
    Options(usize),
    /// Everything.
    All,
}

/// The best covers found, with their costs, in the sense in which low is better; the best first, and of equal
/// ones the first options.
pub(crate) type Ranking = BTreeSet<(i128, Solution)>;

/// A search for the covers of least cost. It can be paused at any node. It halts at each cover that is among
/// the best so far.
#[derive(Clone)]
pub(crate) struct Best {
    problem: Problem,
    /// The number of covers that are wanted; `None` for all that are allowed.
    wanted: Option<usize>,
    ranking: Ranking,
    /// 1 to find low costs, -1 to find high ones.
    sign: i128,
    relaxation: Option<Relaxation>,
    /// The relaxation once it is solved, for a [`Tree`].
    solved: Option<Relaxation>,
    sets: Sets,
    net: Vec<i128>,
    /// Net costs before they changed.
    trail: Vec<(u32, i128)>,
    base: i128,
    state: State,
    /// The highest cost allowed.
    allowed: Option<i128>,
    /// All covers cost at least this, in units of prices: what the prices prove, and the rounds that are
    /// done.
    proved: i128,
    phase: Phase,
    /// What a round may add to the bound; `None` in the last.
    round: Option<i128>,
    /// The number of nodes at which it is left.
    round_end: Option<u64>,
    /// After this number of nodes, a rung of the ladder is left; the first round that counts options leaves
    /// that many.
    patience: u64,
    first_options: usize,
    /// Before anything was taken.
    start: State,
    levels: Vec<Level>,
    children: Vec<u32>,
    step: Step,
    pivots: u64,
    nodes: u64,
    looks: u64,
    /// How often prices were adapted, and how often that removed an option or ended the node.
    adapted: u64,
    helped: u64,
}

impl Best {
    /// A search for the covers of lowest cost, or of the highest, at its start. If no number is wanted, it
    /// halts at each cover that is allowed, in the order of the search. The relaxation takes at most the
    /// given bytes. Linear in the size of the problem.
    pub(crate) fn new(
        problem: &Problem,
        wants_highest: bool,
        wanted: Option<usize>,
        memory: u64,
    ) -> Result<Best, TooLarge> {
        let sets = Sets::new(problem)?;
        let sign = if wants_highest { -1 } else { 1 };
        let costs: Vec<f64> =
            problem.options().map(|option| problem.cost(option) as f64 * sign as f64).collect();
        let relaxation = Relaxation::new(problem, &costs, memory);
        let state = State { mark: sets.mark(), ..State::default() };
        let step = Step::Relax;
        let (items, patience) = (sets.primary_count(), RUNG + 4 * sets.primary_count() as u64);
        let mut best = Best {
            problem: problem.clone(),
            wanted,
            ranking: Ranking::new(),
            sign,
            relaxation,
            solved: None,
            sets,
            net: vec![],
            trail: vec![],
            base: 0,
            state,
            allowed: None,
            proved: 0,
            phase: if wanted.is_some() { Phase::Ladder(0) } else { Phase::All },
            round: None,
            round_end: None,
            patience,
            first_options: FIRST_OPTIONS.max(items * 5 / 4),
            start: state,
            levels: vec![],
            children: vec![],
            step,
            pivots: 0,
            nodes: 0,
            looks: 0,
            adapted: 0,
            helped: 0,
        };
        if best.relaxation.is_none() {
            best.set_prices(&vec![0.0; problem.item_count()]);
        }
        Ok(best)
    }

    fn set_prices(&mut self, wanted: &[f64]) {
        let (sign, problem) = (self.sign, &self.problem);
        let cost = |option| sign * i128::from(problem.cost(option));
        let Prices { net, base } = Prices::new(&self.problem, cost, wanted);
        (self.net, self.base, self.proved, self.step) = (net, base, base, Step::Enter);
        self.begin_round();
    }

    /// Sets what this round may add to the bound.
    fn begin_round(&mut self) {
        let nets = || self.problem.searched_options().map(|option| self.net[option.index()]);
        let dearest = nets().max().unwrap_or(0);
        let slack = match self.phase {
            Phase::Ladder(rung) => {
                let to_whole = (-self.base).rem_euclid(SCALE);
                to_whole + rung.checked_sub(1).map_or(0, |power| SCALE << power)
            }
            Phase::Options(options) => {
                // The least number that more net costs than that do not exceed, by halving.
                let (mut low, mut high) = (0, dearest);
                while low < high {
                    let middle = low + (high - low) / 2;
                    let fits = nets().filter(|&net| net <= middle).count() > options;
                    (low, high) = if fits { (low, middle) } else { (middle + 1, high) };
                }
                low
            }
            Phase::All => dearest,
        };
        if slack >= dearest {
            self.phase = Phase::All;
        }
        self.round = (self.phase != Phase::All).then_some(slack);
        self.round_end = matches!(self.phase, Phase::Ladder(_)).then_some(self.nodes + self.patience);
    }

    /// Begins the next round, if the last has not found enough. It may have been left before its end.
    fn end_round(&mut self, is_complete: bool) {
        if is_complete {
            // What was wanted may have been found in a round that was left, at a higher cost than this one
            // allowed. Then it is not known to be the best, and what is still allowed is more
            // than this round has searched.
            let is_all_searched = self
                .round
                .is_none_or(|round| self.allowed.is_some_and(|allowed| allowed * SCALE <= self.base + round));
            if is_all_searched {
                self.step = Step::Halt;
                return;
            }
            // All covers up to what it allowed are known.
            let beyond = self.most().map_or(self.proved, |most| most + 1);
            let proved = self.ranking.first().map_or(beyond, |(best, _)| beyond.min(best * SCALE));
            self.proved = self.proved.max(proved);
        }
        self.levels.clear();
        self.children.clear();
        self.undo(self.start);
        self.phase = match self.phase {
            Phase::Ladder(rung) if is_complete => Phase::Ladder(rung + 1),
            Phase::Ladder(_) => Phase::Options(self.first_options),
            Phase::Options(options) => Phase::Options(options.saturating_mul(2)),
            Phase::All => Phase::All,
        };
        self.begin_round();
        self.step = Step::Enter;
    }

    /// From now on only covers up to this cost are found, or from this cost on if the highest are wanted.
    /// Limits that were set before still hold.
    pub(crate) fn allow(&mut self, highest: i128) {
        let highest = self.sign * highest;
        self.allowed = Some(self.allowed.map_or(highest, |allowed| allowed.min(highest)));
    }

    /// The highest cost that is still of interest, in the sense in which low is better; `None` without a
    /// limit.
    pub(crate) fn allowed(&self) -> Option<i128> {
        self.allowed
    }

    /// Learns that no cover costs less than this, in the sense in which low is better.
    pub(crate) fn prove(&mut self, lowest: i128) {
        self.proved = self.proved.max(lowest * SCALE);
    }

    /// A bound on the costs of all covers that are not excluded by what is allowed: no cover costs less, or
    /// none more if the highest are wanted.
    pub(crate) fn bound(&self) -> Option<i128> {
        let is_priced = self.step != Step::Relax;
        is_priced.then(|| {
            let bound = self.proved.div_euclid(SCALE) + i128::from(self.proved.rem_euclid(SCALE) > 0);
            self.sign * bound
        })
    }

    /// What its options cost beyond their prices, and the sum of all prices, in units of [`SCALE`], before
    /// anything was taken. `None` as long as the relaxation is not solved.
    pub(crate) fn prices(&self) -> Option<Prices> {
        let mut net = self.net.clone();
        for &(option, cost) in self.trail.iter().rev() {
            net[option as usize] = cost;
        }
        (self.step != Step::Relax).then_some(Prices { net, base: self.base })
    }

    /// Runs to the next cover, to the end, or until `nodes` nodes in all have been entered.
    pub(crate) fn run(&mut self, nodes: u64) -> Pause {
        loop {
            match self.step {
                Step::Relax | Step::Enter if self.pivots + self.nodes >= nodes => return Pause::Bound,
                Step::Relax => self.relax(),
                Step::Enter if self.round_end.is_some_and(|end| self.nodes >= end) => self.end_round(false),
                Step::Enter => {
                    self.nodes += 1;
                    self.step = Step::Next;
                    if !self.enter() {
                        continue;
                    }
                    match self.sets.hardest_item() {
                        Some(item) => {
                            self.branch(item);
                            self.step = Step::Enter;
                        }
                        None if self.takes_cover() => return Pause::Solution,
                        None => {}
                    }
                }
                Step::Next => self.next(),
                Step::Halt => return Pause::End,
            }
        }
    }

    fn relax(&mut self) {
        self.pivots += 1;
        let Some(relaxation) = &mut self.relaxation else { return };
        let goes_on = relaxation.pivot();
        self.looks += relaxation.spent();
        if goes_on {
            return;
        }
        let prices = relaxation.prices(self.problem.item_count());
        // Only items that are covered once have branches that remove options, nothing else.
        let is_plain =
            !self.problem.has_bounds() && self.problem.item_count() == self.problem.primary_count();
        self.solved = self.relaxation.take().filter(|_| is_plain && self.wanted == Some(1));
        self.set_prices(&prices);
    }

    /// Branch and bound with the relaxation at each node, once it is solved, if the best cover of a problem with
    /// primary items alone is wanted, which are covered once.
    pub(crate) fn tree(&mut self) -> Option<Tree> {
        Some(Tree::new(&self.problem, self.solved.take()?, self.sign))
    }

    /// Is the cover here allowed, and among the best? Then it is kept.
    fn takes_cover(&mut self) -> bool {
        let cost = self.sign * self.cost_here();
        // Prices are a bound, which may be lower than the cost.
        if self.most().is_some_and(|most| cost * SCALE > most) {
            return false;
        }
        let Some(wanted) = self.wanted else { return true };
        let is_new = self.ranking.insert((cost, self.sets.taken().collect()));
        if self.ranking.len() > wanted {
            self.ranking.pop_last();
        }
        if self.ranking.len() == wanted
            && let Some((worst, _)) = self.ranking.last()
        {
            let highest = worst - 1;
            self.allowed = Some(self.allowed.map_or(highest, |allowed| allowed.min(highest)));
        }
        is_new
    }

    /// The covers found, with their costs, in the sense in which low is better.
    pub(crate) fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// The highest cost allowed in this round, in units of prices.
    fn most(&self) -> Option<i128> {
        let (allowed, round) =
            (self.allowed.map(|allowed| allowed * SCALE), self.round.map(|round| self.base + round));
        match (allowed, round) {
            (Some(allowed), Some(round)) => Some(allowed.min(round)),
            (allowed, round) => allowed.or(round),
        }
    }

    /// What may still be added to the bound; `None` without a limit.
    fn slack(&self) -> Option<i128> {
        self.most().map(|most| most - self.base - self.state.paid)
    }

    /// Takes the child of the deepest level, and all that it forces. Returns false if nothing is to be found
    /// there.
    fn enter(&mut self) -> bool {
        if let Some(&level) = self.levels.last() {
            match option(self.children[level.first + level.rank as usize]) {
                Some(option) if !self.sets.is_alive(option) => return false,
                Some(option) => self.sets.take(option),
                None => self.refuse_all(level),
            }
        }
        self.settle() && (!self.adapts() || self.adapt_prices())
    }

    fn refuse_all(&mut self, level: Level) {
        for &child in &self.children[level.first..] {
            if let Some(option) = option(child)
                && self.sets.is_alive(option)
                && !self.sets.is_dead()
            {
                self.sets.remove(option);
            }
        }
    }

    /// Takes forced options, pays for all that were taken, and removes what has become too dear, until
    /// nothing changes. Returns false if nothing is to be found.
    fn settle(&mut self) -> bool {
        loop {
            self.sets.settle();
            if self.sets.is_dead() {
                return false;
            }
            let taken = self.sets.taken_since(self.state.paid_for);
            self.state.paid += taken.map(|option| self.net[option.index()]).sum::<i128>();
            self.state.paid_for = self.sets.taken_count();
            if !self.remove_dear() {
                return false;
            }
            if self.sets.is_settled() {
                return true;
            }
        }
    }

    /// Removes the options whose net cost is more than may be added. Returns false if nothing is to be found.
    fn remove_dear(&mut self) -> bool {
        let Some(slack) = self.slack() else { return true };
        if slack < 0 {
            return false;
        }
        self.looks += self.sets.remove_if(|option| self.net[option] > slack);
        !self.sets.is_dead()
    }

    /// Are prices to be adapted at this node? Only if that helps often enough.
    fn adapts(&self) -> bool {
        (self.allowed.is_some() || self.round.is_some())
            && (self.nodes < LEARNING || self.helped * 8 > self.adapted || self.nodes.is_multiple_of(32))
    }

    /// Lets each item that must be covered pay what its cheapest option costs. Returns false if nothing is to
    /// be found.
    fn adapt_prices(&mut self) -> bool {
        self.adapted += 1;
        let before = self.sets.alive_count();
        loop {
            let mut is_raised = false;
            for item in 0..self.sets.primary_count() {
                if self.sets.must_be_covered(item) {
                    is_raised |= self.raise_price(item);
                }
            }
            if !is_raised {
                break;
            }
            let taken = self.sets.taken_count();
            if !self.settle() {
                self.helped += 1;
                return false;
            }
            if self.sets.taken_count() == taken {
                break;
            }
        }
        self.helped += u64::from(self.sets.alive_count() < before);
        true
    }

    fn raise_price(&mut self, item: usize) -> bool {
        let (mut cheapest, mut looks) = (i128::MAX, 0);
        for option in self.sets.options_left(item) {
            cheapest = cheapest.min(self.net[option.index()]);
            looks += 1;
        }
        self.looks += looks;
        if looks == 0 || cheapest <= 0 {
            return false;
        }
        let Best { sets, net, trail, .. } = self;
        for option in sets.options_left(item) {
            let cost = &mut net[option.index()];
            trail.push((option.index() as u32, *cost));
            *cost -= cheapest;
            self.looks += 1;
        }
        self.state.paid += cheapest;
        true
    }

    fn branch(&mut self, item: u32) {
        let first = self.children.len();
        let branching = self.sets.branches(item, &mut self.children);
        if !branching.is_open {
            // The cheapest first, and of equals the first.
            let net = &self.net;
            self.children[first..].sort_by_key(|&child| net[child as usize]);
        }
        if branching.may_take_none {
            self.children.push(NONE);
        }
        let degree = (self.children.len() - first) as u32;
        self.state.mark = self.sets.mark();
        self.state.changes = self.trail.len();
        let (state, allowed) = (self.state, self.allowed);
        self.levels.push(Level { first, degree, rank: 0, is_open: branching.is_open, state, allowed });
    }

    /// Goes back to a state.
    fn undo(&mut self, state: State) {
        self.sets.undo(state.mark);
        for (option, cost) in self.trail.drain(state.changes..).rev() {
            self.net[option as usize] = cost;
        }
        self.state = state;
    }

    /// Undoes the current child of the deepest level, and moves to the next. After the last, the level is
    /// left.
    fn next(&mut self) {
        let Some(&level) = self.levels.last() else {
            return self.end_round(true);
        };
        self.undo(level.state);
        let tried = option(self.children[level.first + level.rank as usize]);
        let mut level = Level { rank: level.rank + 1, ..level };
        let mut goes_on = level.rank < level.degree;
        if goes_on
            && level.is_open
            && let Some(tried) = tried
            && self.sets.is_alive(tried)
        {
            // Covers that have it were found below it.
            self.sets.remove(tried);
            level.state.mark = self.sets.mark();
        }
        if goes_on && level.allowed != self.allowed {
            goes_on = self.remove_dear();
            level.allowed = self.allowed;
            level.state.mark = self.sets.mark();
        }
        if goes_on {
            *self.levels.last_mut().expect("the level is there") = level;
            self.step = Step::Enter;
        } else {
            self.children.truncate(level.first);
            self.levels.pop();
        }
    }
}

impl Task for Best {
    fn run(&mut self, nodes: u64) -> Pause {
        self.run(nodes)
    }
    fn work(&self) -> Work {
        Work { nodes: self.pivots + self.nodes, updates: self.sets.updates() + self.looks }
    }
    fn certain(&self) -> Count {
        Count::from(self.ranking.len() as u64)
    }
    fn fraction(&self) -> f64 {
        if self.step == Step::Halt {
            return 1.0;
        }
        // Another round may follow.
        if self.round.is_some() {
            return 0.0;
        }
        fraction_done(self.levels.iter().map(|level| (level.rank, level.degree)))
    }
    fn pace(&self) -> u64 {
        let per_node = (self.problem.entry_count() + self.problem.item_count()) as u64;
        self.relaxation.as_ref().map_or(((1 << 21) / per_node.max(1)).clamp(1, 1 << 10), Relaxation::pace)
    }
}

impl Listing for Best {
    fn solution(&mut self) -> Solution {
        self.sets.taken().collect()
    }
}

impl Best {
    /// The cost of the cover at which it has halted, in units of cost.
    pub(crate) fn cost_here(&self) -> i128 {
        self.sets.taken().map(|option| i128::from(self.problem.cost(option))).sum()
    }
}

#[cfg(test)]
mod tests;
