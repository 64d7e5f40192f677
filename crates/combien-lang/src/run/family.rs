//! The members of a family are counted, several at once, and told in order.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use combien::Count;
use combien::budget::{Budget, Deadline, Meter, Progress, Reason};
use combien::diagnostic::{Diagnostic, Place};
use combien::solve::{Engine, Outcome, in_order};

use super::{Host, Run, RunError};
use crate::commands::count;
use crate::elaborate::Family;
use crate::filter::Filter;
use crate::script::{Asked, NamedProblem, Script, Solver, UpTo};

/// How the members of a family are counted.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Census {
    /// The engine; [`Engine::Auto`] by default. Up to symmetry it is not used.
    pub engine: Engine,
    /// Which solutions are counted.
    pub up_to: UpTo,
    /// What solutions must look like, besides what the file says.
    pub filter: Option<Filter>,
    /// How many members are counted; the others can be counted later.
    pub at_most: u64,
    /// The limits. The number of nodes holds for each member. The threads and the memory are shared: as many
    /// members are counted at once as there are threads, each by one thread, or by more if there are
    /// fewer members.
    pub budget: Budget,
}

impl Default for Census {
    fn default() -> Census {
        let (engine, up_to) = (Engine::Auto, UpTo::Nothing);
        Census { engine, up_to, filter: None, at_most: u64::MAX, budget: Budget::UNLIMITED }
    }
}

/// A member of a family, and its number of solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Member {
    /// Its name with its arguments, `day<5, 1>`.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<i64>,
    /// The number of solutions, or what is certain of it if a limit on nodes or memory stopped the count.
    pub outcome: Outcome<Count>,
}

impl Census {
    /// Counts the members of a family that have not been made yet. Each is delivered when it and all before
    /// it are known, whatever the number of threads. It is made, counted and dropped, so memory does not
    /// depend on the number of members.
    ///
    /// A member that a limit on nodes or memory stops is delivered with what is certain, and the next one
    /// follows. The stop flag and the deadline end everything, and their reason is returned; the member
    /// in between is not delivered. `pulse` is called often by the threads that count, so that progress
    /// can be shown.
    ///
    /// # Errors
    ///
    /// Those of the first member that cannot be made or counted. The members before it have been delivered.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use combien_lang::{Census, Family, Loaded};
    ///
    /// let text = "problem strip<n> = constant (n, 2) true [{**} ~sym]";
    /// let files = |path: &str, _: Option<&str>| Ok(Loaded::new(path, text));
    /// let mut family = Family::load("strips.cmb", &files, Loaded::new("asked", "strip<1..6>")).unwrap();
    /// let mut counts = vec![];
    /// let mut deliver = |member: combien_lang::Member| {
    ///     counts.push(member.outcome.certain().to_u64());
    ///     ControlFlow::Continue(())
    /// };
    /// let stopped = Census::default().count(&mut family, &|| {}, &mut deliver).unwrap();
    /// assert_eq!(stopped, None);
    /// assert_eq!(counts, [1, 2, 3, 5, 8, 13].map(Some));
    /// ```
    pub fn count(
        &self,
        family: &mut Family,
        pulse: &(dyn Fn() + Sync),
        deliver: &mut dyn FnMut(Member) -> ControlFlow<()>,
    ) -> Result<Option<Reason>, Vec<Diagnostic>> {
        let threads = self.budget.threads();
        let place = family.place().clone();
        // Searches for members behind the last one that is delivered have no use.
        let (is_over, given) = (Arc::new(AtomicBool::new(false)), self.budget.deadline.clone());
        let over = is_over.clone();
        let has_passed =
            move || over.load(Ordering::Relaxed) || given.as_ref().is_some_and(Deadline::has_passed);
        let at_once = usize::try_from(family.members()).unwrap_or(usize::MAX).clamp(1, threads);
        let budget = Budget {
            threads: std::num::NonZeroUsize::new(threads / at_once),
            memory: Some(self.budget.memory() / at_once as u64),
            deadline: Some(Deadline::new(has_passed)),
            ..self.budget.clone()
        };
        let mut ended = Ok(None);
        let mut left = self.at_most;
        let next = || {
            left = left.checked_sub(1)?;
            self.budget.check().is_ok().then(|| family.next()).flatten()
        };
        let count =
            |made: Result<NamedProblem, Vec<Diagnostic>>| self.count_member(made?, &place, &budget, pulse);
        in_order(threads, next, count, |counted| {
            match counted {
                Ok(Member { outcome: Outcome::Stopped { reason, .. }, .. })
                    if matches!(reason, Reason::Asked | Reason::Deadline) =>
                {
                    ended = Ok(Some(reason));
                }
                Ok(member) => {
                    if deliver(member).is_continue() {
                        return ControlFlow::Continue(());
                    }
                }
                Err(error) => ended = Err(error),
            }
            is_over.store(true, Ordering::Relaxed);
            ControlFlow::Break(())
        });
        match ended {
            // It may be stopped between two members.
            Ok(None) if !is_over.load(Ordering::Relaxed) && !family.is_finished() => {
                Ok(self.budget.check().err())
            }
            ended => ended,
        }
    }

    fn count_member(
        &self,
        mut named: NamedProblem,
        place: &Place,
        budget: &Budget,
        pulse: &(dyn Fn() + Sync),
    ) -> Result<Member, Vec<Diagnostic>> {
        pulse();
        if let Some(filter) = &self.filter {
            named.tiling = filter.on(named.tiling)?;
        }
        let solver = Solver::Engine(self.engine);
        let count = Asked { solver: solver.clone(), up_to: self.up_to, ..Asked::of(&count::ROWS[0], 0) };
        if named.tiling.predicate().is_some()
            && let Some((message, hint)) = count.ignores_where()
        {
            let refused = Diagnostic::error("no-where", message, place.clone()).hinted(hint);
            return Err(vec![refused]);
        }
        let (name, arguments) = (named.name.clone(), named.arguments.clone());
        let script = Script { problems: vec![named], ..Script::default() };
        let mut counter = Counter { budget, pulse: Pulse(pulse) };
        let counted = Run::new(&script, &mut counter).counted(&solver, 0, self.up_to);
        let outcome = match counted {
            Ok((_, outcome)) => outcome,
            Err(failed) => {
                let faults = |error: RunError| error.diagnostic().into_iter().collect::<Vec<_>>();
                let (_, reason) = failed.at(place).map_err(faults)?;
                Outcome::Stopped { certain: Count::ZERO, reason }
            }
        };
        Ok(Member { name, arguments, outcome })
    }
}

/// The host of a member that is counted. It prints nothing.
struct Counter<'a> {
    budget: &'a Budget,
    pulse: Pulse<'a>,
}

impl Host for Counter<'_> {
    fn print(&mut self, _text: &str) -> io::Result<()> {
        Ok(())
    }

    fn note(&mut self, _text: &str) {}

    fn write_file(&mut self, _path: &str, _content: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn clock(&self) -> Duration {
        Duration::ZERO
    }

    fn budget(&self) -> Budget {
        self.budget.clone()
    }

    fn meter(&mut self) -> Option<&mut dyn Meter> {
        Some(&mut self.pulse)
    }
}

/// A meter that only says that there is progress.
struct Pulse<'a>(&'a (dyn Fn() + Sync));

impl Meter for Pulse<'_> {
    fn tick(&mut self, _progress: Progress) {}

    fn is_due(&mut self, _nodes: u64) -> bool {
        (self.0)();
        false
    }
}
