use super::*;
use crate::engine::cells::Cells;
use crate::problem::dlx::parse;
use crate::random::SplitMix64;

/// All costs of covers, ascending, by the search that lists them.
fn all_costs(problem: &Problem) -> Vec<i128> {
    let (mut search, mut costs) = (Cells::new(problem).unwrap(), vec![]);
    while search.run(u64::MAX) == Pause::Solution {
        costs.push(problem.cost_of(search.solution().options()));
    }
    costs.sort_unstable();
    costs
}

/// The `count` best costs, best first.
fn best_costs(problem: &Problem, wants_highest: bool, count: usize, bytes: u64) -> Vec<i128> {
    best_costs_of(Best::new(problem, wants_highest, Some(count), bytes).unwrap(), problem, wants_highest)
}

fn best_costs_of(mut search: Best, problem: &Problem, wants_highest: bool) -> Vec<i128> {
    let sign = if wants_highest { -1 } else { 1 };
    while search.run(u64::MAX) == Pause::Solution {
        let (cost, solution) = (search.cost_here(), search.solution());
        assert_eq!(cost, problem.cost_of(solution.options()));
        assert!(search.ranking().contains(&(cost * sign, solution)));
    }
    let costs: Vec<i128> = search.ranking().iter().map(|(cost, _)| cost * sign).collect();
    if let Some(&first) = costs.first() {
        assert!(search.bound().unwrap() * sign <= first * sign);
    }
    costs
}

/// A random problem with costs, negative and equal ones among them.
fn random_problem(random: &mut SplitMix64, is_plain: bool) -> Problem {
    let (primary, secondary, options) =
        (2 + random.place(6), random.place(3), 4 + random.place([30, 120][usize::from(is_plain)]));
    let dear = [3, 20, 1 << 40][random.place(3)];
    let mut lines: Vec<Vec<String>> = vec![vec![]];
    for item in 0..primary {
        let bounds = ["", "", "", "0:2|", "1:3|", "2|"][random.place(if is_plain { 3 } else { 6 })];
        lines[0].push(format!("{bounds}p{item}"));
    }
    lines[0].push("|".to_owned());
    lines[0].extend((0..secondary).map(|item| format!("s{item}")));
    for _ in 0..options {
        let mut items: Vec<usize> = (0..primary).collect();
        random.shuffle(&mut items);
        items.truncate(1 + random.place(3));
        let mut words: Vec<String> = items.iter().map(|item| format!("p{item}")).collect();
        for item in 0..secondary {
            if random.place(3) == 0 {
                words.push(format!("s{item}{}", ["", ":r", ":g"][random.place(3)]));
            }
        }
        words.push(format!("|{}", random.place(dear) as i64 - (dear / 3) as i64));
        lines.push(words);
    }
    let text: Vec<String> = lines.iter().map(|words| words.join(" ")).collect();
    parse("random", &text.join("\n")).unwrap().problem
}

