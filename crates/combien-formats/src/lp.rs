//! Writes a problem as an integer program in the CPLEX LP format, which all large solvers read.
//!
//! Variable `xk` is option k, 0 or 1, or `xk_name` if the option has a name; further variables say that a
//! secondary item has a color, and are determined by the others. The sum of the costs is minimized.
//! Constraints are named after their items, with letters, digits and `_` only, and with a number where two
//! would be the same.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use crate::linear::{Relation, Row, Rows, Subject};
use combien::problem::{OptionId, Problem};

/// The maximum length of a line. Old readers accept 255 bytes, CPLEX 560.
const LINE: usize = 200;
/// Names are cut to this many bytes before a number is added. 255 are allowed.
const NAME: usize = 60;

/// Writes the program.
pub fn write(problem: &Problem, mut output: impl Write) -> io::Result<()> {
    write_program(problem, write_objective, &mut output)
}

/// Writes the program with other costs, which are whole numbers. The objective names every option, in order:
/// some readers number the columns as they come.
#[doc(hidden)]
pub fn write_with(
    problem: &Problem,
    cost: impl Fn(OptionId) -> i128,
    mut output: impl Write,
) -> io::Result<()> {
    let objective = |problem: &Problem, output: &mut _| {
        let mut line = Line::new(" obj:".to_owned());
        for option in problem.options() {
            line.term(cost(option), |cost| cost.to_string(), &variable(problem, option.number()), output)?;
        }
        if problem.option_count() == 0 {
            line.push(" 0 x1", output)?;
        }
        line.finish(output)
    };
    write_program(problem, objective, &mut output)
}

fn write_program<W: Write>(
    problem: &Problem,
    objective: impl Fn(&Problem, &mut W) -> io::Result<()>,
    output: &mut W,
) -> io::Result<()> {
    let rows = Rows::of(problem);
    let options = problem.option_count();
    writeln!(
        output,
        "\\ variables x1 to x{options} are the options, in their order; any others are determined"
    )?;
    writeln!(output, "Minimize")?;
    objective(problem, output)?;
    writeln!(output, "Subject To")?;
    let mut names = Names::default();
    let variables = rows.try_each(|row| write_row(problem, &mut names, &row, output))?;
    if variables == 0 {
        // The objective has a variable, which must be determined like any other.
        writeln!(output, " nothing: x1 = 0")?;
    }
    writeln!(output, "Binary")?;
    let mut line = Line::new(String::new());
    for number in 1..=variables.max(1) {
        line.push(&format!(" {}", variable(problem, number)), output)?;
    }
    line.finish(output)?;
    writeln!(output, "End")
}

/// The sum of the costs.
fn write_objective(problem: &Problem, output: &mut impl Write) -> io::Result<()> {
    let mut line = Line::new(" obj:".to_owned());
    if !problem.has_costs() {
        // Some readers do not accept an empty objective.
        line.push(&format!(" 0 {}", variable(problem, 1)), output)?;
    }
    for option in problem.options().filter(|&option| problem.cost(option) != 0) {
        let name = variable(problem, option.number());
        line.term(problem.cost(option).into(), |cost| problem.show_cost(cost).to_string(), &name, output)?;
    }
    line.finish(output)
}

fn write_row(problem: &Problem, names: &mut Names, row: &Row, output: &mut impl Write) -> io::Result<()> {
    let mut line = Line::new(format!(" {}:", names.unused(&name(problem, row))));
    for (place, &term) in row.terms.iter().enumerate() {
        let sign = match (term > 0, place) {
            (true, 0) => "",
            (true, _) => "+ ",
            (false, _) => "- ",
        };
        line.push(&format!(" {sign}{}", variable(problem, term.unsigned_abs() as usize)), output)?;
    }
    let relation = match row.relation {
        Relation::AtLeast => ">=",
        Relation::AtMost => "<=",
        Relation::Equal => "=",
    };
    line.push(&format!(" {relation} {}", row.right), output)?;
    line.finish(output)
}

/// The name of a constraint before a number is added.
fn name(problem: &Problem, row: &Row) -> String {
    let (kind, name) = match row.subject {
        Subject::Item(item) => ("item", problem.item_name(item)),
        Subject::Color(item) => ("color", problem.item_name(item)),
        Subject::Option(option) => return format!("option_{}", option.number()),
    };
    let name = safe(name);
    match (row.subject, row.relation) {
        (Subject::Item(_), Relation::AtLeast) => format!("{kind}_{name}_low"),
        (Subject::Item(_), Relation::AtMost) => format!("{kind}_{name}_high"),
        _ => format!("{kind}_{name}"),
    }
}

/// The name of a variable, from its number. An option's own name is behind the number, so that it need be
/// neither safe nor different from others.
fn variable(problem: &Problem, number: usize) -> String {
    let option = OptionId::from_index(number - 1);
    let name = (number <= problem.option_count()).then(|| problem.option_name(option)).flatten();
    name.map_or_else(|| format!("x{number}"), |name| format!("x{number}_{}", safe(name)))
}

