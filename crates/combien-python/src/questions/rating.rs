//! How hard a puzzle is for a person.

use combien::budget::{Budget, Reason};
use combien::problem::OptionId;
use combien::solve::{self, Ending, Enumerate};
use combien_puzzles::clues::restricted;
use combien_puzzles::rating::{Path, Rating, Technique};
use combien_tiling::why::Subject;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::handles::error::{build_error, error, solve_error, stopped};
use crate::handles::labels::{in_order, repr};
use crate::handles::problem::{Problem, option_by_name};
use crate::handles::settings::Settings;
use crate::handles::watch;

/// A path of steps, without references to its problem.
pub(crate) struct Rated {
    rating: Option<Rating>,
    technique: Option<&'static str>,
    effort: Rating,
    steps: Vec<Told>,
}

/// A step.
struct Told {
    technique: &'static str,
    rating: Rating,
    places: bool,
    options: Vec<OptionId>,
    words: String,
}

impl Rated {
    pub(crate) fn of(path: &Path, subject: Subject<'_>) -> Rated {
        let told = |step: &combien_puzzles::rating::Step| Told {
            technique: step.technique().name(),
            rating: step.technique().rating(),
            places: step.places(),
            options: step.options().to_vec(),
            words: step.words(subject),
        };
        Rated {
            rating: path.rating(),
            technique: path.hardest().map(Technique::name),
            effort: path.effort(),
            steps: path.steps().iter().map(told).collect(),
        }
    }

    /// The object; `option` gives the object of an option.
    fn shown<'py>(
        &self,
        py: Python<'py>,
        option: impl Fn(OptionId) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let types = py.import("combien._types")?;
        let class = types.getattr("RatingStep")?;
        let step = |step: &Told| {
            let options = step.options.iter().map(|&of| option(of)).collect::<PyResult<Vec<_>>>()?;
            let options = PyTuple::new(py, options)?;
            let rating = decimal(py, step.rating)?;
            class.call1((step.technique, rating, step.places, options, &step.words))
        };
        let steps = self.steps.iter().map(step).collect::<PyResult<Vec<_>>>()?;
        let rating = self.rating.map(|rating| decimal(py, rating)).transpose()?;
        let effort = decimal(py, self.effort)?;
        types.getattr("Rating")?.call1((rating, self.technique, effort, PyTuple::new(py, steps)?))
    }
}

/// A rating as a `Decimal`.
pub(crate) fn decimal(py: Python<'_>, rating: Rating) -> PyResult<Bound<'_, PyAny>> {
    py.import("decimal")?.getattr("Decimal")?.call1((rating.to_string(),))
}

/// A range of ratings: a number, or a pair of which either may be `None`.
pub(crate) fn band(given: Option<&Bound<'_, PyAny>>) -> PyResult<Option<std::ops::RangeInclusive<Rating>>> {
    let Some(given) = given else { return Ok(None) };
    let wrong = || error(format!("rating is {}, not a number or a pair such as (2, 4.5)", repr(given)));
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
        return Err(error(format!("rating is {}: the first number is greater than the second", repr(given))));
    }
    Ok(Some(low..=high))
}

/// The result of the question.
pub(crate) enum Asked {
    Rated(Rated),
    /// There is no solution that has the clues, or there are several.
    NoPuzzle(&'static str),
    Stopped(Reason),
    Failed(PyErr),
}

/// The path of a person from some clues to the only solution that has them.
pub(crate) fn asked(subject: Subject<'_>, clues: &[OptionId], budget: &Budget) -> Asked {
    let left = match restricted(subject.problem(), clues) {
        Ok(left) => left,
        Err(error) => return Asked::Failed(build_error(error)),
    };
    let number = || -> Result<(usize, Option<Ending>), solve::Error> {
        let mut solutions = Enumerate::of(&left).budget(budget.clone()).at_most(2).run()?;
        let number = solutions.by_ref().count();
        Ok((number, solutions.ending()))
    };
    match number() {
        Err(error) => return Asked::Failed(solve_error(error)),
        Ok((2.., _)) => return Asked::NoPuzzle("there is more than one solution"),
        Ok((_, Some(Ending::Stopped(reason)))) => return Asked::Stopped(reason),
        Ok((0, _)) => return Asked::NoPuzzle("there is no solution"),
        Ok(_) => {}
    }
    match Path::of(subject, clues, budget) {
        Ok(path) => Asked::Rated(Rated::of(&path, subject)),
        Err(_) => Asked::Stopped(budget.check().err().unwrap_or(Reason::Asked)),
    }
}

/// Rates a puzzle in a thread of its own; `option` gives the object of an option.
pub(crate) fn rate<'py>(
    py: Python<'py>,
    settings: &Settings,
    ask: impl FnOnce(&Budget) -> Asked + Send + 'static,
    option: impl Fn(OptionId) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    match watch::ask(py, settings, move |budget, _| ask(&budget))? {
        Asked::Rated(rated) => rated.shown(py, option),
        Asked::NoPuzzle(why) => Err(error(format!("no rating: {why}"))),
        Asked::Stopped(reason) => Err(stopped(None, reason)),
        Asked::Failed(error) => Err(error),
    }
}

/// The rating of a problem with clues: names of options.
pub(crate) fn of_problem<'py>(
    problem: &Bound<'py, Problem>,
    clues: Option<&Bound<'py, PyAny>>,
    time: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = problem.py();
    let names = clues.map_or(Ok(vec![]), |clues| in_order(clues, "the clues"))?;
    let clues = names.iter().map(|name| option_by_name(problem, name)).collect::<PyResult<Vec<_>>>()?;
    let core = problem.borrow().core();
    let ask = move |budget: &Budget| asked(Subject::of(&core), &clues, budget);
    rate(py, &Settings::timed(time)?, ask, |option| Ok(problem.borrow().names.name(py, option.index())))
}
