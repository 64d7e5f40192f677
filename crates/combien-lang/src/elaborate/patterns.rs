//! Expressions to patterns.

use std::ops::Range;

use combien_tiling::{Isometry, Lattice, Mark, Operation, Pattern, PatternError, Size};

use super::Elaborator;
use crate::ast::{Drawing, Expr, ExprKind, Grid, Name, Space, Spanned};
use crate::faults::nearest;

impl Elaborator {
    /// The pattern that an expression gives. If there is an error, reports it and returns `None`.
    pub(super) fn pattern(&mut self, expr: &Expr, space: Space) -> Option<Pattern> {
        let span = &expr.span;
        let result = match &expr.node {
            ExprKind::Reference(reference) => return self.pattern_of(reference, space),
            ExprKind::Drawing(drawing) => return self.drawing(drawing, space, span),
            ExprKind::Layers(grid, layers) => return self.layers(grid, layers, space, span),
            ExprKind::Outline(name, grid, lengths) => {
                return self.outline(name, grid.as_ref(), lengths, space);
            }
            ExprKind::Constant(grid, size, on) => {
                let lattice = self.lattice(grid, space, span)?;
                Pattern::full(&lattice, self.size(size, space)?, *on)
            }
            ExprKind::Combine(first, rest) => return self.combine(first, rest, space),
            ExprKind::Set(base, position, on) => {
                let (base, at) = (self.pattern(base, space), self.position(position, space));
                let result = base?.set(at?, *on);
                return self.checked(result, &position.span);
            }
            ExprKind::Crop(from, size, base) => {
                let (from, size) = (self.position(from, space), self.size(size, space));
                self.pattern(base, space)?.crop(from?, size?)
            }
            ExprKind::Shift(base, step) => {
                let (base, step) = (self.pattern(base, space), self.position(step, space));
                base?.shift(step?)
            }
            ExprKind::Resize(base, size) => {
                let (base, size) = (self.pattern(base, space), self.size(size, space));
                base?.resize(size?)
            }
            ExprKind::Apply(name, base) => {
                let base = self.pattern(base, space)?;
                base.apply(self.isometry(name, base.lattice())?)
            }
            ExprKind::Cells(marks, base) => {
                let base = self.pattern(base, space)?;
                Ok(base.only(|mark| matches!(mark, Mark::Named(name) if marks.node.contains(name))))
            }
            ExprKind::Labels(words, base) => {
                let labelled = self.pattern(base, space)?.labelled(&words.node);
                return self.checked(labelled, &words.span);
            }
        };
        self.checked(result, span)
    }

    /// The cells that a grid has, in the plane or in space.
    pub(super) fn lattice(&mut self, grid: &Grid, space: Space, span: &Range<usize>) -> Option<Lattice> {
        if let Grid::Named(reference) = grid {
            if space == Space::Plane {
                return self.value_of(reference, space);
            }
            let message = "a lattice that is defined here has cells of the plane".to_owned();
            let hint = "they belong to `pattern`, `tiles` and `problem`";
            self.error("no-layer", span, message, Some(hint.to_owned()));
            return None;
        }
        let lattice = grid.lattice(space);
        if lattice.is_none() {
            let elsewhere = if space == Space::Solid { Space::Plane } else { Space::Solid };
            let cells = grid.lattice(elsewhere).unwrap_or(Lattice::square());
            let (message, hint) = match space {
                Space::Solid => (
                    format!("there are no {cells}s in three dimensions, only cubes and spheres"),
                    "drawings of the plane belong to `pattern`, `tiles` and `problem`",
                ),
                Space::Plane => (
                    format!("{cells}s make a solid, and this is the plane"),
                    "solids belong to `pattern3`, `tiles3` and `problem3`",
                ),
            };
            self.error("no-layer", span, message, Some(hint.to_owned()));
        }
        lattice.cloned()
    }

    /// A drawing; in space it is one layer.
    fn drawing(&mut self, drawing: &Drawing, space: Space, span: &Range<usize>) -> Option<Pattern> {
        let lattice = self.lattice(&drawing.grid, space, span)?;
        if lattice.has_glyphs() {
            let characters = |row: &Vec<Mark>| row.iter().map(|mark| mark.to_char()).collect::<Vec<char>>();
            let rows: Vec<Vec<char>> = drawing.rows.iter().map(characters).collect();
            return self.checked(Pattern::from_characters(&lattice, &rows), span);
        }
        if lattice.dimension() == 2 {
            return self.checked(Pattern::from_rows(&lattice, &drawing.rows), span);
        }
        let flat = self.checked(Pattern::from_rows(Lattice::square(), &drawing.rows), span)?;
        self.checked(Pattern::stacked(&lattice, &[flat]), span)
    }

