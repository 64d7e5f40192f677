//! The engines that store what they have counted: against the corpus, against each other, and against all sets of
//! options of small random problems.

use std::path::PathBuf;
use std::sync::Arc;

use combien::budget::Budget;
use combien::check::check;
use combien::engine::frontier::Frontier;
use combien::engine::frontier::diagram::Diagram;
use combien::engine::memo;
use combien::engine::order::Order;
use combien::engine::{Compiled, Compiling, Pause};
use combien::problem::{Builder, Entry, Kind, Problem, dlx};
use combien::products;
use combien::zdd::{Family, Store};
use combien::{Count, Solution, solve};
use proptest::prelude::*;

const MEMORY: u64 = 1 << 28;

fn by_frontier(problem: &Problem, order: &Order) -> Count {
    let mut sweep = Frontier::new(problem, order, &Budget::of_memory(MEMORY)).unwrap();
    assert_eq!(sweep.run(u64::MAX), Pause::End);
    sweep.count().unwrap()
}

fn by_memo(problem: &Problem, order: &Order, memory: u64) -> Count {
    let mut search = memo::counting(problem, order, &Budget::of_memory(memory)).unwrap();
    assert_eq!(search.run(u64::MAX), Pause::End);
    search.count().unwrap()
}

/// The family of all solutions, with the options that its variables stand for.
fn as_diagram(problem: &Problem, order: &Order) -> (Store, Family, Diagram) {
    let mut store = Store::new();
    let mut construction = Diagram::new(problem, order, &Budget::of_memory(MEMORY)).unwrap();
    assert_eq!(construction.run(u64::MAX, &mut store), Pause::End);
    (store, construction.family().unwrap(), construction)
}

/// The instances of the corpus without bounds, with their sourced counts.
fn corpus() -> Vec<(String, Problem, Count)> {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "..", "tests", "corpus"].iter().collect();
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let oracles = read("oracles.tsv");
    let rows = oracles.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>());
    rows.filter(|row| row[1] != "MCC")
        .map(|row| {
            let problem = dlx::parse(row[0], &read(row[0])).unwrap().problem;
            (row[0].to_owned(), problem, row[2].parse().unwrap())
        })
        .collect()
}

/// The nodes for n queens in the order of the files are those that the paper of `combine` gives.
#[test]
fn diagrams_of_queens_are_as_large_as_in_the_paper() {
    let queens = |name: &str| {
        ["queens8", "queens9", "queens10", "queens11"].iter().any(|q| name.ends_with(&format!("{q}.dlx")))
    };
    let problems = corpus().into_iter().filter(|(name, ..)| queens(name));
    let sizes = problems.map(|(_, problem, _)| {
        let (store, family, _) = as_diagram(&problem, &Order::input(&problem));
        assert_eq!(store.size(family), store.node_count(), "every node is used");
        store.size(family)
    });
    assert_eq!(sizes.collect::<Vec<_>>(), [373, 1309, 3120, 10503]);
}

/// A recording of all solutions, paused often; `None` if it takes more nodes than these.
fn record_within(problem: &Problem, order: &Order, pause: u64, most: u64) -> Option<Arc<products::Diagram>> {
    let mut recording = memo::recording(problem, order, &Budget::of_memory(MEMORY)).unwrap();
    let mut nodes = 0;
    while recording.run(nodes) == Pause::Bound && nodes < most {
        nodes += pause;
    }
    recorded(recording)
}

fn record(problem: &Problem, order: &Order, pause: u64) -> Arc<products::Diagram> {
    record_within(problem, order, pause, u64::MAX).unwrap()
}

fn recorded(recording: Box<dyn Compiling>) -> Option<Arc<products::Diagram>> {
    let Compiled::Products(diagram) = recording.finish()? else { panic!("there are no products") };
    Some(diagram)
}

