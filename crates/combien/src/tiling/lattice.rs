//! Lattices: their isometries, and the shapes of their cells. A lattice is a value, so that no other code is
//! needed twice.

use std::fmt;

use super::{Cell, Group, Isometry};

/// The kind of grid that cells belong to.
///
/// A cell is a point with integer coordinates, and all isometries are linear. So the plane of hexagons has axes at 60
/// degrees. So has the plane of triangles; there the unit is a third of a side, so that the center of each triangle has
/// whole coordinates: (3i + 1, 3j + 1) points up, (3i + 2, 3j + 2) points down, and only steps by multiples of 3 move
/// cells to cells.
///
/// Frames and drawings have *positions* of their own, columns and rows: see [`Lattice::at`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lattice {
    /// Unit squares of the plane.
    Square,
    /// Unit cubes of space.
    Cube,
    /// Regular hexagons of the plane. The next row up is half a cell to the right.
    Hexagon,
    /// Equilateral triangles of the plane, which point up and down alternately.
    Triangle,
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

/// The isometries of the hexagon about its center. `Refl30` reflects about the axis 30 degrees from the horizontal.
const HEXAGON_NAMES: [(&str, Isometry); 12] = [
    ("Id", Isometry::IDENTITY),
    ("Rot60", Isometry::plane([[0, -1], [1, 1]])),
    ("Rot120", Isometry::plane([[-1, -1], [1, 0]])),
    ("Rot180", Isometry::ROT180),
    ("Rot240", Isometry::plane([[0, 1], [-1, -1]])),
    ("Rot300", Isometry::plane([[1, 1], [-1, 0]])),
    ("HorizRefl", Isometry::plane([[1, 1], [0, -1]])),
    ("Refl30", Isometry::plane([[0, 1], [1, 0]])),
    ("Refl60", Isometry::plane([[-1, 0], [1, 1]])),
    ("VertRefl", Isometry::plane([[-1, -1], [0, 1]])),
    ("Refl120", Isometry::plane([[0, -1], [-1, 0]])),
    ("Refl150", Isometry::plane([[1, 0], [-1, -1]])),
];

impl Lattice {
    /// All lattices.
    pub const ALL: [Lattice; 4] = [Lattice::Square, Lattice::Cube, Lattice::Hexagon, Lattice::Triangle];