    fn layers(&mut self, grid: &Grid, layers: &[Expr], space: Space, span: &Range<usize>) -> Option<Pattern> {
        if space == Space::Plane {
            let hint = "solids belong to `pattern3`, `tiles3` and `problem3`";
            self.error(
                "layers",
                span,
                "layers make a solid, and this is the plane".into(),
                Some(hint.into()),
            );
            return None;
        }
        let patterns: Vec<Option<Pattern>> =
            layers.iter().map(|layer| self.pattern(layer, Space::Plane)).collect();
        let patterns: Vec<Pattern> = patterns.into_iter().collect::<Option<_>>()?;
        let lattice = self.lattice(grid, space, span)?;
        self.checked(Pattern::stacked(&lattice, &patterns), span)
    }

    /// From left to right. An operand with an error does not prevent checking the others.
    fn combine(&mut self, first: &Expr, rest: &[(Operation, Expr)], space: Space) -> Option<Pattern> {
        let mut left = self.pattern(first, space);
        for (operation, operand) in rest {
            let right = self.pattern(operand, space);
            left = match (left, right) {
                (Some(left), Some(right)) => {
                    let both = left.combine(*operation, &right);
                    self.checked(both, &(first.span.start..operand.span.end))
                }
                _ => None,
            };
        }
        left
    }

    pub(super) fn isometry(
        &mut self,
        Spanned { node: name, span }: &Name,
        lattice: &Lattice,
    ) -> Option<Isometry> {
        let isometry = lattice.isometry_by_name(name);
        if isometry.is_none() {
            let names: Vec<&str> = lattice.named_isometries().iter().map(|&(name, _)| name).collect();
            let elsewhere = Lattice::all().any(|lattice| lattice.isometry_by_name(name).is_some());
            let hint = match nearest(name, names.iter().copied()) {
                Some(near) if !elsewhere => format!("did you mean `{near}`?"),
                _ => format!("the isometries of a {lattice} are {}", names.join(", ")),
            };
            let message = if elsewhere {
                format!("`{name}` is not an isometry of a {lattice}")
            } else {
                format!("there is no isometry `{name}`")
            };
            self.error("unknown-isometry", span, message, Some(hint));
        }
        isometry
    }

    pub(super) fn checked(
        &mut self,
        result: Result<Pattern, PatternError>,
        span: &Range<usize>,
    ) -> Option<Pattern> {
        result
            .map_err(|error| {
                let (code, hint) = explanation(&error);
                self.error(code, span, error.to_string(), hint);
            })
            .ok()
    }
}

/// The code of an error, and a hint.
fn explanation(error: &PatternError) -> (&'static str, Option<String>) {
    let (code, hint) = match error {
        PatternError::EmptyFrame(_) => ("empty-pattern", "draw at least one row: `{**}`".to_owned()),
        PatternError::TooLarge(_) => ("too-large", "boards have thousands of cells, not millions".to_owned()),
        PatternError::SizesDiffer(left, right) => {
            let both = Size {
                width: left.width.max(right.width),
                height: left.height.max(right.height),
                depth: left.depth.max(right.depth),
            };
            ("sizes-differ", format!("give both one size, as in `resize PATTERN {both}`"))
        }
        PatternError::LatticesDiffer(..) => ("grids-differ", "draw both on one grid".to_owned()),
        PatternError::OutsideFrame(_, size) => {
            let (x, y, z) = (size.width - 1, size.height - 1, size.depth - 1);
            let last = if z == 0 { format!("{x}x{y}") } else { format!("{x}x{y}x{z}") };
            let first = if z == 0 { "0x0" } else { "0x0x0" };
            (
                "outside",
                format!("positions run from {first}, bottom left, to {last}, top right; `resize` makes room"),
            )
        }
        PatternError::NoTranslation(_, lattice) => ("odd-step", lattice.step().to_owned()),
        PatternError::Words { .. } => (
            "labels",
            "write a word for each cell, row by row from the top; `1..31` are 31, `.` is none".to_owned(),
        ),
        _ => return ("pattern", None),
    };
    (code, Some(hint))
}
