use super::super::disk::tests::Streams;
use super::super::schedule::{Layout, Schedule};
use super::super::table::Table;
use super::*;
use crate::budget::at_once;
use crate::engine::order::Order;
use crate::engine::words::Words;
use crate::problem::Problem;
use crate::problem::dlx::parse;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A sweep of which nobody is told.
fn run(sweep: &mut Sweep, states: u64, effort: u64) -> Pause {
    sweep.run(states, effort, &mut |_| {})
}

fn sweep<const K: usize>(problem: &Problem, limit: usize) -> (Sweep, Layout) {
    let order = Order::best(problem);
    let layout = at_once(|effort| Layout::new(problem, &order, effort)).unwrap();
    let schedule = at_once(|effort| Schedule::<K>::new(problem, &order, &layout, effort)).unwrap();
    (Sweep::new(Arc::new(schedule), limit, 1), layout)
}

const COLORS: &str = "p q r s t | x y z\np x:A\np q x:B y\nq z\nr x:A z:C\nr s y\ns x:A\nq y:D\nt\ns\np y:D\n\
                      t x:B z:C\nt y\n";

#[test]
fn states_are_zero_outside_of_what_lives_and_free_where_they_wait() {
    let problem = parse("t", COLORS).unwrap().problem;
    let (mut sweep, layout) = sweep::<2>(&problem, 1 << 20);
    layout.check_invariants(&problem);
    for states in 1.. {
        for (step, table) in own(sweep.shards.each[0].lock()).tables.iter().enumerate() {
            table.check_invariants::<2>();
            for (state, _) in table.states(0..table.slots()) {
                let living = layout.living(&problem, step as u32);
                let dead = Words::<2>::from_slice(state).without(&living);
                assert_eq!(dead.0[..], start(2), "something dead before step {step}");
                assert!(!sweep.schedule.covers(state, step), "nothing to decide at step {step}");
            }
        }
        if run(&mut sweep, states, u64::MAX) == Pause::End {
            break;
        }
    }
    let used = own(sweep.shards.each[0].lock()).tables.iter().map(Table::bytes).sum::<usize>();
    assert_eq!(sweep.shards.memory().used, used);
}

#[test]
fn a_pause_changes_nothing() {
    let problem = parse("t", COLORS).unwrap().problem;
    let new = || sweep::<1>(&problem, 1 << 20).0;
    let (mut whole, mut paused) = (new(), new());
    assert_eq!(run(&mut whole, u64::MAX, u64::MAX), Pause::End);
    for states in 0..whole.place.work.nodes {
        assert_eq!((run(&mut paused, states, u64::MAX), paused.count()), (Pause::Bound, None));
        assert_eq!(paused.place.work.nodes, states);
    }
    assert_eq!(run(&mut paused, u64::MAX, u64::MAX), Pause::End);
    assert_eq!((paused.count(), paused.place.work), (whole.count(), whole.place.work));
}

/// All pairs of some points, an even number n of them: (n - 1)!! ways.
fn pairs(points: usize) -> Problem {
    let pairs = (0..points).flat_map(|a| (0..a).map(move |b| vec![b, a]));
    Problem::from_lists(points, None, pairs).unwrap()
}

#[test]
fn working_in_small_steps_changes_nothing() {
    // 21!! ways.
    let problem = pairs(22);
    let (mut whole, mut paused) = (sweep::<1>(&problem, 1 << 24).0, sweep::<1>(&problem, 1 << 24).0);
    assert_eq!(run(&mut whole, u64::MAX, u64::MAX), Pause::End);
    let mut pauses = 0;
    while run(&mut paused, u64::MAX, 20) == Pause::Bound {
        pauses += 1;
    }
    assert!(pauses > 10_000, "{pauses}");
    assert_eq!((paused.count(), paused.place.work), (whole.count(), whole.place.work));
    assert_eq!(whole.count(), Some(Count::from(13_749_310_575u64)));
}

/// All that a sweep tells: how it ended, the count and the work, and the work and the memory after each step.
type Told = (Pause, Option<Count>, Work, Vec<(usize, Work, usize)>);

/// Sweeps with several threads from the first step on, pausing at each bound.
fn told(problem: &Problem, threads: usize, limit: usize, bounds: &[u64]) -> Vec<Told> {
    let mut sweep = sweep::<2>(problem, limit).0;
    (sweep.threads, sweep.large, sweep.can_share) = (threads, 1, true);
    let run = |&states: &u64| {
        let mut steps = vec![];
        let pause = loop {
            let pause = sweep.run(states, 1 << 20, &mut |done| steps.push((done.step, done.work, done.peak)));
            if pause != Pause::Bound || sweep.place.work.nodes == states {
                break pause;
            }
        };
        (pause, sweep.count(), sweep.place.work, steps)
    };
    bounds.iter().map(run).collect()
}