/// As a set; each must be there once.
fn sorted(solutions: impl Iterator<Item = Solution>) -> Vec<Solution> {
    let mut solutions: Vec<Solution> = solutions.collect();
    solutions.sort();
    assert!(solutions.is_sorted_by(|a, b| a < b), "a solution is there twice");
    solutions
}

/// No instance is left out by its name: a recording that takes more nodes than this is stopped. That the other engines
/// agree with the corpus is tested for all engines at once, in the suites.
const MOST_NODES: u64 = 1 << 16;

#[test]
fn a_recording_has_the_solutions_of_the_corpus() {
    let few = Count::from(20_000u64);
    let mut recorded = 0;
    for (name, problem, count) in corpus().into_iter().filter(|(.., count)| *count < few) {
        let Some(diagram) = record_within(&problem, &Order::best(&problem), 1000, MOST_NODES) else {
            continue;
        };
        assert_eq!(diagram.count(), count, "{name}");
        assert_eq!(sorted(diagram.solutions()), sorted(solve::each(&problem).unwrap()), "{name}");
        recorded += 1;
    }
    assert!(recorded >= 90, "only {recorded} instances were recorded");
}

/// Far too many solutions to list: the count is right, and the solutions drawn pass the checker.
#[test]
fn a_recording_counts_and_draws_at_any_size() {
    for wanted in ["domino10x10", "dimer444", "langford11"] {
        let (name, problem, count) = corpus().into_iter().find(|(name, ..)| name.contains(wanted)).unwrap();
        let diagram = record(&problem, &Order::best(&problem), u64::MAX);
        assert_eq!(diagram.count(), count, "{name}");
        for drawn in diagram.samples(1).take(20) {
            assert_eq!(check(&problem, drawn.options()), Ok(()), "{name}");
        }
    }
}

/// Three parts, with `c` forced from the start: each way to solve one goes with each way to solve the others.
#[test]
fn parts_combine_freely() {
    let text = "a b c d e f g\na b\na\nb\nc\nd e f\nd e\nf\nd\ne f\ng\ng\n";
    let problem = dlx::parse("parts", text).unwrap().problem;
    let diagram = record(&problem, &Order::best(&problem), 1);
    assert_eq!((diagram.count(), diagram.products()), (Count::from(12u64), 1));
    let mut expected = vec![];
    for ab in [&[1][..], &[2, 3]] {
        for def in [&[5][..], &[6, 7], &[8, 9]] {
            expected.extend([10, 11].map(|g| [ab, &[4], def, &[g]].concat()));
        }
    }
    let solutions = sorted(diagram.solutions()).into_iter();
    let numbers = solutions.map(|solution| solution.options().iter().map(|option| option.number()).collect());
    assert_eq!(numbers.collect::<Vec<Vec<_>>>(), expected);
}

/// Many parts: no function recurses from one part to the next.
#[test]
fn many_parts_are_counted_drawn_and_listed() {
    const PARTS: usize = 1000;
    let names: Vec<String> = (0..PARTS).map(|part| part.to_string()).collect();
    let options: Vec<String> = names.iter().map(|name| format!("{name}\n{name}\n")).collect();
    let problem = dlx::parse("many", &format!("{}\n{}", names.join(" "), options.concat())).unwrap().problem;
    let diagram = record(&problem, &Order::best(&problem), u64::MAX);
    let count = (0..PARTS).fold(Count::ONE, |count, _| count * Count::from(2u64));
    assert_eq!((diagram.count(), diagram.size()), (count, PARTS + 1));
    assert_eq!(sorted(diagram.solutions().take(100)).len(), 100);
    assert_eq!(sorted(diagram.samples(3).take(100)).len(), 100);
    for solution in diagram.solutions().take(3).chain(diagram.samples(3).take(3)) {
        assert_eq!(check(&problem, solution.options()), Ok(()));
    }
}

