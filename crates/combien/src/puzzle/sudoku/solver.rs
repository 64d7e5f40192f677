//! Solves many puzzles of one shape: the problem is prepared once, each puzzle is a subproblem of it.

use std::error::Error;
use std::fmt;

use super::{Grid, Sudoku};
use crate::check::Checker;
use crate::engine::fast::{Fast, Kernel, Method, Pause, Way};
use crate::problem::OptionId;

/// Between looks at whether to go on: a few milliseconds at the slowest.
const BETWEEN_LOOKS: u64 = 1 << 10;

/// How many solutions a puzzle has, and which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// None.
    None,
    /// One.
    Unique(Grid),
    /// More than one.
    Several {
        /// The solutions that were found.
        count: u64,
        /// Are these all? If not, the search ended at its limit, and there may be more.
        is_all: bool,
        /// The first two.
        examples: Box<[Grid; 2]>,
    },
}

impl Verdict {
    /// The solutions that are certain: none, one, or as many as were found.
    pub fn count(&self) -> u64 {
        match self {
            Verdict::None => 0,
            Verdict::Unique(_) => 1,
            Verdict::Several { count, .. } => *count,
        }
    }

    /// The solutions that are shown: at most two.
    pub fn examples(&self) -> &[Grid] {
        match self {
            Verdict::None => &[],
            Verdict::Unique(solution) => std::slice::from_ref(solution),
            Verdict::Several { examples, .. } => &examples[..],
        }
    }
}

/// A search, or whatever else asks whether to go on, was stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The solutions that are certain nevertheless.
    pub certain: u64,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stopped before the end, as was asked")
    }
}

impl Error for Stopped {}

/// A solver of puzzles of one shape. It holds no trick but the model: a puzzle's clues are options taken.
///
/// Every solution has passed the [checker](crate::check) of the original problem before anybody sees it.
///
/// # Panics
///
/// Given a puzzle of another shape; and if the engine reports a wrong solution, which is a bug.
#[derive(Debug)]
pub struct Solver<'s> {
    sudoku: &'s Sudoku,
    engine: Fast<'s>,
    checker: Checker,
    nodes: u64,
}

impl<'s> Solver<'s> {
    pub(super) fn new(sudoku: &'s Sudoku) -> Solver<'s> {
        // To branch on the item with the fewest options is by far the best that is known for Sudoku; and if the engine
        // chose anew in long searches, the solutions that are found first would depend on the prices it reckons with.
        let kernel = Kernel { method: Method::Masks, way: Way::Auto };
        let Ok(Ok(engine)) = Fast::with_kernel(sudoku.problem(), kernel) else {
            unreachable!("there is always some way, and any side is within the limits")
        };
        Solver { sudoku, engine, checker: Checker::new(sudoku.problem()), nodes: 0 }
    }

    /// The rules.
    pub fn sudoku(&self) -> &'s Sudoku {
        self.sudoku
    }

    /// The nodes of all searches so far: the work done.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The verdict on a puzzle, from at most `limit` of its solutions; two, the least that tell, if it is less.
    pub fn solve(&mut self, puzzle: &Grid, limit: u64) -> Verdict {
        match self.solve_while(puzzle, limit, || true) {
            Ok(verdict) => verdict,
            Err(Stopped { .. }) => unreachable!("nobody asked to stop"),
        }
    }

    /// The same, as long as `go_on` says so, which is asked now and then.
    pub fn solve_while(
        &mut self,
        puzzle: &Grid,
        limit: u64,
        go_on: impl FnMut() -> bool,
    ) -> Result<Verdict, Stopped> {
        Ok(self.search(puzzle, limit.max(2), go_on)?.verdict())
    }

    /// The clues of a puzzle with a unique solution that could each be left out, by row and column: a minimal puzzle has
    /// none. To leave out two of them at once may be too much.
    ///
    /// One search for each clue. Of any other puzzle, all clues that do not change how many solutions there are, up to
    /// two of them.
    pub fn redundant_clues(
        &mut self,
        puzzle: &Grid,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<Vec<(usize, usize)>, Stopped> {
        let count = self.search(puzzle, 2, &mut go_on)?.count;
        let mut redundant = vec![];
        for (row, column, _) in puzzle.clues() {
            let mut fewer = puzzle.clone();
            fewer.clear(row, column);
            if self.search(&fewer, 2, &mut go_on)?.count == count {
                redundant.push((row, column));
            }
        }
        Ok(redundant)
    }

    /// Finds solutions of a puzzle, up to `limit` of them.
    pub(super) fn search(
        &mut self,
        puzzle: &Grid,
        limit: u64,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<Found, Stopped> {
        assert_eq!(puzzle.shape(), self.sudoku.shape(), "the puzzle has another shape");
        let clues = self.sudoku.clues(puzzle);
        self.engine.restart(&clues);
        let mut found = Found::default();
        let mut bound = BETWEEN_LOOKS;
        while found.count < limit {
            match self.engine.run(bound) {
                Pause::Solution => self.take(&clues, &mut found),
                Pause::Nodes if go_on() => bound += BETWEEN_LOOKS,
                Pause::Nodes => {
                    self.nodes += self.engine.work().nodes;
                    return Err(Stopped { certain: found.count });
                }
                Pause::End => {
                    found.is_all = true;
                    break;
                }
            }
        }
        self.nodes += self.engine.work().nodes;
        Ok(found)
    }

    /// Checks the solution that the engine is at, counts it, and keeps it if it is one of the first two.
    fn take(&mut self, clues: &[OptionId], found: &mut Found) {
        let solution = self.engine.solution();
        if let Err(violations) = self.checker.check(self.sudoku.problem(), solution.options()) {
            panic!("the engine reported a wrong solution: {}", violations[0]);
        }
        let keeps = |clue| solution.options().binary_search(clue).is_ok();
        assert!(clues.iter().all(keeps), "the engine reported a solution of another puzzle");
        found.count += 1;
        if found.examples.len() < 2 {
            found.examples.push(self.sudoku.grid(&solution));
        }
    }
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) count: u64,
    /// Are these all?
    pub(super) is_all: bool,
    /// The first two.
    pub(super) examples: Vec<Grid>,
}

impl Found {
    fn verdict(self) -> Verdict {
        let Found { count, is_all, examples } = self;
        match <[Grid; 2]>::try_from(examples) {
            Ok(examples) => Verdict::Several { count, is_all, examples: Box::new(examples) },
            Err(mut examples) => examples.pop().map_or(Verdict::None, Verdict::Unique),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::sudoku::BoxShape;

    fn verdict(line: &str, limit: u64) -> Verdict {
        let sudoku = Sudoku::new(2, 2).unwrap();
        sudoku.solver().solve(&Grid::parse(line, sudoku.shape()).unwrap(), limit)
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
        let mut looks = 0;
        let stopped = solver.solve_while(&Grid::empty(BoxShape::STANDARD), u64::MAX, || {
            looks += 1;
            looks < 3
        });
        assert!(matches!(stopped, Err(Stopped { certain: 1.. })));
        assert_eq!((looks, solver.nodes()), (3, 3 * BETWEEN_LOOKS));
        // The next puzzle is not disturbed.
        let full = "123456789456789123789123456231674895875912364694538217317265948542897631968341572";
        let full = Grid::parse(full, BoxShape::STANDARD).unwrap();
        assert_eq!(solver.solve(&full, 2), Verdict::Unique(full));
    }
}
