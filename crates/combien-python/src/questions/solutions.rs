//! Solutions, one after the other.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use combien::Count;
use combien::problem::OptionId;
use combien::solve::{self, Ending, Reason};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::handles::error::{Unanswered, stopped};
use crate::handles::problem::{Held, Problem, Solution};
use crate::handles::tiling::{Tiling, TilingSolution};
use crate::handles::watch::{Watch, free};
use crate::questions::alike::{Listing, One};

/// Where solutions come from.
pub(crate) enum Source {
    /// A search.
    Search(Box<solve::Solutions<'static>>),
    /// A listing up to symmetry.
    Listing(Listing),
}

impl Source {
    fn next(&mut self) -> Option<One> {
        match self {
            Source::Search(solutions) => solutions.next().map(|solution| (solution, None)),
            Source::Listing(listing) => listing.next(),
        }
    }

    /// How it ended, if it has; an error if no engine accepts the problem.
    fn ending(&mut self) -> Option<Result<Ending, Unanswered>> {
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

/// The options of a solution, and how many are alike by a symmetry if that is told.
type Next = (Box<[OptionId]>, Option<Count>);

/// The solutions of a problem, one after the other. It may be dropped at any time.
#[pyclass(module = "combien", frozen)]
pub(crate) struct Solutions {
    pub(crate) problem: Py<Problem>,
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
    /// How many are alike, if that is told.
    alike: Vec<Count>,
    /// The number of delivered solutions.
    taken: usize,
}

impl Batch {
    /// Fetches one solution, and the next ones that are immediately available.
    fn fetch(source: &mut Source, most: usize) -> Batch {
        let began = Instant::now();
        let mut batch = Batch::default();
        while batch.ends.len() < most && (batch.ends.is_empty() || began.elapsed() < FETCH) {
            let Some((solution, alike)) = source.next() else { break };
            batch.options.extend_from_slice(solution.options());
            batch.ends.push(batch.options.len());
            batch.alike.extend(alike);
        }
        batch
    }

    fn is_empty(&self) -> bool {
        self.taken == self.ends.len()
    }

    /// The next solution.
    fn next(&mut self) -> Option<Next> {
        let end = *self.ends.get(self.taken)?;
        let start = self.taken.checked_sub(1).map_or(0, |before| self.ends[before]);
        let alike = self.alike.get(self.taken).cloned();
        self.taken += 1;
        Some((self.options[start..end].into(), alike))
    }
}

impl Solutions {
    pub(crate) fn new(problem: &Held, source: Source, watch: Arc<Watch>) -> Solutions {
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

    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        let next = self.following(py)?;
        let problem = || self.problem.clone_ref(py);
        Ok(next.map(|(options, _)| Solution { problem: problem(), options, numbers: None }))
    }

    /// Ends the search. Another thread that waits for a solution gets none.
    pub(crate) fn end(&self, py: Python<'_>) -> PyResult<()> {
        self.watch.stop().raise();
        let Ok(mut state) = self.state.try_lock() else { return Ok(()) };
        (state.source, state.fetched) = (None, Batch::default());
        if std::mem::replace(&mut state.has_ended, true) { Ok(()) } else { self.watch.close(py) }
    }

    /// The next solution.
    fn following(&self, py: Python<'_>) -> PyResult<Option<Next>> {
        let mut state = free(&self.state)?;
        let state = &mut *state;
        if state.fetched.is_empty() && !state.has_ended {
            self.fetch_more(py, state)?;
        }
        if let Some(next) = state.fetched.next() {
            state.handed_out += 1;
            return Ok(Some(next));
        }
        if std::mem::replace(&mut state.has_ended, true) {
            return Ok(None);
        }
        self.watch.close(py)?;
        match state.source.as_mut().and_then(Source::ending).transpose()? {
            // Nobody but `end` asks.
            Some(Ending::Stopped(Reason::Asked)) => Ok(None),
            Some(Ending::Stopped(reason)) => Err(stopped(Some(state.handed_out.into_py_any(py)?), reason)),
            _ => Ok(None),
        }
    }
}

/// The solutions of a tiling, one after the other. It may be dropped at any time.
#[pyclass(module = "combien", frozen)]
pub(crate) struct TilingSolutions {
    pub(crate) tiling: Py<Tiling>,
    pub(crate) solutions: Solutions,
}

impl TilingSolutions {
    /// The next solution that is meant.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<TilingSolution>> {
        while let Some((options, alike)) = self.solutions.following(py)? {
            // Up to symmetry, only what is meant is listed.
            if alike.is_some() || self.tiling.get().accepts(py, &options)? {
                return Ok(Some(TilingSolution::new(self.tiling.bind(py), options, alike)));
            }
        }
        Ok(None)
    }
}
