//! The questions of a problem, passed to the library.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use combien::budget::{Budget, Deadline};
use combien::check;
use combien::problem::OptionId;
use combien::solve::estimate::{Estimate, Estimator, Size};
use combien::solve::{
    self, Best, Compile, Engine, Enumerate, Goal, Outcome, Reason, Report, Sample, Sweeping,
};
use combien_cli::ScratchFolder;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::handles::error::{error, solve_error, stopped};
use crate::handles::labels::in_order;
use crate::handles::objects::{answered, as_int};
use crate::handles::problem::{Problem, Solution, option_by_name};
use crate::handles::settings::Settings;
use crate::handles::watch::{self, Told, Watch};
use crate::questions::alike::{Listing, Orbits, UpTo};
use crate::questions::costs;
use crate::questions::solutions::{Batch, Solutions, Source};

/// Asks about a problem within these settings.
pub(crate) fn ask<T: Send + 'static>(
    problem: &Bound<'_, Problem>,
    settings: &Settings,
    question: impl FnOnce(&combien::Problem, Engine, Budget, Option<Told>) -> Result<T, solve::Error>
    + Send
    + 'static,
) -> PyResult<T> {
    let (core, engine) = (problem.borrow().core(), settings.engine);
    let asked = move |budget, meter| question(&core, engine, budget, meter);
    watch::ask(problem.py(), settings, asked)?.map_err(solve_error)
}

/// A problem with at most this many options is asked at once, in the thread that asks.
const SMALL: usize = 512;

/// So long that nobody waits for it: a question that takes longer begins again in a thread of its own, which sees
/// Ctrl-C. The thread alone takes half as long as many a question.
const BLINK: Duration = Duration::from_millis(1);

/// Asks a small problem in the thread that asks, with one thread and for a blink; `None` if the problem is not small.
fn at_once<T: Send>(
    py: Python<'_>,
    core: &combien::Problem,
    settings: &Settings,
    ask: impl FnOnce(Budget) -> T + Send,
) -> PyResult<Option<T>> {
    let is_longer = settings.time.is_none_or(|time| time > BLINK);
    if core.option_count() > SMALL || settings.progress.is_some() || !is_longer {
        return Ok(None);
    }
    let begun = Instant::now();
    let deadline = Some(Deadline::new(move || begun.elapsed() >= BLINK));
    let budget = Budget { threads: Some(NonZeroUsize::MIN), deadline, ..settings.budget.clone() };
    py.detach(|| watch::caught(|| ask(budget))).map(Some)
}

/// Asks a question that has a report. It is one of those whose answers are the same for any number of threads.
fn reported<T: Send + 'static>(
    problem: &Bound<'_, Problem>,
    settings: &Settings,
    question: impl Fn(&combien::Problem, Engine, Budget, Option<Told>) -> Result<Report<T>, solve::Error>
    + Send
    + Sync
    + 'static,
) -> PyResult<Report<T>> {
    let (core, engine) = (problem.borrow().core(), settings.engine);
    let soon = at_once(problem.py(), &core, settings, |budget| question(&core, engine, budget, None))?;
    match soon.transpose().map_err(solve_error)? {
        None | Some(Report { outcome: Outcome::Stopped { reason: Reason::Deadline, .. }, .. }) => {
            ask(problem, settings, question)
        }
        Some(report) => Ok(report),
    }
}

/// What a compilation made.
pub(crate) fn compiled(compile: Compile<'_>) -> Result<solve::Diagram, solve::Error> {
    let diagram = compile.run()?.answer()?;
    Ok(diagram.unwrap_or_else(|| unreachable!("an engine that has ended has a diagram")))
}

/// The best solutions by their costs: the first `k`, or all; and only those within a cost.
pub(crate) fn best<'py>(
    problem: &Bound<'py, Problem>,
    k: Option<usize>,
    goal: Goal,
    within: Option<&Bound<'py, PyAny>>,
    settings: &Settings,
) -> PyResult<Bound<'py, PyAny>> {
    if k == Some(0) {
        return Err(error("k is 0, not a number of solutions from 1 on, or None for all"));
    }
    let asked = by_cost(problem, goal, within)?;
    let asked = match k {
        Some(k) => asked.count(k),
        None => asked.all(),
    };
    let report = ask(problem, settings, move |_, engine, budget, meter| {
        asked.by(engine).budget(budget).meter(meter).run()
    })?;
    match report.outcome {
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
    settings: &Settings,
) -> PyResult<Py<PyAny>> {
    let asked = by_cost(problem, goal, Some(within))?;
    let report = ask(problem, settings, move |_, engine, budget, meter| {
        asked.by(engine).budget(budget).meter(meter).tally()
    })?;
    answered(problem.py(), &report.outcome)
}

