//! Boards, pieces, lattices, and the problem that a tiling is.

mod automorphisms;
mod board;
mod cell;
mod clues;
mod corners;
mod encode;
mod encoding;
#[doc(hidden)]
pub mod equal_size;
mod fits;
pub(crate) mod fitting;
mod glyphs;
mod grid;
mod group;
mod honeycomb;
mod isometry;
mod labels;
mod lattice;
mod lattices;
mod outline;
mod painted;
mod pattern;
mod piece;
mod placing;
#[doc(hidden)]
pub mod polyforms;
mod polyhedra;
mod predicate;
mod shape;
mod tessellation;
mod turning;
mod unit;
mod words;
mod wrap;

pub use automorphisms::Motion;
pub use board::Board;
pub use cell::Cell;
pub use clues::{Clue, ClueError, ClueFault, PieceGroup, Spot};
use encode::MOST_COVERED;
pub(crate) use encode::corner_name;
pub use encoding::{Encoding, Meaning, Placement};
pub use fits::{Fits, FitsError};
pub use group::Group;
pub(crate) use honeycomb::real_dot;
pub use isometry::Isometry;
pub use labels::{Label, LabelError, Labels, fitting, side_color};
pub use lattice::{Lattice, Phrase};
pub(crate) use lattice::{Letters, Linework};
pub use outline::Outline;
pub use painted::Paint;
pub use pattern::{MOST_CELLS, Mark, Operation, Pattern, PatternError, Size};
pub use piece::{Piece, Quantity};
pub use predicate::{
    Accepted, Area, Judge, MOST_REJECTED, MOST_STEPS, NotDrawn, OrbitKind, Predicate, Sieve, Through,
    TooHard, Undecidable, Unlisted, count_orbits_through, count_through, draw_through, each_orbit,
};
pub use shape::Shape;
pub use tessellation::{Axes, Tessellation, TessellationError};
pub use turning::Turning;
pub use words::Words;
pub use wrap::{Surface, Wrap, WrapError};

use combien::budget::{Budget, Reason};
use combien::problem::BuildError;

/// Why a tiling cannot be encoded as a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TilingError {
    /// A piece without cells, by its index among the pieces.
    EmptyPiece(usize),
    /// A piece may be placed with isometries that the lattice does not have, by its index among the pieces.
    ForeignIsometries(usize),
    /// A piece with cells that the lattice does not have, by its index among the pieces.
    ForeignPiece(usize),
    /// A piece with a mark on a cell, or a color on a side, that it does not have, by its index among the
    /// pieces.
    ForeignLabel(usize),
    /// A piece with a color on a side that no pair of the [rule](Board::fitted) of the board has, by its
    /// index among the pieces.
    UnpairedColor(usize, char),
    /// A border whose color no pair of the rule of the board has.
    UnpairedBorder(char),
    /// A piece whose least number of uses is above its greatest, by its index among the pieces.
    QuantityCrossed(usize),
    /// A cell of the board that the lattice does not have.
    ForeignCell(Cell),
    /// An optional cell that is not on the board.
    BesideBoard(Lattice, Cell),
    /// A cell with a mark that is not on the board.
    MarkBesideBoard(Lattice, Cell),
    /// Two cells that become the same cell because of the way the board closes.
    SameCell(Lattice, Cell, Cell),
    /// The placements would cover more than 2^27 cells together.
    TooManyPlacements,
    /// The problem would be too large.
    Build(BuildError),
    /// The tiling has a [predicate](Tiling::predicate), which no exact cover problem obeys.
    Filtered,
    /// The budget was spent before the problem was built.
    Stopped(Reason),
}

