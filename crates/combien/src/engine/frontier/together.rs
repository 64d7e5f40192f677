//! Large layers, worked off by several threads together.
//!
//! The states of a layer are dealt out to the threads, some hundred slots at a time. A thread collects where their moves lead in its
//! *outbox*, by the [shard](super::shards) of the target, and adds what it has for a shard when there is enough of it.
//! It is the sums that matter, so the order does not. After each step the threads wait for each other.
//!
//! **Invariant.** Between two runs all outboxes are empty, and `next` is the first slot that has not been processed.

use std::io;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, RwLock};

use super::disk::Disk;
use super::layers::{Company, Done, Place, Scheduling, Tell, move_effort};
use super::schedule::Schedule;
use super::shards::{SHARDS, Shards, own, shard};
use super::spilled::Spilled;
use super::table::{Memory, Table};
use super::{Pause, Work};
use crate::engine::team;
use crate::engine::words::Words;

/// The words in an outbox for a shard: some dozens of entries, so that a lock is a small part of the cost of adding them.
const WORDS: usize = 1 << 8;
/// The slots, and the effort, that a thread takes at a time.
const SLOTS: u64 = 1 << 8;
const EFFORT: u64 = 1 << 15;
/// What the threads need for themselves is not counted; so it must be a small part of the memory.
const PART_OF_MEMORY: usize = 16;

/// Layers that several threads work off.
pub(super) struct Together {
    shards: Shards,
    stage: RwLock<Stage>,
    outboxes: Vec<Mutex<Outbox>>,
    /// With fewer states in all layers, one thread goes on alone.
    few: usize,
}

/// A layer that is being worked off.
pub(super) struct Stage {
    step: usize,
    /// Its table in each shard, and the sum of the slots up to the end of each.
    sources: Vec<Table>,
    ends: Vec<usize>,
    /// The words of an entry.
    stride: usize,
    /// The first slot that nobody has taken.
    next: AtomicUsize,
    /// The states and the effort that may still be spent.
    states: AtomicU64,
    effort: AtomicU64,
}

/// What a thread has not yet added to each shard: [`Shards::add`] says what an entry is.
#[derive(Default)]
pub(super) struct Outbox {
    /// For each shard an array of the same length, and how many words of it are used.
    words: Vec<u64>,
    used: Vec<usize>,
    work: Work,
}

impl Together {
    /// Is this limit of memory large against what is not counted?
    pub(super) fn fits(steps: usize, width: usize, limit: usize) -> bool {
        let outboxes = 2 * SHARDS * WORDS * size_of::<u64>();
        Shards::fewest_bytes(steps, width).saturating_add(outboxes) <= limit / PART_OF_MEMORY
    }

    /// The same if only few layers have states at a time.
    pub(super) fn fits_while_few(steps: usize, limit: usize) -> bool {
        let outboxes = 2 * SHARDS * WORDS * size_of::<u64>();
        steps.saturating_mul(SHARDS * size_of::<Table>()).saturating_add(outboxes) <= limit / PART_OF_MEMORY
    }

    /// Takes the states from the tables.
    /// If they can spill, none is lost when the memory does not suffice.
    pub(super) fn new(
        tables: &mut [Table],
        step: usize,
        memory: Memory,
        few: usize,
        can_spill: bool,
    ) -> Together {
        let shards = Shards::divide(tables, step, memory, can_spill);
        let stage = RwLock::new(Stage::new(step, &shards));
        Together { shards, stage, outboxes: vec![], few }
    }
}

