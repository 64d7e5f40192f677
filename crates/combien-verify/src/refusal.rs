//! Why a text is not accepted: the one error of this crate.

use std::{fmt, io};

/// Why a problem, a certificate or a list is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Something in it is wrong.
    Wrong {
        /// The line, from 1; 0 if it is unknown.
        line: usize,
        /// What is wrong there.
        message: String,
    },
    /// It cannot be read.
    Unreadable(String),
    /// To check it takes more memory than this, in bytes.
    Memory(usize),
}

/// What a function returns that can refuse.
pub(crate) type Result<T> = std::result::Result<T, Refusal>;

/// Refuses: this is wrong.
pub(crate) fn wrong<T>(message: impl AsRef<str>) -> Result<T> {
    Err(message.as_ref().into())
}

impl Refusal {
    /// The same, as one of this line, if no line is known yet.
    pub(crate) fn at(mut self, number: usize) -> Refusal {
        if let Refusal::Wrong { line: line @ 0, .. } = &mut self {
            *line = number;
        }
        self
    }
}

impl From<&str> for Refusal {
    fn from(message: &str) -> Refusal {
        Refusal::Wrong { line: 0, message: message.to_owned() }
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        Refusal::Unreadable(error.to_string())
    }
}

/// What stands behind the name of the file.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Wrong { line: 0, message } | Refusal::Unreadable(message) => write!(f, ": {message}"),
            Refusal::Wrong { line, message } => write!(f, ":{line}: {message}"),
            Refusal::Memory(bytes) => write!(f, ": needs more than {} MB; see --memory", bytes >> 20),
        }
    }
}
