use super::*;
use crate::problem::dlx;

fn counted(text: &str) -> (String, u64) {
    let problem = dlx::parse("t.dlx", text).unwrap().problem;
    let mut alike = Alike::new(&problem, &Budget::UNLIMITED).unwrap();
    assert_eq!(alike.run(u64::MAX), Pause::End);
    (alike.count().unwrap().to_string(), alike.work().nodes)
}

/// The text of perfect matchings of a complete graph.
fn matchings(points: u32) -> String {
    let names: Vec<String> = (0..points).map(|point| point.to_string()).collect();
    let pairs = (0..points).flat_map(|one| (one + 1..points).map(move |other| format!("\n{one} {other}")));
    names.join(" ") + &pairs.collect::<String>()
}

/// Of the complete graph on 2n points, (2n-1)!! matchings, in one class of states for each size.
#[test]
fn matchings_of_complete_graphs_take_a_state_for_each_size() {
    for (points, count) in [(2, "1"), (4, "3"), (6, "15"), (12, "10395")] {
        let (found, nodes) = counted(&matchings(points));
        assert_eq!(found, count);
        assert_eq!(nodes, u64::from(points / 2).saturating_sub(1));
    }
    let (found, _) = counted(&matchings(5));
    assert_eq!(found, "0");
}

/// A state that has no live option for some item is dropped, and what is forced takes no state.
#[test]
fn small_problems() {
    assert_eq!(counted("a b\na\n").0, "0");
    assert_eq!(counted("a b\na\nb\na b\n").0, "2");
    assert_eq!(counted("a b\na b\n"), ("1".to_owned(), 0));
    // Colors that agree, and colors that do not.
    assert_eq!(counted("a b | x\na x:1\na x:2\nb x:1\nb x:2\nb x\n").0, "2");
}

/// It goes on from where it was stopped, however often.
#[test]
fn it_can_be_paused_at_each_node() {
    let problem = dlx::parse("t.dlx", &matchings(8)).unwrap().problem;
    let mut alike = Alike::new(&problem, &Budget::UNLIMITED).unwrap();
    let mut bound = 0;
    while alike.run(bound) != Pause::End {
        assert_eq!(alike.count(), None);
        bound += 1;
    }
    assert_eq!(alike.count().unwrap().to_string(), "105");
}

/// A limit on memory ends it.
#[test]
fn it_keeps_to_its_memory() {
    let problem = dlx::parse("t.dlx", &matchings(12)).unwrap().problem;
    let mut alike = Alike::new(&problem, &Budget::of_memory(1 << 10)).unwrap();
    assert_eq!(alike.run(u64::MAX), Pause::Memory);
}
