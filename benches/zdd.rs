//! The speed of operations on families of sets: intersections, of n queens line by line, and of two counters.
//!
//! `cargo bench --bench zdd` prints a table. A step is a result that was neither trivial nor cached. The
//! first rows fit in the processor's cache, the last ones do not.

use combien::zdd::{Family, Store};
use combien_benches::least_times;

const ROUNDS: usize = 5;

fn main() {
    println!("| family | members | nodes | in store | steps | s | million steps/s |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for n in 8..=11 {
        row(&format!("queens {n}"), |store| queens(store, n));
    }
    row("30 of 100, 7", |store| counters(store, 100, 30, 7));
    row("100 of 300, 7", |store| counters(store, 300, 100, 7));
    row("300 of 1000, 5", |store| counters(store, 1000, 300, 5));
}

fn row(name: &str, build: impl Fn(&mut Store) -> Family) {
    let (mut store, mut family) = (Store::new(), Family::EMPTY);
    let [time] = least_times(
        ROUNDS,
        [&mut || {
            store = Store::new();
            family = build(&mut store);
        }],
    );
    let (seconds, steps) = (time.as_secs_f64(), store.steps());
    let rate = steps as f64 / seconds / 1e6;
    // Most counts are too long for a table.
    let members = store.count(family).to_u64().map_or("many".into(), |count| count.to_string());
    let (size, nodes) = (store.size(family), store.node_count());
    println!("| {name} | {members} | {size} | {nodes} | {steps} | {seconds:.4} | {rate:.2} |");
}

/// The ways to place n queens: a family for each line of the board, intersected two by two.
fn queens(store: &mut Store, n: u32) -> Family {
    let line = |on: &dyn Fn(u32, u32) -> bool| -> Vec<bool> {
        (0..n * n).map(|cell| on(cell / n, cell % n)).collect()
    };
    let rows = (0..n).map(|at| line(&|row, _| row == at));
    let columns = (0..n).map(|at| line(&|_, column| column == at));
    let mut families: Vec<_> = rows.chain(columns).map(|line| one_of(store, &line, Family::EMPTY)).collect();
    let falling = (1..2 * n - 2).map(|at| line(&|row, column| row + column == at));
    let rising = (1..2 * n - 2).map(|at| line(&|row, column| row + n - 1 - column == at));
    families.extend(falling.chain(rising).map(|line| one_of(store, &line, Family::BASE)));
    while families.len() > 1 {
        families = families.chunks(2).map(|pair| all(store, pair)).collect();
    }
    families[0]
}

fn all(store: &mut Store, pair: &[Family]) -> Family {
    pair[1..].iter().fold(pair[0], |all, &family| store.intersection(all, family).expect("no limit"))
}

/// The sets of cells with one of this line, or, where `none` is {∅}, also those with none.
fn one_of(store: &mut Store, line: &[bool], none: Family) -> Family {
    let (mut still_to_come, mut had) = (none, Family::BASE);
    for (cell, &on) in line.iter().enumerate().rev() {
        let cell = cell as u32;
        if on {
            still_to_come = store.node(cell, still_to_come, had).expect("no limit");
        } else {
            still_to_come = store.node(cell, still_to_come, still_to_come).expect("no limit");
            had = store.node(cell, had, had).expect("no limit");
        }
    }
    still_to_come
}

/// The sets of at most k of n items whose weights, 1 and 2 in turn, sum to a multiple of m.
fn counters(store: &mut Store, n: u32, k: usize, m: usize) -> Family {
    let at_most = automaton(store, n, &vec![true; k + 1], |state, _| (state < k).then_some(state + 1));
    let accept: Vec<_> = (0..m).map(|state| state == 0).collect();
    let multiple = automaton(store, n, &accept, |state, item| Some((state + 1 + item as usize % 2) % m));
    all(store, &[at_most, multiple])
}

/// The sets accepted by an automaton that starts in state 0 and reads the items of a set in order.
fn automaton(
    store: &mut Store,
    n: u32,
    accept: &[bool],
    step: impl Fn(usize, u32) -> Option<usize>,
) -> Family {
    let mut states: Vec<_> =
        accept.iter().map(|&accept| if accept { Family::BASE } else { Family::EMPTY }).collect();
    for item in (0..n).rev() {
        let with = |state| step(state, item).map_or(Family::EMPTY, |next| states[next]);
        states = (0..states.len())
            .map(|state| store.node(item, states[state], with(state)).expect("no limit"))
            .collect();
    }
    states[0]
}
