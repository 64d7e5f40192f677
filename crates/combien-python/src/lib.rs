//! The extension module of the Python package `combien`.
//!
//! A thin layer: every question is passed to the library. It adds the user's own objects for items and options ([`labels`],
//! [`names`], [`entries`], [`costs`]), matrices of every kind ([`matrix`]), and searches beside a Python interpreter ([`watch`]).

mod alike;
mod census;
mod cluster;
mod command;
mod costs;
mod diagram;
mod entries;
mod error;
mod families;
mod files;
mod html;
mod kept;
mod labels;
mod matrix;
mod measures;
mod names;
mod problem;
mod products;
mod puzzle;
mod question;
mod rating;
mod reasons;
mod report;
mod scratch;
mod script;
mod settings;
mod solution;
mod sudoku;
mod symmetry;
mod tilings;
mod watch;

use pyo3::prelude::*;

/// The extension module: what is public of it is in the package ``combien``.
#[pymodule]
fn _combien(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<problem::Problem>()?;
    module.add_class::<solution::Solution>()?;
    module.add_class::<solution::Solutions>()?;
    module.add_class::<diagram::Diagram>()?;
    module.add_class::<products::ProductDiagram>()?;
    module.add_class::<symmetry::Symmetries>()?;
    tilings::register(module)?;
    module.add_function(wrap_pyfunction!(script::run_text, module)?)?;
    module.add_class::<census::Reader>()?;
    module.add_function(wrap_pyfunction!(census::begin, module)?)?;
    module.add_function(wrap_pyfunction!(command::command, module)?)?;
    module.add_function(wrap_pyfunction!(problem::restore, module)?)?;
    module.add_function(wrap_pyfunction!(diagram::restore, module)?)?;
    module.add_function(wrap_pyfunction!(products::restore, module)?)?;
    module.add_class::<sudoku::Maker>()?;
    module.add_function(wrap_pyfunction!(sudoku::box_of, module)?)?;
    module.add_function(wrap_pyfunction!(sudoku::read, module)?)?;
    module.add_function(wrap_pyfunction!(sudoku::show, module)?)?;
    module.add_function(wrap_pyfunction!(sudoku::solve, module)?)?;
    module.add_function(wrap_pyfunction!(sudoku::redundant, module)?)?;
    module.add_function(wrap_pyfunction!(sudoku::minimise, module)?)?;
    module.add_function(wrap_pyfunction!(sudoku::candidates, module)?)?;
    module.add_function(wrap_pyfunction!(sudoku::steps, module)?)?;
    cluster::add(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
