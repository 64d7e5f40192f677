//! Sudoku against brute force, the corpus, and published numbers.

use combien::Count;
use combien::budget::Budget;
use combien::problem::{OptionId, Problem};
use combien::solve::count;
use combien_puzzles::sudoku::{BoxShape, Grid, Reader, Sudoku, Verdict, equivalents};
use combien_tests::{corpus, sudoku::solutions};
use proptest::prelude::*;

/// Grids of any shape up to side 36, with any digits in any cells.
fn grids() -> impl Strategy<Value = Grid> {
    let shapes = (1usize..=6, 1usize..=6).prop_map(|(rows, columns)| BoxShape::new(rows, columns).unwrap());
    shapes.prop_flat_map(|shape| {
        let cell = 0..=shape.side();
        proptest::collection::vec(cell, shape.cells()).prop_map(move |digits| {
            let mut grid = Grid::empty(shape);
            let side = shape.side();
            for (cell, &digit) in digits.iter().enumerate().filter(|&(_, &digit)| digit > 0) {
                grid.set(cell / side, cell % side, digit);
            }
            grid
        })
    })
}

/// Puzzles of small sides: some clues of a random grid, one of them perhaps changed.
fn puzzles() -> impl Strategy<Value = Grid> {
    let shapes = prop_oneof![Just((2, 2)), Just((1, 4)), Just((2, 3)), Just((3, 2)), Just((3, 3))];
    (shapes, any::<u64>(), any::<u64>(), proptest::option::of((0usize..81, 0usize..9))).prop_map(
        |((rows, columns), seed, kept, change)| {
            let shape = BoxShape::new(rows, columns).unwrap();
            let side = shape.side();
            let full = Sudoku::of_shape(shape).generator(seed).full_grid();
            let mut puzzle = full.clone();
            // About half of the cells, and the last ones of a large grid.
            for (row, column, _) in
                full.clues().filter(|&(row, column, _)| kept >> ((row * side + column) % 64) & 1 == 0)
            {
                puzzle.clear(row, column);
            }
            if let Some((cell, digit)) = change {
                let cell = cell % shape.cells();
                puzzle.set(cell / side, cell % side, digit % side + 1);
            }
            puzzle
        },
    )
}

