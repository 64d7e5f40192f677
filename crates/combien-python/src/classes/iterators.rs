//! The iterators: each is its own, and its method `next` says what comes.

use pyo3::prelude::*;

use crate::handles::problem::Solution;
use crate::handles::tiling::TilingSolution;
use crate::questions::diagrams::Members;
use crate::questions::puzzle::Puzzles;
use crate::questions::solutions::{Solutions, TilingSolutions};

macro_rules! iterator {
    ($class:ident, $item:ty $(, $($further:tt)+)?) => {
        #[pymethods]
        impl $class {
            fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
                slf
            }

            fn __next__(&self, py: Python<'_>) -> PyResult<Option<$item>> {
                self.next(py)
            }

            $($($further)+)?
        }
    };
}

iterator!(Members, Solution);

iterator!(Solutions, Solution);

iterator!(TilingSolutions, TilingSolution);

iterator!(
    Puzzles,
    Py<PyAny>,
    /// Where the puzzles stand, as a text: ``puzzles(resume=...)`` with the same keywords goes on from there, in this process or in another one.
    /// ``None`` after the end, and while a thread makes a puzzle.
    #[getter]
    fn state(&self) -> Option<String> {
        let state = self.state.try_lock().ok()?;
        state.making.as_ref().map(|making| making.saved.text())
    }
);
