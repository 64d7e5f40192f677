//! Against brute force, and on problems that need learning.

use super::solver::Sat;
use super::trail::Literal;
use crate::budget::{Budget, Pause, StopFlag};
use crate::engine::{Listing, Task};
use crate::problem::dlx::parse;
use crate::problem::{Entry, Kind, OptionId, Problem, Solution};
use crate::random::SplitMix64;

fn problem(text: &str) -> Problem {
    parse("t.dlx", text).unwrap().problem
}

fn of(text: &str) -> Sat {
    Sat::new(&problem(text), &Budget::UNLIMITED).unwrap()
}

/// All solutions with pauses after this many nodes. At each pause `look` sees the search and what is found.
fn all(sat: &mut Sat, step: u64, mut look: impl FnMut(&Sat, &[Solution])) -> Vec<Solution> {
    let mut found = vec![];
    loop {
        let pause = sat.run(sat.work().nodes.saturating_add(step));
        look(sat, &found);
        match pause {
            Pause::Solution => found.push(sat.solution()),
            Pause::Bound => {}
            Pause::Memory => panic!("there is memory"),
            Pause::End => break,
        }
    }
    found.sort();
    found
}

fn numbers(found: &[Solution]) -> Vec<Vec<usize>> {
    found.iter().map(|solution| solution.options().iter().map(|option| option.number()).collect()).collect()
}

const TOY: &str = "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n";

#[test]
fn finds_each_solution_once_wherever_it_pauses() {
    let expected = [
        vec![1, 2],
        vec![1, 7, 8],
        vec![2, 5, 6],
        vec![3, 4],
        vec![3, 6, 8],
        vec![4, 5, 7],
        vec![5, 6, 7, 8],
    ];
    for step in [1, 8, 9, 100, u64::MAX] {
        assert_eq!(numbers(&all(&mut of(TOY), step, |_, _| {})), expected, "{step}");
    }
}

/// A solution may be a part of another one: by hand, the sets of one or two of three options, one of them
/// with `b`.
#[test]
fn a_solution_does_not_hide_those_that_contain_it() {
    let all = |text| numbers(&all(&mut of(text), 100, |_, _| {}));
    assert_eq!(all("1:2|a b\na b\na\na\n"), [vec![1], vec![1, 2], vec![1, 3]]);
    assert_eq!(all("0:2|a\na\na\n"), [vec![], vec![1], vec![1, 2], vec![2]]);
}

#[test]
fn limits_on_nodes_are_met_exactly() {
    let mut whole = of(TOY);
    while whole.run(u64::MAX) != Pause::End {}
    let nodes = whole.work().nodes;
    let mut again = of(TOY);
    while again.run(nodes) == Pause::Solution {}
    assert!(again.is_done());
    let mut less = of(TOY);
    while less.run(nodes - 1) == Pause::Solution {}
    assert!(!less.is_done() && less.work().nodes == nodes - 1);
}

#[test]
fn stops_on_request_and_without_memory() {
    let problem = problem("a b\na b\na\nb\n");
    let stop = StopFlag::new();
    let mut unwanted = Sat::new(&problem, &Budget::until(stop.clone())).unwrap();
    stop.raise();
    assert_eq!(unwanted.run(100), Pause::Bound);
    let small = Budget { memory: Some(100), ..Budget::UNLIMITED };
    assert_eq!(Sat::new(&problem, &small).unwrap().run(100), Pause::Memory);
    let empty = parse("t.dlx", "a | x\n").unwrap().problem;
    assert_eq!(Sat::new(&empty, &small).unwrap().run(100), Pause::End);
}

/// While it is set up it needs more than later, so there are limits that only that exceeds.
#[test]
fn any_memory_gives_a_solution_or_none_at_all() {
    let problem = problem("a b\na b\na\nb\n");
    let mut is_enough = false;
    for memory in 0..2000 {
        let budget = Budget { memory: Some(memory), ..Budget::UNLIMITED };
        let mut sat = Sat::new(&problem, &budget).unwrap();
        if sat.run(100) == Pause::Memory {
            assert!(!is_enough, "{memory} bytes are too few, and less was enough");
            continue;
        }
        is_enough = true;
        assert!(is_solution(&problem, sat.solution().options()), "{memory} bytes");
    }
    assert!(is_enough);
}

/// A random problem of any kind: bounds, secondary items, colors, options that are kept out.
fn random_problem(random: &mut SplitMix64) -> Problem {
    let (primary, secondary, options) = (1 + random.place(6), random.place(4), random.place(12));
    let bounds = ["", "", "0:1|", "0:2|", "1:3|", "2|", "2:3|", "1:9|"];
    let kinds = [1, 2, bounds.len()][random.place(3)];
    let mut text: String = (0..primary)
        .map(|item| format!("{}p{item}", bounds[random.place(kinds)]))
        .collect::<Vec<_>>()
        .join(" ");
    text.push_str(" |");
    text.extend((0..secondary).map(|item| format!(" s{item}")));
    for option in 0..options {
        let chance = 2 + random.place(3);
        let mut words: Vec<String> =
            (0..primary).filter(|_| random.place(chance) == 0).map(|item| format!("p{item}")).collect();
        for item in (0..secondary).filter(|_| random.place(2) == 0).collect::<Vec<_>>() {
            words.push(format!("s{item}{}", ["", ":r", ":g"][random.place(3)]));
        }
        if words.is_empty() {
            words.push(format!("p{}", option % primary));
        }
        text.push('\n');
        text += &words.join(" ");
    }
    problem(&text)
}

