//! What a driver of a cluster needs: branches of a search as bytes, one of them searched within a budget, and probes in parts.
//!
//! A state is a [`Checkpoint`] as a text: it has the fingerprint of its problem and its question, and a checksum. So a
//! damaged state, or one of another problem, is refused.

use combien::Count;
use combien::budget::{Budget, Deadline, StopFlag};
use combien::engine::Work;
use combien::solve::estimate::{Estimate, Estimator, Magnitude, Size};
use combien::solve::{self, Ending, Engine, Enumerate, Journal, Piece, Question, Reason, State};
use combien_formats::checkpoint::{Checkpoint, CheckpointError};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::handles::error::{error, failure, refused, solve_error, stopped};
use crate::handles::objects::{Dict, Object, Tuple};
use crate::handles::problem::{Held, Problem};
use crate::handles::settings::Settings;
use crate::handles::watch;
use crate::questions::{kept, question};

/// A task returns when its solutions take this number of bytes, because they are in memory until then.
const MOST_ROWS: usize = 1 << 24;

/// A flag that stops searches in this process.
#[pyclass(module = "combien._combien", name = "_Stop", frozen)]
pub(crate) struct Stop(StopFlag);

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Stop {
        Stop(StopFlag::new())
    }

    /// Every search with this flag stops soon.
    fn set(&self) {
        self.0.raise();
    }

    /// Was it set?
    fn is_set(&self) -> bool {
        self.0.is_raised()
    }
}

/// The fingerprint of a problem: the same for the same items and options, in the same order.
#[pyfunction]
#[pyo3(name = "_fingerprint")]
pub(crate) fn fingerprint(py: Python<'_>, problem: &Problem) -> String {
    let core = problem.core();
    py.detach(|| core.fingerprint()).to_string()
}

/// The arguments of ``_restore`` for the same problem without the user's objects.
#[pyfunction]
#[pyo3(name = "_plain")]
pub(crate) fn plain<'py>(problem: &Held<'py>) -> PyResult<Tuple<'py>> {
    kept::plain(problem)
}

fn question_of(name: &str) -> PyResult<Question> {
    match name {
        "count" => Ok(Question::Count),
        "solutions" => Ok(Question::Each),
        _ => Err(failure!("`{name}` is not a question: `count` and `solutions` are")),
    }
}

fn engine_of(name: &str) -> PyResult<Engine> {
    name.parse().map_err(refused::<solve::UnknownEngine>)
}

/// The state of a search that has not begun.
#[pyfunction]
#[pyo3(name = "_begin")]
pub(crate) fn begin<'py>(
    py: Python<'py>,
    problem: &Problem,
    question: &str,
    engine: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let (core, question) = (problem.core(), question_of(question)?);
    let engine = engine_of(engine)?.for_journal(&core).map_err(solve_error)?;
    let state = py.detach(|| Checkpoint::new(&core, State::new(&core, question, engine)).to_string());
    Ok(PyBytes::new(py, state.as_bytes()))
}

pub(crate) fn read(state: &[u8]) -> PyResult<Checkpoint> {
    let checkpoint = str::from_utf8(state).map_err(|_| CheckpointError::NotOne).and_then(Checkpoint::read);
    checkpoint.map_err(refused)
}

/// The pieces of a state from ``start`` to before ``end``, as a state of their own.
#[pyfunction]
#[pyo3(name = "_select")]
pub(crate) fn select<'py>(
    py: Python<'py>,
    state: &[u8],
    start: usize,
    end: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let Checkpoint { size, state, .. } = read(state)?;
    let pieces = state.pieces.get(start..end).filter(|pieces| !pieces.is_empty());
    let pieces = pieces.ok_or_else(|| failure!("there are no pieces from {start} to {end}"))?.to_vec();
    let part = Checkpoint { size, state: State { pieces, ..state }, written: None, shard: None };
    Ok(PyBytes::new(py, part.to_string().as_bytes()))
}

