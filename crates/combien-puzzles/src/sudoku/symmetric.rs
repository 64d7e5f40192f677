//! Symmetric puzzles: motions of the grid map cells with clues to cells with clues, whatever their digits.

use std::fmt;

use super::{Generated, Generator, Grid, Solver, Stopped, Sudoku};
use combien::budget::Budget;
use combien::problem::OptionId;

/// Motions of the grid: one or two isometries of the square, and the group that they generate. The grid is a
/// square whatever its boxes are, so all of them are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Half a turn: the usual one.
    HalfTurn,
    /// Quarters of a turn.
    QuarterTurn,
    /// Left and right change places.
    Mirror,
    /// Top and bottom change places.
    Flip,
    /// Rows and columns change places.
    Diagonal,
    /// Rows and columns change places, across the other long diagonal.
    Antidiagonal,
    /// [`Symmetry::Mirror`] and [`Symmetry::Flip`], and so half a turn.
    Mirrors,
    /// [`Symmetry::Diagonal`] and [`Symmetry::Antidiagonal`], and so half a turn.
    Diagonals,
    /// All eight isometries of the square.
    Full,
}

/// The number of times that a try exchanges an orbit of clues for others. Chosen by feel.
const EXCHANGES: usize = 100;

/// A row and a column, from 0.
type Cell = (usize, usize);

impl Symmetry {
    /// All of them.
    pub const ALL: [Symmetry; 9] = [
        Symmetry::HalfTurn,
        Symmetry::QuarterTurn,
        Symmetry::Mirror,
        Symmetry::Flip,
        Symmetry::Diagonal,
        Symmetry::Antidiagonal,
        Symmetry::Mirrors,
        Symmetry::Diagonals,
        Symmetry::Full,
    ];

