//! Reads puzzles one after the other, lines and grids, with only one in memory.

use std::io::{self, BufRead, Read};
use std::ops::Range;

use super::fault::{Fault, FaultKind, ReadError};
use super::grid::digit;
use super::{BoxShape, Grid};
use combien::diagnostic::{Place, Source, without_bom};

/// The maximum length of a line, in bytes. The longest puzzle has 1,296 cells.
const MOST_LINE: usize = 1 << 16;

/// A puzzle, and the line on which it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The puzzle.
    pub grid: Grid,
    /// The line, from 1.
    pub line: usize,
}

/// The puzzles of a text of any length, as an iterator.
///
/// A puzzle of side n is a line of n² cells, or a grid: n lines of n cells. An empty cell is `.`, `0`, `*` or
/// `_`; a digit is one of `1` to `9`, then `A` to `Z` in either case, and for side 36 `0`. Spaces, `|`, `-`
/// and `+` are separators anywhere. Lines without cells and text after `#` are skipped.
///
/// A faulty line gives a [`ReadError::Fault`] with its place, and reading continues after it. A grid with a
/// faulty row is left out. No more than the first 65,536 bytes of a line are kept; a longer line is faulty
/// unless a `#` is among them.
///
/// ```
/// use combien_puzzles::sudoku::{BoxShape, Reader};
///
/// let text = "# two of side 4\n12..3.2....1.4.2\n\n1 . | . 2\n. . | 3 .\n----+----\n. 3 | . .\n4 . | . 1\n";
/// let puzzles: Vec<_> = Reader::new("text", text.as_bytes(), BoxShape::new(2, 2)?).collect::<Result<_, _>>()?;
/// assert_eq!(puzzles[1].grid.to_string(), "1..2..3..3..4..1");
/// assert_eq!(puzzles[1].line, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    name: String,
    input: R,
    shape: BoxShape,
    /// The number of the last line read.
    line: usize,
    bytes: Vec<u8>,
    open: OpenGrid,
    /// The result after a fault from the same line.
    pending: Option<Result<Puzzle, Fault>>,
    at_end: bool,
}

/// The rows of an incomplete grid.
#[derive(Debug, Default)]
struct OpenGrid {
    first_line: usize,
    first_text: String,
    rows: usize,
    digits: Vec<u8>,
    /// A row was faulty, so the grid is only read to its end.
    is_faulty: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads puzzles with boxes of this shape. `name` is the name of the text in messages.
    pub fn new(name: impl Into<String>, input: R, shape: BoxShape) -> Reader<R> {
        let (name, open) = (name.into(), OpenGrid::default());
        Reader { name, input, shape, line: 0, bytes: vec![], open, pending: None, at_end: false }
    }

    /// Reads the next line. Returns what it completes, if anything.
    fn next_line(&mut self) -> io::Result<Option<Result<Puzzle, Fault>>> {
        self.bytes.clear();
        if (&mut self.input).take(MOST_LINE as u64).read_until(b'\n', &mut self.bytes)? == 0 {
            self.at_end = true;
            return Ok(self.close());
        }
        self.line += 1;
        let mut bytes = std::mem::take(&mut self.bytes);
        if bytes.len() == MOST_LINE && !bytes.ends_with(b"\n") && self.input.skip_until(b'\n')? > 0 {
            let Some(comment) = bytes.iter().position(|&byte| byte == b'#') else {
                let text = String::from_utf8_lossy(&bytes);
                let fault = self.fault(FaultKind::TooLong(MOST_LINE), &text, 0..text.len());
                return Ok(if self.open.rows > 0 {
                    self.take_row(&text, Err(fault))
                } else {
                    Some(Err(fault))
                });
            };
            bytes.truncate(comment);
        }
        let completed = match std::str::from_utf8(&bytes) {
            Ok(text) if self.line == 1 => self.take(without_bom(text).trim_end()),
            Ok(text) => self.take(text.trim_end()),
            Err(error) => {
                let text = String::from_utf8_lossy(&bytes);
                let at = error.valid_up_to();
                let bad = at..at + char::REPLACEMENT_CHARACTER.len_utf8();
                let fault = self.fault(FaultKind::NotUtf8, text.trim_end(), bad);
                if self.open.rows > 0 { self.take_row(&text, Err(fault)) } else { Some(Err(fault)) }
            }
        };
        self.bytes = bytes;
        Ok(completed)
    }

