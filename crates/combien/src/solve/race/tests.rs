//! Races of several threads, compared with a race in one thread.

use std::num::NonZeroUsize;

use super::*;
use crate::budget::StopFlag;
use crate::engine::fast::Restarts;
use crate::problem::dlx::parse;
use crate::random::SplitMix64;
use crate::solve::Crash;

/// Matchings of the complete graph on this number of points: none if the number is odd.
fn matchings(points: usize) -> Problem {
    let names: Vec<String> = (0..points).map(|point| point.to_string()).collect();
    let pairs = (0..points).flat_map(|a| (0..a).map(move |b| format!("{b} {a}\n")));
    problem(&format!("{}\n{}", names.join(" "), pairs.collect::<String>()))
}

/// n queens: rows and columns, and diagonals that need no queen.
fn queens(n: usize) -> Problem {
    let lines: Vec<String> = (0..n).map(|line| format!("r{line} c{line}")).collect();
    let diagonals: Vec<String> = (0..2 * n - 1).map(|line| format!("a{line} b{line}")).collect();
    let cells = (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
    let options = cells.map(|(r, c)| format!("r{r} c{c} a{} b{}\n", r + c, r + n - 1 - c));
    problem(&format!("{} | {}\n{}", lines.join(" "), diagonals.join(" "), options.collect::<String>()))
}

/// A Latin square, that of a cyclic group with rows, columns and symbols in a random order, and holes in it.
fn latin(side: usize, holes: usize, seed: u64) -> Problem {
    let mut random = SplitMix64::new(seed);
    let mut order = || {
        let mut order: Vec<usize> = (0..side).collect();
        random.shuffle(&mut order);
        order
    };
    let (rows, columns, symbols) = (order(), order(), order());
    let mut cells: Vec<(usize, usize)> = (0..side * side).map(|cell| (cell / side, cell % side)).collect();
    random.shuffle(&mut cells);
    let (mut items, mut options) = (vec![], String::new());
    let symbol = |&(row, column): &(usize, usize)| symbols[(rows[row] + columns[column]) % side];
    for hole @ &(row, column) in &cells[..holes] {
        items.push(format!("c{row},{column}"));
        items.push(format!("r{row},{}", symbol(hole)));
        items.push(format!("l{column},{}", symbol(hole)));
    }
    for (row, column) in &cells[..holes] {
        for symbol in 0..side {
            let option =
                [format!("c{row},{column}"), format!("r{row},{symbol}"), format!("l{column},{symbol}")];
            if option.iter().all(|item| items.contains(item)) {
                options.extend([&option.join(" "), "\n"]);
            }
        }
    }
    problem(&format!("{}\n{options}", items.join(" ")))
}

fn problem(text: &str) -> Problem {
    parse("race", text).unwrap().problem
}

/// The result of a race: how it halted, the solution if there is one, the work, and the part of the
/// systematic search.
type Finish = (Pause, Option<Solution>, Work, f64);

/// The two take turns, up to this number of nodes.
fn without_threads(problem: &Problem, seed: Option<u64>, nodes: u64) -> Finish {
    let mut systematic = Fast::new(problem).unwrap();
    let mut restarts = Restarts::new(problem, seed.unwrap_or(SEED));
    let lessons = seed.map_or_else(|| lessons(problem, &systematic), |_| Lessons::NONE);
    let budget = Budget { memory: Some(MOST_FOR_LEARNER), ..Budget::UNLIMITED };
    let mut learner = Engine::Sat.get().list(problem, &budget).ok();
    let (mut restarted, mut learnt) = (Work::default(), Work::default());
    for round in 0..40 {
        let bound = (1 << 14) << round;
        let order = if seed.is_none() { [0, 1, 2] } else { [1, 0, 2] };
        for runner in order {
            let ours = systematic.work();
            let left = nodes - ours.nodes - restarted.nodes - learnt.nodes;
            let (pause, solution) = match (runner, &mut restarts, &mut learner) {
                (0, ..) => {
                    let pause = systematic.run(bound.min(ours.nodes + left));
                    (pause, (pause == Pause::Solution).then(|| systematic.solution()))
                }
                (1, Some(restarts), _) => {
                    let pause = restarts.run(bound.min(restarted.nodes + left));
                    restarted = restarts.work();
                    (pause, (pause == Pause::Solution).then(|| restarts.solution()))
                }
                (2, _, Some(solver)) if round >= lessons.from => {
                    let pause = solver.run((bound >> lessons.fewer).min(learnt.nodes + left));
                    learnt = solver.work();
                    let solution = (pause == Pause::Solution).then(|| solver.solution());
                    if matches!(pause, Pause::End | Pause::Memory) {
                        learner = None;
                    }
                    (if solution.is_some() { pause } else { Pause::Bound }, solution)
                }
                _ => continue,
            };
            let ours = systematic.work();
            let nodes_made = ours.nodes + restarted.nodes + learnt.nodes;
            if pause != Pause::Bound || nodes_made >= nodes {
                let updates = ours.updates + restarted.updates + learnt.updates;
                let work = Work { nodes: nodes_made, updates };
                return (pause, solution, work, systematic.fraction());
            }
        }
    }
    unreachable!("there are enough turns")
}

fn race(problem: &Problem, seed: Option<u64>, threads: usize, nodes: Option<u64>) -> Race {
    let budget = Budget { threads: NonZeroUsize::new(threads), nodes, ..Budget::UNLIMITED };
    Race::new(problem, Fast::new(problem).unwrap(), seed, &budget)
}

/// Runs in steps of this number of nodes.
fn finish(race: &mut Race, mut pace: impl FnMut(&Race) -> u64) -> Finish {
    loop {
        let bound = race.work().nodes.saturating_add(pace(race)).min(race.limit);
        match race.run(bound) {
            Pause::Bound if race.work().nodes < race.limit => {}
            pause => {
                let solution = (pause == Pause::Solution).then(|| race.solution());
                return (pause, solution, race.work(), race.fraction());
            }
        }
    }
}

/// Instances with a name: some are long, and some are trivial.
fn instances() -> Vec<(String, Problem)> {
    let mut all = vec![
        ("matchings of 13".to_owned(), matchings(13)),
        ("matchings of 14".to_owned(), matchings(14)),
        ("nothing to cover".to_owned(), problem("| a\na\n")),
        ("no options".to_owned(), problem("a b\n")),
        ("toy".to_owned(), problem("a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n")),
    ];
    all.extend([24, 28, 32, 36, 40].map(|n| (format!("{n} queens"), queens(n))));
    all.extend((0..3).map(|seed| (format!("Latin square {seed}"), latin(26, 284, seed))));
    all
}

#[test]
fn any_number_of_threads_comes_to_the_same_with_the_same_work() {
    let mut longest = 0;
    for (name, problem) in instances() {
        for seed in [None, Some(1), Some(7)] {
            let expected = without_threads(&problem, seed, 1 << 40);
            longest = longest.max(expected.2.nodes);
            for threads in [1, 2, 3, 8] {
                let mut race = race(&problem, seed, threads, None);
                assert_eq!(finish(&mut race, Race::pace), expected, "{name} {seed:?} {threads}");
            }
        }
    }
    assert!(longest > 100_000, "{longest}");
}

/// For any pauses, and also when other threads help from the first node.
#[test]
fn a_race_can_be_paused_at_any_node() {
    for (name, problem) in instances() {
        for seed in [None, Some(3)] {
            let expected = without_threads(&problem, seed, 1 << 40);
            for threads in [1, 2, 3, 8] {
                let mut random = SplitMix64::new(threads as u64);
                let mut race = race(&problem, seed, threads, None);
                race.alone = 0;
                let pace = |race: &Race| 1 + random.word() % (50 + race.work().nodes / 10);
                assert_eq!(finish(&mut race, pace), expected, "{name} {seed:?} {threads}");
            }
        }
    }
}

#[test]
fn a_limit_on_nodes_is_met_exactly() {
    for (name, problem) in [("matchings of 13", matchings(13)), ("a Latin square", latin(26, 284, 0))] {
        let (pause, _, work, _) = without_threads(&problem, None, 1 << 40);
        assert_ne!(pause, Pause::Bound);
        let some = [1, 100, 16_384, 16_385, 30_000, 32_768, 50_000, 100_000, work.nodes - 1, work.nodes];
        for limit in some.into_iter().filter(|&limit| limit <= work.nodes) {
            let expected = without_threads(&problem, None, limit);
            for threads in [1, 2, 3, 8] {
                let mut race = race(&problem, None, threads, Some(limit));
                assert_eq!(finish(&mut race, Race::pace), expected, "{name} {limit} {threads}");
            }
        }
    }
}

/// Threads in any order: tasks finish in a different order than they were taken, and some take long.
#[test]
fn late_threads_change_nothing() {
    for (name, problem) in [("matchings of 13", matchings(13)), ("a Latin square", latin(26, 284, 1))] {
        let expected = without_threads(&problem, None, 1 << 40);
        for order in 0..10 {
            let mut random = SplitMix64::new(order);
            let Race { workshop, mut ledger, .. } = race(&problem, None, 1, None);
            let mut in_hand = vec![];
            while ledger.outcome().is_none() {
                while in_hand.len() < 5
                    && let Some(task) = ledger.take(u64::MAX, 1 + random.word() % 5000)
                {
                    in_hand.push(task);
                }
                let task = in_hand.swap_remove(random.place(in_hand.len()));
                ledger.put(workshop.step(task, &|| true));
            }
            let pause = ledger.outcome().unwrap();
            let solution = (pause == Pause::Solution).then(|| ledger.solution());
            assert_eq!((pause, solution, ledger.work(), ledger.fraction_done()), expected, "{name} {order}");
        }
    }
}

/// Without memory there are no restarts.
#[test]
fn without_restarts_the_systematic_search_goes_on() {
    let items: Vec<String> = (0..1100).map(|item| format!("i{item}")).collect();
    let options: String = items.iter().flat_map(|item| [item, "\n", item, "\n"]).collect();
    let wide = problem(&format!("{}\n{options}", items.join(" ")));
    let mut alone = Fast::new(&wide).unwrap();
    let expected = (alone.run(u64::MAX), Some(alone.solution()), alone.work(), alone.fraction());
    for threads in [1, 2, 3, 8] {
        for seed in [None, Some(1)] {
            let mut race = race(&wide, seed, threads, None);
            (race.alone, race.workshop.memory) = (0, 0);
            let found = finish(&mut race, |_| 100);
            assert!(found == expected, "{threads} {seed:?}");
        }
    }
}

/// The first turn and the attempts grow with the problem: a solution may take a node for each item.
#[test]
fn many_independent_parts_take_no_attempts() {
    let parts = 15_000;
    let part =
        |part: usize| [[0, 1], [2, 3], [1, 2], [3, 0]].map(|pair| pair.map(|item| 4 * part + item).to_vec());
    let wide = Problem::from_lists(4 * parts, None, (0..parts).flat_map(part)).unwrap();
    let mut race = race(&wide, None, 1, None);
    let (pause, _, work, _) = finish(&mut race, Race::pace);
    assert_eq!(pause, Pause::Solution);
    assert!(work.nodes <= 2 * parts as u64 + 1, "{work:?}");
    assert!(race.workshop.attempts.get().is_none(), "attempts are made anew each time");
    // The first attempt of a hard problem of this size can find a solution.
    let mut attempt = Attempts::new(&wide, 1).unwrap().begin(1, vec![]);
    assert_eq!(attempt.run(Attempts::length(1, Attempts::doublings(&wide))), Pause::Solution);
}

/// Too hard for restarts and for the systematic search: the solver that learns completes it.
#[test]
#[cfg(feature = "sat")]
fn the_learner_completes_what_the_others_do_not() {
    let square = latin(33, 381, 3);
    let expected = without_threads(&square, None, 1 << 40);
    assert_eq!(expected.0, Pause::Solution);
    for threads in [1, 2, 3] {
        let mut race = race(&square, None, threads, None);
        assert_eq!(finish(&mut race, Race::pace), expected, "{threads}");
        assert_eq!(race.engine(), Engine::Sat);
        assert!(
            square.option_count() > 1000 && crate::check::check(&square, race.solution().options()).is_ok()
        );
    }
    // Limits in the middle of its turns.
    for limit in [expected.2.nodes - 1, expected.2.nodes - 5000] {
        let mut race = race(&square, None, 2, Some(limit));
        assert_eq!(finish(&mut race, Race::pace), without_threads(&square, None, limit), "{limit}");
    }
}

/// The answer of the solver alone proves nothing: only the systematic search can report that there is no
/// solution.
#[test]
fn a_learner_that_says_none_leaves_the_race() {
    let problem = matchings(13);
    // It has turns from the beginning, and as many nodes as the others: it ends long before them.
    let lessons = Lessons { from: 0, fewer: 0, most: u64::MAX };
    let race = |threads| {
        let mut race = race(&problem, None, threads, None);
        let turns = Turns { first: Runner::Systematic, has_restarts: true, doublings: 0, lessons };
        let systematic = Fast::new(&problem).unwrap();
        race.ledger = Ledger::new(systematic, turns, 64 << 20);
        let found = finish(&mut race, Race::pace);
        assert!(!cfg!(feature = "sat") || race.ledger.has_lost_the_learner());
        (found, race.engine())
    };
    for threads in [1, 2] {
        let ((pause, ..), engine) = race(threads);
        assert_eq!((pause, engine), (Pause::End, Engine::Fast));
    }
}

fn crashing(workshop: &Workshop, task: Leg) -> Done {
    if let Job::Attempt(2, ..) = task.job {
        panic!("attempt {}", 2);
    }
    workshop.step(task, &|| true)
}

#[test]
fn a_panic_in_a_thread_ends_the_race() {
    let problem = matchings(13);
    let Race { workshop, mut ledger, .. } = race(&problem, None, 3, None);
    let rounds = || {
        for _ in 0..1000 {
            let bounds = Bounds { nodes: u64::MAX, limit: u64::MAX, memory: u64::MAX, base: 0 };
            together(3, &mut ledger, bounds, &Budget::UNLIMITED, &|task, _| crashing(&workshop, task));
        }
    };
    let payload = team::caught(rounds).unwrap_err();
    let crash = payload.downcast_ref::<Crash>().unwrap();
    assert_eq!((crash.message.as_str(), crash.subproblem.taken().len()), ("attempt 2", 0));
}

/// A learner that is told to stop does nothing more. The other threads did not notice this, and waited for it
/// forever.
#[test]
fn a_race_ends_when_its_learner_is_stopped() {
    let problem = matchings(21);
    for threads in [1, 2] {
        let stop = StopFlag::new();
        let budget =
            Budget { threads: NonZeroUsize::new(threads), stop: Some(stop.clone()), ..Budget::UNLIMITED };
        let mut race = Race::new(&problem, Fast::new(&problem).unwrap(), None, &budget);
        while race.work().nodes < 1 << 20 {
            assert_eq!(race.run(1 << 20), Pause::Bound);
        }
        stop.raise();
        assert_eq!(race.run(u64::MAX), Pause::Bound);
    }
}

/// An attempt that is not needed at the moment is made later.
#[test]
fn an_attempt_can_be_postponed() {
    let problem = latin(26, 284, 1);
    let expected = without_threads(&problem, Some(1), 1 << 40);
    let Race { workshop, mut ledger, .. } = race(&problem, Some(1), 1, None);
    for times in 0.. {
        let Some(task) = ledger.take(u64::MAX, 3000) else { break };
        ledger.put(workshop.step(task, &|| times % 3 == 0));
    }
    assert_eq!((ledger.outcome(), ledger.work()), (Some(expected.0), expected.2));
}

#[test]
fn the_lead_is_bounded() {
    let problem = matchings(15);
    let Race { workshop, mut ledger, .. } = race(&problem, None, 1, None);
    let Some(late) = ledger.take(u64::MAX, u64::MAX) else { panic!("it has just begun") };
    assert!(matches!(late.job, Job::Systematic(_)));
    while let Some(task) = ledger.take(u64::MAX, u64::MAX) {
        ledger.put(workshop.step(task, &|| true));
    }
    assert!(ledger.outcome().is_none() && ledger.work().nodes == 0);
    assert_eq!(ledger.total().nodes, 1 << 15);
    ledger.put(workshop.step(late, &|| true));
    assert_eq!(ledger.work().nodes, 1 << 15);
}
