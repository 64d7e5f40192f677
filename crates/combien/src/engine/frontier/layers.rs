//! The sweep itself: layer after layer, the states that can be reached and the number of ways to each.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use super::disk::Disk;
use super::head::Mark;
use super::saved::NotLoaded;
use super::schedule::{Layout, Schedule, start};
use super::shards::Shards;
use super::spilled::Spilled;
use super::table::{Memory, Size, Table, Wait};
use super::together::{Outbox, Stage, Together};
use super::{Pause, Work};
use crate::budget::{Effort, Reason};
use crate::count::Count;
use crate::engine::words::Words;
use crate::problem::Problem;

/// A schedule for any size of states: what is asked of it. Only what is done for each state and move is compiled for each size.
pub(super) trait Scheduling: Send + Sync {
    /// The words of a state.
    fn width(&self) -> usize;
    /// The number of steps.
    fn len(&self) -> usize;
    /// How many moves a step has.
    fn moves_of(&self, step: usize) -> usize;
    /// Is the item of this step covered in a state before it?
    fn covers(&self, state: &[u64], step: usize) -> bool;
    /// Tells where a state leads: the layer and the state, for each possible move of a step from this one on.
    fn each_move(&self, state: &[u64], step: usize, first: usize, lead: &mut dyn FnMut(usize, &[u64]));
    /// Processes the states of a layer: see [`Layers`].
    fn work_off(&self, layers: &mut Layers, states: u64, effort: &mut u64) -> Result<(), Pause>;
    /// Applies each possible move to the states in some slots. Returns the number of states.
    fn expand(&self, stage: &Stage, slots: Range<usize>, shards: &Shards, outbox: &mut Outbox) -> u64;
}

impl<const K: usize> Scheduling for Schedule<K> {
    fn width(&self) -> usize {
        K
    }
    fn len(&self) -> usize {
        self.len()
    }
    fn moves_of(&self, step: usize) -> usize {
        self.moves(step).len()
    }
    fn covers(&self, state: &[u64], step: usize) -> bool {
        self.is_covered(&Words::from_slice(state), step)
    }
    fn each_move(&self, state: &[u64], step: usize, first: usize, lead: &mut dyn FnMut(usize, &[u64])) {
        let state = Words::from_slice(state);
        for chosen in self.moves(step)[first..].iter().filter(|chosen| chosen.is_possible(&state)) {
            let (next, target) = self.apply(chosen, &state, step);
            lead(target, &next.0);
        }
    }
    fn work_off(&self, layers: &mut Layers, states: u64, effort: &mut u64) -> Result<(), Pause> {
        layers.work_off(self, states, effort)
    }
    fn expand(&self, stage: &Stage, slots: Range<usize>, shards: &Shards, outbox: &mut Outbox) -> u64 {
        stage.expand(slots, self, shards, outbox)
    }
}

/// Who is told the entries of layers: the layer, the state and its number.
pub(super) type Tell<'t> = dyn FnMut(usize, &[u64], &[u64]) -> io::Result<()> + 't;

/// What is done when a step has been: the same for any number of threads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Done {
    pub(super) step: usize,
    pub(super) work: Work,
    /// The largest number of bytes so far.
    pub(super) peak: usize,
}

