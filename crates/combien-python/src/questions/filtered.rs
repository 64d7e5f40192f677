//! Questions to a tiling whose solutions are listed: a predicate filters them (`Tiling(..., where=...)`), or they are meant up to
//! symmetry.

use std::ops::ControlFlow;

use combien::Count;
use combien::budget::Budget;
use combien::problem::Solution;
use combien::solve::{Ending, Engine, Enumerate, Outcome, Sample};
use combien::symmetry::{Representative, Symmetries};
use combien_lang::{Filter, Loaded};
use combien_tiling::{
    self as tiling, Encoding, Judge, NotDrawn, count_orbits_through, count_through, draw_through, each_orbit,
};
use pyo3::prelude::*;

use crate::handles::error::{Unanswered, failure, text_error};
use crate::handles::watch::Told;

/// The tiling whose solutions satisfy a predicate, in words of the tiling language.
pub(crate) fn filtered(py: Python<'_>, tiling: tiling::Tiling, written: &str) -> PyResult<tiling::Tiling> {
    let filter = Filter::read(Loaded::new("where", written)).map_err(|faults| text_error(py, &faults))?;
    filter.on(tiling).map_err(|faults| text_error(py, &faults))
}

/// Refuses a question that needs more than a list of solutions.
pub(crate) fn refuse(tiling: &tiling::Tiling, question: &str) -> PyResult<()> {
    match tiling.predicate() {
        Some(_) => Err(failure!("{question} cannot obey `where`, which filters a list of solutions")),
        None => Ok(()),
    }
}

/// How many solutions the judge accepts.
pub(crate) fn count(
    engine: Engine,
    encoding: &Encoding,
    judge: &Judge,
    budget: Budget,
    meter: Option<Told>,
) -> Result<Outcome<Count>, Unanswered> {
    let question = Enumerate::of(&encoding.problem).by(engine).budget(budget);
    Ok(count_through((judge, encoding), question, meter)?.outcome)
}

/// How many solutions the predicate accepts, up to symmetry.
pub(crate) fn count_orbits(
    tiling: &tiling::Tiling,
    encoding: &Encoding,
    judge: &Judge,
    budget: &Budget,
    mut meter: Option<Told>,
) -> Result<Outcome<Count>, Unanswered> {
    let group = group(tiling, encoding, budget)?;
    let meter = meter.as_mut().map(|meter| meter as _);
    Ok(count_orbits_through(&encoding.problem, &group, (judge, encoding), budget, meter)?)
}

/// Random solutions that the judge accepts: others are drawn again, so that each is equally likely.
pub(crate) fn sample(
    (engine, seed, n): (Engine, u64, usize),
    encoding: &Encoding,
    judge: &Judge,
    budget: Budget,
    meter: Option<Told>,
) -> Result<Vec<Solution>, Unanswered> {
    let watched = budget.clone();
    let question = Sample::of(&encoding.problem).seed(seed).by(engine).budget(budget).meter(meter);
    let report = question.run()?;
    let mut drawn = vec![];
    let Some(mut samples) = report.answer()? else { return Ok(drawn) };
    while drawn.len() < n {
        match draw_through(Some((judge, encoding)), &watched, &mut samples, None::<Told>) {
            Ok(Some(solution)) => drawn.push(solution),
            Ok(None) => break,
            Err(NotDrawn::Stopped(reason)) => return Err(Unanswered::Stopped(reason)),
            Err(NotDrawn::Rejected) => {
                return Err(Unanswered::Other(format!("{}: count() says so", NotDrawn::Rejected)));
            }
            Err(NotDrawn::TooHard(too_hard)) => return Err(Unanswered::other(too_hard)),
        }
    }
    Ok(drawn)
}

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
    mut meter: Option<Told>,
    deliver: &mut dyn FnMut(Representative) -> ControlFlow<()>,
) -> Result<Ending, Unanswered> {
    let group = group(tiling, encoding, budget)?;
    let meter = meter.as_mut().map(|meter| meter as _);
    let which = (None, judge.map(|judge| (judge, encoding)));
    Ok(each_orbit(&encoding.problem, &group, which, budget, meter, deliver)?.ending)
}
