//! The cells of a board by their coordinates.

use super::{Board, Cell};

/// The place of each cell among the cells of the board, by the coordinates of its representative within the box around
/// all of them.
pub(super) struct Grid<'a> {
    board: &'a Board,
    low: Cell,
    /// Columns and rows of the box.
    width: usize,
    height: usize,
    places: Vec<Option<u32>>,
}

impl Grid<'_> {
    pub(super) fn new(board: &Board) -> Grid<'_> {
        let representatives = || board.cells().cells().iter().map(|&cell| board.wrap().representative(cell));
        let mut corners = representatives();
        let first = corners.next().unwrap_or_default();
        let (low, high) =
            corners.fold((first, first), |(low, high), cell| (low.min_corner(cell), high.max_corner(cell)));
        let size = high - low + Cell::space(1, 1, 1);
        let (width, height, depth) = (size.x as usize, size.y as usize, size.z as usize);
        let places = vec![None; width * height * depth];
        let mut grid = Grid { board, low, width, height, places };
        for (place, cell) in representatives().enumerate() {
            if let Some(index) = grid.index(cell) {
                grid.places[index] = Some(place as u32);
            }
        }
        grid
    }

    fn index(&self, representative: Cell) -> Option<usize> {
        let Cell { z, y, x } = representative - self.low;
        let (x, y, z) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?, usize::try_from(z).ok()?);
        (x < self.width && y < self.height).then(|| (z * self.height + y) * self.width + x)
    }

    /// The place of a cell of the board; none for any other cell.
    pub(super) fn place(&self, cell: Cell) -> Option<usize> {
        let index = self.index(self.board.wrap().representative(cell))?;
        self.places.get(index).copied().flatten().map(|place| place as usize)
    }
}
