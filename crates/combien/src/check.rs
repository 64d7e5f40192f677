//! Verifies a solution from the problem alone, without any engine.

use crate::problem::{Bounds, Color, Entry, ItemId, Kind, OptionId, Problem};

/// One way in which a set of options fails to be an exact cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// The problem has no such option.
    NoSuchOption(OptionId),
    /// The option is named twice.
    Repeated(OptionId),
    /// The option has no primary item; such options are kept out of all solutions.
    KeptOut(OptionId),
    /// No option covers this primary item, which must be covered once.
    Uncovered {
        /// Its name.
        item: String,
    },
    /// This item with bounds is covered too rarely or too often.
    OutOfBounds {
        /// Its name.
        item: String,
        /// How many of the options cover it.
        times: u32,
        /// The allowed numbers.
        bounds: Bounds,
    },
    /// Two options cover this item, which may be covered once, and do not agree on a color.
    Clash {
        /// Its name.
        item: String,
        /// The option that has it first.
        first: OptionId,
        /// The option that has it too.
        second: OptionId,
    },
}

errors!(Violation {
    NoSuchOption(option) => "there is no option {}", option.number();
    Repeated(option) => "option {} is there twice", option.number();
    KeptOut(option) => "option {} has no primary item", option.number();
    Uncovered { item } => "no option covers item `{item}`";
    OutOfBounds { item, times, bounds } =>
        "item `{item}` is covered {}, {}: its bounds are {bounds}",
        if *times == 1 { "once".to_owned() } else { format!("{times} times") },
        if *times < bounds.lo { "too seldom" } else { "too often" };
    Clash { item, first, second } =>
        "options {} and {} clash on item `{item}`", first.number(), second.number();
});

/// Is this set of options a solution of the problem? If not, returns all violations, in the order of the
/// options, then of the items. Linear in the problem's items; for many solutions of one problem, keep a
/// [`Checker`].
///
/// ```
/// use combien::{check::check, problem::dlx};
/// let problem = dlx::parse("toy", "a b c\na b\nb c\nc\n")?.problem;
/// let [ab, bc, c] = problem.options().collect::<Vec<_>>()[..] else { unreachable!() };
/// assert_eq!(check(&problem, &[ab, c]), Ok(()));
/// let wrong = check(&problem, &[ab, bc]).unwrap_err();
/// assert_eq!(wrong[0].to_string(), "options 1 and 2 clash on item `b`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(problem: &Problem, options: &[OptionId]) -> Result<(), Vec<Violation>> {
    Checker::new(problem).check(problem, options)
}

/// Checks many solutions of one problem, each in time linear in the entries of its options, and in the number
/// of items with bounds.
#[derive(Clone, Debug)]
pub struct Checker {
    /// What tells quickly that there are no violations; `None` if items have bounds.
    quick: Option<Quick>,
    /// The number of items that must be covered exactly once.
    once_count: usize,
    /// The primary items with other bounds, in ascending order, and how often each is covered in this round.
    bounded: Vec<(ItemId, Bounds, u32)>,
    /// For each item, the round in which it was last covered, by which option, and in which color. An older
    /// round means: not covered.
    covered: Vec<(u64, OptionId, Entry)>,
    round: u64,
}

impl Checker {
    /// A checker for this problem.
    pub fn new(problem: &Problem) -> Checker {
        let covered =
            problem.items().map(|item| (0, OptionId::from_index(0), Entry { item, color: None })).collect();
        let bounded: Vec<_> = problem.bounded_items().map(|(item, bounds)| (item, bounds, 0)).collect();
        let quick = bounded.is_empty().then(|| Quick::new(problem));
        Checker { quick, once_count: problem.primary_count() - bounded.len(), bounded, covered, round: 0 }
    }

    /// Checks a set of options as the function [`check`] does: the error is all violations. `problem` must be
    /// the one that the checker was made for.
    pub fn check(&mut self, problem: &Problem, options: &[OptionId]) -> Result<(), Vec<Violation>> {
        if self.quick.as_mut().is_some_and(|quick| quick.is_cover(problem, options)) {
            return Ok(());
        }
        self.violations(problem, options)
    }

