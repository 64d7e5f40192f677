//! A script to results. The words of the result lines are those of `combine`, so that scripts which read them go on
//! working.

use std::error::Error;
use std::fmt;
use std::io;
use std::time::Duration;

use combien::Count;
use combien::diagnostic::Place;
use combien::draw::{Picture, Style, svg, text};
use combien::problem::{Problem, Solution, dimacs};
use combien::solve::{self, Diagram, Ending, Engine, Limits, Meter, Outcome, Query, Reason, StopFlag};
use combien::tiling::{Encoding, Group, Pattern, Tiling, TilingError};

use crate::script::{Action, ActionKind, NamedProblem, Output, Script};

/// What a run does to the world, and what it asks of it.
pub trait Host {
    /// Delivers a part of the results.
    fn print(&mut self, text: &str) -> io::Result<()>;
    /// Says something that is no result.
    fn note(&mut self, text: &str);
    /// Writes a file, whole or not at all.
    fn write_file(&mut self, path: &str, content: &[u8]) -> io::Result<()>;
    /// The time since some fixed moment.
    fn clock(&self) -> Duration;
    /// The limits of each search.
    fn limits(&self) -> Limits {
        Limits::NONE
    }
    /// Who is told of the progress of a search.
    fn meter(&mut self) -> Option<&mut dyn Meter> {
        None
    }
    /// How drawings in the terminal look.
    fn style(&self) -> Style {
        Style::Unicode
    }
}

/// Why a run ended before the script did.
#[derive(Debug)]
pub enum RunError {
    /// The results could not be delivered.
    Print(io::Error),
    /// A file could not be written.
    Write {
        /// The file.
        path: String,
        /// Why.
        error: io::Error,
        /// The action that asked for it.
        place: Place,
    },
    /// A problem has another number of solutions than the file asserts.
    Assertion {
        /// The problem.
        name: String,
        /// What the file says.
        expected: Count,
        /// How many there are; at least so many, if a limit stopped the count.
        found: Count,
        /// The assertion.
        place: Place,
    },
    /// A problem could not be made of a tiling.
    Tiling(TilingError, Place),
    /// An engine could not take the problem.
    Solve(solve::Error, Place),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Print(error) => error.fmt(f),
            RunError::Write { path, error, .. } => write!(f, "`{path}` cannot be written: {error}"),
            RunError::Assertion { name, expected, found, .. } => {
                write!(
                    f,
                    "the assertion does not hold: problem `{name}` has {found} solutions, not {expected}"
                )
            }
            RunError::Tiling(error, _) => error.fmt(f),
            RunError::Solve(error, _) => error.fmt(f),
        }
    }
}

impl Error for RunError {}

impl From<io::Error> for RunError {
    fn from(error: io::Error) -> RunError {
        RunError::Print(error)
    }
}

/// Runs the actions of a script in order. After an action that a limit stopped, the next one runs; after one that
/// somebody asked to stop, none. Returns the last thing that stopped an action, if any did.
pub fn run(script: &Script, host: &mut dyn Host) -> Result<Option<Reason>, RunError> {
    let mut run = Run { script, host, debug: false, timing: false, stopped: None };
    for action in &script.actions {
        if matches!(action.kind, ActionKind::Exit) {
            run.host.print("exit\n")?;
            break;
        }
        run.action(action)?;
        if run.stopped == Some(Reason::Asked) {
            break;
        }
    }
    Ok(run.stopped)
}

struct Run<'a> {
    script: &'a Script,
    host: &'a mut dyn Host,
    debug: bool,
    timing: bool,
    stopped: Option<Reason>,
}

impl<'a> Run<'a> {
    fn action(&mut self, Action { kind, place }: &Action) -> Result<(), RunError> {
        match kind {
            ActionKind::PrintProblem(problem) => self.print_problem(*problem),
            ActionKind::PrintPattern(name, pattern) => self.print_pattern(name, pattern),
            ActionKind::Solve(engine, problem, output) => self.solve(*engine, *problem, output, place),
            ActionKind::All(engine, problem, output) => self.all(*engine, *problem, output, place),
            ActionKind::Sample(engine, problem, number, seed, output) => {
                self.sample(*engine, *problem, (*number, *seed), output, place)
            }
            ActionKind::Count(engine, problem) => self.count(*engine, *problem, place),
            ActionKind::AssertCount(engine, problem, count) => {
                self.assert_count(*engine, *problem, count, place)
            }
            ActionKind::Dimacs(problem, path) => self.dimacs(*problem, path, place),
            ActionKind::Debug(on) => {
                self.debug = *on;
                Ok(())
            }
            ActionKind::Timing(on) => {
                self.timing = *on;
                Ok(())
            }
            ActionKind::Exit => Ok(()),
            ActionKind::Answer => Ok(self.host.print("42\n")?),
        }
    }

