//! The solutions of a problem, as an iterator that obeys limits and checks each solution.

use std::fmt;
use std::sync::Arc;

use super::covers::must_cover;
use super::diagram::{Diagram, Members};
use super::engine::Engine;
use super::guard::Guard;
use super::report::Report;
use super::state::State;
use super::worker::Enumeration;
use crate::budget::{Outcome, Pause, Reason, Work};
use crate::check::Checker;
use crate::problem::{OptionId, Problem, Solution};
use crate::reduce::Component;
use crate::weights::Weights;

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
/// After the last one, [`Solutions::ending`] tells whether that was all. It owns everything except the meter
/// and the journal, whose lifetime is `'a`. So it can be sent to another thread, and kept as long as needed.
///
/// # Panics
///
/// Each solution has passed the [checker](crate::check) before it is returned. A solution that fails is a bug
/// in the engine: the iterator then panics rather than report it.
pub struct Solutions<'a> {
    problem: Problem,
    source: Box<dyn Enumeration>,
    /// The source lists the solutions of the only component of a reduced problem.
    renamed: Option<Renamed>,
    guard: Guard<'a>,
    checker: Checker,
    found: u64,
    ending: Option<Ending>,
}

/// How solutions of a component become solutions of the problem.
pub(super) struct Renamed {
    pub(super) taken: Arc<[OptionId]>,
    pub(super) component: Component,
}

impl Renamed {
    fn original(&self, solution: &Solution) -> Solution {
        let options = solution.options().iter().map(|option| self.component.originals()[option.index()]);
        self.taken.iter().copied().chain(options).collect()
    }
}

impl<'a> Solutions<'a> {
    /// The members of a diagram; none if it could not be finished.
    pub(super) fn of_diagram(
        problem: &Problem,
        report: Report<Option<Diagram>>,
        guard: Guard<'a>,
    ) -> Solutions<'a> {
        let (diagram, ending) = match report.outcome {
            Outcome::Answer(diagram) => (diagram, None),
            Outcome::Stopped { reason, .. } => (None, Some(Ending::Stopped(reason))),
        };
        let source = Box::new(Members::new(report.engine, report.work, diagram));
        Solutions { ending, ..Solutions::of(problem, source, None, guard) }
    }

    /// The solutions of an engine that was stopped during its setup: none.
    pub(super) fn not_begun(
        problem: &Problem,
        engine: Engine,
        reason: Reason,
        guard: Guard<'a>,
    ) -> Solutions<'a> {
        Solutions::of_diagram(problem, Report::not_begun(engine, "", reason), guard)
    }

    /// Can it enter more nodes after it was stopped at the limit on nodes?
    pub(super) fn can_go_on(&self) -> bool {
        self.source.can_go_on()
    }

    /// Raises the limit by this number of nodes. A search that was stopped at the limit continues from there.
    pub(super) fn go_on_for(&mut self, nodes: u64) {
        if self.can_go_on() {
            self.guard.budget.nodes = Some(self.work().nodes.saturating_add(nodes));
            self.ending = self.ending.filter(|ending| !matches!(ending, Ending::Stopped(Reason::Nodes(_))));
        }
    }

    /// The solutions that a source finds.
    pub(super) fn of(
        problem: &Problem,
        source: Box<dyn Enumeration>,
        renamed: Option<Renamed>,
        guard: Guard<'a>,
    ) -> Solutions<'a> {
        let (problem, checker) = (problem.clone(), Checker::new(problem));
        Solutions { problem, source, renamed, guard, checker, found: 0, ending: None }
    }

    /// How the iteration ended; `None` while it continues.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The solutions found so far.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// Weights that show that there is no solution, if they were found before the search had tried every way.
    /// They have been checked. They are not kept for the components of a reduced problem, which have
    /// items of their own.
    pub fn weights(&self) -> Option<&Weights> {
        self.guard.weights().filter(|_| self.renamed.is_none())
    }

    /// The work done so far; after a limit on solutions, up to the last of them. Nothing if weights show that
    /// there is none.
    pub fn work(&self) -> Work {
        match self.ending {
            _ if self.guard.weights().is_some() => Work::default(),
            Some(Ending::Stopped(Reason::Solutions(_))) => self.source.work_to_last(),
            _ => self.source.work(),
        }
    }

    /// The part of the search that is done, from 0 to 1, as the engine estimates it.
    pub fn fraction_done(&self) -> f64 {
        let is_complete = matches!(self.ending, Some(Ending::Complete)) || self.guard.weights().is_some();
        if is_complete { 1.0 } else { self.guard.fraction(self.source.fraction()) }
    }

    /// Where the search stands, so that [`Enumerate::resume`](super::Enumerate::resume) can continue after
    /// the last solution that was returned; `None` if this search cannot be resumed. A search that has
    /// reached a limit on nodes with several threads cannot, unless it keeps a
    /// [`Journal`](super::Journal).
    pub fn state(&mut self) -> Option<State> {
        if self.renamed.is_some() { None } else { self.guard.shown(self.source.state()) }
    }

    /// The engine at work, and after a solution the one that found it; never [`Engine::Auto`].
    pub fn engine(&self) -> Engine {
        self.source.engine()
    }

    /// Runs to the next solution; `None` at the end.
    fn advance(&mut self) -> Option<Solution> {
        if self.ending.is_some() {
            return None;
        }
        if let Some(limit) = self.guard.at_most.filter(|&limit| self.found >= limit) {
            self.guard.look(&mut *self.source);
            return self.end(Ending::Stopped(Reason::Solutions(limit)));
        }
        let ending = match self.guard.drive(&mut *self.source, u64::MAX) {
            Ok(Pause::Solution) => {
                let solution = self.source.solution();
                return Some(match &self.renamed {
                    Some(renamed) => renamed.original(&solution),
                    None => solution,
                });
            }
            Err(reason) => Ending::Stopped(reason),
            Ok(Pause::End) => self.source.stopped().map_or(Ending::Complete, Ending::Stopped),
            Ok(Pause::Memory) => Ending::Stopped(Reason::Memory(self.guard.budget.memory())),
            Ok(Pause::Bound) => unreachable!("it has no other bound"),
        };
        self.end(ending)
    }

    /// Ends, and keeps the journal.
    fn end(&mut self, ending: Ending) -> Option<Solution> {
        self.ending = Some(ending);
        if self.guard.has_journal() {
            let state = self.state();
            self.guard.keep(state);
        }
        None
    }
}

impl Iterator for Solutions<'_> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        let solution = self.advance()?;
        self.found += 1;
        if self.renamed.is_some() || !self.source.checks() {
            must_cover(&mut self.checker, &self.problem, &solution, self.source.engine());
        }
        Some(solution)
    }
}

impl fmt::Debug for Solutions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Solutions { found, ending, .. } = self;
        f.debug_struct("Solutions")
            .field("engine", &self.engine())
            .field("found", found)
            .field("ending", ending)
            .finish_non_exhaustive()
    }
}
