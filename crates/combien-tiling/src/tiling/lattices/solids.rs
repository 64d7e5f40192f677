//! Honeycombs of space, each a row of data: steps, motions, and a cell of each kind.

use super::super::honeycomb::Honeycomb;
use super::Axes;

/// The motions of the cube: a quarter turn, a turn about a diagonal, a reflection.
const CUBE: [[[i32; 3]; 3]; 3] = [
    [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
    [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
    [[-1, 0, 0], [0, 1, 0], [0, 0, 1]],
];
/// The motions of the hexagonal prism, whose first two axes are at 60 degrees: a sixth of a turn, and
/// reflections.
const PRISM: [[[i32; 3]; 3]; 3] = [
    [[0, -1, 0], [1, 1, 0], [0, 0, 1]],
    [[0, 1, 0], [1, 0, 0], [0, 0, 1]],
    [[1, 0, 0], [0, 1, 0], [0, 0, -1]],
];
/// Steps along the edges of cubes that are cut in half, as centers of faces lie.
const FACES: [[i32; 3]; 3] = [[1, 1, 0], [1, 0, 1], [0, 1, 1]];

/// These steps, each multiplied.
fn longer(steps: [[i32; 3]; 3], times: i32) -> [[i32; 3]; 3] {
    steps.map(|step| step.map(|part| part * times))
}

/// A polygon on two levels.
fn upright(polygon: &[[i32; 2]]) -> Vec<[i32; 3]> {
    polygon.iter().flat_map(|&[x, y]| [-1, 1].map(|z| [x, y, z])).collect()
}

/// All points whose coordinates are these in some order, with any signs.
fn alike(point: [i32; 3]) -> Vec<[i32; 3]> {
    let [a, b, c] = point;
    let orders = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
    let signs = (0..8).map(|bits| [0, 1, 2].map(|axis| 1 - 2 * (bits >> axis & 1)));
    let mut all: Vec<[i32; 3]> =
        signs.flat_map(|signs| orders.map(|order| [0, 1, 2].map(|axis| signs[axis] * order[axis]))).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The honeycombs that ship.
pub(super) fn all() -> Vec<Honeycomb> {
    let square = |name, steps, cells| Honeycomb {
        name,
        axes: Axes::Square,
        height: 1.0,
        steps,
        motions: CUBE.to_vec(),
        cells,
    };
    // Layers of a plane lattice, of which a unit is a third of a step.
    let layers = |name, height, cells| Honeycomb {
        name,
        axes: Axes::Hexagon,
        height,
        steps: [[3, 0, 0], [0, 3, 0], [0, 0, 2]],
        motions: PRISM.to_vec(),
        cells,
    };
    let triangle = upright(&[[0, 0], [3, 0], [0, 3]]);
    let hexagon = upright(&[[1, 1], [-1, 2], [-2, 1], [-1, -1], [1, -2], [2, -1]]);
    // Between octahedra, of which one has its center at the origin.
    let tetrahedron = ([3, 3, 3], vec![[6, 0, 0], [0, 6, 0], [0, 0, 6], [6, 6, 6]]);
    let eighth = ([1, 1, 1], vec![[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]]);
    let octahedron = ([0; 3], alike([6, 0, 0]));
    // Cubes are cut by the six planes through opposite edges.
    let wedge = ([2, 0, 4], vec![[0, 0, 0], [0, 0, 5], [5, 5, 5], [5, -5, 5]]);
    let truncated = ([0; 3], alike([0, 1, 2]));
    let dodecahedron = ([0; 3], [alike([1, 1, 1]), alike([2, 0, 0])].concat());
    vec![
        layers("triangular prism", 1.5, vec![([1, 1, 0], triangle)]),
        layers("hexagonal prism", 1.0, vec![([0; 3], hexagon)]),
        square("rhombic tetrahedron", [[10, 0, 0], [0, 10, 0], [0, 0, 10]], vec![wedge]),
        square("tetra-octa", longer(FACES, 6), vec![tetrahedron.clone(), octahedron]),
        square("tetra-octa eighth", longer(FACES, 6), vec![tetrahedron, eighth]),
        square("truncated octahedron", [[-2, 2, 2], [2, -2, 2], [2, 2, -2]], vec![truncated]),
        square("rhombic dodecahedron", longer(FACES, 2), vec![dodecahedron]),
    ]
}
