//! Edges of cells: closed paths around many cells, straight segments out of many edges.
//!
//! Everything that is drawn or cut in a plane uses this module, for every lattice: corners have whole
//! coordinates, so equal edges are found by comparing them.

use std::collections::{BTreeMap, BTreeSet};

use crate::tiling::{Cell, Lattice};

/// A corner of cells, in whole units of the drawing plane.
pub(super) type Corner = (i32, i32);

/// What a closed path does at a corner where two of its cells touch only there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touch {
    /// It stays with its cell.
    Parted,
    /// It continues around the other cell, so that the two stay connected.
    Joined,
}

/// The edges of a cell, counter-clockwise: each has the cell on its left.
pub(super) fn edges(lattice: &Lattice, cell: Cell) -> Vec<(Corner, Corner)> {
    edges_of(&lattice.corners(cell))
}

/// The edges of a polygon.
pub(super) fn edges_of(corners: &[Corner]) -> Vec<(Corner, Corner)> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().copied().zip(next.copied()).collect()
}

/// The closed paths around cells of one layer, each by its corners: counter-clockwise around the cells,
/// clockwise around holes. Cells that touch at a corner only are parted there. Corners in the middle of a
/// straight side are left out.
pub(super) fn outline(lattice: &Lattice, cells: &[Cell]) -> Vec<Vec<Corner>> {
    let polygons: Vec<Vec<Corner>> = cells.iter().map(|&cell| lattice.corners(cell)).collect();
    outline_of(&polygons, Touch::Parted)
}

/// The closed paths around any polygons, given counter-clockwise, that meet side to side.
pub(super) fn outline_of(polygons: &[Vec<Corner>], touch: Touch) -> Vec<Vec<Corner>> {
    let all: BTreeSet<(Corner, Corner)> = polygons.iter().flat_map(|polygon| edges_of(polygon)).collect();
    let mut sides: BTreeMap<Corner, BTreeSet<Corner>> = BTreeMap::new();
    for &(from, to) in all.iter().filter(|&&(from, to)| !all.contains(&(to, from))) {
        sides.entry(from).or_default().insert(to);
    }
    let mut paths = vec![];
    while let Some((&start, _)) = sides.first_key_value() {
        paths.push(straightened(&walk(&mut sides, start, touch)));
    }
    paths
}

/// Follows the sides from a corner until it is back there by its last side, and takes them away.
fn walk(sides: &mut BTreeMap<Corner, BTreeSet<Corner>>, start: Corner, touch: Touch) -> Vec<Corner> {
    let mut path: Vec<Corner> = vec![];
    let mut corner = start;
    while let Some(choices) = sides.get_mut(&corner) {
        let next = match path.last() {
            Some(&from) => chosen(choices, from, corner, touch),
            None => choices.first().copied(),
        };
        let Some(next) = next else { break };
        choices.remove(&next);
        if choices.is_empty() {
            sides.remove(&corner);
        }
        path.push(corner);
        corner = next;
        // Where two cells touch at the start, the path is closed by the side that belongs to its first one.
        if corner == start && closes(sides, &path, touch) {
            break;
        }
    }
    path
}

/// Would a path that has returned to its start continue along its first side, if that were still there?
fn closes(sides: &BTreeMap<Corner, BTreeSet<Corner>>, path: &[Corner], touch: Touch) -> bool {
    let Some(left) = sides.get(&path[0]) else { return true };
    let mut choices = left.clone();
    choices.insert(path[1]);
    chosen(&choices, path[path.len() - 1], path[0], touch) == Some(path[1])
}

/// The side by which a path that comes from a corner goes on. The cell is on its left: to stay with it, it
/// turns left as far as it can; to go around the others as well, right.
fn chosen(choices: &BTreeSet<Corner>, from: Corner, at: Corner, touch: Touch) -> Option<Corner> {
    let (back, sharpness) = ((from.0 - at.0, from.1 - at.1), |to: &Corner| (to.0 - at.0, to.1 - at.1));
    let mut ordered: Vec<Corner> = choices.iter().copied().collect();
    // Clockwise from the way back: the first is the sharpest left turn.
    ordered.sort_by(|one, other| clockwise(back, sharpness(one), sharpness(other)));
    match touch {
        Touch::Parted => ordered.first().copied(),
        Touch::Joined => ordered.last().copied(),
    }
}

/// Which of two directions comes first, turning clockwise from a third?
fn clockwise(from: Corner, one: Corner, other: Corner) -> std::cmp::Ordering {
    // Whether it lies in the second half of the turn, and then the turn between the two.
    let half = |to: Corner| {
        let turn = cross(from, to);
        turn > 0 || turn == 0 && from.0 * to.0 + from.1 * to.1 > 0
    };
    half(one).cmp(&half(other)).then_with(|| cross(one, other).cmp(&0))
}

/// Positive if the second direction is to the left of the first.
fn cross((ax, ay): Corner, (bx, by): Corner) -> i32 {
    ax * by - ay * bx
}

