//! `combien solve --pareto`: the solutions that no other one is at least as good as.

use combien::diagnostic::counted;
use serde_json::json;

use super::delivery::{Delivery, opened};
use crate::commands::diagrams::{budget_beside, unfinished, unknown};
use crate::commands::marks::{self, Mark};
use crate::commands::show::{Known, Show};
use crate::input::Input;
use crate::report::failure::Failure;
use crate::report::listed::Listed;
use crate::request::{Front, Solve};
use crate::session::ask::Built;
use crate::session::{Session, locked};
use crate::system::catalogue::told;
use crate::system::ending::Ending;

/// What stands before a name if high is better.
const MOST: &str = "most:";

/// Something that a solution should have little of, or much.
struct Aim<'a> {
    mark: Mark<'a>,
    /// 1 if low is better, else -1.
    sign: i64,
}

pub(super) fn solve_front(
    request: &Solve,
    front: &Front,
    session: &Session<'_>,
    show: &Show<'_>,
) -> Result<Ending, Failure> {
    let aims = aims(&front.names, &session.input)?;
    let output = opened(request, None)?;
    let (diagram, engine, why) = match session.diagram(front.engine)? {
        Built::Whole { diagram, engine, why } => (diagram, engine, why),
        Built::Stopped(stop) => return unfinished(&stop, request.json, &mut locked(&output)),
    };
    let costs = |option| [0, 1].map(|which: usize| aims[which].sign * aims[which].mark.weight(option));
    let found = match diagram.front(session.problem(), costs, &budget_beside(&diagram, session)) {
        Ok(found) => found,
        Err(reason) => return unknown(reason, session, request.json, &mut locked(&output)),
    };
    let mut delivery = Delivery::new(request, show, &output, 0);
    for (sums, solution) in &found {
        let numbers = aims.iter().zip(sums).map(|(Aim { mark, sign }, sum)| {
            let number = i128::from(*sign) * sum;
            (mark.name.clone(), mark.shown(number), mark.as_json(number))
        });
        delivery.deliver(solution, &Known::Numbers(numbers.collect()))?;
    }
    let listed = Listed {
        found: delivery.found(),
        stopped: None,
        // The front is the answer, even if there are other solutions.
        is_complete: found.is_empty(),
        more: vec![json!({"engine": engine.name(), "why": why, "in_all": diagram.count().to_string()})],
        no_more: None,
    };
    let ending = delivery.end(listed, session)?;
    if !found.is_empty() && !request.json && !request.search.quiet {
        let points = counted(found.len() as u64, "solution");
        told!("{points} of the front, of {} in all", diagram.count());
    }
    Ok(ending)
}

/// What the names mean; there must be two.
fn aims<'a>(names: &str, input: &'a Input) -> Result<[Aim<'a>; 2], Failure> {
    let aim = |name: &str| {
        let name = name.trim();
        let (name, sign) = match name.strip_prefix(MOST) {
            Some(rest) if marks::mark(name, input).is_err() => (rest.trim(), -1),
            _ => (name, 1),
        };
        marks::mark(name, input).map(|mark| Aim { mark, sign })
    };
    // A name may have commas, like those of cells: each comma may be the one between the names.
    let mut first_fault = None;
    for (comma, _) in names.match_indices(',') {
        match (aim(&names[..comma]), aim(&names[comma + 1..])) {
            (Ok(first), Ok(second)) => return Ok([first, second]),
            (Err(fault), _) | (_, Err(fault)) => _ = first_fault.get_or_insert(fault),
        }
    }
    Err(first_fault.unwrap_or_else(|| {
        let hint = "for example `--pareto cost,F`: the cost, and the number of pieces named F";
        Failure::hinted(format!("two names are expected after --pareto, here is `{names}`"), hint)
    }))
}
