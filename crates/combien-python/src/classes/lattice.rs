//! The class `Lattice`.

use combien_tiling::{Axes, Tessellation};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::handles::error::{error, failure};
use crate::handles::grid::OwnLattice;
use crate::handles::labels::repr;
use crate::handles::objects::{Maybe, Object, Pickle, Tuple, tuple};

#[pymethods]
impl OwnLattice {
    #[new]
    #[pyo3(signature = (cells, *, pitch, axes = None, block = None, motions = None, name = "cell"), text_signature = "(cells, *, pitch, axes='square', block=None, motions=None, name='cell')")]
    fn new(
        cells: Vec<Vec<(i32, i32)>>,
        pitch: u32,
        axes: Maybe,
        block: Option<(u32, u32)>,
        motions: Option<Vec<String>>,
        name: &str,
    ) -> PyResult<OwnLattice> {
        let mut tessellation = Tessellation::new(name, axes_of(axes)?, pitch, cells);
        tessellation.block = block.unwrap_or(tessellation.block);
        tessellation.motions = motions;
        tessellation.lattice().map(OwnLattice).map_err(|wrong| match wrong.cell() {
            Some(place) => failure!("cell {place}: {wrong}"),
            None => error(wrong.to_string()),
        })
    }

    /// The name of a cell.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The axes, as they were given.
    #[getter]
    fn axes<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        match self.outlines().axes {
            Axes::Square => "square".into_bound_py_any(py),
            Axes::Hexagon => "hexagon".into_bound_py_any(py),
            Axes::Rectangle(wide, high) => ("rectangle", wide, high).into_bound_py_any(py),
            Axes::Rhombus(wide, high) => ("rhombus", wide, high).into_bound_py_any(py),
        }
    }

    /// The cells repeat after this many units along each axis.
    #[getter]
    fn pitch(&self) -> u32 {
        self.outlines().pitch
    }

    /// How many columns and rows a unit takes.
    #[getter]
    fn block(&self) -> (u32, u32) {
        self.outlines().block
    }

    /// The corners of each cell of a unit.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Tuple<'py>> {
        tuple(py, self.outlines().cells.iter().map(|corners| PyTuple::new(py, corners)))
    }

    /// The names of the isometries that map cells to cells.
    #[getter]
    fn motions<'py>(&self, py: Python<'py>) -> PyResult<Tuple<'py>> {
        PyTuple::new(py, self.0.named_isometries().iter().map(|&(name, _)| name))
    }

    fn __eq__(&self, other: &Object) -> bool {
        other.cast::<OwnLattice>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let cells = combien::diagnostic::counted(self.outlines().cells.len(), "cell");
        format!("<combien.Lattice {}: {cells} in a unit>", self.name())
    }

    fn __reduce__<'py>(slf: &Bound<'py, OwnLattice>) -> PyResult<Pickle<'py>> {
        let (py, own) = (slf.py(), slf.get());
        let motions = own.outlines().motions.clone();
        let state = (own.cells(py)?, own.pitch(), own.axes(py)?, own.block(), motions, own.name());
        Ok((py.import("combien._combien")?.getattr("_lattice")?, state.into_pyobject(py)?))
    }
}

/// Restores a lattice from a pickle.
#[pyfunction]
#[pyo3(name = "_lattice")]
pub(crate) fn restore(
    cells: Vec<Vec<(i32, i32)>>,
    pitch: u32,
    axes: Object,
    block: (u32, u32),
    motions: Option<Vec<String>>,
    name: &str,
) -> PyResult<OwnLattice> {
    OwnLattice::new(cells, pitch, Some(&axes), Some(block), motions, name)
}

fn axes_of(given: Maybe) -> PyResult<Axes> {
    let Some(given) = given else { return Ok(Axes::Square) };
    let word = given.extract::<String>().ok();
    let lengths = given.extract::<(String, u32, u32)>().ok();
    match (word.as_deref(), lengths.as_ref().map(|(word, wide, high)| (word.as_str(), *wide, *high))) {
        (Some("square"), _) => Ok(Axes::Square),
        (Some("hexagon"), _) => Ok(Axes::Hexagon),
        (_, Some(("rectangle", wide, high))) => Ok(Axes::Rectangle(wide, high)),
        (_, Some(("rhombus", wide, high))) => Ok(Axes::Rhombus(wide, high)),
        _ => Err(failure!(
            "axes is {}: it is \"square\", \"hexagon\", (\"rectangle\", w, h) or (\"rhombus\", w, h)",
            repr(given)
        )),
    }
}
