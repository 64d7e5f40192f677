//! A sweep over the frontier that is saved, resumed, and larger than memory.

use std::fmt;
use std::io::BufRead;
use std::sync::Arc;

use super::alone;
use crate::budget::{Outcome, Pause, Reason, Work};
use crate::count::Count;
use crate::engine::frontier::{Expected, Frontier, SavedError, Scratch};
use crate::engine::{Order, Refusal, Task, Whole};
use crate::problem::Problem;
use crate::solve::engine::Engine;
use crate::solve::error::Error;
use crate::solve::guard::Guard;
use crate::solve::report::Report;
use crate::solve::worker::Worker;

/// Keeps a sweep, so that it can be resumed.
#[doc(hidden)]
pub trait SweepJournal: Send {
    /// Is it time to keep it? Called every few milliseconds.
    fn is_due(&mut self) -> bool;
    /// Keeps it: [`Frontier::save`] writes it. Called when it is due, and at the end, unless memory or
    /// scratch space have run out.
    fn keep(&mut self, sweep: &Frontier);
}

impl<J: SweepJournal + ?Sized> SweepJournal for &mut J {
    fn is_due(&mut self) -> bool {
        (**self).is_due()
    }

    fn keep(&mut self, sweep: &Frontier) {
        (**self).keep(sweep);
    }
}

/// The settings of a count by a sweep: [`Count::sweeping`](crate::solve::Count::sweeping).
#[derive(Default)]
#[doc(hidden)]
pub struct Sweeping<'a> {
    /// Where to put what does not fit into memory.
    pub scratch: Option<Arc<dyn Scratch>>,
    /// At most this many bytes of it.
    pub disk: u64,
    /// A sweep that was saved, to go on from.
    pub resume: Option<Box<dyn BufRead + Send + 'a>>,
    /// Keeps the sweep.
    pub journal: Option<Box<dyn SweepJournal + 'a>>,
    /// Called once, when the first layers tell what the sweep will take. On boards that do not look the same
    /// everywhere, they never do.
    pub expect: Option<Box<dyn FnMut(Expected) + Send + 'a>>,
}

impl fmt::Debug for Sweeping<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sweeping")
            .field("has_scratch", &self.scratch.is_some())
            .field("disk", &self.disk)
            .field("is_resumed", &self.resume.is_some())
            .field("has_journal", &self.journal.is_some())
            .finish()
    }
}

/// A sweep with its journal.
struct Kept<'a> {
    sweep: Frontier,
    journal: Option<Box<dyn SweepJournal + 'a>>,
    expect: Option<Box<dyn FnMut(Expected) + Send + 'a>>,
}

impl Kept<'_> {
    fn keep(&mut self) {
        if let Some(journal) = &mut self.journal
            && self.sweep.can_be_saved()
        {
            journal.keep(&self.sweep);
        }
    }
}

impl Task for Kept<'_> {
    fn run(&mut self, nodes: u64) -> Pause {
        if self.journal.as_mut().is_some_and(|journal| journal.is_due()) {
            self.keep();
        }
        let pause = Task::run(&mut self.sweep, nodes);
        if self.expect.is_some()
            && let Some(expected) = self.sweep.expected()
            && let Some(mut expect) = self.expect.take()
        {
            expect(expected);
        }
        pause
    }
    fn work(&self) -> Work {
        self.sweep.work()
    }
    fn fraction(&self) -> f64 {
        Task::fraction(&self.sweep)
    }
    fn pace(&self) -> u64 {
        self.sweep.pace()
    }
    fn whole(&self) -> Option<Whole> {
        self.sweep.whole()
    }
}

impl Worker for Kept<'_> {
    fn count(&self) -> Count {
        self.sweep.count().unwrap_or(Count::ZERO)
    }
    fn failure(&self) -> Option<Reason> {
        self.sweep.failure()
    }
}

