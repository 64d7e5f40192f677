//! Reads a problem as JSON. Parts of the text are kept unparsed until they are needed, so that each error has
//! a place.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::fault::{malformed, of_builder};
use crate::foreign::{Document, ReadError, Wrong};
use combien::diagnostic::{Diagnostic, Place, Source, boundary_after, boundary_before, nearest, without_bom};
use combien::problem::{Bounds, BuildError, Builder, Decimal, Entry, Kind, NoDecimal, OptionId};

/// Reading stops after this number of errors, so that the first ones stay visible.
const MOST_ERRORS: usize = 20;
/// This many warnings of a kind are shown with their place.
const MOST_WARNINGS: usize = 10;
/// The version of the format.
const SCHEMA: u64 = 1;

/// The fields of an object, in their order, each with its text. One type for all objects, because a type for
/// each would be much more code.
struct Fields<'t>(Vec<(Cow<'t, str>, &'t RawValue)>);

impl<'t> Deserialize<'t> for Fields<'t> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Fields<'t>, D::Error> {
        struct Pairs;
        impl<'t> Visitor<'t> for Pairs {
            type Value = Fields<'t>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'t>>(self, mut map: M) -> Result<Fields<'t>, M::Error> {
                let mut fields = vec![];
                while let Some((Key(key), value)) = map.next_entry()? {
                    fields.push((key, value));
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

#[derive(serde::Deserialize)]
struct Key<'t>(#[serde(borrow)] Cow<'t, str>);

/// A field that an object may have, and whether it must have it.
type Known = (&'static str, bool);

const FILE: [Known; 3] = [("schema", true), ("items", true), ("options", true)];
const ITEM: [Known; 3] = [("name", true), ("kind", false), ("bounds", false)];
const OPTION: [Known; 3] = [("name", false), ("items", true), ("cost", false)];
const COLORED: [Known; 2] = [("item", true), ("color", true)];

/// Reads a problem from a text. `name` is the name of the text in messages.
///
/// ```
/// use combien_formats::json;
/// let text = r#"{"schema": 1, "items": [{"name": "a"}], "options": [{"items": ["a"]}, {"items": ["b"]}]}"#;
/// let error = json::parse("toy.json", text).unwrap_err();
/// assert_eq!(error.to_string(), "toy.json:1:82: option 2 names `b`, which is not an item");
/// ```
pub fn parse(name: &str, text: &str) -> Result<Document, ReadError> {
    let text = without_bom(text);
    let mut reader = Reader { name, text, builder: Builder::new(), errors: vec![], warnings: vec![] };
    reader.file();
    if reader.errors.is_empty() {
        Ok(Document { problem: reader.builder.build(), warnings: reader.warnings })
    } else {
        Err(ReadError(reader.errors))
    }
}

/// The part is wrong, which has been reported.
pub(super) struct Noted;

pub(super) struct Reader<'t> {
    name: &'t str,
    pub(super) text: &'t str,
    pub(super) builder: Builder,
    pub(super) errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

impl<'t> Reader<'t> {
    fn file(&mut self) {
        let _ = if self.text.trim_start().starts_with('[') { self.lists() } else { self.object_of_lists() };
    }

    fn object_of_lists(&mut self) -> Result<(), Noted> {
        let [schema, items, options] = self.fields(self.text, &FILE)?;
        match self.part::<u64>(schema)? {
            SCHEMA => {}
            other => {
                let message = format!("this is a problem of schema {other}, which is not known");
                let hint = "this version of combien reads schema 1";
                return self.refuse(Wrong::new("schema", message, hint), schema);
            }
        }
        let items: Vec<&RawValue> = self.part(items)?;
        let options: Vec<&RawValue> = self.part(options)?;
        for item in &items {
            let _ = self.item(item.get());
            self.go_on(item.get())?;
        }
        // With wrong items, the options that name them would be reported too.
        if !self.errors.is_empty() {
            return Err(Noted);
        }
        for option in &options {
            let number = self.builder.next_option();
            if self.option(option.get()).is_err() {
                self.builder.skip(number);
            }
            self.go_on(option.get())?;
        }
        self.warn_of_bare_items(&items);
        Ok(())
    }

    fn item(&mut self, text: &'t str) -> Result<(), Noted> {
        let mut fields = [None; 3];
        self.read_fields(text, &ITEM, &mut fields)?;
        let [given_name, kind, bounds] = fields;
        let given_name = given_name.unwrap_or_default();
        let name: Cow<'t, str> = self.part(given_name)?;
        let kind = kind.map_or(Ok(Kind::Primary), |kind| self.kind(kind))?;
        let declared = match (kind, bounds) {
            (Kind::Primary, None) => self.builder.primary(&name),
            (Kind::Secondary, None) => self.builder.secondary(&name),
            (Kind::Secondary, Some(bounds)) => {
                let message = "a secondary item has no bounds";
                let hint = "a secondary item is covered at most once, or in one color; leave the bounds out";
                return self.refuse(Wrong::new("secondary-bounds", message, hint), bounds);
            }
            (Kind::Primary, Some(bounds)) => {
                let [lo, hi]: [u32; 2] = self.part(bounds)?;
                self.builder.bounded(&name, Bounds { lo, hi })
            }
        };
        match declared {
            Ok(_) => Ok(()),
            Err(error @ (BuildError::EmptyName | BuildError::DuplicateItem { .. })) => {
                self.refuse(of_builder(&error, None), given_name)
            }
            Err(error) => self.refuse(of_builder(&error, None), bounds.unwrap_or(text)),
        }
    }

    fn kind(&mut self, text: &'t str) -> Result<Kind, Noted> {
        let kind: Cow<'t, str> = self.part(text)?;
        match &*kind {
            "primary" => Ok(Kind::Primary),
            "secondary" => Ok(Kind::Secondary),
            other => {
                let message = format!("there is no kind of item `{other}`");
                self.refuse(Wrong::new("kind", message, "an item is `primary` or `secondary`"), text)
            }
        }
    }

    fn option(&mut self, text: &'t str) -> Result<(), Noted> {
        let mut fields = [None; 3];
        self.read_fields(text, &OPTION, &mut fields)?;
        let [name, items, cost] = fields;
        let name: Option<Cow<'t, str>> = name.map(|name| self.part(name)).transpose()?;
        let items: Vec<&RawValue> = self.part(items.unwrap_or_default())?;
        let entries: Vec<_> = items.iter().map(|entry| self.entry(entry.get())).collect();
        entries.into_iter().collect::<Result<Vec<()>, Noted>>()?;
        let cost = cost.map(|cost| self.cost(cost)).transpose()?.unwrap_or_default();
        let closed = self.builder.close().and_then(|id| self.builder.cost(id, cost).map(|()| id));
        self.closed(closed, name.as_deref(), text)
    }

    /// Names an option that was closed, and warns if it is kept out.
    pub(super) fn closed(
        &mut self,
        closed: Result<OptionId, BuildError>,
        name: Option<&str>,
        text: &str,
    ) -> Result<(), Noted> {
        let option = match closed {
            Ok(option) => option,
            Err(error) => return self.refuse(of_builder(&error, None), text),
        };
        if let Some(name) = name {
            self.builder.name_option(option, name);
        }
        if self.builder.so_far().is_kept_out(option) && self.warnings.len() < MOST_WARNINGS {
            let message = "this option has no primary item and is kept out of the search";
            let warning = Diagnostic::warning("kept-out", message, self.place(self.span(text)));
            self.warnings.push(warning.hinted("such an option is in no solution; give it a primary item"));
        }
        Ok(())
    }

    /// An item of an option.
    fn entry(&mut self, text: &'t str) -> Result<(), Noted> {
        let (item, color) = if text.starts_with('{') {
            let [item, color] = self.fields(text, &COLORED)?;
            (item, Some(color))
        } else {
            (text, None)
        };
        let name: Cow<'t, str> = self.part(item)?;
        let option = self.builder.next_option();
        let Some(id) = self.builder.so_far().item_by_name(&name) else {
            let known = self.builder.so_far();
            let near = nearest(&name, known.items().map(|item| known.item_name(item)));
            let unknown = BuildError::UnknownItem { item: name.into_owned(), option };
            return self.refuse(of_builder(&unknown, near), item);
        };
        let color = match color {
            None => None,
            Some(text) => {
                let color: Cow<'t, str> = self.part(text)?;
                if color.is_empty() {
                    let empty = BuildError::EmptyColor { item: name.into_owned(), option };
                    return self.refuse(of_builder(&empty, None), text);
                }
                Some(self.builder.color_of_option(&color))
            }
        };
        match self.builder.push(Entry { item: id, color }) {
            Ok(()) => Ok(()),
            Err(error) => self.refuse(of_builder(&error, None), text),
        }
    }

    /// A cost: a number, read digit by digit, or a text with one, for those that other programs would round.
    fn cost(&mut self, text: &'t str) -> Result<Decimal, Noted> {
        let digits: Cow<'t, str> = if text.starts_with('"') { self.part(text)? } else { Cow::Borrowed(text) };
        digits.parse().or_else(|error: NoDecimal| {
            let hint = "write digits: `3`, `-4`, `2.5`, or a text with them";
            self.refuse(Wrong::new("bad-cost", error.to_string(), hint), text)
        })
    }

    /// Warns of primary items that must be covered and that no option has: then there is no solution, and a
    /// mistake is likely.
    fn warn_of_bare_items(&mut self, items: &[&'t RawValue]) {
        let problem = self.builder.so_far();
        let mut has_option = vec![false; problem.item_count()];
        for option in problem.options() {
            for entry in problem.option(option) {
                has_option[entry.item.index()] = true;
            }
        }
        let bare = problem.items().filter(|&item| !has_option[item.index()] && problem.bounds(item).lo > 0);
        let warnings = bare.take(MOST_WARNINGS).map(|item| {
            let message =
                format!("no option has item `{}`, so there is no solution", problem.item_name(item));
            let place = self.place(self.span(items[item.index()].get()));
            let hint = "was an option left out, or is the item secondary?";
            Diagnostic::warning("bare-item", message, place).hinted(hint)
        });
        let warnings: Vec<Diagnostic> = warnings.collect();
        self.warnings.extend(warnings);
    }

    /// The texts of the fields of an object that has all of them.
    fn fields<const N: usize>(&mut self, text: &'t str, known: &[Known; N]) -> Result<[&'t str; N], Noted> {
        let mut fields = [None; N];
        self.read_fields(text, known, &mut fields)?;
        Ok(fields.map(Option::unwrap_or_default))
    }

    /// Writes the texts of the known fields into a list.
    fn read_fields(
        &mut self,
        text: &'t str,
        known: &[Known],
        fields: &mut [Option<&'t str>],
    ) -> Result<(), Noted> {
        let object = text.trim_start();
        if !object.is_empty() && !object.starts_with('{') {
            let expected = malformed("expected an object, in `{` and `}`");
            return self.refuse(expected, &object[..boundary_after(object, 1)]);
        }
        let Fields(given) = self.part(text)?;
        let mut is_given = vec![false; known.len()];
        for (key, value) in given {
            let place = match &key {
                Cow::Borrowed(key) => *key,
                Cow::Owned(_) => value.get(),
            };
            let Some(index) = known.iter().position(|&(name, _)| name == key) else {
                let names: Vec<String> = known.iter().map(|(name, _)| format!("`{name}`")).collect();
                let names = match &names[..] {
                    [one, other] => format!("{one} or {other}"),
                    names => format!("one of {}", names.join(", ")),
                };
                return self.refuse(malformed(format!("unknown field `{key}`, expected {names}")), place);
            };
            if std::mem::replace(&mut is_given[index], true) {
                return self.refuse(malformed(format!("duplicate field `{key}`")), place);
            }
            // What may be left out may also be `null`.
            if known[index].1 || value.get() != "null" {
                fields[index] = Some(value.get());
            }
        }
        let missing = known.iter().zip(fields).find(|((_, is_needed), field)| *is_needed && field.is_none());
        match missing {
            Some(((name, _), _)) => {
                let object = object.trim_end();
                let end = &object[object.len() - 1..];
                self.refuse(malformed(format!("missing field `{name}`")), end)
            }
            None => Ok(()),
        }
    }

    /// A part of the text, parsed as the expected type.
    pub(super) fn part<T: Deserialize<'t>>(&mut self, text: &'t str) -> Result<T, Noted> {
        serde_json::from_str(text).map_err(|error| {
            let message = error.to_string();
            let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message);
            let start = self.span(text).start;
            let line: usize =
                text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
            // The column of a whole part that is wrong is its end, or none.
            let at = start + line + error.column().saturating_sub(1);
            let is_whole = error.column() == 0 || !text.trim_start().starts_with(['[', '{']);
            let at = if error.is_data() && is_whole { start } else { at };
            let message = match self.text.as_bytes().get(at) {
                Some(b']' | b'}') if self.text[..at].trim_end().ends_with(',') => "trailing comma",
                _ => message,
            };
            self.error(malformed(message), at..at + 1);
            Noted
        })
    }

    /// Returns an error if there are too many errors. Then a last message says so.
    pub(super) fn go_on(&mut self, text: &str) -> Result<(), Noted> {
        if self.errors.len() < MOST_ERRORS {
            return Ok(());
        }
        let end = self.span(text).end;
        let message = format!("stopped reading after {MOST_ERRORS} errors");
        self.error(Wrong::new("too-many-errors", message, "mend these first"), end..end);
        Err(Noted)
    }

    pub(super) fn refuse<T>(&mut self, wrong: Wrong, text: &str) -> Result<T, Noted> {
        self.fault(wrong, text);
        Err(Noted)
    }

    pub(super) fn fault(&mut self, wrong: Wrong, text: &str) {
        self.error(wrong, self.span(text));
    }

    fn error(&mut self, Wrong { code, message, hint }: Wrong, span: Range<usize>) {
        let place = self.place(span);
        self.errors.push(Diagnostic::error(code, message, place).hinted(hint));
    }

    /// The bytes of a part within the text.
    fn span(&self, part: &str) -> Range<usize> {
        let start = part.as_ptr().addr() - self.text.as_ptr().addr();
        start..start + part.len()
    }

    /// A fault with its first line.
    fn place(&self, span: Range<usize>) -> Place {
        let (start, end) = (boundary_before(self.text, span.start), boundary_after(self.text, span.end));
        let line_start = self.text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = self.text[start..].find('\n').map_or(self.text.len(), |newline| start + newline);
        let number = self.text[..line_start].matches('\n').count() + 1;
        let line = Source::line(self.name, &self.text[line_start..line_end], number);
        Place::new(&line, start - line_start..end.min(line_end).max(start) - line_start)
    }
}

#[cfg(test)]
mod tests {
    use super::super::write;
    use super::*;
    use combien::problem::{Problem, dlx};

    fn faults(text: &str) -> Vec<String> {
        let ReadError(faults) = parse("t.json", text).unwrap_err();
        faults.iter().map(ToString::to_string).collect()
    }

    fn written(problem: &Problem) -> String {
        let mut bytes = vec![];
        write(problem, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn reads_back_the_same() {
        for text in ["a 0:2|b c | x y\na x:red y\nb x:blue c\nx\n", "a\n"] {
            let problem = dlx::parse("t.dlx", text).unwrap().problem;
            assert_eq!(parse("t.json", &written(&problem)).unwrap().problem, problem);
        }
        let mut builder = Builder::new();
        let item = builder.primary("two \"words\"\n: é").unwrap();
        let option = builder.option([item]).unwrap();
        builder.name_option(option, "the\tonly");
        builder.option(Vec::<Entry>::new()).unwrap();
        let problem = builder.build();
        let document = parse("t.json", &written(&problem)).unwrap();
        assert_eq!((document.problem, document.warnings.len()), (problem, 1));
        let nothing = Builder::new().build();
        assert_eq!(parse("t.json", &written(&nothing)).unwrap().problem, nothing);
    }

    #[test]
    fn costs_are_numbers_or_texts() {
        let text = |cost: &str| {
            format!(
                r#"{{"schema": 1, "items": [{{"name": "a"}}], "options": [{{"items": ["a"], "cost": {cost}}}]}}"#
            )
        };
        for (cost, written_as) in
            [("2.50", "2.5"), ("-3", "-3"), ("\"9007199254740993\"", "\"9007199254740993\"")]
        {
            let problem = parse("t.json", &text(cost)).unwrap().problem;
            assert!(
                written(&problem).contains(&format!("\"cost\": {written_as}}}")),
                "{}",
                written(&problem)
            );
            assert_eq!(parse("t.json", &written(&problem)).unwrap().problem, problem);
        }
        for cost in ["1e3", "true", "\"x\"", "[1]"] {
            assert_eq!(
                faults(&text(cost)),
                ["t.json:1:78: a cost is a number such as `3`, `-4` or `2.5`"],
                "{cost}"
            );
        }
        assert_eq!(faults(&text("1e")).len(), 1);
    }

    #[test]
    fn names_every_fault_with_its_place() {
        let text = "{\"schema\": 1,\n\"items\": [{\"name\": \"a\"}, {\"name\": \"x\", \"kind\": \"secondary\"}],\n\
                    \"options\": [{\"items\": [\"a\", \"é\", \"b\"]},\n{\"items\": [\"a\", \"a\"]},\n\
                    {\"items\": [{\"item\": \"a\", \"color\": \"red\"}]},\n{\"items\": [{\"item\": \"x\", \"color\": \"\"}]},\n\
                    {\"item\": [\"a\"]},\n{\"items\": [3]}]}";
        assert_eq!(
            faults(text),
            [
                "t.json:3:29: option 1 names `é`, which is not an item",
                "t.json:3:34: option 1 names `b`, which is not an item",
                "t.json:4:17: option 2 has item `a` twice",
                "t.json:5:12: option 3 gives color `red` to `a`, which is a primary item",
                "t.json:6:35: option 4 gives item `x` a color without a name",
                "t.json:7:3: unknown field `item`, expected one of `name`, `items`, `cost`",
                "t.json:8:12: invalid type: integer `3`, expected a string",
            ]
        );
        let text = "{\"schema\": 1, \"items\": [{\"name\": \"a\"}, {\"name\": \"a\"},\n{\"name\": \"\"},\n\
                    {\"name\": \"b\", \"kind\": \"third\"},\n{\"name\": \"c\", \"bounds\": [2, 1]},\n\
                    {\"name\": \"x\", \"kind\": \"secondary\", \"bounds\": [0, 1]}], \"options\": [{\"items\": [\"q\"]}]}";
        assert_eq!(
            faults(text),
            [
                "t.json:1:49: item `a` is declared twice",
                "t.json:2:10: an item needs a name",
                "t.json:3:23: there is no kind of item `third`",
                "t.json:4:25: the lower bound of item `c` exceeds the upper bound: 2 is more than 1",
                "t.json:5:46: a secondary item has no bounds",
            ]
        );
    }

    #[test]
    fn what_may_be_left_out_may_be_null() {
        let text = r#"{"schema": 1, "items": [{"name": "a", "kind": null, "bounds": null}],
            "options": [{"items": ["a"], "name": null, "cost": null}]}"#;
        let problem = parse("t.json", text).unwrap().problem;
        assert_eq!(problem, dlx::parse("t.dlx", "a\na\n").unwrap().problem);
        let twice = text.replace(r#""kind": null"#, r#""kind": null, "kind": "primary""#);
        assert_eq!(faults(&twice), ["t.json:1:54: duplicate field `kind`"]);
        let nameless = text.replace(r#""name": "a""#, r#""name": null"#);
        assert_eq!(faults(&nameless), ["t.json:1:34: invalid type: null, expected a string"]);
    }

    #[test]
    fn what_is_not_json_is_refused_at_its_place() {
        for (text, expected) in [
            (
                "{\"schema\": 1, \"items\": [{\"name\": \"a\"}, ], \"options\": []}",
                "t.json:1:40: trailing comma",
            ),
            ("", "t.json:1:1: EOF while parsing a value"),
            ("3", "t.json:1:1: expected an object, in `{` and `}`"),
            ("{\"schema\": 1, \"schema\": 1}", "t.json:1:16: duplicate field `schema`"),
            ("{\"schema\": 1,\n \"items\": [}", "t.json:2:12: expected value"),
            (
                "{\"schema\": 2, \"items\": [], \"options\": []}",
                "t.json:1:12: this is a problem of schema 2, which is not known",
            ),
            ("{\"schema\": 1, \"items\": []}", "t.json:1:26: missing field `options`"),
            ("{\"schema\": 1, \"items\": [], \"options\": []} x", "t.json:1:43: trailing characters"),
        ] {
            assert_eq!(faults(text), [expected], "{text}");
        }
    }

    #[test]
    fn stops_after_twenty_errors() {
        let items = vec!["{\"name\": \"\"}"; 1000].join(",\n");
        let text = format!("{{\"schema\": 1, \"items\": [{items}], \"options\": []}}");
        assert_eq!(faults(&text).len(), MOST_ERRORS + 1);
    }
}
