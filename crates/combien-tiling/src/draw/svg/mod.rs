//! Tilings as SVG: one path a piece, lines between pieces, neighbours in different colors, a legend.

mod graph;
mod heap;
pub(super) mod labels;
mod legend;
mod markings;
mod matrix;
mod solid;
mod table;
pub(super) mod write;

use std::fmt::{self, Write};

use super::colors;
use super::edges::{Corner, outline, segments};
use super::picture::{Line, Picture};
use super::seams::write_seams;
use crate::tiling::{Cell, Label, Lattice};
pub use graph::graph_svg;
use heap::Heap;
use labels::{Signs, write_words};
use legend::Legend;
pub use matrix::matrix_svg;
use solid::{Side, Solid};
pub use table::table_svg;
use write::{Escaped, Frame, Length, Point, begin, closed, segment, unit};

/// Space around the drawing and between its parts.
const MARGIN: f64 = 8.0;
/// The color of lines and words.
const INK: &str = "#222222";
/// The color of the outline of lines on pieces that may be dark.
const HALO: &str = "#ffffff";
/// Lines around cells that stayed empty, and the cells themselves.
const PALE: (&str, &str) = ("#c0c0c0", "#f4f4f4");
/// Windows of a board.
const WINDOW: &str = "#fff3c4";
/// The overlay that makes the sides of a cube darker than its top, whatever its color.
const SHADES: [(Side, f64); 2] = [(Side::Front, 0.14), (Side::Right, 0.32)];
/// The letters of the heading and of the names of layers.
const HEADING: f64 = 16.0;
const CAPTION: f64 = 12.0;
/// Headings are cut after this many characters.
const LONGEST: usize = 80;
/// Layers begin a new row past this width, if they are not very many.
const ROW: f64 = 960.0;

/// How cubes are seen. The plane has one view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    /// Each layer from above, side by side, from the lowest: all that there is.
    #[default]
    Layers,
    /// The whole from the front, the right and above, as it stands on a table.
    Isometric,
    /// The whole as [`View::Isometric`], with the layers lifted so far that none hides a part of another.
    Exploded,
}

/// What an SVG picture shows, and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SvgOptions {
    /// How cubes are seen.
    pub view: View,
    /// The size of a cell in user units (pixels, as most programs show them): the side of a square of the
    /// same area, so that all lattices look equally fine. Between 1 and 1000; other values are clamped.
    pub cell: f64,
    /// Is the title to stand above the drawing?
    pub heading: bool,
    /// Are the pieces to be shown below it, with their names and how often each is used?
    pub legend: bool,
}

impl Default for SvgOptions {
    fn default() -> SvgOptions {
        SvgOptions { view: View::Layers, cell: 24.0, heading: false, legend: true }
    }
}

/// The picture as an SVG document.
///
/// ```
/// use combien_tiling::draw::{Picture, SvgOptions, svg};
/// use combien_tiling::{Board, Lattice, Pattern, Piece, Quantity, Tiling};
///
/// let bone = Pattern::drawn(Lattice::hexagon(), "***")?.shape();
/// let piece = Piece::new(bone, Quantity::ANY, Lattice::hexagon().isometries()).colored("gold");
/// let board = Board::of(&Pattern::drawn(Lattice::hexagon(), "***$***")?);
/// let tiling = Tiling::new(board, vec![piece])?;
/// let encoding = tiling.encode()?;
/// let first = combien::solve::first(&encoding.problem)?.unwrap();
/// let picture = Picture::new("two bars", &tiling, &encoding.placed(&first));
/// let document = svg(&picture, &SvgOptions { cell: 40.0, ..SvgOptions::default() });
/// assert_eq!(document.matches("<title>#1</title>").count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn svg(picture: &Picture, options: &SvgOptions) -> String {
    let mut document = String::new();
    // Writing to a string does not fail.
    let _ = write_document(picture, options, &mut document);
    document
}

