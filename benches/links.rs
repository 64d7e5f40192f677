//! The engine `links` against the crate `dlx`, a plain and good Algorithm X: the same search, node for node.
//!
//! `cargo bench --bench links [INSTANCE...]` prints a table; both sides build their links and count all
//! solutions.

use std::hint::black_box;

use combien::problem::{Problem, dlx::parse};
use combien::solve::{self, Engine};
use combien_benches::{instance, least_times};
use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::{OptOrder, Solver, Uint, x};

const ROUNDS: usize = 5;
const INSTANCES: [&str; 10] = [
    "scott",
    "pent20x3",
    "soma",
    "queens12",
    "langford11",
    "tetro8x5",
    "latin5",
    "domino6x6",
    "matching16",
    "setpart12_3",
];

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let names = if asked.is_empty() { INSTANCES.map(String::from).to_vec() } else { asked };
    println!("| instance | solutions | links s | dlx s | links / dlx |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    let mut log_sum = 0.0;
    for name in &names {
        let problem = parse(name, &instance(name)).expect("the corpus is well formed").problem;
        let (mut ours, mut theirs) = (0, 0);
        let [links, dlx] =
            least_times(ROUNDS, [&mut || ours = links(&problem), &mut || theirs = dlx(&problem)]);
        assert_eq!(ours, theirs, "{name}: the counts differ");
        let ratio = links.as_secs_f64() / dlx.as_secs_f64();
        log_sum += ratio.ln();
        println!("| {name} | {ours} | {:.4} | {:.4} | {ratio:.2} |", links.as_secs_f64(), dlx.as_secs_f64());
    }
    println!("\ngeometric mean of the ratios: {:.2}", (log_sum / names.len() as f64).exp());
}

fn links(problem: &Problem) -> u64 {
    let report = solve::Count::of(black_box(problem)).by(Engine::Links).run();
    let outcome = report.expect("links takes any problem of the corpus").outcome;
    outcome.certain().to_u64().expect("solutions were counted one by one")
}

fn dlx(problem: &Problem) -> u64 {
    let numbers = |option| problem.option(option).iter().map(|entry| entry.item.index() as Uint).collect();
    let options: Vec<Vec<Uint>> = black_box(problem).options().map(numbers).collect();
    let (primary, items) = (problem.primary_count(), problem.item_count());
    let mut problem = x::make_problem(primary as Uint, (items - primary) as Uint, &options, OptOrder::Seq);
    let mut solver = Solver::new(&mut problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut count = 0;
    while solver.next_solution(&mut chooser) {
        count += 1;
    }
    count
}
