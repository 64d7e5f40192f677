//! Cubes seen from the front, the right and above, in isometric projection.
//!
//! Corners of cubes fall on the corners of a grid of triangles, and each visible face of a cube on two of
//! them. So what is visible is exact: each triangle shows the nearest face that falls on it, and an edge of
//! the grid is drawn if the faces on its two sides do not go on into each other.

use std::collections::{BTreeMap, BTreeSet};

use crate::draw::edges::{Corner, Touch, edges_of, outline_of};
use crate::tiling::Cell;

/// How a side of a cube lies. A step to the right goes down on paper, a step back goes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Top,
    Front,
    Right,
}

impl Side {
    pub(super) const ALL: [Side; 3] = [Side::Top, Side::Front, Side::Right];

    /// The two triangles that it falls on, counter-clockwise, from where the cube's least corner falls.
    fn triangles(self) -> [[Corner; 3]; 2] {
        match self {
            Side::Top => [[(0, 2), (1, 1), (1, 3)], [(1, 1), (2, 2), (1, 3)]],
            Side::Front => [[(0, 0), (1, -1), (1, 1)], [(0, 0), (1, 1), (0, 2)]],
            Side::Right => [[(1, -1), (2, 0), (1, 1)], [(2, 0), (2, 2), (1, 1)]],
        }
    }
}

/// A visible part of a side of a cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Face {
    region: usize,
    side: Side,
    /// The plane that it lies in: the coordinate that is the same all over it.
    plane: i32,
}

impl Face {
    /// Twice how near the point of its plane is that falls on a corner: x - y + z of (x, y, z) where x + y
    /// and 2z + y - x are given.
    fn nearness(self, (across, up): Corner) -> i32 {
        let plane = self.plane;
        match self.side {
            Side::Top => 6 * plane - 2 * up,
            Side::Front => 3 * across + up - 6 * plane,
            Side::Right => 6 * plane - 3 * across + up,
        }
    }

    /// Does this side go on into another one at an edge, or around it?
    fn meets(self, other: Face, (from, to): (Corner, Corner)) -> bool {
        self.region == other.region
            && [from, to].into_iter().all(|corner| self.nearness(corner) == other.nearness(corner))
    }
}

/// What is seen of some cubes.
pub(super) struct Solid {
    triangles: BTreeMap<[Corner; 3], Face>,
}

/// The edges to be drawn.
pub(super) struct SolidLines {
    /// Between pieces, at silhouettes and where one part stands before another.
    pub(super) strong: BTreeSet<(Corner, Corner)>,
    /// Where two sides of one piece meet.
    pub(super) creases: BTreeSet<(Corner, Corner)>,
}

impl Solid {
    /// Cubes with the regions they belong to.
    pub(super) fn new(mut cubes: Vec<(Cell, usize)>) -> Solid {
        // A nearer one has the greater x - y + z, and takes the triangles of those behind it.
        cubes.sort_by_key(|&(Cell { x, y, z }, _)| (x - y + z, x, y, z));
        let mut triangles = BTreeMap::new();
        for (Cell { x, y, z }, region) in cubes {
            let (across, up) = (x + y, 2 * z + y - x);
            for side in Side::ALL {
                let plane = match side {
                    Side::Top => z + 1,
                    Side::Front => y,
                    Side::Right => x + 1,
                };
                for triangle in side.triangles() {
                    let corners = triangle.map(|(dx, dy)| (across + dx, up + dy));
                    triangles.insert(ordered(corners), Face { region, side, plane });
                }
            }
        }
        Solid { triangles }
    }

    pub(super) fn corners(&self) -> impl Iterator<Item = Corner> {
        self.triangles.keys().flatten().copied()
    }

    /// The closed paths around what is seen of a side, or of a region.
    fn outline(&self, is_shown: impl Fn(Face) -> bool) -> Vec<Vec<Corner>> {
        let shown = self.triangles.iter().filter(|&(_, &face)| is_shown(face));
        let polygons: Vec<Vec<Corner>> = shown.map(|(corners, _)| corners.to_vec()).collect();
        outline_of(&polygons, Touch::Parted)
    }

    /// The closed paths around what is seen of each region.
    pub(super) fn regions(&self) -> BTreeMap<usize, Vec<Vec<Corner>>> {
        let mut polygons: BTreeMap<usize, Vec<Vec<Corner>>> = BTreeMap::new();
        for (corners, face) in &self.triangles {
            polygons.entry(face.region).or_default().push(corners.to_vec());
        }
        let outlines = polygons.into_iter();
        outlines.map(|(region, polygons)| (region, outline_of(&polygons, Touch::Parted))).collect()
    }

    /// The closed paths around all that lies so.
    pub(super) fn sides(&self, side: Side) -> Vec<Vec<Corner>> {
        self.outline(|face| face.side == side)
    }

    pub(super) fn lines(&self) -> SolidLines {
        let directed = self.triangles.iter().flat_map(|(corners, &face)| {
            edges_of(corners).into_iter().map(move |edge| (edge, face)).collect::<Vec<_>>()
        });
        let owners: BTreeMap<(Corner, Corner), Face> = directed.collect();
        let mut lines = SolidLines { strong: BTreeSet::new(), creases: BTreeSet::new() };
        for (&(from, to), &face) in &owners {
            let edge = (from.min(to), from.max(to));
            match owners.get(&(to, from)) {
                Some(&other) if face.meets(other, edge) && face.side == other.side => {}
                Some(&other) if face.meets(other, edge) => _ = lines.creases.insert(edge),
                _ => _ = lines.strong.insert(edge),
            }
        }
        lines
    }
}

/// A triangle with its least corner first.
fn ordered(mut corners: [Corner; 3]) -> [Corner; 3] {
    while corners[0] > corners[1] || corners[0] > corners[2] {
        corners.rotate_left(1);
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::edges::segments;

    fn counts(cubes: Vec<(Cell, usize)>) -> (usize, usize) {
        let lines = Solid::new(cubes).lines();
        (segments(&lines.strong).len(), segments(&lines.creases).len())
    }

    /// One cube: a hexagon and three creases. Two of one piece: as many. Two pieces: two more lines, between
    /// them, above and in front.
    #[test]
    fn lines_run_between_pieces_and_along_creases() {
        assert_eq!(counts(vec![(Cell::space(0, 0, 0), 0)]), (6, 3));
        let two = |region| vec![(Cell::space(0, 0, 0), 0), (Cell::space(1, 0, 0), region)];
        assert_eq!(counts(two(0)), (6, 3));
        assert_eq!(counts(two(1)), (8, 3));
    }

    /// A cube behind a gap: the line between is strong although both are one piece.
    #[test]
    fn cubes_in_front_have_an_outline() {
        let apart = vec![(Cell::space(0, 0, 0), 0), (Cell::space(0, 3, -1), 0)];
        let lines = Solid::new(apart).lines();
        let hexagon = Solid::new(vec![(Cell::space(0, 0, 0), 0)]).lines().strong;
        assert!(hexagon.is_subset(&lines.strong));
    }

    /// The nearest of three cubes in a row along the line of sight hides the others.
    #[test]
    fn cubes_behind_are_hidden() {
        let row = (0..3).map(|i| (Cell::space(i, -i, i), i as usize)).collect();
        assert_eq!(Solid::new(row).regions().into_keys().collect::<Vec<_>>(), [2]);
    }
}
