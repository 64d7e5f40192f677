//! Reads an incidence matrix row by row.

use std::borrow::Cow;
use std::ops::Range;

use super::{Document, ReadError};
use crate::foreign::{Text, Wrong};
use combien::diagnostic::{counted, without_bom};
use combien::problem::dlx::bounds;
use combien::problem::{Bounds, BuildError, Builder, Decimal, Entry, ItemId, Kind};

/// What a column has.
enum Column {
    Names,
    Costs,
    Item(ItemId, Kind),
    /// Its title is wrong, which has been reported.
    Broken,
}

/// A cell of the text.
#[derive(Clone)]
struct Cell<'t> {
    span: Range<usize>,
    text: Cow<'t, str>,
}

/// Reads a problem from a text, in time linear in it. `name` is the name of the text in messages.
pub fn parse(name: &str, text: &str) -> Result<Document, ReadError> {
    let text = without_bom(text);
    let mut reader = Reader {
        text: Text::new(name, text),
        rows: Rows { text, at: 0, delimiter: delimiter(text) },
        builder: Builder::new(),
        columns: vec![],
        items: vec![],
        options: vec![],
    };
    let mut cells = vec![];
    let mut has_titles = false;
    while !reader.text.has_enough() {
        match reader.rows.next(&mut cells) {
            Ok(false) => break,
            Ok(true) if has_titles => reader.option(&cells),
            Ok(true) => {
                has_titles = true;
                reader.titles(&cells);
            }
            Err((span, wrong)) => {
                reader.text.wrong(span, wrong);
                break;
            }
        }
    }
    if !has_titles && reader.text.is_sound() {
        let hint = "the first row has a title for each column: the names of the items";
        reader.text.wrong(text.len()..text.len(), Wrong::new("no-items", "the file names no items", hint));
    }
    reader.text.finish(reader.builder.build(), &reader.items, &reader.options)
}

struct Reader<'t> {
    text: Text<'t>,
    rows: Rows<'t>,
    builder: Builder,
    columns: Vec<Column>,
    /// The places of the items and of the options.
    items: Vec<Range<usize>>,
    options: Vec<Range<usize>>,
}