/// Counts by a sweep. A limit on nodes limits the work after the resumption.
pub(in crate::solve) fn count(
    problem: &Problem,
    sweeping: Sweeping<'_>,
    mut guard: Guard<'_>,
) -> Result<Report<Count>, Error> {
    Engine::Frontier.can_take(problem)?;
    let Sweeping { scratch, disk, resume, journal, expect } = sweeping;
    let set_scratch = |sweep: &mut Frontier| {
        if let Some(scratch) = scratch {
            sweep.set_scratch(scratch, disk);
        }
    };
    let begun = match resume {
        Some(mut input) => Frontier::resume(problem, &guard.budget, &mut input, set_scratch),
        None => Order::best_within(problem, &guard.budget)
            .map_err(Refusal::Stopped)
            .and_then(|order| Frontier::new(problem, &order, &guard.budget))
            .map_err(SavedError::Refused)
            .map(|mut sweep| {
                set_scratch(&mut sweep);
                sweep
            }),
    };
    let why = "it was asked for".to_owned();
    let sweep = match begun {
        Ok(sweep) => sweep,
        Err(SavedError::Refused(Refusal::Stopped(reason))) => {
            return Ok(Report::not_begun(Engine::Frontier, why, reason));
        }
        Err(SavedError::Refused(refusal)) => return Err(Error::refused(Engine::Frontier, refusal)),
        Err(error) => return Err(Error::Saved(error)),
    };
    let nodes = guard.budget.nodes;
    guard.budget.nodes = nodes.map(|nodes| nodes.saturating_add(sweep.work().nodes));
    let mut kept = Kept { sweep, journal, expect };
    let mut report = alone(Engine::Frontier, &mut kept, why, &mut guard);
    kept.keep();
    if let (Outcome::Stopped { reason, .. }, Some(nodes)) = (&mut report.outcome, nodes)
        && let Reason::Nodes(_) = reason
    {
        *reason = Reason::Nodes(nodes);
    }
    let on_disk = match kept.sweep.scratch_peak() {
        0 => String::new(),
        bytes @ ..0x10_0000 => format!("; at most {} kB of states were on disk", bytes.div_ceil(1 << 10)),
        bytes => format!("; at most {} MB of states were on disk", bytes >> 20),
    };
    report.why += &on_disk;
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::problem::dlx::parse;
    use crate::solve::{self, Setting};

    /// Keeps the last one, whenever it can.
    #[derive(Default)]
    struct Last(Vec<u8>);

    impl SweepJournal for Last {
        fn is_due(&mut self) -> bool {
            true
        }
        fn keep(&mut self, sweep: &Frontier) {
            self.0.clear();
            sweep.save(&mut self.0).unwrap();
        }
    }

    fn pairs() -> Problem {
        Problem::from_lists(14, None, (0..14).flat_map(|a| (0..a).map(move |b| vec![b, a]))).unwrap()
    }

    #[test]
    fn a_count_goes_on_where_it_was_stopped() {
        let problem = pairs();
        let whole = solve::Count::of(&problem).by(Engine::Frontier).run().unwrap();
        assert_eq!(whole.outcome, Outcome::Answer(135_135u64.into()));
        let mut last = Last::default();
        let (mut stops, mut before) = (0, vec![]);
        loop {
            let resume = (stops > 0).then(|| Box::new(&before[..]) as Box<dyn BufRead + Send>);
            let sweeping = Sweeping { resume, journal: Some(Box::new(&mut last)), ..Sweeping::default() };
            let budget = Budget { nodes: Some(100), ..Budget::UNLIMITED };
            let report = solve::Count::of(&problem).budget(budget).sweeping(sweeping).run().unwrap();
            if report.outcome.reason().is_none() {
                assert_eq!(report, whole);
                break;
            }
            stops += 1;
            assert_eq!((report.outcome.reason(), report.work.nodes), (Some(Reason::Nodes(100)), 100 * stops));
            before = std::mem::take(&mut last.0);
        }
        assert_eq!(stops, (whole.work.nodes - 1) / 100);
        // What is kept at the end is the answer.
        let sweeping = Sweeping { resume: Some(Box::new(&last.0[..])), ..Sweeping::default() };
        assert_eq!(solve::Count::of(&problem).sweeping(sweeping).run().unwrap(), whole);
    }

    #[test]
    fn what_excludes_a_sweep_is_named() {
        let problem = pairs();
        let refused =
            solve::Count::of(&problem).by(Engine::Memo).sweeping(Sweeping::default()).run().unwrap_err();
        assert!(matches!(refused, Error::Unsupported { engine: Engine::Memo, .. }), "{refused}");
        let reduction = crate::reduce::Reduction::new(&problem, 0);
        let refused = solve::Count::reduced(&reduction).sweeping(Sweeping::default()).run().unwrap_err();
        assert_eq!(refused, Error::Conflict(Setting::Sweep, Setting::Reduction));
        let state = solve::State::new(&problem, solve::Question::Count, Engine::Fast);
        let refused =
            solve::Count::of(&problem).resume(&state).sweeping(Sweeping::default()).run().unwrap_err();
        assert_eq!(refused, Error::Conflict(Setting::Sweep, Setting::State));
        let broken = Sweeping { resume: Some(Box::new(&b"nothing"[..])), ..Sweeping::default() };
        let refused = solve::Count::of(&problem).sweeping(broken).run().unwrap_err();
        assert_eq!(refused, Error::Saved(SavedError::NotOne));
        let none = parse("t", "a b\na\n").unwrap().problem;
        let report = solve::Count::of(&none).sweeping(Sweeping::default()).run().unwrap();
        assert_eq!(report.outcome, Outcome::Answer(Count::ZERO));
    }
}
