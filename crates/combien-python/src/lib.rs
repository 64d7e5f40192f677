//! The extension module of the Python package `combien`.
//!
//! A thin layer: every question is one of the library's, and nothing is worked out twice. What it adds is the user's own
//! objects for items and options ([`labels`], [`names`]), matrices of every kind ([`matrix`]), and how a search lives beside
//! an interpreter ([`watch`]).

mod command;
mod error;
mod files;
mod html;
mod kept;
mod labels;
mod matrix;
mod names;
mod problem;
mod question;
mod script;
mod settings;
mod solution;
mod tilings;
mod watch;

use pyo3::prelude::*;

/// The extension module: what is public of it is in the package ``combien``.
#[pymodule]
fn _combien(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<problem::Problem>()?;
    module.add_class::<solution::Solution>()?;
    module.add_class::<solution::Solutions>()?;
    tilings::register(module)?;
    module.add_function(wrap_pyfunction!(script::run_text, module)?)?;
    module.add_function(wrap_pyfunction!(command::command, module)?)?;
    module.add_function(wrap_pyfunction!(problem::restore, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
