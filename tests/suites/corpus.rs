//! Every engine against the corpus, whose counts come from elsewhere.

use std::collections::BTreeSet;

use combien::Count;
use combien::engine::links::{Links, Pause};
use combien::engine::naive::Naive;
use combien::reduce::Reduction;
use combien::solve::{Engine, Error, Outcome, Query};
use combien_tests::corpus::{self, Instance};

/// Enumeration takes an instance with at most so many solutions.
const MOST_SOLUTIONS: u64 = 2_000_000;

/// The work of Knuth's DLX1 is compared where it makes at most so many updates: a few seconds.
const MOST_UPDATES: u64 = 300_000_000;

/// What is too long for a test, engine by engine; `auto` stands for all engines that it may choose. The engines that
/// only count, and the diagrams, are run by themselves in the library's own tests.
fn is_too_long(engine: Engine, instance: &Instance) -> bool {
    let names: &[&str] = match engine {
        // Enumeration takes minutes, or is beyond reach.
        Engine::Links => &["pent10x6", "pent12x5", "pent3d_2x5x6", "pent3d_3x4x5"],
        Engine::Fast => &["pent3d_3x4x5"],
        // The count is known from a publication only (latin7, sts13), or takes more than some seconds.
        Engine::Auto => &["latin6", "latin7", "sts13", "queens15", "pent3d_3x4x5"],
        // The diagrams on the way are as large as the paper says.
        Engine::Intersect => &[
            "pent",
            "scott",
            "soma",
            "tetro",
            "queens1",
            "langford1",
            "domino",
            "latin5",
            "latin6",
            "latin7",
            "sts",
            "sudoku",
            "camel_big",
            "modotri",
            "lozenge5",
            "hypercube6",
            "dom5x8",
            "dom6x7",
            "dom7x8",
            "dom8x10",
            "Ltrom5x9",
            "dimer444",
            "torq11",
            "torq13",
            "hardsq5",
            "binmat6",
        ],
        Engine::Frontier | Engine::Memo | Engine::Zdd => &[""],
        // To be sure that there are no more solutions takes minutes.
        Engine::Sat => &["pent", "scott"],
        // It walks over all sets of options that agree: here these are more than two million.
        Engine::Naive => &[
            "camel",
            "bench/domino",
            "langford1",
            "latin4",
            "latin5",
            "latin6",
            "latin7",
            "matching16",
            "modotri",
            "pent",
            "queens1",
            "scott",
            "setpart",
            "soma",
            "sts9",
            "sts13",
            "sudoku",
            "tetro7",
            "tetro8x4",
            "tetro8x5",
            "Ltrom4x9",
            "Ltrom5",
            "Ltrom6",
            "aztec4",
            "aztec5",
            "aztec6",
            "binmat5",
            "binmat6",
            "derange9",
            "dimer444",
            "dom4",
            "dom5",
            "dom6",
            "dom7",
            "dom8",
            "hardsq5",
            "hypercube5",
            "hypercube6",
            "lozenge3",
            "lozenge4",
            "lozenge5",
            "perm9",
            "shidoku",
            "torq11",
            "torq13",
            "transv11",
        ],
    };
    names.iter().any(|name| instance.file.contains(name))
        // Each solution is a clause more.
        || (engine == Engine::Sat && !instance.has_at_most(2_000))
        || (matches!(engine, Engine::Links | Engine::Fast) && !instance.has_at_most(MOST_SOLUTIONS))
}

fn suits(engine: Engine) -> impl Iterator<Item = Instance> {
    let instances = corpus::instances().into_iter();
    let able = instances.filter(move |instance| engine.keeps_bounds() || instance.kind != "MCC");
    able.filter(move |instance| !is_too_long(engine, instance))
}

#[test]
fn engines_count_what_the_sources_say() {
    for (engine, at_least) in [
        (Engine::Links, 100),
        (Engine::Fast, 100),
        (Engine::Auto, 120),
        (Engine::Intersect, 60),
        (Engine::Sat, 60),
        (Engine::Naive, 50),
    ] {
        let mut run = 0;
        for instance in suits(engine) {
            let problem = instance.read().unwrap().problem;
            let outcome = Query::new(&problem).engine(engine).count().unwrap().outcome;
            assert_eq!(
                Some(outcome),
                instance.count.clone().map(Outcome::Answer),
                "{engine}: {}",
                instance.file
            );
            run += 1;
        }
        assert!(run >= at_least, "{engine}: only {run} instances were run");
    }
}