    /// Its name: `half-turn`.
    pub fn name(self) -> &'static str {
        match self {
            Symmetry::HalfTurn => "half-turn",
            Symmetry::QuarterTurn => "quarter-turn",
            Symmetry::Mirror => "mirror",
            Symmetry::Flip => "flip",
            Symmetry::Diagonal => "diagonal",
            Symmetry::Antidiagonal => "antidiagonal",
            Symmetry::Mirrors => "mirrors",
            Symmetry::Diagonals => "diagonals",
            Symmetry::Full => "full",
        }
    }

    /// The generating isometries, as functions of a cell; `last` is the number of the last row and column.
    fn isometries(self) -> &'static [fn(Cell, usize) -> Cell] {
        match self {
            Symmetry::HalfTurn => &[|(row, column), last| (last - row, last - column)],
            Symmetry::QuarterTurn => &[|(row, column), last| (column, last - row)],
            Symmetry::Mirror => &[|(row, column), last| (row, last - column)],
            Symmetry::Flip => &[|(row, column), last| (last - row, column)],
            Symmetry::Diagonal => &[|(row, column), _| (column, row)],
            Symmetry::Antidiagonal => &[|(row, column), last| (last - column, last - row)],
            Symmetry::Mirrors => {
                &[|(row, column), last| (row, last - column), |(row, column), last| (last - row, column)]
            }
            Symmetry::Diagonals => {
                &[|(row, column), _| (column, row), |(row, column), last| (last - column, last - row)]
            }
            Symmetry::Full => &[|(row, column), last| (row, last - column), |(row, column), _| (column, row)],
        }
    }

    /// The cells, by row and column from 0, that are the images of one cell in a grid of this side, in
    /// ascending order.
    pub fn orbit(self, cell: (usize, usize), side: usize) -> Vec<(usize, usize)> {
        let mut orbit = vec![cell];
        let mut next = 0;
        while let Some(&cell) = orbit.get(next) {
            for isometry in self.isometries() {
                let image = isometry(cell, side - 1);
                if !orbit.contains(&image) {
                    orbit.push(image);
                }
            }
            next += 1;
        }
        orbit.sort_unstable();
        orbit
    }

    /// A cell with a clue, and an image of it without a clue; `None` if the clues are symmetric.
    pub fn broken_by(self, puzzle: &Grid) -> Option<[(usize, usize); 2]> {
        let side = puzzle.shape().side();
        puzzle.clues().find_map(|(row, column, _)| {
            let orbit = self.orbit((row, column), side);
            let bare = orbit.into_iter().find(|&(row, column)| puzzle.get(row, column).is_none())?;
            Some([(row, column), bare])
        })
    }

    /// The clues of a grid in groups, one for each orbit of cells.
    fn groups(self, sudoku: &Sudoku, grid: &Grid) -> Vec<Vec<OptionId>> {
        let mut groups = vec![];
        for (row, column, _) in grid.clues() {
            let orbit = self.orbit((row, column), grid.shape().side());
            let option = |&(row, column): &Cell| Some(sudoku.option(row, column, grid.get(row, column)?));
            // Each orbit once: at the first of its cells that has a clue.
            let group: Vec<OptionId> = orbit.iter().filter_map(option).collect();
            if group
                .first()
                .is_some_and(|&first| sudoku.meaning(first) == (row, column, sudoku.meaning(first).2))
            {
                groups.push(group);
            }
        }
        groups
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Generator {
    /// Tries to make a minimal puzzle with a unique solution whose clues are symmetric. Returns `None` if it
    /// fails. Then another try, from another grid, may succeed.
    ///
    /// From a random grid, the clues of an orbit are removed or kept together, in random order. Some
    /// remaining clues may be redundant alone. Then an orbit with such a clue is exchanged for others,
    /// again and again, as long as the number of redundant clues does not grow. Within this budget: its
    /// flag and its deadline count.
    ///
    /// ```
    /// use combien::budget::Budget;
    /// use combien_puzzles::sudoku::{Sudoku, Symmetry};
    ///
    /// let sudoku = Sudoku::new(2, 3)?;
    /// let mut generator = sudoku.generator(7);
    /// let made = loop {
    ///     if let Some(made) = generator.symmetric_within(Symmetry::HalfTurn, &Budget::UNLIMITED)? {
    ///         break made;
    ///     }
    /// };
    /// assert_eq!(Symmetry::HalfTurn.broken_by(&made.puzzle), None);
    /// assert!(generator.solver().redundant_clues(&made.puzzle, &Budget::UNLIMITED)?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn symmetric_within(
        &mut self,
        symmetry: Symmetry,
        budget: &Budget,
    ) -> Result<Option<Generated>, Stopped> {
        let sudoku = self.solver.sudoku().clone();
        let (searches, nodes) = (self.solver.clues.searches(), self.solver.nodes());
        let made = self.in_groups(|full| symmetry.groups(&sudoku, &sudoku.grid(full)), budget)?;
        let orbits = symmetry.groups(&sudoku, &made.solution);
        let mut clues = sudoku.clues(&made.puzzle);
        let mut redundant = self.solver.clues.redundant_clues(&clues, budget)?;
        for _ in 0..EXCHANGES {
            if redundant.is_empty() {
                break;
            }
            let clue = redundant[self.maker.random().place(redundant.len())];
            let other = self.exchanged(&clues, clue, &orbits, budget)?;
            let others = self.solver.clues.redundant_clues(&other, budget)?;
            if others.len() <= redundant.len() {
                (clues, redundant) = (other, others);
            }
        }
        if !redundant.is_empty() {
            return Ok(None);
        }
        let puzzle = sudoku.grid(&clues.into_iter().collect());
        let (searches, nodes) = (self.solver.clues.searches() - searches, self.solver.nodes() - nodes);
        Ok(Some(Generated { puzzle, solution: made.solution, searches, nodes }))
    }

    /// Symmetric clues without the orbit of one of them, and with others until the solution is unique again;
    /// without the orbits that can be removed.
    fn exchanged(
        &mut self,
        clues: &[OptionId],
        without: OptionId,
        orbits: &[Vec<OptionId>],
        budget: &Budget,
    ) -> Result<Vec<OptionId>, Stopped> {
        let is_in = |orbit: &Vec<OptionId>| clues.binary_search(&orbit[0]).is_ok();
        let (mut kept, mut others): (Vec<Vec<OptionId>>, Vec<Vec<OptionId>>) =
            orbits.iter().filter(|orbit| !orbit.contains(&without)).cloned().partition(is_in);
        self.maker.random().shuffle(&mut others);
        loop {
            let found = self.solver.clues.search(&kept.concat(), 2, budget)?;
            if found.count < 2 {
                break;
            }
            // An orbit that tells the two solutions apart; what is kept does not, for both have it.
            let tells = |orbit: &Vec<OptionId>| {
                orbit
                    .iter()
                    .any(|clue| !found.examples.iter().all(|e| e.options().binary_search(clue).is_ok()))
            };
            match others.iter().position(tells) {
                Some(place) => kept.push(others.swap_remove(place)),
                // Only the orbit that was left out does.
                None => return Ok(clues.to_vec()),
            }
        }
        self.maker.random().shuffle(&mut kept);
        self.solver.clues.thin(kept, &mut |_| Ok(true), budget)
    }
}

