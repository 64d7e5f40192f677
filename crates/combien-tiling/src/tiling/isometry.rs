//! Isometries, up to the translations of a lattice: integer matrices of finite order, and what lies between.

use super::Cell;

/// A rotation or reflection of a lattice about the origin, as the matrix that it multiplies coordinates (x,
/// y, z) with.
///
/// A piece may also be shifted; the placement has that part of a motion. Only a lattice of one's own may have
/// isometries that fix no cell and no corner, such as glide reflections: these also lead a part of a unit
/// further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Isometry {
    rows: [[i8; 3]; 3],
    /// How far it leads further, less than a unit in each direction.
    glide: (i32, i32),
    /// The length of a unit; 0 if it does not lead further.
    pitch: i32,
}

/// An isometry and its name.
pub(super) type Named = (&'static str, Isometry);

impl Isometry {
    /// The identity.
    pub const IDENTITY: Isometry = Isometry::from_rows([[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
    /// A quarter turn of the plane, counter-clockwise: (x, y) goes to (-y, x).
    pub(crate) const ROT90: Isometry = Isometry::plane([[0, -1], [1, 0]]);
    /// A sixth of a turn, counter-clockwise, where the axes are at 60 degrees.
    pub(super) const ROT60: Isometry = Isometry::plane([[0, -1], [1, 1]]);
    /// A half turn of the plane.
    pub(crate) const ROT180: Isometry = Isometry::plane([[-1, 0], [0, -1]]);
    /// A quarter turn of the plane, clockwise.
    pub(crate) const ROT270: Isometry = Isometry::plane([[0, 1], [-1, 0]]);
    /// Exchanges left and right: the axis is vertical.
    pub(crate) const VERT_REFL: Isometry = Isometry::plane([[-1, 0], [0, 1]]);
    /// Exchanges top and bottom: the axis is horizontal.
    pub(crate) const HORIZ_REFL: Isometry = Isometry::plane([[1, 0], [0, -1]]);
    /// Exchanges x and y: the axis runs from bottom left to top right.
    pub(crate) const DIAG1_REFL: Isometry = Isometry::plane([[0, 1], [1, 0]]);
    /// The reflection about the other diagonal.
    pub(crate) const DIAG2_REFL: Isometry = Isometry::plane([[0, -1], [-1, 0]]);

    /// The isometry of space that multiplies (x, y, z) with these rows. They must be those of a lattice's
    /// isometry.
    pub(super) const fn from_rows(rows: [[i8; 3]; 3]) -> Isometry {
        Isometry { rows, glide: (0, 0), pitch: 0 }
    }

    /// This isometry, followed by this shift; a unit has the length `pitch`.
    pub(super) fn gliding(self, (x, y): (i32, i32), pitch: i32) -> Isometry {
        let glide = (x.rem_euclid(pitch), y.rem_euclid(pitch));
        let pitch = if glide == (0, 0) { 0 } else { pitch };
        Isometry { glide, pitch, ..self }
    }

    /// An isometry of the plane, which does not change z.
    pub(super) const fn plane([[a, b], [c, d]]: [[i8; 2]; 2]) -> Isometry {
        Isometry::from_rows([[a, b, 0], [c, d, 0], [0, 0, 1]])
    }

    /// The isometry of the plane in layers of which each is half a step to the right and half a step up from
    /// the one below: it keeps the layers, and turns the hollows between cells as it turns cells.
    pub(super) const fn between_hollows(self) -> Isometry {
        let [[a, b, _], [c, d, _], _] = self.rows;
        Isometry::from_rows([[a, b, (a + b - 1) / 2], [c, d, (c + d - 1) / 2], [0, 0, 1]])
    }

    /// The image of a cell.
    pub fn apply(self, cell: Cell) -> Cell {
        let (x, y) = self.glide;
        self.turn(cell) + Cell::plane(x, y)
    }

    /// The image of a step: that of one cell less that of another one.
    pub(crate) fn turn(self, step: Cell) -> Cell {
        let [x, y, z] = self.rows.map(|row| {
            let [a, b, c] = row.map(i32::from);
            a * step.x + b * step.y + c * step.z
        });
        Cell { z, y, x }
    }

    /// The cell whose image this is.
    pub(super) fn undo(self, image: Cell) -> Cell {
        let (x, y) = self.glide;
        self.inverse().turn(image - Cell::plane(x, y))
    }

    /// First this one, then `next`, up to translations.
    #[must_use]
    pub fn then(self, next: Isometry) -> Isometry {
        let entry =
            |row: usize, column: usize| (0..3).map(|k| next.rows[row][k] * self.rows[k][column]).sum();
        let turned =
            Isometry::from_rows(std::array::from_fn(|row| std::array::from_fn(|column| entry(row, column))));
        match self.pitch.max(next.pitch) {
            0 => turned,
            pitch => {
                let Cell { x, y, .. } = next.apply(self.apply(Cell::default()));
                turned.gliding((x, y), pitch)
            }
        }
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
        let trace: i8 = (0..3).map(|place| self.rows[place][place]).sum();
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
    pub(crate) fn is_rotation(self) -> bool {
        let [[a, b, c], [d, e, f], [g, h, i]] = self.rows;
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
        let of = |lattice: &Lattice| {
            let mut names: BTreeMap<&str, usize> = BTreeMap::new();
            for isometry in lattice.isometries().elements() {
                *names.entry(isometry.name()).or_default() += 1;
            }
            names.into_iter().collect::<Vec<_>>()
        };
        let square = [("half turn", 1), ("quarter turn", 2), ("reflection", 4), ("shift", 1)];
        assert_eq!(of(Lattice::square()), square);
        let hexagon = [
            ("half turn", 1),
            ("reflection", 6),
            ("shift", 1),
            ("sixth of a turn", 2),
            ("third of a turn", 2),
        ];
        assert_eq!(of(Lattice::hexagon()), hexagon);
        let cube = [
            ("half turn", 9),
            ("point reflection", 1),
            ("quarter turn", 6),
            ("reflection", 9),
            ("shift", 1),
            ("third of a turn", 8),
            ("turn with reflection", 14),
        ];
        assert_eq!(of(Lattice::cube()), cube);
    }

    #[test]
    fn then_applies_the_left_one_first() {
        let both = Isometry::ROT90.then(Isometry::VERT_REFL);
        let cell = Cell::plane(2, 1);
        assert_eq!(both.apply(cell), Isometry::VERT_REFL.apply(Isometry::ROT90.apply(cell)));
        assert_eq!(both, Isometry::DIAG1_REFL);
    }
}
