//! `combien solve`: one solution, some, or all, each checked before it is printed.

use combien::solve::{Ending as SearchEnding, Meter, Reason, Solutions};
use serde_json::json;

use crate::args::SolveArgs;
use crate::failure::{Ending, Failure};
use crate::input;
use crate::output::Output;
use crate::progress::ProgressReport;
use crate::reduced;
use crate::show::Show;
use crate::watch::Watch;

pub(crate) fn solve(args: &SolveArgs) -> Result<Ending, Failure> {
    let input = input::read(&args.problem, args.json)?;
    let show = Show::new(&args.show, args.json, &input)?;
    let watch = Watch::start(&args.search)?.with_threads(&args.threads);
    let reduction = reduced::reduce(input.problem(), args.reduce, &watch);
    if let Some(reduction) = reduction.as_ref().filter(|_| !args.json && !args.search.quiet) {
        anstream::eprintln!("{}", reduced::describe(reduction));
    }
    let mut output = Output::new();
    // Solutions that scroll by show the progress well enough.
    let mut progress = ProgressReport::new(args.search.quiet || output.is_terminal());
    let limits = watch.limits((!args.all).then_some(args.number));
    let mut query = reduced::query(input.problem(), reduction.as_ref()).engine(args.engine).limits(limits);
    if let Some(kernel) = args.kernel {
        query = query.kernel(kernel);
    }
    if let Some(seed) = args.restarts {
        query = query.restarts(seed);
    }
    if let Some(progress) = &mut progress {
        query = query.meter(progress as &mut dyn Meter);
    }
    let mut solutions = query.each().map_err(|error| Failure::message(error.to_string()))?;
    // Each solution that the library hands out has passed the checker.
    while let Some(solution) = solutions.next() {
        show.deliver(solutions.found(), &solution, &mut output)?;
    }
    end(args, &watch, &solutions, &reduced::as_json(reduction.as_ref()), output)
}

/// Tells how it ended: a limit on solutions that was reached is what was asked for, any other limit is not.
fn end(
    args: &SolveArgs,
    watch: &Watch,
    solutions: &Solutions<'_>,
    reduced: &serde_json::Value,
    mut output: Output,
) -> Result<Ending, Failure> {
    let (found, work) = (solutions.found(), solutions.work());
    let stopped = match solutions.ending() {
        Some(SearchEnding::Complete | SearchEnding::Stopped(Reason::Solutions(_))) | None => None,
        Some(SearchEnding::Stopped(reason)) => {
            Some(watch.describe_at(reason, work, solutions.fraction_done()))
        }
    };
    let complete = solutions.ending() == Some(SearchEnding::Complete);
    if args.json {
        let document = json!({
            "schema": 1, "type": "end", "outcome": if stopped.is_none() { "answer" } else { "stopped" },
            "reason": stopped, "solutions": found.to_string(), "complete": complete,
            "engine": solutions.engine().name(), "nodes": work.nodes, "updates": work.updates,
            "reduced": reduced,
        });
        output.deliver(&format!("{document}\n"))?;
    } else if found == 0 && complete {
        output.deliver("no solution\n")?;
    }
    output.finish()?;
    if let Some(reason) = stopped {
        if !args.json {
            anstream::eprintln!("{reason}: there may be more");
        }
        return Ok(Ending::Stopped);
    }
    if args.all && !args.json && !args.search.quiet && found > 0 {
        let solutions = if found == 1 { "solution" } else { "solutions" };
        anstream::eprintln!("{found} {solutions}, and no more");
    }
    Ok(if found == 0 { Ending::NoSolution } else { Ending::Answered })
}
