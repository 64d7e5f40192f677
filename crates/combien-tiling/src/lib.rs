//! Tilings as exact covers: boards and pieces become a [problem](combien::problem), and its solutions become
//! placed pieces.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`pieces`] | pieces and puzzles that ship, by their names |
//! | [`why`] | why a problem has no cover: areas, colorings, counting, small cores; with certificates |
//! | [`design`] | which sets of pieces tile a board, and which boards a set of pieces tiles |
//! | [`trace`] | a search to be played step by step, as a page |
//! | [`draw`] | tilings and tables as text or SVG; pieces as sheets to cut and solids to print |
//!
//! The [`Lattice`] is a value, and so is its dimension: every cell has three coordinates, and the isometries
//! of a lattice are a [`Group`] of integer matrices.
//!
//! ```
//! use combien::solve;
//! use combien_tiling::{Board, Lattice, Pattern, Piece, Quantity, Tiling};
//!
//! let board = Board::of(&Pattern::from_drawing("***$***")?);
//! let domino = Pattern::from_drawing("**")?.shape();
//! let all = Lattice::square().isometries();
//! let tiling = Tiling::new(board, vec![Piece::new(domino, Quantity::ANY, all).named("domino")])?;
//! let encoding = tiling.encode()?;
//! assert_eq!(solve::count(&encoding.problem)?.to_string(), "3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_debug_implementations)]

pub mod design;
pub mod draw;
pub mod pieces;
mod tiling;
pub mod trace;
pub mod why;

pub use tiling::*;
