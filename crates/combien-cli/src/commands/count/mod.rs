//! `combien count`: how many solutions.

mod by;
mod family;
mod filtered;
mod proof;
mod symmetric;
mod verify;
mod within;

use combien::solve::{Outcome, Question as Asked, Report};
use serde_json::json;

pub(super) use self::family::count_family;
use self::verify::Verdict;
use crate::report::counted::Counted;
use crate::report::failure::Failure;
use crate::report::reduced;
use crate::request::{Count, CountAll, Which};
use crate::session::Session;
use crate::session::ask::Question;
use crate::session::sweep::{self, Swept};
use crate::system::ending::Ending;

pub(super) fn count(request: &Count) -> Result<Ending, Failure> {
    let session = Session::open_filtered(&request.problem, request.search, request.json)?;
    let judge = session.judge();
    if judge.is_some() {
        filtered::check(request)?;
    }
    if let Some(by) = &request.by {
        return by::count_by(by, request.json, &session);
    }
    if let (Which::All(all), Some(judge)) = (&request.which, &judge) {
        return filtered::count_filtered(request, all, &session, judge);
    }
    match &request.which {
        Which::All(CountAll { proof: Some(path), .. }) => proof::count_proved(request, path, &session),
        Which::All(all) => count_all(request, all, &session),
        Which::Orbits(orbits) => symmetric::count_orbits(request, orbits, &session),
        Which::ByCost(by_cost) => within::count_within(request, by_cost, &session),
        Which::KeptBy(file) => symmetric::count_kept(request, file, &session),
    }
}

fn count_all(request: &Count, all: &CountAll, session: &Session<'_>) -> Result<Ending, Failure> {
    let CountAll { method, most, verify, counting, .. } = all;
    let (problem, json) = (session.problem(), request.json);
    let reduction = method.is_reduced.then(|| session.reduction());
    let quiet = request.search.quiet || json;
    let says_expected = request.explain && !json && most.is_none();
    let mut swept = match session.input.shard() {
        Some(_) => None,
        None => sweep::open(method, counting, quiet, says_expected)?,
    };
    let mut keeper = if swept.is_none() { session.keeper(method, Asked::Count, quiet)? } else { None };
    if let Some(keeper) = &mut keeper {
        keeper.begin()?;
    }
    let state = keeper.as_ref().map(|keeper| keeper.state().clone());
    let report = session.metered(|progress| {
        Question {
            reduction: reduction.as_ref(),
            progress,
            state: state.as_ref(),
            journal: keeper.as_mut().map(|keeper| keeper as _),
            at_most: *most,
            sweeping: swept.as_mut().map(Swept::settings),
            counting: counting.clone(),
            ..Question::by(problem, method, session.budget())
        }
        .count()
    });
    let report = report.map_err(|error| match &swept {
        Some(swept) => swept.failure(error),
        None => Failure::of(error),
    })?;
    if request.explain && !json {
        if let Some(reduction) = &reduction {
            anstream::eprintln!("{}", reduced::describe(reduction));
        }
        anstream::eprintln!("{}", reason(&report));
    }
    let verdict = match &report.outcome {
        Outcome::Answer(count) if *verify => Some(verify::verify(session, report.engine, count)?),
        _ => None,
    };
    let Report { outcome, engine, why, work, fraction, .. } = &report;
    let count = outcome.certain();
    let is_none = matches!(outcome, Outcome::Answer(count) if count.is_zero());
    let reason = if is_none { session.glance(report.weights.as_ref()) } else { None };
    let remark = reason.as_ref().filter(|_| !request.search.quiet).and_then(|reason| session.remark(reason));
    let counted = Counted {
        count,
        stopped: outcome.reason().map(|reason| session.watch.stop_at(reason, Some(count), *work, *fraction)),
        before: vec![
            session.head("count"),
            session.size(),
            json!({"reduced": reduced::as_json(reduction.as_ref()), "engine": engine.name(), "why": why}),
        ],
        behind: json!({
            "nodes": work.nodes, "updates": work.updates, "fraction": fraction,
            "checkpoint": method.keep.as_ref().map(|keep| &keep.path),
            "verified": verdict.as_ref().map(Verdict::as_json), "none_because": reason.map(|reason| reason.why),
        }),
        remarks: remark
            .into_iter()
            .chain(verdict.iter().map(|verdict| verdict.line(*engine, count)))
            .collect(),
    };
    let ending = counted.deliver(json)?;
    if let Some(keeper) = keeper {
        keeper.farewell(ending == Ending::Stopped);
    }
    if let Some(swept) = swept {
        swept.farewell(ending == Ending::Stopped);
    }
    Ok(verdict.map_or(ending, |verdict| verdict.ending()))
}

/// Which engine counted, and why.
fn reason<T>(report: &Report<T>) -> String {
    format!("counted by {}, because {}", report.engine, report.why)
}