/// Keeps the state in which a search ended.
#[derive(Default)]
pub(crate) struct AtTheEnd(pub(crate) Option<State>);

impl Journal for AtTheEnd {
    fn is_due(&mut self) -> bool {
        false
    }

    fn keep(&mut self, state: &State) {
        self.0 = Some(state.clone());
    }
}

/// The result of a search, with the remaining state as a text, and the share of each of its pieces.
struct Told {
    found: Count,
    nodes: u64,
    rest: Option<String>,
    shares: Vec<f64>,
    rows: Option<Vec<u8>>,
    reason: Option<Reason>,
}

impl Told {
    fn rest(self, core: &combien::Problem, rest: Option<State>) -> Told {
        let rest = rest.filter(|rest| !rest.is_complete());
        // The solutions are counted here, so the remaining state must not count them again.
        let rest = rest.map(|state| State { found: Count::ZERO, work: Work::default(), shown: 0.0, ..state });
        let shares = rest.iter().flat_map(|rest| &rest.pieces).map(share).collect();
        let size = (core.item_count(), core.option_count());
        let text = |state| Checkpoint { size, state, written: None, shard: None }.to_string();
        Told { rest: rest.map(text), shares, ..self }
    }
}

fn count(core: &combien::Problem, state: &State, budget: Budget) -> Result<Told, solve::Error> {
    let mut last = AtTheEnd::default();
    let question = solve::Count::of(core).resume(state).budget(budget).journal(&mut last);
    let report = question.without_forecast().run()?;
    let found = report.outcome.certain().clone();
    let (nodes, reason) = (report.work.nodes, report.outcome.reason());
    let told = Told { found, nodes, rest: None, shares: vec![], rows: None, reason };
    Ok(told.rest(core, last.0))
}

/// The numbers of the options of each solution, from 0, as a line of JSON.
fn list(core: &combien::Problem, state: &State, budget: Budget) -> Result<Told, solve::Error> {
    let mut solutions = Enumerate::of(core).resume(state).budget(budget).without_forecast().run()?;
    let mut rows = vec![];
    while rows.len() < MOST_ROWS
        && let Some(solution) = solutions.next()
    {
        let numbers: Vec<usize> = solution.options().iter().map(|option| option.index()).collect();
        // A list of numbers is shown as JSON writes it.
        rows.extend(format!("{numbers:?}\n").into_bytes());
    }
    let reason = match solutions.ending() {
        Some(Ending::Stopped(reason)) => Some(reason),
        _ => None,
    };
    let (found, nodes) = (solutions.found().into(), solutions.work().nodes);
    let told = Told { found, nodes, rest: None, shares: vec![], rows: Some(rows), reason };
    Ok(told.rest(core, solutions.state()))
}

/// Number of solutions, nodes, the remaining state (or `None`), the share of each of its pieces, the solutions.
type Searched<'py> = (Py<PyAny>, u64, Option<Bound<'py, PyBytes>>, Vec<f64>, Option<Bound<'py, PyBytes>>);

