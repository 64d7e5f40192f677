//! The sweep itself: layer after layer, the states that can be reached and the number of ways to each.
//!
//! The states of a layer are dealt out to the threads, some hundred at a time ([`stage`](super::stage)). A
//! thread collects where their moves lead in its [outbox](super::outbox), and adds what it has to the
//! [shards](super::shards) when there is enough of it. It is the sums that matter, so the order
//! does not. After each step the threads wait for each other.
//!
//! It is the same sweep for one thread and for several, in memory and on disk. What differs is how many
//! shards there are: one, as long as layers are small.

use std::sync::{Arc, Mutex, RwLock};

use super::common::{Bounds, Common};
use super::crew::Crew;
use super::disk::Disk;
use super::expand::Scheduling;
use super::ledger::Ledger;
use super::outbox::Outbox;
use super::outbox::fits;
use super::schedule::start;
use super::shards::{SHARDS, Shards};
use super::spill::Spilled;
use super::stage::Stage;
use super::{Pause, Work};
use crate::budget::Reason;
use crate::count::Count;
use crate::engine::team;
use crate::engine::team::own;

/// What is done when a step has been: the same for any number of threads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Done {
    pub(super) step: usize,
    pub(super) work: Work,
    /// The largest number of bytes so far.
    pub(super) peak: usize,
}

/// How far a sweep is.
///
/// Within a step, several threads process states in any order. So the updates count when their step is done,
/// and if the memory does not suffice for a step, its states do not count.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub(super) step: usize,
    pub(super) work: Work,
    /// The states processed before this step.
    pub(super) before: u64,
    /// The updates of this step so far.
    pub(super) updates: u64,
    /// The work of the step before.
    pub(super) last: Work,
}

impl Place {
    /// The states of this step so far, and their updates, if they have as many as those of the step before:
    /// what is the same for any number of threads.
    pub(super) fn under_way(&self) -> Work {
        let nodes = self.work.nodes - self.before;
        let updates = u128::from(nodes) * u128::from(self.last.updates) / u128::from(self.last.nodes.max(1));
        Work { nodes, updates: u64::try_from(updates).unwrap_or(u64::MAX) }
    }

    fn finish_step(&mut self, peak: usize) -> Done {
        self.last = Work { nodes: self.work.nodes - self.before, updates: self.updates };
        self.work.updates += std::mem::take(&mut self.updates);
        (self.step, self.before) = (self.step + 1, self.work.nodes);
        Done { step: self.step, work: self.work, peak }
    }
}

/// A layer with this many states is worth the company of other threads: some tenths of a millisecond.
const LARGE: usize = 1 << 13;
/// One with this many states is divided for one thread, too: no table takes long to grow then.
const HUGE: usize = 1 << 18;
/// They are put together when there are fewer states than this part of a large layer.
const FEW: usize = 4;
/// The part of the memory that tables take before they are divided, if they may go to disk.
const UNDIVIDED: usize = 8;

/// A sweep with states of any size.
///
/// **Invariants.** The shards hold the states before each step that were reached so far and at which the item
/// of the step is free; layers before the step of `place` are empty, and so is its own if there is a `stage`,
/// which has it. Between two runs all outboxes are empty.
pub(super) struct Sweep {
    pub(super) schedule: Arc<dyn Scheduling>,
    pub(super) shards: Shards,
    pub(super) stage: RwLock<Option<Stage>>,
    outboxes: Vec<Mutex<Outbox>>,
    bounds: Bounds,
    pub(super) place: Place,
    /// It cannot go on, so it cannot be saved.
    pub(super) full: bool,
    pub(super) threads: usize,
    /// Is the memory large against what many shards need?
    pub(super) can_share: bool,
    can_divide: bool,
    /// The states of a layer that is worth several threads.
    pub(super) large: usize,
    disk: Option<Arc<Disk>>,
}

impl Sweep {
    pub(super) fn new(schedule: Arc<dyn Scheduling>, limit: usize, threads: usize) -> Sweep {
        let (width, layers) = (schedule.width(), schedule.len() + 1);
        let [can_share, can_divide] = [true, false].map(|all| fits(layers, width, limit, all));
        let shards = Shards::new(1, Ledger::new(layers, width, limit), None);
        shards.put(0, &start(width), &[1], &mut vec![]);
        Sweep {
            schedule,
            full: shards.is_full(),
            shards,
            stage: RwLock::default(),
            outboxes: vec![],
            bounds: Bounds::default(),
            place: Place::default(),
            threads,
            can_share,
            can_divide,
            large: LARGE,
            disk: None,
        }
    }

