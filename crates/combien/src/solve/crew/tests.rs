//! Crews with tiny branches, so that there are many cuts, compared with a search that is never cut.

use super::*;
use crate::engine::fast::Fast;
use crate::engine::links::Links;
use crate::problem::dlx::parse;
use crate::random::SplitMix64;
use crate::solve::{Budget, Crash};

/// A random problem: windows of a row of cells, and some secondary items with colors.
fn problem(seed: u64) -> Problem {
    let mut random = SplitMix64::new(seed);
    let cells = 7 + random.place(5);
    let cell = |number: usize| format!("c{number} ");
    let mut text: String = (0..cells).map(cell).chain(["| x y z\n".to_owned()]).collect();
    for start in 0..cells {
        for length in 1..=3.min(cells - start) {
            for _ in 0..=random.place(2) {
                text.extend((start..start + length).map(cell));
                text += ["", "", "", "x:A", "x:B", "y", "y:A", "z:B z:A", "z:C"][random.place(9)]
                    .split(' ')
                    .next()
                    .unwrap_or_default();
                text += "\n";
            }
        }
    }
    parse("random", &text).unwrap().problem
}

fn by_links(problem: &Problem) -> Vec<Solution> {
    let mut links = Links::new(problem).unwrap();
    let mut solutions = vec![];
    while links.run(u64::MAX) == Pause::Solution {
        solutions.push(links.solution());
    }
    solutions
}

fn plan(question: Question, engine: Engine, threads: usize, nodes: Option<u64>) -> Plan {
    Plan { question, engine, kernel: None, threads, nodes, memory: Budget::MEMORY, tables: 0, unit: 64 }
}

/// This plan with masks to the end: the order of solutions is that of dancing links.
fn with_masks(plan: Plan) -> Plan {
    Plan { kernel: Some("masks".parse().unwrap()), ..plan }
}

fn sorted(mut solutions: Vec<Solution>) -> Vec<Solution> {
    solutions.sort();
    solutions
}

/// The solutions and all the work, within a limit on nodes or on solutions, if there is one.
fn run(crew: &mut Crew, nodes: u64, most: usize) -> (Vec<Solution>, Work, Pause) {
    let mut solutions = vec![];
    loop {
        if solutions.len() == most {
            return (solutions, crew.work_to_last(), Pause::Solution);
        }
        match crew.run((crew.work().nodes + crew.pace()).min(nodes)) {
            Pause::Solution => solutions.push(crew.solution()),
            Pause::Bound if crew.work().nodes < nodes => {}
            halt => return (solutions, crew.work(), halt),
        }
    }
}

const ALL: usize = usize::MAX;

/// Beginning a branch may take longer than a whole branch, so a run begins only a few before the budget is
/// checked.
#[test]
fn a_run_begins_few_branches() {
    for engine in [Engine::Links, Engine::Cells] {
        let (problem, mut runs) = (problem(3), 0);
        let mut crew =
            Crew::new(&problem, Plan { unit: 1, ..plan(Question::Count, engine, 1, None) }).unwrap();
        while crew.run(u64::MAX) == Pause::Bound {
            runs += 1;
        }
        assert_eq!(crew.found(), by_links(&problem).len() as u64);
        assert!(runs > 10, "{runs}");
    }
}

#[test]
fn any_number_of_threads_finds_the_same_in_the_same_order_with_the_same_work() {
    for seed in 0..12 {
        let problem = problem(seed);
        let expected = by_links(&problem);
        for engine in [Engine::Links, Engine::Fast] {
            let mut alone = None;
            for threads in [1, 2, 3, 7] {
                let plan = |question| plan(question, engine, threads, None);
                let mut each = Crew::new(&problem, with_masks(plan(Question::Each))).unwrap();
                let (solutions, work, halt) = run(&mut each, u64::MAX, ALL);
                assert!(solutions == expected && halt == Pause::End, "{seed} {engine} {threads}");
                assert_eq!(each.found(), expected.len() as u64);
                assert!(each.fraction() >= 1.0 - 1e-9);
                // Here a fixed order may take over.
                let mut each = Crew::new(&problem, plan(Question::Each)).unwrap();
                let (solutions, also, _) = run(&mut each, u64::MAX, ALL);
                let first = alone.get_or_insert((solutions.clone(), work, also));
                assert!(*first == (solutions.clone(), work, also), "{seed} {engine} {threads}");
                assert!(sorted(solutions) == sorted(expected.clone()), "{seed} {engine} {threads}");
                let mut count = Crew::new(&problem, plan(Question::Count)).unwrap();
                let (_, _, halt) = run(&mut count, u64::MAX, ALL);
                assert_eq!((halt, count.found()), (Pause::End, expected.len() as u64));
            }
        }
    }
}

