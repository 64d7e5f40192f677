//! A board with colored cells, as a tiling by single cells, so that whatever draws tilings draws it.

use super::{Board, Cell, Isometry, Piece, Placement, Quantity, Shape, Tiling};

/// Cells of one color, and what the color means.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Paint {
    /// What the color means.
    pub meaning: String,
    /// The color, in CSS notation.
    pub color: String,
    /// The cells.
    pub cells: Vec<Cell>,
}

#[doc(hidden)]
impl Tiling {
    /// The board of this tiling with colored cells: a tiling by single cells, with a piece for each paint
    /// that has cells, named for what it means, and where each of them is. `draw::Picture` draws it.
    /// `None` if no cell is painted, or a painted cell is not on the board.
    pub fn painted(
        &self,
        paints: impl IntoIterator<Item = Paint>,
    ) -> Option<(Tiling, Vec<(Placement, Shape)>)> {
        let lattice = self.lattice();
        let (mut pieces, mut placed) = (vec![], vec![]);
        for paint in paints {
            let shapes: Vec<Shape> = paint.cells.iter().map(|&cell| [cell].into_iter().collect()).collect();
            let Some(first) = shapes.first() else { continue };
            let piece = Piece::new(first.clone(), Quantity::ANY, lattice.isometries());
            pieces.push(piece.named(paint.meaning).colored(paint.color));
            placed.extend(shapes.into_iter().map(|shape| {
                let shift = shape.cells()[0];
                (Placement { piece: pieces.len() - 1, isometry: Isometry::IDENTITY, shift }, shape)
            }));
        }
        let on_board = placed.iter().all(|(_, shape)| {
            shape.cells().iter().all(|cell| self.board().cells().cells().binary_search(cell).is_ok())
        });
        if placed.is_empty() || !on_board {
            return None;
        }
        let board = Board::new(lattice, self.board().cells().clone()).ok()?;
        Tiling::new(board, pieces).ok().map(|tiling| (tiling, placed))
    }
}
