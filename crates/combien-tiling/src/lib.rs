//! Tilings as exact covers: boards and pieces become a [problem](combien::problem), and its solutions become
//! placed pieces.
//!
//! # A first program
//!
//! 1. Draw the board and the pieces: `*` is a cell, and `$` ends a row. A piece has the isometries that may
//!    move it, and how often it may be used.
//!
//! ```
//! use combien_tiling::{Board, Lattice, Pattern, Piece, Quantity};
//!
//! let board = Board::of(&Pattern::from_drawing("****$****$****")?);
//! let all = Lattice::square().isometries();
//! let domino = Piece::new(Pattern::from_drawing("**")?.shape(), Quantity::ANY, all).named("domino");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! 2. Encode the tiling: its cells and pieces become items, and each placement an option.
//!
//! ```
//! # use combien_tiling::{Board, Lattice, Pattern, Piece, Quantity};
//! use combien_tiling::Tiling;
//!
//! # let board = Board::of(&Pattern::from_drawing("****$****$****")?);
//! # let all = Lattice::square().isometries();
//! # let domino = Piece::new(Pattern::from_drawing("**")?.shape(), Quantity::ANY, all).named("domino");
//! let tiling = Tiling::new(board, vec![domino])?;
//! let encoding = tiling.encode()?;
//! assert_eq!(encoding.problem.option_count(), 3 * 3 + 2 * 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! 3. Ask as for any problem, and [draw] what is found.
//!
//! ```
//! # use combien_tiling::{Board, Lattice, Pattern, Piece, Quantity, Tiling};
//! use combien::solve;
//! use combien_tiling::draw::{Picture, SvgOptions, svg};
//!
//! # let board = Board::of(&Pattern::from_drawing("****$****$****")?);
//! # let all = Lattice::square().isometries();
//! # let domino = Piece::new(Pattern::from_drawing("**")?.shape(), Quantity::ANY, all).named("domino");
//! # let tiling = Tiling::new(board, vec![domino])?;
//! # let encoding = tiling.encode()?;
//! assert_eq!(solve::count(&encoding.problem)?.to_string(), "11");
//! let first = solve::first(&encoding.problem)?.expect("there are 11");
//! let picture = Picture::new("a wall", &tiling, &encoding.placed(&first));
//! assert!(svg(&picture, &SvgOptions::default()).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The modules
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`pieces`] | pieces and puzzles that ship, by their names |
//! | [`why`] | why a problem has no cover: areas, colorings, counting, small cores; with certificates |
//! | [`design`] | which sets of pieces tile a board, and which boards a set of pieces tiles |
//! | [`strip`] | families of boards that grow by equal slices, for recurrences |
//! | [`trace`] | a search to be played step by step, as a page |
//! | [`draw`] | tilings and tables as text or SVG; pieces as sheets to cut and solids to print |
//!
//! The [`Lattice`] is a value, and so is its dimension: every cell has three coordinates, and the isometries
//! of a lattice are a [`Group`] of integer matrices.
//!
//! Public items that this documentation does not show are internal: other crates of the project need them,
//! and any version may change them.

#![warn(missing_debug_implementations)]

// New, and may change: the command and Python are its faces.
#[doc(hidden)]
pub mod apart;
mod counted;
pub mod design;
pub mod draw;
pub mod pieces;
// New, and may change: command, language and Python are its faces.
#[doc(hidden)]
pub mod plane;
pub mod strip;
mod tiling;
pub mod trace;
pub mod why;

pub use counted::Counted;
pub use tiling::*;
