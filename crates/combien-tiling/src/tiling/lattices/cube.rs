//! Cubes.

use super::super::Group;
use super::{Axes, Form, Isometry, Linework, Unit, square};

pub(super) fn form() -> Form {
    let links = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1)];
    let unit = Unit::listed(1, (1, 1), [(1, 0), (0, 1), (0, 0)], &[((0, 0), &square::CORNERS, &links)]);
    let roll = Isometry::from_rows([[0, 0, 1], [1, 0, 0], [0, 1, 0]]);
    let about_x = Isometry::from_rows([[1, 0, 0], [0, -1, 0], [0, 0, -1]]);
    Form {
        family: ("polycubes", "all pieces of this number of cubes", "polycubes 3"),
        dimension: 3,
        group: Group::generated_by(&[Isometry::ROT90, Isometry::VERT_REFL, roll]),
        half_turns: Group::generated_by(&[Isometry::ROT180, about_x]),
        inner_radius: Some(0.5),
        linework: Some(Linework::Squares),
        ..Form::new("cube", Axes::Square, Axes::Square.isometries(), unit)
    }
}
