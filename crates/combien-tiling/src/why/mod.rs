//! Why a problem has no cover, in a few words, and with a certificate that another program can check.
//!
//! Reasons are tried in the order in which people prefer them: areas; an item that cannot be covered after
//! the forced options; colorings; counting; a few items that already cannot be covered together; and finally
//! the whole search. [`Subject::glance`] takes milliseconds and tries the first four; [`Subject::why`]
//! continues until the answer is known.
//!
//! [`Subject::almost`] asks how close the problem comes to a cover, and [`Subject::mended`] which single
//! piece would make a tiling solvable.
//!
//! For a tiling, the usual colorings of cells are tried first, and reasons are given in terms of cells and
//! pieces. The chessboard without two opposite corners is the classic: 32 cells of one color, 30 of the
//! other, and every domino takes one of each (M. Black, *Critical Thinking*, 1946; S. W. Golomb,
//! *Polyominoes*, 1965, has more of the kind).
//!
//! ```
//! use combien_tiling::{Board, Pattern, Piece, Quantity, Tiling};
//! use combien_tiling::why::Subject;
//!
//! let board = Board::of(&Pattern::from_drawing(".***$****$****$***.")?);
//! let domino = Pattern::from_drawing("**")?.shape();
//! let all = board.lattice().isometries();
//! let tiling = Tiling::new(board, vec![Piece::new(domino, Quantity::ANY, all).named("domino")])?;
//! let encoding = tiling.encode()?;
//! let subject = Subject::of_tiling(&tiling, &encoding);
//! let obstacle = subject.glance().expect("two corners of one color are gone");
//! assert_eq!(subject.sentence(&obstacle), "8 dark and 6 light cells; each domino covers one of each");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod almost;
mod colorings;
mod core;
mod drawing;
mod mended;
mod words;

pub use self::almost::{Almost, Nearest};
pub use self::colorings::Coloring;
pub use self::core::Core;
pub use self::mended::{Change, Mend, Mended};
pub use combien::proof::{Dead, Weights};

use crate::tiling::{Encoding, Tiling};
use combien::budget::{Budget, Effort, Meter, Reason};
use combien::problem::{Problem, Solution};
use combien::proof::{self, Proof, Unproved};
use combien::solve::{Enumerate, Error, Outcome};
use combien::weights::{self, Classes};

/// The maximum work of a search for weights: steps of a coloring, and steps of counting, which take longer.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// For each named coloring of a tiling.
    named: usize,
    /// For weights of single items.
    single: usize,
    counting: usize,
}

/// At a glance: some milliseconds each.
const GLANCE: Limits = Limits { named: 1 << 17, single: 1 << 20, counting: 1 << 18 };
/// With time: a second or so each.
const LOOK: Limits = Limits { named: 1 << 22, single: 1 << 29, counting: 1 << 25 };
/// The work of a whole glance: at most some 40 milliseconds for problems whose items and options are all as
/// many as may be, and about ten for most others.
const MOST_WORK: u64 = 1 << 22;
/// The maximum work to say in the terms of a tiling what weights have shown: some tenths of a second for
/// large boards.
const MOST_WORK_TO_SAY: u64 = 1 << 25;
/// A problem with more entries, items or options gets no glance: reading it would take too long.
const MOST_GLANCED: usize = 1 << 15;
/// The nodes of a first search for a solution.
const FEW_NODES: u64 = 1 << 14;

/// The subject of the question: a problem, and the tiling that it encodes, if there is one.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    problem: &'a Problem,
    tiling: Option<(&'a Tiling, &'a Encoding)>,
}

/// Why there is no cover.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Obstacle {
    /// The pieces do not have as many cells as the board.
    Area(Weights),
    /// An item cannot be covered after the forced options are taken.
    Dead(Dead),
    /// In this coloring of the board, the placements cannot add up to the number of cells of each color.
    Coloring(Coloring, Weights),
    /// Weights of single items add up to a multiple of the modulus in each option, but not over all items.
    Lattice(Weights),
    /// Weights of single items have a negative sum over all items, but not in any option.
    Counting(Weights),
    /// A few items cannot be covered together.
    Core(Core),
    /// The whole search was run.
    Search(Proof),
}

/// What is known of a problem.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It has no cover.
    None(Obstacle),
    /// It has a cover: this one, which has passed the checker.
    Solvable(Solution),
    /// The budget was exhausted before the answer was known.
    Stopped(Reason),
}

