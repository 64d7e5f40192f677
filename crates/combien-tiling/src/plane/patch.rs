//! Patches: a piece and the coronas around it.

use crate::tiling::{Board, Cell, Lattice, Piece, Placement, Quantity, Shape, Tiling, TilingError};

/// A piece and the coronas around it.
#[derive(Clone, Debug)]
pub struct Patch {
    pub(super) lattice: Lattice,
    pub(super) piece: Piece,
    /// The number of coronas.
    pub coronas: usize,
    /// The copies: the number of the corona of each, 0 for the piece in the middle; its placement and its
    /// cells.
    pub copies: Vec<(usize, Placement, Shape)>,
}

/// The colors of the coronas from the middle, by turns.
const COLORS: [&str; 4] = ["#f2b134", "#7fb7be", "#d3f3ee", "#dacc9f"];

impl Patch {
    /// The patch as a tiling of its cells, in which the copies of each corona are a piece of their own, and
    /// their placements. Pieces are named by the numbers of coronas.
    pub fn tiling(&self) -> Result<(Tiling, Vec<(Placement, Shape)>), TilingError> {
        let cells: Shape = self.copies.iter().flat_map(|(.., cells)| cells.cells()).copied().collect();
        let piece = |corona: usize| {
            let piece = Piece { quantity: Quantity::ANY, ..self.piece.clone() };
            piece.named(corona.to_string()).colored(COLORS[corona % COLORS.len()])
        };
        let pieces = (0..=self.coronas).map(piece).collect();
        let placed = self
            .copies
            .iter()
            .map(|&(corona, placement, ref cells)| (Placement { piece: corona, ..placement }, cells.clone()));
        Ok((Tiling::new(Board::new(&self.lattice, cells)?, pieces)?, placed.collect()))
    }

    /// The cells of the copies up to this corona.
    pub(super) fn within(&self, corona: usize) -> Shape {
        let inner = self.copies.iter().filter(|&&(of, ..)| of <= corona);
        inner.flat_map(|(.., cells)| cells.cells()).copied().collect::<Shape>()
    }

    /// The copies that have one of these cells.
    pub(super) fn add(&mut self, corona: usize, copy: Placement, cells: &[Cell]) {
        self.coronas = self.coronas.max(corona);
        self.copies.push((corona, copy, cells.iter().copied().collect()));
    }
}