#[test]
fn limits_stop_at_the_same_place_for_any_number_of_threads() {
    for seed in 0..6 {
        let problem = problem(seed);
        for question in [Question::Each, Question::Count] {
            let new =
                |threads, nodes| Crew::new(&problem, plan(question, Engine::Fast, threads, nodes)).unwrap();
            let mut whole = new(1, None);
            run(&mut whole, u64::MAX, ALL);
            let total = whole.work().nodes;
            for limit in [0, 1, total / 5, total / 2, total - 1, total, total + 1] {
                let mut alone = None;
                for threads in [1, 2, 5] {
                    let mut crew = new(threads, Some(limit));
                    let (solutions, work, halt) = run(&mut crew, limit, ALL);
                    assert_eq!(halt, if limit < total { Pause::Bound } else { Pause::End });
                    assert_eq!(work.nodes, limit.min(total));
                    let is_done = crew.fraction() > 1.0 - 1e-9;
                    assert_eq!(is_done, limit >= total, "{seed} {threads} {limit} {}", crew.fraction());
                    let first = alone.get_or_insert((solutions.clone(), work, crew.found()));
                    assert!(*first == (solutions, work, crew.found()), "{seed} {threads} {limit}");
                }
            }
        }
        // The work up to a solution does not depend on which threads work ahead.
        for most in [1, 2, 10] {
            let some = |threads| {
                let plan = plan(Question::Each, Engine::Fast, threads, None);
                run(&mut Crew::new(&problem, plan).unwrap(), u64::MAX, most)
            };
            assert!(some(4) == some(1), "{seed} {most}");
        }
    }
}

/// Stopped anywhere, and resumed with another number of threads: no solution is lost, and none is found
/// twice.
#[test]
fn a_stopped_search_is_resumed() {
    for seed in 0..10 {
        let problem = problem(seed);
        let expected = by_links(&problem);
        let mut random = SplitMix64::new(seed);
        for engine in [Engine::Links, Engine::Fast] {
            for question in [Question::Each, Question::Count] {
                let plan = |threads| with_masks(plan(question, engine, threads, None));
                let mut crew = Crew::new(&problem, plan(1 + random.place(3))).unwrap();
                let mut solutions = vec![];
                loop {
                    let nodes = crew.work().nodes + random.place(300) as u64;
                    let (found, _, halt) = run(&mut crew, nodes, random.place(40));
                    solutions.extend(found);
                    let state = crew.state();
                    if question == Question::Each {
                        assert_eq!(state.found.to_u64(), Some(solutions.len() as u64));
                    }
                    if halt == Pause::End {
                        assert!(state.is_complete());
                        assert_eq!(state.found.to_u64(), Some(expected.len() as u64));
                        break;
                    }
                    crew = Crew::resume(&problem, plan(1 + random.place(3)), &state).unwrap();
                }
                if question == Question::Each {
                    assert!(solutions == expected, "{seed} {engine}");
                }
            }
        }
    }
}

/// With a search that makes its plan early and abandons it early.
fn eager(crew: Result<Crew, Error>, first_thought: u64, grace: f64) -> Crew {
    let mut crew = crew.unwrap();
    let problem = crew.slots[0].search.problem().clone();
    crew.slots[0].search = Search::of_fast(Fast::eager(&problem, first_thought, grace));
    crew
}