combien::errors!(TilingError {
    EmptyPiece(piece) => "piece {} has no cells", piece + 1;
    ForeignIsometries(piece) => "piece {} has isometries that its lattice does not have", piece + 1;
    ForeignPiece(piece) => "piece {} has cells that the board's lattice does not have", piece + 1;
    ForeignLabel(piece) => "piece {} has a mark or a color where it has no cell or no side", piece + 1;
    UnpairedColor(piece, color) =>
        "piece {} has the color `{color}`, which fits no color on this board", piece + 1;
    UnpairedBorder(color) => "the color `{color}` of the border fits no color on this board";
    QuantityCrossed(piece) => "piece {} is to be used more often than it may be", piece + 1;
    ForeignCell(Cell { x, y, z }) => "the board has a cell at {x},{y},{z}, where its lattice has none";
    BesideBoard(lattice, cell) =>
        "the cell {} may stay empty, and is not on the board", lattice.cell_name(*cell);
    MarkBesideBoard(lattice, cell) =>
        "the cell {} has a mark, and is not on the board", lattice.cell_name(*cell);
    SameCell(lattice, one, other) if one == other =>
        "the cell {} of the board is turned about itself if it closes so", lattice.cell_name(*one);
    SameCell(lattice, one, other) =>
        "the cells {} and {} of the board are one and the same if it closes so",
        lattice.cell_name(*one), lattice.cell_name(*other);
    TooManyPlacements => "all placements of the pieces would cover more than {MOST_COVERED} cells together";
    Build(error) source error from BuildError => "{error}";
    Filtered => "what `where` says of the solutions cannot be obeyed here: it filters a list of solutions";
    Stopped(reason) source reason => "{reason}";
});

/// A board to be covered exactly, and the pieces to cover it with.
///
/// Two pieces of one shape are different pieces: exchanging them gives another tiling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiling {
    board: Board,
    pieces: Vec<Piece>,
    rules: clues::Rules,
    predicate: Option<Predicate>,
}

impl Tiling {
    /// A tiling. Its pieces must have cells and belong to the lattice of the board, and their colors to its
    /// rule of what fits.
    pub fn new(board: Board, pieces: Vec<Piece>) -> Result<Tiling, TilingError> {
        let lattice = board.lattice();
        let group = lattice.isometries();
        let edges = board.edges().unwrap_or_default();
        let mut border = board.border().into_iter().chain(edges.chars().filter(|&color| color != '.'));
        if let Some(color) = border.find(|&color| !board.fits().has(color)) {
            return Err(TilingError::UnpairedBorder(color));
        }
        for (place, piece) in pieces.iter().enumerate() {
            if piece.shape.is_empty() {
                return Err(TilingError::EmptyPiece(place));
            }
            if !piece.shape.cells().iter().all(|&cell| lattice.has(cell)) {
                return Err(TilingError::ForeignPiece(place));
            }
            if !piece.isometries.is_subgroup_of(&group) {
                return Err(TilingError::ForeignIsometries(place));
            }
            if !piece.labels.suit(&piece.shape, lattice) {
                return Err(TilingError::ForeignLabel(place));
            }
            let mut colors = piece.labels.colors().map(|label| label.sign);
            if let Some(color) = colors.find(|&color| !board.fits().has(color)) {
                return Err(TilingError::UnpairedColor(place, color));
            }
            if piece.quantity.hi.is_some_and(|hi| hi < piece.quantity.lo) {
                return Err(TilingError::QuantityCrossed(place));
            }
        }
        Ok(Tiling { board, pieces, rules: clues::Rules::default(), predicate: None })
    }

    /// The board and the clues with other pieces. Clues mean pieces by their indices.
    pub(crate) fn with_pieces(&self, pieces: Vec<Piece>) -> Result<Tiling, TilingError> {
        Ok(Tiling { rules: self.rules.clone(), ..Tiling::new(self.board.clone(), pieces)? })
    }

