//! Holds a search to its limits, and tells the meter how far it is.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use super::state::{Journal, State};
use crate::budget::{Budget, Meter, Pause, Progress, Reason, Span, StopFlag};
use crate::engine::{Compiling, Task};

/// The meter is told after so much at most: a tenth of a second or so, and too rarely to be felt.
const MOST_BETWEEN_TICKS: u64 = 1 << 16;
/// It is told first after so much: a search may take a second for that. Then it is told whenever an eighth more is done.
const FIRST_TICK: u64 = 1 << 10;
/// The figure is told in so many parts of the whole: so a text of a few digits gives it back exactly.
const MILLION: f64 = 1e6;
/// A task of a question, as far as whoever watches must know it.
pub(super) trait Worker: Task {
    /// What somebody who watches sees of it. May take a little time.
    fn view(&mut self) -> View {
        View { fraction: self.fraction(), left: None }
    }
    /// From here on somebody watches, and is told of each [`Worker::view`].
    fn watch(&mut self) {}
    /// Is what [`Worker::view`] says of the part behind measured in work? If not, it is a count of steps or of equal shares,
    /// which says little about what is left.
    fn forecasts(&self) -> bool {
        false
    }
    /// Uses so many threads fewer than it may, as long as others are at work.
    fn leave_threads_to(&mut self, _others: Arc<AtomicUsize>) {}
    /// Where it stands, if it can be taken up again from there.
    fn state(&mut self) -> Option<State> {
        None
    }
}

impl Worker for Box<dyn Compiling> {}

/// What somebody who watches sees of a worker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct View {
    /// The part that lies behind, from 0 to 1; 0 if it cannot tell.
    pub(super) fraction: f64,
    /// The work that is left, if it can tell.
    pub(super) left: Option<Span>,
}

/// The budget and the meter of one question, whoever works on it.
pub(super) struct Guard<'a> {
    pub(super) budget: Budget,
    /// The maximum number of solutions.
    pub(super) at_most: Option<u64>,
    meter: Option<Box<dyn Meter + 'a>>,
    journal: Option<Box<dyn Journal + 'a>>,
    /// A second flag that asks to stop.
    also: Option<StopFlag>,
    next_tick: u64,
    /// The greatest part that any engine said to lie behind: the one figure that everybody is shown. It never falls, and a
    /// search that is resumed begins with that of the one before.
    fraction: f64,
    /// May what is left be probed, to say how far it is?
    forecasts: bool,
    /// Somebody has looked.
    has_looked: bool,
    /// If engines take turns, the work of all but the one at work.
    elsewhere: Option<u64>,
}

impl<'a> Guard<'a> {
    pub(super) fn new(budget: Budget, meter: Option<Box<dyn Meter + 'a>>) -> Guard<'a> {
        Guard {
            budget,
            at_most: None,
            meter,
            journal: None,
            also: None,
            next_tick: FIRST_TICK,
            fraction: 0.0,
            forecasts: true,
            has_looked: false,
            elsewhere: None,
        }
    }

    /// The same, with the figure that was shown of the search that is resumed.
    pub(super) fn resumed(self, state: Option<&State>) -> Guard<'a> {
        Guard { fraction: state.map_or(0.0, |state| state.shown), ..self }
    }

