//! A script to results. The words of the result lines are those of `combine`, so that programs which read
//! them still work.

mod deliver;
mod equal_size;
mod family;
mod fault;
mod filtered;
mod gates;
mod host;
mod json;
mod list;
mod show;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use combien::Count;
use combien::budget::Reason;
use combien::diagnostic::{Place, counted};
use combien::problem::{Decimal, Problem, Solution};
use combien::solve::{self, Best, Compile, Diagram, Engine, Enumerate, Goal, Outcome, Report};
use combien::symmetry::{self, Counted, GroupError, Method, Symmetries};
use combien_tiling::why::Weights;
use combien_tiling::{Encoding, Judge, TilingError};

pub use crate::commands::marginals::percent;
pub use crate::faults::Denied;
use crate::script::{Action, ActionKind, NamedProblem, Output, Script, Solver, UpTo};
pub use deliver::numbered;
pub(crate) use deliver::{Delivery, MARK, of_member};
pub use family::{Census, Member};
pub(crate) use fault::Failed;
pub use fault::{Fault, RunError};
use filtered::Filtered;
pub(crate) use filtered::is_meant;
pub use gates::is_made_by_combien;
pub use host::{Finding, Host, Sizes};
pub use json::{line as solution_line, pieces};
pub(crate) use show::problem as problem_as_text;

/// Runs the actions of a script in order. After an action that a limit stopped, the next one runs. After a
/// requested stop, none runs. Returns the last reason that stopped an action, if any.
///
/// If the host does not permit a file or a program that the script names, no action runs.
pub fn run(script: &Script, host: &mut dyn Host) -> Result<Option<Reason>, RunError> {
    gates::ask(script, host)?;
    let mut run = Run::new(script, host);
    for Action { kind, place } in &script.actions {
        run.place = Some(place);
        if matches!(kind, ActionKind::Exit) {
            run.host.print("exit\n")?;
            break;
        }
        run.tell(Finding::Begun(kind));
        let before = run.stopped.take();
        if let Err(failed) = run.action(kind) {
            if matches!(&failed, Failed::Fault(Fault::Assertion { .. } | Fault::Solvability { .. })) {
                run.tell(Finding::Ended(None));
            }
            let (name, reason) = failed.at(place)?;
            let said = run.host.describe(reason);
            run.host.print(&format!("problem \"{name}\": no search begun: {said}\n"))?;
            run.stopped = Some(reason);
        }
        let stopped = run.stopped;
        run.tell(Finding::Ended(stopped));
        run.stopped = stopped.or(before);
        if run.stopped == Some(Reason::Asked) {
            break;
        }
    }
    Ok(run.stopped)
}

/// Whether an assertion holds.
#[derive(Debug)]
pub enum Verdict {
    /// It does.
    Held,
    /// It does not, or it could not be checked.
    Failed(Fault),
    /// A limit was reached before it was known.
    Open(Reason),
}

