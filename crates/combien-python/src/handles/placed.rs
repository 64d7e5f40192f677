//! The handle `TilingSolution`: placed pieces.

use combien::Count;
use combien::problem::OptionId;
use combien_tiling::{self as tiling, Placement, Shape};
use pyo3::prelude::*;

use crate::handles::cells::as_tuples;
use crate::handles::objects::Object;
use crate::handles::tiling::Tiling;

/// A placement as the class of Python.
pub(crate) fn as_placement<'py>(
    py: Python<'py>,
    tiling: &tiling::Tiling,
    placement: Placement,
    cells: &Shape,
) -> PyResult<Object<'py>> {
    let isometry = tiling.lattice().isometry_name(placement.isometry);
    let cells = as_tuples(py, tiling.lattice(), cells)?;
    let class = py.import("combien._tilings")?.getattr("Placement")?;
    class.call1((tiling.piece_name(placement.piece), placement.piece, isometry, cells))
}

/// A tiling of a board: placed pieces.
///
/// ``print(s)`` draws it, as the terminal shows it; notebooks show a picture. It is small: what it shows is made when it is asked
/// for.
#[pyclass(module = "combien", frozen)]
pub(crate) struct TilingSolution {
    /// The tiling that it is a solution of.
    #[pyo3(get)]
    pub(crate) tiling: Py<Tiling>,
    pub(crate) options: Box<[OptionId]>,
    pub(crate) alike: Option<Count>,
}

impl TilingSolution {
    pub(crate) fn new(
        tiling: &Bound<'_, Tiling>,
        options: Box<[OptionId]>,
        alike: Option<Count>,
    ) -> TilingSolution {
        TilingSolution { tiling: tiling.clone().unbind(), options, alike }
    }
}
