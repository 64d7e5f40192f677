//! The handle `Symmetries`: a group of a problem.

use std::sync::Arc;

use combien::symmetry;
use pyo3::prelude::*;

use crate::handles::error::error;
use crate::handles::problem::{Held, Problem};

/// The symmetries of a problem: a group of permutations of its options that leave the problem unchanged, so that they map solutions to
/// solutions. ``Problem.symmetries`` makes it; the keyword ``up_to`` of ``count`` and ``solutions`` takes it.
#[pyclass(module = "combien", frozen)]
pub(crate) struct Symmetries {
    /// The problem.
    #[pyo3(get)]
    pub(crate) problem: Py<Problem>,
    pub(crate) group: Arc<symmetry::Symmetries>,
    /// The options that there were.
    pub(crate) options: usize,
}

impl Symmetries {
    /// The group, for a question of this problem.
    pub(crate) fn group_of(&self, problem: &Held) -> PyResult<Arc<symmetry::Symmetries>> {
        if self.problem.is(problem) && self.options == problem.borrow().builder.so_far().option_count() {
            return Ok(self.group.clone());
        }
        Err(error("these symmetries are of another problem, or of this one before it grew"))
    }
}
