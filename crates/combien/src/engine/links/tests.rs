//! The reference engine against small problems by hand, itself, and a search without a ranking.

use std::fmt::Write;

use super::*;
use crate::engine::Task;
use crate::problem::dlx::parse;

fn search(text: &str) -> Links {
    Links::new(&parse("t.dlx", text).unwrap().problem).unwrap()
}

fn all(text: &str) -> Vec<Vec<usize>> {
    let mut search = search(text);
    let mut solutions = vec![];
    while search.run(u64::MAX) == Pause::Solution {
        search.lists.check_invariants();
        solutions.push(search.solution().options().iter().map(|option| option.number()).collect());
    }
    solutions
}

#[test]
fn the_empty_problem_has_one_solution_and_a_bare_item_none() {
    let mut empty = Links::new(&Problem::default()).unwrap();
    assert_eq!((empty.run(u64::MAX), empty.run(u64::MAX)), (Pause::Solution, Pause::End));
    assert!(empty.solution().options().is_empty());
    assert_eq!(all("a b\na\n"), Vec::<Vec<usize>>::new());
}

#[test]
fn colors_must_agree() {
    // TAOCP 7.2.2.1, (49): the example of Algorithm C; its only solution is options 2 and 4.
    assert_eq!(all("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"), [[2, 4]]);
    // Without its color an item is taken once; in one color, any number of times.
    assert_eq!(all("p q | x\np x\nq x\n"), Vec::<Vec<usize>>::new());
    assert_eq!(all("p q | x\np x:A\nq x:A\nq x:B\nq x\n"), [[1, 2]]);
}

#[test]
fn bounds_are_kept() {
    // Each set of two or three of four options; the item of option 2 does not have to be covered.
    let sets = [[1, 2, 3].as_slice(), &[1, 2, 4], &[1, 2], &[1, 3, 4], &[1, 3], &[1, 4], &[2, 3, 4], &[2, 3]];
    let sets = [sets.as_slice(), &[&[2, 4], &[3, 4]]].concat();
    let mut found = all("2:3|a 0:1|b\na\na b\na\na\n");
    found.sort();
    let mut expected = sets.clone();
    expected.sort();
    assert_eq!(found, expected);
    assert_eq!(all("0:1|a\na\n"), [vec![1], vec![]]);
    assert_eq!(all("3|a\na\na\n"), Vec::<Vec<usize>>::new());
    assert_eq!(all("2|a b | x\na x:1\na b x:2\nb x:1\na\n"), [[1, 3, 4].as_slice(), &[2, 4]]);
}

#[test]
fn the_lists_are_whole_at_every_node_and_restored_at_the_end() {
    let options = "p x:A\np q x:B y\nq z\nr x:A z:C\nr s y\ns x:A\nq y:D\ns\np y:D\n";
    for items in ["p q r s | x y z\n", "2|p 0:2|q r 1:3|s | x y z\n"] {
        let mut search = search(&format!("{items}{options}"));
        let untouched = search.lists.clone();
        for node in 1.. {
            search.lists.check_invariants();
            if search.run(node) == Pause::End {
                break;
            }
        }
        assert!(search.lists.same_links(&untouched));
        assert_eq!(search.run(u64::MAX), Pause::End);
    }
}

/// All nodes, updates and solutions; and the items looked at if they are ranked.
fn walk(search: &mut Links) -> (Work, Vec<Solution>) {
    let mut solutions = vec![];
    while search.run(u64::MAX) == Pause::Solution && solutions.len() < 100 {
        solutions.push(search.solution());
    }
    (search.work(), solutions)
}

/// A path: its only perfect matching takes every other edge.
fn path(points: usize) -> Problem {
    let names: Vec<String> = (0..points).map(|point| format!("p{point}")).collect();
    let edges: Vec<String> = names.windows(2).map(|edge| edge.join(" ")).collect();
    parse("path", &format!("{}\n{}\n", names.join(" "), edges.join("\n"))).unwrap().problem
}

#[test]
fn few_items_are_looked_at_however_many_there_are() {
    let problem = path(40_000);
    let mut search = Links::new(&problem).unwrap();
    assert_eq!(walk(&mut search).1.len(), 1);
    let (nodes, looks) = (search.work().nodes, search.lists.looks().unwrap());
    // Three blocks of 64 items and the ten levels above each: far fewer than 40,000.
    assert!(nodes == 20_001 && looks < 256 * nodes, "{nodes} {looks}");
}

/// A ranking chooses the items that a search without it chooses, with and without bounds and colors, in
/// random problems that are just large enough to be ranked.
#[test]
fn a_ranking_changes_no_choice() {
    let mut random = crate::random::SplitMix64::new(1);
    for round in 0..12 {
        let items = 1100;
        let has_bounds = round % 2 == 1;
        let mut text = String::new();
        for item in 0..items {
            let bounds = match random.place(4) {
                0 if has_bounds => "0:2|",
                1 if has_bounds => "1:3|",
                _ => "",
            };
            write!(text, "{bounds}i{item} ").unwrap();
        }
        text += "| x y z\n";
        for item in 0..items {
            for _ in 0..=random.place(3) {
                let mut others = vec![item, (item + 1) % items, (item + 2 + random.place(4)) % items];
                others.truncate(1 + random.place(3));
                others.sort_unstable();
                for other in &others {
                    write!(text, "i{other} ").unwrap();
                }
                text += ["", "", "", "", "x:A", "y:B", "x:B", "z:C"][random.place(8)];
                text += "\n";
            }
        }
        let problem = parse("random", &text).unwrap().problem;
        let mut ranked = Links::new(&problem).unwrap();
        assert!(ranked.lists.looks().is_some());
        let mut plain = Links { lists: ranked.lists.clone().unranked(), ..ranked.clone() };
        for nodes in (100..=5_000).step_by(700) {
            let (a, b) = (ranked.run(nodes), plain.run(nodes));
            assert!(a == b && ranked.work() == plain.work(), "{round} {nodes}");
            assert!(ranked.solution() == plain.solution(), "{round} {nodes}");
            let rest = ranked.rest();
            assert!(rest == plain.rest(), "{round} {nodes}");
            if let Some(branch) = rest.last().filter(|_| nodes % 3 == 0) {
                ranked.begin(&branch.subproblem);
                plain.begin(&branch.subproblem);
            }
        }
    }
}

#[test]
fn a_pause_changes_nothing() {
    let text = "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n";
    let (mut whole, mut paused) = (search(text), search(text));
    while whole.run(u64::MAX) != Pause::End {}
    let (mut solutions, mut last) = (0, 0.0);
    for node in 0.. {
        match paused.run(node) {
            Pause::Solution => solutions += 1,
            Pause::Bound => assert_eq!(paused.work().nodes, node),
            Pause::Memory | Pause::End => break,
        }
        assert!(paused.fraction() >= last);
        last = paused.fraction();
    }
    assert_eq!((solutions, paused.work()), (7, whole.work()));
    assert!(paused.fraction() >= 1.0);
}
