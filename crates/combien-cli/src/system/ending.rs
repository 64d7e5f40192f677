//! How a command ends.

/// The exit codes of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The question was answered.
    Answered = 0,
    /// There is no solution, a checked solution is wrong, or a file is not formatted.
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
