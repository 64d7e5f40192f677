//! `combien zdd`: all solutions as a decision diagram.

use combien::Count;
use combien::diagnostic::counted;
use combien::solve::{Diagram, Error, Outcome, Report};
use serde_json::{Value, json};

use crate::args::ZddArgs;
use crate::failure::{Ending, Failure};
use crate::files::{deliver, takes_stdout};
use crate::input;
use crate::output::Output;
use crate::watch::Watch;

pub(crate) fn zdd(args: &ZddArgs) -> Result<Ending, Failure> {
    let files = [args.dot.as_ref(), args.text.as_ref(), args.graphillion.as_ref()];
    let is_taken = takes_stdout(&files)?;
    let input = input::read(&args.problem, args.json)?;
    let watch = Watch::start(&args.search)?;
    let mut progress = None;
    let report = watch.query(input.problem(), args.engine, &mut progress).diagram();
    drop(progress);
    let report = report.map_err(|error| Failure::message(error.to_string()))?;
    let mut output = Output::beside(is_taken);
    let ending = match &report.outcome {
        Outcome::Answer(None) => return Err(Failure::message("the engine gave no diagram")),
        Outcome::Answer(Some(diagram)) => {
            write_files(args, diagram)?;
            output.deliver(&describe(args, &report, diagram))?;
            Ending::Answered
        }
        Outcome::Stopped { reason, .. } => {
            let reason = watch.describe_at(*reason, None, report.work, report.fraction);
            if args.json {
                output.deliver(&format!(
                    "{}\n",
                    json!({"schema": 1, "outcome": "stopped", "reason": reason})
                ))?;
            } else {
                anstream::eprintln!("{reason}: the diagram is not finished");
            }
            Ending::Stopped
        }
    };
    output.finish()?;
    Ok(ending)
}

fn write_files(args: &ZddArgs, diagram: &Diagram) -> Result<(), Failure> {
    let unsupported = |error: Error| Failure::hinted(error.to_string(), "leave --engine out, or take zdd");
    if let Some(path) = &args.dot {
        diagram.family().map_err(unsupported)?;
        let mut dot = vec![];
        diagram.write_dot(&mut dot)?;
        deliver(path, &dot)?;
    }
    if let Some(path) = &args.text {
        let (store, family) = diagram.family().map_err(unsupported)?;
        let mut text = vec![];
        store.write(family, &mut text)?;
        deliver(path, &text)?;
    }
    if let Some(path) = &args.graphillion {
        let (store, family) = diagram.family().map_err(unsupported)?;
        let mut graphillion = vec![];
        store.write_graphillion(family, &mut graphillion)?;
        deliver(path, &graphillion)?;
    }
    Ok(())
}

fn describe(args: &ZddArgs, report: &Report<Option<Diagram>>, diagram: &Diagram) -> String {
    let by_size: Vec<(usize, Count)> =
        diagram.count_by_size().into_iter().enumerate().filter(|(_, count)| !count.is_zero()).collect();
    if args.json {
        let sizes: Vec<Value> = by_size
            .iter()
            .map(|(size, count)| json!({"options": size, "solutions": count.to_string()}))
            .collect();
        let document = json!({
            "schema": 1, "outcome": "answer", "engine": report.engine.name(), "why": report.why,
            "nodes": diagram.size(), "solutions": diagram.count().to_string(), "by_size": sizes,
        });
        return format!("{document}\n");
    }
    let (nodes, solutions) = (counted(diagram.size(), "node"), counted(diagram.count(), "solution"));
    let head = format!("{nodes}\n{solutions}\n");
    let sizes = by_size.iter().map(|(size, count)| format!("{count} of {}\n", counted(size, "option")));
    std::iter::once(head).chain(sizes).collect()
}
