//! Tilings as SVG: one path a piece, neighbours in different colors, a legend.

use std::fmt::{self, Write};

use super::outline::{Corner, outline};
use super::{Picture, Region, colors};
use crate::tiling::{Cell, Shape};

/// The side of a cell, in user units.
const UNIT: i32 = 24;
/// The side of a cell in the legend.
const LEGEND_UNIT: i32 = 8;
/// Space around the drawing and between its parts.
const MARGIN: i32 = 8;
/// Letters of the legend are so high and, at most, so wide.
const LETTER: (i32, i32) = (14, 9);
/// What stands for a piece in the legend if its copies have different colors.
const NEUTRAL: &str = "#d0d0d0";

/// The picture as an SVG document. Layers stand side by side, from the lowest.
pub fn svg(picture: &Picture) -> String {
    let mut document = String::new();
    // Writing to a string does not fail.
    let _ = write_document(picture, &mut document);
    document
}

fn write_document(picture: &Picture, out: &mut String) -> fmt::Result {
    let numbers = colors::assign(&picture.neighbours());
    let legend = Legend::new(picture, &numbers);
    let (width, height) = board_size(picture);
    let (total_width, total_height) =
        (width.max(legend.width) + 2 * MARGIN, height + legend.height + 3 * MARGIN);
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{total_width}" height="{total_height}" viewBox="0 0 {total_width} {total_height}" role="img">"#
    )?;
    writeln!(out, "<title>{}</title>", Escaped(&picture.title))?;
    writeln!(out, r##"<rect width="100%" height="100%" fill="#ffffff"/>"##)?;
    writeln!(out, r##"<g stroke="#222222" stroke-width="2" stroke-linejoin="round">"##)?;
    for (region, &number) in picture.regions.iter().zip(&numbers) {
        write_region(picture, region, &colors::color(number), out)?;
    }
    writeln!(out, "</g>")?;
    legend.write(height + 2 * MARGIN, out)?;
    writeln!(out, "</svg>")
}

/// Width and height of all layers side by side.
fn board_size(picture: &Picture) -> (i32, i32) {
    let layers = picture.layers().count() as i32;
    let size = picture.high - picture.low + Cell::space(1, 1, 1);
    (layers * (size.x * UNIT + MARGIN) - MARGIN, size.y * UNIT)
}

fn write_region(picture: &Picture, region: &Region, color: &str, out: &mut String) -> fmt::Result {
    let size = picture.high - picture.low + Cell::space(1, 1, 1);
    write!(out, r#"<path fill="{color}" d=""#)?;
    for z in picture.layers() {
        let layer = z - picture.low.z;
        let cells: Vec<Cell> = region.cells.cells().iter().copied().filter(|cell| cell.z == z).collect();
        for path in outline(picture.lattice, &cells) {
            write_path(&path, out, |(x, y)| {
                let left = MARGIN + layer * (size.x * UNIT + MARGIN);
                (left + (x - picture.low.x) * UNIT, MARGIN + (picture.high.y + 1 - y) * UNIT)
            })?;
        }
    }
    let name = &picture.pieces[region.piece].name;
    writeln!(out, r#""><title>{}</title></path>"#, Escaped(name))
}

fn write_path(path: &[Corner], out: &mut String, on_paper: impl Fn(Corner) -> (i32, i32)) -> fmt::Result {
    for (place, &corner) in path.iter().enumerate() {
        let (x, y) = on_paper(corner);
        write!(out, "{}{x} {y}", if place == 0 { 'M' } else { 'L' })?;
    }
    out.write_char('Z')
}

/// The pieces used, each with its shape, its name, and how often it is used, in lines that fit the board's width.
struct Legend<'a> {
    picture: &'a Picture,
    entries: Vec<PlacedEntry>,
    width: i32,
    height: i32,
}

struct PlacedEntry {
    piece: usize,
    color: String,
    words: String,
    left: i32,
    top: i32,
}

impl Legend<'_> {
    fn new<'a>(picture: &'a Picture, numbers: &[usize]) -> Legend<'a> {
        let mut legend = Legend { picture, entries: vec![], width: 0, height: 0 };
        let line_width = board_size(picture).0.max(30 * LETTER.1);
        let (mut left, mut top) = (0, 0);
        for piece in 0..picture.pieces.len() {
            let copies: Vec<usize> =
                (0..numbers.len()).filter(|&region| picture.regions[region].piece == piece).collect();
            let Some(&first) = copies.first() else { continue };
            let name = &picture.pieces[piece].name;
            let (color, words) = match copies.len() {
                1 => (colors::color(numbers[first]), name.clone()),
                many => (NEUTRAL.to_owned(), format!("{name} \u{d7} {many}")),
            };
            let (shape_width, shape_height) = drawn_size(&picture.pieces[piece].shape);
            let width = shape_width + MARGIN + words.chars().count() as i32 * LETTER.1 + 2 * MARGIN;
            if left > 0 && left + width > line_width {
                (left, top) = (0, legend.height + MARGIN);
            }
            legend.entries.push(PlacedEntry { piece, color, words, left, top });
            left += width;
            legend.width = legend.width.max(left);
            legend.height = legend.height.max(top + shape_height.max(LETTER.0));
        }
        legend
    }

    fn write(&self, from_top: i32, out: &mut String) -> fmt::Result {
        writeln!(out, r##"<g font-family="sans-serif" font-size="{}" fill="#222222">"##, LETTER.0)?;
        for entry in &self.entries {
            let shape = &self.picture.pieces[entry.piece].shape;
            let (width, height) = drawn_size(shape);
            let (left, top) = (MARGIN + entry.left, from_top + entry.top);
            write!(out, r##"<path stroke="#222222" fill="{}" d=""##, entry.color)?;
            // A solid piece is shown by its lowest layer.
            let cells: Vec<Cell> = shape.cells().iter().copied().filter(|cell| cell.z == 0).collect();
            for path in outline(self.picture.lattice, &cells) {
                write_path(&path, out, |(x, y)| (left + x * LEGEND_UNIT, top + height - y * LEGEND_UNIT))?;
            }
            let (x, y) = (left + width + MARGIN, top + LETTER.0 - 2);
            writeln!(out, r#""/><text x="{x}" y="{y}">{}</text>"#, Escaped(&entry.words))?;
        }
        writeln!(out, "</g>")
    }
}

/// Width and height of a shape in the legend.
fn drawn_size(shape: &Shape) -> (i32, i32) {
    let (_, high) = shape.bounds().unwrap_or_default();
    ((high.x + 1) * LEGEND_UNIT, (high.y + 1) * LEGEND_UNIT)
}

/// A text with the characters that mean something in XML written so that they do not.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '&' => f.write_str("&amp;"),
            '"' => f.write_str("&quot;"),
            c if c.is_control() => f.write_char(' '),
            c => f.write_char(c),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::dominoes;
    use super::*;

    #[test]
    fn each_piece_is_one_path_without_inner_lines() {
        let document = svg(&dominoes("**$**"));
        assert_eq!(document.matches("<path fill").count(), 2);
        assert!(document.contains(r##"<path fill="#8ecae6" d="M8 56L56 56L56 32L8 32Z">"##), "{document}");
        assert!(document.contains("domino \u{d7} 2"));
    }

    #[test]
    fn the_same_picture_gives_the_same_bytes() {
        let board = vec!["*".repeat(20); 20].join("$");
        assert_eq!(svg(&dominoes(&board)), svg(&dominoes(&board)));
    }

    #[test]
    fn names_are_escaped() {
        let mut picture = dominoes("**");
        picture.title = "a<b>&\"c\"\u{1}".into();
        assert!(svg(&picture).contains("<title>a&lt;b&gt;&amp;&quot;c&quot; </title>"));
    }
}
