//! `combien count --within`: the solutions up to a cost.

use combien::solve::{Outcome, Report};
use serde_json::json;

use crate::report::counted::Counted;
use crate::report::failure::Failure;
use crate::request::{ByCost, Count};
use crate::session::Session;
use crate::system::ending::Ending;

pub(super) fn count_within(
    request: &Count,
    by_cost: &ByCost,
    session: &Session<'_>,
) -> Result<Ending, Failure> {
    session.remark_costs(request.search.quiet || request.json);
    let report = session.number_within(by_cost)?;
    if request.explain && !request.json {
        anstream::eprintln!("{}", super::reason(&report));
    }
    let Report { outcome, engine, why, work, fraction, .. } = &report;
    let count = outcome.certain();
    let is_none = matches!(outcome, Outcome::Answer(count) if count.is_zero());
    let counted = Counted {
        count,
        stopped: outcome.reason().map(|reason| session.watch.stop_at(reason, Some(count), *work, *fraction)),
        before: vec![
            session.head("count"),
            session.size(),
            json!({"reduced": null, "engine": engine.name(), "why": why}),
        ],
        behind: json!({
            "nodes": work.nodes, "updates": work.updates, "fraction": fraction, "checkpoint": null, "verified": null,
            "none_because": null, "within": by_cost.within.map(|cost| cost.to_string()),
        }),
        remarks: vec![],
    };
    let ending = counted.deliver(request.json)?;
    Ok(if is_none { Ending::NoSolution } else { ending })
}
