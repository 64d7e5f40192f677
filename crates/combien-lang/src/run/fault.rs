//! Why a run ended early.

use std::error::Error;
use std::fmt;
use std::io;

use combien::Count;
use combien::diagnostic::{Diagnostic, Place, counted, io_reason};
use combien::solve::{self, Reason};
use combien::symmetry::{CountError, GroupError, ListError};
use combien_formats::model::ModelError;
use combien_tiling::draw::MakeError;
use combien_tiling::{TilingError, TooHard};

use super::Denied;

/// Why a run ended early.
#[derive(Debug)]
pub enum RunError {
    /// The results could not be delivered.
    Print(io::Error),
    /// An action failed.
    Action {
        /// How.
        fault: Fault,
        /// What the file does there.
        place: Place,
    },
}

impl RunError {
    /// The diagnostic of an action that failed; `None` if its results could not be delivered.
    pub fn diagnostic(&self) -> Option<Diagnostic> {
        let RunError::Action { fault, place } = self else { return None };
        let diagnostic = Diagnostic::error(fault.code(), fault.to_string(), place.clone());
        Some(Diagnostic { hint: fault.hint().map(str::to_owned), ..diagnostic })
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Print(error) => error.fmt(f),
            RunError::Action { fault, .. } => fault.fmt(f),
        }
    }
}

impl Error for RunError {}

impl From<io::Error> for RunError {
    fn from(error: io::Error) -> RunError {
        RunError::Print(error)
    }
}

/// How an action failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Fault {
    /// The host does not permit the action.
    Denied(Denied),
    /// A file could not be written.
    Write {
        /// The file.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// The number of solutions differs from the asserted one.
    Assertion {
        /// The problem.
        name: String,
        /// The asserted number.
        expected: Count,
        /// The count, or a lower bound if a limit stopped it.
        found: Count,
        /// Is the count up to symmetry?
        up_to_symmetry: bool,
    },
    /// A problem has a solution, or none, and the file asserts the opposite.
    Solvability {
        /// The problem.
        name: String,
        /// Has it a solution?
        solvable: bool,
    },
    /// It is not known whether a solution satisfies what `where` says.
    Judged(TooHard),
    /// This number of random solutions in a row does not satisfy what `where` says.
    Rejected(u64),
    /// A tiling could not be encoded as a problem.
    Tiling(TilingError),
    /// An engine could not take the problem.
    Solve(solve::Error),
    /// The group of a problem is too large.
    Group(GroupError),
    /// Solutions could not be counted up to symmetry.
    Symmetry(CountError),
    /// Solutions could not be listed up to symmetry.
    Listing(ListError),
    /// An external solver could not be run.
    Command {
        /// The command.
        command: String,
        /// Why.
        error: io::Error,
    },
    /// The output of an external solver could not be parsed.
    Model {
        /// The command.
        command: String,
        /// Why.
        error: ModelError,
    },
    /// The solution of an external solver is wrong.
    NoSolution {
        /// The command.
        command: String,
        /// What is wrong with it.
        violation: String,
    },
    /// A picture could not be turned into the format.
    Render {
        /// The file that it was for.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// Pieces cannot be made.
    Make(MakeError),
    /// A solution could not be shown in the gallery.
    Exhibit(io::Error),
}

impl Fault {
    /// A short name for this kind of message, the same in every version.
    pub fn code(&self) -> &'static str {
        match self {
            Fault::Denied(_) => "denied",
            Fault::Write { .. } | Fault::Exhibit(_) => "write",
            Fault::Assertion { .. } | Fault::Solvability { .. } => "assert",
            Fault::Judged(_) | Fault::Rejected(_) => "where",
            Fault::Tiling(_) => "tiling",
            Fault::Solve(_) => "engine",
            Fault::Group(_) | Fault::Symmetry(_) | Fault::Listing(_) => "symmetry",
            Fault::Command { .. } | Fault::Model { .. } | Fault::NoSolution { .. } => "solver",
            Fault::Render { .. } => "picture",
            Fault::Make(_) => "make",
        }
    }

    /// A hint, if there is one.
    pub fn hint(&self) -> Option<&str> {
        match self {
            Fault::Denied(denied) => denied.hint.as_deref(),
            Fault::Rejected(_) => Some("`count` says whether there is one"),
            _ => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Denied(denied) => f.write_str(&denied.message),
            Fault::Write { path, error } => write!(f, "`{path}` cannot be written: {}", io_reason(error)),
            Fault::Assertion { name, expected, found, up_to_symmetry } => {
                let alike = if *up_to_symmetry { " up to symmetry" } else { "" };
                let found = counted(found, "solution");
                write!(f, "the assertion does not hold: problem `{name}` has {found}{alike}, not {expected}")
            }
            Fault::Solvability { name, solvable: true } => {
                write!(f, "the assertion does not hold: problem `{name}` has a solution")
            }
            Fault::Solvability { name, solvable: false } => {
                write!(f, "the assertion does not hold: problem `{name}` has no solution")
            }
            Fault::Judged(error) => error.fmt(f),
            Fault::Rejected(number) => {
                write!(
                    f,
                    "{number} random solutions in a row do not agree with `where`, so perhaps none does"
                )
            }
            Fault::Tiling(error) => error.fmt(f),
            Fault::Solve(error) => error.fmt(f),
            Fault::Group(error) => error.fmt(f),
            Fault::Symmetry(error) => error.fmt(f),
            Fault::Listing(error) => error.fmt(f),
            Fault::Command { command, error } => {
                write!(f, "the solver `{command}` cannot be run: {}", io_reason(error))
            }
            Fault::Model { command, error } => {
                write!(f, "what the solver `{command}` wrote cannot be understood: {error}")
            }
            Fault::NoSolution { command, violation } => {
                write!(f, "the solver `{command}` returned a wrong solution: {violation}")
            }
            Fault::Render { path, error } => write!(f, "`{path}` cannot be drawn: {error}"),
            Fault::Make(error) => error.fmt(f),
            Fault::Exhibit(error) => write!(f, "the gallery cannot be written: {}", io_reason(error)),
        }
    }
}

