//! The class `ProductDiagram`.

use std::fs::File;
use std::io::{BufWriter, IntoInnerError, Write};
use std::path::PathBuf;
use std::sync::Arc;

use combien::budget::Budget;
use combien::problem::OptionId;
use combien::{Count, products, solve};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::handles::diagrams::ProductDiagram;
use crate::handles::error::{failure, in_file, solve_error};
use crate::handles::numbers::{Natural, Seed};
use crate::handles::objects::{Dict, Object, Pickle, Tuple, as_int};
use crate::handles::problem::{Held, Solution, options_by_name};
use crate::handles::watch;
use crate::questions::diagrams::{self, Members, Weights, options_of, weights_of};

/// Whether a format is that of the compiler c2d, and not our own.
fn is_nnf(format: &str) -> PyResult<bool> {
    match format {
        "zdnnf" => Ok(false),
        "nnf" => Ok(true),
        _ => Err(failure!("there is no format '{format}' of diagrams: it is 'zdnnf' or 'nnf'")),
    }
}

impl ProductDiagram {
    /// The number of solutions, counted once.
    fn counted(&self, py: Python<'_>) -> PyResult<&Count> {
        if let Some(count) = self.count.get() {
            return Ok(count);
        }
        let diagram = self.diagram.clone();
        let count = watch::work(py, move || diagram.count())?;
        Ok(self.count.get_or_init(|| count))
    }

    fn restricted(
        &self,
        py: Python<'_>,
        names: &Tuple,
        restrict: fn(&products::Diagram, &[OptionId]) -> products::Diagram,
    ) -> PyResult<ProductDiagram> {
        let problem = self.problem.bind(py);
        let options = options_by_name(problem, Some(names.as_any()), "the names")?;
        let diagram = self.diagram.clone();
        let restricted = watch::work(py, move || restrict(&diagram, &options))?;
        Ok(ProductDiagram::new(problem, Arc::new(restricted)))
    }

    fn best(&self, weights: &Dict, is_heaviest: bool) -> PyResult<Option<(i128, Solution)>> {
        let problem = self.problem.bind(weights.py());
        let (diagram, weights) = (self.diagram.clone(), weights_of(problem, weights)?);
        let mut found = diagrams::listed(problem, move |deliver| {
            let best = diagram.best(is_heaviest, |option| weights.get(&option).copied().unwrap_or(0));
            let _ = best.map(|(weight, solution)| deliver(weight, solution));
        })?;
        Ok(found.pop())
    }

    /// Writes it piece by piece, and gives back what was written to.
    fn write_to<W: Write + Send + 'static>(&self, py: Python<'_>, is_nnf: bool, output: W) -> PyResult<W> {
        let diagram = self.diagram.clone();
        let options = self.problem.bind(py).borrow().core().option_count();
        let written = watch::work(py, move || {
            let mut output = BufWriter::new(output);
            if is_nnf {
                diagram.write_nnf(options, &mut output)?;
            } else {
                diagram.write(options, &mut output)?;
            }
            output.into_inner().map_err(IntoInnerError::into_error)
        })?;
        Ok(written?)
    }
}

#[pymethods]
impl ProductDiagram {
    /// The number of solutions, exact at any size. Linear in the nodes the first time.
    fn count(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        as_int(py, self.counted(py)?)
    }

    /// For each number of options from 0, the number of solutions with that many.
    fn count_by_size(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let diagram = self.diagram.clone();
        let counts = watch::work(py, move || diagram.count_by_size())?;
        counts.iter().map(|count| as_int(py, count)).collect()
    }

