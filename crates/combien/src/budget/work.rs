//! Where work has come to, and how much was done.

/// Where an engine has come to when it hands back control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// At the bound on its work that it was given. It can go on as if nothing had happened.
    Bound,
    /// At a solution, which can be read now; only engines that list solutions halt there.
    Solution,
    /// At its limit of memory. It cannot go on, unless it is given more.
    Memory,
    /// At its end: there are no more solutions, or the answer is known.
    End,
}

/// The work that an engine has done: the same on every machine.
///
/// | engine | nodes | updates |
/// | --- | --- | --- |
/// | [`links`](crate::engine::links), [`fast`](crate::engine::fast) | nodes of the search tree entered, each solution included | removals from a list, as Knuth counts them |
/// | [`naive`](crate::engine::naive) | sets of options reached | looks at an item |
/// | `sat` | decisions and models | literals propagated |
/// | [`frontier`](crate::engine::frontier) | states worked off | options taken in a state |
/// | [`zdd`](crate::engine::frontier::diagram) | states worked off, top-down and bottom-up | nodes of the store |
/// | [`memo`](crate::engine::memo) | residual problems met | removals of an option from the set of an item |
/// | [`intersect`](crate::engine::intersect) | nodes of the store | steps of the algebra |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// What a limit on nodes counts.
    pub nodes: u64,
    /// Smaller steps, which tell how long a node takes.
    pub updates: u64,
}

impl std::ops::AddAssign for Work {
    fn add_assign(&mut self, other: Work) {
        self.nodes += other.nodes;
        self.updates += other.updates;
    }
}
