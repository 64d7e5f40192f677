//! Covers of least and of greatest cost: every way to find them against the oracle.

use std::collections::BTreeSet;

use combien::problem::{Builder, OptionId, Problem};
use combien::solve::{Best, Budget, Compile, Engine, Error, Goal, Outcome, Ranking, Report};
use combien_tests::{oracle, random};
use combien_tiling::pieces;
use combien_tiling::{Board, Pattern, Tiling};
use proptest::collection::vec;
use proptest::prelude::*;

/// The problem with these costs, again and again.
fn with_costs(problem: &Problem, costs: &[i64]) -> Problem {
    let mut builder = Builder::from(problem.clone());
    for (option, &cost) in problem.options().zip(costs.iter().cycle()) {
        builder.cost(option, cost).unwrap();
    }
    builder.build()
}

/// Costs that are small, often equal, negative, 0, or so large that two of them are beyond 64 bits.
fn costs() -> impl Strategy<Value = Vec<i64>> {
    let large = prop_oneof![Just(1i64 << 62), Just(i64::MAX), Just(i64::MIN), -5i64..5];
    prop_oneof![vec(-3i64..4, 1..12), vec(0i64..1000, 1..12), vec(large, 1..12)]
}

/// The costs of all covers, the best first.
fn expected(problem: &Problem, goal: Goal) -> Vec<i128> {
    let covers = oracle::solutions(problem);
    let cost = |cover: &Vec<usize>| -> i128 {
        let options = cover.iter().map(|&index| OptionId::from_index(index));
        options.map(|option| i128::from(problem.cost(option))).sum()
    };
    let mut costs: Vec<i128> = covers.iter().map(cost).collect();
    costs.sort_unstable();
    if goal == Goal::Max {
        costs.reverse();
    }
    costs
}

/// The engines that find them for this problem.
fn engines(problem: &Problem) -> Vec<Engine> {
    let finds = |engine: &Engine| match Best::of(problem).by(*engine).run() {
        Err(Error::Unsupported { .. } | Error::Bounds { .. }) => false,
        report => report.map(|_| true).unwrap(),
    };
    Engine::ALL.into_iter().filter(finds).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn every_engine_finds_the_best(problem in random::any_problems(), costs in costs()) {
        let problem = with_costs(&problem, &costs);
        let engines = engines(&problem);
        prop_assert!(engines.contains(&Engine::Auto) && engines.contains(&Engine::Cells) && engines.contains(&Engine::Zdd));
        for goal in [Goal::Min, Goal::Max] {
            let all = expected(&problem, goal);
            for &engine in &engines {
                for count in [1, 3, 100] {
                    let ranking = Best::of(&problem).by(engine).goal(goal).count(count).run().unwrap().answer().unwrap();
                    let costs: Vec<i128> = ranking.covers.iter().map(|(cost, _)| *cost).collect();
                    prop_assert_eq!(&costs[..], &all[..count.min(all.len())], "{} {:?}", engine, goal);
                    prop_assert_eq!(ranking.bound, all.first().copied());
                }
                let Some(&middle) = all.get(all.len() / 2) else { continue };
                let within = all.iter().filter(|&&cost| if goal == Goal::Min { cost <= middle } else { cost >= middle });
                let question = || Best::of(&problem).by(engine).goal(goal).within(middle);
                let ranking = question().all().run().unwrap().answer().unwrap();
                prop_assert_eq!(ranking.covers.len(), within.clone().count());
                let sign = if goal == Goal::Min { 1 } else { -1 };
                let keys = ranking.covers.iter().map(|(cost, cover)| (sign * cost, cover));
                let is_sorted = keys.is_sorted_by(|one, other| one < other);
                prop_assert!(is_sorted);
                prop_assert_eq!(question().tally().unwrap().answer().unwrap().to_u64(), Some(within.count() as u64));
            }
        }
    }

    /// The front of the costs and of a second number, with each engine that builds a diagram.
    #[test]
    fn every_diagram_has_the_same_front(problem in random::any_problems(), costs in costs(), second in vec(-3i64..4, 1..9)) {
        let problem = with_costs(&problem, &costs);
        let pair = |option: OptionId| [problem.cost(option), second[option.index() % second.len()]];
        let sums = |cover: &Vec<usize>| {
            let pairs = cover.iter().map(|&index| pair(OptionId::from_index(index)).map(i128::from));
            pairs.fold([0, 0], |[a, b], [c, d]| [a + c, b + d])
        };
        let all: BTreeSet<[i128; 2]> = oracle::solutions(&problem).iter().map(sums).collect();
        let is_beaten = |[a, b]: [i128; 2]| all.iter().any(|&[c, d]| [c, d] != [a, b] && c <= a && d <= b);
        let expected: Vec<[i128; 2]> = all.iter().copied().filter(|&point| !is_beaten(point)).collect();
        for engine in Engine::ALL.into_iter().filter(|engine| engine.builds_diagrams()) {
            let Ok(report) = Compile::of(&problem).by(engine).run() else { continue };
            let Outcome::Answer(Some(diagram)) = report.outcome else { panic!("{engine} has no diagram") };
            let front = diagram.front(&problem, pair, &Budget::UNLIMITED).unwrap();
            let found: Vec<[i128; 2]> = front.iter().map(|(costs, _)| *costs).collect();
            prop_assert_eq!(&found, &expected, "{}", engine);
        }
    }

    /// Stopped anywhere, what it has is a cover, and the bound is one.
    #[test]
    fn a_stopped_search_has_a_bound(
        problem in random::larger_problems(),
        costs in costs(),
        engine in prop_oneof![Just(Engine::Cells), Just(Engine::Zdd)],
        nodes in 0u64..200,
    ) {
        let problem = with_costs(&problem, &costs);
        let best = Best::of(&problem).by(Engine::Cells).run().unwrap().answer().unwrap().bound;
        let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
        let report = Best::of(&problem).by(engine).budget(budget).run().unwrap();
        let ranking = report.outcome.certain();
        if let (Some(bound), Some(best)) = (ranking.bound, best) {
            prop_assert!(bound <= best);
        }
        if let (Some((cost, _)), Some(best)) = (ranking.covers.first(), best) {
            prop_assert!(*cost >= best && ranking.gap().is_none_or(|gap| gap >= *cost - best));
        }
        prop_assert!(matches!(report.outcome, Outcome::Answer(_)) || report.work.nodes <= nodes);
    }
}