impl Reader<'_> {
    fn titles(&mut self, cells: &[Cell<'_>]) {
        for (place, cell) in cells.iter().enumerate() {
            let column = match &*cell.text {
                "option" => self.only(cell, Column::Names),
                "" if place == 0 => Ok(Column::Names),
                "cost" => self.only(cell, Column::Costs),
                "" => Err(Wrong::new(
                    "empty-name",
                    format!("column {} has no title", place + 1),
                    "name its item, or remove the column",
                )),
                title => self.item(title),
            };
            if let Ok(Column::Item(..)) = column {
                self.items.push(cell.span.clone());
            }
            self.columns.push(column.unwrap_or_else(|wrong| {
                self.text.wrong(cell.span.clone(), wrong);
                Column::Broken
            }));
            if self.text.has_enough() {
                return;
            }
        }
    }

    /// A column of which there is one.
    fn only(&self, cell: &Cell<'_>, column: Column) -> Result<Column, Wrong> {
        let is_same = |known: &Column| std::mem::discriminant(known) == std::mem::discriminant(&column);
        if self.columns.iter().any(is_same) {
            let message = format!("a second column `{}`", cell.text);
            let hint = format!("an item of this name has the title `1|{}`", cell.text);
            return Err(Wrong::new("second-column", message, hint));
        }
        Ok(column)
    }

    fn item(&mut self, title: &str) -> Result<Column, Wrong> {
        let (kind, name, bounds) = match title.split_once('|') {
            None => (Kind::Primary, title, Bounds::ONCE),
            Some(("", name)) => (Kind::Secondary, name, Bounds::ONCE),
            Some((prefix, name)) => {
                let bounds = bounds(prefix).map_err(|fault| {
                    let hint = format!("a primary item whose name has a bar has the title `1|{title}`");
                    Wrong::new("bad-bounds", fault.to_string(), hint)
                })?;
                (Kind::Primary, name, bounds)
            }
        };
        let declared = match kind {
            Kind::Primary => self.builder.bounded(name, bounds),
            Kind::Secondary => self.builder.secondary(name),
        };
        declared.map(|item| Column::Item(item, kind)).map_err(|error| {
            let (code, hint) = match &error {
                BuildError::EmptyName => ("empty-name", "a title is `name`, `1:3|name` or `|name`"),
                BuildError::DuplicateItem { .. } => ("duplicate-item", "name each item once"),
                BuildError::UpperBoundZero { .. } => ("upper-bound-zero", "leave out the column"),
                BuildError::LowerExceedsUpper { .. } => {
                    ("lower-exceeds-upper", "the lower bound stands first: `1:3|name`")
                }
                _ => ("too-large", "split the problem"),
            };
            Wrong::new(code, error.to_string(), hint)
        })
    }

    fn option(&mut self, cells: &[Cell<'_>]) {
        let (start, end) = (cells[0].span.start, cells[cells.len() - 1].span.end);
        if cells.len() != self.columns.len() {
            let message = format!(
                "this row has {}, and there are {}",
                counted(cells.len(), "cell"),
                counted(self.columns.len(), "column")
            );
            let hint = "each row has a cell for each title; quote a cell that has the delimiter in it";
            return self.text.wrong(start..end, Wrong::new("ragged-row", message, hint));
        }
        let (mut entries, mut cost, mut name) = (vec![], Decimal::default(), None);
        let mut is_sound = true;
        for (place, cell) in cells.iter().enumerate() {
            let read = match self.columns[place] {
                Column::Broken => Ok(()),
                Column::Names => {
                    name = Some(cell.text.clone()).filter(|name| !name.is_empty());
                    Ok(())
                }
                Column::Costs => self.cost(&cell.text).map(|read| cost = read),
                Column::Item(item, kind) => {
                    self.entry(item, kind, &cell.text).map(|entry| entries.extend(entry))
                }
            };
            if let Err(wrong) = read {
                self.text.wrong(cell.span.clone(), wrong);
                is_sound = false;
                if self.text.has_enough() {
                    return;
                }
            }
        }
        if !is_sound {
            return;
        }
        let added = self.builder.option(entries).and_then(|option| {
            if let Some(name) = name {
                self.builder.name_option(option, &name);
            }
            self.builder.cost(option, cost)
        });
        self.options.push(start..end);
        if let Err(error) = added {
            let hint = "use smaller numbers, fewer decimal places, or a smaller problem";
            self.text.wrong(start..end, Wrong::new("too-large", error.to_string(), hint));
        }
    }

    /// A cost. Where commas do not part cells, one may be a decimal point.
    fn cost(&self, text: &str) -> Result<Decimal, Wrong> {
        if text.is_empty() {
            return Ok(Decimal::default());
        }
        let with_point = if self.rows.delimiter == b',' { text.to_owned() } else { text.replace(',', ".") };
        let hint = "the column `cost` has the costs of options; an item of this name has the title `1|cost`";
        with_point
            .parse()
            .map_err(|error: combien::problem::NoDecimal| Wrong::new("bad-cost", error.to_string(), hint))
    }

    fn entry(&mut self, item: ItemId, kind: Kind, text: &str) -> Result<Option<Entry>, Wrong> {
        match (text, kind) {
            ("" | "0", _) => Ok(None),
            ("1", _) => Ok(Some(item.into())),
            (_, Kind::Primary) => {
                let message = format!("`{text}` in the column of a primary item");
                let hint =
                    "a cell is 1, 0 or empty; a secondary item, with the title `|name`, may have colors";
                Err(Wrong::new("bad-cell", message, hint))
            }
            (":", Kind::Secondary) => {
                Err(Wrong::new("empty-color", "a color without a name", "write the color after the colon"))
            }
            (color, Kind::Secondary) => {
                let color = self.builder.color(color.strip_prefix(':').unwrap_or(color));
                Ok(Some(item.colored(color)))
            }
        }
    }
}

/// The byte that parts cells, as the first row shows.
fn delimiter(text: &str) -> u8 {
    let (mut is_quoted, mut found) = (false, b',');
    for byte in text.trim_start_matches(['\n', '\r']).bytes() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' if !is_quoted => break,
            b'\t' if !is_quoted => return b'\t',
            b';' if !is_quoted => found = b';',
            _ => {}
        }
    }
    found
}

/// The rows of a text.
struct Rows<'t> {
    text: &'t str,
    at: usize,
    delimiter: u8,
}

