//! The solutions of a tiling, one after the other.

use std::sync::Mutex;

use pyo3::prelude::*;

use crate::handles::error::stopped;
use crate::handles::placed::TilingSolution;
use crate::handles::tiling::Tiling;
use crate::questions::orbits::{Orbits, Said};

/// Where solutions come from.
pub(crate) enum Found {
    /// The solutions of the problem.
    All(Py<PyAny>),
    /// One of those that are alike.
    Orbits(Orbits),
}

/// The solutions of a tiling, one after the other. It may be dropped at any time.
#[pyclass(module = "combien", frozen)]
pub(crate) struct TilingSolutions {
    pub(crate) tiling: Py<Tiling>,
    /// Never waited for: the thread that holds it may need the interpreter.
    pub(crate) state: Mutex<State>,
}

pub(crate) struct State {
    pub(crate) found: Found,
    pub(crate) handed_out: u64,
    pub(crate) has_ended: bool,
}

impl TilingSolutions {
    pub(crate) fn new(tiling: &Bound<'_, Tiling>, found: Found) -> TilingSolutions {
        let state = State { found, handed_out: 0, has_ended: false };
        TilingSolutions { tiling: tiling.clone().unbind(), state: Mutex::new(state) }
    }

    pub(crate) fn next_orbit(&self, py: Python<'_>, state: &mut State) -> PyResult<Option<TilingSolution>> {
        let Found::Orbits(orbits) = &mut state.found else { return Ok(None) };
        // An exception while it waits ends it.
        state.has_ended = true;
        let said = orbits.next(py)?;
        match said {
            Some(Said::One(one)) => {
                state.has_ended = false;
                state.handed_out += 1;
                let options = one.solution.options().into();
                return Ok(Some(TilingSolution::new(self.tiling.bind(py), options, Some(one.orbit_size))));
            }
            Some(Said::Failed(failed)) => return Err(failed.raised()),
            Some(Said::Stopped(reason)) => {
                orbits.watch.close(py)?;
                let certain = state.handed_out.into_pyobject(py)?.into_any().unbind();
                return Err(stopped(Some(certain), reason));
            }
            Some(Said::Panicked(payload)) => std::panic::resume_unwind(payload),
            None => {}
        }
        orbits.watch.close(py)?;
        Ok(None)
    }
}
