//! Drawings in which a character stands for several cells: a whole square of quarters, a corner where sticks
//! meet.

use super::{Cell, Lattice, Mark, Pattern, PatternError, Size};

/// The quarters of a square, as bits, by their places in the block of a unit: left, bottom, top, right.
const LEFT: u8 = 1;
const BOTTOM: u8 = 2;
const TOP: u8 = 4;
const RIGHT: u8 = 8;

/// Characters for some quarters of a square; the first of each line is written. A letter looks like the
/// outline of what it covers: L is the half at the bottom left.
const SQUARES: [(u8, &str); 16] = [
    (0, "."),
    (LEFT | BOTTOM | TOP | RIGHT, "*\u{2588}"),
    (LEFT | BOTTOM, "L\u{25e3}"),
    (BOTTOM | RIGHT, "J\u{25e2}"),
    (TOP | RIGHT, "7\u{25e5}"),
    (TOP | LEFT, "F\u{25e4}"),
    (TOP, "v\u{25bc}"),
    (BOTTOM, "^\u{25b2}"),
    (LEFT, ">\u{25b6}"),
    (RIGHT, "<\u{25c0}"),
    (TOP | BOTTOM, "I\u{29d7}"),
    (LEFT | RIGHT, "H\u{29d3}"),
    (LEFT | BOTTOM | RIGHT, "U"),
    (LEFT | TOP | RIGHT, "n"),
    (LEFT | BOTTOM | TOP, "C"),
    (BOTTOM | TOP | RIGHT, "D"),
];

/// Strokes from a corner, as bits.
const EAST: u8 = 1;
const NORTH: u8 = 2;
const WEST: u8 = 4;
const SOUTH: u8 = 8;

/// Characters for strokes from a corner; the first of each line is written. A stick is drawn where two
/// neighbouring corners have a stroke towards each other.
const CORNERS: [(u8, &str); 16] = [
    (0, "."),
    (EAST | NORTH | WEST | SOUTH, "\u{253c}+*"),
    (EAST | WEST, "\u{2500}-"),
    (NORTH | SOUTH, "\u{2502}|"),
    (EAST | SOUTH, "\u{250c}"),
    (WEST | SOUTH, "\u{2510}"),
    (NORTH | EAST, "\u{2514}"),
    (NORTH | WEST, "\u{2518}"),
    (NORTH | EAST | SOUTH, "\u{251c}"),
    (NORTH | WEST | SOUTH, "\u{2524}"),
    (EAST | WEST | SOUTH, "\u{252c}"),
    (EAST | NORTH | WEST, "\u{2534}"),
    (EAST, "\u{2576}"),
    (NORTH, "\u{2575}"),
    (WEST, "\u{2574}"),
    (SOUTH, "\u{2577}"),
];

fn bits(table: &[(u8, &str)], character: char) -> Option<u8> {
    table.iter().find(|(_, glyphs)| glyphs.contains(character)).map(|&(bits, _)| bits)
}

fn glyph(table: &[(u8, &str)], bits: u8) -> char {
    let glyphs = table.iter().find(|&&(of, _)| of == bits).map_or(".", |&(_, glyphs)| glyphs);
    glyphs.chars().next().unwrap_or('.')
}

/// What a character of a drawing stands for, where it stands for several cells at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Glyphs {
    /// The quarters of a square.
    Squares,
    /// The sticks at a corner.
    Corners,
}

impl Glyphs {
    fn table(self) -> &'static [(u8, &'static str)] {
        match self {
            Glyphs::Squares => &SQUARES,
            Glyphs::Corners => &CORNERS,
        }
    }
}

#[doc(hidden)]
impl Lattice {
    /// Are its drawings made of characters that stand for several cells?
    #[doc(hidden)]
    pub fn has_glyphs(&self) -> bool {
        self.form().glyphs.is_some()
    }

