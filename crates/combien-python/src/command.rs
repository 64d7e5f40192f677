//! The command `combien`, which comes with the package.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Does what a command line says, the name of the program first, and returns the exit code. Once in a process: it takes
/// signals over.
#[pyfunction]
#[pyo3(name = "_command")]
pub(crate) fn command(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| combien_cli::run(words))
}
