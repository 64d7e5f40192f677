//! Whether a piece tiles the plane, alone or together with others, and in how many ways.

use std::sync::Arc;

use combien::budget::Outcome;
use combien_tiling::Cell;
use combien_tiling::draw::Picture;
use combien_tiling::plane::{self, Cylinder, Limits, PlaneError, Torus};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::handles::board::Piece;
use crate::handles::cells::as_tuples;
use crate::handles::error::{raise, refused, stopped};
use crate::handles::objects::Dict;
use crate::handles::pictures::Svg;
use crate::handles::settings::Settings;
use crate::handles::tiling::Tiling;
use crate::handles::watch::ask;

/// The keywords that have no use here.
const UNUSED: [&str; 3] = ["threads", "engine", "progress"];

/// The fields of `Plane`: class, group, number of classes, sentence, both Heesch numbers, steps, copies, and a picture of a window.
#[pyfunction]
#[pyo3(name = "_plane")]
pub(crate) fn ask_plane(
    py: Python<'_>,
    piece: &Piece,
    copies: usize,
    coronas: usize,
    window: u32,
    settings: &Dict,
) -> PyResult<Py<PyAny>> {
    let settings = asked(py, window, settings)?;
    let (lattice, core) = (piece.lattice.clone(), piece.piece.clone());
    let limits = Limits { copies, coronas };
    let outcome = ask(py, &settings, {
        let lattice = lattice.clone();
        move |budget, _| plane::plane(&core, &lattice, limits, &budget, &mut |_| {})
    })?;
    let answer = answered(outcome)?;
    let (tiling, placed) = answer.shown(window).map_err(refused)?;
    let svg = Svg::of(None, &lattice)?.draw(&Picture::new("the plane", &tiling, &placed))?;
    let found = answer.copies();
    let found = found.iter().map(|(corona, cells)| Ok((*corona, as_tuples(py, &lattice, cells)?)));
    let found = found.collect::<PyResult<Vec<_>>>()?;
    let torus = answer.torus();
    let (group, classes) = (torus.and_then(Torus::group), torus.map(Torus::classes));
    let numbers = answer.heesch().map(|heesch| (heesch.number, heesch.with_holes));
    let steps = torus.map(steps);
    (answer.class(), group, classes, answer.sentence(&lattice), numbers, steps, found, svg).into_py_any(py)
}

fn steps(torus: &Torus) -> [(i32, i32); 2] {
    torus.steps().map(|Cell { x, y, .. }| (x, y))
}

/// The fields of `Together`: whether there is a tiling, the sentence, how many cells were tried, shares, steps, copies, and a picture.
#[pyfunction]
#[pyo3(name = "_together")]
pub(crate) fn ask_together(
    py: Python<'_>,
    tiling: &Tiling,
    cells: usize,
    window: u32,
    settings: &Dict,
) -> PyResult<Py<PyAny>> {
    let settings = asked(py, window, settings)?;
    let core = Arc::clone(&tiling.core);
    let lattice = core.lattice().clone();
    let outcome = ask(py, &settings, move |budget, _| plane::together(&core, cells, &budget, &mut |_| {}))?;
    let together = answered(outcome)?;
    let Some(torus) = &together.torus else {
        let none: [(); 0] = [];
        let sentence = together.nothing();
        return (false, sentence, together.tried, none, None::<()>, none, None::<()>).into_py_any(py);
    };
    let (shown, placed) = torus.window(window).map_err(refused)?;
    let svg = Svg::of(None, &lattice)?.draw(&Picture::new("the plane", &shown, &placed))?;
    let copies = torus.placed.iter().zip(torus.whole()).map(|((placement, _), cells)| {
        Ok((torus.tiling.piece_name(placement.piece), as_tuples(py, &lattice, &cells)?))
    });
    let copies = copies.collect::<PyResult<Vec<_>>>()?;
    let sentence = torus.together().trim_end().to_owned();
    (true, sentence, together.tried, torus.shares(), Some(steps(torus)), copies, Some(svg)).into_py_any(py)
}

/// The rows of `growth`: n, cells, tilings, and the bounds of the rate of cylinders.
#[pyfunction]
#[pyo3(name = "_growth")]
pub(crate) fn ask_growth(py: Python<'_>, piece: &Piece, most: u32, settings: &Dict) -> PyResult<Py<PyAny>> {
    let settings = asked(py, 1, settings)?;
    let (lattice, core) = (piece.lattice.clone(), piece.piece.clone());
    let outcome =
        ask(py, &settings, move |budget, _| plane::growth(&core, &lattice, most, &budget, &mut |_| {}))?;
    let rows = answered(outcome)?.into_iter().map(|row| {
        let rate = match row.cylinder {
            Cylinder::Rate([low, high]) => Some((low, high)),
            Cylinder::None | Cylinder::TooLarge => None,
        };
        let each = row.per_cell();
        (row.n, row.cells, row.tilings.to_biguint(), each, rate, row.cylinder == Cylinder::TooLarge)
    });
    rows.collect::<Vec<_>>().into_py_any(py)
}

/// The limits of a question.
fn asked(py: Python<'_>, window: u32, settings: &Dict) -> PyResult<Settings> {
    if !(1..=plane::MOST_WINDOW).contains(&window) {
        raise!("a window has 1 to {} units", plane::MOST_WINDOW);
    }
    Settings::without(&UNUSED, "the plane", py, Some(settings))
}

fn answered<T>(outcome: Result<Outcome<T>, PlaneError>) -> PyResult<T> {
    match outcome.map_err(refused)? {
        Outcome::Answer(answer) => Ok(answer),
        Outcome::Stopped { reason, .. } => Err(stopped(None, reason)),
    }
}
