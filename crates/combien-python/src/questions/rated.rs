//! How hard a tiling puzzle is for a person.

use combien::budget::Budget;
use combien::problem::OptionId;
use combien_tiling::why::Subject;
use pyo3::prelude::*;

use crate::handles::placed::as_placement;
use crate::handles::settings::Settings;
use crate::handles::tiling::Tiling;
use crate::questions::{filtered, rating};

/// The rating of a tiling, whose clues are given; its options are placements, and `None` is a cell that stays empty.
pub(crate) fn rate<'py>(
    tiling: &Bound<'py, Tiling>,
    time: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = tiling.py();
    filtered::refuse(&tiling.get().core, "rate()")?;
    let mut settings = Settings::timed(time)?;
    let (core, encoding) = (tiling.get().core.clone(), tiling.get().encoding_within(py, &mut settings)?);
    let (of, among) = (core.clone(), encoding.clone());
    let ask =
        move |budget: &Budget| rating::asked(Subject::of_tiling(&of, &among), &of.given(&among), budget);
    let option = |option: OptionId| match encoding.placement(option) {
        Some(placement) => as_placement(py, &core, placement, &encoding.cells(option)),
        None => Ok(py.None().into_bound(py)),
    };
    rating::rate(py, &settings, ask, option)
}
