//! Cells: points with integer coordinates.

use std::ops::{Add, Neg, Sub};

/// A cell of a lattice, or a step from one cell to another.
///
/// x grows to the right, y grows up, z grows towards the eye; in the plane z is 0. Cells are sorted by z,
/// then y, then x.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Towards the eye.
    pub z: i32,
    /// Up.
    pub y: i32,
    /// To the right.
    pub x: i32,
}

impl Cell {
    /// A cell of the plane.
    pub const fn plane(x: i32, y: i32) -> Cell {
        Cell { z: 0, y, x }
    }

    /// A cell of space.
    pub const fn space(x: i32, y: i32, z: i32) -> Cell {
        Cell { z, y, x }
    }

    /// The least of each coordinate of two cells.
    #[must_use]
    #[doc(hidden)]
    pub fn min_corner(self, other: Cell) -> Cell {
        Cell { z: self.z.min(other.z), y: self.y.min(other.y), x: self.x.min(other.x) }
    }

    /// The greatest of each coordinate of two cells.
    #[must_use]
    #[doc(hidden)]
    pub fn max_corner(self, other: Cell) -> Cell {
        Cell { z: self.z.max(other.z), y: self.y.max(other.y), x: self.x.max(other.x) }
    }
}

impl Add for Cell {
    type Output = Cell;
    fn add(self, step: Cell) -> Cell {
        Cell { z: self.z + step.z, y: self.y + step.y, x: self.x + step.x }
    }
}

impl Sub for Cell {
    type Output = Cell;
    fn sub(self, from: Cell) -> Cell {
        self + -from
    }
}

impl Neg for Cell {
    type Output = Cell;
    fn neg(self) -> Cell {
        Cell { z: -self.z, y: -self.y, x: -self.x }
    }
}
