//! Writes a problem as an incidence matrix.

use std::borrow::Cow;
use std::io::Write;

use combien::problem::{self, Bounds, Entry, ItemId, Kind, Problem};

/// The maximum number of cells. Most of them are 0, and spreadsheets hold far fewer.
const MOST_CELLS: usize = 1 << 28;

/// Titles of columns that are no items.
const RESERVED: [&str; 4] = ["cost", "item", "items", "option"];

/// Why a problem could not be written in this format.
pub type WriteError = problem::WriteError<Unfit>;

/// What this format has no way to express.
#[derive(Debug)]
pub enum Unfit {
    /// The matrix would have too many cells: options times items.
    TooLarge {
        /// How many options.
        options: usize,
        /// How many items.
        items: usize,
    },
}

combien::errors!(Unfit {
    TooLarge { options, items } =>
        "a matrix of {options} options and {items} items has more than {MOST_CELLS} cells";
});

/// Writes a problem, with commas. Reading it back gives the same items, options, names and costs; the items
/// of an option are then in the order of the columns. The columns `option` and `cost` are written if an
/// option has a name or a cost.
///
/// # Errors
///
/// If the matrix has more than 2 to the power 28 cells. Takes time linear in their number.
pub fn write(problem: &Problem, mut output: impl Write) -> Result<(), WriteError> {
    let (options, items) = (problem.option_count(), problem.item_count());
    if options.checked_mul(items).is_none_or(|cells| cells > MOST_CELLS) {
        return Err(WriteError::Unfit(Unfit::TooLarge { options, items }));
    }
    // A row of a matrix without columns would be a blank line.
    let has_names = items == 0 || problem.options().any(|option| problem.option_name(option).is_some());
    let has_costs = problem.has_costs();
    let titles = problem.items().map(|item| quoted(&title(problem, item)).into_owned());
    let head = [has_names.then_some("option"), has_costs.then_some("cost")].into_iter().flatten();
    let titles: Vec<String> = head.map(str::to_owned).chain(titles).collect();
    writeln!(output, "{}", titles.join(","))?;
    let mut row: Vec<Cow<'_, str>> = vec![];
    for option in problem.options() {
        row.clear();
        if has_names {
            let name = problem.option_name(option);
            // An empty cell alone would be a blank line.
            row.push(name.map_or(Cow::Borrowed("\"\""), quoted));
        }
        if has_costs {
            row.push(problem.show_cost(problem.cost(option).into()).to_string().into());
        }
        let start = row.len();
        row.resize(start + items, Cow::Borrowed("0"));
        for &entry in problem.option(option) {
            row[start + entry.item.index()] = cell(problem, entry);
        }
        writeln!(output, "{}", row.join(","))?;
    }
    Ok(())
}

/// The title of the column of an item.
fn title(problem: &Problem, item: ItemId) -> Cow<'_, str> {
    let name = problem.item_name(item);
    match (problem.kind(item), problem.bounds(item)) {
        (Kind::Secondary, _) => format!("|{name}").into(),
        (Kind::Primary, Bounds::ONCE) if !RESERVED.contains(&name) && !name.contains('|') => name.into(),
        (Kind::Primary, bounds) => format!("{bounds}|{name}").into(),
    }
}

fn cell(problem: &Problem, entry: Entry) -> Cow<'_, str> {
    match entry.color.map(|color| problem.color_name(color)) {
        None => Cow::Borrowed("1"),
        Some(color) if color == "0" || color == "1" || color.starts_with(':') => {
            quoted(&format!(":{color}")).into_owned().into()
        }
        Some(color) => quoted(color),
    }
}

/// A text as a cell: in quotes if it would otherwise be read as another one.
fn quoted(text: &str) -> Cow<'_, str> {
    let is_plain = !text.contains([',', ';', '\t', '"', '\n', '\r', '\u{feff}']) && text.trim() == text;
    if is_plain { text.into() } else { format!("\"{}\"", text.replace('"', "\"\"")).into() }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;
    use crate::json;
    use combien::problem::Builder;

    fn written(problem: &Problem) -> String {
        let mut bytes = vec![];
        write(problem, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn strange_names_are_read_back() {
        let mut builder = Builder::new();
        let names = [
            "cost",
            "option",
            "a|b",
            "2|c",
            " blank ",
            "two\nlines",
            "\"quoted\"",
            "semi;colon",
            "\u{feff}",
            ":",
        ];
        let primary: Vec<ItemId> = names.iter().map(|name| builder.primary(name).unwrap()).collect();
        let bounded = builder.bounded("|", Bounds { lo: 0, hi: Bounds::UNLIMITED }).unwrap();
        let secondary = builder.secondary("x|y").unwrap();
        for color in ["0", "1", ":", "a,b", " red "] {
            let color = builder.color(color);
            let option =
                builder.option([Entry::from(primary[1]), bounded.into(), secondary.colored(color)]).unwrap();
            builder.name_option(option, "\"a\", b");
            builder.cost(option, "-0.25".parse::<problem::Decimal>().unwrap()).unwrap();
        }
        builder.option(primary).unwrap();
        let problem = builder.build();
        let again = parse("t.csv", &written(&problem)).unwrap().problem;
        let in_json = |problem: &Problem| {
            let mut bytes = vec![];
            json::write(problem, &mut bytes).unwrap();
            String::from_utf8(bytes).unwrap()
        };
        assert_eq!(in_json(&again), in_json(&problem), "{}", written(&problem));
    }

    #[test]
    fn options_without_items_are_rows_too() {
        let mut builder = Builder::new();
        builder.option::<Entry>([]).unwrap();
        let problem = builder.build();
        assert_eq!(parse("t.csv", &written(&problem)).unwrap().problem.option_count(), 1);
        let nothing = Builder::new().build();
        assert_eq!(parse("t.csv", &written(&nothing)).unwrap().problem, nothing);
    }
}
