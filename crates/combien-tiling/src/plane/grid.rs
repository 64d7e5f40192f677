//! Cells of the plane, and what lies around them: across sides, and at corners.

use std::collections::BTreeSet;

use crate::tiling::{Cell, Lattice, Shape};

/// The steps from the cells of each kind to those beside them.
pub(super) struct Grid {
    lattice: Lattice,
    /// To the cells across a side.
    sides: Vec<Vec<Cell>>,
    /// To the cells with a corner in common.
    touching: Vec<Vec<Cell>>,
}

impl Grid {
    pub(super) fn new(lattice: &Lattice) -> Grid {
        let kinds = lattice.kinds();
        let steps = |from: Cell, cells: Vec<Cell>| cells.into_iter().map(|cell| cell - from).collect();
        let sides = kinds.iter().map(|&cell| steps(cell, lattice.neighbours(cell))).collect();
        let touching = kinds.iter().map(|&cell| steps(cell, touching(lattice, cell))).collect();
        Grid { lattice: lattice.clone(), sides, touching }
    }

    fn beside<'a>(&self, steps: &'a [Vec<Cell>], cell: Cell) -> impl Iterator<Item = Cell> + use<'a> {
        let steps = self.lattice.kind(cell).map_or(&[][..], |kind| &steps[kind]);
        steps.iter().map(move |&step| cell + step)
    }

    /// The cells outside that have a corner in common with one of these.
    pub(super) fn around(&self, cells: &Shape) -> Shape {
        let near = cells.cells().iter().flat_map(|&cell| self.beside(&self.touching, cell));
        near.filter(|&cell| !cells.contains(cell)).collect()
    }

    /// The bounded parts of what these cells leave free, in cells across sides. The free cells around the
    /// shape are enough to tell the parts apart: a part that has none of them is no hole.
    pub(super) fn holes(&self, cells: &Shape) -> Vec<Shape> {
        let Some((low, high)) = cells.bounds() else { return vec![] };
        let margin = 2 * self.lattice.pitch();
        let is_near = |cell: Cell| {
            (low.x - margin..=high.x + margin).contains(&cell.x)
                && (low.y - margin..=high.y + margin).contains(&cell.y)
        };
        let (mut seen, mut holes) = (BTreeSet::new(), vec![]);
        for &start in self.around(cells).cells() {
            if !seen.insert(start) {
                continue;
            }
            let (mut part, mut open, mut is_bounded) = (vec![], vec![start], true);
            while let Some(cell) = open.pop() {
                part.push(cell);
                for next in self.beside(&self.sides, cell).filter(|&next| !cells.contains(next)) {
                    if !is_near(next) {
                        is_bounded = false;
                    } else if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
            if is_bounded {
                holes.push(part.into_iter().collect());
            }
        }
        holes
    }

    /// Is one of these cells across a side of one of those?
    pub(super) fn share_a_side(&self, cells: &[Cell], others: &Shape) -> bool {
        cells.iter().any(|&cell| self.beside(&self.sides, cell).any(|next| others.contains(next)))
    }
}

/// The cells with a corner in common with this one. Cells around a corner share sides, one after the other.
fn touching(lattice: &Lattice, cell: Cell) -> Vec<Cell> {
    let around = |corner: (i32, i32)| {
        let (mut found, mut next) = (vec![cell], 0);
        while let Some(&from) = found.get(next) {
            for near in lattice.neighbours(from) {
                if lattice.corners(near).contains(&corner) && !found.contains(&near) {
                    found.push(near);
                }
            }
            next += 1;
        }
        found
    };
    let all: Shape = lattice.corners(cell).into_iter().flat_map(around).collect();
    all.cells().iter().copied().filter(|&other| other != cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiling::Pattern;

    /// Cells around a cell of each lattice: counted by hand on the pictures of the lattices.
    #[test]
    fn cells_touch_at_corners() {
        let around = |lattice: &Lattice| {
            let cell: Shape = lattice.kinds().into_iter().take(1).collect();
            Grid::new(lattice).around(&cell).len()
        };
        let square_hexagon_triangle =
            [Lattice::square(), Lattice::hexagon(), Lattice::triangle()].map(around);
        assert_eq!(square_hexagon_triangle, [8, 6, 12]);
        // A kite: five others around the middle, three at each of two corners, two at the last one. The four
        // across its sides are at two corners each.
        assert_eq!(around(Lattice::kite()), 5 + 3 + 3 + 2 - 4);
    }

    /// The cells of a hole need not share a side with cells outside of it.
    #[test]
    fn holes_are_bounded() {
        let holes = |drawing: &str| {
            let cells = Pattern::from_drawing(drawing).unwrap().shape();
            Grid::new(Lattice::square()).holes(&cells).iter().map(Shape::len).collect::<Vec<_>>()
        };
        assert_eq!(holes("***$*.*$***"), [1]);
        assert_eq!(holes(".**$*.*$***"), [1]);
        assert_eq!(holes("*.*$*.*$***"), [0; 0]);
        assert_eq!(holes("*****$*...*$*...*$*.*.*$*****"), [8]);
        assert_eq!(holes("***.***$*.*.*.*$*******"), [1, 1]);
    }
}
