//! How numbers, texts and paths are written in SVG.

use std::fmt::{self, Write};

use crate::draw::edges::Corner;
use crate::tiling::Lattice;

/// A point on paper: to the right, and down.
pub(in crate::draw) type Point = (f64, f64);

/// A length with at most three decimals, the same on every machine: roots and products are rounded as IEEE
/// 754 says, and so are decimals.
pub(in crate::draw) struct Length(pub(in crate::draw) f64);

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = format!("{:.3}", self.0);
        let short = decimals.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if short == "-0" { "0" } else { short })
    }
}

/// The beginning of a document of this size, with a title, on white.
pub(in crate::draw) fn begin(
    out: &mut String,
    title: &str,
    (width, height): (impl fmt::Display, impl fmt::Display),
) -> fmt::Result {
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">"#
    )?;
    writeln!(out, "<title>{}</title>", Escaped(title))?;
    writeln!(out, r##"<rect width="100%" height="100%" fill="#ffffff"/>"##)
}

/// A text with the characters that mean something in XML written so that they do not.
pub(in crate::draw) struct Escaped<'a>(pub(in crate::draw) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '&' => f.write_str("&amp;"),
            '"' => f.write_str("&quot;"),
            // Neither is a character of XML.
            '\u{fffe}' | '\u{ffff}' => f.write_char(' '),
            c if c.is_control() => f.write_char(' '),
            c => f.write_char(c),
        })
    }
}

/// A closed path through points.
pub(in crate::draw) fn closed(points: impl Iterator<Item = Point>, out: &mut String) -> fmt::Result {
    for (place, (x, y)) in points.enumerate() {
        write!(out, "{}{} {}", if place == 0 { 'M' } else { 'L' }, Length(x), Length(y))?;
    }
    out.write_char('Z')
}

/// A path that is one straight segment.
pub(in crate::draw) fn segment(((ax, ay), (bx, by)): (Point, Point), out: &mut String) -> fmt::Result {
    write!(out, "M{} {}L{} {}", Length(ax), Length(ay), Length(bx), Length(by))
}

/// Where corners lie on paper: a box of them, with its top left at a point.
#[derive(Clone, Copy, Debug)]
pub(in crate::draw) struct Frame {
    /// The least x and the greatest y of the corners.
    anchor: Corner,
    /// The units of the drawing plane on paper.
    unit: (f64, f64),
    top_left: Point,
    pub(in crate::draw) size: (f64, f64),
}

impl Frame {
    /// The frame of some corners, the top left of which is at (0, 0).
    pub(in crate::draw) fn around(corners: impl Iterator<Item = Corner>, unit: (f64, f64)) -> Frame {
        let point = |(x, y): Corner| (x, y, x, y);
        let (left, low, right, high) = corners
            .map(point)
            .reduce(|(a, b, c, d), (x, y, _, _)| (a.min(x), b.min(y), c.max(x), d.max(y)))
            .unwrap_or_default();
        let size = (f64::from(right - left) * unit.0, f64::from(high - low) * unit.1);
        Frame { anchor: (left, high), unit, top_left: (0.0, 0.0), size }
    }

    /// This frame with its top left elsewhere.
    #[must_use]
    pub(in crate::draw) fn at(self, top_left: Point) -> Frame {
        Frame { top_left, ..self }
    }

    pub(in crate::draw) fn top_left(&self) -> Point {
        self.top_left
    }

    /// Where a corner is.
    pub(in crate::draw) fn point(&self, (x, y): Corner) -> Point {
        let (left, top) = self.top_left;
        let (across, down) = (f64::from(x - self.anchor.0), f64::from(self.anchor.1 - y));
        (left + across * self.unit.0, top + down * self.unit.1)
    }
}

/// The units of the drawing plane of a lattice whose cells have this side.
pub(in crate::draw) fn unit(lattice: &Lattice, side: f64) -> (f64, f64) {
    let (across, up) = lattice.unit();
    (across * side, up * side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_short() {
        let written = [20.784_609, 3.0, 0.25, -0.000_1, 100.0].map(|length| Length(length).to_string());
        assert_eq!(written, ["20.785", "3", "0.25", "0", "100"]);
    }
}