/// The corners where a closed path turns.
fn straightened(path: &[Corner]) -> Vec<Corner> {
    let turns = |place: usize| {
        let ((ax, ay), (bx, by)) = (path[(place + path.len() - 1) % path.len()], path[place]);
        let (cx, cy) = path[(place + 1) % path.len()];
        cross((bx - ax, by - ay), (cx - bx, cy - by)) != 0
    };
    (0..path.len()).filter(|&place| turns(place)).map(|place| path[place]).collect()
}

/// The straight segments, each as long as can be, that edges make up. Each edge is given once, in either
/// direction.
pub(super) fn segments(edges: &BTreeSet<(Corner, Corner)>) -> Vec<(Corner, Corner)> {
    let edges: BTreeSet<(Corner, Corner)> =
        edges.iter().map(|&(one, other)| (one.min(other), one.max(other))).collect();
    let begins =
        |&&((x, y), to): &&(Corner, Corner)| !edges.contains(&((2 * x - to.0, 2 * y - to.1), (x, y)));
    let end = |&(from, to): &(Corner, Corner)| {
        let step = (to.0 - from.0, to.1 - from.1);
        let on = |at: &Corner| (at.0 + step.0, at.1 + step.1);
        let further = std::iter::successors(Some(to), |at| edges.contains(&(*at, on(at))).then(|| on(at)));
        (from, further.last().unwrap_or(to))
    };
    edges.iter().filter(begins).map(end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiling::Pattern;

    fn cells(lattice: &Lattice, drawing: &str) -> Vec<Cell> {
        Pattern::drawn(lattice, drawing).unwrap().shape().cells().to_vec()
    }

    fn paths(drawing: &str) -> Vec<Vec<Corner>> {
        outline(Lattice::square(), &cells(Lattice::square(), drawing))
    }

    fn joined(lattice: &Lattice, drawing: &str) -> Vec<Vec<Corner>> {
        let polygons: Vec<_> = cells(lattice, drawing).iter().map(|&cell| lattice.corners(cell)).collect();
        outline_of(&polygons, Touch::Joined)
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
    fn cells_that_touch_at_a_corner_are_separated_or_joined() {
        let mut two = paths("*.$.*");
        two.sort();
        assert_eq!(two, [[(0, 1), (1, 1), (1, 2), (0, 2)], [(1, 0), (2, 0), (2, 1), (1, 1)]]);
        let one = joined(Lattice::square(), "*.$.*");
        assert_eq!(one, [[(0, 1), (1, 1), (1, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]]);
        // A ring that bites its tail: joined, the hole is a hole.
        assert_eq!((paths("***$*.*$.**").len(), joined(Lattice::square(), "***$*.*$.**").len()), (1, 2));
        assert_eq!((paths("**.$*.*$***").len(), joined(Lattice::square(), "**.$*.*$***").len()), (1, 2));
    }

    /// Six triangles around a corner, every other one taken away: three that touch there.
    #[test]
    fn three_triangles_touch_at_a_corner() {
        let three = ".*.*$..*.";
        assert_eq!(outline(Lattice::triangle(), &cells(Lattice::triangle(), three)).len(), 3);
        assert_eq!(joined(Lattice::triangle(), three).len(), 1);
    }

    /// Whatever the paths, together they have exactly the sides of only one cell, with that cell on the left.
    #[test]
    fn outlines_have_all_the_sides() {
        for lattice in [Lattice::square(), Lattice::hexagon(), Lattice::triangle()] {
            for number in 1..512_usize {
                let drawing: Vec<String> = (0..3)
                    .map(|row| {
                        (0..3).map(|x| if number >> (3 * row + x) & 1 == 1 { '*' } else { '.' }).collect()
                    })
                    .collect();
                let cells = cells(lattice, &drawing.join("$"));
                let area = |path: &[Corner]| edges_of(path).iter().map(|&(a, b)| cross(a, b)).sum::<i32>();
                let expected: i32 = cells.iter().map(|&cell| area(&lattice.corners(cell))).sum();
                for touch in [Touch::Parted, Touch::Joined] {
                    let polygons: Vec<_> = cells.iter().map(|&cell| lattice.corners(cell)).collect();
                    let sum: i32 = outline_of(&polygons, touch).iter().map(|path| area(path)).sum();
                    assert_eq!(sum, expected, "{lattice} {drawing:?} {touch:?}");
                }
            }
        }
    }

    #[test]
    fn edges_in_a_row_are_one_segment() {
        let sides = edges(Lattice::square(), Cell::plane(0, 0)).into_iter();
        let sides: BTreeSet<_> = sides.chain(edges(Lattice::square(), Cell::plane(1, 0))).collect();
        let segments = segments(&sides);
        assert_eq!(segments.len(), 5);
        assert!(segments.contains(&((0, 0), (2, 0))) && segments.contains(&((1, 0), (1, 1))));
    }
}
