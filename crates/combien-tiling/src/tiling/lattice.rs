//! Lattices: their isometries, and the shapes of their cells. A lattice is a value, so that no other code is
//! needed twice.

use std::fmt;

use super::custom::{Axes, CustomLattice};
use super::unit::Unit;
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
    /// Spheres of one size in closest packing: layers of squares, each in the hollows of the one below. The next layer up is half a
    /// sphere further right and half a sphere further up.
    Sphere,
    /// Quarters of squares, cut by both diagonals: two that share a short side are half a square, of which polyaboloes are
    /// made. In a frame a square takes two columns and two rows: the left and the bottom quarter below, the top and the right one above.
    Quarter,
    /// Kites: hexagons cut from the middle of each side to that of the opposite one. In a frame a hexagon takes three columns and two
    /// rows, and the next hexagon up is half a hexagon to the right.
    Kite,
    /// Sides of squares, from corner to corner. In a frame a corner takes two columns: the stick to its right, then the one up. Pieces
    /// may share a corner, but not cross there.
    Stick,
    /// A lattice of one's own: see [`Tessellation`](super::Tessellation).
    Custom(CustomLattice),
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
    ("Rot60", Isometry::ROT60),
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

/// The isometries of closest packing that keep layers: those of the square, which also turn the step from a layer to the next.
const SPHERE_NAMES: [(&str, Isometry); 8] = {
    let mut names = SQUARE_NAMES;
    let mut at = 0;
    while at < names.len() {
        names[at].1 = names[at].1.between_hollows();
        at += 1;
    }
    names
};

impl Lattice {
    /// All lattices but those of one's own.
    pub const ALL: [Lattice; 8] = [
        Lattice::Square,
        Lattice::Cube,
        Lattice::Hexagon,
        Lattice::Triangle,
        Lattice::Sphere,
        Lattice::Quarter,
        Lattice::Kite,
        Lattice::Stick,
    ];