    /// Takes a line: a puzzle, a row of one, or nothing.
    fn take(&mut self, line: &str) -> Option<Result<Puzzle, Fault>> {
        let text = line.split('#').next().unwrap_or_default();
        let (side, count) = (self.shape.side(), cells(text).count());
        if count == 0 {
            return None;
        }
        // A line that is neither is treated as a row if it is similar to one.
        let is_row = count != side * side && (self.open.rows > 0 || count <= side + side / 2);
        let digits = self.digits(text, count, is_row);
        if is_row {
            return self.take_row(line, digits);
        }
        let open = self.close();
        let puzzle =
            digits.map(|digits| Puzzle { grid: Grid::of_digits(self.shape, digits.into()), line: self.line });
        if open.is_some() {
            self.pending = Some(puzzle);
            return open;
        }
        Some(puzzle)
    }

    /// Takes a row of a grid, and the grid if it is the last one.
    fn take_row(&mut self, line: &str, digits: Result<Vec<u8>, Fault>) -> Option<Result<Puzzle, Fault>> {
        if self.open.rows == 0 {
            self.open =
                OpenGrid { first_line: self.line, first_text: line.to_owned(), ..OpenGrid::default() };
        }
        self.open.rows += 1;
        let fault = match digits {
            Ok(digits) => {
                self.open.digits.extend(digits);
                None
            }
            Err(fault) => {
                self.open.is_faulty = true;
                Some(Err(fault))
            }
        };
        if self.open.rows < self.shape.side() {
            return fault;
        }
        let whole = std::mem::take(&mut self.open);
        if whole.is_faulty {
            return fault;
        }
        let grid = Grid::of_digits(self.shape, whole.digits.into());
        Some(Ok(Puzzle { grid, line: whole.first_line }))
    }

    /// Ends an incomplete grid, which is a fault that is reported once.
    fn close(&mut self) -> Option<Result<Puzzle, Fault>> {
        let open = std::mem::take(&mut self.open);
        if open.rows == 0 || open.is_faulty {
            return None;
        }
        let kind = FaultKind::Open { rows: open.rows, side: self.shape.side() };
        let source = Source::line(&self.name, &open.first_text, open.first_line);
        Some(Err(Fault { kind, place: Place::new(&source, whole(&open.first_text)) }))
    }

    /// The digits of a line that should have this number of cells: a row or a puzzle.
    fn digits(&self, text: &str, cells: usize, is_row: bool) -> Result<Vec<u8>, Fault> {
        let side = self.shape.side();
        let needed = if is_row { side } else { side * side };
        let mut digits = Vec::with_capacity(needed);
        for (at, character) in self::cells(text).take(needed) {
            let value = digit(character, side).ok_or_else(|| {
                self.fault(FaultKind::NoDigit { character, side }, text, at..at + character.len_utf8())
            })?;
            digits.push(value);
        }
        if cells == needed {
            return Ok(digits);
        }
        let has_dash = text.contains('-');
        let kind = if is_row {
            FaultKind::Row { cells, side, has_dash }
        } else {
            FaultKind::Length { cells, side, has_dash }
        };
        let surplus = self::cells(text).nth(needed).map(|(at, _)| at..text.trim_end().len());
        Err(self.fault(kind, text, surplus.unwrap_or_else(|| whole(text))))
    }

