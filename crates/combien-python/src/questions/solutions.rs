//! Solutions, one after the other.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use combien::Count;
use combien::problem::OptionId;
use combien::solve::{self, Ending, Reason};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::handles::arrays::{Frame, array, numpy};
use crate::handles::error::exceptions::Stopped;
use crate::handles::error::{Unanswered, stopped};
use crate::handles::objects::Object;
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

/// The solutions of a problem, one after the other.
#[pyclass(module = "combien", frozen)]
pub(crate) struct Solutions {
    pub(crate) problem: Py<Problem>,
    watch: Arc<Watch>,
    /// Never waited for: the thread that holds it may need the interpreter.
    state: Mutex<State>,
}

struct State {
    /// `None` while another thread fetches from it; permanently if that was interrupted, or if all was fetched at the beginning.
    source: Option<Source>,
    fetched: Batch,
    handed_out: u64,
    has_ended: bool,
}

/// Solutions that were fetched: one list of options for all of them. Separate lists, allocated by the searching thread and
/// freed by another, took a third of the time.
#[derive(Default)]
pub(crate) struct Batch {
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

    /// All solutions, if they are so few that they are fetched together and nothing stops the search.
    pub(crate) fn whole(mut source: Source) -> Option<Batch> {
        let batch = Batch::fetch(&mut source, MOST_FETCHED);
        matches!(source.ending(), Some(Ok(Ending::Complete))).then_some(batch)
    }

    fn is_empty(&self) -> bool {
        self.taken == self.ends.len()
    }

    /// The options of each solution.
    fn solutions(&self) -> impl Iterator<Item = &[OptionId]> {
        let starts = [0].iter().chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.options[start..end])
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
        Solutions::beginning(problem, Some(source), Batch::default(), watch)
    }

    /// Those of a search that has ended.
    pub(crate) fn of(problem: &Held, fetched: Batch, watch: Arc<Watch>) -> Solutions {
        Solutions::beginning(problem, None, fetched, watch)
    }

    fn beginning(problem: &Held, source: Option<Source>, fetched: Batch, watch: Arc<Watch>) -> Solutions {
        let state = State { source, fetched, handed_out: 0, has_ended: false };
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

    /// The next solutions that are meant, all or at most `most`, each of which will take `bytes` in an array; and what stopped the
    /// search, if something did.
    fn rest(
        &self,
        py: Python<'_>,
        most: Option<usize>,
        bytes: usize,
        is_meant: impl Fn(&Next) -> PyResult<bool>,
    ) -> PyResult<(Batch, Option<PyErr>)> {
        // If there is no numpy, no solution is lost.
        numpy(py)?;
        let mut rest = Batch::default();
        let memory = self.watch.memory();
        while most.is_none_or(|most| rest.ends.len() < most) {
            let each = rest.ends.len().saturating_mul(bytes + size_of::<usize>());
            if each.saturating_add(size_of_val(&rest.options[..])) as u64 > memory {
                return Ok((rest, Some(stopped(None, Reason::Memory(memory)))));
            }
            match self.following(py) {
                Ok(Some(next)) if is_meant(&next)? => {
                    rest.options.extend_from_slice(&next.0);
                    rest.ends.push(rest.options.len());
                }
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(raised) if raised.is_instance_of::<Stopped>(py) => return Ok((rest, Some(raised))),
                Err(raised) => return Err(raised),
            }
        }
        Ok((rest, None))
    }

    /// The next solutions, all or at most `most`, as an array with a row for each, in which its options are true.
    pub(crate) fn array<'py>(&self, py: Python<'py>, most: Option<usize>) -> PyResult<Object<'py>> {
        let width = self.problem.borrow(py).builder.so_far().option_count();
        let (rest, stop) = self.rest(py, most, width, |_| Ok(true))?;
        let array = array(py, &[rest.ends.len(), width], ("?", 1), |bytes| {
            for (row, solution) in bytes.chunks_exact_mut(width.max(1)).zip(rest.solutions()) {
                for option in solution {
                    row[option.index()] = 1;
                }
            }
        })?;
        certain(array, stop)
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

/// The array; if the search was stopped, it is what is certain.
fn certain(array: Object<'_>, stop: Option<PyErr>) -> PyResult<Object<'_>> {
    let Some(raised) = stop else { return Ok(array) };
    raised.value(array.py()).setattr("certain", array)?;
    Err(raised)
}

/// The solutions of a tiling, one after the other.
#[pyclass(module = "combien", frozen)]
pub(crate) struct TilingSolutions {
    pub(crate) tiling: Py<Tiling>,
    pub(crate) solutions: Solutions,
}

impl TilingSolutions {
    /// The next solution that is meant.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<TilingSolution>> {
        while let Some(next) = self.solutions.following(py)? {
            if self.is_meant(py, &next)? {
                let (options, alike) = next;
                return Ok(Some(TilingSolution::new(self.tiling.bind(py), options, alike)));
            }
        }
        Ok(None)
    }

    /// Up to symmetry, only what is meant is listed.
    fn is_meant(&self, py: Python<'_>, (options, alike): &Next) -> PyResult<bool> {
        Ok(alike.is_some() || self.tiling.get().accepts(py, options)?)
    }

    /// The next solutions, all or at most `most`, as an array with the frame of the board for each.
    pub(crate) fn array<'py>(&self, py: Python<'py>, most: Option<usize>) -> PyResult<Object<'py>> {
        let tiling = self.tiling.get();
        let (frame, encoding) = (Frame::of(&tiling.board)?, tiling.encoding(py)?);
        let blank: Vec<u8> = frame.blank().into_iter().flat_map(i32::to_le_bytes).collect();
        let (rest, stop) = self.solutions.rest(py, most, blank.len(), |next| self.is_meant(py, next))?;
        // What an option writes, the piece and where, is worked out once.
        let mut written: Vec<Option<([u8; 4], Vec<usize>)>> = vec![None; encoding.problem.option_count()];
        for &option in &rest.options {
            let (known, placement) = (&mut written[option.index()], encoding.placement(option));
            if let (None, Some(placement)) = (&known, placement) {
                let places = encoding.cells(option).cells().iter().map(|&cell| frame.place(cell)).collect();
                *known = Some(((placement.piece as i32).to_le_bytes(), places));
            }
        }
        let shape: Vec<usize> = [rest.ends.len()].into_iter().chain(frame.shape()).collect();
        let array = array(py, &shape, ("<i4", 4), |bytes| {
            for (layer, solution) in bytes.chunks_exact_mut(blank.len()).zip(rest.solutions()) {
                layer.copy_from_slice(&blank);
                let (entries, _) = layer.as_chunks_mut();
                for (piece, places) in solution.iter().filter_map(|option| written[option.index()].as_ref()) {
                    for &place in places {
                        entries[place] = *piece;
                    }
                }
            }
        })?;
        certain(array, stop)
    }
}