    /// Runs on; tells each step that is done.
    pub(super) fn run(&mut self, states: u64, mut effort: u64, at_step: &mut dyn FnMut(Done)) -> Pause {
        if self.full {
            return Pause::Memory;
        }
        loop {
            if let Err(reason) = self.arrange() {
                return self.give_up(Some(reason));
            }
            if self.place.step == self.schedule.len() {
                return Pause::End;
            }
            match self.work_off(states, &mut effort, at_step) {
                Ok(()) => {}
                Err(Pause::Memory) => match self.spill() {
                    Some(Ok(())) => {}
                    failed => return self.give_up(failed.and_then(Result::err)),
                },
                Err(pause) => return pause,
            }
        }
    }

    /// It cannot go on, maybe because of the disk.
    fn give_up(&mut self, reason: Option<Reason>) -> Pause {
        if let (Some(disk), Some(reason)) = (&self.disk, reason) {
            disk.fail(reason);
        }
        self.full = true;
        self.place.work.nodes = self.place.before;
        Pause::Memory
    }

    /// Divides the states, or puts them together, if that is better for the layers that are left.
    fn arrange(&mut self) -> Result<(), Reason> {
        let step = self.place.step;
        if own(self.stage.get_mut()).is_some() {
            return Ok(());
        }
        // On disk they are divided until that is over.
        let is_worth_dividing = !self.is_spilled() && self.is_worth_dividing();
        match self.shards.count() {
            1 if is_worth_dividing => self.shards.moved(SHARDS, None),
            SHARDS if !is_worth_dividing && self.shards.should_join(step, self.large / FEW) => {
                self.shards.moved(1, None)
            }
            _ => Ok(()),
        }
    }

    fn is_worth_dividing(&self) -> bool {
        let (states, memory) = (self.shards.len(self.place.step), self.shards.memory());
        let (is_large, may_spill) = (states >= self.large, self.disk.is_some());
        // To write an undivided table takes a second copy of it.
        let is_much = may_spill && memory.used > memory.limit / UNDIVIDED;
        let is_for_all = is_large && self.threads > 1 && self.can_share;
        is_much || is_for_all || self.can_divide && (is_large && may_spill || states >= HUGE)
    }

    /// Works layers off, until a pause, or until there should be more shards, or fewer.
    fn work_off(
        &mut self,
        states: u64,
        effort: &mut u64,
        at_step: &mut dyn FnMut(Done),
    ) -> Result<(), Pause> {
        let threads = if self.shards.count() == 1 { 1 } else { self.threads.max(1) };
        if self.outboxes.len() < threads {
            self.outboxes.resize_with(threads, Mutex::default);
        }
        let Sweep { schedule, shards, stage, bounds, outboxes, place, .. } = self;
        let few = self.large / FEW;
        let common = Common { schedule: &**schedule, shards, bounds, threads };
        let crew = Crew { common, stage, outboxes };
        let task = |thread: usize| crew.work(thread);
        team::in_phases(threads, task, |run| {
            loop {
                let wanted = crew.begin(place.step, states.saturating_sub(place.work.nodes), *effort);
                run(0..wanted);
                let work = crew.gather();
                place.work.nodes += work.nodes;
                place.updates += work.updates;
                *effort = crew.common.effort();
                if !crew.end(place.step)? {
                    if *effort > 0 && crew.is_writing() {
                        continue;
                    }
                    return Err(Pause::Bound);
                }
                at_step(place.finish_step(crew.common.shards.memory().peak));
                let is_end = place.step == schedule.len();
                if is_end || threads == 1 || crew.common.shards.should_join(place.step, few) {
                    return Ok(());
                }
            }
        })
    }

    /// The memory does not suffice: goes on with a part of the states on disk, if there is one that works.
    pub(super) fn spill(&mut self) -> Option<Result<(), Reason>> {
        let disk =
            self.disk.clone().filter(|disk| disk.failure().is_none() && self.shards.spilled.is_none())?;
        if let Some(stage) = own(self.stage.get_mut()).take() {
            stage.put_back(&self.shards);
        }
        let spilled = Spilled::new(disk, self.shards.memory().limit, self.place.step);
        Some(self.shards.moved(SHARDS, Some(spilled)))
    }

    pub(super) fn peak_bytes(&self) -> usize {
        self.shards.memory().peak
    }

    /// The count, at the end. After the last step only the state without live items is left.
    pub(super) fn count(&self) -> Option<Count> {
        (self.place.step == self.schedule.len()).then(|| self.shards.total(self.place.step))
    }

    /// Uses this space for what does not fit into memory.
    pub(super) fn set_disk(&mut self, disk: Arc<Disk>) {
        self.shards.keeps_all = true;
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
        self.shards.spilled.is_some()
    }
}

#[cfg(test)]
mod tests;
