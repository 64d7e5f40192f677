//! Exact covers: how many, which ones, checked and proved.
//!
//! An **exact cover** problem gives *items* and *options* (sets of items) and asks for sets of options that
//! cover every primary item exactly once and every secondary item at most once (Knuth, *The Art of Computer
//! Programming*, section 7.2.2.1; "TAOCP" from here on). An option without primary items is in none of these
//! sets.
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
//! | [`problem`] | items, options, the builder that validates them, Knuth's text format in and out |
//! | [`check`] | verifies a cover from the problem alone |
//! | [`reduce`] | makes a problem smaller and cuts it into parts, without a search |
//! | [`engine`] | the algorithms, one folder each |
//! | [`solve`] | the questions, their limits, and how they end |
//! | [`proof`] | certificates: proofs of the number of covers, for another program to check |
//!
//! Further crates build on this one: `combien-formats` reads and writes problems in other formats, and keeps
//! searches as texts; `combien-tiling` makes problems of boards and pieces, draws them, and finds reasons why
//! there is no cover; `combien-puzzles` has the classic puzzles.

#![warn(missing_debug_implementations)]
#![cfg_attr(
    not(all(feature = "alike", feature = "intersect", feature = "pfaffian", feature = "sat")),
    allow(dead_code, reason = "what only an engine uses that is left out")
)]

#[macro_use]
mod errors;

mod automorphisms;
pub mod backtrack;
mod bits;
pub mod budget;
pub mod check;
pub mod count;
pub mod diagnostic;
pub mod engine;
mod pareto;
pub mod polynomial;
pub mod problem;
#[doc(hidden)]
pub mod products;
pub mod proof;
#[doc(hidden)]
pub mod random;
pub mod reduce;
pub mod solve;
#[doc(hidden)]
pub mod symmetry;
#[doc(hidden)]
pub mod weights;
pub mod zdd;

pub use count::Count;
pub use problem::{Builder, Problem, Solution};
