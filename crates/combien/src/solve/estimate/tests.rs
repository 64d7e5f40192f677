//! Compares probes with searches: by expectation if trees are small, by many seeds if they are large.

use super::*;
use crate::budget::Pause;
use crate::problem::dlx::parse;

const UNEVEN: &str = "a b c d e | x\na x:R\na b\na c d\nb x:G\nb c\nb c d e\nc\nc d x:R\nd\nd e\ne\ne x:G\n";
const TOY: &str = "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n";
const NONE: &str = "a b c\na b\nb c\na c\n";
const FORCED: &str = "a b c\na b\nc\n";

fn search(problem: &Problem, engine: Engine, kernel: &str) -> Search {
    match engine {
        Engine::Links => Search::by(engine, problem).unwrap(),
        _ => Search::by_kernel(kernel.parse().unwrap(), problem).unwrap(),
    }
}

/// The nodes and the solutions of a branch, by the search itself.
fn truth(search: &mut Search, branch: &Branch) -> (f64, f64) {
    search.begin(branch);
    let (pause, found) = search.tally(u64::MAX);
    assert_eq!(pause, Pause::End);
    (search.work().nodes as f64, found as f64)
}

/// The expectation of a probe, over all its choices: each path with its chance.
fn expected(search: &mut Search, branch: &Branch) -> (f64, f64) {
    let mut sum = (0.0, 0.0);
    // The choices of a path, and from how many each was made.
    let mut path: Vec<(usize, usize)> = vec![];
    loop {
        let mut depth = 0;
        let choose = |children: usize| {
            if depth == path.len() {
                path.push((0, children));
            }
            assert_eq!(path[depth].1, children, "the same choices lead to the same node");
            depth += 1;
            path[depth - 1].0
        };
        let probe = probe(search, branch, choose, |_| None::<()>).unwrap();
        let chance: f64 = path.iter().map(|&(_, children)| 1.0 / children as f64).product();
        sum.0 += chance * probe.nodes.to_f64();
        sum.1 += chance * probe.solutions.to_f64();
        // The next path, counting like an odometer.
        while let Some((choice, children)) = path.pop() {
            if choice + 1 < children {
                path.push((choice + 1, children));
                break;
            }
        }
        if path.is_empty() {
            return sum;
        }
    }
}

fn assert_right(search: &mut Search, branch: &Branch, what: &str) {
    let (nodes, solutions) = truth(search, branch);
    let (mean_nodes, mean_solutions) = expected(search, branch);
    assert!((mean_nodes - nodes).abs() < 1e-6 * (nodes + 1.0), "{what}: {mean_nodes}, not {nodes} nodes");
    assert!((mean_solutions - solutions).abs() < 1e-6, "{what}: {mean_solutions}, not {solutions} solutions");
}

/// Windows of a row of cells: many solutions, at different depths.
fn windows(cells: usize) -> String {
    let cell = |number: usize| format!("c{number} ");
    let mut text: String = (0..cells).map(cell).chain(["\n".to_owned()]).collect();
    for start in 0..cells {
        for length in 1..=3.min(cells - start) {
            text.extend((start..start + length).map(cell));
            text += "\n";
        }
    }
    text
}

#[test]
fn probes_are_right_on_average() {
    for text in [UNEVEN, TOY, NONE, FORCED, "a\n", &windows(9)] {
        let problem = parse("t", text).unwrap().problem;
        for (engine, kernel) in [(Engine::Links, ""), (Engine::Fast, "masks"), (Engine::Fast, "cells")] {
            let mut search = search(&problem, engine, kernel);
            let whole = Branch::whole(Subproblem::whole());
            assert_right(&mut search, &whole, &format!("{kernel}: {text}"));
        }
    }
    let problem = Problem::default();
    assert_right(&mut search(&problem, Engine::Fast, "masks"), &Branch::whole(Subproblem::whole()), "empty");
}

/// The remaining part of a search, for every order in which it may be searched.
#[test]
fn probes_of_branches_are_right_on_average() {
    for text in [UNEVEN, TOY, &windows(8)] {
        let problem = parse("t", text).unwrap().problem;
        for kernel in ["masks", "fixed", "fixed,portable", "cells"] {
            let mut whole = search(&problem, Engine::Fast, kernel);
            for nodes in [1, 2, 5, 9] {
                whole.begin(&Branch::whole(Subproblem::whole()));
                whole.tally(nodes);
                for mut branch in whole.rest() {
                    if kernel.starts_with("fixed") {
                        branch.in_fixed_order = Some(u64::MAX);
                    }
                    let mut inner = whole.clone();
                    assert_right(&mut inner, &branch, &format!("{kernel}, {branch:?}: {text}"));
                }
            }
        }
    }
}

