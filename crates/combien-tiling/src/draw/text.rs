//! Tilings as text: lines run between pieces and around the board, and nowhere else.
//!
//! One rasteriser serves all lattices: each edge of the picture leaves strokes in a grid of characters, and
//! every place of the grid shows the strokes that met there.

use std::collections::{BTreeMap, BTreeSet};

use super::canvas::{Canvas, written};
use super::edges::Corner;
use super::letters::Page;
use super::matrix::shown;
use super::paint::{self, Paint};
use super::picture::{Line, Picture};
use super::seams::Seam;
use crate::tiling::{Cell, Label, Lattice, Linework};

/// Which characters a drawing may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// Box-drawing characters; a square is two columns wide and one line high.
    #[default]
    Unicode,
    /// Box-drawing characters on the color of each piece, for terminals; a square is four columns wide and two lines high.
    Color,
    /// Only `+ - | / \ _ .`; a square is four columns wide and two lines high.
    Ascii,
}

/// Strokes that leave a place, as bits: the first four as in the table of box-drawing characters.
pub(super) type Strokes = u8;
pub(super) const RIGHT: Strokes = 1;
pub(super) const LEFT: Strokes = 2;
pub(super) const DOWN: Strokes = 4;
pub(super) const UP: Strokes = 8;
const RISING: Strokes = 16;
const FALLING: Strokes = 32;
const UNDER: Strokes = 64;

/// By lines up (8), down (4), left (2), right (1). A line never ends at a corner, so single ends do not
/// occur.
const BOXES: [char; 16] = [' ', '╶', '╴', '─', '╷', '┌', '┐', '┬', '╵', '└', '┘', '┴', '│', '├', '┤', '┼'];

impl Style {
    pub(super) fn glyph(self, strokes: Strokes) -> char {
        match (self, strokes) {
            (Style::Unicode | Style::Color, 0..16) => BOXES[usize::from(strokes)],
            (Style::Unicode | Style::Color, _) if strokes & RISING != 0 => '╱',
            (Style::Unicode | Style::Color, _) if strokes & FALLING != 0 => '╲',
            (Style::Ascii, 0) => ' ',
            (Style::Ascii, 0b0011) => '-',
            (Style::Ascii, 0b1100) => '|',
            (Style::Ascii, 0..16) => '+',
            (Style::Ascii, _) if strokes & RISING != 0 => '/',
            (Style::Ascii, _) if strokes & FALLING != 0 => '\\',
            _ => '_',
        }
    }

    /// What marks a cell that stayed empty.
    pub(super) fn dot(self) -> char {
        match self {
            Style::Unicode | Style::Color => '·',
            Style::Ascii => '.',
        }
    }

    /// What marks a black cell.
    pub(super) fn full(self) -> &'static str {
        match self {
            Style::Unicode | Style::Color => "█",
            Style::Ascii => "#",
        }
    }
}

/// The picture as lines of text; layers, from the lowest, with an empty line between. In space each cell
/// shows which piece it belongs to, by a letter, a number or a short name; a list of names follows where
/// letters are no names. In the plane the lines tell; spheres, quarters, kites and sticks have letters too.
/// Cells that no piece covers have their [words](crate::Board), or a dot. In the plane marks stand in their
/// cells, and of squares the colors of sides on their lines: of two that fit each
/// other, that of the left or the lower piece.
///
/// ```
/// use combien_tiling::draw::{Picture, Style, text};
/// use combien_tiling::{Board, Lattice, Pattern, Piece, Quantity, Tiling};
///
/// let l = Pattern::from_drawing("**$*.")?.shape();
/// let piece = Piece::new(l, Quantity::ANY, Lattice::square().isometries());
/// let tiling = Tiling::new(Board::of(&Pattern::from_drawing("***$***")?), vec![piece])?;
/// let encoding = tiling.encode()?;
/// let first = combien::solve::first(&encoding.problem)?.unwrap();
/// let picture = Picture::new("two pieces", &tiling, &encoding.placed(&first));
/// assert_eq!(text(&picture, Style::Unicode), "\
/// ┌───┬─┐
/// │ ┌─┘ │
/// └─┴───┘
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn text(picture: &Picture, style: Style) -> String {
    let (lattice, is_solid) = (picture.lattice(), picture.lattice() == Lattice::cube());
    let labels = if is_solid || Page::new(lattice, 1).is_some() { labels(picture) } else { vec![] };
    let has_labels = !is_solid && !picture.labels().is_empty();
    let is_roomy =
        style != Style::Unicode || has_labels || !labels.is_empty() || picture.empty_cells().next().is_some();
    let words = picture.cells().iter().filter_map(|&cell| picture.word(cell));
    let written = labels.iter().map(String::as_str).chain(words);
    let widest = written.map(|label| label.chars().count()).max().unwrap_or(0) as i32;
    let colors = if style == Style::Color { paint::of_regions(picture) } else { vec![] };
    if let Some(page) = Page::new(lattice, widest) {
        let label = |cell: Cell| mark(picture, cell, style, &labels);
        let layers = picture.layers().map(|z| page.layer(picture, z, label, &colors));
        return layers.collect::<Vec<_>>().join("\n") + &legend(picture, &labels);
    }
    let pen = Pen { lattice, is_roomy, widest };
    let layers = picture.layers().map(|z| layer(picture, z, style, pen, (&labels, &colors)));
    layers.collect::<Vec<_>>().join("\n") + &legend(picture, &labels)
}

