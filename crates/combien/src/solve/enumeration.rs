//! The searches that find one solution after the other, as one type.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use super::choice::Choice;
use super::crew::{Crew, Plan, UNIT};
use super::engine::Engine;
use super::error::{Error, Question};
use super::guard::{View, Worker};
use super::models::Models;
use super::race::Race;
use super::state::State;
use crate::budget::{Budget, Effort, Pause, Work};
use crate::count::Count;
use crate::engine::Task;
use crate::engine::fast::{Fast, has_long_options};
use crate::problem::{Problem, Solution};

/// A search that finds or counts all solutions, or one.
pub(super) enum Enumeration {
    Crew(Box<Crew>),
    Race(Box<Race>),
    Models(Box<Models>),
}

impl Enumeration {
    /// Starts a search with the chosen engine, `fast`, `cells`, `links`, `sat` or `naive`, from a saved state
    /// or from the beginning.
    pub(super) fn new(
        problem: &Problem,
        question: Question,
        choice: &Choice,
        budget: &Budget,
    ) -> Result<Enumeration, Error> {
        let engine = choice.engine();
        if engine.profile().lists && !engine.profile().cuts {
            return Ok(Enumeration::Models(Box::new(Models::new(engine, problem, budget)?)));
        }
        let engine = engine.for_search();
        let (mut effort, tables) = (Effort::within(budget), engine.tables(problem));
        effort.keep(tables).map_err(Error::Stopped)?;
        let plan = Plan {
            question,
            engine,
            kernel: choice.kernel(),
            threads: budget.threads(),
            nodes: budget.nodes,
            memory: effort.memory_left() as u64,
            tables,
            unit: UNIT,
        };
        let crew = match &choice.state {
            Some(state) => Crew::resume(problem, plan, state)?,
            None => Crew::new(problem, plan)?,
        };
        Ok(Enumeration::Crew(Box::new(crew)))
    }

    /// Starts a search for solutions one by one, with their maximum number. For one solution, and if no
    /// engine was named, it may use restarts; but not where options are long, for an attempt would enter some
    /// hundred nodes a second.
    pub(super) fn each(
        problem: &Problem,
        choice: &Choice,
        budget: &Budget,
        at_most: Option<u64>,
    ) -> Result<Enumeration, Error> {
        if at_most != Some(1) || !choice.is_free() {
            return Enumeration::new(problem, Question::Each, choice, budget);
        }
        if has_long_options(problem) {
            let search = Enumeration::new(problem, Question::Each, choice, budget)?;
            if matches!(&search, Enumeration::Crew(crew) if crew.is_in_fixed_order()) {
                return Ok(search);
            }
        }
        Enumeration::race(problem, None, budget)
    }

    /// For one solution, with restarts from the beginning.
    pub(super) fn with_restarts(problem: &Problem, seed: u64, budget: &Budget) -> Result<Enumeration, Error> {
        Enumeration::race(problem, Some(seed), budget)
    }

    fn race(problem: &Problem, seed: Option<u64>, budget: &Budget) -> Result<Enumeration, Error> {
        let mut effort = Effort::within(budget);
        effort.keep(Engine::Fast.tables(problem)).map_err(Error::Stopped)?;
        let budget = &Budget { memory: Some(effort.memory_left() as u64), ..budget.clone() };
        let fast =
            Fast::new(problem).map_err(|unsupported| Error::refused(Engine::Fast, unsupported.into()))?;
        Ok(Enumeration::Race(Box::new(Race::new(problem, fast, seed, budget))))
    }

    pub(super) fn engine(&self) -> Engine {
        match self {
            Enumeration::Crew(crew) => crew.engine(),
            Enumeration::Race(race) => race.engine(),
            Enumeration::Models(models) => models.engine,
        }
    }

    /// The work up to the solution that was handed out last.
    pub(super) fn work_to_last(&self) -> Work {
        match self {
            Enumeration::Crew(crew) => crew.work_to_last(),
            Enumeration::Race(race) => race.work(),
            Enumeration::Models(models) => models.work(),
        }
    }

    /// Where it has halted: the solution.
    pub(super) fn solution(&mut self) -> Solution {
        match self {
            Enumeration::Crew(crew) => crew.solution(),
            Enumeration::Race(race) => race.solution(),
            Enumeration::Models(models) => models.solution(),
        }
    }

    /// Sets the maximum number of bytes from now on, if it is a search that can be cut.
    pub(super) fn set_memory(&mut self, memory: u64) {
        if let Enumeration::Crew(crew) = self {
            crew.set_memory(memory);
        }
    }

    /// Has each of its solutions passed the checker? The thread that finds a solution checks it.
    pub(super) fn checks(&self) -> bool {
        matches!(self, Enumeration::Crew(_) | Enumeration::Models(_))
    }

    /// The solutions found so far.
    pub(super) fn found(&self) -> u64 {
        match self {
            Enumeration::Crew(crew) => crew.found(),
            Enumeration::Race(_) => 0,
            Enumeration::Models(models) => models.found(),
        }
    }
}

impl Task for Enumeration {
    fn run(&mut self, nodes: u64) -> Pause {
        match self {
            Enumeration::Crew(crew) => crew.run(nodes),
            Enumeration::Race(race) => race.run(nodes),
            Enumeration::Models(models) => models.run(nodes),
        }
    }
    fn work(&self) -> Work {
        match self {
            Enumeration::Crew(crew) => Task::work(&**crew),
            Enumeration::Race(race) => race.work(),
            Enumeration::Models(models) => models.work(),
        }
    }
    fn certain(&self) -> Count {
        self.found().into()
    }
    fn pace(&self) -> u64 {
        match self {
            Enumeration::Crew(crew) => crew.pace(),
            Enumeration::Race(race) => race.pace(),
            Enumeration::Models(models) => models.pace(),
        }
    }
    fn fraction(&self) -> f64 {
        match self {
            Enumeration::Crew(crew) => crew.fraction(),
            Enumeration::Race(race) => race.fraction(),
            Enumeration::Models(models) => models.fraction(),
        }
    }
}

impl Worker for Enumeration {
    fn leave_threads_to(&mut self, others: Arc<AtomicUsize>) {
        if let Enumeration::Crew(crew) = self {
            crew.leave_threads_to(others);
        }
    }
    fn view(&mut self) -> View {
        match self {
            Enumeration::Crew(crew) => crew.view(),
            Enumeration::Race(race) => View { fraction: race.fraction(), left: None },
            Enumeration::Models(models) => View { fraction: models.fraction(), left: None },
        }
    }
    fn watch(&mut self) {
        if let Enumeration::Crew(crew) = self {
            crew.watch();
        }
    }
    fn forecasts(&self) -> bool {
        matches!(self, Enumeration::Crew(_))
    }
    fn state(&mut self) -> Option<State> {
        match self {
            Enumeration::Crew(crew) => Worker::state(&mut **crew),
            Enumeration::Race(_) | Enumeration::Models(_) => None,
        }
    }
}
