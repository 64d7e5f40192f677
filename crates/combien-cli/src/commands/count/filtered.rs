//! `count` of solutions that a predicate filters: they are listed, and none is kept.

use combien::Count;
use combien::solve::{Outcome, Reason};
use combien_tiling::Judge;
use serde_json::json;

use crate::report::counted::Counted;
use crate::report::failure::Failure;
use crate::report::reduced;
use crate::request::{self, CountAll, Which};
use crate::session::Session;
use crate::session::ask::Question;
use crate::session::filter;
use crate::system::ending::Ending;

/// Refuses what needs more than a list of solutions.
pub(super) fn check(request: &request::Count) -> Result<(), Failure> {
    let flags = match &request.which {
        Which::All(CountAll { method, verify, proof, plain, .. }) => {
            filter::check_engine(method.engine)?;
            let keeps = method.keep.is_some();
            vec![
                (*verify, "--verify"),
                (proof.is_some(), "--proof"),
                (plain.is_some(), plain.as_deref().unwrap_or_default()),
                (keeps, "--checkpoint"),
            ]
        }
        Which::Orbits(_) => vec![],
        Which::ByCost(_) => vec![(true, "--within")],
        Which::KeptBy(_) => vec![(true, "--kept-by")],
    };
    filter::refuse(&[&flags[..], &[(request.by.is_some(), "--by")]].concat())
}

pub(super) fn count_filtered(
    request: &request::Count,
    CountAll { method, most, .. }: &CountAll,
    session: &Session<'_>,
    judge: &Judge,
) -> Result<Ending, Failure> {
    let reduction = method.is_reduced.then(|| session.reduction());
    let mut found = 0u64;
    let searched = session.metered(|progress| {
        let question = Question {
            reduction: reduction.as_ref(),
            progress,
            at_most: *most,
            sieve: session.sieve(Some(judge)),
            ..Question::by(session.problem(), method, session.budget())
        };
        question.each(|_| {
            found += 1;
            Ok(())
        })
    })?;
    let reached = most.filter(|&most| found >= most).map(Reason::Solutions);
    let count = Count::from(found);
    let outcome = match searched.stopped().or(reached) {
        Some(reason) => Outcome::Stopped { certain: count, reason },
        None => Outcome::Answer(count),
    };
    if request.explain && !request.json {
        if let Some(reduction) = &reduction {
            anstream::eprintln!("{}", reduced::describe(reduction));
        }
        anstream::eprintln!("listed by {}, because `where` filters a list of solutions", searched.engine);
    }
    let (count, work) = (outcome.certain(), searched.work);
    let stopped =
        outcome.reason().map(|reason| session.watch.stop_at(reason, Some(count), work, searched.fraction));
    let why = "`where` filters a list of solutions";
    Counted {
        count,
        stopped,
        before: vec![
            session.head("count"),
            session.size(),
            json!({"reduced": reduced::as_json(reduction.as_ref()), "engine": searched.engine.name(), "why": why}),
        ],
        behind: json!({
            "nodes": work.nodes, "updates": work.updates, "fraction": searched.fraction,
            "checkpoint": null, "verified": null, "none_because": null,
        }),
        remarks: vec![],
    }
    .deliver(request.json)
}
