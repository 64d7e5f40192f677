//! Classic puzzles as exact covers: each builds a [problem](crate::problem) and reads a solution of it back.
//!
//! | puzzle | what it does |
//! | --- | --- |
//! | [`sudoku`] | reads, solves, generates and varies Sudoku puzzles of any box shape |

pub mod sudoku;
