//! A grid of cells, some of them with digits; written as a line or drawn.

use std::fmt;

use super::{BoxShape, Fault, FaultKind, ReadError, Reader};
use crate::shape::character;
use combien::diagnostic::{Place, Source, shown};

/// A grid: each cell has a digit or is empty. Puzzles are grids, and solutions are full grids.
///
/// Written as a line (`Display`), row after row: `.` for an empty cell, the digits `1` to `9`, then `A` to
/// `Z`; the thirty-sixth digit is `0`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    shape: BoxShape,
    /// The digits from 1, row by row; 0 is an empty cell.
    digits: Box<[u8]>,
}

impl Grid {
    /// A grid of empty cells.
    pub fn empty(shape: BoxShape) -> Grid {
        Grid { shape, digits: vec![0; shape.cells()].into() }
    }

    /// Reads the one puzzle of a text, written as a line or drawn; [`Reader`] says how.
    ///
    /// Returns an error for anything that is not a cell, for too few or too many cells, and if there is no
    /// puzzle or more than one.
    pub fn parse(text: &str, shape: BoxShape) -> Result<Grid, Fault> {
        Grid::parse_named("<text>", text, shape)
    }

    /// Reads the one puzzle of a text, for a file with this name in messages.
    pub(crate) fn parse_named(name: &str, text: &str, shape: BoxShape) -> Result<Grid, Fault> {
        let mut reader = Reader::new(name, text.as_bytes(), shape);
        let missing = || Place::new(&Source::line(name, text.lines().next().unwrap_or_default(), 1), 0..0);
        match (reader.next(), reader.next()) {
            (Some(Ok(puzzle)), None) => Ok(puzzle.grid),
            (Some(Ok(_)), Some(Ok(second))) => {
                let line = text.lines().nth(second.line - 1).unwrap_or_default();
                let place = Place::new(&Source::line(name, line, second.line), 0..line.len());
                Err(Fault { kind: FaultKind::SecondPuzzle, place })
            }
            (Some(Err(ReadError::Fault(fault))), _) | (_, Some(Err(ReadError::Fault(fault)))) => Err(fault),
            (None | Some(Err(ReadError::Io(_))), _) | (_, Some(Err(ReadError::Io(_)))) => {
                Err(Fault { kind: FaultKind::NoPuzzle, place: missing() })
            }
        }
    }

    /// The box shape.
    pub fn shape(&self) -> BoxShape {
        self.shape
    }

    /// The digit of a cell, from 1, if it has one. Rows and columns count from 0.
    pub fn get(&self, row: usize, column: usize) -> Option<usize> {
        let digit = self.digits[row * self.shape.side() + column];
        (digit > 0).then_some(usize::from(digit))
    }

    /// Puts a digit, from 1, into a cell.
    ///
    /// # Panics
    ///
    /// Panics if the grid has no such cell or no such digit.
    pub fn set(&mut self, row: usize, column: usize, digit: usize) {
        let side = self.shape.side();
        assert!(
            column < side && (1..=side).contains(&digit),
            "no digit {digit} in column {column} of side {side}"
        );
        self.digits[row * side + column] = digit as u8;
    }

    /// Empties a cell.
    pub fn clear(&mut self, row: usize, column: usize) {
        self.digits[row * self.shape.side() + column] = 0;
    }

    /// The cells that have a digit, row by row: row, column, digit.
    pub fn clues(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let side = self.shape.side();
        let cells = self.digits.iter().enumerate().filter(|&(_, &digit)| digit > 0);
        cells.map(move |(cell, &digit)| (cell / side, cell % side, usize::from(digit)))
    }

    /// How many cells have a digit.
    pub fn clue_count(&self) -> usize {
        self.clues().count()
    }

