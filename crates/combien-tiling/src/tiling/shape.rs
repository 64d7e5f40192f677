//! Shapes: finite sets of cells.

use super::{Cell, Isometry, Lattice};

/// A finite set of cells, in ascending order. It does not keep the frame in which it was drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape(Vec<Cell>);

impl Shape {
    /// The cells, ascending.
    pub fn cells(&self) -> &[Cell] {
        &self.0
    }

    /// How many cells.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Has it no cells?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Is the cell one of its cells?
    pub fn contains(&self, cell: Cell) -> bool {
        self.0.binary_search(&cell).is_ok()
    }

    /// The least and the greatest corner of the box around it; `None` if it has no cells.
    pub fn bounds(&self) -> Option<(Cell, Cell)> {
        let (&first, rest) = self.0.split_first()?;
        Some(
            rest.iter()
                .fold((first, first), |(low, high), &cell| (low.min_corner(cell), high.max_corner(cell))),
        )
    }

    /// Is there a way from each cell to each other one, across sides, without leaving the shape?
    pub(crate) fn is_connected(&self, lattice: &Lattice) -> bool {
        let Some(&first) = self.0.first() else { return true };
        let (mut is_reached, mut open) = (vec![false; self.len()], vec![first]);
        is_reached[0] = true;
        while let Some(cell) = open.pop() {
            for next in lattice.neighbours(cell) {
                if let Ok(place) = self.0.binary_search(&next)
                    && !std::mem::replace(&mut is_reached[place], true)
                {
                    open.push(next);
                }
            }
        }
        is_reached.into_iter().all(|is_reached| is_reached)
    }

    /// This shape, shifted.
    #[must_use]
    pub fn shifted(&self, step: Cell) -> Shape {
        Shape(self.0.iter().map(|&cell| cell + step).collect())
    }

    /// The representative of all translates: the least corner of its box is as near to the origin as the
    /// lattice permits, with no negative coordinate.
    #[must_use]
    pub fn at_origin(&self, lattice: &Lattice) -> Shape {
        let (pitch, rise) = (lattice.pitch(), lattice.rise());
        let down = |coordinate: i32, pitch: i32| -(coordinate.div_euclid(pitch) * pitch);
        self.bounds().map_or_else(Shape::default, |(low, _)| {
            self.shifted(Cell { z: down(low.z, rise), y: down(low.y, pitch), x: down(low.x, pitch) })
        })
    }

    /// Its image under an isometry, at the origin.
    #[must_use]
    pub fn image(&self, isometry: Isometry, lattice: &Lattice) -> Shape {
        self.0.iter().map(|&cell| isometry.apply(cell)).collect::<Shape>().at_origin(lattice)
    }
}

impl FromIterator<Cell> for Shape {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Shape {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        cells.sort_unstable();
        cells.dedup();
        Shape(cells)
    }
}
