//! The tiling language of Combien.
//!
//! A file defines patterns, lists of tiles and problems, and says what to do with them:
//!
//! ```text
//! pattern domino = {**}
//! problem board = constant 8x8 true [domino ~sym]
//! count dlx board
//! solve dlx board svg "board.svg"
//! ```
//!
//! A text goes through four steps, each a pure function: to tokens, to a tree, to a [`Script`] of problems
//! and actions, and to results. The first three do not stop at an error: they collect
//! [diagnostics](combien::diagnostic), and there is a script only if no file has an error. Only then does the
//! first action run. Files are read through the trait [`Files`], and all effects go through the trait
//! [`Host`].
//!
//! ```
//! use combien_lang::{Loaded, load};
//!
//! let text = "pattern domino = {**}\nproblem board = constant 2x3 true [domino ~sym]\ncount dlx board\n";
//! let files = |path: &str, _from: Option<&str>| Ok(Loaded::new(path, text));
//! let script = load("board.cmb", &files).unwrap();
//! let encoding = script.problem("board").unwrap().tiling.encode().unwrap();
//! assert_eq!(combien::solve::count(&encoding.problem).unwrap().to_string(), "3");
//! ```

#[doc(hidden)]
pub mod ast;
mod commands;
#[doc(hidden)]
pub mod elaborate;
#[doc(hidden)]
pub mod faults;
mod filter;
#[doc(hidden)]
pub mod format;
#[doc(hidden)]
pub mod lexer;
#[doc(hidden)]
pub mod parser;
#[doc(hidden)]
pub mod run;
mod script;
mod wheres;
#[doc(hidden)]
pub mod words;
mod write;

pub use self::format::format;
#[doc(hidden)]
pub use commands::strip::OfLengths;
pub use elaborate::{Family, Files, Loaded, load, load_and_ask, read_clues, read_spot};
pub use filter::Filter;
pub use run::{Census, Denied, Fault, Finding, Host, Member, RunError, Sizes, is_made_by_combien, run};
pub use script::{Action, ActionKind, Asked, Claim, NamedProblem, Output, Script, Solver, UpTo};
pub use wheres::predicate;
pub use write::{Given, identifier, position_on, puzzle};
