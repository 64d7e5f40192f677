//! Problems as formulas over variables that are 0 or 1, for solvers of other kinds.
//!
//! Variable k, from 1, says whether option k is chosen. The problem becomes a list of [`Demand`]s on these
//! variables: one for each item, and one for each option that is kept out. [`Formula`] expresses them as
//! clauses; the crate `combien-formats` writes them for other programs.

mod clauses;

use std::collections::BTreeMap;

pub use clauses::{Formula, Literal};

use super::{Bounds, Color, Entry, ItemId, Kind, OptionId, Problem};

/// The demands of a problem on its options, item by item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand<'u> {
    /// Of these options, at least `low` are chosen and at most `high`.
    Between {
        /// A primary item.
        item: ItemId,
        /// The least number of them.
        low: usize,
        /// The greatest number of them.
        high: usize,
        /// The options that have it.
        options: &'u [Use],
    },
    /// Those of these options that are chosen agree on a secondary item.
    Agree {
        /// A secondary item.
        item: ItemId,
        /// The options that have it.
        options: &'u [Use],
    },
    /// This option is not chosen.
    Never(OptionId),
}

/// An option that has an item, and the color that it gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The option.
    pub option: OptionId,
    /// The color, if it gives one.
    pub color: Option<Color>,
}

impl Use {
    fn agrees_with(self, other: Use) -> bool {
        self.color.is_some() && self.color == other.color
    }
}

/// For each item, the searched options that have it, ascending.
#[derive(Clone, Debug)]
pub struct Uses<'p> {
    /// The problem.
    pub problem: &'p Problem,
    /// For each item, the searched options that have it.
    pub of_item: Vec<Vec<Use>>,
}

impl<'p> Uses<'p> {
    /// The options of every item. Linear in the entries of the problem.
    pub fn of(problem: &'p Problem) -> Uses<'p> {
        let mut of_item = vec![vec![]; problem.item_count()];
        for option in problem.searched_options() {
            for &Entry { item, color } in problem.option(option) {
                of_item[item.index()].push(Use { option, color });
            }
        }
        Uses { problem, of_item }
    }

    /// The demands of the items in their order, then those of the options that are kept out.
    pub fn demands(&self) -> impl Iterator<Item = Demand<'_>> {
        let of_items =
            self.problem.items().zip(&self.of_item).map(|(item, options)| match self.problem.kind(item) {
                Kind::Primary => {
                    let Bounds { lo, hi } = self.problem.bounds(item);
                    Demand::Between { item, low: lo as usize, high: hi as usize, options }
                }
                Kind::Secondary => Demand::Agree { item, options },
            });
        of_items.chain(self.problem.kept_out().iter().map(|&option| Demand::Never(option)))
    }
}

/// Classes of options: options that give an item the same color form a class, and each option without a color
/// is a class. Options of a secondary item agree if and only if they are in the same class. Sorted by their
/// first options.
pub fn classes(options: &[Use]) -> Vec<Vec<OptionId>> {
    let mut classes: Vec<Vec<OptionId>> = vec![];
    let mut of_color: BTreeMap<Color, usize> = BTreeMap::new();
    for &Use { option, color } in options {
        let new = classes.len();
        let class = color.map_or(new, |color| *of_color.entry(color).or_insert(new));
        if class == new {
            classes.push(vec![]);
        }
        classes[class].push(option);
    }
    classes
}

/// The classes of the options of each secondary item, as [`classes`]; a primary item has none.
pub fn classes_of(problem: &Problem) -> Vec<Vec<Vec<OptionId>>> {
    let uses = Uses::of(problem);
    let of_item = problem.items().zip(&uses.of_item);
    of_item
        .map(|(item, uses)| if problem.kind(item) == Kind::Secondary { classes(uses) } else { vec![] })
        .collect()
}