/// The Pareto front of the costs and of other numbers.
pub(crate) fn front<'py>(
    problem: &Bound<'py, Problem>,
    numbers: &Bound<'py, PyAny>,
    settings: &Settings,
) -> PyResult<Bound<'py, PyList>> {
    let (py, core) = (problem.py(), problem.borrow().core());
    let numbers = costs::numbers(problem, numbers)?;
    let found = ask(problem, settings, move |core, engine, budget, meter| {
        let diagram = compiled(Compile::of(core).by(engine).budget(budget.clone()).meter(meter))?;
        let pair = |option: OptionId| [core.cost(option), numbers[option.index()]];
        diagram.front(core, pair, &diagram.beside(budget)).map_err(solve::Error::Stopped)
    })?;
    let points = found.into_iter().map(|([cost, number], solution)| {
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
    let counting = settings.counting.clone();
    let Some(scratch) = &counting.scratch else {
        return reported(problem, settings, move |core, engine, budget, meter| {
            counting.set(solve::Count::of(core).by(engine).budget(budget).meter(meter), None).run()
        });
    };
    let folder = ScratchFolder::new_in(scratch)?;
    ask(problem, settings, move |core, engine, budget, meter| {
        let question = solve::Count::of(core).by(engine).budget(budget).meter(meter);
        let into = |folder| Sweeping { scratch: Some(Arc::new(folder)), ..Sweeping::default() };
        counting.set(question, Some(into(folder))).run()
    })
}

/// How many solutions there are up to symmetry.
pub(crate) fn orbits(problem: &Bound<'_, Problem>, up_to: UpTo, settings: &Settings) -> PyResult<Orbits> {
    let core = problem.borrow().core();
    let counted =
        watch::ask(problem.py(), settings, move |budget, meter| up_to.count(&core, &budget, meter))?;
    counted.map_err(error)
}

pub(crate) fn first(problem: &Bound<'_, Problem>, settings: &Settings) -> PyResult<Option<Solution>> {
    match searched(problem, settings)?.outcome {
        Outcome::Answer(first) => Ok(first.map(|first| Solution::new(problem, &first))),
        Outcome::Stopped { reason, .. } => Err(stopped(None, reason)),
    }
}

/// Is there exactly one solution? Two are looked for.
pub(crate) fn is_unique(problem: &Bound<'_, Problem>, settings: &Settings) -> PyResult<bool> {
    let report = reported(problem, settings, |core, engine, budget, meter| {
        Enumerate::of(core).by(engine).budget(budget).meter(meter).at_most(2).tally()
    })?;
    let two = combien::Count::from(2_u64);
    match report.outcome {
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
    reported(problem, settings, |core, engine, budget, meter| {
        Enumerate::of(core).by(engine).budget(budget).meter(meter).first()
    })
}

pub(crate) fn solutions(
    problem: &Bound<'_, Problem>,
    up_to: Option<UpTo>,
    settings: &Settings,
) -> PyResult<Solutions> {
    let py = problem.py();
    let (watch, core) = (Watch::new(settings, py), problem.borrow().core());
    if let Some(up_to) = up_to {
        let (budget, meter) = (watch.budget(&settings.threaded()), watch.meter());
        let listing = Listing::new(up_to, core, budget, meter, watch.stop());
        return Ok(Solutions::new(problem, Source::Listing(listing), watch));
    }
    let engine = settings.engine;
    let all = |budget| {
        let solutions = Enumerate::of(&core).by(engine).budget(budget).run().ok()?;
        Batch::whole(Source::Search(Box::new(solutions)))
    };
    if let Some(Some(batch)) = at_once(py, &core, settings, all)? {
        return Ok(Solutions::of(problem, batch, watch));
    }
    let (budget, meter) = (watch.budget(&settings.threaded()), watch.meter());
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
    settings: &Settings,
) -> PyResult<Vec<Solution>> {
    let drawn = ask(problem, settings, move |core, engine, budget, meter| {
        let watched = budget.clone();
        let report = Sample::of(core).seed(seed).by(engine).budget(budget).meter(meter).run()?;
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
    Ok(drawn.iter().map(|solution| Solution::new(problem, solution)).collect())
}

pub(crate) fn estimate<'py>(
    problem: &Bound<'py, Problem>,
    probes: u64,
    seed: u64,
    settings: &Settings,
) -> PyResult<Bound<'py, PyAny>> {
    let estimate = ask(problem, settings, move |core, engine, budget, _| {
        let mut estimator = Estimator::new(core, engine, seed)?;
        match estimator.run(probes, &budget) {
            None => Ok(estimator.estimate()),
            Some(reason) => Err(solve::Error::Stopped(reason)),
        }
    })?;
    as_estimate(problem.py(), &estimate)
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
