//! What both kinds of diagrams tell: for each option how many solutions have it, and how many solutions have which sums of weights.

use std::collections::HashMap;

use combien::Count;
use combien::budget::Budget;
use combien::polynomial::Polynomial;
use combien::problem::OptionId;
use combien::solve::Reason;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::handles::counts::as_int;
use crate::handles::error::{error, stopped};
use crate::handles::problem::Problem;
use crate::questions::diagram::weights_of;

/// The numbers in between do not fit.
fn full() -> PyErr {
    stopped(None, Reason::Memory(Budget::MEMORY))
}

/// A number for each option, by name.
pub(crate) fn by_option<'py>(
    problem: &Bound<'py, Problem>,
    counts: Option<Vec<Count>>,
) -> PyResult<Bound<'py, PyDict>> {
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
    pub(crate) fn of(problem: &Bound<'_, Problem>, weights: &Bound<'_, PyTuple>) -> PyResult<Weights> {
        if weights.is_empty() {
            return Err(error(
                "a distribution needs weights: one dictionary at least, from names of options to whole numbers",
            ));
        }
        let each = |weights: Bound<'_, PyAny>| weights_of(problem, weights.cast::<PyDict>()?);
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
pub(crate) fn by_weight(py: Python<'_>, polynomial: Option<Polynomial>) -> PyResult<Bound<'_, PyDict>> {
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
