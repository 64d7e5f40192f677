//! The search by the kernels as an engine.

use super::long::Long;
use super::plan::in_good_order;
use super::{Fast, Fixed, Kernel, Stage, Unavailable};
use crate::budget::{Pause, Work};
use crate::engine::task::{START, walked};
use crate::engine::{
    Begun, Branch, Engine, Listing, Profile, Refusal, Search, Task, UPDATES_OF_SEARCH, most_nodes, pace,
};
use crate::problem::{OptionId, Problem, Solution, Subproblem};

/// The engine `fast`.
pub(crate) struct ByKernels;

impl ByKernels {
    /// The search by a kernel that was named.
    pub(crate) fn search_with(problem: &Problem, kernel: Kernel) -> Result<Begun<dyn Search>, Unavailable> {
        let fast = Fast::with_kernel(problem, kernel)?;
        Ok(fast.map(|fast| Box::new(fast) as Box<dyn Search>).map_err(Refusal::from))
    }
}

impl Engine for ByKernels {
    fn profile(&self) -> Profile {
        Profile {
            name: "fast",
            summary: "the fastest search, one solution after the other",
            keeps_bounds: true,
            cuts: true,
            ..Profile::default()
        }
    }

    /// It looks at an option twenty times as fast as links follow one.
    fn cost(&self, work: Work) -> u64 {
        5 * work.nodes + work.updates / 20
    }

    fn tables(&self, problem: &Problem) -> usize {
        18 * (problem.entry_count() + problem.option_count())
    }

    fn search(&self, problem: &Problem) -> Begun<dyn Search> {
        match Long::new(problem) {
            Some(long) => Ok(Box::new(long)),
            None => Ok(Box::new(Fast::new(problem)?)),
        }
    }
}

impl Task for Fast {
    fn run(&mut self, nodes: u64) -> Pause {
        self.run(nodes)
    }
    fn work(&self) -> Work {
        self.work()
    }
    fn fraction(&self) -> f64 {
        match (&self.trunk, &self.masks) {
            (Some(trunk), _) => trunk.cells.fraction(),
            // A branch that was begun in a fixed order: the masks have no part in it, and so none behind
            // them.
            (None, Some(stage)) if self.is_fixed_at_work && stage.search.depth() == 0 => 0.0,
            (None, Some(stage)) => stage.search.fraction_done(!self.is_fixed_at_work),
            (None, None) => 0.0,
        }
    }
    fn pace(&self) -> u64 {
        self.pace_within(u64::MAX)
    }
}

impl Listing for Fast {
    fn solution(&mut self) -> Solution {
        self.solution()
    }
}

