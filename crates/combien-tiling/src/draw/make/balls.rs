//! Surfaces of pieces of balls: spheres, with necks where balls of a piece touch.
//!
//! In closest packing the region nearest to a ball is a rhombic dodecahedron, with a face for each of the
//! twelve balls that may touch it. A ball is drawn as that body blown up to a sphere: each face has rings of
//! points around its middle. Where two balls of a piece touch, both leave out the innermost rings, and a neck
//! joins what is left. Points are computed from whole numbers, so that the two sides of an edge have the same
//! ones.

use super::mesh::{Mesh, Vertex};
use crate::tiling::{Cell, Lattice, Shape};

/// Points on each side of a face, rings of a face, and rings that are left beside a neck. The neck is as wide
/// as a third of a ball, or a little more; other balls, which are further away from the point of contact, do
/// not meet it.
const POINTS: i32 = 4;
const RINGS: i32 = 5;
const LEFT: i32 = 2;

/// A point with coordinates in which balls that touch differ by 1 in two coordinates, in any directions.
type Point = [i32; 3];

/// Where the centre of a ball lies, with 1 in place of half of the square of the distance of balls that
/// touch.
fn centre(cell: Cell) -> Point {
    [cell.x - cell.y, cell.x + cell.y + cell.z, cell.z]
}

/// The surface of a piece of balls that touch at this distance of their centres; each is drawn back by
/// `inset`.
pub(super) fn balls(cells: &Shape, distance: f64, inset: f64) -> Mesh {
    let ball = Ball { distance, radius: distance / 2.0 - inset };
    let mut mesh = vec![];
    for &cell in cells.cells() {
        for beside in Lattice::sphere().neighbours(cell) {
            let step = centre(beside - cell);
            let face = Face::towards(step);
            let touches = cells.contains(beside);
            for ring in 0..if touches { LEFT } else { RINGS } {
                for place in 0..4 * POINTS {
                    let at = |ring, place| ball.point(cell, face.point(ring, place));
                    let (one, next) = (at(ring, place), at(ring, place + 1));
                    let inner = at(ring + 1, place);
                    if ring + 1 < RINGS {
                        mesh.extend([
                            [one, next, at(ring + 1, place + 1)],
                            [one, at(ring + 1, place + 1), inner],
                        ]);
                    } else {
                        // All points of the last ring are the middle.
                        mesh.push([one, next, inner]);
                    }
                }
            }
            if touches && cell < beside {
                for place in 0..4 * POINTS {
                    let here = |place| ball.point(cell, face.point(LEFT, place));
                    let there = |place| ball.point(beside, mirrored(face.point(LEFT, place), step));
                    let wall = [here(place), here(place + 1), there(place + 1), there(place)];
                    mesh.extend([[wall[0], wall[1], wall[2]], [wall[0], wall[2], wall[3]]]);
                }
            }
        }
    }
    mesh
}

/// The sizes of a ball.
struct Ball {
    distance: f64,
    radius: f64,
}

impl Ball {
    /// The point of a ball in this direction, in millimetres. Layers are level, and their rows and columns
    /// are along the axes.
    fn point(&self, cell: Cell, direction: Point) -> Vertex {
        let centre = centre(cell).map(f64::from);
        let direction = direction.map(f64::from);
        let length = direction.iter().map(|part| part * part).sum::<f64>().sqrt();
        // The distance is the square root of 2 in the coordinates of points.
        let unit = self.distance / 2f64.sqrt();
        let [x, y, z] = [0, 1, 2].map(|axis| centre[axis] * unit + direction[axis] * (self.radius / length));
        let half = 2f64.sqrt() / 2.0;
        [(x + y) * half, (y - x) * half, z]
    }
}

/// A rhombus of the dodecahedron around a ball, its corners counter-clockwise as they are seen from outside.
/// All coordinates are doubled.
struct Face {
    corners: [Point; 4],
    middle: Point,
}

