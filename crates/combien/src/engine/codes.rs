//! The code of an item in a packed state, in as few bits as its options can distinguish.
//!
//! The options that have an item give it one of a few *values*: "covered", or one of its colors. The **code**
//! of the item is 0 while it is free, and k once it has the k-th of its values. A primary item has one value
//! and takes one bit. The code of an item that may be covered several times is a number instead: how often it
//! was covered, as far as that matters.

use crate::problem::{Bounds, Color, Entry, ItemId, Problem};

/// The values that the options of a problem give to each of its items.
#[derive(Clone, Debug)]
pub(super) struct Codes {
    /// Each item's values, ascending: "covered", if some option has the item without a color, then the
    /// colors.
    values: Vec<Vec<Option<Color>>>,
    /// The items that may be covered several times, ascending.
    counters: Vec<(ItemId, Counter)>,
}

/// Counts how often an item is covered, as far as that matters: an item whose upper bound its options cannot
/// exceed is counted only up to its lower bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counter {
    /// The minimum number of times that it must be covered.
    needed: u32,
    /// It is not counted beyond this.
    most: u32,
    /// May it be covered more often than that?
    continues: bool,
}

impl Counter {
    /// The counter of an item that this many options have.
    pub(super) fn new(Bounds { lo, hi }: Bounds, options: u32) -> Counter {
        let needed = lo.min(options + 1);
        let continues = hi >= options;
        Counter { needed, most: if continues { needed } else { hi }, continues }
    }

    /// The greatest number that it reaches.
    pub(super) fn most(self) -> u32 {
        self.most
    }

    /// The number after this one; `None` if the item may not be covered again.
    pub(super) fn next(self, times: u32) -> Option<u32> {
        if times < self.most { Some(times + 1) } else { self.continues.then_some(times) }
    }

    /// Is an item that was covered this number of times covered often enough?
    pub(super) fn is_enough(self, times: u32) -> bool {
        times >= self.needed
    }
}

impl Codes {
    pub(super) fn new(problem: &Problem) -> Codes {
        let mut values = vec![vec![]; problem.item_count()];
        let counters = if problem.has_bounds() { counters(problem) } else { vec![] };
        for &Entry { item, color } in problem.searched_options().flat_map(|option| problem.option(option)) {
            let of_item: &mut Vec<Option<Color>> = &mut values[item.index()];
            if let Err(place) = of_item.binary_search(&color) {
                of_item.insert(place, color);
            }
        }
        Codes { values, counters }
    }

    /// How many values an item can have.
    pub(super) fn values(&self, item: ItemId) -> usize {
        self.values[item.index()].len()
    }

    /// The bits of the item's code.
    pub(super) fn bits(&self, item: ItemId) -> u32 {
        match self.counter(item) {
            Some(counter) => bits_for(counter.most() as usize),
            None => bits_for(self.values(item)),
        }
    }

    /// The counter of an item that may be covered several times.
    pub(super) fn counter(&self, item: ItemId) -> Option<Counter> {
        let place = self.counters.binary_search_by_key(&item, |&(item, _)| item).ok()?;
        Some(self.counters[place].1)
    }

    /// The code of an item that has been given this value; never 0.
    pub(super) fn code(&self, entry: Entry) -> u64 {
        let place = self.values[entry.item.index()].binary_search(&entry.color);
        place.map_or(0, |place| place as u64 + 1)
    }
}

fn counters(problem: &Problem) -> Vec<(ItemId, Counter)> {
    let mut options = vec![0; problem.item_count()];
    for entry in problem.searched_options().flat_map(|option| problem.option(option)) {
        options[entry.item.index()] += 1;
    }
    let bounds = problem.primary_items().map(|item| (item, problem.bounds(item)));
    let several = bounds.filter(|(_, bounds)| bounds.hi > 1);
    several.map(|(item, bounds)| (item, Counter::new(bounds, options[item.index()]))).collect()
}

/// The bits that hold each number up to `largest`.
pub(super) fn bits_for(largest: usize) -> u32 {
    usize::BITS - largest.leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;

    #[test]
    fn items_are_counted_as_far_as_it_matters() {
        let counter = |lo, hi, options| Counter::new(Bounds { lo, hi }, options);
        let counts = |counter: Counter| {
            let times = (0..9).scan(Some(0), |times, _| {
                let now = (*times)?;
                *times = counter.next(now);
                Some((now, counter.is_enough(now)))
            });
            times.collect::<Vec<_>>()
        };
        assert_eq!(counts(counter(1, 2, 5)), [(0, false), (1, true), (2, true)]);
        let twice_or_more = counts(counter(2, 7, 7));
        assert_eq!(twice_or_more[..4], [(0, false), (1, false), (2, true), (2, true)]);
        assert_eq!((counter(0, 9, 3).most(), counter(u32::MAX, u32::MAX, 3).most()), (0, 4));
    }

    #[test]
    fn codes_tell_the_values_of_an_item_apart_and_no_more() {
        let problem = parse("t", "p q | x y z\np x y:A\nq x:A y:B\np y:C\nx:D q\n").unwrap().problem;
        let codes = Codes::new(&problem);
        let bits: Vec<_> = problem.items().map(|item| codes.bits(item)).collect();
        assert_eq!(bits, [1, 1, 2, 2, 0], "z is in no option and has no state");
        let of_x =
            problem.options().flat_map(|option| problem.option(option)).filter(|e| e.item.index() == 2);
        assert_eq!(of_x.map(|&entry| codes.code(entry)).collect::<Vec<_>>(), [1, 2, 3]);
    }
}
