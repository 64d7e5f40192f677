//! Marks on cells and colors on sides.

use std::fmt::{self, Write};

use super::write::{Escaped, Frame, Length, Point, closed};
use super::{INK, words_width};
use crate::draw::colors::PALETTE;
use crate::draw::picture::Picture;
use crate::tiling::{Cell, Fits, Label, Lattice};

/// How marks and colors of a picture are drawn.
pub(super) struct Signs<'a> {
    /// The colors of all sides, ascending.
    colors: &'a [char],
    fits: &'a Fits,
    /// Are `B` and `W` the only marks? Then they are drawn as dark and light cells.
    is_checkered: bool,
}

/// How far a triangle on a side reaches towards the center of its cell.
const DEPTH: f64 = 0.6;

impl Signs<'_> {
    pub(super) fn of(picture: &Picture) -> Signs<'_> {
        let mut of_pieces = picture.pieces().iter().flat_map(|piece| &piece.labels);
        let is_checkered = of_pieces.all(|label| label.is_color() || matches!(label.sign, 'B' | 'W'));
        Signs { colors: picture.signs(), fits: picture.fits(), is_checkered }
    }

    /// Two colors that fit each other have one hue.
    fn hue(&self, sign: char) -> &'static str {
        let mate = |color| self.fits.known_mate(color);
        let least = sign.min(mate(sign));
        let before = self.colors.iter().filter(|&&other| other < least && other <= mate(other)).count();
        PALETTE[before % PALETTE.len()]
    }

    /// Marks as letters or shades, colors as triangles: of a pair of colors such as `(` and `)`, the second
    /// is hollow.
    pub(super) fn write(
        &self,
        labels: &[Label],
        lattice: &Lattice,
        frame: Frame,
        width: f64,
        out: &mut String,
    ) -> fmt::Result {
        for label in labels {
            if label.is_color() {
                self.write_color(label, lattice, frame, width, out)?;
            } else {
                self.write_mark(label, lattice, frame, out)?;
            }
        }
        Ok(())
    }

    fn write_color(
        &self,
        label: &Label,
        lattice: &Lattice,
        frame: Frame,
        width: f64,
        out: &mut String,
    ) -> fmt::Result {
        let corners = points(lattice, label.cell, frame);
        let across = label.cell + label.towards;
        let sides = lattice.sides(label.cell);
        // Sides between layers are not seen from above.
        let seen = sides.iter().filter(|side| side.z == label.cell.z).position(|&side| side == across);
        let Some(side) = seen else { return Ok(()) };
        let side = if lattice == Lattice::cube() { [1, 2, 3, 0][side] } else { side };
        let (from, to) = (corners[side], corners[(side + 1) % corners.len()]);
        let (middle, center) = (mean(&[from, to]), mean(&corners));
        let apex = (middle.0 + DEPTH * (center.0 - middle.0), middle.1 + DEPTH * (center.1 - middle.1));
        let hue = self.hue(label.sign);
        let is_hollow = label.sign > self.fits.known_mate(label.sign);
        let (fill, stroke) = if is_hollow { ("#ffffff", hue) } else { (hue, INK) };
        write!(out, r#"<path fill="{fill}" stroke="{stroke}" stroke-width="{}" d=""#, Length(width))?;
        closed([from, to, apex].into_iter(), out)?;
        writeln!(out, r#""><title>{}</title></path>"#, Escaped(label.sign.encode_utf8(&mut [0; 4])))
    }

    fn write_mark(&self, label: &Label, lattice: &Lattice, frame: Frame, out: &mut String) -> fmt::Result {
        let corners = points(lattice, label.cell, frame);
        if self.is_checkered {
            if label.sign == 'B' {
                write!(out, r##"<path fill="#000000" fill-opacity="0.4" pointer-events="none" d=""##)?;
                closed(corners.into_iter(), out)?;
                writeln!(out, r#""/>"#)?;
            }
            return Ok(());
        }
        write_word(label.sign.encode_utf8(&mut [0; 4]), lattice, label.cell, frame, out)
    }
}

/// The words of cells that no piece covers.
pub(super) fn write_words<'a>(
    picture: &Picture,
    cells: impl Iterator<Item = &'a Cell>,
    frame: Frame,
    out: &mut String,
) -> fmt::Result {
    for &cell in cells {
        if let Some(word) = picture.word(cell) {
            write_word(word, picture.lattice(), cell, frame, out)?;
        }
    }
    Ok(())
}

/// A word in the middle of a cell, as large as there is room.
fn write_word(word: &str, lattice: &Lattice, cell: Cell, frame: Frame, out: &mut String) -> fmt::Result {
    let ((x, y), size) = fitted(word, &points(lattice, cell, frame));
    writeln!(
        out,
        r#"<text x="{}" y="{}" text-anchor="middle" font-family="sans-serif" font-size="{}" fill="{INK}" pointer-events="none">{}</text>"#,
        Length(x),
        Length(y + 0.35 * size),
        Length(size),
        Escaped(word)
    )
}

/// The middle of a cell with these corners, and the size of letters of a word that fits there.
pub(in crate::draw) fn fitted(word: &str, corners: &[Point]) -> (Point, f64) {
    let (left, right) = extent(corners);
    let width = right - left;
    (mean(corners), (0.4 * width).min(0.9 * width / words_width(word, 1.0)))
}

/// The corners of a cell on paper.
fn points(lattice: &Lattice, cell: Cell, frame: Frame) -> Vec<Point> {
    lattice.corners(cell).into_iter().map(|corner| frame.point(corner)).collect()
}

fn mean(points: &[Point]) -> Point {
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
    (x / points.len() as f64, y / points.len() as f64)
}

/// The least and the greatest horizontal coordinate.
fn extent(points: &[Point]) -> (f64, f64) {
    let from = points.iter().fold(f64::INFINITY, |least, point| least.min(point.0));
    let to = points.iter().fold(f64::NEG_INFINITY, |most, point| most.max(point.0));
    (from, to)
}

#[cfg(test)]
mod tests {
    use crate::draw::{Picture, SvgOptions, svg};
    use crate::tiling::{Board, Cell, Fits, Isometry, Lattice, Pattern, Piece, Placement, Quantity, Tiling};

    /// Two numbers that fit each other have one hue, and the greater one is hollow.
    #[test]
    fn the_rule_of_the_board_is_seen() {
        let lattice = Lattice::square();
        let shape = Pattern::from_drawing("*").unwrap().shape();
        let drawn = |fits: Fits| {
            let piece = Piece::new(shape.clone(), Quantity::ONE, lattice.isometries());
            let piece = piece.with_sides("1661", lattice).unwrap();
            let board = Board::new(lattice, shape.clone()).unwrap().fitted(fits);
            let tiling = Tiling::new(board, vec![piece]).unwrap();
            let placement = Placement { piece: 0, isometry: Isometry::IDENTITY, shift: Cell::default() };
            let picture = Picture::new("t", &tiling, &[(placement, shape.clone())]);
            svg(&picture, &SvgOptions { legend: false, ..SvgOptions::default() })
        };
        let hollow = "fill=\"#ffffff\" stroke";
        assert_eq!(drawn(Fits::default()).matches(hollow).count(), 0);
        assert_eq!(drawn(Fits::sum(7).unwrap()).matches(hollow).count(), 2);
    }

    /// A domino with a mark and three colors: one letter, and triangles of two hues, one of them hollow.
    #[test]
    fn marks_are_letters_and_colors_are_triangles() {
        let lattice = Lattice::square();
        let shape = Pattern::from_drawing("**").unwrap().shape();
        let piece = Piece::new(shape.clone(), Quantity::ONE, lattice.isometries());
        let piece = piece.marked([(Cell::plane(0, 0), 'x')]).with_sides("r.(..)", lattice).unwrap();
        let board = Board::new(lattice, shape.clone()).unwrap();
        let tiling = Tiling::new(board, vec![piece]).unwrap();
        let placement = Placement { piece: 0, isometry: Isometry::IDENTITY, shift: Cell::default() };
        let picture = Picture::new("t", &tiling, &[(placement, shape)]);
        let drawn = svg(&picture, &SvgOptions { legend: false, ..SvgOptions::default() });
        assert_eq!(drawn.matches("pointer-events=\"none\">x</text>").count(), 1);
        let titles = |sign: &str| drawn.matches(&format!("<title>{sign}</title></path>")).count();
        assert_eq!([titles("r"), titles("("), titles(")"), titles(".")], [1, 1, 1, 0]);
        assert_eq!(drawn.matches("fill=\"#ffffff\" stroke").count(), 1);
    }
}
