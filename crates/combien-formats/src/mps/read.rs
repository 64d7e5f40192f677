//! Reads a program line by line, then makes items of its rows and options of its columns.

use std::collections::HashMap;
use std::ops::Range;

use super::number::number;
use super::sections::{Form, Section, fields, section};
use crate::foreign::{Document, ReadError};
use crate::foreign::{Text, Wrong};
use combien::diagnostic::{did_you_mean, nearest, without_bom};
use combien::problem::{Bounds, Builder, Decimal, Entry, ItemId};

/// The maximum number of names that are compared with an unknown one.
const MOST_COMPARED: usize = 10_000;

/// Reads a problem from a text, in time linear in it. `name` is the name of the text in messages.
///
/// Fields are parted by blanks, in the free form of the format. A text in which this does not work is read in
/// the fixed form, whose names may have blanks.
pub fn parse(name: &str, text: &str) -> Result<Document, ReadError> {
    let text = without_bom(text);
    let free = read(name, text, Form::Free);
    match free {
        Ok(document) => Ok(document),
        Err(error) => read(name, text, Form::Fixed).map_err(|_| error),
    }
}

fn read(name: &str, text: &str, form: Form) -> Result<Document, ReadError> {
    let mut reader = Reader::new(name, text, form);
    reader.lines();
    reader.finish()
}

/// How a row compares with its right-hand side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Objective,
    Equal,
    AtLeast,
    AtMost,
}

/// A row, with the place of its declaration.
struct Row<'t> {
    name: &'t str,
    place: Range<usize>,
    relation: Relation,
    right: i64,
    range: Option<i64>,
    /// The number of the last column that has it, from 1: finds a second mention within a column in constant
    /// time.
    last: usize,
}

/// A column.
struct Column<'t> {
    name: &'t str,
    place: Range<usize>,
    rows: Vec<usize>,
    cost: Decimal,
    is_integer: bool,
    /// Is its upper bound 1?
    is_bounded: bool,
    /// Is it fixed to 0?
    is_fixed: bool,
}

struct Reader<'t> {
    text: Text<'t>,
    form: Form,
    section: Section,
    rows: Vec<Row<'t>>,
    row_of: HashMap<&'t str, usize>,
    columns: Vec<Column<'t>>,
    column_of: HashMap<&'t str, usize>,
    /// Are the columns between markers for integers?
    is_integer: bool,
}

