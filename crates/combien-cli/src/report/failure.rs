//! Failures of a command, and how they are reported.

use std::error::Error;
use std::io;

use combien::diagnostic::{Diagnostic, io_reason};
use combien_lang::RunError;
use combien_lang::elaborate::LoadError;
use combien_puzzles::Fault;

use super::{diagnostics, escape};
use crate::system::catalogue::told;
use crate::system::ending::Ending;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is wrong, in these places.
    Input(Vec<Diagnostic>),
    /// An error without a place in a text: a missing file, an unknown name.
    Message { message: String, hint: Option<String> },
    /// Writing to standard output failed.
    Output(io::Error),
    /// A limit stopped it before there was anything to answer.
    Stopped(String),
}

impl Failure {
    pub(crate) fn message(message: impl Into<String>) -> Failure {
        Failure::Message { message: message.into(), hint: None }
    }

    pub(crate) fn hinted(message: impl Into<String>, hint: impl Into<String>) -> Failure {
        Failure::Message { message: message.into(), hint: Some(hint.into()) }
    }

    /// An error of the library, with its message.
    pub(crate) fn of(error: impl Error) -> Failure {
        Failure::message(error.to_string())
    }

    /// A classic puzzle, or a further rule of Sudoku, that cannot be built.
    pub(crate) fn of_puzzle(fault: Fault) -> Failure {
        let hint = fault.hint();
        match fault {
            Fault::Text(diagnostic) => Failure::Input(vec![*diagnostic]),
            fault => Failure::Message { message: fault.to_string(), hint },
        }
    }

    /// A file could not be read.
    pub(crate) fn unreadable(file: &str, error: &io::Error) -> Failure {
        if error.kind() == io::ErrorKind::OutOfMemory {
            return Failure::Stopped(format!("{error}, while reading `{file}`"));
        }
        Failure::message(format!("`{file}` cannot be read: {}", io_reason(error)))
    }

    /// A tiling file, or one that it includes, could not be read or has mistakes.
    pub(crate) fn unloaded(file: &str, error: LoadError) -> Failure {
        match error {
            LoadError::Io(error) => Failure::unreadable(file, &error),
            LoadError::Diagnostics(diagnostics) => Failure::Input(diagnostics),
        }
    }

    /// A file could not be written.
    pub(crate) fn unwritable(file: &str, error: &io::Error) -> Failure {
        Failure::message(format!("`{file}` cannot be written: {}", io_reason(error)))
    }

    /// Prints the error on standard error.
    pub(crate) fn report(self, json: bool) -> Ending {
        match self {
            // The reader closed the pipe, as in `combien solve --all FILE | head`. This is not an error.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ending::Answered,
            Failure::Output(error) => {
                diagnostics::show_message(&format!("standard output: {error}"), None, json);
            }
            Failure::Stopped(line) => {
                told!("{}", escape::lines(&line));
                return Ending::Stopped;
            }
            Failure::Input(diagnostics) => diagnostics::show(&diagnostics, json),
            Failure::Message { message, hint } => diagnostics::show_message(&message, hint.as_deref(), json),
        }
        Ending::BadInput
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        match (error.diagnostic(), error) {
            (Some(diagnostic), _) => Failure::Input(vec![diagnostic]),
            (None, RunError::Print(error)) => Failure::Output(error),
            (None, error) => Failure::of(error),
        }
    }
}
