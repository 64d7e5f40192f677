//! The searches that look for the solutions of clues.

use std::fmt;

use combien::engine::cells::Cells;
use combien::engine::fast::{Backend, Fast, Kernel, Method};
use combien::engine::{Pause, Unsupported};
use combien::problem::{OptionId, Problem, Solution, Subproblem};

/// A search for the solutions of a list of clues, one list after the other.
pub(crate) trait Finder: fmt::Debug + Send {
    /// Can it begin with clues that contradict each other?
    fn sees_contradictions(&self) -> bool {
        false
    }

    /// Begins with these clues, which are ascending. Returns `false` if they contradict each other; only if
    /// it [sees that](Finder::sees_contradictions) may they do so.
    fn begin(&mut self, clues: &[OptionId]) -> bool;

    /// Runs to the next solution, or until it has entered this number of nodes since it began.
    fn run(&mut self, nodes: u64) -> Pause;

    /// The solution that it is at.
    fn solution(&mut self) -> Solution;

    /// The nodes since it began.
    fn nodes(&self) -> u64;
}

/// The search for a problem: one that supports bounds, if there are any.
pub(super) fn finder(problem: &Problem) -> Result<Box<dyn Finder>, Unsupported> {
    if problem.has_bounds() {
        return Ok(Box::new(Cells::new(problem)?));
    }
    // To branch on the item with the fewest options is by far the best that is known for Sudoku; and if the
    // engine chose anew in long searches, the solutions that are found first would depend on the prices
    // it reckons with.
    let kernel = Kernel { method: Method::Masks, backend: Backend::Auto };
    match Fast::with_kernel(problem, kernel) {
        Ok(fast) => Ok(Box::new(fast?)),
        Err(_) => unreachable!("there is always some way"),
    }
}

impl Finder for Fast {
    fn begin(&mut self, clues: &[OptionId]) -> bool {
        self.restart(clues);
        true
    }
    fn run(&mut self, nodes: u64) -> Pause {
        Fast::run(self, nodes)
    }
    fn solution(&mut self) -> Solution {
        Fast::solution(self)
    }
    fn nodes(&self) -> u64 {
        self.work().nodes
    }
}

impl Finder for Cells {
    fn begin(&mut self, clues: &[OptionId]) -> bool {
        Cells::begin(self, &Subproblem::new(clues.to_vec(), vec![]));
        true
    }
    fn run(&mut self, nodes: u64) -> Pause {
        Cells::run(self, nodes)
    }
    fn solution(&mut self) -> Solution {
        Cells::solution(self)
    }
    fn nodes(&self) -> u64 {
        self.work().nodes
    }
}
