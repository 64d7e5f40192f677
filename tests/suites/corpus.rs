//! Every engine against the corpus, whose counts come from elsewhere.

use std::collections::BTreeSet;
use std::thread;

use combien::Count;
use combien::engine::Pause;
use combien::engine::cells::Cells;
use combien::engine::fast::Fast;
use combien::engine::links::Links;
use combien::engine::naive::Naive;
use combien::reduce::Reduction;
use combien::solve::{self, Budget, Compile, Engine, Enumerate, Error, Outcome};
use combien_tests::corpus::{self, Instance};

/// The work of Knuth's DLX1 is compared if it makes at most this many updates: a few seconds.
const MOST_UPDATES: u64 = 300_000_000;

/// The limit of an engine for one instance, and the number of instances that it must count within it.
///
/// No instance is left out: an engine that cannot count one within its limits must say so, and claim no more
/// solutions than there are; one that takes only problems of a special form may refuse it. The unit of work
/// is the engine's own, so the limits differ: each lets the whole table take some seconds.
struct Allowance {
    engine: Engine,
    budget: Budget,
    /// Fewer answers than this mean that the engine has become slower or the limits too tight.
    at_least: usize,
}

/// One for each engine. An engine that is not named here is new: it must count something.
fn allowances() -> Vec<Allowance> {
    let allow = |engine, nodes, at_least| {
        let budget = Budget { nodes: Some(nodes), memory: Some(256 << 20), ..Budget::UNLIMITED };
        Allowance { engine, budget, at_least }
    };
    let named = [
        allow(Engine::Auto, 1 << 18, 158),
        allow(Engine::Cells, 1 << 17, 126),
        allow(Engine::Links, 1 << 19, 133),
        allow(Engine::Fast, 1 << 18, 131),
        allow(Engine::Frontier, 1 << 18, 144),
        allow(Engine::Memo, 1 << 16, 119),
        allow(Engine::Zdd, 1 << 17, 135),
        allow(Engine::Intersect, 1 << 16, 105),
        allow(Engine::Pfaffian, 1 << 12, 31),
        allow(Engine::Alike, 1 << 6, 81),
        allow(Engine::Sat, 1 << 11, 63),
        allow(Engine::Naive, 1 << 18, 54),
    ];
    let is_named = |engine: &Engine| named.iter().any(|allowance| allowance.engine == *engine);
    let new = Engine::ALL.into_iter().filter(|engine| !is_named(engine));
    let new: Vec<Allowance> = new.map(|engine| allow(engine, 1 << 12, 1)).collect();
    named.into_iter().chain(new).collect()
}

/// Counts an instance by an engine, and compares. Was it counted within the limits?
fn is_counted(question: solve::Count<'_>, allowance: &Allowance, instance: &Instance, way: &str) -> bool {
    let expected = instance.count.as_ref().expect("every instance has a count");
    let place = format!("{}{way}: {}", allowance.engine, instance.file);
    let report = match question.by(allowance.engine).budget(allowance.budget.clone()).run() {
        Err(Error::NotMatching { engine, .. }) if engine.profile().is_special => return false,
        report => report.unwrap_or_else(|error| panic!("{place}: {error}")),
    };
    match report.outcome {
        Outcome::Answer(count) => assert_eq!(count, *expected, "{place}"),
        Outcome::Stopped { certain, .. } => {
            assert!(certain <= *expected, "{place} claims {certain} of {expected}");
            return false;
        }
    }
    true
}

