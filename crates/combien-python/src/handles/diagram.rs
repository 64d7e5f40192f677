//! The handle `Diagram`: solutions of a problem as a family of sets.

use std::sync::OnceLock;

use combien::Count;
use pyo3::prelude::*;

use crate::handles::families::Sets;
use crate::handles::problem::Problem;

/// A set of solutions of one problem, as a decision diagram (TAOCP 7.1.4): ``Problem.diagram`` makes the one of all solutions.
///
/// It is counted, searched and combined without listing its solutions: ``|``, ``&``, ``-``, ``^``, comparisons and ``in`` are those
/// of sets, of diagrams of one problem. ``len`` works up to ``sys.maxsize``, ``count`` always. It is immutable.
///
/// An operation takes at most 2 GiB beside its diagrams, else it raises ``Stopped``; its time is at most about the product of the
/// numbers of their nodes, if both have one order, as those of one engine have.
#[pyclass(module = "combien", frozen)]
pub(crate) struct Diagram {
    /// The problem whose solutions these are.
    #[pyo3(get)]
    pub(crate) problem: Py<Problem>,
    pub(crate) sets: Sets,
    pub(crate) count: OnceLock<Count>,
}

impl Diagram {
    pub(crate) fn new(problem: Py<Problem>, sets: Sets) -> Diagram {
        Diagram { problem, sets, count: OnceLock::new() }
    }
}
