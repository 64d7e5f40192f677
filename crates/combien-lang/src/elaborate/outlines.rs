//! Boards by their names: `hexagon 4`, `diamond 3`.

use combien_tiling::{Lattice, Outline, Pattern, PatternError};

use super::Elaborator;
use crate::ast::{Coordinates, Grid, Name, Space};

/// How the lengths of a board may be written.
fn forms(name: &str) -> &'static str {
    match name {
        "hexagon" => "`hexagon 4` has sides of 4, `hexagon 2x3x4` has sides of 2, 3 and 4",
        "triangle" => "`triangle 6` has sides of 6",
        "rhombus" => "`rhombus 6` has sides of 6, `rhombus 6x4` sides of 6 and 4",
        "pyramid" => "`pyramid 5` has 5 steps",
        "staircase" => "`staircase 5` has 5 steps",
        "checkerboard" => "`checkerboard 8` has sides of 8, `checkerboard 8x5` sides of 8 and 5",
        _ => "`diamond 3` is the Aztec diamond of order 3",
    }
}

impl Elaborator {
    /// The board of this name. Hexagons, triangles and rhombi are of hexagons if no grid is written.
    pub(super) fn outline(
        &mut self,
        name: &Name,
        grid: Option<&Grid>,
        lengths: &Coordinates,
        space: Space,
    ) -> Option<Pattern> {
        let is_of_squares =
            matches!(name.node.as_str(), "pyramid" | "staircase" | "diamond" | "checkerboard");
        let usual = if is_of_squares { Grid::Square } else { Grid::Ships(Lattice::hexagon()) };
        let lattice = self.lattice(grid.unwrap_or(&usual), space, &name.span)?;
        let numbers: Vec<Option<u32>> = lengths
            .node
            .iter()
            .map(|sum| self.whole(sum, |value| format!("a board cannot have a side of {value}")))
            .collect();
        let numbers: Vec<u32> = numbers.into_iter().collect::<Option<_>>()?;
        let Some(outline) = Outline::named(&name.node, &numbers, &lattice) else {
            let message = format!("a {} is not given by {} lengths", name.node, numbers.len());
            self.error("lengths", &lengths.span, message, Some(forms(&name.node).to_owned()));
            return None;
        };
        let span = &(name.span.start..lengths.span.end);
        match outline.pattern(&lattice) {
            Err(error @ PatternError::NoOutline(name, _)) => {
                let hint = match name {
                    "diamond" | "staircase" if lattice == *Lattice::cube() => {
                        format!("a solid of one layer is `[{name} 3]`")
                    }
                    _ if [Lattice::hexagon(), Lattice::triangle()].contains(&&lattice) => {
                        format!("without `hex` or `tri`, a {name} is made of squares")
                    }
                    _ => forms(name).to_owned(),
                };
                self.error("no-outline", span, error.to_string(), Some(hint));
                None
            }
            result => self.checked(result, span),
        }
    }
}
