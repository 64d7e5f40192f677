//! Writes a problem as a formula for SAT solvers, in the DIMACS format.
//!
//! Variable k, from 1, says that option k is chosen. Each primary item gives one clause *some option covers it*; two
//! options that disagree on an item give a clause *not both*, once for each pair; an option that is kept out gives a
//! clause *not this one*. So the models of the formula are the solutions of the problem, one to one.

use std::fmt;
use std::io::{self, Write};

use super::{Entry, Kind, OptionId, Problem};

/// Bounds of items, other than exactly once, which the formulas cannot tell of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HasBounds;

impl fmt::Display for HasBounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a problem with bounds on items cannot be written as a formula")
    }
}

impl std::error::Error for HasBounds {}

/// Writes the formula. It has at most one clause an item and one a pair of options that share an item. If items have
/// bounds, that is an error of the kind [`io::ErrorKind::Unsupported`], with [`HasBounds`] inside.
pub fn write(problem: &Problem, mut output: impl Write) -> io::Result<()> {
    if problem.has_bounds() {
        return Err(io::Error::new(io::ErrorKind::Unsupported, HasBounds));
    }
    let uses = Uses::of(problem);
    let mut clauses = 0u64;
    uses.each_clause(problem, |_| {
        clauses += 1;
        Ok(())
    })?;
    writeln!(output, "p cnf {} {clauses}", problem.option_count())?;
    uses.each_clause(problem, |literals| {
        for literal in literals {
            write!(output, "{literal} ")?;
        }
        writeln!(output, "0")
    })
}

/// For each item, the searched options that have it, with their entry there.
struct Uses(Vec<Vec<(OptionId, Entry)>>);

impl Uses {
    fn of(problem: &Problem) -> Uses {
        let mut uses = vec![vec![]; problem.item_count()];
        for option in problem.searched_options() {
            for &entry in problem.option(option) {
                uses[entry.item.index()].push((option, entry));
            }
        }
        Uses(uses)
    }

    fn each_clause(
        &self,
        problem: &Problem,
        mut clause: impl FnMut(&[i64]) -> io::Result<()>,
    ) -> io::Result<()> {
        let chosen = |option: OptionId| option.number() as i64;
        for item in problem.items() {
            let uses = &self.0[item.index()];
            if problem.kind(item) == Kind::Primary {
                clause(&uses.iter().map(|&(option, _)| chosen(option)).collect::<Vec<_>>())?;
            }
            for (place, &(option, entry)) in uses.iter().enumerate() {
                for &(other, other_entry) in &uses[..place] {
                    if !entry.agrees_with(other_entry) && !disagree_before(problem, option, other, entry) {
                        clause(&[-chosen(other), -chosen(option)])?;
                    }
                }
            }
        }
        for &option in problem.kept_out() {
            clause(&[-chosen(option)])?;
        }
        Ok(())
    }
}

/// Do the options disagree on an item before this one? Then their clause is written there.
fn disagree_before(problem: &Problem, option: OptionId, other: OptionId, at: Entry) -> bool {
    let earlier = |id| problem.option(id).iter().filter(|entry| entry.item < at.item);
    earlier(option).any(|&a| earlier(other).any(|&b| !a.agrees_with(b)))
}

#[cfg(test)]
mod tests {
    use super::super::dlx;
    use super::*;

    #[test]
    fn bounds_are_refused() {
        let problem = dlx::parse("t", "2|a\na\na\n").unwrap().problem;
        assert_eq!(write(&problem, vec![]).unwrap_err().kind(), io::ErrorKind::Unsupported);
    }

    #[test]
    fn writes_each_clause_once() {
        let text = "a b | x y\na b\na b x\nb x:1\na x:1 y\nx\n";
        let problem = dlx::parse("t.dlx", text).unwrap().problem;
        let mut bytes = vec![];
        write(&problem, &mut bytes).unwrap();
        let expected = "p cnf 5 8\n1 2 4 0\n-1 -2 0\n-1 -4 0\n-2 -4 0\n1 2 3 0\n-1 -3 0\n-2 -3 0\n-5 0\n";
        assert_eq!(String::from_utf8(bytes).unwrap(), expected);
    }
}
