//! Reduces a problem to a smaller one with the same solutions, and cuts it into independent parts.
//!
//! What is removed follows from the problem without a search (the preprocessing of TAOCP 7.2.2.1, Algorithm P, and a
//! little more):
//!
//! - an option that clashes with every option of a primary item which it does not have: a solution with it could not cover
//!   that item;
//! - an item with one option only: that option is *taken*, for it is in every solution, and what clashes with it goes;
//! - a primary item that has the same options as another one. If every option of p also has q, then options with q but
//!   without p clash with all those of p; the first rule has removed them, and q can go;
//! - a secondary item on which no two options can clash any more, or only such as clash elsewhere.
//!
//! Where items have bounds, options do not clash on an item that may be covered several times; an option that has one is
//! not taken, and items that may be covered otherwise than once are not asked, but for whether they have options enough.
//!
//! The rules are repeated until nothing changes, or a budget of work is spent: it is sound to stop at any time. What is
//! left falls apart into components that have no item in common. **The solutions of the problem are, one to one, the
//! options taken together with one solution of each component.** Equal options stay, for each makes its own solutions.
//!
//! **Cost.** The first rule is that of Algorithm P, seen from the other side. That algorithm asks of each option whether
//! it leaves some item bare, and for that walks over all that clashes with it. Here each item asks who clashes with all
//! its options: with the one of them that clashes least often to begin with, and fewer at each further one. Mostly
//! nobody is left after a few. So a round costs the sum, over the items, of the shortest neighbourhood of one of their
//! options: linear where lists are short. It is the product of list lengths at the worst, where there is most to remove.
//! An item is tested again only after it has lost an option.
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
    /// A primary item that cannot be covered as often as it must be.
    bare: Option<ItemId>,
    /// The items that stay in the [whole](Reduction::whole).
    stays: Vec<bool>,
}

impl Reduction {
    /// A budget of a second or so, of a few where everything clashes with everything. Dominoes on 700 x 700 cells need an
    /// eighteenth of it; 200,000 options that all clash with 200,000 others would need more than anyone has.
    pub const BUDGET: u64 = 1 << 28;

    /// Reduces a problem with so much work; see [`Reducer`] to stop for other reasons.
    pub fn new(problem: &Problem, budget: u64) -> Reduction {
        let mut reducer = Reducer::new(problem);
        reducer.run(budget);
        reducer.finish()
    }

    /// The problem that was reduced.
    pub fn original(&self) -> &Problem {
        &self.original
    }

    /// The options that are in every solution, ascending.
    pub fn taken(&self) -> &[OptionId] {
        &self.taken
    }

    /// The same, shared, for longer use.
    pub(crate) fn shared_taken(&self) -> Arc<[OptionId]> {
        self.taken.clone()
    }

    /// The parts that are left, those with most options first. There are none if there is no solution, or if those taken
    /// are the only one.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// Is there a primary item that cannot be covered? Then there is no solution, and nothing is taken or left.
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

    /// All that is left as one problem, whose solutions are those of the original, option for option.
    ///
    /// So those taken are in it, each with one item of its own; and if the original is impossible, this is so too: one
    /// item without options.
    pub fn whole(&self) -> Component {
        let problem = &self.original;
        let items: Vec<ItemId> = problem.items().filter(|item| self.stays[item.index()]).collect();
        let mut options: Vec<OptionId> = self.taken.to_vec();
        options.extend(self.components.iter().flat_map(Component::originals));
        options.sort_unstable();
        Component::new(problem, &items, options, &mut Numbers::new(problem.item_count()))
    }
}

impl Reducer<'_> {
    /// What came of it.
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
        self.taken.sort_unstable();
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
