//! `combien solve --up-to symmetry`: one solution of each orbit.

use std::io::Write;
use std::ops::ControlFlow;

use combien::Count;
use combien::solve::{Ending as SearchEnding, Limits, Meter, Reason};
use combien::symmetry::{Listed, Representative};
use serde_json::json;

use super::{UpTo, list, refuse};
use crate::args::SolveArgs;
use crate::failure::{Ending, Failure};
use crate::input::Input;
use crate::output::Output;
use crate::show::Show;
use crate::watch::Watch;

/// Lists orbits.
pub(crate) fn solve(
    args: &SolveArgs,
    input: &Input,
    up_to: UpTo,
    show: &Show<'_>,
    watch: &Watch,
) -> Result<Ending, Failure> {
    refuse(&[(args.restarts.is_some(), "--restarts")], "--up-to")?;
    let limits = Limits { solutions: None, ..watch.limits(None) };
    let group = super::group(input, up_to, args.symmetry.generators.as_deref(), &limits)?;
    let mut output = Output::to(args.output.as_deref(), None)?;
    let most = if args.all { u64::MAX } else { args.number };
    let (mut found, mut failed) = (0u64, None);
    let mut deliver = |representative: Representative| {
        found += 1;
        failed = show.deliver(found, &representative.solution, Some(&representative), &mut output).err();
        if failed.is_some() || found >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let listed = match &group {
        Err(reason) => Listed { ending: SearchEnding::Stopped(*reason), found: 0, nodes: 0 },
        Ok(group) => {
            // Solutions that scroll by show the progress well enough.
            let mut progress = if output_is_terminal(args) { None } else { watch.progress() };
            let meter = progress.as_mut().map(|progress| progress as &mut dyn Meter);
            list(input.problem(), group, args.symmetry.kind, &limits, meter, &mut deliver)?
        }
    };
    if let Some(failure) = failed {
        return Err(match failure {
            Failure::Output(error) => output.failed(error),
            other => other,
        });
    }
    // So many were asked for, and were found: nothing stopped it that was not meant to.
    let stopped = match listed.ending {
        SearchEnding::Stopped(Reason::Asked) if found >= most => None,
        SearchEnding::Stopped(reason) => Some(reason),
        SearchEnding::Complete => None,
    };
    let order = group.as_ref().ok().map(combien::symmetry::Symmetries::order);
    end(args, watch, &mut output, &Told { found, stopped, listed, order: order.as_ref() })
}

fn output_is_terminal(args: &SolveArgs) -> bool {
    args.output.is_none() && std::io::IsTerminal::is_terminal(&std::io::stdout())
}

/// What there is to tell at the end.
struct Told<'a> {
    found: u64,
    stopped: Option<Reason>,
    listed: Listed,
    order: Option<&'a Count>,
}

fn end(args: &SolveArgs, watch: &Watch, output: &mut Output, told: &Told<'_>) -> Result<Ending, Failure> {
    let &Told { found, stopped, listed, order } = told;
    if args.json {
        let document = json!({
            "schema": 1, "type": "end", "outcome": if stopped.is_none() { "answer" } else { "stopped" },
            "reason": stopped.map(|reason| watch.describe(reason)), "solutions": found.to_string(),
            "complete": listed.ending == SearchEnding::Complete, "up_to": "symmetry",
            "symmetries": order.map(ToString::to_string), "nodes": listed.nodes,
        });
        writeln!(output, "{document}")?;
    } else if found == 0 && stopped.is_none() {
        writeln!(output, "no solution")?;
    }
    output.finish()?;
    if let Some(reason) = stopped {
        if !args.json {
            anstream::eprintln!("{}: there may be more", watch.describe(reason));
        }
        return Ok(Ending::Stopped);
    }
    if args.all && !args.json && !args.search.quiet && found > 0 {
        let solutions = if found == 1 { "solution" } else { "solutions" };
        anstream::eprintln!("{found} {solutions} up to symmetry, and no more");
    }
    Ok(if found == 0 { Ending::NoSolution } else { Ending::Answered })
}
