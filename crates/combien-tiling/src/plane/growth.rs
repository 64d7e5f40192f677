//! How many tilings there are: of tori, exactly, and for each cell, estimated by cylinders.

use combien::budget::{Budget, Outcome};
use combien::count::Count;
use combien::solve;
use combien::transfer::{Automaton, Series, TransferError};

use super::torus::{board, tiling, units};
use super::{Asker, PlaneError, Stop};
use crate::strip::{Strip, StripError};
use crate::tiling::{Cell, Lattice, Piece, Quantity, TilingError, Wrap};

/// The tilings of the torus of n x n units, and of cylinders with a circumference of n units.
#[derive(Clone, Debug)]
pub struct Grown {
    /// The number of units.
    pub n: u32,
    /// The number of cells of the torus.
    pub cells: usize,
    /// The number of tilings of the torus. Copies that cover the same cells of it are the same.
    pub tilings: Count,
    /// How many tilings cylinders have.
    pub cylinder: Cylinder,
}

/// The logarithm of the number of tilings of a long cylinder, divided by the number of its cells. Both ends of
/// it are straight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cylinder {
    /// It tends to a number between these two.
    Rate([f64; 2]),
    /// No long cylinder has a tiling.
    None,
    /// The automaton would be too large.
    TooLarge,
}

impl Grown {
    /// The logarithm of the number of tilings of the torus, divided by the number of cells; `None` if there
    /// is no tiling.
    pub fn per_cell(&self) -> Option<f64> {
        let tilings = self.tilings.to_biguint();
        // The number may be larger than a floating-point number can be.
        let beyond = tilings.bits().saturating_sub(64);
        let first: f64 = Count::from(tilings.clone() >> beyond).ratio(&Count::from(1u64));
        let logarithm = first.ln() + beyond as f64 * std::f64::consts::LN_2;
        (tilings.bits() > 0).then(|| logarithm / self.cells as f64)
    }
}

/// The greatest n.
pub const MOST_GROWTH: u32 = 32;
/// The greatest number of states of an automaton.
const MOST_STATES: usize = 50_000;

/// Counts the tilings of the n x n tori, and estimates how fast those of cylinders grow, for n up to `most`.
pub fn growth(
    piece: &Piece,
    lattice: &Lattice,
    most: u32,
    budget: &Budget,
    told: &mut dyn FnMut(u32),
) -> Result<Outcome<Vec<Grown>>, PlaneError> {
    if !(1..=MOST_GROWTH).contains(&most) {
        return Err(PlaneError::Growth);
    }
    let pieces = [Piece { quantity: Quantity::ANY, ..piece.clone() }];
    let (mut grown, mut asker) = (vec![], Asker { budget, nodes: 0 });
    for n in 1..=most {
        told(n);
        match of(&pieces, lattice, n, &mut asker) {
            Ok(next) => grown.push(next),
            Err(Stop::Error(error)) => return Err(error),
            Err(Stop::Reason(reason)) => return Ok(Outcome::Stopped { certain: grown, reason }),
        }
    }
    Ok(Outcome::Answer(grown))
}

fn of(pieces: &[Piece], lattice: &Lattice, n: u32, asker: &mut Asker<'_>) -> Result<Grown, Stop> {
    let side = n as i32 * lattice.pitch();
    let torus = tiling(board(lattice, [Cell::plane(side, 0), Cell::plane(0, side)])?, pieces)?;
    let encoding = torus.encode_within(asker.budget).map_err(PlaneError::from)?;
    let report = solve::Count::of(&encoding.problem).budget(asker.left()?).run().map_err(PlaneError::from)?;
    let tilings = asker.took(report.work.nodes, report.outcome)?;
    let cells = torus.board().cells().len();
    let cylinder = match cylinder(pieces, lattice, n, asker) {
        Err(Stop::Error(PlaneError::TooLarge)) => Cylinder::TooLarge,
        found => found?.map_or(Cylinder::None, |bounds| {
            let each = (n as usize * lattice.kinds().len()) as f64;
            Cylinder::Rate(bounds.map(|bound| bound.ln() / each))
        }),
    };
    Ok(Grown { n, cells, tilings, cylinder })
}

/// Bounds of the growth rate of the tilings of the cylinder of this circumference, by rows of units.
fn cylinder(
    pieces: &[Piece],
    lattice: &Lattice,
    n: u32,
    asker: &mut Asker<'_>,
) -> Result<Option<[f64; 2]>, Stop> {
    let wrap = Wrap::new(lattice, &[Cell::plane(n as i32 * lattice.pitch(), 0)]);
    let wrap = wrap.map_err(|_| PlaneError::TooLarge)?;
    let member = |rows: u32| -> Result<_, Stop> {
        let board = units(lattice, n as i32, rows as i32)?;
        Ok(tiling(board.wrapped(wrap.clone()).map_err(PlaneError::from)?, pieces)?)
    };
    let strip = Strip::find(0, member, asker.budget)?;
    let automaton = Automaton::new(&strip.slices, MOST_STATES, asker.budget)?;
    let growth = Series::of(&automaton, strip.first as usize, asker.budget)?.growth(asker.budget)?;
    let bound = |text: &String| text.parse().unwrap_or(f64::NAN);
    Ok(growth.map(|growth| growth.bounds(15).each_ref().map(bound)))
}

impl From<StripError> for PlaneError {
    fn from(error: StripError) -> PlaneError {
        match error {
            StripError::Tiling(_, error) => PlaneError::Tiling(error),
            error => PlaneError::Strip(error),
        }
    }
}

impl From<TransferError> for PlaneError {
    fn from(error: TransferError) -> PlaneError {
        match error {
            TransferError::Stopped(reason) => PlaneError::Tiling(TilingError::Stopped(reason)),
            _ => PlaneError::TooLarge,
        }
    }
}
