//! What orders of the items of one problem cost.

use super::cost::{Cost, WIDEST};
use super::lives::{Life, Lives, NEVER};
use super::tree::{Tree, Trees};
use crate::engine::codes::Codes;
use crate::problem::{ItemId, Problem};

/// Prices orders of the items of one problem, in memory that it keeps.
pub(super) struct Pricer<'a> {
    problem: &'a Problem,
    bits: Vec<u32>,
    lives: Lives,
    /// By how much the frontier grows before each step, less what it shrinks.
    growth: Vec<i64>,
    /// How many options are decided at each step.
    decided: Vec<u32>,
    trees: Trees,
}

impl<'a> Pricer<'a> {
    pub(super) fn new(problem: &'a Problem) -> Pricer<'a> {
        let codes = Codes::new(problem);
        let bits = problem.items().map(|item| codes.bits(item)).collect();
        let lives = Lives::of_none(problem);
        Pricer { problem, bits, lives, growth: vec![], decided: vec![], trees: Trees::default() }
    }

    /// The cost of an order of all primary items. Linear in the entries of the problem.
    pub(super) fn cost(&mut self, order: &[ItemId]) -> Cost {
        self.costs_of_parts(order, &[order.len()])[0]
    }

    /// The cost of each part of an order whose parts share no option and come one after the other, given the
    /// place after the last item of each. Linear in the entries of the problem.
    pub(super) fn costs_of_parts(&mut self, order: &[ItemId], ends: &[usize]) -> Vec<Cost> {
        let mut costs = vec![Cost { states: 0, width: 0 }; ends.len()];
        self.lives.reset(self.problem, order);
        let last_step = |&end: &usize| order[..end].last().map_or(0, |item| self.lives.rank[item.index()]);
        let last_steps: Vec<u32> = ends.iter().map(last_step).collect();
        let (mut part, mut step) = (0, 0);
        self.each_layer_of_last(|bits, states| {
            part += usize::from(step > last_steps[part]);
            step += 1;
            let cost = &mut costs[part];
            *cost = cost.and(Cost { states, width: bits });
        });
        costs
    }

    /// An order as a tree; without bounds only.
    pub(super) fn tree(&mut self, order: &[ItemId]) -> Tree {
        if self.problem.has_bounds() {
            return Tree::NONE;
        }
        self.lives.reset(self.problem, order);
        self.trees.tree(self.problem, order, &self.lives, &self.bits)
    }

    /// The cost of a search along an order that continues separately in each part that shares no item with
    /// the others; the maximum cost if there are bounds, because no engine splits such problems. Nearly
    /// linear in the entries.
    pub(super) fn cost_of_tree(&mut self, order: &[ItemId]) -> Cost {
        self.lives.reset(self.problem, order);
        self.cost_of_last_as_tree(order)
    }

    /// The cost of a search, along the order that was priced last, that continues separately in each part
    /// that shares no item with the others; the maximum cost if there are bounds.
    pub(super) fn cost_of_last_as_tree(&mut self, order: &[ItemId]) -> Cost {
        if self.problem.has_bounds() {
            return Cost::MAX;
        }
        self.trees.cost(self.problem, order, &self.lives, &self.bits)
    }

    /// The upper bound on the states before each step.
    pub(super) fn layers(&mut self, order: &[ItemId]) -> Vec<u128> {
        let mut layers = vec![];
        self.lives.reset(self.problem, order);
        self.each_layer_of_last(|_, states| layers.push(states));
        layers
    }

    /// Tells the width of the frontier before each step of the order that was looked at last, in bits, and a
    /// bound on the states there.
    fn each_layer_of_last(&mut self, mut tell: impl FnMut(u32, u128)) {
        self.tally(self.lives.steps);
        // An option that may be left is decided in one more way.
        let leaves = u32::from(self.problem.has_bounds());
        let (mut width, mut states) = (0, 1u128);
        for (growth, &decided) in self.growth.iter().zip(&self.decided) {
            width += growth;
            let bits = u32::try_from(width).unwrap_or(0);
            states = states.min(1 << bits.min(WIDEST));
            tell(bits, states);
            states = states.saturating_mul((decided.max(1) + leaves).into());
        }
    }

    fn tally(&mut self, steps: usize) {
        self.growth.clear();
        self.growth.resize(steps + 2, 0);
        self.decided.clear();
        self.decided.resize(steps, 0);
        for (life, &bits) in self.lives.of.iter().zip(&self.bits) {
            let &Life { first, last } = life;
            if first < last {
                self.growth[first as usize + 1] += i64::from(bits);
                self.growth[last as usize + 1] -= i64::from(bits);
            }
        }
        for &step in self.lives.decided.iter().filter(|&&step| step != NEVER) {
            self.decided[step as usize] += 1;
        }
    }
}
