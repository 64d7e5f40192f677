//! The command `combien`, which comes with the package.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs a command line, with the name of the program first, and returns the exit code. It is called once in a process,
/// because it handles signals.
#[pyfunction]
#[pyo3(name = "_command")]
pub(crate) fn command(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| combien_cli::run(words))
}
