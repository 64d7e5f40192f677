//! Sweeps that are larger than memory, and sweeps that are stopped and resumed: the same counts and the same
//! work. Sweeps over long strips: their work is linear in the length, and their memory is that of some
//! layers.

use std::collections::{BTreeSet, HashMap};
use std::io::BufRead;
use std::num::NonZeroUsize;
use std::sync::Arc;

use combien::Count as Number;
use combien::budget::{Budget, Meter, Progress, Reason};
use combien::engine::Work;
use combien::engine::frontier::Frontier;
use combien::engine::order::{Order, OrderSearch};
use combien::problem::Problem;
use combien::solve::{Count, Engine, Outcome, SweepJournal, Sweeping};
use combien_tests::corpus;
use combien_tests::streams::Streams;
use proptest::prelude::{Rng, RngExt};
use proptest::test_runner::{RngAlgorithm, TestRng};

/// Instances with larger sweeps are left out: a few seconds for all.
const MOST_STATES: u64 = 1 << 17;

fn budget(memory: u64, threads: usize) -> Budget {
    Budget { memory: Some(memory), threads: NonZeroUsize::new(threads), ..Budget::UNLIMITED }
}

/// The count and the work of a sweep in memory, and the memory that it takes; `None` if there are too many
/// states.
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

/// The number of dominoes on 16 by 16 cells comes from the formula of Kasteleyn; the engine `pfaffian` knows
/// it too.
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
        // As many as in notes/counting.md.
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

/// Stopped at random states, in memory and on disk, and resumed with another number of threads and another
/// limit on memory.
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

/// A strip of this many rows, or a ring of them, and pieces to cover it with: their cells, columns first.
struct Strip {
    rows: usize,
    is_ring: bool,
    pieces: Vec<Vec<(usize, usize)>>,
}

impl Strip {
    fn new(rows: usize, is_ring: bool, pieces: &[&str]) -> Strip {
        let cells = |piece: &&str| {
            let columns = piece.split(' ').enumerate();
            let cells =
                columns.flat_map(|(x, column)| column.chars().zip(0..).map(move |(cell, y)| (x, y, cell)));
            cells.filter(|&(.., cell)| cell == 'x').map(|(x, y, _)| (x, y)).collect()
        };
        Strip { rows, is_ring, pieces: pieces.iter().map(cells).collect() }
    }

    /// Straight trominoes and squares.
    fn of_lines(rows: usize) -> Strip {
        Strip::new(rows, false, &["xxx", "x x x", "xx xx"])
    }

    fn of_tetrominoes(rows: usize, is_ring: bool) -> Strip {
        let pieces = [
            "xxxx", "x x x x", "xx xx", "xxx .x.", ".x. xxx", "x xx x", ".x xx .x", "xx .xx", ".xx xx.",
            "x. xx .x", ".x xx x.", "xxx x..", "xxx ..x", "x.. xxx", "..x xxx", "xx x. x.", "xx .x .x",
            "x. x. xx", ".x .x xx",
        ];
        Strip::new(rows, is_ring, &pieces)
    }

    /// A piece with its corner in this row of the first column, if it fits.
    fn placed(&self, piece: &[(usize, usize)], row: usize) -> Option<Vec<(usize, usize)>> {
        let fits = |&(_, y): &(usize, usize)| self.is_ring || row + y < self.rows;
        piece.iter().all(fits).then(|| piece.iter().map(|&(x, y)| (x, (row + y) % self.rows)).collect())
    }

    /// The strips of these lengths, which share nothing. Items and options are in no good order.
    fn problem(&self, lengths: &[usize]) -> Problem {
        let mut random = TestRng::from_seed(RngAlgorithm::XorShift, &[7; 16]);
        let mut shuffle = |number: usize| {
            let mut places: Vec<usize> = (0..number).collect();
            (1..number).for_each(|place| places.swap(place, random.random_range(0..=place)));
            places
        };
        let cells = self.rows * lengths.iter().sum::<usize>();
        let items = shuffle(cells);
        let (mut options, mut before): (Vec<Vec<usize>>, usize) = (vec![], 0);
        for &length in lengths {
            for (piece, row) in
                self.pieces.iter().flat_map(|piece| (0..self.rows).map(move |row| (piece, row)))
            {
                let Some(placed) = self.placed(piece, row) else { continue };
                let width = 1 + piece.iter().map(|&(x, _)| x).max().unwrap();
                let at = |column: usize| {
                    placed.iter().map(|&(x, y)| items[before + (column + x) * self.rows + y]).collect()
                };
                options.extend((0..(length + 1).saturating_sub(width)).map(at));
            }
            before += length * self.rows;
        }
        let options: Vec<Vec<usize>> =
            shuffle(options.len()).into_iter().map(|place| options[place].clone()).collect();
        Problem::from_lists(cells, None, options).unwrap()
    }

