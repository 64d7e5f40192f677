//! The techniques are sound: no step contradicts a solution. And what they fill in is what the engine finds.

use combien::budget::{Budget, StopFlag};
use combien_puzzles::sudoku::techniques::{Candidate, Candidates, LADDER, Path, Rating, Step, Technique};
use combien_puzzles::sudoku::{BoxShape, Grid, Sudoku, Verdict};

fn assert_sound(step: &Step, solution: &Grid, of: &dyn std::fmt::Display) {
    let is_true =
        |candidate: &Candidate| solution.get(candidate.row, candidate.column) == Some(candidate.digit);
    assert!(step.puts().iter().all(is_true), "{} of {of}: {step}", step.technique());
    assert!(!step.removes().iter().any(is_true), "{} of {of}: {step}", step.technique());
    assert!(step.puts().is_some() || !step.removes().is_empty());
    assert!(!step.rests_on().is_empty());
}

/// Along the path of each puzzle; and the path that fills the grid fills it with the engine's solution.
#[test]
fn no_step_of_a_path_removes_the_solution() {
    let mut complete = 0;
    for (rows, columns, puzzles) in [(1, 5, 20), (2, 2, 20), (2, 3, 30), (2, 4, 15), (5, 2, 5), (3, 3, 60)] {
        let sudoku = Sudoku::new(rows, columns).unwrap();
        let mut generator = sudoku.generator(11);
        for _ in 0..puzzles {
            let made = generator.minimal();
            let path = Path::of(&made.puzzle, &Budget::UNLIMITED).unwrap();
            let mut candidates = Candidates::new(&made.puzzle);
            for step in path.steps() {
                assert_sound(step, &made.solution, &made.puzzle);
                let removes_something = step.removes().iter().all(|&candidate| candidates.has(candidate));
                assert!(removes_something, "{step}");
                candidates.take(step);
            }
            assert_eq!(&candidates, path.end());
            assert_eq!(path.is_complete(), path.rating().is_some());
            if path.is_complete() {
                let verdict = generator.solver().solve(&made.puzzle, 2);
                assert_eq!(verdict, Verdict::Unique(path.end().grid().clone()));
                complete += 1;
            }
        }
    }
    assert!(complete > 100, "only {complete} puzzles are filled");
}

/// Any candidates that contain a solution can be used: the others are thinned out at random, which produces
/// situations that hardly any puzzle would. Each technique is tried each time, and each must have found
/// something in the end.
#[test]
fn no_technique_removes_a_solution_from_random_candidates() {
    let mut state = 1_u64;
    let mut chance = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33 & 127
    };
    let mut found = [0; LADDER.len()];
    for (rows, columns) in [(2, 2), (2, 3), (1, 7), (3, 3), (3, 3), (3, 3), (5, 2)] {
        let sudoku = Sudoku::new(rows, columns).unwrap();
        let (mut generator, side) = (sudoku.generator(5), rows * columns);
        for round in 0..40 {
            let solution = generator.full_grid();
            let mut candidates = Candidates::new(&Grid::empty(sudoku.shape()));
            for number in 0..side.pow(3) {
                let (row, column) = (number / side / side, number / side % side);
                let candidate = Candidate { row, column, digit: number % side + 1 };
                let is_true = solution.get(row, column) == Some(candidate.digit);
                if !is_true && chance() < 40 + 2 * round {
                    candidates.remove(candidate);
                }
            }
            for (technique, found) in LADDER.iter().zip(&mut found) {
                if let Some(step) = technique.find(&candidates, &Budget::UNLIMITED).unwrap() {
                    assert_sound(&step, &solution, &solution);
                    *found += 1;
                }
            }
        }
    }
    for (technique, found) in LADDER.iter().zip(found) {
        assert!(found > 0, "{technique} was never found");
    }
}

#[test]
fn ratings_ascend_and_names_differ() {
    assert!(LADDER.windows(2).all(|pair| pair[0].rating() < pair[1].rating()));
    let names: std::collections::BTreeSet<_> = LADDER.iter().map(Technique::name).collect();
    assert_eq!(names.len(), LADDER.len());
    assert_eq!(Rating { tenths: 48 }.to_string(), "4.8");
}

/// A full grid needs no step; an empty grid and wrong ones end without a panic; a path can be stopped.
#[test]
fn paths_of_odd_puzzles_end() {
    let shape = BoxShape::new(2, 2).unwrap();
    let full = Path::of(&Grid::parse("1234341221434321", shape).unwrap(), &Budget::UNLIMITED).unwrap();
    assert!(full.is_complete() && full.steps().is_empty() && full.hardest().is_none());
    assert_eq!(full.rating(), Some(Rating { tenths: 0 }));
    let empty = Path::of(&Grid::empty(shape), &Budget::UNLIMITED).unwrap();
    assert!(!empty.is_complete() && empty.steps().is_empty() && empty.rating().is_none());
    for wrong in ["11..............", "123....4........", "1234341221434322"] {
        let path = Path::of(&Grid::parse(wrong, shape).unwrap(), &Budget::UNLIMITED).unwrap();
        assert!(path.steps().len() <= 64);
    }
    for side in [4, 16, 36] {
        let shape = BoxShape::of_side(side).unwrap();
        let stop = StopFlag::new();
        stop.raise();
        let stopped = Path::of(&Grid::empty(shape), &Budget::until(stop));
        assert!(stopped.is_err(), "{side}");
    }
}
