//! Branch and bound with the relaxation solved at each node: for large partitions of a few hundred items.
//!
//! **Stages.** What a cover may cost beyond the bound of the relaxation decides how many options matter, and how
//! large the tree is. So the first stage allows what leaves some options, and each one after it twice as much: it
//! proves that no cover costs that little, or finds one, which ends up the best that the stage allows. The last
//! stage takes as long as all others, or longer. Each has a [linear program](super::stage) of its own, without
//! options and items that do not matter.
//!
//! **Root of a stage.** Cliques that the relaxation violates are added to it, and options that have become too
//! dear go, as long as that helps.
//!
//! **Branches.** If options are chosen in part, there are two items that are covered by the same option in
//! part: in one branch they are covered together, in the other one apart (D. Ryan, B. Foster, *An integer
//! programming approach to scheduling*, 1981). Both remove options, nothing else, so the dual simplex method
//! goes on where it was. Together comes first: so the search dives to a cover within a few nodes. Which two
//! [is tried](super::pairs).
//!
//! **Bound.** At a node, the prices of the simplex method are rounded to whole units, and the bound that they
//! prove is computed exactly: the sum of all prices, and the net costs below 0 of the options left. A node is
//! left if that exceeds what is allowed, and an option whose net cost would exceed it is removed there. If the
//! relaxation has no solution, prices far along the ray prove it. Nothing rests on rounding: if a proof fails, the
//! inverse is made anew, and if it fails again, the search gives up.
//!
//! **Nodes.** A pivot is a node.

use std::collections::BTreeSet;

use super::SCALE;
use super::pairs::{Choice, choose};
use super::partition::Partition;
use super::relaxation::Relaxation;
use super::simplex::Step;
use super::stage::{OUT, Stage};
use crate::budget::{Pause, Work};
use crate::engine::task::Task;
use crate::problem::{OptionId, Problem, Solution};

/// A node that takes this number of pivots for each row gives up.
const PIVOTS_A_ROW: u64 = 300;
/// The first stage leaves at least this number of options for each row.
const FIRST_OPTIONS: usize = 2;
/// Each stage allows this many times what the last one did beyond the bound of the relaxation.
const GROWTH: i128 = 2;
/// The most rounds of cliques at a root; and they end when one has added less than this part of what is allowed.
const ROUNDS: u32 = 20;
const HELPS: i128 = 100;

/// A node that branches.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The length of the trail before its branch.
    trail: usize,
    choice: Choice,
    is_second: bool,
    /// No cover below it costs less, in units of [`SCALE`].
    bound: i128,
}

/// The search. Costs are in the sense in which low is better.
pub(crate) struct Tree {
    partition: Partition,
    /// What is certain without branching, in units of [`SCALE`], and the net costs that prove it.
    base: i128,
    base_net: Vec<i128>,
    stage: Stage,
    /// The highest cost that the stage allows, in the same units; `None` before the first one.
    limit: Option<i128>,
    /// The rounds of cliques at its root, none of which is left when branches begin, and the bound that they have.
    rounds: Option<u32>,
    root: i128,
    root_net: Vec<i128>,
    levels: Vec<Level>,
    /// The options that were removed.
    trail: Vec<u32>,
    /// The highest cost that is allowed.
    most: i128,
    proved: i128,
    /// The bound at the last look, and what pivots had added then, and their number.
    looked: (f64, f64, u64),
    /// Did the last proof fail?
    has_failed: bool,
    /// The covers found, each cheaper than those before.
    pub(crate) covers: BTreeSet<(i128, Solution)>,
    /// How it ended: with all done, or because a proof failed.
    ended: Option<Pause>,
    nodes: u64,
    /// What was spent beside the simplex method of this stage.
    spent: Work,
}

impl Tree {
    /// The search from a relaxation that is solved, of a problem with primary items alone that are covered once.
    pub(super) fn new(problem: &Problem, relaxation: Relaxation, sign: i128) -> Tree {
        let simplex = relaxation.simplex;
        let lists =
            (0..problem.option_count() as u32).map(|option| simplex.rows_of(option).to_vec()).collect();
        let partition = Partition::new(problem, sign, simplex.row_count(), lists);
        let most = partition.costs.iter().map(|&cost| cost.max(0)).sum::<i128>() * SCALE;
        let mut stage = Stage::new(&partition, simplex);
        let base = stage.bound(0.0);
        Tree {
            partition,
            base,
            base_net: stage.net.clone(),
            stage,
            limit: None,
            rounds: None,
            root: base,
            root_net: vec![],
            levels: vec![],
            trail: vec![],
            most,
            proved: base,
            looked: (0.0, 0.0, 0),
            has_failed: false,
            covers: BTreeSet::new(),
            ended: None,
            nodes: 0,
            spent: Work::default(),
        }
    }

    /// From now on only covers up to this cost are found.
    pub(crate) fn allow(&mut self, highest: i128) {
        self.most = self.most.min(highest * SCALE);
    }

