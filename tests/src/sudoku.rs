//! Sudoku by trying digits in cells: the rules and nothing else, on lines of characters.

use std::collections::BTreeSet;

/// Solutions of a puzzle written as a line, up to `limit` of them: digits `1` to `9` and `A` to `Z`, any
/// other character is an empty cell.
///
/// # Panics
///
/// Panics if the length of the line does not fit boxes of that shape.
pub fn solutions(box_rows: usize, box_columns: usize, puzzle: &str, limit: usize) -> Vec<String> {
    let side = box_rows * box_columns;
    let cells: Vec<Option<u32>> = puzzle.chars().map(|c| c.to_digit(36).filter(|&digit| digit > 0)).collect();
    assert_eq!(cells.len(), side * side);
    let mut search = Search { box_rows, box_columns, cells, limit, found: vec![] };
    let is_legal = (0..side * side).all(|cell| match search.cells[cell].take() {
        None => true,
        Some(digit) => {
            let is_free = search.free(cell).contains(&digit);
            search.cells[cell] = Some(digit);
            is_free
        }
    });
    if is_legal {
        search.fill();
    }
    search.found
}

struct Search {
    box_rows: usize,
    box_columns: usize,
    cells: Vec<Option<u32>>,
    limit: usize,
    found: Vec<String>,
}

impl Search {
    /// Fills the empty cell that has the fewest free digits, with each of them.
    fn fill(&mut self) {
        if self.found.len() == self.limit {
            return;
        }
        let empty = (0..self.cells.len()).filter(|&cell| self.cells[cell].is_none());
        let Some((cell, digits)) =
            empty.map(|cell| (cell, self.free(cell))).min_by_key(|(_, digits)| digits.len())
        else {
            let digit =
                |&cell: &Option<u32>| char::from_digit(cell.unwrap(), 36).unwrap().to_ascii_uppercase();
            self.found.push(self.cells.iter().map(digit).collect());
            return;
        };
        for digit in digits {
            self.cells[cell] = Some(digit);
            self.fill();
        }
        self.cells[cell] = None;
    }

    /// The digits that no cell of the same row, column or box has.
    fn free(&self, cell: usize) -> BTreeSet<u32> {
        let side = self.box_rows * self.box_columns;
        let (row, column) = (cell / side, cell % side);
        let mut free: BTreeSet<u32> = (1..=side as u32).collect();
        for other in 0..side {
            let (box_row, box_column) = (other / self.box_columns, other % self.box_columns);
            let top = row - row % self.box_rows + box_row;
            let left = column - column % self.box_columns + box_column;
            for seen in [row * side + other, other * side + column, top * side + left] {
                self.cells[seen].inspect(|digit| {
                    free.remove(digit);
                });
            }
        }
        free
    }
}