/// What a cell shows: the label of its piece; if there is none, its word or a dot.
fn mark(picture: &Picture, cell: Cell, style: Style, labels: &[String]) -> String {
    match picture.region(cell) {
        None => picture.word(cell).map_or_else(|| style.dot().to_string(), shown),
        Some(region) => labels.get(region).cloned().unwrap_or_default(),
    }
}

/// Which labels belong to which piece, one line for each piece, if pieces have names that are not the labels
/// and there are at least two of them.
fn legend(picture: &Picture, labels: &[String]) -> String {
    let mut of: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for (region, label) in picture.regions().iter().zip(labels) {
        of.entry(region.piece).or_default().push(label);
    }
    let name = |piece: usize| picture.pieces()[piece].name.as_str();
    let tells =
        |(&piece, labels): (&usize, &Vec<&str>)| !name(piece).starts_with('#') && *labels != [name(piece)];
    if of.len() < 2 || !of.iter().any(tells) {
        return String::new();
    }
    let lines: Vec<(String, String)> =
        of.iter().map(|(&piece, labels)| (labels.join(" "), shown(name(piece)))).collect();
    let width = lines.iter().map(|(labels, _)| labels.len()).max().unwrap_or(0);
    let line = |(labels, name): &(String, String)| format!("{labels:width$}  {name}\n");
    format!("\n{}", lines.iter().map(line).collect::<String>())
}

/// A short text for each region: the names of the pieces where these are short and each piece is used once;
/// else letters, or numbers where there are not enough letters.
fn labels(picture: &Picture) -> Vec<String> {
    let names: Vec<&String> =
        picture.regions().iter().map(|region| &picture.pieces()[region.piece].name).collect();
    let different: BTreeSet<&String> = names.iter().copied().collect();
    // Letters of one column each: others may be wider, and would break the lines.
    let is_short = |name: &&String| name.len() <= 3 && name.chars().all(|c| c.is_ascii_graphic());
    if different.len() == names.len() && names.iter().all(is_short) {
        return names.into_iter().cloned().collect();
    }
    let label = |number: usize| match names.len() {
        0..=26 => char::from(b'A' + number as u8).to_string(),
        _ => (number + 1).to_string(),
    };
    (0..names.len()).map(label).collect()
}

/// How edges become strokes, by the lattice.
#[derive(Clone, Copy)]
struct Pen<'a> {
    lattice: &'a Lattice,
    /// Is there room for a mark within each cell?
    is_roomy: bool,
    /// The length of the longest mark.
    widest: i32,
}

