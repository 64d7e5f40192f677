//! Honeycombs: lattices of space whose cells are polyhedra, given by one cell of each kind.
//!
//! A description has three steps that move cells to cells, motions about the origin that generate the others,
//! and cells with their corners, in whole coordinates along its axes. Everything else follows: the images of
//! the cells, which of them share a face, and coordinates in which the motions are linear and steps are
//! multiples of one number.
//!
//! The faces of the honeycombs that ship lie between the centers of the two cells, at a right angle to the line
//! from one to the other. So a cell hides another one only if its center is nearer to the eye.

use std::collections::BTreeSet;

use super::isometry::Named;
use super::lattice::Form;
use super::polyhedra::{Matrix, Point, Polyhedra, divided, dot, times};
use super::tessellation::Axes;
use super::unit::Unit;
use super::{Cell, Group, Isometry};

/// A lattice of polyhedra as data.
pub(super) struct Honeycomb {
    /// The name of a cell.
    pub(super) name: &'static str,
    /// At a right angle, or the first two at 60 degrees.
    pub(super) axes: Axes,
    /// The length of a unit along the third axis, if the others are 1.
    pub(super) height: f64,
    /// Three steps of which all that move cells to cells are sums.
    pub(super) steps: Matrix,
    /// Motions that keep the origin, by the rows of their matrices.
    pub(super) motions: Vec<Matrix>,
    /// A cell of each kind, up to motions: its center and its corners.
    pub(super) cells: Vec<(Point, Vec<Point>)>,
}

impl Honeycomb {
    pub(super) fn form(&self) -> Form {
        let determinant = dot(self.steps[0], cross(self.steps[1], self.steps[2]));
        // The inverse of the matrix whose columns are the steps, times its determinant.
        let inverse = [(1, 2), (2, 0), (0, 1)].map(|(next, last)| cross(self.steps[next], self.steps[last]));
        let group = self.group();
        let cells = self.images(&group, inverse, determinant);
        // A step is as long as makes the coordinates of all centers whole.
        let is_whole = |&pitch: &i32| {
            cells.iter().all(|&(center, _)| scaled(inverse, determinant, pitch, center).is_some())
        };
        let pitch = (1..=determinant.abs()).find(is_whole).unwrap_or(determinant.abs());
        let cell_of = |center| scaled(inverse, determinant, pitch, center).unwrap_or_default();
        let faces: Vec<Vec<(Point, Vec<Point>)>> =
            cells.iter().map(|cell| self.faces(cell, &cells)).collect();
        let isometry = |motion: &Matrix| {
            // Where the steps go, as sums of the steps.
            let columns = self.steps.map(|step| scaled(inverse, determinant, 1, times(*motion, step)));
            let [a, b, c] = columns.map(Option::unwrap_or_default);
            Isometry::from_rows(
                [[a.x, b.x, c.x], [a.y, b.y, c.y], [a.z, b.z, c.z]].map(|row| row.map(|entry| entry as i8)),
            )
        };
        let is_half_turn = |&&[[a, b, c], [d, e, f], [g, h, i]]: &&Matrix| {
            [b, c, d, f, g, h] == [0; 6] && a + e + i == -1 && a * e * i == 1
        };
        let half_turns: Vec<Isometry> = group.iter().filter(is_half_turn).map(isometry).collect();
        let links = faces.iter().zip(&cells).map(|(faces, &(center, _))| {
            let at = cell_of(center);
            (at, faces.iter().map(|&(across, _)| cell_of(across) - at).collect())
        });
        let steps = [(2, 0), (0, 2), (1, 1)];
        let unit = Unit::solid(pitch, pitch, steps, links);
        let mirror = isometry(&self.mirror());
        let named: Vec<Named> = vec![("Id", Isometry::IDENTITY), ("VertRefl", mirror)];
        let [a, b, c] = self.steps.map(|step| self.drawn(step));
        let volume = real_dot(a, real_cross(b, c)).abs();
        let polyhedra = self.polyhedra((inverse, determinant, pitch), &cells, &faces);
        Form {
            dimension: 3,
            most_cells: 4,
            group: Group::generated_by(&self.motions.iter().map(isometry).collect::<Vec<_>>()),
            half_turns: Group::generated_by(&half_turns),
            // The face of a cube of the same volume, so that cells are drawn as large as those of other lattices.
            area: (volume / cells.len() as f64).powf(2.0 / 3.0),
            polyhedra: Some(polyhedra),
            ..Form::new(self.name, self.axes, named, unit)
        }
    }

