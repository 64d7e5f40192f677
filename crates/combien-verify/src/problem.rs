//! Exact cover problems, and the two formats in which they are read: Knuth's text and JSON.

use std::collections::HashMap;

use crate::json::Json;
use crate::lines::{Result, wrong};

/// The greatest bound; it stands for all that are greater.
const MOST: u64 = i32::MAX as u64;

/// An item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// It must be covered; a secondary item need not be.
    pub is_primary: bool,
    /// A primary item is covered by at least `lo` and at most `hi` of the options chosen.
    pub lo: u32,
    /// See `lo`.
    pub hi: u32,
}

/// An item of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// The number of the item, from 0.
    pub item: usize,
    /// The number of its color, from 1; 0 if it has none.
    pub color: u32,
}

/// A problem: which sets of options cover each primary item as often as its bounds say, and each secondary
/// item at most once, or any number of times in one and the same color?
///
/// An option without primary items is in no cover.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// The items: primary ones in the order of the file, then secondary ones.
    pub items: Vec<Item>,
    /// How many of them are primary.
    pub primary: usize,
    /// The options, in the order of the file.
    pub options: Vec<Vec<Entry>>,
    /// The names of the colors.
    pub colors: Vec<String>,
}

impl Problem {
    /// Reads a problem: a text that begins with `{` as JSON, any other as Knuth's. A list of lists is
    /// refused, for it must be converted first.
    pub fn read(text: &str) -> Result<Problem> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut maker = Maker::default();
        let is_json = text.trim_start().starts_with('{') || matches!(Json::read(text), Ok(Json::List(_)));
        let read = if is_json { maker.json(&Json::read(text)?) } else { maker.knuth(text) };
        read.map(|()| maker.problem)
    }

    /// Is the option one that covers may have?
    pub fn is_used(&self, option: usize) -> bool {
        self.options[option].iter().any(|entry| entry.item < self.primary)
    }

    /// The entries of an option, each as `item` or `item:color`.
    pub fn words(&self, option: usize) -> Vec<String> {
        let word = |entry: &Entry| match entry.color {
            0 => self.items[entry.item].name.clone(),
            color => format!("{}:{}", self.items[entry.item].name, self.colors[color as usize - 1]),
        };
        self.options[option].iter().map(word).collect()
    }
}

/// Makes a problem while a text is read.
#[derive(Default)]
struct Maker {
    problem: Problem,
    items: HashMap<String, usize>,
    colors: HashMap<String, u32>,
}

impl Maker {
    /// Adds an item; primary ones come first. Only they have bounds, which are 1 and 1 if none are given.
    fn item(&mut self, name: &str, is_primary: bool, bounds: Option<[u64; 2]>) -> Result<()> {
        let [lo, hi] = bounds.unwrap_or([u64::from(is_primary), 1]).map(|bound| bound.min(MOST) as u32);
        if name.is_empty() || (bounds.is_some() && !is_primary) {
            return wrong(format!("item `{name}` has no name, or it is secondary and has bounds"));
        }
        if hi == 0 || lo > hi {
            return wrong(format!("the bounds {lo} and {hi} of item `{name}` allow nothing"));
        }
        if self.items.insert(name.to_owned(), self.problem.items.len()).is_some() {
            return wrong(format!("item `{name}` is declared twice"));
        }
        self.problem.primary += usize::from(is_primary);
        self.problem.items.push(Item { name: name.to_owned(), is_primary, lo, hi });
        Ok(())
    }

    fn entry(&mut self, name: &str, color: Option<&str>) -> Result<Entry> {
        let Some(&item) = self.items.get(name) else { return wrong(format!("`{name}` is not an item")) };
        let Some(color) = color else { return Ok(Entry { item, color: 0 }) };
        if item < self.problem.primary || color.is_empty() {
            return wrong(format!("item `{name}` is primary, or its color has no name"));
        }
        let colors = &mut self.problem.colors;
        let number = self.colors.entry(color.to_owned()).or_insert_with(|| {
            colors.push(color.to_owned());
            colors.len() as u32
        });
        Ok(Entry { item, color: *number })
    }

    fn option(&mut self, option: Vec<Entry>) -> Result<()> {
        let mut items: Vec<usize> = option.iter().map(|entry| entry.item).collect();
        items.sort_unstable();
        if let Some(pair) = items.windows(2).find(|pair| pair[0] == pair[1]) {
            return wrong(format!("an option has item `{}` twice", self.problem.items[pair[0]].name));
        }
        self.problem.options.push(option);
        Ok(())
    }

