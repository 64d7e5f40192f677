//! The questions of a tiling.

use std::sync::Arc;
use std::time::Instant;

use combien::problem::OptionId;
use combien::solve;
use combien::symmetry::{self, Representative};
use combien_tiling::{Encoding, Judge};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::handles::error::{Unanswered, raise};
use crate::handles::objects::{Dict, answered};
use crate::handles::problem::Held;
use crate::handles::settings::Settings;
use crate::handles::tiling::{Keywords, Tiling, as_placement};
use crate::handles::watch::{self, Watch};
use crate::questions::alike::Listing;
use crate::questions::solutions::{Solutions, Source};
use crate::questions::{clues, filtered};

/// What a question needs that filters solutions.
pub(crate) type Judged = (Arc<Encoding>, Arc<Judge>, Settings);

impl Tiling {
    /// The same tiling in which some options are given too: placements are taken, and empty cells are forbidden to all pieces.
    pub(crate) fn with_given<'py>(
        slf: &Bound<'py, Tiling>,
        options: &[OptionId],
    ) -> PyResult<Bound<'py, Tiling>> {
        let (py, tiling) = (slf.py(), slf.get());
        let (core, encoding) = (&tiling.core, tiling.encoding(py)?);
        let (mut take, mut forbid) = (vec![], vec![]);
        for &option in options {
            let cells = encoding.cells(option);
            if let Some(placement) = encoding.placement(option) {
                take.push(as_placement(py, core, placement, &cells)?);
            } else {
                let over = format!("over {}", combien_lang::position_on(core, cells.cells()[0]));
                forbid.push(PyString::new(py, &over).into_any());
            }
        }
        let narrowed = clues::narrowed((**core).clone(), &take, &forbid)?;
        let mut given =
            tiling.given.each_ref().map(|given| given.iter().map(|one| one.clone_ref(py)).collect());
        let [taken, forbidden, _]: &mut [Vec<Py<PyAny>>; 3] = &mut given;
        taken.extend(take.into_iter().map(Bound::unbind));
        forbidden.extend(forbid.into_iter().map(Bound::unbind));
        let (written, is_foreign) = (tiling.written.clone(), tiling.is_foreign);
        let made = Tiling::of(narrowed, tiling.board.clone(), tiling.pieces.clone());
        Bound::new(py, Tiling { given, written, is_foreign, ..made })
    }

    /// The problem, the judge and the settings of a question that filters solutions; `None` if nothing filters them.
    pub(crate) fn for_judge(&self, py: Python<'_>, keywords: Keywords<'_, '_>) -> PyResult<Option<Judged>> {
        if self.core.predicate().is_none() {
            return Ok(None);
        }
        let mut settings = Settings::of(py, keywords)?;
        let encoded = self.encoded_within(py, &mut settings)?;
        Ok(encoded.judge.clone().map(|judge| (encoded.encoding.clone(), judge, settings)))
    }

    /// Its problem without the user's objects, and the keywords of a question to it, with the time that is left.
    pub(crate) fn bare<'a, 'py>(
        &'a self,
        py: Python<'py>,
        keywords: Keywords<'_, 'py>,
    ) -> PyResult<(&'a Held<'py>, Option<Dict<'py>>)> {
        let began = Instant::now();
        let keywords = keywords.map(PyDictMethods::copy).transpose()?;
        let is_new = self.encoded.get().is_none();
        let bare = self.encoded(py, keywords.as_ref())?.bare.bind(py);
        if let (true, Some(keywords)) = (is_new, &keywords)
            && let Some(time) = keywords.get_item("time")?.filter(|time| !time.is_none())
        {
            let left = time.extract::<f64>()? - began.elapsed().as_secs_f64();
            keywords.set_item("time", left.max(0.0))?;
        }
        Ok((bare, keywords))
    }

    pub(crate) fn counted_up_to_symmetry(
        &self,
        py: Python<'_>,
        keywords: Keywords<'_, '_>,
    ) -> PyResult<Py<PyAny>> {
        let (encoding, settings) = self.for_symmetry(py, keywords)?;
        let tiling = self.core.clone();
        if let Some(judge) = self.encoded(py, None)?.judge.clone() {
            let counted = watch::ask(py, &settings, move |budget, meter| {
                filtered::count_orbits(&tiling, &encoding, &judge, &budget, meter)
            })?;
            return answered(py, &counted?);
        }
        let counted = watch::ask(py, &settings, move |budget, mut meter| {
            let group = filtered::group(&tiling, &encoding, &budget)?;
            let meter = meter.as_mut().map(|meter| meter as _);
            symmetry::count_by_either(&encoding.problem, &group, &budget, meter).map_err(Unanswered::other)
        })?;
        answered(py, &counted?.outcome)
    }

    /// Solutions up to symmetry: one of those that are alike.
    pub(crate) fn orbits(&self, py: Python<'_>, keywords: Keywords<'_, '_>) -> PyResult<Solutions> {
        let (encoding, settings) = self.for_symmetry(py, keywords)?;
        let encoded = self.encoded(py, None)?;
        let (watch, tiling, judge) = (Watch::new(&settings, py), self.core.clone(), encoded.judge.clone());
        let (budget, meter) = (watch.budget(&settings.budget), watch.meter());
        let listing = Listing::of(watch.stop(), move |deliver| {
            let mut deliver = |one: Representative| deliver((one.solution, Some(one.orbit_size)));
            filtered::list(&tiling, (&encoding, judge.as_deref()), &budget, meter, &mut deliver)
        });
        Ok(Solutions::new(encoded.bare.bind(py), Source::Listing(listing), watch))
    }

    /// The problem and the settings of a question up to symmetry.
    pub(crate) fn for_symmetry(
        &self,
        py: Python<'_>,
        keywords: Keywords<'_, '_>,
    ) -> PyResult<(Arc<Encoding>, Settings)> {
        let mut settings = Settings::of(py, keywords)?;
        if settings.engine != solve::Engine::Auto {
            raise!("engine and up_to cannot go together: counts up to symmetry are put together of many");
        }
        let encoding = self.encoding_within(py, &mut settings)?;
        Ok((encoding, settings))
    }
}
