//! The grids: which lattice they are, and where the cell of a voxel is.

use combien::diagnostic::Diagnostic;
use combien_tiling::{Cell, Lattice};

use crate::element::Element;
use crate::spheres::cell_of;
use crate::{BRICKS, PRISMS, RHOMBIC, SPHERES, TETRA_OCTA};

/// The number of the grid of a file.
pub(crate) fn grid(element: Element<'_>) -> Result<u32, Diagnostic> {
    let grid: u32 = element.number("type")?;
    if ![BRICKS, PRISMS, SPHERES, RHOMBIC, TETRA_OCTA].contains(&grid) {
        let message = format!("<gridType> is {grid}, an unknown grid");
        return Err(element.wrong("grid", message, "BurrTools has the grids 0 to 4"));
    }
    if let Some(attribute) = element.node.attributes().find(|attribute| attribute.name() != "type") {
        let message = format!("<gridType> has `{}`", attribute.name());
        return Err(element.wrong("grid", message, "a grid that is scaled or skewed is not read"));
    }
    Ok(grid)
}

/// The lattice of a grid: one of the plane for bricks and prisms that are all in one layer.
pub(crate) fn lattice(grid: u32, is_flat: bool) -> &'static Lattice {
    let honeycomb = |name| Lattice::honeycomb(name).unwrap_or_else(|| unreachable!("{name} ships"));
    match grid {
        PRISMS if is_flat => Lattice::triangle(),
        PRISMS => honeycomb("triangular prism"),
        SPHERES => Lattice::sphere(),
        RHOMBIC => honeycomb("rhombic tetrahedron"),
        TETRA_OCTA => honeycomb("tetra-octa eighth"),
        _ if is_flat => Lattice::square(),
        _ => Lattice::cube(),
    }
}

/// The cell of a voxel; none if no cell of the grid has its middle there.
pub(crate) fn cell(grid: u32, lattice: &Lattice, voxel: Cell) -> Option<Cell> {
    let Cell { x, y, z } = voxel;
    match grid {
        SPHERES => cell_of(voxel),
        // A cube takes five voxels a side, of which 24 are there.
        RHOMBIC => lattice.centered([x, y, z].map(|part| 2 * (part - 2))),
        // Half a cube takes three; octahedra have their centers between them.
        TETRA_OCTA => lattice.centered([x, y, z].map(|part| 2 * part - 5)),
        PRISMS if lattice.dimension() == 3 => {
            let triangle = Lattice::triangle().at(Cell::plane(x, y));
            lattice.centered([triangle.x, triangle.y, 2 * z])
        }
        _ if lattice.dimension() == 2 => Some(lattice.at(Cell::plane(x, y))),
        _ => Some(voxel),
    }
}

/// What voxels of a grid are filled, for messages.
pub(crate) fn hint(grid: u32) -> &'static str {
    match grid {
        SPHERES => "the coordinates of a sphere, from 0, have an even sum",
        RHOMBIC => "modulo 5, the distances of its coordinates from 2 are 0, 1 and 2 in some order",
        _ => "a block of 3 by 3 by 3 voxels has a tetrahedron in the middle and four pieces of octahedra",
    }
}
