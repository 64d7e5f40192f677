//! The classes of conjugate elements of a large group, found without a visit to each element.
//!
//! The group must be that of *all* automorphisms of its problem that keep its orbits of options and items:
//! each automorphism group is, and so are many subgroups, such as the isotopies of Latin squares. Then the
//! elements that commute with an element `g` are the automorphisms of the problem with `g` drawn into it;
//! they are counted by the search that finds automorphisms. A class has as many elements as the group,
//! divided by these.
//!
//! Candidates are random elements, their powers (an element of a small class is often a power of one of a
//! large class), and products of elements of small classes. One with a new
//! [look](crate::automorphisms::Looks) is in a new class. It is only when candidates with known looks should
//! be in classes that are missing that they are compared one by one.
//!
//! The search is over when the sizes of the classes add up to the order of the group: that is the proof that
//! none is missing. So chance has a part only in the time that it takes, and chance is from a fixed seed.

use std::collections::HashMap;

use super::group::{Class, go_on};
use super::limits::fit;
use super::walk::Walk;
use super::{GroupError, Symmetries};
use crate::automorphisms::{Kept, Looks, are_conjugate, find};
use crate::budget::Effort;
use crate::count::Count;
use crate::problem::{Automorphism, ItemId, OptionId, Problem};
use crate::random::SplitMix64;
use crate::solve::{Budget, Outcome, Reason};

/// The most nodes of a search for the elements that commute with one. Mostly it takes a few dozen.
const MOST_NODES: u64 = 1 << 16;

/// The most candidates in a row that are in known classes. For a group that could be visited, fewer: a visit
/// to all elements takes not much longer then.
const MOST_IN_VAIN: u64 = 1 << 17;
const LEAST_IN_VAIN: u64 = 1 << 10;

/// Candidates are compared one by one when this many of those seen should have been in missing classes.
const MISSED: u64 = 16;

/// The steps of the random walk before its first element is used.
const FIRST_STEPS: usize = 60;

/// The classes, the identity's first. Returns `None` if the group is not of the kind that is needed, or if
/// the search was cancelled.
pub(super) fn classes(
    problem: &Problem,
    group: &Symmetries,
    budget: &Budget,
) -> Result<Option<Vec<Class>>, GroupError> {
    let within = Budget { nodes: Some(MOST_NODES), ..budget.clone() };
    let options = numbers(&group.orbits_within(budget)?, OptionId::index);
    let items = numbers(&group.item_orbits_within(budget)?, ItemId::index);
    let marks = Kept { items: &items, options: &options, permutation: None };
    match find(problem, marks, &within) {
        Outcome::Answer(found) if found.order == group.order() => {}
        Outcome::Answer(_) | Outcome::Stopped { reason: Reason::Nodes(_), .. } => return Ok(None),
        Outcome::Stopped { reason, .. } => return Err(reason.into()),
    }
    let mut effort = Effort::within(budget);
    let most_in_vain = group.order().to_u64().map_or(MOST_IN_VAIN, |order| order / 64);
    let mut search = Search {
        problem,
        group,
        marks,
        looks: Looks::new(problem, marks, group.identity(), group.generators(), &mut effort)?,
        order: group.order(),
        within: &within,
        effort,
        classes: vec![],
        by_size: vec![],
        by_look: HashMap::new(),
        missing: group.order(),
        in_vain: 0,
        most_in_vain: most_in_vain.clamp(LEAST_IN_VAIN, MOST_IN_VAIN),
        random: SplitMix64::new(0),
    };
    match search.run() {
        Ok(true) => Ok(Some(search.classes)),
        Ok(false) | Err(GroupError::Stopped(Reason::Nodes(_))) => Ok(None),
        Err(error) => Err(error),
    }
}

fn numbers<T: Copy>(orbits: &[T], index: impl Fn(T) -> usize) -> Vec<u32> {
    orbits.iter().map(|&least| index(least) as u32).collect()
}

struct Search<'a> {
    problem: &'a Problem,
    group: &'a Symmetries,
    /// The orbits of the group.
    marks: Kept<'a>,
    looks: Looks,
    order: Count,
    /// The budget of a search for automorphisms.
    within: &'a Budget,
    effort: Effort<'a>,
    /// Invariant: no two are the same class, and their sizes and `missing` add up to the order.
    classes: Vec<Class>,
    /// The classes, small ones first.
    by_size: Vec<usize>,
    /// The classes with a look.
    by_look: HashMap<u64, Vec<usize>>,
    missing: Count,
    /// How many candidates were in known classes since the last new one.
    in_vain: u64,
    most_in_vain: u64,
    random: SplitMix64,
}