    fn problem(&self, problem: usize) -> &'a NamedProblem {
        &self.script.problems[problem]
    }

    fn encode(&self, problem: usize, place: &Place) -> Result<(&'a NamedProblem, Encoding), RunError> {
        let named = self.problem(problem);
        let encoding = named.tiling.encode().map_err(|error| RunError::Tiling(error, place.clone()))?;
        Ok((named, encoding))
    }

    fn print_pattern(&mut self, name: &str, pattern: &Pattern) -> Result<(), RunError> {
        Ok(self.host.print(&format!("pattern \"{name}\" {}\n{pattern}\n", pattern.size()))?)
    }

    fn print_problem(&mut self, problem: usize) -> Result<(), RunError> {
        let NamedProblem { name, tiling, .. } = self.problem(problem);
        let mut shown = format!("problem \"{name}\"\n{}", drawing(tiling.board().cells()));
        for piece in tiling.pieces() {
            let title = piece.name.as_ref().map(|name| format!("tile \"{name}\"\n"));
            shown += &title.unwrap_or_default();
            shown += &drawing(&piece.shape);
            shown += &stabilizer(tiling, &piece.shape);
        }
        Ok(self.host.print(&(shown + "\n"))?)
    }

    fn size_line(problem: &Problem) -> String {
        let (rows, columns, primary) =
            (problem.option_count(), problem.item_count(), problem.primary_count());
        format!("{rows} rows x {columns} columns, with {primary} primary columns")
    }

    fn query<'q>(host: &'q mut dyn Host, problem: &'q Problem, engine: Engine) -> Query<'q> {
        let query = Query::new(problem).engine(engine).limits(host.limits());
        match host.meter() {
            Some(meter) => query.meter(meter),
            None => query,
        }
    }

    fn count(&mut self, engine: Engine, problem: usize, place: &Place) -> Result<(), RunError> {
        let (NamedProblem { name, .. }, encoding) = self.encode(problem, place)?;
        if self.debug {
            self.host.print(&format!("EMC size is {}\n", Self::size_line(&encoding.problem)))?;
        }
        let start = self.host.clock();
        let report = if self.debug && matches!(engine, Engine::Zdd | Engine::Intersect) {
            let report = Self::query(self.host, &encoding.problem, engine).diagram();
            let sizes =
                report.as_ref().ok().and_then(|report| report.outcome.certain().as_ref()).map(Diagram::size);
            if let Some(size) = sizes {
                self.host.note(&format!("ZDD has size {size}"));
            }
            report.map(|report| report.map(|diagram| diagram.map_or(Count::ZERO, |diagram| diagram.count())))
        } else {
            Self::query(self.host, &encoding.problem, engine).count()
        };
        let report = report.map_err(|error| RunError::Solve(error, place.clone()))?;
        let spent = self.host.clock().saturating_sub(start);
        let label = label(report.engine);
        match report.outcome {
            Outcome::Answer(count) => self.host.print(&format!("{name} : ({label}) {count} solutions\n"))?,
            Outcome::Stopped { certain, reason } => {
                self.stopped = Some(reason);
                self.host.print(&format!("{name} : ({label}) at least {certain} solutions: {reason}\n"))?;
            }
        }
        if self.timing {
            self.host.print(&format!("{name} solutions counted in {:.6}s\n", spent.as_secs_f64()))?;
        }
        Ok(())
    }

    /// The family of all solutions; none if it was stopped, which is said.
    fn diagram(
        &mut self,
        engine: Engine,
        (named, problem): (&NamedProblem, &Problem),
        place: &Place,
    ) -> Result<Option<Diagram>, RunError> {
        let query = Self::query(self.host, problem, engine);
        let report = query.diagram().map_err(|error| RunError::Solve(error, place.clone()))?;
        match report.outcome {
            Outcome::Answer(diagram) => Ok(diagram),
            Outcome::Stopped { reason, .. } => {
                self.stopped = Some(reason);
                let name = &named.name;
                self.host.print(&format!("problem \"{name}\": no solution found yet: {reason}\n"))?;
                Ok(None)
            }
        }
    }

    /// Solutions at random, each equally likely.
    fn sample(
        &mut self,
        engine: Engine,
        problem: usize,
        (number, seed): (u64, u64),
        output: &Output,
        place: &Place,
    ) -> Result<(), RunError> {
        let (named, encoding) = self.encode(problem, place)?;
        self.print_size_of(&encoding.problem)?;
        let start = self.host.clock();
        let Some(diagram) = self.diagram(engine, (named, &encoding.problem), place)? else { return Ok(()) };
        if diagram.count().is_zero() {
            return Ok(self.host.print(&format!("problem \"{}\" has no solution\n", named.name))?);
        }
        self.print_time_since(start, &named.name)?;
        let stop = self.host.limits().stop;
        for (place_in_sample, solution) in (1..=number).zip(diagram.samples(&encoding.problem, seed)) {
            if stop.as_ref().is_some_and(StopFlag::is_raised) {
                self.stopped = Some(Reason::Asked);
                break;
            }
            let output = match output {
                Output::Svg(path) if place_in_sample > 1 => Output::Svg(numbered(path, place_in_sample)),
                _ => output.clone(),
            };
            self.deliver(named, &encoding, &solution, &output, place)?;
        }
        Ok(())
    }

    fn assert_count(
        &mut self,
        engine: Engine,
        problem: usize,
        expected: &Count,
        place: &Place,
    ) -> Result<(), RunError> {
        let (NamedProblem { name, .. }, encoding) = self.encode(problem, place)?;
        let query = Self::query(self.host, &encoding.problem, engine);
        let report = query.count().map_err(|error| RunError::Solve(error, place.clone()))?;
        match report.outcome {
            Outcome::Answer(count) if count == *expected => Ok(()),
            Outcome::Stopped { certain, reason } if certain <= *expected => {
                self.stopped = Some(reason);
                Ok(self
                    .host
                    .print(&format!("{name}: not known whether it has {expected} solutions: {reason}\n"))?)
            }
            Outcome::Answer(found) | Outcome::Stopped { certain: found, .. } => {
                let (name, expected) = (name.clone(), expected.clone());
                Err(RunError::Assertion { name, expected, found, place: place.clone() })
            }
        }
    }

    fn solve(
        &mut self,
        engine: Engine,
        problem: usize,
        output: &Output,
        place: &Place,
    ) -> Result<(), RunError> {
        if matches!(engine, Engine::Zdd | Engine::Intersect) {
            // As in `combine`, a diagram gives some solution; here each is equally likely.
            return self.sample(engine, problem, (1, 0), output, place);
        }
        let (named, encoding) = self.encode(problem, place)?;
        self.print_size_of(&encoding.problem)?;
        let start = self.host.clock();
        let query = Self::query(self.host, &encoding.problem, engine);
        let report = query.first().map_err(|error| RunError::Solve(error, place.clone()))?;
        match report.outcome {
            Outcome::Answer(Some(solution)) => {
                self.print_time_since(start, &named.name)?;
                self.deliver(named, &encoding, &solution, output, place)
            }
            Outcome::Answer(None) => {
                Ok(self.host.print(&format!("problem \"{}\" has no solution\n", named.name))?)
            }
            Outcome::Stopped { reason, .. } => {
                self.stopped = Some(reason);
                let name = &named.name;
                Ok(self.host.print(&format!("problem \"{name}\": no solution found yet: {reason}\n"))?)
            }
        }
    }

    fn all(
        &mut self,
        engine: Engine,
        problem: usize,
        output: &Output,
        place: &Place,
    ) -> Result<(), RunError> {
        let (named, encoding) = self.encode(problem, place)?;
        self.print_size_of(&encoding.problem)?;
        let start = self.host.clock();
        // No meter: the solutions themselves show the progress.
        let query = Query::new(&encoding.problem).engine(engine).limits(self.host.limits());
        let mut solutions = query.each().map_err(|error| RunError::Solve(error, place.clone()))?;
        while let Some(solution) = solutions.next() {
            let output = match output {
                Output::Ascii => Output::Ascii,
                Output::Svg(path) => Output::Svg(numbered(path, solutions.found())),
            };
            self.deliver(named, &encoding, &solution, &output, place)?;
        }
        let (name, found) = (&named.name, solutions.found());
        match solutions.ending() {
            Some(Ending::Stopped(reason)) => {
                self.stopped = Some(reason);
                self.host.print(&format!("at least {found} solutions for problem \"{name}\": {reason}\n"))?;
            }
            _ => self.host.print(&format!("{found} solutions found for problem \"{name}\"\n"))?,
        }
        self.print_time_since(start, name)
    }

    fn print_size_of(&mut self, problem: &Problem) -> Result<(), RunError> {
        if self.debug {
            self.host.print(&format!("EMC size is\n  {}\n", Self::size_line(problem)))?;
        }
        Ok(())
    }

    fn print_time_since(&mut self, start: Duration, name: &str) -> Result<(), RunError> {
        if self.timing {
            let spent = self.host.clock().saturating_sub(start);
            self.host.print(&format!("\"{name}\" solved in {:.6}s\n", spent.as_secs_f64()))?;
        }
        Ok(())
    }

    fn deliver(
        &mut self,
        named: &NamedProblem,
        encoding: &Encoding,
        solution: &Solution,
        output: &Output,
        place: &Place,
    ) -> Result<(), RunError> {
        let picture = Picture::new(named.name.as_str(), &named.tiling, &encoding.placed(solution));
        match output {
            Output::Ascii => Ok(self.host.print(&(text(&picture, self.host.style()) + "\n"))?),
            Output::Svg(path) => {
                self.write_file(path, svg(&picture).as_bytes(), place)?;
                Ok(self.host.print(&format!("SVG written in file \"{path}\"\n"))?)
            }
        }
    }

    fn dimacs(&mut self, problem: usize, path: &str, place: &Place) -> Result<(), RunError> {
        let (_, encoding) = self.encode(problem, place)?;
        let mut formula = vec![];
        dimacs::write(&encoding.problem, &mut formula)?;
        self.write_file(path, &formula, place)
    }

    fn write_file(&mut self, path: &str, content: &[u8], place: &Place) -> Result<(), RunError> {
        let failed = |error| RunError::Write { path: path.to_owned(), error, place: place.clone() };
        self.host.write_file(path, content).map_err(failed)
    }
}

