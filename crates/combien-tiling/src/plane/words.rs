//! Answers in words.

use combien::diagnostic::counted;

use super::{Answer, Heesch, Manner};
use crate::tiling::{Cell, Lattice};

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
                let [across, up] = torus.steps().map(|Cell { x, y, .. }| format!("({x}, {y})"));
                format!("tiles the plane {how}; repeats by {across} and {up}")
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

/// `1 copy`, `3 copies`.
#[doc(hidden)]
pub fn copies(number: usize) -> String {
    if number == 1 { "1 copy".to_owned() } else { format!("{number} copies") }
}