fn write_document(picture: &Picture, options: &SvgOptions, out: &mut String) -> fmt::Result {
    let cell = if options.cell.is_nan() { 24.0 } else { options.cell.clamp(1.0, 1000.0) };
    let side = cell / picture.lattice().area().sqrt();
    let colors = colors::assign(picture);
    let drawing = Drawing::new(picture, &colors, options.view, side);
    let heading =
        options.heading.then(|| shortened(&picture.title, LONGEST)).filter(|words| !words.is_empty());
    let head = if heading.is_some() { HEADING + MARGIN } else { 0.0 };
    let least_width = heading.as_deref().map_or(0.0, |words| words_width(words, HEADING));
    let body_width = drawing.size.0.max(least_width);
    let legend = options.legend.then(|| Legend::new(picture, &colors, side / 3.0, body_width.max(320.0)));
    let foot = legend
        .as_ref()
        .filter(|legend| legend.height > 0.0)
        .map_or(0.0, |legend| legend.height + 2.0 * MARGIN);
    let width = body_width.max(legend.as_ref().map_or(0.0, |legend| legend.width)) + 2.0 * MARGIN;
    let height = head + drawing.size.1 + foot + 2.0 * MARGIN;
    // Whole numbers, so that the picture can be shown without scaling.
    let (width, height) = (width.ceil(), height.ceil());
    begin(out, &picture.title, (width, height))?;
    if let Some(words) = heading {
        let y = MARGIN + HEADING * 0.85;
        writeln!(
            out,
            r#"<text x="{MARGIN}" y="{}" font-family="sans-serif" font-size="{HEADING}" fill="{INK}">{}</text>"#,
            Length(y),
            Escaped(&words)
        )?;
    }
    drawing.write((MARGIN, MARGIN + head), out)?;
    if let Some(legend) = legend {
        legend.write((MARGIN, MARGIN + head + drawing.size.1 + 2.0 * MARGIN), out)?;
    }
    writeln!(out, "</svg>")
}

/// The units of the plane that cubes of a side are projected to.
fn isometric(side: f64) -> (f64, f64) {
    (side * 3f64.sqrt() / 2.0, side / 2.0)
}

/// The board with its pieces, without words around.
struct Drawing<'a> {
    picture: &'a Picture,
    colors: &'a [String],
    parts: Parts,
    /// How wide the lines around pieces are.
    line: f64,
    size: (f64, f64),
}

enum Parts {
    /// Layers, each with its frame and, if there are several, what it is called.
    Layers(Vec<(i32, Frame, Option<String>)>),
    Solid(Solid, Frame),
    Heap(Heap, Frame),
}

/// The color of a region, and its name.
type Paint<'a> = (&'a str, Option<&'a str>);

impl Drawing<'_> {
    fn new<'a>(picture: &'a Picture, colors: &'a [String], view: View, side: f64) -> Drawing<'a> {
        let (parts, size) = match (picture.lattice() == Lattice::cube(), view) {
            (true, View::Isometric) => solid_parts(picture, 0, side),
            (true, View::Exploded) => solid_parts(picture, lift(picture), side),
            _ => heap(picture, side).unwrap_or_else(|| layers(picture, side)),
        };
        let line = (side * picture.lattice().area().sqrt() / 12.0).clamp(0.5, 2.5);
        Drawing { picture, colors, parts, line, size }
    }

    fn write(&self, top_left: Point, out: &mut String) -> fmt::Result {
        let moved = |frame: &Frame, (left, top): Point| frame.at((top_left.0 + left, top_left.1 + top));
        match &self.parts {
            Parts::Solid(solid, frame) => {
                let paint = |region: usize| (self.color(region), Some(self.name(region)));
                let lines = [self.line, self.line / 2.0];
                write_solid(solid, moved(frame, (0.0, 0.0)), paint, lines, self.has_wishes(), out)
            }
            Parts::Heap(heap, frame) => {
                let paint = |region: usize| (self.color(region), Some(self.name(region)));
                heap.write(moved(frame, (0.0, 0.0)), paint, self.line / 2.0, out)
            }
            Parts::Layers(layers) => layers.iter().try_for_each(|(z, frame, caption)| {
                let frame = moved(frame, frame.top_left());
                if let Some(words) = caption {
                    let (x, y) = frame.top_left();
                    writeln!(
                        out,
                        r##"<text x="{}" y="{}" font-family="sans-serif" font-size="{CAPTION}" fill="#555555">{words}</text>"##,
                        Length(x),
                        Length(y - MARGIN * 0.75)
                    )?;
                }
                self.write_layer(*z, frame, out)
            }),
        }
    }

    fn color(&self, region: usize) -> &str {
        &self.colors[region]
    }

    /// Was any color requested? It may be so dark that lines are invisible on it.
    fn has_wishes(&self) -> bool {
        self.picture.pieces().iter().any(|piece| piece.color.is_some())
    }

    fn name(&self, region: usize) -> &str {
        &self.picture.pieces()[self.picture.regions()[region].piece].name
    }

    fn write_layer(&self, z: i32, frame: Frame, out: &mut String) -> fmt::Result {
        let lattice = self.picture.lattice();
        let in_layer = |cells: &[Cell]| cells.iter().copied().filter(|cell| cell.z == z).collect::<Vec<_>>();
        let (windows, empty): (Vec<Cell>, Vec<Cell>) = self
            .picture
            .empty_cells()
            .filter(|cell| cell.z == z)
            .partition(|&cell| self.picture.is_window(cell));
        for (cells, color) in [(&empty, PALE.1), (&windows, WINDOW)] {
            if !cells.is_empty() {
                write_area(&outline(lattice, cells), frame, color, None, out)?;
            }
        }
        for (number, region) in self.picture.regions().iter().enumerate() {
            let paths = outline(lattice, &in_layer(region.cells.cells()));
            if !paths.is_empty() {
                write_area(&paths, frame, self.color(number), Some(self.name(number)), out)?;
            }
        }
        let labels: Vec<Label> =
            self.picture.labels().iter().copied().filter(|label| label.cell.z == z).collect();
        let signs = Signs::of(self.picture);
        signs.write(&labels, lattice, frame, self.line / 3.0, out)?;
        write_words(self.picture, empty.iter().chain(&windows), frame, out)?;
        for (line, edges) in self.picture.lines(z) {
            let (color, width, dashes) = match line {
                Line::Light => (PALE.0, self.line / 2.0, None),
                Line::Seam => (INK, self.line / 2.0, Some(self.line * 1.5)),
                Line::Strong => (INK, self.line, None),
            };
            let edges: Vec<(Corner, Corner)> = segments(&edges);
            if line == Line::Strong && self.has_wishes() {
                write_lines(&edges, frame, (HALO, width * 2.0, None), out)?;
            }
            write_lines(&edges, frame, (color, width, dashes), out)?;
        }
        write_seams(&self.picture.seams(z), frame, (self.line * 2.5, self.line), out)
    }
}

