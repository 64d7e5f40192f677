//! Sudoku as an exact cover: one problem for a box shape, and each puzzle a subproblem of it.
//!
//! The items are the four rules: a cell has a digit (`R1C2`); a row, a column and a box have each digit once
//! (`R1#7`, `C2#7`, `B1#7`). The options are the digits of the cells (`R1C2#7`), and each has four items. For
//! boxes of 3 by 3 cells that is the usual matrix of 729 options over 324 items. A clue is an option taken.
//!
//! ```
//! use combien_puzzles::sudoku::{BoxShape, Grid, Sudoku, Verdict};
//!
//! let sudoku = Sudoku::new(3, 3)?;
//! let mut solver = sudoku.solver();
//! let inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
//! match solver.solve(&Grid::parse(inkala, BoxShape::STANDARD)?, 2) {
//!     Verdict::None => println!("no solution"),
//!     Verdict::Unique(solution) => println!("{}", solution.drawn()),
//!     Verdict::Several { count, .. } => println!("at least {count} solutions"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bands;
mod equivalent;
mod fault;
mod generate;
mod grid;
mod minimise;
mod read;
mod solver;
mod symmetric;
pub mod techniques;

use self::techniques::Further;

pub use super::shape::{BoxShape, ShapeError};
pub use equivalent::equivalents;
pub use fault::{Fault, FaultKind, ReadError};
pub use generate::{Generated, Generator};
pub use grid::Grid;
pub use read::{Puzzle, Reader};
pub use solver::Solver;
pub use symmetric::Symmetry;

use super::clues;
pub use super::clues::Stopped;
use super::fault::{Fault as RuleFault, Text};
use super::square::Square;
use combien::problem::{OptionId, Problem, Solution};

/// How many solutions a puzzle has, and which.
pub type Verdict = clues::Verdict<Grid>;

/// The rules of Sudoku for one box shape, as a problem.
///
/// A solution of the problem is a full grid. For side n it has n³ options over 4n² items, all of them
/// primary.
#[derive(Clone, Debug)]
pub struct Sudoku {
    shape: BoxShape,
    problem: Problem,
    rules: Option<Further>,
}

impl Sudoku {
    /// The rules for boxes of this many rows by this many columns of cells; the side of the grid is their
    /// product.
    ///
    /// Fails if that is zero or more than 36. Takes time and space cubic in the side.
    pub fn new(box_rows: usize, box_columns: usize) -> Result<Sudoku, ShapeError> {
        Ok(Sudoku::of_shape(BoxShape::new(box_rows, box_columns)?))
    }

    /// The rules for a box shape.
    pub fn of_shape(shape: BoxShape) -> Sudoku {
        match Square::sudoku(shape).problem() {
            Ok(problem) => Sudoku { shape, problem, rules: None },
            Err(error) => unreachable!("the names differ, and any side is within the limits, but {error}"),
        }
    }

