//! The matrix of a problem as SVG: a square an entry, lines between kinds of items, names where there is
//! room.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use super::write::{Escaped, Length, begin};
use super::{INK, MARGIN, shortened, words_width};
use crate::draw::colors;
use crate::draw::matrix::{Break, Matrix, breaks};
use combien::problem::OptionId;

/// The longer side of the drawing, if its cells can be neither as large nor as small as it takes.
const LONG_SIDE: usize = 3000;
const SMALLEST: usize = 2;
const LARGEST: usize = 18;
/// Cells from this side on have lines between them, and a name each.
const ROOMY: usize = 8;
/// Names are cut after this many characters, and what a row tells where the pointer rests.
const LONGEST: usize = 24;
const LONGEST_TITLE: usize = 200;
/// With more rows than this, rows have no tooltips, because the drawing would open slowly.
const MOST_TITLES: usize = 5000;
/// Lines between cells, between groups, and between kinds.
const CELL: &str = "#e6e6e6";
const GROUP: &str = "#b8b8b8";
const KIND: &str = "#404040";

/// A matrix as an SVG document. Lines run between items of different kinds, which are told by their names,
/// and between the primary items and the secondary ones. Each row tells its option where the pointer rests,
/// if there are not too many.
///
/// ```
/// use combien_tiling::draw::{Matrix, matrix_svg};
/// use combien_puzzles::{Variant, sudoku_grids};
///
/// let sudoku = sudoku_grids("2x2".parse()?, Variant::Plain, None)?;
/// let document = matrix_svg("Sudoku", &Matrix::new(sudoku.problem()));
/// assert!(document.contains("<title>R1C1#1: R1C1 R1#1 C1#1 B1#1</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(hidden)]
pub fn matrix_svg(title: &str, matrix: &Matrix<'_>) -> String {
    let mut document = String::new();
    // Writing to a string does not fail.
    let _ = Drawing::new(matrix).write(title, &mut document);
    document
}

/// Rows or columns, and where they lie.
struct Axis {
    names: Vec<String>,
    breaks: Vec<Break>,
    /// The places that show their names.
    named: BTreeSet<usize>,
    /// Where each begins, in whole units; and the end of the last.
    starts: Vec<usize>,
}

impl Axis {
    fn new(names: Vec<String>, has_kinds: bool, side: usize, gap_before: usize) -> Axis {
        let breaks =
            if has_kinds { breaks(names.iter().map(String::as_str)) } else { vec![Break::None; names.len()] };
        let named = named(&breaks, side);
        let gap = |place: usize| if 0 < gap_before && gap_before <= place { gap(side) } else { 0 };
        // The gap after the last primary item is there only if a secondary one follows.
        let starts =
            (0..=names.len()).map(|place| place * side + gap(place.min(names.len().saturating_sub(1))));
        let starts = starts.collect();
        Axis { names, breaks, named, starts }
    }

    fn size(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The length of the longest shown name.
    fn room(&self, letter: f64) -> f64 {
        let widths =
            self.named.iter().map(|&place| words_width(&shortened(&self.names[place], LONGEST), letter));
        widths.fold(0.0, f64::max)
    }
}

/// How far secondary items stand from the primary ones.
fn gap(side: usize) -> usize {
    (side / 2).max(4)
}

/// Which names are shown: all, if there is room; otherwise those at the beginnings of kinds, then of groups,
/// as far as there is room; or some at equal distances if there are no kinds and groups.
fn named(breaks: &[Break], side: usize) -> BTreeSet<usize> {
    if side >= ROOMY {
        return (0..breaks.len()).collect();
    }
    let apart = 11usize.div_ceil(side);
    let mut named: BTreeSet<usize> = (0..breaks.len().min(1)).collect();
    let mut add = |place: usize| {
        let near = place.saturating_sub(apart - 1)..place + apart;
        if named.range(near).next().is_none() {
            named.insert(place);
        }
    };
    for wanted in [Break::Kind, Break::Group] {
        (0..breaks.len()).filter(|&place| breaks[place] == wanted).for_each(&mut add);
    }
    if breaks.iter().all(|&part| part == Break::None) {
        // Round numbers, of which every second or fifth is rounder still.
        let steps = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10usize.pow(power)));
        let step = steps.into_iter().find(|&step| step >= 4 * apart).unwrap_or(usize::MAX);
        (1..)
            .map_while(|number: usize| number.checked_mul(step))
            .take_while(|&place| place <= breaks.len())
            .for_each(|place| add(place - 1));
    }
    named
}

