//! The outline of a set of cells, as closed paths.

use std::collections::{BTreeMap, BTreeSet};

use crate::tiling::{Cell, Lattice};

/// A corner of cells, in whole units of the drawing plane.
pub(super) type Corner = (i32, i32);

/// The edges of a cell, counter-clockwise: each has the cell on its left.
pub(super) fn edges(lattice: Lattice, cell: Cell) -> Vec<(Corner, Corner)> {
    let from = lattice.corners(cell);
    let mut to = from.clone();
    to.rotate_left(1);
    from.into_iter().zip(to).collect()
}

/// The closed paths around cells of one layer, each by its corners: counter-clockwise around the cells, clockwise
/// around holes. Cells that touch at a corner only are parted there. Corners in the middle of a straight side are left
/// out.
pub(super) fn outline(lattice: Lattice, cells: &[Cell]) -> Vec<Vec<Corner>> {
    let all: BTreeSet<(Corner, Corner)> = cells.iter().flat_map(|&cell| edges(lattice, cell)).collect();
    // Where to go from a corner: the cells' sides that have no cell on their right. The cell comes along because at a
    // corner where two cells touch, the path stays with its own.
    let mut sides: BTreeMap<Corner, Vec<(Cell, Corner)>> = BTreeMap::new();
    for &cell in cells {
        for (from, to) in edges(lattice, cell) {
            if !all.contains(&(to, from)) {
                sides.entry(from).or_default().push((cell, to));
            }
        }
    }
    let mut paths = vec![];
    while let Some((&start, _)) = sides.first_key_value() {
        paths.push(straightened(&walk(&mut sides, start)));
    }
    paths
}

/// Follows the sides from a corner until it is back there, and takes them away.
fn walk(sides: &mut BTreeMap<Corner, Vec<(Cell, Corner)>>, start: Corner) -> Vec<Corner> {
    let mut path = vec![];
    let (mut corner, mut cell) = (start, None);
    while let Some(choices) = sides.get_mut(&corner) {
        path.push(corner);
        let own = choices.iter().position(|&(side, _)| Some(side) == cell).unwrap_or(0);
        let (side, next) = choices.swap_remove(own);
        if choices.is_empty() {
            sides.remove(&corner);
        }
        (corner, cell) = (next, Some(side));
        if corner == start {
            break;
        }
    }
    path
}

/// The corners where a closed path turns.
fn straightened(path: &[Corner]) -> Vec<Corner> {
    let turns = |place: usize| {
        let ((ax, ay), (bx, by)) = (path[(place + path.len() - 1) % path.len()], path[place]);
        let (cx, cy) = path[(place + 1) % path.len()];
        (bx - ax) * (cy - by) != (by - ay) * (cx - bx)
    };
    (0..path.len()).filter(|&place| turns(place)).map(|place| path[place]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiling::Pattern;

    fn paths(drawing: &str) -> Vec<Vec<Corner>> {
        outline(Lattice::Square, Pattern::from_drawing(drawing).unwrap().shape().cells())
    }

    #[test]
    fn straight_sides_are_one_edge() {
        assert_eq!(paths("***"), [[(0, 0), (3, 0), (3, 1), (0, 1)]]);
        assert_eq!(paths("*.$**"), [[(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]]);
    }

    #[test]
    fn a_hole_has_a_path_of_its_own() {
        let ring = paths("***$*.*$***");
        assert_eq!(ring, [[(0, 0), (3, 0), (3, 3), (0, 3)], [(1, 1), (1, 2), (2, 2), (2, 1)]]);
    }

    #[test]
    fn cells_that_touch_at_a_corner_are_parted() {
        let mut two = paths("*.$.*");
        two.sort();
        assert_eq!(two, [[(0, 1), (1, 1), (1, 2), (0, 2)], [(1, 0), (2, 0), (2, 1), (1, 1)]]);
    }
}