/// Chi-square with 13 degrees of freedom: beyond 34.5 in one of a thousand fair samples. A branch has one
/// solution or many, and there are two parts.
#[test]
fn draws_are_uniform() {
    let text = "a b c d e\na b c\na\na b\na c\nb\nc\nb c\nb\nd e\nd\ne\n";
    let problem = dlx::parse("lopsided", text).unwrap().problem;
    let diagram = record(&problem, &Order::best(&problem), u64::MAX);
    let solutions: Vec<Solution> = diagram.solutions().collect();
    assert_eq!((solutions.len(), diagram.products()), (14, 1));
    let mut drawn = vec![0; solutions.len()];
    for sample in diagram.samples(2026).take(14_000) {
        drawn[solutions.iter().position(|solution| *solution == sample).unwrap()] += 1;
    }
    let chi_square: f64 = drawn.iter().map(|&times| f64::from(times - 1000).powi(2) / 1000.0).sum();
    assert!(chi_square < 34.5, "{chi_square}: {drawn:?}");
}

#[test]
fn a_recording_without_memory_stops_and_has_no_diagram() {
    let (_, problem, count) = corpus().into_iter().find(|(name, ..)| name.contains("queens8")).unwrap();
    let order = Order::best(&problem);
    let mut enough = 0;
    for memory in (0..24).map(|bits| 1 << bits) {
        let mut recording = memo::recording(&problem, &order, &Budget::of_memory(memory)).unwrap();
        let pause = recording.run(u64::MAX);
        assert_eq!(recording.run(u64::MAX), pause, "it stays paused");
        enough += usize::from(pause == Pause::End);
        match recorded(recording) {
            Some(diagram) => assert_eq!((diagram.count(), pause), (count.clone(), Pause::End)),
            None => assert_eq!((pause, enough), (Pause::Memory, 0), "with {memory} bytes"),
        }
    }
    assert!((1..20).contains(&enough), "{enough}");
}

/// All sets of options that cover, by trying them all: shares nothing with the engines.
fn by_brute_force(problem: &Problem) -> Vec<Solution> {
    let options: Vec<_> = problem.searched_options().collect();
    let covers = |set: &u32| {
        let chosen: Vec<Entry> = (0..options.len())
            .filter(|place| set >> place & 1 == 1)
            .flat_map(|place| problem.option(options[place]).iter().copied())
            .collect();
        problem.items().all(|item| {
            let mut entries = chosen.iter().filter(|entry| entry.item == item);
            match (entries.next(), problem.kind(item)) {
                (None, kind) => kind == Kind::Secondary,
                (Some(first), _) => entries.all(|entry| entry.color.is_some() && entry.color == first.color),
            }
        })
    };
    let solution = |set: u32| {
        (0..options.len()).filter(|place| set >> place & 1 == 1).map(|place| options[place]).collect()
    };
    (0..1u32 << options.len()).filter(covers).map(solution).collect()
}

/// An option of a small problem: for each of 4 primary and 3 secondary items whether it is in it; secondary
/// ones in which of 3 colors, or none.
type Row = Vec<Option<u8>>;

const PRIMARY: usize = 4;
const SECONDARY: usize = 3;

fn rows(at_most: usize) -> impl Strategy<Value = Vec<Row>> {
    let entry = prop::option::weighted(0.35, 0u8..4);
    prop::collection::vec(prop::collection::vec(entry, PRIMARY + SECONDARY), 0..at_most)
}

