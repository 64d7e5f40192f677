//! Isometries that fix the origin: integer matrices of finite order.

use super::Cell;

/// A rotation or reflection of a lattice about the origin, as the matrix that it multiplies coordinates (x, y, z) with.
///
/// A piece may also be shifted; the placement has that part of a motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Isometry([[i8; 3]; 3]);

impl Isometry {
    /// The identity.
    pub const IDENTITY: Isometry = Isometry([[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
    /// A quarter turn of the plane, counter-clockwise: (x, y) goes to (-y, x).
    pub const ROT90: Isometry = Isometry::plane([[0, -1], [1, 0]]);
    /// A sixth of a turn, counter-clockwise, where the axes are at 60 degrees.
    pub(super) const ROT60: Isometry = Isometry::plane([[0, -1], [1, 1]]);
    /// A half turn of the plane.
    pub const ROT180: Isometry = Isometry::plane([[-1, 0], [0, -1]]);
    /// A quarter turn of the plane, clockwise.
    pub const ROT270: Isometry = Isometry::plane([[0, 1], [-1, 0]]);
    /// Exchanges left and right: the axis is vertical.
    pub const VERT_REFL: Isometry = Isometry::plane([[-1, 0], [0, 1]]);
    /// Exchanges top and bottom: the axis is horizontal.
    pub const HORIZ_REFL: Isometry = Isometry::plane([[1, 0], [0, -1]]);
    /// Exchanges x and y: the axis runs from bottom left to top right.
    pub const DIAG1_REFL: Isometry = Isometry::plane([[0, 1], [1, 0]]);
    /// The reflection about the other diagonal.
    pub const DIAG2_REFL: Isometry = Isometry::plane([[0, -1], [-1, 0]]);

    /// The isometry of space that multiplies (x, y, z) with these rows. They must be those of a lattice's isometry.
    pub(super) const fn from_rows(rows: [[i8; 3]; 3]) -> Isometry {
        Isometry(rows)
    }

    /// An isometry of the plane, which does not change z.
    pub(super) const fn plane([[a, b], [c, d]]: [[i8; 2]; 2]) -> Isometry {
        Isometry([[a, b, 0], [c, d, 0], [0, 0, 1]])
    }

    /// The isometry of the plane in layers of which each is half a step to the right and half a step up from the one below: it keeps the
    /// layers, and turns the hollows between cells as it turns cells.
    pub(super) const fn between_hollows(self) -> Isometry {
        let Isometry([[a, b, _], [c, d, _], _]) = self;
        Isometry([[a, b, (a + b - 1) / 2], [c, d, (c + d - 1) / 2], [0, 0, 1]])
    }

    /// The image of a cell.
    pub fn apply(self, cell: Cell) -> Cell {
        let [x, y, z] = self.0.map(|row| {
            let [a, b, c] = row.map(i32::from);
            a * cell.x + b * cell.y + c * cell.z
        });
        Cell { z, y, x }
    }

    /// First this one, then `next`.
    #[must_use]
    pub fn then(self, next: Isometry) -> Isometry {
        let entry = |row: usize, column: usize| (0..3).map(|k| next.0[row][k] * self.0[k][column]).sum();
        Isometry(std::array::from_fn(|row| std::array::from_fn(|column| entry(row, column))))
    }

    /// The inverse: its last power before the identity.
    #[must_use]
    pub fn inverse(self) -> Isometry {
        let powers = std::iter::successors(Some(self), |power| Some(power.then(self)));
        powers.take_while(|&power| power != Isometry::IDENTITY).last().unwrap_or(Isometry::IDENTITY)
    }

    /// Its name as a part of a motion: `half turn`, `reflection`; `shift` for the identity.
    pub fn name(self) -> &'static str {
        let powers = std::iter::successors(Some(self), |power| Some(power.then(self)));
        let order = 1 + powers.take_while(|&power| power != Isometry::IDENTITY).count();
        // The trace does not depend on the axes; that of the plane counts the height, which stays.
        let trace: i8 = (0..3).map(|place| self.0[place][place]).sum();
        match (self.is_rotation(), order, trace) {
            (true, 1, _) => "shift",
            (true, 2, _) => "half turn",
            (true, 3, _) => "third of a turn",
            (true, 4, _) => "quarter turn",
            (true, ..) => "sixth of a turn",
            (false, 2, 1) => "reflection",
            (false, 2, _) => "point reflection",
            (false, ..) => "turn with reflection",
        }
    }

    /// Is it a rotation, which can be done with a solid piece? Otherwise it is a reflection.
    pub fn is_rotation(self) -> bool {
        let [[a, b, c], [d, e, f], [g, h, i]] = self.0;
        a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_compose_and_undo() {
        assert_eq!(Isometry::ROT90.then(Isometry::ROT90), Isometry::ROT180);
        assert_eq!(Isometry::ROT90.inverse(), Isometry::ROT270);
        assert_eq!(Isometry::IDENTITY.inverse(), Isometry::IDENTITY);
        assert_eq!(Isometry::ROT90.apply(Cell::plane(1, 0)), Cell::plane(0, 1));
        assert_eq!(Isometry::DIAG1_REFL.apply(Cell::plane(3, 5)), Cell::plane(5, 3));
        assert!(Isometry::ROT270.is_rotation() && !Isometry::DIAG2_REFL.is_rotation());
    }

    /// The groups of the lattices, by their names: as in any book on crystals.
    #[test]
    fn names() {
        use super::super::Lattice;
        use std::collections::BTreeMap;
        let of = |lattice: Lattice| {
            let mut names: BTreeMap<&str, usize> = BTreeMap::new();
            for isometry in lattice.isometries().elements() {
                *names.entry(isometry.name()).or_default() += 1;
            }
            names.into_iter().collect::<Vec<_>>()
        };
        let square = [("half turn", 1), ("quarter turn", 2), ("reflection", 4), ("shift", 1)];
        assert_eq!(of(Lattice::Square), square);
        let hexagon = [
            ("half turn", 1),
            ("reflection", 6),
            ("shift", 1),
            ("sixth of a turn", 2),
            ("third of a turn", 2),
        ];
        assert_eq!(of(Lattice::Hexagon), hexagon);
        let cube = [
            ("half turn", 9),
            ("point reflection", 1),
            ("quarter turn", 6),
            ("reflection", 9),
            ("shift", 1),
            ("third of a turn", 8),
            ("turn with reflection", 14),
        ];
        assert_eq!(of(Lattice::Cube), cube);
    }

    #[test]
    fn then_applies_the_left_one_first() {
        let both = Isometry::ROT90.then(Isometry::VERT_REFL);
        let cell = Cell::plane(2, 1);
        assert_eq!(both.apply(cell), Isometry::VERT_REFL.apply(Isometry::ROT90.apply(cell)));
        assert_eq!(both, Isometry::DIAG1_REFL);
    }
}
