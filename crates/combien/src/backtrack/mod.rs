//! Backtracking (*rebroussement*): the general schema of the lesson, in a recursive form and in iterative
//! ones.
//!
//! A problem of this kind asks for vectors (*vecteurs*) `[a1 a2 ...]` of finite length, each `ak` from a
//! finite set `Ak` in a total order (*ensemble fini totalement ordonné*), that meet a condition `C`. A
//! *partial solution* (*solution partielle*) of rank `k` (*rang*) is a vector `[a1 ... ak]` that may be
//! extended; the values that may extend it are the acceptable set `Sk+1` (*valeurs acceptables*), a part of
//! `Ak+1`. The search begins with `[]`, extends by the least acceptable value, and where there is none it
//! goes back (*revenir en arrière, rebrousser chemin*) and takes the next value in the place of the last one.
//! So it walks over a tree, depth first, each vector before those that extend it (*ordre préfixe*).
//!
//! A [`Schema`] states the problem: `C`, and which value follows another in `Sk`. Solutions may have
//! different lengths. No solution is extended, because the lesson assumes that none is the beginning of
//! another. These are the forms. They visit the same vectors in the same order, and test each once:
//!
//! | form | what it keeps | in the lesson |
//! | --- | --- | --- |
//! | [`walk`] | one vector; calls itself, and tells of each step | *expression récursive*, with a global `V` |
//! | [`recursive`] | a vector and a set `Sk` at each level; an iterator | *expression récursive*, `V ∘ x` as a parameter |
//! | [`iterative`] | one vector, and the sets `Sk` on a stack; an iterator | *expression non récursive*, *pile* |
//! | [`successive`] | one vector, no set: only what comes after a value; an iterator | the queens with `suivant` |
//!
//! For large sets or long vectors, use [`successive`]. The recursive forms use the stack of the thread.
//!
//! ```
//! use combien::backtrack::{self, Schema};
//!
//! /// n queens: the row of the queen in each column.
//! struct Queens(usize);
//!
//! impl Schema for Queens {
//!     type Value = usize;
//!     fn is_solution(&self, rows: &[usize]) -> bool {
//!         rows.len() == self.0
//!     }
//!     fn after(&self, rows: &[usize], last: Option<&usize>) -> Option<usize> {
//!         let attacks = |(distance, &other): (usize, &usize), row| other == row || other.abs_diff(row) == distance + 1;
//!         (last.map_or(1, |last| last + 1)..=self.0)
//!             .find(|&row| !rows.iter().rev().enumerate().any(|queen| attacks(queen, row)))
//!     }
//! }
//!
//! // The first solution, and how many; in both forms.
//! for (n, first, count) in [
//!     (4, "[2, 4, 1, 3]", 2),
//!     (5, "[1, 3, 5, 2, 4]", 10),
//!     (6, "[2, 4, 6, 1, 3, 5]", 4),
//!     (7, "[1, 3, 5, 7, 2, 4, 6]", 40),
//!     (8, "[1, 5, 8, 6, 3, 7, 2, 4]", 92),
//!     (9, "[1, 3, 6, 8, 2, 4, 9, 7, 5]", 352),
//!     (10, "[1, 3, 6, 8, 10, 5, 9, 2, 4, 7]", 724),
//! ] {
//!     let queens = Queens(n);
//!     let found = backtrack::recursive(&queens).next().unwrap();
//!     println!("reines({n}) :\n    Premiere solution : {found:?}");
//!     assert_eq!(format!("{found:?}"), first);
//!     println!("    {} solutions", backtrack::iterative(&queens).count());
//!     assert_eq!(backtrack::recursive(&queens).count(), count);
//!     assert_eq!(backtrack::iterative(&queens).count(), count);
//!     assert_eq!(backtrack::successive(&queens).count(), count);
//! }
//! ```

mod iterative;
mod recursive;
mod successive;

pub use iterative::{Iterative, iterative};
pub use recursive::{Recursive, recursive, walk};
pub use successive::{Successive, successive};

/// A problem for backtracking: which vectors are solutions, and what may extend the others.
///
/// The lesson's `Sk` of a vector `[a1 ... ak-1]` is the sequence of [`after`](Schema::after), starting with
/// `None`. It must be finite, and no vector may be extended forever; this is not checked. In the lesson the
/// values ascend, which gives the order of solutions. Any fixed order is allowed.
///
/// ```
/// use combien::backtrack::{self, Schema};
///
/// /// An integer as a sum (*partage*) of others, that do not fall. The sums are of different lengths.
/// struct Sums(u32);
///
/// impl Schema for Sums {
///     type Value = u32;
///     fn is_solution(&self, terms: &[u32]) -> bool {
///         terms.iter().sum::<u32>() == self.0
///     }
///     fn after(&self, terms: &[u32], last: Option<&u32>) -> Option<u32> {
///         let term = last.map_or(*terms.last().unwrap_or(&1), |last| last + 1);
///         (terms.iter().sum::<u32>() + term <= self.0).then_some(term)
///     }
/// }
///
/// let sums: Vec<_> = backtrack::successive(&Sums(5)).collect();
/// assert_eq!(sums, [vec![1, 1, 1, 1, 1], vec![1, 1, 1, 2], vec![1, 1, 3], vec![1, 2, 2], vec![1, 4], vec![2, 3], vec![5]]);
/// // 204226 partitions of 50 (OEIS A000041); the iterator is lazy, so the first ones come at once.
/// assert_eq!(backtrack::recursive(&Sums(50)).nth(2).unwrap().last(), Some(&3));
/// ```
pub trait Schema {
    /// The components of the vectors: what the sets `Ak` consist of.
    type Value: Clone;

    /// The condition `C`: is the vector a solution (*solution totale*)? Then it is not extended.
    fn is_solution(&self, vector: &[Self::Value]) -> bool;

    /// The value after this one (*suivant*) among those that may extend the vector; the first value for
    /// `None`.
    fn after(&self, vector: &[Self::Value], last: Option<&Self::Value>) -> Option<Self::Value>;

    /// All values that may extend the vector, in order: the set `Sk`. It must agree with
    /// [`after`](Schema::after). Implement it only if the whole set can be found faster.
    fn acceptable(&self, vector: &[Self::Value]) -> Vec<Self::Value> {
        std::iter::successors(self.after(vector, None), |last| self.after(vector, Some(last))).collect()
    }
}

/// A step of a search, reported to a callback. Each vector is entered once, and left once unless the callback
/// stops the search. The steps below it are in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a, V> {
    /// It enters this vector, which is one longer than the vector that it extends. The first one is empty.
    Enter(&'a [V]),
    /// The vector that was entered last is a solution.
    Solution(&'a [V]),
    /// It leaves this vector, because no value is left to extend it.
    Leave(&'a [V]),
}

#[cfg(test)]
mod tests;
