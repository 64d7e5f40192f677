//! Pieces to be made: cut from a sheet, or printed as solids. All lengths are in millimetres.

mod balls;
mod cut;
mod engraved;
mod mesh;
mod offset;
mod package;
mod stl;
mod tray;

use std::collections::BTreeMap;

pub use cut::{CutOptions, Layout, cut, cut_in_tray};
pub use package::{package, package_in_tray};
pub use stl::{StlOptions, stl, tray};

use self::engraved::MOST_BLOCKS;
use super::picture::Part;
use crate::tiling::{Cell, Lattice, Tiling};

/// The maximum length. A greater one is probably not in millimetres.
const LONGEST: f64 = 100_000.0;

/// The maximum number of balls in a file, each of which has some 1,700 triangles.
pub(crate) const MOST_BALLS: usize = 5000;

/// Why pieces cannot be made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MakeError {
    /// There is no piece.
    NoParts,
    /// A piece, by its name, without cells.
    Empty(String),
    /// A piece, by its name, with cells that the lattice does not have.
    Foreign(String),
    /// A piece, by its name, whose cells are not connected by their sides, so it would fall apart.
    InBits(String),
    /// Two pieces, by their names, that share a cell, and so cannot lie assembled.
    Overlap(String, String),
    /// Solids cannot be cut from a sheet.
    Solid,
    /// Cells that are not made, such as sticks.
    Unmade(Lattice),
    /// Trays are printed for squares alone.
    NoTray(Lattice),
    /// The lines of a board and its letters cut its tray into more blocks than the maximum.
    LargeTray(u64),
    /// A character of a word that has no form to be engraved.
    Letter(char),
    /// This number of balls is too large: 5000 is the maximum.
    TooManyBalls(usize),
    /// A length, by its meaning, that is negative, not finite or more than 100 m; or a side or a thickness
    /// that is 0.
    Length(&'static str),
    /// The tool removes so much that corners of a piece would meet.
    KerfTooLarge {
        /// The kerf asked for.
        kerf: f64,
        /// It must be less than this.
        most: f64,
    },
    /// Pieces would shrink so much that nothing holds them together.
    GapTooLarge {
        /// The gap asked for.
        gap: f64,
        /// It must be less than this.
        most: f64,
    },
    /// A piece does not fit on the sheet.
    SheetTooNarrow {
        /// The width of the sheet.
        width: f64,
        /// The least that would do.
        needed: f64,
    },
}

combien::errors!(MakeError {
    NoParts => "there are no pieces to make";
    Empty(name) => "piece {name} has no cells";
    Foreign(name) => "piece {name} has cells that its lattice does not have";
    InBits(name) => "piece {name} would fall to bits: its cells do not hang together by their sides";
    Overlap(one, other) => "pieces {one} and {other} share a cell";
    Solid => "solid pieces cannot be cut from a sheet";
    Unmade(lattice) => "there are no models of {lattice}s";
    NoTray(lattice) => "a tray can be printed for squares, not for {lattice}s";
    LargeTray(blocks) => "the tray would have {blocks} blocks, and {MOST_BLOCKS} are the maximum: make a smaller board, \
         or fewer and shorter labels";
    Letter(letter) => "`{}` cannot be engraved: letters from a to z, digits and `-` can", letter.escape_debug();
    TooManyBalls(balls) => "{balls} balls are too many for one file: {MOST_BALLS} are the maximum";
    Length(what) => "this is no {what} in millimetres";
    KerfTooLarge { kerf, most } =>
        "a kerf of {kerf} mm is too large for these cells: it must be less than {most:.3} mm";
    GapTooLarge { gap, most } =>
        "a gap of {gap} mm is too large for these cells: it must be less than {most:.3} mm";
    SheetTooNarrow { width, needed } => "a sheet {width} mm wide is too narrow: {needed:.3} mm are needed";
});

impl Part {
    /// The pieces of a tiling as drawn, each as often as it must be used, but at least once.
    pub fn all_of(tiling: &Tiling) -> Vec<Part> {
        let copies = |piece: usize| {
            let part = Part { name: tiling.piece_name(piece), cells: tiling.pieces()[piece].shape.clone() };
            let times = tiling.pieces()[piece].quantity.lo.max(1) as usize;
            std::iter::repeat_n(part.at_origin(tiling.lattice()), times)
        };
        (0..tiling.pieces().len()).flat_map(copies).collect()
    }

    /// This piece near the origin.
    #[must_use]
    pub fn at_origin(&self, lattice: &Lattice) -> Part {
        Part { name: self.name.clone(), cells: self.cells.at_origin(lattice) }
    }

    /// Can the piece be made?
    fn check(&self, lattice: &Lattice) -> Result<(), MakeError> {
        let error: fn(String) -> MakeError = match &self.cells {
            cells if cells.is_empty() => MakeError::Empty,
            cells if !cells.cells().iter().all(|&cell| lattice.has(cell)) => MakeError::Foreign,
            cells if !cells.is_connected(lattice) => MakeError::InBits,
            _ => return Ok(()),
        };
        Err(error(self.name.clone()))
    }
}

fn check(lattice: &Lattice, parts: &[Part]) -> Result<(), MakeError> {
    if lattice.form().inner_radius.is_none() {
        return Err(MakeError::Unmade(lattice.clone()));
    }
    match parts {
        [] => Err(MakeError::NoParts),
        parts => parts.iter().try_for_each(|part| part.check(lattice)),
    }
}

/// Do no two pieces share a cell?
fn check_overlaps(parts: &[Part]) -> Result<(), MakeError> {
    let mut owners: BTreeMap<Cell, &Part> = BTreeMap::new();
    for part in parts {
        for &cell in part.cells.cells() {
            if let Some(other) = owners.insert(cell, part) {
                return Err(MakeError::Overlap(other.name.clone(), part.name.clone()));
            }
        }
    }
    Ok(())
}

/// A length that may be 0.
fn length(value: f64, what: &'static str) -> Result<f64, MakeError> {
    if (0.0..=LONGEST).contains(&value) { Ok(value) } else { Err(MakeError::Length(what)) }
}

/// A length that may not be 0, nor so small that three decimals do not show it.
fn positive(value: f64, what: &'static str) -> Result<f64, MakeError> {
    length(value, what).and_then(|value| if value >= 0.01 { Ok(value) } else { Err(MakeError::Length(what)) })
}

/// The radius of the circle within a cell of side 1.
fn inner_radius(lattice: &Lattice) -> f64 {
    lattice.form().inner_radius.unwrap_or_default()
}
