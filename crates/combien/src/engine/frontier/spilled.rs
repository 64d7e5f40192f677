//! Layers that do not fit into memory: sorted runs on disk.
//!
//! As in [`shards`](super::shards), the states are divided by their hashes. Each shard has a table for each layer. When the
//! tables of all shards take too much memory, those of the largest layers are written to disk: each as a run, sorted by states. When a layer is
//! worked off, its runs and what is left in its table are read side by side, and equal states are summed. So each state is processed
//! once, as it would be in memory, and the work is the same.
//!
//! A shard is read by one thread at a time, and its runs are removed when it has been read. Once no runs are left and the tables are small, the
//! sweep goes on in memory.
//!
//! **Memory.** Half of the limit is for tables, an eighth for reading. To write a run takes a list of the states of one table of one shard.
//! How many runs there are depends on the order in which threads come; what the sweep tells does not.
//!
//! **Invariant.** Between two runs all outboxes are empty. A shard of the layer that is being worked off is either in `queue`, and then it has
//! a cursor or has not been touched, or has been read. Runs and tables of earlier layers are empty.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use super::disk::Disk;
use super::entries::trimmed;
use super::layers::{Company, Done, Place, Scheduling, Tell, move_effort};
use super::merge::{Cursor, Runs};
use super::shards::{SHARDS, lock, own, shard};
use super::table::{Memory, Table};
use super::together::take;
use super::{Pause, Work};
use crate::budget::Reason;
use crate::engine::team;

/// The parts of the memory for tables, and for reading.
const FOR_TABLES: usize = 2;
const FOR_READING: usize = 8;
/// Tables are written until at most this part of their memory is taken.
const KEPT: usize = 8;
/// With tables in this part of the memory, the sweep goes on in memory.
const SMALL: usize = 4;
/// The words that are collected for a shard.
const WORDS: usize = 1 << 8;
/// The states, and the effort, that a thread takes at a time.
const STATES: u64 = 1 << 8;
const EFFORT: u64 = 1 << 15;
/// The cost of writing a state, in words read or written.
const WRITING: u64 = 1 << 4;

/// Layers of which a part is on disk.
pub(super) struct Spilled {
    width: usize,
    limit: usize,
    disk: Arc<Disk>,
    shards: Vec<Mutex<Shard>>,
    /// The layer that is being worked off.
    step: AtomicUsize,
    /// Its shards that have not been read, and those of them that are being read.
    queue: Mutex<Vec<usize>>,
    cursors: Vec<Mutex<Option<Cursor>>>,
    has_begun: bool,
    /// The layers and shards whose tables are to be written. While there are any, nothing else is done.
    jobs: Mutex<Vec<(usize, usize)>>,
    is_writing: AtomicBool,
    /// The bytes of all tables; and whether they are too many.
    used: AtomicUsize,
    is_full: AtomicBool,
    /// The states and the effort that may still be spent.
    states: AtomicU64,
    effort: AtomicU64,
}

/// The tables and runs of a shard, one for each layer.
struct Shard {
    tables: Vec<Table>,
    runs: Vec<Runs>,
    memory: Memory,
}

/// What a thread has not yet added to each shard: for each entry the layer and the words of the number, the state, and the
/// number.
#[derive(Default)]
struct Outbox {
    words: Vec<Vec<u64>>,
    work: Work,
}

impl Spilled {
    /// Without states.
    pub(super) fn new(layers: usize, width: usize, limit: usize, disk: Arc<Disk>) -> Spilled {
        let stream = |layer: usize, shard: usize| 2 * (layer * SHARDS + shard) as u64;
        let new = |shard: usize| Shard {
            tables: vec![Table::dense(width); layers],
            runs: (0..layers).map(|layer| Runs::new(stream(layer, shard))).collect(),
            memory: Memory::new(usize::MAX),
        };
        let [states, effort] = [0; 2].map(AtomicU64::new);
        let [step, used] = [0; 2].map(AtomicUsize::new);
        let [is_writing, is_full] = [false; 2].map(AtomicBool::new);
        Spilled {
            width,
            limit,
            disk,
            shards: (0..SHARDS).map(new).map(Mutex::new).collect(),
            step,
            queue: Mutex::default(),
            cursors: (0..SHARDS).map(|_| Mutex::default()).collect(),
            has_begun: false,
            jobs: Mutex::default(),
            is_writing,
            used,
            is_full,
            states,
            effort,
        }
    }

