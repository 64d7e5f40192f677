//! Squares.

use super::{Axes, Form, Linework, Unit};

pub(super) const CORNERS: [(i32, i32); 4] = [(0, 0), (1, 0), (1, 1), (0, 1)];

pub(super) fn form() -> Form {
    let links = [(1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0)];
    let unit = Unit::listed(1, (1, 1), [(1, 0), (0, 1), (0, 0)], &[((0, 0), &CORNERS, &links)]);
    Form {
        family: ("polyominoes", "all pieces of this number of squares", "polyominoes 1..3"),
        most_cells: 10,
        straight: &[[1, 0, 0], [0, 1, 0]],
        inner_radius: Some(0.5),
        linework: Some(Linework::Squares),
        ..Form::new("square", Axes::Square, Axes::Square.isometries(), unit)
    }
}
