//! Short names for objects of Python: they stand in the signature of most functions.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Any object.
pub(crate) type Object<'py> = Bound<'py, PyAny>;

pub(crate) type Dict<'py> = Bound<'py, PyDict>;

pub(crate) type Tuple<'py> = Bound<'py, PyTuple>;

/// Two objects, such as a key and its value.
pub(crate) type Pair<'py> = (Object<'py>, Object<'py>);

/// What a pickle holds: a function, and its arguments.
pub(crate) type Pickle<'py> = (Object<'py>, Tuple<'py>);
