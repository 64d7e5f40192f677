//! `combien solve --min`, `--max`, `--best`, `--within`: solutions by their cost.

use combien::diagnostic::counted;
use combien::solve::{Goal, Outcome, Ranking, Report};
use serde_json::json;

use super::delivery::{Delivery, opened};
use crate::commands::show::{Known, Show};
use crate::report::failure::Failure;
use crate::report::listed::Listed;
use crate::request::{ByCost, Solve};
use crate::session::{Session, locked};
use crate::system::catalogue::told;
use crate::system::ending::Ending;

pub(super) fn solve_best(
    request: &Solve,
    by_cost: &ByCost,
    session: &Session<'_>,
    show: &Show<'_>,
) -> Result<Ending, Failure> {
    let is_shown = !request.search.quiet && !request.json;
    session.remark_costs(!is_shown);
    let output = opened(request, None)?;
    let report = session.best(by_cost)?;
    let problem = session.problem();
    let Report { outcome, engine, why, work, fraction, .. } = &report;
    let Ranking { covers, found, bound } = outcome.certain();
    let mut delivery = Delivery::new(request, show, &output, 0);
    for (cost, solution) in covers {
        delivery.deliver(solution, &Known::Cost(problem.show_cost(*cost).to_string()))?;
    }
    let is_complete = matches!(outcome, Outcome::Answer(_));
    if let Some(within) = by_cost.within.filter(|_| is_complete && covers.is_empty() && !request.json) {
        let side = side(by_cost.goal);
        locked(&output).deliver(&format!("no solution of cost {side} {within}\n"))?;
    }
    let is_all = is_complete && by_cost.count.is_none_or(|count| covers.len() < count);
    let shown = |cost: i128| problem.show_cost(cost).to_string();
    let gap = outcome.certain().gap();
    let listed = Listed {
        found: delivery.found(),
        stopped: outcome.reason().map(|reason| session.watch.stop_at(reason, Some(found), *work, *fraction)),
        // The best of several are the answer, even if there are others.
        is_complete: is_all && by_cost.within.is_none(),
        more: vec![json!({
            "engine": engine.name(), "why": why, "nodes": work.nodes, "updates": work.updates,
            "best": covers.first().map(|(cost, _)| shown(*cost)),
            "bound": bound.map(shown), "gap": gap.map(shown),
        })],
        no_more: None,
    };
    let ending = delivery.end(listed, session)?;
    if is_shown && let Some(line) = verdict(by_cost, outcome, is_all, &shown) {
        let place = if session.input.shard().is_some() { " (in this shard)" } else { "" };
        told!("{line}{place}");
    }
    Ok(ending)
}

/// On which side of a limit the solutions are.
fn side(goal: Goal) -> &'static str {
    match goal {
        Goal::Min => "at most",
        Goal::Max => "at least",
    }
}

/// What is proved, in words.
fn verdict(
    by_cost: &ByCost,
    outcome: &Outcome<Ranking>,
    is_all: bool,
    shown: &dyn Fn(i128) -> String,
) -> Option<String> {
    let (least, low) = match by_cost.goal {
        Goal::Min => ("least", "at least"),
        Goal::Max => ("greatest", "at most"),
    };
    let ranking = outcome.certain();
    let best = ranking.covers.first().map(|(cost, _)| shown(*cost));
    match (outcome, best) {
        (Outcome::Stopped { .. }, Some(best)) => Some(match (ranking.bound, ranking.gap()) {
            (Some(bound), Some(gap)) => {
                format!(
                    "best so far: cost {best}; every solution costs {low} {} (gap {})",
                    shown(bound),
                    shown(gap)
                )
            }
            _ => format!("best so far: cost {best}"),
        }),
        (Outcome::Stopped { .. }, None) => {
            ranking.bound.map(|bound| format!("every solution costs {low} {}", shown(bound)))
        }
        (Outcome::Answer(_), None) => None,
        (Outcome::Answer(_), Some(best)) => Some(match (by_cost.within, is_all) {
            (Some(within), true) => {
                let side = side(by_cost.goal);
                let count = counted(ranking.covers.len() as u64, "solution");
                format!("{count} of cost {side} {within}, and no more; the {least} cost is {best}")
            }
            (None, true) if by_cost.count != Some(1) => {
                let count = counted(ranking.covers.len() as u64, "solution");
                format!("{count}, and no more; the {least} cost is {best}")
            }
            _ => format!("the {least} cost is {best}"),
        }),
    }
}