/// The three best values are 21, 22 and 23, with 1, 1 and 3 covers.
#[test]
fn the_assignment_of_the_examples() {
    let text = include_str!("../../examples/assignment.dlx");
    let problem = combien::problem::dlx::parse("assignment.dlx", text).unwrap().problem;
    for engine in engines(&problem) {
        let ranking = Best::of(&problem).by(engine).within(23).all().run().unwrap().answer().unwrap();
        let costs: Vec<i128> = ranking.covers.iter().map(|(cost, _)| *cost).collect();
        assert_eq!(costs, [21, 22, 23, 23, 23], "{engine}");
        assert_eq!(Best::of(&problem).by(engine).run().unwrap().answer().unwrap().bound, Some(21));
    }
}

/// Partitionings of which a solver of integer programs knows the optimum (`HiGHS`, 1.16). The first cover is
/// found in a round that is left before its end, and it is not the best.
#[test]
fn partitionings_with_known_optima() {
    for (text, least) in [
        (include_str!("../corpus/costs/partitioning6.dlx"), 191),
        (include_str!("../corpus/costs/partitioning17.dlx"), 208),
    ] {
        let problem = parse(text);
        for engine in [Engine::Auto, Engine::Cells, Engine::Zdd] {
            let ranking = Best::of(&problem).by(engine).run().unwrap().answer().unwrap();
            assert_eq!((ranking.covers[0].0, ranking.bound), (least, Some(least)), "{engine}");
        }
    }
}

/// Limits beyond all sums of costs are no limits, or allow nothing.
#[test]
fn any_limit_is_allowed() {
    let problem = parse("a b\na |9\nb |9\na b |-0.000000000000000001\n");
    for engine in engines(&problem) {
        let number = |goal, within: i128| {
            let question = Best::of(&problem).by(engine).goal(goal).within(within);
            question.tally().unwrap().answer().unwrap().to_u64()
        };
        for (goal, within, expected) in [
            (Goal::Min, i128::MAX, 2),
            (Goal::Min, i128::MIN, 0),
            (Goal::Max, i128::MAX, 0),
            (Goal::Max, i128::MIN, 2),
        ] {
            assert_eq!(number(goal, within), Some(expected), "{engine} {goal:?}");
        }
    }
    let widest = Goal::Min.limit(&problem, i64::MAX.into());
    assert_eq!(Best::of(&problem).within(widest).all().run().unwrap().answer().unwrap().covers.len(), 2);
}

