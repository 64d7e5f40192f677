//! Questions about the solutions that a predicate accepts: they are found one after the other, and the others
//! are left out.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Accepted, Judge, MOST_REJECTED, TooHard};
use crate::tiling::Encoding;
use combien::Count;
use combien::budget::{Budget, Meter, Reason};
use combien::problem::{Problem, Solution};
use combien::solve::{self, Ending, Enumerate, Outcome, Report, Samples};
use combien::symmetry::{self, ListError, Listed, Representative, Symmetries};

/// What decides which solutions are meant, and the encoding of these.
#[doc(hidden)]
pub type Through<'a> = (&'a Judge, &'a Encoding);

/// Why the solutions that are meant were not listed.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub enum Unlisted {
    /// A solution could not be judged.
    Judge(TooHard),
    /// The engine refused the question.
    Solve(solve::Error),
    /// They cannot be listed up to symmetry.
    List(ListError),
}

combien::errors!(Unlisted {
    Judge(error) from TooHard => "{error}";
    Solve(error) from solve::Error => "{error}";
    List(error) from ListError => "{error}";
});

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

/// Which solutions up to symmetry are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum OrbitKind {
    /// A symmetry other than the identity maps it to itself.
    Symmetric,
    /// Only the identity does.
    Asymmetric,
}

/// Counts the solutions that are accepted. The meter is told of these, and of no others.
///
/// # Errors
///
/// If the engine refuses the question, or a solution cannot be judged.
#[doc(hidden)]
pub fn count_through(
    (judge, encoding): Through<'_>,
    question: Enumerate<'_>,
    meter: Option<impl Meter>,
) -> Result<Report<Count>, Unlisted> {
    let accepted = Arc::new(AtomicU64::new(0));
    let mut solutions = question.meter(meter.map(|meter| Accepted::new(meter, &accepted))).run()?;
    for solution in solutions.by_ref() {
        accepted.fetch_add(u64::from(judge.accepts(encoding, &solution)?), Ordering::Relaxed);
    }
    Ok(Report {
        outcome: outcome(accepted.load(Ordering::Relaxed), solutions.ending()),
        engine: solutions.engine(),
        why: "`where` filters a list of solutions".to_owned(),
        work: solutions.work(),
        fraction: solutions.fraction_done(),
        weights: None,
    })
}

/// Delivers one solution of each orbit of a kind, of those that are accepted. The meter is told of these.
///
/// # Errors
///
/// If the solutions cannot be listed, or one cannot be judged.
#[doc(hidden)]
pub fn each_orbit(
    problem: &Problem,
    group: &Symmetries,
    (kind, through): (Option<OrbitKind>, Option<Through<'_>>),
    budget: &Budget,
    meter: Option<&mut dyn Meter>,
    deliver: &mut dyn FnMut(Representative) -> ControlFlow<()>,
) -> Result<Listed, Unlisted> {
    let (delivered, mut failed) = (Arc::new(AtomicU64::new(0)), None);
    let mut meter = meter.map(|meter| Accepted::new(meter, &delivered));
    let meter = meter.as_mut().map(|meter| meter as &mut dyn Meter);
    let mut deliver = |found: Representative| {
        if kind == Some(OrbitKind::Asymmetric) && found.stabilizer_order != Count::ONE {
            return ControlFlow::Continue(());
        }
        match through.map_or(Ok(true), |(judge, encoding)| judge.accepts(encoding, &found.solution)) {
            Ok(true) => {
                delivered.fetch_add(1, Ordering::Relaxed);
                deliver(found)
            }
            Ok(false) => ControlFlow::Continue(()),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    let listed = match kind {
        Some(OrbitKind::Symmetric) => symmetry::each_symmetric(problem, group, budget, meter, &mut deliver),
        _ => symmetry::each(problem, group, budget, meter, &mut deliver),
    };
    failed.map_or(Ok(()), Err)?;
    Ok(listed?)
}

/// How many orbits have solutions that are accepted. The meter is told of these.
///
/// # Errors
///
/// Those of [`each_orbit`].
#[doc(hidden)]
pub fn count_orbits_through(
    problem: &Problem,
    group: &Symmetries,
    through: Through<'_>,
    budget: &Budget,
    meter: Option<&mut dyn Meter>,
) -> Result<Outcome<Count>, Unlisted> {
    let mut found = 0_u64;
    let mut deliver = |_| {
        found += 1;
        ControlFlow::Continue(())
    };
    let listed = each_orbit(problem, group, (None, Some(through)), budget, meter, &mut deliver)?;
    Ok(outcome(found, Some(listed.ending)))
}

fn outcome(found: u64, ending: Option<Ending>) -> Outcome<Count> {
    let count = Count::from(found);
    match ending {
        Some(Ending::Stopped(reason)) => Outcome::Stopped { certain: count, reason },
        _ => Outcome::Answer(count),
    }
}

/// A random solution, of those that are accepted: others are drawn again, so that each is equally likely.
/// `None` if there is none.
///
/// # Errors
///
/// If it was stopped, by the budget or while it was drawn; if too many in a row are not accepted; if one
/// cannot be judged.
#[doc(hidden)]
pub fn draw_through(
    through: Option<Through<'_>>,
    budget: &Budget,
    samples: &mut Samples,
    mut meter: impl Meter,
) -> Result<Option<Solution>, NotDrawn> {
    for _ in 0..MOST_REJECTED {
        // A diagram draws without a look at the budget.
        budget.check().map_err(NotDrawn::Stopped)?;
        let Some(solution) = samples.draw(&mut meter) else {
            return samples.stopped().map_or(Ok(None), |reason| Err(NotDrawn::Stopped(reason)));
        };
        let accepts = |(judge, encoding): Through<'_>| judge.accepts(encoding, &solution);
        if through.map_or(Ok(true), accepts).map_err(NotDrawn::TooHard)? {
            return Ok(Some(solution));
        }
    }
    Err(NotDrawn::Rejected)
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
            let through = Some((&judge, &encoding));
            let drawn: Result<Vec<_>, NotDrawn> = (0..20)
                .map(|_| draw_through(through, budget, &mut samples, None::<&mut dyn Meter>))
                .collect();
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
