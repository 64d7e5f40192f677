//! Makes puzzles: a random full grid, from which clues are removed as long as the solution stays unique.

use std::ops::RangeInclusive;

use super::techniques::{Path, Rating};
use super::{Grid, Solver, Stopped, Sudoku, Symmetry};
use crate::clues::{self, Maker, each_alone, unstopped};
use combien::budget::Budget;
use combien::problem::{ItemId, OptionId, Solution};

/// A puzzle that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle. It is minimal: without any one of its clues it has several solutions.
    pub puzzle: Grid,
    /// Its only solution.
    pub solution: Grid,
    /// The subproblems that were searched on the way.
    pub searches: u64,
    /// The nodes of these searches.
    pub nodes: u64,
}

/// Makes puzzles at random. The same seed makes the same puzzles, one after the other, on every machine, and
/// whatever the order in which the engine finds solutions.
///
/// Neither full grids nor puzzles are equally likely: a uniform draw would need counts that are out of reach.
///
/// # Panics
///
/// Panics if no grid obeys the [further rules](Sudoku::with_rules): the verdict on the empty grid says so
/// beforehand.
///
/// ```
/// use combien_puzzles::sudoku::{Sudoku, Verdict};
///
/// let sudoku = Sudoku::new(2, 3)?;
/// let mut generator = sudoku.generator(7);
/// let made = generator.minimal();
/// assert_eq!(generator.solver().solve(&made.puzzle, 2), Verdict::Unique(made.solution));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Generator {
    pub(super) solver: Solver,
    pub(super) maker: Maker,
}

impl Generator {
    pub(super) fn new(sudoku: &Sudoku, seed: u64) -> Generator {
        let cells: Vec<ItemId> = (0..sudoku.shape().cells()).map(ItemId::from_index).collect();
        Generator { solver: Solver::new(sudoku), maker: Maker::new(sudoku.problem(), &cells, seed) }
    }

    /// The solver that the generator works with.
    pub fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// A minimal puzzle with a unique solution: clues are removed in random order, each if the solution stays
    /// unique.
    ///
    /// One search for each cell, and some for the full grid.
    pub fn minimal(&mut self) -> Generated {
        unstopped(self.minimal_within(&Budget::UNLIMITED))
    }

    /// A minimal puzzle with a unique solution, within this budget: its flag and its deadline count.
    pub fn minimal_within(&mut self, budget: &Budget) -> Result<Generated, Stopped> {
        self.in_groups(each_alone, budget)
    }

    /// A try to make a puzzle whose clues have this symmetry, if one is asked for, and that has a rating in
    /// this range: the puzzle, and its rating if that matters. `None` if it became another one.
    #[doc(hidden)]
    pub fn wanted_within(
        &mut self,
        symmetry: Option<Symmetry>,
        band: Option<&RangeInclusive<Rating>>,
        budget: &Budget,
    ) -> Result<Option<(Generated, Option<Rating>)>, Stopped> {
        let made = match symmetry {
            None => Some(self.minimal_within(budget)?),
            Some(symmetry) => self.symmetric_within(symmetry, budget)?,
        };
        let (Some(made), Some(band)) = (&made, band) else { return Ok(made.map(|made| (made, None))) };
        let rating = Path::under(self.solver.sudoku(), &made.puzzle, budget)?.rating();
        let is_wanted = rating.is_some_and(|rating| band.contains(&rating));
        Ok(is_wanted.then(|| (made.clone(), rating)))
    }

    /// A puzzle with a unique solution from groups of clues, which are removed or kept together. The result
    /// is minimal in groups.
    pub(super) fn in_groups(
        &mut self,
        groups: impl FnOnce(&Solution) -> Vec<Vec<OptionId>>,
        budget: &Budget,
    ) -> Result<Generated, Stopped> {
        match self.maker.minimal(&mut self.solver.clues, groups, budget)? {
            Some(generated) => Ok(in_grids(self.solver.sudoku(), generated)),
            None => no_grid(),
        }
    }

    /// A random full grid.
    pub fn full_grid(&mut self) -> Grid {
        unstopped(self.full_grid_within(&Budget::UNLIMITED))
    }

    /// A random full grid, within this budget: its flag and its deadline count.
    ///
    /// Visits the cells in random order and gives each the first digit, also in random order, with which the
    /// grid can still be completed. Ends when there is only one way to complete it.
    pub(crate) fn full_grid_within(&mut self, budget: &Budget) -> Result<Grid, Stopped> {
        match self.maker.solution(&mut self.solver.clues, budget)? {
            Some(solution) => Ok(self.solver.sudoku().grid(&solution)),
            None => no_grid(),
        }
    }
}

/// There are grids of every shape, but perhaps none that obeys further rules.
fn no_grid() -> ! {
    panic!("no grid obeys the further rules")
}

fn in_grids(sudoku: &Sudoku, generated: clues::Generated) -> Generated {
    let clues::Generated { clues, solution, searches, nodes } = generated;
    let puzzle = sudoku.grid(&clues.into_iter().collect());
    Generated { puzzle, solution: sudoku.grid(&solution), searches, nodes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Verdict;
    use combien::budget::StopFlag;

    #[test]
    fn puzzles_are_minimal_and_unique() {
        for (rows, columns) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 3), (2, 5)] {
            let sudoku = Sudoku::new(rows, columns).unwrap();
            let mut generator = sudoku.generator(1);
            for _ in 0..3 {
                let Generated { puzzle, solution, searches, nodes } = generator.minimal();
                let solver = generator.solver();
                assert_eq!(solver.solve(&puzzle, 2), Verdict::Unique(solution), "{puzzle}");
                for (row, column, _) in puzzle.clues() {
                    let mut fewer = puzzle.clone();
                    fewer.clear(row, column);
                    assert!(matches!(solver.solve(&fewer, 2), Verdict::Several { .. }), "{fewer}");
                }
                assert!(searches as usize >= puzzle.shape().cells() && nodes > 0);
            }
        }
    }

    #[test]
    fn the_seed_decides() {
        let lines = |seed| -> Vec<String> {
            let sudoku = Sudoku::new(3, 3).unwrap();
            let mut generator = sudoku.generator(seed);
            (0..3).map(|_| generator.minimal().puzzle.to_string()).collect()
        };
        assert_eq!(lines(7), lines(7));
        assert_ne!(lines(7), lines(8));
        let distinct: std::collections::BTreeSet<_> = lines(7).into_iter().collect();
        assert_eq!(distinct.len(), 3);
    }

    /// OEIS A107739: 288 grids of side 4, and random draws reach all of them.
    #[test]
    fn every_full_grid_may_be_drawn() {
        let sudoku = Sudoku::new(2, 2).unwrap();
        let mut generator = sudoku.generator(3);
        let grids: std::collections::BTreeSet<_> =
            (0..6000).map(|_| generator.full_grid().to_string()).collect();
        assert_eq!(grids.len(), 288);
    }

    #[test]
    fn a_generator_stops_when_asked() {
        let sudoku = Sudoku::new(4, 4).unwrap();
        let mut generator = sudoku.generator(1);
        let stop = StopFlag::new();
        stop.raise();
        // A grid of side 4 may be filled before the flag is first checked, but making a puzzle of it checks
        // the flag.
        assert!(generator.minimal_within(&Budget::until(stop)).is_err());
    }
}
