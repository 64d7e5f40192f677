//! Squares of digits: Latin squares, Sudoku and its variants, orthogonal mates. One model for all of them.
//!
//! Each cell has a digit, and each *house* has each digit once. Rows and columns are houses; what else is one makes the
//! variant. A house has as many cells as there are digits, so all items are primary.

use std::sync::Arc;

use super::classic::{Classic, Draft, Form, Regions};
use super::fault::{Fault, Text, within};
use super::rules::{self, Rule, Ruled};
use super::sudoku::{BoxShape, Grid, character};
use combien::diagnostic::counted;
use combien::problem::{Entry, OptionId, Problem};
use combien_tiling::draw::Marking;

/// Cells that have each digit once.
#[derive(Clone, Debug)]
struct House {
    name: String,
    /// Row by row, from 0.
    cells: Vec<usize>,
}

/// Further rules, and the text that has them. They bring the functions that make items and drawings of them, so that a program that never reads
/// rules, such as the page, does not contain these.
#[derive(Clone, Debug)]
struct Further {
    rules: Vec<Rule>,
    text: Text,
    encode: Encode,
    drawn: fn(&[Rule]) -> Arc<[Marking]>,
}

type Encode = fn(&[Rule], &Text, usize, &[&[usize]], &mut Draft) -> Result<Ruled, Fault>;

/// A square of cells with its houses; a cell may have a clue.
#[derive(Clone, Debug)]
pub(super) struct Square {
    side: usize,
    houses: Vec<House>,
    clues: Vec<Option<usize>>,
    /// The region of each cell, for drawings.
    regions: Regions,
    rules: Option<Further>,
}

impl Square {
    /// Rows and columns: a Latin square.
    pub(super) fn latin(side: usize) -> Square {
        let house = |letter: char, number: usize, cells: Vec<usize>| House {
            name: format!("{letter}{}", number + 1),
            cells,
        };
        let rows = (0..side).map(|row| house('R', row, (0..side).map(|c| row * side + c).collect()));
        let columns =
            (0..side).map(|column| house('C', column, (0..side).map(|r| r * side + column).collect()));
        Square {
            side,
            houses: rows.chain(columns).collect(),
            clues: vec![None; side * side],
            regions: Regions::None,
            rules: None,
        }
    }

    /// Rows, columns and boxes: a Sudoku.
    pub(super) fn sudoku(shape: BoxShape) -> Square {
        let side = shape.side();
        let boxes: Vec<usize> =
            (0..shape.cells()).map(|cell| shape.box_of(cell / side, cell % side)).collect();
        let mut square = Square::latin(side);
        square.add_parts('B', &boxes);
        square.regions = Regions::Fixed(boxes);
        square
    }

    fn add(&mut self, name: String, cells: Vec<usize>) {
        self.houses.push(House { name, cells });
    }

    /// A house for each part of the square, by the part of each cell.
    fn add_parts(&mut self, letter: char, part_of: &[usize]) {
        for part in 0..self.side {
            let cells = (0..part_of.len()).filter(|&cell| part_of[cell] == part).collect();
            self.add(format!("{letter}{}", part + 1), cells);
        }
    }

    /// The two long diagonals.
    fn add_diagonals(&mut self) {
        let side = self.side;
        self.add("D1".to_owned(), (0..side).map(|row| row * side + row).collect());
        self.add("D2".to_owned(), (0..side).map(|row| row * side + side - 1 - row).collect());
    }

    /// Between four boxes each, a window of their size, with a margin of one cell around and between windows.
    fn add_windows(&mut self, size: usize) {
        let (side, step) = (self.side, size + 1);
        for number in 0..(size - 1) * (size - 1) {
            let (top, left) = (number / (size - 1) * step + 1, number % (size - 1) * step + 1);
            let cell = |place: usize| (top + place / size) * side + left + place % size;
            self.add(format!("W{}", number + 1), (0..size * size).map(cell).collect());
        }
    }

    fn add_clues(&mut self, clues: &Grid) {
        for (row, column, digit) in clues.clues() {
            self.clues[row * self.side + column] = Some(digit);
        }
    }