/// The tilings of a board by trominoes, each placement with a cost.
fn trominoes(rows: usize, columns: usize) -> Problem {
    const SHAPES: [[(usize, usize); 3]; 6] = [
        [(0, 0), (0, 1), (0, 2)],
        [(0, 0), (1, 0), (2, 0)],
        [(0, 0), (0, 1), (1, 0)],
        [(0, 0), (0, 1), (1, 1)],
        [(0, 0), (1, 0), (1, 1)],
        [(0, 1), (1, 0), (1, 1)],
    ];
    let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let name = |cell: (usize, usize)| format!("{},{}", cell.0, cell.1);
    let mut lines = vec![cells().map(name).collect::<Vec<_>>().join(" ")];
    let mut number = 0u64;
    for (row, column) in cells() {
        for shape in SHAPES {
            let placed = shape.map(|(down, right)| (row + down, column + right));
            if placed.iter().all(|&(row, column)| row < rows && column < columns) {
                number += 1;
                // The high bits of a product with an odd constant: costs without a pattern.
                let cost = (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) % 100;
                lines.push(format!("{} |{cost}", placed.map(name).join(" ")));
            }
        }
    }
    parse(&lines.join("\n"))
}

/// The diagram of all tilings has all states; sweeps within a cost leave out nearly all of them, and agree
/// with branch and bound.
#[test]
fn sweeps_within_a_cost_visit_few_states() {
    let problem = trominoes(9, 9);
    let best = |engine, count| Best::of(&problem).by(engine).count(count).run().unwrap();
    let (by_sweeps, by_search) = (best(Engine::Zdd, 5), best(Engine::Cells, 5));
    let work = by_sweeps.work.nodes;
    let costs =
        |report: Report<Ranking>| report.answer().unwrap().covers.into_iter().map(|(cost, _)| cost).collect();
    let (by_sweeps, by_search): (Vec<i128>, Vec<i128>) = (costs(by_sweeps), costs(by_search));
    assert_eq!(by_sweeps, by_search);
    let all = Compile::of(&problem).by(Engine::Zdd).run().unwrap().work.nodes;
    assert!(10 * work < all, "{work} of {all} states");
}

/// On a board where branch and bound takes long, the sweeps are done first, and have the same answer for any
/// engine that takes part.
#[test]
fn sweeps_within_a_cost_are_done_first() {
    let problem = trominoes(8, 18);
    let best = |engine| Best::of(&problem).by(engine).run().unwrap();
    let (by_turns, by_sweeps) = (best(Engine::Auto), best(Engine::Zdd));
    assert_eq!(by_turns.engine, Engine::Zdd);
    let all = Compile::of(&problem).by(Engine::Zdd).run().unwrap();
    let Outcome::Answer(Some(diagram)) = all.outcome else { panic!("no diagram") };
    let least = diagram.few_best(false, 1, |option| problem.cost(option), &Budget::UNLIMITED).unwrap()[0].0;
    for report in [by_turns, by_sweeps] {
        assert_eq!(report.answer().unwrap().bound, Some(least));
    }
}

