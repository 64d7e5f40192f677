//! Text to tokens. Never fails: what is no token is reported, and stands as [`TokenKind::Broken`].

use std::ops::Range;
use std::sync::Arc;

use combien::diagnostic::{Diagnostic, Place, Source};

/// The words that cannot be names.
pub const KEYWORDS: &[&str] = &[
    "pattern",
    "tiles",
    "problem",
    "pattern3",
    "tiles3",
    "problem3",
    "false",
    "true",
    "constant",
    "assert",
    "print",
    "svg",
    "ascii",
    "solve",
    "solve3",
    "count",
    "count3",
    "dimacs",
    "include",
    "exit",
    "sat",
    "dlx",
    "zdd",
    "debug",
    "timing",
    "on",
    "off",
    "diff",
    "union",
    "inter",
    "xor",
    "set",
    "shift",
    "resize",
    "crop",
    "apply",
    "Id",
    "Rot90",
    "Rot180",
    "Rot270",
    "VertRefl",
    "HorizRefl",
    "Diag1Refl",
    "Diag2Refl",
    "all",
    "all3",
    "answer_to_the_question_of_life_the_universe_and_everything",
];

/// A token and the bytes that it takes up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where.
    pub span: Range<usize>,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name.
    Name(String),
    /// A word with a meaning of its own.
    Keyword(&'static str),
    /// `8x5`: width and height, or x and y.
    Pair(u32, u32),
    /// A whole number on its own.
    Number(String),
    /// What stood between quotes.
    Text(String),
    /// What stood between braces: the rows, the top one first.
    Drawing(Vec<Vec<bool>>),
    /// `~one` and its like, without the tilde.
    Flag(String),
    /// A symbol.
    Symbol(&'static str),
    /// Something that is no token, and has been reported.
    Broken,
    /// The end of the text.
    End,
}

/// The symbols, longer ones before those that they begin with.
const SYMBOLS: [&str; 9] = ["&&", "||", "^", "-", "=", "[", "]", ",", "("];
const CLOSING: &str = ")";

/// All tokens of a text, the last one being [`TokenKind::End`], and what is wrong with it.
pub fn lex(source: &Arc<Source>) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut lexer = Lexer { source, at: 0, tokens: vec![], diagnostics: vec![] };
    while lexer.at < source.text.len() {
        lexer.token();
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

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.source.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Moves past the characters that satisfy a condition, and returns them.
    fn skip_while(&mut self, condition: impl Fn(char) -> bool) -> String {
        let rest = self.rest();
        let length = rest.find(|c| !condition(c)).unwrap_or(rest.len());
        let skipped = rest[..length].to_owned();
        self.at += length;
        skipped
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        self.tokens.push(Token { kind, span: start..self.at });
    }

    /// Reports a place that is wrong; it ends where the lexer is.
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
            _ => match SYMBOLS.into_iter().chain([CLOSING]).find(|symbol| self.rest().starts_with(symbol)) {
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
        let keyword = KEYWORDS.iter().copied().find(|&keyword| keyword == word);
        self.push(keyword.map_or(TokenKind::Name(word), TokenKind::Keyword), start);
    }

    /// `12` or `12x5`, without spaces.
    fn number(&mut self) {
        let start = self.at;
        let first = self.skip_while(|c| c.is_ascii_digit());
        let is_pair =
            self.rest().strip_prefix('x').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if !is_pair {
            return self.push(TokenKind::Number(first), start);
        }
        self.at += 1;
        let second = self.skip_while(|c| c.is_ascii_digit());
        let number = |digits: &str| digits.parse::<i32>().map(i32::unsigned_abs);
        if let (Ok(x), Ok(y)) = (number(&first), number(&second)) {
            return self.push(TokenKind::Pair(x, y), start);
        }
        let message = format!("this number is too large: the greatest is {}", i32::MAX);
        let hint = "boards have thousands of cells, not billions";
        self.broken("number-too-large", start..self.at, message, hint);
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
            self.push(TokenKind::Flag(name), start);
        }
    }

    /// A text between quotes; `\"` and `\\` stand for a quote and a backslash. It may span lines.
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

    /// A drawing between braces. `*` is a cell; a row ends at a newline, a `$`, a comment or the brace.
    fn drawing(&mut self) {
        let start = self.at;
        self.at += 1;
        let (mut rows, mut row, mut odd) = (vec![], vec![], None);
        while let Some(c) = self.peek() {
            let here = self.at;
            self.at += c.len_utf8();
            match c {
                '}' => {
                    end_row(&mut rows, &mut row);
                    self.warn_of_odd_character(odd);
                    return self.push(TokenKind::Drawing(rows), start);
                }
                '$' | '\n' => end_row(&mut rows, &mut row),
                '#' => {
                    self.skip_while(|c| c != '\n');
                    end_row(&mut rows, &mut row);
                }
                _ if c.is_whitespace() => {}
                _ => {
                    row.push(c == '*');
                    if c != '*' && c != '.' {
                        odd = odd.or(Some((c, here)));
                    }
                }
            }
        }
        self.broken("open-drawing", start..start + 1, "this drawing has no end", "close it with a `}`");
    }

    fn warn_of_odd_character(&mut self, odd: Option<(char, usize)>) {
        if let Some((c, at)) = odd {
            let place = Place::new(self.source, at..at + c.len_utf8());
            let warning =
                Diagnostic::warning("odd-cell", format!("`{c}` is an empty place in this drawing"), place);
            self.diagnostics.push(warning.hinted("`*` draws a cell, `.` an empty place"));
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
            '$' | '*' | '.' => "drawings stand between braces: `{**}`",
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

fn end_row(rows: &mut Vec<Vec<bool>>, row: &mut Vec<bool>) {
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

    #[test]
    fn declarations_need_no_space_between() {
        use TokenKind::{Drawing, End, Keyword, Name, Pair, Symbol, Text};
        assert_eq!(
            kinds("pattern a={*. $\t*}set 1x02\"f\\\"\\\\\"# end"),
            [
                Keyword("pattern"),
                Name("a".into()),
                Symbol("="),
                Drawing(vec![vec![true, false], vec![true]]),
                Keyword("set"),
                Pair(1, 2),
                Text("f\"\\".into()),
                End
            ]
        );
    }

    #[test]
    fn comments_and_carriage_returns_are_white_space() {
        assert_eq!(kinds("# only a comment"), [TokenKind::End]);
        let drawing = TokenKind::Drawing(vec![vec![true, true], vec![true]]);
        assert_eq!(kinds("{* * # **\r\n\r\n  *\r\n}"), [drawing, TokenKind::End]);
    }

    #[test]
    fn what_is_no_token_is_named_with_its_place() {
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
        assert_eq!(complaints("{*X}"), ["t.cmb:1:3: `X` is an empty place in this drawing"]);
    }
}
