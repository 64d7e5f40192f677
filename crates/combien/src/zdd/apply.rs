//! The machine that runs all operations: a stack of steps and a stack of values.
//!
//! To compute `f ∘ g`, the machine checks whether the result is trivial or cached. Otherwise it pushes the
//! steps that compute it from smaller results. The rules say which steps (see `rules.rs`); the machine takes
//! them. It is the recursion of the textbooks with its stack on the heap, limited only by memory.
//!
//! **Invariants.** Between two operations both stacks are empty. A step finds its operands on top of the
//! value stack, the last one topmost, and replaces them by its result. Cached results are valid as long as
//! the store exists, because nodes never change. So an operation that returns [`Full`] only has to clear its
//! stacks.

use super::cache::Cache;
use super::rules::{Op, Step};
use super::table::Table;
use super::{Family, Full, Node};

/// The default bound of a store's cache: 256 megabytes. Chosen by feel.
const BOUND: usize = 1 << 24;

#[derive(Clone, Debug)]
pub(super) struct Machine {
    cache: Cache,
    steps: Vec<Step>,
    values: Vec<Family>,
    /// The number of results that were neither trivial nor cached.
    taken: u64,
}

impl Machine {
    pub(super) fn new() -> Machine {
        Machine { cache: Cache::with_bound(BOUND), steps: vec![], values: vec![], taken: 0 }
    }

    pub(super) fn bound_cache(&mut self, results: usize) {
        self.cache = Cache::with_bound(results);
    }

    pub(super) fn clear_cache(&mut self) {
        self.cache.clear();
    }

    /// The bytes of the cache and the stacks.
    pub(super) fn memory(&self) -> usize {
        self.cache.memory()
            + self.steps.capacity() * size_of::<Step>()
            + self.values.capacity() * size_of::<Family>()
    }

    pub(super) fn steps(&self) -> u64 {
        self.taken
    }

    /// The result of an operation.
    pub(super) fn apply(&mut self, table: &mut Table, op: Op, f: Family, g: Family) -> Result<Family, Full> {
        self.steps.push(Step::Compute(op, f, g));
        let ran = self.run(table);
        let result = self.values.pop();
        self.steps.clear();
        self.values.clear();
        ran.map(|()| result.unwrap_or_else(|| unreachable!("an operation leaves its result")))
    }

    fn run(&mut self, table: &mut Table) -> Result<(), Full> {
        while let Some(step) = self.steps.pop() {
            match step {
                Step::Value(value) => self.values.push(value),
                Step::Compute(op, f, g) => self.compute(table, op, f, g),
                Step::Combine(op) => {
                    let (g, f) = (self.pop(), self.pop());
                    self.compute(table, op, f, g);
                }
                Step::Node(var) => {
                    let (hi, lo) = (self.pop(), self.pop());
                    self.values.push(table.unique(Node { var, lo, hi })?);
                }
                Step::Remember(op, f, g) => {
                    let result = self.pop();
                    self.cache.put(op, f, g, result);
                    self.values.push(result);
                }
            }
        }
        Ok(())
    }

    /// Pushes the result of an operation, or the steps to compute it.
    #[inline]
    fn compute(&mut self, table: &Table, op: Op, f: Family, g: Family) {
        let (f, g) = op.ordered(f, g);
        if let Some(result) = op.known(f, g).or_else(|| self.cache.get(op, f, g)) {
            self.values.push(result);
            return;
        }
        self.taken += 1;
        self.steps.push(Step::Remember(op, f, g));
        let (top_f, top_g) = (table.node(f), table.node(g));
        let v = top_f.var.min(top_g.var);
        op.plan(v, cofactors(f, top_f, v), cofactors(g, top_g, v), &mut self.steps);
    }

    #[inline]
    fn pop(&mut self) -> Family {
        self.values.pop().unwrap_or_else(|| unreachable!("a step finds its operands"))
    }
}

/// The members without the item, and those with it, without it. The item is not after the first of the
/// family.
#[inline]
pub(super) fn cofactors(family: Family, top: Node, item: u32) -> [Family; 2] {
    if top.var == item { [top.lo, top.hi] } else { [family, Family::EMPTY] }
}