/// The twelve pentominoes on 10 by 6 cells, with costs that look random: 9356 covers, and few states of a
/// sweep are alike.
#[test]
fn a_list_that_will_soon_be_done_goes_on() {
    let drawn = Pattern::from_drawing(&vec!["*".repeat(10); 6].join("$")).unwrap();
    let tiling = Tiling::new(Board::of(&drawn), pieces::set("pentominoes").unwrap().pieces).unwrap();
    let next = |number: &u64| Some(number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
    let costs = std::iter::successors(Some(7), next).map(|number: u64| (number >> 33) as i64 % 101);
    let costs: Vec<i64> = costs.take(3000).collect();
    let problem = with_costs(&tiling.encode().unwrap().problem, &costs);
    let report = Best::of(&problem).run().unwrap();
    assert_eq!(report.engine, Engine::Fast, "{}", report.why);
    let least = combien::solve::each(&problem).unwrap().map(|cover| problem.cost_of(cover.options())).min();
    assert_eq!(report.outcome.certain().covers.first().map(|(cost, _)| *cost), least);
}

fn parse(text: &str) -> Problem {
    combien::problem::dlx::parse("t.dlx", text).unwrap().problem
}

/// Dominoes on 30 by 30 cells. Each cell has a price, a domino costs what its cells pay, and one more unless
/// it lies in a brick wall: so the wall is the cheapest, and costs what all cells pay. The linear relaxation
/// is whole, and nothing is to be searched.
#[test]
fn where_the_relaxation_is_whole_the_first_round_ends_it() {
    let side = 30;
    let price = |x: usize, y: usize| (x * 7919 + y * 104_729 + x * y * 31) % 1000;
    let cell = |x: usize, y: usize| format!("{x},{y}");
    let cells = || (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let mut lines = vec![cells().map(|(x, y)| cell(x, y)).collect::<Vec<_>>().join(" ")];
    // A wall of bricks of which every other row is upright at both ends.
    let is_brick = |x: usize, y: usize, is_upright: bool| {
        if x == 0 || x == side - 1 { is_upright && y.is_multiple_of(2) } else { !is_upright && x % 2 == 1 }
    };
    for (x, y) in cells() {
        for (is_upright, (u, v)) in [(false, (x + 1, y)), (true, (x, y + 1))] {
            if u < side && v < side {
                let dear = usize::from(!is_brick(x, y, is_upright));
                lines.push(format!("{} {} |{}", cell(x, y), cell(u, v), price(x, y) + price(u, v) + dear));
            }
        }
    }
    let problem = parse(&lines.join("\n"));
    let least: usize = cells().map(|(x, y)| price(x, y)).sum();
    let budget = Budget { nodes: Some(20_000), ..Budget::UNLIMITED };
    let report = Best::of(&problem).budget(budget).run().unwrap();
    let Outcome::Answer(ranking) = &report.outcome else { panic!("{report:?}") };
    assert_eq!(ranking.covers.iter().map(|(cost, _)| *cost).collect::<Vec<_>>(), [least as i128]);
}

/// Covers that are kept count as memory, whoever finds them.
#[test]
fn many_covers_do_not_exceed_the_memory() {
    // 2^30 covers.
    let pairs: Vec<String> = (0..30).map(|item| format!("i{item} |1\ni{item} |2")).collect();
    let items: Vec<String> = (0..30).map(|item| format!("i{item}")).collect();
    let problem = parse(&format!("{}\n{}", items.join(" "), pairs.join("\n")));
    for question in [
        Best::of(&problem).count(1 << 29),
        Best::of(&problem).all(),
        Best::of(&problem).by(Engine::Cells).all(),
    ] {
        let budget = Budget { memory: Some(4 << 20), ..Budget::UNLIMITED };
        let report = question.budget(budget).run().unwrap();
        let Outcome::Stopped { certain, reason } = report.outcome else { panic!("they do not fit") };
        assert_eq!(reason, combien::budget::Reason::Memory(4 << 20));
        let bytes: usize = certain.covers.iter().map(|(_, cover)| cover.options().len() * 4 + 40).sum();
        assert!(
            bytes < 4 << 20 && certain.covers.len() > 100,
            "{bytes} bytes, {} covers",
            certain.covers.len()
        );
    }
    // Sweeps keep what their last round has found.
    let budget = Budget { memory: Some(4 << 20), ..Budget::UNLIMITED };
    let report = Best::of(&problem).by(Engine::Zdd).count(1 << 29).budget(budget).run().unwrap();
    let Outcome::Stopped { certain, reason } = report.outcome else { panic!("they do not fit") };
    assert_eq!((reason, certain.covers[0].0), (combien::budget::Reason::Memory(4 << 20), 30));
    // Their number needs no room: those that take 1 everywhere but in at most two places.
    let number = Best::of(&problem).within(32).tally().unwrap().answer().unwrap();
    assert_eq!(number.to_u64(), Some(1 + 30 + 435));
}
