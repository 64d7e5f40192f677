//! Solutions, one after the other.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use combien::problem::OptionId;
use combien::solve::{self, Ending};
use pyo3::prelude::*;

use crate::handles::problem::Problem;
use crate::handles::watch::Watch;
use crate::questions::alike::Listing;

/// Where solutions come from.
pub(crate) enum Source {
    /// A search.
    Search(Box<solve::Solutions<'static>>),
    /// A listing up to symmetry.
    Listing(Listing),
}

impl Source {
    pub(crate) fn next(&mut self) -> Option<combien::Solution> {
        match self {
            Source::Search(solutions) => solutions.next(),
            Source::Listing(listing) => listing.next(),
        }
    }

    /// How it ended, if it has; an error if no engine accepts the problem.
    pub(crate) fn ending(&self) -> Option<Result<Ending, String>> {
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
    pub(crate) problem: Py<Problem>,
    pub(crate) watch: Arc<Watch>,
    /// Never waited for: the thread that holds it may need the interpreter.
    pub(crate) state: Mutex<State>,
}

pub(crate) struct State {
    /// `None` while another thread fetches from it; permanently if that was interrupted.
    pub(crate) source: Option<Source>,
    pub(crate) fetched: Batch,
    pub(crate) handed_out: u64,
    pub(crate) has_ended: bool,
}

/// Solutions that were fetched: one list of options for all of them. Separate lists, allocated by the searching thread and
/// freed by another, took a third of the time.
#[derive(Default)]
pub(crate) struct Batch {
    options: Vec<OptionId>,
    /// Where the options of each solution end.
    ends: Vec<usize>,
    /// The number of delivered solutions.
    taken: usize,
}

impl Batch {
    /// Fetches one solution, and the next ones that are immediately available.
    pub(crate) fn fetch(source: &mut Source, most: usize) -> Batch {
        let began = Instant::now();
        let mut batch = Batch::default();
        while batch.ends.len() < most && (batch.ends.is_empty() || began.elapsed() < FETCH) {
            let Some(solution) = source.next() else { break };
            batch.options.extend_from_slice(solution.options());
            batch.ends.push(batch.options.len());
        }
        batch
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.taken == self.ends.len()
    }

    /// The options of the next solution.
    pub(crate) fn next(&mut self) -> Option<&[OptionId]> {
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
    pub(crate) fn fetch_more(&self, py: Python<'_>, state: &mut State) -> PyResult<()> {
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
