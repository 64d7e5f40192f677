//! The default engine must not take many times as long as the best engine that can be named, reduced or not.

use std::time::{Duration, Instant};

use combien::Problem;
use combien::budget::{Budget, Deadline};
use combien::reduce::Reduction;
use combien::solve::{Count, Engine, Enumerate, Error, Outcome, Report};
use combien_tests::corpus;

/// The default may take this many times as long as any other way, the reduction included,
const MOST_TIMES: u32 = 20;
/// or more on these, where an engine that the default does not try is that much faster. With bounds only a
/// few engines can count, and `intersect`, which is mostly the slowest of them, is the fastest here.
const KNOWN: [(&str, u32); 1] = [("hard/redrect45", 60)];
/// and this many times the following, because anything below it is fast enough.
const AT_ONCE: Duration = Duration::from_millis(3);
/// On at least this many problems some other way must have had the time to be that much faster. If there are
/// fewer, the problems have become too easy for this machine, and the test says nothing.
const LEAST_COMPARED: usize = 5;

/// A way to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    engine: Engine,
    is_reduced: bool,
    question: Question,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Count,
    First,
}

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
        ("a path of 399,999 points".to_owned(), problem(399_999, path(399_999))),
        ("18 squares".to_owned(), problem(72, squares(18))),
        ("a line of 120,000 points by triples".to_owned(), problem(120_000, triples(120_000))),
    ]
}

/// The time of a way, if it finds the answer within a limit.
fn time_of(way: Way, problem: &Problem, most: Duration) -> Option<Duration> {
    let begin = Instant::now();
    let deadline = Some(Deadline::new(move || begin.elapsed() >= most));
    let budget = Budget { deadline, ..Budget::UNLIMITED };
    let reduction = way.is_reduced.then(|| Reduction::new(problem, Reduction::BUDGET));
    let is_answered = match (way.question, &reduction) {
        (Question::Count, None) => is_answer(Count::of(problem).by(way.engine).budget(budget).run()),
        (Question::Count, Some(reduction)) => {
            is_answer(Count::reduced(reduction).by(way.engine).budget(budget).run())
        }
        (Question::First, None) => is_answer(Enumerate::of(problem).by(way.engine).budget(budget).first()),
        (Question::First, Some(reduction)) => {
            is_answer(Enumerate::reduced(reduction).by(way.engine).budget(budget).first())
        }
    };
    is_answered.then(|| begin.elapsed()).filter(|time| *time < most)
}

fn is_answer<T>(report: Result<Report<T>, Error>) -> bool {
    report.is_ok_and(|report| matches!(report.outcome, Outcome::Answer(_)))
}

/// Every other way, with a part of the time that the default takes. Was there time to be faster by the
/// factor?
fn compare(name: &str, problem: &Problem, question: Question) -> bool {
    let of = |engine, is_reduced| Way { engine, is_reduced, question };
    let default = time_of(of(Engine::Auto, false), problem, Duration::from_secs(120));
    let default = default.unwrap_or_else(|| panic!("{name} takes over two minutes by default"));
    // Only who is done within this time is far ahead.
    let known = KNOWN.iter().find(|(known, _)| *known == name);
    let far_ahead = (default / known.map_or(MOST_TIMES, |(_, times)| *times)).saturating_sub(AT_ONCE);
    println!("{name}: {default:?} by default");
    if far_ahead.is_zero() {
        return false;
    }
    let ways = Engine::ALL.into_iter().flat_map(|engine| [of(engine, false), of(engine, true)]);
    for way in ways.filter(|way| *way != of(Engine::Auto, false)) {
        let time = time_of(way, problem, far_ahead);
        assert!(time.is_none(), "{name} takes {default:?} by default, and {time:?} by {way:?}");
    }
    true
}

#[test]
fn the_default_is_not_far_behind_the_best_engine() {
    let read = |name: &str| {
        let problem = corpus::instance(&format!("{name}.dlx")).read().unwrap().problem;
        (name.to_owned(), problem)
    };
    let counted = wide().into_iter().chain(
        [
            "bench/domino20x20",
            "bench/pent10x6",
            "bench/pent12x5",
            "bench/pent15x4",
            "bench/pent3d_2x5x6",
            "bench/langford11",
            "bench/langford12",
            "bench/queens13",
            "bench/queens14",
            "bench/setpart12_3",
            "bench/camel_big",
            "bench/matching16",
            "hard/t_200_5",
            "hard/redrect45",
            "hard/qdom74",
        ]
        .map(read),
    );
    let mut compared = 0;
    for (name, problem) in counted {
        compared += usize::from(compare(&name, &problem, Question::Count));
    }
    for (name, problem) in ["bench/scott", "bench/latin7", "hard/t_200_5", "hard/redrect45"].map(read) {
        compared += usize::from(compare(&format!("a solution of {name}"), &problem, Question::First));
    }
    println!("{compared} compared");
    assert!(compared >= LEAST_COMPARED, "only {compared} took long enough to be compared");
}
