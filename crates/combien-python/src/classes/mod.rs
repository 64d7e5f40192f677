//! What Python sees: the methods of the handles, and functions. Only here may a class know all others.

#![expect(
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    clippy::unused_self,
    reason = "arguments are as Python hands them over"
)]

pub(crate) mod apart;
pub(crate) mod board;
pub(crate) mod census;
pub(crate) mod cluster;
pub(crate) mod command;
pub(crate) mod design;
pub(crate) mod diagram;
pub(crate) mod iterators;
pub(crate) mod lattice;
pub(crate) mod pictures;
pub(crate) mod piece;
pub(crate) mod placed;
pub(crate) mod plane;
pub(crate) mod problem;
pub(crate) mod products;
pub(crate) mod script;
pub(crate) mod shards;
pub(crate) mod solution;
pub(crate) mod strip;
pub(crate) mod sudoku;
pub(crate) mod symmetries;
pub(crate) mod tiling;
