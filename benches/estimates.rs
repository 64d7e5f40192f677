//! How good estimates are: of the whole search before it runs, and of the rest during the search, compared
//! with the truth.
//!
//! `cargo bench -p combien-benches --bench estimates` prints the tables of notes/estimates.md; names of
//! instances after `--` select them, and `links` selects the other engine. Except for the times, the tables
//! are the same on every machine.

use std::env;
use std::sync::Mutex;
use std::time::Duration;

use combien::problem::{Problem, dlx};
use combien::solve::estimate::{Estimator, Size};
use combien::solve::{self, Budget, By, Engine, Journal, Meter, Outcome, Progress, State};
use combien_benches::{cpu_time, instance};

const INSTANCES: [&str; 12] = [
    "queens13",
    "queens15",
    "pent10x6",
    "pent3d_2x5x6",
    "pent3d_3x4x5",
    "langford12",
    "latin5",
    "setpart12_3",
    "soma",
    "scott",
    "matching16",
    "domino8x8",
];
const SEEDS: u64 = 40;
const PROBES: u64 = 4096;

/// An estimate, made after some part of the work.
#[derive(Clone, Copy)]
struct Said {
    nodes: u64,
    equal: f64,
    progress: Progress,
}

/// Records the estimates at certain numbers of nodes.
#[derive(Default)]
struct Record {
    at: Vec<u64>,
    said: Vec<Said>,
    equal: f64,
    falls: u64,
    last: f64,
}

/// The meter and the journal of one search cannot borrow the same record mutably, so both go through this
/// lock.
struct Shared<'a>(&'a Mutex<Record>);

impl Meter for Shared<'_> {
    fn tick(&mut self, progress: Progress) {
        let mut record = self.0.lock().expect("no search has panicked");
        record.falls += u64::from(progress.fraction < record.last);
        record.last = progress.fraction;
        if record.at.first().is_some_and(|&at| progress.nodes >= at) {
            record.at.remove(0);
            let said = Said { nodes: progress.nodes, equal: record.equal, progress };
            record.said.push(said);
        }
    }
}

impl Journal for Shared<'_> {
    /// Called after the meter: so it sees nearly the state of the next tick, except for a few nodes.
    fn is_due(&mut self) -> bool {
        true
    }

    fn keep(&mut self, state: &State) {
        let left: f64 = state.branches().map(|branch| branch.share).sum();
        self.0.lock().expect("no search has panicked").equal = 1.0 - left;
    }
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let engine = if arguments.iter().any(|word| word == "links") { Engine::Links } else { Engine::Fast };
    let chosen: Vec<&String> = arguments.iter().filter(|word| *word != "links").collect();
    let wanted = |name: &&str| chosen.is_empty() || chosen.iter().any(|chosen| chosen == name);
    println!("| instance | nodes | at | equal shares | shown | whole / truth, range | meter costs |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for name in INSTANCES.into_iter().filter(wanted) {
        on_the_way(name, &problem(name), engine);
    }
    println!();
    println!(
        "| instance | nodes | mean / truth, by seed | ranges with it | solutions | mean / truth | ranges with it | time |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for name in INSTANCES.into_iter().filter(wanted) {
        before(name, &problem(name), engine);
    }
}

fn problem(name: &str) -> Problem {
    dlx::parse(name, &instance(name)).expect("the corpus is well formed").problem
}

