//! The iterators: each is its own, and its method `next` says what comes.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::handles::numbers::Natural;
use crate::handles::objects::Object;
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

/// What an iterator of solutions has besides: it ends a search that is no longer wanted, and works in `async for`.
macro_rules! solutions {
    ($class:ident, $item:ty, $($close:tt)+) => {
        iterator!(
            $class,
            $item,
            /// Ends the search; then there are no further solutions. ``with problem.solutions() as solutions:`` does it at the end of the block.
            fn close(&self, py: Python<'_>) -> PyResult<()> {
                self.$($close)+(py)
            }

            /// The next solutions, all or at most ``most``, as one array of numpy: of a problem booleans, a row for each solution and a
            /// column for each option; of a tiling the ``array`` of each solution, in 32-bit numbers, along a first axis.
            ///
            /// Linear in its size, which keeps to ``memory``. ``Stopped.certain`` is the array of what was found before.
            #[pyo3(signature = (most = None))]
            fn to_array<'py>(&self, py: Python<'py>, most: Option<Natural<usize>>) -> PyResult<Object<'py>> {
                self.array(py, most.map(|most| most.0))
            }

            fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
                slf
            }

            #[pyo3(signature = (*_raised))]
            fn __exit__(&self, py: Python<'_>, _raised: &Bound<'_, PyTuple>) -> PyResult<()> {
                self.$($close)+(py)
            }

            fn __aiter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
                slf
            }

            fn __anext__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
                slf.py().import("combien._async")?.call_method1("following", (slf,))
            }
        );
    };
}

solutions!(Solutions, Solution, end);

solutions!(TilingSolutions, TilingSolution, solutions.end);

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
