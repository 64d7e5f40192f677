//! Layers that do not fit into memory: sorted runs on disk.
//!
//! When the tables of all [shards](super::shards) take too much memory, those of the largest layers are
//! written to disk: each as a run, sorted by states. When a layer is processed, its runs and what is left in
//! its table are read side by side, and equal states are summed. So each state is processed once, as it would
//! be in memory, and the work is the same.
//!
//! A shard is read by one thread at a time, and its runs are removed when it has been read. Once no runs are
//! left and the tables are small, the sweep goes on in memory.
//!
//! **Memory.** Half of the limit is for tables, an eighth for reading. To write a run takes a list of the
//! states of one table of one shard. How many runs there are depends on the order in which threads come; what
//! the sweep tells does not.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::common::take;
use super::merge::Runs;
use super::shards::{Shard, Shards};
use super::spill::{FOR_TABLES, Spilled};
use crate::budget::Reason;
use crate::engine::team::own;

/// Tables are written until at most this part of their memory is taken.
const KEPT: usize = 8;
/// With tables in this part of the memory, the sweep goes on in memory.
const SMALL: usize = 4;
/// The cost of writing a state, in words read or written.
const WRITING: u64 = 1 << 4;

/// What is done with tables that are on disk in part.
impl Shards {
    /// Writes tables while they take too much memory.
    pub(super) fn make_room(&self, step: usize) -> Result<(), Reason> {
        if let Some(spilled) = &self.spilled
            && self.is_full()
        {
            self.plan(spilled, step);
            self.write(spilled, &AtomicU64::new(u64::MAX))?;
        }
        Ok(())
    }

    /// The bytes of the tables of a layer.
    fn bytes_of(&self, layer: usize) -> usize {
        self.each.iter().map(|shard| own(shard.lock()).tables[layer].bytes()).sum()
    }

    /// Plans to write the tables of a layer.
    fn plan_layer(&self, spilled: &Spilled, layer: usize) {
        let has_states = |&number: &usize| own(self.each[number].lock()).tables[layer].len() > 0;
        own(spilled.jobs.lock()).extend((0..self.count()).filter(has_states).map(|number| (layer, number)));
    }

    /// Plans to write the tables of the largest layers from this one on.
    pub(super) fn plan(&self, spilled: &Spilled, step: usize) {
        self.is_full.store(false, Ordering::Relaxed);
        let sized = (step..self.layers()).map(|layer| (self.bytes_of(layer), layer));
        let mut sized: Vec<(usize, usize)> = sized.filter(|&(bytes, _)| bytes > 0).collect();
        sized.sort_unstable();
        let mut left = spilled.used.load(Ordering::Relaxed);
        while left > spilled.limit / FOR_TABLES / KEPT
            && let Some((bytes, layer)) = sized.pop()
        {
            self.plan_layer(spilled, layer);
            left = left.saturating_sub(bytes);
        }
    }

    /// Before a layer is processed: if its tables would take the room for the next ones, they are written
    /// first.
    pub(super) fn plan_first(&self, spilled: &Spilled, step: usize) {
        if self.bytes_of(step) > spilled.limit / FOR_TABLES / 2 {
            self.plan_layer(spilled, step);
        }
    }

    /// The work of one thread: writes tables as runs, until all are written, or the effort is spent.
    pub(super) fn write(&self, spilled: &Spilled, effort: &AtomicU64) -> Result<(), Reason> {
        while effort.load(Ordering::Relaxed) > 0
            && let Some((layer, number)) = { own(spilled.jobs.lock()).pop() }
        {
            let mut guard = own(self.each[number].lock());
            let Shard { tables, runs } = &mut *guard;
            take(effort, WRITING * tables[layer].len() as u64);
            runs[layer].add(&tables[layer], &spilled.disk)?;
            spilled.give_back(tables[layer].take().bytes());
        }
        Ok(())
    }

