//! The usual colorings of cells.

use super::Subject;
use crate::tiling::{Cell, Encoding, Lattice, Meaning, Tiling};
use combien::weights::Classes;

/// A coloring of the cells of a board, by columns `x`, rows `y` and layers `z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Coloring {
    /// All cells have one color: areas.
    Area,
    /// Adjacent cells differ, as on a chessboard. Triangles that point up are dark. Hexagons have three
    /// colors.
    Chessboard,
    /// Columns are alternately dark and light.
    Columns,
    /// Rows are alternately dark and light.
    Rows,
    /// Layers are alternately dark and light.
    Layers,
    /// Columns, rows and layers are alternately dark and light, which gives four colors, or eight with
    /// layers.
    Fields,
    /// Three colors along diagonals that go down.
    Falling,
    /// Three colors along diagonals that go up.
    Rising,
}

impl Coloring {
    /// The color of a cell, from 0.
    pub fn color(self, lattice: &Lattice, cell: Cell) -> usize {
        let Cell { x, y, z } = lattice.position(cell);
        let color = match self {
            Coloring::Area => 0,
            Coloring::Chessboard if lattice == Lattice::hexagon() => (x - y).rem_euclid(3),
            Coloring::Chessboard => (x + y + z).rem_euclid(2),
            Coloring::Columns => x.rem_euclid(2),
            Coloring::Rows => y.rem_euclid(2),
            Coloring::Layers => z.rem_euclid(2),
            Coloring::Fields => 4 * z.rem_euclid(2) + 2 * y.rem_euclid(2) + x.rem_euclid(2),
            Coloring::Falling => (x + y + z).rem_euclid(3),
            Coloring::Rising => (x - y + z).rem_euclid(3),
        };
        color as usize
    }

    /// The name of the coloring, as the end of `colored ...`.
    pub fn name(self) -> &'static str {
        match self {
            Coloring::Area => "in one color",
            Coloring::Chessboard => "like a chessboard",
            Coloring::Columns => "by columns",
            Coloring::Rows => "by rows",
            Coloring::Layers => "by layers",
            Coloring::Fields => "by columns and rows",
            Coloring::Falling | Coloring::Rising => "by diagonals in three colors",
        }
    }

    /// Cells of a color share a weight; each piece has its own.
    pub(super) fn classes(self, tiling: &Tiling, encoding: &Encoding) -> Classes {
        let lattice = tiling.lattice();
        Classes::by(&encoding.problem, |item| {
            Some(match encoding.meaning(item) {
                Meaning::Cell(cell) => (0, self.color(lattice, cell)),
                Meaning::Piece(piece) => (1, piece),
                Meaning::Region(region) => (2, region),
                // It need not be covered, so it proves nothing.
                Meaning::Side(..) | Meaning::Crossing(_) => return None,
            })
        })
    }
}

impl Subject<'_> {
    /// The colorings that are tried, the simplest first.
    pub fn colorings(&self) -> &'static [Coloring] {
        use Coloring::{Chessboard, Columns, Falling, Fields, Layers, Rising, Rows};
        match self.tiling.map(|(tiling, _)| tiling.lattice()) {
            None => &[],
            Some(lattice) if lattice.dimension() == 3 => {
                &[Chessboard, Columns, Rows, Layers, Fields, Falling, Rising]
            }
            Some(lattice) if lattice == Lattice::square() => {
                &[Chessboard, Columns, Rows, Fields, Falling, Rising]
            }
            Some(_) => &[Chessboard, Columns, Rows, Fields],
        }
    }
}