/// A name in letters, digits and `_`.
fn safe(name: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    name.chars().map(safe).take(NAME).collect()
}

/// Names that are in use.
#[derive(Default)]
pub(crate) struct Names {
    used: BTreeSet<String>,
    /// How often a name was requested.
    asked: BTreeMap<String, usize>,
}

impl Names {
    /// Takes a name as it is.
    pub(crate) fn keep(&mut self, name: &str) {
        self.used.insert(name.to_owned());
    }

    /// The name, with a number if it is in use.
    pub(crate) fn unused(&mut self, name: &str) -> String {
        let asked = self.asked.entry(name.to_owned()).or_default();
        loop {
            *asked += 1;
            let candidate = if *asked == 1 { name.to_owned() } else { format!("{name}_{asked}") };
            if self.used.insert(candidate.clone()) {
                return candidate;
            }
        }
    }
}

/// A line that is broken where it would be too long.
struct Line {
    text: String,
    has_term: bool,
}

impl Line {
    fn new(text: String) -> Line {
        Line { text, has_term: false }
    }

    fn push(&mut self, text: &str, output: &mut impl Write) -> io::Result<()> {
        if self.text.len() + text.len() > LINE {
            writeln!(output, "{}", self.text)?;
            self.text.clear();
            self.text.push(' ');
        }
        self.text += text;
        Ok(())
    }

    /// Adds a cost times the variable of an option.
    fn term(
        &mut self,
        cost: i128,
        show: impl Fn(i128) -> String,
        variable: &str,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let sign = match (cost < 0, self.has_term) {
            (true, _) => "- ",
            (false, true) => "+ ",
            (false, false) => "",
        };
        self.has_term = true;
        self.push(&format!(" {sign}{} {variable}", show(cost.abs())), output)
    }

    fn finish(self, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "{}", self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use combien::problem::{Builder, Entry, dlx};

    fn written(problem: &Problem) -> String {
        let mut bytes = vec![];
        write(problem, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn names_constraints_after_items_and_tells_them_apart() {
        let mut builder = Builder::new();
        let items = ["e9", "é 1", "_ 1", "__1_2"].map(|name| builder.primary(name).unwrap());
        builder.option(items.map(Entry::from)).unwrap();
        let program = written(&builder.build());
        let expected = " item_e9: x1 = 1\n item___1: x1 = 1\n item___1_2: x1 = 1\n item___1_2_2: x1 = 1\n";
        assert!(program.contains(&format!("\nSubject To\n{expected}Binary\n x1\nEnd\n")), "{program}");
    }

    #[test]
    fn lines_are_short_and_signs_stand_apart() {
        let text = format!("a | x\n{}{}", "a x:1\n".repeat(100), "a x\n");
        let program = written(&dlx::parse("t.dlx", &text).unwrap().problem);
        assert!(program.lines().all(|line| line.len() <= LINE), "{program}");
        assert!(program.contains("\n color_x: x102 - x1 >= 0\n color_x_2: x102 - x2 >= 0\n"), "{program}");
        assert!(program.contains("\n item_x_high: x102 + x101 <= 1\n"), "{program}");
    }

    #[test]
    fn costs_are_the_objective() {
        let program = written(&dlx::parse("t.dlx", "a b\na |-2\nb\na b |0.5\nb |3\n").unwrap().problem);
        assert!(program.contains("\nMinimize\n obj: - 2 x1 + 0.5 x3 + 3 x4\nSubject To\n"), "{program}");
    }

    #[test]
    fn options_have_their_names() {
        let problem = crate::csv::parse("t.csv", "name,cost,items\nday,1,a\né 2,,a\n,3,a\n").unwrap().problem;
        let program = written(&problem);
        assert!(program.contains("\n obj: 1 x1_day + 3 x3\n"), "{program}");
        assert!(
            program.contains("\n item_a: x1_day + x2___2 + x3 = 1\nBinary\n x1_day x2___2 x3\n"),
            "{program}"
        );
    }

    #[test]
    fn other_costs_name_every_option_in_order() {
        let problem = dlx::parse("t.dlx", "a b\na |-2\nb\na b |0.5\nb |3\n").unwrap().problem;
        let mut bytes = vec![];
        write_with(&problem, |option| -i128::from(problem.cost(option)), &mut bytes).unwrap();
        let program = String::from_utf8(bytes).unwrap();
        assert!(program.contains("\nMinimize\n obj: 20 x1 + 0 x2 - 5 x3 - 30 x4\nSubject To\n"), "{program}");
    }

    #[test]
    fn an_empty_problem_has_one_solution_in_any_format() {
        let program = written(&Builder::new().build());
        assert!(program.contains("Subject To\n nothing: x1 = 0\nBinary\n x1\nEnd\n"), "{program}");
    }
}
