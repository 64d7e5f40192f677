//! The rules of Sudoku variants on a table: cages, lines, and signs between cells.

use std::fmt::{self, Write};

use super::super::table::{Marking, Table};
use super::write::{Length, Point, closed, segment};
use super::{INK, MARGIN};

/// Cages are drawn this far within their cells; all lengths are in sides of a cell.
const INSET: f64 = 0.07;
const SHADE: &str = "#e3e6ea";
const GREY: &str = "#c3c7cc";

/// The rules of a table whose cells have this side.
pub(super) struct Markings<'a> {
    pub(super) table: &'a Table,
    pub(super) side: f64,
}

/// How a line through cells is drawn: its color, its width, and the circle around its first cell.
struct Stroke {
    color: &'static str,
    width: f64,
    circle: Circle,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Circle {
    None,
    Filled,
    Open,
}

fn stroke(word: &str) -> Option<Stroke> {
    let (color, width, circle) = match word {
        "thermometer" => (GREY, 0.3, Circle::Filled),
        "arrow" => ("#8a9099", 0.07, Circle::Open),
        "palindrome" => (GREY, 0.18, Circle::None),
        "whisper" => ("#a6d8a8", 0.18, Circle::None),
        "renban" => ("#dcb4e6", 0.18, Circle::None),
        "sum" => ("#f3c9a5", 0.12, Circle::None),
        "diagonals" => ("#9cc3ea", 0.05, Circle::None),
        _ => return None,
    };
    Some(Stroke { color, width, circle })
}

impl Markings<'_> {
    fn length(&self, sides: f64) -> Length {
        Length(sides * self.side)
    }

    /// A point of a cell, in sides from its top left corner.
    fn at(&self, cell: usize, (x, y): Point) -> Point {
        let (row, column) = (cell / self.table.columns, cell % self.table.columns);
        (MARGIN + (column as f64 + x) * self.side, MARGIN + (row as f64 + y) * self.side)
    }

    fn centre(&self, cell: usize) -> Point {
        self.at(cell, (0.5, 0.5))
    }

    fn circle(&self, (x, y): Point, radius: f64, paint: &str, out: &mut String) -> fmt::Result {
        writeln!(
            out,
            r#"<circle cx="{}" cy="{}" r="{}" {paint}/>"#,
            Length(x),
            Length(y),
            self.length(radius)
        )
    }

    fn square(&self, cell: usize, inset: f64, out: &mut String) -> fmt::Result {
        let ((x, y), side) = (self.at(cell, (inset, inset)), self.length(1.0 - 2.0 * inset));
        writeln!(
            out,
            r#"<rect x="{}" y="{}" width="{side}" height="{side}" fill="{SHADE}"/>"#,
            Length(x),
            Length(y)
        )
    }

