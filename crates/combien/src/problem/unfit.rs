//! Why a problem was not written.

use std::error::Error;
use std::fmt;
use std::io;

/// Why a problem could not be written in a format; `U` says what the format has no way to express.
#[derive(Debug)]
pub enum WriteError<U> {
    /// Writing failed.
    Io(io::Error),
    /// The format cannot express the problem. Nothing has been written.
    Unfit(U),
}

impl<U> From<io::Error> for WriteError<U> {
    fn from(error: io::Error) -> WriteError<U> {
        WriteError::Io(error)
    }
}

impl<U: fmt::Display> fmt::Display for WriteError<U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Io(error) => error.fmt(f),
            WriteError::Unfit(what) => what.fmt(f),
        }
    }
}

impl<U: fmt::Debug + fmt::Display> Error for WriteError<U> {}
