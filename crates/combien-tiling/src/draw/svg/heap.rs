//! Polyhedra seen from the front, the right and above, each drawn over those behind it.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::write::{Escaped, Frame, Length, closed};
use super::{INK, Paint};
use crate::draw::edges::Corner;
use crate::tiling::{Cell, Lattice, real_dot};

/// Where the eye is, what is right on paper, and what is up: of length 1 and at right angles. Not along any
/// axis or face of a honeycomb, so that no visible face is a line.
const EYE: [f64; 3] = [0.48, -0.64, 0.6];
const RIGHT: [f64; 3] = [0.8, 0.6, 0.0];
const UP: [f64; 3] = [-0.36, 0.48, 0.8];
/// Corners have whole coordinates: this many to the side of a cell.
const FINE: f64 = 1000.0;
/// How dark a side is that the light, from above and the left, does not reach.
const DARKEST: f64 = 0.4;

/// A visible face.
struct Face {
    region: usize,
    /// How dark it is.
    shade: f64,
    corners: Vec<Corner>,
}

/// What is seen of some cells of a honeycomb.
pub(super) struct Heap {
    /// The farthest first.
    faces: Vec<Face>,
}

impl Heap {
    /// Cells with the regions they belong to; `None` if the lattice is none of polyhedra.
    pub(super) fn new(lattice: &Lattice, cells: &[(Cell, usize)]) -> Option<Heap> {
        let polyhedra = lattice.form().polyhedra.as_ref()?;
        let center = |Cell { x, y, z }: Cell| {
            let [a, b, c] = polyhedra.frame;
            [0, 1, 2].map(|axis| f64::from(x) * a[axis] + f64::from(y) * b[axis] + f64::from(z) * c[axis])
        };
        let regions: BTreeMap<Cell, usize> = cells.iter().copied().collect();
        let mut sorted: Vec<(Cell, usize)> = cells.to_vec();
        // A cell hides another one only if its center is nearer: see `honeycomb`.
        sorted.sort_by(|one, other| {
            let near = |cell: &(Cell, usize)| real_dot(center(cell.0), EYE);
            near(one).total_cmp(&near(other))
        });
        let mut faces = vec![];
        for (cell, region) in sorted {
            let middle = center(cell);
            let kind = lattice.kind(cell).unwrap_or_default();
            for (step, corners) in &polyhedra.faces[kind] {
                let out = center(*step);
                if real_dot(out, EYE) <= 0.0 || regions.get(&(cell + *step)) == Some(&region) {
                    continue;
                }
                let lit = (real_dot(out, UP) - real_dot(out, RIGHT)) / real_dot(out, out).sqrt();
                let on_paper = |corner: &[f64; 3]| {
                    let at = [0, 1, 2].map(|axis| middle[axis] + corner[axis]);
                    [RIGHT, UP].map(|axis| (real_dot(at, axis) * FINE).round() as i32).into()
                };
                let shade = DARKEST * (0.5 - lit / 2.0).clamp(0.0, 1.0);
                faces.push(Face { region, shade, corners: corners.iter().map(on_paper).collect() });
            }
        }
        Some(Heap { faces })
    }

    /// The frame around it, if the side of a cell has this length.
    pub(super) fn frame(&self, side: f64) -> Frame {
        let corners = self.faces.iter().flat_map(|face| face.corners.iter().copied());
        Frame::around(corners, (side / FINE, side / FINE))
    }

    /// Draws it, with lines of this width.
    pub(super) fn write<'a>(
        &self,
        frame: Frame,
        paint: impl Fn(usize) -> Paint<'a>,
        line: f64,
        out: &mut String,
    ) -> fmt::Result {
        let line = Length(line);
        for face in &self.faces {
            let (color, name) = paint(face.region);
            let mut path = String::new();
            closed(face.corners.iter().map(|&corner| frame.point(corner)), &mut path)?;
            let shape = format!(r#"stroke-linejoin="round" d="{path}""#);
            write!(out, r#"<path fill="{color}" stroke="{INK}" stroke-width="{line}" {shape}>"#)?;
            match name {
                Some(name) => writeln!(out, "<title>{}</title></path>", Escaped(name))?,
                None => writeln!(out, "</path>")?,
            }
            let shade = Length(face.shade);
            writeln!(
                out,
                r##"<path fill="#000000" fill-opacity="{shade}" pointer-events="none" d="{path}"/>"##
            )?;
        }
        Ok(())
    }
}
