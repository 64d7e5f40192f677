//! The remaining candidates: the options of the exact cover problem that are left, by item.

use super::super::{BoxShape, Grid, Sudoku};
use super::Further;

/// The four kinds of items: a cell has one digit; a row, a column and a box have each digit in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Cell,
    Row,
    Column,
    Box,
}

pub(super) const KINDS: [Kind; 4] = [Kind::Cell, Kind::Row, Kind::Column, Kind::Box];

/// An item: a cell, or a digit of a house. The index is `row * side + column`, or `house * side + digit - 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) kind: Kind,
    pub(super) index: usize,
}

/// A digit, from 1, for a cell, by its row and column from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[doc(hidden)]
pub struct Candidate {
    /// The row.
    pub row: usize,
    /// The column.
    pub column: usize,
    /// The digit.
    pub digit: usize,
}

/// A grid, with the remaining digits of its empty cells.
///
/// Each candidate belongs to four items, one of each kind; it is in the masks of all four, or of none. A
/// placed digit leaves its four items no other candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Candidates {
    grid: Grid,
    /// For each kind and index the candidates of the item: digits of a cell, or places in a house.
    masks: [Vec<u64>; 4],
    rules: Option<Further>,
}

impl Candidates {
    /// The candidates of a puzzle that its clues do not exclude directly.
    pub fn new(puzzle: &Grid) -> Candidates {
        let (shape, side) = (puzzle.shape(), puzzle.shape().side());
        let masks = std::array::from_fn(|_| vec![(1 << side) - 1; side * side]);
        let mut candidates = Candidates { grid: Grid::empty(shape), masks, rules: None };
        for (row, column, digit) in puzzle.clues() {
            candidates.put(Candidate { row, column, digit });
        }
        candidates
    }

    /// The candidates of a puzzle that its clues do not exclude directly, where the digits obey the
    /// [further rules](Sudoku::with_rules), which steps then use.
    pub fn under(sudoku: &Sudoku, puzzle: &Grid) -> Candidates {
        Candidates { rules: sudoku.rules.clone(), ..Candidates::new(puzzle) }
    }

    /// Further rules, if there are some.
    pub(super) fn rules(&self) -> Option<&Further> {
        self.rules.as_ref()
    }

    /// The box shape.
    pub fn shape(&self) -> BoxShape {
        self.grid.shape()
    }

    /// The digits that stand.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Has every cell its digit?
    pub fn is_full(&self) -> bool {
        self.grid.clue_count() == self.shape().cells()
    }

    /// Can this still be?
    pub fn has(&self, candidate: Candidate) -> bool {
        let (item, bit) = self.seat(Kind::Cell, candidate);
        self.mask(item) >> bit & 1 == 1
    }

    /// Places a digit, and removes the other candidates of its four items.
    ///
    /// # Panics
    ///
    /// If the grid has no such cell or digit.
    pub fn put(&mut self, candidate: Candidate) {
        self.grid.set(candidate.row, candidate.column, candidate.digit);
        for kind in KINDS {
            let others: Vec<_> = self.of(self.seat(kind, candidate).0).collect();
            others.into_iter().filter(|&other| other != candidate).for_each(|other| self.remove(other));
        }
    }

    /// Removes a candidate of a cell.
    pub fn remove(&mut self, candidate: Candidate) {
        for kind in KINDS {
            let (item, bit) = self.seat(kind, candidate);
            self.masks[kind as usize][item.index] &= !(1 << bit);
        }
    }

    pub(super) fn side(&self) -> usize {
        self.shape().side()
    }

    /// The candidates of an item, as bits; [`Candidates::seat`] says which is which.
    pub(super) fn mask(&self, item: Item) -> u64 {
        self.masks[item.kind as usize][item.index]
    }

    /// How many candidates an item has left.
    pub(super) fn count(&self, item: Item) -> usize {
        self.mask(item).count_ones() as usize
    }

    /// The candidates of an item.
    pub(super) fn of(&self, item: Item) -> impl Iterator<Item = Candidate> + use<> {
        let shape = self.shape();
        bits(self.mask(item)).map(move |bit| candidate_at(shape, item, bit))
    }

    /// All items of a kind.
    pub(super) fn items(&self, kind: Kind) -> impl Iterator<Item = Item> + use<> {
        (0..self.shape().cells()).map(move |index| Item { kind, index })
    }

    /// The item of this kind to which a candidate belongs, and its bit there.
    pub(super) fn seat(&self, kind: Kind, candidate: Candidate) -> (Item, usize) {
        let (shape, side) = (self.shape(), self.side());
        let Candidate { row, column, digit } = candidate;
        let (index, bit) = match kind {
            Kind::Cell => (row * side + column, digit - 1),
            Kind::Row => (row * side + digit - 1, column),
            Kind::Column => (column * side + digit - 1, row),
            Kind::Box => {
                let place = row % shape.rows() * shape.columns() + column % shape.columns();
                (shape.box_of(row, column) * side + digit - 1, place)
            }
        };
        (Item { kind, index }, bit)
    }

    /// The candidate at a bit of an item, whether it is left or not.
    pub(super) fn candidate_at(&self, item: Item, bit: usize) -> Candidate {
        candidate_at(self.shape(), item, bit)
    }
}

/// The inverse of [`Candidates::seat`].
fn candidate_at(shape: BoxShape, item: Item, bit: usize) -> Candidate {
    let (first, second) = (item.index / shape.side(), item.index % shape.side());
    match item.kind {
        Kind::Cell => Candidate { row: first, column: second, digit: bit + 1 },
        Kind::Row => Candidate { row: first, column: bit, digit: second + 1 },
        Kind::Column => Candidate { row: bit, column: first, digit: second + 1 },
        Kind::Box => Candidate {
            row: first / shape.rows() * shape.rows() + bit / shape.columns(),
            column: first % shape.rows() * shape.columns() + bit % shape.columns(),
            digit: second + 1,
        },
    }
}

/// The bits that are set, ascending.
pub(super) fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Sudoku;

    /// The items are those of the model: an option of it has the same four.
    #[test]
    fn items_are_those_of_the_problem() {
        for (rows, columns) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (4, 4)] {
            let sudoku = Sudoku::new(rows, columns).unwrap();
            let candidates = Candidates::new(&Grid::empty(sudoku.shape()));
            for option in sudoku.problem().options() {
                let (row, column, digit) = sudoku.meaning(option);
                let candidate = Candidate { row, column, digit };
                for (kind, entry) in KINDS.into_iter().zip(sudoku.problem().option(option)) {
                    let (item, bit) = candidates.seat(kind, candidate);
                    let cells = sudoku.shape().cells();
                    assert_eq!(kind as usize * cells + item.index, entry.item.index());
                    assert_eq!(candidates.candidate_at(item, bit), candidate);
                }
            }
        }
    }

    #[test]
    fn a_placed_digit_excludes_the_others_of_its_items() {
        let shape = BoxShape::new(2, 2).unwrap();
        let candidates = Candidates::new(&Grid::parse("1.......2.......", shape).unwrap());
        let of_cell = |row, column| -> Vec<usize> {
            let (item, _) = candidates.seat(Kind::Cell, Candidate { row, column, digit: 1 });
            candidates.of(item).map(|candidate| candidate.digit).collect()
        };
        assert_eq!((of_cell(0, 0), of_cell(0, 1)), (vec![1], vec![2, 3, 4]));
        assert_eq!((of_cell(3, 0), of_cell(3, 3)), (vec![3, 4], vec![1, 2, 3, 4]));
    }
}
