//! Parts of a graph as SVG: the vertices on a circle, the edges of the parts thick.

use std::fmt::{self, Write};

use super::super::table::Parts;
use super::write::{Escaped, Length, Point, begin, segment};
use super::{INK, MARGIN, PALE, SvgOptions};
use crate::draw::colors::PALETTE;

/// Parts of a graph as an SVG document. The vertices stand on a circle, clockwise from the top in their
/// order; each part has a color and thick edges. Of the options only the size of a cell matters, which is
/// about the distance of two vertices.
///
/// ```
/// use combien_tiling::draw::{SvgOptions, graph_svg};
/// use combien_puzzles::{Reading, Text, factor};
///
/// let square = Text::new("square", "a b\nb c\nc d\nd a\n");
/// let edges = factor(&square, &Text::new("pieces", "path2"))?;
/// let Reading::Graph(parts) = edges.read(&combien::solve::first(edges.problem())?.unwrap()) else { panic!() };
/// assert_eq!(graph_svg(edges.title(), &parts, &SvgOptions::default()).matches("<circle").count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn graph_svg(title: &str, graph: &Parts, options: &SvgOptions) -> String {
    let mut document = String::new();
    // Writing to a string does not fail.
    let _ = write_graph(title, graph, super::table::side(options), &mut document);
    document
}

fn write_graph(title: &str, graph: &Parts, side: f64, out: &mut String) -> fmt::Result {
    let count = graph.vertices.len();
    let (dot, letters) = (side * 0.25, side * 0.5);
    // Names stand outside the circle, to the left and to the right of it.
    let longest = graph.vertices.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let names = letters * (0.6 * longest as f64 + 1.0) + dot;
    let radius = (side * 1.5 * count as f64 / 6.0).max(side * 2.0);
    let (right, down) = (MARGIN + names + radius, MARGIN + letters * 2.0 + radius);
    let (width, height) = ((2.0 * right).ceil(), (2.0 * down).ceil());
    let points = circle(count);
    let at =
        |vertex: usize, radius: f64| (right + radius * points[vertex].0, down - radius * points[vertex].1);
    begin(out, title, (width, height))?;
    let lines = |edges: &[(usize, usize)], color: &str, width: f64, out: &mut String| {
        let mut path = String::new();
        for &(one, other) in edges {
            segment((at(one, radius), at(other, radius)), &mut path)?;
        }
        let width = Length(width);
        if path.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            r#"<path d="{path}" stroke="{color}" stroke-width="{width}" stroke-linecap="round" fill="none"/>"#
        )
    };
    lines(&graph.edges, PALE.0, 1.0, out)?;
    let mut colors = vec!["#ffffff"; count];
    for (part, &color) in graph.parts.iter().zip(PALETTE.iter().cycle()) {
        lines(&part.edges, INK, (side / 6.0).max(2.0), out)?;
        lines(&part.edges, color, (side / 6.0).max(2.0) * 0.7, out)?;
        for &vertex in &part.vertices {
            colors[vertex] = color;
        }
    }
    writeln!(out, r#"<g font-family="sans-serif" font-size="{}" fill="{INK}">"#, Length(letters))?;
    for (vertex, name) in graph.vertices.iter().enumerate() {
        let (x, y) = at(vertex, radius);
        let (x, y) = (Length(x), Length(y));
        let (color, dot) = (colors[vertex], Length(dot));
        writeln!(out, r#"<circle cx="{x}" cy="{y}" r="{dot}" fill="{color}" stroke="{INK}"/>"#)?;
        let (x, y) = at(vertex, radius + side * 0.55);
        let anchor = match points[vertex].0 {
            sideways if sideways > 0.2 => "start",
            sideways if sideways < -0.2 => "end",
            _ => "middle",
        };
        let (x, y) = (Length(x), Length(y + letters * 0.35));
        writeln!(out, r#"<text x="{x}" y="{y}" text-anchor="{anchor}">{}</text>"#, Escaped(name))?;
    }
    writeln!(out, "</g>\n</svg>")
}

/// Points of the unit circle at equal distances, clockwise from (0, 1). By sums and products alone, which are
/// the same on every machine; sines are not.
fn circle(count: usize) -> Vec<Point> {
    let angle = std::f64::consts::TAU / count.max(1) as f64;
    // The series of the cosine and the sine: the angle is at most 2π, so 40 terms are more than enough.
    let (mut cosine, mut sine, mut term) = (0.0, 0.0, 1.0);
    for power in 0..40 {
        match power % 4 {
            0 => cosine += term,
            1 => sine += term,
            2 => cosine -= term,
            _ => sine -= term,
        }
        term *= angle / f64::from(power + 1);
    }
    let next = |&(x, y): &Point| Some((x * cosine + y * sine, y * cosine - x * sine));
    std::iter::successors(Some((0.0, 1.0)), next).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::circle;

    /// The formula, by the functions of the standard library.
    #[test]
    fn vertices_stand_on_a_circle() {
        for count in [1, 2, 3, 10, 1000] {
            for (vertex, (x, y)) in circle(count).into_iter().enumerate() {
                let angle = std::f64::consts::TAU * vertex as f64 / count as f64;
                assert!(
                    (x - angle.sin()).abs() < 1e-9 && (y - angle.cos()).abs() < 1e-9,
                    "{vertex} of {count}"
                );
            }
        }
    }
}
