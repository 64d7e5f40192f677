//! Exact cover problems, and the two formats in which they are read: Knuth's text and JSON.

use std::collections::HashMap;

use crate::json::Json;

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
    pub lo: u64,
    /// See `lo`.
    pub hi: u64,
}

/// An item of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// The number of the item, from 0.
    pub item: usize,
    /// The number of its color, from 1; 0 if it has none.
    pub color: usize,
}

/// A problem: which sets of options cover each primary item as often as its bounds say, and each secondary item at most
/// once, or any number of times in one and the same color?
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

/// Where a text is wrong, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1; 0 if it is unknown.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl Fault {
    pub(crate) fn new(line: usize, message: impl Into<String>) -> Fault {
        Fault { line, message: message.into() }
    }
}

impl Problem {
    /// Reads a problem: a text that begins with `{` as JSON, any other as Knuth's.
    pub fn read(text: &str) -> Result<Problem, Fault> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim_start().starts_with('{') { Maker::json(text) } else { Maker::knuth(text) }
    }

    /// Is the option one that covers may have?
    pub fn is_used(&self, option: usize) -> bool {
        self.options[option].iter().any(|entry| entry.item < self.primary)
    }

    /// The entries of an option, each as `item` or `item:color`.
    pub fn words(&self, option: usize) -> Vec<String> {
        let word = |entry: &Entry| match entry.color {
            0 => self.items[entry.item].name.clone(),
            color => format!("{}:{}", self.items[entry.item].name, self.colors[color - 1]),
        };
        self.options[option].iter().map(word).collect()
    }

    /// Is this set of options, numbered from 0, a cover? The error says what is wrong with it.
    pub fn check_cover(&self, chosen: &[usize]) -> Result<(), String> {
        let mut covered = vec![0; self.items.len()];
        let mut colors = vec![None; self.items.len()];
        let mut sorted = chosen.to_vec();
        sorted.sort_unstable();
        for (place, &option) in sorted.iter().enumerate() {
            if option >= self.options.len() {
                return Err(format!("there is no option {}", option + 1));
            }
            if place > 0 && sorted[place - 1] == option {
                return Err(format!("option {} is chosen twice", option + 1));
            }
            if !self.is_used(option) {
                return Err(format!("option {} has no primary item", option + 1));
            }
            for entry in &self.options[option] {
                let before = colors[entry.item].replace(entry.color);
                if before.is_some_and(|before| before == 0 || before != entry.color)
                    && entry.item >= self.primary
                {
                    return Err(format!(
                        "item `{}` is covered twice, and not in one color",
                        self.items[entry.item].name
                    ));
                }
                covered[entry.item] += 1;
            }
        }
        for (item, &times) in self.items.iter().zip(&covered).take(self.primary) {
            if times < item.lo || times > item.hi {
                let Item { name, lo, hi, .. } = item;
                return Err(format!(
                    "item `{name}` is covered {times} times, and must be {lo} to {hi} times"
                ));
            }
        }
        Ok(())
    }
}

/// Makes a problem while a text is read. Secondary items stand between the primary ones until it is done.
#[derive(Default)]
struct Maker {
    problem: Problem,
    items: HashMap<String, usize>,
    colors: HashMap<String, usize>,
}

impl Maker {
    fn item(&mut self, item: Item) -> Result<(), String> {
        let Item { name, lo, hi, .. } = &item;
        if name.is_empty() {
            return Err("an item without a name".to_owned());
        }
        if *hi == 0 || lo > hi {
            return Err(format!("the bounds {lo} and {hi} of item `{name}` allow nothing"));
        }
        if self.items.insert(name.clone(), self.problem.items.len()).is_some() {
            return Err(format!("item `{name}` is declared twice"));
        }
        self.problem.items.push(item);
        Ok(())
    }

    fn entry(&mut self, name: &str, color: Option<&str>) -> Result<Entry, String> {
        let item = *self.items.get(name).ok_or_else(|| format!("`{name}` is not an item"))?;
        let Some(color) = color else { return Ok(Entry { item, color: 0 }) };
        if self.problem.items[item].is_primary {
            return Err(format!("`{name}` is primary and cannot have a color"));
        }
        if color.is_empty() {
            return Err(format!("item `{name}` has a color without a name"));
        }
        let next = self.colors.len() + 1;
        let color_number = *self.colors.entry(color.to_owned()).or_insert(next);
        if color_number == next {
            self.problem.colors.push(color.to_owned());
        }
        Ok(Entry { item, color: color_number })
    }

