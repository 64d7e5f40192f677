//! Random solutions: from a diagram of all of them, or from an engine that draws them without one.

use std::sync::Arc;

use super::diagram::{self, Diagram, solution};
use super::engine::Engine;
use super::error::Error;
use super::guard::Guard;
use super::report::Report;
use crate::budget::{Budget, Meter, Pause, Reason};
use crate::check::check;
use crate::engine::{Compiled, Drawing, Refusal};
use crate::problem::{OptionId, Problem, Solution};
use crate::products;
use crate::zdd::{self, Store};

impl Diagram {
    /// Solutions drawn at random, each equally likely at each draw, without end. The iterator is empty if
    /// there are no solutions. The same seed gives the same solutions everywhere. The problem must be
    /// that of the diagram.
    pub fn samples(&self, problem: &Problem, seed: u64) -> Samples {
        let drawn = match &self.0 {
            Compiled::Stored { store, family, options } => {
                Drawn::Stored(zdd::Samples::new(store.clone(), *family, seed), options.clone())
            }
            Compiled::Products(diagram) => Drawn::Products(products::Samples::new(diagram.clone(), seed)),
        };
        Samples::new(problem, drawn, !self.count().is_zero())
    }
}

/// Solutions drawn at random: [`Sample`](super::Sample) and [`Diagram::samples`](super::Diagram::samples)
/// make it. It owns what it draws from.
///
/// A draw from a diagram takes next to no time. A draw from a planar matching problem may take seconds; it
/// keeps to the budget of the question, and to see its progress, call [`Samples::draw`].
///
/// # Panics
///
/// The iterator panics if a solution fails the checker, which is a bug of the engine.
#[derive(Clone, Debug)]
pub struct Samples {
    problem: Problem,
    drawn: Drawn,
    exists: bool,
    stopped: Option<Reason>,
}

#[derive(Clone, Debug)]
pub(super) enum Drawn {
    Stored(zdd::Samples<Arc<Store>>, Vec<OptionId>),
    Products(products::Samples<Arc<products::Diagram>>),
    Task(Task),
}

/// An engine at work, at a solution that is yet to be delivered, or on the way to one.
#[derive(Clone)]
pub(super) struct Task {
    engine: Box<dyn Drawing>,
    budget: Budget,
    is_ready: bool,
}

impl std::fmt::Debug for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Task").field("work", &self.engine.work()).finish_non_exhaustive()
    }
}

impl Samples {
    pub(super) fn new(problem: &Problem, drawn: Drawn, exists: bool) -> Samples {
        Samples { problem: problem.clone(), drawn, exists, stopped: None }
    }

    /// Is there a solution? If not, the iterator is empty.
    pub fn exists(&self) -> bool {
        self.exists
    }

    /// What stopped the last draw, if it was stopped.
    pub fn stopped(&self) -> Option<Reason> {
        self.stopped
    }

    /// The next solution, with its progress reported to a meter; `None` if there is no solution, or if the
    /// draw was stopped. With a larger budget, or a new deadline, ask again.
    ///
    /// # Panics
    ///
    /// If a solution fails the checker, which is a bug of the engine.
    pub fn draw(&mut self, meter: impl Meter) -> Option<Solution> {
        self.stopped = None;
        let solution = match &mut self.drawn {
            Drawn::Stored(samples, options) => solution(&samples.next()?, options),
            Drawn::Products(samples) => samples.next()?,
            Drawn::Task(task) => match task.draw(meter) {
                Ok(solution) => solution?,
                Err(reason) => {
                    self.stopped = Some(reason);
                    return None;
                }
            },
        };
        if let Err(violations) = check(&self.problem, solution.options()) {
            panic!("a wrong solution was drawn: {}", violations[0]);
        }
        Some(solution)
    }
}

/// Draws solutions as [`Samples::draw`] does, without a meter.
impl Iterator for Samples {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        self.draw(None::<Nobody>)
    }
}

/// A meter that is never there.
struct Nobody;

impl Meter for Nobody {
    fn tick(&mut self, _: crate::budget::Progress) {}
}

impl Task {
    fn draw(&mut self, meter: impl Meter) -> Result<Option<Solution>, Reason> {
        if !self.is_ready {
            let meter = meter.is_there().then(|| Box::new(meter) as Box<dyn Meter + '_>);
            self.go_on(&mut Guard::new(self.budget.clone(), meter))?;
        }
        Ok(std::mem::take(&mut self.is_ready).then(|| self.engine.solution()))
    }

    /// Goes on to the next solution, if there is one.
    fn go_on(&mut self, guard: &mut Guard<'_>) -> Result<(), Reason> {
        self.is_ready = match guard.drive(&mut self.engine, u64::MAX)? {
            Pause::Memory => return Err(Reason::Memory(self.budget.memory())),
            pause => pause == Pause::Solution,
        };
        Ok(())
    }
}

/// Why an engine draws without a diagram.
const WHY: &str = "the options are the edges of a planar graph";

/// Random solutions by an engine. Without a name, one that needs no diagram is tried first.
pub(super) fn sample(
    problem: &Problem,
    engine: Engine,
    seed: u64,
    mut guard: Guard<'_>,
) -> Result<Report<Option<Samples>>, Error> {
    let is_able = |able: &Engine| *able != Engine::Auto && able.profile().draws;
    let is_meant = |able: &Engine| engine == *able || engine == Engine::Auto;
    for able in Engine::ALL.into_iter().filter(|able| is_able(able) && is_meant(able)) {
        match able.get().draw(problem, seed, &guard.budget) {
            Ok(task) => {
                let why = if engine == able { "it was asked for" } else { WHY };
                return Ok(first(problem, able, task, why, &mut guard));
            }
            Err(Refusal::Stopped(reason)) => return Ok(Report::not_begun(able, WHY, reason)),
            Err(_) if engine == Engine::Auto => {}
            Err(refusal) => return Err(Error::refused(able, refusal)),
        }
    }
    let report = diagram::compile(problem, engine, guard)?;
    Ok(report.map(|diagram| diagram.map(|diagram| diagram.samples(problem, seed))))
}

/// Goes on to the first solution: after that, everything is prepared.
fn first(
    problem: &Problem,
    engine: Engine,
    task: Box<dyn Drawing>,
    why: &str,
    guard: &mut Guard<'_>,
) -> Report<Option<Samples>> {
    let mut task = Task { engine: task, budget: guard.budget.clone(), is_ready: false };
    let went = task.go_on(guard);
    let (work, fraction) = (task.engine.work(), guard.fraction(task.engine.fraction()));
    if let Err(reason) = went {
        return Report::stopped((None, reason), engine, why, work, fraction);
    }
    let exists = task.is_ready;
    let samples = Some(Samples::new(problem, Drawn::Task(task), exists));
    Report { fraction, ..Report::answered(samples, engine, why, work) }
}
