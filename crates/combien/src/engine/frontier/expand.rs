//! Applying the moves of a step to many states: all that is compiled for each size of states.

use super::outbox::Outbox;
use super::schedule::Schedule;
use super::shards::Shards;
use crate::engine::words::Words;

/// The slots, and the effort, that a thread takes at a time.
pub(super) const SLOTS: u64 = 1 << 8;
pub(super) const EFFORT: u64 = 1 << 15;
/// A schedule for any size of states: what is asked of it. Only what is done for each state and move is
/// compiled for each size.
pub(super) trait Scheduling: Send + Sync {
    /// The words of a state.
    fn width(&self) -> usize;
    /// The number of steps.
    fn len(&self) -> usize;
    /// How many moves a step has.
    fn moves_of(&self, step: usize) -> usize;
    /// Is the item of this step covered in a state before it?
    fn covers(&self, state: &[u64], step: usize) -> bool;
    /// Applies each possible move of a step to the states in some slots of this many words. Returns the
    /// number of states.
    fn expand(&self, step: usize, slots: (&[u64], usize), shards: &Shards, outbox: &mut Outbox) -> u64;
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
    fn expand(&self, step: usize, slots: (&[u64], usize), shards: &Shards, outbox: &mut Outbox) -> u64 {
        let ((words, stride), moves) = (slots, self.moves(step));
        let mut states = 0;
        for slot in words.chunks_exact(stride).filter(|slot| slot[0] != 0) {
            let (state, number) = slot.split_at(K);
            let state = Words::from_slice(state);
            states += 1;
            for chosen in moves.iter().filter(|chosen| chosen.is_possible(&state)) {
                let (next, target) = self.apply(chosen, &state, step);
                outbox.push(target, &next, number, shards);
            }
        }
        states
    }
}
