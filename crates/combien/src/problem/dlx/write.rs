//! Writes a problem in Knuth's text format.

use std::io::Write;

use crate::problem::{self, Bounds, ItemId, Kind, Problem};

/// Why a problem could not be written in this format.
pub type WriteError = problem::WriteError<Unfit>;

/// What this format has no way to express.
#[derive(Debug)]
pub enum Unfit {
    /// A name that the format cannot express, because white space, `|` and `:` separate names.
    Name(String),
    /// The format has no way to write a problem without primary items.
    NoPrimaryItems,
    /// An option without items would be an empty line; its number, from 1.
    EmptyOption(usize),
}

errors!(Unfit {
    Name(name) => "the name `{name}` cannot be written: white space, `|` and `:` part names in this format";
    NoPrimaryItems => "this format cannot hold a problem without primary items";
    EmptyOption(number) => "option {number} has no items and cannot be written";
});

/// Writes a problem, so that reading it back gives the same items and options; primary items come first, and
/// names of options are left out, because the format cannot express them. Errors are returned before the
/// first byte is written.
pub fn write(problem: &Problem, mut output: impl Write) -> Result<(), WriteError> {
    check_names(problem).map_err(WriteError::Unfit)?;
    let of_kind = |kind| problem.items().filter(move |&item| problem.kind(item) == kind);
    let name = |item: ItemId| match problem.bounds(item) {
        bounds if bounds == Bounds::ONCE || problem.kind(item) == Kind::Secondary => {
            problem.item_name(item).to_owned()
        }
        bounds => format!("{bounds}|{}", problem.item_name(item)),
    };
    let names = |kind| of_kind(kind).map(name).collect::<Vec<_>>().join(" ");
    let (primary, secondary) = (names(Kind::Primary), names(Kind::Secondary));
    let bar = if secondary.is_empty() { "" } else { " | " };
    // At the beginning of a text, such a name would be read as a byte order mark.
    let blank = if primary.starts_with('\u{feff}') { " " } else { "" };
    writeln!(output, "{blank}{primary}{bar}{secondary}")?;
    for option in problem.options() {
        write!(output, "{}", problem.show_option(option))?;
        match problem.cost(option) {
            0 => writeln!(output)?,
            cost => writeln!(output, " |{}", problem.show_cost(cost.into()))?,
        }
    }
    Ok(())
}

fn check_names(problem: &Problem) -> Result<(), Unfit> {
    if problem.primary_count() == 0 {
        return Err(Unfit::NoPrimaryItems);
    }
    // Other white space than ASCII may be a part of a name, but not at the end of a line.
    let unwritable = |c: char| c.is_whitespace() || c == '|' || c == ':';
    let mut names = problem.parts.item_names.iter().chain(problem.parts.color_names.iter());
    if let Some(name) = names.find(|name| name.is_empty() || name.contains(unwritable)) {
        return Err(Unfit::Name(name.to_owned()));
    }
    match problem.options().find(|&option| problem.option(option).is_empty()) {
        Some(option) => Err(Unfit::EmptyOption(option.number())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;
    use crate::problem::Builder;

    fn written(problem: &Problem) -> Result<String, WriteError> {
        let mut bytes = vec![];
        write(problem, &mut bytes)?;
        Ok(String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn reads_back_the_same() {
        let bounded = "2|a 0:3|b c 1:2147483647|d | x\na b x\na c d\nb d\n";
        for text in ["a b | x y\na x:red y\nb x:red\nx\n", "a\na\na\n", bounded] {
            let problem = parse("t.dlx", text).unwrap().problem;
            assert_eq!(written(&problem).unwrap(), text);
        }
    }

    /// Found by fuzzing: the first name was taken for a byte order mark, and a name lost its last character.
    #[test]
    fn names_with_strange_characters_are_kept_or_refused() {
        let problem = parse("t.dlx", " \u{feff} *\n*\n").unwrap().problem;
        let again = parse("t.dlx", &written(&problem).unwrap()).unwrap().problem;
        assert_eq!(again.fingerprint(), problem.fingerprint());
        let mut builder = Builder::new();
        let item = builder.primary("a\u{a0}").unwrap();
        builder.option([item]).unwrap();
        assert!(matches!(written(&builder.build()), Err(WriteError::Unfit(Unfit::Name(_)))));
    }

    #[test]
    fn costs_are_written_with_their_decimal_places() {
        let text = "a b | x\na x |2.5\nb\na b |-3\n";
        let problem = parse("t.dlx", text).unwrap().problem;
        assert_eq!(written(&problem).unwrap(), text);
    }

    #[test]
    fn refuses_what_the_format_cannot_hold() {
        let mut builder = Builder::new();
        builder.secondary("x").unwrap();
        assert!(matches!(written(&builder.clone().build()), Err(WriteError::Unfit(Unfit::NoPrimaryItems))));
        builder.primary("two words").unwrap();
        assert!(matches!(written(&builder.build()), Err(WriteError::Unfit(Unfit::Name(_)))));
        let empty = Problem::from_lists::<Vec<usize>>(1, None, [vec![]]).unwrap();
        assert!(matches!(written(&empty), Err(WriteError::Unfit(Unfit::EmptyOption(1)))));
    }
}
