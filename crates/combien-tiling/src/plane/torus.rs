//! Periodic tilings: covers of small tori.
//!
//! Every tiling that repeats in two directions is a cover of a torus. All of them with a number of copies are
//! tried: those of a size, by the Hermite normal form of their periods.

use std::collections::BTreeSet;

use combien::solve::Engine;

use super::{Asker, Manner, PlaneError, Stop, Torus};
use crate::tiling::{Board, Cell, Isometry, Lattice, Piece, Quantity, Shape, Tiling, Wrap};

/// A torus that this number of copies covers, if there is one.
pub(super) fn search(
    piece: &Piece,
    lattice: &Lattice,
    copies: usize,
    asker: &mut Asker<'_>,
) -> Result<Option<Torus>, Stop> {
    let (cells, kinds) = (copies * piece.shape.len(), lattice.kinds().len());
    if !cells.is_multiple_of(kinds) {
        return Ok(None);
    }
    let pieces = [Piece { quantity: Quantity::ANY, ..piece.clone() }];
    for periods in periods(lattice, cells / kinds, &symmetries(&pieces, lattice)) {
        let tiling = tiling(board(lattice, periods)?, &pieces)?;
        if let Some(torus) = cover(tiling, periods, asker)? {
            return Ok(Some(torus));
        }
    }
    Ok(None)
}

/// A cover of a torus, if there is one.
pub(super) fn cover(
    tiling: Tiling,
    periods: [Cell; 2],
    asker: &mut Asker<'_>,
) -> Result<Option<Torus>, Stop> {
    let encoding = tiling.encode_within(asker.budget).map_err(PlaneError::from)?;
    let solution = asker.first(&encoding.problem, Engine::Auto)?;
    Ok(solution.map(|solution| {
        let placed = encoding.placed(&solution);
        Torus { tiling, placed, periods, manner: Manner::Periodic }
    }))
}

/// The torus with these periods.
pub(super) fn board(lattice: &Lattice, [across, up]: [Cell; 2]) -> Result<Board, PlaneError> {
    let wrap = Wrap::new(lattice, &[across, up]).map_err(|_| PlaneError::TooLarge)?;
    Ok(units(lattice, across.x / lattice.pitch(), up.y / lattice.pitch())?.wrapped(wrap)?)
}

/// Some columns and rows of units.
pub(super) fn units(lattice: &Lattice, columns: i32, rows: i32) -> Result<Board, PlaneError> {
    let (pitch, kinds) = (lattice.pitch(), lattice.kinds());
    let units = (0..rows).flat_map(|y| (0..columns).map(move |x| Cell::plane(x * pitch, y * pitch)));
    let cells: Shape = units.flat_map(|unit| kinds.iter().map(move |&cell| cell + unit)).collect();
    Ok(Board::new(lattice, cells)?)
}

/// The board, to be covered by these pieces.
pub(super) fn tiling(board: Board, pieces: &[Piece]) -> Result<Tiling, PlaneError> {
    Ok(Tiling::new(board, pieces.to_vec())?)
}

/// The isometries that map the orientations of each piece to orientations of it.
pub(super) fn symmetries(pieces: &[Piece], lattice: &Lattice) -> Vec<Isometry> {
    let orientations = pieces.iter().map(|piece| {
        piece.orientations(lattice).into_iter().map(|(_, shape)| shape).collect::<BTreeSet<Shape>>()
    });
    let orientations: Vec<BTreeSet<Shape>> = orientations.collect();
    let is_kept = |isometry: Isometry, of: &BTreeSet<Shape>| {
        of.iter().all(|shape| of.contains(&shape.image(isometry, lattice)))
    };
    let group = lattice.isometries();
    let all = group.elements().iter().copied();
    all.filter(|&isometry| orientations.iter().all(|of| is_kept(isometry, of))).collect()
}

/// The periods of all tori of this number of units: one of those that a symmetry maps to each other.
pub(super) fn periods(lattice: &Lattice, units: usize, symmetries: &[Isometry]) -> Vec<[Cell; 2]> {
    let (units, pitch) = (units as i32, lattice.pitch());
    let all = (1..=units).filter(|across| units % across == 0).flat_map(|across| {
        (0..across).map(move |lean| {
            [Cell::plane(across * pitch, 0), Cell::plane(lean * pitch, units / across * pitch)]
        })
    });
    // The second step of a wrap is across; the first one leans by less than that.
    let normal = |periods: &[Cell]| {
        let steps: Vec<Cell> = Wrap::new(lattice, periods).ok()?.steps().collect();
        let &[up, across] = &steps[..] else { return None };
        Some((across.x, up.x.rem_euclid(across.x), up.y))
    };
    let is_least = |periods: &[Cell; 2]| {
        let own = normal(periods);
        symmetries.iter().all(|isometry| own <= normal(&periods.map(|step| isometry.turn(step))))
    };
    all.filter(is_least).collect()
}
