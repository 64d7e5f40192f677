//! Solutions up to symmetry and symmetric solutions: which are meant, their number, and listing them.

use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::{io, thread};

use combien::Count;
use combien::budget::{Budget, Meter, StopFlag};
use combien::problem::ItemId;
use combien::solve::{Ending, Outcome};
use combien::symmetry::{self, GroupError, Representative};
use combien_tiling::{OrbitKind, Unlisted, each_orbit};
use pyo3::prelude::*;

use crate::handles::error::{Unanswered, error, failure, raise};
use crate::handles::labels::repr;
use crate::handles::objects::Maybe;
use crate::handles::problem::{Held, Symmetries};
use crate::handles::watch::{STACK, Told};

/// Which solutions are meant.
pub(crate) enum UpTo {
    /// One of each class of solutions that they map to each other.
    Orbits {
        /// The given group. By default, that of all automorphisms.
        group: Option<Arc<symmetry::Symmetries>>,
        kind: Option<OrbitKind>,
    },
    /// Those that each of them takes to itself.
    Kept(Arc<symmetry::Symmetries>),
}

/// How many solutions are meant.
pub(crate) struct Orbits {
    pub(crate) outcome: Outcome<Count>,
    /// How many symmetries there are, if it is known.
    pub(crate) order: Option<Count>,
}

impl UpTo {
    /// What is asked for by the keywords `up_to`, `where` and `kept_by`; nothing, if they are not given.
    pub(crate) fn of(
        problem: &Held,
        up_to: Maybe,
        kind: Option<&str>,
        kept_by: Option<&Bound<'_, Symmetries>>,
    ) -> PyResult<Option<UpTo>> {
        if let Some(group) = kept_by {
            if up_to.is_some() || kind.is_some() {
                raise!("kept_by and up_to cannot be combined");
            }
            return Ok(Some(UpTo::Kept(group.get().group_of(problem)?)));
        }
        let kind = match kind {
            None => None,
            Some("symmetric") => Some(OrbitKind::Symmetric),
            Some("asymmetric") => Some(OrbitKind::Asymmetric),
            Some(other) => raise!("where is '{other}', not 'symmetric' or 'asymmetric'"),
        };
        let Some(up_to) = up_to else {
            return match kind {
                None => Ok(None),
                Some(_) => Err(error("where needs up_to: it chooses among solutions up to symmetry")),
            };
        };
        if let Ok(group) = up_to.cast::<Symmetries>() {
            return Ok(Some(UpTo::Orbits { group: Some(group.get().group_of(problem)?), kind }));
        }
        match up_to.extract::<String>().as_deref() {
            // Of a problem that is no tiling these are the same.
            Ok("symmetry" | "automorphism") => Ok(Some(UpTo::Orbits { group: None, kind })),
            _ => Err(failure!(
                "up_to is {}, not 'symmetry', 'automorphism' or the symmetries of the problem",
                repr(up_to)
            )),
        }
    }

    /// The group that is meant.
    fn group(
        &self,
        problem: &combien::Problem,
        budget: &Budget,
    ) -> Result<Arc<symmetry::Symmetries>, GroupError> {
        match self {
            UpTo::Orbits { group: Some(group), .. } | UpTo::Kept(group) => Ok(group.clone()),
            UpTo::Orbits { group: None, .. } => automorphisms_keeping(problem, &[], budget).map(Arc::new),
        }
    }

    /// Counts the solutions that are meant: orbits by the faster method, those of a kind by listing them.
    pub(crate) fn count(
        &self,
        problem: &combien::Problem,
        budget: &Budget,
        mut meter: Option<Told>,
    ) -> Result<Orbits, String> {
        let stopped =
            |reason| Ok(Orbits { outcome: Outcome::Stopped { certain: Count::ZERO, reason }, order: None });
        if let UpTo::Orbits { group: None, kind: None } = self {
            let found = match symmetry::automorphisms(problem, budget) {
                Outcome::Answer(found) => found,
                Outcome::Stopped { reason, .. } => return stopped(reason),
            };
            let told = meter.as_mut().map(|meter| meter as _);
            let counted = symmetry::count_found(problem, found, budget, told).map_err(text)?;
            return Ok(Orbits { outcome: counted.outcome, order: Some(counted.order) });
        }
        let group = match self.group(problem, budget) {
            Err(GroupError::Stopped(reason)) => return stopped(reason),
            group => group.map_err(text)?,
        };
        let told = meter.as_mut().map(|meter| meter as _);
        let outcome = match self {
            UpTo::Orbits { kind: None, .. } => {
                symmetry::count_by_either(problem, &group, budget, told).map_err(text)?.outcome
            }
            UpTo::Kept(_) => {
                symmetry::count_kept(problem, group.generators(), budget, told).map_err(text)?.outcome
            }
            UpTo::Orbits { kind: Some(_), .. } => {
                let mut found = 0_u64;
                let mut deliver = |_| {
                    found += 1;
                    ControlFlow::Continue(())
                };
                match self.list(problem, &group, budget, meter, &mut deliver).map_err(text)? {
                    Ending::Complete => Outcome::Answer(found.into()),
                    Ending::Stopped(reason) => Outcome::Stopped { certain: found.into(), reason },
                }
            }
        };
        Ok(Orbits { outcome, order: Some(group.order()) })
    }

