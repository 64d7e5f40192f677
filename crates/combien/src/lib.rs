//! Exact covers: how many, which ones, checked and proved.
//!
//! An **exact cover** problem gives *items* and *options* (sets of items) and asks for sets of options that
//! cover every primary item exactly once and every secondary item at most once (Knuth, *The Art of Computer
//! Programming*, section 7.2.2.1; "TAOCP" from here on). An option without primary items is in none of these
//! sets.
//!
//! # A first program
//!
//! 1. Name the items. A *primary* item is covered exactly once.
//!
//! ```
//! let mut builder = combien::Builder::new();
//! for name in ["1", "2", "3", "4", "5", "6", "7"] {
//!     builder.primary(name)?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! 2. Add the options, here the six of the encyclopedia, and build the problem. It never changes, and a clone
//!    takes constant time.
//!
//! ```
//! # let mut builder = combien::Builder::new();
//! # for name in ["1", "2", "3", "4", "5", "6", "7"] {
//! #     builder.primary(name)?;
//! # }
//! for (name, items) in
//!     [("A", "1 4 7"), ("B", "1 4"), ("C", "4 5 7"), ("D", "3 5 6"), ("E", "2 3 6 7"), ("F", "2 7")]
//! {
//!     let option = builder.option_by_names(items.split(' '))?;
//!     builder.name_option(option, name);
//! }
//! let problem = builder.build();
//! assert_eq!((problem.item_count(), problem.option_count()), (7, 6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! 3. Ask: how many solutions, and which one? [`solve`] has these questions, and others with their settings.
//!
//! ```
//! # let mut builder = combien::Builder::new();
//! # for name in ["1", "2", "3", "4", "5", "6", "7"] {
//! #     builder.primary(name)?;
//! # }
//! # for (name, items) in
//! #     [("A", "1 4 7"), ("B", "1 4"), ("C", "4 5 7"), ("D", "3 5 6"), ("E", "2 3 6 7"), ("F", "2 7")]
//! # {
//! #     let option = builder.option_by_names(items.split(' '))?;
//! #     builder.name_option(option, name);
//! # }
//! # let problem = builder.build();
//! use combien::solve;
//!
//! assert_eq!(solve::count(&problem)?.to_string(), "1");
//! let cover = solve::first(&problem)?.expect("there is one");
//! let names: Vec<_> = cover.options().iter().map(|&option| problem.option_name(option).unwrap()).collect();
//! assert_eq!(names, ["B", "D", "F"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The modules
//!
//! Each uses only those above it.
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
//! | [`transfer`] | coverings of regions of n slices, for every n: recurrences and generating functions |
//!
//! Further crates build on this one: `combien-formats` reads and writes problems in other formats, and keeps
//! searches as texts; `combien-tiling` makes problems of boards and pieces, draws them, and finds reasons why
//! there is no cover; `combien-puzzles` has the classic puzzles.
//!
//! Public items that this documentation does not show are internal: other crates of the project need them,
//! and any version may change them.

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
mod nodes;
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
pub mod transfer;
#[doc(hidden)]
pub mod weights;
pub mod zdd;

pub use count::Count;
pub use problem::{Builder, Problem, Solution};
