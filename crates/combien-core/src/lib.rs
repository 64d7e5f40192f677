//! The exact cover problems and the engines of Combien. The crate `combien` has all of this under its own name, with
//! tilings, puzzles and drawings; this crate is apart from it so that what searches can be compiled for speed, and all else for size.
//! What is hidden in its documentation is shared with `combien` alone, and may change in any version.

#![warn(missing_debug_implementations)]

mod automorphisms;
pub mod backtrack;
pub mod budget;
pub mod check;
pub mod checkpoint;
pub mod count;
pub mod diagnostic;
pub mod engine;
mod pareto;
pub mod polynomial;
pub mod problem;
#[doc(hidden)]
pub mod random;
pub mod reduce;
pub mod solve;
#[doc(hidden)]
pub mod symmetry;
#[doc(hidden)]
pub mod weights;
pub mod zdd;
