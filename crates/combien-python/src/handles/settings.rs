//! The keywords that every question takes.

use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

use combien::budget::Budget;
use combien::solve::Engine;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

use crate::handles::error::error;
use crate::handles::labels::repr;

/// The limits of a question, its engine, and who is told how far it is.
pub(crate) struct Settings {
    pub(crate) budget: Budget,
    pub(crate) time: Option<Duration>,
    pub(crate) engine: Engine,
    pub(crate) progress: Option<Py<PyAny>>,
}

impl Settings {
    /// No limits, and one thread.
    pub(crate) fn unlimited() -> Settings {
        Settings { budget: Budget::UNLIMITED, time: None, engine: Engine::Auto, progress: None }
    }

    /// Those of a question whose only limit is time.
    pub(crate) fn timed(time: Option<&Bound<'_, PyAny>>) -> PyResult<Settings> {
        let mut settings = Settings::unlimited();
        if let Some(time) = time {
            settings.set("time", time)?;
        }
        Ok(settings)
    }

    /// Takes the time since then from the time that is left.
    pub(crate) fn used_since(&mut self, began: Instant) {
        self.time = self.time.map(|time| time.saturating_sub(began.elapsed()));
    }

    /// Those of a question that has no use for some of the keywords.
    pub(crate) fn without(
        unused: &[&str],
        question: &str,
        py: Python<'_>,
        given: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Settings> {
        let settings = Settings::of(py, given)?;
        for (keyword, value) in given.into_iter().flatten() {
            let keyword: String = keyword.extract()?;
            if !value.is_none() && unused.contains(&keyword.as_str()) {
                return Err(PyTypeError::new_err(format!(
                    "{question} has no use for `{keyword}`: leave it out"
                )));
            }
        }
        Ok(settings)
    }

    pub(crate) fn of(py: Python<'_>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Settings> {
        let mut settings = Settings::unlimited();
        for (keyword, value) in given.into_iter().flatten() {
            let keyword: String = keyword.extract()?;
            if value.is_none() {
                known(&keyword)?;
                continue;
            }
            settings.set(&keyword, &value)?;
        }
        if settings.budget.threads.is_none() {
            settings.budget.threads = thread::available_parallelism().ok();
        }
        settings.progress = settings.progress.map(|progress| meter(py, progress)).transpose()?.flatten();
        Ok(settings)
    }

    fn set(&mut self, keyword: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let wrong = |what: &str| error(format!("{keyword} is {}, not {what}", repr(value)));
        match keyword {
            "time" => {
                let seconds = value.extract::<f64>().map_err(|_| wrong("a number of seconds"))?;
                // More than a duration can hold is no limit.
                let is_negative = seconds.is_nan() || seconds < 0.0;
                self.time = if is_negative {
                    return Err(wrong("a number of seconds from 0 on"));
                } else {
                    Duration::try_from_secs_f64(seconds).ok()
                };
            }
            "nodes" => self.budget.nodes = Some(value.extract().map_err(|_| wrong("a number of nodes"))?),
            "memory" => self.budget.memory = Some(value.extract().map_err(|_| wrong("a number of bytes"))?),
            "threads" => {
                let threads =
                    value.extract::<NonZeroUsize>().map_err(|_| wrong("a number of threads from 1 on"))?;
                self.budget.threads = Some(threads);
            }
            "engine" => {
                let name = value.extract::<String>().map_err(|_| wrong("the name of an engine"))?;
                self.engine = name
                    .parse()
                    .map_err(|unknown: combien::solve::UnknownEngine| error(unknown.to_string()))?;
            }
            "progress" => self.progress = Some(value.clone().unbind()),
            _ => known(keyword)?,
        }
        Ok(())
    }
}

fn known(keyword: &str) -> PyResult<()> {
    match keyword {
        "time" | "nodes" | "memory" | "threads" | "engine" | "progress" => Ok(()),
        _ => Err(PyTypeError::new_err(format!("a question has no keyword `{keyword}`"))),
    }
}

/// The function that is told how far a search is.
fn meter(py: Python<'_>, progress: Py<PyAny>) -> PyResult<Option<Py<PyAny>>> {
    let progress = progress.into_bound(py);
    if let Ok(wanted) = progress.cast::<PyBool>() {
        let bar = || Ok(py.import("combien._progress")?.getattr("Bar")?.call0()?.unbind());
        return wanted.is_true().then(bar).transpose();
    }
    if progress.is_callable() {
        Ok(Some(progress.unbind()))
    } else {
        Err(error(format!("progress is {}, not True or a function", repr(&progress))))
    }
}
