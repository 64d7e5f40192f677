//! Tilings: a board and pieces become an exact cover problem, and its solutions placed pieces.
//!
//! The [`Lattice`] is a value, and so is its dimension: every cell has three coordinates, and the isometries of a
//! lattice are a [`Group`] of integer matrices.
//!
//! ```
//! use combien::solve;
//! use combien::tiling::{Lattice, Pattern, Piece, Quantity, Tiling};
//!
//! let board = Pattern::from_drawing("***$***")?.shape();
//! let domino = Pattern::from_drawing("**")?.shape();
//! let all = Lattice::Square.isometries();
//! let tiling = Tiling::new(Lattice::Square, board, vec![Piece::new(domino, Quantity::Any, all).named("domino")])?;
//! let encoding = tiling.encode()?;
//! assert_eq!(solve::count(&encoding.problem)?.to_string(), "3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cell;
mod encoding;
mod group;
mod isometry;
mod lattice;
mod pattern;
mod shape;

use std::error::Error;
use std::fmt;

pub use cell::Cell;
pub use encoding::{Encoding, Placement};
pub use group::Group;
pub use isometry::Isometry;
pub use lattice::Lattice;
pub use pattern::{MOST_CELLS, Operation, Pattern, PatternError, Size};
pub use shape::Shape;

use crate::problem::BuildError;

/// How often a piece is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// As often as one likes.
    Any,
    /// Once, or not at all.
    AtMostOne,
    /// Once.
    ExactlyOne,
}

/// A piece: a shape, how often it is used, and how it may be turned.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// Its cells; where they are does not matter.
    pub shape: Shape,
    /// How often it is used.
    pub quantity: Quantity,
    /// The isometries that it may be placed with.
    pub isometries: Group,
}

impl Piece {
    /// A piece without a name.
    pub fn new(shape: Shape, quantity: Quantity, isometries: Group) -> Piece {
        Piece { name: None, shape, quantity, isometries }
    }

    /// The same piece with a name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Piece {
        Piece { name: Some(name.into()), ..self }
    }

    /// Its different orientations, each at the origin with an isometry that gives it; as it was drawn first.
    pub fn orientations(&self) -> Vec<(Isometry, Shape)> {
        self.isometries.orbit(&self.shape)
    }
}

/// Why a tiling cannot be made a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TilingError {
    /// A piece without cells, by its place among the pieces: it would fit everywhere and nowhere.
    EmptyPiece(usize),
    /// A piece may be placed with isometries that the lattice does not have, by its place among the pieces.
    ForeignIsometries(usize),
    /// The problem would be too large.
    Build(BuildError),
}

impl fmt::Display for TilingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TilingError::EmptyPiece(piece) => write!(f, "piece {} has no cells", piece + 1),
            TilingError::ForeignIsometries(piece) => {
                write!(f, "piece {} has isometries that its lattice does not have", piece + 1)
            }
            TilingError::Build(error) => error.fmt(f),
        }
    }
}

impl Error for TilingError {}

impl From<BuildError> for TilingError {
    fn from(error: BuildError) -> TilingError {
        TilingError::Build(error)
    }
}

/// A board to be covered exactly, and the pieces to cover it with.
///
/// Two pieces of one shape are different pieces: exchanging them gives another tiling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiling {
    lattice: Lattice,
    board: Shape,
    pieces: Vec<Piece>,
}

impl Tiling {
    /// A tiling; its pieces must have cells and suit the lattice.
    pub fn new(lattice: Lattice, board: Shape, pieces: Vec<Piece>) -> Result<Tiling, TilingError> {
        let group = lattice.isometries();
        for (place, piece) in pieces.iter().enumerate() {
            if piece.shape.is_empty() {
                return Err(TilingError::EmptyPiece(place));
            }
            if !piece.isometries.is_subgroup_of(&group) {
                return Err(TilingError::ForeignIsometries(place));
            }
        }
        Ok(Tiling { lattice, board, pieces })
    }

    /// The lattice.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// The board.
    pub fn board(&self) -> &Shape {
        &self.board
    }

    /// The pieces, in the order given.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// What to call a piece: its name, or its number from 1.
    pub fn piece_name(&self, piece: usize) -> String {
        self.pieces[piece].name.clone().unwrap_or_else(|| format!("#{}", piece + 1))
    }

    /// The exact cover problem whose solutions are the tilings, with what its options mean.
    pub fn encode(&self) -> Result<Encoding, TilingError> {
        encoding::encode(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::count;

    fn shape(drawing: &str) -> Shape {
        Pattern::from_drawing(drawing).unwrap().shape()
    }

    fn piece(drawing: &str, quantity: Quantity) -> Piece {
        Piece::new(shape(drawing), quantity, Lattice::Square.isometries())
    }

    fn tilings(board: &str, pieces: Vec<Piece>) -> u64 {
        let tiling = Tiling::new(Lattice::Square, shape(board), pieces).unwrap();
        count(&tiling.encode().unwrap().problem).unwrap().to_u64().unwrap()
    }

    #[test]
    fn quantities_are_obeyed() {
        let board = "**$**";
        assert_eq!(tilings(board, vec![piece("**", Quantity::Any)]), 2);
        assert_eq!(tilings(board, vec![piece("**", Quantity::ExactlyOne)]), 0);
        // One domino in four places, or none, with single cells for the rest.
        let with_cells = |quantity| tilings(board, vec![piece("**", quantity), piece("*", Quantity::Any)]);
        assert_eq!(with_cells(Quantity::ExactlyOne), 4);
        assert_eq!(with_cells(Quantity::AtMostOne), 5);
        assert_eq!(with_cells(Quantity::Any), 7);
    }

    /// The reference misses placements of a piece that was drawn with an empty border: 0 of 1 and 2 of 10 there.
    #[test]
    fn a_piece_is_its_cells_and_not_its_frame() {
        assert_eq!(tilings("**", vec![piece(".*", Quantity::Any)]), 1);
        let domino_and_l = |l: &str| tilings("****$****$****$****", vec![piece(l, Quantity::Any)]);
        assert_eq!(domino_and_l("**$*."), domino_and_l("...$.**$.*."));
    }

    #[test]
    fn space_needs_no_code_of_its_own() {
        let cube: Shape = (0..8).map(|i| Cell::space(i & 1, i >> 1 & 1, i >> 2)).collect();
        let domino: Shape = [Cell::space(0, 0, 0), Cell::space(1, 0, 0)].into_iter().collect();
        let rotations = Lattice::Cube.isometries().rotations();
        let pieces = vec![Piece::new(domino, Quantity::Any, rotations)];
        let encoding = Tiling::new(Lattice::Cube, cube, pieces).unwrap().encode().unwrap();
        assert_eq!(count(&encoding.problem).unwrap().to_u64(), Some(9));
    }

    #[test]
    fn impossible_pieces_are_refused() {
        let empty = Piece::new(Shape::default(), Quantity::Any, Group::trivial());
        let error = Tiling::new(Lattice::Square, shape("*"), vec![piece("*", Quantity::Any), empty]);
        assert_eq!(error.unwrap_err().to_string(), "piece 2 has no cells");
        let solid = Piece::new(shape("*"), Quantity::Any, Lattice::Cube.isometries());
        let error = Tiling::new(Lattice::Square, shape("*"), vec![solid]);
        assert_eq!(error.unwrap_err(), TilingError::ForeignIsometries(0));
    }
}
