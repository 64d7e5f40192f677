//! The class `Puzzles`.

use pyo3::prelude::*;

use crate::handles::objects::Object;
use crate::questions::puzzle::Puzzles;

#[pymethods]
impl Puzzles {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Object<'py>>> {
        self.next(py)
    }

    /// Where the puzzles stand, as a text: ``puzzles(resume=...)`` with the same keywords goes on from there, in this process or in another one.
    /// ``None`` after the end, and while a thread makes a puzzle.
    #[getter]
    fn state(&self) -> Option<String> {
        let state = self.state.try_lock().ok()?;
        state.making.as_ref().map(|making| making.saved.text())
    }
}
