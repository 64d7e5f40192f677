//! What both kinds of diagrams tell: for each option how many solutions have it, and how many solutions have which sums of weights.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Mutex;

use combien::Count;
use combien::budget::Budget;
use combien::check::Checker;
use combien::polynomial::Polynomial;
use combien::problem::OptionId;
use combien::solve::Reason;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::handles::counts::as_int;
use crate::handles::error::{error, stopped};
use crate::handles::objects::{Dict, Object, Tuple};
use crate::handles::problem::{Held, Problem};
use crate::handles::settings::Settings;
use crate::handles::solution::Solution;
use crate::handles::watch::{self, locked};
use crate::questions::diagram::{checked, weights_of};

/// The numbers in between do not fit.
fn full() -> PyErr {
    stopped(None, Reason::Memory(Budget::MEMORY))
}

/// A number for each option, by name.
pub(crate) fn by_option<'py>(problem: &Held<'py>, counts: Option<Vec<Count>>) -> PyResult<Dict<'py>> {
    let py = problem.py();
    let (names, dict) = (problem.borrow(), PyDict::new(py));
    for (option, count) in counts.ok_or_else(full)?.iter().enumerate() {
        dict.set_item(names.names.name(py, option), as_int(py, count)?)?;
    }
    Ok(dict)
}

/// Weights of options, one list for each option.
pub(crate) struct Weights {
    of: Vec<HashMap<OptionId, i64>>,
}

impl Weights {
    /// From dictionaries by name, one or more.
    pub(crate) fn of(problem: &Held, weights: &Tuple) -> PyResult<Weights> {
        if weights.is_empty() {
            return Err(error(
                "a distribution needs weights: one dictionary at least, from names of options to whole numbers",
            ));
        }
        let each = |weights: Object| weights_of(problem, weights.cast::<PyDict>()?);
        Ok(Weights { of: weights.iter().map(each).collect::<PyResult<_>>()? })
    }

    /// How many weights each option has.
    pub(crate) fn len(&self) -> usize {
        self.of.len()
    }

    pub(crate) fn weigh(&self, option: OptionId) -> Vec<i64> {
        self.of.iter().map(|weights| weights.get(&option).copied().unwrap_or(0)).collect()
    }
}

/// The numbers of solutions by their weight, or by the tuple of their weights if there are several.
pub(crate) fn by_weight(py: Python<'_>, polynomial: Option<Polynomial>) -> PyResult<Dict<'_>> {
    let dict = PyDict::new(py);
    for (sums, count) in polynomial.ok_or_else(full)?.terms() {
        let count = as_int(py, count)?;
        match sums {
            [sum] => dict.set_item(*sum, count)?,
            sums => dict.set_item(PyTuple::new(py, sums)?, count)?,
        }
    }
    Ok(dict)
}

/// Solutions that a diagram delivers until it is told to stop, each with something beside it. They are checked.
pub(crate) fn listed<T: Send + 'static>(
    problem: &Held,
    list: impl FnOnce(&mut dyn FnMut(T, combien::Solution) -> ControlFlow<()>) + Send + 'static,
) -> PyResult<Vec<(T, Solution)>> {
    let core = problem.borrow().core();
    let found = watch::ask(problem.py(), &Settings::unlimited(), move |budget, _| {
        let (mut checker, mut found, mut wrong) = (Checker::new(&core), vec![], None);
        list(&mut |beside, solution| match checked(&mut checker, &core, solution) {
            _ if budget.check().is_err() => ControlFlow::Break(()),
            Ok(solution) => {
                found.push((beside, solution));
                ControlFlow::Continue(())
            }
            Err(reason) => {
                wrong = Some(reason);
                ControlFlow::Break(())
            }
        });
        wrong.map_or(Ok(found), Err)
    })?;
    let found = found.map_err(PyRuntimeError::new_err)?;
    Ok(found.into_iter().map(|(beside, solution)| (beside, Solution::new(problem, &solution))).collect())
}

/// The next solution of a diagram, if it is one.
type Next = dyn FnMut() -> Option<Result<combien::Solution, String>> + Send;

/// The solutions of a diagram, one after the other.
#[pyclass(module = "combien._combien", frozen)]
pub(crate) struct Members {
    problem: Py<Problem>,
    /// It is never locked while Python code runs.
    next: Mutex<Box<Next>>,
}

impl Members {
    pub(crate) fn new(
        problem: &Held,
        mut next: impl FnMut() -> Option<combien::Solution> + Send + 'static,
    ) -> Members {
        let core = problem.borrow().core();
        let mut checker = Checker::new(&core);
        let next = move || next().map(|solution| checked(&mut checker, &core, solution));
        Members { problem: problem.clone().unbind(), next: Mutex::new(Box::new(next)) }
    }

    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        let next = locked(&self.next)().transpose().map_err(PyRuntimeError::new_err)?;
        Ok(next.map(|solution| Solution::new(self.problem.bind(py), &solution)))
    }
}
