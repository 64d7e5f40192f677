//! Solutions by their costs, and in how many solutions something is.

use combien::problem::{ItemId, Kind as ItemKind, OptionId, Problem};
use combien::solve::{Best, Budget, Compile, Diagram, Goal, Outcome, Reason};
use combien_tiling::Counted;
use combien_tiling::draw::{SvgOptions, heat_map, svg};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::document::{Answer, Input, failed, failure};
use crate::listener::{BUDGET, Boxed, Listener, numbers, stopped};
use crate::marks::{Marked, described};

/// The maximum number of solutions that are listed by their costs.
const MOST_BEST: usize = 1000;
/// The maximum number of items that are named as kinds.
const MOST_ITEMS: usize = 100;
/// The maximum number of options that are told with their frequencies.
const MOST_OPTIONS: usize = 300;

/// What is counted in a solution.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Kind {
    /// What its options cost together.
    Cost,
    /// The copies of a piece.
    Piece {
        /// The name of the piece.
        name: String,
    },
    /// The options with an item.
    Item {
        /// The name of the item.
        name: String,
    },
}

/// Something that a solution should have little of, or much.
#[derive(Clone, Debug, Deserialize)]
pub struct Aim {
    /// What it is.
    #[serde(flatten)]
    pub kind: Kind,
    /// Is much of it better?
    pub much: bool,
}

/// What a kind means in a document.
fn counted<'a>(kind: &Kind, marked: &'a Marked) -> Result<Counted<'a>, Value> {
    let problem = marked.problem();
    match kind {
        Kind::Cost if problem.has_costs() => Ok(Counted::Cost(problem)),
        Kind::Cost => Err(no_costs()),
        Kind::Piece { name } | Kind::Item { name } => Counted::named(name, problem, marked.input.tiling())
            .ok_or_else(|| failure(format!("no piece and no item is named `{name}`"), None)),
    }
}

fn no_costs() -> Value {
    let hint = "write `~cost 3` after a piece, or `|3` after an option of a DLX file";
    failure("no option has a cost", Some(hint))
}

/// What can be counted: `{"type": "kinds", "cost": true, "pieces": ["F", ...], "items": [...], "tiling":
/// true, "plane": ["F", ...]}`. Items are those that need not be covered exactly once, for of the others each
/// solution has one; pieces are those with a name. The last ones are all pieces, if they may tile the plane.
pub(super) fn kinds(marked: &Marked) -> Value {
    let problem = marked.problem();
    let (mut pieces, mut items): (Vec<&str>, Vec<&str>) = (vec![], vec![]);
    match &marked.input {
        Input::Tiling(_, tiling, _) => {
            for name in tiling.pieces().iter().filter_map(|piece| piece.name.as_deref()) {
                if !pieces.contains(&name) {
                    pieces.push(name);
                }
            }
        }
        Input::Plain(problem) => {
            let is_open = |&item: &ItemId| {
                let bounds = problem.bounds(item);
                problem.kind(item) == ItemKind::Secondary || bounds.lo != bounds.hi
            };
            items
                .extend(problem.items().filter(is_open).take(MOST_ITEMS).map(|item| problem.item_name(item)));
        }
        Input::Classic(_) => {}
    }
    let tiling = marked.input.tiling().map(|(tiling, _)| tiling);
    let flat = tiling.filter(|tiling| tiling.lattice().dimension() == 2 && !tiling.lattice().is_of_lines());
    let plane: Vec<String> = flat
        .map_or(vec![], |tiling| (0..tiling.pieces().len()).map(|piece| tiling.piece_name(piece)).collect());
    json!({
        "type": "kinds", "cost": problem.has_costs(), "pieces": pieces, "items": items, "tiling": tiling.is_some(),
        "plane": plane, "engines": super::engines::names(),
    })
}

/// The best solutions, or the best within the time: `{"type": "best", "solutions": [[option, ...], ...],
/// "costs": ["3", ...], "complete": true, "bound": "3", "gap": "0", "stopped": null, "engine": ..., "why":
/// ...}`.
pub(super) fn best(
    marked: &Marked,
    max: bool,
    most: usize,
    time: f64,
    listener: &mut dyn Listener,
) -> Answer {
    let problem = marked.problem();
    if !problem.has_costs() {
        return Err(no_costs());
    }
    let budget = Budget { deadline: listener.deadline(time), ..BUDGET };
    let goal = if max { Goal::Max } else { Goal::Min };
    let question = Best::of(problem).goal(goal).count(most.clamp(1, MOST_BEST)).budget(budget);
    let report = question.meter(Boxed(listener.meter())).run().map_err(failed)?;
    let ranking = report.outcome.certain();
    let shown = |cost: i128| problem.show_cost(cost).to_string();
    let covers = &ranking.covers;
    Ok(json!({
        "type": "best", "max": max,
        "solutions": covers.iter().map(|(_, solution)| numbers(solution.options())).collect::<Vec<_>>(),
        "costs": covers.iter().map(|(cost, _)| shown(*cost)).collect::<Vec<_>>(),
        "complete": covers.len() < most, "bound": ranking.bound.map(shown), "gap": ranking.gap().map(shown),
        "stopped": report.outcome.reason().map(|reason| reason.to_string()),
        "engine": report.engine.name(), "why": report.why,
    }))
}