/// Every engine, on every instance that it can take, as it is and, if that makes it smaller, reduced.
#[test]
fn engines_count_what_the_sources_say() {
    let allowances = allowances();
    assert_eq!(allowances.len(), Engine::ALL.len(), "every engine is run, once");
    let instances = corpus::instances();
    let count_by = |allowance: &Allowance| {
        let engine = allowance.engine;
        let able = || instances.iter().filter(|instance| engine.keeps_bounds() || instance.kind != "MCC");
        let answered = able().filter(|instance| {
            let problem = instance.read().unwrap().problem;
            let reduction = Reduction::new(&problem, Reduction::BUDGET);
            let removed = reduction.removed();
            let is_smaller = removed.options() + removed.items() > 0 || reduction.components().len() > 1;
            let reduced = || is_counted(solve::Count::reduced(&reduction), allowance, instance, ", reduced");
            // What cannot be reduced would only be counted twice.
            is_counted(solve::Count::of(&problem), allowance, instance, "") && (!is_smaller || reduced())
        });
        let answered = answered.count();
        println!("{engine}: {answered} of {} instances", able().count());
        assert!(answered >= allowance.at_least, "{engine}: only {answered} instances were counted");
    };
    thread::scope(|scope| {
        for allowance in &allowances {
            scope.spawn(|| count_by(allowance));
        }
    });
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
        // The engine itself: a question cuts long searches into branches, and to begin one takes updates of
        // its own.
        let mut search = Links::new(&problem).unwrap();
        while search.run(u64::MAX) == Pause::Solution {}
        let work = search.work();
        assert_eq!((work.nodes, work.updates), (nodes, updates), "{name}");
        run += 1;
    }
    assert!(run >= 25, "only {run} rows were run");
}

/// Dancing cells take at once what is forced, and so need far fewer nodes than the reference engine where
/// much is; `fast` begins with them where masks would be too wide, and needs as many.
#[test]
fn what_is_forced_is_no_node_of_dancing_cells() {
    for (name, factor) in [("hard/s16_140.dlx", 5), ("hard/t_600_6.dlx", 3)] {
        let instance = corpus::instance(name);
        let problem = instance.read().unwrap().problem;
        let mut links = Links::new(&problem).unwrap();
        while links.run(u64::MAX) == Pause::Solution {}
        let mut cells = Cells::new(&problem).unwrap();
        let mut found = 0_u64;
        while cells.run(u64::MAX) == Pause::Solution {
            found += 1;
        }
        assert_eq!(Some(Count::from(found)), instance.count, "{name}");
        assert!(factor * cells.work().nodes < links.work().nodes, "{name}: {:?}", cells.work());
        let mut fast = Fast::new(&problem).unwrap();
        fast.count(u64::MAX);
        assert_eq!(fast.work().nodes, cells.work().nodes, "{name}");
    }
}

/// The nodes of `naive` are all sets of options that agree: partial matchings, partial partitions, partial
/// permutations.
#[test]
fn naive_walks_over_what_the_encyclopedia_counts() {
    for (file, nodes) in [
        // Involutions of 12 (OEIS A000085).
        ("bench/matching12", 140_152),
        // A partition of a part of a set is one of the set and one element more: Bell's number of 10
        // (A000110).
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

/// Engines that cannot keep to bounds say so.
#[test]
fn instances_with_bounds_are_refused_and_not_misread() {
    for instance in corpus::instances().iter().filter(|instance| instance.kind == "MCC") {
        let problem = instance.read().unwrap().problem;
        assert!(problem.has_bounds(), "{}", instance.file);
        for engine in Engine::ALL.into_iter().filter(|engine| !engine.keeps_bounds()) {
            let refused = Error::Bounds { engine };
            assert_eq!(solve::Count::of(&problem).by(engine).run().unwrap_err(), refused);
            assert_eq!(Enumerate::of(&problem).by(engine).first().unwrap_err(), refused);
            assert_eq!(Compile::of(&problem).by(engine).run().unwrap_err(), refused);
        }
    }
}

#[test]
fn all_solutions_of_small_instances_are_different() {
    for instance in corpus::instances()
        .into_iter()
        .filter(|instance| instance.kind != "MCC" && instance.has_at_most(20_000))
    {
        let problem = instance.read().unwrap().problem;
        let found: Vec<_> = solve::each(&problem).unwrap().collect();
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
    for folder in ["bench", "closed-form", "found", "hard"] {
        for entry in std::fs::read_dir(corpus::folder().join(folder)).unwrap() {
            let file = format!("{folder}/{}", entry.unwrap().file_name().display());
            assert!(listed.contains(&file), "{file} is not in oracles.tsv");
        }
    }
}
