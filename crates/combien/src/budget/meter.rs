//! How a search reports its progress.

use super::Budget;

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Nodes of the search tree entered.
    pub nodes: u64,
    /// Solutions found.
    pub solutions: u64,
    /// The finished part of the search tree, from 0 to 1, as the engine estimates it; 0 as long as it cannot
    /// tell. It never falls, and a resumed search begins with the value of the previous one.
    pub fraction: f64,
    /// The remaining nodes, in the tree or within the limits, if the engine can tell. The range comes from
    /// random probes and contains the true number in nine cases of ten. It is independent of the
    /// fraction, and it may rise.
    pub left: Option<Span>,
}

/// A range that probably contains a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Span {
    /// The nodes that remain within a budget after `done` nodes; with `lists`, only up to the requested
    /// number of solutions.
    pub(crate) fn within(self, budget: &Budget, lists: bool, done: u64) -> Span {
        let most = budget.nodes.map_or(f64::INFINITY, |nodes| nodes.saturating_sub(done) as f64);
        // The next solution may be the last requested one.
        let low = if lists { 0.0 } else { self.low };
        Span { low: low.min(most), high: self.high.min(most) }
    }
}

/// Receives the progress of a search. It is called after 1,024 nodes, then after an eighth more each time,
/// and finally every 65,536 nodes, in the thread of the search.
pub trait Meter: Send {
    /// Receives the current progress.
    fn tick(&mut self, progress: Progress);
    /// Is the progress needed now, after this number of nodes? Called before each tick. If not, the tick is
    /// left out, and its estimates are not computed: they take some milliseconds at the start of a
    /// search.
    fn is_due(&mut self, nodes: u64) -> bool {
        let _ = nodes;
        true
    }
    /// Is the progress used? Called once, before the search. If not, the progress is not computed.
    fn is_there(&self) -> bool {
        true
    }
}

impl<M: Meter + ?Sized> Meter for &mut M {
    fn tick(&mut self, progress: Progress) {
        (**self).tick(progress);
    }

    fn is_due(&mut self, nodes: u64) -> bool {
        (**self).is_due(nodes)
    }

    fn is_there(&self) -> bool {
        (**self).is_there()
    }
}

/// An optional meter.
impl<M: Meter> Meter for Option<M> {
    fn tick(&mut self, progress: Progress) {
        if let Some(meter) = self {
            meter.tick(progress);
        }
    }

    fn is_due(&mut self, nodes: u64) -> bool {
        self.as_mut().is_some_and(|meter| meter.is_due(nodes))
    }

    fn is_there(&self) -> bool {
        self.as_ref().is_some_and(Meter::is_there)
    }
}