    /// Checks a set of options one by one, and gathers all violations.
    fn violations(&mut self, problem: &Problem, options: &[OptionId]) -> Result<(), Vec<Violation>> {
        self.round += 1;
        let mut violations = vec![];
        let mut once_covered = 0;
        self.bounded.iter_mut().for_each(|(_, _, times)| *times = 0);
        // In an ascending list none is repeated. In any other list, all earlier options are compared.
        let is_ascending = options.is_sorted_by(|one, next| one < next);
        let has_bounds = !self.bounded.is_empty();
        for (place, &option) in options.iter().enumerate() {
            if option.index() >= problem.option_count() {
                violations.push(Violation::NoSuchOption(option));
            } else if !is_ascending && options[..place].contains(&option) {
                violations.push(Violation::Repeated(option));
            } else if problem.is_kept_out(option) {
                violations.push(Violation::KeptOut(option));
            } else {
                for &entry in problem.option(option) {
                    if has_bounds && let Some(times) = self.times(entry.item) {
                        *times += 1;
                        continue;
                    }
                    match self.cover(option, entry) {
                        None => once_covered += usize::from(problem.kind(entry.item) == Kind::Primary),
                        Some((_, earlier)) if earlier.agrees_with(entry) => {}
                        Some((first, _)) => {
                            let item = problem.item_name(entry.item).to_owned();
                            violations.push(Violation::Clash { item, first, second: option });
                        }
                    }
                }
            }
        }
        if once_covered < self.once_count
            || self.bounded.iter().any(|(_, bounds, times)| !bounds.allow(*times))
        {
            let outside = |item| self.wrongly_covered(problem, item);
            violations.extend(problem.primary_items().filter_map(outside));
        }
        if violations.is_empty() { Ok(()) } else { Err(violations) }
    }

    /// How often an item with bounds is covered in this round.
    fn times(&mut self, item: ItemId) -> Option<&mut u32> {
        let place = self.bounded.binary_search_by_key(&item, |&(item, ..)| item).ok()?;
        Some(&mut self.bounded[place].2)
    }

    /// Checks how often a primary item is covered. A clash of two options has been reported already, so it is
    /// not reported again.
    fn wrongly_covered(&self, problem: &Problem, item: ItemId) -> Option<Violation> {
        let name = || problem.item_name(item).to_owned();
        if let Ok(place) = self.bounded.binary_search_by_key(&item, |&(item, ..)| item) {
            let (_, bounds, times) = self.bounded[place];
            return (!bounds.allow(times)).then(|| Violation::OutOfBounds { item: name(), times, bounds });
        }
        let is_covered = self.covered[item.index()].0 == self.round;
        (!is_covered).then(|| Violation::Uncovered { item: name() })
    }

    /// Notes that an option has an item. If another one had it in this round, returns that option and its
    /// color.
    fn cover(&mut self, option: OptionId, entry: Entry) -> Option<(OptionId, Entry)> {
        let covered = &mut self.covered[entry.item.index()];
        let (round, first, earlier) = *covered;
        if round == self.round {
            return Some((first, earlier));
        }
        *covered = (self.round, option, entry);
        None
    }
}

/// Tells that options are an exact cover of a problem without bounds, and nothing else: checking what engines
/// report takes a part of the time of the fastest of them.
#[derive(Clone, Debug)]
struct Quick {
    primary: Vec<bool>,
    primary_count: usize,
    /// For each item, the round in which it was last covered.
    covered: Vec<u32>,
    /// For each secondary item, in which color.
    colors: Vec<Option<Color>>,
    round: u32,
}

impl Quick {
    fn new(problem: &Problem) -> Quick {
        let primary: Vec<bool> = problem.items().map(|item| problem.kind(item) == Kind::Primary).collect();
        Quick {
            covered: vec![0; primary.len()],
            colors: vec![None; primary.len()],
            primary,
            primary_count: problem.primary_count(),
            round: 0,
        }
    }

