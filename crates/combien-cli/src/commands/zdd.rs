//! `combien zdd`: all solutions as a decision diagram.

use std::io::BufReader;

use combien::Count;
use combien::diagnostic::counted;
use combien::problem::Problem;
use combien::solve::{Diagram, Engine, Error};
use serde_json::{Value, json};

use super::diagrams::{options, unfinished};
use crate::report::document;
use crate::report::failure::Failure;
use crate::report::output::{Output, deliver};
use crate::request::Zdd;
use crate::session::Session;
use crate::session::ask::Built;
use crate::system::ending::Ending;
use crate::system::files::{STDIN, opened, standard_input};
use crate::system::wait::{Wait, waiting};

pub(super) fn zdd(request: &Zdd) -> Result<Ending, Failure> {
    let session = Session::open(&request.problem, request.search, request.json)?;
    let mut output = Output::beside(request.takes_stdout);
    let problem = session.problem();
    let including = options(&request.including, problem)?;
    let excluding = options(&request.excluding, problem)?;
    let built = match &request.from {
        Some(path) => read(path, &session)?,
        None => session.diagram(request.engine)?,
    };
    let ending = match built {
        Built::Whole { mut diagram, engine, why } => {
            if !including.is_empty() || !excluding.is_empty() {
                diagram = diagram.restricted(&including, &excluding).map_err(Failure::of)?;
            }
            write_files(request, &diagram, problem)?;
            output.deliver(&described(request, &diagram, engine, &why))?;
            Ending::Answered
        }
        Built::Stopped(stop) => unfinished(&stop, request.json, &mut output)?,
    };
    output.finish()?;
    Ok(ending)
}

/// Reads a diagram of the problem.
fn read(path: &str, session: &Session) -> Result<Built, Failure> {
    let (problem, memory) = (session.problem(), session.budget().memory());
    let file = if path == STDIN { standard_input() } else { opened(path) };
    let file = file.map_err(|error| Failure::unreadable(path, &error))?;
    let diagram = waiting(Wait::Reading, || Diagram::read(problem, BufReader::new(file), memory));
    let diagram = diagram.map_err(|error| Failure::hinted(format!("`{path}`: {error}"), error.hint()))?;
    Ok(Built::Whole { diagram, engine: Engine::Memo, why: format!("it was read from `{path}`") })
}

fn write_files(request: &Zdd, diagram: &Diagram, problem: &Problem) -> Result<(), Failure> {
    let unsupported = |error: Error| Failure::hinted(error.to_string(), "leave --engine out, or take zdd");
    if let Some(path) = &request.dot {
        diagram.family().map_err(unsupported)?;
        let mut dot = vec![];
        diagram.write_dot(&mut dot)?;
        deliver(path, &dot)?;
    }
    if let Some(path) = &request.text {
        let mut text = vec![];
        diagram.write_text(problem, &mut text)?;
        deliver(path, &text)?;
    }
    if let Some(path) = &request.nnf {
        if diagram.family().is_ok() {
            return Err(Failure::hinted(
                "only a diagram with product nodes is written as .nnf",
                "say --engine memo",
            ));
        }
        let mut nnf = vec![];
        diagram.write_nnf(problem, &mut nnf)?;
        deliver(path, &nnf)?;
    }
    if let Some(path) = &request.graphillion {
        let (store, family) = diagram.family().map_err(unsupported)?;
        let mut graphillion = vec![];
        store.write_graphillion(family, &mut graphillion)?;
        deliver(path, &graphillion)?;
    }
    Ok(())
}

fn described(request: &Zdd, diagram: &Diagram, engine: Engine, why: &str) -> String {
    let by_size: Vec<(usize, Count)> =
        diagram.count_by_size().into_iter().enumerate().filter(|(_, count)| !count.is_zero()).collect();
    if request.json {
        let sizes: Vec<Value> = by_size
            .iter()
            .map(|(size, count)| json!({"options": size, "solutions": count.to_string()}))
            .collect();
        return document([json!({
            "schema": 1, "outcome": "answer", "engine": engine.name(), "why": why,
            "nodes": diagram.size(), "solutions": diagram.count().to_string(), "by_size": sizes,
        })]);
    }
    let (nodes, solutions) = (counted(diagram.size(), "node"), counted(diagram.count(), "solution"));
    let head = format!("{nodes}\n{solutions}\n");
    let sizes = by_size.iter().map(|(size, count)| format!("{count} of {}\n", counted(size, "option")));
    std::iter::once(head).chain(sizes).collect()
}
