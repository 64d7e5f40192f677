//! Reduces a problem to a smaller one with the same solutions, and cuts it into independent parts.
//!
//! Everything is removed without a search (the preprocessing of TAOCP 7.2.2.1, Algorithm P, and a little
//! more):
//!
//! - an option that clashes with every option of a primary item which it does not have: a solution with it
//!   could not cover that item;
//! - an item with a single option: that option is *taken*, because it is in every solution, and the options
//!   that clash with it are removed;
//! - a primary item that has the same options as another one. If every option of p also has q, then options
//!   with q but without p clash with all those of p; the first rule has removed them, and q can be removed;
//! - a secondary item on which no two options can clash any more, or only options that clash elsewhere too.
//!
//! With bounds, options do not clash on an item that may be covered several times. An option with such an
//! item is not taken. Of items with bounds it is only tested whether they have enough options.
//!
//! The rules are repeated until nothing changes, or a budget of work is spent: it is sound to stop at any
//! time. The remaining problem is split into components without common items. **The solutions of the problem
//! are, one to one, the options taken together with one solution of each component.** Equal options stay,
//! because each has its own solutions.
//!
//! **Cost.** The first rule is that of Algorithm P, with the loops exchanged. That algorithm tests for each
//! option whether it leaves some item without options, and visits everything that clashes with it. Here each
//! item looks for the options that clash with all of its options. It begins with its option that has the
//! fewest clashes, and the candidates become fewer with each further option. Usually none is left after a
//! few. So a round costs the sum, over the items, of the shortest neighbourhood of one of their options:
//! linear where lists are short. It is the product of list lengths at the worst, where there is most to
//! remove. An item is tested again only after it has lost an option.
//!
//! ```
//! use combien::problem::dlx;
//! use combien::reduce::Reduction;
//!
//! // TAOCP 7.2.2.1, (6): it is solved without a search.
//! let problem = dlx::parse("toy", "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n")?.problem;
//! let reduction = Reduction::new(&problem, Reduction::BUDGET);
//! let taken: Vec<_> = reduction.taken().iter().map(|option| option.number()).collect();
//! assert_eq!((taken, reduction.components().len()), (vec![1, 4, 5], 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod components;
mod items;
mod lists;
mod marks;
mod reducer;
mod removed;

pub use components::Component;
use components::{Numbers, components};
pub use reducer::Reducer;
pub use removed::Removed;

use std::sync::Arc;

use crate::problem::{Bounds, Entry, ItemId, Kind, OptionId, Problem};

/// A problem reduced: options taken, and what is left in independent parts.
#[derive(Clone, Debug)]
pub struct Reduction {
    original: Problem,
    taken: Arc<[OptionId]>,
    components: Vec<Component>,
    removed: Removed,
    /// A primary item that cannot be covered often enough.
    bare: Option<ItemId>,
    /// The items that stay in the [whole](Reduction::whole).
    stays: Vec<bool>,
}

impl Reduction {
    /// A budget of about a second, or a few if everything clashes with everything. Dominoes on 700 x 700
    /// cells need an eighteenth of it. 200,000 options that all clash with 200,000 others would take far
    /// too long.
    pub const BUDGET: u64 = 1 << 28;

    /// Reduces a problem with at most this much work. See [`Reducer`] to stop for other reasons.
    pub fn new(problem: &Problem, budget: u64) -> Reduction {
        let mut reducer = Reducer::new(problem);
        reducer.run(budget);
        reducer.finish()
    }

    /// The problem that was reduced.
    pub fn original(&self) -> &Problem {
        &self.original
    }

    /// The taken options, which are in every solution, in ascending order.
    pub fn taken(&self) -> &[OptionId] {
        &self.taken
    }

    /// The taken options, in ascending order, shared for longer use.
    pub(crate) fn shared_taken(&self) -> Arc<[OptionId]> {
        self.taken.clone()
    }

    /// The remaining parts, largest first. Empty if there is no solution, or if the taken options are the
    /// only one.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// Is there a primary item that cannot be covered? Then there is no solution, and nothing is taken or
    /// left.
    pub fn is_impossible(&self) -> bool {
        self.bare.is_some()
    }

    /// A primary item that cannot be covered, if one was found.
    pub fn bare(&self) -> Option<ItemId> {
        self.bare
    }

    /// What was removed.
    pub fn removed(&self) -> &Removed {
        &self.removed
    }

    /// The remaining problem as a whole. Its solutions are those of the original, option for option.
    ///
    /// So it contains the taken options, each with an item of its own. If the original is impossible, this is
    /// one item without options.
    pub fn whole(&self) -> Component {
        let problem = &self.original;
        let items: Vec<ItemId> = problem.items().filter(|item| self.stays[item.index()]).collect();
        let mut options: Vec<OptionId> = self.taken.to_vec();
        options.extend(self.components.iter().flat_map(Component::originals));
        options.sort();
        Component::new(problem, &items, options, &mut Numbers::new(problem.item_count()))
    }
}

impl Reducer<'_> {
    /// The result.
    pub fn finish(mut self) -> Reduction {
        let original = self.lists.problem;
        let mut stays = vec![false; original.item_count()];
        let mut components = vec![];
        if let Some(bare) = self.bare {
            self.taken.clear();
            stays[bare.index()] = true;
        } else {
            components = self::components(&self.lists);
            original.items().for_each(|item| stays[item.index()] = self.lists.is_open(item));
            for &option in &self.taken {
                // No other option is left that has this item.
                let is_primary = |entry: &&Entry| {
                    original.kind(entry.item) == Kind::Primary && original.bounds(entry.item) == Bounds::ONCE
                };
                if let Some(own) = original.option(option).iter().find(is_primary) {
                    stays[own.item.index()] = true;
                }
            }
        }
        self.taken.sort();
        Reduction {
            original: original.clone(),
            taken: self.taken.into(),
            components,
            removed: self.removed,
            bare: self.bare,
            stays,
        }
    }
}

#[cfg(test)]
mod tests;
