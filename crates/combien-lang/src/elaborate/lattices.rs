//! Lattices that a file defines.

use combien::diagnostic::Diagnostic;
use combien_tiling::{Axes, Lattice, Tessellation, TessellationError};

use super::Elaborator;
use super::names::Instance;
use crate::ast::{self, Coordinates, Grid, Outlines, Space, Spanned};

impl Elaborator {
    /// The lattice of these outlines.
    pub(super) fn tessellation(&mut self, name: &Instance, written: &Outlines) -> Option<Lattice> {
        let word = name.name.node.as_str();
        if Grid::by_word(word).is_some() || word == "marked" {
            let message = format!("a lattice cannot be named `{word}`, which has a meaning before a drawing");
            self.error("no-lattice", &name.name.span, message, Some("give it another name".to_owned()));
            return None;
        }
        let axes = match &written.axes.node {
            ast::Axes::Square => Some(Axes::Square),
            ast::Axes::Hexagon => Some(Axes::Hexagon),
            ast::Axes::Rectangle(lengths) => {
                self.size(lengths, Space::Plane).map(|size| Axes::Rectangle(size.width, size.height))
            }
            ast::Axes::Rhombus(lengths) => {
                self.size(lengths, Space::Plane).map(|size| Axes::Rhombus(size.width, size.height))
            }
        };
        let pitch = self.whole(&written.pitch, |value| format!("cells cannot repeat after {value} units"));
        let block = written.block.as_ref().map(|block| self.size(block, Space::Plane));
        let corners = |elaborator: &mut Self, cell: &Spanned<Vec<Coordinates>>| {
            let corners = cell.node.iter().map(|at| elaborator.position(at, Space::Plane));
            let corners: Vec<_> = corners.map(|at| at.map(|at| (at.x, at.y))).collect();
            corners.into_iter().collect::<Option<Vec<(i32, i32)>>>()
        };
        let cells: Vec<_> = written.cells.iter().map(|cell| corners(self, cell)).collect();
        let cells = cells.into_iter().collect::<Option<Vec<_>>>()?;
        let mut tessellation = Tessellation::new(&name.shown(), axes?, pitch?, cells);
        if let Some(size) = block {
            let size = size?;
            tessellation.block = (size.width, size.height);
        }
        let words = |text: &ast::Text| text.node.split_whitespace().map(str::to_owned).collect();
        tessellation.motions = written.motions.as_ref().map(words);
        match tessellation.lattice() {
            Ok(lattice) => Some(lattice),
            Err(error) => {
                self.no_lattice(name, written, &error);
                None
            }
        }
    }

    fn no_lattice(&mut self, name: &Instance, written: &Outlines, error: &TessellationError) {
        let cell = error.cell().and_then(|place| written.cells.get(place)).map(|cell| cell.span.clone());
        let (place, hint) = match error {
            TessellationError::Pitch(_) => (Some(written.pitch.span.clone()), None),
            TessellationError::Axes => (Some(written.axes.span.clone()), None),
            TessellationError::Block(..) => (
                written.block.as_ref().map(|block| block.span.clone()),
                Some("`in 3x2` gives a unit of six cells three columns and two rows"),
            ),
            TessellationError::Repeats(_) => (
                Some(written.pitch.span.clone()),
                Some(
                    "list the least part that repeats; if it repeats like bricks, the axes are those of a `rhombus`",
                ),
            ),
            TessellationError::Flat(_) => (None, Some("list its corners in order around it")),
            TessellationError::SameMiddle(..) => {
                (None, Some("each cell of a unit is listed once, and none of the next unit"))
            }
            TessellationError::Open(..) => (
                None,
                Some(
                    "cells meet whole side to whole side: where the corner of another cell lies on a side, that is a corner too",
                ),
            ),
            TessellationError::NotKept(..) => (
                None,
                Some("leave the isometry out, or `~motions` altogether: then all that there are count"),
            ),
            TessellationError::NoIsometry(..) | TessellationError::NoMotions => {
                (written.motions.as_ref().map(|motions| motions.span.clone()), None)
            }
            _ => (None, None),
        };
        let place = self.place(&place.or(cell).unwrap_or_else(|| name.name.span.clone()));
        let diagnostic = Diagnostic::error("no-lattice", error.to_string(), place);
        self.diagnostics.push(Diagnostic { hint: hint.map(str::to_owned), ..diagnostic });
    }
}
