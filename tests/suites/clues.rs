//! Puzzles that are made, against searches that share no code with any engine: each has one solution, and
//! needs every clue.

use std::collections::BTreeSet;

use combien::backtrack::{Schema, iterative};
use combien::budget::Budget;
use combien::problem::{Bounds, ItemId, Kind, OptionId, Problem, Solution, dlx};
use combien::solve::{Engine, Enumerate};
use combien_puzzles::clues::{Generated, Generator, Solver, Verdict, restricted};
use combien_puzzles::sudoku::{Grid, Sudoku};
use combien_puzzles::{Classic, Surface, calendar, latin, queens};
use combien_tests::{oracle, random, sudoku};
use combien_tiling::{Board, Cell, Lattice, Piece, Quantity, Tiling};
use proptest::prelude::*;

/// The lesson's schema: the first item that is not covered, its options in order. Only for problems without
/// bounds.
struct Naive<'p> {
    problem: &'p Problem,
    /// The options of each item, ascending.
    options_of: Vec<Vec<OptionId>>,
    clues: Vec<OptionId>,
}

impl<'p> Naive<'p> {
    fn new(problem: &'p Problem, clues: &[OptionId]) -> Naive<'p> {
        assert!(!problem.has_bounds());
        let has = |option: OptionId, item| problem.option(option).iter().any(|entry| entry.item == item);
        let options_of = (problem.items())
            .map(|item| problem.options().filter(|&option| has(option, item)).collect())
            .collect();
        Naive { problem, options_of, clues: clues.to_vec() }
    }

    fn bare(&self, chosen: &[OptionId]) -> Option<ItemId> {
        let taken: Vec<OptionId> = self.clues.iter().chain(chosen).copied().collect();
        let is_covered =
            |&item: &ItemId| taken.iter().any(|option| self.options_of[item.index()].contains(option));
        self.problem.items().find(|item| self.problem.kind(*item) == Kind::Primary && !is_covered(item))
    }

    /// Two options do not share an item, unless they give it the same color.
    fn agree(&self, one: OptionId, other: OptionId) -> bool {
        let entries = self.problem.option(other);
        self.problem
            .option(one)
            .iter()
            .all(|a| entries.iter().all(|b| a.item != b.item || (a.color.is_some() && a.color == b.color)))
    }

    fn clues_agree(&self) -> bool {
        let clues = self.clues.iter().enumerate();
        clues.clone().all(|(place, &one)| self.clues[..place].iter().all(|&other| self.agree(one, other)))
    }

    /// The first few solutions, the clues included.
    fn solutions(&self, limit: usize) -> Vec<BTreeSet<OptionId>> {
        if !self.clues_agree() {
            return vec![];
        }
        let whole = |chosen: Vec<OptionId>| chosen.into_iter().chain(self.clues.iter().copied()).collect();
        iterative(self).take(limit).map(whole).collect()
    }
}

impl Schema for Naive<'_> {
    type Value = OptionId;

    fn is_solution(&self, chosen: &[OptionId]) -> bool {
        self.bare(chosen).is_none()
    }

    fn after(&self, chosen: &[OptionId], last: Option<&OptionId>) -> Option<OptionId> {
        let item = self.bare(chosen)?;
        let mut later =
            self.options_of[item.index()].iter().filter(|option| last.is_none_or(|last| *option > last));
        later
            .find(|&&option| self.clues.iter().chain(chosen).all(|&taken| self.agree(option, taken)))
            .copied()
    }
}

fn without(clues: &[OptionId], clue: OptionId) -> Vec<OptionId> {
    clues.iter().copied().filter(|&other| other != clue).collect()
}

