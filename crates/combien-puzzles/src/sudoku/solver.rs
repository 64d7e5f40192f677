//! Solves many puzzles of one shape: the problem is prepared once, each puzzle is a subproblem of it.

use super::bands::Bands;
use super::{BoxShape, Grid, Sudoku, Verdict};
use crate::clues::{self, Stopped, unstopped};
use combien::budget::Budget;
use combien::problem::{OptionId, Solution};

/// A solver of puzzles of one shape. A puzzle's clues are options taken; boxes of 3 by 3 cells, which nearly
/// all puzzles have, are searched on bits; all others like any exact cover.
///
/// Every solution passes the [checker](combien::check) of the original problem before it is returned.
///
/// # Panics
///
/// Panics for a puzzle of another shape, and if the engine reports a wrong solution, which is a bug.
#[derive(Debug)]
pub struct Solver {
    sudoku: Sudoku,
    pub(super) clues: clues::Solver,
}

impl Solver {
    pub(super) fn new(sudoku: &Sudoku) -> Solver {
        if sudoku.is_plain() && sudoku.shape() == BoxShape::STANDARD {
            let clues = clues::Solver::with(sudoku.problem(), Box::new(Bands::default()));
            return Solver { sudoku: sudoku.clone(), clues };
        }
        Solver::of_any_shape(sudoku)
    }

    /// A solver that depends only on the problem.
    fn of_any_shape(sudoku: &Sudoku) -> Solver {
        let Ok(clues) = clues::Solver::new(sudoku.problem()) else {
            unreachable!("the sizes of problems are within the limits")
        };
        Solver { sudoku: sudoku.clone(), clues }
    }

    /// The rules.
    pub fn sudoku(&self) -> &Sudoku {
        &self.sudoku
    }

    /// The nodes of all searches so far: the work done.
    pub fn nodes(&self) -> u64 {
        self.clues.nodes()
    }

    /// The verdict on a puzzle, from at most `limit` of its solutions, but at least two.
    pub fn solve(&mut self, puzzle: &Grid, limit: u64) -> Verdict {
        unstopped(self.solve_within(puzzle, limit, &Budget::UNLIMITED))
    }

    /// The verdict on a puzzle, from at most `limit` of its solutions, but at least two, within this budget:
    /// its flag and its deadline count.
    pub fn solve_within(&mut self, puzzle: &Grid, limit: u64, budget: &Budget) -> Result<Verdict, Stopped> {
        let verdict = self.clues.solve_within(&self.clues_of(puzzle), limit, budget)?;
        Ok(verdict.map(|solution| self.sudoku.grid(&solution)))
    }

    /// The redundant clues of a puzzle with a unique solution, by row and column. Each could be removed
    /// alone, but perhaps not two of them together. A minimal puzzle has none.
    ///
    /// One search for each clue. For any other puzzle, all clues that do not change the number of solutions,
    /// counted up to two.
    pub fn redundant_clues(
        &mut self,
        puzzle: &Grid,
        budget: &Budget,
    ) -> Result<Vec<(usize, usize)>, Stopped> {
        let redundant = self.clues.redundant_clues(&self.clues_of(puzzle), budget)?;
        let cell = |clue| {
            let (row, column, _) = self.sudoku.meaning(clue);
            (row, column)
        };
        Ok(redundant.into_iter().map(cell).collect())
    }

