//! What a search tells on its way.

use super::Budget;

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Nodes of the search tree entered.
    pub nodes: u64,
    /// Solutions found.
    pub solutions: u64,
    /// The part of the search tree that lies behind, from 0 to 1, as the engine estimates it; 0 as long as it cannot tell. It
    /// never falls, and a search that is resumed begins with the figure of the one before.
    pub fraction: f64,
    /// The nodes that are left, in the tree or within the limits, if the engine can tell. It is a range in which the truth
    /// lies in nine cases of ten, measured by random probes, so it is not the rest of the fraction, and it may rise.
    pub left: Option<Span>,
}

/// A range in which a number probably lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Span {
    /// The nodes that are left within a budget, where this many are `done`; only for the first few solutions, if `lists`.
    pub(crate) fn within(self, budget: &Budget, lists: bool, done: u64) -> Span {
        let most = budget.nodes.map_or(f64::INFINITY, |nodes| nodes.saturating_sub(done) as f64);
        // The last solution that is wanted may be the next.
        let low = if lists { 0.0 } else { self.low };
        Span { low: low.min(most), high: self.high.min(most) }
    }
}

/// Somebody who wants to know how far a search has come. Told after 1,024 nodes, then after an eighth more each time, and
/// every 65,536 nodes at last, in the thread of the search.
pub trait Meter: Send {
    /// Takes note of how far the search is.
    fn tick(&mut self, progress: Progress);
    /// Does anybody want to know? Asked once, before the search: what nobody wants to know is not worked out.
    fn is_there(&self) -> bool {
        true
    }
}

impl<M: Meter + ?Sized> Meter for &mut M {
    fn tick(&mut self, progress: Progress) {
        (**self).tick(progress);
    }

    fn is_there(&self) -> bool {
        (**self).is_there()
    }
}

/// A meter that may not be there.
impl<M: Meter> Meter for Option<M> {
    fn tick(&mut self, progress: Progress) {
        if let Some(meter) = self {
            meter.tick(progress);
        }
    }

    fn is_there(&self) -> bool {
        self.as_ref().is_some_and(Meter::is_there)
    }
}
