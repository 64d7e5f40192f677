//! Random solutions of planar matching problems: each equally likely, against enumeration and against exact
//! counts.
//!
//! The seeds are fixed, so a test that passes once passes always. For a seed that is chosen at random, the
//! bound on chi-square is exceeded in one of 100,000 fair samples; there are about 200 here, so a change of
//! what seeds draw raises a false alarm with a probability of 0.2 %.

use std::collections::{BTreeMap, BTreeSet};

use combien::engine::pfaffian::Sampler;
use combien::engine::{NotMatching, Pause, Refusal, Unsupported};
use combien::problem::dlx::parse;
use combien::problem::{OptionId, Problem};
use combien::solve::{self, Budget, Engine, Enumerate, Outcome, Reason, Sample, Samples, StopFlag};
use combien::{Count, Solution};
use combien_tests::planar::{Cell, aztec, dominoes, lozenges, matchings, planar_problems, rectangle};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

fn samples(problem: &Problem, seed: u64) -> Samples {
    let report = Sample::of(problem).seed(seed).run().unwrap();
    assert_eq!(report.engine, Engine::Pfaffian);
    assert_eq!(report.why, "the options are the edges of a planar graph");
    report.answer().unwrap().unwrap()
}

/// What chi-square exceeds in one of 100,000 fair samples (Wilson and Hilferty, 1931; 4.265 standard
/// deviations).
fn bound(degrees: usize) -> f64 {
    let degrees = degrees as f64;
    let part = 2.0 / (9.0 * degrees);
    degrees * (1.0 - part + 4.265 * part.sqrt()).powi(3)
}

/// All solutions are drawn equally often, as far as chi-square can tell. Returns how many there are.
fn assert_uniform(problem: &Problem, seed: u64) -> usize {
    let each: Vec<Solution> = Enumerate::of(problem).by(Engine::Links).run().unwrap().collect();
    let mut drawn: BTreeMap<&[OptionId], u32> = each.iter().map(|one| (one.options(), 0)).collect();
    assert_eq!(drawn.len(), each.len());
    let mut samples = samples(problem, seed);
    assert_eq!(samples.exists(), !each.is_empty());
    if each.is_empty() {
        assert_eq!((samples.next(), samples.stopped()), (None, None));
        return 0;
    }
    let times = 20;
    for sample in samples.take(times * each.len()) {
        *drawn.get_mut(sample.options()).expect("it is a solution") += 1;
    }
    let square = |&drawn: &u32| (f64::from(drawn) - times as f64).powi(2) / times as f64;
    let chi_square: f64 = drawn.values().map(square).sum();
    if each.len() > 1 {
        assert!(chi_square < bound(each.len() - 1), "{chi_square} for {}: {drawn:?}", each.len());
    }
    each.len()
}

#[test]
fn bounds_are_those_of_the_tables() {
    // Quantiles of chi-square at 0.99999: the approximation lies above them, so there are fewer false alarms.
    for (degrees, quantile) in [(1, 19.51), (10, 41.30)] {
        let part = bound(degrees) / quantile;
        assert!((1.0..1.12).contains(&part), "{degrees}: {} {quantile}", bound(degrees));
    }
}

#[test]
fn tilings_of_small_boards_are_equally_likely() {
    // The numbers are those of OEIS A004003, A001835, A008793 and of the theorem on Aztec diamonds.
    for (width, height, tilings) in [(2, 2, 2), (2, 3, 3), (4, 4, 36), (3, 6, 41), (4, 5, 95), (3, 3, 0)] {
        assert_eq!(assert_uniform(&dominoes(&rectangle(width, height)), 1), tilings);
    }
    assert_eq!(assert_uniform(&dominoes(&aztec(3)), 2), 64);
    assert_eq!(assert_uniform(&lozenges(1), 3), 2);
    assert_eq!(assert_uniform(&lozenges(2), 4), 20);
    assert_eq!(assert_uniform(&lozenges(3), 4), 980);
}

/// Cells of a board without those of a rectangle.
fn with_hole(cells: Vec<Cell>, left: Cell, right: Cell) -> Vec<Cell> {
    let is_gone = |&(x, y): &Cell| left.0 <= x && x < right.0 && left.1 <= y && y < right.1;
    cells.into_iter().filter(|cell| !is_gone(cell)).collect()
}