/// What `combine` calls an engine, where it has it.
fn label(engine: Engine) -> String {
    match engine.name() {
        "links" => "DLX".to_owned(),
        name => name.to_uppercase(),
    }
}

/// The name of the file for the n-th of many pictures: `a.svg` becomes `a-2.svg`.
pub fn numbered(path: &str, number: u64) -> String {
    match path.rsplit_once('.') {
        Some((stem, extension)) if !extension.contains('/') => format!("{stem}-{number}.{extension}"),
        _ => format!("{path}-{number}"),
    }
}

/// A shape as it would be drawn in a file.
fn drawing(shape: &combien::tiling::Shape) -> String {
    let Some((low, high)) = shape.bounds() else { return String::new() };
    let mut rows = String::new();
    for y in (low.y..=high.y).rev() {
        let on = |x| shape.contains(combien::tiling::Cell::plane(x, y));
        rows.extend((low.x..=high.x).map(|x| if on(x) { '*' } else { '.' }));
        rows.push('\n');
    }
    rows
}

/// The isometries that move a shape onto itself, in the words of `combine`.
fn stabilizer(tiling: &Tiling, shape: &combien::tiling::Shape) -> String {
    let lattice = tiling.lattice();
    let fixing: Group = lattice.isometries().stabilizer(shape, lattice);
    let named = lattice.named_isometries().iter().filter(|(_, isometry)| fixing.contains(*isometry));
    let names: String = named.flat_map(|&(name, _)| [name, ", "]).collect();
    format!("{{ {names}}}\n")
}
