//! Solutions as JSON.

use combien::problem::Solution;
use combien_tiling::{Cell, Encoding, Tiling};
use serde_json::{Value, json};

use crate::script::NamedProblem;

/// The placed pieces of a solution: for each its name, how it was turned if that has a name, the least
/// column, row and, in space, layer of its cells, and the cells themselves.
pub fn pieces(tiling: &Tiling, encoding: &Encoding, solution: &Solution) -> Value {
    let lattice = tiling.lattice();
    let coordinates = |cell: Cell| {
        let Cell { x, y, z } = lattice.position(cell);
        [x, y, z][..lattice.dimension()].to_vec()
    };
    let placed = encoding.placed(solution).into_iter().map(|(placement, shape)| {
        let cells: Vec<Vec<i32>> = shape.cells().iter().map(|&cell| coordinates(cell)).collect();
        let least = |axis: usize| cells.iter().map(|cell| cell[axis]).min();
        let mut piece = json!({
            "piece": tiling.piece_name(placement.piece),
            "isometry": lattice.isometry_name(placement.isometry),
            "x": least(0), "y": least(1),
        });
        if lattice.dimension() == 3 {
            piece["z"] = json!(least(2));
        }
        piece["cells"] = json!(cells);
        piece
    });
    placed.collect()
}

/// A solution of a problem, as one line: the document that `solve p json` prints. The first one has the
/// number 1.
pub fn line(named: &NamedProblem, encoding: &Encoding, solution: &Solution, number: u64) -> String {
    let mut document = json!({
        "schema": 1, "type": "solution", "problem": named.name, "number": number,
        "grid": named.tiling.lattice().name(), "pieces": pieces(&named.tiling, encoding, solution),
    });
    if encoding.problem.has_costs() {
        let cost = encoding.problem.cost_of(solution.options());
        document["cost"] = json!(encoding.problem.show_cost(cost).to_string());
    }
    format!("{document}\n")
}