    fn option(&mut self, option: Vec<Entry>) -> Result<(), String> {
        let mut items: Vec<usize> = option.iter().map(|entry| entry.item).collect();
        items.sort_unstable();
        if let Some(pair) = items.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("an option has item `{}` twice", self.problem.items[pair[0]].name));
        }
        self.problem.options.push(option);
        Ok(())
    }

    /// Puts the primary items first.
    fn finish(self) -> Problem {
        let mut problem = self.problem;
        let (mut order, secondary): (Vec<usize>, Vec<usize>) =
            (0..problem.items.len()).partition(|&item| problem.items[item].is_primary);
        problem.primary = order.len();
        order.extend(secondary);
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, &item)| places[item] = place);
        problem.items = order.iter().map(|&item| problem.items[item].clone()).collect();
        problem.options.iter_mut().flatten().for_each(|entry| entry.item = places[entry.item]);
        problem
    }

    fn knuth(text: &str) -> Result<Problem, Fault> {
        let mut maker = Maker::default();
        let mut has_items = false;
        for (place, line) in text.lines().enumerate() {
            let line = line.trim_end().trim_ascii_start();
            if line.is_empty() || line.starts_with('|') {
                continue;
            }
            let read = if has_items { maker.knuth_option(line) } else { maker.knuth_items(line) };
            read.map_err(|message| Fault::new(place + 1, message))?;
            has_items = true;
        }
        if has_items { Ok(maker.finish()) } else { Err(Fault::new(0, "the text names no items")) }
    }

    /// The line of items: `name`, `hi|name` or `lo:hi|name`, and behind a `|` that stands alone secondary ones.
    fn knuth_items(&mut self, line: &str) -> Result<(), String> {
        let mut is_primary = true;
        for token in line.split_ascii_whitespace() {
            if token == "|" {
                if !is_primary {
                    return Err("a second `|` on the line of items".to_owned());
                }
                is_primary = false;
                continue;
            }
            let (bounds, name) =
                token.split_once('|').map_or((None, token), |(bounds, name)| (Some(bounds), name));
            if name.contains(['|', ':']) || (bounds.is_some() && !is_primary) {
                return Err(format!("`{token}` is no item"));
            }
            let (lo, hi) = match bounds.map(|bounds| bounds.split_once(':').unwrap_or((bounds, bounds))) {
                None => (u64::from(is_primary), 1),
                Some((lo, hi)) => (bound(lo)?, bound(hi)?),
            };
            self.item(Item { name: name.to_owned(), is_primary, lo, hi })?;
        }
        Ok(())
    }

    fn knuth_option(&mut self, line: &str) -> Result<(), String> {
        let mut option = vec![];
        for token in line.split_ascii_whitespace() {
            let (name, color) =
                token.split_once(':').map_or((token, None), |(name, color)| (name, Some(color)));
            if color.is_some_and(|color| color.contains(':')) {
                return Err(format!("`{token}` has two colons"));
            }
            option.push(self.entry(name, color)?);
        }
        self.option(option)
    }

    /// `{"schema": 1, "items": [{"name", "kind", "bounds"}], "options": [{"name", "items": ["a", {"item", "color"}]}]}`.
    fn json(text: &str) -> Result<Problem, Fault> {
        let json = Json::read(text).map_err(|(line, message)| Fault::new(line, message))?;
        let mut maker = Maker::default();
        maker.json_parts(&json).map_err(|message| Fault::new(0, message))?;
        Ok(maker.finish())
    }

    fn json_parts(&mut self, json: &Json) -> Result<(), String> {
        allow(json, &["schema", "items", "options"])?;
        if json.get("schema").and_then(Json::natural) != Some(1) {
            return Err("the `schema` of the problem is not 1".to_owned());
        }
        for item in json.get("items").and_then(Json::list).ok_or("the problem has no list `items`")? {
            self.json_item(item)?;
        }
        let options = json.get("options").and_then(Json::list).ok_or("the problem has no list `options`")?;
        for (place, option) in options.iter().enumerate() {
            self.json_option(option).map_err(|message| format!("option {}: {message}", place + 1))?;
        }
        Ok(())
    }

    fn json_item(&mut self, item: &Json) -> Result<(), String> {
        allow(item, &["name", "kind", "bounds"])?;
        let name = item.get("name").and_then(Json::text).ok_or("an item without a `name`")?;
        let is_primary = match item.get("kind").map(Json::text) {
            None | Some(Some("primary")) => true,
            Some(Some("secondary")) => false,
            Some(_) => return Err(format!("item `{name}` is neither primary nor secondary")),
        };
        let (lo, hi) = match item.get("bounds").map(|bounds| bounds.list().unwrap_or_default()) {
            None => (u64::from(is_primary), 1),
            Some([lo, hi]) if is_primary => {
                let bound = |json: &Json| json.natural().filter(|&bound| u32::try_from(bound).is_ok());
                let bounds =
                    bound(lo).zip(bound(hi)).ok_or_else(|| format!("item `{name}` has wrong bounds"))?;
                (bounds.0.min(MOST), bounds.1.min(MOST))
            }
            Some(_) => return Err(format!("item `{name}` has wrong bounds")),
        };
        self.item(Item { name: name.to_owned(), is_primary, lo, hi })
    }

    fn json_option(&mut self, option: &Json) -> Result<(), String> {
        allow(option, &["name", "items"])?;
        let mut entries = vec![];
        for entry in option.get("items").and_then(Json::list).ok_or("no list `items`")? {
            entries.push(match entry {
                Json::Text(name) => self.entry(name, None)?,
                colored => {
                    allow(colored, &["item", "color"])?;
                    let part = |name| colored.get(name).and_then(Json::text);
                    let (item, color) = part("item").zip(part("color")).ok_or("an item is no text")?;
                    self.entry(item, Some(color))?
                }
            });
        }
        self.option(entries)
    }
}

/// An error if the value is no object, or has other fields than these.
fn allow(json: &Json, names: &[&str]) -> Result<(), String> {
    let Json::Object(fields) = json else { return Err("expected an object".to_owned()) };
    match fields.iter().find(|(name, _)| !names.contains(&name.as_str())) {
        Some((name, _)) => Err(format!("the field `{name}` is unknown")),
        None => Ok(()),
    }
}

fn bound(digits: &str) -> Result<u64, String> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("`{digits}` is no bound"));
    }
    Ok(digits.parse::<u64>().unwrap_or(MOST).min(MOST))
}
