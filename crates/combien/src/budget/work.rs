//! The state of a search at a pause, and the work done.

/// Why an engine returned control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// It reached the given bound on its work. It can continue.
    Bound,
    /// It found a solution, which can be read now. Only engines that list solutions pause there.
    Solution,
    /// It reached its limit on memory. It cannot continue without more.
    Memory,
    /// It is finished: there are no more solutions, or the answer is known.
    End,
}

/// The work of an engine, which is the same on every machine.
///
/// | engine | nodes | updates |
/// | --- | --- | --- |
/// | [`links`](crate::engine::links), [`fast`](crate::engine::fast) | nodes of the search tree entered, each solution included | removals from a list, as Knuth counts them |
/// | [`naive`](crate::engine::naive) | sets of options reached | looks at an item |
/// | `sat` | decisions and solutions | literals propagated |
/// | [`frontier`](crate::engine::frontier) | states processed | options taken in a state |
/// | [`zdd`](crate::engine::frontier::diagram) | states processed, top-down and bottom-up | nodes of the store |
/// | [`memo`](crate::engine::memo) | residual problems met | removals of an option from the set of an item |
/// | [`pfaffian`](crate::engine::pfaffian) | pivots eliminated modulo eight primes | products modulo eight primes |
/// | the same, to draw | sweeps over the faces of a graph, and pivots | faces looked at, and products |
/// | [`alike`](crate::engine::alike) | classes of states processed | vertices refined |
/// | [`intersect`](crate::engine::intersect) | nodes of the store | steps of the algebra |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// The number that a limit on nodes counts.
    pub nodes: u64,
    /// Smaller steps, which show how long a node takes.
    pub updates: u64,
}

impl std::ops::Add for Work {
    type Output = Work;
    fn add(self, other: Work) -> Work {
        Work { nodes: self.nodes + other.nodes, updates: self.updates + other.updates }
    }
}

impl std::ops::AddAssign for Work {
    fn add_assign(&mut self, other: Work) {
        *self = *self + other;
    }
}

impl std::ops::Sub for Work {
    type Output = Work;
    /// What was done since.
    fn sub(self, before: Work) -> Work {
        Work { nodes: self.nodes - before.nodes, updates: self.updates - before.updates }
    }
}

impl std::iter::Sum for Work {
    fn sum<I: Iterator<Item = Work>>(works: I) -> Work {
        works.fold(Work::default(), std::ops::Add::add)
    }
}
