//! How hard a puzzle is for a person.

use combien::budget::{Budget, Reason};
use combien::problem::OptionId;
use combien::solve::{Ending, Enumerate};
use combien_puzzles::clues::restricted;
use combien_puzzles::rating::{Path, Rating, Step, Technique};
use combien_tiling::why::Subject;
use pyo3::prelude::*;

use crate::handles::error::{Unanswered, failure, raise};
use crate::handles::labels::repr;
use crate::handles::objects::{Maybe, Object, tuple};
use crate::handles::settings::Settings;
use crate::handles::watch;
use crate::questions::whole::Whole;

/// A rating as a `Decimal`.
pub(crate) fn decimal(py: Python<'_>, rating: Rating) -> PyResult<Object<'_>> {
    py.import("decimal")?.getattr("Decimal")?.call1((rating.to_string(),))
}

/// A range of ratings: a number, or a pair of which either may be `None`.
pub(crate) fn band(given: Maybe) -> PyResult<Option<std::ops::RangeInclusive<Rating>>> {
    let Some(given) = given else { return Ok(None) };
    let wrong = || failure!("rating is {}, not a number or a pair such as (2, 4.5)", repr(given));
    let tenths = |number: f64| {
        let tenths = (number * 10.0).round();
        if (0.0..=1000.0).contains(&tenths) { Ok(Rating { tenths: tenths as u32 }) } else { Err(wrong()) }
    };
    let all = || combien_puzzles::rating::HARDEST;
    let (low, high) = match given.extract::<f64>() {
        Ok(number) => (Some(number), Some(number)),
        Err(_) => given.extract::<(Option<f64>, Option<f64>)>().map_err(|_| wrong())?,
    };
    let low = low.map_or(Ok(Rating { tenths: 0 }), tenths)?;
    let high = high.map_or(Ok(all()), tenths)?;
    if high < low {
        raise!("rating is {}: the first number is greater than the second", repr(given));
    }
    Ok(Some(low..=high))
}

/// The path of a person from some clues to the only solution that has them.
fn path(subject: Subject<'_>, clues: &[OptionId], budget: &Budget) -> Result<Path, Unanswered> {
    let left = restricted(subject.problem(), clues).map_err(Unanswered::other)?;
    let mut solutions = Enumerate::of(&left).budget(budget.clone()).at_most(2).run()?;
    match (solutions.by_ref().count(), solutions.ending()) {
        (2.., _) => return Err(Unanswered::other("no rating: there is more than one solution")),
        (_, Some(Ending::Stopped(reason))) => return Err(Unanswered::Stopped(reason)),
        (0, _) => return Err(Unanswered::other("no rating: there is no solution")),
        _ => {}
    }
    let stopped = |_| Unanswered::Stopped(budget.check().err().unwrap_or(Reason::Asked));
    Path::of(subject, clues, budget).map_err(stopped)
}

/// Rates a puzzle that has these clues; `option` gives the object of an option.
pub(crate) fn rate<'py>(
    py: Python<'py>,
    settings: &Settings,
    whole: Whole,
    clues: Vec<OptionId>,
    option: impl Fn(OptionId) -> PyResult<Object<'py>>,
) -> PyResult<Object<'py>> {
    let found = watch::ask(py, settings, move |budget, _| {
        path(whole.subject(), &clues, &budget).map(|path| (path, whole))
    })?;
    let (path, whole) = found?;
    let types = py.import("combien._types")?;
    let class = types.getattr("RatingStep")?;
    let step = |step: &Step| {
        let options = tuple(py, step.options().iter().map(|&of| option(of)))?;
        let technique = step.technique();
        let rating = decimal(py, technique.rating())?;
        class.call1((technique.name(), rating, step.places(), options, step.words(whole.subject())))
    };
    let steps = tuple(py, path.steps().iter().map(step))?;
    let rating = path.rating().map(|rating| decimal(py, rating)).transpose()?;
    let hardest = path.hardest().map(Technique::name);
    types.getattr("Rating")?.call1((rating, hardest, decimal(py, path.effort())?, steps))
}
