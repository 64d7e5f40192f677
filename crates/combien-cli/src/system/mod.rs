//! The system: the language of the reader, files, scratch space, other programs and the pager, waiting for them, and exit codes.

pub(crate) mod catalogue;
pub(crate) mod ending;
pub(crate) mod files;
pub(crate) mod pager;
pub(crate) mod programs;
pub(crate) mod scratch;
pub(crate) mod wait;
