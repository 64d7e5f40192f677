//! Kinds of options by name: placements of a piece, options with an item, or what options cost.

use combien::diagnostic::{did_you_mean, nearest};
use combien::problem::{ItemId, OptionId, Problem};
use combien_tiling::Tiling;
use serde_json::{Value, json};

use crate::input::Input;
use crate::report::failure::Failure;
use crate::session::Session;

/// The cost of a solution.
const COST: &str = "cost";
/// All pieces of a tiling.
const ALL_PIECES: &str = "piece";

/// Options of a kind.
enum Kind {
    /// Placements of these pieces, which have the same name.
    Pieces(Vec<usize>),
    /// Options that contain this item.
    Item(ItemId),
    /// All options, each as often as it costs. The costs are those of this problem.
    Cost(Problem),
}

/// A name, and the options that it means.
pub(super) struct Mark {
    pub(super) name: String,
    kind: Kind,
}

impl Mark {
    /// What an option adds to the number of a solution.
    pub(super) fn weight(&self, session: &Session<'_>, option: OptionId) -> i64 {
        match &self.kind {
            Kind::Cost(problem) => problem.cost(option),
            kind => i64::from(has(session, option, kind)),
        }
    }

    /// Is it the cost?
    pub(super) fn is_cost(&self) -> bool {
        matches!(self.kind, Kind::Cost(_))
    }
}

fn has(session: &Session<'_>, option: OptionId, kind: &Kind) -> bool {
    match (kind, &session.input) {
        (Kind::Pieces(pieces), Input::Tiling { encoding, .. }) => {
            encoding.placement(option).is_some_and(|placement| pieces.contains(&placement.piece))
        }
        (Kind::Pieces(_) | Kind::Cost(_), _) => false,
        (Kind::Item(item), _) => session.problem().option(option).iter().any(|entry| entry.item == *item),
    }
}

/// What the names mean.
pub(super) fn marks(names: &[String], input: &Input) -> Result<Vec<Mark>, Failure> {
    let mut marks: Vec<Mark> = vec![];
    for text in names {
        // A name may have commas, like those of cells.
        let is_name = is_piece(text, input) || input.problem().item_by_name(text).is_some();
        let names: Vec<&str> = if is_name { vec![text] } else { text.split(',').collect() };
        for name in names {
            if let Some(tiling) = input.tiling().filter(|_| name == ALL_PIECES) {
                for name in tiling.pieces().iter().filter_map(|piece| piece.name.as_deref()) {
                    add(&mut marks, mark(name, input)?);
                }
            } else {
                add(&mut marks, mark(name, input)?);
            }
        }
    }
    if marks.is_empty() {
        let hint = "give it a pattern of its own, `pattern bar = {***}`, and use `bar` as the piece";
        return Err(Failure::hinted("no piece of this tiling has a name", hint));
    }
    Ok(marks)
}

/// Adds a mark, unless there is one of that name.
fn add(marks: &mut Vec<Mark>, mark: Mark) {
    if marks.iter().all(|other| other.name != mark.name) {
        marks.push(mark);
    }
}

fn is_piece(name: &str, input: &Input) -> bool {
    input.tiling().is_some_and(|tiling| !tiling.pieces_named(name).is_empty())
}

pub(super) fn mark(name: &str, input: &Input) -> Result<Mark, Failure> {
    let problem = input.problem();
    let pieces = input.tiling().map(|tiling| tiling.pieces_named(name)).unwrap_or_default();
    let kind = match problem.item_by_name(name) {
        _ if !pieces.is_empty() => Kind::Pieces(pieces),
        Some(item) => Kind::Item(item),
        None if name == COST && problem.has_costs() => Kind::Cost(problem.clone()),
        None => {
            let items = problem.items().map(|item| problem.item_name(item));
            let pieces = input.tiling().into_iter().flat_map(Tiling::pieces);
            let names = pieces.filter_map(|piece| piece.name.as_deref()).chain(items);
            let hint = "name a piece or an item, or `cost` if options have costs";
            let hint = did_you_mean(nearest(name, names), hint);
            return Err(Failure::hinted(format!("no piece and no item is named `{name}`"), hint));
        }
    };
    Ok(Mark { name: name.to_owned(), kind })
}

impl Mark {
    /// A number of options, or a cost.
    pub(super) fn shown(&self, number: i128) -> String {
        match &self.kind {
            Kind::Cost(problem) => problem.show_cost(number).to_string(),
            Kind::Pieces(_) | Kind::Item(_) => number.to_string(),
        }
    }

    /// A number of options, or a cost, as JSON; costs are texts, because they may have decimals and any size.
    pub(super) fn as_json(&self, number: i128) -> Value {
        match &self.kind {
            Kind::Cost(_) => json!(self.shown(number)),
            Kind::Pieces(_) | Kind::Item(_) => json!(number as i64),
        }
    }
}
