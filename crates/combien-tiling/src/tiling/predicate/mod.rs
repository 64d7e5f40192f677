//! Predicates: what a solution of a tiling must look like, beyond covering the board.
//!
//! A tiling with a predicate has fewer solutions, and no exact cover problem of its own: its solutions are
//! those of the [unfiltered](Tiling::encode_unfiltered) problem that a [`Judge`] accepts. [`Tiling::encode`]
//! refuses such a tiling, so that no question overlooks the predicate. Only `crossroads 0`, joined to the
//! rest by `and`, becomes items of the problem: it prunes the search.
//!
//! ```
//! use combien::solve::Enumerate;
//! use combien_tiling::{Board, Lattice, Pattern, Piece, Predicate, Quantity, Tiling};
//!
//! // In one of the five tilings of a strip of 2 by 4, four dominoes meet in a point.
//! let board = Board::of(&Pattern::from_drawing("****$****")?);
//! let domino = Piece::new(Pattern::from_drawing("**")?.shape(), Quantity::ANY, Lattice::square().isometries());
//! let one = Predicate::Crossroads(Quantity::ONE);
//! let tiling = Tiling::new(board, vec![domino])?.with_predicate(one)?;
//! let (encoding, judge) = (tiling.encode_unfiltered()?, tiling.judge().unwrap());
//! let solutions = Enumerate::of(&encoding.problem).run()?;
//! assert_eq!(solutions.filter(|found| judge.accepts(&encoding, found).unwrap()).count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod coloring;
mod ground;
mod judge;
mod meter;
mod sieve;
mod symmetric;
mod through;

pub use judge::Judge;
pub use meter::Accepted;
pub use sieve::Sieve;
pub use through::{
    NotDrawn, OrbitKind, Through, Unlisted, count_orbits_through, count_through, draw_through, each_orbit,
};

use super::{Cell, Clue, Isometry, Lattice, Quantity, Tiling};

/// The maximum number of steps that it may take to judge one solution: about a second.
#[doc(hidden)]
pub const MOST_STEPS: u64 = 1 << 28;

/// After this number of random solutions in a row that a judge does not accept, no more are drawn: perhaps
/// none is accepted.
#[doc(hidden)]
pub const MOST_REJECTED: u64 = 100_000;

/// What a solution must look like.
///
/// Two pieces are *neighbours* if they share a side; in space, a face. On a board that closes on itself they
/// may share it across the seam.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Predicate {
    /// All of these hold.
    All(Vec<Predicate>),
    /// At least one of these holds.
    Any(Vec<Predicate>),
    /// This does not hold.
    Not(Box<Predicate>),
    /// The number of *crossroads* is within these bounds: points of the plane where four or more pieces meet.
    /// An empty cell is no piece.
    Crossroads(Quantity),
    /// This number of colors is enough to color the pieces so that neighbours differ.
    Colorable(u32),
    /// There is a *fault line*: a straight line along the grid, with cells of the board on both sides, that
    /// separates the pieces of one side from those of the other. In the plane, of squares, quarters,
    /// triangles or kites.
    Fault,
    /// There is a [fault line](Predicate::Fault) that runs from left to right or, with `true`, a vertical one;
    /// the latter of squares or quarters.
    FaultAlong(bool),
    /// Each piece has a side on the border: beyond it there is no cell of the board. An empty cell is on the
    /// board.
    Border,
    /// No two equal pieces are neighbours. Copies of one piece are equal, and so are two pieces if a rotation
    /// takes the shape of one to that of the other. Mirror images are different, unless they are copies
    /// of one piece.
    Apart,
    /// There are as many copies of pieces of the first list as of the second, by their indices.
    AsMany(Vec<usize>, Vec<usize>),
    /// The cells of this area are connected by their sides; an area without cells is.
    Connected(Area),
    /// The cells of this area are connected by their sides and corners. In the plane.
    DiagonallyConnected(Area),
    /// Some 2 by 2 cells all belong to the area. On squares.
    Block(Area),
    /// The area is connected and has no hole: all other cells of the plane are connected by sides to those
    /// far away. In the plane.
    SimplyConnected(Area),
    /// It is *symmetric*: a motion that moves some cell maps the board to itself, optional cells to optional
    /// cells and marks to the same marks, and the solution to itself, each piece to the piece that its
    /// image is. Clues may treat cells differently.
    Symmetric,
}

