//! Writes a problem as an integer program in the MPS format.
//!
//! Column `xk` is option k, unless the option has a name of its own. The fields stand in the columns of the
//! fixed form where the names are short enough, and are parted by blanks in any case, so the file is in the
//! free form too.

use std::io::{self, Write};

use crate::lp::Names;
use combien::problem::formula::classes_of;
use combien::problem::{Bounds, ItemId, Kind, OptionId, Problem};

/// The maximum length of a name, in bytes.
const NAME: usize = 255;

/// What a file in this format does not tell of a problem when it is read back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct Loss {
    /// Names of items and options that are written in another way, because the format parts names by blanks.
    pub names: usize,
    /// Secondary items in which several options agree on a color. They need rows with other coefficients
    /// than 1, which only other programs read.
    pub colors: usize,
}

/// What would be lost.
#[doc(hidden)]
pub fn loss(problem: &Problem) -> Loss {
    let items = names(problem, &mut Names::default());
    let changed =
        problem.items().zip(&items).filter(|(item, name)| problem.item_name(*item) != *name).count();
    let mut used = Names::default();
    let renamed = problem.options().filter(|&option| {
        let column = column(problem, option, &mut used);
        problem.option_name(option).is_some_and(|name| name != column)
    });
    let changed = changed + renamed.count();
    Loss { names: changed, colors: classes_of(problem).iter().filter(|classes| is_colored(classes)).count() }
}

/// Do several options agree on a color?
fn is_colored(classes: &[Vec<OptionId>]) -> bool {
    classes.iter().any(|class| class.len() > 1)
}

/// Writes the program. It is minimized; a feasible point is a solution. Reading it back gives the same
/// problem, except for what [`loss`] tells.
pub fn write(problem: &Problem, mut output: impl Write) -> io::Result<()> {
    let mut used = Names::default();
    let items = names(problem, &mut used);
    let objective = used.unused("cost");
    let classes = classes_of(problem);
    writeln!(
        output,
        "* columns are the options, in their order; any others are determined\nNAME\nROWS\n N  {objective}"
    )?;
    for item in problem.items() {
        writeln!(output, " {}  {}", relation(problem, item), items[item.index()])?;
    }
    // For each color that several options give to an item: at least each of them, and at most their sum.
    let mut colors: Vec<Color<'_>> = vec![];
    for item in problem.items().filter(|item| is_colored(&classes[item.index()])) {
        for class in classes[item.index()].iter().filter(|class| class.len() > 1) {
            let mut row = || used.unused(&shortened(&format!("color_{}", items[item.index()])));
            let rows: Vec<String> = (0..=class.len()).map(|_| row()).collect();
            rows.iter().try_for_each(|row| writeln!(output, " G  {row}"))?;
            colors.push(Color { item, class, rows });
        }
    }
    writeln!(output, "COLUMNS\n    MARKER    'MARKER'                 'INTORG'")?;
    let mut columns = Names::default();
    let names: Vec<String> = problem.options().map(|option| column(problem, option, &mut columns)).collect();
    // The rows of the colors of each option: its own one, and the one of their sum.
    let mut of_option: Vec<Vec<(usize, usize)>> = vec![vec![]; problem.option_count()];
    for (number, color) in colors.iter().enumerate() {
        for (place, option) in color.class.iter().enumerate() {
            of_option[option.index()].push((number, place));
        }
    }
    for option in problem.options() {
        let name = &names[option.index()];
        let mut is_bare = true;
        if problem.cost(option) != 0 {
            entry(&mut output, name, &objective, problem.show_cost(problem.cost(option).into()))?;
            is_bare = false;
        }
        for item in problem.option(option).iter().map(|entry| entry.item) {
            let is_in_class = |&&(number, _): &&(usize, usize)| colors[number].item == item;
            match of_option[option.index()].iter().find(is_in_class) {
                None => entry(&mut output, name, &items[item.index()], 1)?,
                Some(&(number, place)) => {
                    let rows = &colors[number].rows;
                    entry(&mut output, name, &rows[place], -1)?;
                    entry(&mut output, name, &rows[rows.len() - 1], 1)?;
                }
            }
            is_bare = false;
        }
        if is_bare {
            // A column is there if a line names it.
            entry(&mut output, name, &objective, 0)?;
        }
    }
    let mut further = vec![];
    for Color { item, rows, .. } in &colors {
        let name = columns.unused(&format!("x{}", problem.option_count() + further.len() + 1));
        let (sum, each) = rows.split_last().map_or(("", &rows[..]), |(sum, each)| (sum.as_str(), each));
        entry(&mut output, &name, &items[item.index()], 1)?;
        each.iter().try_for_each(|row| entry(&mut output, &name, row, 1))?;
        entry(&mut output, &name, sum, -1)?;
        further.push(name);
    }
    writeln!(output, "    MARKER    'MARKER'                 'INTEND'\nRHS")?;
    for item in problem.items() {
        let right = problem.bounds(item).lo.max(u32::from(problem.kind(item) == Kind::Secondary));
        if right > 0 {
            entry(&mut output, "RHS", &items[item.index()], right)?;
        }
    }
    let ranges: Vec<(ItemId, Bounds)> = problem
        .bounded_items()
        .filter(|(_, bounds)| bounds.lo < bounds.hi && bounds.hi != Bounds::UNLIMITED)
        .collect();
    if !ranges.is_empty() {
        writeln!(output, "RANGES")?;
        for (item, Bounds { lo, hi }) in ranges {
            entry(&mut output, "RANGE", &items[item.index()], hi - lo)?;
        }
    }
    if !names.is_empty() {
        writeln!(output, "BOUNDS")?;
    }
    for option in problem.options() {
        let name = &names[option.index()];
        if problem.is_kept_out(option) {
            writeln!(output, " FX BOUND     {name:<8}  {:>12}", 0)?;
        } else {
            writeln!(output, " BV BOUND     {name}")?;
        }
    }
    further.iter().try_for_each(|name| writeln!(output, " BV BOUND     {name}"))?;
    writeln!(output, "ENDATA")
}