    /// Are these options an exact cover? `false` also if they are not ascending.
    fn is_cover(&mut self, problem: &Problem, options: &[OptionId]) -> bool {
        if self.round == u32::MAX {
            self.round = 0;
            self.covered.fill(0);
        }
        self.round += 1;
        let is_ascending = options.is_sorted_by(|one, next| one < next);
        let is_there = options.last().is_none_or(|last| last.index() < problem.option_count());
        if !is_ascending || !is_there {
            return false;
        }
        let mut count = 0;
        for &option in options {
            let before = count;
            for &Entry { item, color } in problem.option(option) {
                let index = item.index();
                if self.covered[index] == self.round {
                    if color.is_none() || color != self.colors[index] {
                        return false;
                    }
                    continue;
                }
                self.covered[index] = self.round;
                if self.primary[index] {
                    count += 1;
                } else {
                    self.colors[index] = color;
                }
            }
            if count == before {
                // It has no primary item.
                return false;
            }
        }
        count == self.primary_count
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::problem::dlx::parse;

    proptest! {
        /// Options of primary, secondary and colored items; lists of them in any order, some of which are covers.
        #[test]
        fn the_quick_and_the_full_check_agree(
            options in prop::collection::vec((1u8..8, 0u8..4), 1..7),
            lists in prop::collection::vec(prop::collection::vec(1usize..8, 0..5), 1..40),
            sorts in any::<bool>(),
        ) {
            let line = |&(items, color): &(u8, u8)| {
                let names = ["a", "b", "s"].iter().enumerate().filter(|(place, _)| items >> place & 1 == 1);
                let names: Vec<&str> = names.map(|(_, &name)| name).collect();
                let color = ["", " x", " x:1", " x:2"][usize::from(color)];
                format!("{}{color}\n", names.join(" "))
            };
            let text = format!("a b | s x\n{}", options.iter().map(line).collect::<Vec<_>>().concat());
            let problem = parse("t", &text).unwrap().problem;
            let mut checker = Checker::new(&problem);
            for mut list in lists {
                if sorts {
                    list.sort_unstable();
                }
                let list: Vec<OptionId> = list.into_iter().map(|number| OptionId::from_index(number - 1)).collect();
                let (quick, full) = (checker.check(&problem, &list), checker.violations(&problem, &list));
                prop_assert_eq!(quick, full, "{} {:?}", text, list);
            }
        }
    }

    fn verdict(text: &str, options: &[usize]) -> Vec<String> {
        let problem = parse("t.dlx", text).unwrap().problem;
        let options: Vec<_> = options.iter().map(|&number| OptionId::from_index(number - 1)).collect();
        check(&problem, &options).err().unwrap_or_default().iter().map(Violation::to_string).collect()
    }

    #[test]
    fn names_all_that_is_wrong() {
        let text = "a b c | x\na\na b\nc x:1\nb x:2\nx\n";
        assert_eq!(verdict(text, &[2, 3]), [""; 0]);
        assert_eq!(verdict(text, &[1, 3, 4]), ["options 3 and 4 clash on item `x`"]);
        assert_eq!(
            verdict(text, &[1, 2]),
            ["options 1 and 2 clash on item `a`", "no option covers item `c`"]
        );
        assert_eq!(
            verdict(text, &[9, 2, 3, 2, 5]),
            ["there is no option 9", "option 2 is there twice", "option 5 has no primary item"]
        );
    }

    #[test]
    fn items_with_bounds_are_counted() {
        let text = "2:3|a 0:1|b c\na c\na\na b\na b\nb\n";
        assert_eq!(verdict(text, &[1, 2]), [""; 0]);
        assert_eq!(verdict(text, &[1, 2, 3]), [""; 0]);
        assert_eq!(verdict(text, &[1]), ["item `a` is covered once, too seldom: its bounds are 2:3"]);
        assert_eq!(
            verdict(text, &[1, 2, 3, 4]),
            [
                "item `a` is covered 4 times, too often: its bounds are 2:3",
                "item `b` is covered 2 times, too often: its bounds are 0:1",
            ]
        );
        assert_eq!(
            verdict(text, &[5]),
            ["item `a` is covered 0 times, too seldom: its bounds are 2:3", "no option covers item `c`"]
        );
        let mut checker = Checker::new(&parse("t", text).unwrap().problem);
        let problem = parse("t", text).unwrap().problem;
        let options: Vec<_> = problem.options().collect();
        assert!(checker.check(&problem, &options).is_err());
        assert_eq!(checker.check(&problem, &options[..2]), Ok(()));
    }

    #[test]
    fn an_item_without_color_is_taken_once() {
        let text = "a b | x\na x\nb x\na x:1\nb x:1\n";
        assert_eq!(verdict(text, &[1, 2]), ["options 1 and 2 clash on item `x`"]);
        assert_eq!(verdict(text, &[1, 4]), ["options 1 and 4 clash on item `x`"]);
        assert_eq!(verdict(text, &[3, 4]), [""; 0]);
    }
}
