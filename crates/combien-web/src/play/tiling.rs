//! A tiling to be played by hand: its cells, its pieces in all ways they may lie, and the placements.

use std::collections::HashMap;

use combien::problem::OptionId;
use combien_tiling::draw::{Picture, is_color};
use combien_tiling::{Cell, Encoding, Isometry, Lattice, Meaning, Piece, Placement, Shape, Tiling};
use serde_json::{Value, json};

use super::{MOST, MOST_CELLS, MOST_COVERED, PALETTE, refused, rounded};
use crate::document::Answer;

/// The board of a tiling, to be played by hand. Lengths are in sides of a square as large as a cell, to the
/// right and down. A way that a piece may lie is listed at the origin, and names the ways it is turned
/// and flipped into. A placement is a way, its step from the origin, and the items it covers.
pub(super) fn board(tiling: &Tiling, encoding: &Encoding) -> Answer {
    let problem = &encoding.problem;
    if is_too_large(tiling, encoding) {
        return Err(refused("large", "the board or its pieces are too many to be played by hand"));
    }
    let (lattice, cells) = (tiling.lattice(), tiling.board().cells().cells());
    let words = tiling.board().words();
    let marks: HashMap<Cell, char> = tiling.board().marks().iter().copied().collect();
    let place: HashMap<Cell, usize> = cells.iter().enumerate().map(|(at, &cell)| (cell, at)).collect();
    let cell = |&cell: &Cell| {
        json!({
            "name": lattice.cell_name(cell), "layer": cell.z, "outline": outline(lattice, cell),
            "mark": words.get(&cell).map_or_else(|| json!(marks.get(&cell)), |word| json!(**word)),
        })
    };
    let item = |item| {
        let bounds = problem.bounds(item);
        let at = match encoding.meaning(item) {
            Meaning::Cell(cell) => place.get(&cell),
            _ => None,
        };
        json!({"least": bounds.lo, "most": bounds.hi, "cell": at})
    };
    let colors = colors(tiling);
    let piece = |(number, piece): (usize, &Piece)| {
        json!({
            "name": tiling.piece_name(number), "color": colors[number],
            "least": piece.quantity.lo, "most": piece.quantity.hi,
        })
    };
    let ways = Ways::of(tiling);
    let place = |option| placement(tiling, encoding, &ways, option);
    Ok(json!({
        "type": "board", "form": "pieces",
        "cells": cells.iter().map(cell).collect::<Vec<_>>(),
        "windows": tiling.board().windows().iter().map(cell).collect::<Vec<_>>(),
        "items": problem.items().map(item).collect::<Vec<_>>(),
        "pieces": tiling.pieces().iter().enumerate().map(piece).collect::<Vec<_>>(),
        "ways": ways.as_json(tiling),
        "placements": problem.options().map(place).collect::<Vec<_>>(),
    }))
}

/// Has it more cells than a page can show quickly?
fn is_too_large(tiling: &Tiling, encoding: &Encoding) -> bool {
    let problem = &encoding.problem;
    let covered: usize = problem.options().map(|option| problem.option(option).len()).sum();
    let ways: usize = tiling.pieces().iter().map(|piece| piece.isometries.order()).sum();
    let drawn: usize = tiling.pieces().iter().map(|piece| piece.isometries.order() * piece.shape.len()).sum();
    tiling.board().cells().len() > MOST_CELLS || ways > MOST || covered > MOST_COVERED || drawn > MOST_COVERED
}

