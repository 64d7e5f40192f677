//! `--kept-by FILE`: the solutions that given symmetries take to themselves, such as designs with prescribed automorphisms.

use std::io::Write;

use combien::problem::Solution;
use combien::solve::Meter;
use combien::symmetry;
use serde_json::json;

use super::delivery::Delivery;
use super::{cycles, refuse};
use crate::args::{CountArgs, SolveArgs};
use crate::failure::{Ending, Failure};
use crate::input::Input;
use crate::output::Output;
use crate::show::Show;
use crate::watch::Watch;

/// Counts them.
pub(crate) fn count(args: &CountArgs, input: &Input, file: &str, watch: &Watch) -> Result<Ending, Failure> {
    refuse(&[(args.verify, "--verify"), (args.solutions.is_some(), "--solutions")], "--kept-by")?;
    let symmetries = cycles::read(file, input.problem())?;
    let mut progress = watch.progress();
    let meter = progress.as_mut().map(|progress| progress as &mut dyn Meter);
    let kept = symmetry::count_kept(input.problem(), &symmetries, &watch.limits(None), meter)
        .map_err(|error| Failure::message(error.to_string()))?;
    drop(progress);
    let (certain, stopped) = (kept.outcome.certain(), kept.outcome.reason());
    let mut output = Output::new();
    if args.json {
        let document = json!({
            "schema": 1, "command": "count", "file": args.problem.file, "problem": input.name(), "kept_by": file,
            "outcome": if stopped.is_none() { "answer" } else { "stopped" },
            "reason": stopped.map(|reason| watch.describe(reason)),
            "count": certain.to_string(), "exact": stopped.is_none(),
        });
        writeln!(output, "{document}")?;
    } else {
        writeln!(output, "{}{certain}", if stopped.is_none() { "" } else { ">= " })?;
    }
    output.finish()?;
    if args.explain && !args.json {
        for report in &kept.parts {
            anstream::eprintln!("counted by {}, because {}", report.engine, report.why);
        }
    }
    let Some(reason) = stopped else { return Ok(Ending::Answered) };
    if !args.json {
        anstream::eprintln!("{}", watch.describe(reason));
    }
    Ok(Ending::Stopped)
}

/// Lists them.
pub(crate) fn solve(
    args: &SolveArgs,
    input: &Input,
    file: &str,
    show: &Show<'_>,
    watch: &Watch,
) -> Result<Ending, Failure> {
    refuse(&[(args.restarts.is_some(), "--restarts")], "--kept-by")?;
    let symmetries = cycles::read(file, input.problem())?;
    let mut delivery = Delivery::new(args, show, watch)?;
    let listed = {
        let mut progress = delivery.progress();
        let meter = progress.as_mut().map(|progress| progress as &mut dyn Meter);
        let mut deliver = |solution: Solution| delivery.deliver(&solution, None);
        symmetry::each_kept(input.problem(), &symmetries, &watch.limits(None), meter, &mut deliver)
            .map_err(|error| Failure::message(error.to_string()))?
    };
    delivery.end(listed, &json!({ "kept_by": file }), "")
}
