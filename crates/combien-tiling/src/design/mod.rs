//! The questions of a designer: which sets of pieces tile a board, and which boards a set of pieces tiles.
//!
//! [`Sets`] goes through the sets of pieces of a list that have together the size of a board, and says how
//! many tilings each has. [`Boards`] puts given pieces together in all ways and says how many tilings each
//! region has that comes out.

mod boards;
mod sets;

pub use boards::{Boards, BoardsError, Found, Limits};
pub use sets::{Selected, Sets, SetsError, Wanted, stock, tilings};
