//! `combien zdd`: all solutions as a decision diagram.

mod weights;

use std::io::{self, BufReader, Write};

use combien::Count;
use combien::check::Checker;
use combien::diagnostic::counted;
use combien::problem::{Problem, Solution};
use combien::solve::{Diagram, Engine, Error, Reason, StopFlag};
use serde_json::{Value, json};

use self::weights::Weights;
use super::diagrams::{stopped, unfinished};
use super::show::Show;
use crate::report::failure::Failure;
use crate::report::output::{Output, deliver_streamed};
use crate::report::{add, document};
use crate::request::{Color, Drawn, Zdd};
use crate::session::Session;
use crate::session::ask::Built;
use crate::system::ending::Ending;
use crate::system::files::{STDIN, opened, standard_input};
use crate::system::wait::Waiting;

pub(super) fn zdd(request: &Zdd) -> Result<Ending, Failure> {
    let session = Session::open(&request.problem, request.search, request.json)?;
    let mut output = Output::beside(request.takes_stdout());
    let problem = session.problem();
    let including = session.input.taken(&request.including, "--including")?;
    let excluding = session.input.forbidden(&request.excluding, "--excluding")?;
    let weighed = weighed(request, problem)?;
    let built = match &request.from {
        Some(path) => read(path, &session)?,
        None => session.diagram(request.engine)?,
    };
    let ending = match built {
        Built::Whole { mut diagram, engine, why } => {
            if !including.is_empty() || !excluding.is_empty() {
                diagram = diagram.restricted(&including, &excluding).map_err(Failure::of)?;
            }
            match write_files(request, &diagram, &session) {
                Err(_) if session.watch.is_asked_to_stop() => {
                    let stop = session.watch.stop_by(Reason::Asked);
                    stopped(&stop, "the files are not complete", request.json, &mut output)?
                }
                written => {
                    written?;
                    let best = weighed.iter().map(|weighed| weighed.best(&diagram, problem)).collect();
                    let description = Description { diagram: &diagram, engine, why, best };
                    output.deliver(&description.told(request.json, &session)?)?;
                    Ending::Answered
                }
            }
        }
        Built::Stopped(stop) => unfinished(&stop, request.json, &mut output)?,
    };
    output.finish()?;
    Ok(ending)
}

/// A solution that is wanted: the lightest or the heaviest one.
struct Weighed {
    name: &'static str,
    is_heaviest: bool,
    weights: Weights,
}

/// The best solution by weights, with its weight, if there is a solution.
struct Best {
    name: &'static str,
    found: Option<(i128, Solution)>,
}

/// The solutions that are wanted, with their weights.
fn weighed(request: &Zdd, problem: &Problem) -> Result<Vec<Weighed>, Failure> {
    let wanted = [("lightest", &request.lightest), ("heaviest", &request.heaviest)];
    let wanted = wanted.into_iter().filter_map(|(name, path)| Some((name, path.as_ref()?)));
    let read = |(name, path): (&'static str, &String)| {
        let weights = Weights::read(path, problem.option_count())?;
        Ok(Weighed { name, is_heaviest: name == "heaviest", weights })
    };
    wanted.map(read).collect()
}

impl Weighed {
    fn best(&self, diagram: &Diagram, problem: &Problem) -> Best {
        let found = diagram.best(self.is_heaviest, |option| self.weights.of(option));
        if let Some((_, solution)) = &found {
            let checked = Checker::new(problem).check(problem, solution.options());
            assert!(checked.is_ok(), "the diagram holds a wrong solution: {checked:?}");
        }
        Best { name: self.name, found }
    }
}