    /// Has this character a meaning in drawings of this lattice? A letter or digit that marks a cell counts
    /// as one without.
    ///
    /// ```
    /// use combien_tiling::Lattice;
    ///
    /// assert!(Lattice::quarter().is_drawn_with('L') && !Lattice::square().is_drawn_with('L'));
    /// assert!(Lattice::stick().is_drawn_with('┌') && !Lattice::stick().is_drawn_with('?'));
    /// ```
    pub fn is_drawn_with(&self, character: char) -> bool {
        match self.form().glyphs {
            Some(glyphs) => {
                bits(glyphs.table(), character).is_some() || character == '?' && glyphs == Glyphs::Squares
            }
            None => matches!(character, '*' | '?' | '.'),
        }
    }
}

#[doc(hidden)]
impl Pattern {
    /// A pattern of the plane from the characters of its rows, the top row first: those of
    /// [`Pattern::drawn`]; others stand for nothing.
    #[doc(hidden)]
    pub fn from_characters<R: AsRef<[char]>>(lattice: &Lattice, rows: &[R]) -> Result<Pattern, PatternError> {
        let width = rows.iter().map(|row| row.as_ref().len()).max().unwrap_or(0) as i32;
        let height = rows.len() as i32;
        let at = |x: i32, y: i32| {
            let row = usize::try_from(height - 1 - y).ok().and_then(|row| rows.get(row));
            row.and_then(|row| row.as_ref().get(usize::try_from(x).ok()?)).copied().unwrap_or('.')
        };
        let size = |across: u32, up: u32| Size::plane(across * width as u32, up * height as u32);
        match lattice.form().glyphs {
            Some(Glyphs::Squares) => Pattern::from_condition(lattice, size(2, 2), |Cell { x, y, .. }| {
                let (character, place) = (at(x / 2, y / 2), x % 2 + 2 * (y % 2));
                match bits(&SQUARES, character) {
                    Some(bits) => Mark::of(bits >> place & 1 == 1),
                    None => Mark::from_char(character),
                }
            }),
            Some(Glyphs::Corners) => {
                let has = |x, y, stroke| bits(&CORNERS, at(x, y)).is_some_and(|bits| bits & stroke != 0);
                Pattern::from_condition(lattice, size(2, 1), |Cell { x, y, .. }| {
                    let corner = x / 2;
                    Mark::of(if x % 2 == 0 {
                        has(corner, y, EAST) && has(corner + 1, y, WEST)
                    } else {
                        has(corner, y, NORTH) && has(corner, y + 1, SOUTH)
                    })
                })
            }
            None => {
                let marks = |row: &R| row.as_ref().iter().map(|&c| Mark::from_char(c)).collect::<Vec<Mark>>();
                Pattern::from_rows(lattice, &rows.iter().map(marks).collect::<Vec<_>>())
            }
        }
    }

    /// Does the drawing say all that the pattern does? Where a character stands for several cells, these may
    /// stay empty only together, and none has a mark.
    ///
    /// ```
    /// # use combien_tiling::{Lattice, Mark, Pattern, PatternError};
    /// let corner = Pattern::from_rows(Lattice::quarter(), &[[Mark::On, Mark::Off], [Mark::Optional, Mark::Off]])?;
    /// assert!(!corner.is_drawable() && Pattern::drawn(Lattice::quarter(), "L?")?.is_drawable());
    /// # Ok::<(), PatternError>(())
    /// ```
    pub fn is_drawable(&self) -> bool {
        let is_kept = |of: fn(Mark) -> bool| {
            let again = Pattern::drawn(self.lattice(), &self.to_string());
            again.is_ok_and(|again| again.shape_where(of) == self.shape_where(of))
        };
        let lattice = self.lattice();
        // Honeycombs have no word to stand before a drawing.
        lattice.form().polyhedra.is_none() && !lattice.has_glyphs()
            || lattice.has_glyphs()
                && self.named().is_empty()
                && is_kept(Mark::is_on)
                && is_kept(|mark| mark == Mark::Optional)
    }

