//! The search that remembers as an engine: it counts, or records a diagram.

use super::{Memo, Recording};
use crate::budget::{Budget, Pause, Work};
use crate::count::Count;
use crate::engine::task::shown_by_work;
use crate::engine::{Compiled, Compiling, Counting, Engine, Order, Profile, Refusal, Task};
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

    fn count(&self, problem: &Problem, order: &Order, budget: &Budget) -> Result<Box<dyn Counting>, Refusal> {
        Ok(Box::new(Memo::new(problem, order, budget)?))
    }

    fn compile(
        &self,
        problem: &Problem,
        order: &Order,
        budget: &Budget,
    ) -> Result<Box<dyn Compiling>, Refusal> {
        Ok(Box::new(Recording::new(problem, order, budget)?))
    }
}

impl Task for Memo {
    fn run(&mut self, nodes: u64) -> Pause {
        self.run(nodes)
    }
    fn work(&self) -> Work {
        self.work()
    }
    fn fraction(&self) -> f64 {
        self.fraction_done()
    }
    fn certain(&self) -> Count {
        self.certain()
    }
    fn pace(&self) -> u64 {
        self.pace()
    }
}

impl Counting for Memo {
    fn count(&self) -> Option<Count> {
        self.count()
    }
    fn has_forgotten(&self) -> bool {
        self.tally().forgotten > 0
    }
}

impl Task for Recording {
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
        self.pace()
    }
}

impl Compiling for Recording {
    fn finish(self: Box<Self>) -> Option<Compiled> {
        Recording::finish(*self).map(|diagram| Compiled::Products(diagram.into()))
    }
}

shown_by_work!(Memo, Recording);
