//! Writes a problem in FlatZinc: what models in MiniZinc are compiled to, and what the programs of solvers
//! read.
//!
//! Variable `xk` is 1 if option k is chosen, else 0; further variables say that a secondary item has a color,
//! and are determined by the others. There are only the constraints `int_lin_eq` and `int_lin_le`, which
//! every solver has. With costs, a last variable is their sum, and is minimized.

use std::io::{self, Write};

use crate::linear::{Relation, Row, Rows};
use combien::problem::Problem;

/// Writes the variables, one on each line, then the constraints. The output of a solver has the list `x`.
pub fn write(problem: &Problem, mut output: impl Write) -> io::Result<()> {
    let rows = Rows::of(problem);
    let (options, variables) = (problem.option_count(), rows.try_each(|_| Ok::<(), io::Error>(()))?);
    writeln!(output, "% Variable xk is 1 if option k is chosen, else 0.")?;
    if variables > options {
        writeln!(output, "% Variables x{} to x{variables} are determined by them.", options + 1)?;
    }
    for variable in 1..=variables {
        writeln!(output, "var 0..1: x{variable};")?;
    }
    if options > 0 {
        write!(output, "array [1..{options}] of var int: x :: output_array([1..{options}]) = [")?;
        for variable in 1..=options {
            write!(output, "{}x{variable}", comma(variable))?;
        }
        writeln!(output, "];")?;
    }
    let costly = || problem.options().filter(|&option| problem.cost(option) != 0);
    if problem.has_costs() {
        if problem.cost_places() > 0 {
            writeln!(output, "% Costs are multiplied by 10 to the power {}.", problem.cost_places())?;
        }
        let sum = |is_wanted: fn(&i128) -> bool| -> i128 {
            costly().map(|option| i128::from(problem.cost(option))).filter(is_wanted).sum()
        };
        let (low, high) = (sum(|&cost| cost < 0), sum(|&cost| cost > 0));
        writeln!(output, "var {low}..{high}: cost :: output_var;")?;
    }
    rows.try_each(|Row { terms, relation, right, .. }| {
        let (name, factor) = match relation {
            Relation::Equal => ("int_lin_eq", 1),
            Relation::AtMost => ("int_lin_le", 1),
            Relation::AtLeast => ("int_lin_le", -1),
        };
        let terms: Vec<(i64, String)> =
            terms.iter().map(|term| (term.signum() * factor, format!("x{}", term.unsigned_abs()))).collect();
        linear(&mut output, name, &terms, right * factor)
    })?;
    if !problem.has_costs() {
        return writeln!(output, "solve satisfy;");
    }
    let costs = costly().map(|option| (problem.cost(option), format!("x{}", option.number())));
    let terms: Vec<(i64, String)> = costs.chain([(-1, "cost".to_owned())]).collect();
    linear(&mut output, "int_lin_eq", &terms, 0)?;
    writeln!(output, "solve minimize cost;")
}

fn linear(output: &mut impl Write, name: &str, terms: &[(i64, String)], right: i64) -> io::Result<()> {
    write!(output, "constraint {name}([")?;
    for (place, (factor, _)) in (1..).zip(terms) {
        write!(output, "{}{factor}", comma(place))?;
    }
    write!(output, "], [")?;
    for (place, (_, variable)) in (1..).zip(terms) {
        write!(output, "{}{variable}", comma(place))?;
    }
    writeln!(output, "], {right});")
}

/// What stands before an element of a list.
fn comma(place: usize) -> &'static str {
    if place == 1 { "" } else { ", " }
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
    fn rows_are_linear_constraints() {
        let model = written("1:2|a b | x\na x:red\na x:red\nb x:blue\na b\n");
        for line in [
            "% Variables x5 to x5 are determined by them.",
            "var 0..1: x5;",
            "array [1..4] of var int: x :: output_array([1..4]) = [x1, x2, x3, x4];",
            "constraint int_lin_le([-1, -1, -1], [x1, x2, x4], -1);",
            "constraint int_lin_le([1, 1, 1], [x1, x2, x4], 2);",
            "constraint int_lin_eq([1, 1], [x3, x4], 1);",
            "constraint int_lin_le([-1, 1], [x5, x1], 0);",
            "constraint int_lin_le([1, 1], [x5, x3], 1);",
            "solve satisfy;",
        ] {
            assert!(model.lines().any(|known| known == line), "{line}\n{model}");
        }
    }

    #[test]
    fn costs_are_a_variable() {
        let model = written("a\na |-2\na |0.5\na\n");
        for line in [
            "var -20..5: cost :: output_var;",
            "constraint int_lin_eq([-20, 5, -1], [x1, x2, cost], 0);",
            "solve minimize cost;",
        ] {
            assert!(model.lines().any(|known| known == line), "{line}\n{model}");
        }
        assert_eq!(written("a\n").matches("constraint int_lin_le([-1], [x1], -2);").count(), 1);
    }
}
