//! The engines that count, against every count of the corpus that has a source, against each other, and against all
//! sets of options of small random problems.

use std::path::PathBuf;

use combien::engine::frontier::{self, Frontier};
use combien::engine::order::Order;
use combien::problem::{Builder, Entry, Kind, Problem, dlx};
use combien::{Count, solve};
use proptest::prelude::*;

const MEMORY: usize = 1 << 28;

fn by_frontier(problem: &Problem, order: &Order) -> Count {
    let mut sweep = Frontier::new(problem, order, MEMORY).unwrap();
    assert_eq!(sweep.run(u64::MAX), frontier::Pause::End);
    sweep.count().unwrap()
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

#[test]
fn the_frontier_agrees_with_the_corpus() {
    // Beyond a test's time: too many states, whatever the order.
    let too_much =
        ["queens14", "queens15", "latin6", "latin7", "sts13", "pent", "scott", "sudoku", "domino20x20"];
    for (name, problem, count) in corpus() {
        if !too_much.iter().any(|much| name.contains(much)) {
            assert_eq!(by_frontier(&problem, &Order::best(&problem)), count, "{name}");
        }
    }
}

/// How many sets of options cover, by trying them all: shares nothing with the engines.
fn by_brute_force(problem: &Problem) -> u64 {
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
    (0..1u32 << options.len()).filter(covers).count() as u64
}

/// Problems with up to 7 items, 3 of them perhaps secondary, up to 12 options, and up to 3 colors.
fn small_problems() -> impl Strategy<Value = Problem> {
    let entry = prop::option::weighted(0.35, 0u8..4);
    let option = prop::collection::vec(entry, 7);
    (1usize..=4, 0usize..=3, prop::collection::vec(option, 0..12)).prop_map(
        |(primary, secondary, options)| {
            let mut builder = Builder::new();
            let primaries: Vec<_> =
                (0..primary).map(|item| builder.primary(&format!("p{item}")).unwrap()).collect();
            let secondaries: Vec<_> =
                (0..secondary).map(|item| builder.secondary(&format!("s{item}")).unwrap()).collect();
            let colors = ["red", "green", "blue"].map(|color| builder.color(color));
            for option in options {
                let plain = primaries
                    .iter()
                    .zip(&option)
                    .filter_map(|(&item, entry)| Some(Entry::from((*entry).map(|_| item)?)));
                let colored = secondaries.iter().zip(&option[4..]).filter_map(|(&item, entry)| {
                    (*entry).map(|color| {
                        colors.get(color as usize).map_or(item.into(), |&color| item.colored(color))
                    })
                });
                builder.option(plain.chain(colored)).unwrap();
            }
            builder.build()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn all_agree_with_brute_force(problem in small_problems(), shuffle: prop::sample::Index) {
        let count = Count::from(by_brute_force(&problem));
        prop_assert_eq!(&solve::count(&problem).unwrap(), &count);
        prop_assert_eq!(&by_frontier(&problem, &Order::best(&problem)), &count);
        let mut items: Vec<_> = problem.primary_items().collect();
        let middle = shuffle.index(items.len());
        items.rotate_left(middle);
        let order = Order::given(&problem, items).unwrap();
        prop_assert_eq!(&by_frontier(&problem, &order), &count);
    }
}
