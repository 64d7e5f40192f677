//! Problems as lists of lists of numbers, as the functions `dlx_solver` and `DLXCPP` of Sage take them: `[[0,
//! 2], [1], [0, 1]]`.
//!
//! Columns are the items, from 0, and all of them must be covered exactly once. So each secondary item has a
//! further row of its own behind the options: it is chosen if no option has the item. Solutions are one to
//! one; row k is option k + 1.
//!
//! [`json::parse`](crate::json::parse) reads such lists.

use std::io::Write;

use combien::problem::{self, Bounds, Kind, OptionId, Problem};

/// Why a problem could not be written in this format.
pub type WriteError = problem::WriteError<Unfit>;

/// What this format has no way to express.
#[derive(Debug)]
#[non_exhaustive]
pub enum Unfit {
    /// An item has bounds.
    Bounds(String),
    /// Options give this secondary item colors.
    Colors(String),
    /// No option has this primary item, so no list would have it.
    Bare(String),
    /// An option without a primary item: it is in no solution, but here it would be.
    KeptOut(OptionId),
}

combien::errors!(Unfit {
    Bounds(item) => "item `{item}` has bounds, and in lists for Sage each item is covered exactly once";
    Colors(item) => "item `{item}` has colors, and lists for Sage have none";
    Bare(item) => "no option has item `{item}`, so lists for Sage cannot have it";
    KeptOut(option) =>
        "option {} has no primary item, and lists for Sage have only primary items", option.number();
});

/// Writes the lists, one on each line. Names and costs are left out.
///
/// # Errors
///
/// If an item has bounds or colors, if no option has a primary item, or if an option has none.
pub fn write(problem: &Problem, mut output: impl Write) -> Result<(), WriteError> {
    check(problem).map_err(WriteError::Unfit)?;
    let options = problem.options().map(|option| {
        let items = problem.option(option).iter().map(|entry| entry.item.index().to_string());
        items.collect::<Vec<_>>().join(", ")
    });
    let secondary = problem.items().filter(|&item| problem.kind(item) == Kind::Secondary);
    let mut before = "[";
    for row in options.chain(secondary.map(|item| item.index().to_string())) {
        write!(output, "{before}[{row}]")?;
        before = ",\n ";
    }
    writeln!(output, "{}]", if before == "[" { "[" } else { "" })?;
    Ok(())
}

fn check(problem: &Problem) -> Result<(), Unfit> {
    let mut has_option = vec![false; problem.item_count()];
    for option in problem.options() {
        for entry in problem.option(option) {
            let name = || problem.item_name(entry.item).to_owned();
            has_option[entry.item.index()] = true;
            if entry.color.is_some() {
                return Err(Unfit::Colors(name()));
            }
        }
    }
    if let Some(&option) = problem.kept_out().first() {
        return Err(Unfit::KeptOut(option));
    }
    for item in problem.primary_items() {
        let name = || problem.item_name(item).to_owned();
        if problem.bounds(item) != Bounds::ONCE {
            return Err(Unfit::Bounds(name()));
        }
        if !has_option[item.index()] {
            return Err(Unfit::Bare(name()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use combien::problem::{Builder, dlx};

    fn written(text: &str) -> Result<String, String> {
        let mut bytes = vec![];
        let problem = dlx::parse("t.dlx", text).unwrap().problem;
        write(&problem, &mut bytes).map_err(|error| error.to_string())?;
        Ok(String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn options_are_lists_of_numbers() {
        assert_eq!(written("a b | x\na x\nb\nb a\n").unwrap(), "[[0, 2],\n [1],\n [1, 0],\n [2]]\n");
        let mut bytes = vec![];
        write(&Builder::new().build(), &mut bytes).unwrap();
        assert_eq!(bytes, b"[]\n");
    }

    #[test]
    fn what_lists_cannot_say_is_refused() {
        for (text, expected) in [
            ("0:1|a\na\n", "item `a` has bounds, and in lists for Sage each item is covered exactly once"),
            ("a | x\na x:red\n", "item `x` has colors, and lists for Sage have none"),
            ("a b\na\n", "no option has item `b`, so lists for Sage cannot have it"),
            ("a | x\na\nx\n", "option 2 has no primary item, and lists for Sage have only primary items"),
        ] {
            assert_eq!(written(text).unwrap_err(), expected);
        }
    }
}