    /// What lies under the lines of the table and the labels.
    pub(super) fn write_below(&self, out: &mut String) -> fmt::Result {
        if self.table.columns == 0 {
            return Ok(());
        }
        let shaded = ["windows", "region", "even", "odd"];
        let is_shade = |marking: &&Marking| shaded.contains(&marking.word);
        for marking in self.table.markings.iter().filter(is_shade) {
            for &cell in &marking.cells {
                match marking.word {
                    "odd" => self.circle(self.centre(cell), 0.38, &format!(r#"fill="{SHADE}""#), out)?,
                    "even" => self.square(cell, 0.14, out)?,
                    _ => self.square(cell, 0.0, out)?,
                }
            }
        }
        for marking in &*self.table.markings {
            if let Some(stroke) = stroke(marking.word) {
                self.write_line(&stroke, marking, out)?;
            }
        }
        Ok(())
    }

    fn write_line(&self, stroke: &Stroke, marking: &Marking, out: &mut String) -> fmt::Result {
        let Stroke { color, width, circle } = *stroke;
        let mut points: Vec<Point> = marking.cells.iter().map(|&cell| self.centre(cell)).collect();
        let (Some(&first), Some(&cell)) = (points.first(), marking.cells.first()) else { return Ok(()) };
        // The line of an arrow begins at its circle.
        if let (Circle::Open, [start, next, ..]) = (circle, &mut points[..]) {
            *start = along(*start, *next, 0.38 * self.side);
        }
        let mut path = String::new();
        for two in points.windows(2) {
            segment((two[0], two[1]), &mut path)?;
        }
        if circle == Circle::Open
            && let [.., before, end] = points[..]
        {
            for aside in [1.0, -1.0] {
                let back = along(end, before, 0.2 * self.side);
                let (dx, dy) = (back.0 - end.0, back.1 - end.1);
                segment((end, (back.0 - aside * 0.6 * dy, back.1 + aside * 0.6 * dx)), &mut path)?;
            }
        }
        let width = self.length(width);
        writeln!(
            out,
            r#"<path d="{path}" stroke="{color}" stroke-width="{width}" stroke-linecap="round" fill="none"/>"#
        )?;
        match circle {
            Circle::None => {}
            Circle::Filled => self.circle(first, 0.36, &format!(r#"fill="{color}""#), out)?,
            Circle::Open => {
                let paint = format!(r#"fill="none" stroke="{color}" stroke-width="{width}""#);
                self.circle(first, 0.38, &paint, out)?;
            }
        }
        if let Some(sum) = marking.sum {
            self.write_sum(cell, sum, out)?;
        }
        Ok(())
    }

    /// What lies above the lines: cages, and signs between two cells.
    pub(super) fn write_above(&self, out: &mut String) -> fmt::Result {
        if self.table.columns == 0 {
            return Ok(());
        }
        let mut cages = String::new();
        for marking in self.table.markings.iter().filter(|marking| marking.word == "cage") {
            self.cage(&marking.cells, &mut cages)?;
        }
        if !cages.is_empty() {
            let (width, dash) = (self.length(0.03), self.length(0.12));
            writeln!(
                out,
                r#"<path d="{cages}" stroke="{INK}" stroke-width="{width}" stroke-dasharray="{dash}" fill="none"/>"#
            )?;
        }
        for marking in &*self.table.markings {
            match (marking.word, &marking.cells[..]) {
                ("cage", cells) => {
                    if let (Some(sum), Some(&first)) = (marking.sum, cells.iter().min()) {
                        self.write_sum(first, sum, out)?;
                    }
                }
                (word @ ("white" | "black" | "x" | "v"), &[one, other]) => {
                    self.write_sign(word, (one, other), out)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn write_sign(&self, word: &str, (one, other): (usize, usize), out: &mut String) -> fmt::Result {
        let (a, b) = (self.centre(one), self.centre(other));
        let (x, y) = (a.0.midpoint(b.0), a.1.midpoint(b.1));
        match word {
            "black" => self.circle((x, y), 0.13, &format!(r#"fill="{INK}""#), out),
            "white" => {
                let paint =
                    format!(r##"fill="#ffffff" stroke="{INK}" stroke-width="{}""##, self.length(0.04));
                self.circle((x, y), 0.13, &paint, out)
            }
            _ => self.write_words(&word.to_uppercase(), (x, y + 0.11 * self.side), ("middle", 0.3), out),
        }
    }

    /// A sum in the corner of a cell.
    fn write_sum(&self, cell: usize, sum: usize, out: &mut String) -> fmt::Result {
        let place = self.at(cell, (0.09, 0.28));
        self.write_words(&sum.to_string(), place, ("start", 0.24), out)
    }

    /// Words that hide the lines behind them.
    fn write_words(
        &self,
        words: &str,
        (x, y): Point,
        (anchor, size): (&str, f64),
        out: &mut String,
    ) -> fmt::Result {
        let (x, y, size, halo) = (Length(x), Length(y), self.length(size), self.length(0.08));
        writeln!(
            out,
            r##"<text x="{x}" y="{y}" font-family="sans-serif" font-size="{size}" text-anchor="{anchor}" fill="{INK}" stroke="#ffffff" stroke-width="{halo}" paint-order="stroke">{words}</text>"##
        )
    }

    /// The outline of some cells, within them.
    fn cage(&self, cells: &[usize], out: &mut String) -> fmt::Result {
        let columns = self.table.columns as i64;
        let has = |row: i64, column: i64| {
            (0..columns).contains(&column)
                && row >= 0
                && cells.contains(&usize::try_from(row * columns + column).unwrap_or(usize::MAX))
        };
        if cells.len() == 1 {
            let corners =
                [(INSET, INSET), (1.0 - INSET, INSET), (1.0 - INSET, 1.0 - INSET), (INSET, 1.0 - INSET)];
            return closed(corners.into_iter().map(|corner| self.at(cells[0], corner)), out);
        }
        for &cell in cells {
            let (row, column) = (cell as i64 / columns, cell as i64 % columns);
            // Above, right, below, left: the step across a side, and the step along it.
            for (across, along) in [((-1, 0), (0, 1)), ((0, 1), (1, 0)), ((1, 0), (0, 1)), ((0, -1), (1, 0))]
            {
                if has(row + across.0, column + across.1) {
                    continue;
                }
                // At each end the line stops within the cell, or meets that of a cell beside it or at its
                // corner.
                let end = |sign: i64| {
                    let beside = (row + sign * along.0, column + sign * along.1);
                    let inset = match (has(beside.0, beside.1), has(beside.0 + across.0, beside.1 + across.1))
                    {
                        (false, _) => -INSET,
                        (true, false) => 0.0,
                        (true, true) => INSET,
                    };
                    sign as f64 * (0.5 + inset)
                };
                let out_by = 0.5 - INSET;
                let point = |end: f64| {
                    let x = 0.5 + across.1 as f64 * out_by + along.1 as f64 * end;
                    let y = 0.5 + across.0 as f64 * out_by + along.0 as f64 * end;
                    self.at(cell, (x, y))
                };
                segment((point(end(-1)), point(end(1))), out)?;
            }
        }
        Ok(())
    }
}

/// The point on the way from one to another, this far from the first.
fn along(from: Point, to: Point, distance: f64) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let part = distance / (dx * dx + dy * dy).sqrt();
    (from.0 + part * dx, from.1 + part * dy)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use combien::random::SplitMix64;

    fn table(markings: Vec<Marking>) -> Table {
        Table {
            columns: 4,
            cells: vec![None; 16],
            regions: None,
            has_sides: false,
            has_black: false,
            markings: markings.into(),
        }
    }

    /// The line around a cage has no end, whatever its shape: each point is the end of two segments, or of
    /// four where two cells touch at a corner.
    #[test]
    fn cages_are_closed() {
        let mut random = SplitMix64::new(7);
        for _ in 0..300 {
            let cells: Vec<usize> = (0..16).filter(|_| random.place(2) == 0).collect();
            if cells.len() < 2 {
                continue;
            }
            let (table, mut path) = (table(vec![]), String::new());
            Markings { table: &table, side: 100.0 }.cage(&cells, &mut path).unwrap();
            let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
            for end in path.split(['M', 'L']).filter(|end| !end.is_empty()) {
                *ends.entry(end).or_default() += 1;
            }
            assert!(ends.values().all(|&times| times % 2 == 0), "{cells:?}: {path}");
        }
    }
}
