//! Errors in a text of puzzles.

use std::io;

use super::BoxShape;
use crate::shape::character;
use combien::diagnostic::{self, Explained, counted};

/// One thing that is wrong with a text of puzzles, and where: one line of it.
pub type Fault = diagnostic::Fault<FaultKind>;

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// A character that is neither a digit of a grid of that side nor an empty cell.
    NoDigit {
        /// The character.
        character: char,
        /// The side.
        side: usize,
    },
    /// A line of this many cells: neither a puzzle nor a row of one.
    Length {
        /// The cells of the line.
        cells: usize,
        /// The side.
        side: usize,
        /// Has it a `-`, which other programs write for an empty cell?
        has_dash: bool,
    },
    /// A row of a grid that has too few or too many cells.
    Row {
        /// The cells of the row.
        cells: usize,
        /// The side.
        side: usize,
        /// Has it a `-`, which other programs write for an empty cell?
        has_dash: bool,
    },
    /// A grid that begins here and has only this many rows.
    Open {
        /// Its rows.
        rows: usize,
        /// The side.
        side: usize,
    },
    /// A line that is not UTF-8.
    NotUtf8,
    /// A line of more than this many bytes.
    TooLong(usize),
    /// A text that should hold a puzzle has none.
    NoPuzzle,
    /// A text that should hold one puzzle has a second.
    SecondPuzzle,
}

impl Explained for FaultKind {
    fn code_and_hint(&self) -> (&'static str, Option<String>) {
        (self.code(), Some(self.hint()))
    }
}

impl FaultKind {
    fn code(&self) -> &'static str {
        match self {
            FaultKind::NoDigit { .. } => "no-digit",
            FaultKind::Length { .. } => "puzzle-length",
            FaultKind::Row { .. } => "row-length",
            FaultKind::Open { .. } => "open-grid",
            FaultKind::NotUtf8 => "not-utf8",
            FaultKind::TooLong(_) => "too-long",
            FaultKind::NoPuzzle => "no-puzzle",
            FaultKind::SecondPuzzle => "second-puzzle",
        }
    }

    fn hint(&self) -> String {
        match *self {
            FaultKind::NoDigit { side, .. } => {
                let last = character(side as u8);
                let empty =
                    if side == BoxShape::MAX_SIDE { "`.`, `*` and `_`" } else { "`.`, `0`, `*` and `_`" };
                format!("the digits of side {side} are {}; {empty} are empty cells", digits(last))
            }
            FaultKind::Length { has_dash: true, .. } | FaultKind::Row { has_dash: true, .. } => {
                "`-` only separates: write `.` for an empty cell".to_owned()
            }
            FaultKind::Length { cells, side, .. } => match side_of(cells) {
                Some(other) if other != side => {
                    format!("{cells} cells are a Sudoku of side {other}: say so, --side {other}")
                }
                _ if cells > side * side => "one puzzle a line; put what follows it behind a `#`".to_owned(),
                _ => {
                    format!("a puzzle is a line of {} cells, or a grid: {side} lines of {side}", side * side)
                }
            },
            FaultKind::Row { side, .. } => format!("a row of this grid has {side} cells"),
            FaultKind::Open { side, .. } => format!("a grid is {side} lines of {side} cells"),
            FaultKind::NotUtf8 => "save the file as UTF-8".to_owned(),
            FaultKind::TooLong(_) => "write one puzzle on each line".to_owned(),
            FaultKind::NoPuzzle => "write it as one line of cells, or as a grid".to_owned(),
            FaultKind::SecondPuzzle => "leave one of them out".to_owned(),
        }
    }
}

/// The digits up to this one, in words.
fn digits(last: char) -> String {
    match last {
        '1' => "`1` alone".to_owned(),
        '2'..='9' => format!("`1` to `{last}`"),
        'A' => "`1` to `9` and `A`".to_owned(),
        '0' => "`1` to `9`, `A` to `Z` and `0`".to_owned(),
        _ => format!("`1` to `9` and `A` to `{last}`"),
    }
}

/// The side of the grid that has this many cells, if there is one worth asking about.
fn side_of(cells: usize) -> Option<usize> {
    (4..=BoxShape::MAX_SIDE).find(|side| side * side == cells)
}

combien::errors!(FaultKind {
    NoDigit { character, side } => "`{}` is no digit of a Sudoku of side {side}", character.escape_debug();
    Length { cells, side, .. } => "this puzzle has {}, not {}", counted(cells, "cell"), side * side;
    Row { cells, side, .. } => "this row has {}, not {side}", counted(cells, "cell");
    Open { rows, side } => "the grid that begins here has {}, not {side}", counted(rows, "row");
    NotUtf8 => "this line is not UTF-8 text";
    TooLong(most) => "this line has more than {most} bytes";
    NoPuzzle => "there is no puzzle";
    SecondPuzzle => "a second puzzle";
});

/// Why a puzzle could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// Reading failed; there is nothing more to read.
    Io(io::Error),
    /// A line is wrong. Reading can continue after it.
    Fault(Fault),
}

combien::errors!(ReadError {
    Io(error) from io::Error => "{error}";
    Fault(fault) => "{fault}";
});
