//! Searches in one thread that cannot be cut, and the checker of what they find.

use super::covers::must_cover;
use super::engine::Engine;
use super::error::Error;
use super::worker::{Enumeration, Worker};
use crate::budget::{Budget, Pause, Work};
use crate::check::Checker;
use crate::count::Count;
use crate::engine::{Listing, Task};
use crate::problem::{Problem, Solution};

/// A search by an engine that lists solutions and cannot be cut.
pub(super) struct Models {
    engine: Engine,
    problem: Problem,
    search: Box<dyn Listing>,
    checker: Checker,
    found: u64,
    solution: Solution,
}

impl Models {
    pub(super) fn new(engine: Engine, problem: &Problem, budget: &Budget) -> Result<Models, Error> {
        let refused = |refusal| Error::refused(engine, refusal);
        let search = engine.get().list(problem, budget).map_err(refused)?;
        let checker = Checker::new(problem);
        let solution = Solution::default();
        Ok(Models { engine, problem: problem.clone(), search, checker, found: 0, solution })
    }
}

impl Task for Models {
    /// # Panics
    ///
    /// If a solution does not cover: that is a bug in the engine.
    fn run(&mut self, nodes: u64) -> Pause {
        let pause = self.search.run(nodes);
        if pause == Pause::Solution {
            self.solution = self.search.solution();
            must_cover(&mut self.checker, &self.problem, &self.solution, self.engine);
            self.found += 1;
        }
        pause
    }
    fn work(&self) -> Work {
        self.search.work()
    }
    fn fraction(&self) -> f64 {
        self.search.fraction()
    }
    fn certain(&self) -> Count {
        self.found.into()
    }
    fn pace(&self) -> u64 {
        self.search.pace()
    }
}

impl Worker for Models {}

impl Enumeration for Models {
    fn engine(&self) -> Engine {
        self.engine
    }
    fn solution(&mut self) -> Solution {
        self.solution.clone()
    }
    fn checks(&self) -> bool {
        true
    }
}