    /// Puts the table of a shard and a layer where nothing is yet.
    pub(super) fn put_table(&mut self, layer: usize, number: usize, table: Table) {
        let shard = own(self.shards[number].get_mut());
        let before = shard.memory.used;
        shard.memory.used += table.bytes();
        let now = shard.memory.used;
        shard.tables[layer] = table;
        self.charge(before, now);
    }

    /// Adds to the number of a state.
    pub(super) fn put(&self, layer: usize, state: &[u64], number: &[u64]) {
        let mut shard = own(self.shards[shard(state)].lock());
        let before = shard.memory.used;
        shard.add(layer, state, trimmed(number));
        self.charge(before, shard.memory.used);
    }

    /// The memory of a shard has changed.
    #[inline]
    fn charge(&self, before: usize, now: usize) {
        if now != before {
            let used = self.used.fetch_add(now.wrapping_sub(before), Ordering::Relaxed);
            if used.wrapping_add(now.wrapping_sub(before)) > self.limit / FOR_TABLES {
                self.is_full.store(true, Ordering::Relaxed);
            }
        }
    }

    fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Writes tables while they take too much memory.
    pub(super) fn make_room(&self, step: usize) -> Result<(), Reason> {
        if self.is_full() {
            self.plan(step);
            while let Some(job) = own(self.jobs.lock()).pop() {
                self.write(job)?;
            }
        }
        Ok(())
    }

    /// If something went wrong, the sweep stops for it.
    pub(super) fn told(&self, done: Result<(), Reason>) {
        if let Err(reason) = done {
            self.disk.fail(reason);
        }
    }

    /// The bytes of the tables of a layer.
    fn bytes_of(&self, layer: usize) -> usize {
        self.shards.iter().map(|shard| own(shard.lock()).tables[layer].bytes()).sum()
    }

    /// Plans to write the tables of a layer.
    fn plan_layer(&self, layer: usize) {
        let has_states = |&shard: &usize| own(self.shards[shard].lock()).tables[layer].len() > 0;
        own(self.jobs.lock()).extend((0..SHARDS).filter(has_states).map(|shard| (layer, shard)));
    }

    /// Plans to write the tables of the largest layers from this one on.
    fn plan(&self, step: usize) {
        self.is_full.store(false, Ordering::Relaxed);
        let layers = own(self.shards[0].lock()).tables.len();
        let sized = (step..layers).map(|layer| (self.bytes_of(layer), layer));
        let mut sized: Vec<(usize, usize)> = sized.filter(|&(bytes, _)| bytes > 0).collect();
        sized.sort_unstable();
        let mut left = self.used.load(Ordering::Relaxed);
        while left > self.limit / FOR_TABLES / KEPT
            && let Some((bytes, layer)) = sized.pop()
        {
            self.plan_layer(layer);
            left = left.saturating_sub(bytes);
        }
    }

    /// Writes a table as a run.
    fn write(&self, (layer, number): (usize, usize)) -> Result<(), Reason> {
        let mut guard = own(self.shards[number].lock());
        let Shard { tables, runs, memory } = &mut *guard;
        let before = memory.used;
        take(&self.effort, WRITING * tables[layer].len() as u64);
        runs[layer].add(&tables[layer], &self.disk)?;
        tables[layer].clear(memory);
        self.used.fetch_sub(before - memory.used, Ordering::Relaxed);
        Ok(())
    }

    /// Begins to work a layer off. If its tables would take the room for the next ones, they are written first.
    fn begin(&self, step: usize) {
        self.step.store(step, Ordering::Relaxed);
        let has_states = |&shard: &usize| {
            let shard = own(self.shards[shard].lock());
            shard.tables[step].len() > 0 || !shard.runs[step].is_empty()
        };
        *own(self.queue.lock()) = (0..SHARDS).filter(has_states).collect();
        if self.bytes_of(step) > self.limit / FOR_TABLES / 2 {
            self.plan_layer(step);
        }
    }

    /// Has the whole layer been read?
    fn is_worked_off(&self) -> bool {
        let is_done = |&shard: &usize| own(self.cursors[shard].lock()).as_ref().is_some_and(Cursor::is_done);
        own(self.queue.lock()).iter().all(is_done)
    }

    /// Does everything that is left fit into memory?
    fn is_small(&self, step: usize) -> bool {
        let has_no_runs = |shard: &Mutex<Shard>| own(shard.lock()).runs[step..].iter().all(Runs::is_empty);
        self.used.load(Ordering::Relaxed) <= self.limit / SMALL && self.shards.iter().all(has_no_runs)
    }