impl Search<'_> {
    /// Are these all classes? False if the search was cancelled.
    fn run(&mut self) -> Result<bool, GroupError> {
        self.meet(self.group.identity().clone())?;
        let mut walk =
            Walk::new(self.group.generators(), self.group.identity(), FIRST_STEPS, &mut self.random);
        while !self.missing.is_zero() {
            if self.in_vain > self.most_in_vain {
                return Ok(false);
            }
            let random = walk.next(&mut self.random);
            let product = self.small().then(&random.inverse()).then(&self.small()).then(&random);
            self.meet(random)?;
            self.meet(product)?;
        }
        Ok(true)
    }

    /// The representative of a class, of a small one more often.
    fn small(&mut self) -> Automorphism {
        let part = self.random.part();
        let place = (part * part * part * self.classes.len() as f64) as usize;
        self.classes[self.by_size[place]].representative.clone()
    }

    /// Looks at a candidate; and if its class is new, at its powers.
    fn meet(&mut self, candidate: Automorphism) -> Result<(), GroupError> {
        let mut candidates = vec![candidate];
        while let Some(candidate) = candidates.pop() {
            self.effort.spend(self.looks.work())?;
            let look = self.looks.of(&candidate);
            if self.is_known(look, &candidate)? {
                self.in_vain += 1;
                continue;
            }
            candidates.extend(prime_divisors(candidate.period()).map(|prime| power(&candidate, prime)));
            self.add(look, candidate)?;
        }
        Ok(())
    }

    fn is_known(&self, look: u64, candidate: &Automorphism) -> Result<bool, GroupError> {
        let Some(alike) = self.by_look.get(&look) else { return Ok(false) };
        // If each element is equally likely, this number of candidates should have been in missing classes.
        let is_due = &self.missing * &Count::from(self.in_vain) > &self.order * &Count::from(MISSED);
        if !is_due {
            return Ok(true);
        }
        for &class in alike {
            let pair = (&self.classes[class].representative, candidate);
            if are_conjugate(self.problem, self.marks, pair, self.within)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds the class of an element. It must be new.
    fn add(&mut self, look: u64, representative: Automorphism) -> Result<(), GroupError> {
        go_on(self.within)?;
        let kept = Kept { permutation: Some(&representative), ..self.marks };
        let commuting = match find(self.problem, kept, self.within) {
            Outcome::Answer(found) => found.order,
            Outcome::Stopped { reason, .. } => return Err(reason.into()),
        };
        let (size, rest) = self.order.divided_by(&commuting);
        assert!(rest.is_zero(), "{commuting} elements commute with one, in a group of {}", self.order);
        let missing = self.missing.checked_sub(&size);
        self.missing = missing.unwrap_or_else(|| panic!("the classes have more elements than the group"));
        let place = self.by_size.partition_point(|&class| self.classes[class].size <= size);
        self.by_size.insert(place, self.classes.len());
        self.by_look.entry(look).or_default().push(self.classes.len());
        self.classes.push(Class { representative, size });
        self.in_vain = 0;
        Ok(fit((self.classes.len() + 1) * (self.group.bytes_of_element() + size_of::<Class>()), self.within)?)
    }
}

fn power(element: &Automorphism, mut exponent: u64) -> Automorphism {
    let (mut square, mut power) = (element.clone(), None::<Automorphism>);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = Some(power.map_or_else(|| square.clone(), |power| power.then(&square)));
        }
        square = square.then(&square);
        exponent /= 2;
    }
    power.unwrap_or_else(|| unreachable!("a prime is not zero"))
}