    /// The name of its cells.
    pub fn name(self) -> &'static str {
        match self {
            Lattice::Square => "square",
            Lattice::Cube => "cube",
            Lattice::Hexagon => "hexagon",
            Lattice::Triangle => "triangle",
        }
    }

    /// How many coordinates vary.
    pub fn dimension(self) -> usize {
        match self {
            Lattice::Square | Lattice::Hexagon | Lattice::Triangle => 2,
            Lattice::Cube => 3,
        }
    }

    /// All isometries that fix the origin: 8 of the square, 48 of the cube, 12 of the hexagon and of the triangle. Those
    /// of the triangle fix a corner, not a center.
    pub fn isometries(self) -> Group {
        match self {
            Lattice::Square => Group::generated_by(&[Isometry::ROT90, Isometry::VERT_REFL]),
            Lattice::Cube => {
                let roll = Isometry::from_rows([[0, 0, 1], [1, 0, 0], [0, 1, 0]]);
                Group::generated_by(&[Isometry::ROT90, Isometry::VERT_REFL, roll])
            }
            Lattice::Hexagon | Lattice::Triangle => {
                Group::generated_by(&HEXAGON_NAMES.map(|(_, isometry)| isometry))
            }
        }
    }

    /// The turns by 180 degrees: about the center in the plane, about each axis in space.
    pub fn half_turns(self) -> Group {
        let about_x = Isometry::from_rows([[1, 0, 0], [0, -1, 0], [0, 0, -1]]);
        match self {
            Lattice::Cube => Group::generated_by(&[Isometry::ROT180, about_x]),
            _ => Group::generated_by(&[Isometry::ROT180]),
        }
    }

    /// The isometries that have names, in the usual order. In space, those that keep layers.
    pub fn named_isometries(self) -> &'static [(&'static str, Isometry)] {
        match self {
            Lattice::Square | Lattice::Cube => &SQUARE_NAMES,
            Lattice::Hexagon | Lattice::Triangle => &HEXAGON_NAMES,
        }
    }

    /// The name of an isometry, if it has one.
    pub fn isometry_name(self, isometry: Isometry) -> Option<&'static str> {
        self.named_isometries().iter().find(|(_, named)| *named == isometry).map(|&(name, _)| name)
    }

    /// The isometry of that name.
    pub fn isometry_by_name(self, name: &str) -> Option<Isometry> {
        self.named_isometries().iter().find(|(named, _)| *named == name).map(|&(_, isometry)| isometry)
    }

    /// A name for a cell: its position with commas between.
    pub fn cell_name(self, cell: Cell) -> String {
        let Cell { x, y, z } = self.position(cell);
        match self.dimension() {
            2 => format!("{x},{y}"),
            _ => format!("{x},{y},{z}"),
        }
    }

    /// The cell in a column, row and layer of a frame. In a row of triangles each is a column of its own; the one at
    /// (0, 0) points up, and so does every other whose column and row have an even sum.
    pub fn at(self, position: Cell) -> Cell {
        let Cell { x, y, z } = position;
        match self {
            Lattice::Triangle => {
                let down = (x + y).rem_euclid(2);
                let i = (x - y - down) / 2;
                Cell { x: 3 * i + 1 + down, y: 3 * y + 1 + down, z }
            }
            _ => position,
        }
    }

    /// The column, row and layer of a cell: the inverse of [`Lattice::at`].
    pub fn position(self, cell: Cell) -> Cell {
        match self {
            Lattice::Triangle => {
                let down = cell.x.rem_euclid(3) - 1;
                let (i, j) = (cell.x.div_euclid(3), cell.y.div_euclid(3));
                Cell { x: 2 * i + j + down, y: j, z: cell.z }
            }
            _ => cell,
        }
    }

    /// Is there a cell at these coordinates?
    pub fn has(self, cell: Cell) -> bool {
        let in_layer = self.dimension() == 3 || cell.z == 0;
        let in_plane = match self {
            Lattice::Triangle => cell.x.rem_euclid(3) != 0 && cell.x.rem_euclid(3) == cell.y.rem_euclid(3),
            _ => true,
        };
        in_layer && in_plane
    }

    /// A step moves cells to cells if its coordinates are multiples of this.
    pub fn pitch(self) -> i32 {
        if self == Lattice::Triangle { 3 } else { 1 }
    }

    /// Does this step move cells to cells?
    pub fn is_translation(self, step: Cell) -> bool {
        let pitch = self.pitch();
        let in_layer = self.dimension() == 3 || step.z == 0;
        in_layer && step.x % pitch == 0 && step.y % pitch == 0
    }

    /// The cells that share a side with this one.
    pub fn neighbours(self, cell: Cell) -> Vec<Cell> {
        let steps: &[(i32, i32, i32)] = match self {
            Lattice::Square => &[(1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0)],
            Lattice::Cube => &[(1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1)],
            Lattice::Hexagon => &[(1, 0, 0), (0, 1, 0), (-1, 1, 0), (-1, 0, 0), (0, -1, 0), (1, -1, 0)],
            Lattice::Triangle => &[(1, 1, 0), (-2, 1, 0), (1, -2, 0)],
        };
        // A triangle that points down is one that points up, turned by 180 degrees.
        let sign = if self == Lattice::Triangle && cell.x.rem_euclid(3) == 2 { -1 } else { 1 };
        steps.iter().map(|&(x, y, z)| cell + Cell::space(sign * x, sign * y, sign * z)).collect()
    }

    /// The same in the order of its sides: in the plane, each lies across the side from a [corner](Lattice::corners) to the next one.
    pub fn sides(self, cell: Cell) -> Vec<Cell> {
        let mut neighbours = self.neighbours(cell);
        if self.dimension() == 2 {
            let corners = self.corners(cell);
            let side = |&other: &Cell| {
                let shared = self.corners(other);
                let is_shared = |&at: &usize| {
                    [at, (at + 1) % corners.len()].iter().all(|&at| shared.contains(&corners[at]))
                };
                (0..corners.len()).find(is_shared)
            };
            crate::sorting::by_key(&mut neighbours, side);
        }
        neighbours
    }

    /// The corners of a cell's outline within its layer, counter-clockwise, in whole units of the drawing plane.
    pub fn corners(self, cell: Cell) -> Vec<(i32, i32)> {
        let around = |(x, y): (i32, i32), steps: &[(i32, i32)]| {
            steps.iter().map(|&(dx, dy)| (x + dx, y + dy)).collect()
        };
        let Cell { x, y, .. } = cell;
        match self {
            Lattice::Square | Lattice::Cube => around((x, y), &[(0, 0), (1, 0), (1, 1), (0, 1)]),
            Lattice::Hexagon => {
                around((2 * x + y, 3 * y), &[(-1, -1), (0, -2), (1, -1), (1, 1), (0, 2), (-1, 1)])
            }
            Lattice::Triangle => {
                let (i, j) = (x.div_euclid(3), y.div_euclid(3));
                let corner = (2 * i + j, j);
                match x.rem_euclid(3) {
                    1 => around(corner, &[(0, 0), (2, 0), (1, 1)]),
                    _ => around(corner, &[(2, 0), (3, 1), (1, 1)]),
                }
            }
        }
    }

    /// The lengths of the units of the drawing plane, horizontally and vertically, if the side of a cell is 1.
    pub fn unit(self) -> (f64, f64) {
        let half_root = 3f64.sqrt() / 2.0;
        match self {
            Lattice::Square | Lattice::Cube => (1.0, 1.0),
            Lattice::Hexagon => (half_root, 0.5),
            Lattice::Triangle => (0.5, half_root),
        }
    }
}

