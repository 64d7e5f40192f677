//! The grid of a board or piece: one of the library by its name, or a lattice of one's own.

use combien_tiling::{Lattice, Tessellation};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::handles::cells::lattice;
use crate::handles::labels::repr;
use crate::handles::objects::Object;

/// A grid as it is given: a name, or a ``Lattice``.
#[derive(Clone)]
pub(crate) struct Grid(pub(crate) Lattice);

impl<'py> FromPyObject<'_, 'py> for Grid {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Grid> {
        if let Ok(name) = given.cast::<PyString>() {
            return lattice(&name.to_cow()?).map(Grid);
        }
        if let Ok(own) = given.cast::<OwnLattice>() {
            return Ok(Grid(own.get().0.clone()));
        }
        let shown = repr(&given.to_owned());
        Err(PyTypeError::new_err(format!("{shown} is no grid: a name, or a combien.Lattice")))
    }
}

/// A grid as Python sees it.
pub(crate) fn as_grid<'py>(py: Python<'py>, lattice: &Lattice) -> PyResult<Object<'py>> {
    match lattice.own() {
        Some(_) => Ok(Bound::new(py, OwnLattice(lattice.clone()))?.into_any()),
        None => Ok(PyString::new(py, lattice.name()).into_any()),
    }
}

/// A lattice of your own, for ``grid=``: polygons that meet whole side to whole side, and repeat in two directions.
///
/// ``cells`` are the cells of one unit, each a list of its corners, pairs of whole numbers, in order around it. All repeat after ``pitch`` units along each
/// axis. ``axes`` is ``"square"`` (at a right angle), ``"hexagon"`` (at 60 degrees), ``("rectangle", w, h)`` (at a right angle, with units of these
/// lengths) or ``("rhombus", w, h)`` (along the lower sides of a rhombus that is so wide and high).
///
/// In drawings and positions a unit takes ``block`` columns and rows, by default a column for each cell: the cells in order, the lowest row first.
/// Pieces may be turned in all ways that map cells to cells; ``motions``, names such as ``["Rot90"]``, restricts them. ``name`` names a cell in
/// messages. Raises ``combien.Error`` if cells leave gaps, overlap, or repeat sooner.
#[pyclass(module = "combien", name = "Lattice", frozen)]
pub(crate) struct OwnLattice(pub(crate) Lattice);

impl OwnLattice {
    pub(crate) fn outlines(&self) -> &Tessellation {
        self.0.tessellation().expect("a lattice of one's own has outlines")
    }
}
