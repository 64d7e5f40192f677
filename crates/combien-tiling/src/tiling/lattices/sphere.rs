//! Spheres in closest packing.

use super::super::Group;
use super::{Axes, Form, Isometry, Named, Unit};

pub(super) fn form() -> Form {
    let links = [
        [(1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0)],
        [(0, 0, 1), (-1, 0, 1), (0, -1, 1), (-1, -1, 1)],
        [(0, 0, -1), (1, 0, -1), (0, 1, -1), (1, 1, -1)],
    ];
    // Seen from above, a circle of diameter 40 in sixteen steps.
    let circle = [(20, 0), (18, 8), (14, 14), (8, 18)];
    let quarter_turn = |&(x, y): &(i32, i32)| (-y, x);
    let quarters = std::iter::successors(Some(circle), |arc| Some(arc.map(|at| quarter_turn(&at))));
    let circle: Vec<(i32, i32)> = quarters.take(4).flatten().collect();
    let unit =
        Unit::listed(1, (1, 1), [(40, 0), (0, 40), (20, 20)], &[((0, 0), &circle, links.as_flattened())]);
    // Those that keep layers also turn the step from a layer to the next.
    let named = Axes::Square.isometries().into_iter().map(|(name, turn)| (name, turn.between_hollows()));
    let named: Vec<Named> = named.collect();
    let roll = Isometry::from_rows([[0, -1, 0], [1, 0, 1], [-1, 1, 0]]);
    let about_a_row = Isometry::from_rows([[1, 0, 1], [0, -1, 0], [0, 0, -1]]);
    Form {
        grid: ("sphere", "balls", "sphere {**}"),
        family: ("polyspheres", "all pieces of this number of balls", "polyspheres 3"),
        most_cells: 5,
        dimension: 3,
        group: Group::generated_by(&[named[1].1, named[4].1, roll]),
        half_turns: Group::generated_by(&[named[2].1, about_a_row]),
        scale: (0.025, 0.025),
        inner_radius: Some(0.5),
        ..Form::new("sphere", Axes::Square, named, unit)
    }
}