/// A small hole is a face that moves; a ring around a large one is drawn by counts along a way out of it.
#[test]
fn boards_with_holes_are_tiled_fairly() {
    assert!(assert_uniform(&dominoes(&with_hole(rectangle(5, 5), (1, 1), (4, 4))), 5) == 2);
    assert!(assert_uniform(&dominoes(&with_hole(rectangle(6, 5), (2, 2), (4, 3))), 6) > 100);
    assert!(assert_uniform(&dominoes(&with_hole(rectangle(6, 6), (2, 2), (4, 4))), 7) > 100);
    // A ring of one cell around a hole of 20 by 4, with three squares that stick out.
    let mut ring = with_hole(rectangle(22, 6), (1, 1), (21, 5));
    ring.extend([(3, 6), (4, 6), (9, 6), (10, 6), (15, -1), (16, -1)]);
    assert!(assert_uniform(&dominoes(&ring), 8) > 8);
    // Two holes.
    let two = with_hole(with_hole(rectangle(8, 4), (1, 1), (3, 3)), (5, 1), (7, 3));
    assert!(assert_uniform(&dominoes(&two), 9) > 4);
}

/// A triangular grid: cells are also joined along one diagonal.
fn triangular(width: i64, height: i64) -> Problem {
    matchings(&rectangle(width, height), |(x, y)| vec![(x + 1, y), (x, y + 1), (x + 1, y + 1)])
}

#[test]
fn graphs_that_are_not_bipartite_are_matched_fairly() {
    let k4 = Problem::from_lists(4, None, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]).unwrap();
    assert_eq!(assert_uniform(&k4, 1), 3);
    for (width, height) in [(2, 3), (3, 4), (4, 4)] {
        assert!(assert_uniform(&triangular(width, height), 2) >= 3);
    }
    // The octahedron, a triangular prism, and both beside each other.
    let octahedron =
        [[0, 1], [0, 2], [0, 3], [0, 4], [5, 1], [5, 2], [5, 3], [5, 4], [1, 2], [2, 3], [3, 4], [4, 1]];
    let prism = [[0, 1], [1, 2], [0, 2], [3, 4], [4, 5], [3, 5], [0, 3], [1, 4], [2, 5]];
    assert_eq!(assert_uniform(&Problem::from_lists(6, None, octahedron).unwrap(), 3), 8);
    assert_eq!(assert_uniform(&Problem::from_lists(6, None, prism).unwrap(), 4), 4);
    let both = octahedron.iter().copied().chain(prism.iter().map(|ends| ends.map(|end| end + 6)));
    assert_eq!(assert_uniform(&Problem::from_lists(12, None, both).unwrap(), 5), 32);
}

#[test]
fn equal_options_single_items_and_forced_parts_are_drawn_fairly() {
    // A square whose sides are there 1, 2, 3 and 5 times: 1 * 3 + 2 * 5 solutions.
    let text = "a b c d\na b\nb c\nb c\nc d\nc d\nc d\na d\na d\na d\na d\na d\n";
    assert_eq!(assert_uniform(&parse("square", text).unwrap().problem, 1), 13);
    for (text, solutions) in [
        // Items that may be alone, in two ways or one; left out; forced; equal and forced.
        ("a b c d\na b\nc d\na c\nb d\na\nb\nc\nc\nd\n", 10),
        ("a b c | d\na b\nb c\nc d\na d\n", 2),
        ("a b c | d e\na b\nb c\nc d\na d\nc e\na e\n", 4),
        ("a b c d\na b\na b\nc d\nc d\nc d\n", 6),
        ("a b c d e\na b\na b\nb c\nc d\nd e\ne\ne\n", 4),
        ("a b c d e f\na b\nb c\nc d\na d\ne f\na e\n", 2),
        ("a b c\na b\nb c\n", 0),
        ("a\na\na\na\n", 3),
    ] {
        assert_eq!(assert_uniform(&parse("t", text).unwrap().problem, 7), solutions, "{text}");
    }
}

/// Random parts of triangular grids: weights, secondary items, single options, several components.
#[test]
fn random_problems_are_drawn_fairly() {
    let mut runner = TestRunner::deterministic();
    let (mut compared, mut empty) = (0, 0);
    while compared < 120 {
        let problem = planar_problems().new_tree(&mut runner).unwrap().current();
        let Ok(report) = solve::Count::of(&problem).by(Engine::Pfaffian).run() else {
            let refused = Sampler::new(&problem, 1, &Budget::UNLIMITED).unwrap_err();
            assert_eq!(refused, Refusal::Unsupported(Unsupported::NotMatching(NotMatching::Alone)));
            continue;
        };
        match report.answer().unwrap().to_u64() {
            Some(0) if empty < 20 => empty += 1,
            Some(3..=60) => compared += 1,
            _ => continue,
        }
        assert_uniform(&problem, compared);
    }
}

