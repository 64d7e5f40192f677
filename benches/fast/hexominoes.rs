//! The first solution of a hard packing: the 35 hexominoes in a square of 15 x 15 less a centred hole of
//! 3 x 5.
//!
//! Whether a search finds one soon depends on the order of the options. So they are shuffled many times, and
//! the worst time is printed beside the median.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::time::Instant;

use combien::engine::Pause;
use combien::engine::fast::Restarts;
use combien::problem::{Builder, ItemId, Problem};
use combien::solve::{Budget, Enumerate, Restart};
use combien_benches::cpu_time;

const SHUFFLES: u64 = 20;
/// A search is stopped after this many nodes.
const MOST_NODES: u64 = 100_000_000;
const SIDE: i32 = 15;
/// With threads the clock counts, so the best of several rounds is used.
const ROUNDS: usize = 7;

type Cell = (i32, i32);
/// Cells, ascending; the least row and the least column are 0.
type Shape = Vec<Cell>;

pub(crate) fn table() {
    let pieces = free_polyominoes(6);
    assert_eq!(pieces.len(), 35, "there are 35 free hexominoes");
    let options = placements(&pieces);
    assert_eq!(options.len(), 27_324);
    let (mut by_restarts, mut by_query) = (vec![], vec![]);
    for seed in 0..SHUFFLES {
        let problem = problem(pieces.len(), &shuffled(options.clone(), seed));
        by_restarts.push(timed(|| {
            let mut search = Restarts::new(&problem, seed).expect("it fits masks");
            search.run(MOST_NODES) == Pause::Solution
        }));
        by_query.push(timed(|| {
            let budget = Budget { nodes: Some(MOST_NODES), ..Budget::default() };
            let report = Enumerate::of(&problem).budget(budget).first().expect("any problem is taken");
            report.outcome.certain().is_some()
        }));
    }
    println!("\n| 35 hexominoes, {SHUFFLES} shuffles | found | median s | worst s |");
    println!("| --- | ---: | ---: | ---: |");
    print_row("restarts", by_restarts);
    print_row("first solution, no engine named", by_query);
    threads_table(&pieces, &options);
}

/// The clock, for threads: of each shuffle the least of some rounds, in which one thread and two take turns.
fn threads_table(pieces: &[Shape], options: &[(usize, Shape)]) {
    println!(
        "\n| {SHUFFLES} shuffles, by the clock | 1 thread, median s | worst s | 2 threads, median s | worst s | ratio, median | least |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (name, has_seed) in [("restarts", true), ("first solution, no engine named", false)] {
        let (mut alone, mut both, mut ratios) = (vec![], vec![], vec![]);
        for seed in 0..SHUFFLES {
            let problem = problem(pieces.len(), &shuffled(options.to_vec(), seed));
            let (mut least, mut reports) = ([f64::MAX; 2], vec![]);
            for _ in 0..ROUNDS {
                for (threads, least) in (1..).zip(&mut least) {
                    let budget = Budget { threads: NonZeroUsize::new(threads), ..Budget::UNLIMITED };
                    let start = Instant::now();
                    let found = if has_seed {
                        Restart::of(&problem).seed(seed).budget(budget).run()
                    } else {
                        Enumerate::of(&problem).at_most(1).budget(budget).run()
                    };
                    let mut found = found.expect("any problem is taken");
                    reports.push((found.next(), found.work()));
                    *least = least.min(start.elapsed().as_secs_f64());
                }
            }
            assert!(reports.iter().all(|report| *report == reports[0]), "threads change nothing");
            alone.push(least[0]);
            both.push(least[1]);
            ratios.push(least[0] / least[1]);
        }
        let columns = [&mut alone, &mut both, &mut ratios].map(|column| {
            column.sort_by(f64::total_cmp);
            (column[0], column[column.len() / 2], column[column.len() - 1])
        });
        let [(_, alone, slowest), (_, both, slowest_both), (worst, ratio, _)] = columns;
        println!(
            "| {name} | {alone:.3} | {slowest:.3} | {both:.3} | {slowest_both:.3} | {ratio:.2} | {worst:.2} |"
        );
    }
}