/// The reference engine makes the same search as Knuth's DLX1, node for node and update for update.
#[test]
fn links_works_as_much_as_knuths_dlx1() {
    let mut run = 0;
    for row in corpus::table("knuth.tsv") {
        let [name, nodes, updates] = &row[..] else { panic!("a row of knuth.tsv is not of three columns") };
        let (nodes, updates): (u64, u64) = (nodes.parse().unwrap(), updates.parse().unwrap());
        if updates > MOST_UPDATES {
            continue;
        }
        let instance = corpus::instance(&format!("bench/{name}.dlx"));
        let problem = instance.read().unwrap().problem;
        // The engine itself: a question cuts long searches into branches, and to begin one takes updates of its own.
        let mut search = Links::new(&problem).unwrap();
        while search.run(u64::MAX) == Pause::Solution {}
        let work = search.work();
        assert_eq!((work.nodes, work.updates), (nodes, updates), "{name}");
        run += 1;
    }
    assert!(run >= 25, "only {run} rows were run");
}

/// The nodes of `naive` are all sets of options that agree: partial matchings, partial partitions, partial permutations.
#[test]
fn naive_walks_over_what_the_encyclopedia_counts() {
    for (file, nodes) in [
        // Involutions of 12 (OEIS A000085).
        ("bench/matching12", 140_152),
        // A partition of a part of a set is one of the set and one element more: Bell's number of 10 (A000110).
        ("closed-form/bell9", 115_975),
        // Partial permutations of 6 and of 8 (A002720).
        ("closed-form/perm6", 13_327),
        ("closed-form/perm8", 1_441_729),
    ] {
        let problem = corpus::instance(&format!("{file}.dlx")).read().unwrap().problem;
        let mut search = Naive::new(&problem).unwrap();
        while search.run(u64::MAX) == Pause::Solution {}
        assert_eq!(search.work().nodes, nodes, "{file}");
    }
}

/// Multiplicities, by each engine that keeps to them.
#[test]
fn instances_with_bounds_have_their_counts() {
    let instances = corpus::instances().into_iter().filter(|instance| instance.kind == "MCC");
    let mut run = 0;
    for instance in instances {
        let problem = instance.read().unwrap().problem;
        let reduction = Reduction::new(&problem, Reduction::BUDGET);
        let able = Engine::ALL.into_iter().filter(|engine| engine.keeps_bounds());
        for engine in able.filter(|&engine| !is_too_long(engine, &instance)) {
            let expected = instance.count.clone().map(Outcome::Answer);
            let outcome = Query::new(&problem).engine(engine).count().unwrap().outcome;
            assert_eq!(Some(outcome), expected, "{engine}: {}", instance.file);
            let outcome = Query::reduced(&reduction).engine(engine).count().unwrap().outcome;
            assert_eq!(Some(outcome), expected, "{engine}, reduced: {}", instance.file);
        }
        run += 1;
    }
    assert!(run >= 29, "only {run} instances were run");
}

/// Engines that cannot keep to bounds say so.
#[test]
fn instances_with_bounds_are_refused_and_not_misread() {
    for instance in corpus::instances().iter().filter(|instance| instance.kind == "MCC") {
        let problem = instance.read().unwrap().problem;
        assert!(problem.has_bounds(), "{}", instance.file);
        for engine in Engine::ALL.into_iter().filter(|engine| !engine.keeps_bounds()) {
            let refused = Error::Bounds { engine };
            assert_eq!(Query::new(&problem).engine(engine).count().unwrap_err(), refused);
            assert_eq!(Query::new(&problem).engine(engine).first().unwrap_err(), refused);
            assert_eq!(Query::new(&problem).engine(engine).diagram().unwrap_err(), refused);
        }
    }
}

#[test]
fn all_solutions_of_small_instances_are_different() {
    for instance in suits(Engine::Links).filter(|instance| instance.has_at_most(20_000)) {
        let problem = instance.read().unwrap().problem;
        let found: Vec<_> = combien::solve::each(&problem).unwrap().collect();
        let distinct: BTreeSet<_> = found.iter().collect();
        assert_eq!(Some(Count::from(distinct.len() as u64)), instance.count, "{}", instance.file);
    }
}

#[test]
fn the_table_and_the_files_are_the_same() {
    let mut listed: BTreeSet<String> = BTreeSet::new();
    for instance in corpus::instances() {
        assert!(corpus::folder().join(&instance.file).is_file(), "{} is missing", instance.file);
        listed.insert(instance.file);
    }
    for folder in ["bench", "closed-form", "found"] {
        for entry in std::fs::read_dir(corpus::folder().join(folder)).unwrap() {
            let file = format!("{folder}/{}", entry.unwrap().file_name().display());
            assert!(listed.contains(&file), "{file} is not in oracles.tsv");
        }
    }
}
