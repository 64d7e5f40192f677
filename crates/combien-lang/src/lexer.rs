//! Text to tokens. It never fails: what is not a token is reported and becomes [`TokenKind::Broken`].

use std::ops::Range;
use std::sync::Arc;

use combien::diagnostic::{Diagnostic, Label, Place, Source};

use crate::ast::Mark;
use crate::faults::{MOST_ERRORS, too_many};
use crate::words;

/// A token and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where.
    pub(crate) span: Range<usize>,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name.
    Name(String),
    /// A keyword.
    Keyword(&'static str),
    /// `8x5` or `3x4x5`: width, height and depth, or x, y and z.
    Dim(u32, u32, Option<u32>),
    /// A whole number on its own.
    Number(String),
    /// A number with a decimal point: `2.5`.
    Decimal(String),
    /// The text between quotes.
    Text(String),
    /// The text between braces.
    Drawing(Drawn),
    /// `~one` and its like, without the tilde.
    Flag(String),
    /// A symbol.
    Symbol(&'static str),
    /// Something that is not a token, and has been reported.
    Broken,
    /// The end of the text.
    End,
}

/// A drawing as it was written. The word before it says what its characters mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// The rows, the top one first; every character but `*`, `.` and `?` is a mark.
    pub(crate) rows: Vec<Vec<Mark>>,
    /// The first mark, and where it stands.
    pub(crate) mark: Option<(char, usize)>,
    /// The first mark that is neither a letter nor a digit, and where it stands.
    pub odd: Option<(char, usize)>,
    /// The first few different marks, and where each stands first.
    pub(crate) marks: Vec<(char, usize)>,
    /// The first comment that has a `}`, which does not end the drawing.
    pub comment: Option<Range<usize>>,
}

/// Grids have fewer characters with a meaning, so that a character without one is among the first.
const MOST_MARKS: usize = 64;

/// The message about a drawing that should have ended at a `}` in a comment.
pub(crate) const HASH: &str = "`#` begins a comment, and the `}` is a part of it; a cell is drawn as `*`";

/// The symbols. Longer ones come before their prefixes.
const SYMBOLS: [&str; 17] =
    ["&&", "||", "..", "^", "-", "=", "[", "]", ",", "(", ")", "<", ">", "+", "*", "/", "%"];

/// All tokens of a text, the last one being [`TokenKind::End`], and its errors.
pub fn lex(source: &Arc<Source>) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut lexer = Lexer { source, at: 0, tokens: vec![], diagnostics: vec![] };
    // All messages here are errors.
    while lexer.at < source.text.len() && lexer.diagnostics.len() < MOST_ERRORS {
        lexer.token();
    }
    if lexer.diagnostics.len() == MOST_ERRORS && lexer.at < source.text.len() {
        lexer.diagnostics.push(too_many(source, lexer.at));
    }
    let end = source.text.len();
    lexer.tokens.push(Token { kind: TokenKind::End, span: end..end });
    (lexer.tokens, lexer.diagnostics)
}

