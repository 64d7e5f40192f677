//! Checkpoints as files, and the shards among them.

use std::io;

use combien::problem::Problem;
use combien_formats::checkpoint::{Checkpoint, CheckpointError};

use crate::report::failure::Failure;
use crate::system::files::{STDIN, bytes_of, bytes_of_stdin};

/// Why there is no checkpoint.
pub(crate) enum ReadError {
    Io(io::Error),
    Content(CheckpointError),
}

/// Reads one checkpoint.
pub(crate) fn read_one(path: &str) -> Result<Checkpoint, ReadError> {
    let bytes = if path == STDIN { bytes_of_stdin() } else { bytes_of(path) }.map_err(ReadError::Io)?;
    // Bytes that are not text mean damage, unless the first line shows that this never was a checkpoint.
    Checkpoint::read(&String::from_utf8_lossy(&bytes)).map_err(ReadError::Content)
}

/// Reads one checkpoint for a command that cannot continue without it.
pub(crate) fn read(file: &str) -> Result<Checkpoint, Failure> {
    read_one(file).map_err(|error| match error {
        ReadError::Io(error) => Failure::unreadable(file, &error),
        ReadError::Content(error) => Failure::message(format!("`{file}`: {error}")),
    })
}

/// The problem that a shard holds, and the shard.
pub(super) fn read_problem(file: &str) -> Result<(Problem, Checkpoint), Failure> {
    let checkpoint = read(file)?;
    let Some(shard) = &checkpoint.shard else {
        let hint = "say which problem it is of, and --checkpoint for this file";
        return Err(Failure::hinted(
            format!("`{file}` is a checkpoint, but not a shard: it has no problem"),
            hint,
        ));
    };
    let problem = shard.problem(&checkpoint);
    let problem = problem.map_err(|error| Failure::message(format!("`{file}`: {error}")))?;
    Ok((problem, checkpoint))
}
