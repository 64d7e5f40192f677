//! The corners of a board's cells, and the cells around each.

use super::grid::Grid;
use super::{Cell, Shape, Tiling};

#[doc(hidden)]
impl Tiling {
    /// For each corner of a cell of the board, the cells of the board around it; corners with the same cells
    /// once. `None` where cells do not lie side to side. Where the
    /// board closes on itself, its corners close too.
    ///
    /// ```
    /// use combien_tiling::{Board, Pattern, Tiling};
    ///
    /// let tiling = Tiling::new(Board::of(&Pattern::from_drawing("***$***")?), vec![])?;
    /// let four = tiling.corners().unwrap().into_iter().filter(|cells| cells.len() == 4).count();
    /// assert_eq!(four, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn corners(&self) -> Option<Vec<Shape>> {
        let cells = self.board.cells().cells();
        let mut corners = self.points()?;
        corners.sort_unstable();
        corners.dedup();
        let shape = |places: Vec<usize>| places.into_iter().map(|place| cells[place]).collect();
        Some(corners.into_iter().map(shape).collect())
    }

    /// For each corner of a cell by itself, the indices of the cells of the board around it: on a small
    /// torus, the same cells lie around several corners.
    pub(super) fn points(&self) -> Option<Vec<Vec<usize>>> {
        let (lattice, wrap) = (self.lattice(), self.board.wrap());
        if !lattice.is_tiled() {
            return None;
        }
        let grid = Grid::new(&self.board);
        // A point is known by the least cell around it, and by which of its corners it is.
        let mut points: Vec<(Cell, usize, Vec<usize>)> = vec![];
        for &cell in self.board.cells().cells() {
            for corner in lattice.corners(cell) {
                // Cells around a corner share sides, one after the other.
                let mut around = vec![cell];
                let mut next = 0;
                while let Some(&other) = around.get(next) {
                    let fresh = lattice
                        .neighbours(other)
                        .into_iter()
                        .filter(|&near| lattice.corners(near).contains(&corner));
                    let fresh: Vec<Cell> = fresh.filter(|near| !around.contains(near)).collect();
                    around.extend(fresh);
                    next += 1;
                }
                let known = wrap.turns().filter_map(|turn| {
                    let around: Vec<Cell> = around.iter().map(|&near| turn.apply(near)).collect();
                    let least = around.iter().copied().min()?;
                    let is_shared =
                        |at: &(i32, i32)| around.iter().all(|&near| lattice.corners(near).contains(at));
                    Some((wrap.nearest(least), lattice.corners(least).iter().position(is_shared)?))
                });
                let (least, which) = known.min().unwrap_or_default();
                let mut places: Vec<usize> = around.into_iter().filter_map(|cell| grid.place(cell)).collect();
                places.sort_unstable();
                places.dedup();
                points.push((least, which, places));
            }
        }
        points.sort_unstable();
        points.dedup();
        Some(points.into_iter().map(|(.., places)| places).collect())
    }
}
