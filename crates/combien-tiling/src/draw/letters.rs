//! Text pictures of lattices whose outlines cannot be drawn in text: each cell has the label of its piece.

use super::canvas::{Canvas, written};
use super::paint::Paint;
use super::picture::Picture;
use crate::tiling::{Axes, Cell, Lattice, Letters};

/// Where letters stand.
#[derive(Clone, Copy)]
pub(super) struct Page<'a> {
    lattice: &'a Lattice,
    /// Columns from the middle of a cell to the next one: room for the longest label and a space, an even
    /// number.
    across: i32,
}

impl Page<'_> {
    /// A page for labels of this length at most; `None` for a lattice whose cells are drawn by lines.
    pub(super) fn new(lattice: &Lattice, widest: i32) -> Option<Page<'_>> {
        let is_lettered = lattice.form().linework.is_none();
        is_lettered.then_some(Page { lattice, across: widest + 2 - widest % 2 })
    }

    /// The height and the column of the middle of a cell's label. There is room around each unit; units stand
    /// as the axes lead.
    fn place(self, cell: Cell) -> (i32, i32) {
        let Letters { pitch: (wide, high), places } = &self.lattice.form().letters;
        let (columns, rows) = self.lattice.block();
        let (columns, rows) = (columns as i32, rows as i32);
        let Cell { x, y, z } = self.lattice.position(cell);
        let (unit, up) = (x.div_euclid(columns), y.div_euclid(rows));
        let (halves, height) = places[(x.rem_euclid(columns) + columns * y.rem_euclid(rows)) as usize];
        let (up, lean) = match self.lattice.form().axes {
            Axes::Hexagon => (up, wide * up),
            Axes::Rhombus(..) => (unit + up, -2 * wide * up),
            Axes::Square | Axes::Rectangle(..) => (up, 0),
        };
        (high * up + height, self.across / 2 * (2 * wide * unit + halves + lean + z))
    }

    /// The ends of a stick.
    fn ends(self, cell: Cell) -> [(i32, i32); 2] {
        let (height, column) = self.place(cell);
        match self.lattice.position(cell).x.rem_euclid(2) {
            0 => [(height, column - self.across), (height, column + self.across)],
            _ => [(height - 1, column), (height + 1, column)],
        }
    }

    /// A layer, with this text for each cell.
    pub(super) fn layer(
        self,
        picture: &Picture,
        z: i32,
        label: impl Fn(Cell) -> String,
        colors: &[u8],
    ) -> String {
        let (mut canvas, mut paint) = (Canvas::new(), Paint::new());
        for &cell in picture.cells().iter().filter(|&&cell| self.lattice.position(cell).z == z) {
            if self.lattice.is_of_lines() {
                canvas.extend(self.ends(cell).map(|end| (end, '+')));
            }
            let (height, column) = self.place(cell);
            let label = label(cell);
            let left = column - label.chars().count().saturating_sub(1) as i32 / 2;
            if let Some(&color) = picture.region(cell).and_then(|region| colors.get(region)) {
                paint.extend((left..).zip(label.chars()).map(|(column, _)| ((height, column), color)));
            }
            canvas.extend((left..).zip(label.chars()).map(|(column, c)| ((height, column), c)));
        }
        let (Some((&(low, _), _)), Some((&(high, _), _))) =
            (canvas.first_key_value(), canvas.last_key_value())
        else {
            return String::new();
        };
        // All layers have one left side, so that they can be laid on each other.
        let left = if picture.layers().count() > 1 {
            let columns = picture.cells().iter().map(|&cell| self.place(cell).1);
            columns.min().unwrap_or(0) + 1 - self.across
        } else {
            canvas.keys().map(|&(_, column)| column).min().unwrap_or(0)
        };
        written(canvas, &paint, left, low..=high)
    }
}
