//! Keeps a search within its limits, and reports its progress to the meter.

use super::reasons::Reasons;
use super::state::{Journal, State};
use super::worker::{View, Worker};
use crate::budget::{Budget, Meter, Pause, Progress, Reason, Span, StopFlag};
use crate::weights::Weights;

/// The maximum amount of work between two reports to the meter: about a tenth of a second, too rare to have a
/// measurable cost.
const MOST_BETWEEN_TICKS: u64 = 1 << 16;
/// The amount of work before the first report: a search may take a second for it. Later reports follow
/// whenever an eighth more is done.
const FIRST_TICK: u64 = 1 << 10;
/// The figure is rounded to this fraction of the whole, so that a few decimal digits represent it exactly.
const MILLION: f64 = 1e6;
/// The budget and the meter of one question, for all its workers.
pub(super) struct Guard<'a> {
    pub(super) budget: Budget,
    /// The maximum number of solutions.
    pub(super) at_most: Option<u64>,
    meter: Option<Box<dyn Meter + 'a>>,
    journal: Option<Box<dyn Journal + 'a>>,
    /// A second flag that asks to stop.
    also: Option<StopFlag>,
    next_tick: u64,
    /// The greatest part that any engine reported as done: the one figure that is shown everywhere. It never
    /// decreases, and a resumed search begins with the figure of the one before.
    fraction: f64,
    /// May the remaining search be probed, to estimate the progress?
    forecasts: bool,
    /// The progress has been requested.
    has_looked: bool,
    /// If engines take turns, the work of all but the one at work.
    elsewhere: Option<u64>,
    /// What looks for reasons why there is no solution, until one is found.
    reasons: Option<Reasons>,
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
            reasons: None,
        }
    }

    /// This guard with the figure that was shown for the search that is resumed.
    pub(super) fn resumed(self, state: Option<&State>) -> Guard<'a> {
        Guard { fraction: state.map_or(0.0, |state| state.shown), ..self }
    }

    /// This guard, which probes what is left only if it may.
    pub(super) fn forecasts(self, forecasts: bool) -> Guard<'a> {
        Guard { forecasts, ..self }
    }

    /// From now on engines take turns; the engines that are not running now have done this amount of work in
    /// all.
    pub(super) fn take_turns(&mut self, elsewhere: u64) {
        self.elsewhere = Some(elsewhere);
    }

    /// This guard, which looks for reasons why there is no solution.
    pub(super) fn reasons(self, reasons: Option<Reasons>) -> Guard<'a> {
        Guard { reasons, ..self }
    }

    /// Does something beside the engine at work, which has done this amount of work.
    pub(super) fn beside<T>(&mut self, elsewhere: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.elsewhere.replace(elsewhere);
        let done = work(self);
        self.elsewhere = before;
        done
    }

    /// The weights that show that there is no solution, if they have been found.
    pub(super) fn weights(&self) -> Option<&Weights> {
        self.reasons.as_ref()?.found()
    }

    /// Between two turns: looks for reasons when each engine has spent this much. Is it certain that there is
    /// no solution?
    pub(super) fn look_after(&mut self, spent: u64) -> bool {
        self.reasons.as_mut().is_some_and(|reasons| reasons.look_after(spent, &self.budget))
    }

    /// Looks for reasons if it is due. Engines that take turns do not wait for it: see [`Guard::look_after`].
    fn knows_none(&mut self, worker: &(impl Worker + ?Sized)) -> bool {
        if self.elsewhere.is_some() {
            return false;
        }
        let Some(reasons) = &mut self.reasons else { return false };
        worker.certain().is_zero() && reasons.look(worker.work(), &self.budget)
    }

    /// This guard with a maximum number of solutions.
    pub(super) fn at_most(self, at_most: Option<u64>) -> Guard<'a> {
        Guard { at_most, ..self }
    }

    /// This guard with a journal.
    pub(super) fn journal(self, journal: Option<Box<dyn Journal + 'a>>) -> Guard<'a> {
        Guard { journal, ..self }
    }

    /// From now on also obeys this flag; with `None`, only its own.
    pub(super) fn obey(&mut self, also: Option<StopFlag>) {
        self.also = also;
    }

    /// Is there a journal?
    pub(super) fn has_journal(&self) -> bool {
        self.journal.is_some()
    }

    /// Saves the state of a search in the journal, if there is one. Update the view first, so that the figure
    /// is current.
    pub(super) fn keep(&mut self, state: Option<State>) {
        let state = self.shown(state);
        if let (Some(journal), Some(state)) = (&mut self.journal, state) {
            journal.keep(&state);
        }
    }

    /// The state with the figure that was shown. Nothing is left to search if weights show that there is no
    /// solution.
    pub(super) fn shown(&self, state: Option<State>) -> Option<State> {
        let state = state.map(|state| State { shown: self.fraction, ..state });
        if self.weights().is_some() { state.map(|state| State { pieces: vec![], ..state }) } else { state }
    }

    /// Lets a worker work until it pauses by itself, has entered `bound` nodes in all, or must stop: then the
    /// reason is the error. Also ends if weights show that there is no solution: [`Guard::weights`].
    pub(super) fn drive(&mut self, worker: &mut (impl Worker + ?Sized), bound: u64) -> Result<Pause, Reason> {
        loop {
            if let Err(reason) = self.check() {
                self.look(worker);
                return Err(reason);
            }
            if self.knows_none(worker) {
                return Ok(Pause::End);
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
                // Only here does it need more work than it may do: a worker that needs exactly the limit
                // reaches its end.
                Pause::Bound if worker.work().nodes >= limit => {
                    if self.knows_none(worker) {
                        return Ok(Pause::End);
                    }
                    self.look(worker);
                    return Err(Reason::Nodes(limit));
                }
                Pause::Bound if worker.work().nodes >= bound => return Ok(Pause::Bound),
                Pause::Bound => {}
                Pause::Memory => {
                    self.look(worker);
                    return Ok(Pause::Memory);
                }
                // Several threads may be at the end before it was time to look. It is made up for, so that
                // the report is the same.
                Pause::End => {
                    self.knows_none(worker);
                    return Ok(Pause::End);
                }
                Pause::Solution => {
                    self.reasons = None;
                    return Ok(Pause::Solution);
                }
            }
        }
    }

    /// Returns an error if the search was told to stop, or the deadline has passed.
    pub(super) fn check(&self) -> Result<(), Reason> {
        self.budget.check()?;
        if self.also.as_ref().is_some_and(StopFlag::is_raised) { Err(Reason::Asked) } else { Ok(()) }
    }

    /// The part that is done when it ends: the figure shown last, or the worker's own if none was requested.
    pub(super) fn fraction(&self, of_worker: f64) -> f64 {
        if self.has_looked { self.fraction } else { self.fraction.max(of_worker) }
    }

    /// Asks a worker how far it is, and what is left. If engines take turns, nothing is reported about what
    /// is left, because any of them may finish first; and the part done is reported only by an engine
    /// that measures its work.
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
        if !self.meter.as_mut().is_some_and(|meter| meter.is_due(nodes)) {
            return;
        }
        worker.watch();
        let left = self.look(worker);
        let solutions = worker.certain().to_u64().unwrap_or(u64::MAX);
        let fraction = self.fraction;
        if let Some(meter) = &mut self.meter {
            meter.tick(Progress { nodes, solutions, fraction, left });
        }
    }
}
