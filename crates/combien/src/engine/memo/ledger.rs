//! The results of a search for residual problems, which it looks up when they occur again: their counts, or
//! the nodes of a diagram.

use super::cache::{Cache, Found};
use super::claims::Share;
use crate::count::Count;
use crate::engine::words::Words;

/// The partial result of a residual problem that is being solved: a sum over branches, or a product of parts.
///
/// The search begins a draft, and adds each branch or part as soon as that is solved itself.
pub(super) trait Drafting: Send {
    /// The result of a solved residual problem.
    type Entry: Clone + Send;

    /// The entry of a problem without solutions.
    const NONE: Self::Entry;
    /// The entry of a problem in which nothing is left to cover: the empty set is its only solution.
    const ONE: Self::Entry;

    /// Begins a draft for a sum over branches, none of them taken.
    fn sum() -> Self;

    /// Begins a draft for a product of parts, none of them solved.
    fn product() -> Self;

    /// Begins a branch with the options that it takes: the chosen one, and those forced by it.
    /// [`Drafting::add`] gives its result later.
    fn branch(&mut self, taken: &[u32]);

    /// Adds the branch that was taken last.
    fn add(&mut self, entry: &Self::Entry);

    /// Multiplies by a part. Returns false if there is no solution any more, for any other parts.
    fn multiply(&mut self, entry: &Self::Entry) -> bool;

    /// The number of solutions of an entry, if entries are numbers; else 0.
    fn number(_: &Self::Entry) -> Count {
        Count::ZERO
    }

    /// The number of solutions of the branches added so far, if entries are numbers; else 0.
    fn sum_so_far(&self) -> Count {
        Count::ZERO
    }
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
    fn number(entry: &Count) -> Count {
        entry.clone()
    }
    fn sum_so_far(&self) -> Count {
        self.clone()
    }
}

/// Where a search enters the residual problems that it has solved. When a draft is complete, the search
/// closes it.
pub(super) trait Ledger<const K: usize>: Send {
    /// The result of a solved residual problem.
    type Entry: Clone + Send;
    /// What becomes such a result.
    type Draft: Drafting<Entry = Self::Entry>;

    /// What is known of a residual problem that the search has come to. If it is [`Found::New`], the search
    /// must solve it.
    fn recall(&mut self, key: &Words<K>) -> Found<Self::Entry>;

    /// The entry of a residual problem that another search was solving, if it is there by now. A ledger of
    /// one search is never asked.
    fn look(&self, _key: &Words<K>) -> Option<Self::Entry> {
        None
    }

    /// Closes a draft and remembers its entry. Returns `None` if there is no memory left and no entry may be
    /// dropped.
    fn close(&mut self, key: Words<K>, draft: Self::Draft) -> Option<Self::Entry>;

    /// Entries forgotten so far.
    fn forgotten(&self) -> u64;
}

/// Counts of one search, or those that several share: one type, so that the search that counts is compiled
/// once for both.
#[derive(Debug)]
pub(super) enum Counts<const K: usize> {
    Own(Cache<K>),
    Shared(Share<K>),
}

impl<const K: usize> Counts<K> {
    /// Tells the other searches of what was claimed.
    pub(super) fn report(&mut self) {
        if let Counts::Shared(share) = self {
            share.report();
        }
    }
}

impl<const K: usize> Ledger<K> for Counts<K> {
    type Entry = Count;
    type Draft = Count;

    fn recall(&mut self, key: &Words<K>) -> Found<Count> {
        match self {
            Counts::Own(cache) => cache.get(key).map_or(Found::New, Found::Known),
            Counts::Shared(share) => share.recall(key),
        }
    }
    fn look(&self, key: &Words<K>) -> Option<Count> {
        match self {
            Counts::Own(_) => None,
            Counts::Shared(share) => share.look(key),
        }
    }
    fn close(&mut self, key: Words<K>, draft: Count) -> Option<Count> {
        match self {
            Counts::Own(cache) => cache.insert(key, draft.clone()),
            Counts::Shared(share) => share.close(key, &draft),
        }
        Some(draft)
    }
    fn forgotten(&self) -> u64 {
        match self {
            Counts::Own(cache) => cache.forgotten,
            Counts::Shared(_) => 0,
        }
    }
}
