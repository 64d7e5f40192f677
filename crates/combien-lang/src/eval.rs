//! Expressions to patterns.

use std::sync::Arc;

use combien::diagnostic::{Diagnostic, Place, Source};
use combien::tiling::{Cell, Lattice, Mark, Pattern, PatternError, Size};

use crate::ast::{Expr, ExprKind, Pair, Span};

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
            ExprKind::Name(name) => return (self.lookup)(name, &expr.span, self.diagnostics).cloned(),
            ExprKind::Drawing(rows) => {
                let marks = |row: &Vec<bool>| row.iter().map(|&on| Mark::of(on)).collect();
                Pattern::from_rows(Lattice::Square, &rows.iter().map(marks).collect::<Vec<Vec<Mark>>>())
            }
            ExprKind::Constant(size, on) => Pattern::constant(Lattice::Square, as_size(size), *on),
            ExprKind::Combine(first, rest) => return self.combine(first, rest),
            ExprKind::Set(base, cell, on) => {
                let base = self.pattern(base)?;
                return self.checked(base.set(as_cell(cell), *on), &cell.span);
            }
            ExprKind::Crop(from, size, base) => self.pattern(base)?.crop(as_cell(from), as_size(size)),
            ExprKind::Shift(base, step) => self.pattern(base)?.shift(as_cell(step)),
            ExprKind::Resize(base, size) => self.pattern(base)?.resize(as_size(size)),
            ExprKind::Apply(isometry, base) => self.pattern(base)?.apply(*isometry),
        };
        self.checked(result, &expr.span)
    }

    /// From left to right; an operand at fault does not keep the others from being looked at.
    fn combine(&mut self, first: &Expr, rest: &[(combien::tiling::Operation, Expr)]) -> Option<Pattern> {
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

fn as_cell(pair: &Pair) -> Cell {
    let (x, y) = pair.node;
    Cell::plane(x as i32, y as i32)
}

fn as_size(pair: &Pair) -> Size {
    Size::plane(pair.node.0, pair.node.1)
}
