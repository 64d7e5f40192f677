//! Splits the remaining problem into parts without common items, each a problem.

use std::cmp::Reverse;
use std::sync::Arc;

use super::lists::Lists;
use crate::problem::{Builder, ItemId, Kind, OptionId, Problem};

/// A part of a reduced problem that shares no item with any other part.
#[derive(Clone, Debug)]
pub struct Component {
    problem: Problem,
    originals: Arc<[OptionId]>,
}

impl Component {
    /// The part as a problem of its own. Its items and options have their names and their order, and new
    /// numbers.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The options of the original problem that its options are, in ascending order.
    pub fn originals(&self) -> &[OptionId] {
        &self.originals
    }

    /// The option of the original problem that this option of the part is.
    pub fn original(&self, option: OptionId) -> OptionId {
        self.originals[option.index()]
    }

    /// The problem with some of its options, in ascending order, and all its items.
    pub(crate) fn with_options(problem: &Problem, options: Vec<OptionId>) -> Component {
        let items: Vec<ItemId> = problem.items().collect();
        Component::new(problem, &items, options, &mut Numbers::new(items.len()))
    }

    /// The part of these items and options. An entry whose item `number` does not number is left out.
    pub(super) fn new(
        original: &Problem,
        items: &[ItemId],
        options: Vec<OptionId>,
        numbers: &mut Numbers,
    ) -> Component {
        const FITS: &str = "a part of a problem is as sound as the whole";
        let mut builder = Builder::new();
        for &item in items {
            let name = original.item_name(item);
            let number = match original.kind(item) {
                Kind::Primary => builder.bounded(name, original.bounds(item)),
                Kind::Secondary => builder.secondary(name),
            };
            numbers.0[item.index()] = Some(number.expect(FITS));
        }
        for &option in &options {
            let mut entries = vec![];
            for entry in original.option(option) {
                if let Some(item) = numbers.0[entry.item.index()] {
                    entries.push(match entry.color {
                        Some(color) => item.colored(builder.color(original.color_name(color))),
                        None => item.into(),
                    });
                }
            }
            let number = builder.option(entries).expect(FITS);
            builder.cost(number, original.decimal_cost(option)).expect(FITS);
            if let Some(name) = original.option_name(option) {
                builder.name_option(number, name);
            }
        }
        Component { problem: builder.build(), originals: options.into() }
    }
}

/// The number that an item has in its part, if it is in one.
pub(super) struct Numbers(Vec<Option<ItemId>>);

impl Numbers {
    pub(super) fn new(items: usize) -> Numbers {
        Numbers(vec![None; items])
    }
}

/// The components, sorted by their number of options, largest first. Equally large ones are in the order of
/// their first options.
pub(super) fn components(lists: &Lists<'_>) -> Vec<Component> {
    let problem = lists.problem;
    let mut sets = Sets::new(problem.item_count());
    let options = || problem.options().filter(|&option| lists.is_there(option));
    for option in options() {
        let mut items = lists.open_entries(option).map(|entry| entry.item.index());
        if let Some(first) = items.next() {
            items.for_each(|item| sets.unite(first, item));
        }
    }
    let mut parts: Vec<(Vec<ItemId>, Vec<OptionId>)> = vec![];
    let mut part_of_root = vec![None; problem.item_count()];
    for option in options() {
        let Some(entry) = lists.open_entries(option).next() else { continue };
        let part = part_of_root[sets.root(entry.item.index())].get_or_insert_with(|| {
            parts.push((vec![], vec![]));
            parts.len() - 1
        });
        parts[*part].1.push(option);
    }
    for item in problem.items().filter(|&item| lists.is_open(item)) {
        // A secondary item without options is in no component.
        if let Some(part) = part_of_root[sets.root(item.index())] {
            parts[part].0.push(item);
        }
    }
    parts.sort_by_key(|(_, options)| Reverse(options.len()));
    let mut numbers = Numbers::new(problem.item_count());
    parts.into_iter().map(|(items, options)| Component::new(problem, &items, options, &mut numbers)).collect()
}

/// Disjoint sets of numbers (Tarjan), each with its smallest member as root.
struct Sets(Vec<u32>);

impl Sets {
    fn new(size: usize) -> Sets {
        Sets((0..size as u32).collect())
    }

    fn root(&mut self, mut member: usize) -> usize {
        while self.0[member] as usize != member {
            // Halving the path on the way keeps it short.
            self.0[member] = self.0[self.0[member] as usize];
            member = self.0[member] as usize;
        }
        member
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b) as u32;
    }
}
