//! Counts and random samples of perfect matchings as an engine.

use super::{Pfaffian, Sampler};
use crate::budget::{Budget, Pause, Work};
use crate::count::Count;
use crate::engine::{Begun, Counting, Drawing, Engine, Listing, Order, Profile, Task, Whole};
use crate::problem::{Problem, Solution};

/// The products, or faces looked at, between two checks of the budget: some milliseconds.
const BETWEEN_LOOKS: u64 = 1 << 20;

/// The engine `pfaffian`.
pub(crate) struct ByPfaffian;

impl Engine for ByPfaffian {
    fn profile(&self) -> Profile {
        Profile {
            name: "pfaffian",
            summary: "counts and draws perfect matchings of planar graphs: dominoes, lozenges; no other problems",
            counts: true,
            draws: true,
            is_special: true,
            ..Profile::default()
        }
    }

    fn cost(&self, work: Work) -> u64 {
        work.nodes.saturating_mul(200).saturating_add(work.updates.saturating_mul(2))
    }

    fn count(&self, problem: &Problem, _order: &Order, budget: &Budget) -> Begun<dyn Counting> {
        Ok(Box::new(Pfaffian::new(problem, budget)?))
    }

    fn draw(&self, problem: &Problem, seed: u64, budget: &Budget) -> Begun<dyn Drawing> {
        Ok(Box::new(Sampler::new(problem, seed, budget)?))
    }
}

impl Task for Pfaffian {
    fn run(&mut self, nodes: u64) -> Pause {
        self.run_within(nodes, BETWEEN_LOOKS)
    }
    fn work(&self) -> Work {
        self.work()
    }
    fn fraction(&self) -> f64 {
        let cost = |work| ByPfaffian.cost(work) as f64;
        (cost(self.work()) / cost(self.forecast()).max(1.0)).min(1.0)
    }
    fn pace(&self) -> u64 {
        u64::MAX
    }
    fn whole(&self) -> Option<Whole> {
        Some(Whole::Known(self.forecast()))
    }
}

impl Counting for Pfaffian {
    fn count(&self) -> Option<Count> {
        self.count()
    }
}

impl Task for Sampler {
    fn run(&mut self, nodes: u64) -> Pause {
        self.run_within(nodes, BETWEEN_LOOKS)
    }
    fn work(&self) -> Work {
        self.work()
    }
    fn fraction(&self) -> f64 {
        self.fraction()
    }
    fn certain(&self) -> Count {
        Count::from(self.drawn())
    }
    fn pace(&self) -> u64 {
        u64::MAX
    }
}

impl Listing for Sampler {
    fn solution(&mut self) -> Solution {
        Sampler::solution(self)
    }
}

impl Drawing for Sampler {
    fn twin(&self) -> Box<dyn Drawing> {
        Box::new(self.clone())
    }
}
