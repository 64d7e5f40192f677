//! The sides of squares.

use super::super::glyphs::Glyphs;
use super::super::lattice::Letters;
use super::{Axes, Form, Listed, Unit};

pub(super) fn form() -> Form {
    // From a corner to the right, and up. Each is drawn as a bar with pointed ends; two are neighbours if
    // they share an end.
    let right = [(0, 0), (2, -2), (18, -2), (20, 0), (18, 2), (2, 2)];
    let up = [(0, 0), (2, 2), (2, 18), (0, 20), (-2, 18), (-2, 2)];
    let links_right = [(2, 0, 0), (1, 1, 0), (1, -1, 0), (-2, 0, 0), (-1, 1, 0), (-1, -1, 0)];
    let links_up = [(0, 2, 0), (-1, 1, 0), (1, 1, 0), (0, -2, 0), (-1, -1, 0), (1, -1, 0)];
    let cells: [Listed<'_>; 2] = [((1, 0), &right, &links_right), ((0, 1), &up, &links_up)];
    let unit = Unit::listed(2, (2, 1), Axes::Square.steps(20), &cells);
    Form {
        grid: ("stick", "the sides of squares", "stick {+-}"),
        family: ("polysticks", "all pieces of this number of sticks", "polysticks 3"),
        step: "a corner of sticks takes two columns".to_owned(),
        is_of_lines: true,
        scale: (0.05, 0.05),
        area: 0.5,
        glyphs: Some(Glyphs::Corners),
        letters: Letters { pitch: (2, 2), places: vec![(2, 0), (0, 1)] },
        ..Form::new("stick", Axes::Square, Axes::Square.isometries(), unit)
    }
}
