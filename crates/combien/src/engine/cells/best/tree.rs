//! Branch and bound with the relaxation solved at each node: for large partitions of a few hundred items.
//!
//! **Branches.** If options are chosen in part, there are two items that are covered by the same option in
//! part: in one branch they are covered together, in the other one apart (D. Ryan, B. Foster, *An integer
//! programming approach to scheduling*, 1981). Both remove options, nothing else, so the dual simplex method
//! goes on where it was. Together comes first, and the two items are those that nearly are together: so the
//! search dives to a cover within a few nodes.
//!
//! **Bound.** At a node, the prices of the simplex method are rounded to whole units, and the bound that they
//! prove is computed exactly: the sum of all prices, and the net costs below 0 of the options left. A node is
//! left if that exceeds what is allowed, and an option whose net cost would exceed it is removed there. If the
//! relaxation has no solution, prices far along the ray prove it. Nothing rests on rounding: if a proof fails,
//! the search gives up.
//!
//! **Nodes.** A pivot is a node.

use std::collections::{BTreeMap, BTreeSet};

use super::SCALE;
use super::prices::scaled;
use super::relaxation::Relaxation;
use super::simplex::Step;
use crate::budget::{Pause, Work};
use crate::engine::task::Task;
use crate::problem::{OptionId, Problem, Solution};

/// Two items are covered together whose sum is nearest to this: with 0.5 there are fewer dives, with 0.95 more
/// nodes, and both took twice as long.
const NEARLY: f64 = 0.75;
/// What is this near to a whole number is one.
const WHOLE: f64 = 1e-5;
/// How far along a ray prices are tried, in multiples of what should be enough.
const ALONG: [f64; 4] = [1.5, 16.0, 1024.0, 1_048_576.0];
/// A node that takes this number of pivots for each row gives up.
const PIVOTS_A_ROW: u64 = 300;

/// A node that branches.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The length of the trail before its branch.
    trail: usize,
    pair: (u32, u32),
    is_apart: bool,
    /// No cover below it costs less, in units of [`SCALE`].
    bound: i128,
}

/// The search. Costs are in the sense in which low is better.
pub(crate) struct Tree {
    relaxation: Relaxation,
    costs: Vec<i128>,
    net: Vec<i128>,
    levels: Vec<Level>,
    /// The options that were removed.
    trail: Vec<u32>,
    /// The highest cost that is allowed, in units of [`SCALE`].
    most: i128,
    /// What is certain without branching, in the same units, and the net costs there.
    root: i128,
    root_net: Vec<i128>,
    /// The bound at the last look, and what pivots had added then, and their number.
    looked: (f64, f64, u64),
    /// The covers found, each cheaper than those before.
    pub(crate) covers: BTreeSet<(i128, Solution)>,
    /// How it ended: with all done, or because a proof failed.
    ended: Option<Pause>,
    nodes: u64,
    looks: u64,
}

impl Tree {
    /// The search from a relaxation that is solved, of a problem with primary items alone that are covered once.
    pub(super) fn new(problem: &Problem, relaxation: Relaxation, sign: i128) -> Tree {
        let costs: Vec<i128> =
            problem.options().map(|option| sign * i128::from(problem.cost(option))).collect();
        let most = costs.iter().map(|&cost| cost.max(0)).sum::<i128>() * SCALE;
        Tree {
            relaxation,
            net: vec![0; costs.len()],
            costs,
            levels: vec![],
            trail: vec![],
            most,
            root: i128::MIN,
            root_net: vec![],
            looked: (f64::NEG_INFINITY, 0.0, 0),
            covers: BTreeSet::new(),
            ended: None,
            nodes: 0,
            looks: 0,
        }
    }

    /// From now on only covers up to this cost are found.
    pub(crate) fn allow(&mut self, highest: i128) {
        self.most = self.most.min(highest * SCALE);
    }

    /// No cover that is allowed costs less than this; `None` if nothing is known.
    pub(crate) fn proved(&self) -> Option<i128> {
        let open = self.levels.iter().filter(|level| !level.is_apart);
        let here = self.levels.last().map_or(self.root, |level| level.bound);
        let least = open.map(|level| level.bound).min().map_or(here, |least| least.min(here));
        (self.root != i128::MIN).then(|| -(-least).div_euclid(SCALE))
    }

