//! The tests of the language, in one program: a file for each subject.

mod clues;
mod families;
mod findings;
mod grammar;
mod grids;
mod labels;
mod language;
mod lists;
mod permissions;
mod predicates;
mod rows;
mod shared;
mod syntax;
