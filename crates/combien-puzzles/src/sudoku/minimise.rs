//! Removes clues from a puzzle until none can be removed.

use super::{Grid, Solver, Stopped};
use combien::budget::Budget;

impl Solver {
    /// A minimal puzzle of the clues of a puzzle with a unique solution, which stays the only one. The same
    /// seed gives the same; another one may leave fewer clues, or more. Returns `None` for a puzzle
    /// without exactly one solution.
    ///
    /// One search for each clue, within this budget: its flag and its deadline count.
    ///
    /// ```
    /// use combien::budget::Budget;
    /// use combien_puzzles::sudoku::{Grid, Sudoku};
    ///
    /// let sudoku = Sudoku::new(2, 2)?;
    /// let mut solver = sudoku.solver();
    /// let puzzle = Grid::parse("1234 3412 2143 4321", sudoku.shape())?;
    /// let minimal = solver.minimise_within(&puzzle, 7, &Budget::UNLIMITED)?.unwrap();
    /// assert!(minimal.clue_count() <= 6);
    /// assert!(solver.redundant_clues(&minimal, &Budget::UNLIMITED)?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn minimise_within(
        &mut self,
        puzzle: &Grid,
        seed: u64,
        budget: &Budget,
    ) -> Result<Option<Grid>, Stopped> {
        let minimal = self.clues.minimise_within(&self.clues_of(puzzle), seed, budget)?;
        Ok(minimal.map(|clues| self.sudoku().grid(&clues.into_iter().collect())))
    }
}

#[cfg(test)]
mod tests {
    use crate::sudoku::{Grid, Sudoku, Verdict};
    use combien::budget::Budget;

    #[test]
    fn what_is_left_is_minimal_and_unique() {
        let sudoku = Sudoku::new(3, 3).unwrap();
        let full = sudoku.generator(2).full_grid();
        let mut solver = sudoku.solver();
        for seed in 0..4 {
            let minimal = solver.minimise_within(&full, seed, &Budget::UNLIMITED).unwrap().unwrap();
            assert_eq!(solver.solve(&minimal, 2), Verdict::Unique(full.clone()));
            assert_eq!(solver.redundant_clues(&minimal, &Budget::UNLIMITED), Ok(vec![]));
            assert_eq!(solver.minimise_within(&full, seed, &Budget::UNLIMITED), Ok(Some(minimal.clone())));
            // A minimal puzzle does not change.
            assert_eq!(solver.minimise_within(&minimal, 9, &Budget::UNLIMITED), Ok(Some(minimal)));
        }
    }

    #[test]
    fn only_unique_puzzles_are_minimised() {
        let sudoku = Sudoku::new(2, 2).unwrap();
        for line in ["................", "11.............."] {
            let puzzle = Grid::parse(line, sudoku.shape()).unwrap();
            assert_eq!(sudoku.solver().minimise_within(&puzzle, 1, &Budget::UNLIMITED), Ok(None));
        }
    }
}
