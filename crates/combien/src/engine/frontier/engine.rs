//! The two engines that go along the frontier: one counts, one builds a diagram.

use super::diagram::Allowance;
use super::{Frontier, diagram};
use crate::budget::{Budget, Pause, Work};
use crate::count::Count;
use crate::engine::task::shown_by_work;
use crate::engine::{Begun, Compiled, Compiling, Counting, Engine, Order, Profile, Refusal, Task, Whole};
use crate::problem::Problem;
use crate::zdd::Store;

/// The words of states that are read between two checks of the budget: some milliseconds.
const EFFORT_BETWEEN_LOOKS: u64 = 1 << 21;

/// The engine `frontier`.
pub(crate) struct ByFrontier;

impl Engine for ByFrontier {
    fn profile(&self) -> Profile {
        Profile {
            name: "frontier",
            summary: "counts along the frontier of an order of the items; lists no solutions",
            keeps_bounds: true,
            counts: true,
            uses_order: true,
            is_uneven: true,
            ..Profile::default()
        }
    }

    fn cost(&self, work: Work) -> u64 {
        9 * work.nodes + 13 * work.updates
    }

    fn count(&self, problem: &Problem, order: &Order, budget: &Budget) -> Begun<dyn Counting> {
        Ok(Box::new(Frontier::new(problem, order, budget)?))
    }
}

impl Task for Frontier {
    fn run(&mut self, nodes: u64) -> Pause {
        self.run_within(nodes, EFFORT_BETWEEN_LOOKS * self.threads as u64)
    }
    fn work(&self) -> Work {
        self.work()
    }
    fn fraction(&self) -> f64 {
        self.fraction()
    }
    /// The effort ends each run.
    fn pace(&self) -> u64 {
        u64::MAX
    }
    fn whole(&self) -> Option<Whole> {
        self.prediction().map(Whole::Predicted)
    }
}

impl Counting for Frontier {
    fn count(&self) -> Option<Count> {
        self.count()
    }
    fn set_threads(&mut self, threads: usize) {
        self.set_threads(threads);
    }
    fn under_way(&self) -> Work {
        self.sweep.place.under_way()
    }
}

/// The engine `zdd`.
pub(crate) struct Zdd;

impl Engine for Zdd {
    fn profile(&self) -> Profile {
        Profile {
            name: "zdd",
            summary: "all solutions as a decision diagram, built along the frontier",
            keeps_bounds: true,
            compiles: true,
            uses_order: true,
            is_uneven: true,
            ..Profile::default()
        }
    }

    fn cost(&self, work: Work) -> u64 {
        20 * work.nodes + 30 * work.updates
    }

    fn compile(&self, problem: &Problem, order: &Order, budget: &Budget) -> Begun<dyn Compiling> {
        Ok(Box::new(Construction::new(problem, order, budget, None)?))
    }
}

/// A construction with the store of its nodes. States and nodes share the memory: each may take what the
/// other does not.
pub(crate) struct Construction {
    states: diagram::Diagram,
    store: Store,
    memory: usize,
}

impl Construction {
    /// At its start: the diagram of all solutions, or one that has all those which cost no more than allowed,
    /// and maybe others.
    pub(crate) fn new(
        problem: &Problem,
        order: &Order,
        budget: &Budget,
        allowance: Option<&Allowance>,
    ) -> Result<Construction, Refusal> {
        let states = diagram::Diagram::within(problem, order, budget, allowance)?;
        Ok(Construction { states, store: Store::with_limit(0), memory: budget.memory_size() })
    }

    /// Was something too dear so far? If not, the diagram has all solutions.
    pub(crate) fn has_refused(&self) -> bool {
        self.states.has_refused()
    }

    /// Divides the memory according to its current use. Returns whether there may be more nodes than before.
    fn share_out(&mut self) -> bool {
        let before = self.store.limit();
        // At the end, when nodes are counted, no states are left.
        let at_end = Store::nodes_within(self.memory, Store::BYTES_TO_COUNT);
        let for_nodes = self.memory.saturating_sub(self.states.memory());
        self.store.set_limit(Store::nodes_within(for_nodes, 0).min(at_end));
        self.states.set_memory(self.memory.saturating_sub(self.store.memory()));
        self.store.limit() > before
    }
}

impl Task for Construction {
    fn run(&mut self, nodes: u64) -> Pause {
        self.share_out();
        match self.states.run_within(nodes, EFFORT_BETWEEN_LOOKS, &mut self.store) {
            Pause::Memory if self.share_out() => Pause::Bound,
            pause => pause,
        }
    }
    fn work(&self) -> Work {
        Work { nodes: self.states.work(), updates: self.store.node_count() as u64 }
    }
    fn fraction(&self) -> f64 {
        let (done, steps) = self.states.steps();
        done as f64 / steps.max(1) as f64
    }
}

impl Compiling for Construction {
    fn finish(mut self: Box<Self>) -> Option<Compiled> {
        let family = self.states.family()?;
        self.store.set_limit(Store::MOST_NODES);
        let options = self.states.options().to_vec();
        Some(Compiled::Stored { store: self.store.into(), family, options })
    }
}

shown_by_work!(Frontier);
