//! Characters that a terminal would obey, written so that it shows them.
//!
//! Names come from files, and a file from the net may name an item with the sequence that changes the title of a window.
//! The escapes are those of JSON, so that a document stays one that says the same.

use std::borrow::Cow;

/// A text of lines, with all control characters escaped but newlines and tabs: `\u001b`.
pub(crate) fn lines(text: &str) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    escaped(text, |c| is_active(c) && c != '\n' && c != '\t')
}

/// Are there only newlines, tabs, and characters of ASCII that can be seen? Most output is so, millions of lines of it. All
/// bytes are looked at, without a way out in the middle: so several are looked at together.
fn is_plain(text: &str) -> bool {
    let is_other = |byte: u8| !matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    text.bytes().fold(0, |others, byte| others | u8::from(is_other(byte))) == 0
}

/// A name that is to stand on a line of its own: newlines and tabs are escaped too.
pub(crate) fn name(text: &str) -> Cow<'_, str> {
    escaped(text, is_active)
}

/// A text with a sign in place of each control character that takes as many bytes: places in it stay where they are.
/// Those of ASCII are left to the code that draws the text.
pub(crate) fn in_place(text: &str) -> Cow<'_, str> {
    let is_wanted = |c: char| is_active(c) && !c.is_ascii();
    if !text.contains(is_wanted) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(
        text.chars()
            .map(|c| {
                if !is_wanted(c) {
                    c
                } else if c.len_utf8() == 2 {
                    '¿'
                } else {
                    '\u{fffd}'
                }
            })
            .collect(),
    )
}

/// Would a terminal obey it rather than show it? Those that turn the direction of writing are obeyed too.
fn is_active(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

fn escaped(text: &str, is_wanted: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_wanted) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().map(|c| match c {
        '\n' if is_wanted(c) => "\\n".to_owned(),
        '\t' if is_wanted(c) => "\\t".to_owned(),
        '\r' => "\\r".to_owned(),
        c if is_wanted(c) => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    });
    Cow::Owned(shown.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_shown() {
        assert_eq!(lines("a\tb\n\u{1b}[31m\u{7f}\u{9b}é\r\n"), "a\tb\n\\u001b[31m\\u007f\\u009bé\\r\n");
        assert_eq!(name("a\tb\n\u{202e}"), "a\\tb\\n\\u202e");
        assert!(matches!(lines("plain, é, 日本\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn plain_texts_have_nothing_to_escape() {
        for c in (0..0x2100).filter_map(char::from_u32) {
            let text = c.to_string();
            assert!(!is_plain(&text) || !is_active(c) || "\n\t".contains(c), "{c:?}");
            assert_eq!(is_plain(&text), c.is_ascii_graphic() || " \n\t".contains(c), "{c:?}");
        }
    }

    #[test]
    fn places_stay_where_they_are() {
        for text in ["a\u{9b}b\u{202e}c\u{feff}d", "plain", "\u{1b}é"] {
            let shown = in_place(text);
            assert_eq!(shown.len(), text.len());
            assert!(!shown.contains(|c| is_active(c) && c != '\u{1b}'), "{shown:?}");
            assert_eq!(shown.find('b'), text.find('b'));
        }
    }

    /// In a JSON document the escape stands for the character that it replaces.
    #[test]
    fn a_document_says_the_same() {
        let document = serde_json::json!({"name": "a\u{9b}b\u{1b}\u{7f}"});
        let shown = lines(&document.to_string()).into_owned();
        assert!(!shown.contains('\u{9b}'));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), document);
    }
}
