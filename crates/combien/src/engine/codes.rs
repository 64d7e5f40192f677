//! What a packed state says of an item, in as few bits as its options can tell apart.
//!
//! The options that have an item give it one of a few *values*: "covered", or one of its colors. The **code** of the
//! item is 0 while it is free, and k once it has the k-th of its values. A primary item has one value and takes one bit.

use crate::problem::{Color, Entry, ItemId, Problem};

/// The values that the options of a problem give to each of its items.
#[derive(Clone, Debug)]
pub(super) struct Codes {
    /// Each item's values, ascending: "covered", where some option wants it so, then the colors.
    values: Vec<Vec<Option<Color>>>,
}

impl Codes {
    pub(super) fn new(problem: &Problem) -> Codes {
        let mut values = vec![vec![]; problem.item_count()];
        for &Entry { item, color } in problem.searched_options().flat_map(|option| problem.option(option)) {
            let of_item: &mut Vec<Option<Color>> = &mut values[item.index()];
            if let Err(place) = of_item.binary_search(&color) {
                of_item.insert(place, color);
            }
        }
        Codes { values }
    }

    /// How many values an item can have.
    pub(super) fn values(&self, item: ItemId) -> usize {
        self.values[item.index()].len()
    }

    /// The bits of the item's code.
    pub(super) fn bits(&self, item: ItemId) -> u32 {
        bits_for(self.values(item))
    }

    /// The code of an item that has been given this value; never 0.
    pub(super) fn code(&self, entry: Entry) -> u64 {
        let place = self.values[entry.item.index()].binary_search(&entry.color);
        place.map_or(0, |place| place as u64 + 1)
    }
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
