//! The questions of a problem, passed to the library.

use std::sync::Arc;

use combien::check;
use combien::problem::OptionId;
use combien::solve::estimate::{Estimate, Estimator, Size};
use combien::solve::{self, Best, Compile, Enumerate, Goal, Outcome, Report, Sample, Sweeping};
use combien_cli::ScratchFolder;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::handles::error::{error, solve_error, stopped};
use crate::handles::labels::in_order;
use crate::handles::objects::{answered, as_int};
use crate::handles::problem::{Problem, Solution, option_by_name};
use crate::handles::settings::Settings;
use crate::handles::watch::{self, Watch};
use crate::questions::alike::{Listing, Orbits, UpTo};
use crate::questions::costs;
use crate::questions::scratch::Spill;
use crate::questions::solutions::{Solutions, Source};

type Keywords<'a, 'py> = Option<&'a Bound<'py, PyDict>>;

pub(crate) fn count(
    problem: &Bound<'_, Problem>,
    up_to: Option<UpTo>,
    keywords: Keywords<'_, '_>,
) -> PyResult<Py<PyAny>> {
    let py = problem.py();
    let Some(up_to) = up_to else {
        let keywords = keywords.map(PyDictMethods::copy).transpose()?;
        let spill = keywords.as_ref().map(Spill::taken).transpose()?.flatten();
        let settings = Settings::of(py, keywords.as_ref())?;
        let report = match spill {
            Some(spill) => swept(problem, &settings, spill.folder()?, spill.disk),
            None => counted(problem, &settings),
        };
        return answered(py, &report?.outcome);
    };
    Spill::refuse(keywords, "up_to, where or kept_by")?;
    let settings = Settings::without(&["engine"], "a question about symmetry", py, keywords)?;
    answered(py, &orbits(problem, up_to, &settings)?.outcome)
}

/// The best solutions by their costs: the first `k`, or all; and only those within a cost.
pub(crate) fn best<'py>(
    problem: &Bound<'py, Problem>,
    k: Option<usize>,
    goal: Goal,
    within: Option<&Bound<'py, PyAny>>,
    keywords: Keywords<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    if k == Some(0) {
        return Err(error("k is 0, not a number of solutions from 1 on, or None for all"));
    }
    let asked = by_cost(problem, goal, within)?;
    let asked = match k {
        Some(k) => asked.count(k),
        None => asked.all(),
    };
    let settings = Settings::of(problem.py(), keywords)?;
    let engine = settings.engine;
    let report = watch::ask(problem.py(), &settings, move |budget, meter| {
        asked.by(engine).budget(budget).meter(meter).run()
    })?;
    match report.map_err(solve_error)?.outcome {
        Outcome::Answer(ranking) => costs::ranking(problem, &ranking),
        Outcome::Stopped { certain, reason } => {
            Err(stopped(Some(costs::ranking(problem, &certain)?.unbind()), reason))
        }
    }
}

/// How many solutions are within a cost.
pub(crate) fn count_within<'py>(
    problem: &Bound<'py, Problem>,
    goal: Goal,
    within: &Bound<'py, PyAny>,
    keywords: Keywords<'_, 'py>,
) -> PyResult<Py<PyAny>> {
    let asked = by_cost(problem, goal, Some(within))?;
    let settings = Settings::of(problem.py(), keywords)?;
    let engine = settings.engine;
    let report = watch::ask(problem.py(), &settings, move |budget, meter| {
        asked.by(engine).budget(budget).meter(meter).tally()
    })?;
    answered(problem.py(), &report.map_err(solve_error)?.outcome)
}

/// The Pareto front of the costs and of other numbers.
pub(crate) fn front<'py>(
    problem: &Bound<'py, Problem>,
    numbers: &Bound<'py, PyAny>,
    keywords: Keywords<'_, 'py>,
) -> PyResult<Bound<'py, PyList>> {
    let py = problem.py();
    let core = problem.borrow().core();
    let numbers = costs::numbers(problem, numbers)?;
    let settings = Settings::of(py, keywords)?;
    let engine = settings.engine;
    let asked = core.clone();
    let found = watch::ask(py, &settings, move |budget, meter| {
        let report = Compile::of(&asked).by(engine).budget(budget.clone()).meter(meter).run()?;
        let diagram = match report.outcome {
            Outcome::Answer(Some(diagram)) => diagram,
            Outcome::Answer(None) => unreachable!("an engine that has ended has a diagram"),
            Outcome::Stopped { reason, .. } => return Err(solve::Error::Stopped(reason)),
        };
        let pair = |option: OptionId| [asked.cost(option), numbers[option.index()]];
        diagram.front(&asked, pair, &diagram.beside(budget)).map_err(solve::Error::Stopped)
    })?;
    let points = found.map_err(solve_error)?.into_iter().map(|([cost, number], solution)| {
        let cost = costs::shown(py, &core, cost)?;
        (cost, number, Bound::new(py, Solution::new(problem, &solution))?).into_pyobject(py)
    });
    PyList::new(py, points.collect::<PyResult<Vec<_>>>()?)
}

