//! Taking apart: which assemblies of solid pieces come apart by shifting, in how many moves, and how.
//!
//! A *move* shifts some pieces together along an axis, any distance, while the others stay: it counts once,
//! as designers of burrs count. The assembly is *separated* when some pieces can be shifted away without end.
//! Then each of the two parts is taken apart by itself, from where its pieces are. The moves of all separations
//! are the *level*: `5.2` if the first takes five moves and the next two.
//!
//! Every separation takes as few moves as possible: a search in breadth over the positions of the pieces
//! relative to each other. What shifts together is found as W. H. Cutler describes in *A computer analysis of
//! all 6-piece burrs* (1994): for each pair of pieces how far one can go until it meets the other, and for each
//! piece those that it has to take along. That a part is stuck settles the whole, for a part of an assembly comes
//! apart whenever the assembly does.
//!
//! ```
//! use combien::budget::Budget;
//! use combien_tiling::apart::{Answer, Workbench};
//! use combien_tiling::{Cell, Lattice, Shape};
//!
//! // A bar in a ring of eight cubes slides out, along the axis of the ring.
//! let ring: Shape = (0..9).filter(|i| *i != 4).map(|i| Cell::space(i % 3, i / 3, 0)).collect();
//! let bar: Shape = (-1..2).map(|z| Cell::space(1, 1, z)).collect();
//! let mut bench = Workbench::new(Lattice::cube()).unwrap();
//! let answer = bench.take_apart(&[ring, bar], &Budget::UNLIMITED, &mut |_| {})??;
//! let Answer::Apart(whole) = answer else { panic!("it is free") };
//! assert_eq!((whole.level().as_str(), whole.moves[0].step), ("1", Cell::space(0, 0, 1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod axes;
mod gaps;
mod groups;
mod search;
mod states;
mod words;

use combien::budget::{Budget, Reason};

use crate::tiling::{Cell, Lattice, Shape};
use gaps::Gaps;
pub use groups::Groups;

/// The greatest number of pieces of an assembly: a set of pieces is a word.
pub const MOST_PIECES: usize = 64;

/// What became of an assembly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It comes apart.
    Apart(Separation),
    /// These pieces, by their indices, stay together whatever is shifted.
    Stuck(Vec<usize>),
}

/// How some pieces become two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separation {
    /// The pieces, by their indices in the assembly.
    pub pieces: Vec<usize>,
    /// How far each of them is from its place in the assembly when this begins.
    pub start: Vec<Cell>,
    /// The moves, the last of which shifts a part away.
    pub moves: Vec<Move>,
    /// How the pieces that stay come apart; `None` for one piece, or for several that may stay together.
    pub left: Option<Box<Separation>>,
    /// How the pieces that were shifted away come apart.
    pub removed: Option<Box<Separation>>,
}

/// Pieces that are shifted together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The pieces, by their indices in the assembly.
    pub pieces: Vec<usize>,
    /// The direction: the least step along it that moves cells to cells.
    pub step: Cell,
    /// The number of steps; `None` if they are shifted away.
    pub distance: Option<u32>,
}

/// Why pieces cannot be taken apart here.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ApartError {
    /// The lattice is one for which no directions are known.
    NoDirections(Lattice),
    /// There are more pieces than [`MOST_PIECES`].
    TooManyPieces(usize),
}

combien::errors!(ApartError {
    NoDirections(lattice) => "pieces of {lattice}s are not taken apart: only solid pieces of cubes and of prisms are";
    TooManyPieces(pieces) => "{pieces} pieces are too many to be taken apart: there may be {MOST_PIECES}";
});

/// Takes assemblies apart, and remembers between them how far pieces can go until they meet.
#[derive(Debug)]
pub struct Workbench {
    gaps: Gaps,
    groups: Groups,
    states: u64,
}

impl Workbench {
    /// A workbench for assemblies of this lattice.
    pub fn new(lattice: &Lattice) -> Result<Workbench, ApartError> {
        let axes = axes::of(lattice).ok_or_else(|| ApartError::NoDirections(lattice.clone()))?;
        Ok(Workbench { gaps: Gaps::new(lattice, axes), groups: Groups::default(), states: 0 })
    }

    /// Sets the groups of pieces that need not come apart.
    pub fn group(&mut self, groups: Groups) {
        self.groups = groups;
    }

    /// How many positions were looked at, of all assemblies so far.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Takes an assembly apart, within a budget: a node is a position of all pieces, and positions count as
    /// memory. The inner error is what stopped it. `told` hears from time to time how many positions were
    /// looked at, of all assemblies.
    ///
    /// The pieces must not overlap. The number of positions may be exponential in the number of pieces; burrs
    /// have some thousands.
    pub fn take_apart(
        &mut self,
        pieces: &[Shape],
        budget: &Budget,
        told: &mut dyn FnMut(u64),
    ) -> Result<Result<Answer, Reason>, ApartError> {
        if pieces.len() > MOST_PIECES {
            return Err(ApartError::TooManyPieces(pieces.len()));
        }
        Ok(search::take_apart(self, pieces, budget, told))
    }
}

#[cfg(test)]
mod tests;