/// A color that several options give to an item, and its rows: one for each option, and one for their sum.
struct Color<'c> {
    item: ItemId,
    class: &'c [OptionId],
    rows: Vec<String>,
}

/// The type of the row of an item.
fn relation(problem: &Problem, item: ItemId) -> char {
    match (problem.kind(item), problem.bounds(item)) {
        (Kind::Secondary, _) => 'L',
        (Kind::Primary, Bounds { lo, hi }) if lo == hi => 'E',
        (Kind::Primary, _) => 'G',
    }
}

/// A line with a column, or the name of a set, and a row with a number.
fn entry(output: &mut impl Write, first: &str, row: &str, value: impl std::fmt::Display) -> io::Result<()> {
    writeln!(output, "    {first:<8}  {row:<8}  {:>12}", value.to_string())
}

/// The names of the rows of the items.
fn names(problem: &Problem, used: &mut Names) -> Vec<String> {
    // A name that can stay as it is does so, whatever comes before it.
    let kept: Vec<Option<&str>> =
        problem.items().map(|item| Some(problem.item_name(item)).filter(|name| is_safe(name))).collect();
    kept.iter().flatten().for_each(|name| used.keep(name));
    let items = problem.items().zip(kept);
    items
        .map(|(item, kept)| kept.map_or_else(|| used.unused(&safe(problem.item_name(item))), str::to_owned))
        .collect()
}

/// The name of the column of an option.
fn column(problem: &Problem, option: OptionId, used: &mut Names) -> String {
    let own = problem.option_name(option).filter(|name| !name.is_empty());
    // A name such as `x7` is that of option 7 if it has none of its own.
    let is_number = |name: &str| name.strip_prefix('x').is_some_and(|digits| digits.parse::<usize>().is_ok());
    match own {
        Some(name) if is_safe(name) && !is_number(name) => used.unused(name),
        Some(name) if !is_number(name) => used.unused(&safe(name)),
        _ => used.unused(&format!("x{}", option.number())),
    }
}

