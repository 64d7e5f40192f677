//! Problems as formulas and programs over variables that are 0 or 1, for solvers of other kinds.
//!
//! Variable k, from 1, says whether option k is chosen. What a problem asks of these variables is a list of demands, one
//! an item and one an option that is kept out; each format says them in its own way:
//!
//! | format | for | module |
//! | --- | --- | --- |
//! | CNF, as DIMACS | SAT solvers and model counters | [`dimacs`]; the clauses themselves: [`Formula`] |
//! | OPB | pseudo-Boolean solvers | [`opb`] |
//! | LP | integer programming | [`lp`] |
//!
//! Where a format needs more variables than options, these come after the options, and each is *determined*: it is
//! defined by those before it, in both directions. So models and solutions are one to one, and counting models
//! counts solutions. [`model`] turns what a solver says back into a solution.

mod clauses;
pub mod dimacs;
mod linear;
pub mod lp;
pub mod model;
pub mod opb;

use std::collections::BTreeMap;

pub use clauses::{Formula, Literal};

use super::{Bounds, Color, Entry, ItemId, Kind, OptionId, Problem};

/// What a problem asks of its options, one item after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Demand<'u> {
    /// Of these options, at least `low` are chosen and at most `high`.
    Between { item: ItemId, low: usize, high: usize, options: &'u [Use] },
    /// Those of these options that are chosen agree on a secondary item.
    Agree { item: ItemId, options: &'u [Use] },
    /// This option is not chosen.
    Never(OptionId),
}

/// An option that has an item, and the color that it gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Use {
    option: OptionId,
    color: Option<Color>,
}

impl Use {
    fn agrees_with(self, other: Use) -> bool {
        self.color.is_some() && self.color == other.color
    }
}

/// For each item, the searched options that have it, ascending.
#[derive(Clone, Debug)]
struct Uses<'p> {
    problem: &'p Problem,
    of_item: Vec<Vec<Use>>,
}

impl<'p> Uses<'p> {
    fn of(problem: &'p Problem) -> Uses<'p> {
        let mut of_item = vec![vec![]; problem.item_count()];
        for option in problem.searched_options() {
            for &Entry { item, color } in problem.option(option) {
                of_item[item.index()].push(Use { option, color });
            }
        }
        Uses { problem, of_item }
    }

    /// The demands of the items in their order, then those of the options that are kept out.
    fn demands(&self) -> impl Iterator<Item = Demand<'_>> {
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

/// Options in classes: those that give an item one and the same color make one, and each that gives it none is one by
/// itself. Options of a secondary item agree just if all of them are of one class. Ordered by their first options.
fn classes(options: &[Use]) -> Vec<Vec<OptionId>> {
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
