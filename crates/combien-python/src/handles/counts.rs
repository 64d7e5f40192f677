//! Numbers of solutions as Python numbers.

use combien::solve::Outcome;
use pyo3::prelude::*;

use crate::handles::error::stopped;

/// A count as a Python number.
pub(crate) fn as_int(py: Python<'_>, count: &combien::Count) -> PyResult<Py<PyAny>> {
    Ok(match count.to_u64() {
        Some(count) => count.into_pyobject(py)?.into_any().unbind(),
        None => count.to_biguint().into_pyobject(py)?.into_any().unbind(),
    })
}

/// The answer; raises `Stopped` if there is none.
pub(crate) fn answered(py: Python<'_>, outcome: &Outcome<combien::Count>) -> PyResult<Py<PyAny>> {
    match outcome {
        Outcome::Answer(count) => as_int(py, count),
        Outcome::Stopped { certain, reason } => Err(stopped(Some(as_int(py, certain)?), *reason)),
    }
}
