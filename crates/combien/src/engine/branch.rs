//! What is left of a search, and where one is that goes down a single path.

use crate::problem::Subproblem;

/// A branch of a search tree: what a search that was cut short has left.
///
/// Cutting a search does not change its results: the remaining branches, searched in their order, have the
/// solutions that the search would have reached, in the same order.
#[derive(Clone, Debug, PartialEq)]
#[doc(hidden)]
pub struct Branch {
    /// The solutions below it.
    pub subproblem: Subproblem,
    /// Its share of the search tree, if the branches of each node are equally large.
    pub share: f64,
    /// The branch is searched in a fixed order of the items, which is abandoned after this many nodes. Only
    /// `fast` uses this.
    pub in_fixed_order: Option<u64>,
}

impl Branch {
    /// The whole search of a part of a problem.
    pub fn whole(subproblem: Subproblem) -> Branch {
        Branch { subproblem, share: 1.0, in_fixed_order: None }
    }
}

/// The state of a search that goes down one path, and never back, at the node that it entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Descent {
    /// Some item cannot be covered.
    Dead,
    /// At a solution.
    Solution,
    /// At a node with this many children. One was chosen; it is the next node to be entered.
    Children(usize),
}
