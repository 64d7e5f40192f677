//! Reasons drawn on the board: a sign in each cell, and what the signs mean.

use std::collections::{BTreeMap, BTreeSet};

use super::{Obstacle, Subject};
use crate::tiling::{Cell, Meaning};

/// The signs of weights, the greatest first. A cell without a weight is `.`, and one that is no cell is blank.
const SIGNS: &str = "#oabcdefghijklmnpqrstuvwxyzABCDEFGHIJKLMNPQRSTUVWXYZ";
/// Boards that are wider are not drawn.
const WIDEST: i32 = 200;

impl Subject<'_> {
    /// The board with a sign in each cell: by weights, or where a core is, or where the cell is that cannot be covered; under
    /// it a line for each sign. None if nothing of the reason is to be seen on a board.
    pub fn drawing(&self, obstacle: &Obstacle) -> Option<String> {
        let (tiling, encoding) = self.tiling?;
        let problem = self.problem;
        let cell_of = |item| match encoding.meaning(item) {
            Meaning::Cell(cell) => Some(cell),
            Meaning::Piece(_) => None,
        };
        let mut signs: BTreeMap<Cell, char> = BTreeMap::new();
        let mut legend = vec![];
        if let Some(weights) = obstacle.weights() {
            let by_item = weights.by_item(problem);
            let cells = || problem.items().filter_map(|item| Some((cell_of(item)?, by_item[item.index()])));
            let values: BTreeSet<i64> =
                cells().map(|(_, weight)| weight).filter(|&weight| weight != 0).collect();
            if values.len() > SIGNS.len() {
                return None;
            }
            let sign: BTreeMap<i64, char> = values.iter().copied().zip(SIGNS.chars()).collect();
            signs.extend(cells().filter_map(|(cell, weight)| Some((cell, *sign.get(&weight)?))));
            legend.extend(sign.iter().map(|(&weight, &sign)| (sign, self.weight_words(weights, weight))));
        } else {
            match obstacle {
                Obstacle::Dead(dead) => {
                    for (step, &(_, option)) in dead.forced.iter().enumerate() {
                        let sign = SIGNS.chars().skip(2).nth(step).unwrap_or('o');
                        let cells = encoding.cells(option);
                        signs.extend(cells.cells().iter().map(|&cell| (cell, sign)));
                        legend.push((sign, self.option_words(option)));
                    }
                    if let Some(cell) = cell_of(dead.item) {
                        signs.insert(cell, '#');
                        legend.push(('#', "cannot be covered".to_owned()));
                    }
                }
                Obstacle::Core(core) => {
                    signs.extend(core.items.iter().filter_map(|&item| Some((cell_of(item)?, '#'))));
                    legend.push(('#', "cannot be covered together".to_owned()));
                }
                _ => {}
            }
        }
        if signs.is_empty() {
            return None;
        }
        let lattice = tiling.lattice();
        let places: BTreeMap<(i32, i32, i32), Cell> = tiling
            .board()
            .cells()
            .cells()
            .iter()
            .map(|&cell| {
                let Cell { x, y, z } = lattice.position(cell);
                ((z, y, x), cell)
            })
            .collect();
        let range = |of: fn(&(i32, i32, i32)) -> i32| {
            let all = || places.keys().map(of);
            Some((all().min()?, all().max()?))
        };
        let ((left, right), (bottom, top)) = (range(|key| key.2)?, range(|key| key.1)?);
        if right - left >= WIDEST || top - bottom >= WIDEST {
            return None;
        }
        let (first, last) = range(|key| key.0)?;
        let mut drawing = String::new();
        for z in first..=last {
            // Rows go up, and lines go down.
            for y in (bottom..=top).rev() {
                let sign =
                    |x: i32| places.get(&(z, y, x)).map_or(' ', |cell| *signs.get(cell).unwrap_or(&'.'));
                // Rows of hexagons are half a cell further right each.
                let indent =
                    if lattice == crate::tiling::Lattice::Hexagon { (y - bottom) as usize } else { 0 };
                let line: Vec<String> = (left..=right).map(|x| sign(x).to_string()).collect();
                let line = format!("{}{}", " ".repeat(indent), line.join(" "));
                drawing.push_str(line.trim_end());
                drawing.push('\n');
            }
            if z < last {
                drawing.push('\n');
            }
        }
        for (sign, meaning) in legend {
            drawing.push(sign);
            drawing.push_str("  ");
            drawing.push_str(&meaning);
            drawing.push('\n');
        }
        Some(drawing)
    }
}
