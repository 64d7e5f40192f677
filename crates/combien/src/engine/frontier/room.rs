//! Which bits of a state are free.

use std::collections::BTreeMap;

/// The free bits, as runs.
///
/// **Invariant.** No two runs touch, and the last one has no end.
#[derive(Clone, Debug)]
pub(super) struct Room {
    /// The end of each run, by its start.
    runs: BTreeMap<u32, u32>,
}

/// No bit is beyond this.
const ENDLESS: u32 = u32::MAX;

impl Room {
    /// All bits from one on.
    pub(super) fn from(start: u32) -> Room {
        Room { runs: [(start, ENDLESS)].into_iter().collect() }
    }

    /// Takes the lowest place with this many free bits. Logarithmic in the runs for one bit, linear for more.
    pub(super) fn take(&mut self, bits: u32) -> u32 {
        let found = self.runs.iter().find(|&(start, end)| end - start >= bits);
        let (start, end) = found.map_or((0, 0), |(&start, &end)| (start, end));
        debug_assert!(start < end, "the last run has no end");
        self.runs.remove(&start);
        if start + bits < end {
            self.runs.insert(start + bits, end);
        }
        start
    }

    /// Gives back what was taken there.
    pub(super) fn release(&mut self, mut at: u32, bits: u32) {
        let mut end = at + bits;
        if let Some(next) = self.runs.remove(&end) {
            end = next;
        }
        if let Some((&before, &touching)) = self.runs.range(..at).next_back()
            && touching == at
        {
            at = before;
        }
        self.runs.insert(at, end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Against a list of bits.
        #[test]
        fn the_lowest_place_is_taken(requests in prop::collection::vec((0usize..8, 1u32..5), 0..200)) {
            let (mut room, mut taken, mut fields) = (Room::from(1), vec![true], vec![]);
            for (which, bits) in requests {
                if which < 3 && !fields.is_empty() {
                    let (at, bits): (u32, u32) = fields.swap_remove(which % fields.len());
                    room.release(at, bits);
                    taken[at as usize..(at + bits) as usize].fill(false);
                    continue;
                }
                let at = room.take(bits);
                taken.resize(taken.len().max((at + bits) as usize), false);
                let is_free = |at: u32| (at..at + bits).all(|bit| !taken[bit as usize]);
                prop_assert_eq!((1..=at).find(|&at| is_free(at)), Some(at));
                taken[at as usize..(at + bits) as usize].fill(true);
                fields.push((at, bits));
            }
        }
    }
}
