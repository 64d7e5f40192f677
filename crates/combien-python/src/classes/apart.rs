//! How a solution comes apart.

use combien_tiling::apart::{Answer, Groups, Move, Workbench};
use combien_tiling::draw::stages;
use combien_tiling::{Cell, Shape};
use pyo3::prelude::*;

use crate::handles::error::{refused, stopped};
use crate::handles::objects::Dict;
use crate::handles::settings::Settings;
use crate::handles::tiling::TilingSolution;
use crate::handles::watch::ask;

/// The keywords that have no use here.
const UNUSED: [&str; 3] = ["threads", "engine", "progress"];

/// A move: the numbers of the placements, the direction and the distance.
type Moved = (Vec<usize>, (i32, i32, i32), Option<u32>);

/// The fields of `Disassembly`: level, the moves of each separation, sentences, and pictures.
type Apart = (String, Vec<Vec<Moved>>, Vec<String>, Vec<String>);

/// Takes a solution apart; `None` if it does not come apart.
#[pyfunction]
#[pyo3(name = "_apart")]
pub(crate) fn take_apart(
    py: Python<'_>,
    solution: &TilingSolution,
    settings: &Dict,
) -> PyResult<Option<Apart>> {
    let settings = Settings::without(&UNUSED, "taking apart", py, Some(settings))?;
    let tiling = solution.tiling.get();
    let (encoding, core) = (tiling.encoding(py)?.clone(), tiling.core.clone());
    let options = solution.options.clone();
    let placed =
        options.iter().filter_map(|&option| Some((encoding.placement(option)?, encoding.cells(option))));
    let (kinds, shapes): (Vec<usize>, Vec<Shape>) =
        placed.map(|(placement, cells)| (placement.piece, cells)).unzip();
    let names: Vec<String> = kinds.iter().map(|&kind| core.piece_name(kind)).collect();
    let mut bench = Workbench::new(core.lattice()).map_err(refused)?;
    let of_kind = core.pieces().iter().map(|piece| piece.groups.clone()).collect();
    bench.group(Groups { kinds, of_kind });
    let taken = ask(py, &settings, {
        let shapes = shapes.clone();
        move |budget, _| bench.take_apart(&shapes, &budget, &mut |_| {})
    })?;
    let answer = taken.map_err(refused)?.map_err(|reason| stopped(None, reason))?;
    let Answer::Apart(whole) = answer else { return Ok(None) };
    let moved = |one: &Move| {
        let Cell { x, y, z } = one.step;
        (one.pieces.clone(), (x, y, z), one.distance)
    };
    let parts = whole.in_order();
    let moves = parts.iter().map(|part| part.moves.iter().map(moved).collect()).collect();
    let sentences = parts.iter().flat_map(|part| part.moves.iter().map(|one| one.sentence(&names))).collect();
    let pieces: Vec<(String, Shape)> = names.iter().cloned().zip(shapes.iter().cloned()).collect();
    let pictures = stages(core.lattice(), &pieces, &whole.stages(&names, &shapes)).map_err(refused)?;
    Ok(Some((whole.level(), moves, sentences, pictures)))
}
