//! Searches cut anywhere and put together again: nothing is lost, nothing comes twice, and the order is that
//! of a search that nobody cut.

use std::num::NonZeroUsize;

use combien::engine::fast::{Backend, Fast, Kernel, Method};
use combien::engine::links::Links;
use combien::engine::{Branch, Pause, Search, Work};
use combien::problem::{Builder, Entry, ItemId, OptionId, Problem, Solution, Subproblem};
use combien::solve::{self, Budget, Ending, Engine, Enumerate, Journal, Outcome, Question, Report, State};
use combien_formats::checkpoint::{Checkpoint, shard};
use combien_tests::{corpus, oracle, random};
use proptest::prelude::*;

/// Searches a branch, and cuts it after some nodes or solutions, by the numbers of a list that is used again
/// and again; and so on with what is left. The solutions in order, and the nodes of all.
fn in_pieces(search: &mut dyn Search, start: Subproblem, cuts: &[(u64, usize)]) -> (Vec<Solution>, u64) {
    let mut cuts = cuts.iter().copied().cycle();
    let (mut solutions, mut nodes) = (vec![], 0);
    // The first to be searched is at the end.
    let mut open = vec![Branch::whole(start)];
    while let Some(branch) = open.pop() {
        search.begin(&branch);
        let (most_nodes, most_solutions) = cuts.next().unwrap();
        let mut found = 0;
        while found < most_solutions {
            match search.run(most_nodes) {
                Pause::Solution => solutions.push(search.solution()),
                Pause::Bound | Pause::Memory | Pause::End => break,
            }
            found += 1;
        }
        nodes += search.work().nodes;
        let rest = search.rest();
        let shares: f64 = rest.iter().map(|branch| branch.share).sum();
        // In a fixed order shares are only what they seem.
        assert!(shares <= 1.0 + 1e-9 || branch.in_fixed_order.is_some() || rest[0].in_fixed_order.is_some());
        open.extend(rest.into_iter().rev());
    }
    (solutions, nodes)
}

fn whole(search: &mut dyn Search) -> (Vec<Solution>, u64) {
    in_pieces(search, Subproblem::whole(), &[(u64::MAX, usize::MAX)])
}

fn fast(problem: &Problem, method: Method) -> Fast {
    Fast::with_kernel(problem, Kernel { method, backend: Backend::Auto }).unwrap().unwrap()
}

fn links(problem: &Problem) -> Links {
    Links::new(problem).unwrap()
}

fn cuts() -> impl Strategy<Value = Vec<(u64, usize)>> {
    let cut =
        prop_oneof![(1u64..=12, Just(usize::MAX)), (Just(u64::MAX), 1usize..=3), (1u64..=40, 1usize..=2)];
    prop::collection::vec(cut, 1..=6)
}

