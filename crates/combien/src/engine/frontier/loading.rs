//! A sweep to be saved, or made from what was saved.

use std::io;

use super::head::Mark;
use super::ledger::{Ledger, Memory};
use super::shards::{Shards, Tell};
use super::sweep::{Place, Sweep};
use crate::budget::{Reason, Work};
use crate::engine::team::own;

/// Why an entry is not loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotLoaded {
    /// No sweep of this problem is there.
    Wrong,
    Stopped(Reason),
}

impl Sweep {
    /// Where it is.
    pub(super) fn mark(&self) -> Mark {
        let Place { step, work, before, updates, .. } = self.place;
        let Memory { reserve, peak, .. } = self.shards.memory();
        let (words, limbs, is_spilled) = (self.schedule.width(), self.shards.limbs(), self.is_spilled());
        Mark { words, step, work, before, updates, reserve, peak, limbs, is_spilled }
    }

    /// Tells what is left: the layer, a state, and its number. A state may come several times.
    pub(super) fn each(&self, tell: &mut Tell<'_>) -> io::Result<()> {
        if let Some(stage) = &*own(self.stage.read()) {
            stage.each(&self.shards, &mut |state, number| tell(self.place.step, state, number))?;
        }
        self.shards.each(tell)
    }
}

/// A sweep while its states are loaded.
///
/// They take what their tables take: what counts besides is known at the end.
pub(super) struct Loading<'s> {
    sweep: &'s mut Sweep,
    mark: &'s Mark,
    limit: usize,
    /// The fields that live before each step.
    living: Vec<Vec<u64>>,
    /// The words of the largest number that is possible: a longer one would make a whole table larger than
    /// the memory.
    longest: usize,
    entry: Vec<u64>,
}

impl<'s> Loading<'s> {
    /// Forgets everything, and goes to this place. There are no more ways to a state than sets of options.
    pub(super) fn begin(
        sweep: &'s mut Sweep,
        mark: &'s Mark,
        living: Vec<Vec<u64>>,
        options: usize,
    ) -> Result<Loading<'s>, NotLoaded> {
        let Mark { words, step, work, before, updates, .. } = *mark;
        if words != sweep.schedule.width() || step > sweep.schedule.len() || before > work.nodes {
            return Err(NotLoaded::Wrong);
        }
        let (layers, limit) = (sweep.shards.layers(), sweep.shards.memory().limit);
        let shards = Shards::new(1, Ledger::new(layers, words, limit), None);
        let keeps_all = std::mem::replace(&mut sweep.shards, shards).keeps_all;
        sweep.shards.keeps_all = keeps_all;
        sweep.place = Place { step, work, before, updates, last: Work::default() };
        if mark.is_spilled {
            // Without scratch space, it may fit into more memory than it had.
            _ = sweep.spill();
        }
        let mut loading = Loading { sweep, mark, limit, living, longest: options / 64 + 1, entry: vec![] };
        loading.set_limit(usize::MAX);
        Ok(loading)
    }

    fn set_limit(&mut self, limit: usize) {
        self.sweep.shards.ledger().memory.limit = limit;
    }

    /// Adds to the number of a state, whose fields are checked.
    pub(super) fn add(&mut self, layer: usize, state: &[u64], number: &[u64]) -> Result<(), NotLoaded> {
        let Loading { sweep, mark, living, longest, entry, .. } = self;
        let is_possible = (mark.step..=sweep.schedule.len()).contains(&layer)
            && state[0] & 1 != 0
            && state.iter().zip(&living[layer]).all(|(word, living)| word & !living == 0)
            && !sweep.schedule.covers(state, layer)
            && (1..=*longest).contains(&number.len());
        if !is_possible {
            return Err(NotLoaded::Wrong);
        }
        sweep.shards.put(layer, state, number, entry);
        sweep.shards.make_room(mark.step).map_err(NotLoaded::Stopped)?;
        self.fit()
    }

    /// If it does not fit into memory, a part of it goes to disk.
    fn fit(&mut self) -> Result<(), NotLoaded> {
        if self.sweep.is_spilled() || self.sweep.shards.memory().used <= self.limit {
            return Ok(());
        }
        self.set_limit(self.limit);
        let full = NotLoaded::Stopped(Reason::Memory(self.limit as u64));
        self.sweep.spill().ok_or(full)?.map_err(NotLoaded::Stopped)
    }

    /// Everything has been added: the tables get the sizes that they had, so that the memory ends where it
    /// would have ended.
    pub(super) fn end(mut self) -> Result<(), NotLoaded> {
        let Loading { limit, mark, .. } = self;
        for &(layer, limbs) in &mark.limbs {
            if mark.is_spilled || self.sweep.is_spilled() {
                break;
            }
            let states = if layer < self.living.len() { self.sweep.shards.len(layer) } else { 0 };
            if states == 0 {
                return Err(NotLoaded::Wrong);
            }
            let gone = if layer == mark.step { mark.work.nodes - mark.before } else { 0 };
            let states = usize::try_from(gone).ok().and_then(|gone| gone.checked_add(states));
            let states = states.filter(|&states| states <= limit / 16 && limbs <= limit / 128);
            let full = NotLoaded::Stopped(Reason::Memory(limit as u64));
            let charged = self.sweep.shards.ledger().charge(layer, states.ok_or(full)?, limbs);
            charged.map_err(|_| full)?;
            self.fit()?;
        }
        self.set_limit(limit);
        let memory = &mut self.sweep.shards.ledger().memory;
        (memory.reserve, memory.peak) = (mark.reserve.min(limit), mark.peak.min(limit));
        Ok(())
    }
}