    /// Makes a pivot, or ends a node. Returns a pause if it halts.
    fn step(&mut self) -> Option<Pause> {
        let simplex = &mut self.relaxation.simplex;
        let step = simplex.pivot();
        let (bound, gained, pivots) = self.looked;
        if step == Step::Pivoted
            && simplex.pivots() - pivots > PIVOTS_A_ROW * simplex.row_count() as u64 + 1000
        {
            return Some(Pause::Memory);
        }
        let is_far = bound + simplex.gained() - gained > self.most as f64 / SCALE as f64 + 0.1;
        if step == Step::Pivoted && !is_far {
            return None;
        }
        let bound = if step == Step::Infeasible { self.bound_along_ray() } else { self.bound(0.0) };
        if step == Step::Pivoted && bound <= self.most {
            // What pivots add was overestimated by rounding.
            self.looked = (bound as f64 / SCALE as f64, self.relaxation.simplex.gained(), pivots);
            return None;
        }
        self.nodes += 1;
        if bound > self.most {
            return self.back();
        }
        if step == Step::Infeasible {
            return Some(Pause::Memory);
        }
        if self.levels.is_empty() {
            (self.root, self.root_net) = (bound, self.net.clone());
        }
        self.end_node(bound)
    }

    /// Takes the cover of a relaxation that is solved, or branches.
    fn end_node(&mut self, bound: i128) -> Option<Pause> {
        let Some(pair) = self.pair() else {
            // A cover that was found is too dear from now on, and its node is left as any other.
            if self.takes_cover() {
                return None;
            }
            // It is too dear, and costs that are shifted are too rough a measure to show it.
            self.relaxation.simplex.price(false);
            let bound = self.bound(0.0);
            self.relaxation.simplex.price(true);
            return if bound > self.most { self.back() } else { Some(Pause::Memory) };
        };
        let (net, most) = (&self.net, self.most);
        let dear: Vec<u32> = (0..net.len() as u32).filter(|&one| bound + net[one as usize] > most).collect();
        for option in dear {
            self.remove(option);
        }
        self.levels.push(Level { trail: self.trail.len(), pair, is_apart: false, bound });
        self.branch(pair, true, bound);
        None
    }

    /// Removes the options that one branch does not have.
    fn branch(&mut self, (one, other): (u32, u32), is_together: bool, bound: i128) {
        for option in 0..self.costs.len() as u32 {
            if self.relaxation.simplex.is_removed(option) {
                continue;
            }
            let rows = self.relaxation.simplex.rows_of(option);
            let has = (rows.contains(&one), rows.contains(&other));
            if if is_together { has.0 != has.1 } else { has == (true, true) } {
                self.remove(option);
            }
        }
        let simplex = &mut self.relaxation.simplex;
        self.looks += simplex.entry_count() as u64;
        simplex.settle();
        self.looked = (bound as f64 / SCALE as f64, simplex.gained(), simplex.pivots());
    }

    fn remove(&mut self, option: u32) {
        let simplex = &mut self.relaxation.simplex;
        if !simplex.is_removed(option) {
            simplex.set_removed(option, true);
            self.trail.push(option);
        }
    }

    /// Is an option too dear at the root already, where all may be chosen? Then it never comes back.
    fn is_too_dear(&self, option: u32) -> bool {
        self.root_net.get(option as usize).is_some_and(|net| self.root + net > self.most)
    }

    /// Goes to the last branch that is left. Returns a pause if there is none.
    fn back(&mut self) -> Option<Pause> {
        while let Some(level) = self.levels.pop() {
            for option in self.trail.split_off(level.trail) {
                let is_removed = self.is_too_dear(option);
                self.relaxation.simplex.set_removed(option, is_removed);
            }
            if !level.is_apart && level.bound <= self.most {
                self.levels.push(Level { is_apart: true, ..level });
                self.branch(level.pair, false, level.bound);
                return None;
            }
        }
        Some(Pause::End)
    }

