//! Makes puzzles: a random full grid, then clues taken away as long as the solution stays unique.

use super::minimise::thinned;
use super::solver::{Found, Solver, Stopped};
use super::{BoxShape, Grid, Sudoku};
use crate::random::SplitMix64;

/// A digit of a full grid in the making is passed over if after so many looks (of 1,024 nodes) it is not known whether
/// it can stand. Picked by feel: searches for boxes of 3 by 3 are far shorter, some for larger ones might not end.
const LOOKS: u32 = 4;

/// A puzzle that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle: minimal, for without any one of its clues it has several solutions.
    pub puzzle: Grid,
    /// Its only solution.
    pub solution: Grid,
    /// The subproblems that were searched on the way.
    pub searches: u64,
    /// The nodes of these searches.
    pub nodes: u64,
}

/// Makes puzzles at random. The same seed makes the same puzzles, one after the other, on every machine, and whatever
/// the order in which the engine finds solutions.
///
/// Neither full grids nor puzzles are equally likely: a uniform draw would need counts that are out of reach.
///
/// ```
/// use combien::puzzle::sudoku::{Sudoku, Verdict};
///
/// let sudoku = Sudoku::new(2, 3)?;
/// let mut generator = sudoku.generator(7);
/// let made = generator.minimal();
/// assert_eq!(generator.solver().solve(&made.puzzle, 2), Verdict::Unique(made.solution));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Generator<'s> {
    solver: Solver<'s>,
    random: SplitMix64,
    searches: u64,
}

impl<'s> Generator<'s> {
    pub(super) fn new(sudoku: &'s Sudoku, seed: u64) -> Generator<'s> {
        Generator { solver: Solver::new(sudoku), random: SplitMix64::new(seed), searches: 0 }
    }

    /// The solver that the generator works with.
    pub fn solver(&mut self) -> &mut Solver<'s> {
        &mut self.solver
    }

    /// A minimal puzzle with a unique solution: clues are taken away in random order, each if the solution stays unique.
    ///
    /// One search for each cell, and some for the full grid.
    pub fn minimal(&mut self) -> Generated {
        unstopped(self.minimal_while(|| true))
    }

    /// The same, as long as `go_on` says so, which is asked now and then.
    pub fn minimal_while(&mut self, mut go_on: impl FnMut() -> bool) -> Result<Generated, Stopped> {
        let (searches, nodes) = (self.searches, self.solver.nodes());
        let solution = self.full_grid_while(&mut go_on)?;
        let Generator { solver, random, searches: count } = self;
        let puzzle = thinned(&solution, random, |fewer| {
            *count += 1;
            Ok(solver.search(fewer, 2, &mut go_on)?.count == 1)
        })?;
        let (searches, nodes) = (self.searches - searches, self.solver.nodes() - nodes);
        Ok(Generated { puzzle, solution, searches, nodes })
    }

    /// A random full grid.
    pub fn full_grid(&mut self) -> Grid {
        unstopped(self.full_grid_while(|| true))
    }

    /// The same, as long as `go_on` says so, which is asked now and then.
    ///
    /// Takes the cells in random order and gives each the first of the digits, in random order too, with which the grid
    /// can still be filled; ends when it can be filled in one way only. There is always such a digit, that of the last
    /// solution found, and it needs no search.
    pub fn full_grid_while(&mut self, mut go_on: impl FnMut() -> bool) -> Result<Grid, Stopped> {
        // Random numbers of its own: how many are drawn must not touch what comes after.
        let mut random = SplitMix64::new(self.random.word());
        let mut grid = Grid::empty(self.solver.sudoku().shape());
        let mut filled = self.search(&grid, &mut go_on)?.examples.swap_remove(0);
        for (row, column, _) in shuffled_cells(&filled, &mut random) {
            for digit in shuffled_digits(grid.shape(), &mut random) {
                grid.set(row, column, digit);
                if filled.get(row, column) == Some(digit) {
                    break;
                }
                let mut found = self.try_search(&grid, &mut go_on)?;
                let Some(last) = found.examples.pop() else { continue };
                if found.count == 1 {
                    return Ok(last);
                }
                filled = last;
                break;
            }
        }
        Ok(filled)
    }

    /// Looks for two solutions.
    fn search(&mut self, puzzle: &Grid, go_on: impl FnMut() -> bool) -> Result<Found, Stopped> {
        self.searches += 1;
        self.solver.search(puzzle, 2, go_on)
    }

    /// The same, but not for long; finds nothing if that was not enough.
    fn try_search(&mut self, puzzle: &Grid, mut go_on: impl FnMut() -> bool) -> Result<Found, Stopped> {
        let (mut looks, mut is_stopped) = (0, false);
        let found = self.search(puzzle, || {
            looks += 1;
            is_stopped = !go_on();
            !is_stopped && looks < LOOKS
        });
        found.or_else(|stopped| if is_stopped { Err(stopped) } else { Ok(Found::default()) })
    }
}

/// The cells of a grid that have a digit, in random order.
pub(super) fn shuffled_cells(grid: &Grid, random: &mut SplitMix64) -> Vec<(usize, usize, usize)> {
    let mut cells: Vec<_> = grid.clues().collect();
    random.shuffle(&mut cells);
    cells
}

/// The digits in random order.
fn shuffled_digits(shape: BoxShape, random: &mut SplitMix64) -> Vec<usize> {
    let mut digits: Vec<_> = (1..=shape.side()).collect();
    random.shuffle(&mut digits);
    digits
}

fn unstopped<T>(result: Result<T, Stopped>) -> T {
    match result {
        Ok(value) => value,
        Err(Stopped { .. }) => unreachable!("nobody asked to stop"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::sudoku::Verdict;

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

    /// OEIS A107739: 288 grids of side 4, and chance misses none of them.
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
        let mut looks = 0;
        let stopped = generator.minimal_while(|| {
            looks += 1;
            false
        });
        // Side 4 by 4 may be filled before the first look.
        assert_eq!(stopped.is_err(), looks == 1);
    }
}