impl Pen<'_> {
    /// Columns and lines of a unit of the drawing plane; hexagons have a height of their own.
    fn pitch(self) -> (i32, i32) {
        match (self.lattice.form().linework, self.is_roomy) {
            (Some(Linework::Triangles), false) => (2, 2),
            (Some(Linework::Triangles), true) => (3, 3),
            (Some(Linework::Squares), true) => (4.max(self.widest + 3), 2),
            _ => (2, 1),
        }
    }

    /// The column and the height, in lines upwards, of a corner. Squares have a character at each corner;
    /// hexagons have a column there, between lines; triangles have corners between columns and between
    /// lines.
    fn place(self, (x, y): Corner) -> (i32, i32) {
        let (across, up) = self.pitch();
        match self.lattice.form().linework {
            // Of three units of height the upright sides take two, and one line; the slanted ones take one,
            // and one line.
            Some(Linework::Hexagons) => (across * x, 2 * y.div_euclid(3) + y.rem_euclid(3)),
            _ => (across * x, up * y),
        }
    }

    /// The strokes of an edge whose lesser corner is given first, by column and height; the place at height h
    /// lies just above that height.
    fn strokes(self, (from, to): (Corner, Corner)) -> Vec<((i32, i32), Strokes)> {
        let ((left, low), (right, high)) = (self.place(from), self.place(to));
        match self.lattice.form().linework {
            Some(Linework::Hexagons) if left == right => vec![((left, low), UP | DOWN)],
            Some(Linework::Hexagons) if low < high => vec![((left + 1, low), RISING)],
            Some(Linework::Hexagons) => vec![((left + 1, high), FALLING)],
            Some(Linework::Triangles) if low == high => {
                (left..right).map(|column| ((column, low), UNDER)).collect()
            }
            Some(Linework::Triangles) if low < high => {
                (0..right - left).map(|step| ((left + step, low + step), RISING)).collect()
            }
            Some(Linework::Triangles) => {
                (0..right - left).map(|step| ((left + step, low - 1 - step), FALLING)).collect()
            }
            _ if low == high => {
                let inner = (left + 1..right).map(|column| ((column, low), LEFT | RIGHT));
                inner.chain([((left, low), RIGHT), ((right, low), LEFT)]).collect()
            }
            _ => {
                let inner = (low + 1..high).map(|height| ((left, height), UP | DOWN));
                inner.chain([((left, low), UP), ((left, high), DOWN)]).collect()
            }
        }
    }

    /// An arrow on the border, by height and column.
    fn arrow(self, seam: &Seam, style: Style) -> ((i32, i32), char) {
        let (from, to) = seam.middle();
        let ((left, low), (right, high)) = (self.place(from), self.place(to));
        let place = if seam.is_even() {
            (high, right)
        } else {
            (i32::midpoint(low, high), i32::midpoint(left, right))
        };
        let way = match (right - left, high - low) {
            (across, 0) => usize::from(across < 0),
            (_, up) => 2 + usize::from(up < 0),
        };
        let glyphs = match (style, seam.heads) {
            (Style::Ascii, _) => ['>', '<', '^', 'v'],
            (_, 1) => ['→', '←', '↑', '↓'],
            _ => ['⇒', '⇐', '⇑', '⇓'],
        };
        (place, glyphs[way])
    }

    /// A mark, or a dot if lines leave no room for it.
    fn fitted(self, mark: String, style: Style) -> String {
        let room = match self.lattice.form().linework {
            Some(Linework::Hexagons) => 3,
            Some(Linework::Triangles) => 2,
            _ => usize::MAX,
        };
        if mark.chars().count() <= room { mark } else { style.dot().to_string() }
    }

    /// The place in the middle of a cell, or just left of it.
    fn middle(self, cell: Cell) -> (i32, i32) {
        let (columns, heights): (Vec<i32>, Vec<i32>) =
            self.lattice.corners(cell).into_iter().map(|corner| self.place(corner)).unzip();
        let middle = |values: &[i32]| {
            let (low, high) = (values.iter().min().unwrap_or(&0), values.iter().max().unwrap_or(&0));
            (low + high).div_euclid(2)
        };
        // The middle of a triangle lies between two columns.
        let left = i32::from(self.lattice == Lattice::triangle());
        (middle(&columns) - left, middle(&heights))
    }
}

