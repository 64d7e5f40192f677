//! Why there is no solution, and what comes closest to one.

use combien::problem::ItemId;
use combien_tiling::why::{Almost, Change, Coloring, Mended, Nearest, Obstacle};
use serde_json::{Value, json};

use crate::document::{Answer, failed};
use crate::listener::{BUDGET, Boxed, Listener, numbers};
use crate::marks::{Marked, item_as_json};

/// The time for the search of the closest, in milliseconds, and the same for pieces that would help.
const PATIENCE: f64 = 20_000.0;
/// The maximum number of items that are named.
const MOST_NAMED: usize = 12;

/// Why there is no solution, if a quick look finds it: the sentence, and the data for the page's own words.
pub(crate) fn why(marked: &Marked) -> Value {
    let subject = marked.subject();
    let Some(obstacle) = subject.glance() else { return json!({"type": "why", "kind": null}) };
    let coloring = match &obstacle {
        Obstacle::Coloring(Coloring::Chessboard, _) => "chessboard",
        Obstacle::Coloring(Coloring::Columns, _) => "columns",
        Obstacle::Coloring(Coloring::Rows, _) => "rows",
        Obstacle::Coloring(Coloring::Layers, _) => "layers",
        _ => "other",
    };
    if let (Some([dark, light]), true) = (subject.uneven(&obstacle), coloring != "other") {
        return json!({"type": "why", "kind": "even", "coloring": coloring, "values": [dark, light]});
    }
    if let (Obstacle::Dead(dead), Some(_)) = (&obstacle, subject.tiling())
        && dead.forced.is_empty()
    {
        let item = item_as_json(marked, dead.item);
        return json!({"type": "why", "kind": item["kind"], "values": [item["name"]]});
    }
    json!({"type": "why", "kind": "other", "values": [subject.sentence(&obstacle)]})
}

/// The largest partial cover: what it lacks, what it has left over, and whether there is a larger one. Of a
/// board also the single pieces that make it solvable.
pub(crate) fn almost(marked: &Marked, listener: &dyn Listener) -> Answer {
    let subject = marked.subject();
    let budget = || combien::solve::Budget { deadline: listener.deadline(PATIENCE), ..BUDGET };
    let mut meter = Boxed(listener.meter());
    let almost = match subject.almost(&budget(), &mut meter).map_err(failed)? {
        Nearest::Almost(almost) => almost,
        Nearest::Solvable(solution) => {
            let options = numbers(solution.options());
            return Ok(json!({"type": "almost", "solvable": true, "options": options}));
        }
    };
    // With marks a piece is not all that could help, so none is named.
    let is_asked = almost.stopped.is_none() && !marked.is_marked();
    let mended = if is_asked { subject.mended(&budget(), &mut meter).map_err(failed)? } else { None };
    let named = |lacking: &[(ItemId, u32)]| -> Vec<Value> {
        lacking.iter().take(MOST_NAMED).map(|&(item, _)| item_as_json(marked, item)).collect()
    };
    let Almost { cover, holes, unused, at_least, stopped: stop, .. } = &almost;
    Ok(json!({
        "type": "almost", "solvable": false, "options": numbers(cover.options()),
        "holes": almost.hole_count(), "at_least": at_least, "left": named(holes), "unused": named(unused),
        "mends": mended.map(|mended| mends(&subject, &mended)),
        "stopped": stop.map(|reason| reason.to_string()),
    }))
}

/// The changes that make it solvable, or `[]` if none was found.
fn mends(subject: &combien_tiling::why::Subject<'_>, mended: &Mended) -> Value {
    let Some(tiling) = subject.tiling() else { return Value::Null };
    let mends = mended.mends.iter().map(|mend| match &mend.change {
        Change::OnceMore(piece) => json!({"change": "more", "piece": tiling.piece_name(*piece)}),
        Change::OnceLess(piece) => json!({"change": "less", "piece": tiling.piece_name(*piece)}),
        Change::Added(piece) => json!({"change": "added", "piece": piece.name}),
    });
    mends.collect()
}