/// Several threads at work on the layers that are left. The page has none and does not load their code.
pub(super) trait Company {
    /// Works until a pause, or until few states are left.
    fn run(
        &mut self,
        schedule: &dyn Scheduling,
        threads: usize,
        states: u64,
        effort: &mut u64,
        place: &mut Place,
        at_step: &mut dyn FnMut(Done),
    ) -> Result<(), Pause>;
    /// What counts as memory.
    fn memory(&self) -> Memory;
    /// Puts the states into tables, from this step on. Returns what counts as memory then.
    fn join(self: Box<Self>, tables: &mut [Table], step: usize) -> Memory;
    /// The same states with some of them on disk, when the memory does not suffice at this step.
    fn spill(self: Box<Self>, disk: Arc<Disk>, step: usize) -> Box<dyn Company + Send>;
    fn is_spilled(&self) -> bool {
        false
    }
    /// Adds to the number of a state, while states are loaded at this step.
    fn load(&mut self, _layer: usize, _state: &[u64], _number: &[u64], _step: usize) -> Result<(), Reason> {
        unreachable!("states are loaded into tables, until they spill")
    }
    /// The words of a number in each layer with states, from this step on; none if that does not matter.
    fn limbs(&self, step: usize) -> Vec<(usize, usize)>;
    /// Tells all states that have not been processed; one may come several times.
    fn each(&self, step: usize, tell: &mut Tell<'_>) -> io::Result<()>;
}

/// How far a sweep is.
///
/// Within a step, several threads process states in any order. So the updates count when their step is done, and if the
/// memory does not suffice for a step, its states do not count.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub(super) step: usize,
    pub(super) work: Work,
    /// The states processed before this step.
    before: u64,
    /// The updates of this step so far.
    pub(super) updates: u64,
    /// If it was loaded within this step: the states of the step that had been processed then.
    gone: u64,
}

impl Place {
    pub(super) fn finish_step(&mut self, peak: usize) -> Done {
        self.work.updates += std::mem::take(&mut self.updates);
        (self.step, self.before, self.gone) = (self.step + 1, self.work.nodes, 0);
        Done { step: self.step, work: self.work, peak }
    }

    /// Have all states of a layer with this many been processed?
    pub(super) fn has_processed(&self, states: usize) -> bool {
        self.work.nodes - self.before == self.gone + states as u64
    }

    fn give_up(&mut self) -> Pause {
        self.work.nodes = self.before;
        Pause::Memory
    }
}

/// The cost of trying a move, in words read or written.
pub(super) const fn move_effort(width: usize) -> u64 {
    width as u64 + 1
}

/// The cost of moving a slot of a table, which is mostly waiting for memory.
const SLOT_EFFORT: u64 = 8;

/// A layer with this many states is worth the company of other threads: some tenths of a millisecond.
const LARGE: usize = 1 << 13;

/// A sweep with states of any size.
///
/// **Invariants.** Table p holds the states before step p that were reached so far and at which the item of the step is
/// free; tables before the step of `place` are empty. States of its table in slots before `slot` have been processed, and
/// so have the `tried` moves of the state in that slot. No table grows except perhaps `growing`. While several threads
/// work `together`, that has all states and the memory, and the tables are empty.
pub(super) struct Layers {
    schedule: Arc<dyn Scheduling>,
    tables: Vec<Table>,
    place: Place,
    slot: usize,
    tried: usize,
    growing: Option<usize>,
    memory: Memory,
    full: bool,
    threads: usize,
    can_share: bool,
    together: Option<Box<dyn Company + Send>>,
    /// The states of a layer that is worth several threads.
    large: usize,
    disk: Option<Arc<Disk>>,
    /// The fields that live before each step, while states are loaded.
    living: Vec<Vec<u64>>,
}

impl Layers {
    pub(super) fn new(schedule: Arc<dyn Scheduling>, limit: usize, threads: usize) -> Layers {
        let width = schedule.width();
        let can_share = Together::fits(schedule.len(), width, limit);
        let mut layers = Layers {
            tables: vec![Table::new(width); schedule.len() + 1],
            schedule,
            place: Place::default(),
            slot: 0,
            tried: 0,
            growing: None,
            memory: Memory::new(limit),
            full: false,
            threads,
            can_share,
            together: None,
            large: LARGE,
            disk: None,
            living: vec![],
        };
        layers.full = layers.tables[0].add_state(&start(width), &[1], &mut layers.memory).is_err();
        layers
    }

    /// Processes the states of this layer, starting with `slot`.
    fn work_off<const K: usize>(
        &mut self,
        schedule: &Schedule<K>,
        states: u64,
        effort: &mut u64,
    ) -> Result<(), Pause> {
        while self.slot < self.tables[self.place.step].slots() {
            if self.place.work.nodes >= states || *effort == 0 {
                // Whether empty slots follow the last state is chance.
                let is_done = self.place.has_processed(self.tables[self.place.step].len());
                return if is_done { Ok(()) } else { Err(Pause::Bound) };
            }
            self.expand(schedule, effort)?;
            (self.slot, self.tried) = (self.slot + 1, 0);
        }
        Ok(())
    }

