//! Heat maps: how likely a piece is to cover each cell, and how uncertain each cell is.

use std::collections::BTreeMap;

use super::Picture;
use crate::tiling::{Cell, Encoding, Meaning, Paint, Tiling};
use combien::count::Count;
use combien::problem::{ItemId, Problem};
use combien::solve::Marginals;

/// The colors of a heat map, from the least to the greatest.
const COLORS: [&str; 10] = [
    "#fff9e3", "#fde9b4", "#f9d48b", "#f2ba6b", "#e79b57", "#d67a4e", "#bd5a4d", "#9c3f50", "#752c52",
    "#4a1d4d",
];

/// The board with a color for each cell, by the entropy of what covers it: how many bits one learns by being
/// told, if all solutions are equally likely. With some pieces, by their indices: by the part of the
/// solutions in which one of them covers the cell; the name of the first stands for all. The numbers must be
/// those of the encoding, and this that of the tiling. `None` if no cell has an item.
#[doc(hidden)]
pub fn heat_map(
    name: &str,
    tiling: &Tiling,
    encoding: &Encoding,
    numbers: &Marginals,
    pieces: Option<&[usize]>,
) -> Option<Picture> {
    let problem = &encoding.problem;
    let cells: Vec<(Cell, ItemId)> = problem
        .items()
        .filter_map(|item| match encoding.meaning(item) {
            Meaning::Cell(cell) => Some((cell, item)),
            _ => None,
        })
        .collect();
    let (paints, title) = match pieces {
        Some(pieces) => {
            let of = pieces.first().map_or_else(String::new, |&piece| tiling.piece_name(piece));
            (likely(encoding, pieces, &of, &cells, problem, numbers), format!("{name}: how likely {of} is"))
        }
        None => (uncertain(&cells, &numbers.entropies(problem)), format!("{name}: uncertain cells")),
    };
    let (painted, placed) = tiling.painted(paints)?;
    Some(Picture::new(title, &painted, &placed))
}

/// The cells by the part of the solutions in which one of these pieces covers them.
fn likely(
    encoding: &Encoding,
    pieces: &[usize],
    name: &str,
    cells: &[(Cell, ItemId)],
    problem: &Problem,
    numbers: &Marginals,
) -> Vec<Paint> {
    let mut covered = vec![Count::ZERO; problem.item_count()];
    for option in problem.options() {
        if encoding.placement(option).is_some_and(|placement| pieces.contains(&placement.piece)) {
            let with = numbers.with(option);
            problem.option(option).iter().for_each(|entry| covered[entry.item.index()] += with);
        }
    }
    let part = |item: ItemId| {
        if numbers.solutions().is_zero() { 0.0 } else { covered[item.index()].ratio(numbers.solutions()) }
    };
    paints(cells.iter().map(|&(cell, item)| (cell, part(item))), |range| match range {
        None => format!("{name}: never"),
        Some((low, high)) => format!("{name}: {:.1} to {:.1} %", low * 100.0, high * 100.0),
    })
}

/// The cells by their entropy.
fn uncertain(cells: &[(Cell, ItemId)], entropies: &[Option<f64>]) -> Vec<Paint> {
    let bits = |item: ItemId| entropies[item.index()].unwrap_or(0.0);
    paints(cells.iter().map(|&(cell, item)| (cell, bits(item))), |range| match range {
        None => "certain: 0 bits".to_owned(),
        Some((low, high)) => format!("{low:.2} to {high:.2} bits"),
    })
}

/// Cells by levels of a value, from the least that is not zero to the greatest. Zero is a level of its own,
/// in white. The meaning of a level is told from the values that it has.
fn paints(
    values: impl Iterator<Item = (Cell, f64)>,
    meaning: impl Fn(Option<(f64, f64)>) -> String,
) -> Vec<Paint> {
    let values: Vec<(Cell, f64)> = values.collect();
    let positive = || values.iter().map(|&(_, value)| value).filter(|&value| value > 0.0);
    let (least, most) = (positive().fold(f64::INFINITY, f64::min), positive().fold(0.0, f64::max));
    let step = (most - least) / COLORS.len() as f64;
    let mut levels: BTreeMap<Option<usize>, Vec<Cell>> = BTreeMap::new();
    for (cell, value) in values {
        // If all are equal, the step is zero, and the quotient no number, which becomes level 0.
        let level = (value > 0.0).then(|| (((value - least) / step) as usize).min(COLORS.len() - 1));
        levels.entry(level).or_default().push(cell);
    }
    let range = |level: usize| (least + level as f64 * step, least + (level + 1) as f64 * step);
    let paint = |(level, cells): (Option<usize>, Vec<Cell>)| {
        let color = level.map_or("#ffffff", |level| COLORS[level]).to_owned();
        Paint { meaning: meaning(level.map(range)), color, cells }
    };
    levels.into_iter().map(paint).collect()
}