impl<'a> Subject<'a> {
    /// A problem of items and options.
    pub fn of(problem: &'a Problem) -> Subject<'a> {
        Subject { problem, tiling: None }
    }

    /// A tiling and its encoding.
    pub fn of_tiling(tiling: &'a Tiling, encoding: &'a Encoding) -> Subject<'a> {
        Subject { problem: &encoding.problem, tiling: Some((tiling, encoding)) }
    }

    /// The problem.
    pub fn problem(&self) -> &'a Problem {
        self.problem
    }

    /// The tiling, if it is one.
    pub fn tiling(&self) -> Option<&'a Tiling> {
        self.tiling.map(|(tiling, _)| tiling)
    }

    /// Its encoding, if it is a tiling.
    pub fn encoding(&self) -> Option<&'a Encoding> {
        self.tiling.map(|(_, encoding)| encoding)
    }

    /// A reason that is found within some milliseconds of work, for any problem. `None` does not mean that
    /// there is a cover.
    pub fn glance(&self) -> Option<Obstacle> {
        let size = [self.problem.entry_count(), self.problem.item_count(), self.problem.option_count()];
        if size.into_iter().any(|count| count > MOST_GLANCED) {
            return None;
        }
        let budget = Budget::UNLIMITED;
        let effort = &mut Effort::up_to(MOST_WORK, &budget);
        let found = self.by_named(GLANCE, effort).and_then(|found| match found {
            Some(found) => Ok(Some(found)),
            None => self.by_single(GLANCE, effort),
        });
        found.ok().flatten()
    }

    /// The reason that weights give, in the terms of the subject: those that were found while a search went
    /// on. For a tiling, areas and the usual colorings are tried first, because they are easier to see.
    pub fn obstacle(&self, weights: &Weights) -> Obstacle {
        let budget = Budget::UNLIMITED;
        let effort = &mut Effort::up_to(MOST_WORK_TO_SAY, &budget);
        let named = self.tiling.and_then(|_| self.by_named(LOOK, effort).ok().flatten());
        let of_items = if weights.modulus().is_some() { Obstacle::Lattice } else { Obstacle::Counting };
        named.unwrap_or_else(|| of_items(weights.clone()))
    }

    /// Why there is no cover, or a cover. The budget on nodes holds for each search; its memory also limits
    /// proofs.
    pub fn why(&self, budget: &Budget, meter: &mut impl Meter) -> Result<Answer, Error> {
        match self.answer(budget, meter) {
            Ok(answer) => Ok(answer),
            Err(Halt::Stopped(reason)) => Ok(Answer::Stopped(budget.blame(reason))),
            Err(Halt::Failed(error)) => Err(error),
        }
    }

    fn answer(&self, budget: &Budget, meter: &mut impl Meter) -> Result<Answer, Halt> {
        let effort = &mut Effort::within(budget);
        budget.check()?;
        if let Some(obstacle) = self.by_named(LOOK, effort)? {
            return Ok(Answer::None(obstacle));
        }
        let few = Budget { nodes: Some(budget.nodes.unwrap_or(FEW_NODES).min(FEW_NODES)), ..budget.clone() };
        let soon = self.first(&few, meter)?;
        if let Outcome::Answer(Some(solution)) = soon {
            return Ok(Answer::Solvable(solution));
        }
        if let Some(obstacle) = self.by_single(LOOK, effort)? {
            return Ok(Answer::None(obstacle));
        }
        if let Outcome::Stopped { .. } = soon {
            match self.first(budget, meter)? {
                Outcome::Answer(Some(solution)) => return Ok(Answer::Solvable(solution)),
                Outcome::Answer(None) => {}
                Outcome::Stopped { reason, .. } => return Err(Halt::Stopped(reason)),
            }
        }
        if let Some(core) = Core::of(self.problem, budget, meter)? {
            return Ok(Answer::None(Obstacle::Core(core)));
        }
        Ok(Answer::None(Obstacle::Search(Proof::of(self.problem, budget, meter)?)))
    }

    fn first(&self, budget: &Budget, meter: &mut impl Meter) -> Result<Outcome<Option<Solution>>, Error> {
        let first = Enumerate::of(self.problem).budget(budget.clone()).meter(meter).first()?;
        Ok(first.outcome)
    }

    /// Areas, dead items, and the usual colorings of a board.
    fn by_named(&self, limits: Limits, effort: &mut Effort<'_>) -> Result<Option<Obstacle>, Reason> {
        if self.tiling.is_some_and(|(tiling, _)| words::area(tiling).is_some())
            && let Some(weights) = self.in_classes(Coloring::Area, limits, effort)?
        {
            return Ok(Some(Obstacle::Area(weights)));
        }
        if let Some(dead) = proof::dead(self.problem, effort)? {
            return Ok(Some(Obstacle::Dead(dead)));
        }
        for &coloring in self.colorings() {
            if let Some(weights) = self.in_classes(coloring, limits, effort)? {
                return Ok(Some(Obstacle::Coloring(coloring, weights)));
            }
        }
        Ok(None)
    }

    /// Weights of a coloring of the cells; each piece has a weight of its own.
    fn in_classes(
        &self,
        coloring: Coloring,
        limits: Limits,
        effort: &mut Effort<'_>,
    ) -> Result<Option<Weights>, Reason> {
        let Some((tiling, encoding)) = self.tiling else { return Ok(None) };
        let classes = coloring.classes(tiling, encoding);
        let counted = weights::counting(self.problem, &classes, limits.named, effort)?;
        match counted {
            Some(weights) => Ok(Some(weights)),
            None => weights::coloring(self.problem, &classes, limits.named, effort),
        }
    }

    /// Weights of single items.
    fn by_single(&self, limits: Limits, effort: &mut Effort<'_>) -> Result<Option<Obstacle>, Reason> {
        let classes = Classes::single(self.problem);
        if let Some(weights) = weights::coloring(self.problem, &classes, limits.single, effort)? {
            return Ok(Some(Obstacle::Lattice(weights)));
        }
        let counted = weights::counting(self.problem, &classes, limits.counting, effort)?;
        Ok(counted.map(Obstacle::Counting))
    }
}

