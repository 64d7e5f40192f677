//! Squares, each cut by both diagonals.

use super::super::glyphs::Glyphs;
use super::super::lattice::Letters;
use super::{Axes, Form, Lattice, Listed, Unit};

pub(super) fn form() -> Form {
    // Left, bottom, top and right.
    let cells: [Listed<'_>; 4] = [
        ((-1, 0), &[(0, 0), (-2, 2), (-2, -2)], &[]),
        ((0, -1), &[(0, 0), (-2, -2), (2, -2)], &[]),
        ((0, 1), &[(0, 0), (2, 2), (-2, 2)], &[]),
        ((1, 0), &[(0, 0), (2, -2), (2, 2)], &[]),
    ];
    let unit = Unit::listed(4, (2, 2), Axes::Square.steps(4), &cells);
    Form {
        grid: ("tan", "squares cut by both diagonals", "tan {*L}"),
        family: ("polyaboloes", "all pieces of this number of half squares", "polyaboloes 3"),
        step: "a square of quarters takes two columns and two rows".to_owned(),
        cut_from: Some(Lattice::square()),
        straight: &[[1, 0, 2], [0, 1, 2], [1, 1, 0], [1, -1, 0]],
        scale: (0.25, 0.25),
        area: 0.25,
        // Its area is half of the circumference times this.
        inner_radius: Some((2f64.sqrt() - 1.0) / 2.0),
        glyphs: Some(Glyphs::Squares),
        // The left and the right quarter of a square stand on the line between those of the top and the
        // bottom one.
        letters: Letters { pitch: (2, 3), places: vec![(0, 1), (1, 0), (1, 2), (2, 1)] },
        ..Form::new("quarter", Axes::Square, Axes::Square.isometries(), unit)
    }
}
