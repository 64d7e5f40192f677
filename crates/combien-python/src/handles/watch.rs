//! What watches a search: signals, the clock, and progress reports.
//!
//! A search knows nothing of Python. It runs in a thread of its own, and the thread that asks releases the interpreter and looks
//! after it every few milliseconds: so Ctrl-C is seen whatever the search does. Solutions that are read one by one are fetched
//! many at a time, for a thread costs as much as some hundred of them. A search that asked for signals by itself was tried: with
//! several threads at work, the one that may see signals waited up to 200 ms for the others.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use combien::budget::{Budget, Deadline, Meter, Progress, StopFlag};
use combien::solve::Crash;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::handles::error::error;
use crate::handles::settings::Settings;

/// The time between two looks at signals: short enough that nobody feels it, and long enough to cost nothing.
const LOOK: Duration = Duration::from_millis(10);

/// The time between two calls of a function that wants to know how far it is.
const TELL: Duration = Duration::from_millis(200);

/// A search that was interrupted is waited for so long, that its memory may be given back; then it is left to end alone.
const FAREWELL: Duration = Duration::from_millis(50);

/// The stack of a search: as much as that of a main thread.
pub(crate) const STACK: usize = 8 << 20;

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What an iterator holds; an error if another thread, or the iterator itself, asks it now. It is not waited for: who holds it may
/// need the interpreter.
pub(crate) fn free<T>(state: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    let asked = "this iterator is asked already, by another thread or by itself";
    state.try_lock().map_err(|_| error(asked))
}

/// What a search and the thread that asks share. It is never locked while Python code runs.
pub(crate) struct Watch {
    stop: StopFlag,
    end: Option<Instant>,
    memory: u64,
    looked: Mutex<Instant>,
    told: Mutex<Instant>,
    seen: Mutex<Option<Progress>>,
    progress: Option<Py<PyAny>>,
}

impl Watch {
    pub(crate) fn new(settings: &Settings, py: Python<'_>) -> Arc<Watch> {
        let now = Instant::now();
        Arc::new(Watch {
            stop: StopFlag::new(),
            end: settings.time.and_then(|time| now.checked_add(time)),
            memory: settings.budget.memory(),
            looked: Mutex::new(now),
            told: Mutex::new(now),
            seen: Mutex::new(None),
            progress: settings.progress.as_ref().map(|progress| progress.clone_ref(py)),
        })
    }

    /// The budget of a question that is watched.
    pub(crate) fn budget(&self, budget: &Budget) -> Budget {
        let deadline = self.end.map(|end| Deadline::new(move || Instant::now() >= end));
        Budget { stop: Some(self.stop.clone()), deadline, ..budget.clone() }
    }

    /// The flag that stops what is watched.
    pub(crate) fn stop(&self) -> StopFlag {
        self.stop.clone()
    }

    /// The bytes that what is watched may take.
    pub(crate) fn memory(&self) -> u64 {
        self.memory
    }

    /// The meter of a question that is watched.
    pub(crate) fn meter(self: &Arc<Watch>) -> Option<Told> {
        self.progress.is_some().then(|| Told(self.clone()))
    }

    /// Looks at signals, and tells how far it is.
    fn look(&self, py: Python<'_>) -> PyResult<()> {
        *locked(&self.looked) = Instant::now();
        py.check_signals().and_then(|()| self.tell(py, false))
    }

    /// Looks, if nobody has looked for a while: work that never takes long would hide a signal for ever.
    pub(crate) fn look_at_times(&self, py: Python<'_>) -> PyResult<()> {
        let is_due = locked(&self.looked).elapsed() >= LOOK;
        if is_due { self.look(py) } else { Ok(()) }
    }

    /// Does some work in a thread of its own, and looks after it. What is raised meanwhile stops it.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> PyResult<T> {
        let (sender, mut receiver) = mpsc::sync_channel(1);
        let work = move || {
            // Nobody listens if it was interrupted and took too long to stop.
            let _ = sender.send(panic::catch_unwind(AssertUnwindSafe(work)));
        };
        thread::Builder::new().name("combien".to_owned()).stack_size(STACK).spawn(work)?;
        let mut raised = None;
        loop {
            let pause = if raised.is_some() { FAREWELL } else { LOOK };
            let done;
            (receiver, done) = py.detach(move || {
                let done = receiver.recv_timeout(pause);
                (receiver, done)
            });
            match (done, raised.take()) {
                (_, Some(raised)) => return Err(raised),
                (Ok(done), None) => return done.map_err(|payload| bug(&*payload)),
                (Err(mpsc::RecvTimeoutError::Disconnected), None) => return Err(bug(&"a search was lost")),
                (Err(mpsc::RecvTimeoutError::Timeout), None) => {
                    raised = self.look(py).err();
                    if raised.is_some() {
                        self.stop.raise();
                    }
                }
            }
        }
    }

    /// Calls the function that wants to know how far it is; once more at the end.
    fn tell(&self, py: Python<'_>, is_last: bool) -> PyResult<()> {
        let Some(progress) = &self.progress else { return Ok(()) };
        if !is_last && locked(&self.told).elapsed() < TELL {
            return Ok(());
        }
        let seen = locked(&self.seen).take();
        if let Some(Progress { nodes, solutions, fraction, .. }) = seen {
            *locked(&self.told) = Instant::now();
            let class = py.import("combien._types")?.getattr("Progress")?;
            progress.call1(py, (class.call1((nodes, solutions, fraction))?,))?;
        }
        Ok(())
    }

    /// The search has come to its end: this is told, and a bar is closed.
    pub(crate) fn close(&self, py: Python<'_>) -> PyResult<()> {
        let told = self.tell(py, true);
        if let Some(progress) = &self.progress
            && progress.bind(py).hasattr("close")?
        {
            progress.call_method0(py, "close")?;
        }
        told
    }
}

/// Keeps how far a search is.
pub(crate) struct Told(Arc<Watch>);

impl Meter for Told {
    fn tick(&mut self, progress: Progress) {
        *locked(&self.0.seen) = Some(progress);
    }
}

/// Asks a question that has one answer.
pub(crate) fn ask<T: Send + 'static>(
    py: Python<'_>,
    settings: &Settings,
    question: impl FnOnce(Budget, Option<Told>) -> T + Send + 'static,
) -> PyResult<T> {
    let watch = Watch::new(settings, py);
    let (budget, meter) = (watch.budget(&settings.threaded()), watch.meter());
    let answer = watch.run(py, move || question(budget, meter));
    let closed = watch.close(py);
    answer.and_then(|answer| closed.map(|()| answer))
}

/// Does work that has no limits, and sees Ctrl-C meanwhile. What is interrupted ends alone.
pub(crate) fn work<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    Watch::new(&Settings::unlimited(), py).run(py, work)
}

/// Does some work in this thread; a panic is raised as an exception.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| bug(&*payload))
}

/// A panic of the library: a mistake of ours, which is not to end the interpreter.
fn bug(payload: &(dyn std::any::Any + Send)) -> PyErr {
    let said = payload
        .downcast_ref::<Crash>()
        .map(ToString::to_string)
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .or_else(|| payload.downcast_ref::<&str>().map(|&said| said.to_owned()));
    PyRuntimeError::new_err(format!("this is a bug in combien: {}", said.unwrap_or_default()))
}
