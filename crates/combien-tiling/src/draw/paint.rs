//! Colors of terminals in text: the blank places of a region get the color of its piece as background. Without
//! its escape sequences, a drawing in color is the same drawing without.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::Picture;
use super::colors::PALETTE;

/// The colors of places, by height and column, as numbers of the 256 colors that terminals have.
pub(super) type Paint = BTreeMap<(i32, i32), u8>;

/// The palette among these colors.
const TERMINAL: [u8; 12] = [117, 214, 107, 210, 182, 222, 109, 208, 153, 174, 147, 180];
/// Black on this background, and the end of all colors.
const BLACK_ON: &str = "\u{1b}[38;5;16;48;5;";
const END: &str = "\u{1b}[0m";

/// The color of each region.
pub(super) fn of_regions(picture: &Picture) -> Vec<u8> {
    let colors = picture.colors();
    let mut known: Vec<&str> = vec![];
    let number = |color| {
        let place = known.iter().position(|other| *other == color).unwrap_or_else(|| {
            known.push(color);
            known.len() - 1
        });
        let of_palette = PALETTE.iter().position(|other| *other == color);
        match (of_palette, digits(color)) {
            (Some(place), _) => TERMINAL[place],
            (None, Some(rgb)) => nearest(rgb),
            (None, None) => TERMINAL[place % TERMINAL.len()],
        }
    };
    colors.iter().map(String::as_str).map(number).collect()
}

/// Red, green and blue of `#f80` and `#ff8800`.
fn digits(color: &str) -> Option<[u8; 3]> {
    let digits = color.strip_prefix('#')?;
    let wide: String = match digits.len() {
        3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
        _ => digits.to_owned(),
    };
    let number = u32::from_str_radix(&wide, 16).ok()?;
    Some([(number >> 16) as u8, (number >> 8) as u8, number as u8])
}

/// The steps of red, green and blue of the colors from 16 on, 216 in all.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
const CUBE: std::ops::RangeInclusive<u8> = 16..=231;

/// Red, green and blue of such a color.
fn parts(color: u8) -> [u8; 3] {
    let number = usize::from(color - CUBE.start());
    [number / 36, number / 6 % 6, number % 6].map(|step| STEPS[step])
}

/// Is black on it easily read? Green is brightest for the eye, and blue darkest.
fn is_light(color: u8) -> bool {
    let [red, green, blue] = parts(color).map(u32::from);
    3 * red + 6 * green + blue >= 900
}

/// The nearest of these colors that is light.
fn nearest(rgb: [u8; 3]) -> u8 {
    let distance = |color: u8| -> u32 {
        parts(color).into_iter().zip(rgb).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    };
    CUBE.filter(|&color| is_light(color)).min_by_key(|&color| distance(color)).unwrap_or(*CUBE.end())
}

/// The places that are reached from one without crossing a line; sideways only, or in all four directions. None
/// if they have no end within these columns and heights.
pub(super) fn within(
    from: (i32, i32),
    is_line: impl Fn((i32, i32)) -> bool,
    sideways: bool,
    [(lowest, leftmost), (highest, rightmost)]: [(i32, i32); 2],
) -> BTreeSet<(i32, i32)> {
    let (mut found, mut next) = (BTreeSet::from([from]), vec![from]);
    while let Some((height, column)) = next.pop() {
        if !(lowest..=highest).contains(&height) || !(leftmost..=rightmost).contains(&column) {
            return BTreeSet::new();
        }
        let beside = [(height, column - 1), (height, column + 1), (height - 1, column), (height + 1, column)];
        let beside = beside.into_iter().take(if sideways { 2 } else { 4 });
        next.extend(beside.filter(|&place| !is_line(place) && found.insert(place)));
    }
    found
}

/// A character in its color; `last` is the color of the one before.
pub(super) fn push(drawing: &mut String, last: &mut Option<u8>, color: Option<u8>, glyph: char) {
    if *last != color {
        if last.is_some() {
            drawing.push_str(END);
        }
        if let Some(color) = color {
            // Writing to a string does not fail.
            _ = write!(drawing, "{BLACK_ON}{color}m");
        }
        *last = color;
    }
    drawing.push(glyph);
}

/// How long an escape sequence of a drawing in color is at the beginning of a text; `None` if it begins with
/// anything else.
#[doc(hidden)]
pub fn color_sequence(text: &str) -> Option<usize> {
    if text.starts_with(END) {
        return Some(END.len());
    }
    let rest = text.strip_prefix(BLACK_ON)?;
    let (number, _) = rest.split_once('m')?;
    let is_color = number.parse().is_ok_and(|color: u8| CUBE.contains(&color) && is_light(color));
    is_color.then_some(BLACK_ON.len() + number.len() + 1)
}

#[cfg(test)]
mod tests {
    use super::super::tests::dominoes;
    use super::super::{Style, text};
    use super::*;

    /// The drawing, and the color of each of its characters.
    fn read(mut drawing: &str) -> (String, Vec<Option<u8>>) {
        let (mut plain, mut colors, mut color) = (String::new(), vec![], None);
        while let Some(glyph) = drawing.chars().next() {
            if let Some(length) = color_sequence(drawing) {
                let number = drawing[..length].strip_prefix(BLACK_ON).and_then(|rest| rest.strip_suffix('m'));
                color = number.map(|number| number.parse().unwrap());
                drawing = &drawing[length..];
                continue;
            }
            plain.push(glyph);
            colors.push(color);
            drawing = &drawing[glyph.len_utf8()..];
        }
        (plain, colors)
    }

    #[test]
    fn pieces_are_filled_and_lines_are_not() {
        let drawn = text(&dominoes("***$***"), Style::Color);
        let (plain, colors) = read(&drawn);
        assert_eq!(plain, "┌───────┬───┐\n│       │   │\n├───────┤   │\n│       │   │\n└───────┴───┘\n");
        for (glyph, color) in plain.chars().zip(&colors) {
            assert_eq!(glyph == ' ', color.is_some(), "{glyph:?} in {drawn:?}");
        }
        let row: Vec<Option<u8>> =
            plain.chars().zip(colors).skip(14).take(13).map(|(_, color)| color).collect();
        assert!(row[1] == row[7] && row[9] == row[11] && row[1] != row[9], "{row:?}");
    }

    #[test]
    fn other_sequences_are_none_of_ours() {
        assert!(TERMINAL.into_iter().all(is_light), "black is read on all colors");
        for other in [
            "\u{1b}[38;5;16;48;5;16m",
            "\u{1b}[2J",
            "\u{1b}[38;5;16;48;5;1;8m",
            "\u{1b}[38;5;16;48;5;1234m",
            "\u{1b}]0;x\u{7}",
            "x",
        ] {
            assert_eq!(color_sequence(other), None, "{other:?}");
        }
    }

    #[test]
    fn colors_are_those_of_the_terminal_that_are_nearest() {
        assert_eq!([digits("#f80"), digits("#ff8800")], [Some([255, 136, 0]); 2]);
        assert_eq!(
            (digits("tomato"), nearest([255, 136, 0]), nearest([0, 0, 0])),
            (None, 208, nearest([1, 1, 1]))
        );
        assert!(is_light(nearest([0, 0, 0])) && parts(208) == [255, 135, 0]);
    }
}
