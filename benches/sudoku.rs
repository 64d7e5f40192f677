//! Sudoku by the list: our solver against `links` on the same subproblems, and against another program.
//!
//! `cargo bench --bench sudoku -- [--rival PROGRAM] [LIST...]` prints a table. Each finds up to two solutions
//! of each puzzle, and all agree on them. The subproblems for `links` are built before the clock starts; the
//! others build what they need.
//!
//! The rival reads lines of 81 signs from its standard input, and answers each by a line with its solutions,
//! at most two, separated by a space. It solves the list ten times over in each of five processes. The least
//! wall time counts, without that of a process that has nothing to solve. So a solver under any licence can
//! be named, and none is a dependency.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use combien::engine::{Pause, links::Links};
use combien::problem::{Builder, Problem};
use combien_benches::least_times;
use combien_puzzles::sudoku::{BoxShape, Grid, Solver, Sudoku, equivalents};

const ROUNDS: usize = 5;
/// How often the rival has each list, so that its time can be measured.
const REPEATS: usize = 10;

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
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let (rival, asked) = match &words[..] {
        [flag, rival, asked @ ..] if flag == "--rival" => (Some(rival.as_str()), asked),
        asked => (None, asked),
    };
    println!("| list | puzzles | combien, a second | links | rival | combien / links | combien / rival |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (name, list) in [
        ("generated", &generated as &dyn Fn() -> Vec<Grid>),
        ("17 clues", &|| equivalents_of(&SEVENTEEN, 2000)),
        ("hard", &|| equivalents_of(&HARD, 100)),
        ("several", &|| equivalents_of(&SEVERAL, 500)),
    ] {
        if asked.is_empty() || asked.iter().any(|asked| asked == name) {
            row(name, &list(), rival);
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

fn row(name: &str, puzzles: &[Grid], rival: Option<&str>) {
    let rules = rules();
    let subproblems: Vec<_> = puzzles.iter().map(|puzzle| subproblem(&rules, puzzle)).collect();
    let theirs = rival.map(|rival| Theirs::of(rival, puzzles));
    let mut solver = rules.solver();
    agree(&mut solver, puzzles, &subproblems, theirs.as_ref());
    let times = least_times(
        ROUNDS,
        [
            &mut || puzzles.iter().for_each(|puzzle| drop(black_box(solver.solve(black_box(puzzle), 2)))),
            &mut || {
                black_box(subproblems.iter().map(by_links).sum::<usize>());
            },
        ],
    );
    let speed = |time: Duration| puzzles.len() as f64 / time.as_secs_f64();
    let [ours, links] = times.map(speed);
    let (speed, ratio) = theirs.map_or(("-".to_owned(), "-".to_owned()), |theirs| {
        (format!("{:.0}", speed(theirs.time)), format!("{:.2}", ours / speed(theirs.time)))
    });
    println!(
        "| {name} | {} | {ours:.0} | {links:.0} | {speed} | {:.2} | {ratio} |",
        puzzles.len(),
        ours / links
    );
}

/// What the rival found.
struct Theirs {
    /// Of each puzzle.
    solutions: Vec<BTreeSet<String>>,
    /// For the whole list, once.
    time: Duration,
}

impl Theirs {
    fn of(rival: &str, puzzles: &[Grid]) -> Theirs {
        let lines: Vec<String> = puzzles.iter().map(Grid::to_string).collect();
        let lines = lines.join("\n") + "\n";
        let (list, nothing) = (lines.repeat(REPEATS), String::new());
        let least = |text: &str| (0..ROUNDS).map(|_| asked(rival, text).0).min().expect("some rounds");
        let (_, printed) = asked(rival, &lines);
        let solutions = printed.lines().map(|line| line.split_whitespace().map(str::to_owned).collect());
        Theirs {
            solutions: solutions.collect(),
            time: least(&list).saturating_sub(least(&nothing)) / REPEATS as u32,
        }
    }
}

/// The time of a process of the rival on this input, and what it prints.
fn asked(rival: &str, input: &str) -> (Duration, String) {
    let path = std::env::temp_dir().join(format!("combien-sudoku-{}", std::process::id()));
    fs::write(&path, input).expect("room for the puzzles");
    let start = Instant::now();
    let mut process = Command::new(rival);
    process.stdin(File::open(&path).expect("it was written")).stderr(Stdio::inherit());
    let output = process.output().unwrap_or_else(|error| panic!("{rival}: {error}"));
    let time = start.elapsed();
    fs::remove_file(&path).expect("it was written");
    assert!(output.status.success(), "{rival}: {}", output.status);
    (time, String::from_utf8(output.stdout).expect("digits"))
}

/// Each finds the same solutions: the same one, or two each that all of them could have found.
fn agree(solver: &mut Solver, puzzles: &[Grid], subproblems: &[Problem], theirs: Option<&Theirs>) {
    for (at, (puzzle, subproblem)) in puzzles.iter().zip(subproblems).enumerate() {
        let ours = solver.solve(puzzle, 2);
        let ours: BTreeSet<String> = ours.examples().iter().map(Grid::to_string).collect();
        assert_eq!(ours.len(), by_links(subproblem), "{puzzle}");
        if let Some(theirs) = theirs {
            let theirs = &theirs.solutions[at];
            assert!(ours == *theirs || ours.len() == 2 && theirs.len() == 2, "{puzzle}");
        }
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