    /// All motions about the origin.
    fn group(&self) -> Vec<Matrix> {
        let mut all = vec![[[1, 0, 0], [0, 1, 0], [0, 0, 1]]];
        let mut at = 0;
        while at < all.len() {
            for &motion in &self.motions {
                let product = transposed(transposed(all[at]).map(|column| times(motion, column)));
                if !all.contains(&product) {
                    all.push(product);
                }
            }
            at += 1;
        }
        all
    }

    /// The motion that exchanges left and right.
    fn mirror(&self) -> Matrix {
        match self.axes {
            Axes::Hexagon => [[-1, -1, 0], [0, 1, 0], [0, 0, 1]],
            _ => [[-1, 0, 0], [0, 1, 0], [0, 0, 1]],
        }
    }

    /// The images of the cells under all motions, one of those that a step moves to each other.
    fn images(&self, group: &[Matrix], inverse: Matrix, determinant: i32) -> Vec<(Point, Vec<Point>)> {
        let mut images: Vec<(Point, Vec<Point>)> = vec![];
        for (center, corners) in &self.cells {
            for &motion in group {
                let image = times(motion, *center);
                let is_known =
                    |&(known, _): &(Point, _)| scaled(inverse, determinant, 1, minus(image, known)).is_some();
                if !images.iter().any(is_known) {
                    images.push((image, corners.iter().map(|&corner| times(motion, corner)).collect()));
                }
            }
        }
        images
    }

    /// The faces of a cell: the center of the cell across, and the corners that it shares with it.
    fn faces(&self, cell: &(Point, Vec<Point>), cells: &[(Point, Vec<Point>)]) -> Vec<(Point, Vec<Point>)> {
        let own: BTreeSet<Point> = cell.1.iter().copied().collect();
        let near = -2..=2;
        let mut faces = vec![];
        for (center, corners) in cells {
            for (a, b, c) in
                near.clone().flat_map(|a| near.clone().flat_map(move |b| (-2..=2).map(move |c| (a, b, c))))
            {
                let far = times(transposed(self.steps), [a, b, c]);
                let across = plus(*center, far);
                let shared: Vec<Point> = corners
                    .iter()
                    .map(|&corner| plus(corner, far))
                    .filter(|corner| own.contains(corner))
                    .collect();
                // Two cells of a honeycomb share a face, an edge or a corner.
                if across != cell.0 && shared.len() > 2 {
                    faces.push((across, shared));
                }
            }
        }
        faces
    }

    /// A point in space.
    fn drawn(&self, [x, y, z]: Point) -> [f64; 3] {
        let (across, up) = self.axes.units();
        let (x, y) = self.axes.drawn((x, y));
        [across * f64::from(x), up * f64::from(y), self.height * f64::from(z)]
    }

    fn polyhedra(
        &self,
        (inverse, determinant, pitch): (Matrix, i32, i32),
        cells: &[(Point, Vec<Point>)],
        faces: &[Vec<(Point, Vec<Point>)>],
    ) -> Polyhedra {
        let matrix = inverse.map(|row| row.map(|entry| entry * pitch));
        // As small as possible, so that far centers do not overflow.
        let common = matrix.as_flattened().iter().fold(determinant, |common, &entry| divisor(common, entry));
        let matrix = matrix.map(|row| row.map(|entry| entry / common));
        let cell_of = |center| scaled(inverse, determinant, pitch, center).unwrap_or_default();
        let face = |center: Point, (across, corners): &(Point, Vec<Point>)| {
            let out = self.drawn(minus(*across, center));
            let corners = corners.iter().map(|&corner| self.drawn(minus(corner, center))).collect();
            (cell_of(*across) - cell_of(center), around(corners, out))
        };
        let faces = cells.iter().zip(faces);
        Polyhedra {
            matrix,
            over: determinant / common,
            frame: self.steps.map(|step| self.drawn(step).map(|length| length / f64::from(pitch))),
            faces: faces.map(|(&(at, _), faces)| faces.iter().map(|one| face(at, one)).collect()).collect(),
        }
    }
}

