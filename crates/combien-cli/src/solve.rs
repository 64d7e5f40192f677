//! `combien solve`: one solution, some, or all, each checked before it is printed.

use combien::draw::{Picture, Style, svg, text};
use combien::problem::{Problem, Solution};
use combien::solve::{Ending as SearchEnding, Meter, Query, Reason, Solutions};
use combien::tiling::{Encoding, Tiling};
use serde_json::{Value, json};

use crate::args::SolveArgs;
use crate::failure::{Ending, Failure};
use crate::files::write_whole;
use crate::input::{self, Input};
use crate::output::Output;
use crate::progress::ProgressReport;
use crate::watch::Watch;

pub(crate) fn solve(args: &SolveArgs) -> Result<Ending, Failure> {
    let input = input::read(&args.problem, args.json)?;
    if let (Some(_), Input::Plain(_)) = (&args.svg, &input) {
        return Err(Failure::hinted("only tilings have pictures", "leave --svg out, or solve a .cmb file"));
    }
    let watch = Watch::start(&args.search)?;
    let mut output = Output::new();
    // Solutions that scroll by show the progress well enough.
    let mut progress = ProgressReport::new(args.search.quiet || output.is_terminal());
    let limits = watch.limits((!args.all).then_some(args.number));
    let mut query = Query::new(input.problem()).engine(args.engine).limits(limits);
    if let Some(progress) = &mut progress {
        query = query.meter(progress as &mut dyn Meter);
    }
    let mut solutions = query.each().map_err(|error| Failure::message(error.to_string()))?;
    // Each solution that the library hands out has passed the checker.
    while let Some(solution) = solutions.next() {
        deliver(args, &input, solutions.found(), &solution, &mut output)?;
    }
    end(args, &watch, &solutions, output)
}

/// Tells how it ended: a limit on solutions that was reached is what was asked for, any other limit is not.
fn end(
    args: &SolveArgs,
    watch: &Watch,
    solutions: &Solutions<'_>,
    mut output: Output,
) -> Result<Ending, Failure> {
    let (found, work) = (solutions.found(), solutions.work());
    let stopped = match solutions.ending() {
        Some(SearchEnding::Stopped(reason @ (Reason::Nodes(_) | Reason::Asked))) => {
            Some(watch.describe(reason))
        }
        _ => None,
    };
    let complete = solutions.ending() == Some(SearchEnding::Complete);
    if args.json {
        let document = json!({
            "schema": 1, "type": "end", "outcome": if stopped.is_none() { "answer" } else { "stopped" },
            "reason": stopped, "solutions": found.to_string(), "complete": complete,
            "engine": solutions.engine().name(), "nodes": work.nodes, "updates": work.updates,
        });
        output.deliver(&format!("{document}\n"))?;
    } else if found == 0 && complete {
        output.deliver("no solution\n")?;
    }
    output.finish()?;
    if let Some(reason) = stopped {
        if !args.json {
            anstream::eprintln!("{reason}, after {} nodes of the search tree: there may be more", work.nodes);
        }
        return Ok(Ending::Stopped);
    }
    if args.all && !args.json && !args.search.quiet && found > 0 {
        let solutions = if found == 1 { "solution" } else { "solutions" };
        anstream::eprintln!("{found} {solutions}, and no more");
    }
    Ok(if found == 0 { Ending::NoSolution } else { Ending::Answered })
}

fn deliver(
    args: &SolveArgs,
    input: &Input,
    number: u64,
    solution: &Solution,
    output: &mut Output,
) -> Result<(), Failure> {
    if let (Some(path), Input::Tiling { name, tiling, encoding }) = (&args.svg, input) {
        let path = if number == 1 { path.clone() } else { combien_lang::run::numbered(path, number) };
        let picture = Picture::new(name.as_str(), tiling, &encoding.placed(solution));
        write_whole(&path, svg(&picture).as_bytes()).map_err(|error| Failure::unwritable(&path, &error))?;
    }
    let shown = match input {
        _ if args.json => format!("{}\n", as_json(input, number, solution)),
        Input::Plain(problem) => format!("solution {number}\n{}\n", options(problem, solution)),
        Input::Tiling { name, tiling, encoding } => {
            let picture = Picture::new(name.as_str(), tiling, &encoding.placed(solution));
            let style = if args.ascii { Style::Ascii } else { Style::Unicode };
            format!("solution {number}\n{}\n", text(&picture, style))
        }
    };
    Ok(output.deliver(&shown)?)
}

/// The options of a solution, a line each: `4: a d g`.
fn options(problem: &Problem, solution: &Solution) -> String {
    let line = |&option| {
        format!("{}: {}\n", combien::problem::OptionId::number(option), problem.show_option(option))
    };
    solution.options().iter().map(line).collect()
}

fn as_json(input: &Input, number: u64, solution: &Solution) -> Value {
    let problem = input.problem();
    let options = solution.options().iter().map(|&option| {
        let entries: Vec<String> =
            problem.option(option).iter().map(|&entry| problem.show_entry(entry).to_string()).collect();
        json!({"option": option.number(), "entries": entries})
    });
    let mut document = json!({
        "schema": 1, "type": "solution", "number": number, "options": options.collect::<Vec<_>>(),
    });
    if let Input::Tiling { tiling, encoding, .. } = input {
        document["pieces"] = pieces(tiling, encoding, solution);
    }
    document
}

fn pieces(tiling: &Tiling, encoding: &Encoding, solution: &Solution) -> Value {
    let placed = encoding.placed(solution).into_iter().map(|(placement, cells)| {
        let cells: Vec<[i32; 2]> = cells.cells().iter().map(|cell| [cell.x, cell.y]).collect();
        json!({
            "piece": tiling.piece_name(placement.piece),
            "isometry": tiling.lattice().isometry_name(placement.isometry),
            "x": placement.corner.x, "y": placement.corner.y, "cells": cells,
        })
    });
    placed.collect()
}