    /// A line of items, then a line for each option. Lines that begin with `|` are comments; behind the items
    /// of an option, `|3` is its cost, which is passed over: it has no part in what a cover is.
    fn knuth(&mut self, text: &str) -> Result<()> {
        let lines = text.lines().map(|line| line.trim_end().trim_ascii_start()).enumerate();
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('|'));
        let (place, items) = lines.next().ok_or("the text names no items")?;
        self.knuth_items(items).map_err(|refusal| refusal.at(place + 1))?;
        for (place, line) in lines {
            let tokens =
                line.split_ascii_whitespace().filter(|token| *token == "|" || !token.starts_with('|'));
            let entries = tokens.map(|token| match token.split_once(':') {
                None => self.entry(token, None),
                Some((_, color)) if color.contains(':') => wrong(format!("`{token}` has two colons")),
                Some((name, color)) => self.entry(name, Some(color)),
            });
            let option = entries.collect::<Result<_>>().and_then(|entries| self.option(entries));
            option.map_err(|refusal| refusal.at(place + 1))?;
        }
        Ok(())
    }

    /// The line of items: `name`, `hi|name` or `lo:hi|name`, and behind a `|` that stands alone secondary
    /// ones.
    fn knuth_items(&mut self, line: &str) -> Result<()> {
        let mut is_primary = true;
        for token in line.split_ascii_whitespace() {
            if token == "|" && is_primary {
                is_primary = false;
                continue;
            }
            let (mut bounds, mut name) = (None, token);
            if let Some((front, rest)) = token.split_once('|') {
                let (lo, hi) = front.split_once(':').unwrap_or((front, front));
                (bounds, name) = (Some([bound(lo)?, bound(hi)?]), rest);
            }
            if name.contains(['|', ':']) {
                return wrong(format!("`{token}` is no item"));
            }
            self.item(name, is_primary, bounds)?;
        }
        Ok(())
    }

    /// `{"schema": 1, "items": [{"name", "kind", "bounds"}], "options": [{"name", "items": ["a", {"item",
    /// "color"}], "cost"}]}`. The cost is passed over.
    fn json(&mut self, json: &Json) -> Result<()> {
        json.allow(&["schema", "items", "options"])?;
        if json.get("schema") != Some(&Json::Natural(1)) {
            return wrong("the `schema` of the problem is not 1");
        }
        for kind in ["primary", "secondary"] {
            json.field("items")?.list()?.iter().try_for_each(|item| self.json_item(item, kind))?;
        }
        json.field("options")?.list()?.iter().try_for_each(|option| self.json_option(option))
    }

    /// Adds an item if it is of this kind.
    fn json_item(&mut self, item: &Json, wanted: &str) -> Result<()> {
        item.allow(&["name", "kind", "bounds"])?;
        let (name, kind) = (item.field("name")?.text()?, item.get("kind").map(Json::text).transpose()?);
        let bounds = match item.get("bounds").map(Json::list).transpose()? {
            None => None,
            Some([lo, hi]) => Some([lo.natural()?, hi.natural()?]),
            Some(_) => return wrong(format!("item `{name}` has wrong bounds")),
        };
        match kind.unwrap_or("primary") {
            kind if kind == wanted => self.item(name, kind == "primary", bounds),
            "primary" | "secondary" => Ok(()),
            _ => wrong(format!("item `{name}` is neither primary nor secondary")),
        }
    }

    fn json_option(&mut self, option: &Json) -> Result<()> {
        option.allow(&["name", "items", "cost"])?;
        let entries = option.field("items")?.list()?.iter().map(|entry| {
            if let Json::Text(name) = entry {
                return self.entry(name, None);
            }
            entry.allow(&["item", "color"])?;
            self.entry(entry.field("item")?.text()?, Some(entry.field("color")?.text()?))
        });
        entries.collect::<Result<_>>().and_then(|entries| self.option(entries))
    }
}

fn bound(digits: &str) -> Result<u64> {
    let is_bound = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_bound { Ok(digits.parse().unwrap_or(MOST)) } else { wrong(format!("`{digits}` is no bound")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_left_out_may_be_null() {
        let text = r#"{"schema": 1, "items": [{"name": "a", "kind": null, "bounds": null}], "options": []}"#;
        assert_eq!(Problem::read(text).unwrap().primary, 1);
        assert!(Problem::read(&text.replace("\"a\"", "null")).is_err());
        assert!(Problem::read(&text.replace("null", "true")).is_err());
    }

    #[test]
    fn lists_of_lists_are_refused_by_name() {
        assert_eq!(Problem::read(" [[0, 1], [2]]").unwrap_err().to_string(), ": expected an object");
        // Items of Knuth's format may have such names.
        assert_eq!(Problem::read("[a [b]\n[a\n").unwrap().options.len(), 1);
    }
}
