//! The handles `Diagram` and `ProductDiagram`: solutions of a problem as diagrams.

use std::sync::{Arc, OnceLock};

use combien::{Count, products};
use pyo3::prelude::*;

use crate::handles::families::Sets;
use crate::handles::problem::{Held, Problem};

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

/// A set of solutions of one problem, as a diagram with products (a decision-ZDNNF): ``Problem.compile`` makes the one of all
/// solutions, and ``Problem.read_diagram`` reads one from a file.
///
/// It can be much smaller than a ``Diagram``, because its options have no fixed order and independent parts are multiplied. So it
/// is counted, listed, drawn from, restricted and weighed in time of the order of its nodes; but it has no algebra, and is not compared.
/// It is immutable.
#[pyclass(module = "combien", frozen)]
pub(crate) struct ProductDiagram {
    /// The problem whose solutions these are.
    #[pyo3(get)]
    pub(crate) problem: Py<Problem>,
    pub(crate) diagram: Arc<products::Diagram>,
    pub(crate) count: OnceLock<Count>,
}

impl ProductDiagram {
    pub(crate) fn new(problem: &Held, diagram: Arc<products::Diagram>) -> ProductDiagram {
        ProductDiagram { problem: problem.clone().unbind(), diagram, count: OnceLock::new() }
    }
}