/// The estimates when a tenth, a half and nine tenths were done.
fn on_the_way(name: &str, problem: &Problem, engine: Engine) {
    let start = cpu_time();
    let whole = solve::Count::of(problem).by(engine).run().expect("it fits");
    let alone = cpu_time().saturating_sub(start);
    let nodes = whole.work.nodes;
    let at: Vec<u64> = [0.1, 0.5, 0.9].iter().map(|part| (nodes as f64 * part) as u64).collect();
    let record = Mutex::new(Record { at, ..Record::default() });
    let (mut meter, mut journal) = (Shared(&record), Shared(&record));
    let watched = solve::Count::of(problem).by(engine).meter(&mut meter).journal(&mut journal).run();
    assert_eq!(watched.expect("it fits").work, whole.work, "a watched search takes the same path");
    let start = cpu_time();
    let again = Mutex::new(Record::default());
    let _ = solve::Count::of(problem).by(engine).meter(&mut Shared(&again)).run();
    let metered = cpu_time().saturating_sub(start);
    assert_eq!(record.lock().expect("no search has panicked").falls, 0, "the fraction fell");
    let cost = (metered.as_secs_f64() / alone.as_secs_f64() - 1.0) * 100.0;
    for (place, said) in record.lock().expect("no search has panicked").said.iter().enumerate() {
        let truth = said.nodes as f64 / nodes as f64 * 100.0;
        let range = said.progress.left.map_or("-".to_owned(), |left| {
            let of = |left: f64| (said.nodes as f64 + left) / nodes as f64;
            let mark = if of(left.low) <= 1.0 && 1.0 <= of(left.high) { "" } else { " !" };
            format!("{:.2} to {:.2}{mark}", of(left.low), of(left.high))
        });
        let (equal, shown) = (said.equal * 100.0, said.progress.fraction * 100.0);
        let [name, nodes, cost] = match place {
            0 => [name.to_owned(), short(nodes as f64), format!("{cost:.0} %, {:.1} s", alone.as_secs_f64())],
            _ => [const { String::new() }; 3],
        };
        println!("| {name} | {nodes} | {truth:.0} % | {equal:.1} % | {shown:.1} % | {range} | {cost} |");
    }
}

/// The estimates of probes before the search, with many seeds.
fn before(name: &str, problem: &Problem, engine: Engine) {
    // The probes walk the search tree over masks.
    let by =
        if engine == Engine::Fast { By::Kernel("masks".parse().expect("a kernel")) } else { engine.into() };
    let report = solve::Count::of(problem).by(by).run().expect("it fits");
    let Outcome::Answer(count) = report.outcome else { return };
    let (nodes, solutions) = (report.work.nodes as f64, count.to_string().parse::<f64>().unwrap_or(f64::NAN));
    let start = cpu_time();
    let estimates: Vec<_> = (0..SEEDS)
        .map(|seed| {
            let mut estimator = Estimator::new(problem, engine, seed).expect("it fits");
            estimator.run(PROBES, &Budget::UNLIMITED);
            estimator.estimate()
        })
        .collect();
    let time = cpu_time().saturating_sub(start) / SEEDS as u32;
    let of_nodes = column(&estimates.iter().map(|estimate| estimate.nodes).collect::<Vec<_>>(), nodes);
    let of_solutions =
        column(&estimates.iter().map(|estimate| estimate.solutions).collect::<Vec<_>>(), solutions);
    println!(
        "| {name} | {} | {of_nodes} | {} | {of_solutions} | {} |",
        short(nodes),
        short(solutions),
        milliseconds(time)
    );
}

fn column(sizes: &[Size], truth: f64) -> String {
    let mut means: Vec<f64> = sizes.iter().map(|size| size.mean.to_f64() / truth).collect();
    means.sort_by(f64::total_cmp);
    let inside =
        sizes.iter().filter(|size| size.low.to_f64() <= truth && truth <= size.high.to_f64() * (1.0 + 1e-9));
    let (least, most) = (means[0], means[means.len() - 1]);
    let middle = means[means.len() / 2];
    format!("{least:.2} {middle:.2} {most:.2} | {} of {}", inside.count(), sizes.len())
}

fn short(number: f64) -> String {
    solve::estimate::Magnitude::from(number).to_string()
}

fn milliseconds(time: Duration) -> String {
    format!("{:.0} ms", time.as_secs_f64() * 1e3)
}
