//! The classes `Solution` and `Solutions`.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use combien::problem::OptionId;
use combien::solve::{self, Ending};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::alike::Listing;
use crate::costs;
use crate::error::{error, stopped};
use crate::labels::repr;
use crate::problem::Problem;
use crate::watch::Watch;

/// A solution: the options that are chosen, in the order of the problem.
///
/// It is small: what it shows is made when it is asked for. Two solutions are equal if they have the same options by the same
/// names.
#[pyclass(module = "combien", frozen)]
pub(crate) struct Solution {
    problem: Py<Problem>,
    options: Box<[OptionId]>,
}

impl Solution {
    pub(crate) fn new(problem: &Bound<'_, Problem>, solution: &combien::Solution) -> Solution {
        Solution::of_options(problem, solution.options())
    }

    fn of_options(problem: &Bound<'_, Problem>, options: &[OptionId]) -> Solution {
        Solution { problem: problem.clone().unbind(), options: options.into() }
    }

    pub(crate) fn options(&self) -> &[OptionId] {
        &self.options
    }

    pub(crate) fn is_of(&self, problem: &Bound<'_, Problem>) -> bool {
        self.problem.is(problem)
    }
}

#[pymethods]
impl Solution {
    /// The options of ``problem`` with these numbers, from 0, as a solution; ``Problem.check`` tells whether it is one.
    #[new]
    fn of_rows(problem: &Bound<'_, Problem>, rows: Vec<usize>) -> PyResult<Solution> {
        let count = problem.borrow().builder.so_far().option_count();
        if let Some(row) = rows.iter().find(|&&row| row >= count) {
            return Err(error(format!("there is no option {row}: there are {count}, and the first is 0")));
        }
        let solution: combien::Solution = rows.into_iter().map(OptionId::from_index).collect();
        Ok(Solution::new(problem, &solution))
    }

    /// The names of the options.
    #[getter]
    pub(crate) fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let problem = self.problem.bind(py).borrow();
        PyTuple::new(
            py,
            self.options().iter().map(|option| problem.names.name(py, option.index())).collect::<Vec<_>>(),
        )
    }

    /// The numbers of the options, from 0: the rows of a matrix.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.options().iter().map(|option| option.index()))
    }

    /// The items of each option.
    #[getter]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let problem = self.problem.bind(py).borrow();
        let items = self.options().iter().map(|&option| problem.entries(py, option));
        PyTuple::new(py, items.collect::<PyResult<Vec<_>>>()?)
    }

    /// The cost: the sum of those of the options. An ``int``, or a ``decimal.Decimal`` if costs of the problem have decimal places.
    #[getter]
    fn cost<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let core = self.problem.bind(py).borrow().core();
        costs::shown(py, &core, core.cost_of(self.options()))
    }

    /// The items of each option, by its name.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let problem = self.problem.bind(py).borrow();
        let dict = PyDict::new(py);
        for &option in self.options() {
            dict.set_item(problem.names.name(py, option.index()), problem.entries(py, option)?)?;
        }
        Ok(dict)
    }

    fn __len__(&self) -> usize {
        self.options().len()
    }

    #[expect(clippy::unused_self, reason = "it is a method of Python's")]
    fn __bool__(&self) -> bool {
        // A problem without primary items has one solution, the empty one.
        true
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.names(py)?.try_iter()?.into_any())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, place: isize) -> PyResult<Bound<'py, PyAny>> {
        let from_start = if place < 0 { place + self.options().len() as isize } else { place };
        let option = usize::try_from(from_start).ok().and_then(|place| self.options().get(place));
        let option = option.ok_or_else(|| {
            PyIndexError::new_err(format!("a solution of {} options has no {place}", self.options().len()))
        })?;
        Ok(self.problem.bind(py).borrow().names.name(py, option.index()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<combien.Solution: {}>", repr(self.names(py)?.as_any())))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.names(py)?.hash()
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Solution>() else { return Ok(false) };
        let other = other.get();
        if self.problem.is(&other.problem) {
            return Ok(self.options == other.options);
        }
        Ok(self.names(py)?.eq(other.names(py)?)? && self.items(py)?.eq(other.items(py)?)?)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Solution>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let arguments = (slf.get().problem.bind(py), slf.get().rows(py)?);
        Ok((slf.get_type().into_any(), arguments.into_pyobject(py)?))
    }
}

