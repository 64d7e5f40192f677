//! A search that is looked at node by node, as it goes on the board.

use combien::engine::Pause;
use combien::engine::links::Links;
use serde_json::{Value, json};

use crate::document::Answer;
use crate::listener::numbers;
use crate::marks::Marked;

/// The most looks that one answer has, and the nodes between two.
const MOST_FRAMES: usize = 1000;
const MOST_NODES: u64 = 100_000;

/// Looks at the search `frames` times, with `nodes` nodes in between: `{"type": "walk", "frames": [{"taken":
/// [option, ...], "solution": false}, ...], "nodes": N, "ended": false}`. It is dancing links, so it takes the
/// item that is hardest to cover, and the options of it in their order. A solution is looked at in any case.
pub(crate) fn walked(marked: &Marked, search: &mut Links, frames: usize, nodes: u64) -> Answer {
    let mut seen: Vec<Value> = vec![];
    let mut ended = false;
    while seen.len() < frames.min(MOST_FRAMES) && !ended {
        let pause = search.run(search.work().nodes.saturating_add(nodes.clamp(1, MOST_NODES)));
        let taken = search.solution();
        ended = !matches!(pause, Pause::Solution | Pause::Bound);
        let is_solution = matches!(pause, Pause::Solution) && marked.means(&taken)?;
        seen.push(json!({"taken": numbers(taken.options()), "solution": is_solution}));
    }
    Ok(json!({"type": "walk", "frames": seen, "nodes": search.work().nodes, "ended": ended}))
}
