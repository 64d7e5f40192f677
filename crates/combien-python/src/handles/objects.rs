//! Short names for objects of Python, and counts as such.

use combien::solve::Outcome;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::handles::error::stopped;

/// Any object.
pub(crate) type Object<'py> = Bound<'py, PyAny>;

/// An argument that may be left out.
pub(crate) type Maybe<'a, 'py> = Option<&'a Object<'py>>;

pub(crate) type Dict<'py> = Bound<'py, PyDict>;

pub(crate) type Tuple<'py> = Bound<'py, PyTuple>;

/// Two objects, such as a key and its value.
pub(crate) type Pair<'py> = (Object<'py>, Object<'py>);

/// What a pickle holds: a function, and its arguments.
pub(crate) type Pickle<'py> = (Object<'py>, Tuple<'py>);

/// Objects as a tuple.
pub(crate) fn tuple<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    objects: impl Iterator<Item = PyResult<T>>,
) -> PyResult<Tuple<'py>> {
    PyTuple::new(py, objects.collect::<PyResult<Vec<_>>>()?)
}

/// A count as a Python number.
pub(crate) fn as_int(py: Python<'_>, count: &combien::Count) -> PyResult<Py<PyAny>> {
    count.to_u64().map_or_else(|| count.to_biguint().into_py_any(py), |count| count.into_py_any(py))
}

/// The answer; raises `Stopped` if there is none.
pub(crate) fn answered(py: Python<'_>, outcome: &Outcome<combien::Count>) -> PyResult<Py<PyAny>> {
    match outcome {
        Outcome::Answer(count) => as_int(py, count),
        Outcome::Stopped { certain, reason } => Err(stopped(Some(as_int(py, certain)?), *reason)),
    }
}