    /// The name of its cells.
    pub fn name(self) -> &'static str {
        match self {
            Lattice::Square => "square",
            Lattice::Cube => "cube",
            Lattice::Hexagon => "hexagon",
            Lattice::Triangle => "triangle",
            Lattice::Sphere => "sphere",
            Lattice::Quarter => "quarter",
            Lattice::Kite => "kite",
            Lattice::Stick => "stick",
            Lattice::Custom(custom) => &custom.tessellation().name,
        }
    }

    /// Do isometries move coordinates as those of hexagons do?
    pub(super) fn has_axes_at_60_degrees(self) -> bool {
        match self {
            Lattice::Custom(custom) => custom.tessellation().axes == Axes::Hexagon,
            _ => matches!(self, Lattice::Hexagon | Lattice::Triangle | Lattice::Kite),
        }
    }

    /// Do cells lie side to side, so that their corners and the lines between them have a meaning?
    pub fn is_tiled(self) -> bool {
        self.dimension() == 2 && self != Lattice::Stick
    }

    /// How many coordinates vary.
    pub fn dimension(self) -> usize {
        match self {
            Lattice::Cube | Lattice::Sphere => 3,
            _ => 2,
        }
    }

    /// All isometries that fix the origin: 8 of the square, 48 of the cube and of spheres, 12 of the hexagon and of the triangle. Those
    /// of the triangle fix a corner, not a center; those of quarters, kites and sticks fix the middle of a square, of a hexagon, a corner.
    /// A lattice of one's own has its motions.
    pub fn isometries(self) -> Group {
        match self {
            Lattice::Square | Lattice::Quarter | Lattice::Stick => {
                Group::generated_by(&[Isometry::ROT90, Isometry::VERT_REFL])
            }
            Lattice::Sphere => {
                let roll = Isometry::from_rows([[0, -1, 0], [1, 0, 1], [-1, 1, 0]]);
                Group::generated_by(&[SPHERE_NAMES[1].1, SPHERE_NAMES[4].1, roll])
            }
            Lattice::Cube => {
                let roll = Isometry::from_rows([[0, 0, 1], [1, 0, 0], [0, 1, 0]]);
                Group::generated_by(&[Isometry::ROT90, Isometry::VERT_REFL, roll])
            }
            Lattice::Hexagon | Lattice::Triangle | Lattice::Kite => {
                Group::generated_by(&HEXAGON_NAMES.map(|(_, isometry)| isometry))
            }
            Lattice::Custom(custom) => {
                let motions: Vec<Isometry> = custom.motions().iter().map(|&(_, motion)| motion).collect();
                Group::generated_by(&motions)
            }
        }
    }

    /// The turns by 180 degrees: about the center in the plane, about each axis in space.
    pub fn half_turns(self) -> Group {
        let about_x = Isometry::from_rows([[1, 0, 0], [0, -1, 0], [0, 0, -1]]);
        match self {
            Lattice::Cube => Group::generated_by(&[Isometry::ROT180, about_x]),
            Lattice::Sphere => {
                let about_a_row = Isometry::from_rows([[1, 0, 1], [0, -1, 0], [0, 0, -1]]);
                Group::generated_by(&[SPHERE_NAMES[2].1, about_a_row])
            }
            // The center of a half turn of one's own lattice may be anywhere, or there may be none.
            _ => Group::generated_by(self.isometry_by_name("Rot180").as_slice()),
        }
    }

    /// The isometries that have names, in the usual order. In space, those that keep layers.
    pub fn named_isometries(self) -> &'static [(&'static str, Isometry)] {
        match self {
            Lattice::Square | Lattice::Cube | Lattice::Quarter | Lattice::Stick => &SQUARE_NAMES,
            Lattice::Hexagon | Lattice::Triangle | Lattice::Kite => &HEXAGON_NAMES,
            Lattice::Sphere => &SPHERE_NAMES,
            Lattice::Custom(custom) => custom.motions(),
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

    /// The greatest column and row that have cells of their own, on both sides of the origin: beyond them, coordinates of cells would
    /// overflow when they are turned or added. No frame is that large.
    pub fn reach(self) -> (i32, i32) {
        match self {
            Lattice::Square | Lattice::Cube | Lattice::Hexagon | Lattice::Sphere => (i32::MAX, i32::MAX),
            _ => {
                let (columns, rows) = self.block();
                let units = i32::MAX / 4 / self.pitch();
                (units.saturating_mul(columns as i32), units.saturating_mul(rows as i32))
            }
        }
    }

    /// The cell in a column, row and layer of a frame. In a row of triangles each is a column of its own; the one at
    /// (0, 0) points up, and so does every other whose column and row have an even sum. A column or row beyond [reach](Lattice::reach) counts as
    /// the last one within it.
    pub fn at(self, position: Cell) -> Cell {
        let (columns, rows) = self.reach();
        let position =
            Cell { x: position.x.clamp(-columns, columns), y: position.y.clamp(-rows, rows), ..position };
        let Cell { x, y, z } = position;
        match self {
            Lattice::Triangle => {
                let down = (x + y).rem_euclid(2);
                let i = (x - y - down) / 2;
                Cell { x: 3 * i + 1 + down, y: 3 * y + 1 + down, z }
            }
            _ => Unit::of(self).map_or(position, |unit| unit.at(position)),
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
            _ => Unit::of(self).map_or(cell, |unit| unit.position(cell)),
        }
    }

    /// The first position at or before this one that a frame can begin with, so that the cells of the frame are of the same kinds as
    /// those of a frame that begins at (0, 0): among triangles one that points up, elsewhere the first of a unit.
    pub fn frame_corner(self, position: Cell) -> Cell {
        let Cell { x, y, z } = position;
        match (self, Unit::of(self)) {
            (Lattice::Triangle, _) => Cell { x: x - (x + y).rem_euclid(2), y, z },
            (_, Some(Unit { block: (columns, rows), .. })) => {
                Cell { x: x - x.rem_euclid(*columns), y: y - y.rem_euclid(*rows), z }
            }
            _ => position,
        }
    }

    /// The lattice whose cells are cut into those of this one: squares into quarters, hexagons into kites.
    pub fn cut_from(self) -> Option<Lattice> {
        match self {
            Lattice::Quarter => Some(Lattice::Square),
            Lattice::Kite => Some(Lattice::Hexagon),
            _ => None,
        }
    }

    /// How many columns and rows of a frame a unit takes: a square of quarters two and two, a hexagon of kites three and two, a corner of
    /// sticks two and one; elsewhere each cell has a position for itself.
    pub fn block(self) -> (u32, u32) {
        Unit::of(self).map_or((1, 1), |unit| (unit.block.0 as u32, unit.block.1 as u32))
    }

    /// One cell of each kind: every other is a translate of one of these.
    pub fn kinds(self) -> Vec<Cell> {
        let (columns, rows) = match (self, Unit::of(self)) {
            (Lattice::Triangle, _) => (2, 1),
            (_, Some(unit)) => unit.block,
            _ => (1, 1),
        };
        let positions = (0..rows).flat_map(|y| (0..columns).map(move |x| Cell::plane(x, y)));
        positions.map(|position| self.at(position)).collect()
    }

    /// Is there a cell at these coordinates?
    pub fn has(self, cell: Cell) -> bool {
        let in_layer = self.dimension() == 3 || cell.z == 0;
        let in_plane = match self {
            Lattice::Triangle => cell.x.rem_euclid(3) != 0 && cell.x.rem_euclid(3) == cell.y.rem_euclid(3),
            _ => Unit::of(self).is_none_or(|unit| unit.place(cell).is_some()),
        };
        in_layer && in_plane
    }

    /// A step moves cells to cells if its coordinates are multiples of this.
    pub fn pitch(self) -> i32 {
        match self {
            Lattice::Triangle => 3,
            _ => Unit::of(self).map_or(1, |unit| unit.pitch),
        }
    }

    /// Does this step move cells to cells?
    pub fn is_translation(self, step: Cell) -> bool {
        let pitch = self.pitch();
        let in_layer = self.dimension() == 3 || step.z == 0;
        in_layer && step.x % pitch == 0 && step.y % pitch == 0
    }

    /// The cells that share a side with this one; of spheres those that touch it, of sticks those that share an end.
    pub fn neighbours(self, cell: Cell) -> Vec<Cell> {
        let steps: &[(i32, i32, i32)] = match self {
            Lattice::Square => &[(1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0)],
            Lattice::Cube => &[(1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1)],
            Lattice::Hexagon => &[(1, 0, 0), (0, 1, 0), (-1, 1, 0), (-1, 0, 0), (0, -1, 0), (1, -1, 0)],
            Lattice::Triangle => &[(1, 1, 0), (-2, 1, 0), (1, -2, 0)],
            Lattice::Sphere => &[
                (1, 0, 0),
                (0, 1, 0),
                (-1, 0, 0),
                (0, -1, 0),
                (0, 0, 1),
                (-1, 0, 1),
                (0, -1, 1),
                (-1, -1, 1),
                (0, 0, -1),
                (1, 0, -1),
                (0, 1, -1),
                (1, 1, -1),
            ],
            Lattice::Quarter | Lattice::Kite | Lattice::Stick | Lattice::Custom(_) => {
                return Unit::of(self).map_or_else(Vec::new, |unit| unit.neighbours(cell));
            }
        };
        // A triangle that points down is one that points up, turned by 180 degrees.
        let sign = if self == Lattice::Triangle && cell.x.rem_euclid(3) == 2 { -1 } else { 1 };
        steps.iter().map(|&(x, y, z)| cell + Cell::space(sign * x, sign * y, sign * z)).collect()
    }

    /// The same in the order of its sides: in the plane, each lies across the side from a [corner](Lattice::corners) to the next one.
    pub fn sides(self, cell: Cell) -> Vec<Cell> {
        let mut neighbours = self.neighbours(cell);
        if self.is_tiled() {
            let corners = self.corners(cell);
            let side = |&other: &Cell| {
                let shared = self.corners(other);
                let is_shared = |&at: &usize| {
                    [at, (at + 1) % corners.len()].iter().all(|&at| shared.contains(&corners[at]))
                };
                (0..corners.len()).find(is_shared)
            };
            neighbours.sort_by_key(side);
        }
        neighbours
    }

    /// For each end of a stick, the corner there and the stick that goes straight on behind it. Of all other cells nothing.
    pub(super) fn straight_on(self, cell: Cell) -> Vec<(Cell, Cell)> {
        if self != Lattice::Stick {
            return vec![];
        }
        let half = if cell.x.rem_euclid(2) == 1 { Cell::plane(1, 0) } else { Cell::plane(0, 1) };
        [half, -half].map(|half| (cell + half, cell + half + half)).to_vec()
    }

    /// The corners of a cell's outline within its layer, counter-clockwise, in whole units of the drawing plane.
    pub fn corners(self, cell: Cell) -> Vec<(i32, i32)> {
        let around = |(x, y): (i32, i32), steps: &[(i32, i32)]| {
            steps.iter().map(|&(dx, dy)| (x + dx, y + dy)).collect()
        };
        let Cell { x, y, z } = cell;
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
            // Seen from above, a circle in sixteen steps.
            Lattice::Sphere => around((40 * x + 20 * z, 40 * y + 20 * z), &CIRCLE),
            Lattice::Quarter | Lattice::Stick => {
                Unit::of(self).map_or_else(Vec::new, |unit| unit.corners(cell))
            }
            Lattice::Kite => {
                let corners = Unit::of(self).map_or_else(Vec::new, |unit| unit.corners(cell));
                corners.into_iter().map(|(x, y)| (2 * x + y, y)).collect()
            }
            Lattice::Custom(custom) => {
                custom.unit().corners(cell).into_iter().map(|corner| custom.drawn(corner)).collect()
            }
        }
    }

    /// The lengths of the units of the drawing plane, horizontally and vertically, if the side of a cell is 1: of a quarter the
    /// longest side, of a kite a long one, of a sphere the diameter; of a lattice of one's own the mean.
    pub fn unit(self) -> (f64, f64) {
        let half_root = 3f64.sqrt() / 2.0;
        match self {
            Lattice::Square | Lattice::Cube => (1.0, 1.0),
            Lattice::Hexagon => (half_root, 0.5),
            Lattice::Triangle => (0.5, half_root),
            Lattice::Sphere => (0.025, 0.025),
            Lattice::Quarter => (0.25, 0.25),
            Lattice::Kite => (1.0 / 6.0, half_root / 3.0),
            Lattice::Stick => (0.05, 0.05),
            Lattice::Custom(custom) => custom.drawing_unit(),
        }
    }

    /// The area that a cell takes in a layer, if its side is 1; of a stick that of half a square; of a lattice of one's own the mean.
    pub fn area(self) -> f64 {
        let root = 3f64.sqrt();
        match self {
            Lattice::Square | Lattice::Cube | Lattice::Sphere => 1.0,
            Lattice::Hexagon => 1.5 * root,
            Lattice::Triangle => 0.25 * root,
            Lattice::Quarter => 0.25,
            Lattice::Kite => root / 3.0,
            Lattice::Stick => 0.5,
            Lattice::Custom(custom) => custom.mean_area(),
        }
    }
}

