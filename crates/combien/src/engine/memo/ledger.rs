//! The results of a search for residual problems, which it looks up when they occur again: their counts, or the nodes
//! of a diagram.

use crate::count::Count;
use crate::engine::words::Words;

/// What a ledger knows of a residual problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found<E> {
    /// It has been solved.
    Known(E),
    /// Another search that shares the ledger is solving it.
    Open,
    /// Nothing.
    New,
}

/// The partial result of a residual problem that is being solved: a sum over branches, or a product of parts.
///
/// The search begins a draft, and adds each branch or part as soon as that is solved itself.
pub(super) trait Drafting {
    /// The result of a solved residual problem.
    type Entry: Clone;

    /// The entry of a problem without solutions.
    const NONE: Self::Entry;
    /// The entry of a problem in which nothing is left to cover: the empty set is its only solution.
    const ONE: Self::Entry;

    /// Begins a draft for a sum over branches, none of them taken.
    fn sum() -> Self;

    /// Begins a draft for a product of parts, none of them solved.
    fn product() -> Self;

    /// Begins a branch with the options that it takes: the chosen one, and those forced by it. [`Drafting::add`] gives
    /// its result later.
    fn branch(&mut self, taken: &[u32]);

    /// Adds the branch that was taken last.
    fn add(&mut self, entry: &Self::Entry);

    /// Multiplies by a part. Returns false if there is no solution any more, for any other parts.
    fn multiply(&mut self, entry: &Self::Entry) -> bool;
}

/// Counts: drafts are sums and products of them, for any options.
impl Drafting for Count {
    type Entry = Count;

    const NONE: Count = Count::ZERO;
    const ONE: Count = Count::ONE;

    fn sum() -> Count {
        Count::ZERO
    }
    fn product() -> Count {
        Count::ONE
    }
    fn branch(&mut self, _: &[u32]) {}
    fn add(&mut self, entry: &Count) {
        *self += entry;
    }
    fn multiply(&mut self, entry: &Count) -> bool {
        *self = &*self * entry;
        !self.is_zero()
    }
}

/// Where a search enters the residual problems that it has solved. When a draft is complete, the search closes it.
pub(super) trait Ledger<const K: usize> {
    /// The result of a solved residual problem.
    type Entry: Clone;
    /// What becomes such a result.
    type Draft: Drafting<Entry = Self::Entry>;

    /// What is known of a residual problem that the search has come to. If it is [`Found::New`], the search must solve it.
    fn recall(&mut self, key: &Words<K>) -> Found<Self::Entry>;

    /// The entry of a residual problem that another search was solving, if it is there by now. A ledger of one search is
    /// never asked.
    fn look(&self, _key: &Words<K>) -> Option<Self::Entry> {
        None
    }

    /// Closes a draft and remembers its entry. Returns `None` if there is no memory left and no entry may be dropped.
    fn close(&mut self, key: Words<K>, draft: Self::Draft) -> Option<Self::Entry>;

    /// Entries forgotten so far.
    fn forgotten(&self) -> u64;
}