/// The options that the samples of a larger problem have are as frequent as exact counts say. Beyond five
/// standard deviations lies one of 1.7 million fair frequencies.
fn assert_frequent(problem: &Problem, seed: u64, draws: u32) {
    let count = |problem: &Problem| {
        let count = solve::Count::of(problem).by(Engine::Pfaffian).run().unwrap().answer().unwrap();
        count.to_biguint()
    };
    let total = count(problem);
    let mut drawn = vec![0u32; problem.option_count()];
    for sample in samples(problem, seed).take(draws as usize) {
        sample.options().iter().for_each(|option| drawn[option.index()] += 1);
    }
    for option in problem.options().step_by(problem.option_count() / 40) {
        let ends: Vec<usize> = problem.option(option).iter().map(|entry| entry.item.index()).collect();
        let left = (0..problem.item_count()).filter(|item| !ends.contains(item));
        let number: BTreeMap<usize, usize> = left.enumerate().map(|(number, item)| (item, number)).collect();
        let options = problem.options().filter_map(|other| {
            let items = problem.option(other).iter().map(|entry| number.get(&entry.item.index()).copied());
            items.collect::<Option<Vec<usize>>>()
        });
        let rest = Problem::from_lists(number.len(), None, options).unwrap();
        // In millionths.
        let part = u64::try_from(count(&rest) * 1_000_000u32 / &total).unwrap() as f64 / 1e6;
        let expected = part * f64::from(draws);
        let deviation = (expected * (1.0 - part)).sqrt();
        let off = f64::from(drawn[option.index()]) - expected;
        assert!(off.abs() <= 5.0 * deviation + 0.01, "{}: {off} of {expected}", option.number());
    }
}

#[test]
fn options_of_larger_boards_are_as_frequent_as_counts_say() {
    assert_frequent(&dominoes(&rectangle(12, 12)), 1, 2000);
    assert_frequent(&lozenges(6), 2, 2000);
    assert_frequent(&dominoes(&aztec(8)), 3, 2000);
    // Vertical dominoes count twice.
    let cells = rectangle(8, 8);
    assert_frequent(&matchings(&cells, |(x, y)| vec![(x + 1, y), (x, y + 1), (x, y + 1)]), 4, 2000);
    // A hole that is too long to move, and a graph that is not bipartite.
    assert_frequent(&dominoes(&with_hole(rectangle(14, 14), (2, 2), (12, 12))), 5, 200);
    assert_frequent(&triangular(6, 4), 6, 300);
}

/// The arctic circle theorem (Jockusch, Propp and Shor, 1998): near the corners all dominoes lie alike. In
/// the Aztec diamond of order `n` the circle has the radius `n / sqrt(2)`, and leaves it by about the cube
/// root of `n`.
#[test]
fn the_corners_of_an_aztec_diamond_are_frozen() {
    let order = 40;
    let cells = aztec(order);
    let problem = dominoes(&cells);
    for sample in samples(&problem, 1).take(2) {
        let (mut frozen, mut lying, mut in_the_middle) = (0, 0, 0);
        for &option in sample.options() {
            let [a, b] = [0, 1].map(|end| cells[problem.option(option)[end].item.index()]);
            let (x, y) = ((a.0 + b.0 + 1) as f64 / 2.0, (a.1 + b.1 + 1) as f64 / 2.0);
            let is_lying = a.1 == b.1;
            let beyond = (x * x + y * y).sqrt() - order as f64 / 2f64.sqrt();
            if beyond > 3.0 * (order as f64).cbrt() / 2.0 {
                frozen += 1;
                assert_eq!(is_lying, y.abs() > x.abs(), "{a:?} {b:?}");
            } else if beyond < -f64::from(order as i32) / 3.0 {
                in_the_middle += 1;
                lying += i32::from(is_lying);
            }
        }
        assert!(frozen > 100, "{frozen}");
        assert!((lying * 2 - in_the_middle).abs() * 3 < in_the_middle, "{lying} of {in_the_middle}");
    }
}

