//! Text pictures of lattices whose outlines cannot be drawn in text: each cell has the label of its piece.

use super::canvas::{Canvas, written};
use super::picture::Picture;
use crate::tiling::{Axes, Cell, Lattice};

/// Where letters stand.
#[derive(Clone, Copy)]
pub(super) struct Page {
    lattice: Lattice,
    /// Columns from the middle of a cell to the next one: room for the longest label and a space, an even number.
    across: i32,
}

impl Page {
    /// A page for labels of this length at most; `None` for a lattice whose cells are drawn by lines.
    pub(super) fn new(lattice: Lattice, widest: i32) -> Option<Page> {
        let is_lettered = matches!(
            lattice,
            Lattice::Sphere | Lattice::Quarter | Lattice::Kite | Lattice::Stick | Lattice::Custom(_)
        );
        is_lettered.then_some(Page { lattice, across: widest + 2 - widest % 2 })
    }

    /// The height and the column of the middle of a cell's label.
    fn place(self, cell: Cell) -> (i32, i32) {
        let Cell { x, y, z } = self.lattice.position(cell);
        let across = self.across;
        match self.lattice {
            // The left and the right quarter of a square stand on the line between those of the top and the bottom one.
            Lattice::Quarter => {
                let (column, row) = (2 * across * x.div_euclid(2), 3 * y.div_euclid(2));
                match (x.rem_euclid(2), y.rem_euclid(2)) {
                    (0, 0) => (row + 1, column),
                    (1, 0) => (row, column + across / 2),
                    (0, _) => (row + 2, column + across / 2),
                    _ => (row + 1, column + across),
                }
            }
            // Room around each hexagon.
            Lattice::Kite => {
                let (column, row) = (x.div_euclid(3), y.div_euclid(2));
                (3 * row + y.rem_euclid(2), across * (4 * column + x.rem_euclid(3) + 2 * row))
            }
            Lattice::Stick => {
                let corner = 2 * across * x.div_euclid(2);
                if x.rem_euclid(2) == 0 { (2 * y, corner + across) } else { (2 * y + 1, corner) }
            }
            // Room around each unit; units stand as the axes lead.
            Lattice::Custom(custom) => {
                let (columns, rows) = self.lattice.block();
                let (columns, rows) = (columns as i32, rows as i32);
                let [wide, high] = [columns, rows].map(|length| length + i32::from(length > 1));
                let (unit, up) = (x.div_euclid(columns), y.div_euclid(rows));
                let (up, lean) = match custom.tessellation().axes {
                    Axes::Hexagon => (up, across / 2 * wide * up),
                    Axes::Rhombus(..) => (unit + up, -across * wide * up),
                    Axes::Square | Axes::Rectangle(..) => (up, 0),
                };
                (high * up + y.rem_euclid(rows), across * (wide * unit + x.rem_euclid(columns)) + lean)
            }
            _ => (y, across * x + across / 2 * z),
        }
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
    pub(super) fn layer(self, picture: &Picture, z: i32, label: impl Fn(Cell) -> String) -> String {
        let mut canvas = Canvas::new();
        for &cell in picture.cells().iter().filter(|cell| cell.z == z) {
            if self.lattice == Lattice::Stick {
                canvas.extend(self.ends(cell).map(|end| (end, '+')));
            }
            let (height, column) = self.place(cell);
            let label = label(cell);
            let left = column - label.chars().count().saturating_sub(1) as i32 / 2;
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
        written(&canvas, left, low..=high)
    }
}
