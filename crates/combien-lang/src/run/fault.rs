//! Why a run ended early.

use std::io;

use combien::Count;
use combien::diagnostic::{Diagnostic, Place, counted, io_reason};
use combien::solve::{self, Reason};
use combien::symmetry::{CountError, GroupError, ListError};
use combien::transfer::TransferError;
use combien_formats::model::ModelError;
use combien_tiling::draw::MakeError;
use combien_tiling::plane::PlaneError;
use combien_tiling::strip::StripError;
use combien_tiling::{TilingError, TooHard, Unlisted};

use super::{Denied, alike};
use crate::script::UpTo;

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

combien::errors!(RunError {
    Print(error) from io::Error => "{error}";
    Action { fault, .. } => "{fault}";
});

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
        /// Which solutions were counted; in a box, because all that may fail returns a fault.
        up_to: Box<UpTo>,
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
    /// Whether a piece tiles the plane cannot be asked.
    Plane(PlaneError),
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
    /// Boards do not grow by slices.
    Strip(StripError),
    /// Boards that grow by slices have no series.
    Transfer(TransferError),
    /// Boards that are not put together from equal slices were to be counted up to symmetry.
    NoMotions,
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
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Fault::Denied(_) => "denied",
            Fault::Write { .. } | Fault::Exhibit(_) => "write",
            Fault::Assertion { .. } | Fault::Solvability { .. } => "assert",
            Fault::Judged(_) | Fault::Rejected(_) => "where",
            Fault::Tiling(_) => "tiling",
            Fault::Plane(_) => "plane",
            Fault::Solve(_) => "engine",
            Fault::Group(_) | Fault::Symmetry(_) | Fault::Listing(_) => "symmetry",
            Fault::Command { .. } | Fault::Model { .. } | Fault::NoSolution { .. } => "solver",
            Fault::Render { .. } => "picture",
            Fault::Make(_) => "make",
            Fault::Strip(_) | Fault::Transfer(_) | Fault::NoMotions => "strip",
        }
    }

    /// A hint, if there is one.
    pub(crate) fn hint(&self) -> Option<&str> {
        match self {
            Fault::Denied(denied) => denied.hint.as_deref(),
            Fault::Rejected(_) => Some("`count` says whether there is one"),
            Fault::Transfer(TransferError::TooManyStates(_)) => {
                Some("`combien strip --states N` allows more; a lower strip has fewer")
            }
            _ => None,
        }
    }
}

combien::errors!(Fault {
    Denied(denied) from Denied => "{denied}";
    Write { path, error } => "`{path}` cannot be written: {}", io_reason(error);
    Assertion { name, expected, found, up_to } =>
        "the assertion does not hold: problem `{name}` has {}{}, not {expected}",
        counted(found, "solution"), alike(**up_to);
    Solvability { name, solvable: true } => "the assertion does not hold: problem `{name}` has a solution";
    Solvability { name, solvable: false } => "the assertion does not hold: problem `{name}` has no solution";
    Judged(error) from TooHard => "{error}";
    Rejected(number) =>
        "{number} random solutions in a row do not agree with `where`, so perhaps none does";
    Tiling(error) from TilingError => "{error}";
    Plane(error) from PlaneError => "{error}";
    Solve(error) from solve::Error => "{error}";
    Group(error) from GroupError => "{error}";
    Symmetry(error) from CountError => "{error}";
    Listing(error) from ListError => "{error}";
    Command { command, error } => "the solver `{command}` cannot be run: {}", io_reason(error);
    Model { command, error } => "what the solver `{command}` wrote cannot be understood: {error}";
    NoSolution { command, violation } => "the solver `{command}` returned a wrong solution: {violation}";
    Render { path, error } => "`{path}` cannot be drawn: {error}";
    Make(error) from MakeError => "{error}";
    Strip(error) from StripError => "{error}";
    Transfer(error) from TransferError => "{error}";
    NoMotions => "up to symmetry only boards can be counted that are put together from equal slices, from the first \
                  one on";
    Exhibit(error) => "the gallery cannot be written: {}", io_reason(error);
});

impl From<Unlisted> for Fault {
    fn from(error: Unlisted) -> Fault {
        match error {
            Unlisted::Judge(error) => error.into(),
            Unlisted::Solve(error) => error.into(),
            Unlisted::List(error) => error.into(),
        }
    }
}

/// The result of an action. An output error ends the run, and so does a fault.
#[derive(Debug)]
pub(crate) enum Failed {
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
    pub(crate) fn print(error: io::Error) -> Failed {
        Failed::Print(error)
    }

    /// The problem whose setup was stopped, with the reason; or the end of the run.
    pub(crate) fn at(self, place: &Place) -> Result<(String, Reason), RunError> {
        match self {
            Failed::Print(error) => Err(RunError::Print(error)),
            Failed::Fault(fault) => Err(RunError::Action { fault, place: place.clone() }),
            Failed::Stopped(name, reason) => Ok((name, reason)),
        }
    }
}
