//! The tests of the library from outside, in one program.

mod counting;
mod exercise_262;
mod nnf;