/// Where solutions come from.
pub(crate) enum Source {
    /// A search.
    Search(Box<solve::Solutions<'static>>),
    /// A listing up to symmetry.
    Listing(Listing),
}

impl Source {
    fn next(&mut self) -> Option<combien::Solution> {
        match self {
            Source::Search(solutions) => solutions.next(),
            Source::Listing(listing) => listing.next(),
        }
    }

    /// How it ended, if it has; an error if no engine accepts the problem.
    fn ending(&self) -> Option<Result<Ending, String>> {
        match self {
            Source::Search(solutions) => solutions.ending().map(Ok),
            Source::Listing(listing) => listing.ending(),
        }
    }
}

/// Solutions are fetched together for this time, and at most this many, because a thread for each would cost more than
/// the search.
const FETCH: Duration = Duration::from_millis(2);
const MOST_FETCHED: usize = 2048;

/// The solutions of a problem, one after the other. It may be dropped at any time.
#[pyclass(module = "combien", frozen)]
pub(crate) struct Solutions {
    problem: Py<Problem>,
    watch: Arc<Watch>,
    /// Never waited for: the thread that holds it may need the interpreter.
    state: Mutex<State>,
}

struct State {
    /// `None` while another thread fetches from it; permanently if that was interrupted.
    source: Option<Source>,
    fetched: Batch,
    handed_out: u64,
    has_ended: bool,
}

/// Solutions that were fetched: one list of options for all of them. Separate lists, allocated by the searching thread and
/// freed by another, took a third of the time.
#[derive(Default)]
struct Batch {
    options: Vec<OptionId>,
    /// Where the options of each solution end.
    ends: Vec<usize>,
    /// The number of delivered solutions.
    taken: usize,
}

impl Batch {
    /// Fetches one solution, and the next ones that are immediately available.
    fn fetch(source: &mut Source, most: usize) -> Batch {
        let began = Instant::now();
        let mut batch = Batch::default();
        while batch.ends.len() < most && (batch.ends.is_empty() || began.elapsed() < FETCH) {
            let Some(solution) = source.next() else { break };
            batch.options.extend_from_slice(solution.options());
            batch.ends.push(batch.options.len());
        }
        batch
    }

    fn is_empty(&self) -> bool {
        self.taken == self.ends.len()
    }

    /// The options of the next solution.
    fn next(&mut self) -> Option<&[OptionId]> {
        let end = *self.ends.get(self.taken)?;
        let start = self.taken.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.taken += 1;
        Some(&self.options[start..end])
    }
}

impl Solutions {
    pub(crate) fn new(problem: &Bound<'_, Problem>, source: Source, watch: Arc<Watch>) -> Solutions {
        let state =
            State { source: Some(source), fetched: Batch::default(), handed_out: 0, has_ended: false };
        Solutions { problem: problem.clone().unbind(), watch, state: Mutex::new(state) }
    }

    /// Fetches more, a few at first, because the caller may want only one.
    fn fetch_more(&self, py: Python<'_>, state: &mut State) -> PyResult<()> {
        let Some(mut source) = state.source.take() else { return Ok(()) };
        let most = MOST_FETCHED.min(state.handed_out as usize + 1);
        let fetched = self.watch.run(py, move || {
            let fetched = Batch::fetch(&mut source, most);
            (source, fetched)
        });
        match fetched {
            Ok((source, fetched)) => {
                (state.source, state.fetched) = (Some(source), fetched);
                // An exception now loses nothing: the next call continues.
                self.watch.look_at_times(py)
            }
            Err(raised) => {
                state.has_ended = true;
                self.watch.close(py)?;
                Err(raised)
            }
        }
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        let Ok(mut state) = self.state.try_lock() else {
            return Err(error("this iterator is asked already, by another thread or by itself"));
        };
        let state = &mut *state;
        if state.fetched.is_empty() && !state.has_ended {
            self.fetch_more(py, state)?;
        }
        if let Some(options) = state.fetched.next() {
            state.handed_out += 1;
            return Ok(Some(Solution::of_options(self.problem.bind(py), options)));
        }
        if std::mem::replace(&mut state.has_ended, true) {
            return Ok(None);
        }
        self.watch.close(py)?;
        match state.source.as_ref().and_then(Source::ending) {
            Some(Err(why)) => Err(error(why)),
            Some(Ok(Ending::Stopped(reason))) => {
                let certain = state.handed_out.into_pyobject(py)?.into_any().unbind();
                Err(stopped(Some(certain), reason))
            }
            _ => Ok(None),
        }
    }
}
