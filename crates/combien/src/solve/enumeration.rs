//! The searches that find one solution after the other, in one guise.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use super::crew::{Crew, Plan, UNIT};
use super::guard::{Halt, View, Worker};
use super::limits::Limits;
use super::models;
use super::race::Race;
use super::state::{Question, State};
use super::{Choice, Engine, Error};
use crate::engine::fast::Fast;
use crate::engine::{Pause, Work};
use crate::problem::{Problem, Solution};

/// A search that finds or counts all solutions, or one.
pub(super) enum Enumeration<'p> {
    Crew(Box<Crew<'p>>),
    Race(Box<Race<'p>>),
    Models(Box<dyn Models + Send + 'p>),
}

/// A search that finds one solution after the other by itself, in one thread.
pub(super) trait Models: Worker {
    fn engine(&self) -> Engine;
    fn work(&self) -> Work;
    /// Where it has halted: the solution, which has passed the checker.
    fn solution(&self) -> Solution;
}

impl<'p> Enumeration<'p> {
    /// By the engine that is chosen, `fast`, `links`, `sat` or `naive`; from a state that was reached before, or from the start.
    pub(super) fn new(
        problem: &'p Problem,
        question: Question,
        choice: &Choice<'_>,
        limits: &Limits,
    ) -> Result<Enumeration<'p>, Error> {
        match choice.engine {
            Engine::Sat => return Ok(Enumeration::Models(models::by_sat(problem, limits)?)),
            Engine::Naive => return Ok(Enumeration::Models(models::by_naive(problem)?)),
            _ => {}
        }
        let plan = Plan {
            question,
            engine: choice.engine.for_search(problem),
            kernel: choice.kernel.unwrap_or_default(),
            threads: limits.threads(),
            nodes: limits.nodes,
            memory: limits.memory(),
            unit: UNIT,
        };
        let crew = match choice.state {
            Some(state) => Crew::resume(problem, plan, state)?,
            None => Crew::new(problem, plan)?,
        };
        Ok(Enumeration::Crew(Box::new(crew)))
    }

    /// For solutions one by one; for one only, perhaps with restarts.
    pub(super) fn each(
        problem: &'p Problem,
        choice: &Choice<'_>,
        limits: &Limits,
    ) -> Result<Enumeration<'p>, Error> {
        if choice.may_restart(limits) {
            return Enumeration::first(problem, choice, limits);
        }
        Enumeration::new(problem, Question::Each, choice, limits)
    }

    /// By the engine `fast`, for one solution only: with restarts from the beginning, if there is a seed, or else from
    /// where the search turns out to be long.
    fn first(problem: &'p Problem, choice: &Choice<'_>, limits: &Limits) -> Result<Enumeration<'p>, Error> {
        if let Ok(fast) = Fast::new(problem) {
            return Ok(Enumeration::Race(Box::new(Race::new(problem, fast, choice, limits))));
        }
        let choice = Choice { engine: Engine::Links, ..*choice };
        Enumeration::new(problem, Question::Each, &choice, limits)
    }

    pub(super) fn engine(&self) -> Engine {
        match self {
            Enumeration::Crew(crew) => crew.engine(),
            Enumeration::Race(_) => Engine::Fast,
            Enumeration::Models(models) => models.engine(),
        }
    }

    pub(super) fn work(&self) -> Work {
        match self {
            Enumeration::Crew(crew) => crew.work(),
            Enumeration::Race(race) => race.work(),
            Enumeration::Models(models) => models.work(),
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

    /// Takes at most so many bytes from here on, if it is a search that can be cut.
    pub(super) fn set_memory(&mut self, memory: u64) {
        if let Enumeration::Crew(crew) = self {
            crew.set_memory(memory);
        }
    }

    /// Has each of its solutions passed the checker? Whoever finds it checks it, in its own thread.
    pub(super) fn checks(&self) -> bool {
        matches!(self, Enumeration::Crew(_) | Enumeration::Models(_))
    }

    /// The solutions found so far.
    pub(super) fn found(&self) -> u64 {
        match self {
            Enumeration::Crew(crew) => crew.found(),
            Enumeration::Race(_) => 0,
            Enumeration::Models(models) => models.solutions(),
        }
    }
}

impl Worker for Enumeration<'_> {
    fn run(&mut self, work: u64) -> Halt {
        match self {
            Enumeration::Crew(crew) => crew.run(work),
            Enumeration::Race(race) => match race.run(work) {
                Pause::Solution => Halt::Solution,
                Pause::Nodes if race.is_full() => Halt::Memory,
                Pause::Nodes => Halt::Paused,
                Pause::End => Halt::End,
            },
            Enumeration::Models(models) => models.run(work),
        }
    }
    fn done(&self) -> u64 {
        self.work().nodes
    }
    fn solutions(&self) -> u64 {
        self.found()
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
            Enumeration::Race(race) => race.fraction_done(),
            Enumeration::Models(models) => models.fraction(),
        }
    }
    fn leave_threads_to(&mut self, others: Arc<AtomicUsize>) {
        if let Enumeration::Crew(crew) = self {
            crew.leave_threads_to(others);
        }
    }
    fn view(&mut self) -> View {
        match self {
            Enumeration::Crew(crew) => crew.view(),
            Enumeration::Race(race) => View { fraction: race.fraction_done(), left: None },
            Enumeration::Models(models) => models.view(),
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
