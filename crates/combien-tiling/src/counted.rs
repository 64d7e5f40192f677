//! What is counted in a solution: the copies of a piece, the options with an item, or what the options cost.

use crate::tiling::{Encoding, Tiling};
use combien::problem::{ItemId, OptionId, Problem};

/// What is counted in a solution.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub enum Counted<'a> {
    /// What its options cost together.
    Cost(&'a Problem),
    /// The copies of these pieces, which have the same name.
    Pieces(&'a Encoding, Vec<usize>),
    /// The options with an item.
    Item(&'a Problem, ItemId),
}

impl<'a> Counted<'a> {
    /// What a name means: pieces of the tiling, if there is one, or else an item of the problem. `None` if
    /// nothing has the name.
    pub fn named(
        name: &str,
        problem: &'a Problem,
        tiling: Option<(&Tiling, &'a Encoding)>,
    ) -> Option<Counted<'a>> {
        let named = tiling.map(|(tiling, encoding)| (encoding, tiling.pieces_named(name)));
        match named.filter(|(_, pieces)| !pieces.is_empty()) {
            Some((encoding, pieces)) => Some(Counted::Pieces(encoding, pieces)),
            None => problem.item_by_name(name).map(|item| Counted::Item(problem, item)),
        }
    }

    /// What an option adds to the number of a solution.
    pub fn weight(&self, option: OptionId) -> i64 {
        match self {
            Counted::Cost(problem) => problem.cost(option),
            Counted::Pieces(encoding, pieces) => {
                let placement = encoding.placement(option);
                i64::from(placement.is_some_and(|placement| pieces.contains(&placement.piece)))
            }
            Counted::Item(problem, item) => {
                i64::from(problem.option(option).iter().any(|entry| entry.item == *item))
            }
        }
    }

    /// The number of a solution in words: a cost has the decimals of the problem.
    pub fn shown(&self, number: i128) -> String {
        match self {
            Counted::Cost(problem) => problem.show_cost(number).to_string(),
            Counted::Pieces(..) | Counted::Item(..) => number.to_string(),
        }
    }
}
