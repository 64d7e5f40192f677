//! Tables of labels as SVG: a square a cell, a label in it, strong lines between regions.

use std::fmt::{self, Write};

use super::super::table::Table;
use super::markings::Markings;
use super::write::{Escaped, Length, begin, segment};
use super::{INK, MARGIN, PALE, SvgOptions};
use crate::draw::reading::Lines;
use crate::draw::squares::squares;

/// A table as an SVG document. Of the options only the size of a cell matters, unless it [has
/// sides](Table::has_sides): then it is drawn as a tiling by squares.
///
/// ```
/// use combien_tiling::draw::{SvgOptions, table_svg};
/// use combien_puzzles::{Reading, Surface, queens};
///
/// let one = queens(1, Surface::Plane)?;
/// let solution = combien::solve::first(one.problem())?.unwrap();
/// let Reading::Table(board) = one.read(&solution) else { panic!() };
/// assert!(table_svg(one.title(), &board, &SvgOptions::default()).contains(">Q</text>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn table_svg(title: &str, table: &Table, options: &SvgOptions) -> String {
    if let Some(picture) = squares(title, table) {
        return super::svg(&picture, options);
    }
    let markings = Markings { table, side: side(options) };
    let (mut below, mut above) = (String::new(), String::new());
    // Writing to a string does not fail.
    let _ = markings.write_below(&mut below).and_then(|()| markings.write_above(&mut above));
    let mut document = String::new();
    let _ = write_table(title, table, markings.side, [&below, &above], &mut document);
    document
}

/// Squares where cells are black.
fn write_black(table: &Table, side: f64, out: &mut String) -> fmt::Result {
    for place in (0..table.cells.len()).filter(|&place| is_black(table, place)) {
        let at = |number: usize| Length(MARGIN + number as f64 * side);
        let (x, y, side) = (at(place % table.columns), at(place / table.columns), Length(side));
        writeln!(out, r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{INK}"/>"#)?;
    }
    Ok(())
}

fn is_black(table: &Table, place: usize) -> bool {
    table.has_black && table.cells[place].as_deref() == Some("#")
}

pub(super) fn side(options: &SvgOptions) -> f64 {
    if options.cell.is_nan() { 24.0 } else { options.cell.clamp(1.0, 1000.0) }
}

/// What is given lies below the lines of the table, and above them.
fn write_table(
    title: &str,
    table: &Table,
    side: f64,
    [below, above]: [&str; 2],
    out: &mut String,
) -> fmt::Result {
    let (rows, columns) = (table.rows(), table.columns);
    let at = |number: usize| MARGIN + number as f64 * side;
    let (width, height) = ((at(columns) + MARGIN).ceil(), (at(rows) + MARGIN).ceil());
    begin(out, title, (width, height))?;
    write_black(table, side, out)?;
    out.push_str(below);
    let (mut light, mut strong) = (String::new(), String::new());
    let lines = Lines { table };
    for row in 0..=rows {
        for column in 0..columns {
            if !table.has(row, column) && !row.checked_sub(1).is_some_and(|above| table.has(above, column)) {
                continue;
            }
            let path = if lines.is_level(row, column) { &mut strong } else { &mut light };
            segment(((at(column), at(row)), (at(column + 1), at(row))), path)?;
        }
    }
    for row in 0..rows {
        for column in 0..=columns {
            if !table.has(row, column) && !column.checked_sub(1).is_some_and(|left| table.has(row, left)) {
                continue;
            }
            let path = if lines.is_upright(row, column) { &mut strong } else { &mut light };
            segment(((at(column), at(row)), (at(column), at(row + 1))), path)?;
        }
    }
    let (wide, pale) = (Length((side / 12.0).clamp(0.5, 2.5)), PALE.0);
    for (path, color, width) in [(light, pale, Length(1.0)), (strong, INK, wide)] {
        if !path.is_empty() {
            writeln!(
                out,
                r#"<path d="{path}" stroke="{color}" stroke-width="{width}" stroke-linecap="square" fill="none"/>"#
            )?;
        }
    }
    out.push_str(above);
    writeln!(out, r#"<g font-family="sans-serif" text-anchor="middle" fill="{INK}">"#)?;
    let labels = table.cells.iter().enumerate().filter(|&(cell, _)| !is_black(table, cell));
    for (cell, label) in labels.filter_map(|(cell, label)| Some((cell, label.as_ref()?))) {
        let (row, column) = (cell / columns, cell % columns);
        // Long labels are made smaller, so that they stay within their cell.
        let size = side * (0.6f64).min(1.2 / label.chars().count().max(1) as f64);
        let (x, y) = (at(column) + side / 2.0, at(row) + side / 2.0 + size * 0.35);
        let (x, y, size) = (Length(x), Length(y), Length(size));
        writeln!(out, r#"<text x="{x}" y="{y}" font-size="{size}">{}</text>"#, Escaped(label))?;
    }
    writeln!(out, "</g>\n</svg>")
}
