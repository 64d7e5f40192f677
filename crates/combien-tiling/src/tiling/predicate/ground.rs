//! What predicates need to know of a board: sides, corners, border and lines, by the indices of its cells.

use crate::tiling::grid::Grid;
use crate::tiling::{Cell, Lattice, Piece, Shape, Tiling};

/// A board as a graph.
pub(super) struct Ground {
    lattice: Lattice,
    /// The cells, ascending.
    pub(super) cells: Vec<Cell>,
    /// For each cell, the cells that share a side with it.
    pub(super) beside: Vec<Vec<usize>>,
    /// Has the cell a side on the border?
    pub(super) rim: Vec<bool>,
    /// The cells around each corner of a cell; none in space.
    pub(super) points: Vec<Vec<usize>>,
    /// The directions in which lines run.
    pub(super) directions: Vec<Direction>,
    /// For each piece, the first piece that equals it.
    pub(super) equals: Vec<usize>,
}

/// The parallel lines of one direction. They part the plane into bands, which are numbered; a line has the
/// number of the band behind it.
pub(super) struct Direction {
    /// The band of each cell.
    pub(super) bands: Vec<i32>,
    /// The lines with cells of the board side by side on both sides, ascending.
    pub(super) lines: Vec<i32>,
}

impl Ground {
    pub(super) fn new(tiling: &Tiling) -> Ground {
        let (lattice, grid) = (tiling.lattice(), Grid::new(tiling.board()));
        let cells = tiling.board().cells().cells().to_vec();
        let (mut beside, mut rim) = (vec![], vec![]);
        for &cell in &cells {
            let sides = lattice.neighbours(cell);
            let near: Vec<usize> = sides.iter().filter_map(|&near| grid.place(near)).collect();
            rim.push(near.len() < sides.len());
            beside.push(near);
        }
        let directions = directions(lattice, &cells, &beside);
        let points = tiling.points().unwrap_or_default();
        Ground { lattice: lattice.clone(), beside, rim, points, directions, equals: equals(tiling), cells }
    }

    /// The horizontal lines, or the vertical ones, if there are any.
    pub(super) fn straight(&self, is_vertical: bool) -> Option<&Direction> {
        self.directions.get(self.lattice.straight(is_vertical)?)
    }

    /// For each cell, the cells that share a corner with it, and itself.
    pub(super) fn touching(&self) -> Vec<Vec<usize>> {
        let mut touching: Vec<Vec<usize>> = vec![vec![]; self.cells.len()];
        for places in &self.points {
            for &place in places {
                touching[place].extend(places);
            }
        }
        touching
    }

    /// The number of sides of a cell, by its index.
    pub(super) fn sides(&self, place: usize) -> usize {
        self.lattice.neighbours(self.cells[place]).len()
    }

    /// The index of a cell of the board.
    pub(super) fn place(&self, cell: Cell) -> Option<usize> {
        self.cells.binary_search(&cell).ok()
    }
}

/// In the plane of triangles lines run in three directions, and coordinates along them are thirds of a side.
/// In that of kites, they are those through the middles of hexagons; in that of quarters, the sides and the
/// diagonals of squares.
fn directions(lattice: &Lattice, cells: &[Cell], beside: &[Vec<usize>]) -> Vec<Direction> {
    let mut directions = vec![];
    for [x, y, line] in lattice.form().straight {
        let band = |cell: &Cell| (x * cell.x + y * cell.y - line).div_euclid(lattice.pitch());
        let bands: Vec<i32> = cells.iter().map(band).collect();
        let mut lines = vec![];
        for (&band, near) in bands.iter().zip(beside) {
            if near.iter().any(|&other| bands[other] == band + 1) {
                lines.push(band + 1);
            }
        }
        lines.sort_unstable();
        lines.dedup();
        directions.push(Direction { bands, lines });
    }
    directions
}

fn equals(tiling: &Tiling) -> Vec<usize> {
    let lattice = tiling.lattice();
    let rotations = lattice.isometries().rotations();
    // The least of all ways in which the piece can be turned.
    let key = |piece: &Piece| {
        let turned = rotations.orbit(&piece.shape.at_origin(lattice), lattice);
        turned.into_iter().map(|(_, shape)| shape).min()
    };
    let keys: Vec<Option<Shape>> = tiling.pieces().iter().map(key).collect();
    let first = |key: &Option<Shape>| keys.iter().position(|earlier| earlier == key);
    keys.iter().filter_map(first).collect()
}
