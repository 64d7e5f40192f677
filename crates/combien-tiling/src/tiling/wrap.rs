//! Boards that close on themselves: cylinders and tori, given by the steps that lead from a cell back to
//! itself.

use super::{Cell, Isometry, Lattice, Size};

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
}

combien::errors!(WrapError {
    NoTranslation(_) => "this step does not lead from cells to cells of the same kind";
    TooLong(_) => "this step is too long: {LONGEST} is the most";
});

/// The steps that lead back to the same cell: sums and differences of a few *periods*.
///
/// The periods are kept in Hermite normal form: each has a pivot, a coordinate in which it is positive and in
/// which those after it are 0; z comes first, then y, then x. So each cell has one *representative*, whose
/// pivot coordinates are at least 0 and less than the pivots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wrap {
    periods: Vec<Period>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Period {
    pivot: usize,
    /// z, y, x.
    step: [i64; 3],
}

impl Wrap {
    /// Only the zero step leads back.
    pub const NONE: Wrap = Wrap { periods: vec![] };

    /// The wrap with these periods. They may depend on each other.
    pub fn new(lattice: &Lattice, periods: &[Cell]) -> Result<Wrap, WrapError> {
        for &period in periods {
            if !lattice.is_translation(period) {
                return Err(WrapError::NoTranslation(period));
            }
            if [period.x, period.y, period.z].iter().any(|c| c.unsigned_abs() > LONGEST.unsigned_abs()) {
                return Err(WrapError::TooLong(period));
            }
        }
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
        let long = |p: &&Cell| [p.x, p.y, p.z].iter().any(|c| c.unsigned_abs() > LONGEST.unsigned_abs());
        if let Some(&position) = positions.iter().find(long) {
            return Err(WrapError::TooLong(position));
        }
        let first = lattice.at(Cell::default());
        let periods: Vec<Cell> = positions.iter().map(|&position| lattice.at(position) - first).collect();
        Wrap::new(lattice, &periods)
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

    /// In how many directions it closes: 1 for a cylinder, 2 for a torus.
    #[doc(hidden)]
    pub fn rank(&self) -> usize {
        self.periods.len()
    }

    /// Does an isometry map steps that lead back to such steps?
    pub(crate) fn is_kept_by(&self, isometry: Isometry) -> bool {
        self.steps().all(|step| self.representative(isometry.turn(step)) == Cell::default())
    }

    /// The representative of this cell and all that are the same.
    #[must_use]
    pub(crate) fn representative(&self, cell: Cell) -> Cell {
        let mut at = coordinates(cell);
        for &Period { pivot, step } in &self.periods {
            let times = at[pivot].div_euclid(step[pivot]);
            at = subtract(at, step, times);
        }
        Cell { z: at[0] as i32, y: at[1] as i32, x: at[2] as i32 }
    }
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