struct Drawing<'a> {
    matrix: &'a Matrix<'a>,
    side: usize,
    rows: Axis,
    columns: Axis,
    letter: f64,
    /// Are the names of the columns short enough to stand upright?
    is_flat: bool,
    /// Where the matrix begins.
    left: usize,
    top: usize,
}

impl Drawing<'_> {
    fn new<'a>(matrix: &'a Matrix<'a>) -> Drawing<'a> {
        let (options, items) = (matrix.options(), matrix.items());
        let side = (LONG_SIDE / options.len().max(items.len()).max(1)).clamp(SMALLEST, LARGEST);
        let names: Vec<String> = options.iter().map(|&option| matrix.row_name(option)).collect();
        // Numbers of options are no names.
        let has_names = options.iter().any(|&option| matrix.problem().option_name(option).is_some());
        let rows = Axis::new(names, has_names, side, 0);
        let names: Vec<String> = items.iter().map(|&item| matrix.column_name(item)).collect();
        let is_flat = side == LARGEST && names.iter().all(|name| name.chars().count() <= 2);
        let columns = Axis::new(names, true, side, matrix.primary_count());
        let letter = if side >= ROOMY { (side as f64 - 1.0).min(11.0) } else { 9.0 };
        let above = if is_flat { letter } else { columns.room(letter) };
        let place = |room: f64| (MARGIN + room).ceil() as usize + 5;
        Drawing {
            matrix,
            side,
            left: place(rows.room(letter)),
            top: place(above),
            rows,
            columns,
            letter,
            is_flat,
        }
    }

    fn write(&self, title: &str, out: &mut String) -> fmt::Result {
        let (width, height) = (self.left + self.columns.size(), self.top + self.rows.size());
        let (width, height) = (width + MARGIN as usize, height + MARGIN as usize);
        begin(out, title, (width, height))?;
        self.write_lines(out)?;
        self.write_entries(out)?;
        self.write_names(out)?;
        writeln!(out, "</svg>")
    }

    /// A line lies in the last unit of the cell before it, where no entry is.
    fn write_lines(&self, out: &mut String) -> fmt::Result {
        let (right, low) = (self.left + self.columns.size(), self.top + self.rows.size());
        for (wanted, color) in [(Break::None, CELL), (Break::Group, GROUP), (Break::Kind, KIND)] {
            let mut path = String::new();
            let is_wanted = |axis: &Axis, place: usize| {
                place > 0 && axis.breaks[place] == wanted && (wanted != Break::None || self.side >= ROOMY)
            };
            for place in (0..self.columns.names.len()).filter(|&place| is_wanted(&self.columns, place)) {
                // There stands a line of its own.
                if place != self.matrix.primary_count() {
                    write!(path, "M{}.5 {}V{low}", self.left + self.columns.starts[place] - 1, self.top)?;
                }
            }
            for place in (0..self.rows.names.len()).filter(|&place| is_wanted(&self.rows, place)) {
                write!(path, "M{} {}.5H{right}", self.left, self.top + self.rows.starts[place] - 1)?;
            }
            if !path.is_empty() {
                writeln!(out, r#"<path d="{path}" stroke="{color}" fill="none"/>"#)?;
            }
        }
        let frame = format!("M{}.5 {}.5H{right}.5V{low}.5H{}.5Z", self.left - 1, self.top - 1, self.left - 1);
        writeln!(out, r#"<path d="{frame}" stroke="{KIND}" fill="none"/>"#)?;
        let primary = self.matrix.primary_count();
        if 0 < primary && primary < self.columns.names.len() {
            let x =
                Length((self.left + self.columns.starts[primary]) as f64 - gap(self.side) as f64 / 2.0 - 0.5);
            writeln!(
                out,
                r#"<path d="M{x} {}V{}" stroke="{INK}" stroke-width="2" fill="none"/>"#,
                self.top, low
            )?;
        }
        Ok(())
    }

    fn write_entries(&self, out: &mut String) -> fmt::Result {
        let has_titles = self.matrix.options().len() <= MOST_TITLES;
        writeln!(out, r#"<g fill="{INK}" shape-rendering="crispEdges">"#)?;
        for (place, &option) in self.matrix.options().iter().enumerate() {
            if has_titles {
                let shown =
                    format!("{}: {}", self.rows.names[place], self.matrix.problem().show_option(option));
                write!(out, "<g><title>{}</title>", Escaped(&shortened(&shown, LONGEST_TITLE)))?;
            }
            self.write_row(self.top + self.rows.starts[place], option, out)?;
            if has_titles {
                out.push_str("</g>");
            }
            out.push('\n');
        }
        writeln!(out, "</g>")
    }

    fn write_row(&self, top: usize, option: OptionId, out: &mut String) -> fmt::Result {
        // Between lines an entry has an edge of white.
        let edge = usize::from(self.side >= ROOMY);
        let size = self.side - 1 - 2 * edge;
        let row = self.matrix.row(option);
        let at = |column: usize| (self.left + self.columns.starts[column] + edge, top + edge);
        let mut path = String::new();
        for (&column, _) in row.iter().filter(|(_, color)| color.is_none()) {
            let (x, y) = at(column);
            write!(path, "M{x} {y}h{size}v{size}h-{size}z")?;
        }
        if !path.is_empty() {
            write!(out, r#"<path d="{path}"/>"#)?;
        }
        for (&column, color) in row.iter().filter_map(|(column, color)| Some((column, color.as_ref()?))) {
            let ((x, y), fill) = (at(column), colors::nth(color.index()));
            write!(out, r#"<rect x="{x}" y="{y}" width="{size}" height="{size}" fill="{fill}"/>"#)?;
            let name = self.matrix.problem().color_name(*color);
            let letters = name.chars().count();
            if self.side >= ROOMY && letters <= 2 {
                let letter = size as f64 * if letters == 1 { 0.8 } else { 0.6 };
                let (middle, base) =
                    (x as f64 + size as f64 / 2.0, y as f64 + size as f64 / 2.0 + letter * 0.36);
                write!(
                    out,
                    r#"<text x="{}" y="{}" font-family="sans-serif" font-size="{}" text-anchor="middle">{}</text>"#,
                    Length(middle),
                    Length(base),
                    Length(letter),
                    Escaped(name)
                )?;
            }
        }
        Ok(())
    }

    fn write_names(&self, out: &mut String) -> fmt::Result {
        let letter = self.letter;
        writeln!(out, r#"<g font-family="sans-serif" font-size="{letter}" fill="{INK}">"#)?;
        let middle = |start: usize| (start as f64) + (self.side as f64 - 1.0) / 2.0 + letter * 0.36;
        for &place in &self.rows.named {
            let (x, y) = (self.left - 4, Length(middle(self.top + self.rows.starts[place])));
            let name = shortened(&self.rows.names[place], LONGEST);
            writeln!(out, r#"<text x="{x}" y="{y}" text-anchor="end">{}</text>"#, Escaped(&name))?;
        }
        for &place in &self.columns.named {
            let start = self.left + self.columns.starts[place];
            // Secondary items are slanted.
            let style = if place < self.matrix.primary_count() { "" } else { r#" font-style="italic""# };
            let name = shortened(&self.columns.names[place], LONGEST);
            let y = self.top - 4;
            if self.is_flat {
                let x = Length(start as f64 + (self.side as f64 - 1.0) / 2.0);
                writeln!(
                    out,
                    r#"<text x="{x}" y="{y}" text-anchor="middle"{style}>{}</text>"#,
                    Escaped(&name)
                )?;
            } else {
                let x = Length(middle(start));
                writeln!(
                    out,
                    r#"<text transform="translate({x} {y})rotate(-90)"{style}>{}</text>"#,
                    Escaped(&name)
                )?;
            }
        }
        writeln!(out, "</g>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use combien::problem::{Problem, dlx};

    fn drawn(problem: &str) -> String {
        let problem = dlx::parse("t", problem).unwrap().problem;
        matrix_svg("a <matrix>", &Matrix::new(&problem))
    }

    #[test]
    fn small_matrices_are_drawn() {
        insta::assert_snapshot!(drawn("1 2 3 | A\nA 1 3\n2\n"));
        insta::assert_snapshot!(drawn("R1C1 R1C2 0:2|R1#1 | x y\nR1C1 x:A\nR1C2 R1#1 y:B x:long\n"));
    }

    #[test]
    fn empty_matrices_do_no_harm() {
        assert!(matrix_svg("", &Matrix::new(&Problem::default())).contains("</svg>"));
        assert!(drawn("a b\n").contains("</svg>"));
        let secondary = Problem::from_matrix([[true]], Some(0)).unwrap();
        assert!(matrix_svg("", &Matrix::new(&secondary)).contains("</svg>"));
    }

    #[test]
    fn names_keep_their_distance() {
        let step = |places: BTreeSet<usize>| places.into_iter().collect::<Vec<_>>();
        assert_eq!(step(named(&[Break::None; 60], 4)), [0, 19, 39, 59]);
        assert_eq!(step(named(&[Break::None; 3], 8)), [0, 1, 2]);
        let mut breaks = [Break::None; 9];
        (breaks[2], breaks[5], breaks[7]) = (Break::Group, Break::Kind, Break::Group);
        assert_eq!(step(named(&breaks, 4)), [0, 5]);
    }
}
