//! A problem as a list of lists.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::value::RawValue;

use super::fault::{malformed, of_builder};
use super::read::{Noted, Reader};
use combien::problem::Entry;

/// An option: perhaps its name, and its items, each with its text.
type Row<'t> = (Option<Cow<'t, str>>, Vec<(Cow<'t, str>, &'t str)>);

impl<'t> Reader<'t> {
    /// A list of options, each a list of its items: names or numbers. The items are those that occur: numbers
    /// ascending, then names in their order. An option may be a name or number and the list of its items,
    /// too.
    ///
    /// Each option is read twice, first for the items. To keep them would take twenty times the memory of the
    /// text.
    pub(super) fn lists(&mut self) -> Result<(), Noted> {
        let rows: Vec<&RawValue> = self.part(self.text)?;
        let (mut numbers, mut names, mut known) = (vec![], vec![], HashSet::new());
        for row in &rows {
            for (name, text) in self.row(row.get()).map(|(_, items)| items).unwrap_or_default() {
                if known.contains(&name) {
                    continue;
                }
                known.insert(name.clone());
                match text.parse::<u64>() {
                    Ok(number) => numbers.push((number, text)),
                    Err(_) => names.push((name, text)),
                }
            }
            self.go_on(row.get())?;
        }
        numbers.sort_unstable();
        let numbers = numbers.into_iter().map(|(_, text)| (Cow::Borrowed(text), text));
        for (name, text) in numbers.chain(names) {
            if let Err(error) = self.builder.primary(&name) {
                self.fault(of_builder(&error, None), text);
                self.go_on(text)?;
            }
        }
        if !self.errors.is_empty() {
            return Err(Noted);
        }
        for row in rows {
            let option = self.builder.next_option();
            if self.option_of_list(row.get()).is_err() {
                self.builder.skip(option);
            }
            self.go_on(row.get())?;
        }
        Ok(())
    }

    fn option_of_list(&mut self, text: &'t str) -> Result<(), Noted> {
        let (name, items) = self.row(text)?;
        for (item, text) in items {
            let id = self.builder.so_far().item_by_name(&item);
            let id = id.unwrap_or_else(|| unreachable!("each item that occurs is declared"));
            if let Err(error) = self.builder.push(Entry { item: id, color: None }) {
                return self.refuse(of_builder(&error, None), text);
            }
        }
        let closed = self.builder.close();
        self.closed(closed, name.as_deref(), text)
    }

    fn row(&mut self, text: &'t str) -> Result<Row<'t>, Noted> {
        if !text.starts_with('[') {
            let expected = "expected an option: a list of items, in `[` and `]`";
            return self.refuse(malformed(expected), text);
        }
        let entries: Vec<&RawValue> = self.part(text)?;
        let (name, entries) = match entries[..] {
            [name, items] if items.get().starts_with('[') => {
                (Some(self.name(name.get())?), self.part::<Vec<&RawValue>>(items.get())?)
            }
            _ => (None, entries),
        };
        let items = entries.iter().map(|entry| Ok((self.name(entry.get())?, entry.get())));
        Ok((name, items.collect::<Result<_, Noted>>()?))
    }

    /// A name or a whole number.
    fn name(&mut self, text: &'t str) -> Result<Cow<'t, str>, Noted> {
        match text.parse::<u64>() {
            Ok(_) => Ok(Cow::Borrowed(text)),
            Err(_) if text.starts_with('"') => self.part(text),
            Err(_) => {
                let expected = "expected an item: a whole number or a name in quotes";
                self.refuse(malformed(expected), text)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use crate::ReadError;

    fn faults(text: &str) -> Vec<String> {
        let ReadError(faults) = parse("t.json", text).unwrap_err();
        faults.iter().map(ToString::to_string).collect()
    }

    /// As Sage and other programs print them.
    #[test]
    fn lists_of_lists_are_options() {
        let names = |text: &str| -> (Vec<String>, Vec<Vec<String>>) {
            let problem = parse("t.json", text).unwrap().problem;
            let name = |item| problem.item_name(item).to_owned();
            let options = problem.options();
            let items = |option| problem.option(option).iter().map(|entry| name(entry.item)).collect();
            (problem.items().map(name).collect(), options.map(items).collect())
        };
        let (items, options) = names(" [[0, 10],\n [2], [2, 10], []]");
        assert_eq!(items, ["0", "2", "10"]);
        assert_eq!(options, [&["0", "10"][..], &["2"], &["2", "10"], &[]]);
        assert_eq!(names("[[\"b\", 3], [\"a\", \"b\", 1]]").0, ["1", "3", "b", "a"]);
        assert_eq!(names("[]"), (vec![], vec![]));
        let named = parse("t.json", "[[1, [0, 2]], [\"x\", [1]]]").unwrap().problem;
        let found: Vec<_> = named.options().map(|option| named.option_name(option)).collect();
        assert_eq!((named.item_count(), found), (3, vec![Some("1"), Some("x")]));
        for (text, expected) in [
            ("[[1, 2], 3]", "t.json:1:10: expected an option: a list of items, in `[` and `]`"),
            ("[[1, -2]]", "t.json:1:6: expected an item: a whole number or a name in quotes"),
            ("[[1, 2.5]]", "t.json:1:6: expected an item: a whole number or a name in quotes"),
            ("[[1, \"\"]]", "t.json:1:6: an item needs a name"),
            ("[[4, 4]]", "t.json:1:6: option 1 has item `4` twice"),
            ("[[1, 2], [1, 2]", "t.json:1:15: EOF while parsing a list"),
        ] {
            assert_eq!(faults(text), [expected], "{text}");
        }
    }

    #[test]
    fn every_wrong_option_is_named() {
        assert_eq!(
            faults("[[1, 1],\n[2],\n[\"a\", \"b\", \"a\"]]"),
            ["t.json:1:6: option 1 has item `1` twice", "t.json:3:12: option 3 has item `a` twice"]
        );
        assert_eq!(faults(&format!("[{}[0]]", "3, ".repeat(30))).len(), 21);
    }
}
