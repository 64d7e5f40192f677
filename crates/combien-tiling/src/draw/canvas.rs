//! Characters at their places, and the lines that they make.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::paint::{self, Paint};

/// Characters by their height and column.
pub(super) type Canvas = BTreeMap<(i32, i32), char>;

/// The lines of a canvas between two heights, from a column on, with the colors of some places.
pub(super) fn written(mut canvas: Canvas, paint: &Paint, left: i32, heights: RangeInclusive<i32>) -> String {
    for &place in paint.keys() {
        canvas.entry(place).or_insert(' ');
    }
    let mut drawing = String::new();
    for height in heights.rev() {
        let (mut column, mut last) = (left, None);
        for (&(_, at), &glyph) in canvas.range((height, i32::MIN)..=(height, i32::MAX)) {
            for _ in column..at {
                paint::push(&mut drawing, &mut last, None, ' ');
            }
            paint::push(&mut drawing, &mut last, paint.get(&(height, at)).copied(), glyph);
            column = at + 1;
        }
        paint::push(&mut drawing, &mut last, None, '\n');
    }
    drawing
}
