//! Every kernel of the engine `fast`, on every backend that the processor has, against the oracle and against
//! `links`.

use std::collections::BTreeSet;

use combien::check::Checker;
use combien::engine::fast::{Backend, Fast, Kernel, Method};
use combien::engine::links::Links;
use combien::engine::{Pause, Search as _, Task, Work};
use combien::problem::{Builder, ItemId, OptionId, Problem};
use combien::{Count, Solution};
use combien_tests::corpus::{self, Instance};
use combien_tests::{oracle, random};
use proptest::prelude::*;
use proptest::sample::Index;

const METHODS: [Method; 4] = [Method::Auto, Method::Masks, Method::Fixed, Method::Cells];

/// The backends that this processor has.
fn backends() -> Vec<Backend> {
    let toy = Problem::default();
    let has = |&backend: &Backend| Fast::with_kernel(&toy, Kernel { method: Method::Auto, backend }).is_ok();
    [Backend::Portable, Backend::Avx2, Backend::Avx512].into_iter().filter(has).collect()
}

fn kernels() -> Vec<Kernel> {
    METHODS
        .into_iter()
        .flat_map(|method| backends().into_iter().map(move |backend| Kernel { method, backend }))
        .collect()
}

fn search(problem: &Problem, kernel: Kernel) -> Fast {
    Fast::with_kernel(problem, kernel).unwrap().unwrap()
}

/// What a search did.
#[derive(Clone, Debug, PartialEq)]
struct Trace {
    solutions: Vec<Solution>,
    work: Work,
    /// How much lay behind, at each pause.
    fractions: Vec<f64>,
}

/// Runs to the end, with a pause after every `stride` nodes.
///
/// # Panics
///
/// Panics if a pause is at the wrong place, or the search goes backwards.
fn trace(search: &mut Fast, stride: u64) -> Trace {
    let (mut solutions, mut fractions, mut limit) = (vec![], vec![0.0], 0);
    loop {
        match search.run(limit) {
            Pause::Solution => solutions.push(search.solution()),
            Pause::Bound => {
                assert_eq!(search.work().nodes, limit);
                limit += stride;
            }
            Pause::Memory | Pause::End => break,
        }
        let fraction = search.fraction();
        assert!(fraction >= fractions[fractions.len() - 1], "{fractions:?}, then {fraction}");
        fractions.push(fraction);
    }
    assert!(search.fraction() >= 1.0);
    assert_eq!(search.run(u64::MAX), Pause::End);
    assert_eq!(search.found(), solutions.len() as u64);
    Trace { solutions, work: search.work(), fractions }
}

fn sorted(mut solutions: Vec<Solution>) -> Vec<Solution> {
    solutions.sort();
    solutions
}

/// All solutions by the oracle, sorted.
fn by_oracle(problem: &Problem) -> Vec<Solution> {
    let solution = |set: Vec<usize>| set.into_iter().map(OptionId::from_index).collect();
    sorted(oracle::solutions(problem).into_iter().map(solution).collect())
}

/// The solutions that dancing links finds with this many nodes, in its order; and whether these are all.
fn by_links(problem: &Problem, nodes: u64) -> (Vec<Solution>, bool) {
    let mut search = Links::new(problem).unwrap();
    let mut solutions = vec![];
    loop {
        match search.run(nodes) {
            Pause::Solution => solutions.push(search.solution()),
            Pause::Bound => return (solutions, false),
            Pause::Memory | Pause::End => return (solutions, true),
        }
    }
}

/// The first solutions of a kernel.
fn first(problem: &Problem, kernel: Kernel, count: usize) -> Vec<Solution> {
    let mut search = search(problem, kernel);
    std::iter::from_fn(|| (search.run(u64::MAX) == Pause::Solution).then(|| search.solution()))
        .take(count)
        .collect()
}

/// The solutions that contain the taken options; empty if one is taken twice.
fn containing(solutions: &[Solution], taken: &[OptionId]) -> Vec<Solution> {
    let distinct: BTreeSet<_> = taken.iter().collect();
    let has_all =
        |solution: &&Solution| taken.iter().all(|option| solution.options().binary_search(option).is_ok());
    if distinct.len() < taken.len() { vec![] } else { solutions.iter().filter(has_all).cloned().collect() }
}