/// Reads a diagram of the problem.
fn read(path: &str, session: &Session) -> Result<Built, Failure> {
    let file = if path == STDIN { standard_input() } else { opened(path) };
    let file = file.map_err(|error| Failure::unreadable(path, &error))?;
    let input = BufReader::with_capacity(1 << 16, Waiting(file));
    match Diagram::read(session.problem(), input, &session.budget()) {
        Ok(diagram) => {
            Ok(Built::Whole { diagram, engine: Engine::Memo, why: format!("it was read from `{path}`") })
        }
        Err(error) => match error.stopped() {
            Some(reason) => Ok(Built::Stopped(session.watch.stop_by(reason))),
            None => Err(Failure::hinted(format!("`{path}`: {error}"), error.hint())),
        },
    }
}

fn write_files(request: &Zdd, diagram: &Diagram, session: &Session) -> Result<(), Failure> {
    let problem = session.problem();
    let unsupported = |error: Error| Failure::hinted(error.to_string(), "leave --engine out, or take zdd");
    let stop = session.watch.stop();
    if let Some(path) = &request.dot {
        diagram.family().map_err(unsupported)?;
        deliver_streamed(path, |output| diagram.write_dot(Heeding { output, stop }))?;
    }
    if let Some(path) = &request.text {
        deliver_streamed(path, |output| diagram.write_text(problem, Heeding { output, stop }))?;
    }
    if let Some(path) = &request.nnf {
        if diagram.family().is_ok() {
            return Err(Failure::hinted(
                "only a diagram with product nodes is written as .nnf",
                "say --engine memo",
            ));
        }
        deliver_streamed(path, |output| diagram.write_nnf(problem, Heeding { output, stop }))?;
    }
    if let Some(path) = &request.graphillion {
        let (store, family) = diagram.family().map_err(unsupported)?;
        deliver_streamed(path, |output| store.write_graphillion(family, Heeding { output, stop }))?;
    }
    Ok(())
}

/// A writer that fails once a stop is requested.
struct Heeding<'a> {
    output: &'a mut dyn Write,
    stop: &'a StopFlag,
}

impl Write for Heeding<'_> {
    fn write(&mut self, content: &[u8]) -> io::Result<usize> {
        if self.stop.is_raised() { Err(io::Error::other(Reason::Asked)) } else { self.output.write(content) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// What is told of a diagram.
struct Description<'a> {
    diagram: &'a Diagram,
    engine: Engine,
    why: String,
    best: Vec<Best>,
}

impl Description<'_> {
    fn told(self, json: bool, session: &Session) -> Result<String, Failure> {
        let diagram = self.diagram;
        let by_size: Vec<(usize, Count)> =
            diagram.count_by_size().into_iter().enumerate().filter(|(_, count)| !count.is_zero()).collect();
        let drawn = Drawn { picture: None, ascii: false, color: Color::Auto };
        let show = Show::new(&drawn, json, &session.input)?;
        if json {
            let sizes: Vec<Value> = by_size
                .iter()
                .map(|(size, count)| json!({"options": size, "solutions": count.to_string()}))
                .collect();
            let mut told = json!({
                "schema": 1, "outcome": "answer", "engine": self.engine.name(), "why": self.why,
                "nodes": diagram.size(), "solutions": diagram.count().to_string(), "by_size": sizes,
            });
            for Best { name, found } in &self.best {
                let best = found.as_ref().map(|(weight, solution)| {
                    let mut best = json!({"weight": weight.to_string()});
                    add(&mut best, show.content(solution));
                    best
                });
                told[*name] = json!(best);
            }
            return Ok(document([told]));
        }
        let (nodes, solutions) = (counted(diagram.size(), "node"), counted(diagram.count(), "solution"));
        let head = format!("{nodes}\n{solutions}\n");
        let sizes = by_size.iter().map(|(size, count)| format!("{count} of {}\n", counted(size, "option")));
        let best = self.best.iter().map(|Best { name, found }| match found {
            Some((weight, solution)) => show.drawn(&format!("{name} solution, of weight {weight}"), solution),
            None => format!("no {name} solution\n"),
        });
        Ok(std::iter::once(head).chain(sizes).chain(best).collect())
    }
}
