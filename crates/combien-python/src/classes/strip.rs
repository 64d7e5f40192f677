//! Boards of every length: a family that is a Python function, and what its series says.

use std::sync::Arc;

use combien::transfer::{ByCopies, Growth, Series, TransferError};
use combien_lang::UpTo;
use combien_tiling as tiling;
use combien_tiling::strip::{Strip, StripError};
use pyo3::prelude::*;
use pyo3::{IntoPyObject, IntoPyObjectExt};

use crate::handles::error::{raise, refused, stopped};
use crate::handles::objects::{Dict, Object, as_int};
use crate::handles::settings::Settings;
use crate::handles::tiling::Tiling;
use crate::handles::watch::{Watch, ask};

/// The keywords that boards of every length have no use for.
const UNUSED: [&str; 4] = ["nodes", "threads", "engine", "progress"];

/// The numbers of tilings of the boards of a family.
#[pyclass(frozen, name = "_Series", module = "combien._combien")]
pub(crate) struct OfLengths {
    series: Arc<Series>,
    by: Option<Arc<ByCopies>>,
    growth: Option<Growth>,
    #[pyo3(get)]
    states: usize,
    #[pyo3(get)]
    compared: u32,
}

/// Why a family has no series.
enum Fault {
    Python(PyErr),
    Strip(StripError),
}

impl From<StripError> for Fault {
    fn from(error: StripError) -> Fault {
        Fault::Strip(error)
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> PyErr {
        match fault {
            Fault::Python(error) => error,
            Fault::Strip(StripError::Tiling(_, tiling::TilingError::Stopped(reason))) => {
                stopped(None, reason)
            }
            Fault::Strip(error) => refused(error),
        }
    }
}

fn failed(error: TransferError) -> PyErr {
    match error {
        TransferError::Stopped(reason) => stopped(None, reason),
        error => refused(error),
    }
}

/// The series of the tilings that a function makes of the numbers from `first` on.
#[pyfunction]
#[pyo3(name = "_series")]
pub(crate) fn series(
    py: Python<'_>,
    family: &Object<'_>,
    first: u32,
    asked: (bool, bool, Option<String>),
    states: usize,
    settings: &Dict,
) -> PyResult<OfLengths> {
    let (primitive, up_to_symmetry, by) = asked;
    let settings = Settings::without(&UNUSED, "a strip", py, Some(settings))?;
    let watch = Watch::new(&settings, py);
    let budget = watch.budget(&settings.threaded());
    let Some(before) = first.checked_sub(1) else { raise!("the first number is 1 or more") };
    let made = |n: u32| {
        let made = family.call1((n,)).map_err(Fault::Python)?;
        let made = made.cast::<Tiling>().map_err(|error| Fault::Python(error.into()))?;
        Ok::<_, Fault>(tiling::Tiling::clone(&made.get().core))
    };
    let strip = Strip::find_by(by.as_deref(), before, made, &budget)?;
    let compared = strip.compared;
    let up_to = if up_to_symmetry { UpTo::Symmetry } else { UpTo::Nothing };
    let found = watch.run(py, move || {
        let found = combien_lang::OfLengths::of(strip, up_to, states, &budget, &|_| {})?;
        let found = if primitive { found.and_then(combien_lang::OfLengths::primitive) } else { found };
        let growth = found.as_ref().map(|found| found.series.growth(&budget)).transpose()?.flatten();
        Ok(found.map(|found| (found, growth)))
    })?;
    let Some((found, growth)) = found.map_err(failed)? else {
        raise!(
            "primitive tilings, and tilings up to symmetry, need boards that are put together from equal slices, \
             from the first one on"
        )
    };
    let (series, by, states) = (Arc::new(found.series), found.by.map(Arc::new), found.automaton.states());
    Ok(OfLengths { series, by, growth, states, compared })
}

#[pymethods]
impl OfLengths {
    /// The coefficients of the numerator and of the denominator.
    fn quotient<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let [p, q] = [self.series.numerator(), self.series.denominator()].map(<[_]>::to_vec);
        Ok((p, q).into_pyobject(py)?.into_any())
    }

    /// The order, the recurrence as a text, and the quotient as one.
    fn shown(&self) -> (usize, String, String) {
        (self.series.order(), self.series.recurrence(), self.series.to_string())
    }

    /// Bounds of the growth rate in decimal.
    fn growth(&self) -> Option<[String; 2]> {
        self.growth.as_ref().map(|growth| growth.bounds(15))
    }

    /// The first terms.
    fn terms(&self, py: Python<'_>, number: usize, settings: &Dict) -> PyResult<Py<PyAny>> {
        let (settings, series) =
            (Settings::without(&UNUSED, "a strip", py, Some(settings))?, self.series.clone());
        ask(py, &settings, move |budget, _| series.terms(0..number, &budget))?
            .map_err(failed)?
            .into_py_any(py)
    }

    /// The coefficients of the quotient by copies, and what `shown` says of it.
    fn copies(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let shown = |by: &Arc<ByCopies>| {
            (by.numerator(), by.denominator(), (by.order(), by.recurrence(), by.to_string()))
        };
        self.by.as_ref().map(shown).into_py_any(py)
    }

    /// The first polynomials.
    fn rows(&self, py: Python<'_>, number: usize, settings: &Dict) -> PyResult<Py<PyAny>> {
        let settings = Settings::without(&UNUSED, "a strip", py, Some(settings))?;
        let Some(by) = self.by.clone() else { raise!("copies were not counted") };
        ask(py, &settings, move |budget, _| by.terms(0..number, &budget))?.map_err(failed)?.into_py_any(py)
    }

    /// A term, exact or modulo a number.
    fn term(&self, py: Python<'_>, n: u64, modulus: Option<u64>, settings: &Dict) -> PyResult<Py<PyAny>> {
        if modulus == Some(0) {
            raise!("the modulus is 0");
        }
        let settings = Settings::without(&UNUSED, "a strip", py, Some(settings))?;
        let series = self.series.clone();
        if let Some(modulus) = modulus {
            return series.term_modulo(n, modulus).into_py_any(py);
        }
        let term = ask(py, &settings, move |budget, _| series.term(n, &budget))?;
        as_int(py, &term.map_err(failed)?)
    }
}