/// Searches the remaining pieces of a state within the limits of a question. Returns the number of solutions, the nodes,
/// the state that remains with the share of each of its pieces, and for ``"solutions"`` the solutions, one on each line.
///
/// Raises ``Error`` if the state is damaged, or of another problem or question, and ``Stopped`` if ``stop`` was set.
#[pyfunction]
#[pyo3(name = "_search", signature = (problem, question, state, *, stop = None, **settings))]
pub(crate) fn search<'py>(
    problem: &Held<'py>,
    question: &str,
    state: &[u8],
    stop: Option<&Bound<'py, Stop>>,
    settings: Option<&Dict<'py>>,
) -> PyResult<Searched<'py>> {
    let py = problem.py();
    let question = question_of(question)?;
    let settings = Settings::of(py, settings)?;
    let checkpoint = read(state)?;
    let core = problem.borrow().core();
    let stop = stop.map(|stop| stop.get().0.clone());
    let flag = stop.clone();
    let done = watch::ask(py, &settings, move |budget, _| {
        let is_ours = checkpoint.is_of(&core).and_then(|()| checkpoint.answers(question));
        is_ours.map_err(|wrong| wrong.to_string())?;
        let budget = Budget { threads: None, ..until(budget, stop) };
        let done = match question {
            Question::Count => count(&core, &checkpoint.state, budget),
            Question::Each => list(&core, &checkpoint.state, budget),
        };
        done.map_err(|wrong| wrong.to_string())
    })?;
    let Told { found, nodes, rest, shares, rows, reason } = done.map_err(error)?;
    if flag.is_some_and(|flag| flag.is_raised()) {
        return Err(stopped(None, Reason::Asked));
    }
    // The sender would send it again, forever.
    if let (0, Some(reason @ Reason::Memory(_))) = (nodes, reason) {
        return Err(stopped(None, reason));
    }
    let bytes = |bytes: &[u8]| PyBytes::new(py, bytes);
    let found = found.to_biguint().into_py_any(py)?;
    Ok((found, nodes, rest.as_deref().map(str::as_bytes).map(bytes), shares, rows.as_deref().map(bytes)))
}

fn share(piece: &Piece) -> f64 {
    match piece {
        Piece::Branch(branch) => branch.share,
        Piece::Solutions(_) => 0.0,
    }
}

/// The same budget, which ends when the flag is raised too. The flag of the budget itself is that of the watcher.
fn until(budget: Budget, stop: Option<StopFlag>) -> Budget {
    let Some(stop) = stop else { return budget };
    let before = budget.deadline;
    let has_passed = move || stop.is_raised() || before.as_ref().is_some_and(Deadline::has_passed);
    Budget { deadline: Some(Deadline::new(has_passed)), ..budget }
}

/// The result of some probes: their number, the solutions that they met, the nodes that they entered, and the natural
/// logarithms of the mean number of nodes and of solutions.
type Probes = (u64, u64, u64, f64, f64);

/// Random probes of the search of a problem. Different seeds give different probes.
///
/// Raises ``Stopped`` if the time is over or ``stop`` was set before all of them were made.
#[pyfunction]
#[pyo3(name = "_probe", signature = (problem, engine, probes, seed, *, stop = None, **settings))]
pub(crate) fn probe(
    problem: &Held,
    engine: &str,
    probes: u64,
    seed: u64,
    stop: Option<&Bound<'_, Stop>>,
    settings: Option<&Dict>,
) -> PyResult<Probes> {
    let py = problem.py();
    let engine = engine_of(engine)?;
    let settings = Settings::of(py, settings)?;
    let core = problem.borrow().core();
    let stop = stop.map(|stop| stop.get().0.clone());
    let asked = watch::ask(py, &settings, move |budget, _| {
        let mut estimator = Estimator::new(&core, engine, seed)?;
        match estimator.run(probes, &until(budget, stop)) {
            None => Ok(estimator.estimate()),
            Some(reason) => Err(solve::Error::Stopped(reason)),
        }
    })?;
    let Estimate { probes, hits, nodes, solutions, work } = asked.map_err(solve_error)?;
    Ok((probes, hits, work.nodes, nodes.mean.ln(), solutions.mean.ln()))
}

/// An estimate from probes with different seeds, the same number with each.
#[pyfunction]
#[pyo3(name = "_pool")]
pub(crate) fn pool(py: Python<'_>, parts: Vec<Probes>, seed: u64) -> PyResult<Object<'_>> {
    let size = |ln: f64| Size { mean: Magnitude::from_ln(ln), ..Size::UNKNOWN };
    let part = |&(probes, hits, entered, nodes, solutions): &Probes| Estimate {
        probes,
        hits,
        nodes: size(nodes),
        solutions: size(solutions),
        work: Work { nodes: entered, updates: 0 },
    };
    let parts: Vec<Estimate> = parts.iter().map(part).collect();
    question::as_estimate(py, &Estimate::pooled(&parts, seed))
}
