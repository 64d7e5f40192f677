//! The engines `sat` and `naive` at work for a question: searches in one thread that cannot be cut.

use super::enumeration::Models;
use super::guard::{self, Halt, Worker};
use super::limits::Limits;
use super::{Engine, Error};
use crate::check::Checker;
use crate::engine::Work;
use crate::engine::naive::{Naive, Pause};
use crate::problem::{Problem, Solution};

/// It works so many nodes at first before anybody looks at it.
const FIRST_PACE: u64 = 1 << 12;
/// A search by `naive` looks at so many marks in between.
const LOOKS_OF_NAIVE: u64 = 1 << 22;

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

/// A search by the engine `naive`.
pub(super) fn by_naive<'p>(problem: &'p Problem) -> Result<Box<dyn Models + Send + 'p>, Error> {
    let naive = Naive::new(problem).map_err(|unfit| Error::unfit(Engine::Naive, unfit))?;
    let checker = Checker::new(problem);
    Ok(Box::new(ByNaive { problem, naive, checker, found: 0 }))
}

/// The lesson's first algorithm, and the checker of what it finds.
struct ByNaive<'p> {
    problem: &'p Problem,
    naive: Naive<'p>,
    checker: Checker,
    found: u64,
}

impl Models for ByNaive<'_> {
    fn engine(&self) -> Engine {
        Engine::Naive
    }
    fn work(&self) -> Work {
        self.naive.work()
    }
    fn solution(&self) -> Solution {
        self.naive.solution()
    }
}

impl Worker for ByNaive<'_> {
    fn run(&mut self, work: u64) -> Halt {
        match self.naive.run(work) {
            Pause::Nodes => Halt::Paused,
            Pause::End => Halt::End,
            Pause::Solution => {
                let solution = self.naive.solution();
                if let Err(wrong) = self.checker.check(self.problem, solution.options()) {
                    panic!("the engine naive found a wrong solution: {}", wrong[0]);
                }
                self.found += 1;
                Halt::Solution
            }
        }
    }
    fn done(&self) -> u64 {
        self.naive.work().nodes
    }
    fn solutions(&self) -> u64 {
        self.found
    }
    fn pace(&self) -> u64 {
        guard::pace(self.work(), LOOKS_OF_NAIVE)
    }
    fn fraction(&self) -> f64 {
        self.naive.fraction_done()
    }
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