    /// For each option, by name, the number of solutions that have it, as ``combien.Marginals``.
    ///
    /// A few operations on numbers for each node. Raises ``Stopped`` if the numbers of the nodes would take more than 2 GiB.
    fn marginals<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let problem = self.problem.bind(py);
        let (diagram, options) = (self.diagram.clone(), problem.borrow().core().option_count());
        let counts = watch::work(py, move || diagram.marginals(options, Budget::MEMORY))?;
        diagrams::as_known(problem, self.counted(py)?, counts)
    }

    /// How many solutions have which weight: a dictionary from weights to numbers of solutions, ascending. Weights are told as
    /// by ``lightest``. Several dictionaries of weights give tuples of sums.
    ///
    /// These are the terms of the generating polynomial. Raises ``Stopped`` if the polynomials of the nodes would take more than 2 GiB.
    #[pyo3(signature = (*weights))]
    fn distribution<'py>(&self, weights: &Tuple<'py>) -> PyResult<Dict<'py>> {
        let py = weights.py();
        let (diagram, weights) = (self.diagram.clone(), Weights::of(self.problem.bind(py), weights)?);
        let polynomial = watch::work(py, move || {
            diagram.distribution(weights.len(), &|option| weights.weigh(option), Budget::MEMORY)
        })?;
        diagrams::by_weight(py, polynomial)
    }

    /// The number of nodes of the diagram, without the two terminals.
    #[getter]
    fn node_count(&self) -> usize {
        self.diagram.size()
    }

    /// The number of nodes that are products.
    #[getter]
    fn product_count(&self) -> usize {
        self.diagram.products()
    }

    /// ``n`` random solutions, drawn independently, each equally likely; none if it is empty.
    ///
    /// The same seed draws the same solutions on every machine.
    #[pyo3(signature = (n, *, seed = Seed(1)), text_signature = "($self, n, *, seed=1)")]
    fn sample(&self, py: Python<'_>, n: Natural<usize>, seed: Seed) -> PyResult<Vec<Solution>> {
        let (n, seed) = (n.0, seed.0);
        let diagram = self.diagram.clone();
        let drawn = diagrams::listed(self.problem.bind(py), move |deliver| {
            let mut samples = products::Samples::new(diagram, seed).take(n);
            let _ = samples.try_for_each(|solution| deliver((), solution));
        })?;
        Ok(drawn.into_iter().map(|((), solution)| solution).collect())
    }

    /// The lightest solution with its weight; ``None`` if it is empty. The weight of a solution is the sum of those of its options,
    /// by name, which are whole numbers, and 0 for those that are not named. Linear in the diagram.
    fn lightest(&self, weights: &Dict) -> PyResult<Option<(i128, Solution)>> {
        self.best(weights, false)
    }

    /// The heaviest solution with its weight, as ``lightest`` tells it.
    fn heaviest(&self, weights: &Dict) -> PyResult<Option<(i128, Solution)>> {
        self.best(weights, true)
    }

    /// The solutions with all options of these names. Linear in the diagram, for each 64 options.
    #[pyo3(signature = (*names))]
    fn including(&self, py: Python<'_>, names: &Tuple) -> PyResult<ProductDiagram> {
        self.restricted(py, names, |diagram, options| diagram.restricted(options, &[]))
    }

    /// The solutions without any option of these names. Linear in the diagram.
    #[pyo3(signature = (*names))]
    fn excluding(&self, py: Python<'_>, names: &Tuple) -> PyResult<ProductDiagram> {
        self.restricted(py, names, |diagram, options| diagram.restricted(&[], options))
    }

    /// Writes the diagram to a file, as ``combien zdd`` does: ``"zdnnf"`` is the format of our own, ``"nnf"`` that of the compiler c2d, for
    /// model counters; if the format is not given, it is the suffix of the name that says so, and our own otherwise.
    #[pyo3(signature = (path, *, format = None))]
    fn write(&self, py: Python<'_>, path: PathBuf, format: Option<&str>) -> PyResult<()> {
        let is_named = path.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("nnf"));
        let is_nnf = format.map_or(Ok(is_named), is_nnf)?;
        self.write_to(py, is_nnf, File::create(&path).map_err(in_file(&path))?).map(drop)
    }

    /// The diagram as a text, as ``write`` writes it to a file.
    #[pyo3(signature = (*, format = "zdnnf"))]
    fn to_text(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let text = self.write_to(py, is_nnf(format)?, vec![])?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        let count = self.counted(py)?.to_u64().and_then(|count| isize::try_from(count).ok());
        let too_many = || PyOverflowError::new_err("there are more than sys.maxsize solutions: ask count()");
        count.map(isize::unsigned_abs).ok_or_else(too_many)
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(!self.counted(py)?.is_zero())
    }

    fn __contains__(&self, solution: &Object) -> PyResult<bool> {
        let py = solution.py();
        let problem = self.problem.bind(py);
        let Some(taken) = options_of(problem, solution)? else { return Ok(false) };
        let (diagram, core) = (self.diagram.clone(), problem.borrow().core());
        watch::work(py, move || {
            let others: Vec<OptionId> = core.options().filter(|option| !taken.contains(option)).collect();
            !diagram.restricted(&taken, &others).count().is_zero()
        })
    }

    fn __iter__(&self, py: Python<'_>) -> Members {
        let (diagram, mut walk) = (self.diagram.clone(), products::Walk::new(&self.diagram));
        Members::new(self.problem.bind(py), move || Some(walk.next(&diagram)?.iter().copied().collect()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let solutions = combien::diagnostic::counted(self.counted(py)?, "solution");
        let nodes = combien::diagnostic::counted(self.node_count(), "node");
        Ok(format!("<combien.ProductDiagram: {solutions}, {nodes}>"))
    }

    fn __reduce__<'py>(slf: &Bound<'py, ProductDiagram>) -> PyResult<Pickle<'py>> {
        let py = slf.py();
        let text = slf.get().to_text(py, "zdnnf")?;
        let restore = py.import("combien._combien")?.getattr("_restore_products")?;
        Ok((restore, (slf.get().problem.bind(py), text).into_pyobject(py)?))
    }
}

/// Restores a diagram from a pickle.
#[pyfunction]
#[pyo3(name = "_restore_products")]
pub(crate) fn restore(problem: &Held, text: &str) -> PyResult<ProductDiagram> {
    let core = problem.borrow().core();
    let read =
        solve::Diagram::read(&core, text.as_bytes(), &Budget { memory: Some(u64::MAX), ..Budget::UNLIMITED });
    let read = read.map_err(|failed| failure!("this pickle of a diagram is broken: {failed}"))?;
    Ok(ProductDiagram::new(problem, read.products().map_err(solve_error)?.clone()))
}
