//! The keywords that questions take. Their names, types and defaults, and what they exclude, are those of the
//! command's rows.

use std::any::TypeId;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

use combien::budget::Budget;
use combien::solve::Engine;
use combien_cli::settings::{Counting, Row, Takes, Value, Words, rows_of_count, rows_of_questions};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::handles::error::{error, failure, raise};
use crate::handles::labels::repr;
use crate::handles::objects::{Dict, Maybe, Object};

/// The rows of the keywords of every question, and of those that a count of all solutions has, too.
static OF_QUESTIONS: LazyLock<Vec<Row>> = LazyLock::new(rows_of_questions);
static OF_COUNT: LazyLock<Vec<Row>> = LazyLock::new(rows_of_count);

/// The limits of a question, its engine, and who is told how far it is.
pub(crate) struct Settings {
    /// The limits, with the number of threads if it was given.
    pub(crate) budget: Budget,
    pub(crate) time: Option<Duration>,
    pub(crate) engine: Engine,
    pub(crate) progress: Option<Py<PyAny>>,
    /// Those of a count of all solutions.
    pub(crate) counting: Counting,
}

impl Settings {
    /// No limits, and one thread.
    pub(crate) fn unlimited() -> Settings {
        let budget = Budget { threads: Some(NonZeroUsize::MIN), ..Budget::UNLIMITED };
        let counting = Counting::default();
        Settings { budget, time: None, engine: Engine::Auto, progress: None, counting }
    }

    /// Those of a question whose only limit is time.
    pub(crate) fn timed(time: Maybe<'_, '_>) -> PyResult<Settings> {
        Ok(Settings { time: time.map(seconds).transpose()?.flatten(), ..Settings::unlimited() })
    }

    /// The budget with its number of threads: all cores, if none was given. To ask the system for it takes 40 us, longer than a
    /// small question, and the answer may change.
    pub(crate) fn threaded(&self) -> Budget {
        let threads = self.budget.threads.or_else(|| thread::available_parallelism().ok());
        Budget { threads, ..self.budget.clone() }
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
        given: Option<&Dict<'_>>,
    ) -> PyResult<Settings> {
        let settings = Settings::of(py, given)?;
        for keyword in unused {
            if is_given(given, keyword)? {
                let message = format!("{question} has no use for `{keyword}`: leave it out");
                return Err(PyTypeError::new_err(message));
            }
        }
        Ok(settings)
    }

    pub(crate) fn of(py: Python<'_>, given: Option<&Dict<'_>>) -> PyResult<Settings> {
        Settings::read(&[], py, given)
    }

    /// Those of a count of all solutions.
    pub(crate) fn of_count(py: Python<'_>, given: Option<&Dict<'_>>) -> PyResult<Settings> {
        Settings::read(&OF_COUNT, py, given)
    }

    /// Those of a question with these rows of its own.
    fn read(own: &[Row], py: Python<'_>, given: Option<&Dict<'_>>) -> PyResult<Settings> {
        let rows = || OF_QUESTIONS.iter().chain(own);
        let (mut words, mut progress) = (Words::default(), None);
        for (keyword, value) in given.into_iter().flatten() {
            let keyword: String = keyword.extract()?;
            match rows().find(|row| row.name == keyword) {
                None if keyword != "progress" => {
                    return Err(PyTypeError::new_err(format!("a question has no keyword `{keyword}`")));
                }
                _ if value.is_none() => {}
                None => progress = Some(value),
                Some(row) => {
                    if let Some(values) = values(row, &value)? {
                        words.put(row, values);
                    }
                }
            }
        }
        for row in rows().filter(|row| words.has(row.name)) {
            if let Some(other) = row.without.iter().find(|other| words.has(other)) {
                raise!("{} cannot be combined with {other}", row.name);
            }
            if let Some(needed) = row.needs.filter(|needed| !words.has(needed)) {
                raise!("{} needs {needed}: {}", row.name, row.why);
            }
        }
        for row in rows() {
            if let (Some(default), false) = (row.default, words.has(row.name)) {
                words.put(row, vec![(row.read)(default).map_err(error)?]);
            }
        }
        let (nodes, memory) = (words.one("nodes"), words.one("memory"));
        let budget = Budget { nodes, memory, threads: words.one("threads"), ..Budget::UNLIMITED };
        let (time, engine) = (words.one("time"), words.one("engine").unwrap_or_default());
        let progress = progress.map(|progress| meter(py, &progress)).transpose()?.flatten();
        let counting = if own.is_empty() { Counting::default() } else { Counting::from(&words) };
        Ok(Settings { budget, time, engine, progress, counting })
    }
}