    /// The lattice.
    pub fn lattice(&self) -> &Lattice {
        self.board.lattice()
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The pieces, in the order given.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Has a piece colored sides? Then the problem has items that are neither cells nor pieces.
    #[doc(hidden)]
    pub fn has_colored_sides(&self) -> bool {
        self.pieces.iter().any(|piece| piece.labels.colors().next().is_some())
    }

    /// The name of a piece, or its number from 1 if it has none.
    #[doc(hidden)]
    pub fn piece_name(&self, piece: usize) -> String {
        self.pieces[piece].name.clone().unwrap_or_else(|| format!("#{}", piece + 1))
    }

    /// The pieces with this name, in ascending order. Several may share one.
    #[doc(hidden)]
    pub fn pieces_named(&self, name: &str) -> Vec<usize> {
        (0..self.pieces.len()).filter(|&piece| self.pieces[piece].name.as_deref() == Some(name)).collect()
    }

    /// The exact cover problem whose solutions are the tilings, with what its options mean. Returns
    /// [`TilingError::Filtered`] if the tiling has a [predicate](Tiling::predicate).
    pub fn encode(&self) -> Result<Encoding, TilingError> {
        self.encode_within(&Budget::UNLIMITED)
    }

    /// The exact cover problem whose solutions are the tilings, within this budget: its flag and its deadline
    /// are checked for each cell of the board. Returns [`TilingError::Stopped`] if it was stopped, and
    /// [`TilingError::Filtered`] if the tiling has a [predicate](Tiling::predicate).
    #[doc(hidden)]
    pub fn encode_within(&self, budget: &Budget) -> Result<Encoding, TilingError> {
        if self.predicate.is_some() {
            return Err(TilingError::Filtered);
        }
        encode::encode(self, budget)
    }

    /// The exact cover problem without the [predicate](Tiling::predicate): its solutions are those that a
    /// [`Judge`] must accept.
    #[doc(hidden)]
    pub fn encode_unfiltered(&self) -> Result<Encoding, TilingError> {
        self.encode_unfiltered_within(&Budget::UNLIMITED)
    }

    /// The exact cover problem without the [predicate](Tiling::predicate), within this budget: its flag and
    /// its deadline are checked for each cell of the board. Returns [`TilingError::Stopped`] if it was
    /// stopped.
    #[doc(hidden)]
    pub fn encode_unfiltered_within(&self, budget: &Budget) -> Result<Encoding, TilingError> {
        encode::encode(self, budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use combien::solve::count;

    fn shape(drawing: &str) -> Shape {
        Pattern::from_drawing(drawing).unwrap().shape()
    }

    fn piece(drawing: &str, quantity: Quantity) -> Piece {
        Piece::new(shape(drawing), quantity, Lattice::square().isometries())
    }

    fn tilings(board: &str, pieces: Vec<Piece>) -> u64 {
        let tiling = Tiling::new(Board::of(&Pattern::from_drawing(board).unwrap()), pieces).unwrap();
        count(&tiling.encode().unwrap().problem).unwrap().to_u64().unwrap()
    }

    #[test]
    fn quantities_are_obeyed() {
        let board = "**$**";
        assert_eq!(tilings(board, vec![piece("**", Quantity::ANY)]), 2);
        assert_eq!(tilings(board, vec![piece("**", Quantity::ONE)]), 0);
        // One domino in four places, or none, with single cells for the rest.
        let with_cells = |quantity| tilings(board, vec![piece("**", quantity), piece("*", Quantity::ANY)]);
        assert_eq!(with_cells(Quantity::ONE), 4);
        assert_eq!(with_cells(Quantity::AT_MOST_ONE), 5);
        assert_eq!(with_cells(Quantity::ANY), 7);
    }

    /// The reference misses placements of a piece that was drawn with an empty border: 0 of 1 and 2 of 10
    /// there.
    #[test]
    fn a_piece_is_its_cells_and_not_its_frame() {
        assert_eq!(tilings("**", vec![piece(".*", Quantity::ANY)]), 1);
        let domino_and_l = |l: &str| tilings("****$****$****$****", vec![piece(l, Quantity::ANY)]);
        assert_eq!(domino_and_l("**$*."), domino_and_l("...$.**$.*."));
    }

    #[test]
    fn space_needs_no_code_of_its_own() {
        let cube: Shape = (0..8).map(|i| Cell::space(i & 1, i >> 1 & 1, i >> 2)).collect();
        let domino: Shape = [Cell::space(0, 0, 0), Cell::space(1, 0, 0)].into_iter().collect();
        let rotations = Lattice::cube().isometries().rotations();
        let pieces = vec![Piece::new(domino, Quantity::ANY, rotations)];
        let encoding =
            Tiling::new(Board::new(Lattice::cube(), cube).unwrap(), pieces).unwrap().encode().unwrap();
        assert_eq!(count(&encoding.problem).unwrap().to_u64(), Some(9));
    }

    #[test]
    fn impossible_pieces_are_refused() {
        let empty = Piece::new(Shape::default(), Quantity::ANY, Group::trivial());
        let board = Board::new(Lattice::square(), shape("*")).unwrap();
        let error = Tiling::new(board.clone(), vec![piece("*", Quantity::ANY), empty]);
        assert_eq!(error.unwrap_err().to_string(), "piece 2 has no cells");
        let solid = Piece::new(shape("*"), Quantity::ANY, Lattice::cube().isometries());
        let error = Tiling::new(board, vec![solid]);
        assert_eq!(error.unwrap_err(), TilingError::ForeignIsometries(0));
    }
}