/// One solution, which is the one that was told; two without any one clue.
fn assert_unique_and_minimal(problem: &Problem, made: &Generated) {
    let told: BTreeSet<OptionId> = made.solution.options().iter().copied().collect();
    assert_eq!(Naive::new(problem, &made.clues).solutions(2), [told]);
    for &clue in &made.clues {
        let fewer = Naive::new(problem, &without(&made.clues, clue)).solutions(2);
        assert_eq!(fewer.len(), 2, "{clue:?} is not needed");
    }
}

fn made(problem: &Problem, seed: u64, count: usize) -> Vec<Generated> {
    let mut generator = Generator::new(problem, seed).unwrap();
    (0..count).map(|_| generator.minimal().unwrap()).collect()
}

/// All placements of the pentominoes with these letters on a board, each used once.
fn pentominoes(rows: i32, columns: i32, letters: &str) -> Problem {
    let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| Cell { x, y, z: 0 }));
    let board = Board::new(Lattice::square(), cells.collect()).unwrap();
    let shape = |letter| {
        let lines = match letter {
            'I' => vec!["xxxxx"],
            'L' => vec!["xxxx", "x..."],
            'N' => vec!["xxx.", "..xx"],
            'P' => vec!["xx.", "xxx"],
            'U' => vec!["x.x", "xxx"],
            'V' => vec!["x..", "x..", "xxx"],
            'Y' => vec!["xxxx", ".x.."],
            other => panic!("the pentomino {other} is not drawn here"),
        };
        let row = |(y, line): (usize, &'static str)| {
            let is_cell = move |&(_, c): &(usize, char)| c == 'x';
            line.chars().enumerate().filter(is_cell).map(move |(x, _)| Cell {
                x: x as i32,
                y: y as i32,
                z: 0,
            })
        };
        lines.into_iter().enumerate().flat_map(row).collect()
    };
    let piece = |letter| Piece::new(shape(letter), Quantity::ONE, Lattice::square().isometries());
    Tiling::new(board, letters.chars().map(piece).collect()).unwrap().encode().unwrap().problem
}

#[test]
fn puzzles_of_queens_are_unique_and_minimal() {
    for side in 6..=8 {
        let board = queens(side, Surface::Plane).unwrap();
        for made in made(board.problem(), 1, 20) {
            assert_unique_and_minimal(board.problem(), &made);
            assert!(!made.clues.is_empty());
        }
    }
}

#[test]
fn puzzles_of_latin_squares_are_unique_and_minimal() {
    for (side, count) in [(3, 20), (4, 20), (5, 5)] {
        let square = latin(side, None).unwrap();
        for made in made(square.problem(), 2, count) {
            assert_unique_and_minimal(square.problem(), &made);
        }
    }
}

/// Up to order 8, the smallest sets of clues have n squared over four, rounded down (R. Bean, The size of the
/// smallest uniquely completable set in order 8 Latin squares, 2005). No puzzle has fewer, and of small
/// orders chance finds some.
#[test]
fn no_latin_square_has_fewer_clues_than_a_critical_set() {
    for side in 2..=4 {
        let square = latin(side, None).unwrap();
        let least = made(square.problem(), 3, 100).iter().map(|made| made.clues.len()).min().unwrap();
        assert_eq!(least, side * side / 4);
    }
}

#[test]
fn puzzles_of_pentominoes_are_unique_and_minimal() {
    let problem = pentominoes(5, 5, "ILPVY");
    let solutions = Naive::new(&problem, &[]).solutions(usize::MAX).len();
    for made in made(&problem, 4, 10) {
        assert_unique_and_minimal(&problem, &made);
        assert_eq!(made.clues.is_empty(), solutions == 1);
    }
}

#[test]
fn puzzles_of_a_calendar_are_unique_and_minimal() {
    let date = calendar(11, 21, None).unwrap().encode().unwrap().problem;
    for made in made(&date, 6, 3) {
        assert_unique_and_minimal(&date, &made);
        assert!(!made.clues.is_empty());
    }
}