fn is_given(keywords: Option<&Dict<'_>>, name: &str) -> PyResult<bool> {
    let value = keywords.map(|keywords| keywords.get_item(name)).transpose()?.flatten();
    Ok(value.is_some_and(|value| !value.is_none()))
}

/// Refuses the keywords that only a count of all solutions takes.
pub(crate) fn refuse(keywords: Option<&Dict<'_>>, question: &str) -> PyResult<()> {
    for Row { name, .. } in &*OF_COUNT {
        if is_given(keywords, name)? {
            raise!("{name} cannot be combined with {question}");
        }
    }
    Ok(())
}

/// What an object of Python gives to a row; `None` if that is as if it were not given.
fn values(row: &Row, object: &Object<'_>) -> PyResult<Option<Vec<Value>>> {
    let wrong = |what: &str| failure!("{} is {}, not {what}", row.name, repr(object));
    if row.takes == Takes::Nothing {
        let is_set = object.extract::<bool>().map_err(|_| wrong("True or False"))?;
        return Ok(is_set.then(Vec::new));
    }
    let value: Value = if row.kind == TypeId::of::<Duration>() {
        let Some(time) = seconds(object)? else { return Ok(None) };
        Arc::new(time)
    } else if row.kind == TypeId::of::<u64>() {
        let unit = if row.value == "SIZE" { "bytes" } else { row.name };
        Arc::new(object.extract::<u64>().map_err(|_| wrong(&format!("a number of {unit}")))?)
    } else if row.kind == TypeId::of::<NonZeroUsize>() {
        let what = format!("a number of {} from 1 on", row.name);
        Arc::new(object.extract::<NonZeroUsize>().map_err(|_| wrong(&what))?)
    } else {
        // Any other is a text or a path, and is read as the command reads it.
        let path = || object.extract::<PathBuf>().ok()?.into_os_string().into_string().ok();
        let (text, what) = match row.value {
            "DIR" => (path(), "the name of a folder"),
            _ => (object.extract::<String>().ok(), "the name of an engine"),
        };
        (row.read)(&text.ok_or_else(|| wrong(what))?).map_err(error)?
    };
    Ok(Some(vec![value]))
}

/// A time; `None` if it is more than a duration can hold, which is no limit.
fn seconds(time: &Object<'_>) -> PyResult<Option<Duration>> {
    let wrong = |what: &str| failure!("time is {}, not {what}", repr(time));
    let seconds = time.extract::<f64>().map_err(|_| wrong("a number of seconds"))?;
    if seconds.is_nan() || seconds < 0.0 {
        return Err(wrong("a number of seconds from 0 on"));
    }
    Ok(Duration::try_from_secs_f64(seconds).ok())
}

/// The function that is told how far a search is.
fn meter(py: Python<'_>, progress: &Object<'_>) -> PyResult<Option<Py<PyAny>>> {
    if let Ok(wanted) = progress.cast::<PyBool>() {
        let bar = || Ok(py.import("combien._progress")?.getattr("Bar")?.call0()?.unbind());
        return wanted.is_true().then(bar).transpose();
    }
    if progress.is_callable() {
        Ok(Some(progress.clone().unbind()))
    } else {
        Err(error(format!("progress is {}, not True or a function", repr(progress))))
    }
}

/// The first line of the documentation of a count, which tells Python its signature: some keywords, those of
/// the table of a count, and those of all questions.
macro_rules! signature_of_count {
    ($own:literal) => {
        concat!(
            "count($self, *, ",
            $own,
            combien_cli::settings_of_count!($crate::handles::settings::keywords),
            ", time=None, nodes=None, memory=None, threads=None, engine=None, progress=None)\n--\n"
        )
    };
}

/// The keywords of a table.
macro_rules! keywords {
    ($(#[$about:meta])* pub $Name:ident {
        $($(#[$help:meta])* $name:ident: $Type:ty [$($row:tt)*],)*
    }) => {
        concat!($(", ", stringify!($name), "=None"),*)
    };
}

/// The documentation of the keywords of a table.
macro_rules! help {
    ($(#[$about:meta])* pub $Name:ident {
        $($(#[doc = $help:literal])* $name:ident: $Type:ty [$($row:tt)*],)*
    }) => {
        concat!($("\n``", stringify!($name), "``:" $(, $help)*, ".\n"),*)
    };
}

pub(crate) use {help, keywords, signature_of_count};
