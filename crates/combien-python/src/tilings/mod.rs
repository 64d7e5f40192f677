//! Tilings: boards and pieces in the user's objects, and what solves them.
//!
//! A cell is known by its *position*: its column, counted to the right, its row, counted up, and in space its layer. Drawings and
//! arrays are read as they are printed: the top row first, the lowest layer first.

mod board;
mod burrtools;
mod cells;
mod clues;
mod design;
mod filtered;
mod grid;
mod orbits;
mod pictures;
mod piece;
mod placed;
mod rated;
mod tiling;

use pyo3::prelude::*;

pub(crate) use filtered::refuse;
pub(crate) use placed::TilingSolution;
pub(crate) use tiling::{Tiling, as_int};

/// Adds the classes to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<design::SetsOfPieces>()?;
    module.add_function(wrap_pyfunction!(design::boards, module)?)?;
    module.add_function(wrap_pyfunction!(design::booklet, module)?)?;
    module.add_class::<grid::OwnLattice>()?;
    module.add_function(wrap_pyfunction!(grid::restore, module)?)?;
    module.add_class::<board::Board>()?;
    module.add_class::<piece::Piece>()?;
    module.add_class::<Tiling>()?;
    module.add_class::<TilingSolution>()?;
    module.add_class::<placed::TilingSolutions>()?;
    module.add_function(wrap_pyfunction!(board::restore, module)?)?;
    module.add_function(wrap_pyfunction!(piece::restore, module)?)?;
    module.add_function(wrap_pyfunction!(piece::set, module)?)?;
    module.add_function(wrap_pyfunction!(piece::sets, module)?)?;
    module.add_function(wrap_pyfunction!(pictures::sheet, module)?)?;
    module.add_function(wrap_pyfunction!(pictures::page, module)?)?;
    #[cfg(feature = "png")]
    module.add_function(wrap_pyfunction!(pictures::png_of, module)?)?;
    Ok(())
}
