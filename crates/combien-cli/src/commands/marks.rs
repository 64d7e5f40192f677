//! Kinds of options by name: placements of a piece, options with an item, or what options cost.

use combien::diagnostic::{did_you_mean, nearest};
use combien::problem::OptionId;
use combien_tiling::{Counted, Tiling};
use serde_json::{Value, json};

use crate::input::Input;
use crate::report::failure::Failure;

/// The cost of a solution.
const COST: &str = "cost";
/// All pieces of a tiling.
const ALL_PIECES: &str = "piece";

/// A name, and what it counts.
pub(super) struct Mark<'a> {
    pub(super) name: String,
    counted: Counted<'a>,
}

/// What the names mean.
pub(super) fn marks<'a>(names: &[String], input: &'a Input) -> Result<Vec<Mark<'a>>, Failure> {
    let mut marks: Vec<Mark<'_>> = vec![];
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
fn add<'a>(marks: &mut Vec<Mark<'a>>, mark: Mark<'a>) {
    if marks.iter().all(|other| other.name != mark.name) {
        marks.push(mark);
    }
}

fn is_piece(name: &str, input: &Input) -> bool {
    input.tiling().is_some_and(|tiling| !tiling.pieces_named(name).is_empty())
}

pub(super) fn mark<'a>(name: &str, input: &'a Input) -> Result<Mark<'a>, Failure> {
    let (problem, subject) = (input.problem(), input.subject());
    let counted = Counted::named(name, problem, subject.tiling().zip(subject.encoding()));
    let cost = || (name == COST && problem.has_costs()).then_some(Counted::Cost(problem));
    let counted = counted.or_else(cost).ok_or_else(|| {
        let items = problem.items().map(|item| problem.item_name(item));
        let pieces = input.tiling().into_iter().flat_map(Tiling::pieces);
        let names = pieces.filter_map(|piece| piece.name.as_deref()).chain(items);
        let hint = "name a piece or an item, or `cost` if options have costs";
        let hint = did_you_mean(nearest(name, names), hint);
        Failure::hinted(format!("no piece and no item is named `{name}`"), hint)
    })?;
    Ok(Mark { name: name.to_owned(), counted })
}

impl Mark<'_> {
    /// What an option adds to the number of a solution.
    pub(super) fn weight(&self, option: OptionId) -> i64 {
        self.counted.weight(option)
    }

    /// Is it the cost?
    pub(super) fn is_cost(&self) -> bool {
        matches!(self.counted, Counted::Cost(_))
    }

    /// A number of options, or a cost.
    pub(super) fn shown(&self, number: i128) -> String {
        self.counted.shown(number)
    }

    /// A number of options, or a cost, as JSON; costs are texts, because they may have decimals and any size.
    pub(super) fn as_json(&self, number: i128) -> Value {
        if self.is_cost() { json!(self.shown(number)) } else { json!(number as i64) }
    }
}
