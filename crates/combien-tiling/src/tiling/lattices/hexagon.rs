//! Hexagons.

use super::{Axes, Form, Linework, Unit};

pub(super) fn form() -> Form {
    let corners = [(-1, -1), (0, -2), (1, -1), (1, 1), (0, 2), (-1, 1)];
    let links = [(1, 0, 0), (0, 1, 0), (-1, 1, 0), (-1, 0, 0), (0, -1, 0), (1, -1, 0)];
    let unit = Unit::listed(1, (1, 1), [(2, 0), (1, 3), (0, 0)], &[((0, 0), &corners, &links)]);
    Form {
        grid: ("hex", "hexagons", "hex {**$**}"),
        family: ("polyhexes", "all pieces of this number of hexagons", "polyhexes 3"),
        most_cells: 8,
        scale: (3f64.sqrt() / 2.0, 0.5),
        area: 1.5 * 3f64.sqrt(),
        inner_radius: Some(3f64.sqrt() / 2.0),
        linework: Some(Linework::Hexagons),
        ..Form::new("hexagon", Axes::Hexagon, Axes::Hexagon.isometries(), unit)
    }
}
