//! The system: files, other programs, waiting for them, and exit codes.

pub(crate) mod ending;
pub(crate) mod files;
pub(crate) mod programs;
pub(crate) mod wait;