/// Every kernel finds exactly these solutions; kernels with the order of `links`, in this order; and each
/// does the same on all instruction sets, with and without pauses.
fn all_kernels_find(problem: &Problem, expected: &[Solution], strides: &[u64]) {
    all_kernels_find_in_some_order(problem, expected, strides);
    for kernel in
        kernels().into_iter().filter(|kernel| matches!(kernel.method, Method::Masks | Method::Cells))
    {
        assert_eq!(trace(&mut search(problem, kernel), u64::MAX).solutions, expected, "{kernel:?}");
    }
}

/// Every kernel finds just these solutions, and a method does the same on all backends, with and without
/// pauses.
fn all_kernels_find_in_some_order(problem: &Problem, expected: &[Solution], strides: &[u64]) {
    for method in METHODS {
        for &stride in strides {
            let mut before: Option<Trace> = None;
            for backend in backends() {
                let kernel = Kernel { method, backend };
                let trace = trace(&mut search(problem, kernel), stride);
                assert_eq!(sorted(trace.solutions.clone()), sorted(expected.to_vec()), "{kernel:?}");
                if let Some(before) = before {
                    assert_eq!(trace, before, "{kernel:?}");
                }
                before = Some(trace);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn small_problems_have_the_solutions_of_the_oracle(problem in random::problems()) {
        let expected = by_links(&problem, u64::MAX).0;
        prop_assert_eq!(sorted(expected.clone()), by_oracle(&problem));
        all_kernels_find(&problem, &expected, &[1, u64::MAX]);
    }

    #[test]
    fn a_pause_at_any_node_changes_nothing(problem in random::problems(), counts in any::<bool>()) {
        for kernel in kernels() {
            let whole = trace(&mut search(&problem, kernel), u64::MAX);
            let nodes = whole.work.nodes;
            for limit in 0..=nodes {
                let mut paused = search(&problem, kernel);
                let expected = if limit < nodes { Pause::Bound } else { Pause::End };
                prop_assert_eq!(paused.count(limit), expected);
                prop_assert_eq!(paused.work().nodes, limit);
                // What is taken there has no use, but may be asked for.
                paused.solution();
                let before = paused.found() as usize;
                if counts {
                    prop_assert_eq!(paused.count(u64::MAX), Pause::End);
                    prop_assert_eq!(paused.found(), whole.solutions.len() as u64);
                } else {
                    let mut rest = vec![];
                    while paused.run(u64::MAX) == Pause::Solution {
                        rest.push(paused.solution());
                    }
                    prop_assert_eq!(&rest, &whole.solutions[before..]);
                }
                prop_assert_eq!(paused.work(), whole.work);
            }
        }
    }

    #[test]
    fn a_restart_has_the_solutions_with_the_taken_options(
        problem in random::problems(),
        rounds in prop::collection::vec((prop::collection::vec(any::<Index>(), 0..=4), 0..20u64), 1..6),
    ) {
        let solutions = by_oracle(&problem);
        for kernel in kernels() {
            let mut search = search(&problem, kernel);
            for (picks, pause) in &rounds {
                // The search is left anywhere.
                search.count(*pause);
                let options = problem.option_count();
                let picks = picks.iter().filter(|_| options > 0);
                let taken: Vec<OptionId> =
                    picks.map(|pick| OptionId::from_index(pick.index(options))).collect();
                search.restart(&taken);
                let found = trace(&mut search, 3);
                prop_assert_eq!(sorted(found.solutions), containing(&solutions, &taken), "{:?}", kernel);
                search.restart(&taken);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Bounds on words: the same solutions, the same on all backends, with and without pauses.
    #[test]
    fn quantities_are_kept_to(problem in random::problems_of_quantities()) {
        let expected = by_oracle(&problem);
        all_kernels_find_in_some_order(&problem, &expected, &[1, u64::MAX]);
    }

    /// What is left of a search with bounds has the other solutions, in branches.
    #[test]
    fn the_rest_of_a_search_with_quantities(problem in random::problems_of_quantities(), nodes in 0..12u64) {
        let mut expected = by_oracle(&problem);
        for kernel in kernels() {
            let mut search = search(&problem, kernel);
            let mut found = vec![];
            while search.run(nodes) == Pause::Solution {
                found.push(search.solution());
            }
            for branch in search.rest() {
                search.begin(&branch);
                while search.run(u64::MAX) == Pause::Solution {
                    found.push(search.solution());
                }
            }
            expected.sort();
            prop_assert_eq!(sorted(found), expected.clone(), "{:?}", kernel);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn larger_problems_of_quantities_have_the_solutions_of_links(
        problem in random::larger_problems_of_quantities(),
    ) {
        let (expected, are_all) = by_links(&problem, MOST_NODES);
        prop_assume!(are_all);
        all_kernels_find_in_some_order(&problem, &expected, &[7, u64::MAX]);
    }
}

/// Larger problems are compared if dancing links needs at most this many nodes.
const MOST_NODES: u64 = 20_000;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn larger_problems_have_the_solutions_of_links(problem in random::larger_problems()) {
        let (expected, are_all) = by_links(&problem, MOST_NODES);
        if are_all {
            all_kernels_find(&problem, &expected, &[7, u64::MAX]);
        } else {
            for backend in backends() {
                let found = first(&problem, Kernel { method: Method::Masks, backend }, expected.len());
                prop_assert_eq!(&found, &expected);
            }
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn restarts_of_larger_problems(problem in random::larger_problems(), picks in any::<[Index; 8]>()) {
        let (solutions, are_all) = by_links(&problem, MOST_NODES);
        prop_assume!(are_all);
        let taken: Vec<OptionId> = match solutions.first() {
            None => problem.searched_options().take(2).collect(),
            // Options of a solution, and at last one that may be of none.
            Some(_) => picks
                .iter()
                .enumerate()
                .map(|(round, pick)| match solutions[pick.index(solutions.len())].options() {
                    options if round < 6 => options[pick.index(options.len())],
                    _ => OptionId::from_index(pick.index(problem.option_count())),
                })
                .collect(),
        };
        for kernel in kernels() {
            let mut search = search(&problem, kernel);
            for taken in [&taken[..1], &taken[..2], &taken[..taken.len().min(3)], &taken[..0], &taken[..]] {
                search.restart(taken);
                let expected = containing(&solutions, taken);
                let found = trace(&mut search, 11).solutions;
                if kernel.method == Method::Masks {
                    // The part's own order: that of links on it is not known, but all backends agree on it.
                    let mut again = Fast::with_kernel(&problem, Kernel { backend: Backend::Portable, ..kernel });
                    let again = again.as_mut().unwrap().as_mut().unwrap();
                    again.restart(taken);
                    prop_assert_eq!(&found, &trace(again, u64::MAX).solutions);
                }
                prop_assert_eq!(sorted(found), sorted(expected), "{:?}", kernel);
            }
        }
    }
}

/// A hash of a solution: FNV-1a, by options.
fn hash(solution: &Solution) -> u64 {
    let step = |hash: u64, option: &OptionId| {
        let mixed = (hash ^ option.index() as u64).wrapping_mul(0x0100_0000_01b3);
        mixed ^ mixed >> 29
    };
    solution.options().iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// The hashes of all solutions of a kernel, ascending, each solution checked; none if it takes more nodes.
///
/// # Panics
///
/// If two are equal: as the solutions are, or else hashes happened to be, which they do not in the corpus.
fn hashes(problem: &Problem, kernel: Kernel, nodes: u64) -> Option<Vec<u64>> {
    let mut search = search(problem, kernel);
    let mut checker = Checker::new(problem);
    let mut hashes = vec![];
    loop {
        match search.run(nodes) {
            Pause::Solution => {
                let solution = search.solution();
                assert_eq!(checker.check(problem, solution.options()), Ok(()), "{kernel:?}");
                hashes.push(hash(&solution));
            }
            Pause::Bound => return None,
            Pause::Memory | Pause::End => break,
        }
    }
    hashes.sort_unstable();
    assert!(hashes.is_sorted_by(|a, b| a < b), "{kernel:?}: a solution is found twice");
    Some(hashes)
}

fn hashes_of_links(problem: &Problem) -> Vec<u64> {
    let mut hashes: Vec<u64> = by_links(problem, u64::MAX).0.iter().map(hash).collect();
    hashes.sort_unstable();
    hashes
}

/// Too long for a test: seconds for `fast`, minutes for `links`.
const TOO_LONG: [&str; 1] = ["pent3d_3x4x5"];
const TOO_LONG_FOR_LINKS: [&str; 3] = ["pent10x6", "pent12x5", "pent3d_2x5x6"];

fn instances() -> impl Iterator<Item = Instance> {
    corpus::instances().into_iter().filter(|instance| {
        instance.has_at_most(2_000_000) && !TOO_LONG.iter().any(|name| instance.file.contains(name))
    })
}

/// Solutions that are checked, different, and as many as the source says are all there are. Where `links`
/// does not take long, they are also compared with its.
#[test]
fn the_corpus_has_all_its_solutions() {
    let mut run = 0;
    for instance in instances() {
        let problem = instance.read().unwrap().problem;
        let found = hashes(&problem, Kernel::default(), u64::MAX).unwrap();
        assert_eq!(Some(Count::from(found.len() as u64)), instance.count, "{}", instance.file);
        let is_for_links = instance.has_at_most(40_000)
            && !TOO_LONG_FOR_LINKS.iter().any(|name| instance.file.contains(name));
        if is_for_links {
            assert_eq!(found, hashes_of_links(&problem), "{}", instance.file);
        }
        run += 1;
    }
    assert!(run >= 149, "only {run} instances were run");
}

/// A kernel is run if it ends within this many nodes.
const NODES_OF_A_KERNEL: u64 = 100_000;

#[test]
fn every_kernel_has_the_same_solutions_on_the_corpus() {
    let mut run = [0; METHODS.len()];
    for instance in instances().filter(|instance| instance.has_at_most(40_000)) {
        let problem = instance.read().unwrap().problem;
        for (method, run) in METHODS.into_iter().zip(&mut run) {
            let mut before = None;
            for backend in backends() {
                let Some(found) = hashes(&problem, Kernel { method, backend }, NODES_OF_A_KERNEL) else {
                    break;
                };
                assert_eq!(
                    Some(Count::from(found.len() as u64)),
                    instance.count,
                    "{method:?}: {}",
                    instance.file
                );
                assert_eq!(
                    *before.get_or_insert_with(|| found.clone()),
                    found,
                    "{method:?}, {backend:?}: {}",
                    instance.file
                );
                *run += 1;
            }
        }
    }
    let each = backends().len();
    assert!(run.iter().all(|&run| run >= 99 * each), "only {run:?} instances were run");
}

/// Dominoes on two rows of this many cells.
fn strip(columns: usize) -> Problem {
    let mut builder = Builder::new();
    let cells: Vec<[ItemId; 2]> = (0..columns)
        .map(|column| ["a", "b"].map(|row| builder.primary(&format!("{row}{column}")).unwrap()))
        .collect();
    for (column, &[a, b]) in cells.iter().enumerate() {
        builder.option([a, b]).unwrap();
        if let Some(&[next_a, next_b]) = cells.get(column + 1) {
            builder.option([a, next_a]).unwrap();
            builder.option([b, next_b]).unwrap();
        }
    }
    builder.build()
}

/// Disjoint parts of four cells; dominoes tile each of the first `free` in two ways, the others in one. The
/// parts may have a color in common, and all parts of an even number do not agree with the third way to tile
/// the first part.
fn parts(count: usize, free: usize, is_colored: bool) -> Problem {
    let mut builder = Builder::new();
    let cells: Vec<[ItemId; 4]> = (0..count)
        .map(|part| ["a", "b", "c", "d"].map(|cell| builder.primary(&format!("{cell}{part}")).unwrap()))
        .collect();
    let shared = builder.secondary("shared").unwrap();
    let (red, blue) = (builder.color("red"), builder.color("blue"));
    for (part, &[a, b, c, d]) in cells.iter().enumerate() {
        let color = if is_colored && part % 2 == 0 { vec![shared.colored(red)] } else { vec![] };
        let with = |items: Vec<ItemId>| -> Vec<_> {
            items.into_iter().map(Into::into).chain(color.iter().copied()).collect()
        };
        builder.option(with(vec![a, b])).unwrap();
        builder.option(with(vec![c, d])).unwrap();
        if part < free {
            builder.option(with(vec![a, d])).unwrap();
            builder.option(with(vec![b, c])).unwrap();
        }
        if is_colored && part == 0 {
            let other = [a, b, c, d].map(Into::into);
            builder.option(other.into_iter().chain([shared.colored(blue)])).unwrap();
        }
    }
    builder.build()
}

/// One item that any one of `count` others may take along: a long path with a short branch at each node.
fn comb(count: usize) -> Problem {
    let mut builder = Builder::new();
    let handle = builder.primary("handle").unwrap();
    let teeth: Vec<ItemId> = (0..count).map(|tooth| builder.primary(&format!("t{tooth}")).unwrap()).collect();
    for &tooth in &teeth {
        builder.option([tooth]).unwrap();
        builder.option([handle, tooth]).unwrap();
    }
    builder.build()
}

/// What is too wide for masks begins with links, and the order is theirs.
#[test]
fn wide_problems_have_the_sequence_of_links() {
    for (problem, solutions) in [
        (strip(600), 1000),
        (parts(290, 8, false), 256),
        (parts(290, 7, true), 128),
        (parts(290, 290, true), 1000),
        (comb(1100), 1100),
    ] {
        let mut search = Links::new(&problem).unwrap();
        let mut expected = vec![];
        while expected.len() < solutions && search.run(u64::MAX) == Pause::Solution {
            expected.push(search.solution());
        }
        assert_eq!(expected.len(), solutions);
        for kernel in kernels() {
            assert_eq!(first(&problem, kernel, solutions), expected, "{kernel:?}");
        }
    }
}

/// Nodes are handed over: then less is looked at, or more, in the same nodes. A comb has tiny searches below
/// its first nodes, which are handed over only now and then; the rest of it is handed over in one.
#[test]
fn the_trunk_hands_over_and_can_be_paused() {
    for (problem, solutions) in [(parts(290, 8, false), 256), (parts(290, 6, true), 64), (comb(1060), 1060)] {
        let by_cells =
            trace(&mut search(&problem, Kernel { method: Method::Cells, backend: Backend::Auto }), 1 << 20);
        assert_eq!(by_cells.solutions.len(), solutions);
        let mut before: Option<Trace> = None;
        for backend in backends() {
            let kernel = Kernel { method: Method::Auto, backend };
            let trace = trace(&mut search(&problem, kernel), 13);
            assert_eq!(trace.solutions, by_cells.solutions);
            assert_eq!(trace.work.nodes, by_cells.work.nodes, "forced items are taken at once in both");
            assert_ne!(trace.work.updates, by_cells.work.updates, "nothing was handed over");
            if let Some(before) = before {
                assert_eq!(trace, before, "{kernel:?}");
            }
            before = Some(trace);
        }
    }
}

#[test]
fn wide_problems_can_be_restarted() {
    for problem in [parts(290, 7, true), comb(1060)] {
        let solutions = by_links(&problem, u64::MAX).0;
        for kernel in kernels() {
            let mut search = search(&problem, kernel);
            for (round, pause) in [(3, 5), (40, 700)] {
                search.count(pause);
                let options = solutions[round].options();
                let odd: Vec<OptionId> = options.iter().copied().skip(round % 3).step_by(5).collect();
                for taken in [&odd[..], options] {
                    search.restart(taken);
                    let found = trace(&mut search, 100).solutions;
                    assert_eq!(sorted(found), sorted(containing(&solutions, taken)), "{kernel:?}");
                }
            }
            // The first two options clash in one problem, and in the other one of them is taken twice.
            for taken in [[0, 2], [0, 0]].map(|pair| pair.map(OptionId::from_index)) {
                search.restart(&taken);
                let expected = containing(&solutions, &taken);
                assert_eq!(sorted(trace(&mut search, 50).solutions), sorted(expected));
            }
        }
    }
}

/// Where the search goes over to a fixed order the solutions come in another order from there on; all of them
/// come, and none again.
#[test]
fn the_fixed_order_takes_over_where_it_pays() {
    for (name, is_taken_over) in
        [("K14", true), ("tetro7x4", false), ("queens10", false), ("langford8", false)]
    {
        let instance = instances().find(|instance| instance.file.contains(name)).unwrap();
        let problem = instance.read().unwrap().problem;
        let kernel = |method| Kernel { method, backend: Backend::Auto };
        let [auto, masks] =
            [Method::Auto, Method::Masks].map(|method| trace(&mut search(&problem, kernel(method)), 1 << 20));
        assert_eq!(auto.work != masks.work, is_taken_over, "{name}");
        let (auto, masks) = (auto.solutions, masks.solutions);
        let shared = auto.iter().zip(&masks).take_while(|(a, b)| a == b).count();
        assert!(shared > 0, "{name}: the first solutions are those of masks");
        assert_eq!(Some(Count::from(auto.len() as u64)), instance.count, "{name}");
        let distinct: BTreeSet<_> = auto.iter().collect();
        assert_eq!(distinct, masks.iter().collect::<BTreeSet<_>>(), "{name}");
    }
}

/// The plan, and so the order, is the same however often the search is paused.
#[test]
fn pauses_do_not_change_the_plan() {
    let problem = corpus::instance("closed-form/K12.dlx").read().unwrap().problem;
    let whole = trace(&mut search(&problem, Kernel::default()), u64::MAX);
    for stride in [1, 100, 4096, 5000] {
        let mut paused = search(&problem, Kernel::default());
        for _ in 0..2 {
            let trace = trace(&mut paused, stride);
            assert_eq!((&trace.solutions, trace.work), (&whole.solutions, whole.work));
            paused.restart(&[]);
        }
    }
}
