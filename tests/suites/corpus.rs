//! Every engine against the corpus, whose counts come from elsewhere.

use std::collections::BTreeSet;

use combien::Count;
use combien::problem::dlx::{FaultKind, ReadError};
use combien::solve::{Engine, Outcome, Query};
use combien_tests::corpus::{self, Instance};

/// Enumeration takes an instance with at most so many solutions.
const MOST_SOLUTIONS: u64 = 2_000_000;

/// The work of Knuth's DLX1 is compared where it makes at most so many updates: a few seconds.
const MOST_UPDATES: u64 = 300_000_000;

/// Instances with few solutions and a search that is too long for a test.
const TOO_LONG: [&str; 4] =
    ["bench/pent10x6.dlx", "bench/pent12x5.dlx", "bench/pent3d_2x5x6.dlx", "bench/pent3d_3x4x5.dlx"];

fn enumerable() -> impl Iterator<Item = Instance> {
    let suits = |instance: &Instance| {
        instance.kind != "MCC"
            && instance.has_at_most(MOST_SOLUTIONS)
            && !TOO_LONG.contains(&instance.file.as_str())
    };
    corpus::instances().into_iter().filter(suits)
}

#[test]
fn every_engine_counts_what_the_sources_say() {
    let mut run = 0;
    for engine in Engine::ALL {
        for instance in enumerable() {
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
    }
    assert!(run >= 100 * Engine::ALL.len(), "only {run} instances were run");
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
        let report = Query::new(&problem).engine(Engine::Links).count().unwrap();
        assert_eq!((report.work.nodes, report.work.updates), (nodes, updates), "{name}");
        run += 1;
    }
    assert!(run >= 25, "only {run} rows were run");
}

/// Multiplicities are not available yet. When they are, this list must go.
#[test]
fn instances_with_multiplicities_are_refused_and_not_misread() {
    for instance in corpus::instances().iter().filter(|instance| instance.kind == "MCC") {
        let Err(ReadError::Faults(faults)) = instance.read() else {
            panic!("{} was read", instance.file);
        };
        assert_eq!(faults[0].kind, FaultKind::Bounds, "{}", instance.file);
    }
}

#[test]
fn all_solutions_of_small_instances_are_different() {
    for instance in enumerable().filter(|instance| instance.has_at_most(20_000)) {
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
    for folder in ["bench", "closed-form"] {
        for entry in std::fs::read_dir(corpus::folder().join(folder)).unwrap() {
            let file = format!("{folder}/{}", entry.unwrap().file_name().display());
            assert!(listed.contains(&file), "{file} is not in oracles.tsv");
        }
    }
}