/// A large board takes some sweeps for each face, and the same work on every machine.
#[test]
fn the_work_of_a_draw_is_bounded() {
    for (problem, faces) in [(dominoes(&aztec(16)), 481), (lozenges(10), 271)] {
        let mut sampler = Sampler::new(&problem, 3, &Budget::UNLIMITED).unwrap();
        assert_eq!(sampler.run(u64::MAX), Pause::Solution);
        let work = sampler.work();
        assert!(work.nodes < 20 * faces, "{work:?}");
        assert_eq!(work.updates, work.nodes * faces);
    }
}

/// Paused anywhere, it draws the same with the same work, and a limit on sweeps stops where it says.
#[test]
fn a_draw_can_be_paused_and_limited() {
    let all = [dominoes(&rectangle(6, 6)), triangular(4, 4), lozenges(4)];
    for problem in all {
        let mut whole = Sampler::new(&problem, 5, &Budget::UNLIMITED).unwrap();
        let mut broken = whole.clone();
        for _ in 0..3 {
            assert_eq!(whole.run(u64::MAX), Pause::Solution);
            let mut nodes = broken.work().nodes;
            while broken.run_within(nodes, 1 + nodes % 50) == Pause::Bound {
                assert!(broken.work().nodes <= nodes);
                nodes += 1;
            }
            assert_eq!((broken.solution(), broken.work()), (whole.solution(), whole.work()));
        }
        let most = whole.work().nodes;
        let drawn = |nodes: u64| {
            let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
            let report = Sample::of(&problem).seed(5).budget(budget).run().unwrap();
            assert!(report.work.nodes <= nodes);
            match report.outcome {
                Outcome::Answer(samples) => samples.unwrap().take(4).count(),
                Outcome::Stopped { reason, .. } => {
                    assert_eq!(reason, Reason::Nodes(nodes));
                    0
                }
            }
        };
        assert_eq!((drawn(0), drawn(most), drawn(most - 1)), (0, 3, 2));
    }
}

#[test]
fn a_stopped_draw_says_so_and_threads_change_nothing() {
    let problem = dominoes(&rectangle(10, 10));
    let stop = StopFlag::new();
    let budget = Budget::until(stop.clone());
    let mut samples = Sample::of(&problem).budget(budget).run().unwrap().answer().unwrap().unwrap();
    let mut twin = samples.clone();
    assert_eq!(samples.next(), twin.next());
    assert!(samples.next().is_some());
    stop.raise();
    assert_eq!((samples.next(), samples.stopped()), (None, Some(Reason::Asked)));
    let report = Sample::of(&problem).budget(Budget::until(stop)).run().unwrap();
    assert_eq!(report.outcome.reason(), Some(Reason::Asked));
    let drawn = |threads: usize, problem: &Problem| {
        let budget = Budget { threads: threads.try_into().ok(), ..Budget::UNLIMITED };
        let report = Sample::of(problem).seed(9).budget(budget).run().unwrap();
        let work = report.work;
        (work, report.answer().unwrap().unwrap().take(6).collect::<Vec<_>>())
    };
    for problem in [problem, triangular(5, 4)] {
        assert_eq!(drawn(1, &problem), drawn(3, &problem));
    }
}

/// Other problems are drawn by a diagram, and both ways have the same solutions.
#[test]
fn an_engine_can_be_named() {
    let problem = dominoes(&rectangle(4, 4));
    let drawn = |engine: Engine| -> BTreeSet<Solution> {
        let report = Sample::of(&problem).by(engine).seed(1).run().unwrap();
        assert_eq!(report.engine, if engine == Engine::Auto { Engine::Pfaffian } else { engine });
        report.answer().unwrap().unwrap().take(400).collect()
    };
    for engine in [Engine::Auto, Engine::Pfaffian, Engine::Zdd, Engine::Memo] {
        assert_eq!(drawn(engine).len(), 36, "{engine}");
    }
    let three = parse("three", "a b c\na b c\na b\nc\n").unwrap().problem;
    let error = Sample::of(&three).by(Engine::Pfaffian).run().unwrap_err();
    assert!(error.to_string().ends_with("option 1 has more than two items"), "{error}");
    assert_eq!(Sample::of(&three).run().unwrap().engine, Engine::Zdd);
    let error = Sample::of(&three).by(Engine::Fast).run().unwrap_err();
    assert!(matches!(error, solve::Error::Unsupported { engine: Engine::Fast, .. }), "{error}");
    assert_eq!(solve::Count::of(&three).run().unwrap().outcome, Outcome::Answer(Count::from(2u64)));
}