    /// Does everything that is left fit into memory?
    pub(super) fn is_small(&self, spilled: &Spilled, step: usize) -> bool {
        let has_no_runs = |shard: &Mutex<Shard>| own(shard.lock()).runs.iter().all(Runs::is_empty);
        let used = spilled.used.load(Ordering::Relaxed);
        // A step was done: otherwise it would come back at once.
        step > spilled.since && used <= spilled.limit / SMALL && self.each.iter().all(has_no_runs)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::disk::tests::Streams;
    use super::super::{Frontier, Order, Pause};
    use crate::budget::{Budget, Reason};
    use crate::count::Count;
    use crate::engine::Work;
    use crate::problem::Problem;
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::num::NonZeroUsize;

    /// All pairs of some points, an even number n of them: (n - 1)!! ways.
    fn pairs(points: usize) -> Problem {
        let pairs = (0..points).flat_map(|a| (0..a).map(move |b| vec![b, a]));
        Problem::from_lists(points, None, pairs).unwrap()
    }

    fn sweep(problem: &Problem, threads: usize, memory: u64) -> Frontier {
        let (memory, threads) = (Some(memory), NonZeroUsize::new(threads));
        let budget = Budget { memory, threads, ..Budget::UNLIMITED };
        Frontier::new(problem, &Order::best(problem), &budget).unwrap()
    }

    /// The work at each of these bounds, and the count. Pauses within bounds too.
    fn told(sweep: &mut Frontier, bounds: &[u64]) -> (Vec<(Pause, Work)>, Option<Count>) {
        let run = |&states: &u64| loop {
            let pause = sweep.run_within(states, 1 << 16);
            if pause != Pause::Bound || sweep.work().nodes == states {
                return (pause, sweep.work());
            }
        };
        (bounds.iter().map(run).collect(), sweep.count())
    }

    #[test]
    fn a_sweep_on_disk_does_the_same_as_one_in_memory() {
        let problem = pairs(22);
        let mut whole = sweep(&problem, 1, u64::MAX);
        whole.run(u64::MAX);
        let all = whole.work().nodes;
        let bounds: Vec<u64> = (0..all).step_by(77_777).chain([all, u64::MAX]).collect();
        let expected = told(&mut sweep(&problem, 1, u64::MAX), &bounds);
        assert_eq!(expected.1, Some(Count::from(13_749_310_575u64)));
        let mut most = 0;
        for threads in 1..=3 {
            // From a layer that hardly fits to tables that are written all the time.
            for part in [2, 10, 100, 1000] {
                let streams = Arc::new(Streams::default());
                let mut spilled = sweep(&problem, threads, whole.peak_bytes() as u64 / part);
                spilled.set_scratch(streams.clone(), u64::MAX);
                assert_eq!(
                    told(&mut spilled, &bounds),
                    expected,
                    "{threads} threads, 1/{part} of the memory"
                );
                assert!(streams.is_empty() && spilled.scratch_peak() > 0);
                most = most.max(spilled.scratch_peak());
            }
        }
        assert!(most as usize > whole.peak_bytes() / 10, "{most} bytes of {}", whole.peak_bytes());
    }

    #[test]
    fn what_fits_into_memory_never_meets_the_disk() {
        let problem = pairs(20);
        let mut whole = sweep(&problem, 1, u64::MAX);
        whole.run(u64::MAX);
        for threads in 1..=2 {
            let streams = Arc::new(Streams::default());
            let mut enough = sweep(&problem, threads, whole.peak_bytes() as u64);
            enough.set_scratch(streams, 0);
            assert_eq!(enough.run(u64::MAX), Pause::End);
            assert_eq!((enough.work(), enough.peak_bytes()), (whole.work(), whole.peak_bytes()));
        }
    }

    #[test]
    fn a_disk_that_is_full_or_fails_stops_the_sweep() {
        let problem = pairs(20);
        let mut whole = sweep(&problem, 1, u64::MAX);
        whole.run(u64::MAX);
        let memory = whole.peak_bytes() as u64 / 20;
        for threads in 1..=2 {
            let run = |streams: Streams, limit: u64| {
                let mut spilled = sweep(&problem, threads, memory);
                spilled.set_scratch(Arc::new(streams), limit);
                let pause = spilled.run(u64::MAX);
                assert_eq!(spilled.run(u64::MAX), pause, "what has ended stays so");
                (pause, spilled.failure())
            };
            assert_eq!(run(Streams::default(), u64::MAX), (Pause::End, None));
            assert_eq!(run(Streams::default(), 1000), (Pause::Memory, Some(Reason::Disk(1000))));
            let failed = Some(Reason::Scratch(std::io::ErrorKind::StorageFull));
            for calls in [0, 1, 40, 200] {
                assert_eq!(
                    run(Streams::failing_after(calls), u64::MAX),
                    (Pause::Memory, failed),
                    "{calls} calls"
                );
            }
        }
    }

    proptest! {
        /// Random options, with secondary items, and numbers that do not fit into a word.
        #[test]
        fn random_problems_have_the_same_work_on_disk(
            options in prop::collection::vec(prop::collection::btree_set(0usize..9, 1..4), 1..60),
            copies in 1usize..30,
            threads in 1usize..4,
            memory in 600u64..20_000,
        ) {
            let doubles = (0..3 * copies).flat_map(|item| [vec![item], vec![item]]);
            let random = |option: BTreeSet<usize>| option.into_iter().map(|item| item + 3 * copies).collect();
            let options = options.into_iter().map(random).chain(doubles);
            let problem = Problem::from_lists(9 + 3 * copies, Some(7 + 3 * copies), options).unwrap();
            let expected = told(&mut sweep(&problem, 1, u64::MAX), &[20, u64::MAX]);
            let streams = Arc::new(Streams::default());
            let mut spilled = sweep(&problem, threads, memory);
            spilled.set_scratch(streams.clone(), u64::MAX);
            prop_assert_eq!(told(&mut spilled, &[20, u64::MAX]), expected);
            prop_assert!(streams.is_empty());
        }
    }
}
