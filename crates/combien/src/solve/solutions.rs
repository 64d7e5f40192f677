//! The solutions of a problem as an iterator that obeys limits and checks what it hands out.

use std::fmt;

use super::limits::{Limits, Meter, Progress, Reason};
use super::{Engine, Outcome, Report};
use crate::check::Checker;
use crate::engine::Work;
use crate::engine::links::{Links, Pause};
use crate::problem::{Problem, Solution};

/// The stop flag is looked at after so many nodes: a millisecond at the slowest.
const NODES_BETWEEN_LOOKS: u64 = 1 << 10;
/// The meter is told after so many: a tenth of a second or so, and too rarely to be felt.
const NODES_BETWEEN_TICKS: u64 = 1 << 16;

/// How the iteration over all solutions ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All solutions were found.
    Complete,
    /// There may be more.
    Stopped(Reason),
}

/// Each solution of a problem, in the order of the engine.
///
/// After the last one, [`Solutions::ending`] tells whether that was all.
///
/// # Panics
///
/// Each solution has passed the [checker](crate::check) before it is handed out. One that fails is a bug in the engine:
/// the iterator then panics rather than report a wrong cover.
pub struct Solutions<'a> {
    problem: &'a Problem,
    engine: Engine,
    search: Links,
    limits: Limits,
    meter: Option<&'a mut dyn Meter>,
    checker: Checker,
    found: u64,
    next_tick: u64,
    ending: Option<Ending>,
}

impl<'a> Solutions<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        engine: Engine,
        search: Links,
        limits: Limits,
        meter: Option<&'a mut dyn Meter>,
    ) -> Solutions<'a> {
        let checker = Checker::new(problem);
        let next_tick = NODES_BETWEEN_TICKS;
        Solutions { problem, engine, search, limits, meter, checker, found: 0, next_tick, ending: None }
    }

    /// How the iteration ended; none while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The solutions found so far.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// The work done so far.
    pub fn work(&self) -> Work {
        self.search.work()
    }

    /// The part of the search tree that lies behind, from 0 to 1, as the engine estimates it.
    pub fn fraction_done(&self) -> f64 {
        self.search.fraction_done()
    }

    /// The engine at work; never [`Engine::Auto`].
    pub fn engine(&self) -> Engine {
        self.engine
    }

    pub(super) fn report<T>(&self, outcome: Outcome<T>) -> Report<T> {
        Report { outcome, engine: self.engine, work: self.work() }
    }

    /// Goes through all further solutions without looking at them.
    pub(super) fn run_to_end(&mut self) -> Ending {
        loop {
            if let Some(ending) = self.advance() {
                return ending;
            }
        }
    }

    /// Runs to the next solution, or to an ending.
    fn advance(&mut self) -> Option<Ending> {
        while self.ending.is_none() {
            self.ending = self.limit_reached().map(Ending::Stopped);
            if self.ending.is_some() {
                break;
            }
            let nodes = self.search.work().nodes;
            self.tell_meter(nodes);
            let limit = self.limits.nodes.unwrap_or(u64::MAX);
            match self.search.run((nodes + NODES_BETWEEN_LOOKS).min(limit)) {
                Pause::Nodes => {
                    // Only here does the search want one node more than it may have: a tree of just that size ends.
                    let reached = self.limits.nodes.filter(|&limit| self.search.work().nodes >= limit);
                    self.ending = reached.map(|limit| Ending::Stopped(Reason::Nodes(limit)));
                }
                Pause::End => self.ending = Some(Ending::Complete),
                Pause::Solution => {
                    self.found += 1;
                    return None;
                }
            }
        }
        self.ending
    }

    /// Has somebody asked to stop, or are there solutions enough?
    fn limit_reached(&self) -> Option<Reason> {
        let Limits { solutions, stop, .. } = &self.limits;
        if stop.as_ref().is_some_and(super::StopFlag::is_raised) {
            return Some(Reason::Asked);
        }
        solutions.filter(|&limit| self.found >= limit).map(Reason::Solutions)
    }

    fn tell_meter(&mut self, nodes: u64) {
        if nodes < self.next_tick {
            return;
        }
        self.next_tick = nodes + NODES_BETWEEN_TICKS;
        if let Some(meter) = &mut self.meter {
            meter.tick(Progress { nodes, solutions: self.found, fraction: self.search.fraction_done() });
        }
    }
}

impl Iterator for Solutions<'_> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        if self.advance().is_some() {
            return None;
        }
        let solution = self.search.solution();
        if let Err(violations) = self.checker.check(self.problem, solution.options()) {
            panic!("the engine {} reported a wrong solution: {}", self.engine, violations[0]);
        }
        Some(solution)
    }
}

impl fmt::Debug for Solutions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Solutions { engine, found, ending, .. } = self;
        f.debug_struct("Solutions")
            .field("engine", engine)
            .field("found", found)
            .field("ending", ending)
            .finish()
    }
}
