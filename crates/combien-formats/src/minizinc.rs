//! Writes a problem as a model in MiniZinc, the language of constraint solvers.
//!
//! `x[k]` is true if option k is chosen. What differs between problems is data: the sets of options that
//! cover the items, and their bounds. A secondary item whose options share colors has a variable for its
//! color, which is determined: 0 if no option has the item.

use std::io::{self, Write};

use combien::problem::formula::{Uses, classes};
use combien::problem::{Bounds, ItemId, Kind, OptionId, Problem};

/// Writes the model. With costs it asks for a solution of minimum cost, else for any solution.
pub fn write(problem: &Problem, mut output: impl Write) -> io::Result<()> {
    let uses = Uses::of(problem);
    let classes: Vec<Vec<Vec<OptionId>>> = uses.of_item.iter().map(|uses| classes(uses)).collect();
    let is_colored = |item: ItemId| {
        problem.kind(item) == Kind::Secondary && classes[item.index()].iter().any(|class| class.len() > 1)
    };
    let options_of = |item: ItemId| -> Vec<usize> {
        uses.of_item[item.index()].iter().map(|has| has.option.number()).collect()
    };
    let (colored, counted): (Vec<ItemId>, Vec<ItemId>) = problem.items().partition(|&item| is_colored(item));

    writeln!(output, "% x[k] says whether option k is chosen.")?;
    writeln!(output, "int: options = {};", problem.option_count())?;
    writeln!(output, "array[1..options] of var bool: x;")?;
    writeln!(
        output,
        "\n% Item i is covered by the options covers[i], at least low[i] times and at most high[i] times."
    )?;
    writeln!(output, "int: items = {};", counted.len())?;
    list(
        &mut output,
        "items",
        "string",
        "item",
        counted.iter().map(|&item| quoted(problem.item_name(item))),
    )?;
    let bounds = |item: ItemId| {
        let Bounds { lo, hi } = problem.bounds(item);
        // A bound beyond the number of options says no more than this number does.
        (lo, hi.min(lo.max(uses.of_item[item.index()].len() as u32)))
    };
    list(&mut output, "items", "int", "low", counted.iter().map(|&item| bounds(item).0.to_string()))?;
    list(&mut output, "items", "int", "high", counted.iter().map(|&item| bounds(item).1.to_string()))?;
    list(&mut output, "items", "set of int", "covers", counted.iter().map(|&item| set(options_of(item))))?;
    writeln!(
        output,
        "constraint forall (i in 1..items) (\n  let {{ var int: times = sum (k in covers[i]) (bool2int(x[k])) }} in\n  \
         times >= low[i] /\\ times <= high[i]);"
    )?;
    if !colored.is_empty() {
        write_colors(problem, &uses, &classes, &colored, &mut output)?;
    }
    if !problem.kept_out().is_empty() {
        writeln!(output, "\n% Options without a primary item are never chosen.")?;
        let kept_out = set(problem.kept_out().iter().map(|option| option.number()));
        writeln!(output, "constraint forall (k in {kept_out}) (not x[k]);")?;
    }
    writeln!(output)?;
    if problem.has_costs() {
        if problem.cost_places() > 0 {
            writeln!(output, "% Costs are multiplied by 10 to the power {}.", problem.cost_places())?;
        }
        let costs = problem.options().map(|option| problem.cost(option).to_string());
        list(&mut output, "options", "int", "cost", costs)?;
        writeln!(output, "solve minimize sum (k in 1..options) (cost[k] * bool2int(x[k]));")?;
    } else {
        writeln!(output, "solve satisfy;")?;
    }
    writeln!(output, "output [\"\\(k) \" | k in 1..options where fix(x[k])] ++ [\"\\n\"];")
}

