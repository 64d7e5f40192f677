//! Messages in the language of the reader.
//!
//! All code speaks English. A catalogue says for each English text what it is in another language, as those of
//! GNU gettext do, and is looked up where texts leave the program. So a sentence stands once in the code, and a
//! language is one file. `{1}` in an English text stands for what differs from message to message, and `{#1}`
//! for a number. What is found there is looked up in its turn, unless it stands in quotes: then it is a name.
//!
//! A text that no catalogue has stays English. JSON, solutions, and what is kept in files for programs, are never translated.

mod pages;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::env;
use std::ffi::OsString;
#[cfg(test)]
use std::sync::LazyLock;
use std::sync::OnceLock;

pub(crate) use pages::page;

/// The languages besides English, by their codes, with their catalogues.
const LANGUAGES: [(&str, &str); 1] = [("fr", include_str!("fr.json"))];
pub(crate) const ENGLISH: &str = "en";
/// The flag that chooses a language. Without it the locale does.
pub(crate) const FLAG: &str = "lang";
/// The variables that name the locale, the strongest first.
const LOCALE: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// What begins so in a catalogue is a text of pages.
const OF_PAGES: &str = "page|";
/// A longer line is no message.
const LONGEST: usize = 4_000;
/// As many places are tried for the holes of one line. Names come from files, and one may repeat the words of a message.
const MOST_TRIED: usize = 100_000;
/// What stands between the parts of a list.
const BETWEEN: &str = "; ";
/// Phrases stand in phrases to this depth: each part of a list has the rest of it in a hole.
const DEEPEST: usize = 24;

/// The space between thousands, which a French reader does not take for a decimal point, as a comma.
const THIN: char = '\u{202f}';

/// The language of this run, and what its catalogue is read from; none for English.
static CHOSEN: OnceLock<(&str, &str)> = OnceLock::new();

/// The codes of all languages.
pub(crate) fn languages() -> impl Iterator<Item = &'static str> {
    std::iter::once(ENGLISH).chain(LANGUAGES.iter().map(|&(code, _)| code))
}

/// Chooses the language that the command line asks for, wherever it does, or else that of the locale. Returns the line
/// without this flag, because errors of the line and the help of commands are in that language already. A language that
/// there is not stands first in the line: the parser refuses it there.
pub(crate) fn choose(mut words: Vec<OsString>) -> Vec<OsString> {
    let asked = taken(&mut words);
    let code = asked.or_else(of_locale).unwrap_or_default();
    if let Some(&language) = LANGUAGES.iter().find(|(other, _)| *other == code) {
        // Only the first run in a process chooses.
        let _ = CHOSEN.set(language);
    }
    words
}

/// Takes the flag with its language out of the line, if there is such a language.
fn taken(words: &mut Vec<OsString>) -> Option<String> {
    let flag = format!("--{FLAG}");
    let is_flag = |word: &OsString| {
        word.to_str().is_some_and(|word| {
            word.strip_prefix(&flag).is_some_and(|end| end.is_empty() || end.starts_with('='))
        })
    };
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let place = words[..end].iter().position(is_flag)?;
    let value = words[place].to_str()?.strip_prefix(&format!("{flag}=")).map(str::to_owned);
    let last = if value.is_some() { place } else { place + 1 };
    let code = value.or_else(|| Some(words.get(last)?.to_str()?.to_owned()));
    let taken: Vec<OsString> = words.drain(place..=last.min(words.len() - 1)).collect();
    if code.as_deref().is_some_and(|code| languages().any(|known| known == code)) {
        return code;
    }
    let first = words.len().min(1);
    words.splice(first..first, taken);
    None
}

/// The language of the locale: `fr` for `fr_CA.UTF-8`.
fn of_locale() -> Option<String> {
    let locale =
        LOCALE.into_iter().filter_map(|name| env::var(name).ok()).find(|locale| !locale.is_empty())?;
    Some(locale.split(['_', '.', '@']).next()?.to_owned())
}

/// Digits in groups of three, as the language has them.
pub(crate) fn grouped(digits: &str) -> String {
    let between = if is_chosen() { THIN } else { ',' };
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(between);
        }
        grouped.push(digit);
    }
    grouped
}

