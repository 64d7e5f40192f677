//! One solution, from whoever finds it first: the systematic search, or restarts.
//!
//! Restarts find in a moment what the systematic search would never come to; but only the systematic search is sure to
//! come to an end where there is nothing. So they take turns, in nodes and not in seconds, with turns that grow longer:
//! at worst it takes twice as long as the better of the two.

use super::guard::{UPDATES_OF_SEARCH, pace};
use crate::engine::Work;
use crate::engine::fast::{Fast, Pause, Restarts};
use crate::problem::{Problem, Solution};

/// Restarts begin after the systematic search has had so many nodes: some milliseconds.
const HEAD_START: u64 = 1 << 14;
/// The seed if nobody asks for one.
const SEED: u64 = 1;

/// Who is at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Runner {
    Systematic,
    Restarts,
}

/// The two searches.
pub(super) struct Race<'p> {
    problem: &'p Problem,
    systematic: Fast<'p>,
    restarts: Option<Restarts>,
    seed: u64,
    runner: Runner,
    /// Whoever is at work goes on up to so many nodes of its own.
    bound: u64,
}

impl<'p> Race<'p> {
    /// At the start. With a seed, restarts begin at once.
    pub(super) fn new(problem: &'p Problem, systematic: Fast<'p>, seed: Option<u64>) -> Race<'p> {
        let runner = if seed.is_some() { Runner::Restarts } else { Runner::Systematic };
        let seed = seed.unwrap_or(SEED);
        Race { problem, systematic, restarts: None, seed, runner, bound: HEAD_START }
    }

    /// Runs to a solution, to the certainty that there is none, or until so many nodes in all have been entered.
    pub(super) fn run(&mut self, nodes: u64) -> Pause {
        loop {
            let left = nodes.saturating_sub(self.work().nodes);
            let bound = self.bound.min(self.own_nodes(self.runner).saturating_add(left));
            let pause = match (self.runner, self.restarts()) {
                (Runner::Restarts, Some(restarts)) => restarts.run(bound),
                (Runner::Restarts, None) => {
                    (self.bound, self.runner) = (u64::MAX, Runner::Systematic);
                    continue;
                }
                (Runner::Systematic, _) => self.systematic.run(bound),
            };
            if pause != Pause::Nodes || self.work().nodes >= nodes {
                return pause;
            }
            self.change();
        }
    }

    /// Restarts, made when they are first wanted; none if the problem is too large for them.
    fn restarts(&mut self) -> Option<&mut Restarts> {
        if self.runner == Runner::Restarts && self.restarts.is_none() {
            self.restarts = Restarts::new(self.problem, self.seed);
        }
        self.restarts.as_mut()
    }

    /// The nodes of one of them.
    fn own_nodes(&self, runner: Runner) -> u64 {
        match runner {
            Runner::Systematic => self.systematic.work().nodes,
            Runner::Restarts => self.restarts.as_ref().map_or(0, |restarts| restarts.work().nodes),
        }
    }

    /// The other one goes on, up to as many nodes; then both up to twice as many.
    fn change(&mut self) {
        let other = match self.runner {
            Runner::Systematic => Runner::Restarts,
            Runner::Restarts => Runner::Systematic,
        };
        if self.own_nodes(other) >= self.bound {
            self.bound = self.bound.saturating_mul(2);
        }
        self.runner = other;
    }

    /// At a solution, the solution.
    pub(super) fn solution(&mut self) -> Solution {
        match (self.runner, &mut self.restarts) {
            (Runner::Restarts, Some(restarts)) => restarts.solution(),
            _ => self.systematic.solution(),
        }
    }

    /// The work of both.
    pub(super) fn work(&self) -> Work {
        let ours = self.systematic.work();
        let theirs = self.restarts.as_ref().map_or_else(Work::default, Restarts::work);
        Work { nodes: ours.nodes + theirs.nodes, updates: ours.updates + theirs.updates }
    }

    /// Nodes to the next look at the stop flag.
    pub(super) fn pace(&self) -> u64 {
        pace(self.work(), UPDATES_OF_SEARCH)
    }

    /// The part of the systematic search that lies behind; of restarts nothing can be said.
    pub(super) fn fraction_done(&self) -> f64 {
        self.systematic.fraction_done()
    }
}