fn check_cuts(problem: &Problem, cuts: &[(u64, usize)]) {
    let (expected, nodes) = whole(&mut links(problem));
    let pieces = in_pieces(&mut links(problem), Subproblem::whole(), cuts);
    assert_eq!(pieces, (expected.clone(), nodes), "links");
    if problem.has_bounds() {
        return;
    }
    for method in [Method::Auto, Method::Masks, Method::Cells, Method::Fixed] {
        let uncut = whole(&mut fast(problem, method));
        let (solutions, nodes) = in_pieces(&mut fast(problem, method), Subproblem::whole(), cuts);
        assert_eq!(solutions, uncut.0, "{method:?}");
        if method == Method::Masks {
            assert_eq!((&solutions, nodes), (&expected, uncut.1), "{method:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn small_problems_in_pieces(problem in random::any_problems(), cuts in cuts()) {
        check_cuts(&problem, &cuts);
    }

    #[test]
    fn larger_problems_in_pieces(problem in random::larger_problems(), cuts in cuts()) {
        let mut search = links(&problem);
        search.run(3000);
        // As a whole it ends within this many nodes; there are many pieces of it.
        prop_assume!(search.work().nodes < 3000);
        check_cuts(&problem, &cuts);
    }

    /// Whatever is taken and refused: its solutions are those of the problem that take and refuse it, in their order.
    #[test]
    fn parts_have_their_solutions(
        problem in random::any_problems(),
        picks in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..=4),
        cuts in cuts(),
    ) {
        prop_assume!(problem.option_count() > 0);
        let picks: Vec<(OptionId, bool)> = picks.iter()
            .map(|(index, taken)| (OptionId::from_index(index.index(problem.option_count())), *taken)).collect();
        let part = |is_taken| picks.iter().filter(move |pick| pick.1 == is_taken).map(|pick| pick.0).collect::<Vec<_>>();
        let part = Subproblem::new(part(true), part(false));
        let mut expected: Vec<Solution> = oracle::solutions(&problem).into_iter()
            .map(|set| set.into_iter().map(OptionId::from_index).collect()).collect();
        expected.retain(|solution| part.has(solution));
        // An option that is taken twice covers its items twice.
        let is_twice = part.taken().iter().enumerate().any(|(n, option)| part.taken().iter().take(n).any(|one| one == option));
        if is_twice {
            expected.clear();
        }
        expected.sort();
        let mut searches: Vec<Box<dyn Search>> = vec![Box::new(links(&problem))];
        let methods = [Method::Auto, Method::Masks, Method::Cells, Method::Fixed];
        for method in methods.into_iter().filter(|_| !problem.has_bounds()) {
            searches.push(Box::new(fast(&problem, method)));
        }
        for search in &mut searches {
            // Twice: what is undone in between must leave no trace.
            for part in [&part, &Subproblem::whole(), &part] {
                let mut found = in_pieces(&mut **search, part.clone(), &cuts).0;
                found.sort();
                if !part.taken().is_empty() || !part.refused().is_empty() {
                    prop_assert_eq!(&found, &expected);
                }
            }
        }
    }

    /// Splits by any items, one after the other: each solution is in just one part.
    #[test]
    fn splits_by_items_are_partitions(
        problem in random::any_problems(),
        items in prop::collection::vec(any::<prop::sample::Index>(), 0..=3),
    ) {
        let mut parts = vec![Subproblem::whole()];
        for index in items.iter().filter(|_| problem.item_count() > 0) {
            let item: ItemId = problem.items().nth(index.index(problem.item_count())).unwrap();
            parts = parts.iter().flat_map(|part| part.split(&problem, item)).collect();
        }
        for set in oracle::solutions(&problem) {
            let solution: Solution = set.into_iter().map(OptionId::from_index).collect();
            prop_assert_eq!(parts.iter().filter(|part| part.has(&solution)).count(), 1);
        }
    }
}

/// Where the plan takes a fixed order: those that come before the cut are those that come without it, and
/// none is lost.
#[test]
fn a_search_in_a_fixed_order_can_be_cut() {
    let problem = corpus::instance("closed-form/K12.dlx").read().unwrap().problem;
    let uncut = whole(&mut fast(&problem, Method::Fixed)).0;
    assert_eq!(uncut.len(), 10395);
    for cuts in [&[(100, usize::MAX)][..], &[(1000, 50), (7, usize::MAX)], &[(20_000, usize::MAX)]] {
        assert_eq!(in_pieces(&mut fast(&problem, Method::Fixed), Subproblem::whole(), cuts).0, uncut);
    }
    // The plan: masks first, and then the fixed order.
    let problem = corpus::instance("closed-form/K14.dlx").read().unwrap().problem;
    let mut planned = fast(&problem, Method::Auto);
    let mut solutions = vec![];
    for bound in [5000, 20_000] {
        while planned.run(bound) == Pause::Solution {
            solutions.push(planned.solution());
        }
    }
    planned.settle();
    let rest = planned.rest();
    assert!(rest.iter().all(|branch| branch.in_fixed_order.is_some()));
    for branch in rest {
        planned.begin(&branch);
        while planned.run(u64::MAX) == Pause::Solution {
            solutions.push(planned.solution());
        }
    }
    let mut whole = vec![];
    let mut again = fast(&problem, Method::Auto);
    while again.run(u64::MAX) == Pause::Solution {
        whole.push(again.solution());
    }
    assert_eq!(solutions, whole);
}

/// An estimate that was too low is dropped: when a branch has used its nodes, its branches are searched with
/// masks.
#[test]
fn a_fixed_order_is_given_up_after_its_nodes() {
    let problem = corpus::instance("closed-form/K12.dlx").read().unwrap().problem;
    let mut search = fast(&problem, Method::Fixed);
    assert_eq!(search.run(100), Pause::Solution);
    let first = search.rest().into_iter().next_back().unwrap();
    for (allowed, is_given_up) in [(50, true), (5000, false)] {
        let mut branch = first.clone();
        branch.in_fixed_order = Some(allowed);
        search.begin(&branch);
        while search.run(100) == Pause::Solution {}
        let rest = search.rest();
        let left: u64 = rest.iter().filter_map(|branch| branch.in_fixed_order).sum();
        assert_eq!(rest.iter().all(|branch| branch.in_fixed_order.is_none()), is_given_up);
        assert!(left <= allowed.saturating_sub(100), "{left} of {allowed}");
    }
}

/// Searches long enough to be cut many times: queens, pentominoes, and matchings, where a fixed order takes
/// over.
const LONG: [&str; 3] = ["bench/queens10.dlx", "bench/pent20x3.dlx", "closed-form/K14.dlx"];

fn within(threads: usize) -> Budget {
    Budget { threads: NonZeroUsize::new(threads), ..Budget::UNLIMITED }
}

fn stopped_at(report: &Report<combien::Count>) -> Option<(combien::Count, Work)> {
    match &report.outcome {
        Outcome::Stopped { certain, .. } => Some((certain.clone(), report.work)),
        Outcome::Answer(_) => None,
    }
}

#[test]
fn the_number_of_threads_reaches_no_answer() {
    for file in LONG {
        let instance = corpus::instance(file);
        let problem = instance.read().unwrap().problem;
        let list = |threads| Enumerate::of(&problem).by(Engine::Fast).budget(within(threads));
        let count = |budget| solve::Count::of(&problem).by(Engine::Fast).budget(budget).run().unwrap();
        let each = |threads| {
            let mut solutions = list(threads).run().unwrap();
            let all: Vec<Solution> = solutions.by_ref().collect();
            (all, solutions.work(), solutions.ending())
        };
        let alone = each(1);
        assert_eq!(instance.count, Some((alone.0.len() as u64).into()), "{file}");
        let a_third = |threads| Budget { nodes: Some(alone.1.nodes / 3), ..within(threads) };
        let limited = count(a_third(1));
        assert!(stopped_at(&limited).is_some());
        let some = |threads| {
            let mut solutions = list(threads).at_most(40).run().unwrap();
            (solutions.by_ref().collect::<Vec<_>>(), solutions.work())
        };
        for threads in [2, 3, 8] {
            assert!(each(threads) == alone, "{file} {threads}");
            assert_eq!(count(within(threads)).outcome, Outcome::Answer(instance.count.clone().unwrap()));
            let again = count(a_third(threads));
            assert_eq!(stopped_at(&again), stopped_at(&limited), "{file} {threads}");
            assert!(some(threads) == some(1), "{file} {threads}");
        }
    }
}

/// All that a sweep reports is the same for any number of threads, and so is where a limit stops it.
#[test]
fn a_sweep_reports_the_same_for_any_number_of_threads() {
    for name in ["latin5", "modotri8x8", "queens11", "langford12", "domino16x16", "pent15x4"] {
        let instance = corpus::instance(&format!("bench/{name}.dlx"));
        let problem = instance.read().unwrap().problem;
        let count = |threads, nodes, memory| {
            let budget = Budget { nodes, memory, ..within(threads) };
            solve::Count::of(&problem).by(Engine::Frontier).budget(budget).run().unwrap()
        };
        let alone = count(1, None, None);
        assert_eq!(alone.outcome, Outcome::Answer(instance.count.clone().unwrap()), "{name}");
        // Enough nodes for some large layers; memory for a part of the pairings.
        let nodes = Some(alone.work.nodes / 3);
        let memory = Some(16 << 20);
        let limited = [count(1, nodes, None), count(1, None, memory)];
        assert_eq!(limited[0].work.nodes, alone.work.nodes / 3);
        assert_eq!(stopped_at(&limited[1]).is_some(), name == "langford12");
        for threads in 2..=4 {
            assert_eq!(count(threads, None, None), alone, "{name}, {threads} threads");
            let again = [count(threads, nodes, None), count(threads, None, memory)];
            assert_eq!(again, limited, "{name}, {threads} threads");
        }
    }
}

/// The engine that answers, and why, are the same too: turns are what they are with one thread.
#[test]
fn the_choice_of_an_engine_does_not_depend_on_threads() {
    let files = ["queens11", "latin5", "camel_small", "langford11", "modotri8x8", "pent12x5", "matching16"];
    for file in files.map(|name| format!("bench/{name}.dlx")) {
        let instance = corpus::instance(&file);
        let problem = instance.read().unwrap().problem;
        let count = |threads| solve::Count::of(&problem).budget(within(threads)).run().unwrap();
        let alone = count(1);
        assert_eq!(alone.outcome, Outcome::Answer(instance.count.unwrap()), "{file}");
        for threads in [2, 5] {
            let report = count(threads);
            assert_eq!(
                (&report.outcome, report.engine, &report.why),
                (&alone.outcome, alone.engine, &alone.why)
            );
        }
    }
}

/// Dominoes on a torus of 10 by 14 cells: soon the work of the sweep is known, and it has all threads. The
/// count of the board turned by a right angle is the same.
#[test]
fn a_sweep_that_others_wait_for_has_all_threads_and_tells_the_same() {
    let torus = |rows: usize, columns: usize| {
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let place = |row: usize, column: usize| row % rows * columns + column % columns;
        let options = cells.flat_map(|(row, column)| {
            [(row + 1, column), (row, column + 1)].map(|(r, c)| vec![place(row, column), place(r, c)])
        });
        Problem::from_lists(rows * columns, None, options).unwrap()
    };
    let count = |threads, problem: &Problem| solve::Count::of(problem).budget(within(threads)).run().unwrap();
    let problem = torus(10, 14);
    let alone = count(1, &problem);
    assert_eq!(alone.engine, Engine::Frontier);
    assert_eq!(alone.outcome, count(1, &torus(14, 10)).outcome);
    for threads in [2, 3, 5] {
        assert_eq!(count(threads, &problem), alone, "{threads} threads");
    }
}

/// Solutions one by one, with stops in between: a resumed search, with any number of threads, continues
/// exactly there.
#[test]
fn a_stream_goes_on_where_it_was_left() {
    for file in LONG {
        let problem = corpus::instance(file).read().unwrap().problem;
        let whole: Vec<Solution> = Enumerate::of(&problem).by(Engine::Fast).run().unwrap().collect();
        let mut solutions = vec![];
        let mut state: Option<State> = None;
        for round in 0.. {
            let question = Enumerate::of(&problem).by(Engine::Fast).budget(within(1 + round % 3));
            let question = match &state {
                Some(state) => question.resume(state),
                None => question,
            };
            let mut stream = question.run().unwrap();
            let before = solutions.len();
            solutions.extend(stream.by_ref().take(1 + whole.len() / (4 + round)));
            let now = stream.state().unwrap();
            assert_eq!(now.found, (solutions.len() as u64).into());
            if solutions.len() == before {
                assert!(now.is_complete() && stream.ending() == Some(Ending::Complete));
                break;
            }
            drop(stream);
            state = Some(now);
        }
        assert!(solutions == whole, "{file}");
    }
}

/// Keeps the last state.
#[derive(Default)]
struct Last(Option<State>);

impl Journal for Last {
    fn is_due(&mut self) -> bool {
        false
    }
    fn keep(&mut self, state: &State) {
        self.0 = Some(state.clone());
    }
}

fn one_run(problem: &Problem, threads: usize) -> Vec<Solution> {
    Enumerate::of(problem).by(Engine::Fast).budget(within(threads)).run().unwrap().collect()
}

/// A state that was written and read.
fn through_text(problem: &Problem, state: State) -> State {
    Checkpoint::read(&Checkpoint::new(problem, state).to_string()).unwrap().state
}

/// The solutions of a search that is stopped after this many nodes each time, kept as a text, and resumed.
/// With the number of states that had branches in a fixed order.
fn interrupted(problem: &Problem, nodes: &[Option<u64>]) -> (Vec<Solution>, usize) {
    let mut state = State::new(problem, Question::Each, Engine::Fast);
    let (mut solutions, mut fixed) = (vec![], 0);
    for round in 0.. {
        let budget = Budget { nodes: nodes[round % nodes.len()], ..within(1 + round % 3) };
        let mut last = Last::default();
        let mut stream =
            Enumerate::of(problem).resume(&state).budget(budget).journal(&mut last).run().unwrap();
        solutions.extend(stream.by_ref());
        let is_complete = stream.ending() == Some(Ending::Complete);
        drop(stream);
        state = through_text(problem, last.0.unwrap());
        fixed += usize::from(state.branches().any(|branch| branch.in_fixed_order.is_some()));
        if is_complete {
            break;
        }
    }
    (solutions, fixed)
}

/// The solutions of all shards, one after the other.
fn shared_out(problem: &Problem, shards: usize) -> Vec<Solution> {
    let parts = shard::split(problem, Question::Count, shards, |branch| branch.share).unwrap();
    let each = |part: Checkpoint| {
        let state = through_text(problem, part.state);
        Enumerate::of(problem).resume(&state).run().unwrap().collect::<Vec<_>>()
    };
    parts.into_iter().flat_map(each).collect()
}

/// Where the plan takes a fixed order, with another order of the solutions: it did not once a search had been
/// resumed, nor in shards.
#[test]
fn the_order_is_that_of_one_run_where_the_plan_takes_a_fixed_order() {
    let instance = corpus::instance("found/rows9.dlx");
    let problem = instance.read().unwrap().problem;
    let whole = one_run(&problem, 1);
    assert_eq!(instance.count, Some((whole.len() as u64).into()));
    assert!(whole != Enumerate::of(&problem).by(Engine::Links).run().unwrap().collect::<Vec<_>>());
    for nodes in [&[None][..], &[Some(2000)], &[Some(6000), Some(50)], &[Some(7001), None]] {
        let (solutions, fixed) = interrupted(&problem, nodes);
        assert!(solutions == whole, "{nodes:?}");
        assert!(fixed > 0 || nodes == [None], "{nodes:?}");
    }
    for shards in [1, 3, 8] {
        assert!(shared_out(&problem, shards) == whole, "{shards}");
    }
}

/// Problems with thousands of solutions, some of which get a fixed order: rows with colors, and matchings.
fn problems_for_a_plan() -> impl Strategy<Value = Problem> {
    let option = (any::<bool>(), prop::collection::vec(0u8..6, 3));
    let colored = prop::collection::vec(prop::collection::vec(option, 3..=6), 6..=9).prop_map(|rows| {
        let mut builder = Builder::new();
        let primary: Vec<ItemId> =
            (0..rows.len()).map(|row| builder.primary(&format!("p{row}")).unwrap()).collect();
        let secondary: Vec<ItemId> =
            (0..3).map(|item| builder.secondary(&format!("s{item}")).unwrap()).collect();
        let colors = [builder.color("red"), builder.color("blue")];
        for (row, options) in rows.into_iter().enumerate() {
            for (is_pair, marks) in options {
                let mut entries: Vec<Entry> = vec![primary[row].into()];
                if is_pair && row + 1 < primary.len() && marks[0] == 5 {
                    entries.push(primary[row + 1].into());
                }
                let marked = secondary.iter().zip(&marks).filter(|(_, mark)| **mark < 2);
                entries.extend(marked.map(|(item, mark)| item.colored(colors[usize::from(*mark)])));
                builder.option(entries).unwrap();
            }
        }
        builder.build()
    });
    let matchings = (4usize..=6, prop::collection::vec(0u8..10, 66)).prop_map(|(half, kept)| {
        let mut builder = Builder::new();
        let points: Vec<ItemId> =
            (0..2 * half).map(|point| builder.primary(&format!("{point}")).unwrap()).collect();
        let pairs = (0..2 * half).flat_map(|a| (0..a).map(move |b| (a, b)));
        for ((a, b), _) in pairs.zip(kept).filter(|(_, kept)| *kept > 0) {
            builder.option([points[a], points[b]]).unwrap();
        }
        builder.build()
    });
    prop_oneof![2 => colored, 1 => matchings]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_order_is_that_of_one_run(
        problem in problems_for_a_plan(),
        nodes in prop::collection::vec(prop_oneof![500u64..=9000, 5000u64..=90_000].prop_map(Some), 1..=4),
        shards in 1usize..=5,
    ) {
        let mut stream = Enumerate::of(&problem).by(Engine::Fast).at_most(60_000).run().unwrap();
        let whole: Vec<Solution> = stream.by_ref().collect();
        prop_assume!(stream.ending() == Some(Ending::Complete));
        prop_assert!(one_run(&problem, 3) == whole);
        prop_assert!(interrupted(&problem, &nodes).0 == whole);
        prop_assert!(shared_out(&problem, shards) == whole);
    }
}

/// Threads that share a limit on nodes forget what lies behind it: they once said that nothing was left.
#[test]
fn a_search_that_forgot_what_is_left_has_no_state() {
    let problem = corpus::instance("closed-form/K14.dlx").read().unwrap().problem;
    let query = |budget| Enumerate::of(&problem).by(Engine::Fast).budget(budget).run().unwrap();
    let mut whole = query(Budget::UNLIMITED);
    let all = whole.by_ref().count();
    for threads in [1, 3] {
        let mut stream = query(Budget { nodes: Some(whole.work().nodes / 3 * 2), ..within(threads) });
        let found = stream.by_ref().count();
        let left = stream.state().map(|state| Enumerate::of(&problem).resume(&state).run().unwrap().count());
        assert!(found < all);
        assert_eq!(left, (threads == 1).then_some(all - found), "{threads}");
    }
}
