//! Hexagons, each cut from the middle of each side to that of the opposite one.

use super::{Axes, Form, Lattice, Listed, Unit};

pub(super) fn form() -> Form {
    let root = 3f64.sqrt();
    let cells: [Listed<'_>; 6] = [
        ((-1, -1), &[(0, 0), (-6, 0), (-6, -2), (-3, -3)], &[]),
        ((1, -2), &[(0, 0), (-3, -3), (0, -4), (3, -3)], &[]),
        ((2, -1), &[(0, 0), (3, -3), (6, -2), (6, 0)], &[]),
        ((-2, 1), &[(0, 0), (-3, 3), (-6, 2), (-6, 0)], &[]),
        ((-1, 2), &[(0, 0), (3, 3), (0, 4), (-3, 3)], &[]),
        ((1, 1), &[(0, 0), (6, 0), (6, 2), (3, 3)], &[]),
    ];
    let unit = Unit::listed(6, (3, 2), Axes::Hexagon.steps(6), &cells);
    Form {
        grid: ("kite", "hexagons cut into six kites", "kite {**}"),
        family: ("polykites", "all pieces of this number of kites", "polykites 3"),
        step: "a hexagon of kites takes three columns and two rows".to_owned(),
        cut_from: Some(Lattice::hexagon()),
        straight: &[[1, 0, 0], [0, 1, 0], [1, 1, 0]],
        scale: (1.0 / 6.0, root / 2.0 / 3.0),
        area: root / 3.0,
        inner_radius: Some(1.0 / (1.0 + root / 3.0) * root / 3.0),
        ..Form::new("kite", Axes::Hexagon, Axes::Hexagon.isometries(), unit)
    }
}
