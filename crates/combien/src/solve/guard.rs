//! Holds a search to its limits, and tells the meter how far it is.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use super::limits::{Limits, Meter, Progress, Reason, Span, StopFlag};
use super::state::{Journal, State};
use crate::engine::Work;
use crate::engine::order::{Order, OrderSearch};
use crate::problem::Problem;

/// The stop flag is looked at after so much work: a few milliseconds at the slowest.
pub(super) const BETWEEN_LOOKS: u64 = 1 << 10;
/// A sweep looks at so many words of states in between: some milliseconds.
pub(super) const EFFORT_BETWEEN_LOOKS: u64 = 1 << 21;
/// A search that remembers makes so many updates in between.
pub(super) const UPDATES_OF_MEMO: u64 = 1 << 18;
/// A search that only enumerates makes so many.
pub(super) const UPDATES_OF_SEARCH: u64 = 1 << 23;
/// A search may take this part of its memory between two looks.
const PART_OF_MEMORY: u64 = 64;
/// The meter is told after so much at most: a tenth of a second or so, and too rarely to be felt.
const MOST_BETWEEN_TICKS: u64 = 1 << 16;
/// It is told first after so much: a search may take a second for that. Then it is told whenever an eighth more is done.
const FIRST_TICK: u64 = 1 << 10;
/// The figure is told in so many parts of the whole: so a text of a few digits gives it back exactly.
const MILLION: f64 = 1e6;
/// The work of the search for an order between two looks: some milliseconds.
const ORDER_BETWEEN_LOOKS: u64 = 1 << 20;

/// An engine at work, as far as a guard must know it. Work is counted in nodes, or what the engine has in their place.
pub(super) trait Worker {
    /// Works until so much work in all is done.
    fn run(&mut self, work: u64) -> Halt;
    /// The work done so far.
    fn done(&self) -> u64;
    /// Solutions known to exist so far, for the meter.
    fn solutions(&self) -> u64;
    /// The part that lies behind, from 0 to 1.
    fn fraction(&self) -> f64;
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
    /// How much work may be done before the stop flag is looked at: some milliseconds of it.
    fn pace(&self) -> u64 {
        BETWEEN_LOOKS
    }
    /// Uses so many threads fewer than it may, as long as others are at work.
    fn leave_threads_to(&mut self, _others: Arc<AtomicUsize>) {}
    /// Where it stands, if it can be taken up again from there.
    fn state(&mut self) -> Option<State> {
        None
    }
}

/// What somebody who watches sees of a worker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct View {
    /// The part that lies behind, from 0 to 1; 0 if it cannot tell.
    pub(super) fraction: f64,
    /// The work that is left, if it can tell.
    pub(super) left: Option<Span>,
}

/// How many nodes to do between two looks, for a search whose nodes take as many updates as those so far: few at first,
/// until it is known how many.
pub(super) fn pace(Work { nodes, updates }: Work, between: u64) -> u64 {
    let slow = u128::from(nodes) * u128::from(between) / u128::from(updates.max(1));
    BETWEEN_LOOKS.min(nodes).min(u64::try_from(slow).unwrap_or(u64::MAX)).max(1)
}

/// How many nodes may be entered before memory is looked at, if each may add so many bytes.
pub(super) fn most_nodes(memory: u64, growth: usize) -> u64 {
    (memory / PART_OF_MEMORY).checked_div(growth as u64).map_or(u64::MAX, |nodes| nodes.max(1))
}

/// Why a worker hands back control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// It was told to.
    Paused,
    /// At a solution, if it shows them one by one.
    Solution,
    /// It would need more memory than it was given.
    Memory,
    /// It is done.
    End,
}

/// Why a guarded worker halted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guarded {
    /// Its budget of work is spent.
    Budget,
    /// At a solution.
    Solution,
    /// It would need more memory than it was given.
    Memory,
    /// It is done.
    End,
    /// A limit, or somebody who asked to stop.
    Stopped(Reason),
}

/// The limits and the meter of one question, whoever works on it.
pub(super) struct Guard<'a> {
    pub(super) limits: Limits,
    meter: Option<&'a mut dyn Meter>,
    journal: Option<&'a mut dyn Journal>,
    /// A second flag that asks to stop.
    also: Option<StopFlag>,
    next_tick: u64,
    /// The greatest part that any engine said to lie behind: the one figure that everybody is shown. It never falls, and a
    /// search that is resumed begins with that of the one before.
    fraction: f64,
    /// Somebody has looked.
    has_looked: bool,
    /// If engines take turns, the work of all but the one at work.
    elsewhere: Option<u64>,
}

