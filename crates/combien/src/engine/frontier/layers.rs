//! The sweep itself: layer after layer, the states that can be reached and the number of ways to each.

use super::schedule::Schedule;
use super::table::{Memory, Table, Wait};
use super::{Pause, Work};
use crate::count::Count;

/// A sweep for any size of states.
pub(super) trait Sweep {
    fn run(&mut self, states: u64, effort: u64) -> Pause;
    fn work(&self) -> Work;
    fn peak_bytes(&self) -> usize;
    fn step(&self) -> usize;
    fn count(&self) -> Option<Count>;
}

/// The cost of trying a move, in words read or written.
const fn move_effort<const K: usize>() -> u64 {
    K as u64 + 1
}

/// The cost of moving a slot of a table, which is mostly waiting for memory.
const SLOT_EFFORT: u64 = 8;

/// A sweep with states of `K` words.
///
/// **Invariants.** Table p holds the states before step p that were reached so far and at which the item of the step is
/// free; tables before `step` are empty. States of table `step` in slots before `slot` have been processed, and so have
/// the `tried` moves of the state in that slot. No table grows except perhaps `growing`.
pub(super) struct Layers<const K: usize> {
    schedule: Schedule<K>,
    tables: Vec<Table<K>>,
    step: usize,
    slot: usize,
    tried: usize,
    growing: Option<usize>,
    memory: Memory,
    full: bool,
    work: Work,
}

impl<const K: usize> Layers<K> {
    pub(super) fn new(schedule: Schedule<K>, limit: usize) -> Layers<K> {
        let mut layers = Layers {
            tables: (0..=schedule.len()).map(|_| Table::new()).collect(),
            schedule,
            step: 0,
            slot: 0,
            tried: 0,
            growing: None,
            memory: Memory::new(limit),
            full: false,
            work: Work::default(),
        };
        layers.full = layers.tables[0].add(&Schedule::start(), &[1], &mut layers.memory).is_err();
        layers
    }

    /// Processes the states of this layer, starting with `slot`.
    fn work_off_layer(&mut self, states: u64, effort: &mut u64) -> Result<(), Pause> {
        while self.slot < self.tables[self.step].slots() {
            if self.work.nodes >= states || *effort == 0 {
                return Err(Pause::Bound);
            }
            self.expand(effort)?;
            (self.slot, self.tried) = (self.slot + 1, 0);
        }
        Ok(())
    }

    /// Applies each possible move to the state in the slot, if there is one, and adds its number to the states where
    /// they lead.
    fn expand(&mut self, effort: &mut u64) -> Result<(), Pause> {
        *effort = effort.saturating_sub(1);
        if self.tables[self.step].slot(self.slot).is_none() {
            return Ok(());
        }
        loop {
            match self.try_moves(effort) {
                Ok(true) => break,
                Ok(false) => return Err(Pause::Bound),
                Err(Wait::Growing) => self.grow(effort)?,
                Err(Wait::Full) => {
                    self.work.nodes += 1;
                    return Err(Pause::Memory);
                }
            }
        }
        self.work.nodes += 1;
        Ok(())
    }

    /// Tries moves from where it stopped the last time. Returns whether all are done.
    fn try_moves(&mut self, effort: &mut u64) -> Result<bool, Wait> {
        let (current, later) = self.tables.split_at_mut(self.step + 1);
        let Some((state, number)) = current[self.step].slot(self.slot) else { return Ok(true) };
        let moves = &self.schedule.moves(self.step)[self.tried..];
        let affordable =
            moves.len().min(usize::try_from(*effort / move_effort::<K>()).unwrap_or(usize::MAX).max(1));
        *effort = effort.saturating_sub(affordable as u64 * move_effort::<K>());
        for chosen in &moves[..affordable] {
            if chosen.is_possible(&state) {
                let (next, step) = self.schedule.apply(chosen, &state, self.step);
                let table = &mut later[step - self.step - 1];
                if let Err(wait) = table.add(&next, number, &mut self.memory) {
                    self.growing = Some(step);
                    return Err(wait);
                }
                self.work.updates += 1;
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
            let is_done = self.tables[table].grow(slots, &mut self.memory);
            *effort = effort.saturating_sub(slots as u64 * SLOT_EFFORT);
            if !is_done {
                return Err(Pause::Bound);
            }
            self.growing = None;
        }
        Ok(())
    }
}

impl<const K: usize> Sweep for Layers<K> {
    fn run(&mut self, states: u64, mut effort: u64) -> Pause {
        if self.full {
            return Pause::Memory;
        }
        if let Err(pause) = self.grow(&mut effort) {
            return pause;
        }
        while self.step < self.schedule.len() {
            if let Err(pause) = self.work_off_layer(states, &mut effort) {
                self.full = pause == Pause::Memory;
                return pause;
            }
            self.tables[self.step].clear(&mut self.memory);
            (self.step, self.slot) = (self.step + 1, 0);
        }
        Pause::End
    }

