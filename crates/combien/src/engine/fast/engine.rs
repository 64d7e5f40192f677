//! The search by the kernels as an engine.

use super::long::Long;
use super::{Fast, Kernel, Unavailable};
use crate::budget::{Pause, Work};
use crate::engine::task::{START, walked};
use crate::engine::{
    Branch, Descent, Engine, Listing, Profile, Refusal, Search, Task, UPDATES_OF_SEARCH, most_nodes, pace,
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
        self.fraction_done()
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
    fn descend(&mut self, choose: &mut dyn FnMut(usize) -> usize) -> Descent {
        self.descend(choose)
    }
    /// Measured on pentominoes, and on Latin squares, where dancing cells hand over to masks that have to be
    /// built again.
    fn start_cost(&self) -> u64 {
        let entries = self.problem.entry_count() as u64;
        START + if self.is_too_wide_for_masks() { entries * 4 } else { entries / 8 }
    }
    fn bytes(&self) -> usize {
        self.bytes()
    }
    fn pace_within(&self, memory: u64) -> u64 {
        let is_wide = self.is_too_wide_for_masks();
        let walked = if is_wide { walked(self.problem.item_count()) } else { u64::MAX };
        let most = walked.min(most_nodes(memory, self.growth()));
        pace(self.work(), UPDATES_OF_SEARCH).min(most).max(1)
    }
    fn settle(&mut self) {
        self.settle();
    }
    fn may_change_order(&self) -> bool {
        self.may_change_order()
    }
    fn is_in_fixed_order(&self) -> bool {
        self.is_in_fixed_order()
    }
    fn next_thought(&self) -> u64 {
        self.next_thought()
    }
}
