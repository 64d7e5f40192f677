//! Solutions as models of a formula: the engine `sat` at work for a question.

use super::enumeration::Models;
use super::limits::Limits;
use super::{Engine, Error};
use crate::problem::Problem;

/// It works so many nodes at first before anybody looks at it.
const FIRST_PACE: u64 = 1 << 12;

/// How many nodes a search by `sat` does until the next look: an eighth of those so far, for it starts anew after each.
/// It asks by itself at each node whether to stop.
pub(super) fn pace(done: u64) -> u64 {
    FIRST_PACE.max(done / 8)
}

/// A search by the engine `sat`.
#[cfg(not(feature = "sat"))]
pub(super) fn by_sat<'p>(_: &'p Problem, _: &Limits) -> Result<Box<dyn Models + Send + 'p>, Error> {
    Err(Error::NotBuilt { engine: Engine::Sat, feature: "sat" })
}

/// A search by the engine `sat`, within the memory of these limits and as long as their flag allows.
#[cfg(feature = "sat")]
#[expect(clippy::unnecessary_wraps, reason = "without the feature it is an error")]
pub(super) fn by_sat<'p>(
    problem: &'p Problem,
    limits: &Limits,
) -> Result<Box<dyn Models + Send + 'p>, Error> {
    Ok(Box::new(by_solver::BySolver::new(problem, limits)))
}

#[cfg(feature = "sat")]
mod by_solver {
    use super::{Engine, Limits, Models, Problem, pace};
    use crate::check::Checker;
    use crate::engine::Work;
    use crate::engine::sat::{Pause, Sat};
    use crate::problem::Solution;
    use crate::solve::guard::{Halt, Worker};
    use crate::solve::limits::StopFlag;

    /// A solver, and the checker of what it finds.
    pub(super) struct BySolver<'p> {
        problem: &'p Problem,
        /// None if somebody asked to stop before it was set up.
        sat: Option<Sat>,
        checker: Checker,
        found: u64,
    }

    impl<'p> BySolver<'p> {
        pub(super) fn new(problem: &'p Problem, limits: &Limits) -> BySolver<'p> {
            let stop = limits.stop.clone();
            let is_wanted = move || !stop.as_ref().is_some_and(StopFlag::is_raised);
            let sat = Sat::new_while(problem, limits.memory(), is_wanted);
            BySolver { problem, sat, checker: Checker::new(problem), found: 0 }
        }
    }

    impl Models for BySolver<'_> {
        fn engine(&self) -> Engine {
            Engine::Sat
        }
        fn work(&self) -> Work {
            self.sat.as_ref().map_or_else(Work::default, Sat::work)
        }
        fn solution(&self) -> Solution {
            self.sat.as_ref().map_or_else(Solution::default, |sat| sat.solution().clone())
        }
    }

    impl Worker for BySolver<'_> {
        fn run(&mut self, work: u64) -> Halt {
            let Some(sat) = &mut self.sat else { return Halt::Paused };
            match sat.run(work) {
                Pause::Nodes => Halt::Paused,
                Pause::Memory => Halt::Memory,
                Pause::End => Halt::End,
                Pause::Solution => {
                    if let Err(wrong) = self.checker.check(self.problem, sat.solution().options()) {
                        panic!("the engine sat found a wrong solution: {}", wrong[0]);
                    }
                    self.found += 1;
                    Halt::Solution
                }
            }
        }
        fn done(&self) -> u64 {
            self.work().nodes
        }
        fn solutions(&self) -> u64 {
            self.found
        }
        fn pace(&self) -> u64 {
            pace(self.done())
        }
        /// Nothing is known before the end.
        fn fraction(&self) -> f64 {
            if self.sat.as_ref().is_some_and(Sat::is_done) { 1.0 } else { 0.0 }
        }
    }
}
