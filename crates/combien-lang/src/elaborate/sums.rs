//! Arithmetic of whole numbers, and positions and sizes.

use combien_tiling::{Cell, Size};

use super::Elaborator;
use crate::ast::{Arithmetic, Coordinates, Space, Span, Spanned, Sum, SumKind};

impl Elaborator {
    /// The value of a sum. If it has none, reports an error and returns `None`.
    pub(super) fn sum(&mut self, Spanned { node, span }: &Sum) -> Option<i64> {
        match node {
            SumKind::Number(number) => Some(i64::from(*number)),
            SumKind::Parameter(name) => self.parameter(name, span),
            SumKind::Negative(inner) => {
                let value = self.sum(inner)?;
                self.arithmetic(Arithmetic::Minus, 0, value, span)
            }
            SumKind::Chain(first, rest) => {
                let mut value = self.sum(first)?;
                for (operation, operand) in rest {
                    let right = self.sum(operand)?;
                    value = self.arithmetic(*operation, value, right, &operand.span)?;
                }
                Some(value)
            }
        }
    }

    /// Looks up the parameters in a sum, whatever their values.
    pub(super) fn look_up_parameters(&mut self, Spanned { node, span }: &Sum) {
        match node {
            SumKind::Number(_) => {}
            SumKind::Parameter(name) => {
                self.parameter(name, span);
            }
            SumKind::Negative(inner) => self.look_up_parameters(inner),
            SumKind::Chain(first, rest) => {
                self.look_up_parameters(first);
                for (_, operand) in rest {
                    self.look_up_parameters(operand);
                }
            }
        }
    }

    fn arithmetic(&mut self, operation: Arithmetic, left: i64, right: i64, span: &Span) -> Option<i64> {
        if right == 0 && matches!(operation, Arithmetic::Over | Arithmetic::Modulo) {
            self.error("division-by-zero", span, "division by zero".into(), None);
            return None;
        }
        let value = match operation {
            Arithmetic::Plus => left.checked_add(right),
            Arithmetic::Minus => left.checked_sub(right),
            Arithmetic::Times => left.checked_mul(right),
            Arithmetic::Over => left.checked_div_euclid(right),
            Arithmetic::Modulo => left.checked_rem_euclid(right),
        };
        if value.is_none() {
            self.error("number-too-large", span, "this makes a number that is too large".into(), None);
        }
        value
    }

    fn parameter(&mut self, name: &str, span: &Span) -> Option<i64> {
        let value =
            self.scope().values.iter().rev().find(|(known, _)| known == name).map(|&(_, value)| value);
        if value.is_none() {
            let known: Vec<String> = self.scope().values.iter().map(|(known, _)| known.clone()).collect();
            let hint = match known.as_slice() {
                [] => "parameters follow a name in brackets: `problem strip<n> = ...`".to_owned(),
                known => format!("the parameters here are {}", known.join(", ")),
            };
            self.error("unknown-parameter", span, format!("there is no parameter `{name}` here"), Some(hint));
        }
        value
    }

    /// Two numbers, or three in space; a third one that is left out is `missing`.
    fn coordinates(&mut self, coordinates: &Coordinates, space: Space, missing: i64) -> Option<[i64; 3]> {
        let Spanned { node: sums, span } = coordinates;
        if space == Space::Plane && sums.len() > 2 {
            let hint = "in three dimensions say `pattern3`, `tiles3`, `problem3`";
            self.error("third-number", span, "the plane has two numbers only".into(), Some(hint.into()));
            return None;
        }
        let values: Vec<Option<i64>> = sums.iter().map(|sum| self.sum(sum)).collect();
        let values: Vec<i64> = values.into_iter().collect::<Option<_>>()?;
        let at = |place: usize| values.get(place).copied().unwrap_or(missing);
        let all = [at(0), at(1), at(2)];
        if all.iter().any(|value| i32::try_from(*value).is_err()) {
            let message = format!("a number here is too large: the greatest is {}", i32::MAX);
            self.error("number-too-large", span, message, None);
            return None;
        }
        Some(all)
    }

    /// A position, or a step; a step may have negative numbers.
    pub(super) fn position(&mut self, coordinates: &Coordinates, space: Space) -> Option<Cell> {
        let [x, y, z] = self.coordinates(coordinates, space, 0)?;
        Some(Cell::space(x as i32, y as i32, z as i32))
    }

    /// The size of a frame.
    pub(super) fn size(&mut self, coordinates: &Coordinates, space: Space) -> Option<Size> {
        let [width, height, depth] = self.coordinates(coordinates, space, 1)?;
        if [width, height, depth].iter().any(|&length| length < 0) {
            let message = format!("a size cannot be negative: this is {width}x{height}");
            self.error("negative-size", &coordinates.span, message, None);
            return None;
        }
        Some(Size { width: width as u32, height: height as u32, depth: depth as u32 })
    }

    /// A number of pieces.
    pub(super) fn quantity(&mut self, sum: &Sum) -> Option<u32> {
        self.whole(sum, |value| format!("a piece cannot be used {value} times"))
    }

    /// A number that is not negative. If it is, the message says what cannot be.
    pub(super) fn whole(&mut self, sum: &Sum, impossible: impl FnOnce(i64) -> String) -> Option<u32> {
        let value = self.sum(sum)?;
        let number = u32::try_from(value).ok();
        if number.is_none() {
            self.error("bad-quantity", &sum.span, impossible(value), None);
        }
        number
    }
}
