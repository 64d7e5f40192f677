//! Questions that are answered in microseconds, so that setting up counts: both engines begin with the
//! problem.

use std::hint::black_box;

use combien::engine::Pause;
use combien::engine::fast::Fast;
use combien::engine::links::Links;
use combien::problem::{Builder, ItemId, Problem, dlx::parse};
use combien_benches::{instance, least_times};

const ROUNDS: usize = 5;
/// Each round takes about this many options in total.
const OPTIONS_IN_ROUND: usize = 1_000_000;

/// TAOCP 7.2.2.1, (6).
const TOY: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

pub(crate) fn table() {
    let read = |name: &str, text: &str| parse(name, text).expect("the corpus is well formed").problem;
    println!("\n| first solution | options | links µs | fast µs | set-up of fast µs | links / fast |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    row("toy", &read("toy", TOY));
    for name in ["sudoku_17clue", "sudoku_seed004", "queens8", "scott"] {
        row(name, &read(name, &instance(name)));
    }
    for side in [20, 24, 28] {
        row(&format!("queens {side}"), &queens(side));
    }
}

fn row(name: &str, problem: &Problem) {
    let times = (OPTIONS_IN_ROUND / problem.option_count()).clamp(3, 20_000);
    let (mut by_links, mut by_fast) = (None, None);
    let least = least_times(
        ROUNDS,
        [
            &mut || (0..times).for_each(|_| by_links = Some(first_by_links(problem))),
            &mut || (0..times).for_each(|_| by_fast = Some(first_by_fast(problem))),
            &mut || (0..times).for_each(|_| drop(black_box(Fast::new(black_box(problem))))),
        ],
    );
    assert_eq!(by_links, by_fast, "{name}: the answers differ");
    let [links, fast, set_up] = least.map(|time| time.as_secs_f64() / times as f64 * 1e6);
    let options = problem.option_count();
    println!("| {name} | {options} | {links:.2} | {fast:.2} | {set_up:.2} | {:.1} |", links / fast);
}

/// Is there a solution?
fn first_by_links(problem: &Problem) -> bool {
    let mut links = Links::new(black_box(problem)).expect("it fits");
    let found = links.run(u64::MAX) == Pause::Solution;
    if found {
        black_box(links.solution());
    }
    found
}

/// The same question.
fn first_by_fast(problem: &Problem) -> bool {
    let mut fast = Fast::new(black_box(problem)).expect("it fits");
    let found = fast.run(u64::MAX) == Pause::Solution;
    if found {
        black_box(fast.solution());
    }
    found
}

/// Queens on a board of n x n: rows and columns from the middle outwards are primary, diagonals secondary
/// (organ-pipe order: TAOCP 7.2.2.1-17).
fn queens(n: usize) -> Problem {
    let mut builder = Builder::new();
    let middle_first = || (0..n).map(|i| if i % 2 == 0 { n / 2 + i / 2 } else { n / 2 - 1 - i / 2 });
    let (mut rows, mut columns) = (vec![None; n], vec![None; n]);
    let name = |letter: char, number: usize| format!("{letter}{number}");
    for i in middle_first() {
        rows[i] = builder.primary(&name('r', i)).ok();
        columns[i] = builder.primary(&name('c', i)).ok();
    }
    let mut diagonals = |letter| -> Vec<Option<ItemId>> {
        (0..2 * n - 1).map(|i| builder.secondary(&name(letter, i)).ok()).collect()
    };
    let (up, down) = (diagonals('u'), diagonals('d'));
    for row in middle_first() {
        for column in middle_first() {
            let items = [rows[row], columns[column], up[row + column], down[n - 1 + row - column]];
            builder.option(items.map(|item| item.expect("names differ"))).expect("a queen is an option");
        }
    }
    builder.build()
}