    /// No cover that is allowed costs less than this.
    pub(crate) fn proved(&self) -> i128 {
        let open = self.levels.iter().filter(|level| !level.is_second);
        let here = self.levels.last().map_or(self.proved, |level| level.bound);
        let least = open.map(|level| level.bound).min().map_or(here, |least| least.min(here));
        -(-self.proved.max(least.min(self.limit() + 1))).div_euclid(SCALE)
    }

    /// Is there a branch that is not at its end?
    #[cfg(test)]
    pub(super) fn has_branched(&self) -> bool {
        !self.levels.is_empty()
    }

    /// The highest cost that is allowed in this stage.
    fn limit(&self) -> i128 {
        self.limit.map_or(self.most, |limit| limit.min(self.most))
    }

    /// Begins the next stage. Returns a pause if the last one has allowed all.
    fn next_stage(&mut self) -> Option<Pause> {
        let beyond = match self.limit {
            None => {
                let mut nets = self.base_net.clone();
                nets.sort_unstable();
                let place = (FIRST_OPTIONS * self.partition.row_count).min(nets.len() - 1);
                nets[place].min(self.most - self.base)
            }
            Some(limit) => {
                self.proved = self.proved.max(self.limit() + 1);
                if limit >= self.most {
                    return Some(Pause::End);
                }
                GROWTH * (limit - self.base)
            }
        };
        let limit = self.base + beyond.max(SCALE);
        let is_all = self.base_net.iter().all(|&net| net == OUT || self.base + net <= limit);
        self.limit = Some(if is_all { self.most } else { limit.min(self.most) });
        (self.rounds, self.root_net) = (Some(0), vec![]);
        self.renew(vec![]);
        None
    }

    /// Goes to the root of a linear program without options that are too dear, and with these cliques.
    fn renew(&mut self, cliques: Vec<Vec<u32>>) {
        let limit = self.limit();
        let mut is_left: Vec<bool> = self.base_net.iter().map(|net| self.base + net <= limit).collect();
        if !self.root_net.is_empty() {
            let mut is_here = vec![false; is_left.len()];
            for (&option, net) in self.stage.options.iter().zip(&self.root_net) {
                is_here[option as usize] = self.root + net <= limit;
            }
            is_left.iter_mut().zip(is_here).for_each(|(is_left, is_here)| *is_left &= is_here);
        }
        self.count_stage();
        self.stage = self.stage.renewed(&self.partition, is_left, cliques);
        self.levels.clear();
        self.trail.clear();
        self.looked = (f64::NEG_INFINITY, 0.0, 0);
    }

    fn count_stage(&mut self) {
        self.spent.nodes += self.stage.simplex.pivots();
        self.spent.updates += self.stage.simplex.products() + self.stage.looks;
    }

    /// Makes a pivot, or ends a node. Returns a pause if it halts.
    fn step(&mut self) -> Option<Pause> {
        if self.limit.is_none() {
            return self.next_stage();
        }
        let (limit, simplex) = (self.limit(), &mut self.stage.simplex);
        let step = simplex.pivot();
        let (bound, gained, pivots) = self.looked;
        if step == Step::Pivoted
            && simplex.pivots() - pivots > PIVOTS_A_ROW * simplex.row_count() as u64 + 1000
        {
            return Some(Pause::Memory);
        }
        let is_far = bound + simplex.gained() - gained > limit as f64 / SCALE as f64 + 0.1;
        if step == Step::Pivoted && !is_far {
            return None;
        }
        let bound = self.stage.bound_at(step, limit);
        if step == Step::Pivoted && bound <= limit {
            // What pivots add was overestimated by rounding.
            self.looked = (bound as f64 / SCALE as f64, self.stage.simplex.gained(), pivots);
            return None;
        }
        self.nodes += 1;
        if bound > limit {
            return self.back();
        }
        if step == Step::Infeasible {
            return self.doubt();
        }
        if self.rounds.is_some() && self.goes_on_at_root(bound) {
            return None;
        }
        self.end_node(bound)
    }

    /// A proof has failed: once it is tried again with an inverse that is made anew.
    fn doubt(&mut self) -> Option<Pause> {
        if self.has_failed {
            return Some(Pause::Memory);
        }
        self.has_failed = true;
        self.stage.simplex.start_anew();
        None
    }

    /// Adds cliques that are violated at the root of a stage, and lets go what has become too dear. Returns whether it
    /// did.
    fn goes_on_at_root(&mut self, bound: i128) -> bool {
        let limit = self.limit();
        let is_first = self.root_net.is_empty();
        let added = bound - if is_first { self.base } else { self.root };
        (self.root, self.root_net) = (bound, self.stage.net.clone());
        self.proved = self.proved.max(bound.min(limit + 1));
        let dear = self.root_net.iter().filter(|&&net| bound + net > limit).count();
        let is_smaller = dear * 10 > self.stage.options.len();
        let rounds = self.rounds.unwrap_or(ROUNDS);
        let mut cliques = vec![];
        if rounds < ROUNDS && (is_first || added * HELPS > limit - bound) {
            cliques = self.stage.violated_cliques(&self.partition, limit - bound);
        }
        let goes_on = !cliques.is_empty() || (is_smaller && rounds < ROUNDS);
        self.rounds = goes_on.then_some(rounds + 1);
        if goes_on {
            self.renew(cliques);
        }
        goes_on
    }