/// The lesson's brute force, cell by cell.
#[test]
fn sudoku_puzzles_are_unique_and_minimal() {
    for (rows, columns, count) in [(2, 2, 20), (2, 3, 10), (3, 2, 10), (3, 3, 4)] {
        let rules = Sudoku::new(rows, columns).unwrap();
        for made in made(rules.problem(), 5, count) {
            let grid = |clues: &[OptionId]| rules.grid(&clues.iter().copied().collect());
            let solve = |grid: &Grid| sudoku::solutions(rows, columns, &grid.to_string(), 2);
            assert_eq!(solve(&grid(&made.clues)), [rules.grid(&made.solution).to_string()]);
            for &clue in &made.clues {
                assert_eq!(solve(&grid(&without(&made.clues, clue))).len(), 2);
            }
        }
    }
}

#[test]
fn the_seed_decides() {
    let problems: [Classic; 2] = [queens(8, Surface::Plane).unwrap(), latin(5, None).unwrap()];
    for problem in problems.iter().map(Classic::problem) {
        assert_eq!(made(problem, 7, 10), made(problem, 7, 10));
        assert_ne!(made(problem, 7, 10), made(problem, 8, 10));
    }
}

/// 92 solutions: OEIS A000170.
#[test]
fn every_solution_may_be_drawn() {
    let eight = queens(8, Surface::Plane).unwrap();
    let mut generator = Generator::new(eight.problem(), 1).unwrap();
    let drawn: BTreeSet<_> = (0..3000).map(|_| generator.solution().unwrap()).collect();
    assert_eq!(drawn.len(), 92);
}

#[test]
fn few_solutions_are_told_apart() {
    let problem = |text| dlx::parse("t", text).unwrap().problem;
    assert_eq!(Generator::new(&problem("a b\na\n"), 1).unwrap().minimal(), None);
    // One solution needs no clue; nor does the empty one.
    for text in ["a b\na b\na\n", "a b | c\na\nb\nc\n"] {
        let made = Generator::new(&problem(text), 1).unwrap().minimal().unwrap();
        assert_eq!(made.clues, [], "{text}");
    }
    assert_eq!(
        Generator::new(&Problem::default(), 1).unwrap().minimal(),
        Some(Generated { clues: vec![], solution: Solution::default(), searches: 1, nodes: 1 })
    );
    // Twins are told apart by the one that is taken.
    let twins = problem("a b\na\na\nb\n");
    let made = Generator::new(&twins, 1).unwrap().minimal().unwrap();
    assert_eq!(made.clues.len(), 1);
    assert_unique_and_minimal(&twins, &made);
}

#[test]
fn spared_options_are_clues_only_if_they_must() {
    // a: two ways; b: two ways that go with them, and say just as much.
    let problem = dlx::parse("t", "a b | c\na c:0\na c:1\nb c:0\nb c:1\n").unwrap().problem;
    let spared: Vec<OptionId> = problem.options().take(2).collect();
    for seed in 0..20 {
        let mut generator = Generator::new(&problem, seed).unwrap().sparing(spared.clone());
        let made = generator.minimal().unwrap();
        assert!(made.clues.len() == 1 && !spared.contains(&made.clues[0]));
    }
    let mut generator = Generator::new(&problem, 1).unwrap().sparing(problem.options());
    assert_eq!(generator.minimal().unwrap().clues.len(), 1);
}

#[test]
fn clues_that_no_solution_has_have_none() {
    let problem = dlx::parse("t", "a b 0:2|c | d\na d\nb d\nb\nc\nd\na\n").unwrap().problem;
    let options: Vec<OptionId> = problem.options().collect();
    let mut solver = Solver::new(&problem).unwrap();
    let none = [&[0, 1][..], &[1, 2], &[4], &[0, 5]];
    for clues in none {
        let clues: Vec<OptionId> = clues.iter().map(|&place| options[place]).collect();
        assert_eq!(solver.solve(&clues, 9), Verdict::None);
        assert_eq!(Enumerate::of(&restricted(&problem, &clues).unwrap()).run().unwrap().count(), 0);
    }
    assert_eq!(solver.solve(&[OptionId::from_index(77)], 9), Verdict::None);
    // Clues are a set, in any order.
    let count = |solver: &mut Solver, clues: &[OptionId]| solver.solve(clues, 9).count();
    assert_eq!(count(&mut solver, &[options[3]]), 3);
    assert_eq!(count(&mut solver, &[options[3], options[3], options[0]]), 1);
    assert_eq!(count(&mut solver, &[options[0], options[3]]), 1);
}