impl<'t> Reader<'t> {
    fn new(name: &'t str, text: &'t str, form: Form) -> Reader<'t> {
        Reader {
            text: Text::new(name, text),
            form,
            section: Section::Start,
            rows: vec![],
            row_of: HashMap::new(),
            columns: vec![],
            column_of: HashMap::new(),
            is_integer: false,
        }
    }

    fn lines(&mut self) {
        let text = self.text.whole;
        let mut words = vec![];
        for line in text.lines() {
            if self.section == Section::End || self.text.has_enough() {
                return;
            }
            if line.starts_with('*') || line.trim().is_empty() {
                continue;
            }
            let read = if line.starts_with([' ', '\t']) {
                let has_type = matches!(self.section, Section::Rows | Section::Bounds);
                fields(line, self.form, has_type, &mut words);
                if words.is_empty() { Ok(()) } else { self.data(&words) }
            } else {
                self.head(line)
            };
            if let Err((part, wrong)) = read {
                let span = self.text.span(part);
                self.text.wrong(span, wrong);
            }
        }
        if self.section != Section::End && self.text.is_sound() {
            let message = "the file ends before ENDATA";
            let hint = "is a part missing? the last line of a program is ENDATA";
            self.text.wrong(text.len()..text.len(), Wrong::new("no-end", message, hint));
        }
    }

    fn head(&mut self, line: &'t str) -> Result<(), (&'t str, Wrong)> {
        self.section = Section::Unknown;
        let (section, rest) = section(line).map_err(|wrong| (line.trim_end(), wrong))?;
        self.section = section;
        if section == Section::Sense && !rest.is_empty() {
            return Reader::sense(rest);
        }
        Ok(())
    }

    fn data(&mut self, words: &[&'t str]) -> Result<(), (&'t str, Wrong)> {
        match self.section {
            Section::Rows => self.row(words),
            Section::Columns => self.column(words),
            Section::Rhs => self.each_number(words, Reader::right),
            Section::Ranges => self.each_number(words, Reader::range),
            Section::Bounds => self.bound(words),
            Section::Sense => Reader::sense(words[0]),
            Section::Unknown => Ok(()),
            Section::Start | Section::Name | Section::End => {
                let hint =
                    "sections begin with ROWS, COLUMNS, RHS, RANGES or BOUNDS, without a blank before it";
                Err((words[0], Wrong::new("no-section", "this line is in no section", hint)))
            }
        }
    }

    fn sense(word: &str) -> Result<(), (&str, Wrong)> {
        match word.to_ascii_uppercase().as_str() {
            "MIN" | "MINIMIZE" => Ok(()),
            "MAX" | "MAXIMIZE" => {
                let hint = "leave OBJSENSE out, and say --max where you ask for the best solution";
                Err((word, Wrong::new("maximized", "an objective that is maximized is not read", hint)))
            }
            _ => Err((
                word,
                Wrong::new("bad-sense", format!("`{word}` is no sense of an objective"), "write MIN"),
            )),
        }
    }

    fn row(&mut self, words: &[&'t str]) -> Result<(), (&'t str, Wrong)> {
        let [kind, name] = *words else {
            let hint = "a row is its type and its name: ` E  north`";
            return Err((words[0], Wrong::new("bad-row", "this is not a row", hint)));
        };
        let relation = match kind.to_ascii_uppercase().as_str() {
            "N" => Relation::Objective,
            "E" => Relation::Equal,
            "G" => Relation::AtLeast,
            "L" => Relation::AtMost,
            _ => {
                let message = format!("there is no type of row `{kind}`");
                return Err((kind, Wrong::new("bad-row", message, "it is N, E, G or L")));
            }
        };
        if relation == Relation::Objective && self.rows.iter().any(|row| row.relation == relation) {
            let hint = "costs are one row of type N; leave out other rows of this type";
            return Err((name, Wrong::new("second-objective", "a second row of type N", hint)));
        }
        if self.row_of.contains_key(name) {
            let message = format!("row `{name}` is declared twice");
            return Err((name, Wrong::new("duplicate-item", message, "name each row once")));
        }
        self.row_of.insert(name, self.rows.len());
        self.rows.push(Row { name, place: self.text.span(name), relation, right: 0, range: None, last: 0 });
        Ok(())
    }

    fn column(&mut self, words: &[&'t str]) -> Result<(), (&'t str, Wrong)> {
        let name = words[0];
        if let Some(at) = words.iter().position(|&word| word == "'MARKER'") {
            let kind = words[at + 1..].iter().find(|word| !word.is_empty()).copied().unwrap_or(name);
            self.is_integer = match kind {
                "'INTORG'" => true,
                "'INTEND'" => false,
                _ => {
                    let message = format!("there is no marker {kind}");
                    return Err((kind, Wrong::new("bad-marker", message, "it is 'INTORG' or 'INTEND'")));
                }
            };
            return Ok(());
        }
        let column = match self.columns.last() {
            Some(last) if last.name == name => self.columns.len() - 1,
            _ => {
                let column = self.columns.len();
                if self.column_of.contains_key(name) {
                    let message = format!("the lines of column `{name}` are not together");
                    return Err((
                        name,
                        Wrong::new(
                            "split-column",
                            message,
                            "write the lines of a column one after the other",
                        ),
                    ));
                }
                self.column_of.insert(name, column);
                self.columns.push(Column {
                    name,
                    place: self.text.span(name),
                    rows: vec![],
                    cost: Decimal::default(),
                    is_integer: self.is_integer,
                    is_bounded: false,
                    is_fixed: false,
                });
                column
            }
        };
        if words.len().is_multiple_of(2) || words.len() < 3 {
            let hint = "a line has a column, and a row with a number, or two of them: `    x1  north  1`";
            return Err((name, Wrong::new("bad-column", "this is not a part of a column", hint)));
        }
        for pair in words[1..].chunks(2) {
            let (row, value) = (self.known_row(pair[0])?, value(pair[1])?);
            if self.rows[row].relation == Relation::Objective {
                let sum = self.columns[column].cost.checked_add(value);
                let hint = "costs fit in 64 bits";
                self.columns[column].cost = sum.ok_or_else(|| {
                    (pair[1], Wrong::new("cost-too-large", "a cost that is too large", hint))
                })?;
                continue;
            }
            if value != Decimal::from(1) {
                let message = format!("the coefficient {} of column `{name}` in row `{}`", pair[1], pair[0]);
                let hint = "an option covers an item once, or not at all: coefficients are 1";
                return Err((pair[1], Wrong::new("coefficient", message, hint)));
            }
            if self.rows[row].last == column + 1 {
                let message = format!("column `{name}` has row `{}` twice", pair[0]);
                return Err((pair[0], Wrong::new("item-twice", message, "name each row once in a column")));
            }
            self.rows[row].last = column + 1;
            self.columns[column].rows.push(row);
        }
        Ok(())
    }

    /// The rows and numbers of a line of right-hand sides or ranges, which may begin with the name of a set.
    fn each_number(
        &mut self,
        words: &[&'t str],
        mut then: impl FnMut(&mut Reader<'t>, usize, i64) -> Result<(), Wrong>,
    ) -> Result<(), (&'t str, Wrong)> {
        let pairs = if words.len().is_multiple_of(2) { words } else { &words[1..] };
        if pairs.is_empty() {
            let hint = "a line has a row and its number: `    RHS  north  1`";
            return Err((words[0], Wrong::new("bad-number", "there is no row and no number", hint)));
        }
        for pair in pairs.chunks(2) {
            let (row, value) = (self.known_row(pair[0])?, value(pair[1])?);
            let Some(whole) = value.in_units(0) else {
                let message = format!("{} is not a whole number", pair[1]);
                let hint = "an item is covered a whole number of times";
                return Err((pair[1], Wrong::new("not-whole", message, hint)));
            };
            then(self, row, whole).map_err(|wrong| (pair[1], wrong))?;
        }
        Ok(())
    }

    fn right(&mut self, row: usize, value: i64) -> Result<(), Wrong> {
        if self.rows[row].relation == Relation::Objective && value != 0 {
            let hint = "leave it out: it is the same for all solutions";
            return Err(Wrong::new("constant", "a constant in the objective is not read", hint));
        }
        self.rows[row].right = value;
        Ok(())
    }

    fn range(&mut self, row: usize, value: i64) -> Result<(), Wrong> {
        if self.rows[row].relation == Relation::Objective {
            return Err(Wrong::new(
                "bad-range",
                "a range of the objective",
                "only rows of type E, G and L have one",
            ));
        }
        self.rows[row].range = Some(value);
        Ok(())
    }

    fn bound(&mut self, words: &[&'t str]) -> Result<(), (&'t str, Wrong)> {
        let kind = words[0];
        let upper = kind.to_ascii_uppercase();
        let has_value = !matches!(upper.as_str(), "BV" | "PL" | "FR" | "MI");
        // The name of the set of bounds may be left out, and so may the value where none is needed.
        let rest = &words[1..];
        let (name, limit) = match (rest, has_value) {
            ([_, name, limit], _) if !limit.is_empty() => (*name, Some(*limit)),
            ([name, limit], true) => (*name, Some(*limit)),
            ([one, two], false) if self.column_of.contains_key(one) && number(two).is_ok() => {
                (*one, Some(*two))
            }
            ([name] | [_, name], false) => (*name, None),
            _ => {
                let hint =
                    "a bound is its type, the name of a set, a column and a number: ` UP BOUND  x1  1`";
                return Err((kind, Wrong::new("bad-bound", "this is not a bound", hint)));
            }
        };
        let Some(&column) = self.column_of.get(name) else {
            let compared = self.columns.iter().map(|column| column.name).take(MOST_COMPARED);
            let hint = did_you_mean(nearest(name, compared), "columns come first");
            return Err((name, Wrong::new("unknown-column", format!("there is no column `{name}`"), hint)));
        };
        let limit_value =
            limit.filter(|_| has_value).map(value).transpose()?.and_then(|value| value.in_units(0));
        let column = &mut self.columns[column];
        match (upper.as_str(), limit_value) {
            ("BV", _) => {
                column.is_integer = true;
                column.is_bounded = true;
            }
            ("UI" | "UP", Some(1)) => {
                column.is_bounded = true;
                column.is_integer |= upper == "UI";
            }
            ("FX" | "UI" | "UP", Some(0)) => {
                column.is_fixed = true;
                column.is_integer = true;
            }
            ("LO", Some(0)) | ("PL", _) => {}
            ("LI", Some(0)) => column.is_integer = true,
            _ => {
                let message =
                    format!("the bound {upper} {} of column `{name}` is not read", limit.unwrap_or_default());
                let hint = "a column is 0 or 1: BV, or UP 1; or FX 0 for an option that is kept out";
                return Err((kind, Wrong::new("bad-bound", message.replace("  ", " "), hint)));
            }
        }
        Ok(())
    }

    fn known_row(&self, name: &'t str) -> Result<usize, (&'t str, Wrong)> {
        self.row_of.get(name).copied().ok_or_else(|| {
            let compared = self.rows.iter().map(|row| row.name).take(MOST_COMPARED);
            let hint = did_you_mean(nearest(name, compared), "declare it in the section ROWS");
            (name, Wrong::new("unknown-item", format!("there is no row `{name}`"), hint))
        })
    }

    fn finish(mut self) -> Result<Document, ReadError> {
        let (mut builder, mut places, mut options) = (Builder::new(), vec![], vec![]);
        if self.text.is_sound() {
            let items = self.items(&mut builder, &mut places);
            if self.text.is_sound() {
                for (number, column) in (1..).zip(std::mem::take(&mut self.columns)) {
                    if let Err(wrong) = option(&mut builder, &self.rows, &items, number, &column) {
                        self.text.wrong(column.place.clone(), wrong);
                    }
                    options.push(column.place);
                }
            }
        }
        self.text.finish(builder.build(), &places, &options)
    }

    /// Makes items of the rows; the row of the objective is none.
    fn items(&mut self, builder: &mut Builder, places: &mut Vec<Range<usize>>) -> Vec<Option<ItemId>> {
        let is_packing =
            |row: &Row<'_>| row.relation == Relation::AtMost && row.right == 1 && row.range.is_none();
        // A column that may be 1 and covers no primary item would be kept out; so its rows become primary
        // items.
        let mut is_secondary: Vec<bool> = self.rows.iter().map(is_packing).collect();
        for column in self.columns.iter().filter(|column| !column.is_fixed) {
            if column.rows.iter().all(|&row| is_packing(&self.rows[row])) {
                column.rows.iter().for_each(|&row| is_secondary[row] = false);
            }
        }
        let mut items = vec![];
        for (row, is_secondary) in self.rows.iter().zip(is_secondary) {
            if row.relation == Relation::Objective {
                items.push(None);
                continue;
            }
            let declared = if is_secondary {
                builder.secondary(row.name).map_err(|error| error.to_string())
            } else {
                bounds(row)
                    .and_then(|bounds| builder.bounded(row.name, bounds).map_err(|error| error.to_string()))
            };
            match declared {
                Ok(item) => {
                    items.push(Some(item));
                    places.push(row.place.clone());
                }
                Err(message) => {
                    items.push(None);
                    let hint = "a primary item is covered once or more often: E, G or L with a right-hand side of 1 or more, or a range";
                    self.text.wrong(row.place.clone(), Wrong::new("bad-bounds", message, hint));
                }
            }
        }
        items
    }
}

/// How often the item of a row is covered.
fn bounds(row: &Row<'_>) -> Result<Bounds, String> {
    const UNLIMITED: i64 = Bounds::UNLIMITED as i64;
    let Row { name, relation, right, range, .. } = *row;
    let size = range.map(|range| range.checked_abs().unwrap_or(i64::MAX));
    let (lo, hi) = match (relation, range, size) {
        (Relation::Equal, Some(range), Some(size)) if range < 0 => (right.saturating_sub(size), right),
        (Relation::Equal, Some(_), Some(size)) => (right, right.saturating_add(size)),
        (Relation::Equal, ..) => (right, right),
        (Relation::AtLeast, _, size) => (right, size.map_or(UNLIMITED, |size| right.saturating_add(size))),
        (_, _, size) => (size.map_or(0, |size| right.saturating_sub(size)), right),
    };
    if hi < 1 {
        return Err(format!("row `{name}` is at most {hi}, so its item could not be covered"));
    }
    let within = |bound: i64| bound.clamp(0, UNLIMITED) as u32;
    Ok(Bounds { lo: within(lo), hi: within(hi) })
}

/// Makes an option of a column.
fn option(
    builder: &mut Builder,
    rows: &[Row<'_>],
    items: &[Option<ItemId>],
    number: usize,
    column: &Column<'_>,
) -> Result<(), Wrong> {
    let name = column.name;
    if !column.is_integer {
        let hint = "write it between the markers 'INTORG' and 'INTEND', or give it the bound BV";
        return Err(Wrong::new("continuous", format!("column `{name}` is not an integer"), hint));
    }
    let entries: Vec<Entry> = column.rows.iter().filter_map(|&row| items[row]).map(Entry::from).collect();
    let problem = builder.so_far();
    let is_limited = |&row: &usize| {
        items[row]
            .is_some_and(|item| problem.bounds(item).hi == 1 && rows[row].relation != Relation::Objective)
    };
    if !column.is_bounded && !column.is_fixed && !column.rows.iter().any(is_limited) {
        let message = format!("column `{name}` may be more than 1");
        return Err(Wrong::new("not-binary", message, "give it the bound BV or UP 1"));
    }
    let primary = |entry: &&Entry| problem.kind(entry.item) == combien::problem::Kind::Primary;
    match (column.is_fixed, entries.iter().find(primary)) {
        (true, Some(entry)) => {
            let item = problem.item_name(entry.item);
            let message = format!("column `{name}` is fixed to 0, and covers `{item}`");
            return Err(Wrong::new("fixed", message, "leave it out, or say --forbid where you ask"));
        }
        (false, None) => {
            let message = format!("column `{name}` is in no row, so it is in no option and free to choose");
            return Err(Wrong::new("bare-column", message, "leave it out, or fix it to 0: FX 0"));
        }
        _ => {}
    }
    let added = builder.option(entries).and_then(|option| {
        if name != format!("x{number}") {
            builder.name_option(option, name);
        }
        builder.cost(option, column.cost)
    });
    added.map_err(|error| {
        Wrong::new(
            "too-large",
            error.to_string(),
            "use smaller numbers, fewer decimal places, or a smaller problem",
        )
    })
}

fn value(text: &str) -> Result<Decimal, (&str, Wrong)> {
    number(text).map_err(|_| {
        let hint = "a number has at most 18 digits after the point, and fits in 64 bits without it";
        (text, Wrong::new("bad-number", format!("`{text}` is no number that fits"), hint))
    })
}

#[cfg(test)]
mod tests;
