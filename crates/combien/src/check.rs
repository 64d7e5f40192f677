//! Verifies a solution from the problem alone: no engine has a say here.

use std::error::Error;
use std::fmt;

use crate::problem::{Entry, Kind, OptionId, Problem};

/// One way in which a set of options fails to be an exact cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// The problem has no such option.
    NoSuchOption(OptionId),
    /// The option is named twice.
    Repeated(OptionId),
    /// The option has no primary item; such options are kept out of all solutions.
    KeptOut(OptionId),
    /// No option covers this primary item.
    Uncovered {
        /// Its name.
        item: String,
    },
    /// Two options cover this item, and not in one and the same color.
    Clash {
        /// Its name.
        item: String,
        /// The option that has it first.
        first: OptionId,
        /// The option that has it too.
        second: OptionId,
    },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::NoSuchOption(option) => write!(f, "there is no option {}", option.number()),
            Violation::Repeated(option) => write!(f, "option {} is there twice", option.number()),
            Violation::KeptOut(option) => write!(f, "option {} has no primary item", option.number()),
            Violation::Uncovered { item } => write!(f, "no option covers item `{item}`"),
            Violation::Clash { item, first, second } => {
                write!(f, "options {} and {} clash on item `{item}`", first.number(), second.number())
            }
        }
    }
}

impl Error for Violation {}

/// Is this set of options a solution of the problem? If not, all that is wrong with it, in order of the options, then
/// of the items. Linear in the problem's items; for many solutions of one problem, keep a [`Checker`].
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

/// Checks many solutions of one problem, each in time linear in the entries of its options.
#[derive(Clone, Debug)]
pub struct Checker {
    primary_count: usize,
    /// For each item, the round in which it was last covered, and by what. An older round means: not covered.
    covered: Vec<(u64, Option<(OptionId, Entry)>)>,
    round: u64,
}

impl Checker {
    /// A checker for this problem.
    pub fn new(problem: &Problem) -> Checker {
        let covered = vec![(0, None); problem.item_count()];
        Checker { primary_count: problem.primary_count(), covered, round: 0 }
    }

    /// The same as the function [`check`]. `problem` must be the one that the checker was made for.
    pub fn check(&mut self, problem: &Problem, options: &[OptionId]) -> Result<(), Vec<Violation>> {
        self.round += 1;
        let mut violations = vec![];
        let mut primary_covered = 0;
        // Solutions are ascending, and then none is repeated; in any other list, look at all those before.
        let is_ascending = options.is_sorted_by(|one, next| one < next);
        for (place, &option) in options.iter().enumerate() {
            if option.index() >= problem.option_count() {
                violations.push(Violation::NoSuchOption(option));
            } else if !is_ascending && options[..place].contains(&option) {
                violations.push(Violation::Repeated(option));
            } else if problem.is_kept_out(option) {
                violations.push(Violation::KeptOut(option));
            } else {
                for &entry in problem.option(option) {
                    match self.cover(option, entry) {
                        None => primary_covered += usize::from(problem.kind(entry.item) == Kind::Primary),
                        Some((_, earlier)) if earlier.agrees_with(entry) => {}
                        Some((first, _)) => {
                            let item = problem.item_name(entry.item).to_owned();
                            violations.push(Violation::Clash { item, first, second: option });
                        }
                    }
                }
            }
        }
        if primary_covered < self.primary_count {
            let bare = problem.primary_items().filter(|item| self.covered[item.index()].0 < self.round);
            let bare = bare.map(|item| Violation::Uncovered { item: problem.item_name(item).to_owned() });
            violations.extend(bare);
        }
        if violations.is_empty() { Ok(()) } else { Err(violations) }
    }

    /// Notes that an option has an item; if another one had it before in this round, says which, and how.
    fn cover(&mut self, option: OptionId, entry: Entry) -> Option<(OptionId, Entry)> {
        let (round, by) = &mut self.covered[entry.item.index()];
        if *round == self.round {
            return *by;
        }
        (*round, *by) = (self.round, Some((option, entry)));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;

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
    fn an_item_without_color_is_taken_once() {
        let text = "a b | x\na x\nb x\na x:1\nb x:1\n";
        assert_eq!(verdict(text, &[1, 2]), ["options 1 and 2 clash on item `x`"]);
        assert_eq!(verdict(text, &[1, 4]), ["options 1 and 4 clash on item `x`"]);
        assert_eq!(verdict(text, &[3, 4]), [""; 0]);
    }
}
