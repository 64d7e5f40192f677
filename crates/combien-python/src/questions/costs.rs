//! Costs of options: read from Python numbers, and shown as such.

use combien::problem::{Decimal, NoDecimal, OptionId};
use combien::solve::{Goal, Ranking};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList};

use crate::handles::error::{failure, raise, refused};
use crate::handles::labels::{in_order, pairs, repr};
use crate::handles::objects::Object;
use crate::handles::problem::{Held, Solution, option_by_name};

/// A cost as it was given.
pub(crate) fn cost_of(given: &Object) -> PyResult<Decimal> {
    // Most costs are whole numbers, and there may be many of them.
    if given.is_instance_of::<PyInt>()
        && let Ok(whole) = given.extract::<i64>()
    {
        return Ok(whole.into());
    }
    decimal(given, str::parse)
}

fn decimal(given: &Object, parse: impl Fn(&str) -> Result<Decimal, NoDecimal>) -> PyResult<Decimal> {
    let text = given.py().import("combien._types")?.getattr("cost_text")?.call1((given,))?;
    let cost = parse(text.extract::<&str>()?);
    cost.map_err(|wrong| failure!("the cost {} cannot be used: {wrong}", repr(given)))
}

/// A limit on costs, in the units of the problem.
pub(crate) fn limit(problem: &combien::Problem, goal: Goal, given: &Object) -> PyResult<i128> {
    Ok(goal.limit(problem, decimal(given, Decimal::total)?))
}

/// What is best.
pub(crate) fn goal(maximize: bool) -> Goal {
    if maximize { Goal::Max } else { Goal::Min }
}

/// A cost in the units of the problem as an `int`, or as a `Decimal` if costs of the problem have decimal places.
pub(crate) fn shown<'py>(py: Python<'py>, problem: &combien::Problem, cost: i128) -> PyResult<Object<'py>> {
    if problem.cost_places() == 0 {
        return cost.into_bound_py_any(py);
    }
    py.import("decimal")?.getattr("Decimal")?.call1((problem.show_cost(cost).to_string(),))
}

/// What is given of the options from the number `first` on: a mapping of names, or a list with one for each option.
fn by_option<T>(
    problem: &Held,
    (first, what): (usize, &str),
    given: &Object,
    read: fn(&Object) -> PyResult<T>,
) -> PyResult<Vec<(OptionId, T)>> {
    if let Some(pairs) = pairs(given)? {
        let each = pairs.iter().map(|(name, value)| Ok((option_by_name(problem, name)?, read(value)?)));
        return each.collect();
    }
    let listed = in_order(given, &format!("the {what}"))?;
    let expected = problem.borrow().builder.so_far().option_count() - first;
    if listed.len() != expected {
        raise!("there are {} {what} and {expected} options", listed.len());
    }
    let each = (first..).zip(&listed).map(|(number, value)| Ok((OptionId::from_index(number), read(value)?)));
    each.collect()
}

/// Sets the costs of the options from the number `first` on. They are read before any of them is set.
pub(crate) fn set_costs(problem: &Held, first: usize, costs: &Object) -> PyResult<()> {
    let read = by_option(problem, (first, "costs"), costs, cost_of)?;
    let mut problem = problem.borrow_mut();
    read.into_iter().try_for_each(|(option, cost)| problem.builder.cost(option, cost).map_err(refused))
}

/// A whole number for each option: 0 for those that a mapping leaves out.
pub(crate) fn numbers(problem: &Held, given: &Object) -> PyResult<Vec<i64>> {
    let number = |given: &Object| {
        let wrong = |_| failure!("the number {} is no whole number of 64 bits", repr(given));
        given.extract::<i64>().map_err(wrong)
    };
    let mut numbers = vec![0; problem.borrow().builder.so_far().option_count()];
    for (option, value) in by_option(problem, (0, "numbers"), given, number)? {
        numbers[option.index()] = value;
    }
    Ok(numbers)
}

/// A ranking as a `combien.Ranking`.
pub(crate) fn ranking<'py>(problem: &Held<'py>, ranking: &Ranking) -> PyResult<Object<'py>> {
    let py = problem.py();
    let solutions = ranking.covers.iter().map(|(_, solution)| Solution::new(problem, solution));
    let solutions =
        PyList::new(py, solutions.map(|solution| Bound::new(py, solution)).collect::<PyResult<Vec<_>>>()?)?;
    let core = problem.borrow().core();
    let bound = ranking.bound.map(|bound| shown(py, &core, bound)).transpose()?;
    py.import("combien._types")?.getattr("Ranking")?.call1((solutions, bound))
}