    /// The grid with lines around its boxes, as [`Reader`] reads it again: side + bands + 1 lines.
    pub fn drawn(&self) -> impl fmt::Display {
        shown(move |f| {
            let shape = self.shape;
            let rule =
                format!("+{}\n", format!("{}+", "-".repeat(2 * shape.columns() + 1)).repeat(shape.rows()));
            for (row, digits) in self.digits.chunks(shape.side()).enumerate() {
                if row % shape.rows() == 0 {
                    f.write_str(&rule)?;
                }
                for stack in digits.chunks(shape.columns()) {
                    f.write_str("|")?;
                    stack.iter().try_for_each(|&digit| write!(f, " {}", character(digit)))?;
                    f.write_str(" ")?;
                }
                f.write_str("|\n")?;
            }
            f.write_str(&rule)
        })
    }

    /// The digits, row by row; 0 is an empty cell.
    pub(super) fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// A grid of these digits, row by row; 0 is an empty cell.
    pub(super) fn of_digits(shape: BoxShape, digits: Box<[u8]>) -> Grid {
        debug_assert_eq!(digits.len(), shape.cells());
        debug_assert!(digits.iter().all(|&digit| usize::from(digit) <= shape.side()));
        Grid { shape, digits }
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.digits.iter().map(|&digit| character(digit)).collect::<String>())
    }
}

impl Grid {
    /// How a digit is written: `1` to `9`, then `A` to `Z`, and `0` for 36. The digit 0 is an empty cell,
    /// `.`.
    pub fn character(digit: usize) -> char {
        u8::try_from(digit).map_or('?', character)
    }
}

/// The digit of a character in a grid of that side; 0 is an empty cell.
pub(super) fn digit(character: char, side: usize) -> Option<u8> {
    let digit = match character {
        '.' | '*' | '_' => 0,
        // Thirty-six digits need all figures and letters. With fewer, `0` is an empty cell, as in most lists.
        '0' if side == BoxShape::MAX_SIDE => 36,
        _ => character.to_digit(36)? as u8,
    };
    (usize::from(digit) <= side).then_some(digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_has_lines_around_boxes() {
        let shape = BoxShape::new(2, 3).unwrap();
        let line = "1.....\n.2....\n..3...\n...4..\n....5.\n.....6";
        let drawn = Grid::parse(line, shape).unwrap().drawn().to_string();
        let expected = "\
+-------+-------+
| 1 . . | . . . |
| . 2 . | . . . |
+-------+-------+
| . . 3 | . . . |
| . . . | 4 . . |
+-------+-------+
| . . . | . 5 . |
| . . . | . . 6 |
+-------+-------+
";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn digits_and_characters_are_inverse() {
        for side in [1, 9, 10, 25, 35, 36] {
            for value in 0..=side as u8 {
                assert_eq!(digit(character(value), side), Some(value), "{value} of {side}");
            }
        }
        assert_eq!(
            (digit('0', 9), digit('*', 9), digit('_', 9), digit('a', 16)),
            (Some(0), Some(0), Some(0), Some(10))
        );
        assert_eq!((digit('A', 9), digit('5', 4), digit('H', 16), digit('x', 9)), (None, None, None, None));
    }

    #[test]
    fn just_one_puzzle_is_parsed() {
        let shape = BoxShape::new(2, 2).unwrap();
        let fault = |text: &str| Grid::parse(text, shape).unwrap_err().diagnostic().to_string();
        assert_eq!(fault("# none\n"), "<text>:1:1: there is no puzzle");
        assert_eq!(fault("................\n\n..............1."), "<text>:3:1: a second puzzle");
        assert_eq!(fault("...............9"), "<text>:1:16: `9` is no digit of a Sudoku of side 4");
    }

    #[test]
    fn cells_are_set_and_cleared() {
        let mut grid = Grid::empty(BoxShape::STANDARD);
        grid.set(8, 7, 9);
        assert_eq!((grid.get(8, 7), grid.get(7, 8), grid.clue_count()), (Some(9), None, 1));
        assert_eq!(grid.clues().collect::<Vec<_>>(), [(8, 7, 9)]);
        grid.clear(8, 7);
        assert_eq!(grid, Grid::empty(BoxShape::STANDARD));
    }
}
