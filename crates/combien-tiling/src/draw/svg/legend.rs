//! The pieces used, each with its shape, its name, and how often it is used.

use std::fmt::{self, Write};

use super::heap::Heap;
use super::labels::Signs;
use super::solid::Solid;
use super::write::{Escaped, Frame, Length, Point, closed, unit};
use super::{INK, MARGIN, shortened, words_width};
use crate::draw::edges::outline;
use crate::draw::picture::{LegendEntry, Picture};
use crate::tiling::Lattice;

/// The height of the letters of the legend.
const LETTER: f64 = 14.0;
/// The color of a piece in the legend if its copies have different colors.
const NEUTRAL: &str = "#d0d0d0";
/// No piece is drawn wider or higher.
const WIDEST: f64 = 72.0;
/// Names are cut after this many characters.
const LONGEST: usize = 40;

/// The entries in lines that fit a width.
pub(super) struct Legend<'a> {
    lattice: &'a Lattice,
    entries: Vec<Entry<'a>>,
    pub(super) width: f64,
    pub(super) height: f64,
}

struct Entry<'a> {
    piece: &'a LegendEntry,
    color: &'a str,
    words: String,
    icon: Icon,
    signs: Signs<'a>,
    left: f64,
    top: f64,
    /// The height of the line that it stands in.
    line: f64,
}

/// A piece drawn small.
struct Icon {
    frame: Frame,
    solid: Option<Solid>,
    heap: Option<Heap>,
}

impl Icon {
    fn new(piece: &LegendEntry, lattice: &Lattice, side: f64) -> Icon {
        let cells = piece.shape.cells();
        let solid =
            (lattice == Lattice::cube()).then(|| Solid::new(cells.iter().map(|&cell| (cell, 0)).collect()));
        let heap = Heap::new(lattice, &cells.iter().map(|&cell| (cell, 0)).collect::<Vec<_>>());
        let frame = |side: f64| match (&solid, &heap) {
            (Some(solid), _) => Frame::around(solid.corners(), super::isometric(side)),
            (None, Some(heap)) => heap.frame(side),
            _ => Frame::around(cells.iter().flat_map(|&cell| lattice.corners(cell)), unit(lattice, side)),
        };
        let (width, height) = frame(side).size;
        Icon { frame: frame(side * (WIDEST / width.max(height).max(1.0)).min(1.0)), solid, heap }
    }

    fn write(&self, top_left: Point, entry: &Entry, lattice: &Lattice, out: &mut String) -> fmt::Result {
        let frame = self.frame.at(top_left);
        if let Some(solid) = &self.solid {
            return super::write_solid(solid, frame, |_| (entry.color, None), [1.0, 0.5], false, out);
        }
        if let Some(heap) = &self.heap {
            return heap.write(frame, |_| (entry.color, None), 0.5, out);
        }
        write!(out, r#"<path fill="{}" stroke="{INK}" d=""#, entry.color)?;
        for path in outline(lattice, entry.piece.shape.cells()) {
            closed(path.into_iter().map(|corner| frame.point(corner)), out)?;
        }
        writeln!(out, r#""/>"#)?;
        entry.signs.write(&entry.piece.labels, lattice, frame, 0.3, out)
    }
}

impl<'a> Legend<'a> {
    /// The legend of the pieces that the picture shows, drawn with this side, in lines of this width or a
    /// little more.
    pub(super) fn new(picture: &'a Picture, colors: &'a [String], side: f64, line_width: f64) -> Legend<'a> {
        let lattice = picture.lattice();
        let mut legend = Legend { lattice, entries: vec![], width: 0.0, height: 0.0 };
        let (mut left, mut begin) = (0.0, 0);
        for (number, piece) in picture.pieces().iter().enumerate() {
            let copies: Vec<&str> = picture
                .regions()
                .iter()
                .zip(colors)
                .filter(|(region, _)| region.piece == number)
                .map(|(_, color)| color.as_str())
                .collect();
            let Some(&first) = copies.first() else { continue };
            let color = if copies.iter().all(|&color| color == first) { first } else { NEUTRAL };
            let words = words(&piece.name, copies.len());
            let icon = Icon::new(piece, lattice, side);
            let width = icon.frame.size.0 + MARGIN + words_width(&words, LETTER);
            if left > 0.0 && left + width > line_width {
                legend.end_line(begin);
                (left, begin) = (0.0, legend.entries.len());
            }
            let signs = Signs::of(picture);
            legend.entries.push(Entry { piece, color, words, icon, signs, left, top: 0.0, line: 0.0 });
            legend.width = legend.width.max(left + width);
            left += width + 2.0 * MARGIN;
        }
        legend.end_line(begin);
        legend
    }

    /// Puts the last entries, from `begin`, below the others.
    fn end_line(&mut self, begin: usize) {
        let entries = &mut self.entries[begin..];
        if entries.is_empty() {
            return;
        }
        let line = entries.iter().map(|entry| entry.icon.frame.size.1).fold(LETTER, f64::max);
        let top = if begin == 0 { 0.0 } else { self.height + MARGIN };
        for entry in entries {
            (entry.top, entry.line) = (top, line);
        }
        self.height = top + line;
    }

    pub(super) fn write(&self, (left, top): (f64, f64), out: &mut String) -> fmt::Result {
        writeln!(out, r#"<g stroke-linejoin="round" stroke-linecap="round">"#)?;
        for entry in &self.entries {
            let below = (entry.line - entry.icon.frame.size.1) / 2.0;
            let at = (left + entry.left, top + entry.top + below);
            entry.icon.write(at, entry, self.lattice, out)?;
        }
        writeln!(out, "</g>")?;
        writeln!(out, r#"<g font-family="sans-serif" font-size="{LETTER}" fill="{INK}">"#)?;
        for entry in &self.entries {
            let x = left + entry.left + entry.icon.frame.size.0 + MARGIN;
            // Small letters are half as high as the font, and stand in the middle of their line.
            let y = top + entry.top + entry.line / 2.0 + LETTER * 0.35;
            writeln!(out, r#"<text x="{}" y="{}">{}</text>"#, Length(x), Length(y), Escaped(&entry.words))?;
        }
        writeln!(out, "</g>")
    }
}

fn words(name: &str, copies: usize) -> String {
    let name = shortened(name, LONGEST);
    match copies {
        1 => name,
        many => format!("{name} \u{d7} {many}"),
    }
}
