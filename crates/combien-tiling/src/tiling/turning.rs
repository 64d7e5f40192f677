//! How a piece may be turned, in words.

use super::{Group, Lattice};

/// How a piece may be turned.
///
/// ```
/// use combien_tiling::{Lattice, Turning};
///
/// assert_eq!(Turning::All.isometries(Lattice::square(), false).order(), 8);
/// // A wooden piece turns, but does not mirror.
/// assert_eq!(Turning::All.isometries(Lattice::cube(), false).order(), 24);
/// assert_eq!(Turning::All.isometries(Lattice::cube(), true).order(), 48);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Turning {
    /// Only as it is drawn.
    #[default]
    Not,
    /// By half a turn only.
    Half,
    /// By all rotations of its lattice.
    Rotations,
    /// By all rotations; in the plane by the reflections too. In space a piece can be turned but not
    /// mirrored.
    All,
}

impl Turning {
    /// The isometries that a piece may be placed with; with a left-to-right reflection too, and all that
    /// follow from it, if it may be mirrored.
    pub fn isometries(self, lattice: &Lattice, is_mirrored: bool) -> Group {
        let all = lattice.isometries();
        let turned = match self {
            Turning::Not => Group::trivial(),
            Turning::Half => lattice.half_turns(),
            Turning::All if lattice.dimension() == 2 => return all,
            Turning::Rotations | Turning::All => all.rotations(),
        };
        match lattice.isometry_by_name("VertRefl").filter(|_| is_mirrored) {
            Some(reflection) => Group::generated_by(&[turned.elements(), &[reflection]].concat()),
            None => turned,
        }
    }
}