impl Pen<'_> {
    /// The colors of a layer: the places within the lines around each region. Lines of hexagons and triangles
    /// have openings at their corners, so there the color stays on the line of the middle.
    fn paint(
        self,
        picture: &Picture,
        z: i32,
        strokes: &BTreeMap<(i32, i32), Strokes>,
        colors: &[u8],
    ) -> Paint {
        let mut paint = Paint::new();
        let (heights, columns) =
            (|| strokes.keys().map(|place| place.1), || strokes.keys().map(|place| place.0));
        let frame = heights().min().zip(columns().min()).zip(heights().max().zip(columns().max()));
        let Some((least, most)) = frame.filter(|_| !colors.is_empty()) else { return paint };
        let sideways = self.lattice.form().linework != Some(Linework::Squares);
        for &cell in picture.cells().iter().filter(|cell| cell.z == z) {
            let Some(region) = picture.region(cell) else { continue };
            let (column, height) = self.middle(cell);
            if paint.contains_key(&(height, column)) || strokes.contains_key(&(column, height)) {
                continue;
            }
            let is_line = |(height, column)| strokes.contains_key(&(column, height));
            let places = paint::within((height, column), is_line, sideways, [least, most]);
            paint.extend(places.into_iter().map(|place| (place, colors[region])));
        }
        paint
    }

    /// Marks in the middle of their cells, and colors of squares in the middle of their sides, by height and
    /// column.
    fn signs(self, labels: &[Label]) -> Vec<((i32, i32), char)> {
        let (across, up) = self.pitch();
        let place = |label: &&Label| {
            let (column, height) = self.middle(label.cell);
            (height + label.towards.y * up / 2, column + label.towards.x * across / 2)
        };
        let is_shown = |label: &&Label| {
            // Other characters may take two columns.
            label.sign.is_ascii_graphic() && (!label.is_color() || self.lattice == Lattice::square())
        };
        let mut shown: Vec<&Label> = labels.iter().filter(is_shown).collect();
        // The last one at a place is seen.
        shown.sort_by_key(|label| label.towards);
        shown.iter().map(|label| (place(label), label.sign)).collect()
    }
}

fn layer(picture: &Picture, z: i32, style: Style, pen: Pen, (labels, colors): (&[String], &[u8])) -> String {
    let mut strokes: BTreeMap<(i32, i32), Strokes> = BTreeMap::new();
    for (line, edges) in picture.lines(z) {
        for &edge in edges.iter().filter(|_| line != Line::Light) {
            for (place, more) in pen.strokes(edge) {
                *strokes.entry(place).or_default() |= more;
            }
        }
    }
    let glyph = |((column, height), strokes)| ((height, column), style.glyph(strokes));
    let paint = pen.paint(picture, z, &strokes, colors);
    let mut canvas: Canvas = strokes.into_iter().map(glyph).collect();
    for &cell in picture.cells().iter().filter(|cell| cell.z == z) {
        let (column, height) = pen.middle(cell);
        let mark = pen.fitted(mark(picture, cell, style, labels), style);
        let left = column - mark.chars().count().saturating_sub(1) as i32 / 2;
        canvas.extend((left..).zip(mark.chars()).map(|(column, c)| ((height, column), c)));
    }
    if pen.lattice != Lattice::cube() {
        canvas.extend(pen.signs(picture.labels()));
    }
    canvas.extend(picture.seams(z).iter().map(|seam| pen.arrow(seam, style)));
    lines_of(picture, pen, canvas, &paint)
}

