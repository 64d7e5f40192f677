//! Puzzles equivalent to one: symmetries of Sudoku, drawn at random.

use super::{BoxShape, Grid};
use combien::random::SplitMix64;

/// Endless equivalents of a puzzle, from a seed: its digits renamed; its bands, and the rows of each,
/// reordered; its stacks and columns likewise; if the boxes are square, perhaps transposed. Each of these is
/// equally likely.
///
/// An equivalent puzzle has just as many solutions, and they are equivalent to those.
///
/// ```
/// use combien_puzzles::sudoku::{BoxShape, Grid, equivalents};
///
/// let puzzle = Grid::parse("1.3. .... ..2. ...4", BoxShape::new(2, 2)?)?;
/// let list: Vec<_> = equivalents(&puzzle, 7).take(100).collect();
/// assert!(list.iter().all(|other| other.clue_count() == 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn equivalents(puzzle: &Grid, seed: u64) -> impl Iterator<Item = Grid> + use<> {
    let (puzzle, mut random) = (puzzle.clone(), SplitMix64::new(seed));
    std::iter::from_fn(move || Some(Symmetry::random(puzzle.shape(), &mut random).apply(&puzzle)))
}

/// A symmetry of Sudoku.
struct Symmetry {
    /// For each row, the row of the puzzle that moves there; likewise for columns.
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// For each digit, from 1, its new digit; 0, for empty cells, stays.
    digits: Vec<u8>,
    transposes: bool,
}

impl Symmetry {
    fn random(shape: BoxShape, random: &mut SplitMix64) -> Symmetry {
        let mut digits: Vec<u8> = (0..=shape.side() as u8).collect();
        random.shuffle(&mut digits[1..]);
        let rows = reordered(shape.columns(), shape.rows(), random);
        let columns = reordered(shape.rows(), shape.columns(), random);
        let transposes = shape.rows() == shape.columns() && random.place(2) == 1;
        Symmetry { rows, columns, digits, transposes }
    }

    fn apply(&self, puzzle: &Grid) -> Grid {
        let shape = puzzle.shape();
        let cells = self.rows.iter().flat_map(|&row| self.columns.iter().map(move |&column| (row, column)));
        let digit = |(row, column): (usize, usize)| {
            let (row, column) = if self.transposes { (column, row) } else { (row, column) };
            self.digits[puzzle.get(row, column).unwrap_or(0)]
        };
        Grid::of_digits(shape, cells.map(digit).collect())
    }
}

/// The lines of this many groups in a random order that keeps groups together.
fn reordered(groups: usize, lines: usize, random: &mut SplitMix64) -> Vec<usize> {
    let mut orders: Vec<Vec<usize>> =
        (0..groups).map(|group| (group * lines..(group + 1) * lines).collect()).collect();
    for order in &mut orders {
        random.shuffle(order);
    }
    random.shuffle(&mut orders);
    orders.concat()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::sudoku::Sudoku;

    #[test]
    fn equivalents_have_as_many_solutions() {
        for (rows, columns, line) in
            [(2, 2, "1.3.......2.4..."), (2, 3, "1....2....3..4.........5..6.....1..2")]
        {
            let sudoku = Sudoku::new(rows, columns).unwrap();
            let mut solver = sudoku.solver();
            let puzzle = Grid::parse(line, sudoku.shape()).unwrap();
            let count = solver.solve(&puzzle, u64::MAX).count();
            for other in equivalents(&puzzle, 3).take(50) {
                assert_eq!(solver.solve(&other, u64::MAX).count(), count, "{other}");
            }
        }
    }

    /// The 288 grids of side 4 (OEIS A107739) fall into two classes, those of these two grids (A109741).
    #[test]
    fn equivalents_reach_their_whole_class() {
        let shape = BoxShape::new(2, 2).unwrap();
        let class = |line: &str| -> BTreeSet<String> {
            let grid = Grid::parse(line, shape).unwrap();
            equivalents(&grid, 5).take(6000).map(|other| other.to_string()).collect()
        };
        let (first, second) = (class("1234341221434321"), class("1234341223414123"));
        assert!(first.is_disjoint(&second));
        assert_eq!(first.len() + second.len(), 288);
    }

    #[test]
    fn the_seed_decides() {
        let puzzle = Grid::parse("1.3.......2.4...", BoxShape::new(2, 2).unwrap()).unwrap();
        let list = |seed| equivalents(&puzzle, seed).take(5).collect::<Vec<_>>();
        assert!(list(1) == list(1) && list(1) != list(2));
    }
}