fn prime_divisors(number: u64) -> impl Iterator<Item = u64> {
    let (mut left, mut divisor) = (number, 2);
    std::iter::from_fn(move || {
        while left > 1 {
            if left.is_multiple_of(divisor) {
                while left.is_multiple_of(divisor) {
                    left /= divisor;
                }
                return Some(divisor);
            }
            divisor += 1;
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::classes::Classes;
    use super::super::{automorphisms, automorphisms_keeping};
    use super::*;
    use crate::problem::{Builder, Entry, dlx};

    fn group(problem: &Problem, sets: &[Vec<ItemId>]) -> Symmetries {
        let found = automorphisms_keeping(problem, sets, &Budget::UNLIMITED);
        let generators = found.certain().generators.clone();
        Symmetries::generated_by(problem, generators, &Budget::UNLIMITED).unwrap()
    }

    fn found(problem: &Problem, group: &Symmetries) -> Option<Vec<Class>> {
        classes(problem, group, &Budget::UNLIMITED).unwrap()
    }

    /// The sizes, ascending, with the periods.
    fn sizes(classes: &[Class]) -> Vec<(u64, u64)> {
        let size = |class: &Class| (class.representative.period(), class.size.to_u64().unwrap());
        let mut sizes: Vec<_> = classes.iter().map(size).collect();
        sizes.sort_unstable();
        sizes
    }

    fn points(names: impl Iterator<Item = Vec<usize>>, points: usize) -> Problem {
        let mut builder = Builder::new();
        let items: Vec<_> = (0..points).map(|point| builder.primary(&point.to_string()).unwrap()).collect();
        for option in names {
            builder.option(option.into_iter().map(|point| Entry::from(items[point]))).unwrap();
        }
        builder.build()
    }

    /// The classes of the symmetric group are the partitions of the number of points (OEIS A000041); of even
    /// and odd parts as sets of two kinds, pairs of partitions.
    #[test]
    fn classes_of_symmetric_groups() {
        for (n, partitions) in [(5, 7), (8, 22), (10, 42), (12, 77), (14, 135)] {
            let pairs = (0..n).flat_map(|b| (0..b).map(move |a| vec![a, b]));
            let problem = points(pairs, n);
            let group = group(&problem, &[]);
            assert_eq!(found(&problem, &group).unwrap().len(), partitions, "{n}");
        }
        let problem = points((0..10).flat_map(|b| (0..b).map(move |a| vec![a, b])), 10);
        let half = problem.items().take(4).collect();
        assert_eq!(found(&problem, &group(&problem, &[half])).unwrap().len(), 5 * 11, "4 points and 6");
    }

    /// Two generators of a group of order 20 that keeps no orbits but one, and is not all that does.
    #[test]
    fn groups_of_another_kind_are_refused() {
        let problem = points((0..5).map(|point| vec![point]), 5);
        let acting = |factor: usize, add: usize| {
            let options = (0..5).map(|point| OptionId::from_index((factor * point + add) % 5)).collect();
            Automorphism::of_options(&problem, options).unwrap()
        };
        let group =
            Symmetries::generated_by(&problem, [acting(1, 1), acting(2, 0)], &Budget::UNLIMITED).unwrap();
        assert_eq!(group.order(), Count::from(20u64));
        assert!(found(&problem, &group).is_none());
        assert_eq!(group.classes(&problem, &Budget::UNLIMITED).unwrap().len(), 5);
    }

    /// A turn of the directed square and its inverse have the same look, and are not conjugate.
    #[test]
    fn equal_looks_are_compared() {
        let text =
            "a b c d | x y z w\na x:1 y:2\nb y:1 z:2\nc z:1 w:2\nd w:1 x:2\na b x\nb c y\nc d z\nd a w\n";
        let problem = dlx::parse("t.dlx", text).unwrap().problem;
        let found_all = automorphisms(&problem, &Budget::UNLIMITED);
        let group =
            Symmetries::generated_by(&problem, found_all.certain().generators.clone(), &Budget::UNLIMITED)
                .unwrap();
        let found = found(&problem, &group).unwrap();
        assert_eq!(sizes(&found), sizes(&Classes::new(&group).unwrap().all(&Budget::UNLIMITED).unwrap()));
    }

    proptest! {
        /// The classes are those that a visit to each element finds, also if some items are kept apart.
        #[test]
        fn as_by_visiting(
            options in proptest::collection::vec(proptest::collection::vec((0..6usize, 0..3u32), 0..4), 0..7),
            kept in proptest::collection::vec(0..6usize, 0..3),
        ) {
            let mut builder = Builder::new();
            let items: Vec<_> = (0..6).map(|item| if item < 3 {
                builder.primary(&item.to_string()).unwrap()
            } else {
                builder.secondary(&item.to_string()).unwrap()
            }).collect();
            let colors = [1, 2].map(|color| builder.color(&color.to_string()));
            for option in options {
                let option: HashMap<usize, u32> = option.into_iter().collect();
                let mut option: Vec<_> = option.into_iter().collect();
                option.sort_unstable();
                let entries = option.into_iter().map(|(item, color)| match color {
                    1.. if item >= 3 => items[item].colored(colors[color as usize - 1]),
                    _ => Entry::from(items[item]),
                });
                builder.option(entries).unwrap();
            }
            let problem = builder.build();
            let kept: Vec<ItemId> = kept.into_iter().map(|item| items[item]).collect();
            let group = group(&problem, &[kept]);
            prop_assume!(group.order() < Count::from(6000u64));
            let visited = Classes::new(&group).unwrap().all(&Budget::UNLIMITED).unwrap();
            if let Some(found) = found(&problem, &group) {
                prop_assert!(found[0].representative.is_identity());
                prop_assert_eq!(sizes(&found), sizes(&visited));
            }
        }
    }
}
