//! Whether a piece tiles the plane, or all pieces together.

use combien::solve::Budget;
use combien_tiling::Tiling;
use combien_tiling::draw::{Picture, SvgOptions, svg};
use combien_tiling::plane::{self, Answer as Found, Limits, Torus};
use serde_json::{Value, json};

use crate::document::{Answer, failed, failure};
use crate::listener::{BUDGET, Listener};
use crate::marks::Marked;

/// A window of this many units is drawn.
const WINDOW: u32 = 12;
/// Tori of up to this number of cells are tried for several pieces.
const MOST_CELLS: usize = 60;

/// The answer: `{"type": "plane", "class": "isohedral", "group": "pgg", "classes": 1, "copies": 4, "steps": [[5, 0],
/// [2, 1]], "shares": [["F", 4, 20]], "heesch": null, "holes": null, "tori": 0, "coronas": 0, "stopped": null, "svg":
/// "..."}`. For several pieces the class is `together` or `unknown`, and `tori` is a number of cells.
pub(super) fn plane(marked: &Marked, piece: Option<usize>, time: f64, listener: &dyn Listener) -> Answer {
    let Some((tiling, _)) = marked.input.tiling() else {
        return Err(failure("only pieces tile the plane", None));
    };
    let budget = Budget { deadline: listener.deadline(time), ..BUDGET };
    let Some(piece) = piece else { return together(tiling, &budget) };
    let Some(piece) = tiling.pieces().get(piece) else { return Err(failure("there is no such piece", None)) };
    let outcome = plane::plane(piece, tiling.lattice(), Limits::default(), &budget, &mut |_| {});
    let outcome = outcome.map_err(failed)?;
    let (answer, reason) = (outcome.certain(), outcome.reason().map(|reason| reason.to_string()));
    let (tiling, placed) = answer.shown(WINDOW).map_err(failed)?;
    let picture = Picture::new("the plane", &tiling, &placed);
    let (tori, coronas) = match answer {
        Found::Unknown { tori, patch } => (*tori, patch.coronas),
        _ => (0, 0),
    };
    let (torus, heesch) = (answer.torus(), answer.heesch());
    let mut told = of_torus(torus, &picture);
    told["class"] = json!(answer.class());
    told["heesch"] = json!(heesch.map(|heesch| heesch.number));
    told["holes"] = json!(heesch.map(|heesch| heesch.with_holes));
    (told["tori"], told["coronas"], told["stopped"]) = (json!(tori), json!(coronas), json!(reason));
    Ok(told)
}

fn together(tiling: &Tiling, budget: &Budget) -> Answer {
    let outcome = plane::together(tiling, MOST_CELLS, budget, &mut |_| {}).map_err(failed)?;
    let (found, reason) = (outcome.certain(), outcome.reason().map(|reason| reason.to_string()));
    let mut told = match &found.torus {
        Some(torus) => {
            let (tiling, placed) = torus.window(WINDOW).map_err(failed)?;
            of_torus(Some(torus), &Picture::new("the plane", &tiling, &placed))
        }
        None => json!({"type": "plane"}),
    };
    told["class"] = json!(if found.torus.is_some() { "together" } else { "unknown" });
    (told["tori"], told["stopped"]) = (json!(found.tried), json!(reason));
    Ok(told)
}

fn of_torus(torus: Option<&Torus>, picture: &Picture) -> Value {
    json!({
        "type": "plane", "group": torus.and_then(Torus::group), "classes": torus.map(Torus::classes),
        "copies": torus.map(Torus::copies), "shares": torus.map(Torus::shares),
        "steps": torus.map(|torus| torus.steps().map(|step| [step.x, step.y])),
        "svg": svg(picture, &SvgOptions { legend: false, ..SvgOptions::default() }),
    })
}
