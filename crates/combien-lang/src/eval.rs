//! Expressions to patterns.

use std::sync::Arc;

use combien::diagnostic::{Diagnostic, Place, Source};
use combien::tiling::{Cell, Isometry, Lattice, Operation, Pattern, PatternError, Size};

use crate::ast::{Coordinates, Expr, ExprKind, Mark, Name, Span, SumKind};
use crate::faults::nearest;

/// Evaluates the expressions of one file.
pub(crate) struct Evaluator<'a, L> {
    pub(crate) source: &'a Arc<Source>,
    /// The pattern of a name; none if there is none, or if its definition was at fault. It reports the former.
    pub(crate) lookup: L,
    pub(crate) diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'p, L: FnMut(&str, &Span, &mut Vec<Diagnostic>) -> Option<&'p Pattern>> Evaluator<'_, L> {
    /// The pattern that an expression gives; none if something in it was at fault, which is reported.
    pub(crate) fn pattern(&mut self, expr: &Expr) -> Option<Pattern> {
        let result = match &expr.node {
            ExprKind::Reference(reference) => {
                let name = &reference.name;
                return (self.lookup)(&name.node, &name.span, self.diagnostics).cloned();
            }
            ExprKind::Drawing(drawing) => {
                let row = |row: &Vec<Mark>| row.iter().map(|&mark| mark == Mark::On).collect();
                Pattern::from_rows(&drawing.rows.iter().map(row).collect::<Vec<Vec<bool>>>())
            }
            ExprKind::Layers(_) | ExprKind::Cells(..) => return None,
            ExprKind::Constant(_, size, on) => Pattern::constant(as_size(size), *on),
            ExprKind::Combine(first, rest) => return self.combine(first, rest),
            ExprKind::Set(base, cell, on) => {
                let base = self.pattern(base)?;
                return self.checked(base.set(as_cell(cell), *on), &cell.span);
            }
            ExprKind::Crop(from, size, base) => self.pattern(base)?.crop(as_cell(from), as_size(size)),
            ExprKind::Shift(base, step) => Ok(self.pattern(base)?.shift(as_cell(step))),
            ExprKind::Resize(base, size) => self.pattern(base)?.resize(as_size(size)),
            ExprKind::Apply(isometry, base) => {
                let (isometry, base) = (self.isometry(isometry), self.pattern(base));
                Ok(base?.apply(isometry?))
            }
        };
        self.checked(result, &expr.span)
    }

    /// From left to right; an operand at fault does not keep the others from being looked at.
    fn combine(&mut self, first: &Expr, rest: &[(Operation, Expr)]) -> Option<Pattern> {
        let mut left = self.pattern(first);
        for (operation, operand) in rest {
            let right = self.pattern(operand);
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

    fn isometry(&mut self, Name { node: name, span }: &Name) -> Option<Isometry> {
        let known = Lattice::Square.named_isometries();
        let found = known.iter().find(|(known, _)| known == name);
        if found.is_none() {
            let names: Vec<&str> = known.iter().map(|&(name, _)| name).collect();
            let hint = match nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the isometries are {}", names.join(", ")),
            };
            let message = format!("there is no isometry `{name}`");
            let place = Place::new(self.source, span.clone());
            self.diagnostics.push(Diagnostic::error("unknown-isometry", message, place).hinted(hint));
        }
        found.map(|&(_, isometry)| isometry)
    }

    fn checked(&mut self, result: Result<Pattern, PatternError>, span: &Span) -> Option<Pattern> {
        result
            .map_err(|error| self.diagnostics.push(diagnostic(error, Place::new(self.source, span.clone()))))
            .ok()
    }
}

fn diagnostic(error: PatternError, place: Place) -> Diagnostic {
    let (code, hint) = match error {
        PatternError::EmptyFrame(_) => ("empty-pattern", "draw at least one row: `{**}`".to_owned()),
        PatternError::TooLarge(_) => ("too-large", "boards have thousands of cells, not millions".to_owned()),
        PatternError::SizesDiffer(left, right) => {
            let both = Size::plane(left.width.max(right.width), left.height.max(right.height));
            ("sizes-differ", format!("give both one size, as in `resize PATTERN {both}`"))
        }
        PatternError::OutsideFrame(_, size) => {
            let last = format!("{}x{}", size.width - 1, size.height - 1);
            (
                "outside",
                format!("positions run from 0x0, bottom left, to {last}, top right; `resize` makes room"),
            )
        }
        _ => return Diagnostic::error("pattern", error.to_string(), place),
    };
    Diagnostic::error(code, error.to_string(), place).hinted(hint)
}

/// The two numbers of a position or size in the plane; sums and a third number are not available yet.
fn as_pair(coordinates: &Coordinates) -> (u32, u32) {
    let number = |place: usize| match coordinates.node.get(place).map(|sum| &sum.node) {
        Some(SumKind::Number(number)) => *number,
        _ => 0,
    };
    (number(0), number(1))
}

fn as_cell(position: &Coordinates) -> Cell {
    let (x, y) = as_pair(position);
    Cell::plane(x as i32, y as i32)
}

fn as_size(size: &Coordinates) -> Size {
    let (width, height) = as_pair(size);
    Size::plane(width, height)
}