/// The canvas as text, within the frame of the whole board: all layers have one. The plane's has no blank
/// lines.
fn lines_of(picture: &Picture, pen: Pen, canvas: Canvas, paint: &Paint) -> String {
    let corners = || picture.cells().iter().flat_map(|&cell| picture.lattice().corners(cell));
    let (columns, heights): (Vec<i32>, Vec<i32>) = corners().map(|corner| pen.place(corner)).unzip();
    let left = columns.into_iter().min().unwrap_or(0);
    let frame = heights.iter().min().zip(heights.iter().max());
    let drawn = canvas.first_key_value().zip(canvas.last_key_value());
    let (low, high) = match (frame, drawn) {
        (Some((&low, &high)), _) if pen.lattice == Lattice::cube() => (low, high),
        (_, Some(((&(low, _), _), (&(high, _), _)))) => (low, high),
        _ => return String::new(),
    };
    written(canvas, paint, left, low..=high)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{dominoes, first_tiling, first_tiling_of};
    use super::*;
    use crate::tiling::{Board, Group, Pattern, Piece, Quantity, Shape, Tiling};

    #[test]
    fn outlines_run_between_pieces_and_around_holes() {
        let expected = "\
┌─┬───┐
│ ├─┬─┤
├─┴─┤ │
└───┴─┘
";
        assert_eq!(text(&dominoes("***$*.*$***"), Style::Unicode), expected);
    }

    #[test]
    fn ascii_draws_the_same_lines() {
        let expected = "\
+-------+---+
|       |   |
+-------+   |
|       |   |
+-------+---+
";
        assert_eq!(text(&dominoes("***$***"), Style::Ascii), expected);
    }

    /// The reference's letters end at 94 pieces.
    #[test]
    fn any_number_of_pieces_can_be_drawn() {
        let board = vec!["*".repeat(40); 40].join("$");
        assert_eq!(text(&dominoes(&board), Style::Unicode).lines().count(), 41);
    }

    /// A file may come from anywhere: what its names contain does not reach the terminal as control
    /// characters.
    #[test]
    fn names_of_letters_are_listed_and_harmless() {
        let row = Pattern::from_layers(&[Pattern::from_drawing("**").unwrap()]).unwrap();
        let one = |name: &str| {
            let cell = Pattern::from_layers(&[Pattern::from_drawing("*").unwrap()]).unwrap().shape();
            Piece::new(cell, Quantity::ONE, Group::trivial()).named(name)
        };
        let tiling = Tiling::new(Board::of(&row), vec![one("red\u{1b}[31m\nX"), one("long name")]).unwrap();
        let encoding = tiling.encode().unwrap();
        let first = combien::solve::first(&encoding.problem).unwrap().unwrap();
        let drawing = text(&Picture::new("", &tiling, &encoding.placed(&first)), Style::Ascii);
        assert!(drawing.ends_with("\n\nA  red\u{fffd}[31m\u{fffd}X\nB  long name\n"), "{drawing}");
    }

    fn drawn(lattice: &Lattice, board: &str, pieces: &[&str]) -> String {
        let board = Board::of(&Pattern::drawn(lattice, board).unwrap());
        let picture = first_tiling(board, pieces);
        [Style::Unicode, Style::Ascii].map(|style| text(&picture, style)).join("\n")
    }

    #[test]
    fn marks_and_colors_are_written() {
        let lattice = Lattice::square();
        let one = |sides: &str, mark: char| {
            let cell = Pattern::from_drawing("*").unwrap().shape();
            let piece = Piece::new(cell, Quantity::ONE, Group::trivial());
            piece.marked([(Cell::default(), mark)]).with_sides(sides, lattice).unwrap()
        };
        let board = Board::of(&Pattern::from_drawing("**").unwrap());
        let board = board.marked([(Cell::plane(0, 0), 'x'), (Cell::plane(1, 0), 'y')]).unwrap();
        let tiling = Tiling::new(board, vec![one("a(b.", 'x'), one("cc.)", 'y')]).unwrap();
        let encoding = tiling.encode().unwrap();
        let first = combien::solve::first(&encoding.problem).unwrap().unwrap();
        let picture = Picture::new("t", &tiling, &encoding.placed(&first));
        let expected = "\
┌─b─┬───┐
│ x ( y c
└─a─┴─c─┘
";
        assert_eq!(text(&picture, Style::Unicode), expected);
    }

    #[test]
    fn empty_cells_have_a_dot() {
        insta::assert_snapshot!(drawn(Lattice::square(), "**?$*.?", &["**$*."]));
    }

    #[test]
    fn hexagons_are_drawn() {
        insta::assert_snapshot!(drawn(Lattice::hexagon(), ".***$****$****$.***", &["**$*.", "**", "*"]));
        insta::assert_snapshot!(drawn(Lattice::hexagon(), "?*$**", &[".*$**"]));
    }

    #[test]
    fn triangles_are_drawn() {
        insta::assert_snapshot!(drawn(Lattice::triangle(), "..***..$.*****.$*******", &["***"]));
        insta::assert_snapshot!(drawn(Lattice::triangle(), ".?*?.$****.", &["**"]));
    }

    #[test]
    fn cubes_are_drawn_as_layers_with_letters() {
        let cube: Shape = (0..8).map(|i| Cell::space(i & 1, i >> 1 & 1, i >> 2)).collect();
        let board = Board::new(Lattice::cube(), cube).unwrap();
        insta::assert_snapshot!(text(&first_tiling(board.clone(), &["**"]), Style::Unicode));
        let all = Lattice::cube().isometries();
        let named = |name: &str, drawing: &str| {
            let layer = Pattern::from_layers(&[Pattern::from_drawing(drawing).unwrap()]).unwrap();
            Piece::new(layer.shape(), Quantity::ONE, all.clone()).named(name)
        };
        let picture =
            first_tiling_of(board, vec![named("L", "**$*."), named("V", "**$*."), named("I2", "**")]);
        insta::assert_snapshot!(text(&picture, Style::Ascii));
    }
}
