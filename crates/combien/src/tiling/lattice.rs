//! Lattices: which isometries cells allow, and how they look. A value, so that nothing else has a twin a lattice.

use super::{Cell, Group, Isometry};

/// The kind of grid that cells belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lattice {
    /// Unit squares of the plane.
    Square,
    /// Unit cubes of space.
    Cube,
}

/// The isometries of the square, by the names of the tiling language, in its order.
const SQUARE_NAMES: [(&str, Isometry); 8] = [
    ("Id", Isometry::IDENTITY),
    ("Rot90", Isometry::ROT90),
    ("Rot180", Isometry::ROT180),
    ("Rot270", Isometry::ROT270),
    ("VertRefl", Isometry::VERT_REFL),
    ("HorizRefl", Isometry::HORIZ_REFL),
    ("Diag1Refl", Isometry::DIAG1_REFL),
    ("Diag2Refl", Isometry::DIAG2_REFL),
];

impl Lattice {
    /// How many coordinates vary.
    pub fn dimension(self) -> usize {
        match self {
            Lattice::Square => 2,
            Lattice::Cube => 3,
        }
    }

    /// All isometries that fix the origin: 8 of the square, 48 of the cube.
    pub fn isometries(self) -> Group {
        let plane = [Isometry::ROT90, Isometry::VERT_REFL];
        match self {
            Lattice::Square => Group::generated_by(&plane),
            Lattice::Cube => {
                let roll = Isometry::from_rows([[0, 0, 1], [1, 0, 0], [0, 1, 0]]);
                Group::generated_by(&[plane[0], plane[1], roll])
            }
        }
    }

    /// The isometries that have names, in the order in which people list them.
    pub fn named_isometries(self) -> &'static [(&'static str, Isometry)] {
        match self {
            Lattice::Square => &SQUARE_NAMES,
            Lattice::Cube => &SQUARE_NAMES[..1],
        }
    }

    /// The name of an isometry, where it has one.
    pub fn isometry_name(self, isometry: Isometry) -> Option<&'static str> {
        self.named_isometries().iter().find(|(_, named)| *named == isometry).map(|&(name, _)| name)
    }

    /// A name for a cell: its coordinates with commas between.
    pub fn cell_name(self, cell: Cell) -> String {
        match self {
            Lattice::Square => format!("{},{}", cell.x, cell.y),
            Lattice::Cube => format!("{},{},{}", cell.x, cell.y, cell.z),
        }
    }

    /// The corners of a cell's outline within its layer, counter-clockwise, in whole units of the drawing plane.
    pub fn corners(self, cell: Cell) -> Vec<(i32, i32)> {
        match self {
            Lattice::Square | Lattice::Cube => {
                let Cell { x, y, .. } = cell;
                vec![(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
            }
        }
    }
}
