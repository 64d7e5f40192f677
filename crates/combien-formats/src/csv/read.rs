//! Reads a table row by row: a matrix, a list of options, or a list of their items.

use std::collections::{HashMap, HashSet};
use std::mem::{discriminant, take};
use std::ops::Range;

use super::rows::{Cell, Rows};
use crate::foreign::{Document, ReadError};
use crate::foreign::{Text, Wrong};
use combien::diagnostic::{counted, without_bom};
use combien::problem::dlx::bounds;
use combien::problem::{Bounds, BuildError, Builder, Decimal, Entry, ItemId, Kind};

/// What a column has.
enum Column {
    Names,
    Costs,
    /// Which options have this item.
    Item(ItemId, Kind),
    /// The items of an option, in one cell.
    Items,
    /// An item of an option, which has a row for each.
    OneItem,
    /// Something in it is wrong, which has been reported.
    Broken,
}

/// Reads a problem from a text, in time linear in it. `name` is the name of the text in messages.
pub fn parse(name: &str, text: &str) -> Result<Document, ReadError> {
    let text = without_bom(text);
    // Whether the first column has names shows in its cells, perhaps late. Then reading starts again.
    let again = |_| Reader::new(name, text, true).read().unwrap_or_else(|NamesFirst| unreachable!("known"));
    Reader::new(name, text, false).read().unwrap_or_else(again)
}

/// The first column has other cells than an item, so it has the names of the options.
struct NamesFirst;

/// An option of which rows are read.
#[derive(Default)]
struct Row {
    name: Option<String>,
    cost: Option<Decimal>,
    entries: Vec<Entry>,
    span: Range<usize>,
}

struct Reader<'t> {
    text: Text<'t>,
    rows: Rows<'t>,
    builder: Builder,
    columns: Vec<Column>,
    names_first: bool,
    /// Has an option a row for each of its items?
    is_long: bool,
    /// Options, and where each one is by its name, where an option has several rows.
    found: Vec<Row>,
    by_name: HashMap<String, usize>,
    /// Which item is in which of them.
    taken: HashSet<(usize, ItemId)>,
    /// The places of the items and of the options.
    items: Vec<Range<usize>>,
    options: Vec<Range<usize>>,
}

