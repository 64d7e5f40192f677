//! Writes a problem as a formula in the DIMACS format, for SAT solvers and model counters.
//!
//! Variable k is option k. If there are more variables, a comment says so, and a line `c p show` names those
//! of the options: counters of projected models count only these. For other counters this makes no
//! difference, because the number of models is the same.

use std::io::{self, Write};

use combien::problem::Problem;
use combien::problem::formula::Formula;

/// Writes the formula: at most one clause for each item and one for each pair of options that share an item,
/// and fewer if many options share one.
pub fn write(problem: &Problem, mut output: impl Write) -> io::Result<()> {
    let formula = Formula::of(problem);
    let mut clauses = 0u64;
    let variables = formula.each(|_| clauses += 1);
    let options = problem.option_count();
    if variables > options {
        writeln!(output, "c variables 1 to {options} are the options, in their order")?;
        writeln!(output, "c variables {} to {variables} are determined by them", options + 1)?;
    }
    writeln!(output, "p cnf {variables} {clauses}")?;
    if variables > options {
        write!(output, "c p show ")?;
        write_literals(&mut output, 1..=options)?;
    }
    formula.try_each(|literals| write_literals(&mut output, literals))?;
    Ok(())
}

fn write_literals<L: std::fmt::Display>(
    output: &mut impl Write,
    literals: impl IntoIterator<Item = L>,
) -> io::Result<()> {
    for literal in literals {
        write!(output, "{literal} ")?;
    }
    writeln!(output, "0")
}

#[cfg(test)]
mod tests {
    use super::*;
    use combien::problem::dlx;

    fn written(text: &str) -> String {
        let mut bytes = vec![];
        write(&dlx::parse("t.dlx", text).unwrap().problem, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn writes_each_clause_once() {
        let expected = "p cnf 5 8\n1 2 4 0\n-1 -2 0\n-1 -4 0\n-2 -4 0\n1 2 3 0\n-1 -3 0\n-2 -3 0\n-5 0\n";
        assert_eq!(written("a b | x y\na b\na b x\nb x:1\na x:1 y\nx\n"), expected);
    }

    #[test]
    fn explains_the_further_variables() {
        let formula = written(&format!("a\n{}", "a\n".repeat(20)));
        let head: Vec<&str> = formula.lines().take(4).collect();
        assert_eq!(
            head,
            [
                "c variables 1 to 20 are the options, in their order",
                "c variables 21 to 24 are determined by them",
                "p cnf 24 77",
                "c p show 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 0",
            ]
        );
    }
}