/// All solutions in a diagram.
fn diagram(problem: &Problem, listener: &dyn Listener) -> Result<Diagram, Value> {
    let question = Compile::of(problem).budget(BUDGET).meter(Boxed(listener.meter()));
    match question.run().map_err(failed)?.outcome {
        Outcome::Answer(Some(diagram)) => Ok(diagram),
        Outcome::Answer(None) => unreachable!("an answer has the diagram"),
        Outcome::Stopped { reason, .. } => Err(stopped(&0, &reason)),
    }
}

fn ended(reason: Reason) -> Value {
    stopped(&0, &reason)
}

/// How many solutions there are for each number: `{"type": "table", "rows": [["0", "12"], ...], "total":
/// "12"}`, the number of solutions last.
pub(super) fn table(marked: &Marked, by: &[Kind], listener: &mut dyn Listener) -> Answer {
    let counted: Vec<Counted<'_>> = by.iter().map(|kind| counted(kind, marked)).collect::<Result<_, _>>()?;
    let diagram = diagram(marked.problem(), listener)?;
    let weights = |option| -> Vec<i64> { counted.iter().map(|kind| kind.weight(option)).collect() };
    let polynomial = diagram.distribution(counted.len(), weights, &diagram.beside(BUDGET)).map_err(ended)?;
    let row = |(powers, count): (&[i128], &combien::Count)| -> Vec<String> {
        let shown = counted.iter().zip(powers).map(|(kind, &number)| kind.shown(number));
        shown.chain([count.to_string()]).collect()
    };
    let rows: Vec<Vec<String>> = polynomial.terms().map(row).collect();
    Ok(json!({"type": "table", "rows": rows, "total": polynomial.total().to_string()}))
}

/// In how many solutions each option is: `{"type": "marginals", "total": "12", "forced": 3, "impossible": 1,
/// "svg": ..., "options": [{"option": 0, "words": ..., "solutions": "7", "share": 0.58}, ...]}`, the most
/// frequent first. Of a tiling, `svg` is a map of the board.
pub(super) fn marginals(marked: &Marked, piece: Option<&str>, listener: &mut dyn Listener) -> Answer {
    let problem = marked.problem();
    let diagram = diagram(problem, listener)?;
    let found = diagram.marginals(problem, &diagram.beside(BUDGET)).map_err(ended)?;
    let map = marked.input.tiling().and_then(|(tiling, encoding)| {
        let pieces = piece.map(|name| tiling.pieces_named(name));
        heat_map(marked.input.title(), tiling, encoding, &found, pieces.as_deref())
    });
    let mut options: Vec<OptionId> =
        problem.options().filter(|&option| !found.with(option).is_zero()).collect();
    options.sort_by(|&one, &other| found.with(other).cmp(found.with(one)));
    let told = options.iter().take(MOST_OPTIONS).map(|&option| {
        let mut told = described(&marked.input, option);
        told["solutions"] = json!(found.with(option).to_string());
        told["share"] = json!(found.share(option));
        told
    });
    let told: Vec<Value> = told.collect();
    Ok(json!({
        "type": "marginals", "total": found.solutions().to_string(), "options": told,
        "possible": options.len(), "forced": found.forced().count(), "impossible": found.impossible().count(),
        "svg": map.map(|map| svg(&map, &SvgOptions::default())),
    }))
}

/// The solutions that no other one is at least as good as in both: `{"type": "front", "numbers": [["3", "1"],
/// ...], "solutions": [[option, ...], ...], "total": "12"}`.
pub(super) fn front(marked: &Marked, aims: &[Aim; 2], listener: &mut dyn Listener) -> Answer {
    let problem = marked.problem();
    let [first, second] = aims;
    let counted = [counted(&first.kind, marked)?, counted(&second.kind, marked)?];
    let signs = [first, second].map(|aim| if aim.much { -1 } else { 1 });
    let diagram = diagram(problem, listener)?;
    let costs = |option| [0, 1].map(|which: usize| signs[which] * counted[which].weight(option));
    let found = diagram.front(problem, costs, &diagram.beside(BUDGET)).map_err(ended)?;
    let shown = |sums: &[i128; 2]| {
        [0, 1].map(|which: usize| counted[which].shown(i128::from(signs[which]) * sums[which]))
    };
    Ok(json!({
        "type": "front", "total": diagram.count().to_string(),
        "numbers": found.iter().map(|(sums, _)| shown(sums)).collect::<Vec<_>>(),
        "solutions": found.iter().map(|(_, solution)| numbers(solution.options())).collect::<Vec<_>>(),
    }))
}