/// An assignment with these costs.
fn assignment(side: usize, mut cost: impl FnMut(usize, usize) -> usize) -> String {
    let items: Vec<String> = (0..side).map(|i| format!("r{i} c{i}")).collect();
    let pairs = (0..side).flat_map(|i| (0..side).map(move |j| (i, j)));
    let options = pairs.map(|(i, j)| format!("r{i} c{j} |{}", cost(i, j)));
    [items.join(" ")].into_iter().chain(options).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_best_are_the_best_of_all() {
    let mut random = SplitMix64::new(1);
    let mut with_covers = 0;
    for round in 0..1000 {
        let problem = random_problem(&mut random, round % 2 == 0);
        let all = all_costs(&problem);
        with_covers += usize::from(!all.is_empty());
        for wants_highest in [false, true] {
            let expected = |count: usize| -> Vec<i128> {
                let few = all.iter().copied();
                if wants_highest { few.rev().take(count).collect() } else { few.take(count).collect() }
            };
            // Without memory there is no relaxation.
            for (count, bytes) in [(1, u64::MAX), (4, u64::MAX), (2, 0)] {
                assert_eq!(best_costs(&problem, wants_highest, count, bytes), expected(count), "{round}");
            }
        }
    }
    assert!(with_covers > 300, "{with_covers}");
}

/// Rounds that are left early go on to others, which may allow less than what was found: all small problems
/// take many rounds here.
#[test]
fn a_round_that_is_left_proves_nothing() {
    let mut random = SplitMix64::new(4);
    let mut left = 0;
    for number in 0..3000 {
        let problem = random_problem(&mut random, number % 4 != 0);
        let all = all_costs(&problem);
        let count = 1 + random.place(3);
        let bytes = [0, u64::MAX][random.place(2)];
        let mut search = Best::new(&problem, false, Some(count), bytes).unwrap();
        (search.patience, search.first_options) = (1 + random.place(12) as u64, 1 + random.place(4));
        left += usize::from(all.len() > 3);
        let expected: Vec<i128> = all.iter().copied().take(count).collect();
        assert_eq!(best_costs_of(search, &problem, false), expected, "{number}");
    }
    assert!(left > 500, "{left}");
}

#[test]
fn all_up_to_a_cost_are_found() {
    let mut random = SplitMix64::new(2);
    for round in 0..1000 {
        let problem = random_problem(&mut random, round % 2 == 0);
        let all = all_costs(&problem);
        let Some(&middle) = all.get(all.len() / 2) else { continue };
        let mut search = Best::new(&problem, false, None, u64::MAX).unwrap();
        search.allow(middle);
        let mut found = vec![];
        while search.run(u64::MAX) == Pause::Solution {
            found.push(search.cost_here());
        }
        found.sort_unstable();
        let expected: Vec<i128> = all.iter().copied().filter(|&cost| cost <= middle).collect();
        assert_eq!(
            (found.len(), found == expected),
            (expected.len(), true),
            "{round} {}",
            problem.option_count()
        );
    }
}

/// The three best values are 21, 22 and 23, with 1, 1 and 3 covers.
#[test]
fn an_assignment_with_known_values() {
    let text = assignment(8, |i, j| (7 * i * j + 3 * i + 5 * j) % 17);
    let problem = parse("assignment", &text).unwrap().problem;
    assert_eq!(best_costs(&problem, false, 6, u64::MAX)[..5], [21, 22, 23, 23, 23]);
    assert!(best_costs(&problem, false, 6, u64::MAX)[5] > 23);
    assert_eq!(best_costs(&problem, false, 1, 0), [21]);
}

/// Where the relaxation is whole, nothing is searched beside the best cover.
#[test]
fn an_integral_relaxation_leaves_nothing_to_search() {
    let mut random = SplitMix64::new(3);
    let text = assignment(40, |_, _| random.place(1_000_000));
    let problem = parse("assignment", &text).unwrap().problem;
    let mut search = Best::new(&problem, false, Some(1), u64::MAX).unwrap();
    while search.run(u64::MAX) == Pause::Solution {}
    assert_eq!(search.bound(), search.ranking().first().map(|&(cost, _)| cost));
    assert!(search.nodes < 200, "{} nodes after {} pivots", search.nodes, search.pivots);
}

/// The best cost by the tree, if there is a cover; `None` if it was not needed or could not prove it.
fn best_by_tree(problem: &Problem, wants_highest: bool) -> Option<Vec<i128>> {
    let mut search = Best::new(problem, wants_highest, Some(1), u64::MAX).unwrap();
    while search.bound().is_none() {
        search.run(search.work().nodes + 1);
    }
    let mut tree = search.tree()?;
    while tree.run(tree.work().nodes + 7) == Pause::Bound {}
    if tree.run(u64::MAX) != Pause::End {
        return None;
    }
    let sign = if wants_highest { -1 } else { 1 };
    for (cost, cover) in &tree.covers {
        let mut covered: Vec<_> = cover
            .options()
            .iter()
            .flat_map(|&option| problem.option(option))
            .map(|entry| entry.item)
            .collect();
        covered.sort_unstable();
        assert!(covered.into_iter().eq(problem.items()), "all items are covered once");
        assert_eq!(*cost, sign * problem.cost_of(cover.options()));
    }
    Some(tree.covers.first().map(|(cost, _)| sign * cost).into_iter().collect())
}

#[test]
fn the_tree_finds_the_best_or_that_there_is_none() {
    let (mut random, mut asked, mut solved, mut infeasible) = (SplitMix64::new(11), 0, 0, 0);
    for _ in 0..1500 {
        let problem = random_problem(&mut random, true);
        asked += u32::from(problem.item_count() == problem.primary_count());
        for wants_highest in [false, true] {
            let Some(best) = best_by_tree(&problem, wants_highest) else { continue };
            let costs = all_costs(&problem);
            assert_eq!(best.first(), if wants_highest { costs.last() } else { costs.first() });
            (solved, infeasible) = (solved + 1, infeasible + u32::from(best.is_empty()));
        }
    }
    // A third of the problems has costs of 13 digits, which are beyond what shifted costs can prove.
    assert!(solved > 2 * asked * 3 / 4 && infeasible > 20, "{solved} of {asked}, {infeasible}");
}

/// Where the relaxation is far from whole, so that there are branches, the search is the second source.
#[test]
fn the_tree_agrees_with_the_search_where_it_branches() {
    let mut random = SplitMix64::new(5);
    for _ in 0..8 {
        let items: Vec<String> = (0..24).map(|item| format!("i{item}")).collect();
        let mut lines = vec![items.join(" ")];
        for _ in 0..150 {
            let mut some = items.clone();
            random.shuffle(&mut some);
            some.truncate(2 + random.place(3));
            lines.push(format!("{} |{}", some.join(" "), 20 + random.place(100)));
        }
        let problem = parse("t", &lines.join("\n")).unwrap().problem;
        let costs = best_costs(&problem, false, 1, 0);
        assert_eq!(best_by_tree(&problem, false), Some(costs));
    }
}

/// Three options that meet in pairs, and are chosen by halves, are a clique: with it the relaxation is whole.
#[test]
fn a_clique_is_found_at_the_root() {
    let text = "a b c\na b |2\nb c |2\na c |2\na |9\nb |9\nc |9\n";
    let problem = parse("t", text).unwrap().problem;
    let mut search = Best::new(&problem, false, Some(1), u64::MAX).unwrap();
    while search.bound().is_none() {
        search.run(search.work().nodes + 1);
    }
    assert_eq!(search.bound(), Some(3));
    let mut tree = search.tree().unwrap();
    while tree.covers.is_empty() {
        assert_eq!((tree.run(tree.work().nodes + 1), tree.has_branched()), (Pause::Bound, false));
    }
    assert_eq!((tree.run(u64::MAX), tree.proved()), (Pause::End, 11));
    assert_eq!(tree.covers.first().map(|cover| cover.0), Some(11));
}

/// What is certain on the way is, and small partitions take few pivots.
#[test]
fn what_the_tree_proves_is_below_the_best() {
    let (mut random, mut pivots) = (SplitMix64::new(8), 0);
    for _ in 0..20 {
        let mut lines = vec![(0..30).map(|item| format!("i{item}")).collect::<Vec<_>>().join(" ")];
        for _ in 0..300 {
            let first = random.place(27);
            let some = (first..30).filter(|&item| item < first + 2 || random.place(3) == 0).take(4);
            let names: Vec<String> = some.map(|item| format!("i{item}")).collect();
            lines.push(format!("{} |{}", names.join(" "), 100 * names.len() + random.place(90)));
        }
        let problem = parse("t", &lines.join("\n")).unwrap().problem;
        let best = best_costs(&problem, false, 1, 0).first().copied();
        let mut search = Best::new(&problem, false, Some(1), u64::MAX).unwrap();
        while search.bound().is_none() {
            search.run(search.work().nodes + 1);
        }
        let mut tree = search.tree().unwrap();
        while tree.run(tree.work().nodes + 1) == Pause::Bound {
            let found = tree.covers.first().map(|cover| cover.0);
            assert!(best.is_none() || found == best || tree.proved() <= best.unwrap());
        }
        assert_eq!(tree.covers.first().map(|cover| cover.0), best);
        pivots += tree.work().nodes;
    }
    assert!(pivots < 60_000, "{pivots}");
}