    /// Puts the runs of a layer into the tables: at the end, there is one state.
    fn gather(&self, step: usize) -> Result<(), Reason> {
        self.step.store(step, Ordering::Relaxed);
        for number in 0..SHARDS {
            let mut cursor = self.open(number, 1)?;
            while let Some((state, number)) = cursor.next(&self.disk)? {
                self.put(step, state, number);
            }
            self.close(number, cursor)?;
        }
        Ok(())
    }

    /// Forgets what has been read.
    fn close(&self, number: usize, cursor: Cursor) -> Result<(), Reason> {
        let mut shard = own(self.shards[number].lock());
        let before = shard.memory.used;
        cursor.close(&mut shard.memory, &self.disk)?;
        self.used.fetch_sub(before - shard.memory.used, Ordering::Relaxed);
        Ok(())
    }

    /// The work of one thread, until there is none, or until a bound.
    fn work(&self, schedule: &dyn Scheduling, outbox: &mut Outbox, threads: usize) -> Result<(), Reason> {
        if self.is_writing.load(Ordering::Relaxed) {
            while self.effort.load(Ordering::Relaxed) > 0
                && let Some(job) = { own(self.jobs.lock()).pop() }
            {
                self.write(job)?;
            }
            return Ok(());
        }
        outbox.words.resize(SHARDS, vec![]);
        while !self.is_full()
            && let Some(number) = { own(self.queue.lock()).pop() }
        {
            let mut place = own(self.cursors[number].lock());
            let cursor = match &mut *place {
                Some(cursor) => cursor,
                none => none.insert(self.open(number, threads)?),
            };
            if !self.expand(cursor, schedule, outbox)? {
                own(self.queue.lock()).push(number);
                break;
            }
            if let Some(cursor) = place.take() {
                self.close(number, cursor)?;
            }
        }
        for number in 0..SHARDS {
            self.flush(number, outbox);
        }
        Ok(())
    }

    /// Begins to read a shard of the layer.
    fn open(&self, number: usize, threads: usize) -> Result<Cursor, Reason> {
        let mut shard = own(self.shards[number].lock());
        let step = self.step.load(Ordering::Relaxed);
        let table = shard.tables[step].take();
        let runs = std::mem::take(&mut shard.runs[step]);
        drop(shard);
        Cursor::new(table, runs, &self.disk, self.limit / FOR_READING / threads)
    }

    /// Applies each possible move to the states of a shard. Returns whether none is left.
    fn expand(
        &self,
        cursor: &mut Cursor,
        schedule: &dyn Scheduling,
        outbox: &mut Outbox,
    ) -> Result<bool, Reason> {
        let step = self.step.load(Ordering::Relaxed);
        let effort_of_state = 1 + schedule.moves_of(step) as u64 * move_effort(self.width);
        let at_a_time = (EFFORT / effort_of_state).clamp(1, STATES);
        while !cursor.is_done() {
            if self.effort.load(Ordering::Relaxed) == 0 || self.is_full() {
                return Ok(false);
            }
            let allowed = take(&self.states, at_a_time);
            if allowed == 0 {
                return Ok(false);
            }
            let mut states = 0;
            while states < allowed
                && let Some((state, number)) = cursor.next(&self.disk)?
            {
                states += 1;
                let number = trimmed(number);
                schedule
                    .each_move(state, step, 0, &mut |target, next| self.send(target, next, number, outbox));
            }
            self.states.fetch_add(allowed - states, Ordering::Relaxed);
            outbox.work.nodes += states;
            take(&self.effort, states * effort_of_state);
        }
        Ok(true)
    }

    #[inline]
    fn send(&self, layer: usize, state: &[u64], number: &[u64], outbox: &mut Outbox) {
        let to = shard(state);
        let words = &outbox.words[to];
        if !words.is_empty() && words.len() + 1 + state.len() + number.len() > WORDS {
            self.flush(to, outbox);
        }
        let words = &mut outbox.words[to];
        words.push((layer as u64) << 32 | number.len() as u64);
        words.extend_from_slice(state);
        words.extend_from_slice(number);
        outbox.work.updates += 1;
    }

    fn flush(&self, number: usize, outbox: &mut Outbox) {
        let words = &mut outbox.words[number];
        if words.is_empty() {
            return;
        }
        let mut shard = lock(&self.shards[number]);
        let before = shard.memory.used;
        let mut rest = &words[..];
        while let [head, entry @ ..] = rest {
            let (state, entry) = entry.split_at(self.width);
            let (number, entry) = entry.split_at(*head as u32 as usize);
            shard.add((head >> 32) as usize, state, number);
            rest = entry;
        }
        self.charge(before, shard.memory.used);
        words.clear();
    }
}