    /// The bound that the prices prove, this far along the ray, and the net costs. Linear in the entries.
    fn bound(&mut self, along: f64) -> i128 {
        let simplex = &self.relaxation.simplex;
        let mut prices: Vec<i128> = simplex.prices().iter().map(|&price| scaled(price)).collect();
        if along > 0.0 {
            let rays = simplex.prices().iter().zip(simplex.ray()).map(|(price, ray)| price + along * ray);
            prices = rays.map(scaled).collect();
        }
        let mut bound: i128 = prices.iter().sum();
        for (option, (net, cost)) in self.net.iter_mut().zip(&self.costs).enumerate() {
            if !simplex.is_removed(option as u32) {
                let rows = simplex.rows_of(option as u32).iter();
                *net = cost * SCALE - rows.map(|&row| prices[row as usize]).sum::<i128>();
                bound += (*net).min(0);
            }
        }
        self.looks += simplex.entry_count() as u64;
        bound
    }

    /// The bound somewhere along the ray, where it should exceed what is allowed.
    fn bound_along_ray(&mut self) -> i128 {
        let mut bound = self.bound(0.0);
        let lacks = ((self.most - bound).max(0) as f64 / SCALE as f64) + 1.0;
        for times in ALONG {
            if bound <= self.most {
                bound = self.bound(times * lacks);
            }
        }
        bound
    }

    /// Two rows that are covered together in part; of those about as near to what is wanted, the first. `None` if
    /// there are none: then each option is chosen or not.
    fn pair(&mut self) -> Option<(u32, u32)> {
        let simplex = &self.relaxation.simplex;
        let mut sums = BTreeMap::<(u32, u32), f64>::new();
        for (option, value) in simplex.chosen().filter(|&(_, value)| value < 1.0 - WHOLE) {
            let rows = simplex.rows_of(option);
            self.looks += 8 * rows.len().pow(2) as u64;
            for (place, &one) in rows.iter().enumerate() {
                for &other in &rows[..place] {
                    *sums.entry((one.min(other), one.max(other))).or_default() += value;
                }
            }
        }
        let parts = sums.into_iter().filter(|&(_, sum)| sum < 1.0 - WHOLE && sum > WHOLE);
        let near = |sum: f64| ((sum - NEARLY).abs() / WHOLE) as u64;
        parts.min_by_key(|&(pair, sum)| (near(sum), pair)).map(|(pair, _)| pair)
    }

    /// Keeps the options that are chosen as a whole, if they are a cover that is allowed.
    fn takes_cover(&mut self) -> bool {
        let simplex = &self.relaxation.simplex;
        let mut options: Vec<u32> = simplex.chosen().filter(|one| one.1 > 0.5).map(|one| one.0).collect();
        options.sort_unstable();
        let mut covered = vec![0u32; simplex.row_count()];
        for &option in &options {
            for &row in simplex.rows_of(option) {
                covered[row as usize] += 1;
            }
        }
        let cost: i128 = options.iter().map(|&option| self.costs[option as usize]).sum();
        if covered.iter().any(|&times| times != 1) || cost * SCALE > self.most {
            return false;
        }
        let options = options.into_iter().map(|option| OptionId::from_index(option as usize));
        self.covers.insert((cost, options.collect()));
        self.most = (cost - 1) * SCALE;
        for option in 0..self.costs.len() as u32 {
            if self.is_too_dear(option) {
                self.relaxation.simplex.set_removed(option, true);
            }
        }
        self.relaxation.simplex.settle();
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
        let simplex = &self.relaxation.simplex;
        Work { nodes: simplex.pivots() + self.nodes, updates: (simplex.products() + self.looks) / 8 }
    }

    /// The part of the tree that is done, if both branches of a node are as large.
    fn fraction(&self) -> f64 {
        let (mut done, mut part) = (0.0, 1.0);
        for level in &self.levels {
            part /= 2.0;
            done += if level.is_apart { part } else { 0.0 };
        }
        done
    }

    fn pace(&self) -> u64 {
        self.relaxation.pace()
    }
}