impl fmt::Display for Lattice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn box_of_cells(lattice: Lattice) -> Vec<Cell> {
        let positions = (-4..4).flat_map(|y| (-4..4).map(move |x| Cell::plane(x, y)));
        positions.map(|position| lattice.at(position)).collect()
    }

    #[test]
    fn positions_and_cells_correspond() {
        for lattice in Lattice::ALL {
            for y in -4..4 {
                for x in -4..4 {
                    let cell = lattice.at(Cell::plane(x, y));
                    assert!(lattice.has(cell), "{lattice} {x} {y}");
                    assert_eq!(lattice.position(cell), Cell::plane(x, y), "{lattice}");
                }
            }
        }
    }

    /// Neighbours are mutual, each shares a side of the outline, and isometries and translations keep them.
    #[test]
    fn neighbours_share_sides_and_isometries_keep_them() {
        for lattice in [Lattice::Square, Lattice::Hexagon, Lattice::Triangle] {
            for cell in box_of_cells(lattice) {
                let corners = lattice.corners(cell);
                let neighbours = lattice.neighbours(cell);
                assert_eq!(neighbours.len(), corners.len());
                for &other in &neighbours {
                    assert!(lattice.has(other) && lattice.neighbours(other).contains(&cell));
                    let shared = lattice.corners(other).iter().filter(|c| corners.contains(c)).count();
                    assert_eq!(shared, 2, "{lattice} {cell:?} {other:?}");
                    for &isometry in lattice.isometries().elements() {
                        let (image, other) = (isometry.apply(cell), isometry.apply(other));
                        assert!(lattice.has(image) && lattice.neighbours(image).contains(&other));
                    }
                }
            }
        }
    }

    #[test]
    fn the_plane_lattices_have_their_groups() {
        for lattice in [Lattice::Hexagon, Lattice::Triangle] {
            let group = lattice.isometries();
            assert_eq!((group.order(), group.rotations().order(), lattice.half_turns().order()), (12, 6, 2));
            assert_eq!(group.subgroups().len(), 16);
            assert!(group.elements().iter().all(|&isometry| lattice.isometry_name(isometry).is_some()));
        }
        assert_eq!(Lattice::Cube.half_turns().order(), 4);
    }

    /// The names say what the isometries do to a picture: a reflection about an axis at an angle, a turn by one.
    #[test]
    fn names_tell_angles() {
        for (name, isometry) in HEXAGON_NAMES {
            let degrees =
                |prefix: &str| name.strip_prefix(prefix).and_then(|angle| angle.parse::<f64>().ok());
            let (turned, mirrored) = (degrees("Rot"), degrees("Refl"));
            let angle_of = |cell: Cell| {
                let (x, y) = (f64::from(cell.x), f64::from(cell.y));
                (y * 3f64.sqrt() / 2.0).atan2(x + y / 2.0).to_degrees()
            };
            let image = angle_of(isometry.apply(Cell::plane(2, 1)));
            let start = angle_of(Cell::plane(2, 1));
            let expected = match (name, turned, mirrored) {
                (_, Some(angle), _) => start + angle,
                (_, _, Some(axis)) => 2.0 * axis - start,
                ("HorizRefl", ..) => -start,
                ("VertRefl", ..) => 180.0 - start,
                _ => start,
            };
            assert!(
                ((image - expected) / 360.0).fract().abs() < 1e-9
                    || ((image - expected) / 360.0).fract().abs() > 1.0 - 1e-9,
                "{name}"
            );
        }
    }
}