fn brute_force(puzzle: &Grid, limit: usize) -> Vec<String> {
    solutions(puzzle.shape().rows(), puzzle.shape().columns(), &puzzle.to_string(), limit)
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(grid in grids()) {
        let shape = grid.shape();
        prop_assert_eq!(&Grid::parse(&grid.to_string(), shape), &Ok(grid.clone()));
        prop_assert_eq!(&Grid::parse(&grid.drawn().to_string(), shape), &Ok(grid.clone()));
        prop_assert_eq!(&Grid::parse(&grid.to_string().to_lowercase(), shape), &Ok(grid));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[-|+ .0-9a-z#\n\u{e9}]{0,200}", bytes in any::<Vec<u8>>()) {
        for shape in [BoxShape::STANDARD, BoxShape::new(2, 2).unwrap(), BoxShape::new(1, 1).unwrap()] {
            let lines = text.lines().count();
            prop_assert!(Reader::new("t", text.as_bytes(), shape).count() <= lines + 1);
            let _ = Reader::new("t", &bytes[..], shape).count();
        }
    }

    #[test]
    fn verdicts_agree_with_brute_force(puzzle in puzzles()) {
        const LIMIT: usize = 50;
        let expected = brute_force(&puzzle, LIMIT);
        let verdict = Sudoku::of_shape(puzzle.shape()).solver().solve(&puzzle, LIMIT as u64);
        prop_assert_eq!(verdict.count(), expected.len() as u64);
        let shown: Vec<String> = verdict.examples().iter().map(Grid::to_string).collect();
        prop_assert_eq!(shown.len(), expected.len().min(2));
        // At the limit the two may have found others.
        prop_assert!(expected.len() == LIMIT || shown.iter().all(|solution| expected.contains(solution)));
    }

    #[test]
    fn equivalents_have_as_many_solutions(puzzle in puzzles(), seed in any::<u64>()) {
        let expected = brute_force(&puzzle, 20).len();
        for other in equivalents(&puzzle, seed).take(3) {
            prop_assert_eq!(brute_force(&other, 20).len(), expected);
        }
    }
}

proptest! {
    // Brute force is slow, and each puzzle takes some twenty-five of its runs.
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn generated_puzzles_are_unique_and_minimal(seed in any::<u64>(), which in 0usize..4) {
        let (rows, columns) = [(2, 2), (2, 3), (3, 2), (3, 3)][which];
        let made = Sudoku::new(rows, columns).unwrap().generator(seed).minimal();
        prop_assert_eq!(brute_force(&made.puzzle, 2), [made.solution.to_string()]);
        for (row, column, _) in made.puzzle.clues() {
            let mut fewer = made.puzzle.clone();
            fewer.clear(row, column);
            prop_assert_eq!(brute_force(&fewer, 2).len(), 2);
        }
    }
}

/// OEIS A107739 for 2 x 2; F. Jarvis, *There are 28200960 2x3 Sudoku grids*; boxes of one row make Latin
/// squares, OEIS A002860.
#[test]
fn full_grids_are_counted_as_published() {
    for (rows, columns, published) in
        [(1, 1, 1), (1, 2, 2), (2, 2, 288), (1, 4, 576), (1, 5, 161_280), (2, 3, 28_200_960)]
    {
        let sudoku = Sudoku::new(rows, columns).unwrap();
        assert_eq!(count(sudoku.problem()).unwrap(), Count::from(published as u64), "{rows}x{columns}");
    }
}

/// Brute force is the judge; the six clues are also those that a reading of the lesson found redundant.
#[test]
fn redundant_clues_are_those_of_brute_force() {
    let instance = corpus::instance("bench/sudoku_seed004.dlx");
    let puzzle = puzzle_of(&instance.read().unwrap().problem);
    let is_redundant = |&(row, column, _): &(usize, usize, usize)| {
        let mut fewer = puzzle.clone();
        fewer.clear(row, column);
        brute_force(&fewer, 2).len() == 1
    };
    let expected: Vec<_> =
        puzzle.clues().filter(is_redundant).map(|(row, column, _)| (row, column)).collect();
    assert_eq!(expected, [(0, 1), (3, 6), (4, 1), (4, 2), (4, 7), (5, 3)]);
    let sudoku = Sudoku::new(3, 3).unwrap();
    let mut solver = sudoku.solver();
    assert_eq!(solver.redundant_clues(&puzzle, &Budget::UNLIMITED), Ok(expected));
    let minimal = sudoku.generator(1).minimal().puzzle;
    assert_eq!(solver.redundant_clues(&minimal, &Budget::UNLIMITED), Ok(vec![]));
}

/// The puzzle of an instance of the corpus: its first item of an option is a cell, and a cell with one option
/// is a clue.
fn puzzle_of(problem: &Problem) -> Grid {
    let cell = |option: OptionId| problem.item_name(problem.option(option)[0].item);
    let mut grid = Grid::empty(BoxShape::STANDARD);
    for option in problem.options() {
        if problem.options().filter(|&other| cell(other) == cell(option)).count() == 1 {
            let number = |name: &str, place: usize| usize::from(name.as_bytes()[place] - b'0');
            let digit = number(problem.item_name(problem.option(option)[1].item), 2) + 1;
            grid.set(number(cell(option), 1), number(cell(option), 2), digit);
        }
    }
    grid
}

/// The same puzzles by the front end as by their files, whose counts come from elsewhere.
#[test]
fn the_corpus_is_solved_by_the_front_end() {
    let sudoku = Sudoku::new(3, 3).unwrap();
    let mut solver = sudoku.solver();
    for name in ["sudoku_17clue", "sudoku_inkala", "sudoku_seed004", "sudoku_multi"] {
        let instance = corpus::instance(&format!("bench/{name}.dlx"));
        let problem = instance.read().unwrap().problem;
        let puzzle = puzzle_of(&problem);
        // A clue leaves one option of nine.
        assert_eq!(729 - 8 * puzzle.clue_count(), problem.option_count(), "{name}");
        let verdict = solver.solve(&puzzle, u64::MAX);
        assert!(!matches!(verdict, Verdict::Several { is_all: false, .. }));
        assert_eq!(Some(Count::from(verdict.count())), instance.count, "{name}");
    }
    let shidoku = corpus::instance("closed-form/shidoku.dlx");
    let sudoku = Sudoku::new(2, 2).unwrap();
    let mut solver = sudoku.solver();
    let verdict = solver.solve(&Grid::empty(sudoku.shape()), u64::MAX);
    assert_eq!(Some(Count::from(verdict.count())), shidoku.count);
}
