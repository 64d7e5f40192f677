//! `combien solve --min --with highs`: the best solution by an integer programming solver.

use combien::solve::Goal;
use serde_json::json;

use super::delivery::{Delivery, opened};
use crate::commands::show::{Known, Show};
use crate::report::Stop;
use crate::report::failure::Failure;
use crate::report::listed::Listed;
use crate::request::{Outside, Solve};
use crate::session::Session;
use crate::session::outside::Answer;
use crate::system::catalogue::told;
use crate::system::ending::Ending;

pub(super) fn solve_outside(
    request: &Solve,
    (outside, goal): (&Outside, Goal),
    session: &Session<'_>,
    show: &Show<'_>,
) -> Result<Ending, Failure> {
    let is_shown = !request.search.quiet && !request.json;
    session.remark_costs(!is_shown);
    let output = opened(request, None)?;
    let Answer { best, is_proved } = session.ask_outside(outside, goal)?;
    let (name, problem) = (outside.name, session.problem());
    let shown = best.as_ref().map(|(cost, _)| problem.show_cost(*cost).to_string());
    let mut delivery = Delivery::new(request, show, &output, 0);
    if let (Some((_, solution)), Some(cost)) = (&best, &shown) {
        delivery.deliver(solution, &Known::Cost(cost.clone()))?;
    }
    let stopped = (!is_proved).then(|| {
        if session.watch.is_asked_to_stop() {
            return session.watch.stop_by(combien::solve::Reason::Asked);
        }
        let reason = format!("{name} stopped before it had proved an optimum");
        Stop { line: reason.clone(), reason }
    });
    let proved = shown.clone().filter(|_| is_proved);
    let listed = Listed {
        found: delivery.found(),
        stopped,
        is_complete: is_proved && best.is_none(),
        more: vec![json!({
            "engine": name, "why": "it was asked for",
            "best": &shown, "bound": &proved, "gap": proved.as_ref().map(|_| "0"),
        })],
        no_more: None,
    };
    let ending = delivery.end(listed, session)?;
    if is_shown {
        let side = if goal == Goal::Max { "greatest" } else { "least" };
        match (&shown, is_proved) {
            (Some(cost), true) => told!("the {side} cost is {cost}, as {name} says"),
            (Some(cost), false) => told!("best so far: cost {cost}"),
            (None, true) => told!("there is none, as {name} says"),
            (None, false) => {}
        }
    }
    Ok(ending)
}