struct Lexer<'a> {
    source: &'a Arc<Source>,
    at: usize,
    tokens: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.source.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Moves past the characters that satisfy a condition, and returns them.
    fn skip_while(&mut self, condition: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !condition(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        self.tokens.push(Token { kind, span: start..self.at });
    }

    /// Reports an error from a place up to the current one.
    fn broken(&mut self, code: &'static str, span: Range<usize>, message: impl Into<String>, hint: &str) {
        let (start, place) = (span.start, Place::new(self.source, span));
        self.diagnostics.push(Diagnostic::error(code, message, place).hinted(hint));
        self.push(TokenKind::Broken, start);
    }

    fn token(&mut self) {
        let start = self.at;
        let Some(first) = self.peek() else { return };
        match first {
            _ if first.is_whitespace() => self.at += first.len_utf8(),
            '#' => {
                self.skip_while(|c| c != '\n');
            }
            '{' => self.drawing(),
            '"' => self.text(),
            '~' => self.flag(),
            '0'..='9' => self.number(),
            'a'..='z' | 'A'..='Z' => self.word(),
            _ => match SYMBOLS.into_iter().find(|symbol| self.rest().starts_with(symbol)) {
                Some(symbol) => {
                    self.at += symbol.len();
                    self.push(TokenKind::Symbol(symbol), start);
                }
                None => self.strange(first),
            },
        }
    }

    fn word(&mut self) {
        let start = self.at;
        let word = self.skip_while(is_word);
        let keyword = words::keyword(word);
        let kind = keyword.map_or_else(|| TokenKind::Name(word.to_owned()), TokenKind::Keyword);
        self.push(kind, start);
    }

    /// `12`, `12x5` or `12x5x3`, without spaces.
    fn number(&mut self) {
        let start = self.at;
        let first = self.skip_while(|c| c.is_ascii_digit());
        if let [b'.', b'0'..=b'9', ..] = self.rest().as_bytes() {
            self.at += 1;
            self.skip_while(|c| c.is_ascii_digit());
            let decimal = self.source.text[start..self.at].to_owned();
            return self.push(TokenKind::Decimal(decimal), start);
        }
        let (second, third) = (self.extent(), self.extent());
        let Some(second) = second else { return self.push(TokenKind::Number(first.to_owned()), start) };
        let number = |digits: &str| digits.parse::<i32>().map(i32::unsigned_abs);
        if let (Ok(x), Ok(y), Ok(z)) = (number(first), number(second), third.map(number).transpose()) {
            return self.push(TokenKind::Dim(x, y, z), start);
        }
        let message = format!("this number is too large: the greatest is {}", i32::MAX);
        let hint = "boards have thousands of cells, not billions";
        self.broken("number-too-large", start..self.at, message, hint);
    }

    /// The digits after an `x`, if they are there.
    fn extent(&mut self) -> Option<&'a str> {
        let is_there = matches!(self.rest().as_bytes(), [b'x', b'0'..=b'9', ..]);
        is_there.then(|| {
            self.at += 1;
            self.skip_while(|c| c.is_ascii_digit())
        })
    }

    fn flag(&mut self) {
        let start = self.at;
        self.at += 1;
        let name = self.skip_while(is_word);
        if name.is_empty() {
            self.broken(
                "stray-tilde",
                start..self.at,
                "a `~` without an option",
                "options are written `~one`, with no space",
            );
        } else {
            self.push(TokenKind::Flag(name.to_owned()), start);
        }
    }

    /// A text between quotes; `\"` and `\\` mean a quote and a backslash. It may span lines.
    fn text(&mut self) {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            match (c, self.peek()) {
                ('"', _) => return self.push(TokenKind::Text(text), start),
                ('\\', Some(escaped @ ('"' | '\\'))) => {
                    self.at += 1;
                    text.push(escaped);
                }
                _ => text.push(c),
            }
        }
        self.broken("open-text", start..start + 1, "this text has no end", "close it with a `\"`");
    }

    /// A drawing between braces. A row ends at a newline, a `$`, a comment or the brace.
    fn drawing(&mut self) {
        let start = self.at;
        self.at += 1;
        let (mut drawn, mut row) = (Drawn::default(), vec![]);
        while let Some(c) = self.peek() {
            let here = self.at;
            self.at += c.len_utf8();
            match c {
                '}' => {
                    end_row(&mut drawn.rows, &mut row);
                    return self.push(TokenKind::Drawing(drawn), start);
                }
                '$' | '\n' => end_row(&mut drawn.rows, &mut row),
                '#' => {
                    let comment = self.skip_while(|c| c != '\n');
                    drawn.comment = drawn.comment.or(comment.contains('}').then_some(here..self.at));
                    end_row(&mut drawn.rows, &mut row);
                }
                '*' => row.push(Mark::On),
                '.' => row.push(Mark::Off),
                '?' => row.push(Mark::Optional),
                _ if c.is_whitespace() => {}
                _ => {
                    row.push(Mark::Named(c));
                    drawn.mark = drawn.mark.or(Some((c, here)));
                    if drawn.marks.len() < MOST_MARKS && drawn.marks.iter().all(|&(known, _)| known != c) {
                        drawn.marks.push((c, here));
                    }
                    if !c.is_ascii_alphanumeric() {
                        drawn.odd = drawn.odd.or(Some((c, here)));
                    }
                }
            }
        }
        let hint = if drawn.comment.is_some() { HASH } else { "close it with a `}`" };
        self.broken("open-drawing", start..start + 1, "this drawing has no end", hint);
        if let (Some(comment), Some(diagnostic)) = (drawn.comment, self.diagnostics.last_mut()) {
            let place = Place::new(self.source, comment);
            diagnostic.labels.push(Label { place, text: "this is a comment".to_owned() });
        }
    }

    fn strange(&mut self, first: char) {
        let start = self.at;
        if first.is_alphabetic() || first == '_' {
            let word = self.skip_while(|c| c.is_alphanumeric() || c == '_');
            let hint =
                "a name starts with one of the letters a to z or A to Z; letters, digits and `_` follow";
            return self.broken("bad-name", start..self.at, format!("`{word}` is not a name"), hint);
        }
        self.at += first.len_utf8();
        let hint = match first {
            '&' => "write `&&` for what two patterns share",
            '|' => "write `||` for the union of two patterns",
            '}' => "no drawing is open here",
            '$' | '.' | '?' => "drawings are written in braces: `{**}`",
            _ => "leave it out",
        };
        self.broken(
            "bad-character",
            start..self.at,
            format!("`{}` means nothing here", first.escape_debug()),
            hint,
        );
    }
}

