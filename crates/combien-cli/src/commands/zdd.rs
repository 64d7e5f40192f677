//! `combien zdd`: all solutions as a decision diagram.

use combien::Count;
use combien::diagnostic::counted;
use combien::solve::{Diagram, Engine, Error};
use serde_json::{Value, json};

use crate::report::document;
use crate::report::failure::Failure;
use crate::report::output::{Output, deliver};
use crate::request::Zdd;
use crate::session::Session;
use crate::session::ask::Built;
use crate::system::ending::Ending;

pub(super) fn zdd(request: &Zdd) -> Result<Ending, Failure> {
    let session = Session::open(&request.problem, request.search, request.json)?;
    let mut output = Output::beside(request.takes_stdout);
    let ending = match session.diagram(request.engine)? {
        Built::Whole { diagram, engine, why } => {
            write_files(request, &diagram)?;
            output.deliver(&described(request, &diagram, engine, &why))?;
            Ending::Answered
        }
        Built::Stopped(stop) => {
            if request.json {
                let stopped = json!({"schema": 1, "outcome": "stopped", "reason": stop.line});
                output.deliver(&document([stopped]))?;
            } else {
                anstream::eprintln!("{}: the diagram is not finished", stop.line);
            }
            Ending::Stopped
        }
    };
    output.finish()?;
    Ok(ending)
}

fn write_files(request: &Zdd, diagram: &Diagram) -> Result<(), Failure> {
    let unsupported = |error: Error| Failure::hinted(error.to_string(), "leave --engine out, or take zdd");
    if let Some(path) = &request.dot {
        diagram.family().map_err(unsupported)?;
        let mut dot = vec![];
        diagram.write_dot(&mut dot)?;
        deliver(path, &dot)?;
    }
    if let Some(path) = &request.text {
        let (store, family) = diagram.family().map_err(unsupported)?;
        let mut text = vec![];
        store.write(family, &mut text)?;
        deliver(path, &text)?;
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
