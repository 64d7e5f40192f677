//! Solutions up to symmetry, one after the other.
//!
//! The library delivers them by callbacks. So the search runs in a separate thread, which waits until more are requested. It
//! ends with the iterator.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use combien::budget::Budget;
use combien::solve::{self, Ending, Reason};
use combien::symmetry::{self, Representative, Symmetries};
use combien_tiling::{self as tiling, Accepted, Encoding, Judge};
use pyo3::prelude::*;

use crate::handles::error::{error, solve_error};
use crate::handles::settings::Settings;
use crate::handles::watch::{Told, Watch};

/// The maximum number of solutions that wait for the caller.
const AHEAD: usize = 64;

/// A message from the search.
pub(crate) enum Said {
    One(Box<Representative>),
    Stopped(Reason),
    Failed(Unanswered),
    Panicked(Box<dyn Any + Send>),
}

/// The solutions of a tiling up to symmetry.
pub(crate) struct Orbits {
    tiling: Arc<tiling::Tiling>,
    encoding: Arc<Encoding>,
    judge: Option<Arc<Judge>>,
    budget: Budget,
    pub(crate) watch: Arc<Watch>,
    /// From the search, once it has begun.
    said: Option<Receiver<Said>>,
}

impl Orbits {
    pub(crate) fn new(
        py: Python<'_>,
        tiling: Arc<tiling::Tiling>,
        (encoding, judge): (Arc<Encoding>, Option<Arc<Judge>>),
        settings: &Settings,
    ) -> Orbits {
        let watch = Watch::new(settings, py);
        let budget = watch.budget(&settings.budget);
        Orbits { tiling, encoding, judge, budget, watch, said: None }
    }

    /// The next one; `None` if there are no more.
    pub(crate) fn next(&mut self, py: Python<'_>) -> PyResult<Option<Said>> {
        let receiver = match self.said.take() {
            Some(receiver) => receiver,
            None => self.begin()?,
        };
        if let Ok(said) = receiver.try_recv() {
            self.said = Some(receiver);
            self.watch.look_at_times(py)?;
            return Ok(Some(said));
        }
        let (receiver, said) = self.watch.run(py, move || {
            let said = receiver.recv();
            if let Ok(Said::Panicked(payload)) = said {
                panic::resume_unwind(payload);
            }
            (receiver, said)
        })?;
        self.said = Some(receiver);
        Ok(said.ok())
    }

    fn begin(&self) -> PyResult<Receiver<Said>> {
        let (sender, receiver) = sync_channel(AHEAD);
        let (tiling, encoding, budget) = (self.tiling.clone(), self.encoding.clone(), self.budget.clone());
        let (meter, judge) = (self.watch.meter(), self.judge.clone());
        let search = move || {
            let filtered = (&*encoding, judge.as_deref());
            let mut deliver = |one: Representative| match sender.send(Said::One(Box::new(one))) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            };
            let ended = panic::catch_unwind(AssertUnwindSafe(|| {
                list(&tiling, filtered, &budget, meter, &mut deliver)
            }));
            let last = match ended {
                Ok(Ok(Ending::Complete)) => return,
                Ok(Ok(Ending::Stopped(reason))) => Said::Stopped(reason),
                Ok(Err(failed)) => Said::Failed(failed),
                Err(payload) => Said::Panicked(payload),
            };
            // The iterator may be gone.
            let _ = sender.send(last);
        };
        thread::Builder::new().name("combien".to_owned()).spawn(search)?;
        Ok(receiver)
    }
}

impl Drop for Orbits {
    fn drop(&mut self) {
        self.watch.stop().raise();
    }
}

/// Delivers one solution of each orbit, of those that the judge accepts if there is one.
pub(crate) fn list(
    tiling: &tiling::Tiling,
    (encoding, judge): (&Encoding, Option<&Judge>),
    budget: &Budget,
    meter: Option<Told>,
    deliver: &mut dyn FnMut(Representative) -> ControlFlow<()>,
) -> Result<Ending, Unanswered> {
    let automorphisms = tiling.automorphisms_within(encoding, budget).map_err(Unanswered::Stopped)?;
    let group =
        Symmetries::generated_by(&encoding.problem, automorphisms, budget).map_err(Unanswered::of_group)?;
    let (accepted, mut failed) = (Arc::new(AtomicU64::new(0)), None);
    let mut meter = meter.map(|meter| Accepted::new(meter, &accepted));
    let meter = meter.as_mut().map(|meter| meter as _);
    let mut deliver =
        |one: Representative| match judge.map_or(Ok(true), |judge| judge.accepts(encoding, &one.solution)) {
            Ok(true) => {
                accepted.fetch_add(1, Ordering::Relaxed);
                deliver(one)
            }
            Ok(false) => ControlFlow::Continue(()),
            Err(error) => {
                failed = Some(Unanswered::other(error));
                ControlFlow::Break(())
            }
        };
    let listed = symmetry::each(&encoding.problem, &group, budget, meter, &mut deliver);
    match failed {
        Some(failed) => Err(failed),
        None => listed.map(|listed| listed.ending).map_err(Unanswered::other),
    }
}

/// Why a question up to symmetry has no answer.
pub(crate) enum Unanswered {
    Stopped(Reason),
    Other(String),
}

impl Unanswered {
    pub(crate) fn of_group(wrong: symmetry::GroupError) -> Unanswered {
        match wrong {
            symmetry::GroupError::Stopped(reason) => Unanswered::Stopped(reason),
            wrong => Unanswered::other(wrong),
        }
    }

    pub(crate) fn other(wrong: impl std::error::Error) -> Unanswered {
        Unanswered::Other(wrong.to_string())
    }

    pub(crate) fn raised(self) -> PyErr {
        match self {
            Unanswered::Stopped(reason) => solve_error(solve::Error::Stopped(reason)),
            Unanswered::Other(message) => error(message),
        }
    }
}
