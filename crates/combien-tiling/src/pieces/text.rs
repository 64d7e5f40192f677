//! A set as a text of the tiling language.

use std::fmt::Write;

use super::Set;
use crate::tiling::{Cell, Group, Lattice, Pattern, Piece, Quantity, Shape};

/// The text, formatted for people: each row is on a separate line.
pub(super) fn write(set: &Set) -> String {
    // `pattern3` and `tiles3` are those of space.
    let space = if set.lattice.dimension() == 3 { "3" } else { "" };
    let mut text = format!("# {}: {}.\n# Source: {}.\n\n", set.name, set.about, set.source);
    for piece in &set.pieces {
        // Writing to a string cannot fail.
        let _ = write!(text, "pattern{space} {} = ", name(piece));
        draw(&mut text, &piece.shape, set.lattice);
    }
    let _ = writeln!(text, "tiles{space} {} = [", set.name);
    for piece in &set.pieces {
        let _ = writeln!(text, "    {}{}{},", name(piece), quantity(piece), turns(piece, set.lattice));
    }
    text.push_str("]\n");
    if let Some(board) = &set.board {
        let _ = write!(text, "pattern{space} {}_board = ", set.name);
        if let Some(words) = board.written_words() {
            let _ = write!(text, "labels \"{words}\" ");
        }
        match full_box(board.cells(), set.lattice) {
            Some(size) => {
                let _ = writeln!(text, "constant {size} true");
            }
            None => draw(&mut text, board.cells(), set.lattice),
        }
    }
    text
}

fn name(piece: &Piece) -> &str {
    piece.name.as_deref().unwrap_or_default()
}

fn quantity(piece: &Piece) -> String {
    match piece.quantity {
        Quantity::ONE => " ~one".to_owned(),
        Quantity { lo, .. } => format!(" ~times {lo}"),
    }
}

fn turns(piece: &Piece, lattice: &Lattice) -> &'static str {
    match &piece.isometries {
        group if *group == Group::trivial() => "",
        group if *group == lattice.isometries() => " ~sym",
        _ => " ~rot",
    }
}

/// The size of a box of cubes, if it is complete.
fn full_box(board: &Shape, lattice: &Lattice) -> Option<String> {
    let (low, high) = board.bounds()?;
    let Cell { x, y, z } = high - low + Cell::space(1, 1, 1);
    let is_full = lattice == Lattice::cube() && board.len() == (x * y * z) as usize;
    is_full.then(|| format!("{x}x{y}x{z}"))
}

fn draw(text: &mut String, shape: &Shape, lattice: &Lattice) {
    let layers = layers(shape, lattice);
    let grid = lattice.prefix();
    if lattice.dimension() == 2 {
        let _ = write!(text, "{grid}{{");
        rows(text, &layers[0], "", lattice);
        text.push_str("}\n");
        return;
    }
    text.push_str(&grid);
    text.push_str("[\n");
    for layer in &layers {
        text.push_str("    {");
        rows(text, layer, "    ", lattice);
        text.push_str("},\n");
    }
    // The language has no comma after the last layer.
    text.truncate(text.len() - 2);
    text.push_str("\n]\n");
}

/// The rows of a layer within its braces. A single row stays on the same line.
fn rows(text: &mut String, layer: &[String], indent: &str, lattice: &Lattice) {
    if let [row] = layer {
        text.push_str(row);
        return;
    }
    text.push('\n');
    for (below, row) in layer.iter().enumerate().rev() {
        // Each row of hexagons is half a cell to the right of the one below it.
        let (lean, gap) = if lattice == Lattice::hexagon() { (below, " ") } else { (0, "") };
        let marks: Vec<String> = row.chars().map(String::from).collect();
        let _ = writeln!(text, "{indent}    {}{}", " ".repeat(lean), marks.join(gap));
    }
    text.push_str(indent);
}

/// The layers, each by its rows from below, within the least frame.
fn layers(shape: &Shape, lattice: &Lattice) -> Vec<Vec<String>> {
    let Ok(pattern) = Pattern::around(lattice, shape, &Shape::default()) else { return vec![vec![]] };
    let drawn = pattern.to_string();
    drawn.split("\n\n").map(|layer| layer.lines().rev().map(str::to_owned).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{names, set, text};
    use super::*;

    /// The drawings of a text, read with the library's own reader.
    fn drawn(text: &str, lattice: &Lattice) -> Vec<Shape> {
        let declarations = text.split("\npattern").skip(1);
        let of = |declaration: &str| {
            let (_, value) = declaration.split_once('=').unwrap();
            let value = value.split("\ntiles").next().unwrap();
            let plane = if lattice.dimension() == 3 { Lattice::square() } else { lattice };
            let layers: Vec<Pattern> = value
                .split('{')
                .skip(1)
                .map(|rest| rest.split('}').next().unwrap())
                .map(|rows| Pattern::drawn(plane, rows).unwrap())
                .collect();
            match (lattice.dimension(), &layers[..]) {
                (_, []) => None,
                (3, layers) => Some(Pattern::stacked(lattice, layers).unwrap().shape()),
                (_, layers) => Some(layers[0].shape()),
            }
        };
        declarations.filter_map(of).map(|shape| shape.at_origin(lattice)).collect()
    }

    #[test]
    fn texts_draw_the_pieces() {
        for (name, about) in names() {
            let (set, text) = (set(name).unwrap(), text(name).unwrap());
            let mut expected: Vec<Shape> =
                set.pieces.iter().map(|piece| piece.shape.at_origin(set.lattice)).collect();
            let board = set.board.map(|board| board.cells().clone());
            expected.extend(board.filter(|board| full_box(board, set.lattice).is_none()));
            assert_eq!(drawn(&text, set.lattice), expected, "{name}");
            assert!(text.starts_with(&format!("# {name}: {about}.\n# Source: ")), "{name}");
            assert!(!text.lines().any(|line| line.ends_with(' ')), "{name}");
        }
    }

    #[test]
    fn texts_can_be_read() {
        let tail = |name, lines: usize| {
            let text = text(name).unwrap();
            let skipped = text.lines().count() - lines;
            text.lines().skip(skipped).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(
            tail("slothouber_graatsma", 14),
            "pattern3 slothouber_graatsma_slab = [\n    {\n        **\n        **\n    }\n]\n\
             pattern3 slothouber_graatsma_cube = [\n    {*}\n]\n\
             tiles3 slothouber_graatsma = [\n    slothouber_graatsma_slab ~times 6 ~rot,\n    \
             slothouber_graatsma_cube ~times 3 ~rot,\n]\n\
             pattern3 slothouber_graatsma_board = constant 3x3x3 true"
        );
        assert!(text("trihexes").unwrap().contains("pattern hex_V3 = hex {\n     . *\n    * *\n}\n"));
        assert!(text("hexiamonds").unwrap().contains("pattern bar = tri {******}\n"));
        assert_eq!(text("nothing"), None);
    }
}
