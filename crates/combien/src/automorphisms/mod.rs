//! All automorphisms of a problem, found from the problem alone.
//!
//! A problem is made a graph with colored vertices ([`graph`]), whose automorphisms are found by
//! individualisation and refinement ([`search`], [`partition`]): the method of nauty, with what saucy and
//! bliss added for sparse graphs. The libraries themselves are in C, and to call them needs a C compiler and
//! libclang where a program is built.
//!
//! **Cost.** Nearly linear for each generator, where refinement tells vertices apart or they are alike. It is
//! exponential in the worst case: where many vertices look alike and are not, as on graphs that were made for
//! that (Cai, Fürer, Immerman). The limits hold for it.

mod classes;
mod graph;
mod look;
mod orbits;
mod partition;
mod search;
mod sets;
mod twins;

use std::collections::HashMap;

pub(crate) use classes::{Classes, Found};
pub(crate) use graph::Kept;
pub(crate) use look::Looks;
use search::Search;
pub(crate) use search::Symmetry;
pub(crate) use sets::Sets;
pub(crate) use twins::Twins;

use crate::budget::{Budget, Outcome, Reason};
use crate::count::Count;
use crate::problem::{Automorphism, ItemId, Problem};

/// Automorphisms that generate a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The generators, none of them the identity on the options.
    pub generators: Vec<Automorphism>,
    /// How many permutations of the options they generate.
    pub order: Count,
    /// The nodes of the search.
    pub nodes: u64,
}

/// Generators of all automorphisms of a problem: permutations of its options that some permutation of the
/// items, and of the colors of each, can follow. Those that move the options alike are one; so none stands
/// here that moves items alone.
///
/// Of the limits, those of nodes and memory hold (for the generators: there may be as many as options), and
/// the stop flag. What is certain when it is stopped are generators of a part of the group, which is a group
/// too.
///
/// ```
/// use combien::problem::dlx;
/// use combien::solve::Budget;
/// use combien::symmetry;
///
/// // Four corners of a square, and its four sides: the square's own group.
/// let problem = dlx::parse("square", "a b c d\na b\nb c\nc d\nd a\n")?.problem;
/// let found = symmetry::automorphisms(&problem, &Budget::UNLIMITED);
/// assert_eq!(found.certain().order.to_string(), "8");
/// assert_eq!(found.certain().generators.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn automorphisms(problem: &Problem, budget: &Budget) -> Outcome<Generated> {
    find(problem, Kept::default(), budget)
}

/// Generators of those automorphisms only that map each of these sets of items to itself. Isotopies of Latin
/// squares are those that keep rows, columns and symbols apart.
///
/// ```
/// use combien::problem::{ItemId, dlx};
/// use combien::solve::Budget;
/// use combien::symmetry;
///
/// // The square again, with one diagonal kept: so the other is kept too.
/// let problem = dlx::parse("square", "a b c d\na b\nb c\nc d\nd a\n")?.problem;
/// let diagonal: Vec<ItemId> = ["a", "c"].into_iter().filter_map(|name| problem.item_by_name(name)).collect();
/// let found = symmetry::automorphisms_keeping(&problem, &[diagonal], &Budget::UNLIMITED);
/// assert_eq!(found.certain().order.to_string(), "4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn automorphisms_keeping(problem: &Problem, sets: &[Vec<ItemId>], budget: &Budget) -> Outcome<Generated> {
    let marks = marks(problem, sets);
    find(problem, Kept { items: &marks, ..Kept::default() }, budget)
}

/// Equal numbers for the items that are in the same sets.
fn marks(problem: &Problem, sets: &[Vec<ItemId>]) -> Vec<u32> {
    let mut marks = vec![0; problem.item_count()];
    for set in sets {
        let mut is_in = vec![false; marks.len()];
        for item in set {
            is_in[item.index()] = true;
        }
        let mut numbers = HashMap::new();
        for (mark, is_in) in marks.iter_mut().zip(is_in) {
            let next = numbers.len() as u32;
            *mark = *numbers.entry((*mark, is_in)).or_insert(next);
        }
    }
    marks
}

/// The automorphisms that keep something besides the problem.
pub(crate) fn find(problem: &Problem, kept: Kept<'_>, budget: &Budget) -> Outcome<Generated> {
    let mut search = match Search::new(problem, kept, budget) {
        Ok(search) => search,
        Err(reason) => {
            let certain = Generated { generators: vec![], order: Count::ONE, nodes: 0 };
            return Outcome::Stopped { certain, reason };
        }
    };
    let end = search.run();
    let (generators, order, nodes) = search.found();
    let found = Generated { generators, order, nodes };
    match end {
        Ok(()) => Outcome::Answer(found),
        Err(reason) => Outcome::Stopped { certain: found, reason },
    }
}

/// Does an automorphism that keeps the marks take one permutation of the options to the other by conjugation?
pub(crate) fn are_conjugate(
    problem: &Problem,
    kept: Kept<'_>,
    (one, other): (&Automorphism, &Automorphism),
    budget: &Budget,
) -> Result<bool, Reason> {
    let mut search = Search::new(problem, Kept { permutation: Some(one), ..kept }, budget)?;
    search.run()?;
    search.leads_to(Kept { permutation: Some(other), ..kept })
}

#[cfg(test)]
mod tests;

/// The number of bytes for groups and for data that distinguishes solutions: half of the memory. The other
/// half is for the searches.
pub(crate) fn for_tables(budget: &Budget) -> u64 {
    budget.memory() / 2
}

/// Returns an error if tables of this many bytes are too large.
pub(crate) fn fit(bytes: usize, budget: &Budget) -> Result<(), Reason> {
    if bytes as u64 <= for_tables(budget) {
        return Ok(());
    }
    Err(Reason::Memory(budget.memory()))
}
