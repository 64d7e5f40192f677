//! The oracle: tries every set of options, using only the definition of an exact cover.

use combien::problem::{Bounds, Kind, OptionId, Problem};

/// All solutions of a small problem, as sets of option numbers from 0, sorted.
///
/// # Panics
///
/// If the problem has more than 20 options.
pub fn solutions(problem: &Problem) -> Vec<Vec<usize>> {
    let options = problem.option_count();
    assert!(options <= 20, "2^{options} sets are too many");
    let sets = (0u32..1 << options).map(|set| (0..options).filter(|option| set >> option & 1 == 1).collect());
    let mut solutions: Vec<Vec<usize>> = sets.filter(|set: &Vec<usize>| covers(problem, set)).collect();
    solutions.sort();
    solutions
}

/// Is this set of options a solution? Each primary item is in as many of them as its bounds say; each
/// secondary item in at most one, or in several with the same color; and each option has a primary item.
pub fn covers(problem: &Problem, set: &[usize]) -> bool {
    let has_primary = |&option: &usize| {
        problem
            .option(OptionId::from_index(option))
            .iter()
            .any(|entry| problem.kind(entry.item) == Kind::Primary)
    };
    set.iter().all(has_primary)
        && problem.items().all(|item| {
            let entries = set.iter().flat_map(|&option| problem.option(OptionId::from_index(option)));
            let colors: Vec<Option<&str>> = entries
                .filter(|entry| entry.item == item)
                .map(|entry| entry.color.map(|color| problem.color_name(color)))
                .collect();
            match problem.kind(item) {
                Kind::Primary => {
                    let Bounds { lo, hi } = problem.bounds(item);
                    lo as usize <= colors.len() && colors.len() <= hi as usize
                }
                Kind::Secondary => {
                    colors.len() <= 1
                        || (colors[0].is_some() && colors.iter().all(|color| *color == colors[0]))
                }
            }
        })
}
