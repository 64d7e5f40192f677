//! What the suites share: the corpus, random problems, and an oracle that shares no code with what it judges.

pub mod corpus;
pub mod fuzz;
pub mod oracle;
pub mod planar;
pub mod random;
pub mod streams;
pub mod sudoku;
pub mod trees;

// The Rust blocks of the documents. They are here and not in the library, because a published crate contains
// only its own files.

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../docs/how-to/rust.md")]
struct RustDocument;

#[cfg(doctest)]
#[doc = include_str!("../../docs/how-to/sudoku.md")]
struct SudokuDocument;

#[cfg(doctest)]
#[doc = include_str!("../../docs/lessons/exact-cover.md")]
struct ExactCoverLesson;

#[cfg(doctest)]
#[doc = include_str!("../../docs/lessons/sudoku.md")]
struct SudokuLesson;

#[cfg(doctest)]
#[doc = include_str!("../../docs/lessons/backtracking.md")]
struct BacktrackingLesson;

#[cfg(doctest)]
#[doc = include_str!("../../docs/lessons/combine.md")]
struct CombineLesson;

#[cfg(doctest)]
#[doc = include_str!("../../docs/reference/pictures.md")]
struct PicturesDocument;