    /// Applies each possible move to the state in the slot, if there is one, and adds its number to the states where
    /// they lead.
    fn expand<const K: usize>(&mut self, schedule: &Schedule<K>, effort: &mut u64) -> Result<(), Pause> {
        *effort = effort.saturating_sub(1);
        if self.tables[self.place.step].slot::<K>(self.slot).is_none() {
            return Ok(());
        }
        loop {
            match self.try_moves(schedule, effort) {
                Ok(true) => break,
                Ok(false) => return Err(Pause::Bound),
                Err(Wait::Growing) => self.grow(effort)?,
                Err(Wait::Full) => return Err(Pause::Memory),
            }
        }
        self.place.work.nodes += 1;
        Ok(())
    }

    /// Tries moves from where it stopped the last time. Returns whether all are done.
    fn try_moves<const K: usize>(&mut self, schedule: &Schedule<K>, effort: &mut u64) -> Result<bool, Wait> {
        let step = self.place.step;
        let (current, later) = self.tables.split_at_mut(step + 1);
        let Some((state, number)) = current[step].slot::<K>(self.slot) else { return Ok(true) };
        let moves = &schedule.moves(step)[self.tried..];
        let affordable =
            moves.len().min(usize::try_from(*effort / move_effort(K)).unwrap_or(usize::MAX).max(1));
        *effort = effort.saturating_sub(affordable as u64 * move_effort(K));
        for chosen in &moves[..affordable] {
            if chosen.is_possible(&state) {
                let (next, target) = schedule.apply(chosen, &state, step);
                let table = &mut later[target - step - 1];
                if let Err(wait) = table.add(&next, number, &mut self.memory) {
                    self.growing = Some(target);
                    return Err(wait);
                }
                self.place.updates += 1;
            }
            self.tried += 1;
        }
        Ok(affordable == moves.len())
    }

    /// Lets the table that must grow do so.
    fn grow(&mut self, effort: &mut u64) -> Result<(), Pause> {
        if let Some(table) = self.growing {
            let affordable = usize::try_from(*effort / SLOT_EFFORT).unwrap_or(usize::MAX).max(1);
            let slots = affordable.min(self.tables[table].slots_to_move());
            let is_done = self.tables[table].grow(slots);
            *effort = effort.saturating_sub(slots as u64 * SLOT_EFFORT);
            if !is_done {
                return Err(Pause::Bound);
            }
            self.growing = None;
        }
        Ok(())
    }
}

impl Layers {
    /// Is this step, or what follows, for several threads?
    fn is_shared(&self) -> bool {
        let is_at_start = self.slot == 0 && self.tried == 0;
        let is_large = || self.tables[self.place.step].len() >= self.large;
        let is_wanted = self.threads > 1 || self.disk.is_some();
        self.together.is_some() || is_wanted && self.can_share && is_at_start && is_large()
    }

    /// Lets several threads work, until a pause, or until few states are left.
    fn run_together(
        &mut self,
        states: u64,
        effort: &mut u64,
        at_step: &mut dyn FnMut(Done),
    ) -> Result<(), Pause> {
        let Layers { schedule, tables, place, memory, .. } = self;
        let can_spill = self.disk.is_some();
        let mut new = || Together::new(tables, place.step, *memory, self.large / 4, can_spill);
        let together = self.together.get_or_insert_with(|| Box::new(new()));
        let done = together.run(&**schedule, self.threads, states, effort, place, at_step);
        self.memory = together.memory();
        if done.is_ok()
            && let Some(together) = self.together.take()
        {
            self.memory = together.join(&mut self.tables, self.place.step);
        }
        done
    }

    fn run_alone(
        &mut self,
        states: u64,
        effort: &mut u64,
        at_step: &mut dyn FnMut(Done),
    ) -> Result<(), Pause> {
        self.schedule.clone().work_off(self, states, effort)?;
        self.tables[self.place.step].clear(&mut self.memory);
        self.memory.reserve = 0;
        self.slot = 0;
        at_step(self.place.finish_step(self.memory.peak));
        Ok(())
    }
}

