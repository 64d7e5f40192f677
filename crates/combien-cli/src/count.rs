//! `combien count`: how many solutions.

use combien::Count;
use combien::problem::Problem;
use combien::solve::{Engine, Error, Outcome, Question, Reason, Report};
use serde_json::json;

use crate::args::CountArgs;
use crate::crash;
use crate::failure::{Ending, Failure};
use crate::files::STDIN;
use crate::input::{self, Input};
use crate::keeper;
use crate::output::Output;
use crate::reduced;
use crate::symmetry;
use crate::watch::Watch;

pub(crate) fn count(args: &CountArgs) -> Result<Ending, Failure> {
    let input = input::read(&args.problem, args.json)?;
    let watch = Watch::start(&args.search)?.with_threads(&args.threads);
    if let Some(up_to) = args.symmetry.up_to {
        return symmetry::count(args, &input, up_to, &watch);
    }
    if let Some(file) = &args.symmetry.kept_by {
        return symmetry::count_kept(args, &input, file, &watch);
    }
    let reduction = reduced::reduce(input.problem(), args.reduce, &watch);
    let mut keeper = match kept_in(args)? {
        None => None,
        Some(path) => {
            let quiet = args.search.quiet || args.json;
            let mut keeper = keeper::open(
                &args.keep,
                path,
                input.problem(),
                input::shard_of(&args.problem)?,
                (Question::Count, args.engine),
                quiet,
            )?;
            keeper.begin()?;
            Some(keeper)
        }
    };
    let state = keeper.as_ref().map(|keeper| keeper.state().clone());
    let mut progress = None;
    let mut query = reduced::query(input.problem(), reduction.as_ref()).engine(args.engine);
    if let Some(kernel) = args.kernel {
        query = query.kernel(kernel);
    }
    query = watch.bound(query, &mut progress).limits(watch.limits(args.solutions));
    if let (Some(state), Some(keeper)) = (&state, &mut keeper) {
        query = query.resume(state).journal(keeper);
    }
    let report = crash::guarded(input.problem(), || query.count());
    drop(progress);
    let report = report.map_err(|error| Failure::message(error.to_string()))?;
    if args.explain && !args.json {
        if let Some(reduction) = &reduction {
            anstream::eprintln!("{}", reduced::describe(reduction));
        }
        anstream::eprintln!("counted by {}, because {}", report.engine, report.why);
    }
    let verdict = match &report.outcome {
        Outcome::Answer(count) if args.verify => Some(verify(&watch, input.problem(), report.engine, count)?),
        _ => None,
    };
    deliver(args, &watch, &input, &report, &reduced::as_json(reduction.as_ref()), verdict.as_ref())?;
    if let Some(keeper) = keeper {
        keeper.farewell(matches!(report.outcome, Outcome::Stopped { .. }));
    }
    Ok(match (report.outcome, verdict) {
        (_, Some(Verdict::Differs { .. })) => Ending::Disagreement,
        (Outcome::Stopped { .. }, _) | (_, Some(Verdict::Open { .. })) => Ending::Stopped,
        _ => Ending::Answered,
    })
}

/// The file in which the search is kept: the one that was named, or the shard itself.
fn kept_in(args: &CountArgs) -> Result<Option<&str>, Failure> {
    let is_shard = input::is_shard(&args.problem);
    if let (true, Some(flag)) = (is_shard, whole_problem_flag(args)) {
        let message = format!("{flag} is of a whole problem, and a shard is a part of one");
        return Err(Failure::hinted(message, "leave it out"));
    }
    let shard = is_shard.then_some(args.problem.file.as_str());
    if let (Some(STDIN), None) = (shard, &args.keep.checkpoint) {
        let hint = "say --checkpoint FILE, or name the file of the shard";
        return Err(Failure::hinted("a shard from standard input cannot be kept in itself", hint));
    }
    Ok(args.keep.checkpoint.as_deref().or(shard))
}

/// A flag that was given and makes no sense for a part of a problem.
fn whole_problem_flag(args: &CountArgs) -> Option<&'static str> {
    let flags = [
        (args.reduce, "--reduce"),
        (args.verify, "--verify"),
        (args.solutions.is_some(), "--solutions"),
        (args.kernel.is_some(), "--kernel"),
    ];
    flags.into_iter().find_map(|(is_given, flag)| is_given.then_some(flag))
}