    fn work(&self) -> Work {
        self.work
    }

    fn peak_bytes(&self) -> usize {
        self.memory.peak
    }

    fn step(&self) -> usize {
        self.step
    }

    /// After the last step only the state without live items is left.
    fn count(&self) -> Option<Count> {
        let end = self.schedule.len();
        debug_assert!(self.tables[end].len() <= 1, "all items are dead after the last step");
        (self.step == end).then(|| self.tables[end].total())
    }
}

#[cfg(test)]
mod tests {
    use super::super::schedule::Layout;
    use super::*;
    use crate::budget::at_once;
    use crate::engine::order::Order;
    use crate::problem::Problem;
    use crate::problem::dlx::parse;

    fn layers<const K: usize>(problem: &Problem, limit: usize) -> (Layers<K>, Layout) {
        let order = Order::best(problem);
        let layout = at_once(|effort| Layout::new(problem, &order, effort)).unwrap();
        let schedule = at_once(|effort| Schedule::new(problem, &order, &layout, effort)).unwrap();
        (Layers::new(schedule, limit), layout)
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
                table.check_invariants();
                for (state, _) in (0..table.slots()).filter_map(|slot| table.slot(slot)) {
                    let living = layout.living(&problem, step as u32);
                    assert_eq!(
                        state.without(&living),
                        Schedule::start(),
                        "something dead before step {step}"
                    );
                    assert!(!layers.schedule.is_covered(&state, step), "nothing to decide at step {step}");
                }
            }
            if layers.run(states, u64::MAX) == Pause::End {
                break;
            }
        }
        assert_eq!(layers.memory.used, layers.tables[layers.step].bytes());
    }

    #[test]
    fn a_pause_changes_nothing() {
        let problem = parse("t", COLORS).unwrap().problem;
        let new = || layers::<1>(&problem, 1 << 20).0;
        let (mut whole, mut paused) = (new(), new());
        assert_eq!(whole.run(u64::MAX, u64::MAX), Pause::End);
        for states in 0..whole.work().nodes {
            assert_eq!((paused.run(states, u64::MAX), paused.count()), (Pause::Bound, None));
            assert_eq!(paused.work().nodes, states);
        }
        assert_eq!(paused.run(u64::MAX, u64::MAX), Pause::End);
        assert_eq!((paused.count(), paused.work()), (whole.count(), whole.work()));
    }

    #[test]
    fn working_in_small_steps_changes_nothing() {
        // All pairs of 22 points: 21!! ways, and tables that are too large to be moved at once.
        let pairs: Vec<_> = (0..22).flat_map(|a| (0..a).map(move |b| format!("{b} {a}\n"))).collect();
        let pairs = pairs.concat();
        let names: Vec<_> = (0..22).map(|item| item.to_string()).collect();
        let problem = parse("k22", &format!("{}\n{pairs}", names.join(" "))).unwrap().problem;
        let (mut whole, mut paused) = (layers::<1>(&problem, 1 << 24).0, layers::<1>(&problem, 1 << 24).0);
        assert_eq!(whole.run(u64::MAX, u64::MAX), Pause::End);
        let mut pauses = 0;
        while paused.run(u64::MAX, 100) == Pause::Bound {
            pauses += 1;
        }
        assert!(pauses > 10_000, "{pauses}");
        assert_eq!((paused.count(), paused.work()), (whole.count(), whole.work()));
        assert_eq!(whole.count(), Some(Count::from(13_749_310_575u64)));
    }

    #[test]
    fn the_limit_of_memory_is_kept() {
        let problem = parse("t", COLORS).unwrap().problem;
        let run = |limit| {
            let (mut layers, _) = layers::<1>(&problem, limit);
            let pause = layers.run(u64::MAX, u64::MAX);
            assert_eq!(layers.run(u64::MAX, u64::MAX), pause, "what has ended stays so");
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