/// What does not fit into memory.
impl Layers {
    /// The memory does not suffice: goes on with a part of the states on disk, if there is one that works.
    fn spill(&mut self) -> bool {
        let Some(disk) = self.disk.clone().filter(|disk| disk.failure().is_none()) else {
            return false;
        };
        let step = self.place.step;
        let spilled = match self.together.take() {
            Some(company) => company.spill(disk, step),
            None => Box::new(self.divided(disk)) as Box<dyn Company + Send>,
        };
        self.memory = spilled.memory();
        self.together = Some(spilled);
        true
    }

    /// Divides the tables, and finishes the state that has been begun.
    fn divided(&mut self, disk: Arc<Disk>) -> Spilled {
        let Layers { schedule, tables, place, memory, .. } = self;
        let spilled = Spilled::new(tables.len(), schedule.width(), memory.limit, disk);
        let step = place.step;
        let mut first = std::mem::take(&mut self.slot);
        if self.tried > 0
            && let Some((state, number)) = tables[step].state(first)
        {
            schedule.each_move(state, step, std::mem::take(&mut self.tried), &mut |target, next| {
                spilled.put(target, next, number);
                place.updates += 1;
            });
            place.work.nodes += 1;
            first += 1;
        }
        let mut done = Ok(());
        self.growing = None;
        for (layer, table) in tables.iter_mut().enumerate().skip(step) {
            let table = table.take();
            for (state, number) in table.states(std::mem::take(&mut first)..table.slots()) {
                spilled.put(layer, state, number);
                done = done.and_then(|()| spilled.make_room(step));
            }
        }
        spilled.told(done);
        spilled
    }
}

impl Layers {
    /// Runs on; tells each step that is done.
    pub(super) fn run(&mut self, states: u64, mut effort: u64, at_step: &mut dyn FnMut(Done)) -> Pause {
        if self.full {
            return Pause::Memory;
        }
        if let Err(pause) = self.grow(&mut effort) {
            return pause;
        }
        while self.place.step < self.schedule.len() {
            let done = if self.is_shared() {
                self.run_together(states, &mut effort, at_step)
            } else {
                self.run_alone(states, &mut effort, at_step)
            };
            match done {
                Ok(()) => {}
                Err(Pause::Memory) if self.spill() => {}
                Err(Pause::Memory) => {
                    self.full = true;
                    return self.place.give_up();
                }
                Err(pause) => return pause,
            }
        }
        Pause::End
    }

    /// Uses at most this many threads from now on.
    pub(super) fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    pub(super) fn work(&self) -> Work {
        self.place.work
    }

    pub(super) fn peak_bytes(&self) -> usize {
        self.memory.peak
    }

    pub(super) fn step(&self) -> usize {
        self.place.step
    }

    /// The count, at the end. After the last step only the state without live items is left.
    pub(super) fn count(&self) -> Option<Count> {
        let end = self.schedule.len();
        debug_assert!(self.tables[end].len() <= 1, "all items are dead after the last step");
        (self.place.step == end).then(|| self.tables[end].total())
    }

    /// Uses this space for what does not fit into memory.
    pub(super) fn set_disk(&mut self, disk: Arc<Disk>) {
        // Undivided tables could only be written beside a copy of them.
        self.can_share |= Together::fits_while_few(self.schedule.len(), self.memory.limit);
        self.disk = Some(disk);
    }

    /// What went wrong with that space.
    pub(super) fn failure(&self) -> Option<Reason> {
        self.disk.as_ref()?.failure()
    }

    /// The largest number of bytes in that space.
    pub(super) fn disk_peak(&self) -> u64 {
        self.disk.as_ref().map_or(0, |disk| disk.peak())
    }

    /// Are states there now?
    pub(super) fn is_spilled(&self) -> bool {
        self.together.as_ref().is_some_and(|company| company.is_spilled())
    }

    /// Finishes the state that has been begun, so that the sweep can be saved, unless it is out of memory.
    pub(super) fn settle(&mut self, at_step: &mut dyn FnMut(Done)) {
        if !self.is_settled() {
            self.run(self.place.work.nodes + 1, u64::MAX, at_step);
        }
    }

