//! A reader of JSON (RFC 8259), as much as problems and lists of solutions need: a whole text becomes one value.

/// Values within values, at most so deep.
const DEEPEST: usize = 32;
/// An object has at most this many fields; those that are read here have ten or so.
const MOST_FIELDS: usize = 64;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    /// `null`, `true` or `false`.
    Word(&'static str),
    /// A number, as it is written.
    Number(String),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// An object; no two of its names are the same.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a text; the error is a line, from 1, and what is wrong there.
    pub(crate) fn read(text: &str) -> Result<Json, (usize, String)> {
        let mut reader = Reader { bytes: text.as_bytes(), at: 0 };
        reader.whole().map_err(|message| {
            let before = &reader.bytes[..reader.at.min(reader.bytes.len())];
            (before.split(|&byte| byte == b'\n').count(), message)
        })
    }

    /// The value of an object under this name.
    pub(crate) fn get(&self, name: &str) -> Option<&Json> {
        let Json::Object(fields) = self else { return None };
        fields.iter().find_map(|(key, value)| (key == name).then_some(value))
    }

    /// The text, if it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        if let Json::Text(text) = self { Some(text) } else { None }
    }

    /// The list, if it is one.
    pub(crate) fn list(&self) -> Option<&[Json]> {
        if let Json::List(list) = self { Some(list) } else { None }
    }

    /// The number, if it is a natural one that is not too large.
    pub(crate) fn natural(&self) -> Option<u64> {
        if let Json::Number(digits) = self { digits.parse().ok() } else { None }
    }
}

struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    fn whole(&mut self) -> Result<Json, String> {
        let value = self.value(0)?;
        if self.peek().is_some() {
            return Err("something stands behind the end of the JSON text".to_owned());
        }
        Ok(value)
    }

    /// The next byte that is no white space.
    fn peek(&mut self) -> Option<u8> {
        while self.bytes.get(self.at).is_some_and(|byte| b" \t\r\n".contains(byte)) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    /// Passes over this byte, if it is the next.
    fn takes(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, byte: u8) -> Result<(), String> {
        if self.takes(byte) { Ok(()) } else { Err(format!("expected `{}`", char::from(byte))) }
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > DEEPEST {
            return Err(format!("values are nested deeper than {DEEPEST}"));
        }
        match self.peek() {
            Some(b'"') => Ok(Json::Text(self.text()?)),
            Some(b'[') => self.list(depth),
            Some(b'{') => self.object(depth),
            Some(b'-' | b'0'..=b'9') => Ok(self.number()),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Json, String> {
        for word in ["null", "true", "false"] {
            if self.bytes[self.at..].starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(Json::Word(word));
            }
        }
        Err("expected a value".to_owned())
    }

    /// Only natural numbers are ever used; whether it is one is asked then.
    fn number(&mut self) -> Json {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().take_while(|byte| b"+-.eE0123456789".contains(byte)).count();
        self.at += length;
        Json::Number(String::from_utf8_lossy(&rest[..length]).into_owned())
    }

    fn list(&mut self, depth: usize) -> Result<Json, String> {
        self.expect(b'[')?;
        let mut list = vec![];
        if self.takes(b']') {
            return Ok(Json::List(list));
        }
        loop {
            list.push(self.value(depth + 1)?);
            if !self.takes(b',') {
                self.expect(b']')?;
                return Ok(Json::List(list));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        self.expect(b'{')?;
        let mut fields: Vec<(String, Json)> = vec![];
        if self.takes(b'}') {
            return Ok(Json::Object(fields));
        }
        loop {
            self.peek();
            let name = self.text()?;
            if fields.iter().any(|(other, _)| *other == name) {
                return Err(format!("`{name}` stands twice in an object"));
            }
            if fields.len() == MOST_FIELDS {
                return Err(format!("an object with more than {MOST_FIELDS} fields"));
            }
            self.expect(b':')?;
            fields.push((name, self.value(depth + 1)?));
            if !self.takes(b',') {
                self.expect(b'}')?;
                return Ok(Json::Object(fields));
            }
        }
    }

    fn text(&mut self) -> Result<String, String> {
        const ENDLESS: &str = "a text without its second quote";
        self.expect(b'"')?;
        let mut text = vec![];
        loop {
            let byte = *self.bytes.get(self.at).ok_or(ENDLESS)?;
            self.at += 1;
            match byte {
                b'"' => return String::from_utf8(text).map_err(|_| "a text is not UTF-8".to_owned()),
                b'\\' => {
                    let mut room = [0; 4];
                    text.extend_from_slice(self.escape()?.encode_utf8(&mut room).as_bytes());
                }
                0..0x20 => {
                    self.at -= 1;
                    return Err("a control character in a text".to_owned());
                }
                _ => text.push(byte),
            }
        }
    }

    /// The character that is written behind a backslash.
    fn escape(&mut self) -> Result<char, String> {
        const UNKNOWN: &str = "an escape that JSON does not know";
        let byte = *self.bytes.get(self.at).ok_or(UNKNOWN)?;
        self.at += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let high = self.four_digits().ok_or(UNKNOWN)?;
                let is_pair = (0xd800..0xdc00).contains(&high) && self.bytes[self.at..].starts_with(b"\\u");
                let code = if is_pair {
                    self.at += 2;
                    let low =
                        self.four_digits().filter(|low| (0xdc00..0xe000).contains(low)).ok_or(UNKNOWN)?;
                    0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00)
                } else {
                    high
                };
                char::from_u32(code).ok_or(UNKNOWN)?
            }
            _ => return Err(UNKNOWN.to_owned()),
        })
    }

    fn four_digits(&mut self) -> Option<u32> {
        let digits = self.bytes.get(self.at..self.at + 4)?;
        self.at += 4;
        digits.iter().try_fold(0, |code, &digit| Some(code * 16 + char::from(digit).to_digit(16)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        let json =
            Json::read(" {\"a\": [1, -2.5, null], \"b\\n\\u00e9\\ud83d\\ude00\": {}, \"c\": \"\"} ").unwrap();
        assert_eq!(json.get("a").and_then(Json::list).map(<[Json]>::len), Some(3));
        assert_eq!(json.get("a").unwrap().list().unwrap()[0].natural(), Some(1));
        assert_eq!(json.get("a").unwrap().list().unwrap()[1].natural(), None);
        assert_eq!(json.get("b\né😀"), Some(&Json::Object(vec![])));
        assert_eq!(json.get("c").and_then(Json::text), Some(""));
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
            assert_eq!(Json::read(text).map_err(|(line, _)| line), Err(line), "{text:.20}");
        }
    }
}
