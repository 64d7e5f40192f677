//! Threads against one: how much faster by the clock, and what it costs to cut a search at all.
//!
//! `cargo bench --bench threads [INSTANCE...]` prints a table. `cut / whole`: one thread that cuts the search
//! into branches, against the engine that runs through; in processor time. `speed-up`: one thread against all
//! cores, by the clock; so the machine must have nothing else to do.

use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

use combien::engine::fast::Fast;
use combien::problem::dlx::parse;
use combien::solve::{self, Budget, Engine, Enumerate};
use combien_benches::{cpu_time, instance};

const ROUNDS: usize = 5;

const INSTANCES: [&str; 7] =
    ["queens14", "queens15", "pent10x6", "pent3d_2x5x6", "langford12", "domino8x8", "matching16"];

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    println!("{cores} cores");
    println!("| instance | s | cut / whole | speed-up, count | speed-up, each |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    for name in INSTANCES {
        if asked.is_empty() || asked.iter().any(|asked| asked == name) {
            row(name, cores);
        }
    }
}

fn row(name: &str, cores: NonZeroUsize) {
    let problem = parse(name, &instance(name)).expect("the corpus is well formed").problem;
    let mut whole = || {
        Fast::new(&problem).expect("it fits").count(u64::MAX);
    };
    let one = NonZeroUsize::MIN;
    let count = |threads| drop(solve::Count::of(&problem).by(Engine::Fast).budget(with(threads)).run());
    let each = |threads| {
        let solutions = Enumerate::of(&problem).by(Engine::Fast).budget(with(threads)).run();
        solutions.expect("fast lists solutions").count();
    };
    let [cut, whole] = least(cpu_time, [&mut || count(one), &mut whole]);
    let start = Instant::now();
    let clock = || start.elapsed();
    let [alone, together] = least(clock, [&mut || count(one), &mut || count(cores)]);
    let [each_alone, each_together] = least(clock, [&mut || each(one), &mut || each(cores)]);
    println!(
        "| {name} | {:.3} | {:.2} | {:.2} | {:.2} |",
        alone.as_secs_f64(),
        cut.as_secs_f64() / whole.as_secs_f64(),
        alone.as_secs_f64() / together.as_secs_f64(),
        each_alone.as_secs_f64() / each_together.as_secs_f64(),
    );
}

fn with(threads: NonZeroUsize) -> Budget {
    Budget { threads: Some(threads), ..Budget::UNLIMITED }
}

/// The least time of each, by this clock; they take turns.
fn least(now: impl Fn() -> Duration, mut rivals: [&mut dyn FnMut(); 2]) -> [Duration; 2] {
    let mut least = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        for (rival, least) in rivals.iter_mut().zip(&mut least) {
            let start = now();
            rival();
            *least = now().saturating_sub(start).min(*least);
        }
    }
    least
}
