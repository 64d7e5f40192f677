//! The shape of the boxes, from which all other sizes follow.

use std::fmt;
use std::str::FromStr;

/// The shape of the boxes of a grid: this many rows by this many columns of cells.
///
/// The side of the grid is their product: boxes of 2 by 3 make a grid of 6 by 6. Boxes of one row make a
/// Latin square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoxShape {
    rows: u8,
    columns: u8,
}

impl BoxShape {
    /// The maximum side: the number of figures and letters.
    pub(crate) const MAX_SIDE: usize = 36;

    /// The usual boxes of 3 by 3 cells.
    pub const STANDARD: BoxShape = BoxShape { rows: 3, columns: 3 };

    /// Boxes of this many rows by this many columns.
    pub fn new(rows: usize, columns: usize) -> Result<BoxShape, ShapeError> {
        let side = rows.saturating_mul(columns);
        match side {
            0 => Err(ShapeError::Empty),
            1..=BoxShape::MAX_SIDE => Ok(BoxShape { rows: rows as u8, columns: columns as u8 }),
            _ => Err(ShapeError::TooLarge { side }),
        }
    }

    /// The boxes of a grid of that side that are nearest to a square, wide rather than high: 2 by 3 for 6.
    #[doc(hidden)]
    pub fn of_side(side: usize) -> Result<BoxShape, ShapeError> {
        let rows = (1..=side.min(BoxShape::MAX_SIDE))
            .rev()
            .find(|rows| side.is_multiple_of(*rows) && rows * rows <= side);
        let rows = rows.ok_or(ShapeError::Empty)?;
        BoxShape::new(rows, side / rows)
    }

    /// The rows of a box: the height of a band.
    pub fn rows(self) -> usize {
        usize::from(self.rows)
    }

    /// The columns of a box: the width of a stack.
    pub fn columns(self) -> usize {
        usize::from(self.columns)
    }

    /// The side of the grid, which is also its number of digits.
    pub fn side(self) -> usize {
        self.rows() * self.columns()
    }

    /// The number of cells of the grid.
    pub fn cells(self) -> usize {
        self.side() * self.side()
    }

    /// Between four boxes each, a window of their size, with a margin of one cell around and between windows.
    /// An error in words, if boxes are no squares.
    pub(crate) fn windows(self) -> Result<Vec<Vec<usize>>, String> {
        let (side, size) = (self.side(), self.rows());
        if size != self.columns() {
            return Err(format!("windows need boxes that are squares, not {self}"));
        }
        let corner = |number: usize| number * (size + 1) + 1;
        let window = |top: usize, left: usize| {
            (0..size * size).map(|place| (top + place / size) * side + left + place % size).collect()
        };
        let tops = (0..size - 1).map(corner);
        Ok(tops.flat_map(|top| (0..size - 1).map(move |left| window(top, corner(left)))).collect())
    }

    /// The box of a cell; boxes are numbered from 0, row by row.
    #[doc(hidden)]
    pub fn box_of(self, row: usize, column: usize) -> usize {
        row / self.rows() * self.rows() + column / self.columns()
    }
}

/// `3x3`, rows by columns.
impl fmt::Display for BoxShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl FromStr for BoxShape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<BoxShape, ShapeError> {
        let number = |text: &str| text.parse::<usize>().map_err(|_| ShapeError::Malformed);
        let (rows, columns) = text.split_once(['x', 'X']).ok_or(ShapeError::Malformed)?;
        BoxShape::new(number(rows)?, number(columns)?)
    }
}

/// Why boxes cannot have a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// No rows or no columns.
    Empty,
    /// The side of the grid would be longer than 36.
    TooLarge {
        /// The side.
        side: usize,
    },
    /// A text that is not two numbers with an `x` between them.
    Malformed,
}

combien::errors!(ShapeError {
    Empty => "a box needs a cell";
    TooLarge { side } => "the side would be {side}, and there are digits for at most {}", BoxShape::MAX_SIDE;
    Malformed => "write the rows and columns of a box, `2x3`";
});

/// The two long diagonals of a square.
pub(crate) fn diagonals(side: usize) -> Vec<Vec<usize>> {
    let main = (0..side).map(|row| row * side + row);
    let other = (0..side).map(|row| row * side + side - 1 - row);
    vec![main.collect(), other.collect()]
}

/// The name of a cell in a table with this many columns: `R1C1`.
pub(crate) fn cell_name(cell: usize, columns: usize) -> String {
    format!("R{}C{}", cell / columns + 1, cell % columns + 1)
}

/// The character for a digit; 0 is an empty cell.
pub(crate) fn character(digit: u8) -> char {
    match digit {
        0 => '.',
        1..=9 => char::from(b'0' + digit),
        10..=35 => char::from(b'A' + digit - 10),
        _ => '0',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_numbered_row_by_row() {
        let numbers = |rows, columns| -> Vec<usize> {
            let shape = BoxShape::new(rows, columns).unwrap();
            let side = shape.side();
            (0..shape.cells()).map(|cell| shape.box_of(cell / side, cell % side)).collect()
        };
        assert_eq!(numbers(2, 2), [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]);
        assert_eq!(numbers(1, 2), [0, 0, 1, 1]);
        assert_eq!(numbers(2, 1), [0, 1, 0, 1]);
        let wide = numbers(2, 3);
        assert_eq!((wide[2], wide[3], wide[2 * 6], wide[5 * 6 + 5]), (0, 1, 2, 5));
    }

    #[test]
    fn sides_have_a_squarest_box() {
        let shapes = [1, 4, 6, 7, 9, 12, 16, 36].map(|side| BoxShape::of_side(side).unwrap().to_string());
        assert_eq!(shapes, ["1x1", "2x2", "2x3", "1x7", "3x3", "3x4", "4x4", "6x6"]);
    }

    #[test]
    fn shapes_out_of_bounds_are_refused() {
        assert_eq!("3x3".parse(), Ok(BoxShape::STANDARD));
        assert_eq!("0x3".parse::<BoxShape>(), Err(ShapeError::Empty));
        assert_eq!(BoxShape::of_side(0), Err(ShapeError::Empty));
        assert_eq!(BoxShape::of_side(37), Err(ShapeError::TooLarge { side: 37 }));
        assert_eq!(BoxShape::of_side(100), Err(ShapeError::TooLarge { side: 100 }));
        assert_eq!(BoxShape::new(usize::MAX, 2), Err(ShapeError::TooLarge { side: usize::MAX }));
        for text in ["", "3", "x", "3x", "3x3x3", "-1x3"] {
            assert_eq!(text.parse::<BoxShape>(), Err(ShapeError::Malformed), "{text}");
        }
    }
}
