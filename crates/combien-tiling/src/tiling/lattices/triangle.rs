//! Triangles.

use super::{Axes, Form, Linework, Unit};

pub(super) fn form() -> Form {
    let unit = Unit::listed(
        3,
        (2, 1),
        [(2, 0), (1, 1), (0, 0)],
        &[
            ((1, 1), &[(0, 0), (2, 0), (1, 1)], &[(1, 1, 0), (-2, 1, 0), (1, -2, 0)]),
            ((2, 2), &[(2, 0), (3, 1), (1, 1)], &[(-1, -1, 0), (2, -1, 0), (-1, 2, 0)]),
        ],
    );
    Form {
        grid: ("tri", "triangles", "tri {**}"),
        family: ("polyiamonds", "all pieces of this number of triangles", "polyiamonds 4"),
        step: "the two numbers must have an even sum: triangles point up and down by turns".to_owned(),
        most_cells: 12,
        straight: &[[1, 0, 0], [0, 1, 0], [1, 1, 0]],
        scale: (0.5, 3f64.sqrt() / 2.0),
        area: 0.25 * 3f64.sqrt(),
        inner_radius: Some(3f64.sqrt() / 6.0),
        linework: Some(Linework::Triangles),
        ..Form::new("triangle", Axes::Hexagon, Axes::Hexagon.isometries(), unit.leaning(1))
    }
}
