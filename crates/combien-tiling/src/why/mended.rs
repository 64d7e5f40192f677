//! One piece that makes a tiling solvable: used once more, used once less, or added to the others.

use super::{FEW_NODES, Halt, Subject};
use crate::pieces;
use crate::tiling::{Piece, Quantity, Tiling, TilingError};
use combien::budget::{Budget, Meter, Reason};
use combien::problem::Solution;
use combien::solve::{Enumerate, Error, Outcome};

/// A change of a tiling that concerns one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Change {
    /// This piece may be used once more.
    OnceMore(usize),
    /// This piece may be used once less: it must be used at least once.
    OnceLess(usize),
    /// This piece is used besides, once.
    Added(Box<Piece>),
}

/// A change that makes a tiling solvable.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Mend {
    /// The change.
    pub change: Change,
    /// The tiling with the change.
    pub tiling: Tiling,
    /// A solution of its encoding, which has passed the checker.
    pub solution: Solution,
}

/// What single pieces can do for a tiling without a solution.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct Mended {
    /// The changes that make it solvable: of its own pieces all that were found; of pieces to add those with
    /// the fewest cells.
    pub mends: Vec<Mend>,
    /// The changes for which it is not known: a short search found no solution, and no reason why there is
    /// none.
    pub undecided: Vec<Change>,
    /// What stopped the search early: changes that were not tried are in neither list.
    pub stopped: Option<Reason>,
}

impl Change {
    /// The change in words, of a tiling: `with one T4 more`.
    pub fn words(&self, tiling: &Tiling) -> String {
        match self {
            Change::OnceMore(piece) => format!("with {} used once more", tiling.piece_name(*piece)),
            Change::OnceLess(piece) => format!("with {} used once less", tiling.piece_name(*piece)),
            Change::Added(piece) => {
                format!("with one {} added", piece.name.as_deref().unwrap_or("piece"))
            }
        }
    }

    /// The tiling with the change.
    fn applied(&self, tiling: &Tiling) -> Result<Tiling, TilingError> {
        let mut pieces = tiling.pieces().to_vec();
        match self {
            Change::OnceMore(piece) => {
                let quantity = &mut pieces[*piece].quantity;
                quantity.hi = quantity.hi.map(|hi| hi.saturating_add(1));
            }
            Change::OnceLess(piece) => pieces[*piece].quantity.lo -= 1,
            Change::Added(piece) => pieces.push((**piece).clone()),
        }
        tiling.with_pieces(pieces)
    }
}

impl Subject<'_> {
    /// Which single piece makes the tiling solvable? `None` if the subject is no tiling.
    ///
    /// Each piece of the tiling is tried once more and once less, as its quantity allows; then the polyforms
    /// that ship for its lattice are added, each once, from the smallest on. The first size that has a
    /// solution ends the search. Each change gets a glance for reasons and a search of a few thousand
    /// nodes, so the whole takes time proportional to the number of pieces, about sixty, times that of an
    /// encoding.
    ///
    /// ```
    /// use combien::budget::{Budget, Meter};
    /// use combien_tiling::{Board, Pattern, Piece, Quantity, Tiling};
    /// use combien_tiling::why::Subject;
    ///
    /// // Two corners of one color are gone: a T covers three cells of the other.
    /// let board = Board::of(&Pattern::from_drawing(".***$****$****$***.")?);
    /// let domino = Pattern::from_drawing("**")?.shape();
    /// let all = board.lattice().isometries();
    /// let tiling = Tiling::new(board, vec![Piece::new(domino, Quantity::ANY, all).named("domino")])?;
    /// let encoding = tiling.encode()?;
    /// let subject = Subject::of_tiling(&tiling, &encoding);
    /// let mended = subject.mended(&Budget::UNLIMITED, &mut None::<&mut dyn Meter>)?.expect("it is a tiling");
    /// let words: Vec<String> = mended.mends.iter().map(|mend| mend.change.words(&tiling)).collect();
    /// assert_eq!(words, ["with one T4 added"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(hidden)]
    pub fn mended(&self, budget: &Budget, meter: &mut impl Meter) -> Result<Option<Mended>, Error> {
        let Some((tiling, _)) = self.tiling else { return Ok(None) };
        let mut mended = Mended::default();
        match mended.search(tiling, budget, meter) {
            Ok(()) => {}
            Err(Halt::Stopped(reason)) => mended.stopped = Some(budget.blame(reason)),
            Err(Halt::Failed(error)) => return Err(error),
        }
        Ok(Some(mended))
    }
}

impl Mended {
    fn search(&mut self, tiling: &Tiling, budget: &Budget, meter: &mut impl Meter) -> Result<(), Halt> {
        for (place, piece) in tiling.pieces().iter().enumerate() {
            if piece.quantity.lo > 0 {
                self.try_change(tiling, Change::OnceLess(place), budget, meter)?;
            }
            if piece.quantity.hi.is_some() {
                self.try_change(tiling, Change::OnceMore(place), budget, meter)?;
            }
        }
        let own = self.mends.len();
        let mut cells = 0;
        for (name, _) in pieces::names() {
            let set = pieces::set(name).expect("it is listed");
            // The sets of free polyforms come before the others of the same size.
            let is_next = set.pieces[0].shape.len() > cells && set.board.is_none();
            if set.lattice != tiling.lattice() || !is_next {
                continue;
            }
            cells = set.pieces[0].shape.len();
            for piece in set.pieces {
                let piece = Piece { quantity: Quantity::ONE, ..piece };
                self.try_change(tiling, Change::Added(Box::new(piece)), budget, meter)?;
            }
            if self.mends.len() > own {
                break;
            }
        }
        Ok(())
    }

    fn try_change(
        &mut self,
        tiling: &Tiling,
        change: Change,
        budget: &Budget,
        meter: &mut impl Meter,
    ) -> Result<(), Halt> {
        budget.check()?;
        let changed = change.applied(tiling).expect("a piece more or less of the same lattice");
        let encoding = match changed.encode_within(budget) {
            Ok(encoding) => encoding,
            Err(TilingError::Stopped(reason)) => return Err(Halt::Stopped(reason)),
            // It is too large for a problem.
            Err(_) => {
                self.undecided.push(change);
                return Ok(());
            }
        };
        let subject = Subject::of_tiling(&changed, &encoding);
        if subject.glance().is_some() {
            return Ok(());
        }
        let nodes = budget.nodes.unwrap_or(FEW_NODES).min(FEW_NODES);
        let few = Budget { nodes: Some(nodes), ..budget.clone() };
        match Enumerate::of(&encoding.problem).budget(few).meter(meter).first()?.outcome {
            Outcome::Answer(Some(solution)) => self.mends.push(Mend { change, tiling: changed, solution }),
            Outcome::Answer(None) => {}
            Outcome::Stopped { reason: Reason::Nodes(_), .. } => self.undecided.push(change),
            Outcome::Stopped { reason, .. } => return Err(Halt::Stopped(reason)),
        }
        Ok(())
    }
}