impl<'a> Guard<'a> {
    pub(super) fn new(limits: Limits, meter: Option<&'a mut dyn Meter>) -> Guard<'a> {
        Guard {
            limits,
            meter,
            journal: None,
            also: None,
            next_tick: FIRST_TICK,
            fraction: 0.0,
            has_looked: false,
            elsewhere: None,
        }
    }

    /// The same, with the figure that was shown of the search that is resumed.
    pub(super) fn resumed(self, state: Option<&State>) -> Guard<'a> {
        Guard { fraction: state.map_or(0.0, |state| state.shown), ..self }
    }

    /// From here on engines take turns, and those that are not driven have done so much work in all.
    pub(super) fn take_turns(&mut self, elsewhere: u64) {
        self.elsewhere = Some(elsewhere);
    }

    /// The same, with a journal to be kept.
    pub(super) fn journal(self, journal: Option<&'a mut dyn Journal>) -> Guard<'a> {
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

    /// Lets a worker work until it halts by itself, has done `budget` in all, or must stop.
    pub(super) fn drive(&mut self, worker: &mut (impl Worker + ?Sized), budget: u64) -> Guarded {
        loop {
            if self.is_asked_to_stop() {
                self.look(worker);
                return Guarded::Stopped(Reason::Asked);
            }
            let done = worker.done();
            self.tell_meter(worker, done);
            if self.journal.as_mut().is_some_and(|journal| journal.is_due()) {
                self.look(worker);
                let state = worker.state();
                self.keep(state);
            }
            let limit = self.limits.nodes.unwrap_or(u64::MAX);
            match worker.run(done.saturating_add(worker.pace()).min(budget).min(limit)) {
                Halt::End => return Guarded::End,
                Halt::Solution => return Guarded::Solution,
                Halt::Memory => {
                    self.look(worker);
                    return Guarded::Memory;
                }
                // Only here does it want more work than it may do: one that needs just so much comes to its end.
                Halt::Paused if worker.done() >= limit => {
                    self.look(worker);
                    return Guarded::Stopped(Reason::Nodes(self.limits.nodes.unwrap_or(limit)));
                }
                Halt::Paused if worker.done() >= budget => return Guarded::Budget,
                Halt::Paused => {}
            }
        }
    }

    /// The best order of the items, unless somebody asks to stop while it is looked for. A limit on nodes does not count
    /// what this takes.
    pub(super) fn order(&self, problem: &Problem) -> Option<Order> {
        let mut search = OrderSearch::new(problem);
        while !self.is_asked_to_stop() {
            if search.run(search.work() + ORDER_BETWEEN_LOOKS) {
                return Some(search.finish());
            }
        }
        None
    }

    /// Does nobody ask to stop? For what is set up before it is driven.
    pub(super) fn goes_on(&self) -> impl FnMut() -> bool {
        || !self.is_asked_to_stop()
    }

    /// The part that lies behind when it ends: what was shown last, or the worker's own if nobody has looked.
    pub(super) fn fraction(&self, of_worker: f64) -> f64 {
        if self.has_looked { self.fraction } else { self.fraction.max(of_worker) }
    }

    /// Asks a worker how far it is, and what is left. Where engines take turns, nothing is said of what is left: any of them
    /// may be the first; and only one that measures its work says how far it is.
    pub(super) fn look(&mut self, worker: &mut (impl Worker + ?Sized)) -> Option<Span> {
        self.has_looked = true;
        if self.elsewhere.is_some() && !worker.forecasts() {
            return None;
        }
        let View { fraction, left } = worker.view();
        self.fraction = self.fraction.max((fraction * MILLION).floor() / MILLION);
        left.filter(|_| self.elsewhere.is_none()).map(|left| left.within(&self.limits, worker.done()))
    }

    pub(super) fn is_asked_to_stop(&self) -> bool {
        [&self.limits.stop, &self.also].into_iter().flatten().any(StopFlag::is_raised)
    }

    fn tell_meter(&mut self, worker: &mut (impl Worker + ?Sized), done: u64) {
        let nodes = done + self.elsewhere.unwrap_or(0);
        if nodes < self.next_tick || self.meter.is_none() {
            return;
        }
        self.next_tick = nodes + (nodes / 8).clamp(1, MOST_BETWEEN_TICKS);
        worker.watch();
        let left = self.look(worker);
        let (solutions, fraction) = (worker.solutions(), self.fraction);
        if let Some(meter) = &mut self.meter {
            meter.tick(Progress { nodes, solutions, fraction, left });
        }
    }
}
