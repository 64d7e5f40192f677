//! Exact cover problems in the formats of other programs, and searches as texts.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`json`], [`csv`], [`mps`], [`sage`] | formats that are read and written |
//! | [`dimacs`], [`opb`], [`lp`], [`minizinc`], [`flatzinc`] | formats of solvers of other kinds |
//! | [`model`], [`optimum`] | what such solvers answer |
//! | [`checkpoint`] | where a search stands as a text that can be kept, and shards of a search |
//!
//! [`Format`] has the formats of problems by their names. Knuth's format is [`combien::problem::dlx`].
//!
//! In the formats for other solvers, variable k, from 1, says whether option k is chosen, and the problem is
//! its [demands](combien::problem::formula) on these variables. If a format needs more variables than
//! options, these come after the options, and each is *determined*: it is defined by those before it, in both
//! directions. So models and solutions are one to one, and counting models counts solutions.

#![warn(missing_debug_implementations)]

pub mod checkpoint;
pub mod csv;
pub mod dimacs;
pub mod flatzinc;
mod foreign;
mod format;
pub mod json;
mod linear;
pub mod lp;
pub mod minizinc;
pub mod model;
pub mod mps;
pub mod opb;
pub mod optimum;
pub mod sage;

pub use foreign::{Document, ReadError};
pub use format::{Format, NotHeld, UnknownFormat};
