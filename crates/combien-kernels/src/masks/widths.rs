//! The search is compiled for some widths of masks, with and without rooms.

#![expect(clippy::inline_always, reason = "the search is compiled for each processor: see Lanes::work")]

use super::Masks;
use crate::lanes::{Lanes, Task};
use crate::processor::Processor;
use crate::{Budget, Step};

/// The widths of masks for which the search is compiled,
const WIDTHS: [usize; 10] = [1, 2, 3, 4, 5, 6, 7, 8, 12, 16];
/// and those with rooms.
const WIDTHS_WITH_ROOMS: [usize; 6] = [1, 2, 3, 4, 8, 16];

/// The next width for which the search is compiled.
pub(super) fn supported<const R: bool>(width: usize) -> usize {
    let widths: &[usize] = if R { &WIDTHS_WITH_ROOMS } else { &WIDTHS };
    widths.iter().copied().find(|&supported| width <= supported).unwrap_or(width)
}

impl Masks {
    /// Runs with masks of one width.
    #[inline]
    pub(super) fn step(&mut self, width: usize, processor: Processor, budget: &mut Budget) -> Step {
        if self.rooms.is_empty() {
            return self.step_without_rooms(width, processor, budget);
        }
        self.step_with_rooms(width, processor, budget)
    }

    fn step_without_rooms(&mut self, width: usize, processor: Processor, budget: &mut Budget) -> Step {
        match width {
            1 => processor.run(Run::<1, false> { search: self, budget }),
            2 => processor.run(Run::<2, false> { search: self, budget }),
            3 => processor.run(Run::<3, false> { search: self, budget }),
            4 => processor.run(Run::<4, false> { search: self, budget }),
            5 => processor.run(Run::<5, false> { search: self, budget }),
            6 => processor.run(Run::<6, false> { search: self, budget }),
            7 => processor.run(Run::<7, false> { search: self, budget }),
            8 => processor.run(Run::<8, false> { search: self, budget }),
            12 => processor.run(Run::<12, false> { search: self, budget }),
            _ => processor.run(Run::<16, false> { search: self, budget }),
        }
    }

    fn step_with_rooms(&mut self, width: usize, processor: Processor, budget: &mut Budget) -> Step {
        match width {
            1 => processor.run(Run::<1, true> { search: self, budget }),
            2 => processor.run(Run::<2, true> { search: self, budget }),
            3 => processor.run(Run::<3, true> { search: self, budget }),
            4 => processor.run(Run::<4, true> { search: self, budget }),
            8 => processor.run(Run::<8, true> { search: self, budget }),
            _ => processor.run(Run::<16, true> { search: self, budget }),
        }
    }
}

/// The search, compiled for masks of W words, and for rooms or for none.
struct Run<'a, const W: usize, const R: bool> {
    search: &'a mut Masks,
    budget: &'a mut Budget,
}

impl<const W: usize, const R: bool> Task for Run<'_, W, R> {
    // A browser compiles each function by itself: of one that had all widths it would run slow code for a second.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    fn run<K: Lanes>(self, k: K) -> Step {
        self.search.work::<K, W, R>(k, self.budget)
    }
}
