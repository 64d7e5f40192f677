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
    let piece = Piece { quantity: Quantity::ANY, ..piece.clone() };
    for [across, up] in periods(&piece, lattice, copies) {
        let tiling = torus(&piece, lattice, across, up)?;
        let encoding = tiling.encode_within(asker.budget).map_err(PlaneError::from)?;
        if let Some(solution) = asker.first(&encoding.problem, Engine::Auto)? {
            let placed = encoding.placed(&solution);
            return Ok(Some(Torus { tiling, placed, periods: [across, up], manner: Manner::Periodic }));
        }
    }
    Ok(None)
}

/// The torus with these periods, to be covered by any number of copies.
pub(super) fn torus(piece: &Piece, lattice: &Lattice, across: Cell, up: Cell) -> Result<Tiling, PlaneError> {
    let pitch = lattice.pitch();
    let units = (0..up.y / pitch).flat_map(|y| (0..across.x / pitch).map(move |x| (x * pitch, y * pitch)));
    let kinds = lattice.kinds();
    let cells: Shape =
        units.flat_map(|(x, y)| kinds.iter().map(move |&cell| cell + Cell::plane(x, y))).collect();
    let wrap = Wrap::new(lattice, &[across, up]).map_err(|_| PlaneError::TooLarge)?;
    Ok(Tiling::new(Board::new(lattice, cells)?.wrapped(wrap)?, vec![piece.clone()])?)
}

/// The periods of all tori that this number of copies may cover: one of those that an isometry maps to each
/// other, if it maps the orientations of the piece to orientations.
fn periods(piece: &Piece, lattice: &Lattice, copies: usize) -> Vec<[Cell; 2]> {
    let (cells, kinds) = (copies * piece.shape.len(), lattice.kinds().len());
    if !cells.is_multiple_of(kinds) {
        return vec![];
    }
    let (units, pitch) = ((cells / kinds) as i32, lattice.pitch());
    let all = (1..=units).filter(|across| units % across == 0).flat_map(|across| {
        (0..across).map(move |lean| {
            [Cell::plane(across * pitch, 0), Cell::plane(lean * pitch, units / across * pitch)]
        })
    });
    let orientations: BTreeSet<Shape> =
        piece.orientations(lattice).into_iter().map(|(_, shape)| shape).collect();
    let group = lattice.isometries();
    let symmetries: Vec<Isometry> = group
        .elements()
        .iter()
        .copied()
        .filter(|&isometry| {
            orientations.iter().all(|shape| orientations.contains(&shape.image(isometry, lattice)))
        })
        .collect();
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
