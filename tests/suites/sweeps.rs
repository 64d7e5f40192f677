//! Sweeps that are larger than memory, and sweeps that are stopped and resumed: the same counts and the same work.

use std::io::BufRead;
use std::num::NonZeroUsize;
use std::sync::Arc;

use combien::Count as Number;
use combien::budget::{Budget, Reason};
use combien::engine::Work;
use combien::engine::frontier::Frontier;
use combien::engine::order::Order;
use combien::problem::Problem;
use combien::solve::{Count, Engine, Outcome, SweepJournal, Sweeping};
use combien_tests::corpus;
use combien_tests::streams::Streams;
use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};

/// Instances with larger sweeps are left out: a few seconds for all.
const MOST_STATES: u64 = 1 << 17;

fn budget(memory: u64, threads: usize) -> Budget {
    Budget { memory: Some(memory), threads: NonZeroUsize::new(threads), ..Budget::UNLIMITED }
}

/// The count and the work of a sweep in memory, and the memory that it takes; `None` if there are too many states.
fn in_memory(problem: &Problem) -> Option<(Number, Work, u64)> {
    let budget = Budget { nodes: Some(MOST_STATES), ..budget(1 << 30, 1) };
    let report = Count::of(problem).by(Engine::Frontier).budget(budget.clone()).run().ok()?;
    let Outcome::Answer(count) = report.outcome else { return None };
    let mut sweep = Frontier::new(problem, &Order::best(problem), &budget).unwrap();
    sweep.run(u64::MAX);
    assert_eq!(sweep.work(), report.work);
    Some((count, report.work, sweep.peak_bytes() as u64))
}

/// With a tenth of the memory, and with next to none.
#[test]
fn the_corpus_is_counted_on_disk_as_in_memory() {
    let (mut counted, mut spilled) = (0, 0);
    for instance in corpus::instances() {
        let problem = instance.read().unwrap().problem;
        let Some((count, work, memory)) = in_memory(&problem) else { continue };
        assert_eq!(Some(&count), instance.count.as_ref(), "{}", instance.file);
        for (part, threads) in [(10, 2), (200, 1)] {
            let streams = Arc::new(Streams::default());
            let sweeping = Sweeping { scratch: Some(streams.clone()), disk: u64::MAX, ..Sweeping::default() };
            // The first layer must fit.
            let budget = budget((memory / part).max(2000), threads);
            let report = Count::of(&problem).budget(budget).sweeping(sweeping).run().unwrap();
            assert_eq!(report.outcome, Outcome::Answer(count.clone()), "{}", instance.file);
            assert_eq!(report.work, work, "{}", instance.file);
            assert!(streams.is_empty(), "{} leaves streams behind", instance.file);
            spilled += usize::from(report.why.contains("on disk"));
        }
        counted += 1;
    }
    assert!(counted >= 100 && spilled >= counted, "{counted} instances, {spilled} times on disk");
}

/// The number of dominoes on 16 by 16 cells comes from the formula of Kasteleyn; the engine `pfaffian` knows it too.
#[test]
fn dominoes_on_disk_are_as_many_as_by_the_pfaffian() {
    let instance = corpus::instance("bench/domino16x16.dlx");
    let problem = instance.read().unwrap().problem;
    let expected = Count::of(&problem).by(Engine::Pfaffian).run().unwrap().answer().unwrap();
    assert_eq!(Some(&expected), instance.count.as_ref());
    for threads in [1, 2] {
        let scratch = Some(Arc::new(Streams::default()) as _);
        let sweeping = Sweeping { scratch, disk: 1 << 30, ..Sweeping::default() };
        let report = Count::of(&problem).budget(budget(200_000, threads)).sweeping(sweeping).run().unwrap();
        assert_eq!(report.outcome, Outcome::Answer(expected.clone()));
        // As many as in docs/notes/counting.md.
        assert_eq!(report.work.nodes, 362_598);
        assert!(report.why.contains("on disk"), "{}", report.why);
    }
}

#[test]
fn the_limit_on_scratch_space_stops_the_sweep() {
    let problem = corpus::instance("bench/domino12x12.dlx").read().unwrap().problem;
    let scratch = Some(Arc::new(Streams::default()) as _);
    let sweeping = Sweeping { scratch, disk: 5000, ..Sweeping::default() };
    let report = Count::of(&problem).budget(budget(20_000, 1)).sweeping(sweeping).run().unwrap();
    let reason = Reason::Disk(5000);
    assert_eq!(report.outcome, Outcome::Stopped { certain: Number::ZERO, reason });
    assert_eq!(reason.to_string(), "stopped at the limit of 5000 bytes of scratch space");
}

/// Keeps the last state; is due at random.
struct Last {
    bytes: Vec<u8>,
    random: TestRng,
}

impl SweepJournal for Last {
    fn is_due(&mut self) -> bool {
        self.random.next_u32().is_multiple_of(2)
    }

    fn keep(&mut self, sweep: &Frontier) {
        self.bytes.clear();
        sweep.save(&mut self.bytes).unwrap();
    }
}

/// Stopped at random states, in memory and on disk, and resumed with another number of threads and another limit on memory.
#[test]
fn a_sweep_that_is_stopped_at_random_does_the_same() {
    let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut last = Last { bytes: vec![], random };
    let mut stops = 0;
    for instance in corpus::instances() {
        let problem = instance.read().unwrap().problem;
        let Some((count, work, memory)) = in_memory(&problem) else { continue };
        last.bytes.clear();
        let report = loop {
            let before = std::mem::take(&mut last.bytes);
            let threads = 1 + last.random.next_u32() as usize % 2;
            let part = 1 + u64::from(last.random.next_u32() % 40);
            let nodes = Some(1 + u64::from(last.random.next_u32()) % work.nodes.max(1));
            let budget = Budget { nodes, ..budget((2 * memory / part).max(2000), threads) };
            let sweeping = Sweeping {
                scratch: Some(Arc::new(Streams::default()) as _),
                disk: u64::MAX,
                resume: (!before.is_empty()).then(|| Box::new(&before[..]) as Box<dyn BufRead + Send>),
                journal: Some(Box::new(&mut last)),
                expect: None,
            };
            let report = Count::of(&problem).budget(budget).sweeping(sweeping).run().unwrap();
            match report.outcome.reason() {
                None => break report,
                Some(Reason::Nodes(limit)) => assert_eq!(Some(limit), nodes, "{}", instance.file),
                Some(reason) => panic!("{}: {reason}", instance.file),
            }
            stops += 1;
        };
        assert_eq!((report.outcome, report.work), (Outcome::Answer(count), work), "{}", instance.file);
    }
    assert!(stops > 100, "{stops}");
}
