//! How a command ends, and what it says when it cannot answer.

use std::io;
use std::process::ExitCode;

use combien::diagnostic::{Diagnostic, io_reason};

use crate::diagnostics;

/// The exit codes of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The question was answered.
    Answered = 0,
    /// There is no solution, a solution that was to be checked is wrong, or a file is not laid out.
    NoSolution = 1,
    /// The command or its input was wrong.
    BadInput = 2,
    /// A limit or a signal stopped the search; what is certain was printed.
    Stopped = 3,
    /// Two engines disagree: one of them is wrong.
    Disagreement = 4,
    /// A bug.
    Internal = 70,
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> ExitCode {
        ExitCode::from(ending as u8)
    }
}

/// Why a command gives no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is wrong, in these places.
    Input(Vec<Diagnostic>),
    /// Something is wrong that is in no text: a file that is not there, a name that nothing has.
    Message { message: String, hint: Option<String> },
    /// Standard output took no more.
    Output(io::Error),
}

impl Failure {
    pub(crate) fn message(message: impl Into<String>) -> Failure {
        Failure::Message { message: message.into(), hint: None }
    }

    pub(crate) fn hinted(message: impl Into<String>, hint: impl Into<String>) -> Failure {
        Failure::Message { message: message.into(), hint: Some(hint.into()) }
    }

    /// A file could not be read.
    pub(crate) fn unreadable(file: &str, error: &io::Error) -> Failure {
        Failure::message(format!("`{file}` cannot be read: {}", io_reason(error)))
    }

    /// A file could not be written.
    pub(crate) fn unwritable(file: &str, error: &io::Error) -> Failure {
        Failure::message(format!("`{file}` cannot be written: {}", io_reason(error)))
    }

    /// Says what is wrong on standard error.
    pub(crate) fn report(self, json: bool) -> Ending {
        match self {
            // Whoever reads our output has seen enough: `combien solve --all FILE | head` is no error.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ending::Answered,
            Failure::Output(error) => {
                diagnostics::show_message(&format!("standard output: {error}"), None, json);
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