    /// Can it be saved?
    pub(super) fn is_settled(&self) -> bool {
        !self.full && self.tried == 0 && self.growing.is_none()
    }

    /// Where it is.
    pub(super) fn mark(&self) -> Mark {
        let Place { step, work, before, updates, .. } = self.place;
        let Memory { reserve, peak, .. } = self.memory;
        let limbs = if let Some(company) = &self.together {
            company.limbs(step)
        } else {
            let tables = self.tables.iter().enumerate().skip(step).filter(|(_, table)| table.len() > 0);
            tables.map(|(layer, table)| (layer, table.size().limbs)).collect()
        };
        let (words, is_spilled) = (self.schedule.width(), self.is_spilled());
        Mark { words, step, work, before, updates, reserve, peak, limbs, is_spilled }
    }

    /// Tells what is left: the layer, a state, and its number. A state may come several times.
    pub(super) fn each(&self, tell: &mut Tell<'_>) -> io::Result<()> {
        let step = self.place.step;
        if let Some(company) = &self.together {
            return company.each(step, tell);
        }
        for (layer, table) in self.tables.iter().enumerate().skip(step) {
            let first = if layer == step { self.slot } else { 0 };
            table.states(first..table.slots()).try_for_each(|(state, number)| tell(layer, state, number))?;
        }
        Ok(())
    }

    /// Before states are loaded: finds out which are possible.
    pub(super) fn expect(
        &mut self,
        layout: &Layout,
        problem: &Problem,
        effort: &mut Effort<'_>,
    ) -> Result<(), Reason> {
        self.living = layout.living_before_each(self.schedule.width(), problem, effort)?;
        Ok(())
    }

    /// Forgets everything, and goes to this place.
    pub(super) fn begin_load(&mut self, mark: &Mark) -> Result<(), NotLoaded> {
        let Mark { step, work, before, updates, .. } = *mark;
        let gone = work.nodes.checked_sub(before).ok_or(NotLoaded::Wrong)?;
        if mark.words != self.schedule.width() || step > self.schedule.len() {
            return Err(NotLoaded::Wrong);
        }
        self.tables.iter_mut().for_each(|table| _ = table.take());
        self.place = Place { step, work, before, updates, gone };
        self.memory = Memory::new(self.memory.limit);
        if mark.is_spilled {
            // Without scratch space, it may fit into more memory than it had.
            self.spill();
        }
        Ok(())
    }

    /// Adds to the number of a state, whose fields are checked.
    pub(super) fn load(&mut self, layer: usize, state: &[u64], number: &[u64]) -> Result<(), NotLoaded> {
        let step = self.place.step;
        let is_possible = (step..=self.schedule.len()).contains(&layer)
            && state[0] & 1 != 0
            && state.iter().zip(&self.living[layer]).all(|(word, living)| word & !living == 0)
            && !self.schedule.covers(state, layer)
            && !number.is_empty();
        if !is_possible {
            return Err(NotLoaded::Wrong);
        }
        if let Some(spilled) = &mut self.together {
            return spilled.load(layer, state, number, step).map_err(NotLoaded::Stopped);
        }
        let mut memory = Memory { limit: usize::MAX, ..self.memory };
        self.tables[layer].put(state, number, &mut memory);
        self.memory.used = memory.used;
        if memory.used > self.memory.limit && !self.spill() {
            return Err(NotLoaded::Stopped(Reason::Memory(self.memory.limit as u64)));
        }
        Ok(())
    }