/// The question for solutions by their costs.
fn by_cost(
    problem: &Bound<'_, Problem>,
    goal: Goal,
    within: Option<&Bound<'_, PyAny>>,
) -> PyResult<Best<'static>> {
    let core = problem.borrow().core();
    let asked = Best::of(&core).goal(goal);
    Ok(match within {
        Some(within) => asked.within(costs::limit(&core, goal, within)?),
        None => asked,
    })
}

/// The number of solutions, and how it was found.
pub(crate) fn counted(problem: &Bound<'_, Problem>, settings: &Settings) -> PyResult<Report<combien::Count>> {
    let (core, engine) = (problem.borrow().core(), settings.engine);
    let report = watch::ask(problem.py(), settings, move |budget, meter| {
        solve::Count::of(&core).by(engine).budget(budget).meter(meter).run()
    })?;
    report.map_err(solve_error)
}

/// The number of solutions by a sweep that puts what does not fit into memory into a folder.
fn swept(
    problem: &Bound<'_, Problem>,
    settings: &Settings,
    folder: ScratchFolder,
    disk: u64,
) -> PyResult<Report<combien::Count>> {
    let (core, engine) = (problem.borrow().core(), settings.engine);
    let report = watch::ask(problem.py(), settings, move |budget, meter| {
        let sweeping = Sweeping { scratch: Some(Arc::new(folder)), disk, ..Sweeping::default() };
        solve::Count::of(&core).by(engine).budget(budget).meter(meter).sweeping(sweeping).run()
    })?;
    report.map_err(solve_error)
}

/// How many solutions there are up to symmetry.
pub(crate) fn orbits(problem: &Bound<'_, Problem>, up_to: UpTo, settings: &Settings) -> PyResult<Orbits> {
    let core = problem.borrow().core();
    let counted =
        watch::ask(problem.py(), settings, move |budget, meter| up_to.count(&core, &budget, meter))?;
    counted.map_err(error)
}

pub(crate) fn first(problem: &Bound<'_, Problem>, keywords: Keywords<'_, '_>) -> PyResult<Option<Solution>> {
    let settings = Settings::of(problem.py(), keywords)?;
    match searched(problem, &settings)?.outcome {
        Outcome::Answer(first) => Ok(first.map(|first| Solution::new(problem, &first))),
        Outcome::Stopped { reason, .. } => Err(stopped(None, reason)),
    }
}

/// Is there exactly one solution? Two are looked for.
pub(crate) fn is_unique(problem: &Bound<'_, Problem>, keywords: Keywords<'_, '_>) -> PyResult<bool> {
    let settings = Settings::of(problem.py(), keywords)?;
    let (core, engine) = (problem.borrow().core(), settings.engine);
    let report = watch::ask(problem.py(), &settings, move |budget, meter| {
        Enumerate::of(&core).by(engine).budget(budget).meter(meter).at_most(2).tally()
    })?;
    let two = combien::Count::from(2_u64);
    match report.map_err(solve_error)?.outcome {
        Outcome::Answer(count) => Ok(count == combien::Count::ONE),
        Outcome::Stopped { certain, .. } if certain >= two => Ok(false),
        Outcome::Stopped { certain, reason } => Err(stopped(Some(as_int(problem.py(), &certain)?), reason)),
    }
}

/// A solution, and how it was found.
pub(crate) fn searched(
    problem: &Bound<'_, Problem>,
    settings: &Settings,
) -> PyResult<Report<Option<combien::Solution>>> {
    let (core, engine) = (problem.borrow().core(), settings.engine);
    let report = watch::ask(problem.py(), settings, move |budget, meter| {
        Enumerate::of(&core).by(engine).budget(budget).meter(meter).first()
    })?;
    report.map_err(solve_error)
}