    /// The rules for a box shape together with further ones: cages, thermometers, arrows and others, one on
    /// each line of the text ([`RULES`](super::RULES)). The options of these rules come after those of
    /// the cells.
    ///
    /// ```
    /// use combien_puzzles::{Text, sudoku::{BoxShape, Grid, Sudoku, Verdict}};
    ///
    /// // The Miracle Sudoku of Mitchell Lee (2020): two digits are given.
    /// let rules = Text::new("rules.txt", "anti-knight\nanti-king\nnonconsecutive\n");
    /// let sudoku = Sudoku::with_rules(BoxShape::STANDARD, &rules)?;
    /// let puzzle = Grid::parse(&format!("{}1{}2{}", ".".repeat(38), ".".repeat(9), ".".repeat(32)), BoxShape::STANDARD)?;
    /// assert!(matches!(sudoku.solver().solve(&puzzle, 2), Verdict::Unique(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_rules(shape: BoxShape, rules: &Text) -> Result<Sudoku, RuleFault> {
        let square = Square::sudoku_with(shape, rules)?;
        let further = Further { rules: square.rules().into(), excluded: techniques::excluded };
        Ok(Sudoku { shape, problem: square.problem()?, rules: Some(further) })
    }

    /// Are there no further rules?
    pub fn is_plain(&self) -> bool {
        self.rules.is_none()
    }

    /// The box shape.
    pub fn shape(&self) -> BoxShape {
        self.shape
    }

    /// The problem, whose solutions are the full grids.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// A solver by these rules. Preparing it takes as long as some hundreds of puzzles.
    pub fn solver(&self) -> Solver {
        Solver::new(self)
    }

    /// A generator by these rules, from a seed.
    pub fn generator(&self, seed: u64) -> Generator {
        Generator::new(self, seed)
    }

    /// The option that puts a digit, from 1, into a cell, by its row and column from 0.
    pub fn option(&self, row: usize, column: usize, digit: usize) -> OptionId {
        let side = self.shape.side();
        debug_assert!(row < side && column < side && (1..=side).contains(&digit));
        OptionId::from_index((row * side + column) * side + digit - 1)
    }

    /// The row, the column and the digit of an option.
    pub fn meaning(&self, option: OptionId) -> (usize, usize, usize) {
        let side = self.shape.side();
        let cell = option.index() / side;
        (cell / side, cell % side, option.index() % side + 1)
    }

    /// The options of the clues of a grid, in ascending order.
    pub fn clues(&self, grid: &Grid) -> Vec<OptionId> {
        let side = self.shape.side();
        let cells = grid.digits().iter().enumerate().filter(|&(_, &digit)| digit > 0);
        let mut options = Vec::with_capacity(self.shape.cells());
        options
            .extend(cells.map(|(cell, &digit)| OptionId::from_index(cell * side + usize::from(digit) - 1)));
        options
    }

    /// The grid that a set of options fills; full if it is a solution.
    pub fn grid(&self, solution: &Solution) -> Grid {
        let side = self.shape.side();
        let cells = self.shape.cells();
        let mut digits = vec![0; cells];
        // Options of further rules come behind.
        for option in solution.options().iter().filter(|option| option.index() / side < cells) {
            digits[option.index() / side] = (option.index() % side + 1) as u8;
        }
        Grid::of_digits(self.shape, digits.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_matrix_is_the_usual_one() {
        let sudoku = Sudoku::new(3, 3).unwrap();
        let problem = sudoku.problem();
        assert_eq!((problem.option_count(), problem.item_count(), problem.primary_count()), (729, 324, 324));
        let option = sudoku.option(4, 6, 7);
        assert_eq!(problem.option_name(option), Some("R5C7#7"));
        assert_eq!(problem.show_option(option).to_string(), "R5C7 R5#7 C7#7 B6#7");
        assert_eq!(sudoku.meaning(option), (4, 6, 7));
    }

    #[test]
    fn every_item_has_as_many_options_as_the_side() {
        for (rows, columns) in [(1, 1), (2, 2), (2, 3), (3, 2), (1, 5), (4, 4)] {
            let sudoku = Sudoku::new(rows, columns).unwrap();
            let mut degrees = vec![0; sudoku.problem().item_count()];
            for option in sudoku.problem().options() {
                for entry in sudoku.problem().option(option) {
                    degrees[entry.item.index()] += 1;
                }
            }
            assert!(degrees.iter().all(|&degree| degree == rows * columns), "{rows}x{columns}");
        }
    }

    #[test]
    fn even_the_largest_side_is_built() {
        assert_eq!(Sudoku::new(6, 6).unwrap().problem().option_count(), 36 * 36 * 36);
    }

    #[test]
    fn clues_become_options_and_options_cells() {
        let sudoku = Sudoku::new(2, 2).unwrap();
        let grid = Grid::parse("1.3. .... ..2. ...4", sudoku.shape()).unwrap();
        let clues = sudoku.clues(&grid);
        let names: Vec<_> = clues.iter().map(|&clue| sudoku.problem().option_name(clue).unwrap()).collect();
        assert_eq!(names, ["R1C1#1", "R1C3#3", "R3C3#2", "R4C4#4"]);
        assert_eq!(sudoku.grid(&clues.into_iter().collect()), grid);
    }
}