/// Can a name be written as it is? Blanks part names, and some readers see other characters as marks.
fn is_safe(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_graphic() || (!c.is_ascii() && !c.is_whitespace() && !c.is_control());
    !name.is_empty()
        && name.len() <= NAME
        && name.chars().all(is_plain)
        && !name.starts_with(['$', '*', '\'', '\u{feff}'])
}

/// A name that can be written: `_` in place of what cannot.
fn safe(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_graphic() && c != '\'' { c } else { '_' };
    let name: String = name.chars().map(plain).collect();
    let name = shortened(&name);
    if is_safe(&name) { name } else { format!("_{name}") }
}

/// A name without its end if it is long, so that a number can be added.
fn shortened(name: &str) -> String {
    name.chars().take(NAME / 4).collect()
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;
    use crate::json;
    use combien::problem::{Builder, dlx};

    fn written(problem: &Problem) -> String {
        let mut bytes = vec![];
        write(problem, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn in_json(problem: &Problem) -> String {
        let mut bytes = vec![];
        json::write(problem, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn it_is_read_back_with_costs_bounds_and_what_is_kept_out() {
        let text =
            "a 2:3|b 0:1|c 0:2147483647|d 3|e cost | x y z\na x |2.5\nb c\nx y |-1\nd e b x\ncost a b\nd\n";
        let problem = dlx::parse("t.dlx", text).unwrap().problem;
        let again = parse("t.mps", &written(&problem)).unwrap().problem;
        assert_eq!(in_json(&again), in_json(&problem), "{}", written(&problem));
        assert_eq!(loss(&problem), Loss::default());
    }

    #[test]
    fn lines_are_in_both_forms() {
        let problem = dlx::parse("t.dlx", "a b | x\na x |2.5\nb\nx\n").unwrap().problem;
        let expected = "\
* columns are the options, in their order; any others are determined
NAME
ROWS
 N  cost
 E  a
 E  b
 L  x
COLUMNS
    MARKER    'MARKER'                 'INTORG'
    x1        cost               2.5
    x1        a                    1
    x1        x                    1
    x2        b                    1
    x3        x                    1
    MARKER    'MARKER'                 'INTEND'
RHS
    RHS       a                    1
    RHS       b                    1
    RHS       x                    1
BOUNDS
 BV BOUND     x1
 BV BOUND     x2
 FX BOUND     x3                   0
ENDATA
";
        assert_eq!(written(&problem), expected);
    }

    #[test]
    fn names_that_cannot_be_written_are_counted() {
        let mut builder = Builder::new();
        for name in ["two words", "two_words", "$x", "'MARKER'", "é", "a\u{a0}b"] {
            builder.primary(name).unwrap();
        }
        let option = builder.option_by_names(["é"]).unwrap();
        builder.name_option(option, "x9");
        let option = builder.option_by_names(["two words"]).unwrap();
        builder.name_option(option, "crew 1");
        let problem = builder.build();
        // Four items, and both options: `x9` would be the name of another one.
        assert_eq!(loss(&problem).names, 6);
        let again = parse("t.mps", &written(&problem)).unwrap().problem;
        let names: Vec<&str> = again.items().map(|item| again.item_name(item)).collect();
        assert_eq!(names, ["two_words_2", "two_words", "_$x", "_MARKER_", "é", "a_b"]);
    }

    #[test]
    fn colors_are_further_columns() {
        let problem = dlx::parse("t.dlx", "a b | x\na x:1\nb x:1\nb x:2\n").unwrap().problem;
        assert_eq!(loss(&problem), Loss { names: 0, colors: 1 });
        let text = written(&problem);
        let lines: Vec<String> =
            text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        for line in ["x1 color_x -1", "x2 color_x_2 -1", "x4 x 1", "x4 color_x_3 -1"] {
            assert!(lines.iter().any(|known| known == line), "{line}\n{text}");
        }
        let error = parse("t.mps", &text).unwrap_err().to_string();
        assert!(error.contains("the coefficient -1 of column `x1` in row `color_x`"), "{error}");
    }
}
