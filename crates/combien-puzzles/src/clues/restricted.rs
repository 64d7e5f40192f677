//! A puzzle as a problem: the problem that its clues leave.

use super::agreement::Agreement;
use super::narrowed::{copy_items, copy_option, own_items};
use combien::problem::{BuildError, Builder, Entry, OptionId, Problem};

/// The problem in which clues are taken: all items, the clues, and the options that agree with them, in the
/// order of the problem. Its solutions are those of the problem that have the clues, one to one. Clues that
/// do not agree, or that are kept out, make a problem without a solution.
///
/// A clue is the only option that is left for each item that it covers. If it covers no item that must be
/// covered exactly once, it gets an additional item, `clue1`.
///
/// ```
/// use combien::problem::dlx;
/// use combien_puzzles::clues::restricted;
/// use combien::solve;
///
/// let problem = dlx::parse("t", "a b c\na\nb\nc\na b\nb c\n")?.problem;
/// assert_eq!(solve::count(&problem)?.to_string(), "3");
/// let clue = problem.options().nth(3).unwrap(); // `a b`
/// let puzzle = restricted(&problem, &[clue])?;
/// let left: Vec<_> = puzzle.options().map(|option| puzzle.show_option(option).to_string()).collect();
/// assert_eq!(left, ["c", "a b"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn restricted(problem: &Problem, clues: &[OptionId]) -> Result<Problem, BuildError> {
    let mut clues = clues.to_vec();
    clues.sort_unstable();
    clues.dedup();
    let mut agreement = Agreement::new(problem);
    let is_sound = agreement.is_among(problem, &clues);
    let mut builder = Builder::new();
    let own_items = own_items(problem, &clues, is_sound, "clue", &mut builder)?;
    let items = copy_items(problem, &mut builder)?;
    if !is_sound {
        return Ok(builder.build());
    }
    let mut options = agreement.agreeing(problem, &clues);
    options.extend(&clues);
    options.sort_unstable();
    for option in options {
        let mut entries: Vec<Entry> = vec![];
        for entry in problem.option(option) {
            let color = entry.color.map(|color| builder.color(problem.color_name(color)));
            entries.push(Entry { item: items[entry.item.index()], color });
        }
        if let Ok(place) = clues.binary_search(&option) {
            entries.extend(own_items[place].map(Entry::from));
        }
        copy_option(problem, option, entries, &mut builder)?;
    }
    Ok(builder.build())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clues::narrowed;
    use combien::problem::dlx;

    #[test]
    fn what_is_left_keeps_its_costs() {
        let problem = dlx::parse("t", "a b c\na |5\na b |2.5\nb |-1\nc |7\n").unwrap().problem;
        let clue = OptionId::from_index(2);
        let left = restricted(&problem, &[clue]).unwrap();
        let costs = |left: &Problem| left.options().map(|option| left.cost(option)).collect::<Vec<_>>();
        assert_eq!((costs(&left), left.cost_places()), (vec![5, -1, 7], 0));
        let left = narrowed(&problem, &[clue], &[]).unwrap();
        assert_eq!((costs(&left), left.cost_places()), (vec![50, 25, -10, 70], 1));
    }
}
