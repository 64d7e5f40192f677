//! Characters at their places, and the lines that they make.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Characters by their height and column.
pub(super) type Canvas = BTreeMap<(i32, i32), char>;

/// The lines of a canvas between two heights, from a column on.
pub(super) fn written(canvas: &Canvas, left: i32, heights: RangeInclusive<i32>) -> String {
    let mut drawing = String::new();
    for height in heights.rev() {
        let mut column = left;
        for (&(_, at), &glyph) in canvas.range((height, i32::MIN)..=(height, i32::MAX)) {
            drawing.extend((column..at).map(|_| ' '));
            drawing.push(glyph);
            column = at + 1;
        }
        drawing.push('\n');
    }
    drawing
}
