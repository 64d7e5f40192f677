//! The default engine must not take many times as long as the best engine that can be named.

use std::thread;
use std::time::{Duration, Instant};

use combien::Problem;
use combien::solve::{self, Budget, Engine, Outcome, StopFlag};
use combien_tests::corpus;

/// The default may take this many times as long as any other engine.
const MOST_TIMES: u32 = 20;
/// What is done within this time is not compared.
const SOON: Duration = Duration::from_millis(500);

/// Wide problems, which a scan of all items at each node makes quadratic.
fn wide() -> Vec<(String, Problem)> {
    let path = |points: usize| (1..points).map(|point| vec![point - 1, point]).collect::<Vec<_>>();
    // Squares side by side: each has two perfect matchings.
    let squares = |count: usize| {
        let edges = (0..count).flat_map(|at| [[0, 1], [1, 2], [2, 3], [0, 3]].map(|edge| (at, edge)));
        edges.map(|(at, edge)| edge.map(|corner| 4 * at + corner).to_vec()).collect::<Vec<_>>()
    };
    // Triples along a line: the only cover is forced from both ends.
    let triples = |points: usize| (2..points).map(|point| vec![point - 2, point - 1, point]).collect();
    let problem = |items: usize, options: Vec<Vec<usize>>| Problem::from_lists(items, None, options).unwrap();
    vec![
        ("a path of 400,000 points".to_owned(), problem(400_000, path(400_000))),
        ("10 squares".to_owned(), problem(40, squares(10))),
        ("a line of 120,000 points by triples".to_owned(), problem(120_000, triples(120_000))),
    ]
}

/// The time that an engine takes to count, if it does so within a limit.
fn time_of(engine: Engine, problem: &Problem, most: Duration) -> Option<Duration> {
    let stop = StopFlag::new();
    let begin = Instant::now();
    thread::scope(|scope| {
        let (done, is_done) = std::sync::mpsc::channel::<()>();
        let flag = stop.clone();
        scope.spawn(move || {
            // Nothing is ever sent: it waits until the count has ended, or for the limit.
            _ = is_done.recv_timeout(most);
            flag.raise();
        });
        let budget = Budget { stop: Some(stop), ..Budget::UNLIMITED };
        let report = solve::Count::of(problem).by(engine).budget(budget).run().ok()?;
        drop(done);
        matches!(report.outcome, Outcome::Answer(_)).then(|| begin.elapsed())
    })
}

#[test]
fn the_default_is_not_far_behind_the_best_engine() {
    let medium = ["bench/domino16x16", "bench/scott", "bench/langford11", "bench/latin5", "bench/queens11"];
    let medium = medium.map(|name| {
        let problem = corpus::instance(&format!("{name}.dlx")).read().unwrap().problem;
        (name.to_owned(), problem)
    });
    for (name, problem) in wide().into_iter().chain(medium) {
        let default = time_of(Engine::Auto, &problem, Duration::from_mins(2));
        let default = default.unwrap_or_else(|| panic!("{name} takes over two minutes by default"));
        println!("{name}: {default:?} by default");
        if default <= SOON {
            continue;
        }
        for engine in Engine::ALL.into_iter().filter(|&engine| engine != Engine::Auto) {
            let most = default / MOST_TIMES;
            let time = time_of(engine, &problem, most).filter(|time| *time < most);
            assert!(time.is_none(), "{name} takes {default:?} by default, and {time:?} by {engine}");
        }
    }
}