fn as_options(set: &[usize]) -> Vec<OptionId> {
    set.iter().map(|&option| OptionId::from_index(option)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// By trying all sets of options.
    #[test]
    fn puzzles_of_any_problem_are_unique_and_minimal(problem in random::any_problems(), seed in any::<u64>()) {
        let solutions: Vec<Vec<OptionId>> = oracle::solutions(&problem).iter().map(|set| as_options(set)).collect();
        let having = |clues: &[OptionId]| -> Vec<&Vec<OptionId>> {
            solutions.iter().filter(|solution| clues.iter().all(|clue| solution.contains(clue))).collect()
        };
        let mut generator = Generator::new(&problem, seed).unwrap();
        let Some(made) = generator.minimal() else {
            prop_assert!(solutions.is_empty());
            return Ok(());
        };
        prop_assert_eq!(having(&made.clues), [&made.solution.options().to_vec()]);
        for &clue in &made.clues {
            prop_assert!(!problem.is_kept_out(clue));
            prop_assert!(having(&without(&made.clues, clue)).len() > 1);
        }
        // As a problem of its own, for every engine.
        let puzzle = restricted(&problem, &made.clues).unwrap();
        for engine in [Engine::Auto, Engine::Links, Engine::Zdd] {
            prop_assert_eq!(Enumerate::of(&puzzle).by(engine).run().unwrap().count(), 1);
        }
        prop_assert_eq!(Generator::new(&problem, seed).unwrap().minimal(), Some(made));
    }

    /// Any clues, whether they agree or not.
    #[test]
    fn verdicts_are_those_of_the_definition(problem in random::any_problems(), set in any::<u32>()) {
        let solutions = oracle::solutions(&problem);
        let clues: Vec<usize> = (0..problem.option_count()).filter(|option| set >> (3 * option) & 7 == 7).collect();
        let expected = solutions.iter().filter(|solution| clues.iter().all(|clue| solution.contains(clue))).count();
        let clues = as_options(&clues);
        let verdict = Solver::new(&problem).unwrap().solve(&clues, u64::MAX);
        prop_assert_eq!(verdict.count(), expected as u64);
        if let Verdict::Unique(solution) = &verdict {
            let mut solver = Solver::new(&problem).unwrap();
            for &clue in &clues {
                let others = without(&clues, clue);
                let mut rivals = solutions.iter().map(|set| as_options(set));
                let is_rival = |rival: &Vec<OptionId>| {
                    rival != solution.options() && others.iter().all(|clue| rival.contains(clue))
                };
                match solver.rival(&clues, clue, solution, &Budget::UNLIMITED).unwrap() {
                    Some(rival) => prop_assert!(is_rival(&rival.options().to_vec()) && rivals.any(|other| other == rival.options())),
                    None => prop_assert!(!rivals.any(|other| is_rival(&other))),
                }
            }
        }
        let puzzle = restricted(&problem, &clues).unwrap();
        prop_assert_eq!(Enumerate::of(&puzzle).by(Engine::Links).run().unwrap().count(), expected);
        let unbound = puzzle.items().filter(|&item| problem.item_by_name(puzzle.item_name(item)).is_none());
        prop_assert!(unbound.map(|item| puzzle.bounds(item)).all(|bounds| bounds == Bounds::ONCE));
    }
}
