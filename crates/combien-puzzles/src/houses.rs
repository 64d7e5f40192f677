//! Squares of digits by name: Latin squares, Sudoku and its variants, orthogonal mates. One
//! [model](super::square) for all of them.

use super::classic::{Classic, Regions};
use super::fault::{Fault, Text, within};
use super::shape::{BoxShape, diagonals};
use super::square::Square;
use super::sudoku::Grid;
use combien::diagnostic::counted;

/// Latin squares: each row and each column has each digit once. Clues are digits that are given.
pub fn latin(side: usize, clues: Option<&Text>) -> Result<Classic, Fault> {
    within("N", side, 1..=BoxShape::MAX_SIDE)?;
    let mut square = Square::latin(side);
    if let Some(text) = clues {
        square.add_clues(grid(text, rows_only(side)?)?.clues());
    }
    square.finish(format!("Latin squares of order {side}"))
}

/// What makes a Sudoku another puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Nothing.
    Plain,
    /// The two long diagonals have each digit once, too.
    Diagonals,
    /// So have windows of the size of a box, one between four boxes each. Boxes are squares.
    Windows,
}

/// Sudoku grids of a box shape, with the further houses of a variant. Clues are digits that are given.
pub fn sudoku(shape: BoxShape, variant: Variant, clues: Option<&Text>) -> Result<Classic, Fault> {
    let mut square = Square::sudoku(shape);
    let name = match variant {
        Variant::Plain => "Sudoku",
        Variant::Diagonals => {
            square.add_houses('D', diagonals(shape.side()));
            "Sudoku with diagonals"
        }
        Variant::Windows => {
            square.add_houses('W', shape.windows().map_err(Fault::Mismatch)?);
            "Sudoku with windows"
        }
    };
    if let Some(text) = clues {
        square.add_clues(grid(text, shape)?.clues());
    }
    square.finish(format!("{name}, boxes of {shape}"))
}

/// Sudoku grids of a box shape that obey further rules: cages, thermometers, arrows and others, one on each
/// line of the text ([`RULES`](super::RULES)). Boxes of one row make Latin squares. Clues are digits that are
/// given.
///
/// ```
/// use combien_puzzles::{Text, sudoku::BoxShape, sudoku_with};
///
/// // Of the 288 grids of side 4, those with 1 and 2 in the first two cells.
/// let rules = Text::new("rules.txt", "cage 3 R1C1 R1C2\n");
/// let puzzle = sudoku_with(BoxShape::new(2, 2)?, &rules, None)?;
/// assert_eq!(combien::solve::count(puzzle.problem())?.to_string(), "48");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sudoku_with(shape: BoxShape, rules: &Text, clues: Option<&Text>) -> Result<Classic, Fault> {
    let mut square = Square::sudoku_with(shape, rules)?;
    if let Some(text) = clues {
        square.add_clues(grid(text, shape)?.clues());
    }
    square.finish(format!("Sudoku with further rules, boxes of {shape}"))
}

/// Sudoku with regions of any shape in place of boxes. The text draws them: as many lines as digits, a
/// character for each cell, the same for the cells of one region. Clues are digits that are given.
pub fn jigsaw(regions: &Text, clues: Option<&Text>) -> Result<Classic, Fault> {
    let lines: Vec<(usize, String)> =
        regions.lines().map(|(number, words)| (number, words.concat())).collect();
    let side = lines.len();
    if !(1..=BoxShape::MAX_SIDE).contains(&side) {
        let side = counted(side, "line");
        let message = format!("{side} of regions; there are from 1 to {}", BoxShape::MAX_SIDE);
        return Err(Fault::at_line(regions, 0, "regions", message));
    }
    let mut cells = vec![];
    for (number, line) in &lines {
        let width = line.chars().count();
        if width != side {
            let (width, side) = (counted(width, "cell"), counted(side, "line"));
            let message = format!("this line has {width}, and the drawing has {side}");
            return Err(Fault::at_line(regions, *number, "regions", message));
        }
        cells.extend(line.chars());
    }
    let names: indexmap::IndexSet<char> = cells.iter().copied().collect();
    for name in &names {
        let size = cells.iter().filter(|cell| *cell == name).count();
        if size != side {
            let size = counted(size, "cell");
            let message = format!("the region `{name}` has {size}, and needs {side}");
            return Err(Fault::at_line(regions, lines[0].0, "regions", message));
        }
    }
    let region_of: Vec<usize> = cells.iter().filter_map(|cell| names.get_index_of(cell)).collect();
    let mut square = Square::latin(side);
    square.add_parts('J', &region_of);
    square.regions = Regions::Fixed(region_of);
    if let Some(text) = clues {
        square.add_clues(grid(text, rows_only(side)?)?.clues());
    }
    square.finish(format!("jigsaw Sudoku of side {side}"))
}

/// The orthogonal mates of a Latin square: Latin squares that, laid over it, show each pair of digits once.
///
/// To be a mate is to have each digit once in the cells of each digit of the square: these are houses like
/// any other.
pub fn mates(given: &Text) -> Result<Classic, Fault> {
    let cells = given.lines().map(|(_, words)| words.concat().chars().count()).sum::<usize>();
    let side = cells.isqrt();
    if side * side != cells || !(1..=BoxShape::MAX_SIDE).contains(&side) {
        return Err(Fault::at_line(
            given,
            0,
            "square",
            format!("{cells} cells are no square with a side from 1 to 36"),
        ));
    }
    let grid = grid(given, rows_only(side)?)?;
    let digits: Vec<usize> =
        (0..cells).filter_map(|cell| grid.get(cell / side, cell % side)).map(|digit| digit - 1).collect();
    let mut square = Square::latin(side);
    let is_latin = digits.len() == cells
        && square.houses.iter().all(|house| {
            let mut seen = vec![false; side];
            house.cells.iter().for_each(|&cell| seen[digits[cell]] = true);
            seen.into_iter().all(|seen| seen)
        });
    if !is_latin {
        let message = "this is no Latin square: some cell is empty, or some row or column has a digit twice";
        return Err(Fault::at_line(given, 0, "square", message));
    }
    square.add_parts('S', &digits);
    square.finish(format!("orthogonal mates of a Latin square of order {side}"))
}

/// Reads digits, where rows are all that matters.
fn rows_only(side: usize) -> Result<BoxShape, Fault> {
    BoxShape::new(1, side).map_err(|error| Fault::Mismatch(error.to_string()))
}

fn grid(text: &Text, shape: BoxShape) -> Result<Grid, Fault> {
    Grid::parse_named(&text.name, &text.content, shape)
        .map_err(|fault| Fault::Text(Box::new(fault.diagnostic())))
}