/// Blocks of rows: each has primary items of its own, and the secondary ones are common to all.
fn in_blocks(blocks: &[Vec<Row>]) -> Problem {
    let mut builder = Builder::new();
    let primary = |block: usize, item: usize| format!("p{block}.{item}");
    for (block, item) in (0..blocks.len()).flat_map(|block| (0..PRIMARY).map(move |item| (block, item))) {
        builder.primary(&primary(block, item)).unwrap();
    }
    for item in 0..SECONDARY {
        builder.secondary(&format!("s{item}")).unwrap();
    }
    let name = |block: usize, item: usize, color: u8| match (item < PRIMARY, color) {
        (true, _) => primary(block, item),
        (false, 0) => format!("s{}", item - PRIMARY),
        (false, color) => format!("s{}:{color}", item - PRIMARY),
    };
    for (block, row) in
        blocks.iter().enumerate().flat_map(|(block, rows)| rows.iter().map(move |row| (block, row)))
    {
        let names = row.iter().enumerate().filter_map(|(item, color)| Some(name(block, item, (*color)?)));
        let names: Vec<String> = names.collect();
        builder.option_by_names(names.iter().map(String::as_str)).unwrap();
    }
    builder.build()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn all_agree_with_brute_force(rows in rows(12), shuffle in 0..PRIMARY) {
        let problem = in_blocks(&[rows]);
        let solutions = sorted(by_brute_force(&problem).into_iter());
        let count = Count::from(solutions.len() as u64);
        prop_assert_eq!(&solve::count(&problem).unwrap(), &count);
        let mut items: Vec<_> = problem.primary_items().collect();
        items.rotate_left(shuffle);
        for order in [Order::best(&problem), Order::given(&problem, items).unwrap()] {
            prop_assert_eq!(&by_frontier(&problem, &order), &count);
            prop_assert_eq!(&by_memo(&problem, &order, MEMORY), &count);
            let diagram = record(&problem, &order, 2);
            prop_assert_eq!(&diagram.count(), &count);
            prop_assert_eq!(&sorted(diagram.solutions()), &solutions);
        }
    }

    /// The family has exactly the solutions as members, however often the construction is paused or its store is full.
    #[test]
    fn diagrams_have_the_solutions_as_members(blocks in prop::collection::vec(rows(10), 1..3), pause in 1u64..10) {
        let problem = in_blocks(&blocks);
        let mut store = Store::with_limit(0);
        let mut construction = Diagram::new(&problem, &Order::best(&problem), &Budget::of_memory(MEMORY)).unwrap();
        let mut states = 0;
        loop {
            match construction.run(states, &mut store) {
                Pause::Bound => states += pause,
                // Its own memory is enough: it is the store that is full.
                Pause::Memory => store.set_limit(store.limit() + 1),
                Pause::Solution | Pause::End => break,
            }
        }
        let members = store.members(construction.family().unwrap());
        let options = |set: Vec<u32>| set.into_iter().map(|var| construction.options()[var as usize]).collect();
        let mut found: Vec<Solution> = members.map(options).collect();
        let mut expected: Vec<Solution> = solve::each(&problem).unwrap().collect();
        found.sort();
        expected.sort();
        prop_assert_eq!(found, expected);
    }

    /// Larger problems, which fall into parts or nearly do; with as much memory as needed, with little, and with
    /// none.
    #[test]
    fn all_agree_on_blocks(blocks in prop::collection::vec(rows(16), 2..5)) {
        let problem = in_blocks(&blocks);
        let count = solve::count(&problem).unwrap();
        let order = Order::best(&problem);
        prop_assert_eq!(&by_frontier(&problem, &order), &count);
        for memory in [MEMORY, 2000, 0] {
            prop_assert_eq!(&by_memo(&problem, &order, memory), &count);
        }
        let diagram = record(&problem, &order, 7);
        prop_assert_eq!(&diagram.count(), &count);
        if count < Count::from(10_000u64) {
            let solutions = sorted(diagram.solutions());
            prop_assert_eq!(&solutions, &sorted(solve::each(&problem).unwrap()));
            let drawn: Vec<_> = diagram.samples(5).take(10).collect();
            prop_assert_eq!(drawn.len(), if count.is_zero() { 0 } else { 10 });
            prop_assert!(drawn.iter().all(|drawn| solutions.binary_search(drawn).is_ok()));
        }
    }
}
