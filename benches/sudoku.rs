//! Sudoku by the list: our solver against `links` on the same subproblems, and against the crate `sudoku`,
//! which is made for this puzzle alone (bands of bits).
//!
//! `cargo bench --bench sudoku [LIST...]` prints a table. Each finds up to two solutions of each puzzle, and
//! all agree on them. The subproblems for `links` are built before the clock starts; the others build what
//! they need.

use std::collections::BTreeSet;
use std::hint::black_box;
use std::time::Duration;

use combien::engine::{Pause, links::Links};
use combien::problem::{Builder, Problem};
use combien_benches::least_times;
use combien_puzzles::sudoku::{BoxShape, Grid, Solver, Sudoku, equivalents};

const ROUNDS: usize = 5;

/// Of 17 clues, from the corpus.
const SEVENTEEN: [&str; 1] =
    [".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."];
/// Inkala's of 2012 from the corpus, his of 2006, Easter Monster, Golden Nugget.
const HARD: [&str; 4] = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
];
/// With several solutions: of the corpus (29291 of them), and the empty grid.
const SEVERAL: [&str; 2] = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85......9.......",
    ".................................................................................",
];

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    println!(
        "| list | puzzles | combien, a second | links | sudoku 0.8 | combien / links | combien / sudoku |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (name, list) in [
        ("generated", &generated as &dyn Fn() -> Vec<Grid>),
        ("17 clues", &|| equivalents_of(&SEVENTEEN, 2000)),
        ("hard", &|| equivalents_of(&HARD, 100)),
        ("several", &|| equivalents_of(&SEVERAL, 500)),
    ] {
        if asked.is_empty() || asked.iter().any(|asked| asked == name) {
            row(name, &list());
        }
    }
}

fn rules() -> Sudoku {
    Sudoku::of_shape(BoxShape::STANDARD)
}

/// Five equivalents of each of some minimal puzzles: making them takes longest.
fn generated() -> Vec<Grid> {
    let rules = rules();
    let mut generator = rules.generator(1);
    let made = (0..400).map(|_| generator.minimal().puzzle);
    made.enumerate().flat_map(|(seed, puzzle)| equivalents(&puzzle, seed as u64).take(5)).collect()
}

/// The number of equivalents of each puzzle.
fn equivalents_of(lines: &[&str], each: usize) -> Vec<Grid> {
    let puzzles = lines.iter().map(|line| Grid::parse(line, BoxShape::STANDARD).expect("it is well formed"));
    puzzles.enumerate().flat_map(|(seed, puzzle)| equivalents(&puzzle, seed as u64).take(each)).collect()
}

fn row(name: &str, puzzles: &[Grid]) {
    let rules = rules();
    let subproblems: Vec<_> = puzzles.iter().map(|puzzle| subproblem(&rules, puzzle)).collect();
    let theirs: Vec<sudoku::Sudoku> = puzzles
        .iter()
        .map(|puzzle| sudoku::Sudoku::from_str_line(&puzzle.to_string()).expect("it is well formed"))
        .collect();
    let mut solver = rules.solver();
    agree(&mut solver, puzzles, &subproblems, &theirs);
    let times = least_times(
        ROUNDS,
        [
            &mut || puzzles.iter().for_each(|puzzle| drop(black_box(solver.solve(black_box(puzzle), 2)))),
            &mut || {
                black_box(subproblems.iter().map(by_links).sum::<usize>());
            },
            &mut || theirs.iter().for_each(|puzzle| drop(black_box(black_box(*puzzle).solutions_up_to(2)))),
        ],
    );
    let [ours, links, theirs] = times.map(|time: Duration| puzzles.len() as f64 / time.as_secs_f64());
    println!(
        "| {name} | {} | {ours:.0} | {links:.0} | {theirs:.0} | {:.2} | {:.2} |",
        puzzles.len(),
        ours / links,
        ours / theirs
    );
}

/// Each finds the same solutions: the same one, or two each that all of them could have found.
fn agree(solver: &mut Solver, puzzles: &[Grid], subproblems: &[Problem], theirs: &[sudoku::Sudoku]) {
    for ((puzzle, subproblem), their) in puzzles.iter().zip(subproblems).zip(theirs) {
        let ours = solver.solve(puzzle, 2);
        let ours: BTreeSet<String> = ours.examples().iter().map(Grid::to_string).collect();
        let their: BTreeSet<String> =
            their.solutions_up_to(2).iter().map(|solution| solution.to_str_line().to_string()).collect();
        assert_eq!((ours.len(), by_links(subproblem)), (their.len(), their.len()), "{puzzle}");
        assert!(ours.len() == 2 || ours == their, "{puzzle}");
    }
}

/// What is left when the clues are taken.
fn subproblem(rules: &Sudoku, puzzle: &Grid) -> Problem {
    let problem = rules.problem();
    let mut covered = vec![false; problem.item_count()];
    for entry in rules.clues(puzzle).into_iter().flat_map(|clue| problem.option(clue)) {
        covered[entry.item.index()] = true;
    }
    let mut builder = Builder::new();
    for item in problem.items().filter(|item| !covered[item.index()]) {
        builder.primary(problem.item_name(item)).expect("names differ");
    }
    for option in problem.options() {
        let entries = problem.option(option);
        if entries.iter().all(|entry| !covered[entry.item.index()]) {
            let names = entries.iter().map(|entry| problem.item_name(entry.item));
            builder.option_by_names(names).expect("all items are there");
        }
    }
    builder.build()
}

fn by_links(subproblem: &Problem) -> usize {
    let mut links = Links::new(subproblem).expect("it is small");
    (0..2)
        .take_while(|_| links.run(u64::MAX) == Pause::Solution && links.solution().options().len() <= 81)
        .count()
}
