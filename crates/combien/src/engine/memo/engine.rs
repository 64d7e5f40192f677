//! The search that remembers as an engine: it counts, or records a diagram.

use crate::budget::{Budget, Work};
use crate::engine::{Begun, Compiling, Counting, Engine, Order, Profile};
use crate::problem::Problem;

/// The engine `memo`.
pub(crate) struct ByMemo;

impl Engine for ByMemo {
    fn profile(&self) -> Profile {
        Profile {
            name: "memo",
            summary: "a search that remembers what it has counted, or a diagram with product nodes",
            counts: true,
            compiles: true,
            uses_order: true,
            ..Profile::default()
        }
    }

    fn cost(&self, work: Work) -> u64 {
        80 * work.nodes + work.updates / 2
    }

    fn count(&self, problem: &Problem, order: &Order, budget: &Budget) -> Begun<dyn Counting> {
        super::counting(problem, order, budget)
    }

    fn compile(&self, problem: &Problem, order: &Order, budget: &Budget) -> Begun<dyn Compiling> {
        super::recording(problem, order, budget)
    }
}
