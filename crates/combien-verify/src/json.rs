//! A reader of JSON (RFC 8259), as much as problems and lists of solutions need: a whole text becomes one value.

use std::collections::BTreeMap;

use crate::refusal::{Result, wrong};

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
    /// `null`, `true`, `false`, or another number: nothing that is read here has one.
    Other,
}

impl Json {
    /// Reads a text.
    pub(crate) fn read(text: &str) -> Result<Json> {
        let mut reader = Reader { rest: text };
        let read = reader.value(0).and_then(|value| match reader.rest.trim_start() {
            "" => Ok(value),
            _ => wrong("something stands behind the end"),
        });
        let line = text[..text.len() - reader.rest.len()].matches('\n').count() + 1;
        read.map_err(|refusal| refusal.at(line))
    }

    /// The value of an object under this name.
    pub(crate) fn get(&self, name: &str) -> Option<&Json> {
        if let Json::Object(fields) = self { fields.get(name) } else { None }
    }

    /// The same; it must be there.
    pub(crate) fn field(&self, name: &str) -> Result<&Json> {
        self.get(name).ok_or_else(|| format!("there is no field `{name}`").into())
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
struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    /// Passes over white space, and over this sign if it is the next.
    fn takes(&mut self, sign: char) -> bool {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n']);
        let behind = self.rest.strip_prefix(sign);
        self.rest = behind.unwrap_or(self.rest);
        behind.is_some()
    }

    fn expect(&mut self, sign: char) -> Result<()> {
        if self.takes(sign) { Ok(()) } else { wrong(format!("expected `{sign}`")) }
    }

    fn value(&mut self, depth: usize) -> Result<Json> {
        if depth > DEEPEST {
            return wrong(format!("values are nested deeper than {DEEPEST}"));
        }
        if self.takes('"') {
            return Ok(Json::Text(self.text()?));
        }
        if self.takes('[') {
            let mut list = vec![];
            while self.has_more(']', list.is_empty())? {
                list.push(self.value(depth + 1)?);
            }
            return Ok(Json::List(list));
        }
        if self.takes('{') {
            let mut fields = BTreeMap::new();
            while self.has_more('}', fields.is_empty())? {
                self.expect('"')?;
                let name = self.text()?;
                self.expect(':')?;
                if fields.insert(name, self.value(depth + 1)?).is_some() {
                    return wrong("two fields of an object have the same name");
                }
            }
            return Ok(Json::Object(fields));
        }
        self.word()
    }

    /// Is there another member before the closing bracket? Passes over what stands between.
    fn has_more(&mut self, close: char, is_first: bool) -> Result<bool> {
        let is_end = self.takes(close);
        if is_end || is_first || self.takes(',') { Ok(!is_end) } else { wrong("expected `,` or the end") }
    }

    /// A number, or one of three words.
    fn word(&mut self) -> Result<Json> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let word = &self.rest[..end];
        if !["null", "true", "false"].contains(&word) && word.parse::<f64>().is_err() {
            return wrong("expected a value");
        }
        self.rest = &self.rest[end..];
        Ok(word.parse().map_or(Json::Other, Json::Natural))
    }

    /// A text, behind its first quote.
    fn text(&mut self) -> Result<String> {
        let mut text = String::new();
        loop {
            let is_special = |c: char| c == '"' || c == '\\' || c < ' ';
            let end = self.rest.find(is_special).ok_or("a text without its second quote")?;
            text += &self.rest[..end];
            self.rest = &self.rest[end..];
            if let Some(rest) = self.rest.strip_prefix('"') {
                self.rest = rest;
                return Ok(text);
            }
            self.rest = self.rest.strip_prefix('\\').ok_or("a control character in a text")?;
            text += &self.escape()?;
        }
    }

    /// What is written behind a backslash.
    fn escape(&mut self) -> Result<String> {
        let mut signs = self.rest.chars();
        let sign = signs.next().ok_or(UNKNOWN)?;
        self.rest = signs.as_str();
        Ok(match sign {
            '"' | '\\' | '/' => sign.into(),
            'b' => "\u{8}".into(),
            'f' => "\u{c}".into(),
            'n' => "\n".into(),
            'r' => "\r".into(),
            't' => "\t".into(),
            'u' => {
                let mut units = vec![self.unit()?];
                // Characters beyond the first 65,536 are two units.
                if (0xd800..0xdc00).contains(&units[0]) {
                    self.rest = self.rest.strip_prefix("\\u").ok_or(UNKNOWN)?;
                    units.push(self.unit()?);
                }
                String::from_utf16(&units).map_err(|_| UNKNOWN)?
            }
            _ => return wrong(UNKNOWN),
        })
    }

    /// A unit of UTF-16, of four digits.
    fn unit(&mut self) -> Result<u16> {
        let (digits, rest) = self.rest.split_at_checked(4).ok_or(UNKNOWN)?;
        self.rest = rest;
        // A sign in front would be read too.
        let is_plain = !digits.starts_with('+');
        Ok(u16::from_str_radix(digits, 16).ok().filter(|_| is_plain).ok_or(UNKNOWN)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refusal::Refusal;

    #[test]
    fn values_are_read() {
        let json =
            Json::read(" {\"a\": [1, -2.5, null], \"b\\n\\u00e9\\ud83d\\ude00\": {}, \"c\": \"\"} ").unwrap();
        let list = json.field("a").unwrap().list();
        assert_eq!(list, Ok(&[Json::Natural(1), Json::Other, Json::Other][..]));
        assert_eq!(json.get("b\né😀"), Some(&Json::Object(BTreeMap::new())));
        assert_eq!(json.field("c").unwrap().text(), Ok(""));
        assert!(json.field("d").is_err() && json.list().is_err() && json.natural().is_err());
    }

    #[test]
    fn what_is_no_json_is_refused_with_its_line() {
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
