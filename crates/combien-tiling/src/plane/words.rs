//! Answers in words.

use std::fmt::Write;

use combien::diagnostic::counted;

use super::{Answer, Heesch, Manner, Together, Torus};
use crate::tiling::{Cell, Lattice, Placement, Shape, Tiling, TilingError};

impl Answer {
    /// The class of the piece: `translations`, `half turns`, `isohedral` and `periodic` if it tiles the plane,
    /// `fails` or `unknown`.
    pub fn class(&self) -> &'static str {
        match self {
            Answer::Tiles(torus) if torus.manner == Manner::Translations => "translations",
            Answer::Tiles(torus) if torus.manner == Manner::HalfTurns => "half turns",
            Answer::Tiles(torus) if torus.manner == Manner::Isohedral => "isohedral",
            Answer::Tiles(_) => "periodic",
            Answer::Fails(_) => "fails",
            Answer::Unknown { .. } => "unknown",
        }
    }

    /// The torus, if the piece tiles the plane.
    pub fn torus(&self) -> Option<&Torus> {
        match self {
            Answer::Tiles(torus) => Some(torus),
            _ => None,
        }
    }

    /// The coronas, if the piece does not tile the plane.
    pub fn heesch(&self) -> Option<&Heesch> {
        match self {
            Answer::Fails(heesch) => Some(heesch),
            _ => None,
        }
    }

    /// The copies that repeat, or those of the coronas: the number of the corona of each, 0 for the piece
    /// itself and in a tiling, and its cells.
    pub fn copies(&self) -> Vec<(usize, Shape)> {
        let patch = match self {
            Answer::Tiles(torus) => return torus.whole().into_iter().map(|cells| (0, cells)).collect(),
            Answer::Fails(heesch) => &heesch.patch,
            Answer::Unknown { patch, .. } => patch,
        };
        patch.copies.iter().map(|(corona, _, cells)| (*corona, cells.clone())).collect()
    }

    /// What a picture shows: a [window](Torus::window) of this many units, or the coronas.
    pub fn shown(&self, units: u32) -> Result<(Tiling, Vec<(Placement, Shape)>), TilingError> {
        match self {
            Answer::Tiles(torus) => torus.window(units),
            Answer::Fails(heesch) => heesch.patch.tiling(),
            Answer::Unknown { patch, .. } => patch.tiling(),
        }
    }

    /// The answer as a sentence without a subject: `tiles the plane by translation; repeats by (5, 0) and
    /// (2, 1)`.
    #[doc(hidden)]
    pub fn sentence(&self, lattice: &Lattice) -> String {
        match self {
            Answer::Tiles(torus) => {
                let how = match torus.manner {
                    Manner::Translations => "by translation".to_owned(),
                    Manner::HalfTurns => "by translation and half turns".to_owned(),
                    Manner::Isohedral => {
                        let group = torus.group().unwrap_or_default();
                        format!("isohedrally, {} at a time, group {group}", copies(torus.copies()))
                    }
                    Manner::Periodic => {
                        let classes = match torus.classes() {
                            1 => String::new(),
                            classes => format!(" in {classes} classes"),
                        };
                        format!("periodically, {} at a time{classes}", copies(torus.copies()))
                    }
                };
                format!("tiles the plane {how}; {}", torus.repeats())
            }
            Answer::Fails(heesch) => {
                let Heesch { number, with_holes, .. } = heesch;
                let holes = if with_holes > number {
                    format!(", {with_holes} if the last corona may have holes")
                } else {
                    String::new()
                };
                let cell = heesch.uncovered.map_or_else(String::new, |cell| {
                    format!("; no copy can cover {} beside it", lattice.cell_name(cell))
                });
                format!("does not tile the plane: its Heesch number is {number}{holes}{cell}")
            }
            Answer::Unknown { tori, patch } => {
                let tori = match *tori {
                    0 => "no torus was tried".to_owned(),
                    1 => "no torus of 1 copy is covered".to_owned(),
                    most => format!("no torus of up to {} is covered", copies(most)),
                };
                let were = if patch.coronas == 1 { "was" } else { "were" };
                let coronas = counted(patch.coronas as u64, "corona");
                format!("not known: {tori}, and {coronas} {were} found")
            }
        }
    }
}

impl Torus {
    /// `repeats by (5, 0) and (2, 1)`.
    #[doc(hidden)]
    pub fn repeats(&self) -> String {
        let [across, up] = self.steps().map(|Cell { x, y, .. }| format!("({x}, {y})"));
        format!("repeats by {across} and {up}")
    }

    /// For each piece its name, the number of copies that repeat, and how many cells they cover.
    pub fn shares(&self) -> Vec<(String, usize, usize)> {
        let pieces = self.tiling.pieces().iter().enumerate();
        let share = pieces.map(|(number, piece)| {
            let copies = self.placed.iter().filter(|(placement, _)| placement.piece == number).count();
            (self.tiling.piece_name(number), copies, copies * piece.shape.len())
        });
        share.collect()
    }

    /// What several pieces do together, as a line without a subject, and a line for the share of each.
    #[doc(hidden)]
    pub fn together(&self) -> String {
        let cells = counted(self.tiling.board().cells().len() as u64, "cell");
        let mut text = format!("tile the plane together, {cells} at a time; {}\n", self.repeats());
        for (name, number, covered) in self.shares() {
            // Writing to a string does not fail.
            _ = writeln!(text, "{name}: {}, {covered} of {cells}", copies(number));
        }
        text
    }
}

impl Together {
    /// That nothing was found, as a sentence without a subject.
    #[doc(hidden)]
    pub fn nothing(&self) -> String {
        let tried = counted(self.tried as u64, "cell");
        format!("not known: no torus of up to {tried} is covered by copies of all pieces")
    }
}

/// `1 copy`, `3 copies`.
#[doc(hidden)]
pub fn copies(number: usize) -> String {
    if number == 1 { "1 copy".to_owned() } else { format!("{number} copies") }
}