/// Is another language than English spoken?
pub(crate) fn is_chosen() -> bool {
    CHOSEN.get().is_some()
}

/// A text of one or more lines in the chosen language: as a whole, or else line by line. What begins as JSON does is
/// not looked at.
pub(crate) fn said(text: &str) -> Cow<'_, str> {
    // To read a catalogue takes longer than many a count, whose answer is a number.
    let is_number = || !text.bytes().any(|byte| byte.is_ascii_alphabetic());
    match CHOSEN.get() {
        Some(_) if is_number() || is_json(text) => Cow::Borrowed(text),
        Some(&language) => Catalogue::of(language).lines(text),
        None => Cow::Borrowed(text),
    }
}

/// The line of a list of our own words in the chosen language: all of it, or else what stands behind the first gap of two
/// spaces. A table of names is no such list.
pub(crate) fn said_of_list(line: &str) -> Cow<'_, str> {
    let whole = said(line);
    let indent = line.len() - line.trim_start().len();
    let remark = line[indent..].find("  ").map(|gap| line[indent + gap..].trim_start());
    match remark {
        Some(remark) if whole == line => {
            (line[..line.len() - remark.len()].to_owned() + &said(remark)).into()
        }
        _ => whole,
    }
}

fn is_json(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('{') || ["[{", "[[", "[\""].iter().any(|begin| text.starts_with(begin))
}

/// What one language says.
#[derive(Default)]
struct Catalogue {
    code: &'static str,
    /// Texts of pages and their scripts, which mean nothing elsewhere.
    pages: BTreeMap<String, String>,
    whole: HashMap<String, String>,
    /// Texts with holes. The one that has the most words of its own fits best, and stands first.
    forms: Vec<Form>,
    /// The places of forms by a word that a text must have; a form without such a word stands below the empty one.
    by_word: HashMap<String, Vec<usize>>,
}

/// An English text with holes, and what it is in the other language.
struct Form {
    /// What stands before each hole, and after the last.
    fixed: Vec<String>,
    holes: Vec<Hole>,
    other: String,
}

struct Hole {
    /// As it is written in both languages.
    name: String,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Number,
    /// It stands in quotes, or is part of code.
    Name,
}

