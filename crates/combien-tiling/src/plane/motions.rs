//! Motions of a piece: a turn or reflection that its isometries allow, and a shift.
//!
//! A motion is the number of an isometry and the step by which the image of the piece, which lies at the
//! origin, is shifted. So a motion of a piece is a copy of it; a piece with symmetries has several motions
//! for each copy, and [`Motions::copy`] is the first of them.

use crate::tiling::{Cell, Isometry, Lattice, Piece, Shape};

/// The number of an isometry, and a shift.
pub(super) type Motion = (usize, Cell);

/// The motion that leaves the piece where it is.
pub(super) const REST: Motion = (0, Cell { z: 0, y: 0, x: 0 });

/// The isometries of a piece, the identity first, and how motions with them follow each other.
pub(super) struct Motions {
    isometries: Vec<Isometry>,
    /// The images of the piece, at the origin.
    images: Vec<Shape>,
    /// What each isometry and the shift of its image to the origin add to a cell, once it is turned.
    bases: Vec<Cell>,
    /// The images of (1, 0) and (0, 1) if the turn is undone.
    undone: Vec<[Cell; 2]>,
    /// For two isometries, the number of the second one followed by the inverse of the first one.
    quotients: Vec<Vec<usize>>,
    /// For each isometry the first one with the same image of the piece.
    first: Vec<usize>,
}

impl Motions {
    pub(super) fn new(piece: &Piece, lattice: &Lattice) -> Motions {
        let others = piece.isometries.elements().iter().copied().filter(|&one| one != Isometry::IDENTITY);
        let isometries: Vec<Isometry> = std::iter::once(Isometry::IDENTITY).chain(others).collect();
        let shape = piece.shape.at_origin(lattice);
        let images: Vec<Shape> = isometries.iter().map(|&one| shape.image(one, lattice)).collect();
        let base = |(&isometry, image): (&Isometry, &Shape)| {
            let turned: Shape = shape.cells().iter().map(|&cell| isometry.turn(cell)).collect();
            match (image.cells().first(), turned.cells().first()) {
                (Some(&to), Some(&from)) => to - from,
                _ => Cell::default(),
            }
        };
        let bases = isometries.iter().zip(&images).map(base).collect();
        let inverses: Vec<Isometry> = isometries.iter().map(|one| one.inverse()).collect();
        let undone =
            inverses.iter().map(|one| [Cell::plane(1, 0), Cell::plane(0, 1)].map(|step| one.turn(step)));
        let place = |isometry: Isometry| isometries.iter().position(|&one| one == isometry).unwrap_or(0);
        let quotients = inverses.iter().map(|&inverse| {
            isometries.iter().map(|&isometry| place(isometry.then(inverse))).collect::<Vec<usize>>()
        });
        let first = images.iter().map(|image| images.iter().position(|one| one == image).unwrap_or(0));
        Motions {
            bases,
            undone: undone.collect(),
            quotients: quotients.collect(),
            first: first.collect(),
            isometries,
            images,
        }
    }

    /// The motion that leads from one copy to another, seen from the first one as if it were the piece.
    pub(super) fn between(&self, (one, from): Motion, (other, to): Motion) -> Motion {
        let quotient = self.quotients[one][other];
        let Cell { x, y, .. } = self.bases[other] + to - self.bases[one] - from;
        let [across, up] = self.undone[one];
        let turned = Cell::plane(across.x * x + up.x * y, across.y * x + up.y * y);
        (quotient, turned - self.bases[quotient])
    }

    pub(super) fn inverse(&self, motion: Motion) -> Motion {
        self.between(motion, REST)
    }

    /// What lies at `next` as seen from the piece, seen from this copy.
    pub(super) fn then(&self, motion: Motion, next: Motion) -> Motion {
        self.between(self.inverse(motion), next)
    }

    /// The first of the motions with the same cells.
    pub(super) fn copy(&self, (isometry, step): Motion) -> Motion {
        (self.first[isometry], step)
    }

    pub(super) fn isometry(&self, (isometry, _): Motion) -> Isometry {
        self.isometries[isometry]
    }

    pub(super) fn isometries(&self) -> &[Isometry] {
        &self.isometries
    }

    /// The numbers of the isometries that make different images.
    pub(super) fn orientations(&self) -> impl Iterator<Item = usize> {
        (0..self.first.len()).filter(|&number| self.first[number] == number)
    }

    /// The image of the piece at the origin.
    pub(super) fn image(&self, isometry: usize) -> &Shape {
        &self.images[isometry]
    }

    pub(super) fn cells(&self, (isometry, step): Motion) -> Shape {
        self.images[isometry].shifted(step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiling::{Pattern, Quantity};

    /// Motions compose as maps of cells do: on every lattice that tiles the plane, with a piece of several
    /// kinds of cells.
    #[test]
    fn motions_are_maps_of_cells() {
        for (lattice, drawing) in [
            (Lattice::square(), "**$.*$.*"),
            (Lattice::hexagon(), "**.$..*"),
            (Lattice::triangle(), "****"),
            (Lattice::kite(), "..**..$****..$....**$......"),
        ] {
            let shape = Pattern::drawn(lattice, drawing).unwrap().shape();
            let motions = Motions::new(&Piece::new(shape, Quantity::ANY, lattice.isometries()), lattice);
            let step = |x: i32, y: i32| Cell::plane(x * lattice.pitch(), y * lattice.pitch());
            let map = |(isometry, by): Motion, cell: Cell| {
                motions.isometries[isometry].turn(cell) + motions.bases[isometry] + by
            };
            for one in 0..motions.isometries.len() {
                for other in 0..motions.isometries.len() {
                    let (m, n) = ((one, step(2, -1)), (other, step(-3, 5)));
                    let (between, product) = (motions.between(m, n), motions.then(m, n));
                    for &cell in motions.image(0).cells() {
                        assert_eq!(map(m, map(between, cell)), map(n, cell));
                        assert_eq!(map(product, cell), map(m, map(n, cell)));
                    }
                    let moved: Shape = motions.image(0).cells().iter().map(|&cell| map(m, cell)).collect();
                    assert_eq!(moved, motions.cells(m));
                    assert_eq!(motions.cells(motions.copy(m)), motions.cells(m));
                }
            }
        }
    }
}
