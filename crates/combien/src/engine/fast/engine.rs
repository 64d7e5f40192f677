//! The search by the kernels as an engine.

use super::long::Long;
use super::{Fast, Fixed, Kernel, Stage, Unavailable};
use crate::budget::{Pause, Work};
use crate::engine::task::{START, walked};
use crate::engine::{
    Branch, Engine, Listing, Profile, Refusal, Search, Task, UPDATES_OF_SEARCH, most_nodes, pace,
};
use crate::problem::{Problem, Solution};

/// The engine `fast`.
pub(crate) struct ByKernels;

impl ByKernels {
    /// The search by a kernel that was named.
    pub(crate) fn search_with(
        problem: &Problem,
        kernel: Kernel,
    ) -> Result<Result<Box<dyn Search>, Refusal>, Unavailable> {
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

    fn search(&self, problem: &Problem) -> Result<Box<dyn Search>, Refusal> {
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
    fn begin(&mut self, branch: &Branch) {
        self.begin(branch);
    }
    fn rest(&mut self) -> Vec<Branch> {
        self.rest()
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
        let stage = self.masks.as_ref().map_or(0, |stage| stage.encoded.bytes() + stage.search.bytes());
        let fixed = self.fixed.as_ref().map_or(0, Fixed::bytes);
        let arena = self.arena.len() * size_of::<u64>();
        self.trunk.as_ref().map_or(0, |trunk| trunk.cells.bytes()) + stage + arena + fixed
    }
    fn pace_within(&self, memory: u64) -> u64 {
        let walked = if self.is_wide() { walked(self.problem.item_count()) } else { u64::MAX };
        let most = walked.min(most_nodes(memory, self.growth()));
        pace(self.work(), UPDATES_OF_SEARCH).min(most).max(1)
    }
    fn settle(&mut self) {
        self.settle();
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