impl Solver {
    /// A puzzle of the clues of one with a unique solution, which stays the only one: the clues of an orbit
    /// are removed or kept together, so that symmetric clues stay symmetric, and no orbit can be removed.
    /// Returns `None` for a puzzle without exactly one solution.
    ///
    /// Some remaining clue alone may be [redundant](Solver::redundant_clues).
    #[doc(hidden)]
    pub fn minimise_symmetric_within(
        &mut self,
        puzzle: &Grid,
        symmetry: Symmetry,
        seed: u64,
        budget: &Budget,
    ) -> Result<Option<Grid>, Stopped> {
        let groups = symmetry.groups(self.sudoku(), puzzle);
        let minimal = self.clues.minimise_groups_within(groups, seed, budget)?;
        Ok(minimal.map(|clues| self.sudoku().grid(&clues.into_iter().collect())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Burnside's lemma for a square of odd side n: half a turn has (n² + 1)/2 orbits of cells, a quarter
    /// n²/4 rounded up, a mirror n(n + 1)/2, two mirrors ((n + 1)/2)², all (n + 1)(n + 3)/8.
    #[test]
    fn the_orbits_are_those_of_the_square() {
        let orbits = |symmetry: Symmetry, side: usize| {
            let cells = (0..side * side).map(|cell| (cell / side, cell % side));
            let orbits: std::collections::BTreeSet<_> =
                cells.map(|cell| symmetry.orbit(cell, side)).collect();
            assert_eq!(orbits.iter().map(Vec::len).sum::<usize>(), side * side);
            orbits.len()
        };
        for side in [1, 3, 9] {
            let n = side;
            assert_eq!(orbits(Symmetry::HalfTurn, side), (n * n).div_ceil(2));
            assert_eq!(orbits(Symmetry::QuarterTurn, side), (n * n).div_ceil(4));
            for symmetry in [Symmetry::Mirror, Symmetry::Flip, Symmetry::Diagonal, Symmetry::Antidiagonal] {
                assert_eq!(orbits(symmetry, side), n * (n + 1) / 2);
            }
            assert_eq!(orbits(Symmetry::Mirrors, side), n.div_ceil(2) * n.div_ceil(2));
            assert_eq!(orbits(Symmetry::Diagonals, side), n.div_ceil(2) * n.div_ceil(2));
            assert_eq!(orbits(Symmetry::Full, side), (n + 1) * (n + 3) / 8);
        }
    }

    #[test]
    fn what_breaks_a_symmetry_is_told() {
        let sudoku = Sudoku::new(2, 2).unwrap();
        let puzzle = Grid::parse("1..2 .... .... 3...", sudoku.shape()).unwrap();
        for symmetry in Symmetry::ALL {
            let is_kept = [Symmetry::Diagonal].contains(&symmetry);
            assert_eq!(symmetry.broken_by(&puzzle).is_none(), is_kept, "{symmetry}");
        }
        assert_eq!(Symmetry::HalfTurn.broken_by(&puzzle), Some([(0, 0), (3, 3)]));
    }

    #[test]
    fn symmetric_puzzles_are_symmetric_unique_and_minimal() {
        let sudoku = Sudoku::new(2, 3).unwrap();
        // The other symmetries have few puzzles or none: hardly any puzzle of this side is symmetric in two
        // mirrors.
        for symmetry in [
            Symmetry::HalfTurn,
            Symmetry::Mirror,
            Symmetry::Flip,
            Symmetry::Diagonal,
            Symmetry::Antidiagonal,
            Symmetry::Diagonals,
        ] {
            let mut generator = sudoku.generator(1);
            let made =
                (0..500).find_map(|_| generator.symmetric_within(symmetry, &Budget::UNLIMITED).unwrap());
            let Generated { puzzle, solution, .. } = made.expect("one of many tries");
            assert_eq!(symmetry.broken_by(&puzzle), None);
            let solver = generator.solver();
            assert_eq!(solver.solve(&puzzle, 2), super::super::Verdict::Unique(solution));
            assert_eq!(solver.redundant_clues(&puzzle, &Budget::UNLIMITED), Ok(vec![]));
            // Nothing can be removed, in whatever order it is tried.
            assert_eq!(
                solver.minimise_symmetric_within(&puzzle, symmetry, 5, &Budget::UNLIMITED),
                Ok(Some(puzzle))
            );
        }
    }

    #[test]
    fn symmetric_clues_stay_symmetric() {
        let sudoku = Sudoku::new(3, 3).unwrap();
        let full = sudoku.generator(1).full_grid();
        let mut solver = sudoku.solver();
        for symmetry in Symmetry::ALL {
            let minimal =
                solver.minimise_symmetric_within(&full, symmetry, 3, &Budget::UNLIMITED).unwrap().unwrap();
            assert_eq!(symmetry.broken_by(&minimal), None);
            assert_eq!(solver.solve(&minimal, 2).count(), 1);
            assert!(minimal.clue_count() < 60);
        }
    }
}
