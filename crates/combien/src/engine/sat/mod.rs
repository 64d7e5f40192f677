//! The engine `sat`: the problem as a [formula](crate::problem::formula), and a solver that learns a clause
//! from each conflict (batsat, a descendant of Minisat).
//!
//! It is for problems with few solutions that are hard to find. Each solution shown is blocked by a clause
//! over the options, and the solver continues with all that it has learnt. So counting is as slow as listing,
//! and the memory grows. The order is that of the solver; it is only guaranteed to be the same each time.
//!
//! A *node* is where the solver has propagated without conflict and is about to decide, or has a model; so a
//! node of work is a decision or a solution. It pauses at any node. A pause is a restart for the solver, and
//! resets a limit on what it learns, so its driver should let it work longer and longer.

mod solver;

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
            summary: "a SAT solver, one model of the problem's formula after the other",
            keeps_bounds: true,
            lists: true,
            ..Profile::default()
        }
    }

    fn cost(&self, work: Work) -> u64 {
        5 * work.nodes + work.updates
    }

    fn list(&self, problem: &Problem, budget: &Budget) -> Begun<dyn Listing> {
        Ok(Box::new(Sat::new(problem, budget)?))
    }
}
