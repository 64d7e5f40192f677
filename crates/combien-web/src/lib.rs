//! The library in a browser: a thin layer of functions that take JSON and give JSON, for the page in `web/`.
//!
//! A worker loads the module, opens a document ([`Session::open`]), asks one question at a time, and passes
//! results to the page. The layer does not depend on the page or on engines: it reads a question, asks the
//! library, and writes the answer. Limits, meters and messages are the library's own, as in the command.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`document`] | what is to be solved: a text of the tiling language, a puzzle by its name, a problem in DLX or JSON |
//! | [`look`] | what a document says: diagnostics at their places, problems, a drawing, the matrix |
//! | [`drawing`] | board and pieces as rows of marks |
//! | [`edit`] | a drawing written back into its text |
//! | [`marks`] | placements kept and forbidden by hand |
//! | [`ask`] | the questions and their answers |
//! | [`hint`] | the next placement that is in every solution, and why |
//! | `play` | what one needs to play a tiling by hand, and whether it is solved |
//! | [`reasons`] | why there is no solution, and what comes closest |
//! | [`parts`] | a search in parts, for several workers |
//! | `walk` | a search that is looked at node by node |
//! | [`sudoku`] | Sudoku by the techniques of people |
//! | [`picture`] | solutions as pictures, sheets, bodies |
//! | [`further`] | costs, frequencies, engines compared, a designer's questions, files of other programs |
//!
//! JSON. Counts are strings, because they may have any number of digits. Options are numbers from 0, as in
//! the library. Places in a text are counted in UTF-16 units, as a browser counts.

#![warn(missing_debug_implementations)]

pub mod ask;
mod browser;
pub mod document;
pub mod drawing;
pub mod edit;
pub mod further;
pub mod hint;
pub mod listener;
pub mod look;
pub mod marks;
pub mod parts;
pub mod picture;
mod play;
pub mod reasons;
mod session;
pub mod sudoku;
mod walk;

pub use browser::Page;
pub use session::Session;