/// A placement: `[way, x, y, layer, [item, ...], [color, ...]]`, the colors only if there are some. A gap has
/// the way -1.
fn placement(tiling: &Tiling, encoding: &Encoding, ways: &Ways, option: OptionId) -> Value {
    let entries = encoding.problem.option(option);
    let items: Vec<usize> = entries.iter().map(|entry| entry.item.index()).collect();
    let has_colors = entries.iter().any(|entry| entry.color.is_some());
    let color = |entry: &combien::problem::Entry| entry.color.map(|color| encoding.problem.color_name(color));
    let colors = has_colors.then(|| entries.iter().map(color).collect::<Vec<_>>());
    let Some(Placement { piece, isometry, shift }) = encoding.placement(option) else {
        return json!([-1, 0, 0, 0, items]);
    };
    let way = ways.numbers.get(&(piece, isometry)).copied();
    let shape = tiling.pieces()[piece].image(isometry, tiling.lattice()).0;
    let least = shape.cells().first().copied().unwrap_or_default();
    let first = |cell| outline(tiling.lattice(), cell).first().copied().unwrap_or_default();
    let ([x, y], [x0, y0]) = (first(least + shift), first(least));
    let at = [rounded(x - x0), rounded(y - y0)];
    match colors {
        Some(colors) => json!([way, at[0], at[1], shift.z, items, colors]),
        None => json!([way, at[0], at[1], shift.z, items]),
    }
}

/// The ways that pieces may lie, piece by piece.
struct Ways {
    /// The piece of each, its isometry, and its cells at the origin.
    all: Vec<(usize, Isometry, Shape)>,
    numbers: HashMap<(usize, Isometry), usize>,
}

impl Ways {
    fn of(tiling: &Tiling) -> Ways {
        let of_piece = |(number, piece): (usize, &Piece)| {
            let ways = piece.orientations(tiling.lattice()).into_iter();
            ways.map(move |(isometry, shape)| (number, isometry, shape)).collect::<Vec<_>>()
        };
        let all: Vec<_> = tiling.pieces().iter().enumerate().flat_map(of_piece).collect();
        let numbers = all.iter().enumerate().map(|(at, way)| ((way.0, way.1), at)).collect();
        Ways { all, numbers }
    }

    /// The ways with their cells and labels, and where a turn, a reflection and, in space, a roll and a tip
    /// lead.
    fn as_json(&self, tiling: &Tiling) -> Value {
        let lattice = tiling.lattice();
        let named = lattice.named_isometries();
        let of_name = |is_turn: bool| {
            let chosen =
                named.iter().filter(move |(name, _)| *name != "Id" && name.starts_with("Rot") == is_turn);
            chosen.map(|&(_, isometry)| isometry).collect::<Vec<_>>()
        };
        // Names have turns against the clock, the smallest first: from the end they go with it.
        let turns: Vec<Isometry> = of_name(true).into_iter().rev().collect();
        let (flips, rolls, tips) = (of_name(false), rolls(lattice), tips(lattice));
        let way = |&(number, isometry, ref shape): &(usize, Isometry, Shape)| {
            let labels = tiling.labels(Placement { piece: number, isometry, shift: Cell::default() });
            let label = |label: &combien_tiling::Label| {
                let [x, y] = label_at(lattice, label.cell, label.towards);
                json!([rounded(x), rounded(y), label.cell.z, label.sign])
            };
            let cell = |&cell: &Cell| json!({"layer": cell.z, "outline": outline(lattice, cell)});
            let to = |motions: &[Isometry]| self.after(tiling, number, isometry, motions);
            json!({
                "piece": number, "cells": shape.cells().iter().map(cell).collect::<Vec<_>>(),
                "labels": labels.iter().map(label).collect::<Vec<_>>(),
                "turn": to(&turns), "flip": to(&flips), "roll": to(&rolls), "tip": to(&tips),
            })
        };
        self.all.iter().map(way).collect()
    }

    /// The way of a piece that the first of these motions leads to which changes it.
    fn after(
        &self,
        tiling: &Tiling,
        number: usize,
        isometry: Isometry,
        motions: &[Isometry],
    ) -> Option<usize> {
        let (lattice, piece) = (tiling.lattice(), &tiling.pieces()[number]);
        let before = piece.image(isometry, lattice);
        motions.iter().find_map(|&motion| {
            let after = piece.image(isometry.then(motion), lattice);
            let first = self.all.partition_point(|way| way.0 < number);
            let mut own = self.all.iter().enumerate().skip(first).take_while(|(_, way)| way.0 == number);
            let found = own.find(|(_, way)| after != before && piece.image(way.1, lattice) == after);
            found.map(|(at, _)| at)
        })
    }
}

