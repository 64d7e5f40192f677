//! Dancing links as an engine.

use super::{Level, Links, Step};
use crate::budget::{Pause, Work};
use crate::engine::task::{START, walked};
use crate::engine::walk::Stepwise;
use crate::engine::{
    Begun, Branch, Engine, Listing, Profile, Search, Task, UPDATES_OF_SEARCH, fraction_done, pace,
};
use crate::problem::{OptionId, Problem, Solution};

/// The engine `links`.
pub(crate) struct ByLinks;

impl Engine for ByLinks {
    fn profile(&self) -> Profile {
        Profile {
            name: "links",
            summary: "Knuth's dancing links, one solution after the other",
            keeps_bounds: true,
            cuts: true,
            ..Profile::default()
        }
    }

    fn cost(&self, work: Work) -> u64 {
        4 * work.nodes + work.updates
    }

    fn tables(&self, problem: &Problem) -> usize {
        40 * (problem.entry_count() + problem.option_count())
    }

    fn search(&self, problem: &Problem) -> Begun<dyn Search> {
        Ok(Box::new(Links::new(problem)?))
    }
}

impl Task for Links {
    fn run(&mut self, nodes: u64) -> Pause {
        self.run(nodes)
    }
    fn work(&self) -> Work {
        self.work()
    }
    fn fraction(&self) -> f64 {
        if self.step == Step::Halt {
            return 1.0;
        }
        fraction_done(self.levels.iter().map(|level| (level.rank, level.degree)))
    }
    fn pace(&self) -> u64 {
        self.pace_within(u64::MAX)
    }
}

impl Listing for Links {
    fn solution(&mut self) -> Solution {
        Links::solution(self)
    }
}

impl Search for Links {
    fn problem(&self) -> &Problem {
        &self.problem
    }
    fn twin(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
    fn begin(&mut self, branch: &Branch) {
        self.begin(&branch.subproblem);
    }
    fn rest(&mut self) -> Vec<Branch> {
        Links::rest(self)
    }
    fn depth(&self) -> usize {
        self.levels.len()
    }
    fn children(&self) -> usize {
        self.levels.last().map_or(0, |level| level.degree as usize)
    }
    fn turn(&mut self, children: usize) {
        for _ in 0..children {
            let Some(level) = self.levels.pop() else { return };
            self.try_next(level);
        }
    }
    fn start_cost(&self) -> u64 {
        START + self.problem.entry_count() as u64 * 4
    }
    fn bytes(&self) -> usize {
        let places = self.refused_here.capacity() + self.refused.capacity() + self.taken.capacity();
        self.levels.capacity() * size_of::<Level>() + places * size_of::<u32>()
    }
    fn pace_within(&self, _memory: u64) -> u64 {
        pace(self.work(), UPDATES_OF_SEARCH).min(walked(self.problem.item_count()))
    }
}

impl Stepwise for Links {
    /// Those taken beforehand come first.
    fn branch(&self) -> Vec<OptionId> {
        self.taken_so_far().collect()
    }
}
