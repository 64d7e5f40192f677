//! The solutions of a problem, as an iterator that obeys limits and checks each solution.

use std::fmt;
use std::sync::Arc;

use super::diagram::{Diagram, Solutions as Members};
use super::engine::Engine;
use super::enumeration::Enumeration;
use super::guard::{Guard, Worker};
use super::report::Report;
use super::state::State;
use crate::budget::{Outcome, Pause, Reason, Work};
use crate::check::Checker;
use crate::engine::Task;
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
    engine: Engine,
    source: Source,
    guard: Guard<'a>,
    checker: Checker,
    found: u64,
    ending: Option<Ending>,
}

/// Combinations of solutions of parts. They list those of the parts, so they are known here by what they do
/// alone.
pub(super) trait Combinations: Task + Send {
    /// The next solution, or how it ended.
    fn next(&mut self, guard: &mut Guard<'_>) -> Result<Solution, Ending>;
}

/// Where solutions come from.
enum Source {
    /// A search that finds one after the other; for a reduced problem with one component, the search of that
    /// component.
    Search(Box<Enumeration>, Option<Renamed>),
    /// A diagram that holds all of them, and the work of building it.
    Members(Box<Members>, Work),
    /// The components of a reduced problem.
    Product(Box<dyn Combinations>),
    /// Nowhere: the diagram could not be finished.
    Nowhere(Work),
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
    pub(super) fn of_search(problem: &Problem, search: Enumeration, guard: Guard<'a>) -> Solutions<'a> {
        Solutions::new(problem, search.engine(), Source::Search(Box::new(search), None), guard, None)
    }

    /// The solutions of the only component of a reduced problem.
    pub(super) fn of_component(
        problem: &Problem,
        search: Enumeration,
        renamed: Renamed,
        guard: Guard<'a>,
    ) -> Solutions<'a> {
        let engine = search.engine();
        Solutions::new(problem, engine, Source::Search(Box::new(search), Some(renamed)), guard, None)
    }

    /// The members of a diagram; none if it could not be finished.
    pub(super) fn of_diagram(
        problem: &Problem,
        report: Report<Option<Diagram>>,
        guard: Guard<'a>,
    ) -> Solutions<'a> {
        let (source, ending) = match report.outcome {
            Outcome::Answer(Some(diagram)) => {
                (Source::Members(Box::new(diagram.into_solutions()), report.work), None)
            }
            Outcome::Answer(None) => (Source::Nowhere(report.work), Some(Ending::Complete)),
            Outcome::Stopped { reason, .. } => (Source::Nowhere(report.work), Some(Ending::Stopped(reason))),
        };
        Solutions::new(problem, report.engine, source, guard, ending)
    }

