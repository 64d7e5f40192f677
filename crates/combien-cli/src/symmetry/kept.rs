//! `--kept-by FILE`: the solutions that given symmetries take to themselves, such as designs with prescribed automorphisms.

use std::io::Write;

use combien::Count;
use combien::check::Checker;
use combien::problem::Problem;
use combien::solve::{Ending as SearchEnding, Limits, Query, Reason};
use combien::symmetry::{self, Quotient};
use serde_json::json;

use super::{cycles, refuse};
use crate::args::{CountArgs, SolveArgs};
use crate::failure::{Ending, Failure};
use crate::input::Input;
use crate::output::Output;
use crate::show::Show;
use crate::watch::Watch;

/// The problems of the solutions that the permutations in a file keep.
fn quotients(file: &str, problem: &Problem) -> Result<Vec<Quotient>, Failure> {
    let symmetries = cycles::read(file, problem)?;
    symmetry::kept_by(problem, &symmetries).map_err(|error| Failure::message(error.to_string()))
}

/// What is left of the limits after so many nodes.
fn left(limits: &Limits, nodes: u64) -> Limits {
    Limits { nodes: limits.nodes.map(|most| most.saturating_sub(nodes)), ..limits.clone() }
}

/// Counts them.
pub(crate) fn count(args: &CountArgs, input: &Input, file: &str, watch: &Watch) -> Result<Ending, Failure> {
    refuse(&[(args.verify, "--verify"), (args.solutions.is_some(), "--solutions")], "--kept-by")?;
    let limits = watch.limits(None);
    let (mut certain, mut nodes, mut stopped) = (Count::ZERO, 0, None);
    for part in quotients(file, input.problem())? {
        let mut progress = None;
        let query = watch.bound(Query::new(&part.problem), &mut progress).limits(left(&limits, nodes));
        let report = query.count().map_err(|error| Failure::message(error.to_string()))?;
        drop(progress);
        certain += report.outcome.certain();
        nodes += report.work.nodes;
        if args.explain && !args.json {
            anstream::eprintln!("counted by {}, because {}", report.engine, report.why);
        }
        stopped = report.outcome.reason();
        if stopped.is_some() {
            break;
        }
    }
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
    match stopped {
        None => Ok(Ending::Answered),
        Some(reason) => {
            if !args.json {
                anstream::eprintln!("{}", watch.describe(reason));
            }
            Ok(Ending::Stopped)
        }
    }
}

/// Lists them; each has passed the checker of the whole problem.
pub(crate) fn solve(
    args: &SolveArgs,
    input: &Input,
    file: &str,
    show: &Show<'_>,
    watch: &Watch,
) -> Result<Ending, Failure> {
    refuse(&[(args.restarts.is_some(), "--restarts")], "--kept-by")?;
    let limits = watch.limits(None);
    let most = if args.all { u64::MAX } else { args.number };
    let mut checker = Checker::new(input.problem());
    let parts = quotients(file, input.problem())?;
    let mut output = Output::to(args.output.as_deref(), None)?;
    let (mut found, mut nodes, mut stopped) = (0, 0, None);
    for part in &parts {
        let query = Query::new(&part.problem).limits(left(&limits, nodes));
        let mut solutions = query.each().map_err(|error| Failure::message(error.to_string()))?;
        while found < most
            && let Some(solution) = solutions.next()
        {
            let solution = part.complete(&solution);
            if let Err(violations) = checker.check(input.problem(), solution.options()) {
                panic!("what a part's solution stands for is no solution: {}", violations[0]);
            }
            found += 1;
            show.deliver(found, &solution, None, &mut output).map_err(|failure| match failure {
                Failure::Output(error) => output.failed(error),
                other => other,
            })?;
        }
        nodes += solutions.work().nodes;
        if let Some(SearchEnding::Stopped(reason)) = solutions.ending() {
            stopped = Some(reason);
        }
        if found >= most || stopped.is_some() {
            break;
        }
    }
    end(args, watch, &mut output, (found, nodes, stopped))
}

fn end(
    args: &SolveArgs,
    watch: &Watch,
    output: &mut Output,
    (found, nodes, stopped): (u64, u64, Option<Reason>),
) -> Result<Ending, Failure> {
    if args.json {
        let document = json!({
            "schema": 1, "type": "end", "outcome": if stopped.is_none() { "answer" } else { "stopped" },
            "reason": stopped.map(|reason| watch.describe(reason)), "solutions": found.to_string(),
            "complete": stopped.is_none() && (args.all || found < args.number), "nodes": nodes,
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
    Ok(if found == 0 { Ending::NoSolution } else { Ending::Answered })
}
