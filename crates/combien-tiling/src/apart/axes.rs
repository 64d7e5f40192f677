//! The directions in which pieces are shifted, and what cells meet on the way.

use crate::tiling::{Cell, Lattice};

/// A direction, and the opposite one.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    /// The least step that moves cells to cells.
    pub(super) step: Cell,
    /// For each kind of cell: the cells, relative to it, that it passes through during one step.
    pub(super) sweeps: Vec<Vec<Cell>>,
}

/// The directions of a lattice; `None` if pieces of it are not taken apart.
pub(super) fn of(lattice: &Lattice) -> Option<Vec<Axis>> {
    let steps: &[(i32, i32, i32)] = match lattice.name() {
        "cube" => &[(1, 0, 0), (0, 1, 0), (0, 0, 1)],
        // Layers, and the three directions of sides of triangles.
        "triangular prism" => &[(0, 0, 1), (1, 0, 0), (0, 1, 0), (-1, 1, 0)],
        _ => return None,
    };
    let (pitch, rise) = (lattice.pitch(), lattice.rise());
    let steps = steps.iter().map(|&(x, y, z)| Cell::space(pitch * x, pitch * y, rise * z));
    Some(steps.map(|step| Axis { step, sweeps: sweeps(lattice, step) }).collect())
}

/// On the way to the next cell of its kind a cube passes nothing else, and a prism the one that lies between.
fn sweeps(lattice: &Lattice, step: Cell) -> Vec<Vec<Cell>> {
    let of_kind = |cell: Cell| {
        let beside = lattice.neighbours(cell + step);
        let between = lattice.neighbours(cell).into_iter().filter(|other| beside.contains(other));
        between.map(|other| other - cell).chain([step]).collect()
    };
    lattice.kinds().into_iter().map(of_kind).collect()
}
