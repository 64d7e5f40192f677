//! The classes `Solution` and `Solutions`.

use combien_tiling::draw::{Reading, Style, SvgOptions, graph_svg, reading_text, table_svg};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::handles::labels::repr;
use crate::handles::objects::{Dict, Object, Pickle, Tuple, tuple};
use crate::handles::problem::{Held, Solution, of_rows};
use crate::questions::{costs, kept};

#[pymethods]
impl Solution {
    /// The options of ``problem`` with these numbers, from 0, as a solution; ``Problem.check`` tells whether it is one.
    #[new]
    fn of_rows(problem: &Held, rows: Vec<usize>) -> PyResult<Solution> {
        Ok(Solution::new(problem, &of_rows(&problem.borrow().core(), rows)?))
    }

    /// The names of the options.
    #[getter]
    fn get_names<'py>(&self, py: Python<'py>) -> PyResult<Tuple<'py>> {
        self.names(py)
    }

    /// The numbers of the options, from 0: the rows of a matrix.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Tuple<'py>> {
        PyTuple::new(py, self.numbers())
    }

    /// The items of each option.
    #[getter]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Tuple<'py>> {
        let problem = self.problem.bind(py).borrow();
        let items = self.options().iter().map(|&option| problem.entries(py, option));
        tuple(py, items)
    }

    /// The cost: the sum of those of the options. An ``int``, or a ``decimal.Decimal`` if costs of the problem have decimal places.
    #[getter]
    fn cost<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let core = self.problem.bind(py).borrow().core();
        costs::shown(py, &core, core.cost_of(self.options()))
    }

    /// The items of each option, by its name.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Dict<'py>> {
        let problem = self.problem.bind(py).borrow();
        let dict = PyDict::new(py);
        for &option in self.options() {
            dict.set_item(problem.names.name(py, option.index()), problem.entries(py, option)?)?;
        }
        Ok(dict)
    }

    fn __len__(&self) -> usize {
        self.options().len()
    }

    fn __bool__(&self) -> bool {
        // A problem without primary items has one solution, the empty one.
        true
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        Ok(self.names(py)?.try_iter()?.into_any())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, place: isize) -> PyResult<Object<'py>> {
        let from_start = if place < 0 { place + self.options().len() as isize } else { place };
        let option = usize::try_from(from_start).ok().and_then(|place| self.options().get(place));
        let option = option.ok_or_else(|| {
            PyIndexError::new_err(format!("a solution of {} options has no {place}", self.options().len()))
        })?;
        Ok(self.problem.bind(py).borrow().names.name(py, option.index()))
    }

    /// A classic puzzle as it is drawn, and other solutions as a table of names and items, for notebooks.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let problem = self.problem.bind(py).borrow();
        if let Some((title, reading)) = problem.reading(self) {
            let options = SvgOptions::default();
            match reading {
                Reading::Table(table) => return Ok(table_svg(title, &table, &options)),
                Reading::Graph(graph) => return Ok(graph_svg(title, &graph, &options)),
                Reading::Sets(_) => {}
            }
        }
        drop(problem);
        let table = py.import("combien._types")?.getattr("html_table")?;
        table.call1((("name", "items"), self.as_dict(py)?.items()))?.extract()
    }

    /// A classic puzzle as lines of text; other solutions as ``repr`` shows them.
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let problem = self.problem.bind(py).borrow();
        let drawn = problem.reading(self);
        let drawn = drawn.map(|(_, reading)| reading_text(&reading, Style::Unicode));
        drawn.map_or_else(|| self.__repr__(py), |drawn| Ok(drawn.trim_end().to_owned()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<combien.Solution: {}>", repr(self.names(py)?.as_any())))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.names(py)?.hash()
    }

    fn __eq__(&self, py: Python<'_>, other: &Object) -> PyResult<bool> {
        let Ok(other) = other.cast::<Solution>() else { return Ok(false) };
        let other = other.get();
        if self.problem.is(&other.problem) {
            return Ok(self.options == other.options);
        }
        Ok(self.names(py)?.eq(other.names(py)?)? && self.items(py)?.eq(other.items(py)?)?)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Solution>) -> PyResult<Pickle<'py>> {
        kept::reduce_solution(slf)
    }

    fn __copy__(slf: PyRef<'_, Solution>) -> PyRef<'_, Solution> {
        slf
    }

    fn __deepcopy__<'py>(slf: PyRef<'py, Solution>, _memo: &Object) -> PyRef<'py, Solution> {
        slf
    }
}
