//! Dancing cells as an engine.

use super::{Cells, Level, Step};
use crate::budget::{Pause, Work};
use crate::engine::task::{START, walked};
use crate::engine::{
    Begun, Branch, Engine, Listing, Profile, Search, Task, UPDATES_OF_SEARCH, fraction_done, pace,
};
use crate::problem::{Problem, Solution};

/// The engine `cells`.
pub(crate) struct ByCells;

impl Engine for ByCells {
    fn profile(&self) -> Profile {
        Profile {
            name: "cells",
            summary: "dancing cells: sparse sets, and forced items at once",
            keeps_bounds: true,
            cuts: true,
            ..Profile::default()
        }
    }

    /// It removes and puts back an entry in half the time in which links hide and unhide one.
    fn cost(&self, work: Work) -> u64 {
        10 * work.nodes + work.updates / 2
    }

    fn tables(&self, problem: &Problem) -> usize {
        18 * (problem.entry_count() + problem.option_count())
    }

    fn search(&self, problem: &Problem) -> Begun<dyn Search> {
        Ok(Box::new(Cells::new(problem)?))
    }
}

impl Task for Cells {
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

impl Listing for Cells {
    fn solution(&mut self) -> Solution {
        Cells::solution(self)
    }
}

impl Search for Cells {
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
        Cells::rest(self)
    }
    fn depth(&self) -> usize {
        self.levels.len()
    }
    fn children(&self) -> usize {
        self.levels.last().map_or(0, |level| level.degree as usize)
    }
    fn turn(&mut self, children: usize) {
        (0..children).for_each(|_| self.next());
    }
    fn start_cost(&self) -> u64 {
        START
    }
    fn bytes(&self) -> usize {
        let levels = self.levels.capacity() * size_of::<Level>();
        levels + self.children.capacity() * size_of::<u32>() + self.sets.bytes()
    }
    fn pace_within(&self, _memory: u64) -> u64 {
        pace(self.work(), UPDATES_OF_SEARCH).min(walked(self.problem.item_count()))
    }
}