impl Company for Together {
    fn run(
        &mut self,
        schedule: &dyn Scheduling,
        threads: usize,
        states: u64,
        effort: &mut u64,
        place: &mut Place,
        at_step: &mut dyn FnMut(Done),
    ) -> Result<(), Pause> {
        let Together { shards, stage, outboxes, few } = self;
        outboxes.resize_with(threads, Mutex::default);
        let (shards, stage, outboxes, few) = (&*shards, &*stage, &*outboxes, *few);
        let task = |thread: usize| {
            let mut outbox = own(outboxes[thread].lock());
            own(stage.read()).work(schedule, shards, &mut outbox, thread);
        };
        team::in_phases(threads, task, |run| {
            loop {
                let threads = own(stage.write()).allow(states - place.work.nodes, *effort, threads);
                run(0..threads);
                for outbox in outboxes {
                    let work = std::mem::take(&mut own(outbox.lock()).work);
                    place.work.nodes += work.nodes;
                    place.updates += work.updates;
                }
                let mut stage = own(stage.write());
                *effort = *stage.effort.get_mut();
                if shards.is_full() {
                    return Err(Pause::Memory);
                }
                if !place.has_processed(stage.states_in_all()) {
                    return Err(Pause::Bound);
                }
                shards.settle(place.step).map_err(|_| Pause::Memory)?;
                shards.finish(place.step);
                at_step(place.finish_step(shards.memory().peak));
                let is_end = place.step == schedule.len();
                if is_end || shards.len(place.step) < few && shards.len_from(place.step) < few {
                    return Ok(());
                }
                *stage = Stage::new(place.step, shards);
            }
        })
    }

    fn memory(&self) -> Memory {
        self.shards.memory()
    }

    fn join(self: Box<Self>, tables: &mut [Table], step: usize) -> Memory {
        self.shards.join(tables, step)
    }

    fn spill(self: Box<Self>, disk: Arc<Disk>, step: usize) -> Box<dyn Company + Send> {
        let Together { shards, stage, .. } = *self;
        let mut stage = own(stage.into_inner());
        let limit = shards.memory().limit;
        let mut first = (*stage.next.get_mut()).min(stage.slots());
        let mut tables: Vec<_> = shards.into_tables().collect();
        let mut spilled = Spilled::new(tables[0].len(), tables[0][0].size().width, limit, disk);
        for (number, tables) in tables.iter_mut().enumerate() {
            for (layer, table) in tables.drain(..).enumerate().filter(|(_, table)| table.len() > 0) {
                spilled.put_table(layer, number, table);
            }
        }
        for (number, source) in stage.sources.into_iter().enumerate() {
            let passed = first.min(source.slots());
            first -= passed;
            if passed == 0 {
                spilled.put_table(step, number, source);
            } else {
                let rest = source.states(passed..source.slots());
                rest.for_each(|(state, number)| spilled.put(step, state, number));
            }
        }
        Box::new(spilled)
    }

    fn limbs(&self, step: usize) -> Vec<(usize, usize)> {
        self.shards.limbs(step)
    }

    fn each(&self, step: usize, tell: &mut Tell<'_>) -> io::Result<()> {
        let stage = own(self.stage.read());
        let mut first = stage.next.load(Ordering::Relaxed).min(stage.slots());
        for source in &stage.sources {
            let passed = first.min(source.slots());
            first -= passed;
            let mut rest = source.states(passed..source.slots());
            rest.try_for_each(|(state, number)| tell(step, state, number))?;
        }
        self.shards.each(step + 1, tell)
    }
}

impl Stage {
    fn new(step: usize, shards: &Shards) -> Stage {
        let (sources, limbs) = shards.take(step);
        let mut slots = 0;
        let end = |source: &Table| {
            slots += source.slots();
            slots
        };
        let ends = sources.iter().map(end).collect();
        let [states, effort] = [0; 2].map(AtomicU64::new);
        let next = AtomicUsize::new(0);
        let stride = 1 + sources[0].size().width + limbs;
        Stage { step, sources, ends, stride, next, states, effort }
    }

    fn slots(&self) -> usize {
        self.ends[SHARDS - 1]
    }

    /// Lets threads work again, and says how many of them it is worth.
    fn allow(&mut self, states: u64, effort: u64, threads: usize) -> usize {
        let next = (*self.next.get_mut()).min(self.slots());
        (*self.next.get_mut(), *self.states.get_mut(), *self.effort.get_mut()) = (next, states, effort);
        threads.min((self.slots() - next).div_ceil(SLOTS as usize)).max(1)
    }

