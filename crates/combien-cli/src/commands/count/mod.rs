//! `combien count`: how many solutions.

mod by;
mod family;
mod proof;
mod symmetric;
mod verify;

use combien::Count as Number;
use combien::solve::{Outcome, Question as Asked, Report};
use combien_tiling::Judge;
use serde_json::{Value, json};

pub(super) use self::family::{count_family, count_puzzles};
use self::verify::Verdict;
use crate::report::counted::Counted;
use crate::report::failure::Failure;
use crate::report::{add, reduced};
use crate::request::{ByCost, Count, CountAll, Which};
use crate::session::Session;
use crate::session::ask::Question;
use crate::session::filter;
use crate::session::sweep::{self, Swept};
use crate::system::catalogue::told;
use crate::system::ending::Ending;

pub(super) fn count(request: &Count) -> Result<Ending, Failure> {
    let session = Session::open_filtered(&request.problem, request.search, request.json)?;
    let judge = session.judge();
    if judge.is_some() {
        check_filtered(request)?;
    }
    if let Some(by) = &request.by {
        return by::count_by(by, request.json, &session);
    }
    match &request.which {
        Which::All(CountAll { proof: Some(path), .. }) => proof::count_proved(request, path, &session),
        Which::All(all) => count_all(request, (all, judge.as_ref()), &session),
        Which::Orbits(orbits) => symmetric::count_orbits(request, orbits, &session),
        Which::ByCost(by_cost) => count_within(request, by_cost, &session),
        Which::KeptBy(file) => symmetric::count_kept(request, file, &session),
    }
}

/// Refuses what needs more than a list of solutions, which `where` filters.
fn check_filtered(request: &Count) -> Result<(), Failure> {
    let flags = match &request.which {
        Which::All(CountAll { method, verify, proof, plain, .. }) => {
            filter::check_engine(method.engine)?;
            vec![
                (*verify, "--verify"),
                (proof.is_some(), "--proof"),
                (plain.is_some(), plain.as_deref().unwrap_or_default()),
                (method.keep.is_some(), "--checkpoint"),
            ]
        }
        Which::Orbits(_) => vec![],
        Which::ByCost(_) => vec![(true, "--within")],
        Which::KeptBy(_) => vec![(true, "--kept-by")],
    };
    filter::refuse(&[&flags[..], &[(request.by.is_some(), "--by")]].concat())
}

fn count_all(
    request: &Count,
    (all, judge): (&CountAll, Option<&Judge>),
    session: &Session<'_>,
) -> Result<Ending, Failure> {
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
        let question = Question {
            reduction: reduction.as_ref(),
            progress,
            state: state.as_ref(),
            journal: keeper.as_mut().map(|keeper| keeper as _),
            at_most: *most,
            sweeping: swept.as_mut().map(Swept::settings),
            counting: counting.clone(),
            through: session.through(judge),
            ..Question::by(problem, method, session.budget())
        };
        if judge.is_some() { question.count_through() } else { Ok(question.count()) }
    })?;
    let report = report.map_err(|error| match &swept {
        Some(swept) => swept.failure(error),
        None => Failure::of(error),
    })?;
    if request.explain && !json {
        if let Some(reduction) = &reduction {
            told!("{}", reduced::describe(reduction));
        }
        told!("{}", reason(&report));
    }
    let verdict = match &report.outcome {
        Outcome::Answer(count) if *verify => Some(verify::verify(session, report.engine, count)?),
        _ => None,
    };
    let count = report.outcome.certain();
    let is_none = matches!(report.outcome, Outcome::Answer(_)) && count.is_zero();
    // To find out why takes longer than many a count.
    let says_why = json || !request.search.quiet;
    let reason = if is_none && says_why { session.glance(report.weights.as_ref()) } else { None };
    let remark = reason.as_ref().filter(|_| !request.search.quiet).and_then(|reason| session.remark(reason));
    let verified = verdict.iter().map(|verdict| verdict.line(report.engine, count));
    let behind = json!({
        "checkpoint": method.keep.as_ref().map(|keep| &keep.path),
        "verified": verdict.as_ref().map(Verdict::as_json), "none_because": reason.map(|reason| reason.why),
    });
    let counted = Counted {
        remarks: remark.into_iter().chain(verified).collect(),
        ..told(session, &report, &reduced::as_json(reduction.as_ref()), behind)
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

/// The solutions up to a cost.
fn count_within(request: &Count, by_cost: &ByCost, session: &Session<'_>) -> Result<Ending, Failure> {
    session.remark_costs(request.search.quiet || request.json);
    let report = session.number_within(by_cost)?;
    if request.explain && !request.json {
        told!("{}", reason(&report));
    }
    let is_none = matches!(&report.outcome, Outcome::Answer(count) if count.is_zero());
    let behind = json!({
        "checkpoint": null, "verified": null, "none_because": null,
        "within": by_cost.within.map(|cost| cost.to_string()),
    });
    let ending = told(session, &report, &Value::Null, behind).deliver(request.json)?;
    Ok(if is_none { Ending::NoSolution } else { ending })
}

/// The number of a report with its work, and `behind` with what only this question says.
fn told<'a>(
    session: &Session<'_>,
    report: &'a Report<Number>,
    reduced: &Value,
    behind: Value,
) -> Counted<'a> {
    let Report { outcome, engine, why, work, fraction, .. } = report;
    let count = outcome.certain();
    let stop = |reason| session.watch.stop_at(reason, Some(count), *work, *fraction);
    let by = json!({"reduced": reduced, "engine": engine.name(), "why": why});
    let mut said = json!({"nodes": work.nodes, "updates": work.updates, "fraction": fraction});
    add(&mut said, behind);
    let (stopped, before) = (outcome.reason().map(stop), vec![session.head("count"), session.size(), by]);
    Counted { count, stopped, before, behind: said, remarks: vec![] }
}

/// Which engine counted, and why.
fn reason<T>(report: &Report<T>) -> String {
    format!("counted by {}, because {}", report.engine, report.why)
}
