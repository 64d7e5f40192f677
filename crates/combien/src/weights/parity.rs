//! Arguments modulo 2, by words of bits: they take less than it takes to write down the rows of all others.

use super::{Weights, is_fixed};
use crate::budget::{Effort, Reason};
use crate::problem::{ItemId, Problem};

const BITS: usize = u64::BITS as usize;
/// This many words are added in the time of a unit of work.
const WORDS_OF_A_UNIT: usize = 16;

/// What it takes at most: each entry is added once, and for each item all vectors may change once.
pub(super) fn work(problem: &Problem) -> usize {
    let items = problem.item_count();
    let added = problem.entry_count().saturating_add(items.saturating_mul(items));
    problem.entry_count() / 2 + added.saturating_mul(items.div_ceil(BITS)) / WORDS_OF_A_UNIT
}

/// Items of which each option has an even number, while an odd number must be covered, if there are such.
///
/// **Invariant.** The vectors are sets of items, and their sums are all the sets of which each option so far
/// has an even number. If an option has an odd number of some of them, one of these is added to the others,
/// and dropped. The table is transposed, so that an option is a sum of few rows: `row(item)` has a bit for
/// each vector that contains the item.
pub(super) fn weights(problem: &Problem, effort: &mut Effort<'_>) -> Result<Option<Weights>, Reason> {
    let fixed: Vec<ItemId> = problem.items().filter(|&item| is_fixed(problem, item)).collect();
    let words = fixed.len().div_ceil(BITS);
    if words == 0 || words.saturating_mul(problem.item_count()) > effort.most_numbers() {
        return Ok(None);
    }
    // Rows of items without a weight stay empty.
    let mut rows = vec![0; words * problem.item_count()];
    for (vector, item) in fixed.iter().enumerate() {
        rows[item.index() * words + vector / BITS] |= 1 << (vector % BITS);
    }
    let sum = |rows: &[u64], items: &mut dyn Iterator<Item = ItemId>| {
        let mut sum = vec![0; words];
        items.for_each(|item| add(&mut sum, &rows[item.index() * words..][..words]));
        sum
    };
    for option in problem.searched_options() {
        let entries = problem.option(option);
        effort.spend(entries.len() * words)?;
        let odd = sum(&rows, &mut entries.iter().map(|entry| entry.item));
        let Some(dropped) = first(&odd) else { continue };
        effort.spend(rows.len())?;
        rows.chunks_exact_mut(words).filter(|row| has(row, dropped)).for_each(|row| add(row, &odd));
    }
    let mut must = fixed.iter().copied().filter(|&item| problem.bounds(item).lo % 2 == 1);
    let Some(odd) = first(&sum(&rows, &mut must)) else { return Ok(None) };
    let is_in = |item: &ItemId| has(&rows[item.index() * words..][..words], odd);
    let of = fixed.into_iter().filter(is_in).map(|item| (item, 1)).collect();
    let found = Weights { modulus: Some(2), of };
    assert!(found.holds(problem), "weights were found that prove nothing");
    Ok(Some(found))
}

fn add(sum: &mut [u64], row: &[u64]) {
    for (sum, row) in sum.iter_mut().zip(row) {
        *sum ^= row;
    }
}

fn has(row: &[u64], vector: usize) -> bool {
    row[vector / BITS] >> (vector % BITS) & 1 == 1
}

/// The first vector of a row.
fn first(row: &[u64]) -> Option<usize> {
    let word = row.iter().position(|&word| word != 0)?;
    Some(word * BITS + row[word].trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::super::system::{Class, Classes, System};
    use super::*;
    use crate::budget::Budget;
    use crate::random::SplitMix64;

    /// Up to seventy items, so that vectors take two words, and as many options as leave some weights.
    #[test]
    fn weights_are_found_where_there_are_some() {
        let (mut random, mut found) = (SplitMix64::new(7), [0; 2]);
        for _ in 0..300 {
            let items = 2 + random.place(68);
            let options = (0..items.saturating_sub(random.place(4))).map(|_| {
                let first = random.place(items);
                let others = (0..items).filter(|&item| item != first && random.place(3) == 0);
                [first].into_iter().chain(others).collect::<Vec<usize>>()
            });
            let problem = Problem::from_lists(items, None, options.collect::<Vec<_>>()).unwrap();
            let effort = &mut Effort::within(&Budget::UNLIMITED);
            let system = System::new(&problem, &Classes::single(&problem), Class::is_fixed, effort).unwrap();
            let there = system.weights(2, 2, &mut (1 << 24), effort).unwrap();
            let here = weights(&problem, effort).unwrap();
            assert_eq!(here.is_some(), there.is_some(), "{problem:?}");
            found[usize::from(here.is_some())] += 1;
        }
        assert!(found.iter().all(|&times| times > 50), "{found:?}");
    }
}
