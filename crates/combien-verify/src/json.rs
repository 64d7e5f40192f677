//! A reader of JSON (RFC 8259), as much as problems and lists of solutions need: a whole text becomes one
//! value.

use std::collections::BTreeMap;

use crate::lines::{Result, wrong};

/// Values within values, at most so deep.
const DEEPEST: usize = 32;
const UNKNOWN: &str = "an escape that JSON does not know";

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    /// A natural number that is not too large.
    Natural(u64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// An object.
    Object(BTreeMap<String, Json>),
    /// `null`, which is like nothing at all; `true`, `false`, or another number: nothing that is read here
    /// has one.
    Word(String),
}

impl Json {
    /// Reads a text.
    pub(crate) fn read(text: &str) -> Result<Json> {
        let mut reader = Reader(text);
        let read = reader.value(0).and_then(|value| match reader.0.trim_start() {
            "" => Ok(value),
            _ => wrong("something stands behind the end"),
        });
        let line = text[..text.len() - reader.0.len()].matches('\n').count() + 1;
        read.map_err(|refusal| refusal.at(line))
    }

    /// The value of an object under this name.
    pub(crate) fn get(&self, name: &str) -> Option<&Json> {
        let Json::Object(fields) = self else { return None };
        fields.get(name).filter(|value| **value != Json::Word("null".to_owned()))
    }

    /// The value of an object under this name; it must be there.
    pub(crate) fn field(&self, name: &str) -> Result<&Json> {
        self.get(name).map_or_else(|| wrong(format!("there is no field `{name}`")), Ok)
    }

    /// The value must be an object, and have no other fields than these.
    pub(crate) fn allow(&self, names: &[&str]) -> Result<()> {
        let Json::Object(fields) = self else { return wrong("expected an object") };
        let other = fields.keys().find(|name| !names.contains(&name.as_str()));
        other.map_or(Ok(()), |name| wrong(format!("the field `{name}` is unknown")))
    }

    /// The value must be a text,
    pub(crate) fn text(&self) -> Result<&str> {
        if let Json::Text(text) = self { Ok(text) } else { wrong("expected a text") }
    }

    /// or a list,
    pub(crate) fn list(&self) -> Result<&[Json]> {
        if let Json::List(list) = self { Ok(list) } else { wrong("expected a list") }
    }

    /// or a natural number.
    pub(crate) fn natural(&self) -> Result<u64> {
        if let Json::Natural(number) = self { Ok(*number) } else { wrong("expected a natural number") }
    }
}

/// What is still to be read.
struct Reader<'t>(&'t str);

impl Reader<'_> {
    /// Passes over white space, and over this sign if it is the next.
    fn takes(&mut self, sign: char) -> bool {
        self.0 = self.0.trim_start_matches([' ', '\t', '\r', '\n']);
        let behind = self.0.strip_prefix(sign);
        self.0 = behind.unwrap_or(self.0);
        behind.is_some()
    }

    fn expect(&mut self, sign: char) -> Result<()> {
        if self.takes(sign) { Ok(()) } else { wrong(format!("expected `{sign}`")) }
    }

    fn value(&mut self, depth: usize) -> Result<Json> {
        if depth > DEEPEST {
            return wrong(format!("values are nested deeper than {DEEPEST}"));
        }
        let (mut list, mut fields) = (vec![], BTreeMap::new());
        if self.takes('"') {
            Ok(Json::Text(self.text()?))
        } else if self.takes('[') {
            while self.has_more(']', list.is_empty())? {
                list.push(self.value(depth + 1)?);
            }
            Ok(Json::List(list))
        } else if self.takes('{') {
            while self.has_more('}', fields.is_empty())? {
                self.expect('"')?;
                let name = self.text()?;
                self.expect(':')?;
                if fields.insert(name, self.value(depth + 1)?).is_some() {
                    return wrong("two fields of an object have the same name");
                }
            }
            Ok(Json::Object(fields))
        } else {
            self.word()
        }
    }

    /// Is there another member before the closing bracket? Passes over what stands between.
    fn has_more(&mut self, close: char, is_first: bool) -> Result<bool> {
        let is_end = self.takes(close);
        if is_end || is_first || self.takes(',') { Ok(!is_end) } else { wrong("expected `,` or the end") }
    }

    /// A number, or one of three words.
    fn word(&mut self) -> Result<Json> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
        let (word, rest) = self.0.split_at(self.0.find(|c| !is_part(c)).unwrap_or(self.0.len()));
        if !["null", "true", "false"].contains(&word) && word.parse::<f64>().is_err() {
            return wrong("expected a value");
        }
        self.0 = rest;
        Ok(word.parse().map_or_else(|_| Json::Word(word.to_owned()), Json::Natural))
    }

    /// A text, behind its first quote, in units of UTF-16: a character beyond the first 65,536 is two of
    /// them.
    fn text(&mut self) -> Result<String> {
        let mut units = vec![];
        loop {
            match self.next()? {
                '"' => return Ok(String::from_utf16(&units).map_err(|_| UNKNOWN)?),
                '\\' => units.push(self.escape()?),
                sign => units.extend_from_slice(sign.encode_utf16(&mut [0; 2])),
            }
        }
    }

    /// What is written behind a backslash.
    fn escape(&mut self) -> Result<u16> {
        let sign = self.next()?;
        if let Some(place) = "\"\\/bfnrt".find(sign) {
            return Ok(b"\"\\/\x08\x0c\n\r\t"[place].into());
        }
        let digits: Vec<u32> = (0..4).map_while(|_| self.next().ok()?.to_digit(16)).collect();
        if sign != 'u' || digits.len() < 4 {
            return wrong(UNKNOWN);
        }
        Ok(digits.iter().fold(0, |unit, digit| 16 * unit + *digit as u16))
    }

    fn next(&mut self) -> Result<char> {
        let mut signs = self.0.chars();
        let sign = signs.next().filter(|&sign| sign >= ' ').ok_or("a text without its second quote")?;
        self.0 = signs.as_str();
        Ok(sign)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::Refusal;

    #[test]
    fn values_are_read() {
        let json =
            Json::read(" {\"a\": [1, -2.5, null], \"b\\n\\u00e9\\ud83d\\ude00\": {}, \"c\": \"\"} ").unwrap();
        let list = json.field("a").unwrap().list();
        let words = ["-2.5", "null"].map(|word| Json::Word(word.to_owned()));
        assert_eq!(list, Ok(&[&[Json::Natural(1)][..], &words].concat()[..]));
        assert_eq!(json.get("b\né😀"), Some(&Json::Object(BTreeMap::new())));
        assert_eq!(json.field("c").unwrap().text(), Ok(""));
        assert!(json.field("d").is_err() && json.list().is_err() && json.natural().is_err());
    }

    #[test]
    fn invalid_json_is_refused_with_its_line() {
        let deep = "[".repeat(1_000_000);
        for (text, line) in [
            ("", 1),
            ("[1,\n]", 2),
            ("{\"a\":1,\n\"a\":2}", 2),
            ("[1] 2", 1),
            ("\"a", 1),
            ("\"\\x\"", 1),
            ("\"\\ud800\"", 1),
            ("\"\\u12\"", 1),
            ("{a:1}", 1),
            ("\"a\nb\"", 1),
            ("nul", 1),
            (&deep, 1),
        ] {
            match Json::read(text) {
                Err(Refusal::Wrong { line: found, .. }) => assert_eq!(found, line, "{text:.20}"),
                other => panic!("{text:.20}: {other:?}"),
            }
        }
    }
}