/// A part of the board that depends on the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Area {
    /// The cells that copies of these pieces cover, by their indices.
    Pieces(Vec<usize>),
    /// The empty cells.
    Gaps,
}

/// A predicate that has no meaning for a tiling.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Undecidable {
    /// This predicate is about the plane, and the board is in space.
    InSpace(&'static str),
    /// This predicate is about lines of the plane, and the board closes on itself.
    Closed(&'static str),
    /// This predicate is about cells that lie side to side, and those of the grid do not.
    NotTiled(&'static str, Lattice),
    /// This predicate is about straight lines along the sides of cells, and the grid has none.
    NoLines(&'static str, Lattice),
    /// This predicate is about straight lines in one direction, and the grid has none there.
    NoSuchLines(&'static str, Lattice),
    /// This predicate is about squares, and the cells are others.
    NoSquares(&'static str, Lattice),
    /// A piece that the tiling does not have, by its index.
    NoPiece(usize),
    /// Bounds of which the lower one is above the upper one.
    Crossed(Quantity),
}

combien::errors!(Undecidable {
    InSpace(name) => "`{name}` is about the plane, and this board is a solid";
    Closed(name) => "`{name}` cannot be decided on a board that closes on itself";
    NotTiled(name, lattice) => "`{name}` is about cells that lie side to side, and {lattice}s do not";
    NoLines(name, lattice) =>
        "`{name}` cannot be decided on {lattice}s: no straight line runs along their sides";
    NoSuchLines(name, lattice) => "`{name}` cannot be decided on {lattice}s: no line along their sides runs so";
    NoSquares(name, lattice) => "`{name}` is about squares, and these cells are {lattice}s";
    NoPiece(piece) => "the tiling has no piece {}", piece + 1;
    Crossed(Quantity { lo, hi }) => "a number cannot be at least {lo} and at most {}", hi.unwrap_or(u32::MAX);
});

/// A solution that could not be judged: something is not known within [`MOST_STEPS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TooHard {
    /// Whether this number of colors is enough.
    Colorable(u32),
    /// Whether it is symmetric, on a board that closes on itself and has thousands of cells.
    Symmetric,
}

combien::errors!(TooHard {
    Colorable(colors) =>
        "it takes more than {MOST_STEPS} steps to find out whether {colors} colors are enough for a solution";
    Symmetric => "it takes more than {MOST_STEPS} steps to find out whether a solution is symmetric";
});

impl Predicate {
    /// Returns an error if it has no meaning for this tiling.
    pub fn check(&self, tiling: &Tiling) -> Result<(), Undecidable> {
        let (lattice, is_closed) = (tiling.lattice(), !tiling.board().wrap().is_none());
        let in_plane = |name| match lattice.dimension() {
            3 => Err(Undecidable::InSpace(name)),
            _ if !lattice.is_tiled() => Err(Undecidable::NotTiled(name, lattice.clone())),
            _ => Ok(()),
        };
        let is_open = |name| if is_closed { Err(Undecidable::Closed(name)) } else { Ok(()) };
        match self {
            Predicate::All(parts) | Predicate::Any(parts) => {
                parts.iter().try_for_each(|part| part.check(tiling))
            }
            Predicate::Not(part) => part.check(tiling),
            Predicate::Crossroads(bounds) if bounds.hi.is_some_and(|hi| hi < bounds.lo) => {
                Err(Undecidable::Crossed(*bounds))
            }
            Predicate::Crossroads(_) => in_plane("crossroads"),
            Predicate::Fault if lattice.is_tiled() && lattice.form().straight.is_empty() => {
                Err(Undecidable::NoLines("fault", lattice.clone()))
            }
            Predicate::FaultAlong(is_vertical)
                if lattice.is_tiled() && lattice.straight(*is_vertical).is_none() =>
            {
                let name = if *is_vertical { "fault vertical" } else { "fault horizontal" };
                Err(Undecidable::NoSuchLines(name, lattice.clone()))
            }
            Predicate::Fault | Predicate::FaultAlong(_) => in_plane("fault").and_then(|()| is_open("fault")),
            Predicate::Block(_) if lattice != Lattice::square() => {
                Err(Undecidable::NoSquares("block", lattice.clone()))
            }
            Predicate::DiagonallyConnected(area) => {
                in_plane("diagonally connected").and_then(|()| area.check(tiling))
            }
            Predicate::Colorable(_) | Predicate::Border | Predicate::Apart | Predicate::Symmetric => Ok(()),
            Predicate::AsMany(one, other) => {
                let missing = one.iter().chain(other).find(|&&piece| piece >= tiling.pieces().len());
                missing.map_or(Ok(()), |&piece| Err(Undecidable::NoPiece(piece)))
            }
            Predicate::Connected(area) | Predicate::Block(area) => area.check(tiling),
            Predicate::SimplyConnected(area) => {
                in_plane("simply connected")?;
                is_open("simply connected")?;
                area.check(tiling)
            }
        }
    }

    /// Does it matter whether a solution is symmetric?
    fn is_about_symmetry(&self) -> bool {
        match self {
            Predicate::All(parts) | Predicate::Any(parts) => parts.iter().any(Predicate::is_about_symmetry),
            Predicate::Not(part) => part.is_about_symmetry(),
            Predicate::Symmetric => true,
            _ => false,
        }
    }

    /// Does it mean the same after an isometry, and after each piece is replaced by its image?
    pub(super) fn is_kept_by(&self, isometry: Isometry, images: &[usize]) -> bool {
        match self {
            Predicate::All(parts) | Predicate::Any(parts) => {
                parts.iter().all(|part| part.is_kept_by(isometry, images))
            }
            Predicate::Not(part) => part.is_kept_by(isometry, images),
            // A row stays a row; then vertical lines stay vertical, too.
            Predicate::FaultAlong(_) => isometry.turn(Cell::plane(1, 0)).y == 0,
            Predicate::Connected(Area::Pieces(pieces))
            | Predicate::DiagonallyConnected(Area::Pieces(pieces))
            | Predicate::Block(Area::Pieces(pieces))
            | Predicate::SimplyConnected(Area::Pieces(pieces)) => {
                pieces.iter().all(|&piece| pieces.contains(&images[piece]))
            }
            Predicate::AsMany(one, other) => {
                let is_kept =
                    |pieces: &Vec<usize>| pieces.iter().all(|&piece| pieces.contains(&images[piece]));
                is_kept(one) && is_kept(other)
            }
            _ => true,
        }
    }
}

impl Area {
    fn check(&self, tiling: &Tiling) -> Result<(), Undecidable> {
        let Area::Pieces(pieces) = self else { return Ok(()) };
        match pieces.iter().find(|&&piece| piece >= tiling.pieces().len()) {
            Some(&piece) => Err(Undecidable::NoPiece(piece)),
            None => Ok(()),
        }
    }
}

impl Tiling {
    /// The tiling whose solutions are those that satisfy a predicate, and all that it had before. Returns an
    /// error if the predicate has no meaning for this board and these pieces.
    ///
    /// `Crossroads` of none becomes items of the problem, as if [clues](Clue::Number) allowed at most three
    /// pieces at every corner; the rest filters solutions.
    pub fn with_predicate(mut self, predicate: Predicate) -> Result<Tiling, Undecidable> {
        predicate.check(&self)?;
        let mut rest: Vec<Predicate> = self.predicate.take().into_iter().collect();
        let mut open = vec![predicate];
        while let Some(part) = open.pop() {
            match part {
                Predicate::All(parts) => open.extend(parts.into_iter().rev()),
                Predicate::Crossroads(Quantity { lo: 0, hi: Some(0) }) => {
                    let corners = self.corners().unwrap_or_default().into_iter();
                    let clues = corners.filter(|cells| cells.len() > 3);
                    let clues: Vec<Clue> = clues
                        .map(|cells| Clue::Number(Quantity { lo: 0, hi: Some(3) }, None, cells))
                        .collect();
                    self = self.with_clues(&clues).unwrap_or_else(|error| {
                        unreachable!("the cells around a corner are on the board: {error}")
                    });
                }
                part => rest.push(part),
            }
        }
        self.predicate = match rest.len() {
            0 | 1 => rest.pop(),
            _ => Some(Predicate::All(rest)),
        };
        Ok(self)
    }

    /// What solutions of the [unfiltered](Tiling::encode_unfiltered) problem must satisfy, if anything.
    pub fn predicate(&self) -> Option<&Predicate> {
        self.predicate.as_ref()
    }

    /// What decides whether a solution satisfies the [predicate](Tiling::predicate), if there is one.
    pub fn judge(&self) -> Option<Judge> {
        self.predicate.clone().map(|predicate| Judge::new(self, predicate))
    }
}