/// Checks the assertions of a script, and runs nothing else. Reports each assertion, and continues while the
/// listener wants to. Returns whether a stop was requested.
pub fn test(
    script: &Script,
    host: &mut dyn Host,
    tell: &mut dyn FnMut(&Place, &Verdict) -> bool,
) -> Result<bool, RunError> {
    let mut run = Run::new(script, host);
    for Action { kind, place } in &script.actions {
        let verdict = match kind {
            ActionKind::Exit => break,
            ActionKind::Ask(asked) if asked.claim.is_some() => run.asserted(asked),
            _ => continue,
        };
        let verdict = match verdict {
            Ok(verdict) => verdict,
            Err(Failed::Fault(fault)) => Verdict::Failed(fault),
            Err(failed) => Verdict::Open(failed.at(place)?.1),
        };
        if !tell(place, &verdict) || matches!(verdict, Verdict::Open(Reason::Asked)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A script while it runs.
pub(crate) struct Run<'a> {
    script: &'a Script,
    pub(crate) host: &'a mut dyn Host,
    /// The place of the current action.
    place: Option<&'a Place>,
    pub(crate) debug: bool,
    pub(crate) timing: bool,
    /// The counts of the problems so far, for tables.
    pub(crate) counts: BTreeMap<usize, Outcome<Count>>,
    pub(crate) stopped: Option<Reason>,
    /// Weights that show that the problem of the current action has no solution, if a search has found some.
    pub(crate) weights: Option<Weights>,
}

impl<'a> Run<'a> {
    fn new(script: &'a Script, host: &'a mut dyn Host) -> Run<'a> {
        Run {
            script,
            host,
            place: None,
            debug: false,
            timing: false,
            counts: BTreeMap::new(),
            stopped: None,
            weights: None,
        }
    }

    /// Passes a result to the host.
    pub(crate) fn tell(&mut self, finding: Finding<'_>) {
        if let Some(place) = self.place {
            self.host.found(place, finding);
        }
    }

    fn action(&mut self, kind: &ActionKind) -> Result<(), Failed> {
        self.weights = None;
        match kind {
            ActionKind::Ask(asked) => return (asked.command.run)(self, asked),
            ActionKind::PrintPattern(name, pattern) => {
                return self.print(&format!("pattern \"{name}\" {}\n{pattern}\n", pattern.size()));
            }
            ActionKind::Table(problems) => {
                let shown = show::table(self.script, problems, &self.counts);
                return self.print(&shown);
            }
            ActionKind::Debug(on) => self.debug = *on,
            ActionKind::Timing(on) => self.timing = *on,
            ActionKind::Exit => {}
            ActionKind::Answer => return self.print("42\n"),
        }
        Ok(())
    }

    pub(crate) fn print(&mut self, text: &str) -> Result<(), Failed> {
        self.host.print(text).map_err(Failed::print)
    }

    pub(crate) fn problem(&self, problem: usize) -> &'a NamedProblem {
        &self.script.problems[problem]
    }

    pub(crate) fn encode(&self, problem: usize) -> Result<(&'a NamedProblem, Encoding), Failed> {
        let named = self.problem(problem);
        match named.tiling.encode_within(&self.host.budget()) {
            Err(TilingError::Stopped(reason)) => Err(Failed::Stopped(named.name.clone(), reason)),
            encoding => Ok((named, encoding?)),
        }
    }

    pub(crate) fn size_line(problem: &Problem) -> String {
        let (rows, columns, primary) =
            (problem.option_count(), problem.item_count(), problem.primary_count());
        format!("{rows} rows x {columns} columns, with {primary} primary columns")
    }

    /// The count of a problem by an engine.
    fn counted_by(&mut self, engine: Engine, problem: &Problem) -> Result<Report<Count>, Failed> {
        let question = solve::Count::of(problem).by(engine).budget(self.host.budget());
        Ok(question.meter(self.host.meter()).run()?)
    }

    /// The number of solutions that cost at most this, by an engine.
    fn counted_within(
        &mut self,
        engine: Engine,
        problem: &Problem,
        cost: Decimal,
    ) -> Result<Report<Count>, Failed> {
        let question = Best::of(problem).by(engine).within(Goal::Min.limit(problem, cost));
        Ok(question.budget(self.host.budget()).meter(self.host.meter()).tally()?)
    }

    /// All solutions of a problem by an engine, as a diagram.
    pub(crate) fn compiled_by(
        &mut self,
        engine: Engine,
        problem: &Problem,
    ) -> Result<Report<Option<Diagram>>, Failed> {
        let question = Compile::of(problem).by(engine).budget(self.host.budget());
        Ok(question.meter(self.host.meter()).run()?)
    }

    /// A solution of a problem by an engine, among those that the judge accepts if there is one.
    pub(crate) fn first_by(
        &mut self,
        engine: Engine,
        encoding: &Encoding,
        judge: Option<&Judge>,
    ) -> Result<Outcome<Option<Solution>>, Failed> {
        if let Some(judge) = judge {
            return self.first_filtered(engine, encoding, judge);
        }
        let question = Enumerate::of(&encoding.problem).by(engine).budget(self.host.budget());
        Ok(question.meter(self.host.meter()).first()?.outcome)
    }

    /// The number of solutions of a problem, and the name in `combine` of what counted.
    pub(crate) fn counted(
        &mut self,
        solver: &Solver,
        problem: usize,
        up_to: UpTo,
    ) -> Result<(String, Outcome<Count>), Failed> {
        let filtered = self.encode_filtered(problem)?;
        self.counted_of(solver, up_to, &filtered)
    }

    pub(crate) fn counted_of(
        &mut self,
        solver: &Solver,
        up_to: UpTo,
        (named, encoding, judge): &Filtered<'a>,
    ) -> Result<(String, Outcome<Count>), Failed> {
        if let Some(judge) = judge {
            return self.count_filtered(engine_of(solver), up_to, (named, encoding, judge));
        }
        match (solver, up_to) {
            (_, UpTo::Symmetry | UpTo::Rotation) => self.count_up_to_symmetry(up_to, named, encoding),
            (solver, UpTo::Within(cost)) => {
                let report = self.counted_within(engine_of(solver), &encoding.problem, cost)?;
                Ok((label(report.engine), report.outcome))
            }
            (Solver::EqualSize, UpTo::Nothing) => {
                Ok(("EQUAL_SIZE".to_owned(), self.equal_size(named, encoding, None)?))
            }
            (solver, UpTo::Nothing) => self.count_by(engine_of(solver), &encoding.problem),
        }
    }

    /// The count of an engine, and the name of the engine in `combine`.
    fn count_by(&mut self, engine: Engine, problem: &Problem) -> Result<(String, Outcome<Count>), Failed> {
        let report = if self.debug && matches!(engine, Engine::Zdd | Engine::Intersect) {
            let report = self.compiled_by(engine, problem)?;
            if let Some(size) = report.outcome.certain().as_ref().map(Diagram::size) {
                self.host.note(&format!("ZDD has size {size}"));
            }
            report.map(|diagram| diagram.map_or(Count::ZERO, |diagram| diagram.count()))
        } else {
            self.counted_by(engine, problem)?
        };
        self.weights = report.weights;
        Ok((label(report.engine), report.outcome))
    }

    pub(crate) fn symmetries(
        &self,
        up_to: UpTo,
        named: &NamedProblem,
        encoding: &Encoding,
    ) -> Result<Symmetries, Failed> {
        let budget = self.host.budget();
        let stopped = |reason| Failed::Stopped(named.name.clone(), reason);
        let automorphisms = match up_to {
            UpTo::Rotation => named.tiling.rotations_within(encoding, &budget),
            _ => named.tiling.automorphisms_within(encoding, &budget),
        }
        .map_err(stopped)?;
        match Symmetries::generated_by(&encoding.problem, automorphisms, &budget) {
            Err(GroupError::Stopped(reason)) => Err(stopped(reason)),
            group => Ok(group?),
        }
    }

    fn count_up_to_symmetry(
        &mut self,
        up_to: UpTo,
        named: &NamedProblem,
        encoding: &Encoding,
    ) -> Result<(String, Outcome<Count>), Failed> {
        let group = self.symmetries(up_to, named, encoding)?;
        let budget = self.host.budget();
        let counted = symmetry::count_by_either(&encoding.problem, &group, &budget, self.host.meter())?;
        let by_lemma = counted.method == Method::Burnside;
        if self.debug && by_lemma {
            self.print(&classes(&counted))?;
        }
        Ok((if by_lemma { "BURNSIDE" } else { "LISTING" }.to_owned(), counted.outcome))
    }

    pub(crate) fn print_size_of(&mut self, problem: &Problem) -> Result<(), Failed> {
        if self.debug {
            self.print(&format!("EMC size is\n  {}\n", Self::size_line(problem)))?;
        }
        Ok(())
    }

    pub(crate) fn print_time_since(&mut self, start: Duration, name: &str) -> Result<(), Failed> {
        if self.timing {
            let spent = self.host.clock().saturating_sub(start);
            self.print(&format!("\"{name}\" solved in {:.6}s\n", spent.as_secs_f64()))?;
        }
        Ok(())
    }

    pub(crate) fn write_file(&mut self, path: &str, content: &[u8]) -> Result<(), Failed> {
        self.host.may_write(path)?;
        let failed = |error| Fault::Write { path: path.to_owned(), error };
        Ok(self.host.write_file(path, content).map_err(failed)?)
    }
}

