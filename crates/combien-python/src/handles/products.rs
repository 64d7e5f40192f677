//! The handle `ProductDiagram`: solutions of a problem as a diagram with products.

use std::sync::{Arc, OnceLock};

use combien::{Count, products};
use pyo3::prelude::*;

use crate::handles::problem::{Held, Problem};

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
