use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::budget::Deadline;
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

/// With any limit on memory it refuses to begin, or ends for it, or counts: each of these, as the limit
/// grows.
#[test]
fn it_keeps_to_its_memory() {
    // Dominoes on 4 by 6 cells: 281 (OEIS A005178).
    let cells = |row: usize, column: usize| format!("{row}-{column}");
    let all = (0..24).map(|cell| cells(cell / 6, cell % 6) + " ").collect::<String>();
    let across = (0..24).filter(|cell| cell % 6 < 5);
    let across = across.fold(String::new(), |all, cell| {
        all + &format!("\n{} {}", cells(cell / 6, cell % 6), cells(cell / 6, cell % 6 + 1))
    });
    let down = (0..18).fold(across, |all, cell| {
        all + &format!("\n{} {}", cells(cell / 6, cell % 6), cells(cell / 6 + 1, cell % 6))
    });
    let problem = dlx::parse("t.dlx", &(all + &down)).unwrap().problem;
    let (mut refused, mut ended, mut counted) = (0, 0, 0);
    for limit in (8..20).map(|bits| 1 << bits) {
        match Alike::new(&problem, &Budget::of_memory(limit)) {
            Err(reason) => {
                assert_eq!(reason, Refusal::Stopped(Reason::Memory(limit)));
                refused += 1;
            }
            Ok(mut alike) => match alike.run(u64::MAX) {
                Pause::Memory => {
                    assert_eq!(alike.count(), None);
                    ended += 1;
                }
                pause => {
                    assert_eq!((pause, alike.count()), (Pause::End, Some(Count::from(281u64))));
                    counted += 1;
                }
            },
        }
    }
    assert!(refused > 0 && ended > 0 && counted > 0, "{refused}, {ended}, {counted}");
}

/// The rows of bits must fit into half of the memory: here they are 15,000 bits for 15,000 options and 30,000
/// items, 84 MB.
#[test]
fn rows_of_bits_must_fit() {
    let items: String = (0..30_000).map(|item| item.to_string() + " ").collect();
    let options: String =
        (0..15_000).fold(String::new(), |all, option| all + &format!("\n{} {}", option, option + 15_000));
    let problem = dlx::parse("t.dlx", &(items + &options)).unwrap().problem;
    let refused = Alike::new(&problem, &Budget::of_memory(100 << 20)).map(drop).unwrap_err();
    assert_eq!(refused, Refusal::Stopped(Reason::Memory(100 << 20)));
    let mut alike = Alike::new(&problem, &Budget::of_memory(200 << 20)).unwrap();
    assert_eq!((alike.run(u64::MAX), alike.count()), (Pause::End, Some(Count::ONE)));
}

/// A stop is heard while one option forces many others, and nothing is lost: it goes on where it was. Each of
/// 2000 items has an option in either color, and the first one that is chosen decides for all.
#[test]
fn a_stop_in_a_long_chain_loses_nothing() {
    let items: String = (0..2000).map(|item| item.to_string() + " ").collect();
    let options = (0..2000).fold(String::new(), |all, item| all + &format!("\n{item} s:1\n{item} s:2"));
    let problem = dlx::parse("t.dlx", &(items + "| s" + &options)).unwrap().problem;
    let looks = Arc::new(AtomicUsize::new(3));
    let seen = looks.clone();
    let deadline = Deadline::new(move || seen.fetch_add(1, Ordering::Relaxed) < 3);
    let mut alike = Alike::new(&problem, &Budget { deadline: Some(deadline), ..Budget::UNLIMITED }).unwrap();
    looks.store(0, Ordering::Relaxed);
    let mut stopped = 0;
    while alike.run(u64::MAX) != Pause::End {
        assert_eq!(alike.count(), None);
        stopped += 1;
    }
    assert_eq!((stopped, alike.count()), (3, Some(Count::from(2u64))));
}
