//! The handle `Solution`: the options that are chosen.

use combien::problem::OptionId;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::handles::objects::Tuple;
use crate::handles::problem::{Held, Problem};

/// A solution: the options that are chosen, in the order of the problem.
///
/// It is small: what it shows is made when it is asked for. Two solutions are equal if they have the same options by the same
/// names.
#[pyclass(module = "combien", frozen)]
pub(crate) struct Solution {
    pub(crate) problem: Py<Problem>,
    pub(crate) options: Box<[OptionId]>,
}

impl Solution {
    pub(crate) fn new(problem: &Held, solution: &combien::Solution) -> Solution {
        Solution::of_options(problem, solution.options())
    }

    pub(crate) fn of_options(problem: &Held, options: &[OptionId]) -> Solution {
        Solution { problem: problem.clone().unbind(), options: options.into() }
    }

    pub(crate) fn options(&self) -> &[OptionId] {
        &self.options
    }

    /// The names of the options.
    pub(crate) fn names<'py>(&self, py: Python<'py>) -> PyResult<Tuple<'py>> {
        PyTuple::new(py, self.problem.bind(py).borrow().names_of(py, &self.options))
    }

    pub(crate) fn is_of(&self, problem: &Held) -> bool {
        self.problem.is(problem)
    }
}
