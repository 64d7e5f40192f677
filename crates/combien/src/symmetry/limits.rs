//! The budget and the progress of a question that is answered in parts.

use super::Symmetries;
pub(super) use crate::automorphisms::{fit, for_tables};
use crate::solve::{Budget, Meter, Progress, Reason};

/// The part of the budget that earlier parts have used.
pub(super) struct Parts<'a> {
    budget: &'a Budget,
    /// The nodes of these parts.
    pub(super) nodes: u64,
    /// What they have found, as progress tells it.
    pub(super) solutions: u64,
    /// How much of what is counted each solution of the next part is.
    pub(super) share: f64,
    /// The bytes that are kept for tables.
    tables: u64,
}

impl<'a> Parts<'a> {
    pub(super) fn of(budget: &'a Budget) -> Parts<'a> {
        Parts { budget, nodes: 0, solutions: 0, share: 0.0, tables: 0 }
    }

    /// No parts yet, beside the tables of a group.
    pub(super) fn beside(budget: &'a Budget, group: &Symmetries) -> Parts<'a> {
        let tables = if group.is_trivial() { 0 } else { for_tables(budget) };
        Parts { tables, ..Parts::of(budget) }
    }

    /// What is left for the next part.
    pub(super) fn left(&self) -> Budget {
        let memory = Some(self.budget.memory() - self.tables);
        Budget { memory, ..self.budget.after(self.nodes) }
    }

    /// The reason for the whole question instead of a part.
    pub(super) fn as_limited(&self, reason: Reason) -> Reason {
        self.budget.blame(reason)
    }
}

/// A part of the whole, as a fraction.
#[derive(Clone, Copy)]
pub(super) struct Stretch {
    start: f64,
    width: f64,
}

impl Stretch {
    pub(super) const WHOLE: Stretch = Stretch { start: 0.0, width: 1.0 };

    /// The part from one fraction of it to another.
    pub(super) fn between(self, from: f64, to: f64) -> Stretch {
        Stretch { start: self.start + from * self.width, width: (to - from) * self.width }
    }

    /// The part before it.
    pub(super) fn start(self) -> f64 {
        self.start
    }

    /// One of several parts that are assumed to be equal.
    pub(super) fn part(self, place: usize, parts: usize) -> Stretch {
        let width = self.width / parts as f64;
        Stretch { start: self.start + place as f64 * width, width }
    }
}

/// Passes the progress of a part to the meter of the whole.
pub(super) struct Scaled<'a, 'm> {
    meter: &'a mut Option<&'m mut dyn Meter>,
    stretch: Stretch,
    nodes: u64,
    solutions: u64,
    share: f64,
    /// The largest part of the solutions that was told.
    most: u64,
}

impl<'a, 'm> Scaled<'a, 'm> {
    pub(super) fn new(
        meter: &'a mut Option<&'m mut dyn Meter>,
        stretch: Stretch,
        spent: &Parts<'_>,
    ) -> Scaled<'a, 'm> {
        Scaled { meter, stretch, nodes: spent.nodes, solutions: spent.solutions, share: spent.share, most: 0 }
    }
}

impl Meter for Scaled<'_, '_> {
    fn tick(&mut self, progress: Progress) {
        // Rounded down: it is a lower bound. It never falls, though engines that take turns begin again.
        self.most = self.most.max((self.share * progress.solutions as f64) as u64);
        if let Some(meter) = self.meter.as_deref_mut() {
            meter.tick(Progress {
                nodes: self.nodes + progress.nodes,
                solutions: self.solutions.saturating_add(self.most),
                fraction: self.stretch.start + self.stretch.width * progress.fraction,
                left: None,
            });
        }
    }

    fn is_due(&mut self, nodes: u64) -> bool {
        self.meter.as_deref_mut().is_some_and(|meter| meter.is_due(self.nodes + nodes))
    }
}