impl Error for Fault {}

impl From<Denied> for Fault {
    fn from(denied: Denied) -> Fault {
        Fault::Denied(denied)
    }
}

impl From<TilingError> for Fault {
    fn from(error: TilingError) -> Fault {
        Fault::Tiling(error)
    }
}

impl From<TooHard> for Fault {
    fn from(error: TooHard) -> Fault {
        Fault::Judged(error)
    }
}

impl From<solve::Error> for Fault {
    fn from(error: solve::Error) -> Fault {
        Fault::Solve(error)
    }
}

impl From<GroupError> for Fault {
    fn from(error: GroupError) -> Fault {
        Fault::Group(error)
    }
}

impl From<CountError> for Fault {
    fn from(error: CountError) -> Fault {
        Fault::Symmetry(error)
    }
}

impl From<ListError> for Fault {
    fn from(error: ListError) -> Fault {
        Fault::Listing(error)
    }
}

impl From<MakeError> for Fault {
    fn from(error: MakeError) -> Fault {
        Fault::Make(error)
    }
}

/// The result of an action. An output error ends the run, and so does a fault.
#[derive(Debug)]
pub(super) enum Failed {
    Print(io::Error),
    Fault(Fault),
    /// It was stopped while this problem was set up, without a message.
    Stopped(String, Reason),
}

impl<E: Into<Fault>> From<E> for Failed {
    fn from(error: E) -> Failed {
        Failed::Fault(error.into())
    }
}

impl Failed {
    pub(super) fn print(error: io::Error) -> Failed {
        Failed::Print(error)
    }

    /// The problem whose setup was stopped, with the reason; or the end of the run.
    pub(super) fn at(self, place: &Place) -> Result<(String, Reason), RunError> {
        match self {
            Failed::Print(error) => Err(RunError::Print(error)),
            Failed::Fault(fault) => Err(RunError::Action { fault, place: place.clone() }),
            Failed::Stopped(name, reason) => Ok((name, reason)),
        }
    }
}