    /// Delivers the solutions that are meant.
    fn list(
        &self,
        problem: &combien::Problem,
        group: &symmetry::Symmetries,
        budget: &Budget,
        mut meter: Option<Told>,
        deliver: &mut dyn FnMut(combien::Solution) -> ControlFlow<()>,
    ) -> Result<Ending, Unlisted> {
        let meter = meter.as_mut().map(|meter| meter as &mut dyn Meter);
        let listed = match self {
            UpTo::Kept(_) => symmetry::each_kept(problem, group.generators(), budget, meter, deliver)?,
            UpTo::Orbits { kind, .. } => {
                let deliver = &mut |representative: Representative| deliver(representative.solution);
                each_orbit(problem, group, (*kind, None), budget, meter, deliver)?
            }
        };
        Ok(listed.ending)
    }
}

/// What an error says.
fn text<E: std::fmt::Display>(wrong: E) -> String {
    wrong.to_string()
}

/// The group of the automorphisms that map each of these sets of items to itself.
pub(crate) fn automorphisms_keeping(
    problem: &combien::Problem,
    sets: &[Vec<ItemId>],
    budget: &Budget,
) -> Result<symmetry::Symmetries, GroupError> {
    match symmetry::automorphisms_keeping(problem, sets, budget) {
        Outcome::Answer(found) => symmetry::Symmetries::found(problem, found, budget),
        Outcome::Stopped { reason, .. } => Err(GroupError::Stopped(reason)),
    }
}

/// A solution, and how many are alike by a symmetry if that is told.
pub(crate) type One = (combien::Solution, Option<Count>);

/// What lists solutions, and delivers each.
type Begin = dyn FnOnce(&mut dyn FnMut(One) -> ControlFlow<()>) -> Result<Ending, Unanswered> + Send;

/// A solution, or how the listing ended.
type Said = Result<One, thread::Result<Result<Ending, Unanswered>>>;

/// Solutions up to symmetry, one after the other. The library delivers them from within, so a thread of its own waits until
/// each is taken; it ends when nobody is left to take any.
pub(crate) struct Listing {
    begin: Option<Box<Begin>>,
    said: Option<Receiver<Said>>,
    ending: Option<Result<Ending, Unanswered>>,
    stop: StopFlag,
    process: u32,
}

/// The most solutions that wait to be taken.
const WAITING: usize = 256;

impl Listing {
    /// Nothing is searched before the first solution is asked for.
    pub(crate) fn new(
        up_to: UpTo,
        problem: combien::Problem,
        budget: Budget,
        meter: Option<Told>,
        stop: StopFlag,
    ) -> Listing {
        Listing::of(stop, move |deliver| {
            let group = match up_to.group(&problem, &budget) {
                Err(GroupError::Stopped(reason)) => return Ok(Ending::Stopped(reason)),
                group => group?,
            };
            let mut deliver = |solution| deliver((solution, None));
            Ok(up_to.list(&problem, &group, &budget, meter, &mut deliver)?)
        })
    }

    /// What `begin` delivers, until the flag is raised.
    pub(crate) fn of(
        stop: StopFlag,
        begin: impl FnOnce(&mut dyn FnMut(One) -> ControlFlow<()>) -> Result<Ending, Unanswered> + Send + 'static,
    ) -> Listing {
        let process = std::process::id();
        Listing { begin: Some(Box::new(begin)), said: None, ending: None, stop, process }
    }

    pub(crate) fn next(&mut self) -> Option<One> {
        if self.process != std::process::id() {
            (self.begin, self.said) = (None, None);
            let elsewhere = "this listing goes on in the process that began it";
            self.ending = Some(Err(Unanswered::other(elsewhere)));
        }
        if let Some(begin) = self.begin.take() {
            match begun(begin) {
                Ok(said) => self.said = Some(said),
                Err(failed) => self.ending = Some(Err(Unanswered::other(failed))),
            }
        }
        match self.said.as_ref()?.recv() {
            Ok(Ok(one)) => return Some(one),
            // A panic is passed on: the caller reports that it is a bug.
            Ok(Err(ended)) => {
                self.ending = Some(ended.unwrap_or_else(|payload| panic::resume_unwind(payload)));
            }
            Err(_) => unreachable!("the thread says how it ended"),
        }
        self.said = None;
        None
    }

    /// How it ended, if it has and this was not asked before.
    pub(crate) fn ending(&mut self) -> Option<Result<Ending, Unanswered>> {
        self.ending.take()
    }
}

fn begun(begin: Box<Begin>) -> io::Result<Receiver<Said>> {
    let (sender, said) = sync_channel(WAITING);
    let work = move || {
        let mut deliver = |one| match sender.send(Ok(one)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let ended = panic::catch_unwind(AssertUnwindSafe(|| begin(&mut deliver)));
        // Nobody listens if the listing was dropped.
        let _ = sender.send(Err(ended));
    };
    thread::Builder::new().name("combien".to_owned()).stack_size(STACK).spawn(work)?;
    Ok(said)
}

impl Drop for Listing {
    /// A search that finds nothing would not see that nobody waits.
    fn drop(&mut self) {
        self.stop.raise();
    }
}
