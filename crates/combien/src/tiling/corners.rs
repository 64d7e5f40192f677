//! The corners of a board's cells, and the cells around each.

use std::collections::BTreeSet;

use super::grid::Grid;
use super::{Cell, Shape, Tiling};

impl Tiling {
    /// For each corner of a cell of the board, the cells of the board around it; corners with the same cells once. `None` in space, where
    /// corners of layers are no corners of cubes. Where the board closes on itself, its corners close too.
    ///
    /// ```
    /// use combien::tiling::{Board, Pattern, Tiling};
    ///
    /// let tiling = Tiling::new(Board::of(&Pattern::from_drawing("***$***")?), vec![])?;
    /// let four = tiling.corners().unwrap().into_iter().filter(|cells| cells.len() == 4).count();
    /// assert_eq!(four, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn corners(&self) -> Option<Vec<Shape>> {
        let lattice = self.lattice();
        if lattice.dimension() == 3 {
            return None;
        }
        let (grid, cells) = (Grid::new(&self.board), self.board.cells().cells());
        let mut corners: BTreeSet<Vec<usize>> = BTreeSet::new();
        for &cell in cells {
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
                let mut places: Vec<usize> = around.into_iter().filter_map(|cell| grid.place(cell)).collect();
                crate::sorting::plain(&mut places);
                places.dedup();
                corners.insert(places);
            }
        }
        Some(
            corners
                .into_iter()
                .map(|places| places.into_iter().map(|place| cells[place]).collect())
                .collect(),
        )
    }
}