/// Stopped after each of the first solutions, and after each of the first nodes: what is left is the rest of
/// one run. A solution at the very node at which the plan thinks next is handed out before it thinks.
#[test]
fn what_is_left_is_the_rest_of_one_run_at_each_place() {
    for (seed, first_thought, grace) in
        (0..16).flat_map(|seed| [3, 6, 13].map(|thought| (seed, thought, 37.0)))
    {
        let problem = problem(seed);
        let plan = plan(Question::Each, Engine::Fast, 1, None);
        let (expected, ..) = run(&mut eager(Crew::new(&problem, plan), first_thought, grace), u64::MAX, ALL);
        assert!(sorted(expected.clone()) == sorted(by_links(&problem)), "{seed}");
        let places = (0..30).map(|most| (u64::MAX, most)).chain((0..30).map(|nodes| (nodes, ALL)));
        for (nodes, most) in places {
            let mut crew = eager(Crew::new(&problem, plan), first_thought, grace);
            let (mut found, ..) = run(&mut crew, nodes, most);
            let mut crew = eager(Crew::resume(&problem, plan, &crew.state()), first_thought, grace);
            found.extend(run(&mut crew, u64::MAX, ALL).0);
            assert!(
                found == expected,
                "{seed} {first_thought} {nodes} {most}: {} of {}",
                found.len(),
                expected.len()
            );
        }
    }
}

/// Stopped anywhere, with any number of threads: the order is that of one run, wherever a fixed order begins
/// and ends. The plan is made within a few nodes, so that all of this happens in small problems.
#[test]
fn the_order_is_that_of_one_run_wherever_it_is_interrupted() {
    let (mut fixed, mut given_up) = (0, 0);
    for seed in 0..16 {
        let problem = problem(seed);
        let mut random = SplitMix64::new(seed);
        let (first_thought, grace) = (2 + random.place(12) as u64, (14 + random.place(40)) as f64);
        for question in [Question::Each, Question::Count] {
            let plan = |threads| plan(question, Engine::Fast, threads, None);
            let mut whole = eager(Crew::new(&problem, plan(1)), first_thought, grace);
            let (expected, ..) = run(&mut whole, u64::MAX, ALL);
            let count = whole.found();
            for _ in 0..3 {
                let mut crew = eager(Crew::new(&problem, plan(1 + random.place(3))), first_thought, grace);
                let (longest, mut solutions) = ([3, 30, 300][random.place(3)], vec![]);
                loop {
                    let nodes = crew.work().nodes + random.place(longest) as u64;
                    let (found, _, halt) = run(&mut crew, nodes, random.place(40));
                    solutions.extend(found);
                    let state = crew.state();
                    if halt == Pause::End {
                        assert_eq!(state.found.to_u64(), Some(count), "{seed}");
                        break;
                    }
                    fixed += state.branches().filter(|branch| branch.in_fixed_order.is_some()).count();
                    given_up += usize::from(state.branches().any(|branch| branch.in_fixed_order.is_none()));
                    crew = eager(
                        Crew::resume(&problem, plan(1 + random.place(3)), &state),
                        first_thought,
                        grace,
                    );
                }
                assert!(solutions == expected, "{seed} {question:?}");
            }
        }
    }
    assert!(fixed > 1000 && given_up > 1000, "{fixed} {given_up}");
}

/// A panic in a thread is a bug somewhere: the run ends with it, and says where it was.
#[test]
fn a_panic_names_the_part_in_which_it_was() {
    let text = "a b c d e f g h\n".to_owned() + &"a b\nc d\ne f\ng h\na c\nb d\ne g\nf h\n".repeat(6);
    let problem = parse("t", &text).unwrap().problem;
    // A checker of another problem finds every solution wrong.
    let other = parse("u", "a b c d e f g\na b\n").unwrap().problem;
    let mut crew = Crew::new(&problem, plan(Question::Each, Engine::Links, 3, None)).unwrap();
    while crew.is_scouting {
        crew.go_alone(u64::MAX);
        while crew.agenda.hand_out().is_some() {}
    }
    crew.slots[0] = crew.slots[0].judged_by(&other);
    let crash = team::caught(|| {
        while crew.run(u64::MAX) != Pause::End {
            while crew.agenda.hand_out().is_some() {}
        }
    });
    let crash = crash.unwrap_err().downcast::<Crash>().unwrap();
    assert!(crash.message.contains("reported a wrong solution"), "{crash}");
    assert!(!crash.subproblem.taken().is_empty());
}

/// What lies beyond a limit is dropped, and nobody knows how much it was: the search does not seem to be done.
#[test]
fn what_is_beyond_a_limit_is_not_done() {
    let work = Work { nodes: 1 << 20, updates: 1 << 25 };
    let mut crew = Crew::new(&problem(3), plan(Question::Count, Engine::Links, 2, None)).unwrap();
    crew.agenda.end_at_cut(Harvest { work, ..Harvest::default() });
    assert_eq!((crew.view().fraction, crew.agenda.is_done()), (0.0, false));
}