/// With room for every node a cohort is the search itself; a narrow one is right on average.
#[test]
fn cohorts_are_right_on_average() {
    for text in [UNEVEN, TOY, NONE, &windows(12)] {
        let problem = parse("t", text).unwrap().problem;
        for (engine, kernel) in [(Engine::Links, ""), (Engine::Fast, "masks"), (Engine::Fast, "cells")] {
            let mut search = search(&problem, engine, kernel);
            let whole = Branch::whole(Subproblem::whole());
            let (nodes, solutions) = truth(&mut search, &whole);
            // Two parts of the search: what was done, and what is left.
            search.begin(&whole);
            let (_, found) = search.tally(2);
            let (done, rest) = (search.work().nodes as f64, search.rest());
            let mut random = SplitMix64::new(7);
            let mut walk = |width: usize| {
                let members = rest.iter().map(|branch| (branch.clone(), Magnitude::ONE));
                let mut cohort = Cohort::new(width, members);
                while cohort.step(&mut search, u64::MAX, &mut random) {}
                assert_eq!(cohort.held(), 0);
                (done + cohort.nodes.to_f64(), found as f64 + cohort.solutions.to_f64())
            };
            let all = walk(usize::MAX);
            assert!(
                (all.0 - nodes).abs() < 1e-6 * nodes && (all.1 - solutions).abs() < 1e-6,
                "{kernel}: {text}"
            );
            let cohorts = 3000;
            let sum = (0..cohorts).map(|_| walk(2)).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
            let mean = (sum.0 / f64::from(cohorts), sum.1 / f64::from(cohorts));
            assert!((mean.0 / nodes - 1.0).abs() < 0.05, "{kernel}: {} of {nodes} nodes: {text}", mean.0);
            assert!(
                (mean.1 - solutions).abs() <= 0.05 * solutions,
                "{kernel}: {} of {solutions}: {text}",
                mean.1
            );
        }
    }
}

/// Wide problems begin with links, and hand over.
#[test]
fn probes_go_from_links_to_masks() {
    // 400 items in pairs, each pair covered in two ways or by halves; the last ones make masks possible.
    let name = |number: usize| format!("i{number} ");
    let mut text: String = (0..400).map(name).chain(["\n".to_owned()]).collect();
    for pair in 0..200 {
        let (a, b) = (name(2 * pair), name(2 * pair + 1));
        let halves = [&*a, "\n", &*b, "\n"];
        text.extend([&*a, &*b, "\n"].into_iter().chain(halves.into_iter().filter(|_| pair % 25 == 0)));
    }
    let problem = parse("t", &text).unwrap().problem;
    let mut search = search(&problem, Engine::Fast, "auto");
    let whole = Branch::whole(Subproblem::whole());
    assert!((truth(&mut search, &whole).1 - 256.0).abs() < 1e-6);
    assert!((expected(&mut search, &whole).1 - 256.0).abs() < 1e-6);
}

#[test]
fn the_same_seed_makes_the_same_probes() {
    // Large enough for a cohort to leave nodes out.
    let problem = parse("t", &windows(20)).unwrap().problem;
    let estimate = |seed, turns: u64| {
        let mut estimator = Estimator::new(&problem, Engine::Fast, seed).unwrap();
        (0..turns).for_each(|_| assert_eq!(estimator.run(600 / turns, &Budget::UNLIMITED), None));
        estimator.estimate()
    };
    assert_eq!(estimate(3, 1), estimate(3, 6));
    assert_ne!(estimate(3, 1), estimate(4, 1));
    // Up to the next multiple of 64.
    assert_eq!(estimate(3, 1).probes, 640);
}

#[test]
fn limits_stop_within_a_probe() {
    let problem = parse("t", UNEVEN).unwrap().problem;
    let mut estimator = Estimator::new(&problem, Engine::Fast, 1).unwrap();
    let stop = super::super::StopFlag::new();
    stop.raise();
    let budget = Budget { stop: Some(stop), ..Budget::UNLIMITED };
    assert_eq!(estimator.run(10, &budget), Some(Reason::Asked));
    assert_eq!((estimator.estimate().probes, estimator.estimate().work.nodes), (0, 0));
    let budget = Budget { nodes: Some(100), ..Budget::UNLIMITED };
    assert_eq!(estimator.run(u64::MAX, &budget), Some(Reason::Nodes(100)));
    let estimate = estimator.estimate();
    assert_eq!(estimate.work.nodes, 100);
    assert_eq!(estimate.probes % SIDE_BY_SIDE, 0);
    assert!(estimate.probes >= SIDE_BY_SIDE, "a cohort takes less than 100 nodes here");
    assert!(Estimator::new(&problem, Engine::Memo, 1).is_err());
}

#[test]
fn problems_without_a_search_are_no_trouble() {
    for (text, solutions) in [("a\n", 0.0), (NONE, 0.0), (FORCED, 1.0)] {
        let problem = parse("t", text).unwrap().problem;
        let mut estimator = Estimator::new(&problem, Engine::Auto, 1).unwrap();
        assert_eq!(estimator.run(100, &Budget::UNLIMITED), None);
        let estimate = estimator.estimate();
        assert!((estimate.solutions.mean.to_f64() - solutions).abs() < 1e-9, "{text}");
        assert!(estimate.nodes.mean.to_f64() > 0.999);
    }
    let empty = Problem::default();
    let mut estimator = Estimator::new(&empty, Engine::Auto, 1).unwrap();
    estimator.run(5, &Budget::UNLIMITED);
    assert_eq!((estimator.estimate().hits, estimator.estimate().solutions.mean), (1, Magnitude::ONE));
}