    /// The states of the layer.
    fn states_in_all(&self) -> usize {
        self.sources.iter().map(Table::len).sum()
    }

    /// The work of one thread: takes slots until there are none, or until a bound.
    fn work(&self, schedule: &dyn Scheduling, shards: &Shards, outbox: &mut Outbox, thread: usize) {
        outbox.words.resize(SHARDS * WORDS.max(self.stride), 0);
        outbox.used.resize(SHARDS, 0);
        let effort_of_state = 1 + schedule.moves_of(self.step) as u64 * move_effort(schedule.width());
        let at_a_time = (EFFORT / effort_of_state).clamp(1, SLOTS);
        while self.effort.load(Ordering::Relaxed) > 0 && !shards.is_full() {
            // A slot has at most one state.
            let allowed = take(&self.states, at_a_time);
            let start = self.next.fetch_add(allowed as usize, Ordering::Relaxed);
            let end = self.slots().min(start.saturating_add(allowed as usize));
            let states = schedule.expand(self, start..end, shards, outbox);
            self.states.fetch_add(allowed - states, Ordering::Relaxed);
            if start >= end {
                break;
            }
            outbox.work.nodes += states;
            take(&self.effort, (end - start) as u64 + states * (effort_of_state - 1));
        }
        // Threads that are done at the same time begin with different shards.
        let first = thread * SHARDS / 2;
        for shard in (first..first + SHARDS).map(|shard| shard % SHARDS) {
            outbox.flush(shard, shards, self.stride);
        }
    }

    /// Applies each possible move to the states in some slots. Returns the number of states.
    pub(super) fn expand<const K: usize>(
        &self,
        slots: std::ops::Range<usize>,
        schedule: &Schedule<K>,
        shards: &Shards,
        outbox: &mut Outbox,
    ) -> u64 {
        let (mut states, mut slot) = (0, slots.start);
        let moves = schedule.moves(self.step);
        while slot < slots.end {
            let place = self.ends.partition_point(|&end| end <= slot);
            let source = &self.sources[place];
            let first = self.ends[place] - source.slots();
            let end = slots.end.min(self.ends[place]);
            for (state, number) in (slot - first..end - first).filter_map(|slot| source.slot::<K>(slot)) {
                states += 1;
                for chosen in moves.iter().filter(|chosen| chosen.is_possible(&state)) {
                    let (next, target) = schedule.apply(chosen, &state, self.step);
                    outbox.push(target, &next, number, shards, self.stride);
                }
            }
            slot = end;
        }
        states
    }
}

/// Takes as much as there is, up to this.
pub(super) fn take(left: &AtomicU64, most: u64) -> u64 {
    let take = |left: u64| Some(left - most.min(left));
    left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).map_or(0, |left| most.min(left))
}

impl Outbox {
    /// Where the entries for a shard begin.
    #[inline]
    fn start(&self, shard: usize) -> usize {
        shard * (self.words.len() / SHARDS)
    }

    #[inline]
    fn push<const K: usize>(
        &mut self,
        layer: usize,
        state: &Words<K>,
        number: &[u64],
        shards: &Shards,
        stride: usize,
    ) {
        let shard = shard(&state.0);
        if (self.used[shard] + stride) * SHARDS > self.words.len() {
            self.flush(shard, shards, stride);
        }
        let at = self.start(shard) + self.used[shard];
        let entry = &mut self.words[at..at + stride];
        entry[0] = layer as u64;
        entry[1..=K].copy_from_slice(&state.0);
        // All numbers of a layer count as equally long.
        let (low, high) = entry[1 + K..].split_at_mut(number.len());
        low.iter_mut().zip(number).for_each(|(word, &other)| *word = other);
        high.fill(0);
        self.used[shard] += stride;
        self.work.updates += 1;
    }

    fn flush(&mut self, shard: usize, shards: &Shards, stride: usize) {
        let (start, used) = (self.start(shard), std::mem::take(&mut self.used[shard]));
        if used > 0 && !shards.drops() {
            shards.add(shard, &self.words[start..start + used], stride);
        }
    }
}