pub(crate) fn solutions(
    problem: &Bound<'_, Problem>,
    up_to: Option<UpTo>,
    keywords: Keywords<'_, '_>,
) -> PyResult<Solutions> {
    let py = problem.py();
    let settings = match up_to {
        None => Settings::of(py, keywords)?,
        Some(_) => Settings::without(&["engine"], "a question about symmetry", py, keywords)?,
    };
    let watch = Watch::new(&settings, py);
    let core = problem.borrow().core();
    let (budget, meter) = (watch.budget(&settings.budget), watch.meter());
    if let Some(up_to) = up_to {
        let listing = Listing::new(up_to, core, budget, meter, watch.stop());
        return Ok(Solutions::new(problem, Source::Listing(listing), watch));
    }
    let engine = settings.engine;
    let asked = move || Enumerate::of(&core).by(engine).budget(budget).meter(meter).run();
    match watch.run(py, asked)? {
        Ok(solutions) => Ok(Solutions::new(problem, Source::Search(Box::new(solutions)), watch)),
        Err(error) => {
            watch.close(py)?;
            Err(solve_error(error))
        }
    }
}

pub(crate) fn sample(
    problem: &Bound<'_, Problem>,
    n: usize,
    seed: u64,
    keywords: Keywords<'_, '_>,
) -> PyResult<Vec<Solution>> {
    let py = problem.py();
    let settings = Settings::of(py, keywords)?;
    let (core, engine) = (problem.borrow().core(), settings.engine);
    let report = watch::ask(py, &settings, move |budget, meter| {
        let watched = budget.clone();
        let report = Sample::of(&core).seed(seed).by(engine).budget(budget).meter(meter).run()?;
        let mut drawn = vec![];
        let Some(mut samples) = report.answer()? else { return Ok(drawn) };
        while drawn.len() < n
            && let Some(solution) = samples.next()
        {
            watched.check().map_err(solve::Error::Stopped)?;
            drawn.push(solution);
        }
        samples.stopped().map_or(Ok(drawn), |reason| Err(solve::Error::Stopped(reason)))
    })?;
    let drawn = report.map_err(solve_error)?;
    Ok(drawn.iter().map(|solution| Solution::new(problem, solution)).collect())
}

pub(crate) fn estimate<'py>(
    problem: &Bound<'py, Problem>,
    probes: u64,
    seed: u64,
    keywords: Keywords<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = problem.py();
    let settings = Settings::without(&["progress"], "estimate()", py, keywords)?;
    let (core, engine) = (problem.borrow().core(), settings.engine);
    let asked = watch::ask(py, &settings, move |budget, _| {
        let mut estimator = Estimator::new(&core, engine, seed)?;
        match estimator.run(probes, &budget) {
            None => Ok(estimator.estimate()),
            Some(reason) => Err(solve::Error::Stopped(reason)),
        }
    })?;
    as_estimate(py, &asked.map_err(solve_error)?)
}

/// An estimate as a Python object.
pub(crate) fn as_estimate<'py>(py: Python<'py>, estimate: &Estimate) -> PyResult<Bound<'py, PyAny>> {
    let types = py.import("combien._types")?;
    let size = |size: Size| {
        let Size { mean, error, low, high } = size;
        types.getattr("Size")?.call1((mean.to_f64(), error.to_f64(), low.to_f64(), high.to_f64()))
    };
    let (nodes, solutions) = (size(estimate.nodes)?, size(estimate.solutions)?);
    types.getattr("Estimate")?.call1((estimate.probes, estimate.hits, nodes, solutions))
}

pub(crate) fn violations(problem: &Bound<'_, Problem>, solution: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let options = match solution.cast::<Solution>() {
        Ok(solution) if solution.get().is_of(problem) => solution.get().options().to_vec(),
        Ok(solution) => {
            let names = solution.get().names(problem.py())?;
            names.iter().map(|name| option_by_name(problem, &name)).collect::<PyResult<_>>()?
        }
        Err(_) => {
            let names = in_order(solution, "a solution")?;
            names.iter().map(|name| option_by_name(problem, name)).collect::<PyResult<Vec<_>>>()?
        }
    };
    let core = problem.borrow().core();
    let violations = check::check(&core, &options).err().unwrap_or_default();
    Ok(violations.iter().map(ToString::to_string).collect())
}
