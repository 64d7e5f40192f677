//! The machine: its files, its other programs, and waiting for either; and how this program ends.

pub(crate) mod ending;
pub(crate) mod files;
pub(crate) mod programs;
pub(crate) mod wait;
