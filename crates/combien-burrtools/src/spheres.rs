//! The grid of spheres: voxels whose coordinates have an even sum, in closest packing.
//!
//! Spheres touch if two of their coordinates differ by 1. Our own cells of spheres are the same ones in other
//! coordinates, without the places between spheres.

use combien_tiling::{Cell, Group, Lattice, Shape};

/// The voxel of a cell; it may have negative coordinates.
pub(crate) fn voxel_of(cell: Cell) -> Cell {
    Cell::space(cell.x - cell.y, cell.x + cell.y + cell.z, cell.z)
}

/// The cell of a voxel; none if it lies between spheres.
pub(crate) fn cell_of(Cell { x, y, z }: Cell) -> Option<Cell> {
    let (double_x, double_y) = (x + y - z, y - z - x);
    (double_x % 2 == 0).then(|| Cell::space(double_x / 2, double_y / 2, z))
}

/// The normals of the planes in which each sphere touches six others.
const NORMALS: [[i32; 3]; 4] = [[1, 1, 1], [1, 1, -1], [1, -1, 1], [-1, 1, 1]];

/// The cells of a piece after a sixth of a turn in its plane, in the same order, if this is another piece for
/// us: a flat piece whose spheres lie in a plane where each touches six others. That turn does not map the
/// packing onto itself, but it maps the plane onto itself, and `BurrTools` allows it. It is the only one of
/// this kind for connected pieces: any others have three directions of contacts, or two at a right angle, so
/// that a rotation that maps these to contacts maps all to contacts.
pub(crate) fn turned_by_a_sixth(cells: &[Cell], group: &Group) -> Option<Vec<Cell>> {
    let voxels: Vec<Cell> = cells.iter().map(|&cell| voxel_of(cell)).collect();
    let first = *voxels.first()?;
    let steps = || voxels.iter().map(|&voxel| [voxel.x - first.x, voxel.y - first.y, voxel.z - first.z]);
    let is_normal = |normal: &&[i32; 3]| {
        steps().all(|step| step.iter().zip(*normal).map(|(part, along)| part * along).sum::<i32>() == 0)
    };
    let [a, b, c] = *NORMALS.iter().find(is_normal)?;
    let turned: Option<Vec<Cell>> = steps()
        .map(|[x, y, z]| {
            // A vector across the normal, plus its product with the normal, is twice the turned one, for the
            // normal has length √3.
            let [x, y, z] = [x + b * z - c * y, y + c * x - a * z, z + a * y - b * x];
            cell_of(Cell::space(first.x + x / 2, first.y + y / 2, first.z + z / 2))
        })
        .collect();
    let turned = turned?;
    let shape = |cells: &[Cell]| cells.iter().copied().collect::<Shape>();
    let image = shape(&turned).at_origin(Lattice::sphere());
    let is_known = group.orbit(&shape(cells), Lattice::sphere()).iter().any(|(_, known)| *known == image);
    (!is_known).then_some(turned)
}

#[cfg(test)]
mod tests {
    use combien_tiling::polyforms;

    use super::*;

    #[test]
    fn voxels_are_cells_in_other_coordinates() {
        let touch = |one: Cell, other: Cell| {
            let mut steps = [one.x - other.x, one.y - other.y, one.z - other.z].map(i32::abs);
            steps.sort_unstable();
            steps == [0, 1, 1]
        };
        let near =
            || (-3..4).flat_map(|x| (-3..4).flat_map(move |y| (-3..4).map(move |z| Cell::space(x, y, z))));
        for cell in near() {
            assert_eq!(cell_of(voxel_of(cell)), Some(cell));
            assert_eq!(cell_of(cell).is_some(), (cell.x + cell.y + cell.z) % 2 == 0);
            let beside = Lattice::sphere().neighbours(cell);
            assert_eq!(beside.len(), 12);
            assert!(beside.into_iter().all(|other| touch(voxel_of(cell), voxel_of(other))));
        }
    }

    /// Distances between all spheres of a piece stay. Of the flat pieces, which are polyhexes, those are new
    /// that no half-turn and no mirror across a contact maps to themselves: by hand, the obtuse angle of
    /// three; of four the propeller, the L, and a triangle with a tail. Each is there twice, once turned.
    #[test]
    fn a_sixth_of_a_turn_keeps_distances() {
        let group = Lattice::sphere().isometries().rotations();
        let distances = |cells: &[Cell]| -> Vec<i32> {
            let voxels: Vec<Cell> = cells.iter().map(|&cell| voxel_of(cell)).collect();
            let pairs = voxels.iter().flat_map(|&one| voxels.iter().map(move |&other| (one, other)));
            pairs.map(|(a, b)| (a.x - b.x).pow(2) + (a.y - b.y).pow(2) + (a.z - b.z).pow(2)).collect()
        };
        let mut turned_in_all = [0; 5];
        for (size, shapes) in polyforms::by_size(Lattice::sphere(), group.clone()).take(4).enumerate() {
            for shape in shapes {
                let cells = shape.cells();
                if let Some(turned) = turned_by_a_sixth(cells, &group) {
                    assert_eq!(distances(cells), distances(&turned));
                    turned_in_all[size + 1] += 1;
                }
            }
        }
        assert_eq!(turned_in_all, [0, 0, 0, 2, 6]);
    }
}
