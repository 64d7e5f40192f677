//! Polyforms: connected sets of cells of a lattice, generated from their definition. On the lattice of
//! quarters they are made of half squares, each of two quarters (polyaboloes, or polytans).
//!
//! The group decides which of them count as the same: translates for the trivial group (*fixed* polyforms),
//! also rotations for the group of rotations (*one-sided* ones), also reflections for the whole group (*free*
//! ones). The [canonical] shape represents all that are the same.
//!
//! ```
//! use combien_tiling::{Lattice, polyforms};
//!
//! let free = polyforms::by_size(Lattice::square(), Lattice::square().isometries());
//! let counts: Vec<usize> = free.take(6).map(|shapes| shapes.len()).collect();
//! assert_eq!(counts, [1, 1, 2, 5, 12, 35]);
//! ```

use std::collections::BTreeSet;

use super::{Cell, Group, Lattice, Shape};

/// The representative of all images of a shape under a group's isometries and translations: the least of them
/// in the order of shapes.
pub fn canonical(shape: &Shape, lattice: &Lattice, group: &Group) -> Shape {
    let images = group.elements().iter().map(|&isometry| shape.image(isometry, lattice));
    images.min().unwrap_or_else(|| shape.at_origin(lattice))
}

/// The canonical polyforms of one cell (or half square), of two cells, and so on, without end. Each further
/// cell multiplies their number by three or more, in space by six or more. The caller decides when to stop.
pub fn by_size(lattice: &Lattice, group: Group) -> impl Iterator<Item = BTreeSet<Shape>> {
    // A triangle that points down is not a translate of one that points up.
    let singles = lattice.kinds().into_iter().flat_map(|cell| units(lattice, cell));
    let first: BTreeSet<Shape> = singles.map(|shape| canonical(&shape, lattice, &group)).collect();
    // A polyform of one more cell is connected without some cell of it: a leaf of a tree that spans it.
    let next = move |shapes: &BTreeSet<Shape>| {
        let larger = shapes.iter().flat_map(|shape| extensions(shape, lattice));
        Some(larger.map(|shape| canonical(&shape, lattice, &group)).collect())
    };
    std::iter::successors(Some(first), next)
}

/// What polyforms are made of, as far as it covers this cell: the cell, or the two half squares of which a
/// quarter is a part.
fn units(lattice: &Lattice, cell: Cell) -> Vec<Shape> {
    let beside = lattice.neighbours(cell).into_iter().filter(|&other| is_same_square(cell, other));
    if lattice == Lattice::quarter() {
        return beside.map(|other| [cell, other].into_iter().collect()).collect();
    }
    vec![[cell].into_iter().collect()]
}

/// Are two neighbouring quarters parts of one square?
fn is_same_square(one: Cell, other: Cell) -> bool {
    let square = |cell: Cell| Lattice::quarter().frame_corner(Lattice::quarter().position(cell));
    square(one) == square(other)
}

/// The shape with one more unit beside it, in all ways. A unit with a cell beside the shape has a whole side
/// in common with a unit of the shape.
fn extensions(shape: &Shape, lattice: &Lattice) -> impl Iterator<Item = Shape> {
    let beside: BTreeSet<Cell> = shape.cells().iter().flat_map(|&cell| lattice.neighbours(cell)).collect();
    let fresh = beside.into_iter().filter(|&cell| !shape.contains(cell));
    let units: BTreeSet<Shape> = fresh.flat_map(|cell| units(lattice, cell)).collect();
    let free = units.into_iter().filter(|unit| unit.cells().iter().all(|&cell| !shape.contains(cell)));
    free.map(|unit| shape.cells().iter().chain(unit.cells()).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(lattice: &Lattice, group: Group, sizes: usize) -> Vec<usize> {
        by_size(lattice, group).take(sizes).map(|shapes| shapes.len()).collect()
    }

    /// OEIS A000105, A000988, A001168 (squares); A000577, A006534, A001420 (triangles); A000228, A006535,
    /// A001207 (hexagons); A038119, A000162, A001931 (cubes): free, one-sided, fixed.
    #[test]
    fn polyforms_are_as_many_as_published() {
        let published: [(&Lattice, [&[usize]; 3]); 7] = [
            (
                Lattice::square(),
                [&[1, 1, 2, 5, 12, 35, 108], &[1, 1, 2, 7, 18, 60, 196], &[1, 2, 6, 19, 63, 216, 760]],
            ),
            (
                Lattice::triangle(),
                [&[1, 1, 1, 3, 4, 12, 24], &[1, 1, 1, 4, 6, 19, 43], &[2, 3, 6, 14, 36, 94, 250]],
            ),
            (Lattice::hexagon(), [&[1, 1, 3, 7, 22, 82], &[1, 1, 3, 10, 33, 147], &[1, 3, 11, 44, 186, 814]]),
            (Lattice::cube(), [&[1, 1, 2, 7, 23], &[1, 1, 2, 8, 29], &[1, 3, 15, 86, 534]]),
            // Polyaboloes, polykites and polysticks: A006074, A057786 and A019988.
            (Lattice::quarter(), [&[1, 3, 4, 14, 30, 107], &[], &[]]),
            (Lattice::kite(), [&[1, 2, 4, 10, 27, 85], &[], &[]]),
            (Lattice::stick(), [&[1, 2, 5, 16, 55], &[], &[]]),
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
        for lattice in Lattice::all() {
            let group = lattice.isometries();
            for shape in by_size(lattice, group.rotations()).nth(3).unwrap() {
                for (_, image) in group.orbit(&shape, lattice) {
                    assert_eq!(canonical(&image, lattice, &group), canonical(&shape, lattice, &group));
                }
            }
        }
    }
}
