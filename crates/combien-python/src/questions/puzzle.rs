//! Puzzles of any problem: clues that leave one solution, and the problem that clues leave.

use std::sync::{Arc, Mutex};

use combien::budget::Budget;
use combien::problem::{Builder, OptionId};
use combien::solve::Reason;
use combien_puzzles::clues::{self, Generated, Generator};
use combien_puzzles::rating::{self as core_rating, Path, Rating, Request, Saved, Setter, Try};
use combien_tiling::Sieve;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::handles::error::{failure, raise, refused, stopped};
use crate::handles::labels::repr;
use crate::handles::objects::{Maybe, Object};
use crate::handles::problem::{Held, Problem, Solution, options_by_name};
use crate::handles::settings::Settings;
use crate::handles::tiling::Tiling;
use crate::handles::watch::{Watch, free};
use crate::questions::filtered::refuse;
use crate::questions::rating;
use crate::questions::whole::Whole;

/// After this number of puzzles in a row that are known or have other numbers of clues, the search ends. As in the command.
const TRIES: u64 = 1000;

/// The number of clues: a number, or a pair of which either may be `None`.
fn range_of(given: Maybe) -> PyResult<(usize, usize)> {
    let Some(given) = given else { return Ok((0, usize::MAX)) };
    if let Ok(number) = given.extract::<usize>() {
        return Ok((number, number));
    }
    let pair = given
        .extract::<(Option<usize>, Option<usize>)>()
        .map_err(|_| failure!("clues is {}, not a number or a pair such as (3, 5)", repr(given)))?;
    let (least, most) = (pair.0.unwrap_or(0), pair.1.unwrap_or(usize::MAX));
    if most < least {
        raise!("clues is {}: the first number is greater than the second", repr(given));
    }
    Ok((least, most))
}

/// What is asked of puzzles: the keywords of `puzzles`.
#[derive(Default)]
pub(crate) struct Wanted<'a, 'py> {
    pub(crate) seed: Option<u64>,
    pub(crate) clues: Maybe<'a, 'py>,
    pub(crate) rating: Maybe<'a, 'py>,
    /// The length of a series from easy to hard.
    pub(crate) series: Option<u64>,
    /// Where earlier puzzles stood.
    pub(crate) resume: Option<&'a str>,
    pub(crate) time: Maybe<'a, 'py>,
}

/// The puzzles of a problem, from a seed.
pub(crate) fn puzzles(problem: &Held, spare: Maybe, wanted: &Wanted<'_, '_>) -> PyResult<Puzzles> {
    let spared = options_by_name(problem, spare, "the options to spare")?;
    let whole = (Of::Problem(problem.clone().unbind()), Whole::Problem(problem.borrow().core()));
    made(problem.py(), whole, spared, wanted, &Settings::timed(wanted.time)?)
}

/// The puzzles of a tiling. An empty cell is a poor clue.
pub(crate) fn puzzles_of_tiling(tiling: &Bound<'_, Tiling>, wanted: &Wanted<'_, '_>) -> PyResult<Puzzles> {
    let core = tiling.get().core.clone();
    let graded = [("rating", wanted.rating.is_some()), ("series", wanted.series.is_some())];
    if let Some((keyword, _)) = graded.into_iter().find(|&(_, is_given)| is_given) {
        refuse(&core, keyword)?;
    }
    let mut settings = Settings::timed(wanted.time)?;
    let encoding = tiling.get().encoding_within(tiling.py(), &mut settings)?;
    let is_poor = |&option: &OptionId| encoding.placement(option).is_none();
    let spared = encoding.problem.options().filter(is_poor).collect();
    let whole = (Of::Tiling(tiling.clone().unbind()), Whole::Tiling(core, encoding));
    made(tiling.py(), whole, spared, wanted, &settings)
}

fn made(
    py: Python<'_>,
    (of, whole): (Of, Whole),
    spared: Vec<OptionId>,
    wanted: &Wanted<'_, '_>,
    settings: &Settings,
) -> PyResult<Puzzles> {
    if wanted.series.is_some() && wanted.clues.is_some() {
        raise!("a series has any number of clues: leave clues out, or series");
    }
    let (clues, band) = (range_of(wanted.clues)?, rating::band(wanted.rating)?);
    let band = band.or_else(|| wanted.series.map(|_| Rating { tenths: 0 }..=core_rating::HARDEST));
    let core = whole.subject().problem().clone();
    let request = Request {
        clues: clues.0..=clues.1,
        band,
        series: wanted.series,
        tries: TRIES,
        predicate: whole.predicate(),
    };
    let saved = match wanted.resume {
        Some(text) => Saved::read(text.as_bytes(), &core, &request, wanted.seed)
            .map_err(|wrong| failure!("resume cannot be used: {wrong}"))?,
        None => Saved::new(&core, &request),
    };
    let seed = wanted.seed.unwrap_or(1);
    let (seed, next_seed) = saved.seeds().unwrap_or((seed, seed));
    let watch = Watch::new(settings, py);
    let budget = watch.budget(&Budget::UNLIMITED);
    let sieve = match &whole {
        Whole::Problem(_) => None,
        Whole::Tiling(tiling, encoding) => tiling.sieve(encoding),
    };
    let filter = sieve.clone();
    let generator = watch.run(py, move || match filter {
        Some(sieve) => Generator::filtered(&core, next_seed, move |solution| sieve.passes(solution)),
        None => Generator::new(&core, next_seed),
    })?;
    let generator = generator.map_err(refused)?.sparing(spared);
    let setter = Setter::new(generator, &request, Some(&saved));
    let making = Making { whole, sieve, setter, budget, length: wanted.series, seed, saved };
    let state = State { making: Some(Box::new(making)), handed_out: 0 };
    Ok(Puzzles { of, watch, state: Mutex::new(state) })
}