    /// The *true candidates* of a puzzle: for each cell, row by row, the digits that it has in some solution,
    /// ascending. A cell of a puzzle with a unique solution has one; one of a puzzle without a solution
    /// has none.
    ///
    /// At most one search for each digit of each cell, within this budget: its flag and its deadline count.
    ///
    /// ```
    /// use combien::budget::Budget;
    /// use combien_puzzles::sudoku::{Grid, Sudoku};
    ///
    /// let sudoku = Sudoku::new(2, 2)?;
    /// let puzzle = Grid::parse("12.. .... .... ....", sudoku.shape())?;
    /// let candidates = sudoku.solver().true_candidates(&puzzle, &Budget::UNLIMITED)?;
    /// assert_eq!(candidates[..5], [vec![1], vec![2], vec![3, 4], vec![3, 4], vec![3, 4]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn true_candidates(&mut self, puzzle: &Grid, budget: &Budget) -> Result<Vec<Vec<usize>>, Stopped> {
        let (sudoku, clues) = (&self.sudoku, self.clues_of(puzzle));
        let (side, cells) = (sudoku.shape().side(), sudoku.shape().cells());
        let mut is_seen = vec![false; cells * side];
        for option in (0..cells * side).map(OptionId::from_index) {
            if is_seen[option.index()] {
                continue;
            }
            // Searches may be too short to look.
            Stopped::check(budget, 0)?;
            let mut with = clues.clone();
            with.push(option);
            let found = self.clues.search(&with, 1, budget)?;
            // All digits of the solution are seen.
            for option in found.examples.iter().flat_map(Solution::options) {
                if let Some(seen) = is_seen.get_mut(option.index()) {
                    *seen = true;
                }
            }
        }
        let digits = |cell: usize| (1..=side).filter(|digit| is_seen[cell * side + digit - 1]).collect();
        Ok((0..cells).map(digits).collect())
    }

    /// The options of the clues of a puzzle, in ascending order.
    pub(super) fn clues_of(&self, puzzle: &Grid) -> Vec<OptionId> {
        assert_eq!(puzzle.shape(), self.sudoku.shape(), "the puzzle has another shape");
        self.sudoku.clues(puzzle)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use combien::budget::Deadline;
    use combien::random::SplitMix64;

    fn verdict(line: &str, limit: u64) -> Verdict {
        let sudoku = Sudoku::new(2, 2).unwrap();
        sudoku.solver().solve(&Grid::parse(line, sudoku.shape()).unwrap(), limit)
    }

    /// The bit solver compared with the search for any exact cover: grids with cells emptied at random, some
    /// of them with a digit changed.
    #[test]
    fn bits_find_what_the_model_has() {
        let sudoku = Sudoku::new(3, 3).unwrap();
        let (mut bits, mut model) = (Solver::new(&sudoku), Solver::of_any_shape(&sudoku));
        let mut generator = sudoku.generator(7);
        let mut random = SplitMix64::new(7);
        let mut several = 0;
        for _ in 0..30 {
            let mut grid = generator.full_grid();
            for _ in 0..150 {
                if grid.clue_count() == 0 {
                    break;
                }
                let cell = random.place(81);
                grid.clear(cell / 9, cell % 9);
                let (bits, model) = (bits.solve(&grid, 300), model.solve(&grid, 300));
                assert_eq!(bits.count(), model.count(), "{grid}");
                several += u64::from(model.count() > 1);
                let (cell, digit) = (random.place(81), random.place(9) + 1);
                if random.place(20) == 0 {
                    grid.set(cell / 9, cell % 9, digit);
                }
                if model.count() >= 300 {
                    break;
                }
            }
        }
        assert!(several > 30);
    }

    /// A complete count is the same in both, solution by solution.
    #[test]
    fn bits_find_all_solutions() {
        let sudoku = Sudoku::new(3, 3).unwrap();
        let (mut bits, mut model) = (Solver::new(&sudoku), Solver::of_any_shape(&sudoku));
        // 29291 solutions: tests/corpus.
        let several = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85......9.......";
        let several = Grid::parse(several, BoxShape::STANDARD).unwrap();
        let (bits, model) = (bits.solve(&several, u64::MAX), model.solve(&several, u64::MAX));
        assert_eq!((bits.count(), model.count()), (29291, 29291));
    }

    /// OEIS A107739: 288 grids of side 4.
    #[test]
    fn limits_are_obeyed() {
        for (limit, count, is_all) in
            [(0, 2, false), (2, 2, false), (287, 287, false), (288, 288, false), (289, 288, true)]
        {
            let verdict = verdict("................", limit);
            assert!(
                matches!(&verdict, Verdict::Several { count: c, is_all: a, .. } if (*c, *a) == (count, is_all))
            );
            assert_eq!((verdict.count(), verdict.examples().len()), (count, 2));
            assert_ne!(verdict.examples()[0], verdict.examples()[1]);
        }
    }

    #[test]
    fn none_unique_and_full_grids_are_told_apart() {
        let full = "1234341221434321";
        assert!(matches!(verdict(full, 2), Verdict::Unique(solution) if solution.to_string() == full));
        assert_eq!(verdict("11..............", 2), Verdict::None);
        assert_eq!(verdict("123....4........", 2), Verdict::None);
        assert_eq!(verdict("1234341221434322", 2), Verdict::None);
    }

    #[test]
    fn one_solver_takes_puzzle_after_puzzle() {
        let sudoku = Sudoku::new(2, 2).unwrap();
        let mut solver = sudoku.solver();
        let lines = ["1234341221434321", "................", "11..............", "1234341221434321"];
        let counts = lines.map(|line| solver.solve(&Grid::parse(line, sudoku.shape()).unwrap(), 300).count());
        assert_eq!(counts, [1, 288, 0, 1]);
        assert!(solver.nodes() > 288);
    }

    #[test]
    fn stopped_says_what_is_certain() {
        let sudoku = Sudoku::new(3, 3).unwrap();
        let mut solver = sudoku.solver();
        let looks = Arc::new(AtomicU64::new(0));
        let counted = looks.clone();
        let deadline = Deadline::new(move || counted.fetch_add(1, Ordering::Relaxed) >= 2);
        let budget = Budget { deadline: Some(deadline), ..Budget::UNLIMITED };
        let stopped = solver.solve_within(&Grid::empty(BoxShape::STANDARD), u64::MAX, &budget);
        assert!(matches!(stopped, Err(Stopped { certain: 1.. })));
        assert_eq!(looks.load(Ordering::Relaxed), 3);
        assert!(solver.nodes() > 0 && solver.nodes().is_multiple_of(3));
        // The next puzzle is not disturbed.
        let full = "123456789456789123789123456231674895875912364694538217317265948542897631968341572";
        let full = Grid::parse(full, BoxShape::STANDARD).unwrap();
        assert_eq!(solver.solve(&full, 2), Verdict::Unique(full));
    }
}
