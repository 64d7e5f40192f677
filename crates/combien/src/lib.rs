//! Exact covers and tilings: how many, which ones, drawn and checked.
//!
//! An **exact cover** problem gives *items* and *options* (sets of items) and asks for sets of options that cover
//! every primary item exactly once and every secondary item at most once (Knuth, *The Art of Computer Programming*,
//! section 7.2.2.1; "TAOCP" from here on). An option without primary items is in none of these sets.
//!
//! ```
//! use combien::{problem::Builder, solve};
//!
//! // The matrix of the encyclopedia: six options named A to F over the items 1 to 7.
//! let mut builder = Builder::new();
//! for name in ["1", "2", "3", "4", "5", "6", "7"] {
//!     builder.primary(name)?;
//! }
//! for (name, items) in
//!     [("A", "1 4 7"), ("B", "1 4"), ("C", "4 5 7"), ("D", "3 5 6"), ("E", "2 3 6 7"), ("F", "2 7")]
//! {
//!     let option = builder.option_by_names(items.split(' '))?;
//!     builder.name_option(option, name);
//! }
//! let problem = builder.build();
//!
//! let cover = solve::first(&problem)?.expect("this matrix has an exact cover");
//! let names: Vec<_> = cover.options().iter().map(|&o| problem.option_name(o).unwrap()).collect();
//! assert_eq!(names, ["B", "D", "F"]);
//! assert_eq!(solve::count(&problem)?.to_string(), "1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules, in the order of their dependencies (each uses only those above it):
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`backtrack`] | the general schema of backtracking: vectors, recursive and iterative forms |
//! | [`count`], [`diagnostic`] | exact numbers of any size; a message that points at a place in a text |
//! | [`zdd`] | families of sets as decision diagrams: a store, its algebra, counts, samples |
//! | [`problem`] | items, options, the builder that validates them, text formats in and out |
//! | [`check`] | verifies a cover from the problem alone |
//! | [`reduce`] | makes a problem smaller and cuts it into parts, without a search |
//! | [`engine`] | the algorithms, one folder each |
//! | [`solve`] | the questions, their limits, and how they end |
//! | [`checkpoint`] | where a search stands as a text that can be kept, and shards of a search |
//! | [`proof`] | certificates: proofs of the number of covers, for another program to check |
//! | [`puzzle`] | classic puzzles as problems, by their names; puzzles of any problem, made; Sudoku by the list |
//! | [`tiling`] | boards, pieces, isometries; a tiling becomes a problem and its covers placements |
//! | [`why`] | why a problem has no cover: areas, colorings, counting, small cores; with certificates |
//! | [`design`] | which sets of pieces tile a board, and which boards a set of pieces tiles |
//! | [`pieces`] | pieces and puzzles that ship, by their names |
//! | [`trace`] | a search to be played step by step, as a page |
//! | [`draw`] | tilings and tables as text or SVG; pieces as sheets to cut and solids to print |

#![warn(missing_debug_implementations)]

pub mod design;
pub mod draw;
pub mod pieces;
pub mod proof;
pub mod puzzle;
pub mod tiling;
pub mod trace;
pub mod why;

use combien_core::random;
#[doc(hidden)]
#[doc(inline)]
pub use combien_core::{
    backtrack, budget, check, checkpoint, count, diagnostic, engine, polynomial, problem, reduce, solve,
    symmetry, zdd,
};

pub use count::Count;
pub use problem::{Builder, Problem, Solution};