fn print_row(name: &str, mut runs: Vec<(bool, f64)>) {
    let found = runs.iter().filter(|run| run.0).count();
    runs.sort_by(|a, b| a.1.total_cmp(&b.1));
    println!("| {name} | {found} | {:.3} | {:.3} |", runs[runs.len() / 2].1, runs[runs.len() - 1].1);
}

fn timed(run: impl FnOnce() -> bool) -> (bool, f64) {
    let start = cpu_time();
    let found = run();
    (found, cpu_time().saturating_sub(start).as_secs_f64())
}

/// The polyominoes of this many cells, one for each class under rotation and reflection.
fn free_polyominoes(cells: usize) -> Vec<Shape> {
    let mut shapes = BTreeSet::from([vec![(0, 0)]]);
    for _ in 1..cells {
        shapes = shapes.iter().flat_map(grown).map(|shape| orientations(&shape).remove(0)).collect();
    }
    shapes.into_iter().collect()
}

/// The shapes with one cell more.
fn grown(shape: &Shape) -> Vec<Shape> {
    let beside =
        |&(row, column): &Cell| [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)];
    let new = shape.iter().flat_map(beside).filter(|cell| !shape.contains(cell));
    new.map(|cell| shape.iter().copied().chain([cell]).collect()).collect()
}

/// The images of a shape under the eight isometries of the square, in ascending order.
fn orientations(shape: &Shape) -> Vec<Shape> {
    let isometries: [fn(Cell) -> Cell; 8] = [
        |(r, c)| (r, c),
        |(r, c)| (c, -r),
        |(r, c)| (-r, -c),
        |(r, c)| (-c, r),
        |(r, c)| (r, -c),
        |(r, c)| (-c, -r),
        |(r, c)| (-r, c),
        |(r, c)| (c, r),
    ];
    let all = isometries.map(|isometry| at_origin(&shape.iter().copied().map(isometry).collect::<Shape>()));
    BTreeSet::from(all).into_iter().collect()
}

fn at_origin(cells: &[Cell]) -> Shape {
    let least = |of: fn(&Cell) -> i32| cells.iter().map(of).min().unwrap_or(0);
    let (top, left) = (least(|cell| cell.0), least(|cell| cell.1));
    let mut moved: Shape = cells.iter().map(|&(row, column)| (row - top, column - left)).collect();
    moved.sort_unstable();
    moved
}

fn is_on_board((row, column): Cell) -> bool {
    let middle = SIDE / 2;
    let is_in_hole = (row - middle).abs() <= 1 && (column - middle).abs() <= 2;
    (0..SIDE).contains(&row) && (0..SIDE).contains(&column) && !is_in_hole
}

/// Pieces by number, and where they can lie.
fn placements(pieces: &[Shape]) -> Vec<(usize, Shape)> {
    let mut placements = vec![];
    for (piece, shape) in pieces.iter().enumerate() {
        for shape in orientations(shape) {
            for (down, right) in (0..SIDE * SIDE).map(|place| (place / SIDE, place % SIDE)) {
                let cells: Shape = shape.iter().map(|&(row, column)| (row + down, column + right)).collect();
                if cells.iter().copied().all(is_on_board) {
                    placements.push((piece, cells));
                }
            }
        }
    }
    placements
}

fn problem(pieces: usize, placements: &[(usize, Shape)]) -> Problem {
    let mut builder = Builder::new();
    let mut item = |name: String| builder.primary(&name).expect("names differ");
    let pieces: Vec<ItemId> = (0..pieces).map(|piece| item(format!("#{piece}"))).collect();
    let board = (0..SIDE * SIDE).map(|place| (place / SIDE, place % SIDE));
    let cells: Vec<Option<ItemId>> =
        board.map(|cell| is_on_board(cell).then(|| item(format!("{},{}", cell.0, cell.1)))).collect();
    for (piece, shape) in placements {
        let on_board = shape.iter().map(|&(row, column)| cells[(row * SIDE + column) as usize]);
        let items = on_board.map(|cell| cell.expect("placements are on the board")).chain([pieces[*piece]]);
        builder.option(items).expect("a placement is an option");
    }
    builder.build()
}

/// In another order for each seed (a generator of Marsaglia's, xorshift64).
fn shuffled<T>(mut list: Vec<T>, seed: u64) -> Vec<T> {
    let mut word = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for last in (1..list.len()).rev() {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        list.swap(last, (word % (last as u64 + 1)) as usize);
    }
    list
}
