//! Boards that close on themselves: cylinders, tori and surfaces that turn pieces over, given by the motions
//! that lead from a cell back to itself.

use super::{Cell, Isometry, Lattice, Motion, Size};

/// The longest step, in each coordinate. Products of three stay within 64 bits.
const LONGEST: i32 = 1 << 20;

/// Why a board cannot close in this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WrapError {
    /// A step that does not move cells to cells.
    NoTranslation(Cell),
    /// A step that is too long in some coordinate.
    TooLong(Cell),
    /// A surface that needs a mirror image of the lattice where there is none.
    NoMirror(Surface),
    /// A surface, and how many steps it closes by.
    Steps(Surface, usize),
}

combien::errors!(WrapError {
    NoTranslation(_) => "this step does not lead from cells to cells of the same kind";
    TooLong(_) => "this step is too long: {LONGEST} is the most";
    NoMirror(_) => "no mirror image of these cells lies so that the board could close";
    Steps(surface, number) => "`{}` closes by {}", surface.name(), combien::diagnostic::counted(*number, "step");
});

/// What a board is when it has closed on itself.
///
/// A mirrored side turns pieces over: a piece that goes through it comes back as its mirror image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Surface {
    /// Left to right.
    Cylinder,
    /// In each direction.
    Torus,
    /// Left to right, upside down.
    Moebius,
    /// Left to right, upside down, and bottom to top.
    Klein,
    /// Left to right, upside down, and bottom to top, mirrored from left to right: each point of the border
    /// is the one opposite. Around two of its points there are only two squares.
    Projective,
}

impl Surface {
    /// All of them.
    #[doc(hidden)]
    pub const ALL: [Surface; 5] =
        [Surface::Cylinder, Surface::Torus, Surface::Moebius, Surface::Klein, Surface::Projective];