/// A circle of diameter 40.
const CIRCLE: [(i32, i32); 16] = [
    (20, 0),
    (18, 8),
    (14, 14),
    (8, 18),
    (0, 20),
    (-8, 18),
    (-14, 14),
    (-18, 8),
    (-20, 0),
    (-18, -8),
    (-14, -14),
    (-8, -18),
    (0, -20),
    (8, -18),
    (14, -14),
    (18, -8),
];

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

    /// Far positions have far cells, whose images and neighbours do not overflow.
    #[test]
    fn far_positions_stay_far() {
        for lattice in Lattice::ALL.into_iter().filter(|lattice| lattice.reach().0 < i32::MAX) {
            for (x, y) in [(i32::MAX, 0), (i32::MIN, i32::MAX), (i32::MIN, i32::MIN), (2_147_483_646, 1)] {
                let cell = lattice.at(Cell::plane(x, y));
                assert!(lattice.has(cell), "{lattice} {x} {y}");
                for &isometry in lattice.isometries().elements() {
                    let image = isometry.apply(cell);
                    let far = [image.x, image.y].into_iter().map(i32::unsigned_abs).max();
                    assert!(far > Some(1 << 26) && !lattice.neighbours(image).is_empty());
                }
            }
        }
    }

    /// Neighbours are mutual, each shares a side of the outline, and isometries and translations keep them.
    #[test]
    fn neighbours_share_sides_and_isometries_keep_them() {
        for lattice in Lattice::ALL.into_iter().filter(|lattice| lattice.is_tiled()) {
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
        for lattice in [Lattice::Hexagon, Lattice::Triangle, Lattice::Kite] {
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
