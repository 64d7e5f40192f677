//! The questions of a tiling.

use std::sync::Arc;

use combien::problem::OptionId;
use combien::solve;
use combien::symmetry::{self, Representative};
use combien_tiling::Encoding;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::handles::error::{Unanswered, raise};
use crate::handles::objects::{Dict, answered};
use crate::handles::settings::Settings;
use crate::handles::tiling::{Tiling, as_placement};
use crate::handles::watch::{self, Watch};
use crate::questions::alike::Listing;
use crate::questions::solutions::{Solutions, Source};
use crate::questions::{clues, filtered};

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

    pub(crate) fn counted_up_to_symmetry(
        &self,
        py: Python<'_>,
        keywords: Option<&Dict>,
    ) -> PyResult<Py<PyAny>> {
        let (encoding, settings) = self.for_symmetry(py, keywords)?;
        let tiling = self.core.clone();
        if let Some(judge) = self.encoded(py)?.judge.clone() {
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
    pub(crate) fn orbits(&self, py: Python<'_>, keywords: Option<&Dict>) -> PyResult<Solutions> {
        let (encoding, settings) = self.for_symmetry(py, keywords)?;
        let encoded = self.encoded(py)?;
        let (watch, tiling, judge) = (Watch::new(&settings, py), self.core.clone(), encoded.judge.clone());
        let (budget, meter) = (watch.budget(&settings.threaded()), watch.meter());
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
        keywords: Option<&Dict>,
    ) -> PyResult<(Arc<Encoding>, Settings)> {
        let mut settings = Settings::of(py, keywords)?;
        if settings.engine != solve::Engine::Auto {
            raise!("engine and up_to cannot go together: counts up to symmetry are put together of many");
        }
        Ok((self.encoding_within(py, &mut settings)?, settings))
    }
}