impl Catalogue {
    /// The catalogue of this run, which is read when it is needed first.
    fn of((code, texts): (&'static str, &'static str)) -> &'static Catalogue {
        static READ: OnceLock<Catalogue> = OnceLock::new();
        READ.get_or_init(|| Catalogue::read(code, texts).unwrap_or_default())
    }

    /// `None` if it is not an object of texts.
    fn read(code: &'static str, texts: &'static str) -> Option<Catalogue> {
        let pairs: HashMap<String, String> = serde_json::from_str(texts).ok()?;
        let mut catalogue = Catalogue { code, ..Catalogue::default() };
        for (english, other) in pairs {
            if let Some(english) = english.strip_prefix(OF_PAGES) {
                catalogue.pages.insert(english.to_owned(), other);
                continue;
            }
            match Form::read(&english, &other) {
                Some(form) => catalogue.forms.push(form),
                None => _ = catalogue.whole.insert(english, other),
            }
        }
        // The order of equals is fixed by what they say.
        catalogue.forms.sort_by_cached_key(|form| {
            (Reverse(form.fixed.iter().map(String::len).sum::<usize>()), form.fixed.clone())
        });
        for (place, form) in catalogue.forms.iter().enumerate() {
            catalogue.by_word.entry(form.word().to_owned()).or_default().push(place);
        }
        Some(catalogue)
    }

    fn lines<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if let Some(other) = self.whole.get(text) {
            return Cow::Owned(other.clone());
        }
        let lines: Vec<Cow<'_, str>> = text.split_inclusive('\n').map(|line| self.line(line)).collect();
        if lines.iter().all(|line| matches!(line, Cow::Borrowed(_))) {
            Cow::Borrowed(text)
        } else {
            Cow::Owned(lines.concat())
        }
    }

    /// A line with its indent. A single word may be a name, unless it is a title.
    fn line<'t>(&self, line: &'t str) -> Cow<'t, str> {
        let words = line.trim();
        let other = if words.contains(' ') || words.ends_with(':') {
            self.phrase(words, DEEPEST, &mut 0)
        } else {
            None
        };
        match (other, line.find(words)) {
            (Some(other), Some(place)) => {
                [&line[..place], &other, &line[place + words.len()..]].concat().into()
            }
            _ => line.into(),
        }
    }

    /// This phrase in the other language, with phrases in its holes to this depth. Counts the places that it tries.
    fn phrase(&self, english: &str, depth: usize, tried: &mut usize) -> Option<String> {
        if english.is_empty() || english.len() > LONGEST {
            return None;
        }
        if let Some(other) = self.whole.get(english) {
            return Some(other.clone());
        }
        let mut places: Vec<usize> =
            words(english).chain([""]).filter_map(|word| self.by_word.get(word)).flatten().copied().collect();
        places.sort_unstable();
        places.dedup();
        let forms = places.into_iter().map(|place| &self.forms[place]);
        // A text that has the mark of lists of its own knows best.
        let (own, others): (Vec<&Form>, Vec<&Form>) = forms.partition(|form| form.has(BETWEEN));
        if let Some(said) = self.fitting(&own, english, depth, tried) {
            return Some(said);
        }
        let list = self.list(english, depth, tried);
        if let Some((said, true)) = list {
            return Some(said);
        }
        self.fitting(&others, english, depth, tried).or(list.map(|(said, _)| said))
    }

    /// This phrase by the first of these forms that fits.
    fn fitting(&self, forms: &[&Form], english: &str, depth: usize, tried: &mut usize) -> Option<String> {
        for form in forms {
            let Some(caught) = form.caught(english, tried) else { continue };
            let mut contents = vec![];
            for (hole, caught) in form.holes.iter().zip(caught) {
                let is_name = depth == 0 || hole.kind != Kind::Text;
                let other = if is_name { None } else { self.phrase(caught, depth - 1, tried) };
                contents.push((hole.name.as_str(), other.map_or(Cow::Borrowed(caught), Cow::Owned)));
            }
            return Some(filled(&form.other, &contents));
        }
        None
    }

    /// The parts of a list, each in the other language if it has words for it; and whether it has for all.
    fn list(&self, english: &str, depth: usize, tried: &mut usize) -> Option<(String, bool)> {
        if depth == 0 || !english.contains(BETWEEN) {
            return None;
        }
        let parts = english.split(BETWEEN).map(|part| (part, self.phrase(part, depth - 1, tried)));
        let parts: Vec<_> = parts.collect();
        let said = parts.iter().filter(|(_, said)| said.is_some()).count();
        let between = self.whole.get(BETWEEN.trim()).map_or(BETWEEN.trim(), String::as_str);
        let joined = parts.iter().map(|(part, said)| said.as_deref().unwrap_or(part)).collect::<Vec<_>>();
        (said > 0).then(|| (joined.join(&format!("{between} ")), said == parts.len()))
    }
}