impl Shard {
    #[inline]
    fn add(&mut self, layer: usize, state: &[u64], number: &[u64]) {
        self.tables[layer].put(state, number, &mut self.memory);
    }
}

impl Company for Spilled {
    fn run(
        &mut self,
        schedule: &dyn Scheduling,
        threads: usize,
        states: u64,
        effort: &mut u64,
        place: &mut Place,
        at_step: &mut dyn FnMut(Done),
    ) -> Result<(), Pause> {
        if !std::mem::replace(&mut self.has_begun, true) {
            self.begin(place.step);
        }
        let outboxes: Vec<Mutex<Outbox>> = (0..threads).map(|_| Mutex::default()).collect();
        let this = &*self;
        let task = |thread: usize| {
            let done =
                this.work(schedule, &mut own::<MutexGuard<'_, Outbox>>(outboxes[thread].lock()), threads);
            if let Err(reason) = done {
                this.disk.fail(reason);
                this.is_full.store(true, Ordering::Relaxed);
            }
        };
        team::in_phases(threads, task, |run: &mut dyn FnMut(Range<usize>)| {
            loop {
                this.states.store(states.saturating_sub(place.work.nodes), Ordering::Relaxed);
                this.effort.store(*effort, Ordering::Relaxed);
                this.is_writing.store(!own(this.jobs.lock()).is_empty(), Ordering::Relaxed);
                run(0..threads);
                for outbox in &outboxes {
                    let work = std::mem::take(&mut own(outbox.lock()).work);
                    place.work.nodes += work.nodes;
                    place.updates += work.updates;
                }
                *effort = this.effort.load(Ordering::Relaxed);
                if this.disk.failure().is_some() {
                    return Err(Pause::Memory);
                }
                let is_full = this.is_full();
                if is_full {
                    this.plan(place.step);
                }
                if is_full || this.is_writing.load(Ordering::Relaxed) || !own(this.jobs.lock()).is_empty() {
                    if *effort == 0 {
                        return Err(Pause::Bound);
                    }
                    continue;
                }
                if !this.is_worked_off() {
                    return Err(Pause::Bound);
                }
                at_step(place.finish_step(this.limit));
                if this.is_small(place.step) {
                    return Ok(());
                }
                if place.step == schedule.len() {
                    return this.gather(place.step).map_err(|reason| {
                        this.disk.fail(reason);
                        Pause::Memory
                    });
                }
                this.begin(place.step);
            }
        })
    }

    /// All of it is taken, or was.
    fn memory(&self) -> Memory {
        let used = self.used.load(Ordering::Relaxed);
        Memory { limit: self.limit, used, reserve: 0, peak: self.limit }
    }

    fn join(self: Box<Self>, tables: &mut [Table], step: usize) -> Memory {
        let mut memory = Memory::new(usize::MAX);
        for (layer, joined) in tables.iter_mut().enumerate().skip(step) {
            for shard in &self.shards {
                let divided = own(shard.lock()).tables[layer].take();
                for (state, number) in divided.states(0..divided.slots()) {
                    joined.put(state, trimmed(number), &mut memory);
                }
            }
        }
        Memory { limit: self.limit, used: memory.used, reserve: 0, peak: self.limit }
    }

    fn spill(self: Box<Self>, _: Arc<Disk>, _: usize) -> Box<dyn Company + Send> {
        self
    }

    fn is_spilled(&self) -> bool {
        true
    }

    fn load(&mut self, layer: usize, state: &[u64], number: &[u64], step: usize) -> Result<(), Reason> {
        self.put(layer, state, number);
        self.make_room(step)
    }

    fn limbs(&self, _: usize) -> Vec<(usize, usize)> {
        vec![]
    }

    fn each(&self, step: usize, tell: &mut Tell<'_>) -> io::Result<()> {
        for (shard, cursor) in self.shards.iter().zip(&self.cursors) {
            if let Some(cursor) = &*own(cursor.lock()) {
                cursor.each(&self.disk, &mut |state, number| tell(step, state, number))?;
            }
            let shard = own(shard.lock());
            for (layer, table) in shard.tables.iter().enumerate().skip(step) {
                let mut tell = |state: &[u64], number: &[u64]| tell(layer, state, number);
                table.states(0..table.slots()).try_for_each(|(state, number)| tell(state, number))?;
                shard.runs[layer].each(self.width, &self.disk, &mut tell)?;
            }
        }
        Ok(())
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
