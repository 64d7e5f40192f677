//! The polyhedra that the cells of a lattice of space are, and whole vectors to reckon with them.

use super::Cell;

/// A point, or the row of a matrix.
pub(super) type Point = [i32; 3];
pub(super) type Matrix = [Point; 3];

/// What is known of the polyhedra of a lattice.
#[derive(Debug)]
pub(crate) struct Polyhedra {
    /// The coordinates of a cell are this matrix times its center, over this number.
    pub(super) matrix: Matrix,
    pub(super) over: i32,
    /// A step of coordinates of cells, in space: columns of the matrix.
    pub(crate) frame: [[f64; 3]; 3],
    /// For each kind the faces: the step to the cell across, and the corners in space, from the center of the
    /// cell, counter-clockwise as one sees them from outside.
    pub(crate) faces: Vec<Vec<(Cell, Vec<[f64; 3]>)>>,
}

impl Polyhedra {
    /// The cell with this center.
    pub(super) fn cell(&self, center: Point) -> Option<Cell> {
        divided(times(self.matrix, center), self.over)
    }
}

pub(super) fn dot(a: Point, b: Point) -> i32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn times(matrix: Matrix, point: Point) -> Point {
    matrix.map(|row| dot(row, point))
}

pub(super) fn divided(point: Point, over: i32) -> Option<Cell> {
    let [x, y, z] = point;
    point.iter().all(|part| part % over == 0).then(|| Cell::space(x / over, y / over, z / over))
}