#[test]
fn any_number_of_threads_does_the_same() {
    let problem = pairs(24);
    let all = told(&problem, 1, usize::MAX, &[u64::MAX]);
    let (pause, count, work, steps) = &all[0];
    let peak = steps.last().map_or(0, |step| step.2);
    assert_eq!((*pause, count.clone()), (Pause::End, Some(Count::from(316_234_143_225u64))));
    for threads in [2, 3, 4, 40] {
        assert_eq!(told(&problem, threads, usize::MAX, &[u64::MAX]), all, "{threads} threads");
    }
    let bounds: Vec<_> = (0..work.nodes).step_by(9973).chain([work.nodes, u64::MAX]).collect();
    let paused = told(&problem, 1, usize::MAX, &bounds);
    for (told, bound) in paused.iter().zip(&bounds) {
        assert_eq!(told.2.nodes, *bound.min(&work.nodes));
    }
    // Just enough memory, too little by a byte, and far too little.
    let limits = [peak, peak - 1, peak / 2, peak / 10, 1000];
    let limited = limits.map(|limit| told(&problem, 1, limit, &[u64::MAX]));
    assert!(limited.iter().all(|told| (told[0].0 == Pause::Memory) != (told == &all)));
    for threads in 2..=4 {
        assert_eq!(told(&problem, threads, usize::MAX, &bounds), paused, "{threads} threads");
        for (limit, expected) in limits.iter().zip(&limited) {
            assert_eq!(&told(&problem, threads, *limit, &[u64::MAX]), expected, "{limit} bytes");
        }
    }
}

#[test]
fn threads_may_join_and_leave() {
    let problem = pairs(22);
    let mut whole = sweep::<1>(&problem, 1 << 24).0;
    assert_eq!(run(&mut whole, u64::MAX, u64::MAX), Pause::End);
    let mut changing = sweep::<1>(&problem, 1 << 24).0;
    (changing.large, changing.can_share) = (300, true);
    let mut shared = 0;
    for turn in 1.. {
        changing.threads = 1 + turn % 3;
        if run(&mut changing, 1000 * turn as u64, u64::MAX) == Pause::End {
            break;
        }
        shared += usize::from(changing.shards.count() > 1);
    }
    assert!(shared > 5, "{shared}");
    assert!(changing.shards.count() == 1, "the last layers are small");
    assert_eq!((changing.count(), changing.place.work), (whole.count(), whole.place.work));
    assert_eq!(
        (changing.peak_bytes(), changing.shards.memory().used),
        (whole.peak_bytes(), whole.shards.memory().used)
    );
}

/// From tables that are divided, at the first layer that does not fit.
#[test]
fn any_number_of_threads_does_the_same_on_disk() {
    let problem = pairs(24);
    let whole = &told(&problem, 1, usize::MAX, &[u64::MAX])[0];
    let peak = whole.3.last().map_or(0, |step| step.2);
    for (threads, part) in [(1, 2), (2, 2), (3, 5), (1, 50), (2, 50)] {
        let streams = Arc::new(Streams::default());
        let mut sweep = sweep::<2>(&problem, peak / part).0;
        sweep.set_disk(Arc::new(Disk::new(streams.clone(), u64::MAX)));
        (sweep.threads, sweep.large, sweep.can_share) = (threads, 1, true);
        let mut steps = vec![];
        while sweep.run(u64::MAX, 1 << 16, &mut |done| steps.push((done.step, done.work))) == Pause::Bound {}
        let expected: Vec<_> = whole.3.iter().map(|&(step, work, _)| (step, work)).collect();
        assert_eq!((sweep.count(), sweep.place.work, steps), (whole.1.clone(), whole.2, expected));
        assert!(sweep.disk_peak() > 0 && streams.is_empty(), "{threads} threads, 1/{part} of the memory");
    }
}

proptest! {
    /// Random options, with secondary items, and numbers that do not fit into a word.
    #[test]
    fn random_problems_have_the_same_work_with_several_threads(
        options in prop::collection::vec(prop::collection::btree_set(0usize..9, 1..4), 1..60),
        copies in 1usize..30,
        threads in 2usize..5,
    ) {
        // Each of these items doubles the count.
        let doubles = (0..3 * copies).flat_map(|item| [vec![item], vec![item]]);
        let random = |option: BTreeSet<usize>| option.into_iter().map(|item| item + 3 * copies).collect();
        let options = options.into_iter().map(random).chain(doubles);
        let problem = Problem::from_lists(9 + 3 * copies, Some(7 + 3 * copies), options).unwrap();
        let one = told(&problem, 1, usize::MAX, &[20, u64::MAX]);
        prop_assert_eq!(told(&problem, threads, usize::MAX, &[20, u64::MAX]), one);
    }
}

#[test]
fn the_limit_of_memory_is_kept() {
    let problem = parse("t", COLORS).unwrap().problem;
    let run = |limit| {
        let (mut sweep, _) = sweep::<1>(&problem, limit);
        let pause = run(&mut sweep, u64::MAX, u64::MAX);
        assert_eq!(run(&mut sweep, u64::MAX, u64::MAX), pause, "what has ended stays so");
        assert!(sweep.peak_bytes() <= limit);
        (pause, sweep.peak_bytes(), sweep.count())
    };
    let (_, enough, count) = run(usize::MAX);
    assert_eq!(run(enough), (Pause::End, enough, count));
    for limit in [0, 1, enough / 2, enough - 1] {
        assert!(matches!(run(limit), (Pause::Memory, _, None)));
    }
}
