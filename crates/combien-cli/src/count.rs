//! `combien count`: how many solutions.

use combien::solve::{Meter, Outcome, Query};
use serde_json::json;

use crate::args::CountArgs;
use crate::failure::{Ending, Failure};
use crate::input;
use crate::output::Output;
use crate::progress::ProgressReport;
use crate::watch::Watch;

pub(crate) fn count(args: &CountArgs) -> Result<Ending, Failure> {
    let input = input::read(&args.problem, args.json)?;
    let problem = input.problem();
    let watch = Watch::start(&args.search)?;
    let mut progress = ProgressReport::new(args.search.quiet);
    let mut query = Query::new(problem).engine(args.engine).limits(watch.limits(None));
    if let Some(progress) = &mut progress {
        query = query.meter(progress as &mut dyn Meter);
    }
    let report = query.count().map_err(|error| Failure::message(error.to_string()))?;
    drop(progress);

    let (count, reason) = match report.outcome {
        Outcome::Answer(count) => (count, None),
        Outcome::Stopped { certain, reason } => (certain, Some(watch.describe(reason))),
    };
    let mut output = Output::new();
    if args.json {
        let document = json!({
            "schema": 1, "command": "count", "file": args.problem.file, "problem": input.name(),
            "items": problem.item_count(), "primary_items": problem.primary_count(),
            "options": problem.option_count(), "engine": report.engine.name(),
            "outcome": if reason.is_none() { "answer" } else { "stopped" }, "reason": reason,
            "count": count.to_string(), "exact": reason.is_none(),
            "nodes": report.work.nodes, "updates": report.work.updates,
        });
        output.deliver(&format!("{document}\n"))?;
    } else if let Some(reason) = &reason {
        output.deliver(&format!(">= {count}\n"))?;
        anstream::eprintln!("{reason}, after {} nodes of the search tree", report.work.nodes);
    } else {
        output.deliver(&format!("{count}\n"))?;
    }
    output.finish()?;
    Ok(if reason.is_none() { Ending::Answered } else { Ending::Stopped })
}
