//! The diagram of all solutions, and what its options are in the user's objects.

use std::collections::HashMap;

use combien::check::Checker;
use combien::problem::OptionId;
use combien::solve::{self, Compile, Engine};
use pyo3::prelude::*;

use crate::handles::diagram::Diagram;
use crate::handles::error::{error, solve_error};
use crate::handles::families::Sets;
use crate::handles::labels::{in_order, repr};
use crate::handles::objects::{Dict, Object};
use crate::handles::problem::{Held, option_by_name};
use crate::handles::settings::Settings;
use crate::handles::solution::Solution;
use crate::handles::watch;

/// The diagram of all solutions.
pub(crate) fn diagram(problem: &Held, keywords: Option<&Dict>) -> PyResult<Diagram> {
    let py = problem.py();
    let settings = Settings::of(py, keywords)?;
    let (core, engine) = (problem.borrow().core(), settings.engine);
    if engine == Engine::Memo {
        // Otherwise it would only notice at the end.
        return Err(error(
            "the engine memo makes product nodes, which a diagram cannot hold; take zdd or intersect, or ask compile()",
        ));
    }
    let built = watch::ask(py, &settings, move |budget, meter| {
        Sets::of(&compiled(Compile::of(&core).by(engine).budget(budget).meter(meter))?)
    })?;
    Ok(Diagram::new(problem.clone().unbind(), built.map_err(solve_error)?))
}

/// What a compilation made.
pub(crate) fn compiled(compile: Compile<'_>) -> Result<solve::Diagram, solve::Error> {
    let diagram = compile.run()?.answer()?;
    Ok(diagram.unwrap_or_else(|| unreachable!("an engine that has ended has a diagram")))
}

/// The weights of options by their names.
pub(crate) fn weights_of(problem: &Held, weights: &Dict) -> PyResult<HashMap<OptionId, i64>> {
    let mut of_options = HashMap::new();
    for (name, weight) in weights {
        let option = option_by_name(problem, &name)?;
        let weight = weight.extract::<i64>().map_err(|_| {
            error(format!(
                "the weight of {} is {}, not a whole number of 64 bits",
                repr(&name),
                repr(&weight)
            ))
        })?;
        of_options.insert(option, weight);
    }
    Ok(of_options)
}

/// The options of a solution, which may be one of another problem, or a list of names; `None` if one of the names is unknown.
pub(crate) fn options_of(problem: &Held, solution: &Object) -> PyResult<Option<Vec<OptionId>>> {
    match solution.cast::<Solution>() {
        Ok(solution) if solution.get().is_of(problem) => Ok(Some(solution.get().options().to_vec())),
        Ok(solution) => named(problem, solution.get().names(solution.py())?.as_any()),
        Err(_) => named(problem, solution),
    }
}

/// Options by their names; `None` if one of the names is unknown.
fn named(problem: &Held, names: &Object) -> PyResult<Option<Vec<OptionId>>> {
    let borrowed = problem.borrow();
    let count = borrowed.builder.so_far().option_count();
    let mut options = vec![];
    for name in in_order(names, "a solution")? {
        match borrowed.names.find(&name, count)? {
            Some(option) => options.push(OptionId::from_index(option)),
            None => return Ok(None),
        }
    }
    Ok(Some(options))
}

/// Solutions are checked, because a pickle may have been changed.
pub(crate) fn checked(
    checker: &mut Checker,
    problem: &combien::Problem,
    solution: combien::Solution,
) -> Result<combien::Solution, String> {
    match checker.check(problem, solution.options()) {
        Ok(()) => Ok(solution),
        Err(violations) => Err(format!("this diagram holds a wrong solution: {}", violations[0])),
    }
}
