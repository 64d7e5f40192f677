use super::*;
use crate::problem::dlx::parse;

fn all(text: &str) -> Vec<Vec<usize>> {
    let mut search = Cells::new(&parse("t.dlx", text).unwrap().problem).unwrap();
    let mut all = vec![];
    while search.run(u64::MAX) == Pause::Solution {
        all.push(search.solution().options().iter().map(|option| option.number()).collect());
    }
    all
}

/// One choice forces all others: two nodes below the root, one for each half of a cycle.
#[test]
fn a_chain_of_forced_items_is_one_node() {
    let items: Vec<String> = (0..100).map(|item| format!("i{item}")).collect();
    let options = (0..100).map(|item| format!("i{item} i{}\n", (item + 1) % 100));
    let text = format!("{}\n{}", items.join(" "), options.collect::<String>());
    let mut search = Cells::new(&parse("t.dlx", &text).unwrap().problem).unwrap();
    let mut found = 0;
    while search.run(u64::MAX) == Pause::Solution {
        found += 1;
    }
    assert_eq!((found, search.work().nodes), (2, 3));
}

/// An item that is covered by 0 to 2 of three options: the empty set, three single options and three pairs.
#[test]
fn an_item_with_the_lower_bound_0_may_stay_uncovered() {
    assert_eq!(all("0:2|a\na\na\na\n").len(), 7);
    assert_eq!(all("0:1|a b\na\na b\nb\n").len(), 3);
    assert_eq!(all("2|a\na\n").len(), 0);
    assert_eq!(all("2|a\na\na\na\n"), [vec![1, 2], vec![1, 3], vec![2, 3]]);
}

/// Undoing leaves no trace: a search that is started again finds the same solutions, in the same order.
#[test]
fn a_search_that_is_started_again_finds_the_same() {
    let text = "a b 1:2|c | x y\na x:1 c\nb x:1 c\na b x:2 c\nc y\nb y\na c\n";
    let problem = parse("t.dlx", text).unwrap().problem;
    let mut search = Cells::new(&problem).unwrap();
    let mut first = vec![];
    while search.run(u64::MAX) == Pause::Solution {
        first.push(search.solution());
    }
    let work = search.work();
    assert!(first.len() > 2, "{}", first.len());
    for _ in 0..3 {
        search.begin(&Subproblem::whole());
        for solution in &first {
            assert_eq!(search.run(u64::MAX), Pause::Solution);
            assert_eq!(&search.solution(), solution);
        }
        assert_eq!(search.run(u64::MAX), Pause::End);
        assert_eq!(search.work().nodes, work.nodes);
    }
}