impl Face {
    /// The face towards a ball at this step.
    fn towards(step: Point) -> Face {
        let level = step.iter().position(|&part| part == 0).unwrap_or_default();
        let [first, second] = [(level + 1) % 3, (level + 2) % 3];
        let along = |axis: usize| {
            let mut corner = [0; 3];
            corner[axis] = 2 * step[axis];
            corner
        };
        let beside = |sign: i32| {
            let mut corner = step;
            corner[level] = sign;
            corner
        };
        // From the first axis to the second the turn is counter-clockwise around the third, and the face
        // looks along both.
        let sign = step[first] * step[second];
        Face { corners: [along(first), beside(-sign), along(second), beside(sign)], middle: step }
    }

    /// A point of a ring, by its place on the way around; the outermost ring is the border of the face.
    fn point(&self, ring: i32, place: i32) -> Point {
        let place = place.rem_euclid(4 * POINTS);
        let (side, along) = (place / POINTS, place % POINTS);
        let [from, to] = [side, (side + 1) % 4].map(|corner| self.corners[corner as usize]);
        [0, 1, 2].map(|axis| {
            let border = from[axis] * (POINTS - along) + to[axis] * along;
            border * (RINGS - ring) + self.middle[axis] * POINTS * ring
        })
    }
}

/// A point seen from the ball at this step, as in a mirror between the two.
fn mirrored(point: Point, step: Point) -> Point {
    let across: i32 = point.iter().zip(step).map(|(part, step)| part * step).sum();
    [0, 1, 2].map(|axis| point[axis] - across * step[axis])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::mesh::tests::{is_closed, volume};
    use super::*;
    use crate::tiling::polyforms;

    /// Pieces of up to four balls, and a pyramid of five: closed surfaces with a handle for each contact that
    /// is not needed to hold the piece together (the formula of Euler and Poincaré), whose points lie on
    /// the balls.
    #[test]
    fn balls_are_closed_surfaces() {
        let lattice = Lattice::sphere();
        let small = polyforms::by_size(lattice, lattice.isometries()).take(4).flatten();
        let pyramid = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1)];
        let pyramid = pyramid.into_iter().map(|(x, y, z)| Cell::space(x, y, z)).collect();
        for cells in small.chain([pyramid]) {
            let has =
                |cell: Cell| lattice.neighbours(cell).into_iter().filter(|&one| cells.contains(one)).count();
            let contacts = cells.cells().iter().map(|&cell| has(cell)).sum::<usize>() / 2;
            for inset in [0.0, 0.3] {
                let mesh = balls(&cells, 20.0, inset);
                assert!(is_closed(&mesh), "{cells:?}");
                let bits = |vertex: Vertex| vertex.map(|part| (part as f32).to_bits());
                let corners: BTreeSet<_> = mesh.iter().flatten().map(|&vertex| bits(vertex)).collect();
                let handles = contacts + 1 - cells.len();
                let characteristic = corners.len() as i64 - mesh.len() as i64 / 2;
                assert_eq!(characteristic, 2 - 2 * handles as i64, "{cells:?}");
                let radius = 10.0 - inset;
                let balls = cells.len() as f64 * 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
                let share = volume(&mesh) / balls;
                // Facets lose some of a ball, and necks add a little.
                assert!((0.96..1.03).contains(&share), "{cells:?}: {share}");
                for &vertex in mesh.iter().flatten() {
                    let is_on = |&cell: &Cell| {
                        let Cell { x, y, z } = cell;
                        let [x, y, z] = [f64::from(x), f64::from(y), f64::from(z)];
                        let middle = [x + z / 2.0, y + z / 2.0, z / 2f64.sqrt()].map(|part| part * 20.0);
                        let square: f64 = vertex.iter().zip(middle).map(|(a, b)| (a - b).powi(2)).sum();
                        (square.sqrt() - radius).abs() < 1e-9
                    };
                    assert!(cells.cells().iter().any(is_on), "{vertex:?}");
                }
            }
        }
    }
}
