//! Sets up the searches that find one solution after the other.

use super::choice::Choice;
use super::crew::{Crew, Plan, UNIT};
use super::engine::Engine;
use super::error::{Error, Question};
use super::models::Models;
use super::race::Race;
use super::worker::Enumeration;
use crate::budget::{Budget, Effort};
use crate::engine::fast::{Fast, has_long_options};
use crate::problem::Problem;

/// A search with the chosen engine, `fast`, `cells`, `links`, `sat` or `naive`, from a saved state or from
/// the beginning.
pub(super) fn begin(
    problem: &Problem,
    question: Question,
    choice: &Choice,
    budget: &Budget,
) -> Result<Box<dyn Enumeration>, Error> {
    let engine = choice.engine();
    if engine.profile().lists && !engine.profile().cuts {
        return Ok(Box::new(Models::new(engine, problem, budget)?));
    }
    Ok(Box::new(crew(problem, question, choice, budget)?))
}

/// A search that can be cut.
fn crew(problem: &Problem, question: Question, choice: &Choice, budget: &Budget) -> Result<Crew, Error> {
    let engine = choice.engine().for_search();
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
    match &choice.state {
        Some(state) => Crew::resume(problem, plan, state),
        None => Crew::new(problem, plan),
    }
}

/// A search for solutions one by one, with their maximum number. For one solution, and if no engine was
/// named, it may use restarts; but not where options are long, for an attempt would enter some hundred nodes
/// a second.
pub(super) fn each(
    problem: &Problem,
    choice: &Choice,
    budget: &Budget,
    at_most: Option<u64>,
) -> Result<Box<dyn Enumeration>, Error> {
    if at_most != Some(1) || !choice.is_free() {
        return begin(problem, Question::Each, choice, budget);
    }
    if has_long_options(problem) {
        let crew = crew(problem, Question::Each, choice, budget)?;
        if crew.is_in_fixed_order() {
            return Ok(Box::new(crew));
        }
    }
    race(problem, None, budget)
}

/// A search for one solution; with a seed, by restarts from the beginning.
pub(super) fn race(
    problem: &Problem,
    seed: Option<u64>,
    budget: &Budget,
) -> Result<Box<dyn Enumeration>, Error> {
    let mut effort = Effort::within(budget);
    effort.keep(Engine::Fast.tables(problem)).map_err(Error::Stopped)?;
    let budget = &Budget { memory: Some(effort.memory_left() as u64), ..budget.clone() };
    let fast = Fast::new(problem).map_err(|unsupported| Error::refused(Engine::Fast, unsupported.into()))?;
    Ok(Box::new(Race::new(problem, fast, seed, budget)))
}
