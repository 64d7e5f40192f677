//! The class `Shard`: a part of a count that is split in advance, as the commands `split` and `merge` have it.

use combien::problem::dlx::{Unfit, WriteError};
use combien::problem::{BuildError, Builder, Kind};
use combien::solve::{self, Question};
use combien_formats::checkpoint::Checkpoint;
use combien_formats::checkpoint::shard::{self, Shard as Part};
use pyo3::prelude::*;

use crate::classes::cluster::{AtTheEnd, read};
use crate::handles::error::exceptions::Stopped;
use crate::handles::error::{Unanswered, error, raise, refused};
use crate::handles::numbers::Natural;
use crate::handles::objects::{Dict, Pickle, as_int};
use crate::handles::problem::Held;
use crate::handles::settings::Settings;
use crate::handles::watch;

/// The most shards of a split, as in the command.
const MOST_SHARDS: usize = 100_000;

/// A part of a count that needs no network: the problem without your own objects, branches of the search, and what was found in
/// them. It is immutable. ``Shard(text)`` reads what ``to_text`` or the command wrote, and raises ``Error`` if it is damaged.
#[pyclass(module = "combien.cluster", frozen)]
pub(crate) struct Shard {
    checkpoint: Checkpoint,
    part: Part,
}

impl Shard {
    fn of(checkpoint: Checkpoint) -> PyResult<Shard> {
        let part = checkpoint.shard.clone().ok_or_else(|| error("this is a checkpoint, but not a shard"))?;
        Ok(Shard { checkpoint, part })
    }
}

#[pymethods]
impl Shard {
    #[new]
    fn new(text: &str) -> PyResult<Shard> {
        Shard::of(read(text.as_bytes())?)
    }

    /// Its number, from 1.
    #[getter]
    fn number(&self) -> usize {
        self.part.number
    }

    /// The number of shards of the split.
    #[getter]
    fn get_of(&self) -> usize {
        self.part.of
    }

    /// The number of solutions found so far.
    #[getter]
    fn found(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        as_int(py, &self.checkpoint.state.found)
    }

    /// Whether nothing is left to search.
    #[getter]
    fn is_done(&self) -> bool {
        self.checkpoint.state.is_complete()
    }

    /// The finished part of the search, from 0 to 1, if the branches of each node were equally large.
    #[getter]
    fn fraction(&self) -> f64 {
        self.checkpoint.state.fraction()
    }

    /// Searches what is left, as far as the limits allow, and returns the shard with the result. A limit raises nothing.
    #[pyo3(signature = (**settings), text_signature = "($self, *, time=None, nodes=None, memory=None, threads=None, progress=None)")]
    fn run(&self, py: Python<'_>, settings: Option<&Dict>) -> PyResult<Shard> {
        let settings = Settings::without(&["engine"], "a shard", py, settings)?;
        let (checkpoint, part) = (self.checkpoint.clone(), self.part.clone());
        let state = watch::ask(py, &settings, move |budget, meter| {
            let problem = part.problem(&checkpoint).map_err(|wrong| wrong.to_string())?;
            let mut last = AtTheEnd::default();
            let question = solve::Count::of(&problem).resume(&checkpoint.state).budget(budget).meter(meter);
            let ran = question.journal(&mut last).without_forecast().run();
            ran.map_err(|wrong| wrong.to_string()).map(|_| last.0.unwrap_or(checkpoint.state))
        })?;
        let checkpoint = Checkpoint { state: state.map_err(error)?, ..self.checkpoint.clone() };
        Ok(Shard { checkpoint, part: self.part.clone() })
    }

    /// The shard as the text of a file for ``combien count`` and ``combien merge``.
    fn to_text(&self) -> String {
        self.checkpoint.to_string()
    }

    fn __repr__(&self) -> String {
        let Part { number, of, .. } = &self.part;
        let (found, done) = (&self.checkpoint.state.found, 100.0 * self.fraction());
        format!("<combien.cluster.Shard: {number} of {of}, {done:.1} % done, {found} found>")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Shard>) -> PyResult<Pickle<'py>> {
        Ok((slf.get_type().into_any(), (slf.get().to_text(),).into_pyobject(slf.py())?))
    }
}

/// A problem of this form, without costs, whose items and colors have numbers as names.
fn numbered(problem: &combien::Problem) -> Result<combien::Problem, BuildError> {
    let mut builder = Builder::new();
    for item in problem.items() {
        let name = item.index().to_string();
        match problem.kind(item) {
            Kind::Primary => builder.bounded(&name, problem.bounds(item))?,
            Kind::Secondary => builder.secondary(&name)?,
        };
    }
    for color in problem.colors() {
        builder.color(&color.index().to_string());
    }
    for option in problem.options() {
        builder.option(problem.option(option).iter().copied())?;
    }
    Ok(builder.build())
}

/// Splits a count into ``shards`` parts of about the same size, always in the same way, as ``combien split`` does.
///
/// Probes that tell the sizes take about a second, longer for many shards or large problems. Raises ``Error`` for a problem
/// without primary items.
#[pyfunction]
pub(crate) fn split(problem: &Held, shards: Natural<usize>) -> PyResult<Vec<Shard>> {
    let shards = shards.0;
    if !(1..=MOST_SHARDS).contains(&shards) {
        raise!("shards is {shards}, not a number from 1 to {MOST_SHARDS}");
    }
    let core = problem.borrow().core();
    let parts = watch::work(problem.py(), move || {
        let mut size = shard::sizes(&core, shards)?;
        match shard::split(&core, Question::Count, shards, &mut size) {
            // Names as Python shows them often have spaces.
            Err(WriteError::Unfit(Unfit::Name(_))) => {
                let numbered = numbered(&core).map_err(Unanswered::other)?;
                shard::split(&numbered, Question::Count, shards, size).map_err(Unanswered::other)
            }
            parts => parts.map_err(Unanswered::other),
        }
    })??;
    parts.into_iter().map(Shard::of).collect()
}

/// The number of solutions, from all shards of one split, in any order.
///
/// Raises ``Error`` if one is missing, there twice or of another split, and ``Stopped`` with a lower bound as ``certain`` if some
/// are not done.
#[pyfunction]
pub(crate) fn merge(py: Python<'_>, shards: Vec<PyRef<'_, Shard>>) -> PyResult<Py<PyAny>> {
    let checkpoints: Vec<Checkpoint> = shards.iter().map(|shard| shard.checkpoint.clone()).collect();
    let names: Vec<String> = (0..shards.len()).map(|place| format!("shards[{place}]")).collect();
    let merged =
        shard::merge(&checkpoints).map_err(|wrong| refused(wrong.describe(|place| names[place].as_str())))?;
    let found = as_int(py, &merged.found)?;
    if merged.open.is_empty() {
        return Ok(found);
    }
    let open: Vec<String> = merged.open.iter().take(10).map(|(number, _)| number.to_string()).collect();
    let more = if merged.open.len() > open.len() { ", ..." } else { "" };
    let message =
        format!("{} of {} shards are not done: {}{more}", merged.open.len(), merged.of, open.join(", "));
    Err(Stopped::new_err((message, found, "shards")))
}
