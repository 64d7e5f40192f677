//! What is asked of a handle, as functions: problems are read, written, kept and solved here. Those that give an answer bit by bit
//! have an iterator.

pub(crate) mod alike;
pub(crate) mod burrtools;
pub(crate) mod clues;
pub(crate) mod costs;
pub(crate) mod diagrams;
pub(crate) mod entries;
pub(crate) mod files;
pub(crate) mod filtered;
pub(crate) mod kept;
pub(crate) mod matrix;
pub(crate) mod puzzle;
pub(crate) mod question;
pub(crate) mod rating;
pub(crate) mod reasons;
pub(crate) mod report;
pub(crate) mod solutions;
pub(crate) mod symmetry;
pub(crate) mod tiling;
pub(crate) mod whole;