/// The secondary items whose options share colors. Each use of such an item is an option and the number of a
/// color; an option without a color has a number of its own.
fn write_colors(
    problem: &Problem,
    uses: &Uses<'_>,
    classes: &[Vec<Vec<OptionId>>],
    colored: &[ItemId],
    output: &mut impl Write,
) -> io::Result<()> {
    writeln!(
        output,
        "\n% Options that have one of these items agree on its color, which is 0 if none of them is chosen."
    )?;
    writeln!(output, "int: colored = {};", colored.len())?;
    list(
        output,
        "colored",
        "string",
        "colored_item",
        colored.iter().map(|&item| quoted(problem.item_name(item))),
    )?;
    let counts = colored.iter().map(|item| classes[item.index()].len());
    list(output, "colored", "int", "colors", counts.clone().map(|count| count.to_string()))?;
    let has =
        colored.iter().map(|item| set(uses.of_item[item.index()].iter().map(|has| has.option.number())));
    list(output, "colored", "set of int", "has", has)?;
    writeln!(output, "array[1..colored] of var 0..{}: color;", counts.max().unwrap_or(0))?;
    let mut all: [Vec<String>; 3] = Default::default();
    for (place, item) in (1..).zip(colored) {
        for (number, class) in (1..).zip(&classes[item.index()]) {
            for option in class {
                let of_use: [usize; 3] = [place, option.number(), number];
                all.iter_mut().zip(of_use).for_each(|(list, number)| list.push(number.to_string()));
            }
        }
    }
    writeln!(output, "int: uses = {};", all[0].len())?;
    for (name, numbers) in ["use_item", "use_option", "use_color"].iter().zip(all) {
        list(output, "uses", "int", name, numbers.into_iter())?;
    }
    writeln!(
        output,
        "constraint forall (u in 1..uses) (x[use_option[u]] -> color[use_item[u]] = use_color[u]);"
    )?;
    writeln!(output, "constraint forall (i in 1..colored) (color[i] <= colors[i]);")?;
    writeln!(output, "constraint forall (i in 1..colored) (color[i] > 0 -> exists (k in has[i]) (x[k]));")
}

/// An array of data, with its elements on lines of some length.
fn list(
    output: &mut impl Write,
    size: &str,
    kind: &str,
    name: &str,
    elements: impl Iterator<Item = String>,
) -> io::Result<()> {
    const LINE: usize = 120;
    write!(output, "array[1..{size}] of {kind}: {name} = [")?;
    let mut length = 0;
    for (place, element) in elements.enumerate() {
        let comma = if place == 0 { "" } else { "," };
        if length > 0 && length + element.len() > LINE {
            write!(output, "{comma}\n  {element}")?;
            length = element.len();
        } else {
            let blank = if place == 0 { "" } else { " " };
            write!(output, "{comma}{blank}{element}")?;
            length += element.len() + 2;
        }
    }
    writeln!(output, "];")
}

fn set(numbers: impl IntoIterator<Item = usize>) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(|number| number.to_string()).collect();
    format!("{{{}}}", numbers.join(", "))
}

/// A text in quotes. A backslash would begin an expression, or another character.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            control if control.is_control() => quoted.push(' '),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use combien::problem::{Builder, dlx};

    fn written(problem: &Problem) -> String {
        let mut bytes = vec![];
        write(problem, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn items_are_sets_of_options() {
        let model = written(&dlx::parse("t.dlx", "a 1:9|b\na |2.5\na b |-1\nb\n").unwrap().problem);
        for line in [
            "int: options = 3;",
            "array[1..items] of string: item = [\"a\", \"b\"];",
            "array[1..items] of int: low = [1, 1];",
            "array[1..items] of int: high = [1, 2];",
            "array[1..items] of set of int: covers = [{1, 2}, {2, 3}];",
            "array[1..options] of int: cost = [25, -10, 0];",
            "solve minimize sum (k in 1..options) (cost[k] * bool2int(x[k]));",
        ] {
            assert!(model.lines().any(|known| known == line), "{line}\n{model}");
        }
    }

    #[test]
    fn names_cannot_leave_their_quotes() {
        let mut builder = Builder::new();
        builder.primary("\"; \\(x)\n").unwrap();
        let model = written(&builder.build());
        assert!(model.contains(r#"item = ["\"; \\(x)\n"];"#), "{model}");
    }

    #[test]
    fn colors_have_numbers() {
        let model =
            written(&dlx::parse("t.dlx", "a b | x\na x:red\na x\nb x:red\nb x:blue\n").unwrap().problem);
        for line in [
            "array[1..colored] of int: colors = [3];",
            "array[1..colored] of set of int: has = [{1, 2, 3, 4}];",
            "array[1..colored] of var 0..3: color;",
            "array[1..uses] of int: use_option = [1, 3, 2, 4];",
            "array[1..uses] of int: use_color = [1, 1, 2, 3];",
        ] {
            assert!(model.lines().any(|known| known == line), "{line}\n{model}");
        }
    }
}
