//! A puzzle to be played by hand: a board and what may lie on it, and whether what lies there is a solution.
//!
//! A tiling has its pieces. The table of a classic puzzle has what its options say as pieces: queens, digits,
//! words, squares with colored sides. A graph is colored, or cut into parts. Any other problem is played as
//! its matrix, of which rows are chosen.

mod classic;
mod graph;
mod tiling;

use std::collections::HashSet;

use combien::check::check;
use combien::problem::{OptionId, Problem, Solution};
use combien_tiling::draw::Reading;
use combien_tiling::{Board, Cell, Shape, Tiling, pieces};
use serde_json::{Value, json};

use crate::document::{Answer, Input, failure};
use crate::listener::numbers;
use crate::marks::Marked;
pub(crate) use tiling::colored;

/// The maximum number of placements, and of ways that pieces may lie: each is sent to the page.
const MOST: usize = 20_000;

/// The maximum number of cells of a board: each is drawn.
const MOST_CELLS: usize = 10_000;

/// The maximum number of items that all placements cover together, and of cells that all ways have.
const MOST_COVERED: usize = 500_000;

/// The number of colors in the library's palette: more pieces share them.
const PALETTE: usize = 12;

/// The largest matrix whose rows are chosen by hand.
const MOST_ROWS: usize = 400;
const MOST_COLUMNS: usize = 200;

/// What one needs to play a puzzle by hand. `form` says how: `pieces` are moved, the vertices of a graph are
/// gathered to `parts`, or `rows` of a matrix are chosen.
pub(crate) fn board(marked: &Marked) -> Answer {
    let problem = marked.input.problem();
    if problem.option_count() > MOST {
        let message = format!("at most {MOST} placements can be played by hand");
        return Err(refused("many", &message));
    }
    let mut board = match &marked.input {
        Input::Tiling(_, tiling, encoding) => tiling::board(tiling, encoding),
        Input::Plain(_) => rows(problem),
        Input::Classic(classic) => match classic.read(&Solution::default()) {
            Reading::Table(table) => classic::board(classic, &table),
            Reading::Graph(graph) => graph::parts(classic, &graph),
            Reading::Sets(_) => graph::colored(classic).map_or_else(|| rows(problem), Ok),
        },
    }?;
    let clues = match &marked.input {
        Input::Classic(classic) => classic::clues(classic),
        _ => vec![],
    };
    let unmarked = clues.into_iter().filter(|option| !marked.taken.contains(option));
    board["taken"] = numbers(&marked.taken.iter().copied().chain(unmarked).collect::<Vec<_>>()).into();
    board["forbidden"] = numbers(&marked.forbidden).into();
    Ok(board)
}

/// A puzzle that is not played by hand. The page says the reason in its own words, by `why`.
fn refused(why: &str, message: &str) -> Value {
    let mut refusal = failure(message, None);
    refusal["why"] = json!(why);
    refusal
}

/// The rows of a matrix as pieces that have one place each.
fn rows(problem: &Problem) -> Answer {
    if problem.option_count() > MOST_ROWS || problem.item_count() > MOST_COLUMNS {
        let message =
            format!("a matrix of more than {MOST_ROWS} rows or {MOST_COLUMNS} columns is not played by hand");
        return Err(refused("matrix", &message));
    }
    let name = |option: OptionId| {
        problem.option_name(option).map_or_else(|| option.number().to_string(), str::to_owned)
    };
    let piece = |option| json!({"name": name(option), "color": "", "least": 0, "most": 1});
    let way = |piece: usize| unturned(piece, &json!([]));
    let place = |option: OptionId| placement(problem, option, Some(option.index()), [0.0; 2]);
    Ok(json!({
        "type": "board", "form": "rows", "cells": [],
        "items": problem.items().map(|item| item_as_json(problem, item, None)).collect::<Vec<_>>(),
        "pieces": problem.options().map(piece).collect::<Vec<_>>(),
        "ways": (0..problem.option_count()).map(way).collect::<Vec<_>>(),
        "placements": problem.options().map(place).collect::<Vec<_>>(),
    }))
}

/// The only way of a piece, with these cells.
fn unturned(piece: usize, cells: &Value) -> Value {
    let still = json!(null);
    json!({"piece": piece, "cells": cells, "labels": [], "turn": still, "flip": still, "roll": still, "tip": still})
}

fn item_as_json(problem: &Problem, item: combien::problem::ItemId, cell: Option<usize>) -> Value {
    let bounds = problem.bounds(item);
    json!({"name": problem.item_name(item), "least": bounds.lo, "most": bounds.hi, "cell": cell})
}

/// A placement `[way, x, y, layer, [item, ...], [color, ...]]` in the plane, the colors only if there are
/// some. What says nothing has no way: it is a gap, with the way -1.
fn placement(problem: &Problem, option: OptionId, way: Option<usize>, [x, y]: [f64; 2]) -> Value {
    let entries = problem.option(option);
    let items: Vec<usize> = entries.iter().map(|entry| entry.item.index()).collect();
    let way = way.map_or(json!(-1), |way| json!(way));
    let color = |entry: &combien::problem::Entry| entry.color.map(|color| problem.color_name(color));
    if entries.iter().any(|entry| entry.color.is_some()) {
        json!([way, x, y, 0, items, entries.iter().map(color).collect::<Vec<_>>()])
    } else {
        json!([way, x, y, 0, items])
    }
}

/// The colors of the library, in their order: those of twelve pieces that ask for none.
fn palette() -> Vec<String> {
    let cell: Shape = [Cell::default()].into_iter().collect();
    let twelve = pieces::set("pentominoes").and_then(|set| {
        let board = Board::new(set.lattice, cell).ok()?;
        Tiling::new(board, set.pieces.clone()).ok()
    });
    twelve.map(|tiling| tiling::colors(&tiling)).unwrap_or_default()
}

fn rounded(length: f64) -> f64 {
    (length * 1000.0).round() / 1000.0
}

/// Is this a solution, if what may stay empty and is not covered does so?
/// `{"type": "solved", "solved": true}`.
pub(crate) fn solved(marked: &Marked, options: &[usize]) -> Answer {
    let problem = marked.problem();
    let mut chosen = marked.input.options(options);
    let covered: HashSet<_> =
        chosen.iter().flat_map(|&option| problem.option(option)).map(|entry| entry.item).collect();
    let says = |option: OptionId| match &marked.input {
        Input::Tiling(_, _, encoding) => encoding.placement(option).is_some(),
        Input::Classic(classic) => classic.says(option),
        Input::Plain(_) => true,
    };
    let is_gap = |option: &OptionId| {
        let entries = problem.option(*option);
        !says(*option) && !entries.is_empty() && entries.iter().all(|entry| !covered.contains(&entry.item))
    };
    chosen.extend(problem.options().filter(is_gap));
    chosen.sort_unstable();
    let is_cover = check(problem, &chosen).is_ok();
    let solved = is_cover && marked.means(&chosen.into_iter().collect::<Solution>())?;
    Ok(json!({"type": "solved", "solved": solved}))
}
