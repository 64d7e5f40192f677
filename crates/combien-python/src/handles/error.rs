//! Exceptions for errors of the library, each with its place.

use std::fmt::Display;
use std::io;
use std::path::Path;

use combien::diagnostic::Diagnostic;
use combien::solve::{self, Reason};
use combien::symmetry::GroupError;
use combien_tiling::{TilingError, Unlisted};
use exceptions::{Error, Stopped, WrongType};
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;

/// The exceptions, which are Python classes.
pub(crate) mod exceptions {
    pyo3::import_exception!(combien._errors, Error);
    pyo3::import_exception!(combien._errors, Stopped);
    pyo3::import_exception!(combien._errors, UnknownName);
    pyo3::import_exception!(combien._errors, WrongType);
}

/// An error with this message.
pub(crate) fn error(message: impl Into<String>) -> PyErr {
    Error::new_err(message.into())
}

/// An error with a message as `format!` makes it.
macro_rules! failure {
    ($($message:tt)+) => { $crate::handles::error::error(format!($($message)+)) };
}

/// Ends a function with such an error.
macro_rules! raise {
    ($($message:tt)+) => { return Err($crate::handles::error::error(format!($($message)+))) };
}

pub(crate) use {failure, raise};

/// An error of the library, in its own words.
pub(crate) fn refused<E: Display>(wrong: E) -> PyErr {
    error(wrong.to_string())
}

/// An error of the system about a file, as Python's own `open` raises it: with the name of the file.
pub(crate) fn in_file(path: &Path) -> impl Fn(io::Error) -> PyErr {
    move |wrong| match wrong.raw_os_error() {
        // Of these three, `OSError` makes the class that the number has, such as `FileNotFoundError`.
        Some(number) => {
            let text = wrong.to_string();
            let text = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, text, path.as_os_str().to_owned()))
        }
        None => wrong.into(),
    }
}

/// A `TypeError` of Python becomes our own with this message; any other exception of the user's objects is passed on.
pub(crate) fn wrong_type(py: Python<'_>, raised: PyErr, message: impl FnOnce(&str) -> String) -> PyErr {
    if raised.is_instance_of::<PyTypeError>(py) {
        WrongType::new_err(message(&raised.value(py).to_string()))
    } else {
        raised
    }
}

/// An engine cannot answer.
pub(crate) fn solve_error(error: solve::Error) -> PyErr {
    Unanswered::from(error).into()
}

/// Why a question has no answer, told by a thread that has no interpreter.
pub(crate) enum Unanswered {
    Stopped(Reason),
    Other(String),
}

impl Unanswered {
    pub(crate) fn other(wrong: impl Display) -> Unanswered {
        Unanswered::Other(wrong.to_string())
    }
}

/// Errors of the library that say so if a limit was reached.
macro_rules! unanswered {
    ($($($error:ident)::+),+) => {$(
        impl From<$($error)::+> for Unanswered {
            fn from(wrong: $($error)::+) -> Unanswered {
                match wrong {
                    $($error)::+::Stopped(reason) => Unanswered::Stopped(reason),
                    wrong => Unanswered::other(wrong),
                }
            }
        }
    )+};
}

unanswered!(solve::Error, GroupError, TilingError);

impl From<Unlisted> for Unanswered {
    fn from(wrong: Unlisted) -> Unanswered {
        match wrong {
            Unlisted::Solve(wrong) => wrong.into(),
            wrong => Unanswered::other(wrong),
        }
    }
}

impl From<Unanswered> for PyErr {
    fn from(unanswered: Unanswered) -> PyErr {
        match unanswered {
            Unanswered::Stopped(reason) => stopped(None, reason),
            Unanswered::Other(message) => error(message),
        }
    }
}

/// A question was stopped, with the result that is certain.
pub(crate) fn stopped(certain: Option<Py<PyAny>>, reason: Reason) -> PyErr {
    Stopped::new_err((reason.to_string(), certain, reason_name(reason)))
}

/// The name of a limit.
pub(crate) fn reason_name(reason: Reason) -> &'static str {
    match reason {
        Reason::Nodes(_) => "nodes",
        Reason::Memory(_) => "memory",
        Reason::Solutions(_) => "solutions",
        Reason::Deadline => "time",
        _ => "asked",
    }
}

/// All errors in a text, one on each line; the place and the hint are those of the first one.
pub(crate) fn text_error(py: Python<'_>, faults: &[Diagnostic]) -> PyErr {
    let lines: Vec<String> = faults.iter().map(Diagnostic::to_string).collect();
    let raised = error(lines.join("\n"));
    if let Some(first) = faults.first() {
        let place = first.labels.first().map(|label| label.place.to_string());
        let set = |name: &str, text: Option<&str>| raised.value(py).setattr(name, text);
        if let Err(failed) = set("place", place.as_deref()).and_then(|()| set("hint", first.hint.as_deref()))
        {
            return failed;
        }
    }
    raised
}