/// What a second engine says of a count.
enum Verdict {
    /// The same.
    Same { engine: Engine },
    /// Something else: one of the two is wrong.
    Differs { engine: Engine, count: Count },
    /// Nothing: it was stopped, or no other engine can take the problem.
    Open { why: String },
}

/// Counts again with an engine of another kind than the first, and without reduction.
fn verify(watch: &Watch, problem: &Problem, first: Engine, count: &Count) -> Result<Verdict, Failure> {
    let others: &[Engine] = match first {
        Engine::Memo => &[Engine::Frontier, Engine::Fast],
        Engine::Fast | Engine::Links | Engine::Sat | Engine::Naive => &[Engine::Memo, Engine::Frontier],
        Engine::Auto | Engine::Frontier | Engine::Zdd | Engine::Intersect => {
            &[Engine::Memo, Engine::Fast, Engine::Links]
        }
    };
    for &engine in others {
        let mut progress = None;
        let report = watch.query(problem, engine, &mut progress).count();
        drop(progress);
        let report = match report {
            Ok(report) => report,
            Err(Error::TooWide { .. } | Error::TooLarge { .. } | Error::Bounds { .. }) => continue,
            Err(error) => return Err(Failure::message(error.to_string())),
        };
        return Ok(match report.outcome {
            Outcome::Answer(other) if other == *count => Verdict::Same { engine },
            Outcome::Answer(other) => Verdict::Differs { engine, count: other },
            // More than all there are is wrong, whenever it stopped.
            Outcome::Stopped { certain, .. } if certain > *count => {
                Verdict::Differs { engine, count: certain }
            }
            Outcome::Stopped { reason: Reason::Memory(_), .. } => continue,
            Outcome::Stopped { reason, .. } => Verdict::Open { why: watch.describe(reason) },
        });
    }
    Ok(Verdict::Open { why: "no engine of another kind can take this problem".to_owned() })
}

fn deliver(
    args: &CountArgs,
    watch: &Watch,
    input: &Input,
    report: &Report<Count>,
    reduced: &serde_json::Value,
    verdict: Option<&Verdict>,
) -> Result<(), Failure> {
    let problem = input.problem();
    let (count, reason) = match &report.outcome {
        Outcome::Answer(count) => (count, None),
        Outcome::Stopped { certain, reason } => (certain, Some(*reason)),
    };
    let mut output = Output::new();
    if args.json {
        let mut document = json!({
            "schema": 1, "command": "count", "file": args.problem.file, "problem": input.name(),
            "items": problem.item_count(), "primary_items": problem.primary_count(), "bounded_items": problem.bounded_items().len(),
            "options": problem.option_count(), "reduced": reduced, "engine": report.engine.name(), "why": report.why,
            "outcome": if reason.is_none() { "answer" } else { "stopped" }, "reason": reason.map(|reason| watch.describe(reason)),
            "count": count.to_string(), "exact": reason.is_none(),
            "nodes": report.work.nodes, "updates": report.work.updates, "fraction": report.fraction,
            "checkpoint": kept_in(args)?,
        });
        document["verified"] = match verdict {
            None => serde_json::Value::Null,
            Some(Verdict::Same { engine }) => json!({"by": engine.name(), "same": true}),
            Some(Verdict::Differs { engine, count }) => {
                json!({"by": engine.name(), "same": false, "count": count.to_string()})
            }
            Some(Verdict::Open { why }) => json!({"by": null, "why": why}),
        };
        output.deliver(&format!("{document}\n"))?;
        return Ok(output.finish()?);
    }
    output.deliver(&format!("{}{count}\n", if reason.is_none() { "" } else { ">= " }))?;
    output.finish()?;
    if let Some(reason) = reason {
        anstream::eprintln!("{}", watch.describe_at(reason, Some(count), report.work, report.fraction));
    }
    match verdict {
        None => {}
        Some(Verdict::Same { engine }) => anstream::eprintln!("verified: {engine} counts the same"),
        Some(Verdict::Differs { engine, count: other }) => {
            let first = report.engine;
            anstream::eprintln!(
                "the engines disagree: {first} counts {count}, {engine} {other}; please report it"
            );
        }
        Some(Verdict::Open { why }) => anstream::eprintln!("not verified: {why}"),
    }
    Ok(())
}