    /// Takes the cover of a relaxation that is solved, or branches.
    fn end_node(&mut self, bound: i128) -> Option<Pause> {
        let limit = self.limit();
        let net = self.stage.net.iter().enumerate();
        let dear: Vec<u32> = net.filter(|one| bound + one.1 > limit).map(|one| one.0 as u32).collect();
        for option in dear {
            self.remove(option);
        }
        let Some(choice) = choose(&self.stage, (limit - bound) as f64 / SCALE as f64, &mut self.spent) else {
            // A cover that was found is too dear from now on, and its node is left as any other.
            if self.takes_cover() {
                return None;
            }
            // It is too dear, and costs that are shifted are too rough a measure to show it.
            self.stage.simplex.price(false);
            let bound = self.stage.bound(0.0);
            self.stage.simplex.price(true);
            return if bound > limit { self.back() } else { self.doubt() };
        };
        self.levels.push(Level { trail: self.trail.len(), choice, is_second: false, bound });
        self.branch(choice.pair, choice.is_together_first, bound);
        None
    }

    /// Removes the options that one branch does not have.
    fn branch(&mut self, pair: (u32, u32), is_together: bool, bound: i128) {
        self.has_failed = false;
        for option in self.stage.against(pair, is_together) {
            self.remove(option);
        }
        let simplex = &mut self.stage.simplex;
        simplex.settle();
        self.looked = (bound as f64 / SCALE as f64, simplex.gained(), simplex.pivots());
        self.spent.updates += simplex.entry_count() as u64;
    }

    fn remove(&mut self, option: u32) {
        let simplex = &mut self.stage.simplex;
        if !simplex.is_removed(option) {
            simplex.set_removed(option, true);
            self.trail.push(option);
        }
    }

    /// Is an option too dear at the root already, where all may be chosen? Then it never comes back.
    fn is_too_dear(&self, option: u32) -> bool {
        self.root_net.get(option as usize).is_some_and(|net| self.root + net > self.limit())
    }

    /// Goes to the last branch that is left, or to the next stage. Returns a pause if there is none.
    fn back(&mut self) -> Option<Pause> {
        while let Some(level) = self.levels.pop() {
            for option in self.trail.split_off(level.trail) {
                let is_removed = self.is_too_dear(option);
                self.stage.simplex.set_removed(option, is_removed);
            }
            if !level.is_second && level.bound <= self.limit() {
                self.levels.push(Level { is_second: true, ..level });
                self.branch(level.choice.pair, !level.choice.is_together_first, level.bound);
                return None;
            }
        }
        self.next_stage()
    }

    /// Keeps the options that are chosen as a whole, if they are a cover that is allowed.
    fn takes_cover(&mut self) -> bool {
        let chosen = self.stage.simplex.chosen().filter(|one| one.1 > 0.5);
        let mut options: Vec<u32> = chosen.map(|one| self.stage.options[one.0 as usize]).collect();
        options.sort_unstable();
        let mut covered = vec![0u32; self.partition.row_count];
        for &row in options.iter().flat_map(|&option| self.partition.rows_of(option)) {
            covered[row as usize] += 1;
        }
        let cost: i128 = options.iter().map(|&option| self.partition.costs[option as usize]).sum();
        if covered.iter().any(|&times| times != 1) || cost * SCALE > self.limit() {
            return false;
        }
        let options = options.into_iter().map(|option| OptionId::from_index(option as usize));
        self.covers.insert((cost, options.collect()));
        self.most = (cost - 1) * SCALE;
        for option in 0..self.stage.options.len() as u32 {
            if self.is_too_dear(option) {
                self.stage.simplex.set_removed(option, true);
            }
        }
        self.stage.simplex.settle();
        true
    }
}

impl Task for Tree {
    /// [`Pause::Memory`] if it gives up.
    fn run(&mut self, nodes: u64) -> Pause {
        while self.ended.is_none() && self.work().nodes < nodes {
            self.ended = self.step();
        }
        self.ended.unwrap_or(Pause::Bound)
    }

    fn work(&self) -> Work {
        let (Work { nodes, updates }, simplex) = (self.spent, &self.stage.simplex);
        let updates = updates + simplex.products() + self.stage.looks;
        Work { nodes: nodes + simplex.pivots() + self.nodes, updates: updates / 8 }
    }

    /// The part of the tree of a stage that is done, if both branches of a node are as large.
    fn fraction(&self) -> f64 {
        let (mut done, mut part) = (0.0, 1.0);
        for level in &self.levels {
            part /= 2.0;
            done += if level.is_second { part } else { 0.0 };
        }
        done
    }

    /// The pivots that take about a millisecond, at the most.
    fn pace(&self) -> u64 {
        let simplex = &self.stage.simplex;
        ((1 << 20) / (simplex.row_count().pow(2) + simplex.entry_count()).max(1)).max(1) as u64
    }
}
