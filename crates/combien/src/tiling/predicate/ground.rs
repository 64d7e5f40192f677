//! What predicates need to know of a board: sides, corners, border and lines, by the indices of its cells.

use crate::tiling::grid::Grid;
use crate::tiling::{Cell, Lattice, Tiling};

/// A board as a graph.
pub(super) struct Ground {
    pub(super) lattice: Lattice,
    /// The cells, ascending.
    pub(super) cells: Vec<Cell>,
    /// For each cell, the cells that share a side with it.
    pub(super) beside: Vec<Vec<usize>>,
    /// Has the cell a side on the border?
    pub(super) rim: Vec<bool>,
    /// The cells around each point of the plane where four or more meet.
    pub(super) crossings: Vec<Vec<usize>>,
    /// The directions in which lines run.
    pub(super) directions: Vec<Direction>,
    /// For each piece, the first piece that equals it.
    pub(super) equals: Vec<usize>,
}

/// The parallel lines of one direction. They part the plane into bands, which are numbered; a line has the number of the band behind it.
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
        let around = |&cell: &Cell| lattice.neighbours(cell).into_iter().map(|near| grid.place(near));
        let beside: Vec<Vec<usize>> = cells.iter().map(|cell| around(cell).flatten().collect()).collect();
        let rim = cells.iter().map(|cell| around(cell).any(|place| place.is_none())).collect();
        let mut crossings = tiling.points().unwrap_or_default();
        crossings.retain(|places| places.len() > 3);
        let directions = directions(lattice, &cells, &beside);
        Ground { lattice, beside, rim, crossings, directions, equals: equals(tiling), cells }
    }

    /// The index of a cell of the board.
    pub(super) fn place(&self, cell: Cell) -> Option<usize> {
        self.cells.binary_search(&cell).ok()
    }
}

/// In the plane of triangles lines run in three directions, and coordinates along them are thirds of a side.
fn directions(lattice: Lattice, cells: &[Cell], beside: &[Vec<usize>]) -> Vec<Direction> {
    let across: &[fn(Cell) -> i32] = match lattice {
        Lattice::Square => &[|cell| cell.x, |cell| cell.y],
        Lattice::Triangle => &[
            |cell| cell.x.div_euclid(3),
            |cell| cell.y.div_euclid(3),
            |cell| (cell.x + cell.y).div_euclid(3),
        ],
        Lattice::Hexagon | Lattice::Cube => &[],
    };
    let direction = |across: &fn(Cell) -> i32| {
        let bands: Vec<i32> = cells.iter().map(|&cell| across(cell)).collect();
        let pairs = beside.iter().enumerate();
        let behind = pairs.flat_map(|(place, near)| {
            near.iter()
                .filter(|&&other| bands[other] == bands[place] + 1)
                .map(|&other| bands[other])
                .collect::<Vec<_>>()
        });
        let mut lines: Vec<i32> = behind.collect();
        crate::sorting::plain(&mut lines);
        lines.dedup();
        Direction { bands, lines }
    };
    across.iter().map(direction).collect()
}

fn equals(tiling: &Tiling) -> Vec<usize> {
    let (lattice, pieces) = (tiling.lattice(), tiling.pieces());
    let rotations = lattice.isometries().rotations();
    let shape = |piece: usize| pieces[piece].shape.at_origin(lattice);
    let is_equal = |one: usize, other: usize| {
        pieces[one].shape.len() == pieces[other].shape.len()
            && rotations.elements().iter().any(|&turn| shape(one).image(turn, lattice) == shape(other))
    };
    (0..pieces.len())
        .map(|piece| (0..piece).find(|&earlier| is_equal(earlier, piece)).unwrap_or(piece))
        .collect()
}
