//! All solutions counted one by one: how many times longer `links` takes than `fast` on each backend.

use std::hint::black_box;
use std::time::Duration;

use combien::engine::fast::{Backend, Fast, Kernel};
use combien::engine::{Pause, links::Links};
use combien::problem::{Problem, dlx::parse};
use combien_benches::{cpu_time, instance};

/// The time for a row, which has at least [`LEAST_ROUNDS`] rounds.
const TIME_FOR_A_ROW: Duration = Duration::from_secs(2);
const LEAST_ROUNDS: usize = 2;
const MOST_ROUNDS: usize = 7;

/// The backends that are compared, in the order of the columns.
const BACKENDS: [Backend; 3] = [Backend::Avx512, Backend::Avx2, Backend::Portable];

/// Rows that have the same targets, in the order of [`BACKENDS`].
struct Group {
    name: &'static str,
    targets: [f64; 3],
    rows: &'static [&'static str],
}

const GROUPS: [Group; 5] = [
    Group {
        name: "pentominoes, pentacubes",
        targets: [30.0, 18.0, 8.0],
        rows: &["pent10x6", "pent12x5", "pent15x4", "pent20x3", "pent3d_2x5x6", "scott"],
    },
    Group { name: "Soma", targets: [20.0, 13.0, 6.0], rows: &["soma"] },
    Group {
        name: "queens, Langford, Latin squares",
        targets: [4.5, 3.3, 2.5],
        rows: &["queens12", "queens13", "langford11", "langford12", "latin5", "sudoku_multi"],
    },
    Group {
        name: "dominoes, matchings, set partitions",
        targets: [5.0, 5.0, 4.0],
        rows: &["domino8x8", "matching16", "setpart12_3"],
    },
    Group { name: "tetrominoes", targets: [25.0, 25.0, 15.0], rows: &["tetro8x5"] },
];

/// What one row measured.
struct Row {
    solutions: u64,
    /// Of `fast` in all.
    nodes: u64,
    links: Duration,
    /// None where the processor does not have the backend.
    fast: [Option<Duration>; 3],
}

pub(crate) fn table(is_asked: impl Fn(&str) -> bool) {
    println!(
        "| instance | solutions | links s | fast s | AVX-512 | AVX2 | portable | Mnodes/s | targets |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
    );
    let mut all = vec![];
    for group in &GROUPS {
        let asked = group.rows.iter().filter(|row| is_asked(row));
        let ratios: Vec<[Option<f64>; 3]> = asked.map(|name| print_row(name, group)).collect();
        if ratios.len() > 1 {
            print_means(group.name, &ratios);
        }
        all.extend(ratios);
    }
    if !all.is_empty() {
        print_means("all", &all);
    }
}

fn print_row(name: &str, group: &Group) -> [Option<f64>; 3] {
    let problem = parse(name, &instance(name)).expect("the corpus is well formed").problem;
    let Row { solutions, nodes, links, fast } = measure(name, &problem);
    let best = fast.into_iter().flatten().next().expect("there is always the portable backend").as_secs_f64();
    let ratios = fast.map(|time| time.map(|time| links.as_secs_f64() / time.as_secs_f64()));
    println!(
        "| {name} | {solutions} | {:.4} | {best:.4} | {} | {:.1} | {} |",
        links.as_secs_f64(),
        cells(ratios),
        nodes as f64 / best / 1e6,
        group.targets.map(|target| target.to_string()).join(" / "),
    );
    ratios
}

/// The geometric mean of each column.
fn print_means(name: &str, ratios: &[[Option<f64>; 3]]) {
    let mean = |backend: usize| {
        let logs: Option<Vec<f64>> = ratios.iter().map(|row| row[backend].map(f64::ln)).collect();
        logs.map(|logs| (logs.iter().sum::<f64>() / logs.len() as f64).exp())
    };
    println!("| *{name}* | | | | {} | | |", cells([mean(0), mean(1), mean(2)]));
}

fn cells(ratios: [Option<f64>; 3]) -> String {
    ratios.map(|ratio| ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.1}"))).join(" | ")
}

/// The least times of several rounds, in each of which each runs once.
fn measure(name: &str, problem: &Problem) -> Row {
    let start = cpu_time();
    let mut row = Row { solutions: 0, nodes: 0, links: Duration::MAX, fast: [None; 3] };
    for round in 0..MOST_ROUNDS {
        if round >= LEAST_ROUNDS && cpu_time().saturating_sub(start) > TIME_FOR_A_ROW {
            break;
        }
        let (solutions, time) = timed(|| count_by_links(problem));
        row.solutions = solutions;
        row.links = row.links.min(time);
        for (backend, least) in BACKENDS.into_iter().zip(&mut row.fast) {
            let (Some((found, nodes)), time) = timed(|| count_by_fast(problem, backend)) else { continue };
            assert_eq!(found, solutions, "{name}: the counts differ");
            assert!(row.nodes == 0 || row.nodes == nodes, "{name}: the backends differ in their work");
            row.nodes = nodes;
            *least = Some(least.map_or(time, |least| least.min(time)));
        }
    }
    row
}

fn timed<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let start = cpu_time();
    let result = run();
    (result, cpu_time().saturating_sub(start))
}

fn count_by_links(problem: &Problem) -> u64 {
    let mut links = Links::new(black_box(problem)).expect("the corpus fits");
    let mut found = 0;
    while links.run(u64::MAX) == Pause::Solution {
        found += 1;
    }
    found
}

/// The solutions and the nodes; none if the processor does not have this backend.
fn count_by_fast(problem: &Problem, backend: Backend) -> Option<(u64, u64)> {
    let kernel = Kernel { backend, ..Kernel::default() };
    let mut fast = Fast::with_kernel(black_box(problem), kernel).ok()?.expect("the corpus fits");
    fast.count(u64::MAX);
    Some((fast.found(), fast.work().nodes))
}
