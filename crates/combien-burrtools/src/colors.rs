//! Colors of voxels, which say where pieces may lie.
//!
//! A voxel of a piece may lie on a voxel of the result shape if one of the two has the default color, or if
//! the problem allows the pair of their colors.

use std::collections::{BTreeMap, BTreeSet};

use combien_tiling::{Cell, Group, Isometry, Lattice, Shape};

/// The maximum number of looks at a cell, for all pieces of a puzzle together: some seconds.
const MOST_LOOKS: usize = 1 << 24;

/// A piece and a board with colored cells, and the pairs of colors that may lie on each other.
pub(crate) struct Painted<'a> {
    pub(crate) lattice: Lattice,
    pub(crate) cells: &'a [(Cell, u32)],
    pub(crate) board: &'a [(Cell, u32)],
    pub(crate) pairs: &'a BTreeSet<(u32, u32)>,
}

/// Why the rules of colors are no placements that are left out.
pub(crate) enum Wrong {
    /// Colors allow this placement in two ways: turned so that the cells are the same and the colors are not.
    TwoWays(Shape),
    /// The placements of all pieces have too many cells to look at.
    TooMany,
}

impl Painted<'_> {
    /// The placements that colors forbid. `looks` counts the looks at cells, also of the pieces before.
    pub(crate) fn left_out(&self, group: &Group, looks: &mut usize) -> Result<Vec<Shape>, Wrong> {
        if self.cells.iter().all(|&(_, color)| color == 0) {
            return Ok(vec![]);
        }
        // For each orientation, its colorings, at the origin.
        let mut colorings: BTreeMap<Shape, BTreeSet<Vec<(Cell, u32)>>> = BTreeMap::new();
        for &isometry in group.elements() {
            let image = self.image(isometry);
            colorings.entry(image.iter().map(|&(cell, _)| cell).collect()).or_default().insert(image);
        }
        let board: BTreeMap<Cell, u32> = self.board.iter().copied().collect();
        let mut left_out = vec![];
        for (shape, colorings) in &colorings {
            for &cell in board.keys() {
                let first = shape.cells()[0];
                let step = Cell { x: cell.x - first.x, y: cell.y - first.y, z: cell.z - first.z };
                let is_placed = self.lattice.is_translation(step)
                    && shape.cells().iter().all(|&cell| {
                        *looks += 1;
                        board.contains_key(&(cell + step))
                    });
                if *looks > MOST_LOOKS {
                    return Err(Wrong::TooMany);
                }
                if !is_placed {
                    continue;
                }
                let placed = shape.shifted(step);
                let fits = |coloring: &&Vec<(Cell, u32)>| {
                    coloring.iter().all(|&(cell, color)| self.is_allowed(color, board[&(cell + step)]))
                };
                match colorings.iter().filter(fits).count() {
                    0 => left_out.push(placed),
                    1 => {}
                    _ => return Err(Wrong::TwoWays(placed)),
                }
            }
        }
        Ok(left_out)
    }

    fn is_allowed(&self, piece: u32, result: u32) -> bool {
        piece == 0 || result == 0 || self.pairs.contains(&(piece, result))
    }

    /// The image of the piece at the origin, sorted.
    fn image(&self, isometry: Isometry) -> Vec<(Cell, u32)> {
        let cells = self.cells.iter().map(|&(cell, color)| (isometry.apply(cell), color));
        let mut cells: Vec<(Cell, u32)> = cells.collect();
        cells.sort_unstable();
        let shape: Shape = cells.iter().map(|&(cell, _)| cell).collect();
        let (from, to) = (shape.cells()[0], shape.at_origin(&self.lattice).cells()[0]);
        let step = Cell { x: to.x - from.x, y: to.y - from.y, z: to.z - from.z };
        cells.into_iter().map(|(cell, color)| (cell + step, color)).collect()
    }
}
