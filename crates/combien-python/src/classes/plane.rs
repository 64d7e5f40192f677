//! Whether a piece tiles the plane.

use combien::budget::Outcome;
use combien_tiling::draw::Picture;
use combien_tiling::plane::{self, Answer, Limits};
use combien_tiling::{Cell, Shape};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::handles::board::Piece;
use crate::handles::cells::as_tuples;
use crate::handles::error::{raise, refused, stopped};
use crate::handles::objects::Dict;
use crate::handles::pictures::Svg;
use crate::handles::settings::Settings;
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
    let settings = Settings::without(&UNUSED, "the plane", py, Some(settings))?;
    if !(1..=plane::MOST_WINDOW).contains(&window) {
        raise!("a window has 1 to {} units", plane::MOST_WINDOW);
    }
    let (lattice, core) = (piece.lattice.clone(), piece.piece.clone());
    let limits = Limits { copies, coronas };
    let outcome = ask(py, &settings, {
        let lattice = lattice.clone();
        move |budget, _| plane::plane(&core, &lattice, limits, &budget, &mut |_| {})
    })?;
    let answer = match outcome.map_err(refused)? {
        Outcome::Answer(answer) => answer,
        Outcome::Stopped { reason, .. } => return Err(stopped(None, reason)),
    };
    let drawn = match &answer {
        Answer::Tiles(torus) => torus.window(window),
        Answer::Fails(heesch) => heesch.patch.tiling(),
        Answer::Unknown { patch, .. } => patch.tiling(),
    };
    let (tiling, placed) = drawn.map_err(refused)?;
    let svg = Svg::of(None, &lattice)?.draw(&Picture::new("the plane", &tiling, &placed))?;
    let (found, numbers, steps): (Vec<(usize, Shape)>, _, _) = match &answer {
        Answer::Tiles(torus) => {
            let steps = torus.steps().map(|Cell { x, y, .. }| (x, y));
            (torus.whole().into_iter().map(|cells| (0, cells)).collect(), None, Some(steps))
        }
        Answer::Fails(heesch) => (coronas_of(&heesch.patch), Some((heesch.number, heesch.with_holes)), None),
        Answer::Unknown { patch, .. } => (coronas_of(patch), None, None),
    };
    let found = found.iter().map(|(corona, cells)| Ok((*corona, as_tuples(py, &lattice, cells)?)));
    let found = found.collect::<PyResult<Vec<_>>>()?;
    let (group, classes) = match &answer {
        Answer::Tiles(torus) => (torus.group(), Some(torus.classes())),
        _ => (None, None),
    };
    (answer.class(), group, classes, answer.sentence(&lattice), numbers, steps, found, svg).into_py_any(py)
}

fn coronas_of(patch: &plane::Patch) -> Vec<(usize, Shape)> {
    patch.copies.iter().map(|(corona, _, cells)| (*corona, cells.clone())).collect()
}
