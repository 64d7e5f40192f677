//! What a search says of itself on its way: one figure that never falls, and a range that holds.
//!
//! Work is counted in nodes, and probes are made from a fixed seed: so the same is said on every machine.

use std::fmt::Write;

use combien::solve::{self, Budget, Engine, Journal, Meter, Progress, Question, Span, State};
use combien::symmetry::{self, Symmetries};
use combien_formats::checkpoint::Checkpoint;
use combien_tests::{corpus, trees};

/// The parts of the work at which somebody looks.
const AT: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// All that a meter is told.
#[derive(Default)]
struct Record(Vec<Progress>);

impl Meter for Record {
    fn tick(&mut self, progress: Progress) {
        self.0.push(progress);
    }
}

/// Thirty and more problems, looked at five times each. Ranges hold in nine of ten cases where one is told,
/// which is in most cases, and they are not so wide that this says nothing. The figure never falls.
#[test]
fn ranges_hold_in_nine_cases_of_ten() {
    let (mut problems, mut looks, mut told, mut held) = (0, 0, 0, 0);
    // How many times what is left the upper end is when half is done.
    let mut reaches = vec![];
    for (name, problem) in trees::all() {
        let mut record = Record::default();
        let report = solve::Count::of(&problem).by(Engine::Fast).meter(&mut record).run().unwrap();
        let (ticks, all) = (record.0, report.work.nodes as f64);
        assert!((3e4..6e6).contains(&all), "{name} has {all} nodes");
        assert!(ticks.is_sorted_by(|a, b| a.nodes < b.nodes && a.fraction <= b.fraction), "{name}");
        assert!(ticks.iter().all(|tick| tick.fraction < 1.0) && report.fraction >= 1.0, "{name}");
        problems += 1;
        let mut line = String::new();
        for (place, part) in AT.into_iter().enumerate() {
            let Some(tick) = ticks.iter().find(|tick| tick.nodes as f64 >= part * all) else { continue };
            let left = all - tick.nodes as f64;
            let (at, shown) = (tick.nodes as f64 / all * 100.0, tick.fraction * 100.0);
            looks += 1;
            write!(line, " | {at:3.0} % {shown:3.0} %").unwrap();
            if let Some(Span { low, high }) = tick.left {
                let holds = low <= left && left <= high;
                told += 1;
                held += usize::from(holds);
                if place == AT.len() / 2 {
                    reaches.push(high / left);
                }
                write!(line, " {:4.2} {:6.2}{}", low / left, high / left, if holds { ' ' } else { '!' })
                    .unwrap();
            } else {
                line += "      -      ";
            }
        }
        println!("{name:14} {all:8}{line}");
    }
    reaches.sort_by(f64::total_cmp);
    println!("{problems} problems, {looks} looks, {told} told, {held} held, {reaches:.1?}");
    assert!(problems >= 30 && told * 10 >= looks * 8, "{told} of {looks} told");
    assert!(held * 10 >= told * 9, "{held} of {told} held");
    assert!(reaches[reaches.len() / 2] < 5.0, "{reaches:?}");
}

/// Keeps the last state.
struct Last(Option<State>);

impl Journal for Last {
    fn is_due(&mut self) -> bool {
        false
    }

    fn keep(&mut self, state: &State) {
        self.0 = Some(state.clone());
    }
}

/// Interrupted and taken up again five times: the figure of the end of a part is that of its last state, and
/// the next part begins with it.
#[test]
fn the_figure_goes_on_where_it_was() {
    for (name, problem) in
        trees::all().filter(|(name, _)| ["queens13", "scott", "random44"].contains(&&**name))
    {
        let whole = solve::Count::of(&problem).by(Engine::Fast).run().unwrap();
        let (mut state, mut shown) = (State::new(&problem, Question::Count, Engine::Fast), 0.0);
        for part in 1..=6 {
            let (mut record, mut last) = (Record::default(), Last(None));
            let nodes = (part < 6).then_some(whole.work.nodes / 6);
            let budget = Budget { nodes, ..Budget::UNLIMITED };
            let question = solve::Count::of(&problem).resume(&state).budget(budget);
            let report = question.meter(&mut record).journal(&mut last).run().unwrap();
            let figures: Vec<f64> = record.0.iter().map(|tick| tick.fraction).collect();
            assert!(
                figures.iter().all(|&figure| figure >= shown && figure < 1.0),
                "{name}: {shown}, {figures:?}"
            );
            assert!(figures.is_sorted() && figures.last().is_none_or(|&last| last <= report.fraction));
            let text = Checkpoint::new(&problem, last.0.unwrap()).to_string();
            state = Checkpoint::read(&text).unwrap().state;
            if part < 6 {
                assert!(report.fraction > 0.0 && (report.fraction - state.shown).abs() < 1e-12, "{name}");
                shown = report.fraction;
                // It is not far from the truth.
                assert!((shown - f64::from(part) / 6.0).abs() < 0.2, "{name}: {shown} after part {part}");
            } else {
                assert!(report.outcome == whole.outcome && report.fraction >= 1.0, "{name}");
            }
        }
    }
}

/// Engines that take turns show one figure. Their nodes are added up, and nothing is reported about the
/// remaining work, because the first to finish has the answer.
#[test]
fn engines_that_take_turns_have_one_figure() {
    let (_, problem) = trees::all().find(|(name, _)| name == "y10x15").unwrap();
    for threads in [1, 2] {
        let threads = std::num::NonZeroUsize::new(threads);
        let mut record = Record::default();
        let report = solve::Count::of(&problem)
            .budget(Budget { threads, ..Budget::UNLIMITED })
            .meter(&mut record)
            .run()
            .unwrap();
        assert!(report.fraction >= 1.0);
        let ticks = record.0;
        assert!(ticks.len() > 10 && ticks.is_sorted_by(|a, b| a.nodes < b.nodes && a.fraction <= b.fraction));
    }
}

/// What is told while orbits are counted is a lower bound on their number, and it grows.
#[test]
fn orbits_are_at_least_as_many_as_told() {
    let problem = corpus::instance("bench/queens11.dlx").read().unwrap().problem;
    let found = symmetry::automorphisms(&problem, &Budget::UNLIMITED).certain().clone();
    let group = Symmetries::found(&problem, found, &Budget::UNLIMITED).unwrap();
    let mut record = Record::default();
    let counted = symmetry::count(&problem, &group, &Budget::UNLIMITED, Some(&mut record)).unwrap();
    // OEIS A002562.
    assert_eq!(counted.outcome.certain().to_u64(), Some(341));
    let told: Vec<u64> = record.0.iter().map(|tick| tick.solutions).collect();
    assert!(told.is_sorted() && told.last().is_some_and(|last| (100..=341).contains(last)), "{told:?}");
}
