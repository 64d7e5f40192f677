//! Is each set of a diagram in it in one way only? For diagrams from files.
//!
//! **Parts.** No option may be in two parts of a product, or in a branch and below it. So the sets of a
//! product, and those of a branch, are made in one way.
//!
//! **Branches.** Of two branches of a choice, one must have an option in all of its sets that the other has
//! in none. So they have no set in common. It is enough to know for each node which options *some* of its
//! sets have, and which *all* of them have. To compare each branch with each other one would take too long
//! where there are thousands. So those are set aside first that have an option in all of their sets that no
//! other branch has at all; then the same among those that are left. In a decision by one option, or by
//! several options of one item, nothing is left to be compared.

use super::fault::{Fault, Refused};
use super::supports::{Supports, first, has, set};
use crate::budget::Effort;
use crate::nodes::NodeId;
use crate::problem::OptionId;

/// A branch in the making: its options and its child.
pub(super) type Branch = (Vec<OptionId>, NodeId);

/// For each node so far, the options that are in some of its sets, and those that are in all of them.
///
/// **Invariant.** No node but the first, ∅, is without sets.
#[derive(Clone, Debug)]
pub(super) struct Sound {
    some: Supports,
    all: Supports,
}

/// For a set that is no node, such as a branch: the options in some of its sets, and those in all of them.
struct Known {
    some: Vec<u64>,
    all: Vec<u64>,
}

impl Sound {
    /// No nodes yet, of this many options.
    pub(super) fn new(options: usize) -> Sound {
        Sound { some: Supports::new(options), all: Supports::new(options) }
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.some.len()
    }

    /// The bytes with one more node.
    pub(super) fn bytes_with_next(&self) -> usize {
        self.some.bytes_with_next() + self.all.bytes_with_next()
    }

    /// Adds a terminal, which has no options.
    pub(super) fn push_terminal(&mut self) {
        self.push(&Known { some: self.some.empty(), all: self.some.empty() });
    }

    /// Adds a choice between branches, at least one.
    pub(super) fn push_choice(
        &mut self,
        branches: &[Branch],
        effort: &mut Effort<'_>,
    ) -> Result<(), Refused> {
        let mut known: Option<Known> = None;
        for branch in branches {
            let own = self.branch(branch, effort)?;
            known = Some(match known {
                None => own,
                Some(mut known) => {
                    known.some.iter_mut().zip(own.some).for_each(|(known, own)| *known |= own);
                    known.all.iter_mut().zip(own.all).for_each(|(known, own)| *known &= own);
                    known
                }
            });
        }
        if branches.len() > 1 {
            self.tell_apart(branches, effort)?;
        }
        self.push(&known.expect("a choice has a branch"));
        Ok(())
    }

    /// Adds a product.
    pub(super) fn push_product(&mut self, parts: &[NodeId], effort: &mut Effort<'_>) -> Result<(), Refused> {
        let mut known = Known { some: self.some.empty(), all: self.some.empty() };
        for &part in parts {
            effort.spend(2 * known.some.len() + 1)?;
            let some = self.some.of_node(part);
            if let Some(option) = first(known.some.iter().zip(some).map(|(known, part)| known & part)) {
                return Err(Fault::Twice(option.number()).into());
            }
            known.some.iter_mut().zip(some).for_each(|(known, part)| *known |= part);
            known.all.iter_mut().zip(self.all.of_node(part)).for_each(|(known, part)| *known |= part);
        }
        self.push(&known);
        Ok(())
    }

    /// Is this option in all sets of one of two branches, and in none of the other?
    pub(super) fn decides(&self, option: OptionId, first: &Branch, second: &Branch) -> bool {
        let is_in = |supports: &Supports, (options, child): &Branch| {
            options.contains(&option) || supports.has(*child, option)
        };
        let is_apart = |one, other| is_in(&self.all, one) && !is_in(&self.some, other);
        is_apart(first, second) || is_apart(second, first)
    }

    fn push(&mut self, known: &Known) {
        self.some.push(&known.some);
        self.all.push(&known.all);
    }

    /// What is known of a branch.
    fn branch(&self, (options, child): &Branch, effort: &mut Effort<'_>) -> Result<Known, Refused> {
        let mut known =
            Known { some: self.some.of_node(*child).to_vec(), all: self.all.of_node(*child).to_vec() };
        effort.spend(2 * known.some.len() + options.len() + 1)?;
        for &option in options {
            if has(&known.some, option) {
                return Err(Fault::Twice(option.number()).into());
            }
            set(&mut known.some, option);
            set(&mut known.all, option);
        }
        Ok(known)
    }

    /// Refuses branches that may have a set in common.
    fn tell_apart(&self, branches: &[Branch], effort: &mut Effort<'_>) -> Result<(), Refused> {
        let mut left: Vec<usize> = (0..branches.len()).collect();
        while left.len() > 1 {
            // The options of one branch or more, and those of two or more.
            let (mut one, mut two) = (self.some.empty(), self.some.empty());
            for &place in &left {
                let own = self.branch(&branches[place], effort)?.some;
                for ((one, two), own) in one.iter_mut().zip(&mut two).zip(own) {
                    *two |= *one & own;
                    *one |= own;
                }
            }
            let mut alike = vec![];
            for &place in &left {
                let own = self.branch(&branches[place], effort)?.all;
                if own.iter().zip(&two).all(|(own, two)| own & !two == 0) {
                    alike.push(place);
                }
            }
            if alike.len() == left.len() {
                return self.compare(branches, &left, effort);
            }
            left = alike;
        }
        Ok(())
    }

    /// Refuses branches that may have a set in common, by comparing each of them with each other one.
    fn compare(&self, branches: &[Branch], left: &[usize], effort: &mut Effort<'_>) -> Result<(), Refused> {
        for (rank, &place) in left.iter().enumerate() {
            let own = self.branch(&branches[place], effort)?;
            for &other_place in &left[..rank] {
                let other = self.branch(&branches[other_place], effort)?;
                let is_apart = |one: &Known, other: &Known| {
                    one.all.iter().zip(&other.some).any(|(all, some)| all & !some != 0)
                };
                if !is_apart(&own, &other) && !is_apart(&other, &own) {
                    return Err(Fault::Alike(other_place + 1, place + 1).into());
                }
            }
        }
        Ok(())
    }
}