impl<'t> Rows<'t> {
    /// Reads the next row that is not blank; `false` at the end.
    fn next(&mut self, cells: &mut Vec<Cell<'t>>) -> Result<bool, (Range<usize>, Wrong)> {
        cells.clear();
        while self.at < self.text.len() {
            let (cell, is_last, is_quoted) = self.cell()?;
            let is_blank = is_last && cells.is_empty() && cell.text.is_empty() && !is_quoted;
            if !is_blank {
                cells.push(cell);
            }
            if is_last && !is_blank {
                return Ok(true);
            }
            // A delimiter at the end of the text is followed by an empty cell.
            if !is_last && self.at == self.text.len() {
                cells.push(Cell { span: self.at..self.at, text: Cow::Borrowed("") });
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The next cell, whether it is the last one of its row, and whether it is quoted.
    fn cell(&mut self) -> Result<(Cell<'t>, bool, bool), (Range<usize>, Wrong)> {
        let (text, delimiter) = (self.text, self.delimiter);
        let blank = move |c: char| (c == ' ' || c == '\t' || c == '\r') && c != char::from(delimiter);
        let rest = &text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start_matches(blank).len());
        if !text[start..].starts_with('"') {
            let length = text[start..].bytes().position(|byte| byte == delimiter || byte == b'\n');
            let end = length.map_or(text.len(), |length| start + length);
            let is_last = text.as_bytes().get(end) != Some(&delimiter);
            self.at = (end + 1).min(text.len());
            let cell = text[start..end].trim_end_matches(blank);
            let cell = Cell { span: start..start + cell.len(), text: Cow::Borrowed(cell) };
            return Ok((cell, is_last, false));
        }
        let mut end = start + 1;
        let mut has_quotes = false;
        loop {
            let Some(length) = text[end..].find('"') else {
                let message = "a quote that is not closed";
                let hint = "a quote in a quoted cell is doubled: \"two \"\"words\"\"\"";
                return Err((start..start + 1, Wrong::new("open-quote", message, hint)));
            };
            end += length + 1;
            if !text[end..].starts_with('"') {
                break;
            }
            has_quotes = true;
            end += 1;
        }
        let inner = &text[start + 1..end - 1];
        let inner = if has_quotes { Cow::Owned(inner.replace("\"\"", "\"")) } else { Cow::Borrowed(inner) };
        let after = text[end..].trim_start_matches(blank);
        let next = text.len() - after.len();
        let is_last = match after.as_bytes().first() {
            Some(&byte) if byte == delimiter => false,
            None | Some(b'\n') => true,
            Some(_) => {
                let length = after.find(|c| c == char::from(delimiter) || c == '\n').unwrap_or(after.len());
                let message = "text after a closing quote";
                let hint = "quote the whole cell; a quote in it is doubled";
                return Err((next..next + length, Wrong::new("text-after-quote", message, hint)));
            }
        };
        self.at = (next + 1).min(text.len());
        Ok((Cell { span: start..end, text: inner }, is_last, true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use combien::problem::OptionId;

    fn faults(text: &str) -> Vec<String> {
        parse("t.csv", text).unwrap_err().0.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn columns_are_items_and_rows_are_options() {
        let text = "\u{feff}option,cost,p,2:3|q,|x\r\nfirst,2.5,1,1,red\r\n\r\nsecond,,0, 1 ,1\r\n\"a, b\",-1,1,0,:1\n";
        let problem = parse("t.csv", text).unwrap().problem;
        let shown: Vec<String> =
            problem.options().map(|option| problem.show_option(option).to_string()).collect();
        assert_eq!(shown, ["p q x:red", "q x", "p x:1"]);
        assert_eq!(problem.option_name(OptionId::from_index(2)), Some("a, b"));
        let costs: Vec<i64> = problem.options().map(|option| problem.cost(option)).collect();
        assert_eq!((costs, problem.cost_places()), (vec![25, 0, -10], 1));
        assert_eq!(problem.bounds(ItemId::from_index(1)), Bounds { lo: 2, hi: 3 });
        assert_eq!(problem.kind(ItemId::from_index(2)), Kind::Secondary);
    }

    #[test]
    fn the_titles_show_what_parts_cells() {
        for (text, expected) in [
            ("a;cost;b\n1;2,5;0\n", "a |2.5"),
            ("a\tb\n1\t1\n", "a b |0"),
            ("\"a;b\",c\n1,1", "a;b c |0"),
            (";a;b\nrow;;1\n", "b |0"),
            ("a\n1", "a |0"),
        ] {
            let problem = parse("t.csv", text).unwrap().problem;
            let option = OptionId::from_index(0);
            let shown = format!(
                "{} |{}",
                problem.show_option(option),
                problem.show_cost(problem.cost(option).into())
            );
            assert_eq!(shown, expected, "{text:?}");
        }
    }

    #[test]
    fn every_fault_has_its_place() {
        for (text, expected) in [
            ("", "t.csv:1:1: the file names no items"),
            ("\n \n", "t.csv:3:1: the file names no items"),
            ("a,b\n1\n", "t.csv:2:1: this row has 1 cell, and there are 2 columns"),
            ("a,b\n1,1,\n", "t.csv:2:1: this row has 3 cells, and there are 2 columns"),
            ("a,b\n1,2\n", "t.csv:2:3: `2` in the column of a primary item"),
            ("a,a\n", "t.csv:1:3: item `a` is declared twice"),
            ("a,,b\n", "t.csv:1:3: column 2 has no title"),
            ("a,x|b\n", "t.csv:1:3: `x` is no bound: only digits make a number"),
            ("a,3:2|b\n", "t.csv:1:3: the lower bound of item `b` exceeds the upper bound: 3 is more than 2"),
            ("a,|\n", "t.csv:1:3: an item needs a name"),
            ("a,cost,cost\n", "t.csv:1:8: a second column `cost`"),
            ("a,cost\n1,x\n", "t.csv:2:3: a cost is a number such as `3`, `-4` or `2.5`"),
            ("a,|x\n1,:\n", "t.csv:2:3: a color without a name"),
            ("a,\"b\n1,1\n", "t.csv:1:3: a quote that is not closed"),
            ("a,\"b\"c\n", "t.csv:1:6: text after a closing quote"),
        ] {
            assert_eq!(faults(text), [expected], "{text:?}");
        }
        assert_eq!(faults(&format!("a\n{}", "2\n".repeat(100))).len(), 21);
    }

    #[test]
    fn likely_mistakes_are_warned_of() {
        let document = parse("t.csv", "a,b,|x\n1,0,0\n0,0,1\n").unwrap();
        let warnings: Vec<String> = document.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(
            warnings,
            [
                "t.csv:3:1: this option has no primary item and is kept out of the search",
                "t.csv:1:3: no option has item `b`, so there is no solution",
            ]
        );
    }
}