/// Turns of space that bring a direction to where layers grow and leave another one as it is.
fn about(lattice: &Lattice, fixed: Cell, from: Cell) -> Vec<Isometry> {
    let does = |motion: &Isometry| motion.apply(fixed) == fixed && motion.apply(from) == Cell::space(0, 0, 1);
    lattice.isometries().elements().iter().copied().filter(does).collect()
}

/// Turns of space that exchange layers and columns: about the row if that is one of the lattice, else thirds
/// of a turn.
fn rolls(lattice: &Lattice) -> Vec<Isometry> {
    if lattice.dimension() < 3 {
        return vec![];
    }
    let all = lattice.isometries();
    let thirds = all.elements().iter().copied().filter(|motion| motion.name() == "third of a turn");
    about(lattice, Cell::space(1, 0, 0), Cell::space(0, 1, 0)).into_iter().chain(thirds).collect()
}

/// Turns about the column, which exchange layers and rows.
fn tips(lattice: &Lattice) -> Vec<Isometry> {
    match lattice.dimension() {
        3 => about(lattice, Cell::space(0, 1, 0), Cell::space(1, 0, 0)),
        _ => vec![],
    }
}

/// The corners of a cell.
fn outline(lattice: &Lattice, cell: Cell) -> Vec<[f64; 2]> {
    let ((across, up), side) = (lattice.unit(), lattice.area().sqrt());
    let point =
        |(x, y): (i32, i32)| [rounded(f64::from(x) * across / side), rounded(-f64::from(y) * up / side)];
    lattice.corners(cell).into_iter().map(point).collect()
}

/// Where the mark of a cell stands: in its middle; where the color of a side stands: beside that side.
fn label_at(lattice: &Lattice, cell: Cell, towards: Cell) -> [f64; 2] {
    let middle = |cell: Cell| {
        let corners = outline(lattice, cell);
        let mean = |axis: usize| corners.iter().map(|at| at[axis]).sum::<f64>() / corners.len().max(1) as f64;
        [mean(0), mean(1)]
    };
    let ([x, y], [x1, y1]) = (middle(cell), middle(cell + towards));
    [x + 0.3 * (x1 - x), y + 0.3 * (y1 - y)]
}

/// A color for each piece: the one it asks for, or one of the palette.
pub(super) fn colors(tiling: &Tiling) -> Vec<String> {
    let asked = |piece: &Piece| piece.color.clone().filter(|color| is_color(color));
    let mut colors: Vec<Option<String>> = tiling.pieces().iter().map(asked).collect();
    let open: Vec<usize> = (0..colors.len()).filter(|&piece| colors[piece].is_none()).collect();
    // The library gives colors to what lies on a board: pieces without cells have no neighbours.
    let alone = |&piece: &usize| {
        (Placement { piece, isometry: Isometry::IDENTITY, shift: Cell::default() }, Shape::default())
    };
    for some in open.chunks(PALETTE) {
        let given = Picture::new("", tiling, &some.iter().map(alone).collect::<Vec<_>>()).colors();
        some.iter().zip(given).for_each(|(&piece, color)| colors[piece] = Some(color));
    }
    colors.into_iter().flatten().collect()
}

/// The tiling with a color for each piece, so that a piece looks the same in every picture. `None` where
/// pieces may touch that would share a color: pictures tell these apart.
pub(crate) fn colored(tiling: &Tiling) -> Option<Tiling> {
    let is_single = |piece: &Piece| piece.quantity.hi.is_some_and(|most| most <= 1);
    let is_plain = |piece: &Piece| piece.labels.is_empty() && piece.color.is_none() && is_single(piece);
    if tiling.pieces().len() > PALETTE || !tiling.pieces().iter().all(is_plain) {
        return None;
    }
    let pieces = tiling.pieces().iter().cloned().zip(colors(tiling));
    let pieces = pieces.map(|(piece, color)| piece.colored(color)).collect();
    Tiling::new(tiling.board().clone(), pieces).ok()
}
