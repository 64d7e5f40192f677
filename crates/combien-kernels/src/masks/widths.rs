//! The search is compiled for some widths of masks.

#![expect(clippy::inline_always, reason = "the search is compiled for each processor: see Lanes::work")]

use super::{Child, Descent, Masks};
use crate::lanes::{Lanes, Task};
use crate::processor::Processor;
use crate::{Budget, Step};

/// The widths of masks for which the search is compiled.
const WIDTHS: [usize; 10] = [1, 2, 3, 4, 5, 6, 7, 8, 12, 16];

/// The next width for which the search is compiled.
pub(super) fn supported(width: usize) -> usize {
    WIDTHS.into_iter().find(|&supported| width <= supported).unwrap_or(width)
}

impl Masks {
    /// Runs with masks of one width.
    pub(super) fn step(&mut self, width: usize, processor: Processor, budget: &mut Budget) -> Step {
        match width {
            1 => processor.run(Run::<1> { search: self, budget }),
            2 => processor.run(Run::<2> { search: self, budget }),
            3 => processor.run(Run::<3> { search: self, budget }),
            4 => processor.run(Run::<4> { search: self, budget }),
            5 => processor.run(Run::<5> { search: self, budget }),
            6 => processor.run(Run::<6> { search: self, budget }),
            7 => processor.run(Run::<7> { search: self, budget }),
            8 => processor.run(Run::<8> { search: self, budget }),
            12 => processor.run(Run::<12> { search: self, budget }),
            _ => processor.run(Run::<16> { search: self, budget }),
        }
    }
}

/// The search, compiled for masks of W words.
struct Run<'a, const W: usize> {
    search: &'a mut Masks,
    budget: &'a mut Budget,
}

impl<const W: usize> Task for Run<'_, W> {
    type Output = Step;

    #[inline(always)]
    fn run<K: Lanes>(self, k: K) -> Step {
        self.search.work::<K, W>(k, self.budget)
    }
}

/// The way from a child to its frame, which both the root and the other nodes take: so it is compiled once.
pub(super) struct Settle<'a, const W: usize> {
    pub(super) search: &'a mut Masks,
    pub(super) child: Child<W>,
    pub(super) budget: &'a mut Budget,
}

impl<const W: usize> Task for Settle<'_, W> {
    type Output = Descent;

    #[inline(always)]
    fn run<K: Lanes>(self, k: K) -> Descent {
        self.search.settle(k, self.child, self.budget)
    }
}
