//! The solutions of a tiling up to symmetry.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use combien::budget::Budget;
use combien::solve::Ending;
use combien::symmetry::{self, Representative, Symmetries};
use combien_tiling::{self as tiling, Accepted, Encoding, Judge};

use crate::handles::error::Unanswered;
use crate::handles::watch::Told;

/// The symmetries of a tiling.
pub(crate) fn group(
    tiling: &tiling::Tiling,
    encoding: &Encoding,
    budget: &Budget,
) -> Result<Symmetries, Unanswered> {
    let automorphisms = tiling.automorphisms_within(encoding, budget).map_err(Unanswered::Stopped)?;
    Ok(Symmetries::generated_by(&encoding.problem, automorphisms, budget)?)
}

/// Delivers one solution of each orbit, of those that the judge accepts if there is one.
pub(crate) fn list(
    tiling: &tiling::Tiling,
    (encoding, judge): (&Encoding, Option<&Judge>),
    budget: &Budget,
    meter: Option<Told>,
    deliver: &mut dyn FnMut(Representative) -> ControlFlow<()>,
) -> Result<Ending, Unanswered> {
    let group = group(tiling, encoding, budget)?;
    let (accepted, mut failed) = (Arc::new(AtomicU64::new(0)), None);
    let mut meter = meter.map(|meter| Accepted::new(meter, &accepted));
    let meter = meter.as_mut().map(|meter| meter as _);
    let mut deliver =
        |one: Representative| match judge.map_or(Ok(true), |judge| judge.accepts(encoding, &one.solution)) {
            Ok(true) => {
                accepted.fetch_add(1, Ordering::Relaxed);
                deliver(one)
            }
            Ok(false) => ControlFlow::Continue(()),
            Err(error) => {
                failed = Some(Unanswered::other(error));
                ControlFlow::Break(())
            }
        };
    let listed = symmetry::each(&encoding.problem, &group, budget, meter, &mut deliver);
    match failed {
        Some(failed) => Err(failed),
        None => listed.map(|listed| listed.ending).map_err(Unanswered::other),
    }
}
