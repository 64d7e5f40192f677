//! Writes a problem as pseudo-Boolean constraints in the OPB format, as the PB competitions define it.
//!
//! Variable `xk` is option k; further variables say that a secondary item has a color, and are determined by
//! the others. The format has `>=` and `=` only, so *at most* is written with the opposite signs.

use std::io::{self, Write};

use crate::linear::{Relation, Row, Rows};
use combien::problem::Problem;

/// Writes the constraints, one on each line.
pub fn write(problem: &Problem, mut output: impl Write) -> io::Result<()> {
    let rows = Rows::of(problem);
    let mut constraints = 0u64;
    let variables = rows.try_each(|_| {
        constraints += 1;
        Ok::<(), io::Error>(())
    })?;
    let options = problem.option_count();
    writeln!(output, "* #variable= {variables} #constraint= {constraints}")?;
    writeln!(output, "* variables x1 to x{options} are the options, in their order")?;
    if variables > options {
        writeln!(output, "* variables x{} to x{variables} are determined by them", options + 1)?;
    }
    if problem.has_costs() {
        if problem.cost_places() > 0 {
            writeln!(output, "* costs are multiplied by 10 to the power {}", problem.cost_places())?;
        }
        write!(output, "min:")?;
        for option in problem.options().filter(|&option| problem.cost(option) != 0) {
            write!(output, " {:+} x{}", problem.cost(option), option.number())?;
        }
        writeln!(output, " ;")?;
    }
    rows.try_each(|Row { terms, relation, right, .. }| {
        let factor = if relation == Relation::AtMost { -1 } else { 1 };
        for term in terms {
            let sign = if term * factor > 0 { '+' } else { '-' };
            write!(output, "{sign}1 x{} ", term.unsigned_abs())?;
        }
        let relation = if relation == Relation::Equal { "=" } else { ">=" };
        writeln!(output, "{relation} {} ;", right * factor)
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use combien::problem::dlx;

    #[test]
    fn writes_items_colors_and_options_that_are_kept_out() {
        let problem = dlx::parse("t.dlx", "a b | x y\na x:1\na x:1 y\nb x:2\nb x\nx\n").unwrap().problem;
        let mut bytes = vec![];
        write(&problem, &mut bytes).unwrap();
        let expected = "* #variable= 6 #constraint= 7\n* variables x1 to x5 are the options, in their order\n\
                        * variables x6 to x6 are determined by them\n\
                        +1 x1 +1 x2 = 1 ;\n+1 x3 +1 x4 = 1 ;\n+1 x6 -1 x1 >= 0 ;\n+1 x6 -1 x2 >= 0 ;\n\
                        +1 x1 +1 x2 -1 x6 >= 0 ;\n-1 x6 -1 x3 -1 x4 >= -1 ;\n+1 x5 = 0 ;\n";
        assert_eq!(String::from_utf8(bytes).unwrap(), expected);
    }

    #[test]
    fn costs_are_minimized_as_whole_numbers() {
        let mut bytes = vec![];
        write(&dlx::parse("t.dlx", "a\na |-2\na |0.5\na\n").unwrap().problem, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.contains("to the power 1\nmin: -20 x1 +5 x2 ;\n+1 x1 +1 x2 +1 x3 = 1 ;\n"), "{text}");
    }

    #[test]
    fn an_item_that_nothing_covers_makes_it_impossible() {
        let mut bytes = vec![];
        write(&dlx::parse("t.dlx", "a\n").unwrap().problem, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(
            text.starts_with("* #variable= 1 #constraint= 1\n") && text.ends_with("\n+1 x1 >= 2 ;\n"),
            "{text}"
        );
    }
}