    /// The same; probes what is left only if it may.
    pub(super) fn forecasts(self, forecasts: bool) -> Guard<'a> {
        Guard { forecasts, ..self }
    }

    /// From here on engines take turns, and those that are not driven have done so much work in all.
    pub(super) fn take_turns(&mut self, elsewhere: u64) {
        self.elsewhere = Some(elsewhere);
    }

    /// The same, for at most so many solutions.
    pub(super) fn at_most(self, at_most: Option<u64>) -> Guard<'a> {
        Guard { at_most, ..self }
    }

    /// The same, with a journal to be kept.
    pub(super) fn journal(self, journal: Option<Box<dyn Journal + 'a>>) -> Guard<'a> {
        Guard { journal, ..self }
    }

    /// Obeys this flag too, from here on; or none but its own.
    pub(super) fn obey(&mut self, also: Option<StopFlag>) {
        self.also = also;
    }

    /// Does somebody keep a journal?
    pub(super) fn has_journal(&self) -> bool {
        self.journal.is_some()
    }

    /// Keeps where a search stands, if somebody keeps a journal. Look before, so that the figure is that of this moment.
    pub(super) fn keep(&mut self, state: Option<State>) {
        let state = self.shown(state);
        if let (Some(journal), Some(state)) = (&mut self.journal, state) {
            journal.keep(&state);
        }
    }

    /// The state with the figure that was shown.
    pub(super) fn shown(&self, state: Option<State>) -> Option<State> {
        state.map(|state| State { shown: self.fraction, ..state })
    }

    /// Lets a worker work until it pauses by itself, has entered `bound` nodes in all, or must stop: then the reason is the
    /// error.
    pub(super) fn drive(&mut self, worker: &mut (impl Worker + ?Sized), bound: u64) -> Result<Pause, Reason> {
        loop {
            if let Err(reason) = self.check() {
                self.look(worker);
                return Err(reason);
            }
            let done = worker.work().nodes;
            self.tell_meter(worker, done);
            if self.journal.as_mut().is_some_and(|journal| journal.is_due()) {
                self.look(worker);
                let state = worker.state();
                self.keep(state);
            }
            let limit = self.budget.nodes.unwrap_or(u64::MAX);
            match worker.run(done.saturating_add(worker.pace()).min(bound).min(limit)) {
                // Only here does it want more work than it may do: one that needs just so much comes to its end.
                Pause::Bound if worker.work().nodes >= limit => {
                    self.look(worker);
                    return Err(Reason::Nodes(limit));
                }
                Pause::Bound if worker.work().nodes >= bound => return Ok(Pause::Bound),
                Pause::Bound => {}
                Pause::Memory => {
                    self.look(worker);
                    return Ok(Pause::Memory);
                }
                pause @ (Pause::Solution | Pause::End) => return Ok(pause),
            }
        }
    }

    /// An error if somebody asks to stop, or the deadline has passed.
    pub(super) fn check(&self) -> Result<(), Reason> {
        self.budget.check()?;
        if self.also.as_ref().is_some_and(StopFlag::is_raised) { Err(Reason::Asked) } else { Ok(()) }
    }

    /// The part that lies behind when it ends: what was shown last, or the worker's own if nobody has looked.
    pub(super) fn fraction(&self, of_worker: f64) -> f64 {
        if self.has_looked { self.fraction } else { self.fraction.max(of_worker) }
    }

    /// Asks a worker how far it is, and what is left. Where engines take turns, nothing is said of what is left: any of them
    /// may be the first; and only one that measures its work says how far it is.
    pub(super) fn look(&mut self, worker: &mut (impl Worker + ?Sized)) -> Option<Span> {
        if !self.forecasts {
            return None;
        }
        self.has_looked = true;
        if self.elsewhere.is_some() && !worker.forecasts() {
            return None;
        }
        let View { fraction, left } = worker.view();
        self.fraction = self.fraction.max((fraction * MILLION).floor() / MILLION);
        left.filter(|_| self.elsewhere.is_none())
            .map(|left| left.within(&self.budget, self.at_most.is_some(), worker.work().nodes))
    }

    fn tell_meter(&mut self, worker: &mut (impl Worker + ?Sized), done: u64) {
        let nodes = done + self.elsewhere.unwrap_or(0);
        if nodes < self.next_tick || self.meter.is_none() {
            return;
        }
        self.next_tick = nodes + (nodes / 8).clamp(1, MOST_BETWEEN_TICKS);
        worker.watch();
        let left = self.look(worker);
        let solutions = worker.certain().to_u64().unwrap_or(u64::MAX);
        let fraction = self.fraction;
        if let Some(meter) = &mut self.meter {
            meter.tick(Progress { nodes, solutions, fraction, left });
        }
    }
}
