//! Random solutions that satisfy a predicate.

use super::{Judge, MOST_REJECTED, TooHard};
use crate::tiling::Encoding;
use combien::budget::{Budget, Reason};
use combien::problem::Solution;

/// Why no random solution was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum NotDrawn {
    /// It was stopped.
    Stopped(Reason),
    /// [`MOST_REJECTED`] solutions in a row were not accepted.
    Rejected,
    /// A solution could not be judged.
    TooHard(TooHard),
}

combien::errors!(NotDrawn {
    Stopped(reason) => "{reason}";
    Rejected => "{MOST_REJECTED} random solutions in a row do not agree with `where`, so perhaps none does";
    TooHard(too_hard) => "{too_hard}";
});

impl Judge {
    /// A random solution of this encoding that the judge accepts. `draw` draws any solution; others are drawn
    /// again, so that each of those that are accepted is equally likely. `None` if `draw` has none.
    ///
    /// # Errors
    ///
    /// If it was stopped, by the budget or while it was drawn; if too many in a row are not accepted; if one
    /// cannot be judged.
    pub fn draw(
        &self,
        encoding: &Encoding,
        budget: &Budget,
        mut draw: impl FnMut() -> Result<Option<Solution>, Reason>,
    ) -> Result<Option<Solution>, NotDrawn> {
        for _ in 0..MOST_REJECTED {
            // A diagram draws without a look at the budget.
            budget.check().map_err(NotDrawn::Stopped)?;
            let Some(solution) = draw().map_err(NotDrawn::Stopped)? else { return Ok(None) };
            if self.accepts(encoding, &solution).map_err(NotDrawn::TooHard)? {
                return Ok(Some(solution));
            }
        }
        Err(NotDrawn::Rejected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiling::{Board, Lattice, Pattern, Piece, Predicate, Quantity, Tiling};
    use combien::budget::StopFlag;
    use combien::solve::Sample;

    #[test]
    fn only_accepted_solutions_are_drawn() {
        let board = Board::of(&Pattern::from_drawing("****$****").unwrap());
        let shape = Pattern::from_drawing("**").unwrap().shape();
        let domino = Piece::new(shape, Quantity::ANY, Lattice::square().isometries());
        let draw = |predicate: Predicate, budget: &Budget| {
            let tiling = Tiling::new(board.clone(), vec![domino.clone()]).unwrap();
            let tiling = tiling.with_predicate(predicate).unwrap();
            let (encoding, judge) = (tiling.encode_unfiltered().unwrap(), tiling.judge().unwrap());
            let mut samples = Sample::of(&encoding.problem).seed(1).run().unwrap().answer().unwrap().unwrap();
            let drawn: Result<Vec<_>, NotDrawn> =
                (0..20).map(|_| judge.draw(&encoding, budget, || Ok(samples.next()))).collect();
            drawn.map(|drawn| {
                drawn.into_iter().flatten().filter(|s| judge.accepts(&encoding, s).unwrap()).count()
            })
        };
        let one = Predicate::Crossroads(Quantity::ONE);
        assert_eq!(draw(one.clone(), &Budget::UNLIMITED), Ok(20));
        assert_eq!(draw(Predicate::Apart, &Budget::UNLIMITED), Err(NotDrawn::Rejected));
        let stop = StopFlag::new();
        stop.raise();
        let stopped = Budget::until(stop);
        assert_eq!(draw(one, &stopped), Err(NotDrawn::Stopped(Reason::Asked)));
    }
}