    /// The coverings of a strip of this length: column after column, by the cells behind it that are covered.
    fn coverings(&self, length: usize) -> Number {
        let mask = |cells: Vec<(usize, usize)>| cells.iter().map(|&(x, y)| 1u64 << (x * self.rows + y)).sum();
        let places =
            self.pieces.iter().flat_map(|piece| (0..self.rows).filter_map(|row| self.placed(piece, row)));
        let masks: BTreeSet<u64> = places.map(mask).collect();
        let mut ways: HashMap<u64, Vec<u64>> = HashMap::new();
        let mut before = HashMap::from([(0, Number::from(1u64))]);
        for _ in 0..length {
            let mut after: HashMap<u64, Number> = HashMap::new();
            for (covered, number) in before {
                for &next in ways.entry(covered).or_insert_with(|| self.columns(covered, &masks)).iter() {
                    *after.entry(next).or_insert(Number::ZERO) += &number;
                }
            }
            before = after;
        }
        before.remove(&0).unwrap_or(Number::ZERO)
    }

    /// What is covered behind a column for each way to cover the rest of it.
    fn columns(&self, covered: u64, masks: &BTreeSet<u64>) -> Vec<u64> {
        let first = covered.trailing_ones();
        if first as usize >= self.rows {
            return vec![covered >> self.rows];
        }
        let fits = |&&mask: &&u64| mask >> first & 1 == 1 && mask & covered == 0;
        masks.iter().filter(fits).flat_map(|mask| self.columns(covered | mask, masks)).collect()
    }
}

fn strips() -> Vec<Strip> {
    let dominoes = |rows, is_ring| Strip::new(rows, is_ring, &["xx", "x x"]);
    let tetrominoes = [Strip::of_tetrominoes(4, false), Strip::of_tetrominoes(5, true)];
    let dominoes = [dominoes(2, false), dominoes(9, false), dominoes(8, true)];
    tetrominoes.into_iter().chain(dominoes).chain([Strip::of_lines(6)]).collect()
}

/// Column after column, what is covered are cells behind it that a piece can reach.
#[test]
fn the_order_of_a_strip_does_not_depend_on_its_length() {
    for strip in strips() {
        let reach = strip.pieces.iter().flatten().map(|&(x, _)| x).max().unwrap();
        let mut last = None;
        for length in [60, 240, 960] {
            let problem = strip.problem(&[length]);
            let mut search = OrderSearch::new(&problem);
            search.run(u64::MAX);
            let (work, order) = (search.work(), search.finish());
            assert!(order.cost().width as usize <= strip.rows * reach, "{order}");
            if let Some((states, before)) = last.replace((order.cost().states, work)) {
                assert!(2 * order.cost().states < 9 * states, "{order}, {states} for a fourth of the length");
                assert!(work < 6 * before, "{work} for {order}, {before} for a fourth of the length");
            }
        }
    }
}

/// Each of them has an order of its own.
#[test]
fn strips_that_share_nothing_are_swept_one_by_one() {
    for strip in strips() {
        let [one, short] = [60, 4].map(|length| Order::best(&strip.problem(&[length])).cost().states);
        let order = Order::best(&strip.problem(&[&[60; 12][..], &[4; 12]].concat()));
        assert!(order.cost().states < 13 * (one + short), "{order}: {one} and {short} for one of them");
    }
}

/// The work of all engines together.
#[derive(Default)]
struct Total(u64);

impl Meter for Total {
    fn tick(&mut self, progress: Progress) {
        self.0 = progress.nodes;
    }
}

/// What grows with the length is the number of ways in each state, and nothing else.
#[test]
fn long_strips_are_counted_by_default_in_the_memory_of_some_layers() {
    for (strip, length) in [(Strip::of_lines(6), 200), (Strip::of_tetrominoes(4, false), 100)] {
        let [short, long] = [length, 4 * length].map(|length| {
            let problem = strip.problem(&[length]);
            let (mut total, budget) = (Total::default(), budget(16 << 20, 1));
            let report = Count::of(&problem).budget(budget.clone()).meter(&mut total).run().unwrap();
            assert_eq!(report.outcome, Outcome::Answer(strip.coverings(length)));
            assert_eq!(report.engine, Engine::Frontier, "{}", report.why);
            let mut sweep = Frontier::new(&problem, &Order::best(&problem), &budget).unwrap();
            sweep.run(u64::MAX);
            assert_eq!(sweep.work(), report.work);
            assert!(total.0 < (1 << 16) + 2 * report.work.nodes, "{} for {:?}", total.0, report.work);
            sweep.peak_bytes()
        });
        assert!(long < 5 * short, "{long} bytes, {short} for a fourth of the length");
    }
}