/// All layers in rows, with the size of the whole.
fn layers(picture: &Picture, side: f64) -> (Parts, (f64, f64)) {
    let corners = picture.cells().iter().flat_map(|&cell| picture.lattice().corners(cell));
    let frame = Frame::around(corners, unit(picture.lattice(), side));
    let several = picture.layers().count() > 1;
    let (width, height) = frame.size;
    let (across, caption) = (width.max(words_width("layer 000", CAPTION)), CAPTION + MARGIN);
    let (gap, caption) = if several { (2.0 * MARGIN, caption) } else { (0.0, 0.0) };
    // As many as fit a usual page, or, if these are very many or large, that the whole is about a square.
    let fitting = (ROW + gap) / (across + gap);
    let square = (picture.layers().count() as f64 * (height + caption + gap) / (across + gap)).sqrt();
    let a_row = (fitting.max(square.round()) as usize).max(1);
    let place = |(number, z): (usize, i32)| {
        let (column, row) = (number % a_row, number / a_row);
        let left = column as f64 * (across + gap);
        let top = row as f64 * (height + caption + gap) + caption;
        (z, frame.at((left, top)), several.then(|| format!("layer {}", number + 1)))
    };
    let layers: Vec<_> = picture.layers().enumerate().map(place).collect();
    let (columns, rows) = (layers.len().min(a_row), layers.len().div_ceil(a_row));
    let total = |count: usize, size: f64| count as f64 * (size + gap) - gap;
    let across = if several { across } else { width };
    (Parts::Layers(layers), (total(columns, across), total(rows, height + caption)))
}

/// How many empty layers must lie between two so that neither hides a part of the other, nor touches it: on
/// paper the top of a layer is half as high as it is wide and deep.
fn lift(picture: &Picture) -> i32 {
    let corners = || picture.cells().iter().map(|cell| (cell.x, cell.y));
    let extent = |values: Vec<i32>| {
        let (low, high) = (values.iter().min().copied(), values.iter().max().copied());
        low.zip(high).map_or(0, |(low, high)| high - low + 1)
    };
    let (across, back) = corners().unzip();
    i32::midpoint(extent(across), extent(back)) + 1
}

