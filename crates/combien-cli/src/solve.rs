//! `combien solve`: one solution, some, or all, each checked before it is printed.

use std::cell::RefCell;

use combien::engine::Work;
use combien::solve::{Ending as SearchEnding, Engine, Meter, Question, Reason, Solutions};
use serde_json::json;

use crate::args::SolveArgs;
use crate::crash;
use crate::failure::{Ending, Failure};
use crate::files::{STDOUT, takes_stdout};
use crate::input;
use crate::keeper::{self, Keeper};
use crate::output::Output;
use crate::progress::ProgressReport;
use crate::reduced;
use crate::show::Show;
use crate::symmetry;
use crate::watch::Watch;

pub(crate) fn solve(args: &SolveArgs) -> Result<Ending, Failure> {
    check(args)?;
    let input = input::read(&args.problem, args.json)?;
    let most = if args.all { u64::MAX } else { args.number };
    let show = Show::new(&args.show, most, args.json, &input)?;
    let watch = Watch::start(&args.search)?.with_threads(&args.threads);
    if let Some(up_to) = args.symmetry.up_to {
        return symmetry::solve(args, &input, up_to, &show, &watch);
    }
    if let Some(file) = &args.symmetry.kept_by {
        return symmetry::solve_kept(args, &input, file, &show, &watch);
    }
    let reduction = reduced::reduce(input.problem(), args.reduce, &watch);
    if let Some(reduction) = reduction.as_ref().filter(|_| !args.json && !args.search.quiet) {
        anstream::eprintln!("{}", reduced::describe(reduction));
    }
    let mut keeper = match &args.keep.checkpoint {
        None => None,
        Some(path) => Some(keeper::open(
            &args.keep,
            path,
            input.problem(),
            input::shard_of(&args.problem)?,
            (Question::Each, args.engine),
            args.search.quiet,
        )?),
    };
    let written = keeper.as_ref().and_then(Keeper::written);
    let output = RefCell::new(Output::to(args.output.as_deref(), written, args.show.takes_stdout())?);
    if let Some(keeper) = &mut keeper {
        keeper.keep_output(&output);
        keeper.begin()?;
    }
    let state = match &keeper {
        Some(keeper) => Some(keeper.state().clone()),
        None => input::shard_state(&args.problem)?,
    };
    // Solutions that scroll by show the progress well enough.
    let mut progress = ProgressReport::new(args.search.quiet || output.borrow().is_terminal());
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
    if let Some(state) = &state {
        query = query.resume(state);
    }
    if let Some(keeper) = &mut keeper {
        query = query.journal(keeper);
    }
    let before = state.as_ref().and_then(|state| state.found.to_u64()).unwrap_or(0);
    let mut solutions = query.each().map_err(|error| Failure::message(error.to_string()))?;
    // Each solution that the library hands out has passed the checker.
    while let Some(solution) = crash::guarded(input.problem(), || solutions.next()) {
        let shown = show.deliver(before + solutions.found(), &solution, None, &mut output.borrow_mut());
        shown.map_err(|failure| of_file(failure, &output))?;
    }
    let outcome = Outcome::of(&solutions, before);
    drop(solutions);
    drop(progress);
    let ending = end(args, &watch, &outcome, &reduced::as_json(reduction.as_ref()), &mut output.borrow_mut());
    let ending = ending.map_err(|failure| of_file(failure, &output))?;
    if let Some(keeper) = keeper {
        keeper.farewell(ending == Ending::Stopped);
    }
    Ok(ending)
}

/// Solutions go to a file, if it is one: a failure names it.
fn of_file(failure: Failure, output: &RefCell<Output>) -> Failure {
    match failure {
        Failure::Output(error) => output.borrow().failed(error),
        other => other,
    }
}

/// How a search ended, and with what.
struct Outcome {
    ending: Option<SearchEnding>,
    /// Those found before this run included.
    found: u64,
    work: Work,
    fraction: f64,
    engine: Engine,
}

impl Outcome {
    fn of(solutions: &Solutions<'_>, before: u64) -> Outcome {
        Outcome {
            ending: solutions.ending(),
            found: before + solutions.found(),
            work: solutions.work(),
            fraction: solutions.fraction_done(),
            engine: solutions.engine(),
        }
    }
}

/// Tells how it ended: a limit on solutions that was reached is what was asked for, any other limit is not.
fn end(
    args: &SolveArgs,
    watch: &Watch,
    outcome: &Outcome,
    reduced: &serde_json::Value,
    output: &mut Output,
) -> Result<Ending, Failure> {
    let &Outcome { ending, found, work, fraction, engine } = outcome;
    let stopped = match ending {
        Some(SearchEnding::Complete | SearchEnding::Stopped(Reason::Solutions(_))) | None => None,
        Some(SearchEnding::Stopped(reason)) => Some(reason),
    };
    let complete = ending == Some(SearchEnding::Complete);
    if args.json {
        let document = json!({
            "schema": 1, "type": "end", "outcome": if stopped.is_none() { "answer" } else { "stopped" },
            "reason": stopped.map(|reason| watch.describe(reason)), "solutions": found.to_string(), "complete": complete,
            "engine": engine.name(), "nodes": work.nodes, "updates": work.updates,
            "reduced": reduced,
        });
        output.deliver(&format!("{document}\n"))?;
    } else if found == 0 && complete {
        output.deliver("no solution\n")?;
    }
    output.finish()?;
    if let Some(reason) = stopped {
        if !args.json {
            let line = watch.describe_at(reason, Some(&found.into()), work, fraction);
            anstream::eprintln!("{line}: there may be more");
        }
        return Ok(Ending::Stopped);
    }
    if args.all && !args.json && !args.search.quiet && found > 0 {
        let solutions = if found == 1 { "solution" } else { "solutions" };
        let part = if input::is_shard(&args.problem) { " in this shard" } else { "" };
        anstream::eprintln!("{found} {solutions}, and no more{part}");
    }
    Ok(if found == 0 { Ending::NoSolution } else { Ending::Answered })
}

/// What cannot go together: a search that is kept must know what it has written, and a shard is no whole problem.
fn check(args: &SolveArgs) -> Result<(), Failure> {
    takes_stdout(&[args.output.as_ref(), args.show.svg.as_ref()])?;
    let is_kept = args.keep.checkpoint.is_some();
    if is_kept && (!args.all || args.output.as_deref().is_none_or(|path| path == STDOUT)) {
        return Err(Failure::hinted(
            "--checkpoint needs --all and --output FILE: solutions that are printed cannot be taken back",
            "say --all -o FILE",
        ));
    }
    if is_kept && args.restarts.is_some() {
        return Err(Failure::hinted("a search with restarts cannot be kept", "leave --restarts out"));
    }
    let flags = [
        (args.reduce, "--reduce"),
        (args.restarts.is_some(), "--restarts"),
        (args.kernel.is_some(), "--kernel"),
    ];
    let flag = flags.into_iter().find_map(|(is_given, flag)| is_given.then_some(flag));
    if let (Some(flag), true) = (flag, input::is_shard(&args.problem)) {
        let message = format!("{flag} is of a whole problem, and a shard is a part of one");
        return Err(Failure::hinted(message, "leave it out"));
    }
    Ok(())
}
