//! Reasons drawn on the board: a sign in each cell, and what the signs mean.

use std::collections::{BTreeMap, BTreeSet};

use super::{Obstacle, Subject};
use crate::tiling::{Cell, Meaning, Paint, Placement, Shape, Tiling};
use combien::problem::ItemId;

/// The signs of weights, the greatest first. A cell without a weight is `.`, and a place without a cell is
/// blank.
const SIGNS: &str = "#oabcdefghijklmnpqrstuvwxyzABCDEFGHIJKLMNPQRSTUVWXYZ";
/// Wider boards are not drawn.
const WIDEST: i32 = 200;
/// The colors of the signs; further signs get pale colors by their numbers.
const COLORS: [&str; 10] = [
    "#6c8ebf", "#f9e4a8", "#e5989b", "#90be6d", "#cdb4db", "#ffb703", "#84a59d", "#a2d2ff", "#d4a373",
    "#bdb2ff",
];

/// The sign of each cell that has one, and what the signs mean, in their order.
type Signs = (BTreeMap<Cell, char>, Vec<(char, String)>);

impl Subject<'_> {
    /// The board with a sign in each cell, which shows its weight, whether it belongs to the core, or whether
    /// it is the cell that cannot be covered. Under it there is a line for each sign. `None` if the
    /// reason cannot be shown on a board.
    pub fn drawing(&self, obstacle: &Obstacle) -> Option<String> {
        let (signs, legend) = self.signs(obstacle)?;
        self.drawn(&signs, &legend)
    }

    /// The board with the same signs as colors: a tiling by single cells, with a piece for each sign that is
    /// named for what the sign means, and where each of them is. `draw::Picture` draws it. `None` if the
    /// reason cannot be shown on a board.
    ///
    /// ```
    /// use combien_tiling::draw::{Picture, SvgOptions, svg};
    /// use combien_tiling::{Board, Pattern, Piece, Quantity, Tiling};
    /// use combien_tiling::why::Subject;
    ///
    /// let board = Board::of(&Pattern::from_drawing(".***$****$****$***.")?);
    /// let domino = Pattern::from_drawing("**")?.shape();
    /// let all = board.lattice().isometries();
    /// let tiling = Tiling::new(board, vec![Piece::new(domino, Quantity::ANY, all)])?;
    /// let encoding = tiling.encode()?;
    /// let subject = Subject::of_tiling(&tiling, &encoding);
    /// let obstacle = subject.glance().expect("two corners of one color are gone");
    /// let (colored, placed) = subject.painted(&obstacle).expect("it is a coloring");
    /// let picture = svg(&Picture::new("a coloring", &colored, &placed), &SvgOptions::default());
    /// assert_eq!(picture.matches("<title>1</title>").count(), 6);
    /// assert_eq!(picture.matches("<title>-1</title>").count(), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(hidden)]
    pub fn painted(&self, obstacle: &Obstacle) -> Option<(Tiling, Vec<(Placement, Shape)>)> {
        let (tiling, _) = self.tiling?;
        let (signs, legend) = self.signs(obstacle)?;
        let paint = |(number, (sign, meaning)): (usize, (char, String))| {
            let cells = signs.iter().filter(|&(_, other)| *other == sign).map(|(&cell, _)| cell).collect();
            let color = COLORS.get(number).map_or_else(
                || format!("#{:06x}", ((number * 0x9e_3779) & 0x7f_7f7f) | 0x80_8080),
                |&color| color.to_owned(),
            );
            Paint { meaning, color, cells }
        };
        tiling.painted(legend.into_iter().enumerate().map(paint))
    }

    /// The signs of a reason; `None` if no cell has one.
    fn signs(&self, obstacle: &Obstacle) -> Option<Signs> {
        let (_, encoding) = self.tiling?;
        let problem = self.problem;
        let cell_of = |item| match encoding.meaning(item) {
            Meaning::Cell(cell) => Some(cell),
            _ => None,
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
        (!signs.is_empty()).then_some((signs, legend))
    }

    /// The board with `#` in the cells among these items, and what that means; `None` if there are none, or
    /// no board.
    #[doc(hidden)]
    pub fn marked(&self, items: impl IntoIterator<Item = ItemId>, meaning: &str) -> Option<String> {
        let (_, encoding) = self.tiling?;
        let cell = |item| match encoding.meaning(item) {
            Meaning::Cell(cell) => Some((cell, '#')),
            _ => None,
        };
        let signs = items.into_iter().filter_map(cell).collect();
        self.drawn(&signs, &[('#', meaning.to_owned())])
    }

    /// The board with signs in its cells, and a line for each sign under it.
    fn drawn(&self, signs: &BTreeMap<Cell, char>, legend: &[(char, String)]) -> Option<String> {
        let (tiling, _) = self.tiling?;
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
                    if lattice == crate::tiling::Lattice::hexagon() { (y - bottom) as usize } else { 0 };
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
            drawing.push(*sign);
            drawing.push_str("  ");
            drawing.push_str(meaning);
            drawing.push('\n');
        }
        Some(drawing)
    }
}
