//! Who watches a search: signals, the clock, and whoever wants to know how far it is.
//!
//! A search knows nothing of Python. It runs with the interpreter released. A question that ends in one answer runs in a thread
//! of its own, and the thread that asks looks after it every few milliseconds: so Ctrl-C is seen whatever the search does.
//! Solutions that are read one by one would wait too long for threads; there the search asks from time to time, in the thread
//! that reads them.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use combien::budget::{Budget, Deadline, Meter, Progress, StopFlag};
use combien::solve::Crash;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::settings::Settings;

/// The time between two looks at signals: short enough that nobody feels it, and long enough to cost nothing.
const LOOK: Duration = Duration::from_millis(10);
/// The time between two calls of a function that wants to know how far it is.
const TELL: Duration = Duration::from_millis(200);
/// A search that was interrupted is waited for so long, that its memory may be given back; then it is left to end alone.
const FAREWELL: Duration = Duration::from_millis(50);
/// The stack of a search: as much as that of a main thread.
const STACK: usize = 8 << 20;

thread_local! {
    /// This thread has released the interpreter, and reads solutions.
    static READS: Cell<bool> = const { Cell::new(false) };
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a search and the thread that asks share. It is never locked while Python runs.
pub(crate) struct Watch {
    stop: StopFlag,
    end: Option<Instant>,
    looked: Mutex<Instant>,
    told: Mutex<Instant>,
    seen: Mutex<Option<Progress>>,
    progress: Option<Py<PyAny>>,
    /// What was raised while the search ran.
    raised: Mutex<Option<PyErr>>,
}

impl Watch {
    pub(crate) fn new(settings: &Settings, py: Python<'_>) -> Arc<Watch> {
        let now = Instant::now();
        Arc::new(Watch {
            stop: StopFlag::new(),
            end: settings.time.and_then(|time| now.checked_add(time)),
            looked: Mutex::new(now),
            told: Mutex::new(now),
            seen: Mutex::new(None),
            progress: settings.progress.as_ref().map(|progress| progress.clone_ref(py)),
            raised: Mutex::new(None),
        })
    }

    /// The budget of a question that is watched.
    pub(crate) fn budget(self: &Arc<Watch>, budget: &Budget) -> Budget {
        let watch = self.clone();
        let deadline = Deadline::new(move || watch.has_passed());
        Budget { stop: Some(self.stop.clone()), deadline: Some(deadline), ..budget.clone() }
    }

    /// The meter of a question that is watched.
    pub(crate) fn meter(self: &Arc<Watch>) -> Option<Told> {
        self.progress.is_some().then(|| Told(self.clone()))
    }

    fn has_passed(&self) -> bool {
        if READS.get() && locked(&self.looked).elapsed() >= LOOK {
            // There is nobody to look if the interpreter is about to end.
            let is_well = Python::try_attach(|py| self.look(py));
            if is_well != Some(true) {
                self.stop.raise();
                return true;
            }
        }
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Looks at signals, and tells how far it is. False, with the search about to stop, if something was raised.
    fn look(&self, py: Python<'_>) -> bool {
        *locked(&self.looked) = Instant::now();
        let looked = py.check_signals().and_then(|()| self.tell(py, false));
        if let Err(raised) = looked {
            self.stop.raise();
            locked(&self.raised).get_or_insert(raised);
            return false;
        }
        true
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

    /// The search has come to its end: what was raised on its way is raised now, and a bar is closed.
    pub(crate) fn close(&self, py: Python<'_>) -> PyResult<()> {
        let told = self.tell(py, true);
        if let Some(progress) = &self.progress
            && progress.bind(py).hasattr("close")?
        {
            progress.call_method0(py, "close")?;
        }
        match locked(&self.raised).take() {
            Some(raised) => Err(raised),
            None => told,
        }
    }
}

/// Keeps how far a search is.
pub(crate) struct Told(Arc<Watch>);

impl Meter for Told {
    fn tick(&mut self, progress: Progress) {
        *locked(&self.0.seen) = Some(progress);
    }
}

/// Asks a question in a thread of its own, and looks after it.
pub(crate) fn ask<T: Send + 'static>(
    py: Python<'_>,
    settings: &Settings,
    question: impl FnOnce(Budget, Option<Told>) -> T + Send + 'static,
) -> PyResult<T> {
    let watch = Watch::new(settings, py);
    let (budget, meter) = (watch.budget(&settings.budget), watch.meter());
    let (sender, mut receiver) = mpsc::sync_channel(1);
    let search = move || {
        let answer = panic::catch_unwind(AssertUnwindSafe(|| question(budget, meter)));
        // Nobody listens if it was interrupted and took too long to stop.
        let _ = sender.send(answer);
    };
    thread::Builder::new().name("combien".to_owned()).stack_size(STACK).spawn(search)?;
    let mut pause = LOOK;
    loop {
        let answer;
        (receiver, answer) = py.detach(move || {
            let answer = receiver.recv_timeout(pause);
            (receiver, answer)
        });
        match answer {
            Ok(answer) => {
                watch.close(py)?;
                return answer.map_err(|payload| bug(&*payload));
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                return Err(bug(&"the search ended without an answer"));
            }
            Err(mpsc::RecvTimeoutError::Timeout) if pause == FAREWELL => {
                watch.close(py)?;
                return Err(bug(&"the search was left without a reason"));
            }
            Err(mpsc::RecvTimeoutError::Timeout) if !watch.look(py) => pause = FAREWELL,
            Err(mpsc::RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Reads solutions in this thread, with the interpreter released.
pub(crate) fn read<T: Send>(py: Python<'_>, read: impl FnOnce() -> T + Send) -> PyResult<T> {
    let read = py.detach(|| {
        READS.set(true);
        let read = panic::catch_unwind(AssertUnwindSafe(read));
        READS.set(false);
        read
    });
    read.map_err(|payload| bug(&*payload))
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