/// The corners of a face in order, counter-clockwise around this direction.
fn around(mut corners: Vec<[f64; 3]>, out: [f64; 3]) -> Vec<[f64; 3]> {
    let count = corners.len() as f64;
    let middle = [0, 1, 2].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f64>() / count);
    let from_middle = |corner: [f64; 3]| [0, 1, 2].map(|axis| corner[axis] - middle[axis]);
    let first = from_middle(corners[0]);
    // The first corner, and what lies a quarter turn further, span the plane of the face.
    let second = real_cross(out, first);
    let angle = |corner: &[f64; 3]| {
        let (x, y) = (real_dot(from_middle(*corner), first), real_dot(from_middle(*corner), second));
        let length = real_dot(out, out).sqrt();
        (y / length).atan2(x)
    };
    corners.sort_by(|one, other| angle(one).total_cmp(&angle(other)));
    corners
}

pub(crate) fn real_dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn real_cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn transposed([[a, b, c], [d, e, f], [g, h, i]]: Matrix) -> Matrix {
    [[a, d, g], [b, e, h], [c, f, i]]
}

fn plus(a: Point, b: Point) -> Point {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// The coordinates of a point, of which a step has this many; `None` if they are not whole.
fn scaled(inverse: Matrix, determinant: i32, pitch: i32, point: Point) -> Option<Cell> {
    divided(times(inverse, point).map(|part| part * pitch), determinant)
}

/// The greatest common divisor.
fn divisor(a: i32, b: i32) -> i32 {
    if b == 0 { a.abs() } else { divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::super::Lattice;
    use super::*;

    /// Each face lies across the line to the next cell, which has the same face, at a right angle; and the cells
    /// of a unit fill it: pyramids over their faces have its volume together.
    #[test]
    fn cells_fill_space() {
        for lattice in Lattice::honeycombs() {
            let polyhedra = lattice.form().polyhedra.as_ref().unwrap();
            let drawn = |Cell { x, y, z }: Cell| {
                let [a, b, c] = polyhedra.frame;
                [0, 1, 2].map(|i| f64::from(x) * a[i] + f64::from(y) * b[i] + f64::from(z) * c[i])
            };
            let mut volume = 0.0;
            for (kind, cell) in lattice.kinds().into_iter().enumerate() {
                assert_eq!(lattice.kind(cell), Some(kind));
                for (step, corners) in &polyhedra.faces[kind] {
                    let out = drawn(*step);
                    let along = |corner: [f64; 3]| real_dot(corner, out) / real_dot(out, out);
                    let first = along(corners[0]);
                    assert!(0.1 < first && first < 0.9, "{lattice} {step:?}");
                    assert!(corners.iter().all(|&corner| (along(corner) - first).abs() < 1e-9), "{lattice}");
                    let back = &polyhedra.faces[lattice.kind(cell + *step).unwrap()];
                    let across = back.iter().find(|(other, _)| *other == -*step).unwrap();
                    assert_eq!(across.1.len(), corners.len());
                    for place in 1..corners.len() - 1 {
                        let [a, b, c] = [corners[0], corners[place], corners[place + 1]];
                        let six = real_dot(a, real_cross(b, c));
                        assert!(six > 0.0, "counter-clockwise from outside");
                        volume += six / 6.0;
                    }
                }
            }
            let pitch = f64::from(lattice.pitch());
            let [a, b, c] = polyhedra.frame.map(|step| step.map(|length| length * pitch));
            assert!((volume - real_dot(a, real_cross(b, c)).abs()).abs() < 1e-9, "{lattice}");
        }
    }

    #[test]
    fn motions_keep_neighbours() {
        for lattice in Lattice::honeycombs() {
            for cell in lattice.kinds() {
                assert_eq!(lattice.at(lattice.position(cell)), cell);
                for other in lattice.neighbours(cell) {
                    assert!(lattice.has(other) && lattice.neighbours(other).contains(&cell));
                    for &motion in lattice.isometries().elements() {
                        let (image, beside) = (motion.apply(cell), motion.apply(other));
                        assert!(
                            lattice.has(image) && lattice.neighbours(image).contains(&beside),
                            "{lattice}"
                        );
                    }
                }
            }
        }
        let orders: Vec<usize> =
            Lattice::honeycombs().iter().map(|lattice| lattice.isometries().order()).collect();
        assert_eq!(orders, [24, 24, 48, 48, 48, 48, 48]);
        let faces = |lattice: &Lattice| lattice.neighbours(lattice.kinds()[0]).len();
        assert_eq!(Lattice::honeycombs().iter().map(faces).collect::<Vec<_>>(), [5, 8, 4, 4, 4, 14, 12]);
    }
}
