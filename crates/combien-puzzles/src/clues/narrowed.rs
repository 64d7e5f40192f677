//! A problem in which some options are taken and others are forbidden.

use super::agreement::Agreement;
use combien::problem::{Bounds, BuildError, Builder, Entry, ItemId, Kind, OptionId, Problem};

/// The problem in which some options are taken and others are forbidden. Items and options keep their
/// numbers. Its solutions are those of the problem that have all options taken and none of those forbidden.
///
/// Options that are not possible any more lose their entries, so they are [kept out](Problem::kept_out). An
/// option that is taken is the only one that is left for each item that it covers. If it covers no item that
/// must be covered exactly once, it gets an additional item, `taken1`, after all others. Options taken that
/// contradict each other make a problem without a solution.
///
/// [`restricted`](super::restricted) makes a smaller problem, with other numbers.
///
/// ```
/// use combien::problem::dlx;
/// use combien_puzzles::clues::narrowed;
/// use combien::solve;
///
/// let problem = dlx::parse("t", "a b c\na\nb\nc\na b\nb c\n")?.problem;
/// let [a, b, ..] = problem.options().collect::<Vec<_>>()[..] else { unreachable!() };
/// let left = narrowed(&problem, &[a], &[b])?;
/// // Only `a` and `b c` are left.
/// assert_eq!(solve::first(&left)?.unwrap().options().iter().map(|option| option.number()).collect::<Vec<_>>(), [1, 5]);
/// assert_eq!(solve::count(&left)?.to_string(), "1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn narrowed(
    problem: &Problem,
    taken: &[OptionId],
    forbidden: &[OptionId],
) -> Result<Problem, BuildError> {
    let mut taken = taken.to_vec();
    taken.sort_unstable();
    taken.dedup();
    let mut agreement = Agreement::new(problem);
    let is_sound =
        agreement.is_among(problem, &taken) && !taken.iter().any(|option| forbidden.contains(option));
    let mut is_left = vec![false; problem.option_count()];
    if is_sound {
        let agreeing = agreement.agreeing(problem, &taken);
        agreeing.iter().chain(&taken).for_each(|option| is_left[option.index()] = true);
        let known = forbidden.iter().filter(|option| option.index() < problem.option_count());
        known.for_each(|option| is_left[option.index()] = false);
    }
    let mut builder = Builder::new();
    let items = copy_items(problem, &mut builder)?;
    // The colors keep their numbers, too.
    problem.colors().for_each(|color| _ = builder.color(problem.color_name(color)));
    let own_items = own_items(problem, &taken, is_sound, "taken", &mut builder)?;
    for option in problem.options() {
        let mut entries: Vec<Entry> = vec![];
        if is_left[option.index()] {
            let entry = |entry: &Entry| Entry { item: items[entry.item.index()], ..*entry };
            entries.extend(problem.option(option).iter().map(entry));
            entries.extend(
                taken.binary_search(&option).ok().and_then(|place| own_items[place]).map(Entry::from),
            );
        }
        copy_option(problem, option, entries, &mut builder)?;
    }
    Ok(builder.build())
}

/// Adds all items of a problem.
pub(super) fn copy_items(problem: &Problem, builder: &mut Builder) -> Result<Vec<ItemId>, BuildError> {
    let copied = |item: ItemId| match problem.kind(item) {
        Kind::Primary => builder.bounded(problem.item_name(item), problem.bounds(item)),
        Kind::Secondary => builder.secondary(problem.item_name(item)),
    };
    problem.items().map(copied).collect()
}

/// Adds an option with these entries, and with the cost and the name of an option of the problem.
pub(super) fn copy_option(
    problem: &Problem,
    option: OptionId,
    entries: Vec<Entry>,
    builder: &mut Builder,
) -> Result<(), BuildError> {
    let made = builder.option(entries)?;
    builder.cost(made, problem.decimal_cost(option))?;
    if let Some(name) = problem.option_name(option) {
        builder.name_option(made, name);
    }
    Ok(())
}

/// An item of its own for each option taken that needs one: without an item that must be covered once it
/// would not have to be taken. If the options contradict each other, each gets one, and no option has it. The
/// names begin with `word`.
pub(super) fn own_items(
    problem: &Problem,
    taken: &[OptionId],
    is_sound: bool,
    word: &str,
    builder: &mut Builder,
) -> Result<Vec<Option<ItemId>>, BuildError> {
    let is_once = |entry: &Entry| {
        problem.kind(entry.item) == Kind::Primary && problem.bounds(entry.item) == Bounds::ONCE
    };
    let own_item = |(place, &option): (usize, &OptionId)| {
        let needs_one = !is_sound || !problem.option(option).iter().any(is_once);
        needs_one.then(|| builder.primary(&fresh(problem, word, place + 1))).transpose()
    };
    taken.iter().enumerate().map(own_item).collect()
}

/// A name that no item of the problem has. A prime is no part of a number: no two numbers get the same.
fn fresh(problem: &Problem, word: &str, number: usize) -> String {
    let mut name = format!("{word}{number}");
    while problem.item_by_name(&name).is_some() {
        name.push('\'');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use combien::problem::dlx::parse;
    use combien::random::SplitMix64;
    use combien::solve::Enumerate;

    /// Pairs and triples of six points in two kinds, some of them bounded, with a colored item.
    fn some_problem(random: &mut SplitMix64) -> Problem {
        let mut text = "0:3|k a b c d e | x\n".to_owned();
        for _ in 0..18 {
            let items: Vec<&str> =
                ["a", "b", "c", "d", "e"].into_iter().filter(|_| random.place(3) == 0).collect();
            let more = ["", " k", " x:1", " x:2", " k x"][random.place(5)];
            let line = format!("{}{more}\n", items.join(" "));
            if !line.trim().is_empty() {
                text.push_str(line.trim_start());
            }
        }
        parse("t", &text).unwrap().problem
    }

    /// The solutions are those of the whole problem that contain all taken options and no forbidden one.
    #[test]
    fn solutions_contain_the_taken_options_and_no_forbidden_one() {
        let mut random = SplitMix64::new(11);
        let (mut kept, mut lost) = (0, 0);
        for _ in 0..400 {
            let problem = some_problem(&mut random);
            let all: Vec<_> = Enumerate::of(&problem).run().unwrap().collect();
            let options: Vec<OptionId> = problem.options().collect();
            let mut pick = |most: usize| -> Vec<OptionId> {
                let number = random.place(most + 1);
                (0..number).map(|_| options[random.place(options.len())]).collect()
            };
            let (taken, forbidden) = (pick(2), pick(3));
            let has = |solution: &[OptionId]| {
                taken.iter().all(|option| solution.contains(option))
                    && !forbidden.iter().any(|option| solution.contains(option))
            };
            let mut expected: Vec<_> = all.into_iter().filter(|solution| has(solution.options())).collect();
            let left = narrowed(&problem, &taken, &forbidden).unwrap();
            assert_eq!(left.option_count(), problem.option_count());
            let mut found: Vec<_> = Enumerate::of(&left).run().unwrap().collect();
            expected.sort();
            found.sort();
            kept += expected.len();
            lost += usize::from(expected.is_empty());
            assert!(found == expected, "{taken:?} {forbidden:?}");
        }
        assert!(kept > 100 && lost > 20, "{kept} {lost}");
    }
}
