//! Escaping of control characters, so that a terminal shows them instead of obeying them.
//!
//! Names come from files, and a file from the internet may contain a name that changes the title of a window.
//! The escapes are those of JSON, so that an escaped document still means the same.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};

use combien_tiling::draw::color_sequence;

/// Does this run draw in color? If not, a name in a file colors nothing either.
static DRAWS_IN_COLOR: AtomicBool = AtomicBool::new(false);

/// From now on the colors of drawings are not escaped.
pub(crate) fn let_colors_pass() {
    DRAWS_IN_COLOR.store(true, Ordering::Relaxed);
}

/// A text of several lines with all control characters escaped (`\u001b`), except newlines, tabs and, if this run
/// draws in color, the colors of drawings.
pub(crate) fn lines(text: &str) -> Cow<'_, str> {
    shown(text, DRAWS_IN_COLOR.load(Ordering::Relaxed))
}

fn shown(text: &str, in_color: bool) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    let is_wanted = |c| is_active(c) && c != '\n' && c != '\t';
    if !in_color || !text.contains(ESCAPE) {
        return escaped(text, is_wanted);
    }
    // The colors of drawings: dark letters on light ground, so they hide nothing.
    let (mut shown, mut rest) = (String::new(), text);
    while let Some(place) = rest.find(ESCAPE) {
        shown += &escaped(&rest[..place], is_wanted);
        let length = color_sequence(&rest[place..]);
        let end = place + length.unwrap_or(ESCAPE.len_utf8());
        match length {
            Some(_) => shown += &rest[place..end],
            None => shown += &escaped(&rest[place..end], is_wanted),
        }
        rest = &rest[end..];
    }
    Cow::Owned(shown + &escaped(rest, is_wanted))
}

const ESCAPE: char = '\u{1b}';

/// Are there only newlines, tabs, and characters of ASCII that can be seen? This holds for most output, which
/// may be millions of lines. There is no early exit, so that the compiler can check several bytes at once.
fn is_plain(text: &str) -> bool {
    let is_other = |byte: u8| !matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    text.bytes().fold(0, |others, byte| others | u8::from(is_other(byte))) == 0
}

/// A name on one line: newlines and tabs are escaped too.
pub(crate) fn name(text: &str) -> Cow<'_, str> {
    escaped(text, is_active)
}

/// A text in which each control character is replaced by a character of the same number of bytes, so that
/// positions do not change. ASCII control characters are left to the code that draws the text.
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

/// Would a terminal obey this character instead of showing it? This includes characters that change the
/// direction of writing.
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
    fn control_characters_are_escaped() {
        assert_eq!(lines("a\tb\n\u{1b}[31m\u{7f}\u{9b}é\r\n"), "a\tb\n\\u001b[31m\\u007f\\u009bé\\r\n");
        assert_eq!(name("a\tb\n\u{202e}"), "a\\tb\\n\\u202e");
        assert!(matches!(lines("plain, é, 日本\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn colors_of_drawings_pass() {
        let drawn = "\u{1b}[38;5;16;48;5;117m  \u{1b}[0m\n";
        assert_eq!(shown(drawn, true), drawn);
        assert_eq!(shown(drawn, false), "\\u001b[38;5;16;48;5;117m  \\u001b[0m\n");
        assert_eq!(shown(&format!("{drawn}\u{1b}[2J{drawn}"), true), format!("{drawn}\\u001b[2J{drawn}"));
        // Black on black would hide what follows.
        assert_eq!(shown("\u{1b}[38;5;16;48;5;16mx", true), "\\u001b[38;5;16;48;5;16mx");
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
    fn escaping_in_place_keeps_all_positions() {
        for text in ["a\u{9b}b\u{202e}c\u{feff}d", "plain", "\u{1b}é"] {
            let shown = in_place(text);
            assert_eq!(shown.len(), text.len());
            assert!(!shown.contains(|c| is_active(c) && c != '\u{1b}'), "{shown:?}");
            assert_eq!(shown.find('b'), text.find('b'));
        }
    }

    /// In a JSON document the escape stands for the character that it replaces.
    #[test]
    fn an_escaped_document_has_the_same_meaning() {
        let document = serde_json::json!({"name": "a\u{9b}b\u{1b}\u{7f}"});
        let shown = lines(&document.to_string()).into_owned();
        assert!(!shown.contains('\u{9b}'));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), document);
    }
}
