//! Parts of a problem: the unit of work for threads, checkpoints and other machines.

use super::{Bounds, ItemId, Kind, OptionId, OptionList, Problem, Solution};

/// A part of a problem: its solutions that take certain options, and none of certain others.
///
/// Parts that come from splits have no solution in common, and together they have all of them: so counts of
/// parts can be added, and the parts may be searched in any order and on any machine.
///
/// ```
/// use combien::problem::{Subproblem, dlx};
/// use combien::solve;
///
/// let problem = dlx::parse("toy", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n")?.problem;
/// let a = problem.item_by_name("a").unwrap();
/// let parts = Subproblem::whole().split(&problem, a);
/// assert_eq!(parts.len(), 3); // options 1, 3 and 5 have the item
/// for solution in solve::each(&problem)? {
///     assert_eq!(parts.iter().filter(|part| part.has(&solution)).count(), 1);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub struct Subproblem {
    taken: OptionList,
    refused: OptionList,
}

impl Subproblem {
    /// The whole problem: nothing taken, nothing refused.
    pub fn whole() -> Subproblem {
        Subproblem::default()
    }

    /// The solutions that take all of some options, and none of others.
    pub fn new(taken: Vec<OptionId>, refused: Vec<OptionId>) -> Subproblem {
        Subproblem { taken: taken.into(), refused: refused.into() }
    }

    /// The solutions that take all of some options, and none of others: lists that other subproblems may
    /// share.
    pub fn of_lists(taken: OptionList, refused: OptionList) -> Subproblem {
        Subproblem { taken, refused }
    }

    /// The taken options, in their order.
    pub fn taken(&self) -> &OptionList {
        &self.taken
    }

    /// The options refused.
    pub fn refused(&self) -> &OptionList {
        &self.refused
    }

    /// The part that also takes these options.
    #[must_use]
    pub fn take(&self, options: impl IntoIterator<Item = OptionId>) -> Subproblem {
        Subproblem { taken: self.taken.with(options), refused: self.refused.clone() }
    }

    /// The part that also refuses these options.
    #[must_use]
    pub fn refuse(&self, options: impl IntoIterator<Item = OptionId>) -> Subproblem {
        Subproblem { taken: self.taken.clone(), refused: self.refused.with(options) }
    }

    /// Splits it by how an item is covered: a part for each option that has the item, in order, as a search
    /// that branches on it would; and, if the item need not be covered, a last one that refuses all of
    /// them. An item with bounds or with a color may be covered by several options: then each part
    /// refuses those before its own.
    pub fn split(&self, problem: &Problem, item: ItemId) -> Vec<Subproblem> {
        let has_item = |&option: &OptionId| problem.option(option).iter().any(|entry| entry.item == item);
        let options: Vec<OptionId> = problem.searched_options().filter(has_item).collect();
        let bounds = problem.bounds(item);
        let is_taken_once = problem.kind(item) == Kind::Primary && bounds == Bounds::ONCE;
        let part = |place: usize| {
            let earlier = if is_taken_once { &[] } else { &options[..place] };
            self.refuse(earlier.iter().copied()).take([options[place]])
        };
        let none = (bounds.lo == 0).then(|| self.refuse(options.iter().copied()));
        (0..options.len()).map(part).chain(none).collect()
    }

    /// Does this solution of the problem belong to this part?
    pub fn has(&self, solution: &Solution) -> bool {
        let is_in = |option: OptionId| solution.options().binary_search(&option).is_ok();
        self.taken.iter().all(is_in) && !self.refused.iter().any(is_in)
    }
}