impl Search for Fast {
    fn problem(&self) -> &Problem {
        &self.problem
    }
    fn twin(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
    /// Starts again, on a branch that some search of the same problem had left, or on a
    /// whole part of the problem. No new plan is made: earlier results about the order stay, and the
    /// search over masks continues to the end unless the branch says otherwise.
    ///
    /// Nothing is rebuilt, unless the excluded options differ from those before.
    fn begin(&mut self, branch: &Branch) {
        self.restart_with(branch.subproblem.clone());
        self.plan.settle();
        self.in_fixed_order = branch.in_fixed_order;
        if let (Some(_), None, Some(stage)) = (branch.in_fixed_order, &self.trunk, &mut self.masks) {
            if self.fixed.is_none() {
                self.fixed = in_good_order(&self.problem, &stage.encoded.bits);
            }
            stage.search.delegate(self.fixed.is_some());
        }
    }
    /// What is left of the search, in its order. Branches are to be searched by [`Search::begin`], here or in a
    /// clone.
    ///
    /// Takes time in proportion to what is left and the path to it.
    fn rest(&mut self) -> Vec<Branch> {
        let mut rest = vec![];
        let above = match &self.trunk {
            Some(trunk) => trunk.cells.solution().options().to_vec(),
            None => vec![],
        };
        // Long paths are shared by all branches below.
        let above = Subproblem::of_lists(above.into(), self.subproblem.refused().clone());
        let above_share = self.trunk.as_ref().map_or(1.0, |trunk| trunk.cells.share());
        if let Some(stage) = &mut self.masks {
            let search = &mut stage.search;
            let is_in_fixed_order = self.fixed.is_some() && search.delegates();
            let inner = match &self.fixed {
                Some(fixed) if self.is_fixed_at_work => {
                    let (chosen, share) = (search.chosen(), search.share());
                    let below = fixed.rest(self.processor).into_iter();
                    below
                        .map(|(options, part)| ([&chosen[..], &options[..]].concat(), share * part))
                        .collect()
                }
                _ => vec![],
            };
            let inner: Vec<_> = inner.into_iter().chain(search.rest()).collect();
            let all: f64 = inner.iter().map(|&(_, share)| share).sum();
            let mut path: Vec<OptionId> = vec![];
            let mut trail = above.taken().trail(&path);
            for (places, share) in inner {
                let options: Vec<_> = stage.options(places).collect();
                let common = options.iter().zip(&path).take_while(|(a, b)| a == b).count();
                let taken = if common + 1 >= options.len() {
                    trail.prefix(common).with(options[common..].iter().copied())
                } else {
                    trail = above.taken().trail(&options);
                    path = options;
                    trail.prefix(path.len())
                };
                let in_fixed_order = match self.in_fixed_order {
                    _ if !is_in_fixed_order => None,
                    None => Some(self.plan.allowance(share)),
                    Some(u64::MAX) => Some(u64::MAX),
                    // The unused part of its allowance is for all of them together.
                    Some(allowed) if allowed > self.budget.nodes => {
                        Some(((allowed - self.budget.nodes) as f64 * share / all) as u64)
                    }
                    Some(_) => None,
                };
                let subproblem = Subproblem::of_lists(taken, above.refused().clone());
                rest.push(Branch { subproblem, share: above_share * share, in_fixed_order });
            }
        }
        if let Some(trunk) = &self.trunk {
            rest.extend(trunk.cells.rest());
        }
        rest
    }
    fn tally(&mut self, nodes: u64) -> (Pause, u64) {
        let before = self.found();
        let pause = self.count(nodes);
        (pause, self.found() - before)
    }
    fn depth(&self) -> usize {
        let fixed = self.fixed.as_ref().filter(|_| self.is_fixed_at_work);
        self.trunk.as_ref().map_or(0, |trunk| trunk.cells.depth())
            + self.masks.as_ref().map_or(0, |stage| stage.search.depth())
            + fixed.map_or(0, Fixed::depth)
    }
    fn children(&self) -> usize {
        match (&self.fixed, &self.masks, &self.trunk) {
            (Some(fixed), ..) if self.is_fixed_at_work => fixed.children(),
            (_, Some(Stage { search, .. }), _) if search.depth() > 0 => search.children(),
            (.., Some(trunk)) => trunk.cells.children(),
            _ => 0,
        }
    }
    /// The order is not reconsidered: begin with [`Search::begin`].
    fn turn(&mut self, children: usize) {
        match (&mut self.fixed, &mut self.masks, &mut self.trunk) {
            (Some(fixed), ..) if self.is_fixed_at_work => fixed.turn(children, self.processor),
            (_, Some(Stage { search, .. }), _) if search.depth() > 0 => search.turn(children),
            (_, masks, Some(trunk)) if children > 0 => {
                // If the first child has been handed over already, it is not the one.
                *masks = None;
                trunk.turn(children);
            }
            _ => {}
        }
    }
    /// Measured on pentominoes, and on Latin squares, where dancing cells hand over to masks that have to be
    /// built again.
    fn start_cost(&self) -> u64 {
        let entries = self.problem.entry_count() as u64;
        START + if self.is_wide() { entries * 4 } else { entries / 8 }
    }
    fn bytes(&self) -> usize {
        let stages = self.masks.iter().chain(self.parked.iter().flat_map(|(_, masks)| masks));
        let stage: usize = stages.map(|stage| stage.encoded.bytes() + stage.search.bytes()).sum();
        let fixed = self.fixed.as_ref().map_or(0, Fixed::bytes);
        let arena = self.arena.len() * size_of::<u64>();
        self.trunk.as_ref().map_or(0, |trunk| trunk.cells.bytes()) + stage + arena + fixed
    }
    fn pace_within(&self, memory: u64) -> u64 {
        let walked = if self.is_wide() { walked(self.problem.item_count()) } else { u64::MAX };
        let most = walked.min(most_nodes(memory, self.growth()));
        pace(self.work(), UPDATES_OF_SEARCH).min(most).max(1)
    }
    /// Decides about the order for the last time: the rest should be done in the way that is best according
    /// to what is known now.
    fn settle(&mut self) {
        if let (Some(stage), None, false) = (&mut self.masks, &self.trunk, self.plan.is_settled()) {
            let fraction = stage.search.fraction_done(true);
            self.fixed = self.plan.decide(&self.problem, &stage.encoded.bits, &self.budget, fraction);
            stage.search.delegate(self.fixed.is_some());
        }
        self.plan.settle();
    }
    fn may_change_order(&self) -> bool {
        let may_be_given_up = match self.in_fixed_order {
            None => self.plan.has_promised(),
            Some(nodes) => nodes < u64::MAX,
        };
        !self.plan.is_settled() || (self.is_in_fixed_order() && may_be_given_up)
    }
    fn is_in_fixed_order(&self) -> bool {
        self.fixed.is_some() && self.masks.as_ref().is_some_and(|stage| stage.search.delegates())
    }
    fn next_thought(&self) -> u64 {
        self.plan.next_thought
    }
}
