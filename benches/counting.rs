//! Counting without enumerating, against enumeration by `links` and the diagrams of the paper's construction.
//!
//! `cargo bench --bench counting [INSTANCE...]` prints a table: what `auto` takes, and how many times longer
//! the two others take. A dash: not tried, because it would take minutes.

use std::hint::black_box;
use std::time::Duration;

use combien::Count;
use combien::problem::{Problem, dlx::parse};
use combien::solve::{self, Engine, Outcome, Report};
use combien_benches::{instance, least_times};

const ROUNDS: usize = 3;

/// Instances, and whether enumeration and intersection can take them.
const INSTANCES: [(&str, bool, bool); 14] = [
    ("camel_small", true, true),
    ("camel_big", false, false),
    ("domino12x12", false, false),
    ("domino16x16", false, false),
    ("domino20x20", false, false),
    ("modotri8x8", false, false),
    ("tetro8x4", true, true),
    ("tetro8x5", true, false),
    ("queens8", true, true),
    ("queens12", true, false),
    ("langford8", true, true),
    ("latin5", true, false),
    ("matching16", true, true),
    ("scott", true, false),
];

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    println!("| instance | solutions | engine | s | nodes | links / auto | intersect / zdd |");
    println!("| --- | ---: | --- | ---: | ---: | ---: | ---: |");
    for (name, enumerable, intersectable) in INSTANCES {
        if asked.is_empty() || asked.iter().any(|asked| asked == name) {
            row(name, enumerable, intersectable);
        }
    }
}

fn row(name: &str, enumerable: bool, intersectable: bool) {
    let problem = parse(name, &instance(name)).expect("the corpus is well formed").problem;
    let report = count(&problem, Engine::Auto);
    let Outcome::Answer(solutions) = &report.outcome else { panic!("{name}: {:?}", report.outcome) };
    let rivals = |first, second| {
        least_times(ROUNDS, [&mut || drop(count(&problem, first)), &mut || drop(count(&problem, second))])
    };
    let ratio = |wanted: bool, slow, fast| {
        if !wanted {
            return "-".to_owned();
        }
        let [slow, fast]: [Duration; 2] = rivals(slow, fast);
        format!("{:.1}", slow.as_secs_f64() / fast.as_secs_f64())
    };
    let [time] = least_times(ROUNDS, [&mut || drop(count(&problem, Engine::Auto))]);
    println!(
        "| {name} | {solutions} | {} | {:.4} | {} | {} | {} |",
        report.engine,
        time.as_secs_f64(),
        report.work.nodes,
        ratio(enumerable, Engine::Links, Engine::Auto),
        ratio(intersectable, Engine::Intersect, Engine::Zdd),
    );
}

fn count(problem: &Problem, engine: Engine) -> Report<Count> {
    solve::Count::of(black_box(problem)).by(engine).run().expect("the engine takes this problem")
}