fn end_row(rows: &mut Vec<Vec<Mark>>, row: &mut Vec<Mark>) {
    if !row.is_empty() {
        rows.push(std::mem::take(row));
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<TokenKind> {
        let (tokens, diagnostics) = lex(&Source::new("t.cmb", text));
        assert_eq!(diagnostics, []);
        tokens.into_iter().map(|token| token.kind).collect()
    }

    fn complaints(text: &str) -> Vec<String> {
        lex(&Source::new("t.cmb", text)).1.iter().map(ToString::to_string).collect()
    }

    fn drawn(rows: &[&str]) -> TokenKind {
        let mark = |c| if c == '*' { Mark::On } else { Mark::Off };
        let rows = rows.iter().map(|row| row.chars().map(mark).collect()).collect();
        TokenKind::Drawing(Drawn { rows, ..Drawn::default() })
    }

    #[test]
    fn declarations_need_no_space_between() {
        use TokenKind::{Dim, End, Keyword, Name, Symbol, Text};
        assert_eq!(
            kinds("pattern a={*. $\t*}set 1x02\"f\\\"\\\\\"# end"),
            [
                Keyword("pattern"),
                Name("a".into()),
                Symbol("="),
                drawn(&["*.", "*"]),
                Keyword("set"),
                Dim(1, 2, None),
                Text("f\"\\".into()),
                End
            ]
        );
    }

    #[test]
    fn comments_and_carriage_returns_are_white_space() {
        assert_eq!(kinds("# only a comment"), [TokenKind::End]);
        assert_eq!(kinds("{* * # **\r\n\r\n  *\r\n}"), [drawn(&["**", "*"]), TokenKind::End]);
    }

    #[test]
    fn numbers_and_symbols_touch() {
        use TokenKind::{Dim, End, Name, Number, Symbol};
        let number = |digits: &str| Number(digits.into());
        assert_eq!(
            kinds("a<1..12>3x4x5(2*b"),
            [
                Name("a".into()),
                Symbol("<"),
                number("1"),
                Symbol(".."),
                number("12"),
                Symbol(">"),
                Dim(3, 4, Some(5)),
                Symbol("("),
                number("2"),
                Symbol("*"),
                Name("b".into()),
                End
            ]
        );
    }

    #[test]
    fn drawings_keep_their_marks() {
        let TokenKind::Drawing(drawn) = &kinds("{*?.$-A}")[0] else { panic!("a drawing") };
        let marks = vec![vec![Mark::On, Mark::Optional, Mark::Off], vec![Mark::Named('-'), Mark::Named('A')]];
        assert_eq!((&drawn.rows, drawn.mark, drawn.odd), (&marks, Some(('-', 5)), Some(('-', 5))));
    }

    #[test]
    fn invalid_tokens_are_named_with_their_place() {
        assert_eq!(
            complaints("a & b\n_c été ~ 99999999999x1"),
            [
                "t.cmb:1:3: `&` means nothing here",
                "t.cmb:2:1: `_c` is not a name",
                "t.cmb:2:4: `été` is not a name",
                "t.cmb:2:8: a `~` without an option",
                "t.cmb:2:10: this number is too large: the greatest is 2147483647",
            ]
        );
        assert_eq!(complaints("pattern a = {**\n\"b"), ["t.cmb:1:13: this drawing has no end"]);
        assert_eq!(complaints("include \"b"), ["t.cmb:1:9: this text has no end"]);
    }
}