    /// Its name, and the reflection in each of its steps; a torus has as many as the lattice has dimensions.
    fn row(self) -> (&'static str, &'static [Option<&'static str>]) {
        match self {
            Surface::Cylinder => ("cylinder", &[None]),
            Surface::Torus => ("torus", &[None, None, None]),
            Surface::Moebius => ("moebius", &[Some("HorizRefl")]),
            Surface::Klein => ("klein", &[Some("HorizRefl"), None]),
            Surface::Projective => ("projective", &[Some("HorizRefl"), Some("VertRefl")]),
        }
    }

    /// Its name in the tiling language.
    #[doc(hidden)]
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// The surface of that name.
    #[doc(hidden)]
    pub fn by_name(name: &str) -> Option<Surface> {
        Surface::ALL.into_iter().find(|surface| surface.name() == name)
    }

    /// Where the first cell of a frame comes to lie again, for each step, if the frame closes so. `None` if it
    /// does not, because the lattice has no such mirror image.
    #[doc(hidden)]
    pub fn around(self, lattice: &Lattice, size: Size) -> Option<Vec<Cell>> {
        let steps = Wrap::around(lattice, size).into_iter().zip(self.row().1.iter().copied());
        let (width, height) = (size.width as i32, size.height as i32);
        let (columns, rows) = lattice.block();
        let step = |(plain, mirror): (Cell, Option<&str>)| {
            let Some(mirror) = mirror else { return Some(plain) };
            // Upside down, two steps lead over two frames. Rows may lean, so columns are tried.
            let is_level = mirror == "HorizRefl";
            let is_right = |motion: Motion| {
                let twice = lattice.at(plain + plain) - lattice.at(Cell::default());
                !is_level || motion.then(motion).shift == twice
            };
            let (from, across) = if is_level {
                (Cell::plane(width - height, height - rows as i32), 2 * height + columns as i32)
            } else {
                (Cell::plane(width - columns as i32, height), columns as i32)
            };
            let mut positions =
                (0..rows as i32).flat_map(|y| (0..across).map(move |x| from + Cell::plane(x, y)));
            positions.find(|&at| mirrored(lattice, mirror, at).is_some_and(is_right))
        };
        steps.map(step).collect()
    }
}

/// The mirror image that leads from the first position of a frame to this one, if it moves cells to cells.
fn mirrored(lattice: &Lattice, mirror: &str, position: Cell) -> Option<Motion> {
    let isometry = lattice.isometry_by_name(mirror)?;
    let shift = lattice.at(position) - isometry.apply(lattice.at(Cell::default()));
    lattice.is_translation(shift).then_some(Motion { isometry, shift })
}

/// The steps that lead back to the same cell: sums and differences of a few *periods*.
///
/// The periods are kept in Hermite normal form: each has a pivot, a coordinate in which it is positive and in
/// which those after it are 0; z comes first, then y, then x. So each cell has one *representative*, whose
/// pivot coordinates are at least 0 and less than the pivots.
///
/// On a surface that turns pieces over there are motions, too, that lead back: all of them are one of a few
/// *turns*, followed by such a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wrap {
    periods: Vec<Period>,
    /// One motion for each isometry but the identity; its step is as short as that of a representative.
    turns: Vec<Motion>,
    /// How it was said, if there are turns, and where the first cell of the frame comes to lie.
    said: Option<(Surface, Vec<Cell>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Period {
    pivot: usize,
    /// z, y, x.
    step: [i64; 3],
}

impl Wrap {
    /// Only the zero step leads back.
    pub const NONE: Wrap = Wrap { periods: vec![], turns: vec![], said: None };

    /// The wrap with these periods. They may depend on each other.
    pub fn new(lattice: &Lattice, periods: &[Cell]) -> Result<Wrap, WrapError> {
        for &period in periods {
            if !lattice.is_translation(period) {
                return Err(WrapError::NoTranslation(period));
            }
        }
        check(periods)?;
        let mut steps: Vec<[i64; 3]> = periods.iter().map(|&period| coordinates(period)).collect();
        let mut wrap = Wrap::NONE;
        for pivot in 0..3 {
            if let Some(step) = eliminate(&mut steps, pivot) {
                wrap.periods.push(Period { pivot, step });
            }
        }
        Ok(wrap)
    }

    /// The wrap whose periods lead from the first position of a frame to these: to another column, row and
    /// layer.
    pub fn over(lattice: &Lattice, positions: &[Cell]) -> Result<Wrap, WrapError> {
        // Checked before they are turned into steps, because products of long ones would overflow.
        check(positions)?;
        let first = lattice.at(Cell::default());
        let periods: Vec<Cell> = positions.iter().map(|&position| lattice.at(position) - first).collect();
        Wrap::new(lattice, &periods)
    }

    /// The wrap that makes a frame this surface, where its first cell comes to lie at these positions, mirrored
    /// if the surface says so.
    pub fn on(surface: Surface, lattice: &Lattice, positions: &[Cell]) -> Result<Wrap, WrapError> {
        let mirrors = surface.row().1;
        if mirrors.iter().all(Option::is_none) {
            return Wrap::over(lattice, positions);
        }
        if positions.len() != mirrors.len() {
            return Err(WrapError::Steps(surface, mirrors.len()));
        }
        check(positions)?;
        let motion = |(&position, mirror): (&Cell, Option<&str>)| {
            if let Some(mirror) = mirror {
                return mirrored(lattice, mirror, position).ok_or(WrapError::NoMirror(surface));
            }
            let shift = lattice.at(position) - lattice.at(Cell::default());
            Ok(Motion { isometry: Isometry::IDENTITY, shift })
        };
        let motions =
            positions.iter().zip(mirrors.iter().copied()).map(motion).collect::<Result<Vec<_>, _>>()?;
        let wrap = Wrap::generated(lattice, &motions)?;
        Ok(Wrap { said: Some((surface, positions.to_vec())), ..wrap })
    }

    /// All motions that are products of these.
    fn generated(lattice: &Lattice, motions: &[Motion]) -> Result<Wrap, WrapError> {
        let mut turns = vec![Motion::IDENTITY];
        // Schreier's lemma: what is left of each product generates the steps.
        let (mut at, mut steps) = (0, vec![]);
        while at < turns.len() {
            for &motion in motions {
                let product = turns[at].then(motion);
                match turns.iter().find(|turn| turn.isometry == product.isometry) {
                    Some(turn) => steps.push(product.shift - turn.shift),
                    None => turns.push(product),
                }
            }
            at += 1;
        }
        let wrap = Wrap::new(lattice, &steps)?;
        let turns = turns[1..].iter().map(|turn| Motion { shift: wrap.nearest(turn.shift), ..*turn });
        Ok(Wrap { turns: turns.collect(), ..wrap })
    }

    /// The positions that lead around a frame: over its columns, its rows and, in space, its layers. A torus
    /// closes over all of them, a cylinder over the first.
    pub fn around(lattice: &Lattice, size: Size) -> Vec<Cell> {
        let Size { width, height, depth } = size;
        let all = [
            Cell::space(width as i32, 0, 0),
            Cell::space(0, height as i32, 0),
            Cell::space(0, 0, depth as i32),
        ];
        all[..lattice.dimension()].to_vec()
    }

    /// Does the board not close at all?
    #[doc(hidden)]
    pub fn is_none(&self) -> bool {
        self.periods.is_empty()
    }

    /// Its periods, in normal form: all steps that lead back are sums and differences of these.
    #[doc(hidden)]
    pub fn steps(&self) -> impl Iterator<Item = Cell> {
        self.periods.iter().map(|&Period { step: [z, y, x], .. }| Cell {
            z: z as i32,
            y: y as i32,
            x: x as i32,
        })
    }

    /// Does it turn pieces over?
    pub(crate) fn is_twisted(&self) -> bool {
        !self.turns.is_empty()
    }

    /// The motions, up to steps, that lead back; the identity first.
    pub(crate) fn turns(&self) -> impl Iterator<Item = Motion> + '_ {
        std::iter::once(Motion::IDENTITY).chain(self.turns.iter().copied())
    }

    /// What the board becomes, and where the first cell of a frame that begins with this cell comes to lie.
    /// `None` if it closes by steps alone, and does not turn over.
    #[doc(hidden)]
    pub fn surface(&self, lattice: &Lattice, low: Cell) -> Option<(Surface, Vec<Cell>)> {
        let (surface, positions) = self.said.as_ref()?;
        let moved = |(&position, mirror): (&Cell, Option<&str>)| {
            let Some(mirror) = mirror else { return Some(position) };
            let first = lattice.at(low);
            Some(lattice.position(mirrored(lattice, mirror, position)?.apply(first)) - low)
        };
        Some((
            *surface,
            positions.iter().zip(surface.row().1.iter().copied()).map(moved).collect::<Option<_>>()?,
        ))
    }

    /// In how many directions it closes: 1 for a cylinder, 2 for a torus.
    #[doc(hidden)]
    pub fn rank(&self) -> usize {
        self.periods.len()
    }

    /// Does an isometry map steps that lead back to such steps?
    pub(crate) fn is_kept_by(&self, isometry: Isometry) -> bool {
        self.steps().all(|step| self.nearest(isometry.turn(step)) == Cell::default())
    }

    /// Does a motion map what leads back to what leads back?
    pub(crate) fn is_kept_by_motion(&self, motion: Motion) -> bool {
        let origin = motion.apply(Cell::default());
        // m g = g' m for some g' that leads back: it maps the image of a cell to that of g's.
        self.turns.iter().all(|&turn| {
            let (isometry, image) = (motion.isometry, motion.apply(turn.apply(Cell::default())));
            self.turns.iter().any(|other| {
                isometry.then(other.isometry) == turn.isometry.then(isometry)
                    && self.nearest(other.apply(origin) - image) == Cell::default()
            })
        })
    }

    /// The first of all motions that differ from this one by what leads back, the identity before all others.
    pub(crate) fn nearest_motion(&self, motion: Motion) -> Motion {
        let same = self.turns().map(|turn| {
            let Motion { isometry, shift } = motion.then(turn);
            Motion { isometry, shift: self.nearest(shift) }
        });
        let key = |motion: &Motion| (*motion != Motion::IDENTITY, motion.isometry, motion.shift);
        same.min_by_key(key).unwrap_or(motion)
    }

    /// The representative of this cell and all that are the same.
    #[must_use]
    pub(crate) fn representative(&self, cell: Cell) -> Cell {
        if self.turns.is_empty() { self.nearest(cell) } else { self.settled(cell).0 }
    }

    /// The representative, and the isometry of the motion that leads there.
    pub(crate) fn settled(&self, cell: Cell) -> (Cell, Isometry) {
        let images = self.turns().map(|turn| (self.nearest(turn.apply(cell)), turn.isometry));
        images.min().unwrap_or((cell, Isometry::IDENTITY))
    }

    /// The isometry of the motion that leads from a cell to another one that is the same.
    pub(crate) fn between(&self, cell: Cell, other: Cell) -> Isometry {
        self.settled(cell).1.then(self.settled(other).1.inverse())
    }

    /// The cell that steps lead to within the pivots.
    pub(crate) fn nearest(&self, cell: Cell) -> Cell {
        let mut at = coordinates(cell);
        for &Period { pivot, step } in &self.periods {
            let times = at[pivot].div_euclid(step[pivot]);
            at = subtract(at, step, times);
        }
        Cell { z: at[0] as i32, y: at[1] as i32, x: at[2] as i32 }
    }
}

/// Is none of these too long?
fn check(steps: &[Cell]) -> Result<(), WrapError> {
    let is_long = |p: &&Cell| [p.x, p.y, p.z].iter().any(|c| c.unsigned_abs() > LONGEST.unsigned_abs());
    steps.iter().find(is_long).map_or(Ok(()), |&step| Err(WrapError::TooLong(step)))
}

fn coordinates(Cell { z, y, x }: Cell) -> [i64; 3] {
    [z, y, x].map(i64::from)
}

fn subtract(from: [i64; 3], step: [i64; 3], times: i64) -> [i64; 3] {
    std::array::from_fn(|c| from[c] - step[c] * times)
}

/// Euclid's algorithm in one coordinate: takes out a step that is positive there, and leaves steps that are 0
/// there; all together they span what they spanned before. Returns `None` if all were 0 there already.
fn eliminate(steps: &mut Vec<[i64; 3]>, pivot: usize) -> Option<[i64; 3]> {
    loop {
        let nonzero = (0..steps.len()).filter(|&at| steps[at][pivot] != 0);
        let least = nonzero.min_by_key(|&at| steps[at][pivot].abs())?;
        let step = steps.swap_remove(least);
        for other in &mut *steps {
            *other = subtract(*other, step, other[pivot] / step[pivot]);
        }
        if steps.iter().all(|other| other[pivot] == 0) {
            return Some(if step[pivot] < 0 { step.map(|c| -c) } else { step });
        }
        steps.push(step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn torus(periods: &[(i32, i32)]) -> Wrap {
        let periods: Vec<Cell> = periods.iter().map(|&(x, y)| Cell::plane(x, y)).collect();
        Wrap::new(Lattice::square(), &periods).unwrap()
    }

    /// The number of cells is the determinant, and two cells have the same representative exactly if a period
    /// separates them.
    #[test]
    fn representatives_tell_cells_apart() {
        for (periods, cells) in [
            (vec![(4, 0), (0, 3)], 12),
            (vec![(4, 1), (1, 3)], 11),
            (vec![(2, 5), (7, -3)], 41),
            (vec![(6, 0), (4, 0), (0, 2), (3, 4)], 2),
        ] {
            let wrap = torus(&periods);
            let all: std::collections::BTreeSet<Cell> = (-30..30)
                .flat_map(|y| (-30..30).map(move |x| Cell::plane(x, y)))
                .map(|cell| wrap.representative(cell))
                .collect();
            assert_eq!(all.len(), cells, "{periods:?}");
            for &(x, y) in &periods {
                let cell = Cell::plane(5, -8);
                assert_eq!(wrap.representative(cell), wrap.representative(cell + Cell::plane(x, y)));
            }
        }
    }

    #[test]
    fn a_cylinder_is_open_the_other_way() {
        let wrap = torus(&[(3, 0)]);
        assert_eq!(wrap.representative(Cell::plane(-1, 7)), Cell::plane(2, 7));
        assert!(torus(&[]).is_none() && torus(&[(0, 0)]).is_none());
    }

    #[test]
    fn steps_must_suit_the_lattice() {
        let step = Cell::plane(1, 0);
        assert_eq!(Wrap::new(Lattice::triangle(), &[step]), Err(WrapError::NoTranslation(step)));
        let long = Cell::plane(0, i32::MIN);
        assert_eq!(Wrap::new(Lattice::square(), &[long]), Err(WrapError::TooLong(long)));
    }
}