/// The definition, item by item.
fn is_solution(problem: &Problem, options: &[OptionId]) -> bool {
    let is_covered = |item| {
        let entries = options.iter().flat_map(|&option| problem.option(option));
        let entries: Vec<Entry> = entries.copied().filter(|entry| entry.item == item).collect();
        match problem.kind(item) {
            Kind::Primary => problem.bounds(item).allow(entries.len() as u32),
            Kind::Secondary => (0..entries.len())
                .all(|place| entries[..place].iter().all(|entry| entry.agrees_with(entries[place]))),
        }
    };
    problem.items().all(is_covered) && !options.iter().any(|&option| problem.is_kept_out(option))
}

/// By brute force.
fn solutions(problem: &Problem) -> Vec<Solution> {
    let sets = 0u32..1 << problem.option_count();
    let options = |set: u32| problem.options().filter(move |option| set >> option.index() & 1 == 1);
    let sets = sets.map(|set| options(set).collect::<Solution>());
    let mut solutions: Vec<_> = sets.filter(|set| is_solution(problem, set.options())).collect();
    solutions.sort();
    solutions
}

fn holds(clause: &[Literal], solution: &Solution) -> bool {
    let is_chosen = |literal: Literal| solution.options().contains(&OptionId::from_index(literal.option()));
    clause.iter().any(|&literal| is_chosen(literal) == literal.is_chosen())
}

/// No clause that it has learned excludes a solution that it has not shown before; and what the rules count
/// is what the trail says.
#[test]
fn random_problems_have_the_solutions_of_brute_force() {
    let mut random = SplitMix64::new(48);
    let (mut shown, mut with_clauses) = (0, 0);
    for round in 0..1500 {
        let problem = random_problem(&mut random);
        let expected = solutions(&problem);
        let mut sat = Sat::new(&problem, &Budget::UNLIMITED).unwrap();
        let mut is_learned = false;
        let mut pauses = 0;
        let found = all(&mut sat, 1 + round % 5, |sat, found| {
            sat.check();
            pauses += 1;
            // Each solution adds a clause. Where there are many, to compare all at each pause takes minutes.
            if expected.len() > 64 && pauses % 64 != 1 {
                return;
            }
            let left: Vec<_> = expected.iter().filter(|solution| !found.contains(solution)).collect();
            for clause in sat.clauses() {
                is_learned = true;
                assert!(left.iter().all(|solution| holds(&clause, solution)), "{problem:?} {clause:?}");
            }
        });
        assert_eq!(found, expected, "{problem:?}");
        shown += found.len();
        with_clauses += u32::from(is_learned);
    }
    assert!(shown > 3000 && with_clauses > 300, "{shown} {with_clauses}");
}

/// n + 1 pigeons, n holes: there is no solution, and no short proof by resolution (Haken, 1985). So thousands
/// of clauses are learned, and most of them forgotten.
#[test]
fn pigeons_have_no_holes() {
    let n = 8;
    let names = |letter: char, n: usize| (0..n).map(|i| format!("{letter}{i}")).collect::<Vec<_>>().join(" ");
    let options = (0..=n).flat_map(|pigeon| (0..n).map(move |hole| format!("p{pigeon} h{hole}\n")));
    let text = format!("{} | {}\n{}", names('p', n + 1), names('h', n), options.collect::<String>());
    let mut sat = of(&text);
    assert!(all(&mut sat, 100, |sat, _| sat.check()).is_empty());
    let (kept, learned) = (sat.clauses().count() as u64, sat.conflicts());
    assert!(learned > 2000 && kept < learned / 2, "{kept} of {learned}");
}

/// Ten queens have 724 solutions (OEIS A000170), and a pause changes no step.
#[test]
fn queens_are_found_with_the_same_work_wherever_it_pauses() {
    let n = 10;
    let lines: String = (0..n).map(|line| format!("r{line} c{line}")).collect::<Vec<_>>().join(" ");
    let diagonals: String =
        (0..2 * n - 1).map(|line| format!("a{line} b{line}")).collect::<Vec<_>>().join(" ");
    let cells = (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
    let options = cells.map(|(r, c)| format!("r{r} c{c} a{} b{}\n", r + c, r + n - 1 - c));
    let text = format!("{lines} | {diagonals}\n{}", options.collect::<String>());
    let works: Vec<_> = [1, 1000, u64::MAX]
        .map(|step| {
            let mut sat = of(&text);
            assert_eq!(all(&mut sat, step, |_, _| {}).len(), 724);
            sat.work()
        })
        .into();
    assert!(works.iter().all(|work| *work == works[0]), "{works:?}");
}
