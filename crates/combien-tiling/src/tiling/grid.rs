//! The cells of a board by their coordinates.

use std::collections::HashMap;

use super::{Board, Cell};

/// A table is used if the bounding box has at most this many positions for each cell. Cells of a drawn board
/// are close to each other, but listed cells may be a million apart.
const MOST_FOR_EACH: u64 = 64;

/// A side between cells of the board: the index of the first of the two, and the step to the second.
pub(super) type Side = (usize, Cell);

/// The index of each cell among the cells of the board, by the coordinates of its representative.
pub(super) struct Grid<'a> {
    board: &'a Board,
    places: Places,
}

enum Places {
    /// By the coordinates within the box around all representatives.
    Box {
        low: Cell,
        /// Columns and rows of the box.
        width: usize,
        height: usize,
        table: Vec<Option<u32>>,
    },
    /// By the cells themselves, which are far apart.
    Scattered(HashMap<Cell, u32>),
}

impl Places {
    fn new(representatives: &[Cell]) -> Places {
        let numbered = || representatives.iter().copied().zip(0u32..);
        let first = representatives.first().copied().unwrap_or_default();
        let (low, high) = representatives
            .iter()
            .fold((first, first), |(low, high), &cell| (low.min_corner(cell), high.max_corner(cell)));
        let length = |from: i32, to: i32| from.abs_diff(to) as usize + 1;
        let (width, height, depth) = (length(low.x, high.x), length(low.y, high.y), length(low.z, high.z));
        let places = width as u128 * height as u128 * depth as u128;
        if places > u128::from(MOST_FOR_EACH) * representatives.len().max(64) as u128 {
            return Places::Scattered(numbered().collect());
        }
        let mut table = vec![None; places as usize];
        for (cell, place) in numbered() {
            if let Some(index) = index(low, width, height, cell) {
                table[index] = Some(place);
            }
        }
        Places::Box { low, width, height, table }
    }

    fn get(&self, representative: Cell) -> Option<u32> {
        match self {
            Places::Box { low, width, height, table } => {
                table.get(index(*low, *width, *height, representative)?).copied().flatten()
            }
            Places::Scattered(places) => places.get(&representative).copied(),
        }
    }
}

fn index(low: Cell, width: usize, height: usize, representative: Cell) -> Option<usize> {
    let Cell { z, y, x } = representative - low;
    let (x, y, z) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?, usize::try_from(z).ok()?);
    (x < width && y < height).then(|| (z * height + y) * width + x)
}

impl Grid<'_> {
    pub(super) fn new(board: &Board) -> Grid<'_> {
        let cells = board.cells().cells().iter();
        let representatives: Vec<Cell> = cells.map(|&cell| board.wrap().representative(cell)).collect();
        Grid { board, places: Places::new(&representatives) }
    }

    /// The side between a cell of the board and a neighbour of it, and whether the neighbour is the first of
    /// the two. Returns `None` on the border of the board.
    pub(super) fn side(&self, cell: Cell, across: Cell) -> Option<(Side, bool)> {
        let (place, towards) = self.step(cell, across - cell)?;
        let (other, back) = self.step(across, cell - across)?;
        // Where the board turns over, both steps may lead up, or none.
        let key = |place: usize, step: Cell| (step < Cell::default(), place, step);
        let is_second = key(other, back) < key(place, towards);
        Some(if is_second { ((other, back), true) } else { ((place, towards), false) })
    }

    /// The index of the cell of the board that this one is, and a step from it as it is there.
    pub(super) fn step(&self, cell: Cell, step: Cell) -> Option<(usize, Cell)> {
        let place = self.place(cell)?;
        let wrap = self.board.wrap();
        if !wrap.is_twisted() {
            return Some((place, step));
        }
        Some((place, wrap.between(cell, self.board.cells().cells()[place]).turn(step)))
    }

    /// The index of a cell of the board; `None` for any other cell.
    pub(super) fn place(&self, cell: Cell) -> Option<usize> {
        self.places.get(self.board.wrap().representative(cell)).map(|place| place as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiling::{Lattice, Shape};

    /// A table of all positions between the two would take four terabytes.
    #[test]
    fn cells_may_lie_far_apart() {
        let far = 1 << 20;
        let cells = [Cell::plane(-far, -far), Cell::plane(0, 0), Cell::plane(far, far)];
        let board = Board::new(Lattice::square(), cells.into_iter().collect::<Shape>()).unwrap();
        let grid = Grid::new(&board);
        assert_eq!(cells.map(|cell| grid.place(cell)), [Some(0), Some(1), Some(2)]);
        assert_eq!(grid.place(Cell::plane(far, 0)), None);
    }
}