/// The polyhedra of a honeycomb.
fn heap(picture: &Picture, side: f64) -> Option<(Parts, (f64, f64))> {
    let placed = |&cell: &Cell| Some((cell, picture.region(cell)?));
    let cells: Vec<(Cell, usize)> = picture.cells().iter().filter_map(placed).collect();
    let heap = Heap::new(picture.lattice(), &cells)?;
    let frame = heap.frame(side);
    Some((Parts::Heap(heap, frame), frame.size))
}

fn solid_parts(picture: &Picture, lift: i32, side: f64) -> (Parts, (f64, f64)) {
    let low = *picture.layers().start();
    let lifted = |&cell: &Cell| {
        let region = picture.region(cell)?;
        Some((Cell { z: low + (cell.z - low) * (1 + lift), ..cell }, region))
    };
    let solid = Solid::new(picture.cells().iter().filter_map(lifted).collect());
    let frame = Frame::around(solid.corners(), isometric(side));
    (Parts::Solid(solid, frame), frame.size)
}

/// A solid: its pieces in their colors, its sides darkened, its lines in two widths, edged with white where
/// pieces may be dark.
fn write_solid<'a>(
    solid: &Solid,
    frame: Frame,
    paint: impl Fn(usize) -> Paint<'a>,
    [strong, crease]: [f64; 2],
    has_halo: bool,
    out: &mut String,
) -> fmt::Result {
    for (region, paths) in solid.regions() {
        let (color, name) = paint(region);
        write_area(&paths, frame, color, name, out)?;
    }
    for (side, opacity) in SHADES {
        write!(out, r##"<path fill="#000000" fill-opacity="{opacity}" pointer-events="none" d=""##)?;
        for path in solid.sides(side) {
            closed(path.into_iter().map(|corner| frame.point(corner)), out)?;
        }
        writeln!(out, r#""/>"#)?;
    }
    let lines = solid.lines();
    let halos = [(&lines.creases, crease), (&lines.strong, strong)].into_iter().filter(|_| has_halo);
    for (edges, width) in halos {
        write_lines(&segments(edges), frame, (HALO, width * 2.0, None), out)?;
    }
    write_lines(&segments(&lines.creases), frame, (INK, crease, None), out)?;
    write_lines(&segments(&lines.strong), frame, (INK, strong, None), out)
}

/// Closed paths filled with a color; their names are tooltips.
fn write_area(
    paths: &[Vec<Corner>],
    frame: Frame,
    color: &str,
    name: Option<&str>,
    out: &mut String,
) -> fmt::Result {
    write!(out, r#"<path fill="{color}" d=""#)?;
    for path in paths {
        closed(path.iter().map(|&corner| frame.point(corner)), out)?;
    }
    match name {
        Some(name) => writeln!(out, r#""><title>{}</title></path>"#, Escaped(name)),
        None => writeln!(out, r#""/>"#),
    }
}

/// Segments in a color and width; with dashes of a length, or without.
fn write_lines(
    segments: &[(Corner, Corner)],
    frame: Frame,
    (color, width, dashes): (&str, f64, Option<f64>),
    out: &mut String,
) -> fmt::Result {
    if segments.is_empty() {
        return Ok(());
    }
    write!(out, r#"<path fill="none" stroke="{color}" stroke-width="{}""#, Length(width))?;
    match dashes {
        Some(length) => write!(out, r#" stroke-dasharray="{}" d=""#, Length(length))?,
        None => out.write_str(r#" stroke-linecap="round" d=""#)?,
    }
    for &(from, to) in segments {
        segment((frame.point(from), frame.point(to)), out)?;
    }
    writeln!(out, r#""/>"#)
}

/// The first characters of a text, and a sign that there were more.
fn shortened(words: &str, longest: usize) -> String {
    match words.char_indices().nth(longest) {
        Some((end, _)) => format!("{}\u{2026}", &words[..end]),
        None => words.to_owned(),
    }
}

/// An upper bound on the width of a text in the usual sans-serif fonts.
fn words_width(words: &str, letter: f64) -> f64 {
    let width = |c: char| match c {
        ' ' | 'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | 'I' | '(' | ')' | '[' | ']' => {
            0.42
        }
        'f' | 't' | 'r' | '-' | '/' => 0.45,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '\u{2026}' => 1.0,
        '\u{1100}'.. => 1.05,
        c if c.is_uppercase() => 0.8,
        _ => 0.66,
    };
    letter * words.chars().map(width).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{dominoes, first_tiling, first_tiling_of};
    use super::*;
    use crate::tiling::{Board, Pattern, Piece, Quantity, Shape};

    fn drawn(picture: &Picture) -> String {
        svg(picture, &SvgOptions::default())
    }

    fn first(lattice: &Lattice, board: &str, pieces: &[&str]) -> Picture {
        first_tiling(Board::of(&Pattern::drawn(lattice, board).unwrap()), pieces)
    }

    #[test]
    fn each_piece_is_one_path_without_inner_lines() {
        let document = drawn(&dominoes("**$**"));
        assert_eq!(document.matches("<title>domino</title></path>").count(), 2);
        assert!(document.contains(r##"<path fill="#8ecae6" d="M8 56L56 56L56 32L8 32Z">"##), "{document}");
        assert!(document.contains("domino \u{d7} 2"));
    }

    #[test]
    fn the_same_picture_gives_the_same_bytes() {
        let board = vec!["*".repeat(20); 20].join("$");
        assert_eq!(drawn(&dominoes(&board)), drawn(&dominoes(&board)));
    }

    #[test]
    fn words_are_escaped() {
        let mut picture = dominoes("**");
        picture.title = "a<b>&\"c\"\u{1}".into();
        let document = svg(&picture, &SvgOptions { heading: true, ..SvgOptions::default() });
        assert_eq!(document.matches("a&lt;b&gt;&amp;&quot;c&quot; </t").count(), 2, "{document}");
    }

    #[test]
    fn plane_lattices_are_drawn() {
        insta::assert_snapshot!(drawn(&first(Lattice::square(), "**?$*.?", &["**$*."])));
        insta::assert_snapshot!(drawn(&first(Lattice::hexagon(), "**$**", &["**"])));
        insta::assert_snapshot!(drawn(&first(Lattice::triangle(), ".*.$***", &["***", "*"])));
    }

    #[test]
    fn cubes_are_drawn_in_three_ways() {
        let cube: Shape = (0..8).map(|i| Cell::space(i & 1, i >> 1 & 1, i >> 2)).collect();
        let picture = first_tiling(Board::new(Lattice::cube(), cube).unwrap(), &["**$*.", "**"]);
        for view in [View::Layers, View::Isometric, View::Exploded] {
            let options = SvgOptions { view, heading: true, ..SvgOptions::default() };
            insta::assert_snapshot!(svg(&picture, &options));
        }
    }

    /// Lines on a dark requested color would be invisible.
    #[test]
    fn lines_on_requested_colors_have_an_edge() {
        let domino = Pattern::from_drawing("**").unwrap().shape();
        let all = Lattice::square().isometries();
        let navy = Piece::new(domino, Quantity::ANY, all).colored("navy");
        let board = Board::of(&Pattern::from_drawing("****").unwrap());
        assert!(
            drawn(&first_tiling_of(board, vec![navy])).contains(r##"stroke="#ffffff" stroke-width="4""##)
        );
    }

    #[test]
    fn many_layers_stand_in_rows() {
        let tower = (0..64).map(|i| Cell::space(i % 2, i / 2 % 2 * 30, i / 4)).collect();
        let picture = first_tiling(Board::new(Lattice::cube(), tower).unwrap(), &["*"]);
        let (_, (width, height)) = layers(&picture, 24.0);
        assert!(width < 4.0 * height && height < 4.0 * width, "{width} {height}");
    }

    /// In an exploded view no cell hides another: each has its whole top.
    #[test]
    fn lifted_layers_hide_nothing() {
        let bar: Shape = (0..24).map(|i| Cell::space(i % 4, i / 4 % 2, i / 8)).collect();
        let picture = first_tiling(Board::new(Lattice::cube(), bar).unwrap(), &["**"]);
        let (Parts::Solid(solid, _), _) = solid_parts(&picture, lift(&picture), 10.0) else { unreachable!() };
        let tops = solid.sides(Side::Top);
        assert_eq!(tops.len(), 3);
        assert!(tops.iter().all(|path| path.len() == 4));
    }

    #[test]
    fn invalid_sizes_do_no_harm() {
        for cell in [f64::NAN, f64::INFINITY, -5.0, 0.0] {
            let document = svg(&dominoes("**"), &SvgOptions { cell, ..SvgOptions::default() });
            assert!(!document.contains("NaN") && !document.contains("inf"));
        }
        let nothing = Board::new(Lattice::hexagon(), Shape::default()).unwrap();
        assert!(drawn(&first_tiling(nothing, &["*"])).contains("</svg>"));
    }
}