/// What the puzzles are of, as the user has it.
enum Of {
    Problem(Py<Problem>),
    Tiling(Py<Tiling>),
}

/// Different puzzles of a problem or a tiling, one after the other.
#[pyclass(module = "combien._combien", frozen)]
pub(crate) struct Puzzles {
    of: Of,
    watch: Arc<Watch>,
    /// Never waited for: the thread that holds it may need the interpreter.
    pub(crate) state: Mutex<State>,
}

pub(crate) struct State {
    /// `None` while it works in another thread, and after it has ended.
    pub(crate) making: Option<Box<Making>>,
    handed_out: u64,
}

pub(crate) struct Making {
    whole: Whole,
    /// What solutions must look like, if a predicate says so.
    sieve: Option<Sieve>,
    setter: Setter,
    budget: Budget,
    /// The length of the series, if they are one.
    length: Option<u64>,
    /// The seed of the first generator, and where the puzzles stand.
    seed: u64,
    pub(crate) saved: Saved,
}

impl Making {
    /// The next puzzle, and its rating if that matters; `None` if there are no more.
    fn next(&mut self) -> Result<Option<(Generated, Option<Rating>)>, clues::Stopped> {
        if self.length == Some(self.saved.number()) {
            return Ok(None);
        }
        loop {
            match self.setter.next(self.whole.subject(), &self.budget)? {
                Try::Made(made, path) => {
                    let rating = path.as_ref().and_then(Path::rating);
                    self.saved.keep((self.seed, self.setter.seed()), &made.clues, rating);
                    return Ok(Some((made, rating)));
                }
                Try::PassedOver => {}
                Try::NoOther | Try::OnlyOne | Try::NoSolution => return Ok(None),
            }
        }
    }
}

impl Puzzles {
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let mut state = free(&self.state)?;
        let Some(mut making) = state.making.take() else { return Ok(None) };
        let (making, made) = self.watch.run(py, move || {
            let made = making.next();
            (making, made)
        })?;
        match made {
            Ok(None) => Ok(None),
            Ok(Some(made)) => {
                state.making = Some(making);
                state.handed_out += 1;
                Ok(Some(self.shown(py, &made.0, made.1)?.unbind()))
            }
            Err(clues::Stopped { .. }) => {
                if let Some(too_hard) = making.sieve.as_ref().and_then(Sieve::undecided) {
                    return Err(refused(too_hard));
                }
                Err(stopped(Some(state.handed_out.into_py_any(py)?), Reason::Deadline))
            }
        }
    }

    fn shown<'py>(&self, py: Python<'py>, made: &Generated, rating: Option<Rating>) -> PyResult<Object<'py>> {
        let problem = match &self.of {
            Of::Problem(problem) => problem.bind(py),
            Of::Tiling(tiling) => return Ok(Tiling::with_given(tiling.bind(py), &made.clues)?.into_any()),
        };
        let clues = PyTuple::new(py, problem.borrow().names_of(py, &made.clues))?;
        let solution = Solution::new(problem, &made.solution);
        let class = py.import("combien._types")?.getattr("Puzzle")?;
        let rating = rating.map(|rating| rating::decimal(py, rating)).transpose()?;
        class.call1((clues, solution, made.searches, made.nodes, rating))
    }
}

/// The problem in which options are taken, in the user's objects.
pub(crate) fn restricted(problem: &Held, names: &Object) -> PyResult<Problem> {
    let py = problem.py();
    let taken = options_by_name(problem, Some(names), "the clues")?;
    let problem = problem.borrow();
    let core = problem.builder.so_far();
    // Options are named by their numbers, so that the remaining ones can be identified.
    let mut numbered = Builder::from(core.clone());
    for option in core.options() {
        numbered.name_option(option, &option.index().to_string());
    }
    let left = clues::restricted(&numbered.build(), &taken).map_err(refused)?;
    let mut made = Problem::empty(py);
    for item in left.items() {
        let name = left.item_name(item);
        match core.item_by_name(name) {
            Some(item) => made.items.add(&problem.items.object(py, item.index()))?,
            // The item of a clue without an item that must be covered exactly once.
            None => made.items.add(PyString::new(py, name).as_any())?,
        }
    }
    for color in left.colors() {
        if let Some(color) = core.color_by_name(left.color_name(color)) {
            made.colors.add(&problem.colors.object(py, color.index()))?;
        }
    }
    made.builder = Builder::from(left.clone());
    for option in left.options() {
        let Some(number) = left.option_name(option).and_then(|number| number.parse().ok()) else { continue };
        made.name(option, &problem.names.name(py, number))?;
    }
    Ok(made)
}