impl<'t> Reader<'t> {
    fn new(name: &'t str, text: &'t str, names_first: bool) -> Reader<'t> {
        Reader {
            text: Text::new(name, text),
            rows: Rows::new(text),
            builder: Builder::new(),
            columns: vec![],
            names_first,
            is_long: false,
            found: vec![],
            by_name: HashMap::new(),
            taken: HashSet::new(),
            items: vec![],
            options: vec![],
        }
    }

    fn read(mut self) -> Result<Result<Document, ReadError>, NamesFirst> {
        let mut cells = vec![];
        let mut has_titles = false;
        while !self.text.has_enough() {
            match self.rows.next(&mut cells) {
                Ok(false) => break,
                Ok(true) if has_titles => self.option(&cells)?,
                Ok(true) => {
                    has_titles = true;
                    self.titles(&cells);
                }
                Err((span, wrong)) => {
                    self.text.wrong(span, wrong);
                    break;
                }
            }
        }
        for row in take(&mut self.found) {
            self.add(row);
        }
        let end = self.text.whole.len();
        if !has_titles && self.text.is_sound() {
            let hint = "the first row has a title for each column: the names of the items";
            self.text.wrong(end..end, Wrong::new("no-items", "the file names no items", hint));
        }
        Ok(self.text.finish(self.builder.build(), &self.items, &self.options))
    }

    fn titles(&mut self, cells: &[Cell<'_>]) {
        let list = cells.iter().find(|cell| cell.text == "items" || cell.text == "item");
        let list = list.map(|cell| cell.text.clone());
        self.is_long = list.as_deref() == Some("item");
        for (place, cell) in cells.iter().enumerate() {
            let column = match (&*cell.text, &list) {
                ("option", _) | ("name", Some(_)) => self.only(cell, Column::Names),
                ("cost", _) => self.only(cell, Column::Costs),
                ("items", Some(_)) => self.only(cell, Column::Items),
                ("item", Some(_)) => self.only(cell, Column::OneItem),
                ("", None) | (_, Some(_)) if place == 0 => Ok(Column::Names),
                (title, Some(list)) => Err(Wrong::new(
                    "unknown-column",
                    format!("beside `{list}`, the column `{title}` has no meaning"),
                    format!(
                        "such a list has `name`, `cost` and `{list}`; an item named `{list}` has the title `1|{list}`"
                    ),
                )),
                ("", None) => Err(Wrong::new(
                    "empty-name",
                    format!("column {} has no title", place + 1),
                    "name its item, or remove the column",
                )),
                (_, None) if place == 0 && self.names_first => Ok(Column::Names),
                (title, None) => self.item(title, &cell.span).map(|item| Column::Item(item, kind_of(title))),
            };
            self.columns.push(column.unwrap_or_else(|wrong| {
                self.text.wrong(cell.span.clone(), wrong);
                Column::Broken
            }));
            if self.text.has_enough() {
                return;
            }
        }
        if self.is_long && self.text.is_sound() && !self.columns.iter().any(|c| matches!(c, Column::Names)) {
            let wrong = Wrong::new(
                "no-names",
                "a row for each item, and no column with the names of the options",
                "add the column `name`: rows with the same name are one option",
            );
            self.text.wrong(cells[0].span.start..cells[cells.len() - 1].span.end, wrong);
        }
    }

    /// A column of which there is one.
    fn only(&self, cell: &Cell<'_>, column: Column) -> Result<Column, Wrong> {
        let is_list = |column: &Column| matches!(column, Column::Items | Column::OneItem);
        let is_same = |known: &Column| {
            discriminant(known) == discriminant(&column) || is_list(known) && is_list(&column)
        };
        if self.columns.iter().any(is_same) {
            let message = format!("a second column `{}`", cell.text);
            let hint = format!("an item of this name has the title `1|{}`", cell.text);
            return Err(Wrong::new("second-column", message, hint));
        }
        Ok(column)
    }

    /// Declares an item: `name`, `2:3|name` or `|name`.
    fn item(&mut self, title: &str, span: &Range<usize>) -> Result<ItemId, Wrong> {
        let (prefix, name) = parts(title);
        let declared = match prefix {
            None => self.builder.primary(name),
            Some("") => self.builder.secondary(name),
            Some(prefix) => self.builder.bounded(name, bounds_of(prefix, title)?),
        };
        let item = declared.map_err(|error| {
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
        })?;
        self.items.push(span.clone());
        Ok(item)
    }

    fn option(&mut self, cells: &[Cell<'_>]) -> Result<(), NamesFirst> {
        let span = cells[0].span.start..cells[cells.len() - 1].span.end;
        if cells.len() != self.columns.len() {
            let message = format!(
                "this row has {}, and there are {}",
                counted(cells.len(), "cell"),
                counted(self.columns.len(), "column")
            );
            let hint = "each row has a cell for each title; quote a cell that has the delimiter in it";
            self.text.wrong(span, Wrong::new("ragged-row", message, hint));
            return Ok(());
        }
        let mut row = Row { span: span.clone(), ..Row::default() };
        let mut is_sound = true;
        for (place, cell) in cells.iter().enumerate() {
            let read = match self.columns[place] {
                Column::Broken => Ok(()),
                Column::Names => {
                    row.name = Some(cell.text.as_ref().to_owned()).filter(|name| !name.is_empty());
                    Ok(())
                }
                Column::Costs => self.cost(&cell.text).map(|read| row.cost = read),
                // A name with a space in it may stand alone in a cell if it is known.
                Column::Items if self.builder.so_far().item_by_name(&cell.text).is_some() => {
                    self.word(&cell.text, &cell.span).map(|entry| row.entries.push(entry))
                }
                Column::Items => words(&cell.text)
                    .try_for_each(|word| self.word(word, &cell.span).map(|entry| row.entries.push(entry))),
                Column::OneItem if cell.text.is_empty() => Ok(()),
                Column::OneItem => self.word(&cell.text, &cell.span).map(|entry| row.entries.push(entry)),
                Column::Item(item, kind) => match self.entry(item, kind, &cell.text) {
                    Err(_) if place == 0 && cells.len() > 1 && kind == Kind::Primary => {
                        return Err(NamesFirst);
                    }
                    read => read.map(|entry| row.entries.extend(entry)),
                },
            };
            if let Err(wrong) = read {
                // A column that is not what it should be is told once, and not for each row. So is that of
                // costs if the first is wrong.
                if wrong.code == "bad-cell" || wrong.code == "bad-cost" && self.is_empty() {
                    self.columns[place] = Column::Broken;
                }
                self.text.wrong(cell.span.clone(), wrong);
                is_sound = false;
                if self.text.has_enough() {
                    return Ok(());
                }
            }
        }
        if !is_sound {
            return Ok(());
        }
        if !self.is_long {
            self.add(row);
        } else if let Err(wrong) = self.join(row) {
            self.text.wrong(span, wrong);
        }
        Ok(())
    }

    fn is_empty(&self) -> bool {
        self.options.is_empty() && self.found.is_empty()
    }

    /// Adds a row to the option of that name.
    fn join(&mut self, row: Row) -> Result<(), Wrong> {
        let name = row.name.clone().ok_or_else(|| {
            Wrong::new(
                "no-name",
                "this row does not say to which option it belongs",
                "give it the name of one",
            )
        })?;
        let place = *self.by_name.entry(name).or_insert(self.found.len());
        if let Some(entry) = row.entries.iter().find(|entry| !self.taken.insert((place, entry.item))) {
            return Err(self.twice(*entry));
        }
        let Some(known) = self.found.get_mut(place) else {
            self.found.push(row);
            return Ok(());
        };
        known.entries.extend(row.entries);
        match (known.cost, row.cost) {
            (Some(one), Some(other)) if one != other => Err(Wrong::new(
                "two-costs",
                format!("another cost than before for `{}`", row.name.unwrap_or_default()),
                "a cost is that of the whole option: write the same in each of its rows, or only in one",
            )),
            (before, cost) => {
                known.cost = before.or(cost);
                Ok(())
            }
        }
    }

    fn twice(&self, entry: Entry) -> Wrong {
        let name = self.builder.so_far().item_name(entry.item);
        Wrong::new("item-twice", format!("this option has `{name}` twice"), "name it once")
    }

    /// Declares an option.
    fn add(&mut self, row: Row) {
        let Row { name, cost, entries, span } = row;
        let mut seen = HashSet::new();
        if let Some(entry) = entries.iter().find(|entry| !seen.insert(entry.item)) {
            let wrong = self.twice(*entry);
            return self.text.wrong(span, wrong);
        }
        let added = self.builder.option(entries).and_then(|option| {
            if let Some(name) = name {
                self.builder.name_option(option, &name);
            }
            self.builder.cost(option, cost.unwrap_or_default())
        });
        self.options.push(span.clone());
        if let Err(error) = added {
            let hint = "use smaller numbers, fewer decimal places, or a smaller problem";
            self.text.wrong(span, Wrong::new("too-large", error.to_string(), hint));
        }
    }

    /// A cost. Where commas do not part cells, one may be a decimal point.
    fn cost(&self, text: &str) -> Result<Option<Decimal>, Wrong> {
        if text.is_empty() {
            return Ok(None);
        }
        let with_point = if self.rows.delimiter == b',' { text.to_owned() } else { text.replace(',', ".") };
        let hint = "the column `cost` has the costs of options; an item of this name has the title `1|cost`";
        let cost = with_point.parse();
        cost.map(Some)
            .map_err(|error: combien::problem::NoDecimal| Wrong::new("bad-cost", error.to_string(), hint))
    }

    /// An item in a list: its name, or its title as in a matrix. The first mention declares it.
    fn word(&mut self, word: &str, span: &Range<usize>) -> Result<Entry, Wrong> {
        let (prefix, name) = parts(word);
        let problem = self.builder.so_far();
        // Later mentions may leave out the bar of a secondary item.
        let is_secondary =
            |name| problem.item_by_name(name).is_some_and(|item| problem.kind(item) == Kind::Secondary);
        let (name, color) = match name.rsplit_once(':') {
            Some((item, color)) if prefix == Some("") || prefix.is_none() && is_secondary(item) => {
                (item, Some(color))
            }
            _ => (name, None),
        };
        let item = match (problem.item_by_name(name), prefix) {
            (None, _) => {
                let title = prefix.map_or_else(|| name.to_owned(), |prefix| format!("{prefix}|{name}"));
                self.item(&title, span)?
            }
            (Some(item), None) => item,
            (Some(item), Some(prefix)) => {
                let kind = if prefix.is_empty() { Kind::Secondary } else { Kind::Primary };
                let agrees = problem.kind(item) == kind
                    && (kind == Kind::Secondary || bounds_of(prefix, word)? == problem.bounds(item));
                if !agrees {
                    return Err(Wrong::new(
                        "another-item",
                        format!("`{word}` differs from the first mention of `{name}`"),
                        "what stands before the bar belongs to the first mention; later the name is enough",
                    ));
                }
                item
            }
        };
        Ok(match color {
            Some("") => return Err(empty_color()),
            Some(color) => item.colored(self.builder.color(color)),
            None => item.into(),
        })
    }

    fn entry(&mut self, item: ItemId, kind: Kind, text: &str) -> Result<Option<Entry>, Wrong> {
        match (text, kind) {
            ("" | "0", _) => Ok(None),
            ("1", _) => Ok(Some(item.into())),
            (_, Kind::Primary) => {
                let message = format!("`{text}` in the column of a primary item");
                let hint = "a cell is 1, 0 or empty, or the color of a secondary item, titled `|name`; \
                            items in a cell have the title `items` or `item`";
                Err(Wrong::new("bad-cell", message, hint))
            }
            (":", Kind::Secondary) => Err(empty_color()),
            (color, Kind::Secondary) => {
                let color = self.builder.color(color.strip_prefix(':').unwrap_or(color));
                Ok(Some(item.colored(color)))
            }
        }
    }
}

fn empty_color() -> Wrong {
    Wrong::new("empty-color", "a color without a name", "write the color after the colon")
}

/// What stands before the first bar of a title, and the name.
fn parts(title: &str) -> (Option<&str>, &str) {
    title.split_once('|').map_or((None, title), |(prefix, name)| (Some(prefix), name))
}

fn kind_of(title: &str) -> Kind {
    if title.starts_with('|') { Kind::Secondary } else { Kind::Primary }
}

fn bounds_of(prefix: &str, title: &str) -> Result<Bounds, Wrong> {
    bounds(prefix).map_err(|fault| {
        let hint = format!("a primary item whose name has a bar has the title `1|{title}`");
        Wrong::new("bad-bounds", fault.to_string(), hint)
    })
}

/// The items in a cell: parted by commas or semicolons if it has one, else by spaces.
fn words(cell: &str) -> impl Iterator<Item = &str> {
    let has_mark = cell.contains([',', ';']);
    let is_between = move |c: char| if has_mark { c == ',' || c == ';' } else { c.is_whitespace() };
    cell.split(is_between).map(str::trim).filter(|word| !word.is_empty())
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
        assert_eq!(faults(&format!("a,b\n{}", "1\n".repeat(100))).len(), 21);
        assert_eq!(faults(&format!("a,cost\n{}", "1,?\n".repeat(100))).len(), 1);
        assert_eq!(faults(&format!("a,cost\n1,2\n{}", "1,?\n".repeat(5))).len(), 5);
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

    fn shown(text: &str) -> Vec<String> {
        let problem = parse("t.csv", text).unwrap().problem;
        let line = |option| {
            let (name, items) = (problem.option_name(option).unwrap_or("-"), problem.show_option(option));
            format!("{name}: {items} |{}", problem.show_cost(problem.cost(option).into()))
        };
        problem.options().map(line).collect()
    }

    #[test]
    fn the_first_column_may_have_names() {
        for title in ["crew", "option", ""] {
            let text = format!("{title},a,cost,|v\n1,1,2.5,0\nBob,0,1,1\n");
            assert_eq!(shown(&text), ["1: a |2.5", "Bob: v |1"], "{title}");
        }
        // A column of its own is one of items.
        assert_eq!(faults("a\n1\nBob\n"), ["t.csv:3:1: `Bob` in the column of a primary item"]);
    }

    #[test]
    fn lists_are_read_by_options_and_by_items() {
        let expected = ["early: a b |2.5", "late: c b |2", "owl: a x:red |0"];
        for text in [
            "name,cost,items\nearly,2.5,a b\nlate,2,\"c, b\"\nowl,,\"a; |x:red\"\n",
            "option;items;cost\nearly;a b;2,5\nlate;c,b;2\nowl;a,|x:red;\n",
            "crew,item,cost\nearly,a,2.5\nlate,c,\nearly,b,\nowl,a,\nlate,b,2\nlate,,2\nowl,|x:red,\n",
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
        assert_eq!(shown("items\na |x:red\nb x:red\n"), ["-: a x:red |0", "-: b x:red |0"]);
        assert_eq!(shown("items\n\"Ann Lee, b\"\nAnn Lee\n"), ["-: Ann Lee b |0", "-: Ann Lee |0"]);
        let problem = parse("t.csv", "items\n2:3|a |v\na |v:red\n").unwrap().problem;
        let kinds: Vec<_> =
            problem.items().map(|item| (problem.kind(item), problem.bounds(item).hi)).collect();
        assert_eq!(kinds, [(Kind::Primary, 3), (Kind::Secondary, 1)]);
    }

    #[test]
    fn every_fault_of_a_list_has_its_place() {
        for (text, expected) in [
            ("name,items,region\n", "t.csv:1:12: beside `items`, the column `region` has no meaning"),
            ("items,item\n", "t.csv:1:7: a second column `item`"),
            ("item,cost\n", "t.csv:1:1: a row for each item, and no column with the names of the options"),
            ("name,item\n,a\n", "t.csv:2:1: this row does not say to which option it belongs"),
            ("name,item\nx,a\nx,a\n", "t.csv:3:1: this option has `a` twice"),
            ("name,item,cost\nx,a,1\nx,b,2\n", "t.csv:3:1: another cost than before for `x`"),
            ("items\na b a\n", "t.csv:2:1: this option has `a` twice"),
            ("items\n|a:\n", "t.csv:2:1: a color without a name"),
            ("items\na |a\n", "t.csv:2:1: `|a` differs from the first mention of `a`"),
            ("items\n2|a b\n3|a\n", "t.csv:3:1: `3|a` differs from the first mention of `a`"),
        ] {
            assert_eq!(faults(text), [expected], "{text:?}");
        }
    }
}
