//! A square of digits as a problem.
//!
//! Each cell has a digit, and each *house* has each digit once. Rows and columns are houses; what else is one
//! makes the variant. A house has as many cells as there are digits, so all items are primary.

use std::sync::Arc;

use super::classic::{Classic, Draft, Form, Regions};
use super::fault::{Fault, Text};
use super::rules::{self, Rule, Ruled};
use super::shape::{BoxShape, cell_name, character};
use combien::problem::{Entry, OptionId, Problem};
use combien_tiling::draw::Marking;

/// Cells that have each digit once.
#[derive(Clone, Debug)]
pub(super) struct House {
    name: String,
    /// Row by row, from 0.
    pub(super) cells: Vec<usize>,
}

/// Further rules, and the text that has them. They bring the functions that make items and drawings of them,
/// so that a program that never reads rules, such as the page, does not contain these.
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
    pub(super) houses: Vec<House>,
    clues: Vec<Option<usize>>,
    /// The region of each cell, for drawings.
    pub(super) regions: Regions,
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

    pub(super) fn add(&mut self, name: String, cells: Vec<usize>) {
        self.houses.push(House { name, cells });
    }

    /// A house for each part of the square, by the part of each cell.
    pub(super) fn add_parts(&mut self, letter: char, part_of: &[usize]) {
        for part in 0..self.side {
            let cells = (0..part_of.len()).filter(|&cell| part_of[cell] == part).collect();
            self.add(format!("{letter}{}", part + 1), cells);
        }
    }

    /// Further houses, by their cells.
    pub(super) fn add_houses(&mut self, letter: char, houses: Vec<Vec<usize>>) {
        for (number, cells) in (1..).zip(houses) {
            self.add(format!("{letter}{number}"), cells);
        }
    }

    /// Adds clues, each a row, a column and a digit; rows and columns count from 0, digits from 1.
    pub(super) fn add_clues(&mut self, clues: impl Iterator<Item = (usize, usize, usize)>) {
        for (row, column, digit) in clues {
            self.clues[row * self.side + column] = Some(digit);
        }
    }

    /// The items are cells, then houses digit by digit; the options are the digits of cells, cell by cell,
    /// digit by digit. A cell with a clue has one option.
    fn draft(&self) -> Result<Draft, Fault> {
        let side = self.side;
        let mut draft = Draft::new();
        let cells = draft.primary(side * side, |cell| cell_name(cell, side))?;
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
                let name = format!("{}#{}", cell_name(cell, side), digit + 1);
                draft.name_option(option, &name);
            }
        }
        if let Some(ruled) = ruled {
            ruled.finish(&mut draft)?;
        }
        Ok(draft)
    }

    /// A Sudoku with further rules.
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

    pub(super) fn finish(&self, title: impl Into<String>) -> Result<Classic, Fault> {
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