/// A text with these contents in its holes. It goes from left to right, for a content may look like a hole.
fn filled(text: &str, contents: &[(&str, Cow<'_, str>)]) -> String {
    let (mut filled, mut rest) = (String::new(), text);
    while let Some(open) = rest.find('{') {
        filled += &rest[..open];
        rest = &rest[open..];
        let content = contents.iter().find(|(hole, _)| rest.starts_with(hole));
        let (hole, content) =
            content.map_or((&rest[..1], &rest[..1]), |(hole, content)| (*hole, content.as_ref()));
        filled += content;
        rest = &rest[hole.len()..];
    }
    filled + rest
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty())
}

impl Form {
    /// `None` if the text has no hole.
    fn read(english: &str, other: &str) -> Option<Form> {
        let (mut fixed, mut holes, mut rest) = (vec![], vec![], english);
        let mut before = String::new();
        while let Some(open) = rest.find('{') {
            let length = rest[open..].find('}').map_or(rest.len() - open, |close| close + 1);
            let name = &rest[open..open + length];
            let number = name.trim_start_matches(['{', '#']).trim_end_matches('}');
            before += &rest[..open];
            rest = &rest[open + length..];
            if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
                // Braces of the text itself.
                before += name;
                continue;
            }
            let is_code = english[..english.len() - rest.len() - length].matches('`').count() % 2 == 1;
            let is_quoted =
                is_code || (before.ends_with(['\'', '"']) && before.chars().last() == rest.chars().next());
            let kind = if name.contains('#') {
                Kind::Number
            } else if is_quoted {
                Kind::Name
            } else {
                Kind::Text
            };
            holes.push(Hole { name: name.to_owned(), kind });
            fixed.push(std::mem::take(&mut before));
        }
        fixed.push(before + rest);
        (!holes.is_empty()).then(|| Form { fixed, holes, other: other.to_owned() })
    }

    /// Does this stand in its own text?
    fn has(&self, mark: &str) -> bool {
        self.fixed.iter().any(|text| text.contains(mark))
    }

    /// The longest word that each text of this form has; empty if there is none. What stands beside a hole may be a part of
    /// a word.
    fn word(&self) -> &str {
        let last = self.holes.len();
        let whole = self.fixed.iter().enumerate().map(|(place, text)| {
            let text = if place > 0 { text.trim_start_matches(char::is_alphabetic) } else { text };
            if place < last { text.trim_end_matches(char::is_alphabetic) } else { text }
        });
        whole.flat_map(words).max_by_key(|word| word.len()).unwrap_or_default()
    }

    /// What stands in the holes, if this text has this form.
    fn caught<'t>(&self, text: &'t str, tried: &mut usize) -> Option<Vec<&'t str>> {
        let rest = text.strip_prefix(self.fixed[0].as_str())?;
        if !text.ends_with(self.fixed[self.holes.len()].as_str()) {
            return None;
        }
        let mut caught = vec![];
        self.fits(rest, &mut caught, tried).then_some(caught)
    }

    /// Do the holes from here on fit? The shortest content is tried first.
    fn fits<'t>(&self, rest: &'t str, caught: &mut Vec<&'t str>, tried: &mut usize) -> bool {
        let place = caught.len();
        let Some(hole) = self.holes.get(place) else { return rest.is_empty() };
        let next = self.fixed[place + 1].as_str();
        let is_last = place + 1 == self.holes.len();
        let mut from = 0;
        loop {
            *tried += 1;
            let found = match rest.get(from..) {
                _ if *tried > MOST_TRIED => None,
                Some(_) if is_last => rest.len().checked_sub(next.len()).filter(|&end| end >= from),
                Some(rest) => rest.find(next).map(|place| from + place),
                None => None,
            };
            let Some(end) = found else { return false };
            if hole.kind.has(&rest[..end]) {
                caught.push(&rest[..end]);
                if self.fits(&rest[end + next.len()..], caught, tried) {
                    return true;
                }
                caught.truncate(place);
            }
            if is_last {
                return false;
            }
            from = end + rest[end..].chars().next().map_or(1, char::len_utf8);
        }
    }
}

impl Kind {
    fn has(self, content: &str) -> bool {
        let in_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | THIN | ' ' | '-' | '^' | '%');
        match self {
            Kind::Number => {
                content.starts_with(|c: char| c.is_ascii_digit() || c == '-')
                    && content.chars().all(in_number)
                    && !content.contains("  ")
            }
            Kind::Text | Kind::Name => !content.is_empty(),
        }
    }
}

/// Writes a line on standard error in the chosen language.
macro_rules! told {
    ($($text:tt)*) => {
        anstream::eprintln!("{}", $crate::system::catalogue::said(&format!($($text)*)))
    };
}
pub(crate) use told;

/// Does the catalogue of every language have this text?
#[cfg(test)]
pub(crate) fn every_language_has(text: &str) -> bool {
    static ALL: LazyLock<Vec<Catalogue>> = LazyLock::new(|| {
        LANGUAGES.iter().map(|(code, texts)| Catalogue::read(code, texts).unwrap()).collect()
    });
    ALL.iter().all(|catalogue| catalogue.phrase(text, 0, &mut 0).is_some())
}

#[cfg(test)]
mod tests;
