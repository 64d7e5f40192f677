//! Equal options as one: a smaller problem for counts up to all automorphisms.
//!
//! Equal options can be exchanged, and each permutation of them is an automorphism. Up to these, a solution
//! is known by how many of each class of equal options it takes. The permutations are a normal subgroup, and
//! what is left of the group takes classes to classes. So the orbits of the solutions are those of the
//! numbers, under a group that is smaller by a product of factorials: a hundred equal options have 100!
//! permutations, and nothing is left of them.

use super::CountError;
use super::group::{GroupError, go_on};
use crate::automorphisms::{Generated, Twins};
use crate::budget::Effort;
use crate::count::Count;
use crate::problem::{Automorphism, BuildError, Builder, Entry, ItemId, Kind, OptionId, Problem};
use crate::solve::Budget;

/// A class of equal options, and the options that stand for it.
struct Class {
    first: usize,
    /// How many of the class a solution may take.
    most: u32,
}

impl Class {
    /// How many options stand for it.
    fn len(&self) -> usize {
        if self.most == 1 { 1 } else { 3 * self.most as usize - 1 }
    }
}

/// The problem whose solutions say how many of each class of equal options are taken, and the automorphisms
/// of it that those of the problem make. They must be all that keep some sets of items. `None` if no two
/// options are equal.
pub(super) fn grouped(
    problem: &Problem,
    found: &Generated,
    budget: &Budget,
) -> Result<Option<(Problem, Generated)>, CountError> {
    let sorted = |option: OptionId| {
        let mut entries = problem.option(option).to_vec();
        entries.sort_unstable();
        entries
    };
    let key = |option: OptionId| (sorted(option), problem.option(option).len());
    let twins = Twins::new(problem.options().map(key), &mut Effort::within(budget))
        .map_err(|reason| CountError::Group(GroupError::Stopped(reason)))?;
    if twins.count() == problem.option_count() {
        return Ok(None);
    }
    let (smaller, classes) = build(problem, &twins).map_err(|error| CountError::Quotient(error.into()))?;
    let mut class_of = vec![0; problem.option_count()];
    for (number, class) in twins.classes().enumerate() {
        for &option in class {
            class_of[option as usize] = number;
        }
    }
    let mut generators = vec![];
    for generator in &found.generators {
        go_on(budget).map_err(CountError::Group)?;
        let image =
            |class: &[u32]| class_of[generator.option(OptionId::from_index(class[0] as usize)).index()];
        let options = twins.classes().zip(&classes).flat_map(|(members, class)| {
            let to = classes[image(members)].first;
            (to..to + class.len()).map(OptionId::from_index)
        });
        // What exchanges equal options alone is nothing here.
        let Ok(made) = Automorphism::of_options(&smaller, options.collect()) else { return Ok(None) };
        if !made.is_identity() {
            generators.push(made);
        }
    }
    let mut exchanges = Count::ONE;
    for class in twins.classes() {
        exchanges = (2..=class.len() as u64).fold(exchanges, |product, number| product * Count::from(number));
    }
    let (order, _) = found.order.divided_by(&exchanges);
    Ok(Some((smaller, Generated { generators, order, nodes: found.nodes })))
}

/// The problem with one option for each class that can be taken once at most. Of the others, each further one
/// may be taken only after the one before: slots in a row, each with a primary item, are taken or not, and a
/// color between two of them says whether the first is.
fn build(problem: &Problem, twins: &Twins) -> Result<(Problem, Vec<Class>), BuildError> {
    let mut builder = Builder::new();
    for item in problem.items() {
        match problem.kind(item) {
            Kind::Primary => builder.bounded(problem.item_name(item), problem.bounds(item))?,
            Kind::Secondary => builder.secondary(problem.item_name(item))?,
        };
    }
    let colors: Vec<_> = problem.colors().map(|color| builder.color(problem.color_name(color))).collect();
    let (yes, no) = (builder.color("taken"), builder.color("left"));
    let (mut classes, mut first) = (vec![], 0);
    for members in twins.classes() {
        let option = OptionId::from_index(members[0] as usize);
        let entries: Vec<Entry> = (problem.option(option).iter())
            .map(|entry| Entry { item: entry.item, color: entry.color.map(|color| colors[color.index()]) })
            .collect();
        let class = Class { first, most: most_of(problem, option, members.len()) };
        first += class.len();
        if class.most == 1 {
            builder.option(entries)?;
        } else {
            let mut before: Option<ItemId> = None;
            for number in 1..=class.most {
                let slot = fresh(&mut builder, Kind::Primary, option, number)?;
                let after = fresh(&mut builder, Kind::Secondary, option, number)?;
                let with = |of_before, of_after| {
                    let before = before.map(|item: ItemId| item.colored(of_before));
                    [Entry::from(slot), after.colored(of_after)].into_iter().chain(before)
                };
                builder.option(entries.iter().copied().chain(with(yes, yes)))?;
                builder.option(with(yes, no))?;
                if before.is_some() {
                    builder.option(with(no, no))?;
                }
                before = Some(after);
            }
        }
        classes.push(class);
    }
    Ok((builder.build(), classes))
}

/// How many of a number of options equal to this one a solution may take, 1 at least.
fn most_of(problem: &Problem, option: OptionId, number: usize) -> u32 {
    let of_item = |entry: &Entry| match (problem.kind(entry.item), entry.color) {
        (Kind::Primary, _) => problem.bounds(entry.item).hi,
        (Kind::Secondary, Some(_)) => u32::MAX,
        (Kind::Secondary, None) => 1,
    };
    let most = problem.option(option).iter().map(of_item).min().unwrap_or(1);
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    if problem.is_kept_out(option) { 1 } else { most.min(number) }
}

/// An item with a name that no other has.
fn fresh(builder: &mut Builder, kind: Kind, option: OptionId, slot: u32) -> Result<ItemId, BuildError> {
    let mut name = format!("{kind:?} {slot} of {}", option.number());
    while builder.so_far().item_by_name(&name).is_some() {
        name.push('\'');
    }
    builder.item(&name, kind)
}