impl Obstacle {
    /// The kind of reason, in one word.
    pub fn kind(&self) -> &'static str {
        match self {
            Obstacle::Area(_) => "area",
            Obstacle::Dead(_) => "dead",
            Obstacle::Coloring(..) => "coloring",
            Obstacle::Lattice(_) => "weights",
            Obstacle::Counting(_) => "counting",
            Obstacle::Core(_) => "core",
            Obstacle::Search(_) => "search",
        }
    }

    /// The weights, if the reason consists of weights.
    #[doc(hidden)]
    pub fn weights(&self) -> Option<&Weights> {
        match self {
            Obstacle::Area(weights)
            | Obstacle::Coloring(_, weights)
            | Obstacle::Lattice(weights)
            | Obstacle::Counting(weights) => Some(weights),
            Obstacle::Dead(_) | Obstacle::Core(_) | Obstacle::Search(_) => None,
        }
    }

    /// The states of its certificate that have a line; `None` if the reason consists of weights or of forced
    /// options.
    #[doc(hidden)]
    pub fn states(&self) -> u64 {
        match self {
            Obstacle::Core(core) => core.proof.states(),
            Obstacle::Search(proof) => proof.states(),
            _ => 0,
        }
    }

    /// The certificate, which `combien-verify` checks; docs/certificates.md describes its format.
    #[doc(hidden)]
    pub fn certificate(&self, problem: &Problem) -> Vec<u8> {
        match self {
            Obstacle::Area(weights)
            | Obstacle::Coloring(_, weights)
            | Obstacle::Lattice(weights)
            | Obstacle::Counting(weights) => proof::of_weights(problem, weights),
            Obstacle::Dead(dead) => dead.certificate(problem),
            Obstacle::Core(core) => core.proof.text().to_vec(),
            Obstacle::Search(proof) => proof.text().to_vec(),
        }
    }
}

/// What ends the search for a reason early.
enum Halt {
    Stopped(Reason),
    Failed(Error),
}

impl From<Reason> for Halt {
    fn from(reason: Reason) -> Halt {
        Halt::Stopped(reason)
    }
}

impl From<Unproved> for Halt {
    fn from(unproved: Unproved) -> Halt {
        Halt::Stopped(unproved.reason)
    }
}

impl From<Error> for Halt {
    fn from(error: Error) -> Halt {
        Halt::Failed(error)
    }
}
