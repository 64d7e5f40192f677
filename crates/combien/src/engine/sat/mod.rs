//! The engine `sat`: a search that learns a clause from each conflict, as SAT solvers do, with the items as
//! rules instead of clauses.
//!
//! Options are variables. A *literal* says that one is chosen, or that it is removed. Choosing an option
//! removes its rivals, and an item with no more options than it needs chooses them: `rules` holds this for
//! bounds and colors too, with counters, so that no pair of rivals is a clause and the reason of a literal is
//! written only if a conflict asks for it. The rest is conflict-driven clause learning (Moskewicz and others,
//! "Chaff", 2001; Eén and Sörensson, "Minisat", 2003; Audemard and Simon, "Glucose", 2009): two literals watch
//! each clause, the most active option is decided, and clauses that were of no use are forgotten. Decisions
//! only choose options. A search that also removes them, as phases of variables say, takes several times as
//! long (notes/ladder.md).
//!
//! The engine is for problems with few solutions that are hard to find. Each solution shown is blocked by a
//! clause over the decisions, and the search continues with all that it has learnt. So counting is as slow as
//! listing, and the memory grows. The order is only guaranteed to be the same each time.
//!
//! A *node* is a decision or a solution. The search can pause at any node, and continues as if it had not.

mod activity;
mod analysis;
mod clauses;
mod position;
mod restarts;
mod rules;
mod solver;
#[cfg(test)]
mod tests;
mod trail;

pub use solver::Sat;

use super::{Begun, Engine, Listing, Profile};
use crate::budget::{Budget, Work};
use crate::problem::Problem;

/// The engine `sat`.
pub(crate) struct BySolver;

impl Engine for BySolver {
    fn profile(&self) -> Profile {
        Profile {
            name: "sat",
            summary: "a search that learns from conflicts, as SAT solvers do",
            keeps_bounds: true,
            lists: true,
            ..Profile::default()
        }
    }

    /// From 17 units for an update where clauses are short to 120 where they are long.
    fn cost(&self, work: Work) -> u64 {
        5 * work.nodes + 20 * work.updates
    }

    fn list(&self, problem: &Problem, budget: &Budget) -> Begun<dyn Listing> {
        Ok(Box::new(Sat::new(problem, budget)?))
    }
}
