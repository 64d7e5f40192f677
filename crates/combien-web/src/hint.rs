//! The next placement that is in every solution, and how one sees it.

use combien::problem::{ItemId, Kind, OptionId, Problem, Solution};
use combien::reduce::Reduction;
use combien::solve::{Budget, Enumerate, Meter, Outcome, Reason};
use combien_puzzles::clues::narrowed;
use serde_json::{Value, json};

use crate::document::{Answer, Input, failed};
use crate::listener::{BUDGET, Boxed, Listener, stopped};
use crate::marks::{Marked, described, item_as_json};

/// The time for a hint, in milliseconds.
const PATIENCE: f64 = 20_000.0;

/// A placement that is in every solution and not kept yet. First an item with one option left is looked for,
/// then what follows without a search, then, by searches, an option without which there is no solution:
/// `{"type": "hint", "option": ..., "by": "item" | "deduced" | "search", "item": ...}`. If no option is in
/// every solution, two solutions without a common one that is not kept are shown.
pub(crate) fn hint(marked: &Marked, listener: &mut dyn Listener) -> Answer {
    let problem = marked.problem();
    let reduction = Reduction::new(problem, Reduction::BUDGET);
    if reduction.is_impossible() {
        return Ok(ending("none"));
    }
    if let Some((item, option)) = only_option(marked) {
        let mut said = as_json(marked, option, "item");
        said["item"] = item_as_json(marked, item);
        return Ok(said);
    }
    let deduced = reduction.taken().iter().copied().find(|&option| is_told(marked, option));
    deduced.map_or_else(|| by_search(marked, listener), |option| Ok(as_json(marked, option, "deduced")))
}

/// No option is told of.
fn ending(ending: &str) -> Value {
    json!({"type": "hint", "ending": ending})
}

/// Is it a placement to tell of, and not kept already?
fn is_told(marked: &Marked, option: OptionId) -> bool {
    let is_shown = match &marked.input {
        Input::Tiling(_, _, encoding) => encoding.placement(option).is_some(),
        Input::Classic(classic) => classic.says(option),
        Input::Plain(_) => true,
    };
    is_shown && !marked.taken.contains(&option)
}

fn as_json(marked: &Marked, option: OptionId, by: &str) -> Value {
    json!({"type": "hint", "option": described(&marked.input, option), "by": by})
}

/// The first item that must be covered and has just one option, which is not kept yet.
fn only_option(marked: &Marked) -> Option<(ItemId, OptionId)> {
    let problem = marked.problem();
    let mut options: Vec<(u32, Option<OptionId>)> = vec![(0, None); problem.item_count()];
    for option in problem.searched_options() {
        for entry in problem.option(option) {
            let (count, last) = &mut options[entry.item.index()];
            (*count, *last) = (*count + 1, Some(option));
        }
    }
    let is_needed = |item: &ItemId| problem.kind(*item) == Kind::Primary && problem.bounds(*item).lo == 1;
    problem.items().filter(is_needed).find_map(|item| match options[item.index()] {
        (1, Some(option)) if is_told(marked, option) => Some((item, option)),
        _ => None,
    })
}

/// An option of a solution is certain if there is no solution without it. Each solution that is found on the
/// way leaves fewer options to be tried. If none is certain, the listener receives a solution, and another
/// one without the option that was tried first.
fn by_search(marked: &Marked, listener: &mut dyn Listener) -> Answer {
    let budget = &Budget { deadline: listener.deadline(PATIENCE), ..BUDGET };
    let meter = &mut Boxed(listener.meter());
    let Some(first) = some_solution(marked.problem(), budget, meter)? else { return Ok(ending("none")) };
    let mut open: Vec<OptionId> =
        first.options().iter().copied().filter(|&option| is_told(marked, option)).collect();
    if open.is_empty() {
        return Ok(ending("full"));
    }
    let mut rival = None;
    while let Some(&option) = open.first() {
        let forbidden: Vec<OptionId> = marked.forbidden.iter().copied().chain([option]).collect();
        let without = narrowed(marked.input.problem(), &marked.taken, &forbidden).map_err(failed)?;
        let Some(other) = some_solution(&without, budget, meter)? else {
            return Ok(as_json(marked, option, "search"));
        };
        open.retain(|option| other.options().contains(option));
        rival.get_or_insert(other);
    }
    [Some(first), rival].iter().flatten().for_each(|solution| listener.found(solution.options()));
    Ok(ending("open"))
}

fn some_solution(
    problem: &Problem,
    budget: &Budget,
    meter: &mut impl Meter,
) -> Result<Option<Solution>, Value> {
    let report = Enumerate::of(problem).budget(budget.clone()).meter(meter).first();
    match report.map_err(failed)?.outcome {
        Outcome::Answer(found) => Ok(found),
        Outcome::Stopped { reason: Reason::Deadline, .. } => Err(ending("time")),
        Outcome::Stopped { reason, .. } => Err(stopped(&0, &reason)),
    }
}