/// The engine of a solver. Other solvers are refused before the run or handled elsewhere.
pub(crate) fn engine_of(solver: &Solver) -> Engine {
    match solver {
        Solver::Engine(engine) => *engine,
        Solver::EqualSize | Solver::Command(_) => Engine::Auto,
    }
}

/// Which solutions were counted, in words behind their number.
pub(crate) fn alike(up_to: UpTo) -> String {
    match up_to {
        UpTo::Nothing => String::new(),
        UpTo::Symmetry => " up to symmetry".to_owned(),
        UpTo::Rotation => " up to rotation".to_owned(),
        UpTo::Within(cost) => format!(" of cost at most {cost}"),
    }
}

/// The name of an engine in `combine`, if it has it.
fn label(engine: Engine) -> String {
    match engine.name() {
        "links" => "DLX".to_owned(),
        name => name.to_uppercase(),
    }
}

/// The classes of a group, one on each line.
fn classes(found: &Counted) -> String {
    let symmetries = if found.order == Count::ONE { "symmetry" } else { "symmetries" };
    let mut shown = format!("{} {symmetries}\n", found.order);
    // Writing to a string cannot fail.
    for class in &found.classes {
        let (size, period, fixed) = (&class.size, class.period, counted(&class.fixed, "solution"));
        let _ = writeln!(shown, "  {size} of period {period}: {fixed} fixed");
    }
    shown
}