    /// The rows of a layer as they are drawn, the top one first.
    pub(super) fn drawn_rows(&self, z: i32) -> Vec<String> {
        let Size { width, height, .. } = self.size();
        let is_on = |x: i32, y: i32| self.mark(Cell::space(x, y, z)).is_on();
        let (columns, rows) = match self.lattice().form().glyphs {
            Some(Glyphs::Squares) => (width.div_ceil(2), height.div_ceil(2)),
            // A stick ends one corner further right or up.
            Some(Glyphs::Corners) => {
                let (mut columns, mut rows) = (width.div_ceil(2), height);
                columns += u32::from((0..height).any(|y| is_on(2 * columns as i32 - 2, y as i32)));
                rows += u32::from((0..columns).any(|x| is_on(2 * x as i32 + 1, rows as i32 - 1)));
                (columns, rows)
            }
            None => (width, height),
        };
        let character = |x: i32, y: i32| match self.lattice().form().glyphs {
            Some(Glyphs::Squares) => {
                let marks =
                    [0, 1, 2, 3].map(|place| self.mark(Cell::space(2 * x + place % 2, 2 * y + place / 2, z)));
                if marks.contains(&Mark::Optional) {
                    return '?';
                }
                glyph(&SQUARES, marks.iter().rev().fold(0, |bits, mark| 2 * bits + u8::from(mark.is_on())))
            }
            Some(Glyphs::Corners) => {
                let strokes = [
                    (EAST, is_on(2 * x, y)),
                    (NORTH, is_on(2 * x + 1, y)),
                    (WEST, is_on(2 * x - 2, y)),
                    (SOUTH, is_on(2 * x + 1, y - 1)),
                ];
                glyph(&CORNERS, strokes.iter().filter(|(_, on)| *on).map(|(stroke, _)| stroke).sum())
            }
            None => self.mark(Cell::space(x, y, z)).to_char(),
        };
        let row = |y: u32| (0..columns).map(|x| character(x as i32, y as i32)).collect();
        (0..rows).rev().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiling::{Shape, polyforms};

    /// Every set of quarters has a character, which is read back as the same.
    #[test]
    fn characters_are_read_as_they_are_written() {
        for (table, lattice) in [(&SQUARES, Lattice::quarter()), (&CORNERS, Lattice::stick())] {
            for set in 0..16 {
                assert_eq!(bits(table, glyph(table, set)), Some(set), "{lattice}");
            }
        }
        for (lattice, cells) in [(Lattice::quarter(), 4), (Lattice::stick(), 4)] {
            for shape in polyforms::by_size(lattice, crate::tiling::Group::trivial()).nth(cells - 1).unwrap()
            {
                let pattern = Pattern::around(lattice, &shape, &Shape::default()).unwrap();
                let again = Pattern::drawn(lattice, &pattern.to_string()).unwrap().shape();
                assert_eq!(again.at_origin(lattice), shape.at_origin(lattice), "{pattern}");
            }
        }
    }

    #[test]
    fn halves_and_sticks_are_drawn() {
        let cells = |lattice, drawing| Pattern::drawn(lattice, drawing).unwrap().shape().len();
        assert_eq!(cells(Lattice::quarter(), "J*L $ 7*F"), 16);
        assert_eq!(cells(Lattice::quarter(), "\u{25e2}\u{25e3}"), 4);
        assert_eq!(cells(Lattice::stick(), "+++ $ +++ $ +++"), 12);
        // Strokes that nothing answers draw no stick.
        assert_eq!(cells(Lattice::stick(), "---"), 2);
        assert_eq!(cells(Lattice::stick(), "|.| $ +-+"), 4);
        assert_eq!(Pattern::drawn(Lattice::stick(), "|.| $ +-+").unwrap().to_string(), "╷.╷\n└─┘\n");
    }
}