    fn fault(&self, kind: FaultKind, text: &str, span: Range<usize>) -> Fault {
        Fault { kind, place: Place::new(&Source::line(&self.name, text, self.line), span) }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Puzzle, ReadError>;

    fn next(&mut self) -> Option<Result<Puzzle, ReadError>> {
        if let Some(pending) = self.pending.take() {
            return Some(pending.map_err(ReadError::Fault));
        }
        while !self.at_end {
            match self.next_line() {
                Ok(None) => {}
                Ok(Some(completed)) => return Some(completed.map_err(ReadError::Fault)),
                Err(error) => {
                    self.at_end = true;
                    return Some(Err(ReadError::Io(error)));
                }
            }
        }
        None
    }
}

/// The characters of a line that should be cells, valid or not. Windows programs begin files with a byte
/// order mark.
fn cells(text: &str) -> impl Iterator<Item = (usize, char)> {
    let separates = |c: char| matches!(c, '|' | '-' | '+' | '\u{feff}') || c.is_whitespace();
    text.char_indices().filter(move |&(_, c)| !separates(c))
}

/// The bytes of a line without the space around it.
fn whole(line: &str) -> Range<usize> {
    line.len() - line.trim_start().len()..line.trim_end().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE_4: &str = "12..3.2....1.4.2";

    /// Puzzles with their line, and faults, in the order of the text.
    fn read(text: &[u8]) -> Vec<String> {
        let shape = BoxShape::new(2, 2).unwrap();
        let show = |read: Result<Puzzle, ReadError>| match read {
            Ok(Puzzle { grid, line }) => format!("{line} {grid}"),
            Err(error) => error.to_string(),
        };
        Reader::new("t", text, shape).map(show).collect()
    }

    #[test]
    fn lines_and_grids_may_alternate() {
        let grid = "+---+---+\r\n|12 |..|\n|3. |2.|\n\n+---\n|..|.1|# the third\n.4.2\n+---+";
        let text =
            format!("\u{feff}{SIDE_4}\n# a comment\n{grid}\n{SIDE_4} # the same\n\n1 2 _ 0 3*2. ...1 .4|.2");
        let puzzle = |line: usize| format!("{line} {SIDE_4}");
        assert_eq!(read(text.as_bytes()), [puzzle(1), puzzle(4), puzzle(11), puzzle(13)]);
        assert!(read(b"").is_empty() && read(b"\n# nothing\n---\n").is_empty());
    }

    /// A line may be as long as the file, and there is no puzzle in it.
    #[test]
    fn long_lines_are_not_kept() {
        let long = "1".repeat(MOST_LINE * 100);
        let text = format!("{long}\n{SIDE_4}\n{SIDE_4} # {long}\n12..\n{long}\n....\n1.4.\n{SIDE_4}");
        let too_long = |line| format!("t:{line}:1: this line has more than 65536 bytes");
        let found = read(text.as_bytes());
        let expected =
            [too_long(1), format!("2 {SIDE_4}"), format!("3 {SIDE_4}"), too_long(5), format!("8 {SIDE_4}")];
        assert_eq!(found, expected);
        let mut reader = Reader::new("t", long.as_bytes(), BoxShape::new(2, 2).unwrap());
        assert!(reader.next().is_some_and(|read| read.is_err()) && reader.bytes.capacity() <= 2 * MOST_LINE);
        // The last line, and one that just fits.
        let spaces = " ".repeat(MOST_LINE - SIDE_4.len());
        assert_eq!(read(format!("{spaces}{SIDE_4}").as_bytes()), [format!("1 {SIDE_4}")]);
    }

    #[test]
    fn faults_have_a_place_and_reading_goes_on() {
        let text = format!(
            "12..3.2.\n12..3.2....1.4.5\n{SIDE_4}1.\n{SIDE_4}\n...............x\n{SIDE_4},easy\n1 . ."
        );
        assert_eq!(
            read(text.as_bytes()),
            [
                "t:1:1: this puzzle has 8 cells, not 16",
                "t:2:16: `5` is no digit of a Sudoku of side 4",
                "t:3:17: this puzzle has 18 cells, not 16",
                &format!("4 {SIDE_4}"),
                "t:5:16: `x` is no digit of a Sudoku of side 4",
                "t:6:17: this puzzle has 21 cells, not 16",
                "t:7:1: this row has 3 cells, not 4",
            ]
        );
    }

    #[test]
    fn a_faulty_grid_is_left_out_and_the_next_one_read() {
        let grid = "12..\n3.2.\n...1\n.4.2\n";
        let text = format!("12..\n3.9.\n...\n.4.2\n{grid}");
        let faults = ["t:2:3: `9` is no digit of a Sudoku of side 4", "t:3:1: this row has 3 cells, not 4"];
        assert_eq!(read(text.as_bytes()), [faults[0], faults[1], &format!("5 {SIDE_4}")]);
        let bytes = [b"12..\n3.2.\n\xff..1\n.4.2\n", grid.as_bytes()].concat();
        assert_eq!(read(&bytes), ["t:3:1: this line is not UTF-8 text", &format!("5 {SIDE_4}")]);
    }

    #[test]
    fn an_unfinished_grid_is_a_fault_where_it_begins() {
        let open = "t:2:2: the grid that begins here has 3 rows, not 4";
        assert_eq!(read(b"\n 12..\n3.2.\n...1\n"), [open]);
        let text = format!("\n 12..\n3.2.\n...1\n{SIDE_4}\n");
        assert_eq!(read(text.as_bytes()), [open, &format!("5 {SIDE_4}")]);
    }
}
