//! Problems whose solutions have at most two options, because each option has more than a third of the items:
//! a board that is cut into halves. The second option is what the first leaves, and it is looked up.

use std::collections::HashMap;

use crate::budget::Budget;
use crate::count::Count;
use crate::problem::{Bounds, Kind, Problem};

/// With fewer options the enumeration is done at once.
const FEWEST: usize = 1 << 12;
/// What an option takes in the table.
const BYTES: u64 = 1 << 6;

/// The number of solutions, in time linear in the entries; `None` if the problem is another, or small.
pub(super) fn count(problem: &Problem, budget: &Budget) -> Option<Count> {
    let options = problem.option_count();
    let is_worth = options >= FEWEST && options as u64 * BYTES <= budget.memory();
    if is_worth { looked_up(problem) } else { None }
}

fn looked_up(problem: &Problem) -> Option<Count> {
    let items = problem.item_count();
    let is_large = |option| 3 * problem.option(option).len() > items;
    if items > u128::BITS as usize || !problem.options().all(is_large) {
        return None;
    }
    let is_once = |item| problem.kind(item) == Kind::Primary && problem.bounds(item) == Bounds::ONCE;
    if !problem.items().all(is_once) {
        return None;
    }
    let mut times: HashMap<u128, u64> = HashMap::new();
    for option in problem.options() {
        let set = problem.option(option).iter().fold(0, |set, entry| set | 1 << entry.item.index());
        *times.entry(set).or_default() += 1;
    }
    let all = problem.items().fold(0, |all, item| all | 1 << item.index());
    let mut count = Count::from(times.get(&all).copied().unwrap_or(0));
    for (&set, &here) in times.iter().filter(|&(&set, _)| set < all ^ set) {
        // Neither has more than 2^32 options.
        count += &Count::from(here * times.get(&(all ^ set)).copied().unwrap_or(0));
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{self, Engine};

    /// Random options of three to six of six items, some of them equal, against a search.
    #[test]
    fn pairs_are_as_many_as_a_search_finds() {
        let mut state = 1_u64;
        let mut below = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % bound
        };
        let mut found = 0;
        for _ in 0..300 {
            let sets = (0..below(40)).map(|_| below(63) + 1).filter(|set| set.count_ones() > 2);
            let lists = sets.map(|set| (0..6).filter(|item| set >> item & 1 == 1).collect::<Vec<usize>>());
            let problem = Problem::from_lists(6, None, lists).unwrap();
            let searched = solve::Count::of(&problem).by(Engine::Links).run().unwrap().outcome;
            let counted = looked_up(&problem).unwrap();
            found += u32::from(counted > Count::ZERO);
            assert_eq!(&counted, searched.certain());
        }
        assert!(found > 100, "{found}");
        let domino = Problem::from_lists(6, None, [vec![0, 1], vec![2, 3, 4, 5]]).unwrap();
        assert_eq!(looked_up(&domino), None);
    }
}
