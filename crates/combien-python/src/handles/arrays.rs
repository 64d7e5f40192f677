//! Arrays of numpy, which need not be installed: each lies in one buffer, which is filled here. The frame of a board as an array.

use combien_tiling::{Cell, Size};
use pyo3::exceptions::{PyImportError, PyMemoryError};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::handles::board::Board;
use crate::handles::objects::Object;

/// The module; an error with a hint if it is not installed.
pub(crate) fn numpy(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    let missing = |_| PyImportError::new_err("arrays need numpy: install it, as with `pip install numpy`");
    py.import("numpy").map_err(missing)
}

/// An array of this shape. An entry takes `bytes` bytes, all zero until it is filled.
pub(crate) fn array<'py>(
    py: Python<'py>,
    shape: &[usize],
    (kind, bytes): (&str, usize),
    fill: impl FnOnce(&mut [u8]),
) -> PyResult<Object<'py>> {
    let numpy = numpy(py)?;
    let size = shape.iter().try_fold(bytes, |size, &length| size.checked_mul(length));
    let size = size.ok_or_else(|| PyMemoryError::new_err("no memory holds an array of this size"))?;
    let buffer = PyByteArray::new_with(py, size, |bytes| {
        fill(bytes);
        Ok(())
    })?;
    numpy.call_method1("ndarray", (shape.to_vec(), kind, buffer))
}

/// A cell of the frame that the board does not have, in an array.
const NO_CELL: i32 = -2;

/// A cell of the board that stayed empty.
const EMPTY: i32 = -1;

/// The frame of a board, row by row as it is printed.
pub(crate) struct Frame<'a> {
    board: &'a Board,
    size: Size,
}

impl Frame<'_> {
    /// An error if it is too large to be filled in.
    pub(crate) fn of(board: &Board) -> PyResult<Frame<'_>> {
        Ok(Frame { board, size: board.size()? })
    }

    /// Rows and columns, in space behind the layers.
    pub(crate) fn shape(&self) -> Vec<usize> {
        let Size { width, height, depth } = self.size;
        let lengths = [depth, height, width].map(|length| length as usize);
        lengths[3 - self.board.lattice().dimension()..].to_vec()
    }

    /// Where a cell is.
    pub(crate) fn place(&self, cell: Cell) -> usize {
        let Cell { x, y, z } = self.board.lattice().position(cell) - self.board.frame.0;
        let Size { width, height, .. } = self.size;
        let row = z as usize * height as usize + height as usize - 1 - y as usize;
        row * width as usize + x as usize
    }

    /// The frame with an empty board.
    pub(crate) fn blank(&self) -> Vec<i32> {
        let mut numbers = vec![NO_CELL; self.size.cells() as usize];
        for &cell in self.board.core.cells().cells() {
            numbers[self.place(cell)] = EMPTY;
        }
        numbers
    }
}