    /// The solutions of an engine that was stopped during its setup: none.
    pub(super) fn not_begun(
        problem: &Problem,
        engine: Engine,
        reason: Reason,
        guard: Guard<'a>,
    ) -> Solutions<'a> {
        let nowhere = Source::Nowhere(Work::default());
        Solutions::new(problem, engine, nowhere, guard, Some(Ending::Stopped(reason)))
    }

    /// The combinations of the solutions of the components of a reduced problem.
    pub(super) fn of_product(
        problem: &Problem,
        engine: Engine,
        product: Box<dyn Combinations>,
        guard: Guard<'a>,
    ) -> Solutions<'a> {
        Solutions::new(problem, engine, Source::Product(product), guard, None)
    }

    /// Can it enter more nodes after it was stopped at the limit on nodes?
    pub(super) fn can_go_on(&self) -> bool {
        matches!(self.source, Source::Search(..))
    }

    /// Raises the limit by this number of nodes. A search that was stopped at the limit continues from there.
    pub(super) fn go_on_for(&mut self, nodes: u64) {
        if self.can_go_on() {
            self.guard.budget.nodes = Some(self.work().nodes.saturating_add(nodes));
            self.ending = self.ending.filter(|ending| !matches!(ending, Ending::Stopped(Reason::Nodes(_))));
        }
    }

    fn new(
        problem: &Problem,
        engine: Engine,
        source: Source,
        guard: Guard<'a>,
        ending: Option<Ending>,
    ) -> Solutions<'a> {
        Solutions {
            problem: problem.clone(),
            engine,
            source,
            guard,
            checker: Checker::new(problem),
            found: 0,
            ending,
        }
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
        match &self.source {
            Source::Search(_, None) => self.guard.weights(),
            _ => None,
        }
    }

    /// The work done so far; after a limit on solutions, up to the last of them. Nothing if weights show that
    /// there is none.
    pub fn work(&self) -> Work {
        match &self.source {
            Source::Search(..) if self.guard.weights().is_some() => Work::default(),
            Source::Search(search, _) => match self.ending {
                Some(Ending::Stopped(Reason::Solutions(_))) => search.work_to_last(),
                _ => search.work(),
            },
            Source::Product(product) => product.work(),
            Source::Members(_, work) | Source::Nowhere(work) => *work,
        }
    }

    /// The part of the search that is done, from 0 to 1, as the engine estimates it.
    pub fn fraction_done(&self) -> f64 {
        match &self.source {
            Source::Search(..) if self.guard.weights().is_some() => 1.0,
            Source::Search(search, _) => self.guard.fraction(search.fraction()),
            Source::Product(product) => product.fraction(),
            Source::Members(..) => 1.0,
            Source::Nowhere(_) => 0.0,
        }
    }

    /// Where the search stands, so that [`Enumerate::resume`](super::Enumerate::resume) can continue after
    /// the last solution that was returned; `None` if this search cannot be resumed. A search that has
    /// reached a limit on nodes with several threads cannot, unless it keeps a
    /// [`Journal`](super::Journal).
    pub fn state(&mut self) -> Option<State> {
        match &mut self.source {
            Source::Search(search, None) => self.guard.shown(search.state()),
            Source::Search(_, Some(_)) | Source::Product(_) | Source::Members(..) | Source::Nowhere(_) => {
                None
            }
        }
    }

    /// The engine at work, and after a solution the one that found it; never [`Engine::Auto`].
    pub fn engine(&self) -> Engine {
        match &self.source {
            Source::Search(search, _) => search.engine(),
            Source::Product(_) | Source::Members(..) | Source::Nowhere(_) => self.engine,
        }
    }

    /// Runs to the next solution; `None` at the end.
    fn advance(&mut self) -> Option<Solution> {
        if self.ending.is_some() {
            return None;
        }
        if let Some(limit) = self.guard.at_most.filter(|&limit| self.found >= limit) {
            if let Source::Search(search, _) = &mut self.source {
                self.guard.look(&mut **search);
            }
            return self.end(Ending::Stopped(Reason::Solutions(limit)));
        }
        let found = match &mut self.source {
            Source::Search(search, renamed) => match self.guard.drive(&mut **search, u64::MAX) {
                Ok(Pause::Solution) => {
                    let solution = search.solution();
                    Ok(match renamed {
                        Some(renamed) => renamed.original(&solution),
                        None => solution,
                    })
                }
                Err(reason) => Err(Ending::Stopped(reason)),
                Ok(Pause::End) => Err(Ending::Complete),
                Ok(Pause::Memory) => Err(Ending::Stopped(Reason::Memory(self.guard.budget.memory()))),
                Ok(Pause::Bound) => unreachable!("it has no other bound"),
            },
            Source::Product(product) => product.next(&mut self.guard),
            Source::Members(members, _) => match self.guard.check() {
                Err(reason) => Err(Ending::Stopped(reason)),
                Ok(()) => members.next().ok_or(Ending::Complete),
            },
            Source::Nowhere(_) => Err(Ending::Complete),
        };
        match found {
            Ok(solution) => Some(solution),
            Err(ending) => self.end(ending),
        }
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
        if matches!(&self.source, Source::Search(search, None) if search.checks()) {
            return Some(solution);
        }
        if let Err(violations) = self.checker.check(&self.problem, solution.options()) {
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
            .finish_non_exhaustive()
    }
}
