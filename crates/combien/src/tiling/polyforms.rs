//! Polyforms: connected sets of cells of a lattice, generated from their definition.
//!
//! The group decides which of them count as the same: translates for the trivial group (*fixed* polyforms), also
//! rotations for the group of rotations (*one-sided* ones), also reflections for the whole group (*free* ones). The
//! [canonical] shape represents all that are the same.
//!
//! ```
//! use combien::tiling::{Lattice, polyforms};
//!
//! let free = polyforms::by_size(Lattice::Square, Lattice::Square.isometries());
//! let counts: Vec<usize> = free.take(6).map(|shapes| shapes.len()).collect();
//! assert_eq!(counts, [1, 1, 2, 5, 12, 35]);
//! ```

use std::collections::BTreeSet;

use super::{Cell, Group, Lattice, Shape};

/// The representative of all images of a shape under a group's isometries and translations: the least of them in
/// the order of shapes.
pub fn canonical(shape: &Shape, lattice: Lattice, group: &Group) -> Shape {
    let images = group.elements().iter().map(|&isometry| shape.image(isometry, lattice));
    images.min().unwrap_or_else(|| shape.at_origin(lattice))
}

/// The canonical polyforms of one cell, of two cells, and so on, without end. Each further cell multiplies their
/// number by three or more, in space by six. The caller decides when to stop.
pub fn by_size(lattice: Lattice, group: Group) -> impl Iterator<Item = BTreeSet<Shape>> {
    // A triangle that points down is not a translate of one that points up.
    let single = |position| [lattice.at(position)].into_iter().collect::<Shape>();
    let singles = [Cell::plane(0, 0), Cell::plane(1, 0)].map(single);
    let first: BTreeSet<Shape> =
        crate::sorting::gathered(singles.iter().map(|shape| canonical(shape, lattice, &group)));
    // A polyform of one more cell is connected without some cell of it: a leaf of a tree that spans it.
    let next = move |shapes: &BTreeSet<Shape>| {
        let larger = shapes.iter().flat_map(|shape| extensions(shape, lattice));
        Some(crate::sorting::gathered(larger.map(|shape| canonical(&shape, lattice, &group))))
    };
    std::iter::successors(Some(first), next)
}

/// The shape with one more cell beside it, in all ways.
fn extensions(shape: &Shape, lattice: Lattice) -> impl Iterator<Item = Shape> {
    let cells = shape.cells();
    let beside: BTreeSet<Cell> =
        crate::sorting::gathered(cells.iter().flat_map(|&cell| lattice.neighbours(cell)));
    let fresh = beside.into_iter().filter(|&cell| !shape.contains(cell));
    fresh.map(|cell| cells.iter().copied().chain([cell]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(lattice: Lattice, group: Group, sizes: usize) -> Vec<usize> {
        by_size(lattice, group).take(sizes).map(|shapes| shapes.len()).collect()
    }

    /// OEIS A000105, A000988, A001168 (squares); A000577, A006534, A001420 (triangles); A000228, A006535, A001207
    /// (hexagons); A038119, A000162, A001931 (cubes): free, one-sided, fixed.
    #[test]
    fn polyforms_are_as_many_as_published() {
        let published: [(Lattice, [&[usize]; 3]); 4] = [
            (
                Lattice::Square,
                [&[1, 1, 2, 5, 12, 35, 108], &[1, 1, 2, 7, 18, 60, 196], &[1, 2, 6, 19, 63, 216, 760]],
            ),
            (
                Lattice::Triangle,
                [&[1, 1, 1, 3, 4, 12, 24], &[1, 1, 1, 4, 6, 19, 43], &[2, 3, 6, 14, 36, 94, 250]],
            ),
            (Lattice::Hexagon, [&[1, 1, 3, 7, 22, 82], &[1, 1, 3, 10, 33, 147], &[1, 3, 11, 44, 186, 814]]),
            (Lattice::Cube, [&[1, 1, 2, 7, 23], &[1, 1, 2, 8, 29], &[1, 3, 15, 86, 534]]),
        ];
        for (lattice, [free, one_sided, fixed]) in published {
            let all = lattice.isometries();
            assert_eq!(counts(lattice, all.clone(), free.len()), free, "{lattice}");
            assert_eq!(counts(lattice, all.rotations(), one_sided.len()), one_sided, "{lattice}");
            assert_eq!(counts(lattice, Group::trivial(), fixed.len()), fixed, "{lattice}");
        }
    }

    #[test]
    fn canonical_shapes_do_not_depend_on_how_a_shape_lies() {
        for lattice in Lattice::ALL {
            let group = lattice.isometries();
            for shape in by_size(lattice, group.rotations()).nth(3).unwrap() {
                for (_, image) in group.orbit(&shape, lattice) {
                    assert_eq!(canonical(&image, lattice, &group), canonical(&shape, lattice, &group));
                }
            }
        }
    }
}