    /// Everything has been added.
    pub(super) fn end_load(&mut self, mark: &Mark) -> Result<(), NotLoaded> {
        self.living = vec![];
        let limit = self.memory.limit;
        self.memory.peak = mark.peak.min(limit);
        if self.together.is_some() || mark.is_spilled {
            return Ok(());
        }
        // The sizes that the tables had, so that the memory ends where it would have ended.
        for &(layer, limbs) in &mark.limbs {
            let table = self.tables.get_mut(layer).filter(|table| table.len() > 0).ok_or(NotLoaded::Wrong)?;
            let gone = if layer == self.place.step { self.place.gone } else { 0 };
            let states = usize::try_from(gone).ok().and_then(|gone| gone.checked_add(table.len()));
            let states = states.filter(|&states| states <= limit / 16 && limbs <= limit / 128);
            let full = NotLoaded::Stopped(Reason::Memory(limit as u64));
            let Some(states) = states else { return Err(full) };
            let size = Size { limbs: limbs.max(table.size().limbs), ..table.size() }.with_room_for(states);
            if self.memory.used - table.bytes() + size.bytes() > limit {
                if self.spill() {
                    return Ok(());
                }
                return Err(full);
            }
            let mut memory = Memory { limit: usize::MAX, ..self.memory };
            table.widen(size, &mut memory);
            self.memory.used = memory.used;
        }
        self.memory.reserve = mark.reserve.min(limit);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::disk::tests::Streams;
    use super::super::schedule::Layout;
    use super::*;
    use crate::budget::at_once;
    use crate::engine::order::Order;
    use crate::problem::Problem;
    use crate::problem::dlx::parse;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// A sweep of which nobody is told.
    fn run(layers: &mut Layers, states: u64, effort: u64) -> Pause {
        layers.run(states, effort, &mut |_| {})
    }

    fn layers<const K: usize>(problem: &Problem, limit: usize) -> (Layers, Layout) {
        let order = Order::best(problem);
        let layout = at_once(|effort| Layout::new(problem, &order, effort)).unwrap();
        let schedule = at_once(|effort| Schedule::<K>::new(problem, &order, &layout, effort)).unwrap();
        (Layers::new(Arc::new(schedule), limit, 1), layout)
    }

    const COLORS: &str = "p q r s t | x y z\np x:A\np q x:B y\nq z\nr x:A z:C\nr s y\ns x:A\nq y:D\nt\ns\np y:D\n\
                          t x:B z:C\nt y\n";

    #[test]
    fn states_are_zero_outside_of_what_lives_and_free_where_they_wait() {
        let problem = parse("t", COLORS).unwrap().problem;
        let (mut layers, layout) = layers::<2>(&problem, 1 << 20);
        layout.check_invariants(&problem);
        for states in 1.. {
            for (step, table) in layers.tables.iter().enumerate() {
                table.check_invariants::<2>();
                for (state, _) in table.states(0..table.slots()) {
                    let living = layout.living(&problem, step as u32);
                    let dead = Words::<2>::from_slice(state).without(&living);
                    assert_eq!(dead.0[..], start(2), "something dead before step {step}");
                    assert!(!layers.schedule.covers(state, step), "nothing to decide at step {step}");
                }
            }
            if run(&mut layers, states, u64::MAX) == Pause::End {
                break;
            }
        }
        assert_eq!(layers.memory.used, layers.tables[layers.place.step].bytes());
    }

    #[test]
    fn a_pause_changes_nothing() {
        let problem = parse("t", COLORS).unwrap().problem;
        let new = || layers::<1>(&problem, 1 << 20).0;
        let (mut whole, mut paused) = (new(), new());
        assert_eq!(run(&mut whole, u64::MAX, u64::MAX), Pause::End);
        for states in 0..whole.work().nodes {
            assert_eq!((run(&mut paused, states, u64::MAX), paused.count()), (Pause::Bound, None));
            assert_eq!(paused.work().nodes, states);
        }
        assert_eq!(run(&mut paused, u64::MAX, u64::MAX), Pause::End);
        assert_eq!((paused.count(), paused.work()), (whole.count(), whole.work()));
    }

    /// All pairs of some points, an even number n of them: (n - 1)!! ways.
    fn pairs(points: usize) -> Problem {
        let pairs = (0..points).flat_map(|a| (0..a).map(move |b| vec![b, a]));
        Problem::from_lists(points, None, pairs).unwrap()
    }

    #[test]
    fn working_in_small_steps_changes_nothing() {
        // 21!! ways, and tables that are too large to be moved at once.
        let problem = pairs(22);
        let (mut whole, mut paused) = (layers::<1>(&problem, 1 << 24).0, layers::<1>(&problem, 1 << 24).0);
        assert_eq!(run(&mut whole, u64::MAX, u64::MAX), Pause::End);
        let mut pauses = 0;
        while run(&mut paused, u64::MAX, 100) == Pause::Bound {
            pauses += 1;
        }
        assert!(pauses > 10_000, "{pauses}");
        assert_eq!((paused.count(), paused.work()), (whole.count(), whole.work()));
        assert_eq!(whole.count(), Some(Count::from(13_749_310_575u64)));
    }

    /// All that a sweep tells: how it ended, the count and the work, and the work and the memory after each step.
    type Told = (Pause, Option<Count>, Work, Vec<(usize, Work, usize)>);

    /// Sweeps with several threads from the first step on, pausing at each bound.
    fn told(problem: &Problem, threads: usize, limit: usize, bounds: &[u64]) -> Vec<Told> {
        let mut layers = layers::<2>(problem, limit).0;
        (layers.threads, layers.large, layers.can_share) = (threads, 1, true);
        let run = |&states: &u64| {
            let mut steps = vec![];
            let pause = loop {
                let pause =
                    layers.run(states, 1 << 20, &mut |done| steps.push((done.step, done.work, done.peak)));
                if pause != Pause::Bound || layers.work().nodes == states {
                    break pause;
                }
            };
            (pause, layers.count(), layers.work(), steps)
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
        let mut whole = layers::<1>(&problem, 1 << 24).0;
        assert_eq!(run(&mut whole, u64::MAX, u64::MAX), Pause::End);
        let mut changing = layers::<1>(&problem, 1 << 24).0;
        (changing.large, changing.can_share) = (300, true);
        let mut shared = 0;
        for turn in 1.. {
            changing.threads = 1 + turn % 3;
            if run(&mut changing, 1000 * turn as u64, u64::MAX) == Pause::End {
                break;
            }
            shared += usize::from(changing.together.is_some());
        }
        assert!(shared > 5, "{shared}");
        assert!(changing.together.is_none(), "the last layers are small");
        assert_eq!((changing.count(), changing.work()), (whole.count(), whole.work()));
        assert_eq!((changing.peak_bytes(), changing.memory.used), (whole.peak_bytes(), whole.memory.used));
    }

    /// From tables that are divided, at the first layer that does not fit.
    #[test]
    fn any_number_of_threads_does_the_same_on_disk() {
        let problem = pairs(24);
        let whole = &told(&problem, 1, usize::MAX, &[u64::MAX])[0];
        let peak = whole.3.last().map_or(0, |step| step.2);
        for (threads, part) in [(1, 2), (2, 2), (3, 5), (1, 50), (2, 50)] {
            let streams = Arc::new(Streams::default());
            let mut layers = layers::<2>(&problem, peak / part).0;
            layers.set_disk(Arc::new(Disk::new(streams.clone(), u64::MAX)));
            (layers.threads, layers.large, layers.can_share) = (threads, 1, true);
            let mut steps = vec![];
            while layers.run(u64::MAX, 1 << 16, &mut |done| steps.push((done.step, done.work)))
                == Pause::Bound
            {}
            let expected: Vec<_> = whole.3.iter().map(|&(step, work, _)| (step, work)).collect();
            assert_eq!((layers.count(), layers.work(), steps), (whole.1.clone(), whole.2, expected));
            assert!(
                layers.disk_peak() > 0 && streams.is_empty(),
                "{threads} threads, 1/{part} of the memory"
            );
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
            let (mut layers, _) = layers::<1>(&problem, limit);
            let pause = run(&mut layers, u64::MAX, u64::MAX);
            assert_eq!(run(&mut layers, u64::MAX, u64::MAX), pause, "what has ended stays so");
            assert!(layers.peak_bytes() <= limit);
            (pause, layers.peak_bytes(), layers.count())
        };
        let (_, enough, count) = run(usize::MAX);
        assert_eq!(run(enough), (Pause::End, enough, count));
        for limit in [0, 1, enough / 2, enough - 1] {
            assert!(matches!(run(limit), (Pause::Memory, _, None)));
        }
    }
}
