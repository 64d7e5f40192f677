//! Budget and progress of a question that is answered in parts.

use crate::solve::{Budget, Meter, Progress, Reason};

/// What the parts before have used up of the limits.
pub(super) struct Spent<'a> {
    budget: &'a Budget,
    /// The nodes of these parts.
    pub(super) nodes: u64,
    /// Their solutions.
    pub(super) solutions: u64,
}

impl<'a> Spent<'a> {
    pub(super) fn of(budget: &'a Budget) -> Spent<'a> {
        Spent { budget, nodes: 0, solutions: 0 }
    }

    /// What is left for the next part.
    pub(super) fn left(&self) -> Budget {
        self.budget.after(self.nodes)
    }

    /// The reason as the limits have it, and not what was left of them.
    pub(super) fn as_limited(&self, reason: Reason) -> Reason {
        self.budget.blame(reason)
    }
}

/// A stretch of the whole, as a fraction of it.
#[derive(Clone, Copy)]
pub(super) struct Stretch {
    start: f64,
    width: f64,
}

impl Stretch {
    pub(super) const WHOLE: Stretch = Stretch { start: 0.0, width: 1.0 };

    /// One of some parts that are taken to be equal.
    pub(super) fn part(self, place: usize, parts: usize) -> Stretch {
        let width = self.width / parts as f64;
        Stretch { start: self.start + place as f64 * width, width }
    }
}

/// Tells a meter of the whole how far a part is.
pub(super) struct Scaled<'a, 'm> {
    meter: &'a mut Option<&'m mut dyn Meter>,
    stretch: Stretch,
    nodes: u64,
    solutions: u64,
}

impl<'a, 'm> Scaled<'a, 'm> {
    pub(super) fn new(
        meter: &'a mut Option<&'m mut dyn Meter>,
        stretch: Stretch,
        spent: &Spent<'_>,
    ) -> Scaled<'a, 'm> {
        Scaled { meter, stretch, nodes: spent.nodes, solutions: spent.solutions }
    }
}

impl Meter for Scaled<'_, '_> {
    fn tick(&mut self, progress: Progress) {
        if let Some(meter) = self.meter.as_deref_mut() {
            meter.tick(Progress {
                nodes: self.nodes + progress.nodes,
                solutions: self.solutions,
                fraction: self.stretch.start + self.stretch.width * progress.fraction,
                left: None,
            });
        }
    }
}