    /// The items are cells, then houses digit by digit; the options are the digits of cells, cell by cell, digit by digit.
    /// A cell with a clue has one option.
    fn draft(&self) -> Result<Draft, Fault> {
        let side = self.side;
        let mut draft = Draft::new();
        let cells = draft.primary(side * side, |cell| format!("R{}C{}", cell / side + 1, cell % side + 1))?;
        let houses = draft.primary(self.houses.len() * side, |number| {
            format!("{}#{}", self.houses[number / side].name, number % side + 1)
        })?;
        let mut houses_of = vec![vec![]; side * side];
        for (number, house) in self.houses.iter().enumerate() {
            for &cell in &house.cells {
                houses_of[cell].push(number);
            }
        }
        let ruled = match &self.rules {
            Some(Further { rules, text, encode, .. }) => {
                let houses: Vec<&[usize]> = self.houses.iter().map(|house| &house.cells[..]).collect();
                Some(encode(rules, text, side, &houses, &mut draft)?)
            }
            None => None,
        };
        for (cell, &item) in cells.iter().enumerate() {
            let allowed = |digit: &usize| self.clues[cell].is_none_or(|clue| clue == digit + 1);
            for digit in (0..side).filter(allowed) {
                let houses = houses_of[cell].iter().map(|house| houses[house * side + digit]);
                let label = character(digit as u8 + 1).to_string();
                let entries = [item].into_iter().chain(houses).map(Entry::from);
                let option = draft.option(
                    entries.chain(ruled.iter().flat_map(|ruled| ruled.of(cell, digit)).copied()),
                    [(cell, label)],
                )?;
                let name = format!("R{}C{}#{}", cell / side + 1, cell % side + 1, digit + 1);
                draft.name_option(option, &name);
            }
        }
        if let Some(ruled) = ruled {
            ruled.finish(&mut draft)?;
        }
        Ok(draft)
    }

    /// The same with further rules.
    pub(super) fn sudoku_with(shape: BoxShape, rules: &Text) -> Result<Square, Fault> {
        let (rules, text) = (rules::read(rules, shape)?, rules.clone());
        let drawn = |rules: &[Rule]| rules.iter().filter_map(Rule::marking).collect();
        let further = Further { rules, text, encode: rules::encode, drawn };
        Ok(Square { rules: Some(further), ..Square::sudoku(shape) })
    }

    /// The further rules.
    pub(super) fn rules(&self) -> &[Rule] {
        self.rules.as_ref().map_or(&[], |further| &further.rules)
    }

    pub(super) fn problem(&self) -> Result<Problem, Fault> {
        Ok(self.draft()?.finish("", Form::Sets).into_problem())
    }

    fn finish(&self, title: impl Into<String>) -> Result<Classic, Fault> {
        let form = Form::Table { rows: self.side, columns: self.side, regions: self.regions.clone() };
        let mut classic = self.draft()?.finish(title, form);
        if let Some(Further { rules, drawn, .. }) = &self.rules {
            classic.draw_markings(drawn(rules));
        }
        let clues: Vec<OptionId> = self.clue_options().collect();
        if clues.is_empty() {
            return Ok(classic);
        }
        let open = Square { clues: vec![None; self.side * self.side], ..self.clone() };
        let title = classic.title().to_owned();
        Ok(classic.with_clues(open.finish(title)?, clues))
    }

    /// The options that the clues are, where no cell has a clue: each cell has an option for each digit.
    fn clue_options(&self) -> impl Iterator<Item = OptionId> {
        let clues = self.clues.iter().enumerate();
        clues.filter_map(|(cell, clue)| Some(OptionId::from_index(cell * self.side + (*clue)? - 1)))
    }
}

/// Latin squares: each row and each column has each digit once. Clues are digits that are given.
pub fn latin(side: usize, clues: Option<&Text>) -> Result<Classic, Fault> {
    within("N", side, 1..=BoxShape::MAX_SIDE)?;
    let mut square = Square::latin(side);
    if let Some(text) = clues {
        square.add_clues(&grid(text, rows_only(side)?)?);
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
            square.add_diagonals();
            "Sudoku with diagonals"
        }
        Variant::Windows if shape.rows() == shape.columns() => {
            square.add_windows(shape.rows());
            "Sudoku with windows"
        }
        Variant::Windows => {
            return Err(Fault::Mismatch(format!("windows need boxes that are squares, not {shape}")));
        }
    };
    if let Some(text) = clues {
        square.add_clues(&grid(text, shape)?);
    }
    square.finish(format!("{name}, boxes of {shape}"))
}

/// Sudoku grids of a box shape that obey further rules: cages, thermometers, arrows and others, one on each line of the text
/// ([`RULES`](super::RULES)). Boxes of one row make Latin squares. Clues are digits that are given.
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
        square.add_clues(&grid(text, shape)?);
    }
    square.finish(format!("Sudoku with further rules, boxes of {shape}"))
}

/// Sudoku with regions of any shape in place of boxes. The text draws them: as many lines as digits, a character for each
/// cell, the same for the cells of one region. Clues are digits that are given.
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
        square.add_clues(&grid(text, rows_only(side)?)?);
    }
    square.finish(format!("jigsaw Sudoku of side {side}"))
}

/// The orthogonal mates of a Latin square: Latin squares that, laid over it, show each pair of digits once.
///
/// To be a mate is to have each digit once in the cells of each digit of the square: these are houses like any other.
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
